//! The chance to win of a position, by simulation.

use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::position::{Position, play_on};
use crate::search::{Arm, likely_plans};
use rulesets::core::{Commander, SideId};

/// A side's chance to win at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceNow {
    /// The chance, 0 to 1.
    pub chance: f64,
    /// Its standard error by the number of simulations; it says nothing of how well playouts play.
    pub standard_error: f64,
    /// The simulations done.
    pub simulations: u32,
}

impl ChanceNow {
    fn of(arm: &Arm) -> Self {
        Self { chance: arm.mean(), standard_error: arm.standard_error(), simulations: arm.count }
    }
}

/// A side's chance to win from a position that is fully known: both sides play on by likely plans. The same seed gives
/// the same dice and plans at every position, so that the differences between turns are surer than each chance. None
/// if `thinking` stops before the first simulation.
pub fn chance_now<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    side: &SideId,
    (simulations, seed): (u32, u64),
    thinking: &mut impl Thinking,
) -> Option<ChanceNow> {
    let sides = B::sides(&position.state);
    let mut arm = Arm::default();
    for number in 0..u64::from(simulations) {
        if !thinking.keep_thinking() {
            break;
        }
        let seed = seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut captains: Vec<(SideId, B::Captain)> = Vec::new();
        for (at, own) in sides.iter().enumerate() {
            let plans = likely_plans(book, position, own);
            // Every pairing of both sides' plans comes up in turn.
            let place = if at == 0 { number } else { number / plans.len().max(1) as u64 };
            let chosen = usize::try_from(place).unwrap_or(0) % plans.len().max(1);
            let Some(plans) = plans.into_iter().nth(chosen) else { continue };
            captains.push((own.clone(), book.captain(own, plans, seed ^ at as u64)));
        }
        let players: Vec<(SideId, &mut dyn Commander<B>)> = captains
            .iter_mut()
            .map(|(side, captain)| (side.clone(), captain as &mut dyn Commander<B>))
            .collect();
        let mut umpire = book.umpire(seed ^ 4);
        let within = (B::HORIZON_TURNS, seed);
        if let Ok(stopped) = play_on(book, position, players, within, (umpire.as_mut(), &mut *thinking)) {
            arm.add(stopped.chance(book, side));
        }
    }
    (arm.count > 0).then(|| ChanceNow::of(&arm))
}

/// A side's chances at these positions, one after the other. `progress` is told the number done and of all; none if
/// `thinking` stops it.
pub fn curve<B: ThinksAhead>(
    book: &B,
    positions: &[Position<B>],
    side: &SideId,
    (simulations, seed): (u32, u64),
    (thinking, progress): (&mut impl Thinking, &mut dyn FnMut(usize, usize)),
) -> Option<Vec<ChanceNow>> {
    let mut all = Vec::new();
    for (at, position) in positions.iter().enumerate() {
        let now = chance_now(book, position, side, (simulations, seed), thinking)?;
        if now.simulations < simulations && !thinking.keep_thinking() {
            return None;
        }
        all.push(now);
        progress(at + 1, positions.len());
    }
    Some(all)
}
