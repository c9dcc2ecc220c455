//! The demo table sets itself up as a player would: its camera came with a lens file; the table's pose is measured
//! from the cards, and the ships are mustered from rough clicks, on its first picture.

use super::bench::Bench;
use crate::wire::Trouble;
use calibration::{LensFile, TableWords};
use geometry::{Pose, ShipId};
use opencv::core::Mat;
use std::collections::BTreeMap;
use tracking::MusterWords;
use tracking::source::DemoHandle;

/// The corner cards of the demo table, inches.
const CARD_IN: f64 = 2.0;
const TABLE_IN: (f64, f64) = (60.0, 36.0);

/// Sets the ships out where a battle left them, as players do on another evening; true when any was moved. A ship
/// that can't stand there stays where it is: the battle then says where it was and where it is.
pub fn set_out(hand: &DemoHandle, places: &[(ShipId, Pose)]) -> bool {
    places.iter().filter(|(ship, pose)| hand.place(ship, *pose).is_ok()).count() > 0
}

/// Calibrates and musters the demo table, unless a player has begun to.
pub fn set_up(bench: &mut Bench, hand: &DemoHandle, picture: &Mat) -> Result<(), Trouble> {
    if bench.lens.is_none() {
        bench.lens = Some(LensFile::from_lens(hand.camera().lens, 0.0));
    }
    if bench.table.is_none() {
        let words =
            TableWords::CornerCards { size_in: TABLE_IN, card_in: CARD_IN, heights_in: BTreeMap::new() };
        bench.calibrate_table(picture, &words, false, None)?;
    }
    if bench.fleet.is_none() {
        let words = MusterWords::from_json(&serde_json::to_string(&hand.muster_words())?)?;
        bench.muster(picture, None, &words, None)?;
    }
    Ok(())
}
