//! The scene of a battle at some moment, with the ships at their official places; and that of a scenario's set-up.

use battle::view::{BattleView, PieceOnMap, ScenarioView, ShipView};
use chart::{Condition, Emphasis, PieceKind, Place, Scene, SceneShip, TerrainPiece, Track};
use geometry::{Heading, HullShape, Point, Pose, Terrain, TerrainKind};
use std::collections::BTreeSet;

/// The hull of a ship whose model is not known yet: a usual one at 1:1200.
const USUAL_HULL: HullShape = HullShape { length_in: 2.2, beam_in: 0.55, stack_ahead_in: 0.1 };

/// The scene of a battle.
pub fn battle_scene(battle: &BattleView, tracks: Vec<Track>) -> Scene {
    Scene {
        table_in: battle.table_in,
        title: format!("{}, turn {}: {}", battle.name, battle.turn, battle.phase),
        sides: sides_of(&battle.ships),
        terrain: terrain_of(&battle.terrain),
        ships: battle.ships.iter().filter_map(scene_ship).collect(),
        tracks,
        ..Scene::default()
    }
}

/// The scene of a scenario's set-up.
pub fn scenario_scene(scenario: &ScenarioView) -> Scene {
    let ship = |ship: &battle::view::ScenarioShipView| {
        let place = ship.place?;
        let pose =
            Pose { stack: Point::new(place.x_in, place.y_in), heading: Heading::from_deg(place.heading_deg) };
        Some(SceneShip {
            id: ship.id.clone(),
            name: ship.name.clone(),
            side: ship.side.clone(),
            class: String::new(),
            place: Place { x_in: place.x_in, y_in: place.y_in, heading_rad: place.heading_deg.to_radians() },
            outline_in: USUAL_HULL.outline(pose).iter().map(|corner| (corner.x_in, corner.y_in)).collect(),
            height_in: 0.0,
            condition: Condition::default(),
            emphasis: Emphasis::None,
            in_doubt: false,
            wake: None,
            bars: Vec::new(),
        })
    };
    let sides: BTreeSet<&str> = scenario.ships.iter().map(|ship| ship.side.as_str()).collect();
    Scene {
        table_in: scenario.table_in,
        title: format!("{}: the set-up", scenario.name),
        sides: sides.into_iter().map(str::to_owned).collect(),
        terrain: terrain_of(&scenario.terrain),
        ships: scenario.ships.iter().filter_map(ship).collect(),
        ..Scene::default()
    }
}

/// A ship at her official place; none if she has none.
pub fn scene_ship(ship: &ShipView) -> Option<SceneShip> {
    let place = ship.place?;
    Some(SceneShip {
        id: ship.id.clone(),
        name: ship.name.clone(),
        side: ship.side.clone(),
        class: String::new(),
        place: Place { x_in: place.x_in, y_in: place.y_in, heading_rad: place.heading_deg.to_radians() },
        outline_in: ship.outline_in.clone(),
        height_in: 0.0,
        condition: condition(ship),
        emphasis: Emphasis::None,
        in_doubt: false,
        wake: None,
        bars: Vec::new(),
    })
}

/// How a ship does, by her card.
pub fn condition(ship: &ShipView) -> Condition {
    let (printed, ticked) = ship
        .card
        .sections
        .iter()
        .fold((0, 0), |(printed, ticked), section| (printed + section.printed, ticked + section.ticked));
    let noted = |word: &str| ship.card.notes.iter().any(|note| note.contains(word));
    Condition {
        damage: f64::from(ticked) / f64::from(printed.max(1)),
        burning: noted("fire"),
        struck: noted("struck"),
        aground: noted("aground"),
        sunk: ship.sunk,
        steaming: false,
    }
}

/// The public terrain.
pub fn terrain_of(pieces: &[PieceOnMap]) -> Vec<TerrainPiece> {
    let piece = |piece: &PieceOnMap| TerrainPiece {
        name: piece.name.clone(),
        kind: PieceKind::of(&piece.kind),
        outline_in: piece.outline_in.clone(),
        height_in: 0.0,
    };
    pieces.iter().map(piece).collect()
}

/// The terrain that players drew. Mines are left out, which not everybody may know of.
pub fn terrain_pieces(drawn: &[Terrain]) -> Vec<TerrainPiece> {
    let piece = |piece: &Terrain| {
        let kind = match piece.kind {
            TerrainKind::Land => PieceKind::Land,
            TerrainKind::Shoal { .. } => PieceKind::Shoal,
            TerrainKind::Fort => PieceKind::Fort,
            TerrainKind::Obstacle => PieceKind::Obstacle,
            TerrainKind::Mined => return None,
        };
        let outline_in = piece.outline.iter().map(|corner| (corner.x_in, corner.y_in)).collect();
        Some(TerrainPiece { name: piece.name.clone(), kind, outline_in, height_in: 0.0 })
    };
    drawn.iter().filter_map(piece).collect()
}

/// The sides of ships, in the order of their keys.
pub fn sides_of(ships: &[ShipView]) -> Vec<String> {
    let sides: BTreeSet<&str> = ships.iter().map(|ship| ship.side.as_str()).collect();
    sides.into_iter().map(str::to_owned).collect()
}
