//! The interface from a table session to the battle in play.

use crate::table_session::epoch::Epoch;
use battle::TableNews;
use battle::view::{RollView, ShipGhostView};
use geometry::{Pose, ShipId};
use std::collections::BTreeSet;
use tracking::LiveReading;
use tracking::source::Frame;

/// The battle in play, as the table session uses it: it gets the positions whenever the table is still. It may be busy
/// and waiting for the table's picture, so callers must hold no lock of the table.
pub trait BattleRecord: Send + Sync {
    /// Takes the reading of a frame of the table `made_for`, with the current calibration as JSON.
    fn sees(&self, made_for: Epoch, reading: &LiveReading, frame: &Frame, calibration: &str);
    /// Takes news of camera, table and cards.
    fn hears(&self, made_for: Epoch, news: TableNews, frame: &Frame, calibration: &str);
    /// Accepts only data made for this epoch from now on.
    fn follow(&self, epoch: Epoch);
    /// The positions where the battle in play left its ships.
    fn places(&self) -> Vec<(ShipId, Pose)>;
    /// A ship's name and its side's key, from the battle in play or else as printed.
    fn name_and_side(&self, ship: &ShipId) -> (String, String);
    /// Why the last reading could not be stored, if so, to be shown to players at once.
    fn trouble(&self) -> Option<String> {
        None
    }
    /// How far a ship may move before it is measured again, inches, if known.
    fn reach_in(&self, ship: &ShipId) -> Option<f64> {
        let _ = ship;
        None
    }
    /// The ships on which the decision in hand depends; `None` without a battle, when every doubt matters.
    fn ships_in_hand(&self) -> Option<BTreeSet<ShipId>> {
        None
    }
    /// Returns whether the ship is recorded as sunk or taken, so that its model may be gone.
    fn is_lost(&self, ship: &ShipId) -> bool {
        let _ = ship;
        false
    }
    /// A number that changes whenever the battle in play has news.
    fn news(&self) -> u64 {
        0
    }
    /// The dice that are to be thrown now, in their order.
    fn asked_rolls(&self) -> Vec<RollView> {
        Vec::new()
    }
    /// Ships of the battle in play that do not stand where they should.
    fn ghosts(&self) -> Vec<ShipGhostView> {
        Vec::new()
    }
}
