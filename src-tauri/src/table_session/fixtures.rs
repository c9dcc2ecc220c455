//! Test fixtures: an empty battle record, a camera, and the arguments that open the demo table.

use crate::opening::{DemoChoice, Opening};
use crate::table_session::{BattleRecord, Epoch};
use battle::TableNews;
use calibration::{Lens, TableCamera};
use geometry::{Pose, ShipId};
use tracking::LiveReading;
use tracking::source::Frame;

/// A battle record that ignores everything and uses ids as names.
pub struct Nobody;

impl BattleRecord for Nobody {
    fn sees(&self, _: Epoch, _: &LiveReading, _: &Frame, _: &str) {}
    fn hears(&self, _: Epoch, _: TableNews, _: &Frame, _: &str) {}
    fn follow(&self, _: Epoch) {}
    fn places(&self) -> Vec<(ShipId, Pose)> {
        Vec::new()
    }
    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        (ship.to_string(), String::new())
    }
}

/// A camera over the middle of a table of 60 x 36 in that looks straight down.
pub fn camera() -> TableCamera {
    let lens =
        Lens { fx: 1500.0, fy: 1500.0, cx: 959.5, cy: 539.5, dist: [0.0; 5], width: 1920, height: 1080 };
    TableCamera {
        lens,
        camera_from_table: [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]].into(),
        position_in: [30.0, 18.0, 50.0].into(),
    }
}

/// The demo table's arguments, as the app uses them.
pub fn opening(demo_seed: u64) -> Opening {
    Opening {
        source: Default::default(),
        table: None,
        fleet: None,
        campaign: None,
        data: None,
        demo: DemoChoice { demo_seed, demo_six_a_side: false },
        phones: None,
        answer_dialogs: Vec::new(),
    }
}
