//! The scene of the table in play: models as the camera sees them, and what the viewer's seat knows of the battle.

use crate::ipc::messages::{LiveShip, Presence};
use crate::table_session::calibrate::ship_outline::DECK_HEIGHT_IN;
use battle::view::{BattleView, GhostReason, ShipGhostView, TableMarks};
use calibration::{Pixel, TableCamera};
use chart::{
    ArcSector, Condition, Emphasis, FireLine, FireState, Ghost, MinedArea, Overlays, PieceKind, Place, Reach,
    RingBand, Scene, SceneShip, TablePoint, TerrainPiece, Track, TurningCircle,
};
use chronicle::scene_of;
use geometry::{Point, Terrain, TerrainKind, Verdict};
use std::collections::BTreeMap;

/// What is drawn of the table in play.
pub struct InPlay<'a> {
    /// The table's size, inches east and north.
    pub table_in: (f64, f64),
    /// The camera, for models that it sees; none before calibration.
    pub camera: Option<TableCamera>,
    /// The models as the window shows them.
    pub live: &'a [LiveShip],
    /// The kinds of the mustered models, by ship.
    pub kinds: &'a BTreeMap<String, String>,
    /// The battle as the viewer may know it; none without one.
    pub battle: Option<&'a BattleView>,
    /// Terrain that players drew, for a table without a battle.
    pub drawn: Vec<TerrainPiece>,
    /// Tracks of the last turns.
    pub tracks: &'a [Track],
    /// Where models should stand.
    pub ghosts: &'a [ShipGhostView],
    /// The marks for the ship that the player looks at.
    pub marks: TableMarks,
    /// The range from the chosen ship to the second one, in words.
    pub range: Option<String>,
    /// The chosen ships: the first, and the one it is measured to.
    pub chosen: &'a [String],
    /// The ship that the pointer is on.
    pub pointed: Option<&'a str>,
}

/// The scene of the table in play.
pub fn live_scene(play: InPlay<'_>) -> Scene {
    let official = play.battle.map(scene_of).unwrap_or_else(|| Scene {
        table_in: play.table_in,
        title: "The table, north up".to_owned(),
        terrain: play.drawn.clone(),
        ..Scene::default()
    });
    let live = play.live.iter().filter_map(|ship| live_ship(&play, ship, &official.ships));
    let mut ships: Vec<SceneShip> = live.collect();
    let unseen = official
        .ships
        .iter()
        .filter(|ship| !ship.condition.sunk && ships.iter().all(|live| live.id != ship.id));
    let unseen = unseen.map(|ship| {
        let model = play.live.iter().find(|live| live.id == ship.id);
        let name = format!("{}{}", ship.name, model.map_or("", doubt));
        SceneShip { emphasis: emphasis(&play, &ship.id), name, ..ship.clone() }
    });
    let unseen: Vec<SceneShip> = unseen.collect();
    ships.extend(unseen);
    Scene {
        table_in: play.table_in,
        ships,
        tracks: play.tracks.to_vec(),
        overlays: overlays(play.marks, play.range, play.ghosts),
        ..official
    }
}

/// A model that the camera sees, or saw last; none if it is off the table.
fn live_ship(play: &InPlay<'_>, ship: &LiveShip, official: &[SceneShip]) -> Option<SceneShip> {
    if matches!(ship.presence, Presence::Off | Presence::Missing) {
        return None;
    }
    let camera = play.camera.as_ref()?;
    let at = |(x, y): (f64, f64), height_in| camera.table_from_pixel(Pixel::new(x, y), height_in);
    let stack = at(ship.stack_px, 0.0)?;
    let heading = stack.heading_to(at(ship.ahead_px, DECK_HEIGHT_IN)?);
    let outline = ship.outline_px.iter().filter_map(|corner| at(*corner, DECK_HEIGHT_IN).map(point));
    let carded = official.iter().find(|carded| carded.id == ship.id);
    Some(SceneShip {
        id: ship.id.clone(),
        name: format!("{}{}", carded.map_or(&ship.name, |carded| &carded.name), doubt(ship)),
        side: ship.side.clone(),
        class: class_of(play, &ship.id),
        place: Place { x_in: stack.x_in, y_in: stack.y_in, heading_rad: heading.rad() },
        outline_in: outline.collect(),
        height_in: DECK_HEIGHT_IN,
        condition: carded.map_or_else(Condition::default, |carded| carded.condition),
        emphasis: emphasis(play, &ship.id),
        in_doubt: ship.name_doubt || ship.bow_doubt || !ship.sure,
        wake: None,
    })
}

/// What is not certain of a model that is shown, for its label.
fn doubt(ship: &LiveShip) -> &'static str {
    match ship {
        LiveShip { presence: Presence::Missing, .. } => " · gone",
        LiveShip { presence: Presence::Off, .. } => " · off the table",
        LiveShip { presence: Presence::Kept, .. } => " · gone, keeps her place",
        LiveShip { seen: false, .. } => " · hidden",
        LiveShip { name_doubt: true, .. } => " · which?",
        LiveShip { bow_doubt: true, .. } => " · bow?",
        LiveShip { sure: false, .. } => " ?",
        _ => "",
    }
}

/// The class of a ship: as the book has it, or that of the model's kind.
fn class_of(play: &InPlay<'_>, ship: &str) -> String {
    let carded = play.battle.and_then(|battle| battle.ships.iter().find(|carded| carded.id == ship));
    let by_model = || play.kinds.get(ship).map(|kind| class_of_kind(kind).to_owned()).unwrap_or_default();
    carded.map_or_else(by_model, |carded| carded.class.clone())
}

/// The class of plan that is most like a kind of model.
fn class_of_kind(kind: &str) -> &str {
    match kind {
        "casemate" => "casemate_ironclad",
        "mortar" => "mortar_boat",
        "screw" => "screw_sloop",
        "sidewheel" => "side_wheeler",
        "sternwheel" => "stern_wheeler",
        "sail" => "sailing_ship",
        "towed" => "hull",
        other => other,
    }
}

fn emphasis(play: &InPlay<'_>, ship: &str) -> Emphasis {
    let is = |chosen: Option<&String>| chosen.is_some_and(|chosen| chosen == ship);
    if is(play.chosen.first()) {
        Emphasis::Chosen
    } else if is(play.chosen.get(1)) {
        Emphasis::Target
    } else if play.pointed == Some(ship) {
        Emphasis::Pointed
    } else {
        Emphasis::None
    }
}

fn overlays(marks: TableMarks, range: Option<String>, ghosts: &[ShipGhostView]) -> Overlays {
    let target_in = marks.fire.as_ref().map(|fire| fire.from.1.distance_in(fire.to.1));
    let bands = marks.bands.iter().map(|band| RingBand {
        ship: Some(band.ship.clone()),
        centre_in: point(band.at),
        from_in: band.from_in,
        to_in: band.to_in,
        name: band.name.clone(),
        marked: target_in.is_some_and(|range_in| band.from_in < range_in && range_in <= band.to_in),
    });
    let arcs = marks.arcs.iter().filter_map(|arc| {
        Some(ArcSector {
            ship: Some(arc.ship.clone()),
            at_in: point(arc.at),
            from_rad: arc.from_deg.to_radians(),
            sweep_rad: arc.sweep_deg.to_radians(),
            reach_in: arc.reach_in?,
            bears: arc.bears.is_none_or(|bears| bears != Verdict::No),
        })
    });
    let reach = marks.reaches.iter().map(|mark| Reach {
        ship: Some(mark.ship.clone()),
        outline_in: mark.reach.outline.iter().copied().map(point).collect(),
    });
    let circles = marks.reaches.iter().flat_map(|mark| {
        mark.circles.iter().map(|(centre, radius_in)| TurningCircle {
            ship: Some(mark.ship.clone()),
            centre_in: point(*centre),
            radius_in: *radius_in,
        })
    });
    let fire = marks.fire.as_ref().map(|fire| FireLine {
        ship: Some(fire.from.0.clone()),
        from_in: point(fire.from.1),
        to_in: point(fire.to.1),
        state: match fire.clear {
            Verdict::Yes => FireState::Clear,
            Verdict::TooClose => FireState::Doubtful,
            Verdict::No => FireState::Blocked,
        },
        in_the_way: fire
            .in_the_way
            .iter()
            .map(|outline| outline.iter().copied().map(point).collect())
            .collect(),
        text: range.unwrap_or_default(),
    });
    let mines = marks.secrets.iter().map(|area| MinedArea {
        name: area.name.clone(),
        outline_in: area.outline.iter().copied().map(point).collect(),
        real: area.real,
    });
    Overlays {
        bands: bands.collect(),
        arcs: arcs.collect(),
        fire: fire.into_iter().collect(),
        reach: reach.collect(),
        circles: circles.collect(),
        ghosts: ghosts.iter().map(ghost).collect(),
        mines: mines.collect(),
        ..Overlays::default()
    }
}

fn ghost(ghost: &ShipGhostView) -> Ghost {
    Ghost {
        ship: ghost.ship.clone(),
        side: ghost.side.clone(),
        outline_in: ghost.outline_in.clone(),
        height_in: 0.0,
        text: ghost.name.clone(),
        urgent: matches!(ghost.why, GhostReason::SetOut | GhostReason::Return | GhostReason::Ordered),
        from_in: None,
    }
}

fn point(point: Point) -> TablePoint {
    (point.x_in, point.y_in)
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
