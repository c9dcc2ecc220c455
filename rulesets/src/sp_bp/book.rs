//! Implements the interface of a rule book ([`crate::core::Book`]) for this book.

use crate::core::{
    Book, BookData, BookOf, Dice, Halt, Question, Reason, Refusal, Settlement, TableFacts, TypedFacts,
};
use crate::sp_bp::dice::throw::roll;
use crate::sp_bp::events::activation::{may_act, next_side};
use crate::sp_bp::events::apply::apply;
use crate::sp_bp::events::decision::{Decision, MountChoice};
use crate::sp_bp::events::event::{BODY_VERSION, Event, MoveReview};
use crate::sp_bp::forecast::odds::{Odds, odds};
use crate::sp_bp::gunnery::fire::fire;
use crate::sp_bp::gunnery::salvo::{Proposal, SalvoPlan, plan};
use crate::sp_bp::movement::review::{anchor, make_move, plan_speed, review};
use crate::sp_bp::movement::speed::{BestSpeed, best_speed};
use crate::sp_bp::presentation::questions::{Ask, questions, wording};
use crate::sp_bp::presentation::sentences::sentences;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use crate::sp_bp::tables::table_set::Tables;
use crate::sp_bp::turn::advance::next_step;
use crate::sp_bp::turn::opening::open;
use crate::sp_bp::turn::tasks::{repair, undertake};
use crate::sp_bp::turn::umpire;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// The largest modifier that players may add to an initiative by hand (SPB-2).
const MOST_INITIATIVE: i32 = 20;

/// The book with its tables.
pub type SpBp = BookOf<Tables>;

/// A salvo before it is fired, with its odds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SalvoPreview {
    /// The firing mounts, their dice and modifiers, and the reasons against the salvo.
    pub plan: SalvoPlan,
    /// The distribution of results; none while the salvo can't be fired.
    pub odds: Option<Odds>,
}

impl SpBp {
    /// Works out a salvo before it is fired, for the screen. The same code works out the salvo itself.
    pub fn preview(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        (shooter, target): (&ShipId, &ShipId),
        mounts: &MountChoice,
        settled: &[Settlement],
    ) -> SalvoPreview {
        let facts = TypedFacts::over(facts, &state.typed);
        let plan = plan(&self.tables, state, &facts, &Proposal { shooter, target, mounts, settled });
        let clear = plan.reasons.is_empty() && plan.too_close.is_empty();
        let ships = (state.ships.get(shooter), state.ships.get(target));
        let odds = match (ships, plan.seen_from_deg) {
            ((Some(shooter), Some(target)), Some(from)) if clear => {
                Some(odds(&self.tables, state, (shooter, target), (plan.side, from.value), &plan.firing))
            }
            _ => None,
        };
        SalvoPreview { plan, odds }
    }

    /// Returns a ship's best speed and turn class now, itemised.
    pub fn best_speed(&self, state: &State, ship: &ShipId) -> Option<BestSpeed> {
        state.ships.get(ship).map(|ship| best_speed(&self.tables, &state.options, ship))
    }

    /// Judges a ship's move as the table shows it now.
    pub fn review_move(&self, state: &State, facts: &dyn TableFacts, ship: &ShipId) -> Option<MoveReview> {
        let facts = TypedFacts::over(facts, &state.typed);
        state.ships.get(ship).map(|ship| review(&self.tables, state, &facts, ship, &[]))
    }

    /// Rules on every decision that needs no dice.
    fn rule(&self, state: &State, decision: &Decision, facts: &dyn TableFacts) -> Result<Vec<Event>, Halt> {
        let ship = |id: &ShipId| known(state, id);
        let events = match decision {
            Decision::Open { ships, options, terrain } => open(&self.tables, state, ships, options, terrain)?,
            Decision::AddToInitiative { side, modifier, reason } => {
                if !state.sides().contains(side) || modifier.abs() > MOST_INITIATIVE {
                    let text =
                        format!("Name a side that takes part, and a modifier up to {MOST_INITIATIVE}.");
                    return Err(Refusal::because("SPB-2", text).into());
                }
                let (side, reason) = (side.clone(), reason.clone());
                vec![Event::InitiativeAdded { side, modifier: *modifier, reason }]
            }
            Decision::Repair { ship: id, task, parties } => repair(state, ship(id)?, task, *parties)?,
            Decision::Undertake { ship: id, procedure, other, settled } => {
                undertake(state, facts, (ship(id)?, *procedure, other.as_ref()), settled)?
            }
            Decision::Adjudicate { entry, changes, bonds, note } => {
                umpire::adjudicate(state, *entry, (changes, bonds.as_deref()), note)?
            }
            Decision::Move { ship: id, declares, settled } => {
                if state.step != Step::Movement {
                    let text = format!("Ships move in the Movement Phase; this is “{}”.", state.step.title());
                    return Err(Refusal::because("SPB-3", text).into());
                }
                make_move(&self.tables, state, facts, (ship(id)?, declares), settled)?
            }
            Decision::Anchor { ship: id, down } => anchor(state, ship(id)?, *down)?,
            Decision::PlanSpeed { ship: id, knots } => plan_speed(&self.tables, state, ship(id)?, *knots)?,
            Decision::Fire { shooter, target, mounts, settled } => {
                fire(&self.tables, state, facts, &Proposal { shooter, target, mounts, settled })?
            }
            Decision::Done { ship: id } => done(state, ship(id)?)?,
            Decision::Leave { ship: id, edge } => {
                let leaving = ship(id)?;
                if !leaving.present() || state.step != Step::Movement {
                    let text = format!("{} can't leave the table now.", leaving.card.name);
                    return Err(Refusal::because("SPB-3", text).into());
                }
                let left = Event::Left { ship: id.clone(), edge: *edge };
                let acting = state.active.as_ref() == Some(id);
                let ended = Event::ActionEnded { ship: id.clone(), to_act: next_side(state, leaving) };
                [vec![left], acting.then_some(ended).into_iter().collect()].concat()
            }
            Decision::NextStep => next_step(&self.tables, state, facts)?,
            Decision::TypeFacts { facts, reason } => umpire::type_facts(facts, reason)?,
            Decision::SetOption { option, reason } => {
                let options = state.options.with(option, self.options())?;
                vec![Event::OptionSet { option: option.clone(), options, reason: reason.clone() }]
            }
            Decision::Umpire { order, reason } => umpire::order(&self.tables, state, facts, order, reason)?,
            // Dice are thrown by `throw`.
            Decision::Roll { .. } => Vec::new(),
        };
        Ok(events)
    }
}

fn known<'a>(state: &'a State, id: &ShipId) -> Result<&'a ShipState, Halt> {
    let text = || format!("No ship called “{id}” takes part in this battle.");
    state.ships.get(id).ok_or_else(|| Halt::because("SPB-1", text()))
}

/// Ends a ship's action in this step.
fn done(state: &State, ship: &ShipState) -> Result<Vec<Event>, Halt> {
    let mut reasons = may_act(state, ship);
    if state.something_due() {
        let text = "Throw the dice and make the entries that are due first.";
        reasons.push(Reason::new(state.step.rule(), text));
    }
    Halt::unless_clear(reasons, Vec::new())?;
    let mut events = crate::sp_bp::events::activation::activate(state, ship);
    let now = events.iter().fold(state.clone(), apply);
    events.push(Event::ActionEnded { ship: ship.card.id.clone(), to_act: next_side(&now, ship) });
    Ok(events)
}

impl Book for SpBp {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Ask;

    const ID: &'static str = "sp_bp";
    const TITLE: &'static str = "SP/BP";
    const BODY_VERSION: u32 = BODY_VERSION;

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        if !state.opened && !matches!(decision, Decision::Open { .. }) {
            return Err(Halt::because("SPB-1", "The battle has not begun: open it first."));
        }
        if let Decision::Roll { rolls, faces } = decision {
            return Ok(roll(&self.tables, state, rolls, faces, dice)?);
        }
        self.rule(state, decision, &TypedFacts::over(facts, &state.typed))
    }

    fn apply(state: State, event: &Event) -> State {
        apply(state, event)
    }

    fn questions(&self, state: &State) -> Vec<Question<Ask>> {
        questions(&self.tables, state)
    }

    fn wording(&self, state: &State, question: &Question<Ask>) -> String {
        wording(state, &question.ask)
    }

    fn sentences(&self, state: &State, event: &Event) -> Vec<String> {
        sentences(state, event)
    }
}
