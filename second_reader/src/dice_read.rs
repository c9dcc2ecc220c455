//! Dice that the camera read: those of a throw are the faces that its rolls record.

use crate::record::{Event, ReadError, Record};
use crate::report::Report;
use serde::Deserialize;

/// The rule under which these checks are counted.
const RULE: &str = "DICE-READ";

/// A die as the camera read it.
#[derive(Deserialize)]
struct Read {
    kind: String,
    face: u8,
    read_as: Option<u8>,
    p: f64,
    x_px: f64,
    y_px: f64,
}

/// Compares the dice that the camera read with those that the rolls record.
///
/// # Errors
/// When a die lacks what it needs.
pub(crate) fn check(record: &Record, report: &mut Report) -> Result<(), ReadError> {
    for event in record.standing() {
        let dice: Vec<Read> = match event.at("/dice_read") {
            Some(_) => event.read("/dice_read/dice")?,
            None => Vec::new(),
        };
        let thrown = by_camera(event);
        if dice.is_empty() && thrown.is_empty() {
            continue;
        }
        let read: Vec<(&str, u8)> = dice.iter().map(|die| (die.kind.as_str(), die.face)).collect();
        report.compare(RULE, event.seq, read, thrown);
        for (at, die) in dice.iter().enumerate() {
            let faces = die.kind.strip_prefix('d').and_then(|faces| faces.parse().ok()).unwrap_or(0_u8);
            let fair = (1..=faces).contains(&die.face)
                && die.read_as.is_none_or(|read_as| (1..=faces).contains(&read_as) && read_as != die.face)
                && (0.0..=1.0).contains(&die.p);
            report.hold(
                RULE,
                event.seq,
                fair,
                "a face of its kind, corrected only to another",
                "another reading",
            );
            let twice =
                dice.iter().skip(at + 1).any(|other| (other.x_px, other.y_px) == (die.x_px, die.y_px));
            report.hold(RULE, event.seq, !twice, "each die once", "one die twice");
        }
    }
    Ok(())
}

/// The kind and face of each die of an event whose source is the camera.
fn by_camera(event: &Event) -> Vec<(&str, u8)> {
    let rolls = event.rolled.iter().filter(|roll| roll.thrown.kind == "camera");
    rolls.flat_map(|roll| roll.thrown.faces.iter().map(|face| (roll.request.die.as_str(), *face))).collect()
}
