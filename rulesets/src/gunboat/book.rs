//! The Gunboat book behind the shape that all books share.

use crate::core::{
    Audience, Book, DataFile, Dice, Die, Faces, Halt, OptionSpec, Question, Reason, Refusal, RollId, RuleId,
    Settlement, TableFacts, TypedDice, TypedFacts,
};
use crate::gunboat::aim::{Aim, Mark};
use crate::gunboat::apply::apply;
use crate::gunboat::boarding;
use crate::gunboat::card::{Section, SectionKind, ShipCard, Side};
use crate::gunboat::decision::{BoxTick, Decision, MountChoice, MountGuns, OptionValue, ShipSetup};
use crate::gunboat::event::{Event, LateShot, Pool, Salvo, ThrownRoll};
use crate::gunboat::files::DataError;
use crate::gunboat::fleet::setup_reasons;
use crate::gunboat::fort::{self, FortCard};
use crate::gunboat::hazards::{lay_mines, refloat};
use crate::gunboat::late::{Forgotten, fire_late};
use crate::gunboat::launches;
use crate::gunboat::mortar::{self, MortarOrder};
use crate::gunboat::movement::{MoveReview, review};
use crate::gunboat::odds::{Odds, odds};
use crate::gunboat::options::{GunOptions, VolleyScope};
use crate::gunboat::questions::{Ask, questions};
use crate::gunboat::ram::{Impact, impact, ram};
use crate::gunboat::resolve::{Numbers, read_roll, table_roll, takes_hold};
use crate::gunboat::salvo::{Proposal, SalvoPlan, is_measured, plan};
use crate::gunboat::seamanship;
use crate::gunboat::secrets;
use crate::gunboat::sentences::sentences;
use crate::gunboat::state::{Chart, DueId, PendingRoll, RollUse, SalvoId, State, TableId};
use crate::gunboat::tables::Tables;
use crate::gunboat::ticks::check_ticks;
use crate::gunboat::ties;
use crate::gunboat::turn::{fate, next_step};
use crate::gunboat::umpire;
use crate::gunboat::volley::close_volley;
use geometry::{ShipId, Terrain, Verdict};
use serde::{Deserialize, Serialize};

/// The version of the bodies of states, decisions and events.
pub const BODY_VERSION: u32 = 1;

/// The book with its tables.
#[derive(Debug, Clone)]
pub struct Gunboat {
    tables: Tables,
}

/// A salvo before it is declared, with its odds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SalvoPreview {
    /// What bears, reaches and penetrates, and what stands against it.
    pub plan: SalvoPlan,
    /// What the dice may bring; none while the salvo can't be fired as it stands.
    pub odds: Option<Odds>,
}

impl Gunboat {
    /// The book with the tables compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself (a test holds that the compiled ones don't).
    pub fn embedded() -> Result<Self, DataError> {
        Ok(Self { tables: Tables::embedded()? })
    }

    /// The book with the data files that a battle kept.
    ///
    /// # Errors
    /// Names the file, the place and what is wrong.
    pub fn with_data(files: Vec<DataFile>) -> Result<Self, DataError> {
        Ok(Self { tables: Tables::load(files)? })
    }

    /// The book's tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// What a salvo would be: everything a screen shows before fire is declared. The declared salvo is worked out
    /// by the same code.
    pub fn preview(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        shooter: &ShipId,
        target: &ShipId,
        mounts: &MountChoice,
        settled: &[Settlement],
    ) -> SalvoPreview {
        let facts = TypedFacts::over(facts, &state.typed);
        let proposal = Proposal { shooter, target, mounts, boarders: false, settled };
        let plan = plan(&self.tables, state, &facts, &proposal);
        if !state.options.measure.shows_enemies() {
            return SalvoPreview { plan: plan.unmeasured(), odds: None };
        }
        let clear = plan.reasons.is_empty() && plan.too_close.is_empty();
        let odds = clear.then(|| {
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

    /// What ramming would be: where and how the ships meet, and what stands against it.
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

    /// The moves of a side as they would be judged now: one list for the whole side.
    pub fn review_moves(&self, state: &State, facts: &dyn TableFacts, side: Side) -> Vec<MoveReview> {
        let own =
            state.ships.values().filter(|ship| ship.card.side == side && ship.present() && !ship.has_moved);
        let facts = TypedFacts::over(facts, &state.typed);
        own.map(|ship| review(&self.tables, state, &facts, ship, &[], false)).collect()
    }

    fn open(
        &self,
        state: &State,
        ships: &[ShipSetup],
        forts: &[FortCard],
        options: &[OptionValue],
        terrain: &[Terrain],
    ) -> Result<Vec<Event>, Refusal> {
        let mut reasons = Vec::new();
        if state.opened {
            reasons.push(Reason::new("GUN-3", "The battle has begun already."));
        }
        if ships.is_empty() {
            reasons.push(Reason::new("GUN-3", "A battle needs at least one ship."));
        }
        for (i, setup) in ships.iter().enumerate() {
            reasons.extend(setup_reasons(setup));
            if ships.iter().take(i).any(|other| other.card.id == setup.card.id) {
                reasons.push(Reason::new("GUN-72", format!("Two ships are called “{}”.", setup.card.id)));
            }
        }
        let mut chosen = GunOptions::default();
        for option in options {
            match chosen.with(option, self.options()) {
                Ok(with) => chosen = with,
                Err(refusal) => reasons.extend(refusal.reasons),
            }
        }
        reasons.extend(ships.iter().flat_map(|setup| launches::setup_reasons(setup, &chosen)));
        reasons.extend(forts.iter().flat_map(fort::card_reasons));
        let ships_and_forts =
            ships.iter().map(|setup| &setup.card.id).chain(forts.iter().map(|fort| &fort.id));
        let guns = forts.iter().flat_map(|fort| &fort.guns).map(|gun| &gun.id);
        let names: Vec<&ShipId> = ships_and_forts.chain(guns).collect();
        for (i, name) in names.iter().enumerate().skip(ships.len()) {
            if names.iter().take(i).any(|other| other == name) {
                reasons.push(Reason::new("GUN-74", format!("Two ships, forts or guns are called “{name}”.")));
            }
        }
        reasons.extend(umpire::terrain_reasons(terrain));
        if !reasons.is_empty() {
            return Err(Refusal { reasons });
        }
        let cards: Vec<&ShipCard> = ships.iter().map(|setup| &setup.card).collect();
        let rolls = boarding::opening_rolls(&cards, chosen.boarding_parties, &mut Numbers::after(state));
        // What is secret stands in events of its own.
        let open = |setup: &ShipSetup| ShipSetup { boarding_parties: 0, ..setup.clone() };
        let mut events = vec![Event::Opened {
            version: BODY_VERSION,
            ships: ships.iter().map(open).collect(),
            forts: forts.to_vec(),
            options: chosen,
            terrain: terrain.to_vec(),
            rolls,
        }];
        for side in [Side::Union, Side::Confederate] {
            let own = ships.iter().filter(|setup| setup.card.side == side && setup.boarding_parties > 0);
            let ships: Vec<(ShipId, u8)> =
                own.map(|setup| (setup.card.id.clone(), setup.boarding_parties)).collect();
            if !ships.is_empty() {
                events.push(Event::PartiesEmbarked { side, ships });
            }
        }
        Ok(events)
    }

    /// Declares fire; late, if it was forgotten.
    pub(crate) fn fire(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        proposal: &Proposal<'_>,
        late: Option<LateShot>,
    ) -> Result<Vec<Event>, Halt> {
        let mut plan = plan(&self.tables, state, facts, proposal);
        let vain = if late.is_none() { spent_in_vain(state, proposal, &mut plan) } else { None };
        if let Some(vain) = vain.as_ref().filter(|_| plan.firing.is_empty()) {
            return Ok(vec![vain.clone()]);
        }
        Halt::unless_clear(plan.reasons, plan.too_close)?;
        let (Some(range_in), Some(bearing_deg)) = (plan.range_in, plan.bearing_deg) else {
            return Err(Halt::Refused(Refusal::because("GUN-29", "The table gave no range.")));
        };
        let mut numbers = Numbers::after(state);
        let id = SalvoId(numbers.next());
        // Under one volley for each target, the guns wait for the other ships' (GUN-AMB-9).
        let waits = state.options.volley_scope == VolleyScope::PerTarget && late.is_none();
        let pools = if waits { &[] } else { plan.pools.as_slice() };
        let ships = (proposal.shooter, proposal.target);
        let rolls = chart_rolls(state, &mut numbers, (id, ships), pools, &plan.aim);
        let salvo = Salvo {
            id,
            shooter: proposal.shooter.clone(),
            target: proposal.target.clone(),
            aim: plan.aim,
            range_in,
            bearing_deg,
            armor: plan.armor,
            mounts: plan.firing,
            pools: plan.pools,
            asked: plan.asked,
            settled: plan.settled,
            late,
        };
        Ok(vain.into_iter().chain([Event::SalvoDeclared { salvo, rolls }]).collect())
    }

    fn roll(
        &self,
        state: &State,
        which: &[RollId],
        faces: &Faces,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut reasons = Vec::new();
        for id in which.iter().filter(|id| state.roll(**id).is_none()) {
            reasons.push(Reason::new("GUN-1", format!("Roll {} is not due (any more).", id.0)));
        }
        let due: Vec<&PendingRoll> = if which.is_empty() {
            state.handful()
        } else {
            state.rolls.iter().filter(|roll| which.contains(&roll.request.id)).collect()
        };
        let audience = due.first().map(|roll| state.roll_audience(roll));
        if due.iter().any(|roll| Some(state.roll_audience(roll)) != audience) {
            reasons.push(Reason::new("GUN-56", "Secret dice are thrown by themselves."));
        }
        if due.is_empty() && reasons.is_empty() {
            reasons.push(Reason::new("GUN-1", "No dice are due now."));
        }
        if !reasons.is_empty() {
            return Err(Refusal { reasons });
        }
        let thrown = match faces {
            Faces::App => throw_all(&due, dice)?,
            Faces::Typed(typed) => {
                check_count(&due, typed)?;
                throw_all(&due, &mut TypedDice::new(typed.clone()))?
            }
        };
        let mut events = Vec::new();
        let mut after = state.clone();
        for (roll, thrown) in due.into_iter().zip(&thrown) {
            let event = read_roll(&self.tables, &after, roll, &thrown.faces)?;
            after = apply(after, &event);
            events.push(event);
        }
        events.insert(0, Event::DiceThrown { thrown });
        Ok(events)
    }

    fn choose(state: &State, due: DueId, section: SectionKind) -> Result<Vec<Event>, Refusal> {
        let lot = state.due(due).ok_or_else(|| no_such_lot(due))?;
        let named = |kind: SectionKind| lot.demands.iter().any(|demand| demand.into.names(kind));
        let free = |kind: SectionKind| state.ships.get(&lot.ship).is_some_and(|ship| ship.free_of(kind) > 0);
        // Earlier hits may have filled every named section since: then any of them will do.
        let any_free = SectionKind::ALL.into_iter().any(|kind| named(kind) && free(kind));
        if lot.chooser.is_none() {
            return Err(Refusal::because("GUN-AMB-15", "Nobody has to choose a section for these hits."));
        }
        if !named(section) || (any_free && !free(section)) {
            let text = format!("These hits can't go into {}: choose another section.", section.word());
            return Err(Refusal::because("GUN-AMB-15", text));
        }
        Ok(vec![Event::SectionChosen { due, section }])
    }

    fn tick(&self, state: &State, due: DueId, boxes: &[BoxTick]) -> Result<Vec<Event>, Refusal> {
        let lot = state.due(due).ok_or_else(|| no_such_lot(due))?;
        let ship = state.ships.get(&lot.ship).ok_or_else(|| no_such_lot(due))?;
        check_ticks(lot, ship, boxes)?;
        let boxes: Vec<BoxTick> = boxes.iter().filter(|tick| tick.count > 0).cloned().collect();
        let mut numbers = Numbers::after(state);
        // GUN-AMB-43: a stack that its owner gives up is thrown for as well, or only one shot away.
        let shot_away = lot.demands.iter().any(|demand| demand.into.names(SectionKind::Stack));
        let stack_lost = boxes.iter().any(|tick| tick.row == Section::Stack)
            && (shot_away || state.options.stack_table_on_ram);
        let rolls = stack_lost.then(|| {
            table_roll(state, &self.tables, &mut numbers, &lot.ship, lot.salvo, (TableId::Stack, vec![]))
        });
        let mut event = Event::Ticked {
            due,
            ship: lot.ship.clone(),
            boxes,
            takes_hold: takes_hold(state),
            fate: None,
            rolls: rolls.into_iter().collect(),
        };
        let after = apply(state.clone(), &event);
        if let (Event::Ticked { fate: lost, .. }, Some(ship)) = (&mut event, after.ships.get(&lot.ship)) {
            *lost = fate(ship);
        }
        Ok(vec![event])
    }

    fn set_option(&self, state: &State, option: &OptionValue, reason: &str) -> Result<Vec<Event>, Refusal> {
        let options = state.options.with(option, self.options())?;
        Ok(vec![Event::OptionSet { option: option.clone(), options, reason: reason.to_owned() }])
    }
}

impl Book for Gunboat {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Ask;

    fn id(&self) -> &'static str {
        "gunboat"
    }

    fn body_version(&self) -> u32 {
        BODY_VERSION
    }

    fn data(&self) -> &[DataFile] {
        self.tables.files()
    }

    fn options(&self) -> &[OptionSpec] {
        self.tables.option_specs()
    }

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        if !state.opened && !matches!(decision, Decision::Open { .. }) {
            return Err(Halt::Refused(Refusal::because("GUN-3", "The battle has not begun: open it first.")));
        }
        let facts = TypedFacts::over(facts, &state.typed);
        let events = match decision {
            Decision::Roll { rolls, faces } => self.roll(state, rolls, faces, dice)?,
            _ if ties::leaves_to_a_die(&state.options, decision) => {
                let rule = |decision: &Decision| self.rule(state, decision, &facts);
                ties::decide_by_die(state, decision, dice, rule)?
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
    /// Everything that is decided without dice.
    fn rule(&self, state: &State, decision: &Decision, facts: &dyn TableFacts) -> Result<Vec<Event>, Halt> {
        let events = match decision {
            Decision::Open { ships, forts, options, terrain } => {
                self.open(state, ships, forts, options, terrain)?
            }
            Decision::Fire { shooter, target, mounts, settled } => {
                let proposal = Proposal { shooter, target, mounts, boarders: false, settled };
                self.fire(state, facts, &proposal, None)?
            }
            Decision::FireAtBoarders { shooter, boarded, mounts, settled } => {
                let proposal = Proposal { shooter, target: boarded, mounts, boarders: true, settled };
                self.fire(state, facts, &proposal, None)?
            }
            Decision::FireMortar { ship, mount, at, settled } => {
                mortar::fire(&self.tables, state, facts, &MortarOrder { ship, mount, aim: at, settled })?
            }
            Decision::Embark { orders } => boarding::embark(state, orders)?,
            Decision::Grapple { ship, target, settled } => {
                boarding::grapple(&self.tables, state, facts, (ship, target), settled)?
            }
            Decision::FireLate { turn, step, shooter, target, mounts, settled, reason } => {
                let (turn, step) = (*turn, *step);
                let shot = Forgotten { turn, step, shooter, target, mounts, settled, reason };
                fire_late(self, state, facts, &shot)?
            }
            Decision::Volley { target } => close_volley(&self.tables, state, target)?,
            Decision::LayMines { areas } => lay_mines(state, areas)?,
            Decision::Ram { rammer, target, settled } => {
                ram(&self.tables, state, facts, (rammer, target), settled)?
            }
            Decision::Refloat { ship } => refloat(state, facts, ship)?,
            Decision::TypeFacts { facts, reason } => umpire::type_facts(facts, reason)?,
            // Dice are thrown where there are dice.
            Decision::Roll { .. } => {
                return Err(Halt::Refused(Refusal::because("GUN-1", "No dice are at hand.")));
            }
            Decision::Choose { due, section } => Self::choose(state, *due, *section)?,
            Decision::Tick { due, boxes } => self.tick(state, *due, boxes)?,
            Decision::RingUp { orders } => seamanship::ring_up(&self.tables, state, orders)?,
            Decision::Move { moves } => seamanship::make_moves(&self.tables, state, facts, moves)?,
            Decision::Anchor { ship, down } => seamanship::anchor(state, ship, *down)?,
            Decision::Bind { bond } => seamanship::bind(state, facts, bond)?,
            Decision::CastOff { bond } => seamanship::cast_off(state, bond)?,
            Decision::Leave { ship, edge } => seamanship::leave(&self.tables, state, facts, ship, *edge)?,
            Decision::NextStep => next_step(&self.tables, state, facts)?,
            Decision::SetOption { option, reason } => self.set_option(state, option, reason)?,
            Decision::Umpire { order, reason } => umpire::order(&self.tables, state, facts, order, reason)?,
        };
        Ok(events)
    }
}

fn no_such_lot(due: DueId) -> Refusal {
    Refusal::because("GUN-40", format!("The hits numbered {} are not due (any more).", due.0))
}

fn throw_all(due: &[&PendingRoll], dice: &mut dyn Dice) -> Result<Vec<ThrownRoll>, Refusal> {
    let throw = |roll: &&PendingRoll| {
        let thrown = dice.throw(&roll.request)?;
        Ok(ThrownRoll { request: roll.request.clone(), faces: thrown.faces, kind: thrown.kind })
    };
    due.iter().map(throw).collect()
}

fn check_count(due: &[&PendingRoll], typed: &[u8]) -> Result<(), Refusal> {
    let wanted: usize = due.iter().map(|roll| usize::from(roll.request.count)).sum();
    if typed.len() == wanted {
        return Ok(());
    }
    let list: Vec<String> = due
        .iter()
        .map(|roll| format!("{} {} for {}", roll.request.count, roll.request.die, roll.request.label))
        .collect();
    let rule = due.first().map_or_else(|| RuleId::of("GUN-1"), |roll| roll.request.rule.clone());
    let text = format!("{wanted} faces are needed ({}), but {} were given.", list.join("; "), typed.len());
    Err(Refusal { reasons: vec![Reason { rule, text }] })
}

/// One D10 for each chart that has a column (GUN-32: both charts, once each).
pub(crate) fn chart_rolls(
    state: &State,
    numbers: &mut Numbers,
    (salvo, (shooter, target)): (SalvoId, (&ShipId, &ShipId)),
    pools: &[Pool],
    aim: &Aim,
) -> Vec<PendingRoll> {
    let ship = state.ships.get(shooter).map(|ship| ship.card.side);
    let fort = state.forts.get(shooter).map(|fort| fort.card.side);
    let by = ship.or(fort).unwrap_or(Side::Union);
    let mark = Mark::of(state, target, *aim == Aim::Boarders);
    let target_name = mark.map_or_else(|| target.to_string(), |mark| mark.name.into_owned());
    let roll = |pool: &Pool| {
        let letter = pool.chart.letter();
        let (purpose, rule) = match pool.chart {
            Chart::A => ("chart_a", "GUN-33"),
            Chart::B => ("chart_b", "GUN-36"),
        };
        let column_label = pool.column_label.clone()?;
        Some(numbers.roll(
            (Die::D10, 1),
            (
                purpose,
                format!("Chart {letter}, column {column_label}: {} at {}", state.name(shooter), target_name),
                RuleId::of(rule),
            ),
            (target, by),
            RollUse::Chart {
                salvo,
                chart: pool.chart,
                column: pool.column?,
                column_label,
                total: pool.total,
                aim: aim.clone(),
            },
        ))
    };
    pools.iter().filter_map(roll).collect()
}

/// Guns declared at what they can't hit, where nothing is measured before fire is declared: they have fired. What the
/// plan holds against them is taken out of it; the guns that can hit go on. None where everything may be measured.
fn spent_in_vain(state: &State, proposal: &Proposal<'_>, plan: &mut SalvoPlan) -> Option<Event> {
    let measured = !plan.reasons.is_empty() && plan.reasons.iter().all(is_measured);
    let known = plan.range_in.is_some() && plan.bearing_deg.is_some();
    if state.options.measure.shows_enemies() || !measured || !known || !plan.too_close.is_empty() {
        return None;
    }
    let blocked = plan.line_clear == Verdict::No;
    let named = |view: &crate::gunboat::MountView| match proposal.mounts {
        MountChoice::AllThatBear => {
            if view.bears == Verdict::Yes {
                view.ready
            } else {
                0
            }
        }
        MountChoice::These(these) => {
            let guns = these.iter().filter(|some| some.mount == view.mount).map(|some| some.guns);
            guns.fold(0, u8::saturating_add).min(view.ready)
        }
    };
    let can_hit = |view: &crate::gunboat::MountView| view.fires > 0 && !blocked;
    let mounts: Vec<MountGuns> = plan
        .mounts
        .iter()
        .filter(|view| !can_hit(view) && view.kind != crate::gunboat::GunKind::Mortar)
        .map(|view| MountGuns { mount: view.mount.clone(), guns: named(view) })
        .filter(|guns| guns.guns > 0)
        .collect();
    if mounts.is_empty() {
        return None;
    }
    if blocked {
        plan.firing.clear();
    }
    Some(Event::FiredInVain {
        shooter: proposal.shooter.clone(),
        target: proposal.target.clone(),
        mounts,
        reasons: std::mem::take(&mut plan.reasons),
        asked: plan.asked.clone(),
    })
}
