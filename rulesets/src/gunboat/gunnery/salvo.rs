//! The plan of one ship's fire at a target, before dice are thrown: guns that bear, range bands, penetration, charts.
//! Both the preview on a screen and the declared salvo use it.

use crate::core::{Asked, Reason, Recorder, Settlement, TableFacts, TieResolver, TooClose, push_new};
use crate::gunboat::events::decision::MountChoice;
use crate::gunboat::gunnery::aim::{Battery, BatteryGun, FireTarget};
use crate::gunboat::gunnery::columns::pools;
use crate::gunboat::gunnery::measures::{GunMeasures, has_own_line, measure_gun};
use crate::gunboat::gunnery::mount::{Gunnery, firing_mount};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::battle::{SalvoBrief, State};
use crate::gunboat::state::card::{GunKind, MountId};
use crate::gunboat::state::declared_salvo::{Band, FiringMount, Pool};
use crate::gunboat::state::options::VolleyScope;
use crate::gunboat::tables::table_set::Tables;
use geometry::{Barrier, Measured, ShipId, Verdict};
use serde::{Deserialize, Serialize};

/// One mount of the shooter, as a screen shows it before fire is declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MountView {
    /// The mount's id.
    pub mount: MountId,
    /// The mount's place ("Port broadside").
    pub place: String,
    /// The gun's name.
    pub gun: String,
    /// The row of the range table.
    pub kind: GunKind,
    /// The guns that are left and have not fired.
    pub ready: u8,
    /// Whether it bears, as measured or as the players settled it.
    pub bears: Verdict,
    /// The range band; none while it is too close to call.
    pub band: Option<Band>,
    /// The number of guns that this salvo fires.
    pub fires: u8,
    /// The reason why it can't fire; none if it can.
    pub why_not: Option<Reason>,
}

/// Everything about a salvo that is known before the dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SalvoPlan {
    /// The reasons why it may not be fired; empty if it may.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
    /// The kind of target.
    #[serde(default)]
    pub aim: Aim,
    /// The range from stack to stack, inches; none if the table can't answer.
    pub range_in: Option<Measured>,
    /// The target's bearing, degrees clockwise from the shooter's bow; none if the table can't answer.
    pub bearing_deg: Option<Measured>,
    /// Whether the line of fire is clear, as measured or as the players settled it.
    pub line_clear: Verdict,
    /// The obstacles that block it, or may.
    pub in_the_way: Vec<Barrier>,
    /// The target's effective armor.
    pub armor: u8,
    /// Every mount of the shooter.
    pub mounts: Vec<MountView>,
    /// The mounts that fire.
    pub firing: Vec<FiringMount>,
    /// The pool for chart A, then the one for chart B, if they have guns.
    pub pools: Vec<Pool>,
    /// The queries to the table with their answers.
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

/// Rules whose reasons depend on measures between the ships.
const MEASURED_RULES: [&str; 4] = ["GUN-23", "GUN-29", "GUN-30", "GUN-AMB-22"];

/// Returns true if a reason depends on measures between the ships.
pub(crate) fn is_measured(reason: &Reason) -> bool {
    MEASURED_RULES.contains(&reason.rule.as_str())
}

impl SalvoPlan {
    /// The same plan without anything that may not be measured before fire is declared (option `gun.measure`).
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

/// A salvo that is to be planned.
pub(crate) struct Proposal<'a> {
    pub(crate) shooter: &'a ShipId,
    pub(crate) target: &'a ShipId,
    pub(crate) mounts: &'a MountChoice,
    /// True if the target is the boarding parties on the ship's deck, not the ship (GUN-78).
    pub(crate) boarders: bool,
    pub(crate) settled: &'a [Settlement],
}

/// Plans a salvo.
pub(crate) fn plan(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
) -> SalvoPlan {
    let battery = Battery::of(state, proposal.shooter);
    let target = FireTarget::of(state, proposal.target, proposal.boarders);
    let (Some(battery), Some(target)) = (battery, target) else {
        let known =
            |id: &ShipId| Battery::of(state, id).is_some() || FireTarget::of(state, id, false).is_some();
        let missing = [proposal.shooter, proposal.target].into_iter().filter(|id| !known(id));
        let text = |id: &ShipId| format!("No ship called “{id}” takes part in this battle.");
        let mut reasons: Vec<Reason> = missing.map(|id| Reason::new("GUN-72", text(id))).collect();
        if reasons.is_empty() {
            reasons
                .push(Reason::new("GUN-74", "Forts fire as a whole, and are fired at gun by gun: name one."));
        }
        return SalvoPlan::refused(reasons);
    };
    let (guns, fort) = (battery.guns(), battery.is_fort());
    let mut reasons = state_reasons(state, &battery, &target);
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(proposal.settled).with_tie(state.options.too_close);
    let armor = target.armor;
    check_choice((battery.name, &guns), proposal.mounts, &mut reasons);

    let gunnery = Gunnery { tables, state, aim: &target.aim };
    let mut sight = GunMeasures::default();
    if !fort {
        // Turrets away from the stack have their own lines of fire (GUN-AMB-44).
        let from_stack = |gun: &BatteryGun<'_>| !has_own_line(&recorder, proposal, gun);
        let chosen =
            |gun: &&BatteryGun<'_>| gun.ready > 0 && wanted(proposal.mounts, &gun.mount.id) != Some(0);
        let mut chosen = guns.iter().filter(chosen).peekable();
        let line = chosen.peek().is_none() || chosen.any(from_stack);
        sight = GunMeasures::from_stack(line, state, &recorder, proposal, &mut ties, &mut reasons);
    }
    let mut mounts = Vec::new();
    let mut firing = Vec::new();
    for gun in &guns {
        let wanted = wanted(proposal.mounts, &gun.mount.id);
        let measured = match measure_gun(state, &recorder, proposal, &target, gun, fort, &mut ties) {
            // A gun that can't fire anyway is not measured.
            _ if fort && (gun.ready == 0 || wanted == Some(0)) => GunMeasures::default(),
            Some(own) => own,
            None => sight.clone(),
        };
        let view = match (measured.range_in, measured.bearing_deg) {
            (Some(range_in), Some(bearing_deg)) => {
                gunnery.view(gun, (range_in, bearing_deg, &measured), wanted, &mut ties)
            }
            _ if fort => gunnery.unseen(gun, &measured),
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
    let measured = fort || (sight.range_in.is_some() && sight.bearing_deg.is_some());
    if measured && firing.is_empty() && !ties.asks() {
        nothing_fires(&battery, &mounts, &mut reasons);
    }
    ties.refuse_unasked("GUN-AMB-6", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    SalvoPlan {
        pools: pools(tables, &state.options, &firing),
        reasons,
        too_close,
        aim: target.aim,
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

/// The reasons against the salvo that do not depend on the table.
fn state_reasons(state: &State, battery: &Battery<'_>, target: &FireTarget<'_>) -> Vec<Reason> {
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
    reasons.extend(target.absent.clone());
    reasons.extend(target.forbidden(battery));
    let salvos_at_target = || {
        state
            .salvos
            .iter()
            .filter(|salvo| salvo.target == *target.id && salvo.aim == target.aim && !salvo.late)
    };
    let thrown = |salvo: &SalvoBrief| salvo.waiting.is_empty();
    let (firer, victim) = (battery.name, &target.name);
    if state.options.volley_scope == VolleyScope::PerTarget && salvos_at_target().any(thrown) {
        let text = format!("The volley at {victim} has been thrown in this step: one for each target.");
        reasons.push(Reason::new("GUN-AMB-9", text));
    } else if salvos_at_target().any(|salvo| salvo.shooter == *battery.id) {
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

/// The number of guns of a mount that a decision names: none for "all that bear", 0 for a mount that it omits.
pub(in crate::gunboat) fn wanted(choice: &MountChoice, mount: &MountId) -> Option<u8> {
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

fn check_choice((name, guns): (&str, &[BatteryGun<'_>]), choice: &MountChoice, reasons: &mut Vec<Reason>) {
    let MountChoice::These(these) = choice else { return };
    let known = |id: &MountId| guns.iter().any(|gun| gun.mount.id == *id);
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
