//! The parts of a book that a battle, a log and a verification need besides its rules.

use crate::core::contract::account::{HitForecast, HitsScored};
use crate::core::contract::book::{Actor, Book, SideId, in_words};
use crate::core::dice::source::{Faces, RealDice, RollRequest, Thrown};
use crate::core::dice::throw::ThrownRoll;
use crate::core::ruling::refusal::{Halt, Reason};
use crate::core::ruling::settlement::TooClose;
use crate::core::table::facts::Asked;
use crate::core::table::placed::PlacedTable;
use crate::core::table::way::WaysBegin;
use geometry::{Point, Pose, ShipId, Similarity, Terrain};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// A ship of a battle, as every screen, log and report names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipLine {
    /// The ship's id.
    pub ship: ShipId,
    /// The name as printed ("USS Monitor").
    pub name: String,
    /// The ship's side.
    pub side: SideId,
    /// True if the ship's model is on the table now.
    pub on_table: bool,
    /// The ship's fate once it is out of the battle ("sunk").
    pub fate: Option<String>,
    /// True if that is a loss for the side, as the book reads it. A ship that escapes, leaves or goes home is not lost.
    pub lost: bool,
}

impl ShipLine {
    /// A ship that is on the table until it is lost; `lost_as` is its fate ("sunk").
    pub fn of(ship: &ShipId, name: &str, side: &SideId, lost_as: Option<&str>) -> Self {
        Self {
            ship: ship.clone(),
            name: name.to_owned(),
            side: side.clone(),
            on_table: lost_as.is_none(),
            fate: lost_as.map(str::to_owned),
            lost: lost_as.is_some(),
        }
    }
}

/// The result of a decided battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// The side that won; none for a draw.
    pub winner: Option<SideId>,
    /// The result in one sentence.
    pub sentence: String,
}

/// A row of a ship card: boxes, hull points, guns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardRow {
    /// A stable key ("midships", "gun:turret").
    pub key: String,
    /// The row's name as printed ("Midships").
    pub label: String,
    /// The printed number of boxes, points or guns.
    pub printed: u32,
    /// The number that is left.
    pub left: u32,
}

impl CardRow {
    /// A row with its stable key and its name as printed.
    pub fn of(
        key: impl Into<String>,
        label: impl Into<String>,
        printed: impl Into<u32>,
        left: impl Into<u32>,
    ) -> Self {
        Self { key: key.into(), label: label.into(), printed: printed.into(), left: left.into() }
    }
}

/// A ship card at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardLines {
    /// Its rows, in printed order.
    pub rows: Vec<CardRow>,
    /// Further conditions ("rudder jammed hard left, 5 moves").
    pub notes: Vec<String>,
}

/// Dice that an event records: their purpose, their faces, and the side that threw them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// The roll that was requested.
    pub request: RollRequest,
    /// The faces and their source.
    pub thrown: Thrown,
    /// The side that threw; none if no side did.
    pub by: Option<SideId>,
}

impl ThrownRoll {
    /// The roll as a statistics entry, thrown by this side.
    pub fn rolled(&self, by: Option<SideId>) -> Rolled {
        let thrown = Thrown { faces: self.faces.clone(), kind: self.kind };
        Rolled { request: self.request.clone(), thrown, by }
    }
}

/// A move as it would be judged now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveJudged {
    /// The ship.
    pub ship: ShipId,
    /// Length of the way at the stack and its standard deviation, inches.
    pub way_in: Option<(f64, f64)>,
    /// The greatest length allowed, inches.
    pub allowed_in: Option<f64>,
    /// The reasons why the move is refused; empty if it is legal.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
    /// The furthest legal position on the way, for a ship that went too far.
    pub furthest: Option<Pose>,
}

impl MoveJudged {
    /// Returns true if the move is legal and nothing has to be settled.
    pub fn legal(&self) -> bool {
        self.reasons.is_empty() && self.too_close.is_empty()
    }
}

/// The interface by which a battle uses a book, besides the rules. Nothing here decides anything.
///
/// Methods with a default need no implementation in a book that has nothing to add.
pub trait PlayedBook: Book + Debug + Send + 'static {
    /// The turn, from 1; 0 before the first.
    fn turn(state: &Self::State) -> u32;

    /// The step of the turn as the journal stores it: lower case, and never changed between versions ("union_move";
    /// "set_up" before the battle is opened). By default a turn has no steps.
    fn phase_key(state: &Self::State) -> String {
        let _ = state;
        "turn".to_owned()
    }

    /// The step of the turn in words ("Union movement"); by default its key in words.
    fn phase_title(state: &Self::State) -> String {
        in_words(&Self::phase_key(state))
    }

    /// Every ship of the battle, in the order of their ids.
    fn ships(state: &Self::State) -> Vec<ShipLine>;

    /// The name of a ship for display; the id if there is no such ship.
    fn name(state: &Self::State, ship: &ShipId) -> String {
        let line = Self::ships(state).into_iter().find(|line| line.ship == *ship);
        line.map_or_else(|| ship.to_string(), |line| line.name)
    }

    /// A ship's card, as far as this state shows it; empty if there is no such ship, or ships have no cards.
    fn card(&self, state: &Self::State, ship: &ShipId) -> CardLines {
        let _ = (state, ship);
        CardLines::default()
    }

    /// The guns of forts with their places on the table. Ranges are measured to and from them.
    fn guns_ashore(state: &Self::State) -> Vec<(ShipId, Point)> {
        let _ = state;
        Vec::new()
    }

    /// The same state in another frame of reference of the table: every position, bearing from north and edge is
    /// transformed. Nothing else changes, so that dice give the same faces. By default nothing changes: the states of
    /// the book contain no positions.
    fn in_frame(state: Self::State, change: &Similarity) -> Self::State {
        let _ = change;
        state
    }

    /// Secret areas of the table, known only to the book. Ways are measured against them as against visible terrain.
    fn charted(state: &Self::State) -> Vec<Terrain> {
        let _ = state;
        Vec::new()
    }

    /// Terrain that decisions placed on the table, visible to everybody. The book's rules handle it; nothing is
    /// measured against it.
    fn laid_by_the_book(state: &Self::State) -> Vec<Terrain> {
        let _ = state;
        Vec::new()
    }

    /// The greatest distance that a ship's model may be moved before it is measured again, inches; none if the book
    /// does not say. The tracker uses it to distinguish models; no ruling depends on it.
    fn may_go_in(&self, state: &Self::State, ship: &ShipId) -> Option<f64> {
        let _ = (state, ship);
        None
    }

    /// The actors who take a decision, all of them together (two sides whose ships sail by one order; everybody whose
    /// dice are thrown at once). Corrections of the record belong to the umpire. Empty if the decision names something
    /// that does not exist: the book refuses it.
    fn decided_by(state: &Self::State, decision: &Self::Decision) -> Vec<Actor>;

    /// The ships whose positions a decision depends on. It is refused if one of them has moved since, or is hidden.
    fn ships_concerned(decision: &Self::Decision) -> Vec<&ShipId>;

    /// The ships whose models were moved for this decision; it makes their new positions official. A book that moves
    /// models by its own events ([`PlayedBook::set_down`]) names none.
    fn ships_moved(decision: &Self::Decision) -> Vec<&ShipId> {
        let _ = decision;
        Vec::new()
    }

    /// The turn and step of the earlier table on which a decision is ruled (a shot that was forgotten); none for the
    /// present table.
    fn ruled_at(decision: &Self::Decision) -> Option<(u32, String)> {
        let _ = decision;
        None
    }

    /// The ships whose models the players may move now. A new position of one of these is a move to be judged; of any
    /// other ship it is a nudge. By default the ships of the moves that are being made.
    fn movers(&self, state: &Self::State) -> Vec<ShipId> {
        self.moves_to_judge(state).iter().flat_map(Self::ships_moved).cloned().collect()
    }

    /// The decisions that would end the moves that are being made.
    fn moves_to_judge(&self, state: &Self::State) -> Vec<Self::Decision> {
        let _ = state;
        Vec::new()
    }

    /// Moves as they would be judged now, for those `ships` that may move; the table knows their ways. By default a move
    /// is judged by its decision, if that throws no dice.
    fn judge_moves(&self, state: &Self::State, table: &PlacedTable, ships: &[ShipId]) -> Vec<MoveJudged> {
        let mut judged = Vec::new();
        for decision in self.moves_to_judge(state) {
            let moved = Self::ships_moved(&decision).into_iter().filter(|ship| ships.contains(ship));
            let moved: Vec<ShipId> = moved.cloned().collect();
            if moved.is_empty() {
                continue;
            }
            let (reasons, too_close) =
                match self.decide(state, &decision, table, &mut RealDice::typed(Vec::new())) {
                    Ok(_) => (Vec::new(), Vec::new()),
                    Err(Halt::Refused(refusal)) => (refusal.reasons, Vec::new()),
                    Err(Halt::TooClose { questions }) => (Vec::new(), questions),
                };
            judged.extend(moved.into_iter().map(|ship| MoveJudged {
                ship,
                way_in: None,
                allowed_in: None,
                reasons: reasons.clone(),
                too_close: too_close.clone(),
                furthest: None,
            }));
        }
        judged
    }

    /// Returns true if a model's position `stands` satisfies the position `wanted` by a commander. None if the book
    /// measures in inches: then the distance decides. On hexes a ramming model shares the target's hex and can't stand
    /// in its middle.
    fn stands_as_wanted(&self, state: &Self::State, wanted: Pose, stands: Pose) -> Option<bool> {
        let _ = (state, wanted, stands);
        None
    }

    /// Returns true if the book accepts a model at this place during set-up. None if nothing is set up now, or if the
    /// book leaves the places to the battle's own set-up.
    fn set_out_at(&self, state: &Self::State, ship: &ShipId, stands: Pose) -> Option<bool> {
        let _ = (state, ship, stands);
        None
    }

    /// The battle's result; none while it is undecided. By default a side wins when only it has ships left, unless guns
    /// of forts fight on.
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

    /// The ships whose ways begin with an event: all ships when a step begins, or one ship that may move again, or
    /// moves on, within the step. By default every event ends all ways.
    fn ways_begin(event: &Self::Event) -> WaysBegin {
        let _ = event;
        WaysBegin::All
    }

    /// The positions at which an event itself places models (a drift, a plotted course, a hex); they become official.
    /// `state` is the one after the event; `place` gives a ship's official position before it.
    fn set_down(
        &self,
        state: &Self::State,
        event: &Self::Event,
        place: &dyn Fn(&ShipId) -> Option<Pose>,
    ) -> Vec<(ShipId, Pose)> {
        let _ = (state, event, place);
        Vec::new()
    }

    /// The key of an event's kind, as the journal stores it: by default the tag `event` of its JSON.
    fn kind(event: &Self::Event) -> String {
        let written = serde_json::to_value(event).ok();
        let tag = written.as_ref().and_then(|value| value.get("event")).and_then(Value::as_str);
        tag.unwrap_or_default().to_owned()
    }

    /// Every rule that an event cites, sorted: by default every value under `rule` or `rules` in its JSON.
    fn rules(event: &Self::Event) -> Vec<String> {
        let mut found = Vec::new();
        if let Ok(value) = serde_json::to_value(event) {
            collect_rules(&value, &mut found);
        }
        found.sort();
        found.dedup();
        found
    }

    /// The table queries that an event records, with their answers, in the order of asking.
    fn asked(event: &Self::Event) -> Vec<&Asked>;

    /// The dice that are due and thrown together next.
    fn dice_due(state: &Self::State) -> Vec<&RollRequest> {
        let _ = state;
        Vec::new()
    }

    /// The name by which a rule tells the dice of this roll from others thrown with it ("white"); `None` for most rolls.
    /// It follows from the purpose, so that events need not record it.
    fn die_name(request: &RollRequest) -> Option<&'static str> {
        let _ = request;
        None
    }

    /// The decision that throws the dice that are due; the side that decides it throws them.
    fn throw(state: &Self::State, faces: Faces) -> Option<Self::Decision> {
        let _ = (state, faces);
        None
    }

    /// The dice that an event records, in the order of throwing.
    fn thrown(event: &Self::Event) -> &[ThrownRoll] {
        let _ = event;
        &[]
    }

    /// The same dice with the sides that threw them. `state` is the one before the event (or before the decision that
    /// led to it). By default the side that decides to throw what is due threw them.
    fn rolled(state: &Self::State, event: &Self::Event) -> Vec<Rolled> {
        let throwers = Self::throw(state, Faces::App).map(|throw| Self::decided_by(state, &throw));
        let by = throwers.into_iter().flatten().find_map(|actor| match actor {
            Actor::Side(side) => Some(side),
            Actor::AllSides | Actor::Umpire => None,
        });
        Self::thrown(event).iter().map(|roll| roll.rolled(by.clone())).collect()
    }

    /// The expected hits of what an event declares, by the book's own odds; `after` is the state after the event.
    fn forecast(&self, after: &Self::State, event: &Self::Event) -> Option<HitForecast> {
        let _ = (after, event);
        None
    }

    /// The hits that an event caused; `before` is the state before it.
    fn hits(before: &Self::State, event: &Self::Event) -> Vec<HitsScored> {
        let _ = (before, event);
        Vec::new()
    }

    /// Returns true if the event depends on the table. The picture of the table is then stored with it.
    fn rests_on_the_table(event: &Self::Event) -> bool {
        !Self::asked(event).is_empty()
    }

    /// Returns true if the event reveals a secret to everybody (a mine that was struck). Undoing it then needs the
    /// umpire's permission. `state` is the one before it.
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
