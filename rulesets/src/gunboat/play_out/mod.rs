//! A battle played to its end without a camera: commanders order, models are moved on a table that exists only in
//! numbers, and the book rules on what stands there.

mod gunnery;
mod lot;
mod models;
mod random;
mod sailing;
mod set_out;
mod whims;

pub use random::RandomCommander;
pub use set_out::{SetOut, opening};

use crate::core::OptionValue;
use crate::core::{
    Actor, AppDice, Audience, Book, Commander, Halt, Order, Outlook, PlacedShip, PlacedTable, Question,
};
use crate::gunboat::book::Gunboat;
use crate::gunboat::card::Side;
use crate::gunboat::content::Scenario;
use crate::gunboat::decision::{Decision, ShipValue, UmpireOrder};
use crate::gunboat::event::Event;
use crate::gunboat::questions::Ask;
use crate::gunboat::ship_state::{Fate, Location};
use crate::gunboat::sound::{acts_from_nowhere, faults};
use crate::gunboat::state::State;
use crate::gunboat::step::Step;
use geometry::ShipId;
use lot::Lot;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// So many orders in a row may be refused before a battle counts as stuck.
const MOST_REFUSALS: u32 = 1000;

/// A commander who is asked nothing is looked in on after so many decisions.
const LOOKS_IN: u32 = 6;

/// How a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ended_by", rename_all = "snake_case")]
pub enum Ended {
    /// Nobody of this side is left to fight.
    Beaten {
        /// Which side.
        side: Side,
    },
    /// Nobody of either side is left.
    BothBeaten,
    /// The scenario says that it is over.
    Judged {
        /// Who has won; nobody in a draw.
        winner: Option<Side>,
    },
    /// The turns are over.
    Time,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beaten { side } => write!(f, "{} beaten", side.word()),
            Self::BothBeaten => f.write_str("both sides beaten"),
            Self::Judged { winner: Some(side) } => write!(f, "{} victory", side.word()),
            Self::Judged { winner: None } => f.write_str("draw"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// A battle that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// How it ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// In this turn.
    pub turns: u32,
    /// What became of the ships that did not stay afloat in the battle, or are hard aground: how many of each.
    pub fates: BTreeMap<String, u32>,
    /// Decisions that were taken.
    pub decisions: u32,
    /// Orders that the book refused.
    pub refused: u32,
}

/// A battle that could not be played on.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("Turn {turn}, {}: {why} {state}", step.title())]
pub struct Stuck {
    /// Turn.
    pub turn: u32,
    /// Step.
    pub step: Step,
    /// One sentence.
    pub why: String,
    /// The questions that were open and what was ordered last.
    pub state: String,
}

/// What was decided, and what followed from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The decision.
    pub decision: Decision,
    /// The models that were moved for it, or drifted after it.
    pub moved: Vec<ShipId>,
    /// Its events.
    pub events: Vec<Event>,
}

/// The three who play.
pub struct Players<'a> {
    /// The Union's commander.
    pub union: &'a mut dyn Commander<Gunboat>,
    /// The Confederates'.
    pub confederate: &'a mut dyn Commander<Gunboat>,
    /// The umpire.
    pub umpire: &'a mut dyn Commander<Gunboat>,
}

/// A battle in play on a table of numbers.
pub struct PlayOut<'a> {
    book: &'a Gunboat,
    state: State,
    table: PlacedTable,
    players: Players<'a>,
    /// Models of ships still to come.
    later: Vec<PlacedShip>,
    last_turn: u32,
    scenario: Option<Scenario>,
    dice_seed: u64,
    /// A step has begun, and nothing was decided since.
    step_began: bool,
    decisions: u32,
    refused: u32,
    refused_in_a_row: u32,
    /// The table as it stood when the last fire step ended: a forgotten shot is ruled on it.
    fire_step: Option<(u32, Step, PlacedTable)>,
    /// What was not sound after an event; none where nobody looks.
    faults: Option<Vec<String>>,
}

impl<'a> PlayOut<'a> {
    /// A battle that begins; the dice follow from the seed.
    pub fn new(book: &'a Gunboat, set_out: SetOut, players: Players<'a>, dice_seed: u64) -> Self {
        Self {
            book,
            state: set_out.state,
            table: set_out.table,
            players,
            later: set_out.later,
            last_turn: set_out.turns,
            scenario: set_out.scenario,
            dice_seed,
            step_began: true,
            decisions: 0,
            refused: 0,
            refused_in_a_row: 0,
            fire_step: None,
            faults: None,
        }
    }

    /// The same, looking after every event whether the battle is sound.
    #[must_use]
    pub fn looked_after(self) -> Self {
        Self { faults: Some(Vec::new()), ..self }
    }

    /// The battle as it stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The table as it stands.
    pub fn table(&self) -> &PlacedTable {
        &self.table
    }

    /// How the battle has ended; none while it goes on. That is looked at when a step begins.
    pub fn ending(&self) -> Option<Ending> {
        if !self.step_began {
            return None;
        }
        let ended = match &self.scenario {
            Some(scenario) => {
                let standings = scenario.standings(&self.state);
                standings.over.then_some(Ended::Judged { winner: standings.winner })?
            }
            None if self.state.turn > self.last_turn => Ended::Time,
            None => match [Side::Union, Side::Confederate].map(|side| self.beaten(side)) {
                [true, true] => Ended::BothBeaten,
                [true, false] => Ended::Beaten { side: Side::Union },
                [false, true] => Ended::Beaten { side: Side::Confederate },
                [false, false] => return None,
            },
        };
        let mut fates: BTreeMap<String, u32> = BTreeMap::new();
        for ship in self.state.ships.values() {
            let fate = match (ship.fate, ship.location) {
                (Some(Fate::Sunk), _) => "sunk",
                (Some(Fate::Exploded), _) => "exploded",
                (Some(Fate::Captured), _) => "captured",
                (Some(Fate::WentHome), _) => "went home",
                (None, Location::Left { .. }) => "left",
                (None, Location::Arriving { .. }) => "never came",
                (None, Location::OnTable) if ship.ashore => "ashore",
                (None, Location::OnTable) if ship.aground => "aground",
                (None, Location::OnTable) => "afloat",
            };
            *fates.entry(fate.to_owned()).or_default() += 1;
        }
        for fort in self.state.forts.values() {
            let fate = match fort.fate {
                Some(crate::gunboat::FortFate::Struck) => "fort struck",
                Some(crate::gunboat::FortFate::Abandoned) => "fort abandoned",
                None if fort.card.guns.iter().any(|gun| fort.stands(&gun.id)) => "fort stands",
                None => "fort silenced",
            };
            *fates.entry(fate.to_owned()).or_default() += 1;
        }
        Some(Ending {
            ended,
            turns: self.state.turn.min(self.last_turn),
            fates,
            decisions: self.decisions,
            refused: self.refused,
        })
    }

    /// Has this side neither a ship on or off the table that may still fight, nor a gun ashore?
    fn beaten(&self, side: Side) -> bool {
        let fights = |ship: &crate::gunboat::ShipState| {
            ship.card.side == side && ship.afloat() && !matches!(ship.location, Location::Left { .. })
        };
        let stands = |fort: &crate::gunboat::FortState| {
            fort.card.side == side && fort.card.guns.iter().any(|gun| fort.stands(&gun.id))
        };
        !self.state.ships.values().any(fights) && !self.state.forts.values().any(stands)
    }

    /// Lets the commanders play until the next decision stands.
    ///
    /// # Errors
    /// Where nothing that is ordered will do (a dead end), or where the battle is not sound any more.
    pub fn play_on(&mut self) -> Result<Played, Stuck> {
        let played = self.play()?;
        match self.faults.as_deref() {
            None | Some([]) => Ok(played),
            Some(faults) => Err(self.stuck(format!("{:?}: {}", played.decision, faults.join(" ")), &[])),
        }
    }

    fn play(&mut self) -> Result<Played, Stuck> {
        self.step_began = false;
        let questions = self.book.questions(&self.state);
        if questions.is_empty() {
            return Err(self.stuck("Nothing is asked though the battle runs.".to_owned(), &questions));
        }
        loop {
            for role in self.roles() {
                if let Some(played) = self.let_order(&role, &questions)? {
                    self.refused_in_a_row = 0;
                    return Ok(played);
                }
            }
            if !questions.iter().any(|question| question.must) {
                return self.end_step(&questions);
            }
            self.count_refusal(&questions, || "nothing was ordered where something must be".to_owned())?;
        }
    }

    /// Who acts first changes from decision to decision.
    fn roles(&self) -> [Audience; 3] {
        let [union, confederate] = [Side::Union, Side::Confederate].map(|side| Audience::Side(side.id()));
        match self.decisions % 3 {
            0 => [union, confederate, Audience::Umpire],
            1 => [confederate, union, Audience::Umpire],
            _ => [Audience::Umpire, confederate, union],
        }
    }

    fn let_order(&mut self, role: &Audience, questions: &[Question<Ask>]) -> Result<Option<Played>, Stuck> {
        let own: Vec<Question<Ask>> =
            questions.iter().filter(|question| is_put_to(question, role)).cloned().collect();
        // Who is asked nothing is given the chance to do something of himself now and then only.
        if own.is_empty() && !self.decisions.is_multiple_of(LOOKS_IN) {
            return Ok(None);
        }
        let seen = self.book.seen_by(&self.state, role);
        let mut order = {
            let table = &self.table;
            let outlook = Outlook { book: self.book, state: &seen, table, questions: &own };
            commander(&mut self.players, role).order(&outlook)
        };
        while let Some(wanted) = order {
            match self.carry_out(&wanted) {
                Ok(played) => return Ok(Some(played)),
                Err(halt) => {
                    self.count_refusal(questions, || format!("{:?}: {halt}", wanted.decision))?;
                    let outlook =
                        Outlook { book: self.book, state: &seen, table: &self.table, questions: &own };
                    order = commander(&mut self.players, role).instead(&outlook, wanted, &halt);
                }
            }
        }
        Ok(None)
    }

    fn end_step(&mut self, questions: &[Question<Ask>]) -> Result<Played, Stuck> {
        self.carry_out(&Order::only(Decision::NextStep))
            .map_err(|halt| self.stuck(format!("The step can't be ended: {halt}"), questions))
    }

    /// Moves the models, asks the book, and folds what follows; where it refuses, everything stands as it stood.
    fn carry_out(&mut self, order: &Order<Decision>) -> Result<Played, Halt> {
        let stood: Vec<PlacedShip> =
            order.models.iter().filter_map(|(id, _)| self.table.placed(id)).cloned().collect();
        for (id, stops) in &order.models {
            stops.iter().for_each(|stop| self.table.set_down(id, *stop));
        }
        // What was decided before is all that the state follows from: no need to write it out.
        let mut dice = AppDice::new(self.dice_seed, &self.decisions.to_le_bytes());
        let facts = match (&order.decision, &self.fire_step) {
            (Decision::FireLate { turn, step, .. }, Some((of, at, table))) if (turn, step) == (of, at) => {
                table
            }
            _ => &self.table,
        };
        let events = match self.book.decide(&self.state, &order.decision, facts, &mut dice) {
            Ok(events) => events,
            Err(halt) => {
                self.refused += 1;
                stood.into_iter().for_each(|ship| self.table.put(ship));
                return Err(halt);
            }
        };
        self.decisions += 1;
        let mut moved: Vec<ShipId> = order.models.iter().map(|(id, _)| id.clone()).collect();
        for event in &events {
            self.fold(event, &mut moved);
        }
        Ok(Played { decision: order.decision.clone(), moved, events })
    }

    fn fold(&mut self, event: &Event, moved: &mut Vec<ShipId>) {
        if let Event::StepBegan { .. } = event {
            if self.state.step.is_fire() {
                self.fire_step = Some((self.state.turn, self.state.step, self.table.clone()));
            }
            self.table.begin_step();
            self.step_began = true;
        }
        if let Event::Arrived { ship } = event
            && self.set_out(ship)
        {
            moved.push(ship.clone());
        }
        let idle = self.faults.is_some().then(|| acts_from_nowhere(&self.state, event)).flatten();
        self.state = Gunboat::apply(std::mem::take(&mut self.state), event);
        if let Some(all) = &mut self.faults {
            all.extend(idle);
            all.extend(faults(&self.state).into_iter().map(|fault| format!("{fault} After {event:?}.")));
        }
        // Whoever may move once more does so from where she stands now.
        if let Event::UmpireOrdered { order: UmpireOrder::Set { ship, value }, .. } = event
            && *value == (ShipValue::Moved { moved: false })
        {
            self.table.begin_way(ship);
        }
        if let Event::Drifted { drift } = event {
            moved.extend(models::drift(&mut self.table, drift));
        }
        let gone = |placed: &PlacedShip| {
            !self.state.ships.get(&placed.observation.ship).is_some_and(|ship| ship.present())
        };
        let gone: Vec<ShipId> = self
            .table
            .ships()
            .iter()
            .filter(|placed| gone(placed))
            .map(|placed| placed.observation.ship.clone())
            .collect();
        gone.iter().for_each(|ship| self.table.take_off(ship));
    }

    /// A ship comes on over her edge; false when there is no model, or no room.
    fn set_out(&mut self, id: &ShipId) -> bool {
        let location = self.state.ships.get(id).map(|ship| ship.location);
        let at = self.later.iter().position(|model| model.observation.ship == *id);
        match (location, at) {
            (Some(Location::Arriving { edge, .. }), Some(at)) => {
                models::set_out(&mut self.table, self.later.remove(at), edge)
            }
            _ => false,
        }
    }

    fn count_refusal(&mut self, questions: &[Question<Ask>], last: impl Fn() -> String) -> Result<(), Stuck> {
        self.refused_in_a_row += 1;
        if self.refused_in_a_row < MOST_REFUSALS {
            return Ok(());
        }
        Err(self.stuck(
            format!("{MOST_REFUSALS} orders in a row were refused, the last so: {}", last()),
            questions,
        ))
    }

    fn stuck(&self, why: String, questions: &[Question<Ask>]) -> Stuck {
        let asked: Vec<&str> = questions.iter().map(|question| question.what.as_str()).collect();
        Stuck {
            turn: self.state.turn,
            step: self.state.step,
            why,
            state: format!("Asked: {}", asked.join(" / ")),
        }
    }
}

fn commander<'b>(players: &'b mut Players<'_>, role: &Audience) -> &'b mut dyn Commander<Gunboat> {
    match role {
        Audience::Side(side) if *side == Side::Union.id() => players.union,
        Audience::Side(_) => players.confederate,
        Audience::Umpire | Audience::Everyone => players.umpire,
    }
}

fn is_put_to(question: &Question<Ask>, role: &Audience) -> bool {
    match (&question.who, role) {
        // Who ends the step is nobody's question while somebody may still do something.
        (Actor::AllSides, _) => false,
        (Actor::Side(asked), Audience::Side(own)) => asked == own,
        (Actor::Umpire, Audience::Umpire) => true,
        (Actor::Side(_) | Actor::Umpire, _) => false,
    }
}

/// Plays a battle to its end by lot: everything follows from the seed. `watch` sees the battle after each decision.
///
/// # Errors
/// Where it gets stuck, or is not sound any more.
pub fn by_lot(
    book: &Gunboat,
    set_out: SetOut,
    seed: u64,
    mut watch: impl FnMut(&PlayOut<'_>, Played),
) -> Result<Ending, Stuck> {
    let role = |at: u64, role: Audience| RandomCommander::new(role, seed.wrapping_mul(3).wrapping_add(at));
    let mut union = role(0, Audience::Side(Side::Union.id()));
    let mut confederate = role(1, Audience::Side(Side::Confederate.id()));
    let mut umpire = role(2, Audience::Umpire);
    let players = Players { union: &mut union, confederate: &mut confederate, umpire: &mut umpire };
    let mut battle = PlayOut::new(book, set_out, players, seed).looked_after();
    loop {
        if let Some(ending) = battle.ending() {
            return Ok(ending);
        }
        let played = battle.play_on()?;
        watch(&battle, played);
    }
}

/// The book's options drawn by lot: each in three has another value than its default, but for numbers.
pub fn options_by_lot(book: &Gunboat, seed: u64) -> Vec<OptionValue> {
    let mut lot = Lot::new(seed);
    let mut drawn = Vec::new();
    for spec in book.options() {
        if let Some(value) = lot.pick(&spec.choices).filter(|_| lot.chance(1.0 / 3.0)) {
            drawn.push(OptionValue { name: spec.name.clone(), value: value.clone() });
        }
    }
    drawn
}
