//! The settlements of measures too close to call that each decision carries (option `gun.too_close`).

use crate::core::{Settlement, Settles};
use crate::gunboat::events::decision::Decision;

impl Settles for Decision {
    fn settlements(&mut self) -> Vec<&mut Vec<Settlement>> {
        match self {
            Self::Fire { settled, .. }
            | Self::FireAtBoarders { settled, .. }
            | Self::FireLate { settled, .. }
            | Self::FireMortar { settled, .. }
            | Self::Grapple { settled, .. }
            | Self::Ram { settled, .. } => {
                vec![settled]
            }
            Self::Move { moves } => moves.iter_mut().map(|order| &mut order.settled).collect(),
            _ => Vec::new(),
        }
    }
}
