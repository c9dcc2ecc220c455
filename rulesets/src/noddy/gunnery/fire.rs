//! Gunnery (NOD-12 to NOD-18): the conditions of fire, and every term of each gun's sum.

use crate::core::{
    Blocker, Halt, Operation, Reason, Recorder, Settlement, SpanFact, TableFacts, Term, TieResolver,
    TooClose, Unknown, push_new,
};
use crate::noddy::events::decision::GunChoice;
use crate::noddy::events::event::Event;
use crate::noddy::events::outcome::{Band, Fire, GunShot};
use crate::noddy::gunnery::firer::{FireTarget, Firer};
use crate::noddy::state::battle::State;
use crate::noddy::state::cant_fire::CantFire;
use crate::noddy::state::card::{Gun, GunId, GunPosition};
use crate::noddy::state::due::{Numbers, RollUse};
use crate::noddy::state::options::ArcTarget;
use crate::noddy::state::step::Step;
use crate::noddy::tables::table_set::{FireWhen, Tables};
use geometry::{Arc, Barrier, Measured, ShipId, Verdict, bears, nearest_edge_deg, span_bears};
use serde::{Deserialize, Serialize};

/// A gun before fire is declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunView {
    /// The gun's id.
    pub gun: GunId,
    /// The reason why it can't fire; none if it can.
    pub out: Option<Reason>,
    /// Whether it bears.
    pub bears: Verdict,
    /// The gun's sum.
    pub shot: GunShot,
}

/// The plan of a fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FirePlan {
    /// The firer's guns.
    pub guns: Vec<GunView>,
    /// The fire to be declared; none if the table can't answer.
    pub fire: Option<Fire>,
    /// The reasons against it.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
}

/// A fire that is to be planned.
pub(crate) struct Proposal<'a> {
    pub(crate) firer: &'a ShipId,
    pub(crate) target: &'a ShipId,
    pub(crate) guns: &'a GunChoice,
    pub(crate) settled: &'a [Settlement],
}

/// The bearings of a target that count for the arcs of guns.
struct Extent {
    bearing_deg: Measured,
    before_deg: f64,
    after_deg: f64,
}

/// The measures of a line of fire.
struct Line {
    range_in: Measured,
    band: Band,
    extent: Extent,
    struck: Option<GunPosition>,
    end_on: bool,
}

/// Plans a fire, for the preview and for the declaration.
pub(crate) fn plan(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
) -> FirePlan {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(proposal.settled).with_tie(state.options.too_close);
    let mut reasons = Vec::new();
    let mut guns = Vec::new();
    let mut fire = None;
    let firer = Firer::of(state, proposal.firer);
    let target = FireTarget::of(state, proposal.target);
    if firer.is_none() {
        reasons.push(Reason::new("NOD-7", format!("{} has no guns in this battle.", proposal.firer)));
    }
    if target.is_none() {
        reasons.push(Reason::new("NOD-17", format!("{} is no target of guns.", proposal.target)));
    }
    if let (Some(firer), Some(target)) = (firer, target) {
        for forbids in firer.forbidden(state).chain(firer.forbidden_at(&target)) {
            push_new(&mut reasons, forbids.reason(&firer, &target));
        }
        match line(tables, state, &recorder, (&firer, &target), &mut ties) {
            Err(reason) => push_new(&mut reasons, reason),
            Ok(line) => {
                clear_line(state, &recorder, (proposal.firer, proposal.target), (&mut ties, &mut reasons));
                guns = views(tables, state, (&firer, &target), &line, proposal.guns, &mut ties);
                let firing = choose(&guns, proposal.guns, &mut reasons);
                fire = Some(Fire {
                    firer: proposal.firer.clone(),
                    target: proposal.target.clone(),
                    range_in: line.range_in,
                    band: line.band,
                    armour: target.armour(line.struck),
                    struck: line.struck,
                    guns: firing,
                    asked: Vec::new(),
                    settled: Vec::new(),
                });
            }
        }
    }
    ties.refuse_unasked("NOD-11", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    if let Some(fire) = &mut fire {
        (fire.asked, fire.settled) = (recorder.into_asked(), settled);
    }
    FirePlan { guns, fire, reasons, too_close }
}

/// Returns true if nothing is against a fire of all guns that bear: the [`plan`] has no reasons. No text is made.
pub(crate) fn may_fire(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    (from, to): (&ShipId, &ShipId),
) -> bool {
    let (Some(firer), Some(target)) = (Firer::of(state, from), FireTarget::of(state, to)) else {
        return false;
    };
    if firer.forbidden(state).chain(firer.forbidden_at(&target)).next().is_some() {
        return false;
    }
    let mut ties = TieResolver::new(&[]).with_tie(state.options.too_close);
    let Ok(range) = facts.range(from, to) else { return false };
    let band = band(tables, range.range_in, (from, to), &mut ties);
    let mut ready =
        firer.guns().iter().filter(|gun| is_out(tables, state, &firer, gun, band).is_none()).peekable();
    if ready.peek().is_none() {
        return false;
    }
    let Ok(extent) = extent(state, facts, (from, to)) else { return false };
    ready.any(|gun| bears_on(state, &firer, gun, &extent, Some(&mut ties)) != Verdict::No)
        && (!target.is_ship() || facts.bearing(to, from).is_ok())
        && blockers(state, facts, (from, to), &mut ties).is_ok_and(|blockers| blockers.is_empty())
}

/// Declares fire, with a die for each gun.
pub(crate) fn fire(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
) -> Result<Vec<Event>, Halt> {
    let plan = plan(tables, state, facts, proposal);
    Halt::unless_clear(plan.reasons, plan.too_close)?;
    let Some(fire) = plan.fire else {
        return Err(Halt::Refused(crate::core::Refusal::because("NOD-17", "The table gave no range.")));
    };
    let rolls = to_hit_rolls(state, &fire);
    Ok(vec![Event::FireDeclared { fire, rolls }])
}

/// The rolls of a fire.
pub(crate) fn to_hit_rolls(state: &State, fire: &Fire) -> Vec<crate::noddy::state::due::PendingRoll> {
    let mut numbers = Numbers::after(state);
    let roll = |shot: &GunShot| {
        let decides = RollUse::ToHit {
            firer: fire.firer.clone(),
            gun: shot.gun.clone(),
            plus: shot.plus(),
            needs: i16::from(fire.armour),
            struck: fire.struck,
        };
        numbers.roll(state, &fire.target, decides)
    };
    fire.guns.iter().map(roll).collect()
}

fn line(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    (firer, target): (&Firer<'_>, &FireTarget<'_>),
    ties: &mut TieResolver<'_>,
) -> Result<Line, Reason> {
    let unknown = |why: Unknown| Reason::new("NOD-14", why.to_string());
    let (from, to) = (firer.id(), target.id());
    let range_in = facts.range(from, to).map_err(unknown)?.range_in;
    let band = band(tables, range_in, (from, to), ties);
    let extent = extent(state, facts, (from, to)).map_err(unknown)?;
    let (mut struck, mut end_on) = (None, false);
    if target.is_ship() {
        let seen = facts.bearing(to, from).map_err(unknown)?.bearing_deg;
        struck = Some(facing(target, seen, ties));
        end_on = ends(state, target, seen, ties);
    }
    Ok(Line { range_in, band, extent, struck, end_on })
}

/// The bearings of the target that count for arcs (NOD-AMB-2).
fn extent(state: &State, facts: &dyn TableFacts, (from, to): (&ShipId, &ShipId)) -> Result<Extent, Unknown> {
    Ok(match state.options.arc_target {
        ArcTarget::AnyPart => {
            let SpanFact { bearing_deg, before_deg, after_deg } = facts.span(from, to)?;
            Extent { bearing_deg, before_deg, after_deg }
        }
        ArcTarget::Stack => {
            let bearing_deg = facts.bearing(from, to)?.bearing_deg;
            Extent { bearing_deg, before_deg: 0.0, after_deg: 0.0 }
        }
    })
}

/// The edges between the range bands, inches, each with the band within it and the one beyond. A range exactly at an
/// edge belongs to the nearer band (NOD-AMB-1).
fn edges(tables: &Tables) -> [(f64, Band, Band); 3] {
    let ranges = tables.ranges();
    [
        (ranges.point_blank_in, Band::PointBlank, Band::Effective),
        (ranges.effective_in, Band::Effective, Band::Long),
        (ranges.long_in, Band::Long, Band::Out),
    ]
}

impl Tables {
    /// The outer edges of the range bands, inches, the nearest first (NOD-14).
    pub fn band_edges(&self) -> [(f64, Band); 3] {
        edges(self).map(|(edge_in, within, _)| (edge_in, within))
    }

    /// The bands in which a measured range may be, nearest first; one if it is certain (NOD-14).
    pub fn bands(&self, range_in: Measured) -> Vec<Band> {
        let mut bands = Vec::new();
        for (edge_in, within, _) in edges(self) {
            match range_in.at_most(edge_in) {
                Verdict::Yes => {
                    bands.push(within);
                    return bands;
                }
                Verdict::TooClose => bands.push(within),
                Verdict::No => {}
            }
        }
        bands.push(Band::Out);
        bands
    }
}

pub(in crate::noddy) fn band(
    tables: &Tables,
    range_in: Measured,
    (from, to): (&ShipId, &ShipId),
    ties: &mut TieResolver<'_>,
) -> Band {
    for (edge, within, beyond) in edges(tables) {
        match range_in.at_most(edge) {
            Verdict::Yes => return within,
            Verdict::No => {}
            Verdict::TooClose => {
                let question = || {
                    TooClose::inches(
                        (format!("range:{edge}"), "NOD-AMB-1"),
                        format!("Is it {edge} inches or less from {from} to {to}?"),
                        (range_in, edge),
                        [(within.word(), "So near"), (beyond.word(), "Further")],
                    )
                };
                return if ties.settle(question).as_deref() == Some(beyond.word()) { beyond } else { within };
            }
        }
    }
    Band::Out
}

/// The side of the target that is hit. The edge of the quarter is a question only if the armour classes differ
/// (NOD-AMB-25).
fn facing(target: &FireTarget<'_>, seen: Measured, ties: &mut TieResolver<'_>) -> GunPosition {
    let here = GunPosition::facing(seen.value);
    let quarters: Vec<Arc> = [45.0, 135.0, 225.0, 315.0].iter().map(|at| Arc::new(*at, at + 90.0)).collect();
    let low = GunPosition::facing(seen.value - seen.half_width_95());
    let high = GunPosition::facing(seen.value + seen.half_width_95());
    let other = if low == here { high } else { low };
    if other == here || target.armour(Some(other)) == target.armour(Some(here)) {
        return here;
    }
    let question = || {
        TooClose::degrees(
            (format!("facing:{}", target.id()), "NOD-AMB-25"),
            format!("Is {} seen from her {} or her {}?", target.id(), here.word(), other.word()),
            (seen, nearest_edge_deg(&quarters, seen.value).unwrap_or(45.0)),
            [(here.word(), "As measured"), (other.word(), "The other side")],
        )
    };
    if ties.settle(question).as_deref() == Some(other.word()) { other } else { here }
}

/// Returns true if the target is bow or stern on (NOD-AMB-9).
fn ends(state: &State, target: &FireTarget<'_>, seen: Measured, ties: &mut TieResolver<'_>) -> bool {
    let half = state.options.end_on_half_deg;
    let arcs = [Arc::centred(0.0, 2.0 * half), Arc::centred(180.0, 2.0 * half)];
    ties.holds(bears(&arcs, seen), "end_on", || {
        TooClose::degrees(
            (format!("end_on:{}", target.id()), "NOD-AMB-9"),
            format!("Does {} lie bow or stern on?", target.id()),
            (seen, nearest_edge_deg(&arcs, seen.value).unwrap_or(half)),
            [("broad", "No"), ("end_on", "Bow or stern on")],
        )
    }) == Some(true)
}

/// The obstacles that block the line of fire. The umpire rules on it (NOD-11); by default hulls and high land block it.
///
/// # Errors If the table can't answer.
fn blockers(
    state: &State,
    facts: &dyn TableFacts,
    (from, to): (&ShipId, &ShipId),
    ties: &mut TieResolver<'_>,
) -> Result<Vec<Barrier>, Unknown> {
    let blocks = |blocker: &Blocker| {
        let question = || {
            let name = state.barrier_name(&blocker.barrier);
            TooClose::inches(
                (format!("line_of_fire:{name}"), "NOD-11"),
                format!("Does {name} stand between {} and {}?", state.name(from), state.name(to)),
                (blocker.clearance_in, 0.0),
                [("clear", "The line is clear"), ("blocked", "It is blocked")],
            )
        };
        ties.holds(blocker.clear, "clear", question) == Some(false)
    };
    let near = facts.line_of_fire(from, to)?.near;
    Ok(near.into_iter().filter(blocks).map(|blocker| blocker.barrier).collect())
}

/// Checks the line of fire.
fn clear_line(
    state: &State,
    facts: &dyn TableFacts,
    (from, to): (&ShipId, &ShipId),
    (ties, reasons): (&mut TieResolver<'_>, &mut Vec<Reason>),
) {
    match blockers(state, facts, (from, to), ties) {
        Ok(blockers) => {
            for barrier in &blockers {
                let name = state.barrier_name(barrier);
                let text = format!("{name} stands between {} and {}.", state.name(from), state.name(to));
                push_new(reasons, Reason::new("NOD-11", text));
            }
        }
        Err(why) => push_new(reasons, Reason::new("NOD-11", why.to_string())),
    }
}

/// What keeps a gun from firing at a target in this range band, wherever it bears.
fn is_out(tables: &Tables, state: &State, firer: &Firer<'_>, gun: &Gun, band: Band) -> Option<CantFire> {
    let reaches = || match band {
        Band::PointBlank | Band::Effective => true,
        Band::Long => tables.gun(gun.class).is_some_and(|row| row.long_range),
        Band::Out => false,
    };
    firer.gun_is_out(tables, state, gun).or_else(|| (!reaches()).then_some(CantFire::OutOfRange))
}

fn views(
    tables: &Tables,
    state: &State,
    (firer, target): (&Firer<'_>, &FireTarget<'_>),
    line: &Line,
    choice: &GunChoice,
    ties: &mut TieResolver<'_>,
) -> Vec<GunView> {
    let wanted = |gun: &Gun| match choice {
        GunChoice::AllThatBear => true,
        GunChoice::These(these) => these.contains(&gun.id),
    };
    let mut alone: Vec<GunPosition> = Vec::new();
    let mut all = Vec::new();
    for gun in firer.guns() {
        let mut out = is_out(tables, state, firer, gun, line.band);
        // Only guns that could fire need questions about their arcs.
        let bears = match out {
            Some(_) => Verdict::No,
            None => bears_on(state, firer, gun, &line.extent, wanted(gun).then_some(&mut *ties)),
        };
        if out.is_none() && bears == Verdict::No {
            out = Some(CantFire::OffBearing);
        }
        if out.is_none() && gun.one_at_a_time && wanted(gun) {
            if alone.contains(&gun.place) {
                out = Some(CantFire::Waits);
            } else {
                alone.push(gun.place);
            }
        }
        let value = tables.gun(gun.class).map_or(0, |row| row.value);
        let (modifier, terms) = sum(tables, state, (firer, target), gun, line, value);
        let shot = GunShot { gun: gun.id.clone(), class: gun.class, value, modifier, terms };
        let out = out.map(|out| out.reason(gun));
        all.push(GunView { gun: gun.id.clone(), out, bears, shot });
    }
    all
}

/// Whether a gun bears (NOD-15): within an arc of ten degrees by default (NOD-AMB-2); a turret's gun in all directions.
fn bears_on(
    state: &State,
    firer: &Firer<'_>,
    gun: &Gun,
    extent: &Extent,
    ties: Option<&mut TieResolver<'_>>,
) -> Verdict {
    let Some(arc) = firer.arc(state, gun) else { return Verdict::Yes };
    let verdict = match state.options.arc_target {
        ArcTarget::AnyPart => span_bears(&[arc], extent.bearing_deg, extent.before_deg, extent.after_deg),
        ArcTarget::Stack => bears(&[arc], extent.bearing_deg),
    };
    match (verdict, ties) {
        (Verdict::TooClose, Some(ties)) => {
            let question = || {
                TooClose::degrees(
                    (format!("arc:{}", gun.place.word()), "NOD-15"),
                    format!("Do the {} guns bear?", gun.place.word()),
                    (
                        extent.bearing_deg,
                        nearest_edge_deg(&[arc], extent.bearing_deg.value).unwrap_or(arc.from_deg),
                    ),
                    [("bears", "They bear"), ("off", "They do not")],
                )
            };
            match ties.settle(question).as_deref() {
                Some("off") => Verdict::No,
                Some(_) => Verdict::Yes,
                None => Verdict::TooClose,
            }
        }
        (verdict, _) => verdict,
    }
}

/// The gun's value and modifiers, itemised (NOD-17).
fn sum(
    tables: &Tables,
    state: &State,
    (firer, target): (&Firer<'_>, &FireTarget<'_>),
    gun: &Gun,
    line: &Line,
    value: i16,
) -> (i16, Vec<Term>) {
    let mut terms =
        vec![Term::new(format!("{} gun", gun.class.word()), Operation::Start, i32::from(value), "NOD-13")];
    let mut modifier = 0;
    let mut count = |when: FireWhen, times: i16, rule: &'static str| {
        if let Some(row) = tables.fire_modifier(when).filter(|_| times > 0) {
            let value = row.value * times;
            modifier += value;
            terms.push(Term::new(row.label.clone(), Operation::Add, i32::from(value), rule));
        }
    };
    let once = i16::from;
    count(FireWhen::Rifled, once(gun.rifled), "NOD-17");
    // A battery never counts as a stationary target or a stationary firer (NOD-AMB-20).
    count(FireWhen::TargetStationary, once(target.stationary(state)), "NOD-AMB-20");
    count(FireWhen::FirerStationary, once(firer.stationary(state)), "NOD-AMB-20");
    count(FireWhen::PointBlank, once(line.band == Band::PointBlank), "NOD-14");
    count(FireWhen::FireOrSteam, firer.fire_or_steam(state), "NOD-AMB-4");
    count(FireWhen::ChangedTarget, once(firer.changed_target(state, gun, target.id())), "NOD-AMB-11");
    count(FireWhen::EndOn, once(line.end_on), "NOD-AMB-9");
    count(FireWhen::ShoreBattery, once(firer.is_battery()), "NOD-17");
    count(FireWhen::LongRange, once(line.band == Band::Long), "NOD-14");
    count(FireWhen::StackDamaged, firer.stack_hits(state), "NOD-AMB-5");
    (modifier, terms)
}

fn choose(views: &[GunView], choice: &GunChoice, reasons: &mut Vec<Reason>) -> Vec<GunShot> {
    let ready = |view: &&GunView| view.out.is_none();
    let shots: Vec<GunShot> = match choice {
        GunChoice::AllThatBear => views.iter().filter(ready).map(|view| view.shot.clone()).collect(),
        GunChoice::These(these) => {
            for id in these {
                match views.iter().find(|view| view.gun == *id) {
                    None => push_new(reasons, Reason::new("NOD-32", format!("There is no gun {id}."))),
                    Some(view) => view.out.iter().for_each(|why| push_new(reasons, why.clone())),
                }
            }
            let named = |view: &&GunView| these.contains(&view.gun);
            views.iter().filter(named).filter(ready).map(|view| view.shot.clone()).collect()
        }
    };
    if shots.is_empty() && reasons.is_empty() {
        for view in views {
            view.out.iter().for_each(|why| push_new(reasons, why.clone()));
        }
        if reasons.is_empty() {
            reasons.push(Reason::new("NOD-17", "No gun fires."));
        }
    }
    shots
}

/// Returns true if a ship may fire in this step (NOD-8); one that turns fires only in the last.
pub(crate) fn may_fire_in(step: Step, turning: bool) -> bool {
    match step {
        Step::FirstFire => !turning,
        Step::SecondFire => true,
        _ => false,
    }
}
