//! Battles set out on a table of numbers.

use super::{card, id};
use geometry::{Arc, Heading, HullShape, Observation, Point, Pose, Terrain, TerrainId, TerrainKind};
use rulesets::core::{AppDice, Book, Edge, PlacedShip, PlacedTable};
use rulesets::gunboat::play_out::{GunScene, SetOut};
use rulesets::gunboat::*;

/// A ship with her place: inches east and north, degrees.
pub type Placed = (ShipSetup, (f64, f64, f64));

fn model((setup, (x_in, y_in, heading_deg)): &Placed, sigma_in: f64) -> PlacedShip {
    let observation = Observation {
        sigma_in,
        heading_sigma_rad: sigma_in / 3.0,
        ..Observation::placed(
            setup.card.id.clone(),
            Pose { stack: Point::new(*x_in, *y_in), heading: Heading::from_deg(*heading_deg) },
        )
    };
    let length_in = if setup.card.launch { 0.7 } else { 2.2 };
    PlacedShip::at_rest(observation, HullShape { length_in, beam_in: length_in / 4.5, stack_ahead_in: 0.1 })
}

/// Opens a battle and sets it out on a table of 60 by 36 inches.
pub fn set_out(
    book: &Gunboat,
    ships: Vec<Placed>,
    (forts, terrain): (Vec<FortCard>, Vec<Terrain>),
    options: Vec<OptionValue>,
    (turns, sigma_in): (u32, f64),
) -> SetOut {
    let open = Decision::Open {
        ships: ships.iter().map(|(setup, _)| setup.clone()).collect(),
        forts,
        options,
        terrain: terrain.clone(),
    };
    let events =
        book.decide(&State::default(), &open, &PlacedTable::default(), &mut AppDice::new(0, &[])).unwrap();
    let state = events.iter().fold(State::default(), Gunboat::apply);
    let on_table = |placed: &&Placed| placed.0.location == Location::OnTable;
    let (there, later): (Vec<&Placed>, Vec<&Placed>) = ships.iter().partition(on_table);
    let models = |all: Vec<&Placed>| all.into_iter().map(|placed| model(placed, sigma_in)).collect();
    let table = PlacedTable::new(models(there))
        .with_terrain(terrain)
        .with_guns_ashore(state.guns_ashore())
        .with_edges((60.0, 36.0));
    SetOut { state, table, later: models(later), scene: GunScene::new(turns, None) }
}

/// A mount as it is told; most tests take kind and penetration from the book's tables.
pub fn mount(name: &str, (gun, kind, pf): (&str, GunKind, u8), guns: u8, arc: Arc) -> GunMount {
    GunMount {
        id: MountId::new(name),
        place: name.to_owned(),
        gun: gun.to_owned(),
        kind,
        pf,
        guns,
        arcs: vec![arc],
        turret: None,
    }
}

const NINE_INCH: (&str, GunKind, u8) = ("9\" SMOOTHBORE", GunKind::Smoothbore, 7);
const EIGHT_INCH: (&str, GunKind, u8) = ("8\" SMOOTHBORE", GunKind::Smoothbore, 6);
const ELEVEN_INCH: (&str, GunKind, u8) = ("11\" SMOOTHBORE", GunKind::Smoothbore, 9);
const SEVEN_INCH_RIFLE: (&str, GunKind, u8) = ("7\" RIFLE", GunKind::Rifle, 10);
const HOWITZER: (&str, GunKind, u8) = ("12-LB HOWITZER", GunKind::Howitzer, 1);
const MORTAR: (&str, GunKind, u8) = ("13\" MORTAR", GunKind::Mortar, 0);

fn broadsides(gun: (&str, GunKind, u8), guns: u8) -> Vec<GunMount> {
    vec![
        mount("starboard", gun, guns, Arc::new(45.0, 135.0)),
        mount("port", gun, guns, Arc::new(225.0, 315.0)),
        mount("bow", SEVEN_INCH_RIFLE, 1, Arc::new(315.0, 45.0)),
    ]
}

fn ironclad(name: &str, side: Side) -> ShipCard {
    ShipCard { ram: 1, circle: Circle::C, ..card(name, side, 8, broadsides(NINE_INCH, 4)) }
}

fn wooden(name: &str, side: Side) -> ShipCard {
    ShipCard { circle: Circle::A, ..card(name, side, 0, broadsides(EIGHT_INCH, 5)) }
}

/// Three ships a side on open water, whose places err by so much, inches.
pub fn six_ships(book: &Gunboat, turns: u32, sigma_in: f64) -> SetOut {
    let line = |side: Side, x_in: f64, heading_deg: f64| {
        let names = match side {
            Side::Union => ["essex", "carondelet", "conestoga"],
            Side::Confederate => ["arkansas", "bragg", "price"],
        };
        let ship = move |(at, name): (usize, &str)| {
            let card = if at == 0 { ironclad(name, side) } else { wooden(name, side) };
            (card.into(), (x_in, 12.0 + 5.0 * at as f64, heading_deg))
        };
        names.into_iter().enumerate().map(ship).collect::<Vec<Placed>>()
    };
    let ships = [line(Side::Union, 20.0, 90.0), line(Side::Confederate, 38.0, 270.0)].concat();
    set_out(book, ships, (vec![], vec![]), vec![], (turns, sigma_in))
}

fn piece(name: &str, kind: TerrainKind, corners: [(f64, f64); 4], blocks_sight: bool) -> Terrain {
    Terrain {
        id: TerrainId(name.to_owned()),
        name: name.to_owned(),
        kind,
        outline: corners.map(|(x_in, y_in)| Point::new(x_in, y_in)).to_vec(),
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight,
    }
}

/// A river with everything in it that the book knows: banks, a shoal, mines, a pier, a fort, mortars, launches, tugs,
/// boarders, a ship that comes later, a current.
pub fn everything(book: &Gunboat, options: Vec<OptionValue>, (turns, sigma_in): (u32, f64)) -> SetOut {
    let (union, confederate) = (Side::Union, Side::Confederate);
    let launch = |name: &str, side: Side, spar_torpedo: bool| ShipSetup {
        boarding_parties: u8::from(!spar_torpedo && side == confederate),
        spar_torpedo,
        ..ShipSetup::from(ShipCard {
            launch: true,
            circle: Circle::Launch,
            draft: 1,
            draft_ft: 2.0,
            midships: 1,
            ..card(name, side, 0, vec![mount("howitzer", HOWITZER, 1, Arc::ALL_ROUND)])
        })
    };
    let boarder = |card: ShipCard| ShipSetup { boarding_parties: 2, ..card.into() };
    let sidewheel = |card: ShipCard| ShipCard { propulsion: Propulsion::Sidewheel, ..card };
    let mortars = vec![mount("mortar", MORTAR, 1, Arc::ALL_ROUND)];
    let towed =
        ShipCard { speed: 0, stack: 0, propulsion: Propulsion::Towed, ..card("boat", union, 0, mortars) };
    let comes = |card: ShipCard, edge| ShipSetup {
        location: Location::Arriving { turn: 3, edge },
        ..ShipSetup::from(card)
    };
    let turreted = GunMount {
        turret: Some(Turret { ahead_in: 0.3 }),
        ..mount("turret", ELEVEN_INCH, 2, Arc::ALL_ROUND)
    };
    let ships = vec![
        (ironclad("cairo", union).into(), (20.0, 14.0, 90.0)),
        (sidewheel(wooden("queen", union)).into(), (16.0, 18.0, 90.0)),
        (ShipCard { ironclad: true, ..card("monitor", union, 9, vec![turreted]) }.into(), (18.0, 22.0, 90.0)),
        (ShipSetup { anchored: true, ..towed.into() }, (8.0, 16.0, 90.0)),
        (launch("picket", union, false), (24.0, 18.0, 90.0)),
        (comes(wooden("late", union), Edge::West), (0.0, 0.0, 0.0)),
        (ironclad("arkansas", confederate).into(), (40.0, 15.0, 270.0)),
        (boarder(sidewheel(wooden("webb", confederate))), (42.0, 19.0, 270.0)),
        (boarder(wooden("price", confederate)), (38.0, 22.0, 270.0)),
        (launch("squib", confederate, false), (34.0, 18.0, 270.0)),
        (launch("torch", confederate, true), (34.0, 20.0, 270.0)),
        (ShipSetup { aground: true, ..wooden("stuck", confederate).into() }, (46.0, 25.0, 270.0)),
    ];
    let gun = |name: &str, x_in: f64| FortGun {
        id: id(name),
        place: name.to_owned(),
        gun: "10\" SMOOTHBORE".to_owned(),
        kind: GunKind::Smoothbore,
        pf: 8,
        armor: 6,
        x_in,
        y_in: 4.5,
        arcs: vec![Arc::new(270.0, 90.0)],
    };
    let fort = FortCard {
        id: id("fort"),
        name: "Fort".to_owned(),
        side: confederate,
        guns: vec![gun("fort-1", 30.0), gun("fort-2", 31.0), gun("fort-3", 32.0)],
    };
    let terrain = vec![
        piece("south", TerrainKind::Land, [(0.0, 0.0), (60.0, 0.0), (60.0, 5.0), (0.0, 5.0)], true),
        piece("north", TerrainKind::Land, [(0.0, 32.0), (60.0, 33.0), (60.0, 36.0), (0.0, 36.0)], true),
        piece("spit", TerrainKind::Land, [(10.0, 25.0), (14.0, 25.0), (13.0, 32.5), (11.0, 32.5)], true),
        piece(
            "bar",
            TerrainKind::Shoal { depth_ft: 9.0 },
            [(26.0, 20.0), (34.0, 22.0), (32.0, 27.0), (25.0, 25.0)],
            false,
        ),
        piece("mines", TerrainKind::Mined, [(28.0, 8.0), (33.0, 8.0), (33.0, 14.0), (28.0, 14.0)], false),
        piece("pier", TerrainKind::Obstacle, [(50.0, 5.0), (52.0, 5.0), (52.0, 9.0), (50.0, 9.0)], false),
    ];
    let set = |name: &str, value: serde_json::Value| OptionValue { name: name.to_owned(), value };
    let options = [
        options,
        vec![set("gun.launches", true.into()), set("gun.current_in", 0.5.into())],
        vec![set("gun.current_toward_deg", 80.0.into())],
    ];
    set_out(book, ships, (vec![fort], terrain), options.concat(), (turns, sigma_in))
}
