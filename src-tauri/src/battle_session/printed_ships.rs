//! The ships of the book as models to muster.

use crate::ipc::messages::KnownShipView;
use geometry::ShipId;
use rulesets::core::fleet::Propulsion;
use rulesets::gunboat::ShipFacts;
use tracking::ShipAnnotation;

/// Feet of the ship for one inch of the model, at the usual scale of 1:1200.
const FEET_AN_INCH: f64 = 1200.0 / 12.0;

/// A ship of the book with the usual size of its model: its own at 1:1200 if known, otherwise that of its kind. The
/// player corrects it against the model.
pub fn known_ship(facts: &ShipFacts) -> KnownShipView {
    let kind = kind_of(facts);
    // Launches are cast at a larger scale to stay visible.
    let hundredths = |inches: f64| (inches * 100.0).round() / 100.0;
    let at_scale =
        |feet: Option<f64>| feet.filter(|_| !facts.launch).map(|feet| hundredths(feet / FEET_AN_INCH));
    let usual = ShipAnnotation {
        length_in: at_scale(facts.length_ft),
        beam_in: at_scale(facts.beam_ft),
        ..ShipAnnotation::of_kind(ShipId::new(facts.id.clone()), kind)
    };
    let hull = usual.hull();
    KnownShipView {
        id: facts.id.clone(),
        name: facts.name.clone(),
        side: facts.side.id().to_string(),
        kind: kind.to_owned(),
        length_in: hull.length_in,
        beam_in: hull.beam_in,
        stack_height_in: usual.stack_height_in(),
        stack_ahead_in: hull.stack_ahead_in,
    }
}

/// The kind of model: a turret means monitor, armour without a turret casemate; otherwise it is the propulsion.
fn kind_of(facts: &ShipFacts) -> &'static str {
    let carries = |what: &str| facts.gun.iter().any(|gun| gun.mount.contains(what));
    if facts.launch {
        "launch"
    } else if carries("turret") {
        "monitor"
    } else if carries("mortar") {
        "mortar"
    } else if facts.ironclad {
        "casemate"
    } else {
        match facts.propulsion {
            Propulsion::Screw => "screw",
            Propulsion::Sidewheel => "sidewheel",
            Propulsion::Sternwheel | Propulsion::CentreWheel => "sternwheel",
            Propulsion::Sail => "sail",
            Propulsion::Towed => "towed",
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use rulesets::core::BookTables;
    use rulesets::gunboat::{Library, Tables};

    #[test]
    fn a_ship_is_as_long_as_her_model_at_1_to_1200_and_told_by_what_she_looks_like() {
        let library = Library::embedded(&Tables::embedded().unwrap()).unwrap();
        let known = |id: &str| known_ship(library.ship(id).unwrap());
        let passaic = known("passaic");
        assert_eq!((passaic.length_in, passaic.beam_in, passaic.kind.as_str()), (2.0, 0.46, "monitor"));
        for (ship, kind) in
            [("milwaukee", "monitor"), ("virginia", "casemate"), ("congress", "sail"), ("minnesota", "screw")]
        {
            assert_eq!(known(ship).kind, kind, "{ship}");
        }
        for ship in library.ships() {
            let known = known_ship(ship);
            assert!((0.3..4.5).contains(&known.length_in), "{}: {}", known.id, known.length_in);
            assert!(known.beam_in < known.length_in / 2.0, "{}: {}", known.id, known.beam_in);
        }
    }
}
