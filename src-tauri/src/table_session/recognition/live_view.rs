//! The view of the table for windows: ships, ghosts and questions in pixels of the picture.

use crate::ipc::messages::{
    LiveGhost, LiveShip, LiveThing, LiveView, Presence, QuestionView, SourceView, ThingWord,
};
use crate::table_session::battle_record::BattleRecord;
use crate::table_session::calibrate::ship_outline::{draw, pair};
use crate::table_session::recognition::questions::questions;
use crate::table_session::state::hand_words::{Absences, ThingWords, presence_of};
use battle::view::ShipGhostView;
use calibration::{TableCamera, TableFile};
use geometry::{Heading, HullShape, Observation, Point, ShipId};
use std::collections::BTreeMap;
use tracking::{LiveReading, Question, ThingSeen};

/// Length of a ghost's arrow, inches.
const GHOST_ARROW_IN: f64 = 2.0;

/// The input of the overlay.
pub struct OverlayInput<'a> {
    /// The current table; `None` before calibration.
    pub table: Option<&'a TableFile>,
    /// The outlines of the mustered ships.
    pub hulls: &'a BTreeMap<ShipId, HullShape>,
    /// The newest reading.
    pub reading: Option<&'a LiveReading>,
    /// What players said of missing ships.
    pub absences: &'a Absences,
    /// What players said of things.
    pub thing_words: &'a ThingWords,
    /// The battle in play.
    pub record: &'a dyn BattleRecord,
}

/// What is drawn over the picture, and the questions.
#[derive(Default)]
pub struct Overlay {
    /// Outline of the playing area, pixels.
    pub table_px: Vec<(f64, f64)>,
    /// The ships.
    pub ships: Vec<LiveShip>,
    /// Ships of the battle in play that do not stand where they should.
    pub ghosts: Vec<LiveGhost>,
    /// Things that lie on the table.
    pub things: Vec<LiveThing>,
    /// Questions that only players can answer.
    pub questions: Vec<QuestionView>,
}

/// Computes the overlay of a table; empty before calibration.
pub fn overlay_of(input: &OverlayInput<'_>) -> Overlay {
    let OverlayInput { table, hulls, reading, record, .. } = *input;
    let Some(table) = table else { return Overlay::default() };
    let camera = table.camera();
    Overlay {
        table_px: table_outline_px(table),
        ships: reading.map(|reading| live_ships(input, &camera, reading)).unwrap_or_default(),
        ghosts: live_ghosts(&camera, record),
        things: reading.map(|reading| live_things(input, &camera, reading)).unwrap_or_default(),
        questions: reading.map(|reading| questions(reading, &camera, hulls, record)).unwrap_or_default(),
    }
}

/// Returns whether a view has anything new for players. Counters and times alone are not new.
pub fn tells_more(view: &LiveView, before: &LiveView) -> bool {
    let told = |view: &LiveView| {
        let source = SourceView { sentence: String::new(), ..view.source.clone() };
        LiveView { frame: 0, shown_fps: 0.0, vision_ms: 0.0, still: None, source, ..view.clone() }
    };
    told(view) != told(before)
}

fn live_ships(input: &OverlayInput<'_>, camera: &TableCamera, reading: &LiveReading) -> Vec<LiveShip> {
    let is_lost = |ship: &ShipId| input.record.is_lost(ship);
    let live = |(at, seen): (usize, &Observation)| {
        let presence = presence_of(reading, at, input.absences, is_lost);
        let hull = input.hulls.get(&seen.ship)?;
        let ship = live_ship(camera, seen, presence, hull, input.record)?;
        let ship = following(camera, reading, hull, &ship).unwrap_or(ship);
        let (name_doubt, bow_doubt) = doubts(&reading.questions, &seen.ship);
        Some(LiveShip { name_doubt, bow_doubt, ..ship })
    };
    reading.observations.iter().enumerate().filter_map(live).collect()
}

/// The ship drawn where it is followed to while it moves; its position stays the measured one.
fn following(
    camera: &TableCamera,
    reading: &LiveReading,
    hull: &HullShape,
    ship: &LiveShip,
) -> Option<LiveShip> {
    let followed = reading.followed.iter().find(|followed| followed.ship.as_str() == ship.id)?;
    let drawn = draw(camera, hull, followed.pose)?;
    Some(LiveShip {
        outline_px: drawn.outline_px,
        stack_px: drawn.stack_px,
        ahead_px: drawn.ahead_px,
        ..ship.clone()
    })
}

/// The things that players want to see.
fn live_things(input: &OverlayInput<'_>, camera: &TableCamera, reading: &LiveReading) -> Vec<LiveThing> {
    let live = |thing: &ThingSeen| {
        let marker = match input.thing_words.get(&thing.number) {
            Some(ThingWord::Nothing) => return None,
            Some(ThingWord::Marker { name }) => Some(name.clone()),
            None => None,
        };
        let outline = thing.outline.iter().filter_map(|point| camera.pixel_from_table(*point, 0.0).map(pair));
        Some(LiveThing { number: thing.number, marker, outline_px: outline.collect() })
    };
    reading.things.iter().filter_map(live).collect()
}

/// Returns whether a ship's name, and its bow, are in question.
fn doubts(questions: &[Question], ship: &ShipId) -> (bool, bool) {
    let about = |question: &&Question| question.ships().contains(ship);
    let (names, bows): (Vec<_>, Vec<_>) =
        questions.iter().filter(about).partition(|question| matches!(question, Question::Names { .. }));
    (!names.is_empty(), !bows.is_empty())
}

fn live_ship(
    camera: &TableCamera,
    seen: &Observation,
    presence: Presence,
    hull: &HullShape,
    record: &dyn BattleRecord,
) -> Option<LiveShip> {
    let (name, side) = record.name_and_side(&seen.ship);
    let drawn = draw(camera, hull, seen.pose)?;
    Some(LiveShip {
        id: seen.ship.to_string(),
        name,
        side,
        x_in: seen.pose.stack.x_in,
        y_in: seen.pose.stack.y_in,
        heading_deg: seen.pose.heading.deg(),
        sigma_in: seen.sigma_in,
        heading_sigma_deg: seen.heading_sigma_rad.to_degrees(),
        seen: seen.seen,
        sure: seen.sure,
        presence,
        name_doubt: false,
        bow_doubt: false,
        outline_px: drawn.outline_px,
        stack_px: drawn.stack_px,
        ahead_px: drawn.ahead_px,
    })
}

/// The ghosts of the battle in play, in pixels.
fn live_ghosts(camera: &TableCamera, record: &dyn BattleRecord) -> Vec<LiveGhost> {
    let live = |ghost: ShipGhostView| {
        let at = |point: Point| camera.pixel_from_table(point, 0.0).map(pair);
        let stack = Point::new(ghost.place.x_in, ghost.place.y_in);
        let ahead = stack.moved(Heading::from_deg(ghost.place.heading_deg), GHOST_ARROW_IN);
        let outline = ghost.outline_in.iter().filter_map(|(x_in, y_in)| at(Point::new(*x_in, *y_in)));
        Some(LiveGhost {
            outline_px: outline.collect(),
            stack_px: at(stack)?,
            ahead_px: at(ahead)?,
            id: ghost.ship,
            name: ghost.name,
            side: ghost.side,
            why: ghost.why,
            sentence: ghost.sentence,
        })
    };
    record.ghosts().into_iter().filter_map(live).collect()
}

/// Outline of the playing area, with several points a side because the lens bends it.
fn table_outline_px(table: &TableFile) -> Vec<(f64, f64)> {
    const POINTS_A_SIDE: usize = 12;
    let (east, north) = table.size_in;
    let corners = [(0.0, 0.0), (east, 0.0), (east, north), (0.0, north)];
    let camera = table.camera();
    (0..corners.len())
        .flat_map(|side| {
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            (0..POINTS_A_SIDE).map(move |step| {
                let share = step as f64 / POINTS_A_SIDE as f64;
                Point::new(from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
            })
        })
        .filter_map(|point| camera.pixel_from_table(point, 0.0).map(pair))
        .collect()
}
