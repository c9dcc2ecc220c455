//! What is known of the table at one moment.

use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::epoch::Epoch;
use crate::table_session::shore::pieces::Shore;
use geometry::{HullShape, Observation, ShipId, Terrain};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The table as it was known at one moment. Parts are shared: a copy costs a few pointers.
#[derive(Clone)]
pub struct Snapshot {
    /// Of which table it is.
    pub epoch: Epoch,
    /// Lens, table and fleet.
    pub calibrated: Arc<CalibratedTable>,
    /// Every ship, as last measured.
    pub observations: Arc<Vec<Observation>>,
    /// The pieces on the table, taken and proposed.
    pub shore: Arc<Shore>,
    /// The calibration in force, as JSON: kept with every photograph.
    pub calibration_json: Arc<str>,
}

impl Snapshot {
    /// A table of which nothing is known but what was kept for it.
    pub fn new(epoch: Epoch, calibrated: CalibratedTable, shore: Shore) -> Self {
        Self {
            epoch,
            calibrated: Arc::new(calibrated),
            observations: Arc::default(),
            shore: Arc::new(shore),
            calibration_json: Arc::from(""),
        }
    }

    /// All of the table that a battle begins with.
    pub fn on_table(&self) -> OnTable {
        OnTable {
            made_for: self.epoch,
            hulls: self.calibrated.hulls(),
            table_in: self.calibrated.table.as_ref().map(|table| table.size_in),
            terrain: self.shore.terrain(),
            observations: self.observations.to_vec(),
        }
    }
}

/// The models on the table, and the table itself.
pub struct OnTable {
    /// As it stood then.
    pub made_for: Epoch,
    /// The plans of the models that were mustered.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// The table's size; none where none is calibrated.
    pub table_in: Option<(f64, f64)>,
    /// What the players drew of the shore.
    pub terrain: Vec<Terrain>,
    /// What stands where.
    pub observations: Vec<Observation>,
}
