//! What a table session tells the battle in play, and asks it.

use crate::table_session::epoch::Epoch;
use battle::TableNews;
use battle::view::ShipGhostView;
use geometry::{Pose, ShipId};
use tracking::LiveReading;
use tracking::source::Frame;

/// The battle in play, as the table sees it: it learns what stands where whenever the table rests. It may be at work
/// already and wait for the table's picture: whoever tells it anything holds nothing of the table meanwhile.
pub trait BattleRecord: Send + Sync {
    /// What a frame showed, of which table, with the calibration in force as JSON.
    fn sees(&self, made_for: Epoch, reading: &LiveReading, frame: &Frame, calibration: &str);
    /// What became of camera, table and cards.
    fn hears(&self, made_for: Epoch, news: TableNews, frame: &Frame, calibration: &str);
    /// From now on only what was made for this table counts.
    fn follow(&self, epoch: Epoch);
    /// Where the battle in play left its ships.
    fn places(&self) -> Vec<(ShipId, Pose)>;
    /// A ship's name and its side's key: of the battle in play, else as printed.
    fn name_and_side(&self, ship: &ShipId) -> (String, String);
    /// Why it could not keep what the table showed, if it couldn't: players must know at once.
    fn trouble(&self) -> Option<String> {
        None
    }
    /// How far a ship may be taken before it is measured again, inches, where somebody knows.
    fn reach_in(&self, ship: &ShipId) -> Option<f64> {
        let _ = ship;
        None
    }
    /// Is she known to be sunk or taken? Then her model may be gone.
    fn is_lost(&self, ship: &ShipId) -> bool {
        let _ = ship;
        false
    }
    /// Another number whenever the battle in play has news.
    fn news(&self) -> u64 {
        0
    }
    /// Where models should stand and don't, by the battle in play.
    fn ghosts(&self) -> Vec<ShipGhostView> {
        Vec::new()
    }
}
