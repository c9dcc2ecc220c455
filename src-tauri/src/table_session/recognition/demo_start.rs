//! Sets up the demo table as a player would, from its first picture: the lens file is given, the table's pose is
//! measured from the cards, and the ships are mustered from rough clicks.

use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use calibration::{LensFile, TableInput};
use demo::TableSetup;
use disk::write_whole;
use geometry::{Pose, ShipId};
use opencv::core::Mat;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tracking::FleetAnnotation;
use tracking::source::DemoHandle;

/// Side of the demo table's corner cards, inches.
const CARD_IN: f64 = 2.0;
const TABLE_IN: (f64, f64) = (60.0, 36.0);

/// Puts models on the table that don't stand there at first: the sisters of the standard fleet, which some battles need.
/// Ships without a demo model are left out.
pub fn bring<'s>(hand: &DemoHandle, ships: impl IntoIterator<Item = &'s ShipId>) -> Result<(), Trouble> {
    let mut models = TableSetup::six_a_side(0).fleet;
    let wanted: BTreeSet<&ShipId> = ships.into_iter().collect();
    models.retain(|model| wanted.contains(&model.id));
    Ok(hand.bring(models)?)
}

/// Puts the ships where they were left; returns whether any was moved. A ship that can't stand there stays where it is,
/// and the battle then says where it should stand.
pub fn set_out(hand: &DemoHandle, mut places: BTreeMap<ShipId, Pose>) -> bool {
    let before = places.len();
    // A ship may block another one's place until it has moved itself.
    loop {
        let waiting = places.len();
        places.retain(|ship, pose| hand.place(ship, *pose).is_err());
        if places.is_empty() || places.len() == waiting {
            return places.len() < before;
        }
    }
}

/// Saves the models' positions: like a real table, the demo table stays as it was left.
pub fn keep(hand: &DemoHandle, path: &Path) -> Result<(), Trouble> {
    let places: BTreeMap<ShipId, Pose> =
        hand.truth().into_iter().map(|standing| (standing.ship, standing.pose)).collect();
    Ok(write_whole(path, &serde_json::to_vec(&places)?)?)
}

/// The saved positions of the models; empty if none were saved, or the file can't be read.
pub fn left(path: &Path) -> BTreeMap<ShipId, Pose> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Calibrates and musters the demo table, unless a player has begun to.
pub fn set_up(calibrated: &mut CalibratedTable, hand: &DemoHandle, picture: &Mat) -> Result<(), Trouble> {
    if calibrated.lens.is_none() {
        calibrated.lens = Some(LensFile::from_lens(hand.camera().lens, 0.0));
    }
    if calibrated.table.is_none() {
        let words =
            TableInput::CornerCards { size_in: TABLE_IN, card_in: CARD_IN, heights_in: BTreeMap::new() };
        calibrated.calibrate_table(picture, &words, false)?;
    }
    if calibrated.fleet.is_none() {
        muster(calibrated, hand, picture)?;
    }
    Ok(())
}

/// Musters all models on the demo table from rough clicks.
pub fn muster(calibrated: &mut CalibratedTable, hand: &DemoHandle, picture: &Mat) -> Result<(), Trouble> {
    let words = FleetAnnotation::from_json(&serde_json::to_string(&hand.fleet_annotation())?)?;
    calibrated.muster(picture, None, &words)
}
