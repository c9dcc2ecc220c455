//! The ships of the standard table.

use crate::setup::colour::Colour;
use crate::setup::ship_records::{DemoShip, ShipKind, ShipPaint, Side};
use geometry::{Heading, Point, Pose, ShipId};

/// The measures of a model, inches.
struct Measures {
    length_in: f64,
    beam_in: f64,
    deck_in: f64,
    stack_in: f64,
    stack_ahead_in: f64,
}

fn ship(
    (id, kind, side): (&str, ShipKind, Side),
    measures: Measures,
    paint: ShipPaint,
    (x_in, y_in, heading_deg): (f64, f64, f64),
) -> DemoShip {
    DemoShip {
        id: ShipId::new(id),
        kind,
        side,
        scale: 1.0,
        length_in: measures.length_in,
        beam_in: measures.beam_in,
        stack_height_in: measures.stack_in,
        stack_ahead_in: measures.stack_ahead_in,
        deck_height_in: measures.deck_in,
        paint,
        base: None,
        tag: None,
        turret_rad: 0.0,
        stack_off: false,
        mark: None,
        rig: None,
        pose: Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) },
    }
}

/// Hampton Roads, March 1862, at 1:1200: three ships a side, within reach of one another.
pub(crate) fn hampton_roads() -> Vec<DemoShip> {
    use ShipKind::{Casemate, City, Monitor, Sidewheel, Sloop, Tinclad};
    use Side::{Confederate, Union};
    let (grey, iron) = (Colour(96, 98, 98), Colour(62, 62, 64));
    let (black, brown) = (Colour(40, 40, 44), Colour(132, 96, 58));
    let (white, plank) = (Colour(222, 218, 206), Colour(192, 160, 108));
    let paint = |hull, deck, house, stack| ShipPaint { hull, deck, house, stack, band: None, ends: None };
    let measures = |length_in, beam_in, deck_in, stack_in, stack_ahead_in| Measures {
        length_in,
        beam_in,
        deck_in,
        stack_in,
        stack_ahead_in,
    };
    vec![
        ship(
            ("virginia", Casemate, Confederate),
            measures(2.4, 0.52, 0.12, 0.66, -0.05),
            paint(iron, grey, Colour(84, 80, 74), black),
            (30.0, 14.0, 322.0),
        ),
        ship(
            ("patrick-henry", Sidewheel, Confederate),
            measures(2.3, 0.62, 0.12, 0.62, 0.11),
            paint(brown, plank, white, black),
            (36.0, 11.2, 305.0),
        ),
        ship(
            ("teaser", Tinclad, Confederate),
            measures(1.1, 0.3, 0.11, 0.72, 0.18),
            paint(black, plank, white, iron),
            (33.2, 8.4, 318.0),
        ),
        ship(
            ("monitor", Monitor, Union),
            measures(1.75, 0.5, 0.06, 0.31, 0.18),
            paint(iron, Colour(112, 114, 118), Colour(134, 134, 136), black),
            (25.4, 19.2, 136.0),
        ),
        ship(
            ("minnesota", Sloop, Union),
            measures(2.5, 0.5, 0.13, 0.62, 0.12),
            paint(black, Colour(206, 176, 122), plank, iron),
            (19.0, 23.4, 104.0),
        ),
        ship(
            ("congress", City, Union),
            measures(2.0, 0.55, 0.12, 0.67, 0.24),
            paint(brown, Colour(176, 140, 92), Colour(150, 116, 72), black),
            (29.6, 25.8, 168.0),
        ),
    ]
}

/// Three more ships a side, for a battle of six against six.
pub(crate) fn hampton_roads_reinforced() -> Vec<DemoShip> {
    let mut ships = hampton_roads();
    // Sister ships that differ in paint only: house and deck.
    let (navy, buff) = (Colour(58, 70, 96), Colour(206, 176, 122));
    let (green, rust) = (Colour(70, 104, 78), Colour(142, 74, 56));
    for (model, id, house, deck, (x_in, y_in, heading_deg)) in [
        ("patrick-henry", "jamestown", green, buff, (42.0, 14.6, 312.0)),
        ("teaser", "raleigh", rust, green, (38.6, 7.2, 300.0)),
        ("teaser", "beaufort", navy, rust, (28.0, 8.0, 330.0)),
        ("minnesota", "cumberland", rust, green, (13.4, 18.6, 92.0)),
        ("minnesota", "southfield", green, navy, (12.0, 27.2, 110.0)),
        ("congress", "miami", navy, green, (21.4, 29.6, 150.0)),
    ] {
        let Some(sister) = ships.iter().find(|ship| ship.id.as_str() == model) else { continue };
        let mut ship = sister.clone();
        ship.id = ShipId::new(id);
        ship.paint = ShipPaint { house, deck, ..ship.paint };
        ship.pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) };
        ships.push(ship);
    }
    ships
}
