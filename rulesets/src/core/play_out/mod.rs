//! Plays a battle to the end without a camera: commanders give orders, models are moved on a table in memory, and the
//! book rules on their positions. All books share this code.

mod by_lot;
mod in_hexes;
mod judged;
mod lot;
mod models;
mod sailing;

pub use by_lot::{ByLot, Carried, Drawings, NotStaged, SetOut, Staged, by_lot};
pub use in_hexes::set_in_hex;
pub use judged::{JudgedEnd, LastTurn, Limited};
pub use lot::Lot;
pub(crate) use models::{at_the_edge, half_length_in, is_dry};
pub use models::{drift, is_free};
pub use sailing::{Goal, Means, Met, sail, touched};

use crate::core::contract::book::{Actor, Audience, Book, Question, SideId};
use crate::core::contract::commander::{Commander, Order, Outlook};
use crate::core::contract::played::PlayedBook;
use crate::core::data::data_file::{OptionSpec, OptionValue};
use crate::core::dice::source::AppDice;
use crate::core::ruling::refusal::Halt;
use crate::core::table::facts::Edge;
use crate::core::table::placed::{PlacedShip, PlacedTable};
use crate::core::table::way::WaysBegin;
use geometry::{Observation, ShipId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

/// A battle counts as stuck after this number of refused orders in a row.
const MOST_REFUSALS: u32 = 1000;

/// A commander without a question gets a chance to order once in this number of decisions.
const UNPROMPTED_INTERVAL: u32 = 6;

/// A book whose battles can be played out on a table in memory.
pub trait PlaysOut: PlayedBook {
    /// The book's own data for playing out a battle: the last turn, the referee.
    type Scene: Limited + Clone + Debug;
    /// The outcome of a battle.
    type Ended: Clone + Debug + Display + PartialEq + Eq + Serialize + DeserializeOwned;

    /// The outcome of the battle, checked when a step begins; none while it goes on.
    fn ended(&self, scene: &Self::Scene, state: &Self::State) -> Option<Self::Ended>;

    /// The current point within the turn, in a few words.
    fn moment(&self, state: &Self::State) -> String {
        Self::phase_title(state)
    }

    /// The fate of each ship and fort in one or two words ("afloat", "fort stands").
    fn fates(state: &Self::State) -> Vec<&'static str>;

    /// The decision that ends a step in which nobody has anything left to do; none for a book whose steps all end by
    /// themselves.
    fn next_step(&self) -> Option<Self::Decision> {
        None
    }

    /// Returns true if a ship's model is on the table.
    fn stands(state: &Self::State, ship: &ShipId) -> bool;

    /// The table on which a decision is ruled: the present one, or an earlier one.
    fn ruled_on<'t>(
        &self,
        _scene: &'t Self::Scene,
        now: &'t PlacedTable,
        _decision: &Self::Decision,
    ) -> &'t PlacedTable {
        now
    }

    /// The ship that enters the table with this event, and the edge; `state` is the one before it.
    fn comes_on<'e>(_state: &Self::State, _event: &'e Self::Event) -> Option<(&'e ShipId, Edge)> {
        None
    }

    /// Updates the scene before an event is applied; `state` is the one before it.
    fn before(
        &self,
        _scene: &mut Self::Scene,
        _table: &PlacedTable,
        _state: &Self::State,
        _event: &Self::Event,
    ) {
    }

    /// Updates the scene and the table after an event is applied; `state` is the one after it.
    fn after(
        &self,
        _scene: &mut Self::Scene,
        _table: &mut PlacedTable,
        _state: &Self::State,
        _event: &Self::Event,
    ) {
    }

    /// The invariants that a state breaks, one sentence each.
    fn faults(state: &Self::State) -> Vec<String>;

    /// The reason why this event is impossible in the state before it; none if it is possible.
    fn acts_from_nowhere(before: &Self::State, event: &Self::Event) -> Option<String>;
}

/// A battle that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending<E> {
    /// The outcome.
    #[serde(flatten)]
    pub ended: E,
    /// The turn in which it ended.
    pub turns: u32,
    /// The number of ships for each fate, of those that did not stay afloat in the battle or are hard aground.
    pub fates: BTreeMap<String, u32>,
    /// The number of decisions taken.
    pub decisions: u32,
    /// The number of orders that the book refused.
    pub refused: u32,
}

/// A battle that could not be continued.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("Turn {turn}, {moment}: {why} {state}")]
pub struct Stuck {
    /// The turn.
    pub turn: u32,
    /// The point within the turn.
    pub moment: String,
    /// One sentence.
    pub why: String,
    /// The open questions and the last order.
    pub state: String,
}

/// A decision and its consequences.
#[derive(Debug, Clone, PartialEq)]
pub struct Played<B: Book> {
    /// The decision.
    pub decision: B::Decision,
    /// The models that were moved for it, at their final places.
    pub set_down: Vec<Observation>,
    /// The events of the decision.
    pub events: Vec<B::Event>,
}

/// The commanders of a battle.
pub struct Players<'a, B: Book> {
    /// A commander for each side; the order in which they act changes from decision to decision.
    pub sides: Vec<(SideId, &'a mut dyn Commander<B>)>,
    /// The umpire.
    pub umpire: &'a mut dyn Commander<B>,
}

impl<'a, B: Book> Players<'a, B> {
    fn commander(&mut self, role: &Audience) -> &mut (dyn Commander<B> + 'a) {
        let Self { sides, umpire } = self;
        match role {
            Audience::Side(side) => match sides.iter_mut().find(|(own, _)| own == side) {
                Some((_, commander)) => *commander,
                None => *umpire,
            },
            Audience::Umpire | Audience::Everyone => *umpire,
        }
    }

    /// The roles in the order in which they act, which changes from decision to decision.
    fn roles(&self, decisions: u32) -> Vec<Audience> {
        let mut roles: Vec<Audience> =
            self.sides.iter().map(|(side, _)| Audience::Side(side.clone())).collect();
        if !decisions.is_multiple_of(3) {
            roles.reverse();
        }
        roles.insert(if decisions % 3 == 2 { 0 } else { roles.len() }, Audience::Umpire);
        roles
    }
}

/// A battle in progress on a table in memory.
pub struct PlayOut<'a, B: PlaysOut> {
    book: &'a B,
    state: B::State,
    /// A state without a battle, kept so that it is made once.
    empty: Option<B::State>,
    table: PlacedTable,
    /// Models of ships that arrive later, at the places where they enter.
    later: Vec<PlacedShip>,
    scene: B::Scene,
    players: Players<'a, B>,
    dice_seed: u64,
    /// True if a step has begun and nothing was decided since.
    step_began: bool,
    decisions: u32,
    refused: u32,
    refused_in_a_row: u32,
    /// The last refused decision and the reason.
    last_refused: Option<(B::Decision, Halt)>,
    /// The invariants broken so far; none if they are not checked.
    faults: Option<Vec<String>>,
}

impl<'a, B: PlaysOut> PlayOut<'a, B> {
    /// A battle at its beginning, with its table; the dice follow from the seed.
    pub fn new(book: &'a B, set_out: SetOut<B>, players: Players<'a, B>, dice_seed: u64) -> Self {
        let SetOut { state, table, later, scene } = set_out;
        Self {
            book,
            state,
            empty: None,
            table,
            later,
            scene,
            players,
            dice_seed,
            step_began: true,
            decisions: 0,
            refused: 0,
            refused_in_a_row: 0,
            last_refused: None,
            faults: None,
        }
    }

    /// The same battle with a check of the invariants after every event.
    #[must_use]
    pub fn looked_after(self) -> Self {
        Self { faults: Some(Vec::new()), ..self }
    }

    /// The present state.
    pub fn state(&self) -> &B::State {
        &self.state
    }

    /// The present table.
    pub fn table(&self) -> &PlacedTable {
        &self.table
    }

    /// The outcome of the battle; none while it goes on. It is checked only when a step begins.
    pub fn ending(&self) -> Option<Ending<B::Ended>> {
        if !self.step_began {
            return None;
        }
        let ended = self.book.ended(&self.scene, &self.state)?;
        let mut fates = BTreeMap::new();
        for fate in B::fates(&self.state) {
            *fates.entry(fate.to_owned()).or_default() += 1;
        }
        Some(Ending { ended, turns: self.turn(), fates, decisions: self.decisions, refused: self.refused })
    }

    /// Lets the commanders play until the battle has ended. `watch` is called after each decision.
    ///
    /// # Errors See [`Self::play_on`].
    pub fn to_the_end(mut self, mut watch: impl FnMut(&Self, Played<B>)) -> Result<Ending<B::Ended>, Stuck> {
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            let played = self.play_on()?;
            watch(&self, played);
        }
    }

    /// Lets the commanders play until the next decision is accepted.
    ///
    /// # Errors If no order is accepted (a dead end), or if an invariant is broken.
    pub fn play_on(&mut self) -> Result<Played<B>, Stuck> {
        let played = self.play()?;
        match self.faults.as_deref() {
            None | Some([]) => Ok(played),
            Some(faults) => Err(self.stuck(format!("{:?}: {}", played.decision, faults.join(" ")), &[])),
        }
    }

    fn play(&mut self) -> Result<Played<B>, Stuck> {
        self.step_began = false;
        let mut questions = self.book.questions(&self.state);
        let role = |question: &Question<B::Ask>| match &question.who {
            Actor::Side(side) => self.players.sides.iter().position(|(own, _)| own == side),
            Actor::AllSides | Actor::Umpire => None,
        };
        questions.sort_by_cached_key(|question| (role(question), question.who == Actor::Umpire));
        if questions.is_empty() {
            return Err(self.stuck("Nothing is asked though the battle runs.".to_owned(), &questions));
        }
        loop {
            for role in self.players.roles(self.decisions) {
                if let Some(played) = self.let_order(&role, &questions)? {
                    self.refused_in_a_row = 0;
                    return Ok(played);
                }
            }
            let next_step = self.book.next_step();
            if let Some(decision) = next_step.filter(|_| !questions.iter().any(|question| question.must)) {
                let order = Order::only(decision);
                return match self.rule_on(&order) {
                    Ok(events) => Ok(self.apply(order, events)),
                    Err(halt) => Err(self.stuck(format!("The step can't be ended: {halt}"), &questions)),
                };
            }
            self.count_refusal(&questions)?;
        }
    }

    fn let_order(
        &mut self,
        role: &Audience,
        questions: &[Question<B::Ask>],
    ) -> Result<Option<Played<B>>, Stuck> {
        // Questions to one role stand together.
        let own = questions.iter().position(|question| question.is_put_to(role)).map_or(&[][..], |first| {
            let after = questions.iter().rposition(|question| question.is_put_to(role)).unwrap_or(first) + 1;
            questions.get(first..after).unwrap_or_default()
        });
        // A commander without a question may act unprompted, but only now and then.
        if own.is_empty() && !self.decisions.is_multiple_of(UNPROMPTED_INTERVAL) {
            return Ok(None);
        }
        let seen = self.book.seen_by(&self.state, role);
        let mut order = {
            let table = &self.table;
            let outlook = Outlook { book: self.book, state: &seen, table, questions: own };
            self.players.commander(role).order(&outlook)
        };
        while let Some(wanted) = order {
            match self.rule_on(&wanted) {
                Ok(events) => {
                    // Events change the state in place if nobody else holds a part of it.
                    drop(seen);
                    return Ok(Some(self.apply(wanted, events)));
                }
                Err(halt) => {
                    self.last_refused = Some((wanted.decision.clone(), halt.clone()));
                    self.count_refusal(questions)?;
                    let outlook =
                        Outlook { book: self.book, state: &seen, table: &self.table, questions: own };
                    order = self.players.commander(role).instead(&outlook, wanted, &halt);
                }
            }
        }
        Ok(None)
    }

    /// Moves the models and takes the decision. If the book refuses, the models go back.
    fn rule_on(&mut self, order: &Order<B::Decision>) -> Result<Vec<B::Event>, Halt> {
        let models_before: Vec<PlacedShip> =
            order.models.iter().filter_map(|(id, _)| self.table.placed(id)).cloned().collect();
        for (id, stops) in &order.models {
            stops.iter().for_each(|stop| self.table.set_down(id, *stop));
        }
        // The state follows from the seed and the number of decisions alone, so the number serves as the state's key.
        let mut dice = AppDice::new(self.dice_seed, &self.decisions.to_le_bytes());
        let facts = self.book.ruled_on(&self.scene, &self.table, &order.decision);
        self.book.decide(&self.state, &order.decision, facts, &mut dice).inspect_err(|_| {
            self.refused += 1;
            models_before.into_iter().for_each(|ship| self.table.put(ship));
        })
    }

    /// Applies the events of a decision.
    fn apply(&mut self, order: Order<B::Decision>, events: Vec<B::Event>) -> Played<B> {
        self.decisions += 1;
        let set_down = order.models.iter().filter_map(|(id, _)| self.table.placed(id));
        let set_down = set_down.map(|placed| placed.observation.clone()).collect();
        // One empty state takes the place of the real one while events change that in place.
        let empty = self.empty.take().unwrap_or_default();
        let mut state = std::mem::replace(&mut self.state, empty);
        for event in &events {
            state = self.fold(state, event);
        }
        self.empty = Some(std::mem::replace(&mut self.state, state));
        Played { decision: order.decision, set_down, events }
    }

    /// The state after an event, with scene and table brought up to it.
    fn fold(&mut self, state: B::State, event: &B::Event) -> B::State {
        self.book.before(&mut self.scene, &self.table, &state, event);
        if let Some((ship, edge)) = B::comes_on(&state, event)
            && let Some(at) = self.later.iter().position(|model| model.observation.ship == *ship)
        {
            at_the_edge(&mut self.table, self.later.remove(at), edge);
        }
        let ways_begin = B::ways_begin(event);
        self.step_began |= ways_begin == WaysBegin::All;
        let impossible = self.faults.is_some().then(|| B::acts_from_nowhere(&state, event)).flatten();
        let step = |state: &B::State| (B::turn(state), B::phase_key(state));
        let before = self.faults.is_some().then(|| step(&state));
        let state = B::apply(state, event);
        if let Some(all) = &mut self.faults {
            all.extend(impossible);
            let steps_on = before.is_some_and(|before| before != step(&state));
            if steps_on && ways_begin != WaysBegin::All {
                all.push(format!("A step begins, and ways go on. After {event:?}."));
            }
            all.extend(B::faults(&state).into_iter().map(|fault| format!("{fault} After {event:?}.")));
        }
        self.book.after(&mut self.scene, &mut self.table, &state, event);
        self.table.begin_ways(&ways_begin);
        self.table.keep(|ship| B::stands(&state, ship));
        state
    }

    fn count_refusal(&mut self, questions: &[Question<B::Ask>]) -> Result<(), Stuck> {
        self.refused_in_a_row += 1;
        if self.refused_in_a_row < MOST_REFUSALS {
            return Ok(());
        }
        let last = match &self.last_refused {
            Some((decision, halt)) => format!("the last so: {decision:?}: {halt}"),
            None => "or nothing was ordered where something must be".to_owned(),
        };
        Err(self.stuck(format!("{MOST_REFUSALS} orders in a row were refused, {last}"), questions))
    }

    /// The present turn; a battle that is out of time ended with its last turn.
    fn turn(&self) -> u32 {
        B::turn(&self.state).min(self.scene.last_turn())
    }

    fn stuck(&self, why: String, questions: &[Question<B::Ask>]) -> Stuck {
        let words = |question| self.book.wording(&self.state, question);
        let open_questions: Vec<String> = questions.iter().map(words).collect();
        Stuck {
            turn: self.turn(),
            moment: self.book.moment(&self.state),
            why,
            state: format!("Asked: {}", open_questions.join(" / ")),
        }
    }
}

/// Random values for a book's options: each option with a list of choices gets a random choice with probability 1/3;
/// numeric options keep their default.
pub fn options_by_lot(specs: &[OptionSpec], seed: u64) -> Vec<OptionValue> {
    let mut lot = Lot::new(seed);
    let mut drawn = Vec::new();
    for spec in specs {
        if let Some(value) = lot.pick(&spec.choices).filter(|_| lot.chance(1.0 / 3.0)) {
            drawn.push(OptionValue { name: spec.name.clone(), value: value.clone() });
        }
    }
    drawn
}
