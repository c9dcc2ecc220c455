//! Ramming (NOD-23, NOD-24).

use crate::core::{Halt, Operation, Reason, Recorder, Settlement, TableFacts, Term, TieResolver, TooClose};
use crate::noddy::events::event::Event;
use crate::noddy::events::outcome::Impact;
use crate::noddy::state::battle::State;
use crate::noddy::state::card::HalfKnots;
use crate::noddy::state::due::{Numbers, PendingRoll, RollUse};
use crate::noddy::tables::table_set::{RamWhen, Tables};
use geometry::{Measured, ShipId, Verdict};

/// Judges a ram before it is declared.
pub(crate) fn impact(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    (rammer, rammee): (&ShipId, &ShipId),
    settled: &[Settlement],
) -> Impact {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    let mut found = Impact {
        rammer: rammer.clone(),
        rammee: rammee.clone(),
        speed: 0,
        angle_deg: Measured::exact(0.0),
        plus: 0,
        terms: Vec::new(),
        reasons: Vec::new(),
        too_close: Vec::new(),
        asked: Vec::new(),
        settled: Vec::new(),
    };
    let no = |found: &mut Impact, rule, text: String| found.reasons.push(Reason::new(rule, text));
    if !state.step.is_half() {
        no(&mut found, "NOD-7", "Ships ram while they move.".to_owned());
    }
    match (state.ships.get(rammer), state.ships.get(rammee)) {
        (Some(own), Some(other)) if rammer != rammee => {
            found.speed = own.speed;
            if !own.present() || !other.present() {
                no(&mut found, "NOD-23", "Both must be on the table.".to_owned());
            }
            if own.card.side == other.card.side {
                no(&mut found, "NOD-11", "Both are of one side: the umpire rules on collisions.".to_owned());
            }
            if !own.moved || own.speed <= 0 {
                let text = format!("{} must make her way ahead first.", own.card.name);
                no(&mut found, "NOD-23", text);
            }
            if own.rammed.contains(rammee) {
                no(&mut found, "NOD-23", format!("{} has rammed her in this move.", own.card.name));
            }
            match recorder.strike(rammer, rammee) {
                Err(why) => no(&mut found, "NOD-23", why.to_string()),
                Ok(strike) => {
                    found.angle_deg = strike.angle_deg;
                    if !touches(state, (rammer, rammee), strike.touching, strike.gap_in, &mut ties) {
                        let text = format!("{}'s bow does not touch her.", own.card.name);
                        no(&mut found, "NOD-11", text);
                    }
                    let side_on = side_on(state, rammee, strike.angle_deg, &mut ties);
                    (found.plus, found.terms) = terms(
                        tables,
                        own.speed,
                        (other.stationary(state.turn, &state.options), side_on, own.card.reinforced_bow),
                    );
                }
            }
        }
        _ => no(&mut found, "NOD-23", "A ship rams another that takes part.".to_owned()),
    }
    ties.refuse_unasked("NOD-11", &mut found.reasons);
    (found.too_close, found.settled) = ties.into_parts();
    found.asked = recorder.into_asked();
    found
}

fn touches(
    state: &State,
    (rammer, rammee): (&ShipId, &ShipId),
    touching: Verdict,
    gap_in: Measured,
    ties: &mut TieResolver<'_>,
) -> bool {
    ties.holds(touching, "touches", || {
        TooClose::inches(
            (format!("bow:{rammer}:{rammee}"), "NOD-11"),
            format!("Does {}'s bow touch {}?", state.name(rammer), state.name(rammee)),
            (gap_in, 0.0),
            [("touches", "It touches"), ("clear", "There is water")],
        )
    }) != Some(false)
}

/// Returns true if the ship is struck side on (NOD-AMB-9).
fn side_on(state: &State, rammee: &ShipId, angle_deg: Measured, ties: &mut TieResolver<'_>) -> bool {
    let edge = state.options.side_on_min_deg;
    ties.holds(angle_deg.at_least(edge), "side_on", || {
        TooClose::degrees(
            (format!("side_on:{rammee}"), "NOD-AMB-9"),
            format!("Is {} struck side on, at {edge} degrees or more?", state.name(rammee)),
            (angle_deg, edge),
            [("side_on", "Side on"), ("glancing", "Less")],
        )
    }) != Some(false)
}

/// The modifiers of a ram (NOD-23); only whole knots over or under count (NOD-AMB-10).
pub(in crate::noddy) fn terms(
    tables: &Tables,
    speed: HalfKnots,
    (stationary, side_on, reinforced): (bool, bool, bool),
) -> (i16, Vec<Term>) {
    let ram = tables.ram();
    let over = speed.saturating_sub(2 * ram.fast_knots).max(0) / 2;
    let under = (2 * ram.slow_knots).saturating_sub(speed).max(0) / 2;
    let (mut plus, mut terms) = (0_i16, Vec::new());
    let times = [
        (RamWhen::RammeeStationary, i16::from(stationary), "NOD-23"),
        (RamWhen::KnotsOver, over, "NOD-AMB-10"),
        (RamWhen::SideOn, i16::from(side_on), "NOD-AMB-9"),
        (RamWhen::PlainBow, i16::from(!reinforced), "NOD-23"),
        (RamWhen::KnotsUnder, under, "NOD-AMB-10"),
    ];
    for (when, times, rule) in times {
        if let Some(row) = ram.modifier(when).filter(|_| times > 0) {
            let value = row.value.saturating_mul(times);
            plus = plus.saturating_add(value);
            terms.push(Term::new(row.label.clone(), Operation::Add, i32::from(value), rule));
        }
    }
    (plus, terms)
}

/// Carries out a ram.
pub(crate) fn ram(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    pair: (&ShipId, &ShipId),
    settled: &[Settlement],
) -> Result<Vec<Event>, Halt> {
    let impact = impact(tables, state, facts, pair, settled);
    Halt::unless_clear(impact.reasons.clone(), impact.too_close.clone())?;
    let rolls = vec![roll(state, &impact)];
    Ok(vec![Event::Rammed { impact, rolls }])
}

/// The roll for a ram.
pub(crate) fn roll(state: &State, impact: &Impact) -> PendingRoll {
    let decides = RollUse::Ram { rammer: impact.rammer.clone(), plus: impact.plus };
    Numbers::after(state).roll(state, &impact.rammee, decides)
}
