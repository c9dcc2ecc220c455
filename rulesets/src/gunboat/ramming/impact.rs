//! Ramming (GUN-47 to GUN-52): the impact, its two dice, the stack checks. A spar torpedo strikes like a ram (GUN-89).

use crate::core::{
    EdgeKey, Halt, Reason, Recorder, Refusal, RuleId, Settlement, TableFacts, TieResolver, TooClose, Unit,
    reading,
};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::outcome::Impact;
use crate::gunboat::events::roll_requests::{Numbers, lot, table_roll};
use crate::gunboat::movement::hazards::d6;
use crate::gunboat::ramming::spar;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::Bond;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::card::{Section, SectionKind};
use crate::gunboat::state::due::{Demand, Into, PendingRoll, RamDie, RollUse, TableId};
use crate::gunboat::state::ship::ShipState;
use crate::gunboat::tables::table_set::Tables;
use geometry::{HullPart, Measured, ShipId, Verdict};

/// Judges an impact: whether these ships may ram and be rammed, and whether bow and hull meet as GUN-47 requires.
pub(crate) fn impact(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    (rammer_id, target_id): (&ShipId, &ShipId),
    settled: &[Settlement],
) -> Impact {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    let mut impact = Impact {
        rammer: rammer_id.clone(),
        target: target_id.clone(),
        knots: 0,
        angle_deg: None,
        part: None,
        reversed: false,
        has_ram: false,
        spar: false,
        no_ram: Vec::new(),
        reasons: Vec::new(),
        too_close: Vec::new(),
        asked: Vec::new(),
        settled: Vec::new(),
    };
    let (Some(rammer), Some(target)) = (state.ships.get(rammer_id), state.ships.get(target_id)) else {
        impact.reasons.push(Reason::new("GUN-3", "No such ships take part in this battle."));
        return impact;
    };
    impact.knots = rammer.speed / 2;
    impact.reversed = !rammer.card.ironclad && target.card.ironclad;
    impact.has_ram = rammer.in_force(&Section::Ram) > 0;
    impact.spar = rammer.spar_torpedo;
    impact.reasons = state_reasons(state, rammer, target);
    match recorder.strike(rammer_id, target_id) {
        Ok(strike) => {
            impact.angle_deg = Some(strike.angle_deg);
            impact.part = Some(strike.part);
            let meeting = Meeting { rammer, target, ties: &mut ties };
            meeting.judge(tables, &strike, &mut impact);
        }
        Err(unknown) => impact.reasons.push(Reason::new("GUN-47", unknown.to_string())),
    }
    if impact.knots == 0 {
        let text = format!("{} made less than a knot: that is no ram.", rammer.card.name);
        impact.no_ram.push(Reason::new("GUN-AMB-26", text));
    }
    ties.refuse_unasked("GUN-47", &mut impact.reasons);
    (impact.too_close, impact.settled) = ties.into_parts();
    impact.asked = recorder.into_asked();
    impact
}

fn state_reasons(state: &State, rammer: &ShipState, target: &ShipState) -> Vec<Reason> {
    let (name, other) = (&rammer.card.name, &target.card.name);
    let mut reasons = Vec::new();
    let mut refuse = |rule: &'static str, text: String| reasons.push(Reason::new(rule, text));
    if state.step.moving_side() != Some(rammer.card.side) {
        refuse("GUN-4", format!("{name} rams in her own side's movement step."));
    }
    for ship in [rammer, target].into_iter().filter(|ship| !ship.present()) {
        refuse("GUN-47", format!("{} is not on the table.", ship.card.name));
    }
    if rammer.card.side == target.card.side {
        refuse("GUN-47", format!("{other} is on {name}'s own side."));
    }
    if rammer.under_way_turn != Some(state.turn) {
        refuse("GUN-47", format!("{name} rams at the end of her move: review that first."));
    }
    if rammer.rammed_turn == Some(state.turn) {
        refuse("GUN-47", format!("{name} has run into a ship this turn."));
    }
    if rammer.spar_torpedo && target.card.launch {
        refuse("GUN-58", format!("{other} is a steam launch, which can't be torpedoed: grapple her."));
    }
    if rammer.aground {
        refuse("GUN-54", format!("{name} is aground."));
    }
    let bonded = |bond: &Bond| bond.joins(&rammer.card.id) && bond.joins(&target.card.id);
    // Ships that are bound through a third ship count as bound, too.
    let together = state.bonded_with(&rammer.card.id).contains(&&target.card.id);
    if together || state.bonds.iter().any(bonded) {
        refuse("GUN-47", format!("{name} and {other} are bound to one another: their touching is no ram."));
    }
    reasons
}

struct Meeting<'a, 'b> {
    rammer: &'a ShipState,
    target: &'a ShipState,
    ties: &'a mut TieResolver<'b>,
}

impl Meeting<'_, '_> {
    fn judge(mut self, tables: &Tables, strike: &crate::core::StrikeFact, impact: &mut Impact) {
        let (name, other) = (&self.rammer.card.name, &self.target.card.name);
        let touch = ("touch", format!("Does {name}'s bow touch {other}?"), strike.gap_in, 0.0, Unit::Inch);
        if !self.holds(strike.touching, touch) {
            let text = format!(
                "{name}'s bow does not touch {other}: {:.2} in are between them.",
                strike.gap_in.value
            );
            impact.reasons.push(Reason::new("GUN-47", text));
            return;
        }
        let on_side = match (strike.part, strike.part_margin_in.at_least(0.0)) {
            (_, Verdict::TooClose) => Verdict::TooClose,
            (HullPart::Side, _) => Verdict::Yes,
            (HullPart::Bow | HullPart::Stern, _) => Verdict::No,
        };
        let part =
            ("part", format!("Is {other} struck in her side?"), strike.part_margin_in, 0.0, Unit::Inch);
        if !self.holds(on_side, part) {
            impact.no_ram.push(Reason::new("GUN-47", format!("{other} is not struck in her side.")));
        }
        let (from_deg, to_deg) = tables.ram_angles_deg();
        let angle = strike.angle_deg;
        // The angle between two keels is never more than 90 degrees, so the upper limit is never too close to call.
        let wide =
            angle.at_least(from_deg).and(if angle.value <= to_deg { Verdict::Yes } else { Verdict::No });
        let what = format!("Is the angle {from_deg:.0}° or more?");
        if !self.holds(wide, ("angle", what, angle, from_deg, Unit::Degree)) {
            let text = format!("{:.0}° is outside the {from_deg:.0} to {to_deg:.0}° of a ram.", angle.value);
            impact.no_ram.push(Reason::new("GUN-47", text));
        }
    }

    fn holds(
        &mut self,
        verdict: Verdict,
        (key, what, measured, edge, unit): (&str, String, Measured, f64, Unit),
    ) -> bool {
        match verdict {
            Verdict::Yes => true,
            Verdict::No => false,
            Verdict::TooClose => {
                let question = || TooClose {
                    key: EdgeKey(format!("ram_{key}:{}:{}", self.rammer.card.id, self.target.card.id)),
                    rule: RuleId::of("GUN-47"),
                    what,
                    measured,
                    edge,
                    unit,
                    readings: vec![reading("yes", "Yes"), reading("no", "No")],
                };
                // An unanswered question counts as satisfied here: the open question alone already stops the decision.
                self.ties.settle(question).as_deref() != Some("no")
            }
        }
    }
}

/// Carries out a ram or a collision.
pub(crate) fn ram(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    ships: (&ShipId, &ShipId),
    settled: &[Settlement],
) -> Result<Vec<Event>, Halt> {
    let mut impact = impact(tables, state, facts, ships, settled);
    if !impact.too_close.is_empty() {
        return Err(Halt::TooClose { questions: std::mem::take(&mut impact.too_close) });
    }
    if !impact.reasons.is_empty() {
        return Err(Halt::Refused(Refusal { reasons: impact.reasons }));
    }
    Ok(vec![impact_event(tables, state, impact)])
}

/// The event of a permitted impact: a collision, a strike with a spar torpedo, or a ram.
fn impact_event(tables: &Tables, state: &State, impact: Impact) -> Event {
    let stops = state.options.ram_stops;
    if !impact.no_ram.is_empty() {
        return Event::Collided { impact, stops };
    }
    if impact.spar {
        return spar::strike(tables, state, impact, stops);
    }
    let rolls = ram_rolls(state, &impact);
    Event::Rammed { impact, stops, rolls }
}

/// The event of a ram or a spar torpedo's strike that another book has judged by its own rules; the dice and the damage
/// are those of this book. None if one of the two ships takes no part.
pub(crate) fn judged_elsewhere(
    tables: &Tables,
    state: &State,
    (rammer, target): (&ShipId, &ShipId),
    (knots, part, spar): (u16, HullPart, bool),
) -> Option<Event> {
    let (own, other) = (state.ships.get(rammer)?, state.ships.get(target)?);
    let impact = Impact {
        rammer: rammer.clone(),
        target: target.clone(),
        knots,
        angle_deg: None,
        part: Some(part),
        reversed: !own.card.ironclad && other.card.ironclad,
        has_ram: own.in_force(&Section::Ram) > 0,
        spar,
        no_ram: Vec::new(),
        reasons: Vec::new(),
        too_close: Vec::new(),
        asked: Vec::new(),
        settled: Vec::new(),
    };
    Some(impact_event(tables, state, impact))
}

/// The two dice of a ram: white, then colored (GUN-48); reversed if a wooden ship rams an ironclad (GUN-52).
pub(crate) fn ram_rolls(state: &State, impact: &Impact) -> Vec<PendingRoll> {
    let (rammer, target) = (&impact.rammer, &impact.target);
    let by = state.ships.get(rammer).map_or(Side::Union, |ship| ship.card.side);
    let mut numbers = Numbers::after(state);
    [RamDie::White, RamDie::Colored]
        .into_iter()
        .map(|which| {
            let hits_target = (which == RamDie::White) != impact.reversed;
            let ship = if hits_target { target } else { rammer };
            let label = format!("Ram, {} die: {}", which.word(), state.name(ship));
            let decides = RollUse::Ram {
                which,
                rammer: rammer.clone(),
                target: target.clone(),
                knots: impact.knots,
                had_ram: impact.has_ram,
            };
            d6(&mut numbers, (ship, by), (which.word(), label, "GUN-48"), decides)
        })
        .collect()
}

/// The data of one die of a ram that is to be read.
pub(crate) struct RamThrow<'a> {
    pub(crate) which: RamDie,
    pub(crate) rammer: &'a ShipId,
    pub(crate) target: &'a ShipId,
    pub(crate) knots: u16,
    pub(crate) had_ram: bool,
}

/// Reads one die of a ram; none if the table has no such row.
pub(crate) fn read_ram(
    tables: &Tables,
    state: &State,
    roll: &PendingRoll,
    ship: &ShipState,
    throw: &RamThrow<'_>,
    die: u8,
) -> Option<Event> {
    let result = tables.ram_result(throw.knots, throw.which, die)?;
    let mut rules = vec![RuleId::of("GUN-48")];
    let rams = roll.ship == *throw.rammer;
    if rams == (throw.which == RamDie::White) {
        rules.push(RuleId::of("GUN-52"));
    }
    let mut draft = result.draft;
    if rams && throw.had_ram && draft > 0 {
        draft -= 1;
        rules.push(RuleId::of("GUN-51"));
    }
    // The rammer loses its ram if either die says so (GUN-AMB-29); the ram still counts in this impact (GUN-AMB-28).
    let ram_lost = result.ram_lost && throw.had_ram;
    if ram_lost {
        rules.push(RuleId::of("GUN-49"));
    }
    let mut numbers = Numbers::after(state);
    let demand =
        Demand { hits: draft, into: Into::OneOf(vec![SectionKind::Draft]), rule: RuleId::of("GUN-48") };
    let cause = format!("Ram, {} die {die}", throw.which.word());
    let due = if draft > 0 { lot(ship, &mut numbers, cause, vec![demand]) } else { None };
    let mut rolls = Vec::new();
    if result.check_stack {
        rules.push(RuleId::of("GUN-50"));
        for (id, purpose) in [(throw.rammer, "stack_check_rammer"), (throw.target, "stack_check_target")] {
            let label = format!("Does the stack stand? {}", state.name(id));
            rolls.push(d6(&mut numbers, (id, roll.by), (purpose, label, "GUN-50"), RollUse::StackCheck));
        }
    }
    Some(Event::RamRead {
        roll: roll.request.id,
        which: throw.which,
        ship: roll.ship.clone(),
        rammer: throw.rammer.clone(),
        die,
        draft,
        ram_lost,
        due,
        rolls,
        rules,
    })
}

/// Reads a stack check; a lost stack needs a roll on the stack table, as always (GUN-43, GUN-AMB-43).
pub(crate) fn read_stack_check(
    tables: &Tables,
    state: &State,
    roll: &PendingRoll,
    ship: &ShipState,
    die: u8,
) -> Event {
    let lost = tables.stack_check().happens(die) && ship.afloat() && ship.free(&Section::Stack) > 0;
    let mut numbers = Numbers::after(state);
    let follows = lost && state.options.stack_table_on_ram;
    let table = || table_roll(state, tables, &mut numbers, &roll.ship, None, (TableId::Stack, Vec::new()));
    Event::StackChecked {
        roll: roll.request.id,
        ship: roll.ship.clone(),
        die,
        lost,
        rolls: follows.then(table).into_iter().collect(),
    }
}
