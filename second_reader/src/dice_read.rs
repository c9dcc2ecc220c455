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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use serde_json::{Value, json};

    /// The findings about one event with two dice, after a change of its body.
    fn found(change: impl FnOnce(&mut Value)) -> usize {
        let die = |face: u8, x_px: f64| json!({"kind": "d6", "face": face, "p": 0.99, "sure": true, "x_px": x_px, "y_px": 9.0, "side_px": 30.0});
        let mut body =
            json!({"event": {}, "dice_read": {"picture": "00", "dice": [die(3, 10.0), die(5, 60.0)]}});
        change(&mut body);
        let rolled = json!([{
            "request": {"id": 1, "die": "d6", "count": 2, "purpose": "hits", "label": "Hits", "rule": "NOD-1"},
            "thrown": {"faces": [3, 5], "kind": "camera"},
            "by": null,
        }]);
        let event = Event {
            seq: 7,
            turn: 1,
            phase: "Fire".to_owned(),
            kind: "dice_thrown".to_owned(),
            taken_back: false,
            rolled: serde_json::from_value(rolled).unwrap(),
            body,
            places: Vec::new(),
            changed: Vec::new(),
        };
        let (book, table_in) = ("noddy".to_owned(), [60.0, 36.0]);
        let record = Record { book, table_in, terrain: Vec::new(), ships: Vec::new(), events: vec![event] };
        let mut report = Report::new("noddy");
        check(&record, &mut report).unwrap();
        assert!(report.checks() > 0);
        report.disagreements.len()
    }

    #[test]
    fn dice_that_are_not_those_of_the_rolls_are_found() {
        assert_eq!(found(|_| ()), 0);
        assert_eq!(found(|body| body["dice_read"]["dice"][0]["read_as"] = json!(2)), 0);
        for (at, says) in [
            ("/dice_read/dice/0/face", json!(4)),
            ("/dice_read/dice/0/kind", json!("d10")),
            ("/dice_read/dice/0/read_as", json!(9)),
            ("/dice_read/dice/0/read_as", json!(3)),
            ("/dice_read/dice/0/p", json!(1.5)),
            ("/dice_read/dice/0/x_px", json!(60.0)),
            ("/dice_read", json!(null)),
        ] {
            let changed = found(|body| {
                body["dice_read"]["dice"][0]["read_as"] = json!(null);
                *body.pointer_mut(at).unwrap() = says.clone();
            });
            assert_eq!(changed, 1, "{at}: {says}");
        }
    }
}
