//! The fleets of the classes of tables.

use crate::setup::colour::Colour;
use crate::setup::random_fleet::{random_ship, stand_on_base};
use crate::setup::sampler::Sampler;
use crate::setup::ship_records::{
    BaseSetup, DeckMark, DemoShip, LabelPlace, RigSetup, Sails, ShipKind, Side,
};
use geometry::ShipId;

const KINDS: [ShipKind; 6] = [
    ShipKind::Casemate,
    ShipKind::Monitor,
    ShipKind::Sidewheel,
    ShipKind::Tinclad,
    ShipKind::City,
    ShipKind::Sloop,
];

/// Ships of every kind at one scale.
pub(crate) fn ordinary_fleet(chances: &mut Sampler, scale: f64, count: usize) -> Vec<DemoShip> {
    let mut kinds = KINDS;
    chances.shuffle(&mut kinds);
    let ships = kinds.into_iter().cycle().take(count).map(|kind| random_ship(chances, kind, scale));
    named(ships.collect())
}

/// Ships of 1:2400 to 1:600, their decks 0.05 to 0.5 in above the table.
pub(crate) fn mixed_fleet(chances: &mut Sampler) -> Vec<DemoShip> {
    let mut ships = Vec::new();
    for scale in [0.5, 0.7, 1.0, 1.0, 1.5, 2.0] {
        let mut ship = match chances.one_of(KINDS[0], &KINDS[1..]) {
            ShipKind::Sloop if scale > 1.2 => sailing_ship(chances, scale / 2.0),
            kind => random_ship(chances, kind, scale),
        };
        // Waterline models differ in freeboard more than in anything else.
        let higher = chances.between(0.0, 0.22 * scale);
        ship.deck_height_in += higher;
        ship.stack_height_in = ((ship.stack_height_in + higher) * 100.0).round() / 100.0;
        if let Some(rig) = &mut ship.rig {
            rig.mast_in += higher;
        }
        ships.push(ship);
    }
    named(ships)
}

/// Sailing frigates and sloops at 1:600.
pub(crate) fn sailing_fleet(chances: &mut Sampler) -> Vec<DemoShip> {
    named((0..5).map(|_| sailing_ship(chances, 1.0)).collect())
}

/// A sailing ship whose hull is 4 to 7 in long at a scale of 1 (1:600).
fn sailing_ship(chances: &mut Sampler, scale: f64) -> DemoShip {
    let mut ship = random_ship(chances, ShipKind::Sloop, 2.0 * scale);
    let hundredth = |value: f64| (value * 100.0).round() / 100.0;
    ship.length_in = hundredth(chances.between(4.0, 7.0) * scale);
    ship.beam_in = hundredth(chances.between(0.18, 0.23) * ship.length_in);
    ship.deck_height_in = chances.between(0.25, 0.5) * scale;
    // A third have no engine: what stands for the stack is a hatch on the deck.
    ship.stack_off = chances.happens(0.33);
    let stack_in = if ship.stack_off { 0.04 } else { chances.between(0.5, 0.8) };
    ship.stack_height_in = hundredth(ship.deck_height_in + stack_in * scale);
    ship.stack_ahead_in = hundredth(chances.between(0.02, 0.1) * ship.length_in);
    let (black, white, buff) = (Colour(44, 44, 48), Colour(214, 210, 198), Colour(176, 140, 90));
    ship.paint.hull = chances.one_of(black, &[black, white, Colour(104, 70, 44)]);
    let spars = chances.one_of(Colour(150, 112, 66), &[black, buff, Colour(110, 78, 46)]);
    ship.rig = Some(RigSetup {
        mast_in: chances.between(0.42, 0.65) * ship.length_in,
        yard_in: chances.between(1.7, 2.3) * ship.beam_in,
        braced_rad: chances.between(-0.6, 0.6),
        sails: chances.one_of(Sails::Furled, &[Sails::Furled, Sails::Bare, Sails::Set]),
        spars: chances.near(spars, 10.0),
        canvas: chances.near(Colour(220, 212, 190), 12.0),
    });
    ship
}

/// Ships of every kind on thin bases with name labels: painted as the sea, or not.
pub(crate) fn based_fleet(chances: &mut Sampler, sea: Colour) -> Vec<DemoShip> {
    let mut ships = ordinary_fleet(chances, 1.0, 6);
    let as_sea = chances.happens(0.6);
    let other = chances
        .one_of(Colour(70, 100, 120), &[Colour(60, 80, 60), Colour(40, 44, 48), Colour(150, 140, 118)]);
    let colour = chances.near(if as_sea { sea } else { other }, 10.0);
    let label_at = chances.one_of(LabelPlace::Stern, &[LabelPlace::Side]);
    let base = labelled_base(chances, colour, label_at);
    ships.iter_mut().for_each(|ship| stand_on_base(ship, base));
    ships
}

fn labelled_base(chances: &mut Sampler, colour: Colour, label_at: LabelPlace) -> BaseSetup {
    BaseSetup {
        length_in: chances.between(0.35, 0.6),
        width_in: chances.between(0.28, 0.42),
        height_in: chances.between(0.05, 0.12),
        colour,
        texture: chances.between(0.05, 0.35),
        label: true,
        label_at,
    }
}

/// Five equal hulls on bases, three of them with a coloured dot or band, and two other ships.
pub(crate) fn sisters_fleet(chances: &mut Sampler, sea: Colour) -> Vec<DemoShip> {
    let kind = chances.one_of(ShipKind::City, &[ShipKind::Casemate, ShipKind::Monitor, ShipKind::Sloop]);
    let sister = random_ship(chances, kind, 1.0);
    let mut ships = vec![sister; SISTERS];
    let mut colours = [Colour(196, 40, 36), Colour(228, 194, 50), Colour(226, 222, 212), Colour(60, 90, 190)];
    chances.shuffle(&mut colours);
    let dots = chances.happens(0.5);
    // Which of the line are unmarked is any two.
    let mut marked = [true, true, true, false, false];
    chances.shuffle(&mut marked);
    let to_mark = marked.iter().zip(&mut ships).filter_map(|(marked, ship)| marked.then_some(ship));
    for (ship, colour) in to_mark.zip(colours) {
        ship.mark = Some(if dots { DeckMark::Dot(colour) } else { DeckMark::Band(colour) });
    }
    ships.extend([ShipKind::Sidewheel, ShipKind::Tinclad].map(|kind| random_ship(chances, kind, 1.0)));
    let colour = if chances.happens(0.6) { chances.near(sea, 12.0) } else { Colour(64, 84, 92) };
    let base = labelled_base(chances, colour, LabelPlace::Stripes);
    ships.iter_mut().for_each(|ship| stand_on_base(ship, base));
    named(ships)
}

/// How many of a fleet of sisters are sisters; they come first.
pub(crate) const SISTERS: usize = 5;

fn named(mut ships: Vec<DemoShip>) -> Vec<DemoShip> {
    for (ship, at) in ships.iter_mut().zip(1..) {
        ship.id = ShipId::new(format!("ship-{at}"));
        ship.side = if at % 2 == 0 { Side::Union } else { Side::Confederate };
    }
    ships
}
