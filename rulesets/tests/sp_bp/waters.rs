//! Battles set out on a table of given coordinates.

use crate::field::{NINE_INCH, card, mount};
use geometry::{Arc, Heading, HullShape, Observation, Point, Pose, Terrain, TerrainId, TerrainKind};
use rulesets::core::play_out::Staged;
use rulesets::core::{Edge, OptionValue, PlacedShip};
use rulesets::sp_bp::play_out::{LastTurn, SetOut};
use rulesets::sp_bp::*;
use serde_json::json;

fn piece(name: &str, kind: TerrainKind, corners: [(f64, f64); 4]) -> Terrain {
    Terrain {
        id: TerrainId(name.to_owned()),
        name: name.to_owned(),
        kind,
        outline: corners.map(|(x_in, y_in)| Point::new(x_in, y_in)).to_vec(),
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: kind == TerrainKind::Land,
    }
}

fn broadsides(at: Option<u8>) -> Vec<GunMount> {
    let side = |name: &str, from: f64, to: f64| GunMount {
        arcs: vec![Arc::new(from, to)],
        at,
        casemate: at.is_some(),
        ..mount(name, NINE_INCH, 3)
    };
    let pivot = GunMount { kind: GunKind::Rifle, slow_fire: true, ..mount("pivot", "7\", 120 pdr", 1) };
    vec![side("port", 225.0, 315.0), side("starboard", 45.0, 135.0), pivot]
}

/// A battle that uses all features of the book: turrets, paddle wheels, spar torpedoes, rams, mines, an
/// island, a ship that arrives later, captains of every kind. `sigma_in`: standard deviation of places,
/// inches.
pub fn everything(book: &SpBp, options: Vec<OptionValue>, (turns, sigma_in): (u32, f64)) -> SetOut {
    let broadside = |name: &str, of: &str| ShipCard {
        target_type: TargetType::Broadside,
        size: Size::Large,
        ..card(name, of, broadsides(None))
    };
    let turret = |name: &str| GunMount {
        turret: true,
        slow_traverse: true,
        at: Some(6),
        ..mount(name, "11\", 170 pdr", 2)
    };
    let monitor = ShipCard {
        target_type: TargetType::Monitor,
        size: Size::Small,
        low_freeboard: true,
        hull_at: Some(4),
        pilot_house_at: Some(6),
        captain: Captain::SlowWitted,
        ..card("monitor", "union", vec![turret("fore"), turret("aft")])
    };
    let ironclad = ShipCard {
        hull_at: Some(4),
        ram_bow: true,
        size: Size::VeryLarge,
        captain: Captain::RazorSharp,
        ..card("ironclad", "confederate", broadsides(Some(4)))
    };
    let wheeler = |name: &str, of: &str, paddle_wheels| ShipCard {
        paddle_wheels,
        paddle_at: Some(2),
        spar: Spar::Carried,
        ..card(name, of, broadsides(None))
    };
    let tiny = ShipCard {
        size: Size::VerySmall,
        sp: 8,
        bp: 5,
        spar: Spar::Rigged,
        max_speed: 12,
        ..card("torpedo-boat", "confederate", vec![])
    };
    let late = ShipSetup {
        location: Location::Arriving { turn: 3, edge: Edge::West },
        ..broadside("late", "union").into()
    };
    let under_way = |card: ShipCard| ShipSetup { speed: 5, ..card.into() };
    let ships: Vec<(ShipSetup, (f64, f64, f64))> = vec![
        (under_way(broadside("frigate", "union")), (20.0, 14.0, 90.0)),
        (under_way(monitor), (18.0, 20.0, 90.0)),
        (under_way(wheeler("wheeler", "union", PaddleWheels::Sides)), (16.0, 26.0, 90.0)),
        (late, (0.0, 18.0, 90.0)),
        (under_way(ironclad), (34.0, 15.0, 270.0)),
        (under_way(wheeler("river-boat", "confederate", PaddleWheels::Middle)), (36.0, 20.0, 270.0)),
        (under_way(tiny), (32.0, 24.0, 270.0)),
        (ShipSetup { aground: true, ..broadside("stuck", "confederate").into() }, (40.0, 27.0, 200.0)),
    ];
    let terrain = vec![
        piece("island", TerrainKind::Land, [(26.0, 5.0), (30.0, 5.0), (30.0, 9.0), (26.0, 9.0)]),
        piece("mines", TerrainKind::Mined, [(24.0, 20.0), (29.0, 20.0), (29.0, 26.0), (24.0, 26.0)]),
    ];
    let model = |(setup, (x_in, y_in, heading_deg)): &(ShipSetup, (f64, f64, f64))| {
        let pose = Pose { stack: Point::new(*x_in, *y_in), heading: Heading::from_deg(*heading_deg) };
        let observation = Observation {
            sigma_in,
            heading_sigma_rad: sigma_in / 3.0,
            ..Observation::placed(setup.card.id.clone(), pose)
        };
        PlacedShip::at_rest(observation, HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.1 })
    };
    let on_table = |placed: &&(ShipSetup, (f64, f64, f64))| placed.0.location == Location::OnTable;
    let (there, later): (Vec<_>, Vec<_>) = ships.iter().partition(on_table);
    let models = |ships: Vec<_>| ships.into_iter().map(model).collect();
    let water = OptionValue { name: "spb.water".to_owned(), value: json!("estuary") };
    let staged = Staged {
        id: "everything".to_owned(),
        name: "Everything".to_owned(),
        models: models(there),
        later: models(later),
        opening: vec![Decision::Open {
            ships: ships.iter().map(|(setup, _)| setup.clone()).collect(),
            options: [vec![water], options].concat(),
            terrain: terrain.clone(),
        }],
        terrain,
        table_in: (60.0, 36.0),
        scene: LastTurn(turns),
    };
    staged.set_out(book).unwrap()
}
