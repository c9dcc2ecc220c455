//! What a battle, a log and a verification need of a book besides its rules.

use crate::core::contract::account::{HitForecast, HitsScored};
use crate::core::contract::book::{Actor, Book, DataFile, SideId};
use crate::core::dice::source::{RollRequest, Thrown};
use crate::core::dice::throw::ThrownRoll;
use crate::core::ruling::refusal::Reason;
use crate::core::ruling::settlement::TooClose;
use crate::core::table::facts::Asked;
use crate::core::table::placed::PlacedTable;
use crate::core::table::way::WaysBegin;
use geometry::{Point, Pose, ShipId, Similarity, Terrain};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::{Debug, Display};

/// A ship of a battle, as any screen, log or report names her.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipLine {
    /// Her id.
    pub ship: ShipId,
    /// Her name as printed ("USS Monitor").
    pub name: String,
    /// Her side.
    pub side: SideId,
    /// A model of her stands on the table now.
    pub on_table: bool,
    /// What became of her, once she is out of the battle ("sunk").
    pub fate: Option<String>,
    /// That is a loss to her side, as the book reads it: who escapes, leaves or goes home is not lost.
    pub lost: bool,
}

/// How a battle stands decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// The side that won; none in a draw.
    pub winner: Option<SideId>,
    /// The same in one sentence.
    pub sentence: String,
}

/// A row of a ship card: boxes, hull points, guns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardRow {
    /// A stable key ("midships", "gun:turret").
    pub key: String,
    /// The row's name as printed ("Midships").
    pub label: String,
    /// What is printed: boxes, points, guns.
    pub printed: u32,
    /// What is left of it.
    pub left: u32,
}

/// A ship card at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardLines {
    /// Its rows, in printed order.
    pub rows: Vec<CardRow>,
    /// What else holds ("rudder jammed hard left, 5 moves").
    pub notes: Vec<String>,
}

/// Dice that an event keeps: what they were for, how they fell, and whose they were.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// What was asked for.
    pub request: RollRequest,
    /// The faces, and where they came from.
    pub thrown: Thrown,
    /// Whose throw it was, where it was a side's.
    pub by: Option<SideId>,
}

impl ThrownRoll {
    /// The same for whoever counts dice: thrown by this side.
    pub(crate) fn rolled(&self, by: Option<SideId>) -> Rolled {
        let thrown = Thrown { faces: self.faces.clone(), kind: self.kind };
        Rolled { request: self.request.clone(), thrown, by }
    }
}

/// A move as it would be judged now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveJudged {
    /// Whose.
    pub ship: ShipId,
    /// How long her way was, inches at the stack, and how far it may be off (standard deviation).
    pub way_in: Option<(f64, f64)>,
    /// How far she might have gone, inches.
    pub allowed_in: Option<f64>,
    /// Why it can't stand; empty where it can.
    pub reasons: Vec<Reason>,
    /// What the players must say first.
    pub too_close: Vec<TooClose>,
    /// The furthest legal place on her way, where she went too far.
    pub furthest: Option<Pose>,
}

impl MoveJudged {
    /// It can stand as it is.
    pub fn legal(&self) -> bool {
        self.reasons.is_empty() && self.too_close.is_empty()
    }
}

/// A book that battles are played by: what the battle asks of it besides its rules. Nothing here decides anything.
///
/// Where a method has a default, a book that has nothing to say leaves it alone.
pub trait PlayedBook: Book + Debug + Sized + Send + 'static {
    /// Why data files can't be used: one sentence.
    type DataError: Display;

    /// The book's short name, as [`Book::id`] gives it.
    const ID: &'static str;

    /// The book with the data compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself.
    fn embedded() -> Result<Self, Self::DataError>;

    /// The book with the data files that a battle kept (those that [`Book::data`] gave when it began).
    ///
    /// # Errors
    /// Names the file and what is wrong.
    fn with_data(files: Vec<DataFile>) -> Result<Self, Self::DataError>;

    /// The book's name on screens ("Ironclad Gunboat Rules").
    fn title(&self) -> &'static str;

    /// The turn, from 1; 0 before the first.
    fn turn(state: &Self::State) -> u32;

    /// The step of the turn as the journal keeps it: lower case, stable for ever ("union_move"; "set_up" before the
    /// battle is opened).
    fn phase_key(state: &Self::State) -> String;

    /// The step of the turn in words ("Union movement").
    fn phase_title(state: &Self::State) -> String;

    /// Every ship of the battle, in the order of their ids.
    fn ships(state: &Self::State) -> Vec<ShipLine>;

    /// A ship's name for people; the bare id when there is no such ship.
    fn name(state: &Self::State, ship: &ShipId) -> String {
        let line = Self::ships(state).into_iter().find(|line| line.ship == *ship);
        line.map_or_else(|| ship.to_string(), |line| line.name)
    }

    /// A ship's card, as much as this state shows of it; empty for no such ship.
    fn card(&self, state: &Self::State, ship: &ShipId) -> CardLines;

    /// Guns on shore that are measured to and from, with their places on the table.
    fn guns_ashore(state: &Self::State) -> Vec<(ShipId, Point)> {
        let _ = state;
        Vec::new()
    }

    /// The same state in another frame of reference of the table: every position, bearing from north and edge is
    /// transformed. Nothing else changes, and dice fall as they would have fallen.
    fn in_frame(state: Self::State, change: &Similarity) -> Self::State;

    /// Areas of the table that only the book knows, because they are secret. Ways are measured against them as against
    /// visible terrain.
    fn charted(state: &Self::State) -> Vec<Terrain> {
        let _ = state;
        Vec::new()
    }

    /// Terrain that decisions of the book placed on the table for everybody to see. The book's rules handle it: nothing is
    /// measured against it.
    fn laid_by_the_book(state: &Self::State) -> Vec<Terrain> {
        let _ = state;
        Vec::new()
    }

    /// How far a ship's model may be moved before it is measured again, inches; none where the book does not say. The
    /// tracker uses it to tell models apart; no ruling rests on it.
    fn may_go_in(&self, state: &Self::State, ship: &ShipId) -> Option<f64> {
        let _ = (state, ship);
        None
    }

    /// Who takes a decision: all of these together (two sides whose ships sail by one order; everybody whose dice are
    /// thrown at once). Corrections of the record are the umpire's. Empty where the decision is about nothing that
    /// exists: the book refuses it.
    fn decided_by(state: &Self::State, decision: &Self::Decision) -> Vec<Actor>;

    /// The ships whose places a decision rests on: it is refused when one of them has moved since, or is hidden.
    fn ships_concerned(decision: &Self::Decision) -> Vec<&ShipId>;

    /// The ships whose models were moved for this decision, and whose new places become official with it. A book that
    /// moves models by its own events ([`PlayedBook::set_down`]) names none.
    fn ships_moved(decision: &Self::Decision) -> Vec<&ShipId> {
        let _ = decision;
        Vec::new()
    }

    /// The turn and step whose table a decision is ruled on, where that is not the table as it stands now (a shot that
    /// was forgotten).
    fn ruled_at(decision: &Self::Decision) -> Option<(u32, String)> {
        let _ = decision;
        None
    }

    /// The ships whose models the players may move now. A new position of one of these is a move to be judged; of any
    /// other ship it is a nudge.
    fn movers(&self, state: &Self::State) -> Vec<ShipId> {
        let _ = state;
        Vec::new()
    }

    /// Moves as they would be judged now, of those `ships` that may move; the table knows their ways.
    fn judge_moves(&self, state: &Self::State, table: &PlacedTable, ships: &[ShipId]) -> Vec<MoveJudged> {
        let _ = (state, table, ships);
        Vec::new()
    }

    /// Does a model that stands there stand as a commander wanted it? None where the book measures in inches: then nearness
    /// says. On hexes a model that rams shares the other's hex, and can't stand in its middle.
    fn stands_as_wanted(&self, state: &Self::State, wanted: Pose, stands: Pose) -> Option<bool> {
        let _ = (state, wanted, stands);
        None
    }

    /// Does the book take a model that is set out there? None where nothing is set out now, or where the book leaves the
    /// places to the battle's own set-up.
    fn set_out_at(&self, state: &Self::State, ship: &ShipId, stands: Pose) -> Option<bool> {
        let _ = (state, ship, stands);
        None
    }

    /// How the battle stands decided; none while it is open. By default a side that is alone with ships in the battle has won
    /// it, where no guns ashore fight on.
    fn decided(state: &Self::State) -> Option<Decided> {
        let ships = Self::ships(state);
        let began: BTreeSet<&SideId> = ships.iter().map(|line| &line.side).collect();
        let fights = ships.iter().filter(|line| line.fate.is_none());
        let left: BTreeSet<&SideId> = fights.map(|line| &line.side).collect();
        if began.len() < 2 || left.len() > 1 || !Self::guns_ashore(state).is_empty() {
            return None;
        }
        let winner = left.first().map(|side| (*side).clone());
        let sentence = match &winner {
            Some(side) => format!("Only the {} has ships left.", side.title()),
            None => "No side has a ship left.".to_owned(),
        };
        Some(Decided { winner, sentence })
    }

    /// Whose ways begin with an event, where they stand once it has happened: everybody's as a step begins, and the way of
    /// a ship that may move once more in hers, or goes on.
    fn ways_begin(event: &Self::Event) -> WaysBegin;

    /// Where an event itself puts models (a drift, a plotted course, a hex): their official places from then on.
    /// `state` is the one after the event; `place` says where a ship officially stood before it.
    fn set_down(
        &self,
        state: &Self::State,
        event: &Self::Event,
        place: &dyn Fn(&ShipId) -> Option<Pose>,
    ) -> Vec<(ShipId, Pose)> {
        let _ = (state, event, place);
        Vec::new()
    }

    /// The key of an event's kind, as the journal keeps it: by default the tag `event` it is written with.
    fn kind(event: &Self::Event) -> String {
        let written = serde_json::to_value(event).ok();
        let tag = written.as_ref().and_then(|value| value.get("event")).and_then(Value::as_str);
        tag.unwrap_or_default().to_owned()
    }

    /// Every rule that an event cites, sorted: by default whatever stands under `rule` or `rules` anywhere in it.
    fn rules(event: &Self::Event) -> Vec<String> {
        let mut found = Vec::new();
        if let Ok(value) = serde_json::to_value(event) {
            collect_rules(&value, &mut found);
        }
        found.sort();
        found.dedup();
        found
    }

    /// The questions to the table that an event keeps, with their answers, in the order in which they were asked.
    fn asked(event: &Self::Event) -> Vec<&Asked>;

    /// The dice that an event keeps, in the order in which they were thrown. `state` is the one before the event (or
    /// before the decision that led to it).
    fn rolled(state: &Self::State, event: &Self::Event) -> Vec<Rolled>;

    /// Hits that are to be expected of what an event declares, by the book's own odds; `after` is the state behind
    /// the event.
    fn forecast(&self, after: &Self::State, event: &Self::Event) -> Option<HitForecast> {
        let _ = (after, event);
        None
    }

    /// Hits that an event brought about; `before` is the state it was applied to.
    fn hits(before: &Self::State, event: &Self::Event) -> Vec<HitsScored> {
        let _ = (before, event);
        Vec::new()
    }

    /// Does the event rest on what the table showed? Then the picture of the table is kept with it.
    fn rests_on_the_table(event: &Self::Event) -> bool {
        !Self::asked(event).is_empty()
    }

    /// Does everybody learn by this event what somebody kept secret (a mine that was struck)? `state` is the one before
    /// it. Taking it back then needs the umpire's leave.
    fn reveals(state: &Self::State, event: &Self::Event) -> bool {
        let _ = (state, event);
        false
    }
}

fn collect_rules(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match (name.as_str(), field) {
                    ("rule", Value::String(rule)) => found.push(rule.clone()),
                    ("rules", Value::Array(rules)) => {
                        found.extend(rules.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    _ => collect_rules(field, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_rules(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
