//! A snapshot of the table's state.

use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::epoch::Epoch;
use crate::table_session::shore::pieces::Shore;
use geometry::{HullShape, Observation, Point, ShipId, Terrain};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The table's state at one moment. Its parts are shared, so a copy costs only a few pointers.
#[derive(Clone)]
pub struct Snapshot {
    /// The epoch of the table.
    pub epoch: Epoch,
    /// Lens, table and fleet.
    pub calibrated: Arc<CalibratedTable>,
    /// Every ship as last measured.
    pub observations: Arc<Vec<Observation>>,
    /// The pieces on the table, accepted and proposed.
    pub shore: Arc<Shore>,
    /// The current calibration as JSON, stored with every photograph.
    pub calibration_json: Arc<str>,
}

impl Snapshot {
    /// A snapshot with only the saved calibration and shore.
    pub fn new(epoch: Epoch, calibrated: CalibratedTable, shore: Shore) -> Self {
        Self {
            epoch,
            calibrated: Arc::new(calibrated),
            observations: Arc::default(),
            shore: Arc::new(shore),
            calibration_json: Arc::from(""),
        }
    }

    /// The part of the table's state that a battle begins with.
    pub fn on_table(&self) -> OnTable {
        OnTable {
            made_for: self.epoch,
            hulls: self.calibrated.hulls(),
            table_in: self.calibrated.table.as_ref().map(|table| table.size_in),
            terrain: self.shore.terrain(),
            cards: self.calibrated.table.as_ref().map(|table| table.card_outlines_in()).unwrap_or_default(),
            observations: self.observations.to_vec(),
        }
    }
}

/// The models on the table, and the table itself.
pub struct OnTable {
    /// The epoch of the table.
    pub made_for: Epoch,
    /// The outlines of the mustered models.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// The table's size, inches; `None` if it is not calibrated.
    pub table_in: Option<(f64, f64)>,
    /// The terrain that the players drew.
    pub terrain: Vec<Terrain>,
    /// The outlines of the printed cards with their white margins, table inches.
    pub cards: Vec<Vec<Point>>,
    /// Every ship as last measured.
    pub observations: Vec<Observation>,
}
