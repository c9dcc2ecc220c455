//! One ship's fire at another, worked out before anything is thrown: what bears, what reaches, what penetrates,
//! which charts. The preview on a screen and the declared salvo come from this one place.

use crate::core::{
    Asked, Desk, EdgeKey, Operation, Reason, Recorder, RuleId, Settlement, TableFacts, Term, TooClose, Unit,
    push_new, reading,
};
use crate::gunboat::aim::{Aim, Battery, BatteryGun, Mark};
use crate::gunboat::card::{GunKind, GunMount, MountId};
use crate::gunboat::decision::MountChoice;
use crate::gunboat::event::{Band, FiringMount, Pool};
use crate::gunboat::options::VolleyScope;
use crate::gunboat::pools::pools;
use crate::gunboat::state::{SalvoBrief, State};
use crate::gunboat::tables::Tables;
use geometry::{Arc, Barrier, Measured, ShipId, Verdict, bears, nearest_edge_deg};
use serde::{Deserialize, Serialize};

/// One mount of the shooter, as a screen shows it before fire is declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MountView {
    /// Which mount.
    pub mount: MountId,
    /// Where it stands ("Port broadside").
    pub place: String,
    /// The gun's name.
    pub gun: String,
    /// Its row of the range table.
    pub kind: GunKind,
    /// Guns that are there and have not fired.
    pub ready: u8,
    /// Does it bear? As measured, or as the players settled it.
    pub bears: Verdict,
    /// Its range band; none while that is too close to call.
    pub band: Option<Band>,
    /// How many of its guns this salvo fires.
    pub fires: u8,
    /// Why it can't fire, if it can't.
    pub why_not: Option<Reason>,
}

/// Everything about a salvo that can be known before the dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SalvoPlan {
    /// Why it may not be fired; empty if it may.
    pub reasons: Vec<Reason>,
    /// What the players must settle first.
    pub too_close: Vec<TooClose>,
    /// What it is fired at.
    #[serde(default)]
    pub aim: Aim,
    /// Stack to stack, inches; none when the table can't say.
    pub range_in: Option<Measured>,
    /// Where the target lies, degrees clockwise from the shooter's bow; none when the table can't say.
    pub bearing_deg: Option<Measured>,
    /// Is the line of fire clear? As measured, or as the players settled it.
    pub line_clear: Verdict,
    /// What blocks it, or may.
    pub in_the_way: Vec<Barrier>,
    /// The target's armor that counts.
    pub armor: u8,
    /// Every mount of the shooter.
    pub mounts: Vec<MountView>,
    /// The mounts that fire.
    pub firing: Vec<FiringMount>,
    /// Chart A, then chart B, where guns go to it.
    pub pools: Vec<Pool>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}

impl SalvoPlan {
    fn refused(reasons: Vec<Reason>) -> Self {
        Self {
            reasons,
            too_close: Vec::new(),
            aim: Aim::Ship,
            range_in: None,
            bearing_deg: None,
            line_clear: Verdict::Yes,
            in_the_way: Vec::new(),
            armor: 0,
            mounts: Vec::new(),
            firing: Vec::new(),
            pools: Vec::new(),
            asked: Vec::new(),
            settled: Vec::new(),
        }
    }
}

/// Rules whose reasons rest on what lies between the ships.
const MEASURED_RULES: [&str; 4] = ["GUN-23", "GUN-29", "GUN-30", "GUN-AMB-22"];

/// Does a reason rest on what lies between the ships?
pub(crate) fn is_measured(reason: &Reason) -> bool {
    MEASURED_RULES.contains(&reason.rule.as_str())
}

impl SalvoPlan {
    /// The same without anything that may not be measured before fire is declared (option `gun.measure`).
    pub(crate) fn unmeasured(mut self) -> Self {
        self.reasons.retain(|reason| !is_measured(reason));
        for view in &mut self.mounts {
            (view.bears, view.band, view.fires) = (Verdict::TooClose, None, 0);
            view.why_not = view.why_not.take().filter(|reason| !is_measured(reason));
        }
        Self {
            too_close: Vec::new(),
            range_in: None,
            bearing_deg: None,
            line_clear: Verdict::TooClose,
            in_the_way: Vec::new(),
            firing: Vec::new(),
            pools: Vec::new(),
            asked: Vec::new(),
            settled: Vec::new(),
            ..self
        }
    }
}

/// The salvo that is asked about.
pub(crate) struct Proposal<'a> {
    pub(crate) shooter: &'a ShipId,
    pub(crate) target: &'a ShipId,
    pub(crate) mounts: &'a MountChoice,
    /// Not at the ship, but at the boarding parties on her deck (GUN-78).
    pub(crate) boarders: bool,
    pub(crate) settled: &'a [Settlement],
}

/// Works out a salvo.
pub(crate) fn plan(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
) -> SalvoPlan {
    let battery = Battery::of(state, proposal.shooter);
    let mark = Mark::of(state, proposal.target, proposal.boarders);
    let (Some(battery), Some(mark)) = (battery, mark) else {
        let known = |id: &ShipId| Battery::of(state, id).is_some() || Mark::of(state, id, false).is_some();
        let missing = [proposal.shooter, proposal.target].into_iter().filter(|id| !known(id));
        let text = |id: &ShipId| format!("No ship called “{id}” takes part in this battle.");
        let mut reasons: Vec<Reason> = missing.map(|id| Reason::new("GUN-72", text(id))).collect();
        if reasons.is_empty() {
            reasons
                .push(Reason::new("GUN-74", "Forts fire as a whole, and are fired at gun by gun: name one."));
        }
        return SalvoPlan::refused(reasons);
    };
    let mut reasons = standing_reasons(state, &battery, &mark);
    let recorder = Recorder::new(facts);
    let mut desk = Desk::new(proposal.settled).with_tie(state.options.too_close);
    let armor = mark.armor;
    check_choice(&battery, proposal.mounts, &mut reasons);

    let gunnery = Gunnery { tables, state, aim: &mark.aim };
    let mut sight = Sight::default();
    if !battery.fort {
        sight = Sight::from_stack(state, &recorder, proposal, &mut desk, &mut reasons);
    }
    let mut mounts = Vec::new();
    let mut firing = Vec::new();
    for gun in &battery.guns {
        let wanted = wanted(proposal.mounts, &gun.mount.id);
        let measured = match gun_sight(state, &recorder, proposal, &mark, gun, battery.fort, &mut desk) {
            // A gun that can't fire anyway is not measured.
            _ if battery.fort && (gun.ready == 0 || wanted == Some(0)) => Sight::default(),
            Some(own) => own,
            None => sight.clone(),
        };
        let view = match (measured.range_in, measured.bearing_deg) {
            (Some(range_in), Some(bearing_deg)) => {
                gunnery.view(gun, (range_in, bearing_deg, &measured), wanted, &mut desk)
            }
            _ if battery.fort => gunnery.unseen(gun, &measured),
            _ => continue,
        };
        if sight.range_in.is_none() && view.fires > 0 {
            sight = measured;
        }
        if let (MountChoice::These(_), true, Some(reason)) =
            (proposal.mounts, wanted != Some(0), &view.why_not)
        {
            reasons.push(reason.clone());
        }
        if let (true, Some(band)) = (view.fires > 0, view.band) {
            firing.push(firing_mount(&gun.mount, view.fires, band, armor));
        }
        mounts.push(view);
    }
    let measured = battery.fort || (sight.range_in.is_some() && sight.bearing_deg.is_some());
    if measured && firing.is_empty() && !desk.asks() {
        nothing_fires(&battery, &mounts, &mut reasons);
    }
    desk.refuse_unasked("GUN-AMB-6", &mut reasons);
    let (too_close, settled) = desk.into_parts();
    SalvoPlan {
        pools: pools(tables, &state.options, &firing),
        reasons,
        too_close,
        aim: mark.aim,
        range_in: sight.range_in,
        bearing_deg: sight.bearing_deg,
        line_clear: sight.line_clear,
        in_the_way: sight.in_the_way,
        armor,
        mounts,
        firing,
        asked: recorder.into_asked(),
        settled,
    }
}

/// Reasons that have nothing to do with the table.
fn standing_reasons(state: &State, battery: &Battery<'_>, mark: &Mark<'_>) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if !state.step.is_fire() {
        let text = format!(
            "Guns fire in steps 2 and 4; this is step {} ({}).",
            state.step.number(),
            state.step.title()
        );
        reasons.push(Reason::new("GUN-4", text));
    }
    reasons.extend(battery.silent.clone());
    reasons.extend(mark.absent.clone());
    reasons.extend(mark.forbidden(battery));
    let at_her = || {
        state.salvos.iter().filter(|salvo| salvo.target == *mark.id && salvo.aim == mark.aim && !salvo.late)
    };
    let thrown = |salvo: &SalvoBrief| salvo.waiting.is_empty();
    let (firer, victim) = (battery.name, &mark.name);
    if state.options.volley_scope == VolleyScope::PerTarget && at_her().any(thrown) {
        let text = format!("The volley at {victim} has been thrown in this step: one for each target.");
        reasons.push(Reason::new("GUN-AMB-9", text));
    } else if at_her().any(|salvo| salvo.shooter == *battery.id) {
        let text = format!("{firer} has fired at {victim} in this step: one volley per ship and target.");
        reasons.push(Reason::new("GUN-AMB-9", text));
    }
    let something_due = !state.rolls.is_empty() || !state.hits.is_empty();
    if something_due && !state.options.fire_simultaneous {
        let text = "Damage takes hold at once in this battle: throw the dice and check off the hits that are due first.";
        reasons.push(Reason::new("GUN-AMB-11", text));
    } else if something_due && state.mortars_only() {
        let text =
            "Mortars fire first: throw their dice and check off their hits before any other gun fires.";
        reasons.push(Reason::new("GUN-59", text));
    }
    reasons
}

/// What is measured from a stack, a turret or a gun of a fort.
#[derive(Debug, Clone)]
struct Sight {
    range_in: Option<Measured>,
    bearing_deg: Option<Measured>,
    line_clear: Verdict,
    in_the_way: Vec<Barrier>,
    /// Why there is none, for a gun that measures by itself.
    why_not: Option<Reason>,
    /// Tells its questions from those of other guns; empty for the stack.
    key: String,
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            range_in: None,
            bearing_deg: None,
            line_clear: Verdict::Yes,
            in_the_way: Vec::new(),
            why_not: None,
            key: String::new(),
        }
    }
}

impl Sight {
    fn from_stack(
        state: &State,
        facts: &dyn TableFacts,
        proposal: &Proposal<'_>,
        desk: &mut Desk<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Self {
        let mut unknown =
            |why: crate::core::Unknown| push_new(reasons, Reason::new("GUN-29", why.to_string()));
        let range = facts.range(proposal.shooter, proposal.target).map_err(&mut unknown).ok();
        let bearing = facts.bearing(proposal.shooter, proposal.target).map_err(&mut unknown).ok();
        let (line_clear, in_the_way) =
            line_of_fire(state, facts, (proposal.shooter, proposal.target, ""), desk, reasons);
        Self {
            range_in: range.map(|fact| fact.range_in),
            bearing_deg: bearing.map(|fact| fact.bearing_deg),
            line_clear,
            in_the_way,
            ..Self::default()
        }
    }
}

/// A gun's own sight: a fort's gun from where it stands, a turret's from the turret (GUN-AMB-44); none for guns that
/// measure from the stack.
fn gun_sight(
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
    mark: &Mark<'_>,
    gun: &BatteryGun<'_>,
    fort: bool,
    desk: &mut Desk<'_>,
) -> Option<Sight> {
    let key = format!(":{}", gun.mount.id);
    if fort {
        if gun.ready == 0 || wanted(proposal.mounts, &gun.mount.id) == Some(0) {
            return None;
        }
        let from = ShipId::new(gun.mount.id.0.clone());
        let mut reasons = Vec::new();
        let mut unknown =
            |why: crate::core::Unknown| push_new(&mut reasons, Reason::new("GUN-AMB-44", why.to_string()));
        let range = facts.range(&from, mark.id).map_err(&mut unknown).ok();
        let bearing = facts.bearing(&from, mark.id).map_err(&mut unknown).ok();
        let (line_clear, in_the_way) = line_of_fire(state, facts, (&from, mark.id, &key), desk, &mut reasons);
        return Some(Sight {
            range_in: range.map(|fact| fact.range_in),
            bearing_deg: bearing.map(|fact| fact.bearing_deg),
            line_clear,
            in_the_way,
            why_not: reasons.into_iter().next(),
            key,
        });
    }
    let turret = gun.mount.turret?;
    if turret.ahead_in == 0.0 {
        return None;
    }
    let sight = facts.sight(proposal.shooter, turret.ahead_in, mark.id);
    Some(match sight {
        Ok(fact) => Sight {
            range_in: Some(fact.range_in),
            bearing_deg: Some(fact.bearing_deg),
            key,
            ..Sight::default()
        },
        Err(_) => return None,
    })
}

fn line_of_fire(
    state: &State,
    facts: &dyn TableFacts,
    (from, to, suffix): (&ShipId, &ShipId, &str),
    desk: &mut Desk<'_>,
    reasons: &mut Vec<Reason>,
) -> (Verdict, Vec<Barrier>) {
    let fact = match facts.line_of_fire(from, to) {
        Ok(fact) => fact,
        Err(unknown) => {
            push_new(reasons, Reason::new("GUN-29", unknown.to_string()));
            return (Verdict::TooClose, Vec::new());
        }
    };
    let mut clear = Verdict::Yes;
    let mut in_the_way = Vec::new();
    for blocker in &fact.near {
        let name = state.barrier_name(&blocker.barrier);
        let key = match &blocker.barrier {
            Barrier::Ship(ship) => ship.as_str(),
            Barrier::Terrain(piece) => &piece.0,
        };
        let verdict = match blocker.clear {
            Verdict::TooClose => desk.settle(|| TooClose {
                key: EdgeKey(format!("line_of_fire:{key}{suffix}")),
                rule: RuleId::of("GUN-30"),
                what: format!("Does {name} stand in the line of fire?"),
                measured: blocker.clearance_in,
                edge: 0.0,
                unit: Unit::Inch,
                readings: vec![reading("clear", "The line is clear"), reading("blocked", "It is blocked")],
            }),
            Verdict::Yes => Some("clear".to_owned()),
            Verdict::No => Some("blocked".to_owned()),
        };
        match verdict.as_deref() {
            Some("clear") => continue,
            Some(_) => {
                reasons.push(Reason::new("GUN-30", format!("{name} blocks the line of fire.")));
                clear = Verdict::No;
            }
            None if clear == Verdict::Yes => clear = Verdict::TooClose,
            None => {}
        }
        in_the_way.push(blocker.barrier.clone());
    }
    (clear, in_the_way)
}

/// What guns can do at a range and bearing.
struct Gunnery<'a> {
    tables: &'a Tables,
    state: &'a State,
    aim: &'a Aim,
}

/// Range, bearing and whence they are measured.
type Measures<'a> = (Measured, Measured, &'a Sight);

impl Gunnery<'_> {
    /// `wanted`: how many guns of this mount the decision names; none for "all that bear".
    fn view(
        &self,
        gun: &BatteryGun<'_>,
        measures: Measures<'_>,
        wanted: Option<u8>,
        desk: &mut Desk<'_>,
    ) -> MountView {
        let (mount, ready) = (gun.mount.as_ref(), gun.ready);
        let (range_in, bearing_deg, _) = measures;
        let mut view = MountView {
            mount: mount.id.clone(),
            place: mount.place.clone(),
            gun: mount.gun.clone(),
            kind: mount.kind,
            ready,
            bears: bears(&mount.arcs, bearing_deg),
            band: None,
            fires: 0,
            why_not: None,
        };
        let bands = self.tables.bands(mount.kind, range_in, &self.state.options);
        let candidate = wanted != Some(0) && ready > 0 && mount.kind != GunKind::Mortar;
        // Only a gun that may fire is worth a question; a screen shows the others as they were measured.
        view.band = match bands.as_slice() {
            [band] => Some(*band),
            _ if candidate && view.bears != Verdict::No => {
                self.settle_band(mount.kind, &bands, measures, desk)
            }
            _ => None,
        };
        if candidate && view.bears == Verdict::TooClose && view.band != Some(Band::OutOfRange) {
            match settle_arc(mount, measures, desk).as_deref() {
                Some("bears") => view.bears = Verdict::Yes,
                Some(_) => view.bears = Verdict::No,
                None => {}
            }
        }
        view.why_not = self.why_not(gun, &view, measures, wanted);
        if view.why_not.is_none() && view.bears == Verdict::Yes && view.band.is_some() {
            view.fires = wanted.unwrap_or(ready).min(ready);
        }
        view
    }

    /// A gun of which nothing is measured.
    fn unseen(&self, gun: &BatteryGun<'_>, sight: &Sight) -> MountView {
        let mount = gun.mount.as_ref();
        let lost = || Reason::new("GUN-74", format!("{}: the {} is lost.", mount.place, mount.gun));
        let left_out =
            || Reason::new("GUN-32", format!("{}: the {} is not to fire.", mount.place, mount.gun));
        let lost = gun.lost.then(lost);
        MountView {
            mount: mount.id.clone(),
            place: mount.place.clone(),
            gun: mount.gun.clone(),
            kind: mount.kind,
            ready: gun.ready,
            bears: Verdict::No,
            band: None,
            fires: 0,
            why_not: sight
                .why_not
                .clone()
                .or(lost)
                .or_else(|| gun.silent.clone())
                .or_else(|| Some(left_out())),
        }
    }

    fn why_not(
        &self,
        gun: &BatteryGun<'_>,
        view: &MountView,
        (range_in, bearing_deg, sight): Measures<'_>,
        wanted: Option<u8>,
    ) -> Option<Reason> {
        let mount = gun.mount.as_ref();
        let place = &mount.place;
        if mount.kind == GunKind::Mortar {
            let text = format!("{place}: a mortar takes no part in direct fire.");
            return Some(Reason::new("GUN-59", text));
        }
        if view.ready == 0 {
            return Some(match &gun.silent {
                _ if gun.lost => Reason::new("GUN-72", format!("{place}: every {} is lost.", mount.gun)),
                Some(reason) => reason.clone(),
                None => Reason::new("GUN-7", format!("{place}: every {} has fired this turn.", mount.gun)),
            });
        }
        if let Some(wanted) = wanted.filter(|wanted| *wanted > view.ready) {
            let text = format!("{place}: only {} {} can still fire, not {wanted}.", view.ready, mount.gun);
            return Some(Reason::new("GUN-7", text));
        }
        if view.band == Some(Band::OutOfRange) {
            let limit_in = self
                .tables
                .range_limits_in(mount.kind, &self.state.options)
                .map_or(0.0, |[_, _, distant_in]| distant_in);
            let text = format!(
                "{place}: {:.2} in is beyond the {limit_in} in of a {}.",
                range_in.value,
                mount.kind.word()
            );
            return Some(Reason::new("GUN-23", text));
        }
        if let Some(reason) = view.band.and_then(|band| self.aim.too_far(place, band)) {
            return Some(reason);
        }
        if view.bears == Verdict::No {
            let text = format!("{place}: the target at {:.0}° is outside its arc.", bearing_deg.value);
            return Some(Reason::new("GUN-AMB-22", text));
        }
        sight.why_not.clone()
    }

    fn settle_band(
        &self,
        kind: GunKind,
        bands: &[Band],
        (range_in, _, sight): Measures<'_>,
        desk: &mut Desk<'_>,
    ) -> Option<Band> {
        let limits = self.tables.range_limits_in(kind, &self.state.options)?;
        let distance = |limit: f64| (limit - range_in.value).abs();
        let edge = limits.into_iter().min_by(|a, b| distance(*a).total_cmp(&distance(*b)))?;
        let settled = desk.settle(|| TooClose {
            key: EdgeKey(format!("range:{}{}", kind.word(), sight.key)),
            rule: RuleId::of("GUN-AMB-6"),
            what: format!(
                "Range {:.2} ± {:.2} in is too close to the {edge} in edge of {}s.",
                range_in.value,
                range_in.half_width_95(),
                kind.word()
            ),
            measured: range_in,
            edge,
            unit: Unit::Inch,
            readings: bands
                .iter()
                .map(|band| reading(band.word(), &format!("It is {}", band.word().replace('_', " "))))
                .collect(),
        })?;
        bands.iter().copied().find(|band| band.word() == settled)
    }
}

fn settle_arc(
    mount: &GunMount,
    (_, bearing_deg, sight): Measures<'_>,
    desk: &mut Desk<'_>,
) -> Option<String> {
    let edge = nearest_edge_deg(&mount.arcs, bearing_deg.value).unwrap_or(bearing_deg.value);
    desk.settle(|| TooClose {
        key: EdgeKey(format!("arc:{}{}", arcs_key(&mount.arcs), sight.key)),
        rule: RuleId::of("GUN-AMB-22"),
        what: format!(
            "Bearing {:.1} ± {:.1}° is too close to the {edge:.0}° edge of the arc of {}.",
            bearing_deg.value,
            bearing_deg.half_width_95(),
            mount.place
        ),
        measured: bearing_deg,
        edge,
        unit: Unit::Degree,
        readings: vec![reading("bears", "The guns bear"), reading("does_not_bear", "They don't bear")],
    })
}

/// Mounts with the same arcs share one question.
fn arcs_key(arcs: &[Arc]) -> String {
    let parts: Vec<String> = arcs.iter().map(|arc| format!("{}-{}", arc.from_deg, arc.to_deg)).collect();
    parts.join("+")
}

/// How many guns of a mount a decision names: none for "all that bear", 0 for a mount it leaves out.
fn wanted(choice: &MountChoice, mount: &MountId) -> Option<u8> {
    match choice {
        MountChoice::AllThatBear => None,
        MountChoice::These(these) => Some(
            these
                .iter()
                .filter(|some| some.mount == *mount)
                .fold(0_u8, |sum, some| sum.saturating_add(some.guns)),
        ),
    }
}

fn check_choice(battery: &Battery<'_>, choice: &MountChoice, reasons: &mut Vec<Reason>) {
    let MountChoice::These(these) = choice else { return };
    let name = battery.name;
    let known = |id: &MountId| battery.guns.iter().any(|gun| gun.mount.id == *id);
    for some in these.iter().filter(|some| !known(&some.mount)) {
        reasons.push(Reason::new("GUN-72", format!("{name} has no mount called “{}”.", some.mount)));
    }
    if these.iter().all(|some| some.guns == 0) {
        reasons.push(Reason::new("GUN-32", format!("Name at least one gun of {name}.")));
    }
}

fn nothing_fires(battery: &Battery<'_>, mounts: &[MountView], reasons: &mut Vec<Reason>) {
    if mounts.is_empty() {
        reasons.push(Reason::new("GUN-72", format!("{} has no guns.", battery.name)));
    }
    for why in mounts.iter().filter_map(|view| view.why_not.as_ref()) {
        push_new(reasons, why.clone());
    }
}

/// The penetration factor at a band, itemised (GUN-25, GUN-27).
fn firing_mount(mount: &GunMount, guns: u8, band: Band, armor: u8) -> FiringMount {
    let mut pf_terms = vec![Term::new(mount.gun.clone(), Operation::Start, i32::from(mount.pf), "GUN-20")];
    let pf = match band {
        Band::Close => {
            pf_terms.push(Term::new("close range", Operation::Times, 2, "GUN-25"));
            mount.pf.saturating_mul(2)
        }
        Band::Normal | Band::OutOfRange => mount.pf,
        Band::Distant => {
            pf_terms.push(Term::new("distant range, fractions dropped", Operation::DividedBy, 2, "GUN-27"));
            mount.pf / 2
        }
    };
    pf_terms.push(Term::new("penetration factor", Operation::Total, i32::from(pf), "GUN-25"));
    FiringMount {
        mount: mount.id.clone(),
        gun: mount.gun.clone(),
        kind: mount.kind,
        guns,
        band,
        pf,
        pf_terms,
        penetrates: armor == 0 || pf >= armor,
    }
}
