//! Random fleets: ships of every kind and paint, sisters, bases, boats.

use crate::setup::colour::Colour;
use crate::setup::sampler::Sampler;
use crate::setup::ship_records::{BaseSetup, DemoShip, LabelPlace, ShipKind, ShipPaint, Side};
use geometry::{Heading, Point, Pose, ShipId};

const KINDS: [ShipKind; 6] = [
    ShipKind::Casemate,
    ShipKind::Monitor,
    ShipKind::Sidewheel,
    ShipKind::Tinclad,
    ShipKind::City,
    ShipKind::Sloop,
];

const NAMES: [&str; 24] = [
    "arkansas",
    "atlanta",
    "baltic",
    "benton",
    "cairo",
    "carondelet",
    "chickasaw",
    "choctaw",
    "conestoga",
    "eastport",
    "essex",
    "galena",
    "gaines",
    "lafayette",
    "lexington",
    "louisville",
    "manassas",
    "mound-city",
    "nashville",
    "ozark",
    "palmetto-state",
    "pittsburg",
    "tennessee",
    "winnebago",
];

/// Below this a boat is only a few pixels long, too small to play with.
const BOATS_NEED_PX_PER_IN: f64 = 22.0;

/// A fleet of 3 to 14 ships for a sea of some colour, seen at `px_per_in`. Their places are not set.
pub(crate) fn random_fleet(
    chances: &mut Sampler,
    sea: Colour,
    px_per_in: f64,
    sea_in: (f64, f64),
) -> Vec<DemoShip> {
    let scale = match chances.between(0.0, 1.0) {
        x if x < 0.66 => 1.0,
        x if x < 0.82 => chances.between(1.1, 1.3),
        _ => 2.0,
    };
    // Large models on a small table have no room to stand apart.
    let most = if scale > 1.5 || sea_in.0 < 50.0 { 8 } else { 14 };
    let count = chances.count(3, most) as usize;
    let mut fleet: Vec<DemoShip> = Vec::new();
    if chances.happens(0.55) {
        sisters(chances, scale, count, &mut fleet);
    }
    if px_per_in / scale >= BOATS_NEED_PX_PER_IN && chances.happens(0.5) {
        for _ in 0..chances.count(1, 3) {
            let kind = chances.one_of(ShipKind::Launch, &[ShipKind::Mortar]);
            fleet.push(random_ship(chances, kind, 1.0));
        }
    }
    while fleet.len() < count {
        let kind = chances.one_of(KINDS[0], &KINDS[1..]);
        fleet.push(random_ship(chances, kind, scale));
    }
    fleet.truncate(count.max(3));
    if chances.happens(0.22) {
        hide_in_the_sea(chances, sea, &mut fleet);
    }
    if chances.happens(0.25) {
        let base = random_base(chances, sea);
        for ship in &mut fleet {
            if ship.kind != ShipKind::Launch && chances.happens(0.9) {
                stand_on_base(ship, base);
            }
        }
    }
    if chances.happens(0.08) {
        for (ship, tag) in fleet.iter_mut().filter(|ship| ship.length_in >= 1.6).zip([10, 11]) {
            ship.tag = Some(tag);
        }
    }
    chances.shuffle(&mut fleet);
    let mut names = NAMES;
    chances.shuffle(&mut names);
    for (at, (ship, name)) in fleet.iter_mut().zip(names).enumerate() {
        ship.id = ShipId::new(name);
        ship.side = if at % 2 == 0 { Side::Union } else { Side::Confederate };
    }
    fleet
}

/// Two to four ships alike but for the band round their stacks; sometimes two that are identical.
fn sisters(chances: &mut Sampler, scale: f64, most: usize, fleet: &mut Vec<DemoShip>) {
    let kind = chances.one_of(KINDS[0], &KINDS[1..]);
    let first = random_ship(chances, kind, scale);
    let mut bands = [
        Colour(190, 40, 36),
        Colour(224, 190, 50),
        Colour(222, 218, 208),
        Colour(60, 90, 180),
        Colour(70, 150, 80),
    ];
    chances.shuffle(&mut bands);
    let twins = chances.happens(0.25);
    let count = (chances.count(2, 4) as usize).min(most);
    for (at, band) in bands.into_iter().take(count).enumerate() {
        let mut sister = first.clone();
        // The first two of twins carry the same band.
        sister.paint.band = if twins && at < 2 { first.paint.band } else { Some(band) };
        fleet.push(sister);
    }
}

/// A ship of a kind, with dimensions typical of such models.
pub(crate) fn random_ship(chances: &mut Sampler, kind: ShipKind, scale: f64) -> DemoShip {
    // Length, beam as a share of it, deck, stack, how far ahead the stack stands as a share of the length.
    let (length, beam, deck, stack, ahead) = match kind {
        ShipKind::Casemate => ((1.8, 2.6), (0.20, 0.26), (0.10, 0.14), (0.55, 0.75), (-0.08, 0.04)),
        ShipKind::Monitor => ((1.4, 2.0), (0.26, 0.31), (0.05, 0.08), (0.26, 0.36), (-0.05, 0.14)),
        ShipKind::Sidewheel => ((1.7, 2.6), (0.24, 0.29), (0.10, 0.14), (0.50, 0.72), (0.0, 0.08)),
        ShipKind::Tinclad => ((1.0, 1.6), (0.26, 0.31), (0.09, 0.12), (0.50, 0.75), (0.08, 0.2)),
        ShipKind::City => ((1.7, 2.2), (0.27, 0.32), (0.10, 0.14), (0.55, 0.72), (0.06, 0.14)),
        ShipKind::Sloop => ((1.5, 2.6), (0.19, 0.24), (0.11, 0.15), (0.50, 0.68), (0.0, 0.08)),
        ShipKind::Launch => ((0.45, 0.75), (0.28, 0.36), (0.05, 0.08), (0.14, 0.26), (-0.06, 0.0)),
        ShipKind::Mortar => ((0.5, 0.75), (0.34, 0.42), (0.06, 0.09), (0.14, 0.22), (0.0, 0.1)),
    };
    // Dimensions are given to a hundredth of an inch, so they are drawn that way.
    let hundredth = |value: f64| (value * 100.0).round() / 100.0;
    let mut within = |(low, high): (f64, f64)| chances.between(low, high);
    let length_in = hundredth(within(length) * scale);
    let beam_in = hundredth(within(beam) * length_in);
    let deck_height_in = within(deck) * scale;
    let stack_height_in = hundredth(within(stack) * scale);
    let stack_ahead_in = hundredth(within(ahead) * length_in);
    DemoShip {
        id: ShipId::new("unnamed"),
        kind,
        side: Side::Union,
        scale,
        length_in,
        beam_in,
        stack_height_in,
        stack_ahead_in,
        deck_height_in,
        paint: random_paint(chances),
        base: None,
        tag: None,
        turret_rad: chances.between(-0.4, 0.4),
        stack_off: false,
        mark: None,
        rig: None,
        pose: Pose { stack: Point::new(0.0, 0.0), heading: Heading::from_deg(0.0) },
    }
}

fn random_paint(chances: &mut Sampler) -> ShipPaint {
    let (black, iron, grey) = (Colour(40, 40, 44), Colour(66, 66, 68), Colour(104, 106, 108));
    let (brown, white, plank) = (Colour(128, 94, 58), Colour(216, 212, 200), Colour(190, 158, 108));
    let (rust, tan, buff) = (Colour(120, 66, 44), Colour(164, 132, 88), Colour(206, 180, 120));
    let hull = chances.one_of(black, &[black, iron, grey, brown, white, rust]);
    let deck = chances.one_of(plank, &[plank, tan, grey, Colour(112, 114, 118), buff, brown]);
    let house = chances.one_of(white, &[white, brown, grey, iron, buff, tan]);
    let stack = chances.one_of(black, &[black, iron, brown, rust]);
    ShipPaint {
        hull: chances.near(hull, 10.0),
        deck: chances.near(deck, 12.0),
        house: chances.near(house, 12.0),
        stack: chances.near(stack, 6.0),
        band: None,
        ends: None,
    }
}

/// Paints some ships nearly as the sea, hull and deck or only their ends.
fn hide_in_the_sea(chances: &mut Sampler, sea: Colour, fleet: &mut [DemoShip]) {
    let ends = chances.happens(0.5);
    for ship in fleet.iter_mut() {
        // Sisters stay alike.
        if ship.paint.band.is_some() || !chances.happens(0.5) {
            continue;
        }
        if ends {
            ship.paint.ends = Some(chances.near(sea, 5.0));
        } else {
            ship.paint.hull = chances.near(sea, 14.0);
            ship.paint.deck = chances.near(sea, 22.0);
        }
    }
}

fn random_base(chances: &mut Sampler, sea: Colour) -> BaseSetup {
    let colour = chances.one_of(sea, &[sea, Colour(70, 100, 120), Colour(60, 80, 60), Colour(40, 44, 48)]);
    BaseSetup {
        length_in: chances.between(0.2, 0.5),
        width_in: chances.between(0.15, 0.35),
        height_in: chances.between(0.04, 0.1),
        colour: chances.near(colour, 12.0),
        texture: chances.between(0.1, 0.4),
        label: chances.happens(0.6),
        label_at: LabelPlace::Stripes,
    }
}

/// Puts a ship on a base that is longer and wider by these amounts; everything on it rises by the base.
pub(crate) fn stand_on_base(ship: &mut DemoShip, larger: BaseSetup) {
    let base = BaseSetup {
        length_in: ship.length_in + larger.length_in,
        width_in: ship.beam_in + larger.width_in,
        ..larger
    };
    ship.deck_height_in += base.height_in;
    ship.stack_height_in = ((ship.stack_height_in + base.height_in) * 100.0).round() / 100.0;
    ship.base = Some(base);
}
