//! Implementation of the rule-book interface ([`crate::core::Book`]).

use crate::core::{
    Audience, Book, BookData, BookOf, Dice, Halt, Question, Reason, Recorder, Refusal, RollId, Settlement,
    Settles, TableFacts, TypedFacts, decide_by_die, leaves_to_a_die,
};
use crate::noddy::dice::throw::roll;
use crate::noddy::events::apply::apply;
use crate::noddy::events::decision::{Decision, GunChoice, MoveOrder};
use crate::noddy::events::event::{BODY_VERSION, Event};
use crate::noddy::events::outcome::{Impact, MoveReview};
use crate::noddy::forecast::odds::{Odds, odds};
use crate::noddy::forecast::result_odds::{ResultChance, results};
use crate::noddy::gunnery::fire::{FirePlan, Proposal, fire, may_fire, plan};
use crate::noddy::gunnery::musketry::{self, MusketPlan};
use crate::noddy::movement::orders::change;
use crate::noddy::movement::review::{EDGE_IN, make_moves, review};
use crate::noddy::movement::{contact, written_orders};
use crate::noddy::presentation::questions::{Ask, questions, wording};
use crate::noddy::presentation::secrets;
use crate::noddy::presentation::sentences::sentences;
use crate::noddy::ramming::impact::{self, impact};
use crate::noddy::state::battle::State;
use crate::noddy::state::card::HalfKnots;
use crate::noddy::state::due::{Numbers, RollUse};
use crate::noddy::state::ship::ShipState;
use crate::noddy::state::step::Step;
use crate::noddy::tables::table_set::Tables;
use crate::noddy::turn::advance::next_step;
use crate::noddy::turn::opening::{Entering, open};
use crate::noddy::turn::umpire;
use geometry::{ShipId, Verdict};
use serde::{Deserialize, Serialize};

/// The book with its tables.
pub type Noddy = BookOf<Tables>;

/// A fire before it is declared, with its odds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FirePreview {
    /// The plan: bearing, range, and the reasons against the fire.
    pub plan: FirePlan,
    /// The odds of the dice; none while the guns can't fire as planned.
    pub odds: Option<Odds>,
}

impl Noddy {
    /// The greatest change of a ship's speed in a move, half knots (NOD-5).
    pub fn speed_change(&self, ship: &ShipState) -> HalfKnots {
        change(&self.tables, ship)
    }

    /// A preview of a fire; the declared fire uses the same code.
    pub fn preview(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        (firer, target): (&ShipId, &ShipId),
        guns: &GunChoice,
        settled: &[Settlement],
    ) -> FirePreview {
        let plan = self.fire_plan(state, facts, (firer, target), guns, settled);
        let clear = plan.reasons.is_empty() && plan.too_close.is_empty();
        let odds = plan.fire.as_ref().filter(|_| clear).map(|fire| odds(&self.tables, state, fire));
        FirePreview { plan, odds }
    }

    /// The same preview without odds.
    pub fn fire_plan(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        (firer, target): (&ShipId, &ShipId),
        guns: &GunChoice,
        settled: &[Settlement],
    ) -> FirePlan {
        let facts = TypedFacts::over(facts, &state.typed);
        plan(&self.tables, state, &facts, &Proposal { firer, target, guns, settled })
    }

    /// Returns true if nothing is against a fire of all guns that bear, like [`Self::fire_plan`] without reasons.
    pub fn may_fire(&self, state: &State, facts: &dyn TableFacts, pair: (&ShipId, &ShipId)) -> bool {
        may_fire(&self.tables, state, &TypedFacts::over(facts, &state.typed), pair)
    }

    /// A preview of a ram with the odds of its die; no odds while the ship can't ram.
    pub fn preview_ram(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        pair: (&ShipId, &ShipId),
        settled: &[Settlement],
    ) -> (Impact, Vec<ResultChance>) {
        let facts = TypedFacts::over(facts, &state.typed);
        let impact = impact(&self.tables, state, &facts, pair, settled);
        let clear = impact.reasons.is_empty() && impact.too_close.is_empty();
        let all =
            if clear { results(&self.tables, state, &impact::roll(state, &impact)) } else { Vec::new() };
        (impact, all)
    }

    /// A preview of a regiment's fire with the odds of its die; no odds while it can't fire.
    pub fn preview_muskets(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        pair: (&ShipId, &ShipId),
        settled: &[Settlement],
    ) -> (MusketPlan, Vec<ResultChance>) {
        let facts = TypedFacts::over(facts, &state.typed);
        let plan = musketry::plan(state, &facts, pair, settled);
        let clear = plan.reasons.is_empty() && plan.too_close.is_empty();
        let all = match &plan.fire {
            Some(fire) if clear => results(&self.tables, state, &musketry::roll(state, fire)),
            _ => Vec::new(),
        };
        (plan, all)
    }

    /// A move as it would be judged now.
    pub fn review_move(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        order: &MoveOrder,
    ) -> Option<MoveReview> {
        let facts = TypedFacts::over(facts, &state.typed);
        Some(review(state, &facts, state.ships.get(&order.ship)?, order).0)
    }

    /// Takes every decision that needs no dice.
    fn rule(&self, state: &State, decision: &Decision, facts: &dyn TableFacts) -> Result<Vec<Event>, Halt> {
        let tables = &self.tables;
        Ok(match decision {
            Decision::Open { ships, batteries, regiments, options, terrain, hidden } => {
                open(tables, state, &Entering { ships, batteries, regiments, options, terrain, hidden })?
            }
            Decision::WriteOrders { orders } => written_orders::write(tables, state, facts, orders)?,
            Decision::ReadOut { ship, course, settled } => {
                written_orders::read_out(tables, state, facts, (ship, course), settled)?
            }
            Decision::Move { moves } => make_moves(state, facts, moves)?,
            Decision::Fire { firer, target, guns, settled } => {
                fire(tables, state, facts, &Proposal { firer, target, guns, settled })?
            }
            Decision::Musketry { regiment, target, settled } => {
                musketry::fire(state, facts, (regiment, target), settled)?
            }
            Decision::Ram { rammer, rammee, settled } => {
                impact::ram(tables, state, facts, (rammer, rammee), settled)?
            }
            Decision::SettleContact { ship, goes_on } => contact::settle(state, ship, *goes_on)?,
            Decision::Refloat { ship } => refloat(tables, state, ship)?,
            Decision::Leave { ship, edge } => leave(state, facts, ship, *edge)?,
            // Rolls need dice; `decide` handles them.
            Decision::Roll { .. } => {
                return Err(Halt::because("NOD-1", "No dice are at hand."));
            }
            Decision::NextStep => next_step(tables, state, facts)?,
            Decision::TypeFacts { facts, reason } => umpire::type_facts(facts, reason)?,
            Decision::SetOption { option, reason } => {
                let options = state.options.with(option, self.options())?;
                vec![Event::OptionSet { option: option.clone(), options, reason: reason.clone() }]
            }
            Decision::Umpire { order, reason } => umpire::order(state, order, reason)?,
        })
    }
}

/// Lets a ship try to refloat (NOD-10): once a move, three times in all (NOD-AMB-17).
fn refloat(tables: &Tables, state: &State, id: &ShipId) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    let mut no = |text: String| reasons.push(Reason::new("NOD-10", text));
    match state.ships.get(id) {
        Some(ship) if ship.fights() => {
            let name = &ship.card.name;
            match ship.aground {
                None => no(format!("{name} is not aground.")),
                Some(attempts) if attempts >= tables.aground().attempts => {
                    no(format!("{name} has had her three attempts: she is stuck."));
                }
                Some(_) if ship.refloat_tried => no(format!("{name} has tried in this move.")),
                Some(_) => {}
            }
        }
        _ => no(format!("{} has no crew on the table.", state.name(id))),
    }
    if state.step != Step::Orders {
        no("Ships try to get free before anything moves.".to_owned());
    }
    Refusal::unless_clear(reasons)?;
    let rolls = vec![Numbers::after(state).roll(state, id, RollUse::Refloat)];
    Ok(vec![Event::RefloatTried { ship: id.clone(), rolls }])
}

/// Lets a ship at the edge of the table leave the battle.
fn leave(
    state: &State,
    facts: &dyn TableFacts,
    id: &ShipId,
    edge: crate::core::Edge,
) -> Result<Vec<Event>, Halt> {
    let recorder = Recorder::new(facts);
    let mut reasons = Vec::new();
    match state.ships.get(id) {
        Some(ship) if ship.present() && ship.aground.is_none() => match recorder.edge_of(id) {
            Err(why) => reasons.push(Reason::new("NOD-11", why.to_string())),
            Ok(at) if at.edge != edge || at.distance_in.at_most(EDGE_IN) == Verdict::No => {
                let text = format!("{} is not at the {} edge.", ship.card.name, edge.word());
                reasons.push(Reason::new("NOD-11", text));
            }
            Ok(_) => {}
        },
        _ => reasons.push(Reason::new("NOD-11", format!("{} can't leave the table.", state.name(id)))),
    }
    if state.rolls.iter().any(|roll| roll.ship == *id) {
        reasons.push(Reason::new("NOD-11", "Her dice must be thrown first."));
    }
    Halt::unless_clear(reasons, Vec::new())?;
    Ok(vec![Event::Left { ship: id.clone(), edge, asked: recorder.into_asked() }])
}

impl Settles for Decision {
    fn settlements(&mut self) -> Vec<&mut Vec<Settlement>> {
        match self {
            Self::ReadOut { settled, .. }
            | Self::Fire { settled, .. }
            | Self::Musketry { settled, .. }
            | Self::Ram { settled, .. } => vec![settled],
            Self::WriteOrders { orders } => orders.iter_mut().map(|order| &mut order.settled).collect(),
            Self::Move { moves } => moves.iter_mut().map(|order| &mut order.settled).collect(),
            _ => Vec::new(),
        }
    }
}

impl Book for Noddy {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Ask;

    const ID: &'static str = "noddy";
    const TITLE: &'static str = "Noddy Riverine Rules";
    const BODY_VERSION: u32 = BODY_VERSION;

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        if !state.opened && !matches!(decision, Decision::Open { .. }) {
            return Err(Halt::because("NOD-7", "The battle has not begun: open it first."));
        }
        let facts = TypedFacts::over(facts, &state.typed);
        match decision {
            Decision::Roll { rolls, faces } => Ok(roll(&self.tables, state, rolls, faces, dice)?),
            _ if leaves_to_a_die(state.options.too_close, decision) => {
                // These dice are extra: their numbers are above any that the decision uses.
                let first = RollId(state.next_number.saturating_add(1_000));
                let rule = |decision: &Decision| self.rule(state, decision, &facts);
                let (thrown, mut events) = decide_by_die(decision, first, dice, rule)?;
                events.insert(0, Event::DiceThrown { thrown });
                Ok(events)
            }
            _ => self.rule(state, decision, &facts),
        }
    }

    fn apply(state: State, event: &Event) -> State {
        apply(state, event)
    }

    fn questions(&self, state: &State) -> Vec<Question<Ask>> {
        questions(&self.tables, state)
    }

    fn wording(&self, state: &State, question: &Question<Ask>) -> String {
        wording(state, question)
    }

    fn sentences(&self, state: &State, event: &Event) -> Vec<String> {
        sentences(state, event)
    }

    fn audience(&self, state: &State, event: &Event) -> Audience {
        secrets::audience(state, event)
    }

    fn seen_by(&self, state: &State, viewer: &Audience) -> State {
        secrets::seen_by(state, viewer)
    }
}
