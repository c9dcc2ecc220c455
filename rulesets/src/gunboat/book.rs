//! Implementation of the rule-book interface ([`crate::core::Book`]).

use crate::core::{
    Audience, Book, BookData, BookOf, Dice, Halt, Question, RollId, Settlement, TableFacts, TypedFacts,
    decide_by_die, leaves_to_a_die,
};
use crate::gunboat::boarding::parties;
use crate::gunboat::damage::ticks::{choose, tick};
use crate::gunboat::dice::throw::roll;
use crate::gunboat::events::apply::apply;
use crate::gunboat::events::decision::{Decision, MountChoice};
use crate::gunboat::events::event::{BODY_VERSION, Event};
use crate::gunboat::events::move_review::MoveReview;
use crate::gunboat::events::outcome::Impact;
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::forecast::mortar_odds::{self, MortarOdds};
use crate::gunboat::forecast::odds::{Odds, odds};
use crate::gunboat::forecast::ram_odds::{RamOdds, ram_odds};
use crate::gunboat::gunnery::declare::{chart_rolls, fire};
use crate::gunboat::gunnery::late_fire::{Forgotten, fire_late};
use crate::gunboat::gunnery::salvo::{Proposal, SalvoPlan, plan};
use crate::gunboat::gunnery::volley::close_volley;
use crate::gunboat::mortars::shot::{self, MortarOrder, MortarPlan};
use crate::gunboat::movement::actions;
use crate::gunboat::movement::hazards::{lay_mines, refloat};
use crate::gunboat::movement::reach::{self, MoveReach};
use crate::gunboat::movement::review::{means, review};
use crate::gunboat::presentation::questions::{Ask, questions, wording};
use crate::gunboat::presentation::secrets;
use crate::gunboat::presentation::sentences::sentences;
use crate::gunboat::ramming::impact::{self, impact, ram};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{MountId, Side};
use crate::gunboat::state::due::SalvoId;
use crate::gunboat::state::ship::{MortarAim, ShipState};
use crate::gunboat::tables::table_set::Tables;
use crate::gunboat::turn::advance::next_step;
use crate::gunboat::turn::opening::open;
use crate::gunboat::turn::umpire;
use geometry::{HullPart, Pose, ShipId, Standing, Steering};
use serde::{Deserialize, Serialize};

/// The book with its tables.
pub type Gunboat = BookOf<Tables>;

/// A salvo before it is declared, with its odds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SalvoPreview {
    /// The plan: bearing, range, penetration, and the reasons against the salvo.
    pub plan: SalvoPlan,
    /// The odds of the dice; none while the salvo can't be fired as planned.
    pub odds: Option<Odds>,
}

impl Gunboat {
    /// A preview of a salvo: everything that a screen shows before fire is declared. The declared salvo uses the same
    /// code.
    pub fn preview(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        shooter: &ShipId,
        target: &ShipId,
        mounts: &MountChoice,
        settled: &[Settlement],
    ) -> SalvoPreview {
        let plan = self.salvo_plan(state, facts, (shooter, target), mounts, settled);
        let clear = plan.reasons.is_empty() && plan.too_close.is_empty();
        let shown = state.options.measure.shows_enemies();
        let odds = (clear && shown).then(|| {
            let mut numbers = Numbers::after(state);
            let salvo = SalvoId(numbers.next());
            odds(
                &self.tables,
                state,
                &chart_rolls(state, &mut numbers, (salvo, (shooter, target)), &plan.pools, &plan.aim),
            )
        });
        SalvoPreview { plan, odds }
    }

    /// The same preview without odds.
    pub fn salvo_plan(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        (shooter, target): (&ShipId, &ShipId),
        mounts: &MountChoice,
        settled: &[Settlement],
    ) -> SalvoPlan {
        let facts = TypedFacts::over(facts, &state.typed);
        let proposal = Proposal { shooter, target, mounts, boarders: false, settled };
        let plan = plan(&self.tables, state, &facts, &proposal);
        if state.options.measure.shows_enemies() { plan } else { plan.unmeasured() }
    }

    /// A preview of a ram: where and how the ships meet, and the reasons against it.
    pub fn preview_ram(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        (rammer, target): (&ShipId, &ShipId),
        settled: &[Settlement],
    ) -> Impact {
        let facts = TypedFacts::over(facts, &state.typed);
        impact(&self.tables, state, &facts, (rammer, target), settled)
    }

    /// The odds of a ram's dice; none if the impact is no ram.
    pub fn ram_odds(&self, state: &State, impact: &Impact) -> Option<RamOdds> {
        ram_odds(&self.tables, state, impact)
    }

    /// A preview of a mortar shot with its odds; no odds while it can't be fired as planned. Empty if ranges to enemies
    /// may not be shown before fire is declared.
    pub fn preview_mortar(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        (ship, mount, aim): (&ShipId, &MountId, &MortarAim),
        settled: &[Settlement],
    ) -> (MortarPlan, Option<MortarOdds>) {
        if !state.options.measure.shows_enemies() {
            return (MortarPlan::default(), None);
        }
        let facts = TypedFacts::over(facts, &state.typed);
        let plan = shot::plan(&self.tables, state, &facts, &MortarOrder { ship, mount, aim, settled });
        let clear = plan.reasons.is_empty() && plan.too_close.is_empty();
        let shot = plan.shot.as_ref().filter(|_| clear);
        let odds = shot.and_then(|shot| mortar_odds::odds(&self.tables, state, shot));
        (plan, odds)
    }

    /// The event for an impact that another book has judged by its own rules: it causes this book's dice. `how` is the
    /// speed in knots, the part that is struck, and whether a spar torpedo strikes. None if one of the two ships takes
    /// no part.
    pub fn impact_judged_elsewhere(
        &self,
        state: &State,
        ships: (&ShipId, &ShipId),
        how: (u16, HullPart, bool),
    ) -> Option<Event> {
        impact::judged_elsewhere(&self.tables, state, ships, how)
    }

    /// The area that a ship can reach from its position, for each permitted steering: the outlines that a screen draws
    /// before the ship is moved.
    pub fn reaches(&self, state: &State, ship: &ShipId, start: Pose) -> Vec<MoveReach> {
        let ship = state.ships.get(ship);
        ship.map_or_else(Vec::new, |ship| reach::reaches(&self.tables, state, ship, start))
    }

    /// The furthest legal position on a ship's way, if it went too far.
    pub fn furthest_place(&self, state: &State, ship: &ShipId, places: &[Standing]) -> Option<Pose> {
        reach::furthest(&self.tables, state, state.ships.get(ship)?, places)
    }

    /// The moves of a side as they would be judged now, in one list.
    pub fn review_moves(&self, state: &State, facts: &dyn TableFacts, side: Side) -> Vec<MoveReview> {
        let own =
            state.ships.values().filter(|ship| ship.card.side == side && ship.present() && !ship.has_moved);
        let facts = TypedFacts::over(facts, &state.typed);
        own.map(|ship| review(&self.tables, state, &facts, ship, &[], false)).collect()
    }

    /// A ship's steering by its own circle, and the greatest length of its move, inches.
    pub(crate) fn move_means(&self, state: &State, ship: &ShipState) -> (Steering, f64) {
        means(&self.tables, state, ship)
    }
}

impl Book for Gunboat {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Ask;

    const ID: &'static str = "gunboat";
    const TITLE: &'static str = "Ironclad Gunboat Rules";
    const BODY_VERSION: u32 = BODY_VERSION;

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        if !state.opened && !matches!(decision, Decision::Open { .. }) {
            return Err(Halt::because("GUN-3", "The battle has not begun: open it first."));
        }
        let facts = TypedFacts::over(facts, &state.typed);
        let events = match decision {
            Decision::Roll { rolls, faces } => roll(&self.tables, state, rolls, faces, dice)?,
            _ if leaves_to_a_die(state.options.too_close, decision) => {
                let rule = |decision: &Decision| self.rule(state, decision, &facts);
                let next = RollId(Numbers::after(state).next());
                let (thrown, mut events) = decide_by_die(decision, next, dice, rule)?;
                events.insert(0, Event::DiceThrown { thrown });
                events
            }
            _ => self.rule(state, decision, &facts)?,
        };
        Ok(events)
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

    fn audience(&self, state: &State, event: &Event) -> Audience {
        secrets::audience(state, event)
    }

    fn seen_by(&self, state: &State, viewer: &Audience) -> State {
        secrets::seen_by(state, viewer)
    }
}

impl Gunboat {
    /// Takes every decision that needs no dice.
    fn rule(&self, state: &State, decision: &Decision, facts: &dyn TableFacts) -> Result<Vec<Event>, Halt> {
        let events = match decision {
            Decision::Open { ships, forts, options, terrain } => {
                open(&self.tables, state, ships, forts, options, terrain)?
            }
            Decision::Fire { shooter, target, mounts, settled } => {
                let proposal = Proposal { shooter, target, mounts, boarders: false, settled };
                fire(&self.tables, state, facts, &proposal, None)?
            }
            Decision::FireAtBoarders { shooter, boarded, mounts, settled } => {
                let proposal = Proposal { shooter, target: boarded, mounts, boarders: true, settled };
                fire(&self.tables, state, facts, &proposal, None)?
            }
            Decision::FireMortar { ship, mount, at, settled } => {
                shot::fire(&self.tables, state, facts, &MortarOrder { ship, mount, aim: at, settled })?
            }
            Decision::Embark { orders } => parties::embark(state, orders)?,
            Decision::Grapple { ship, target, settled } => {
                parties::grapple(&self.tables, state, facts, (ship, target), settled)?
            }
            Decision::FireLate { turn, step, shooter, target, mounts, settled, reason } => {
                let (turn, step) = (*turn, *step);
                let shot = Forgotten { turn, step, shooter, target, mounts, settled, reason };
                fire_late(&self.tables, state, facts, &shot)?
            }
            Decision::Volley { target } => close_volley(&self.tables, state, target)?,
            Decision::LayMines { areas } => lay_mines(state, areas)?,
            Decision::Ram { rammer, target, settled } => {
                ram(&self.tables, state, facts, (rammer, target), settled)?
            }
            Decision::Refloat { ship } => refloat(state, facts, ship)?,
            Decision::TypeFacts { facts, reason } => umpire::type_facts(facts, reason)?,
            // Rolls need dice; `decide` handles them.
            Decision::Roll { .. } => {
                return Err(Halt::because("GUN-1", "No dice are at hand."));
            }
            Decision::Choose { due, section } => choose(state, *due, *section)?,
            Decision::Tick { due, boxes } => tick(&self.tables, state, *due, boxes)?,
            Decision::RingUp { orders } => actions::ring_up(&self.tables, state, orders)?,
            Decision::Move { moves } => actions::make_moves(&self.tables, state, facts, moves)?,
            Decision::Anchor { ship, down } => actions::anchor(state, ship, *down)?,
            Decision::Bind { bond } => actions::bind(state, facts, bond)?,
            Decision::CastOff { bond } => actions::cast_off(state, bond)?,
            Decision::Leave { ship, edge } => actions::leave(&self.tables, state, facts, ship, *edge)?,
            Decision::NextStep => next_step(&self.tables, state, facts)?,
            Decision::SetOption { option, reason } => {
                let options = state.options.with(option, self.options())?;
                vec![Event::OptionSet { option: option.clone(), options, reason: reason.clone() }]
            }
            Decision::Umpire { order, reason } => umpire::order(&self.tables, state, facts, order, reason)?,
        };
        Ok(events)
    }
}
