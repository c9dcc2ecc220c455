//! What drawings show of a battle, for one seat.

use crate::battle_session::{Desk, seat};
use crate::ipc::messages::Trouble;
use crate::ipc::seat::Asker;
use battle::view::{BattleView, TableMarks};
use chronicle::TurnWay;
use geometry::ShipId;

impl Desk {
    /// What a drawing of the battle in play shows to a seat, with the marks for the ship that it looks at and for the
    /// one that she is measured to; `None` without a battle.
    pub fn on_stage(
        &self,
        (asker, viewer): (Asker, &str),
        ship: Option<&ShipId>,
        target: Option<&ShipId>,
    ) -> Result<Option<(BattleView, TableMarks)>, Trouble> {
        let playing = self.playing();
        let Some(battle) = playing.battle() else { return Ok(None) };
        let viewer = seat(battle, asker, viewer)?;
        Ok(Some((battle.drawn_for(&viewer), battle.marks_for(ship, target, &viewer))))
    }

    /// The ways of the ships in the last turns of a battle up to the event `through`.
    pub fn turn_ways(&self, number: i64, through: i64, by: (Asker, &str)) -> Result<Vec<TurnWay>, Trouble> {
        const TURNS: u32 = 2;
        self.with(number, by, |battle, viewer| {
            Ok(chronicle::turn_ways(&battle.account(viewer), through, TURNS))
        })
    }
}
