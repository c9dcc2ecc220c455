//! Works out one ship's fire at another before any dice: mounts that bear, range columns, modifiers. The
//! preview on screen and the fired salvo share this code.

use crate::core::{Asked, Reason, Recorder, Settlement, TableFacts, Term, TieResolver, TooClose, push_new};
use crate::sp_bp::events::activation::may_act;
use crate::sp_bp::events::decision::MountChoice;
use crate::sp_bp::events::outcome::{Cell, FiringMount};
use crate::sp_bp::gunnery::measures::{line_of_fire, settle_arc, settle_column, settle_head_on, settle_side};
use crate::sp_bp::gunnery::modifiers::modifiers;
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::card::{GunMount, MountId};
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::tables::table_set::{GunRow, Reach, Tables};
use geometry::{Barrier, Flank, Measured, ShipId, Verdict, bears};
use serde::{Deserialize, Serialize};

/// One mount of the shooter, as shown before it fires.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MountView {
    /// The mount concerned.
    pub mount: MountId,
    /// The place.
    pub place: String,
    /// The row of the gunnery table.
    pub gun: String,
    /// Guns left that have not fired.
    pub ready: u8,
    /// Whether it bears, as measured or as the players settled it.
    pub bears: Verdict,
    /// The column and the cell; none while they are too close to call, or out of range.
    pub cell: Option<(u8, Cell)>,
    /// The modifiers of each die, itemised.
    pub terms: Vec<Term>,
    /// The sum.
    pub modifier: i32,
    /// The number of its guns that this salvo fires.
    pub fires: u8,
    /// The reason why it can't fire; none if it can.
    pub why_not: Option<Reason>,
}

/// Everything known about a salvo before the dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SalvoPlan {
    /// Reasons why it may not be fired; empty if it may.
    pub reasons: Vec<Reason>,
    /// Close measures that the players must settle first.
    pub too_close: Vec<TooClose>,
    /// Range from smokestack to smokestack, inches; none when the table can't tell.
    pub range_in: Option<Measured>,
    /// Bearing of the target, degrees clockwise from the shooter's bow.
    pub bearing_deg: Option<Measured>,
    /// Bearing of the shooter, degrees clockwise from the target's bow.
    pub seen_from_deg: Option<Measured>,
    /// The side of the target that is engaged.
    pub side: Flank,
    /// Whether the line of fire is clear.
    pub line_clear: Verdict,
    /// Obstacles that block it, or may block it.
    pub in_the_way: Vec<Barrier>,
    /// Every mount of the shooter.
    pub mounts: Vec<MountView>,
    /// The mounts that fire.
    pub firing: Vec<FiringMount>,
    /// Every fact that was asked of the table, with its answer.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}

impl SalvoPlan {
    fn refused(reasons: Vec<Reason>) -> Self {
        Self {
            reasons,
            too_close: Vec::new(),
            range_in: None,
            bearing_deg: None,
            seen_from_deg: None,
            side: Flank::Starboard,
            line_clear: Verdict::TooClose,
            in_the_way: Vec::new(),
            mounts: Vec::new(),
            firing: Vec::new(),
            asked: Vec::new(),
            settled: Vec::new(),
        }
    }
}

/// The salvo to work out.
pub(in crate::sp_bp) struct Proposal<'a> {
    pub(in crate::sp_bp) shooter: &'a ShipId,
    pub(in crate::sp_bp) target: &'a ShipId,
    pub(in crate::sp_bp) mounts: &'a MountChoice,
    pub(in crate::sp_bp) settled: &'a [Settlement],
}

/// Works out a salvo.
pub(in crate::sp_bp) fn plan(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
) -> SalvoPlan {
    let ships = [proposal.shooter, proposal.target].map(|id| state.ships.get(id));
    let [Some(shooter), Some(target)] = ships else {
        let missing = [proposal.shooter, proposal.target];
        let missing = missing.into_iter().filter(|id| !state.ships.contains_key(*id));
        let text = |id: &ShipId| format!("No ship called “{id}” takes part in this battle.");
        return SalvoPlan::refused(missing.map(|id| Reason::new("SPB-5", text(id))).collect());
    };
    let mut reasons = table_free_reasons(state, shooter, target);
    check_choice(shooter, proposal.mounts, &mut reasons);
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(proposal.settled).with_tie(state.options.too_close);
    let mut unknown =
        |why: crate::core::Unknown| push_new(&mut reasons, Reason::new("SPB-14", why.to_string()));
    let range = recorder.range(proposal.shooter, proposal.target).map_err(&mut unknown).ok();
    let bearing = recorder.bearing(proposal.shooter, proposal.target).map_err(&mut unknown).ok();
    let seen_from = recorder.bearing(proposal.target, proposal.shooter).map_err(&mut unknown).ok();
    let (line_clear, in_the_way) = line_of_fire(state, &recorder, proposal, &mut ties, &mut reasons);
    let range_in = range.map(|fact| fact.range_in);
    let bearing_deg = bearing.map(|fact| fact.bearing_deg);
    let seen_from_deg = seen_from.map(|fact| fact.bearing_deg);
    let (mut mounts, mut firing, mut side) = (Vec::new(), Vec::new(), Flank::Starboard);
    if let (Some(range_in), Some(bearing_deg), Some(seen_from_deg)) = (range_in, bearing_deg, seen_from_deg) {
        let (column, in_special) = settle_column(tables, state, shooter, range_in, proposal, &mut ties);
        let head_on = settle_head_on(tables, state, seen_from_deg, &mut ties);
        side = settle_side(target, seen_from_deg, &mut ties);
        let gunnery = Gunnery { tables, state, shooter, target, column, in_special, head_on };
        for mount in &shooter.card.mounts {
            let wanted = wanted(proposal.mounts, &mount.id);
            let view = gunnery.view(mount, bearing_deg, wanted, &mut ties);
            if let (MountChoice::These(_), true, Some(reason)) =
                (proposal.mounts, wanted != Some(0), &view.why_not)
            {
                reasons.push(reason.clone());
            }
            if let (true, Some((up_to_in, cell)), Some(row)) = (view.fires > 0, view.cell, gunnery.row(mount))
            {
                firing.push(FiringMount {
                    mount: mount.id.clone(),
                    kind: mount.kind,
                    gun: mount.gun.clone(),
                    guns: view.fires,
                    up_to_in,
                    cell,
                    dr: row.dr,
                    terms: view.terms.clone(),
                    modifier: view.modifier,
                });
            }
            mounts.push(view);
        }
        if firing.is_empty() && !ties.asks() {
            if mounts.is_empty() {
                reasons.push(Reason::new("SPB-14", format!("{} has no guns.", shooter.card.name)));
            }
            mounts.iter().filter_map(|view| view.why_not.as_ref()).for_each(|why| {
                push_new(&mut reasons, why.clone());
            });
        }
    }
    ties.refuse_unasked("SPB-AMB-8", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    SalvoPlan {
        reasons,
        too_close,
        range_in,
        bearing_deg,
        seen_from_deg,
        side,
        line_clear,
        in_the_way,
        mounts,
        firing,
        asked: recorder.into_asked(),
        settled,
    }
}

/// Reasons against the salvo that don't depend on the table.
fn table_free_reasons(state: &State, shooter: &ShipState, target: &ShipState) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if !state.step.is_fire() {
        let text = format!("Guns fire in the Shooting Phase; this is “{}”.", state.step.title());
        reasons.push(Reason::new("SPB-5", text));
    } else {
        reasons.extend(may_act(state, shooter));
    }
    if shooter.busy {
        let text = format!(
            "{} rigs a spar torpedo, or clears or drops mines, and fires no gun in this phase.",
            shooter.card.name
        );
        reasons.push(Reason::new("SPB-5", text));
    }
    if !target.present() {
        reasons.push(Reason::new("SPB-5", format!("{} is not on the table.", target.card.name)));
    }
    if shooter.card.side == target.card.side {
        let text = format!("{} is on the same side.", target.card.name);
        reasons.push(Reason::new("SPB-5", text));
    }
    if state.something_due() {
        let text = "Throw the dice and make the entries that are due first: damage takes hold at once.";
        reasons.push(Reason::new("SPB-5", text));
    }
    reasons
}

/// The number of a mount's guns that a decision names: none for "all that bear", 0 for a mount left out.
pub(in crate::sp_bp) fn wanted(choice: &MountChoice, mount: &MountId) -> Option<u8> {
    let MountChoice::These(these) = choice else { return None };
    let named = these.iter().filter(|some| some.mount == *mount);
    Some(named.fold(0_u8, |sum, some| sum.saturating_add(some.guns)))
}

fn check_choice(shooter: &ShipState, choice: &MountChoice, reasons: &mut Vec<Reason>) {
    let MountChoice::These(these) = choice else { return };
    let name = &shooter.card.name;
    for some in these.iter().filter(|some| shooter.card.mount(&some.mount).is_none()) {
        reasons.push(Reason::new("SPB-14", format!("{name} has no mount called “{}”.", some.mount)));
    }
    if these.iter().all(|some| some.guns == 0) {
        reasons.push(Reason::new("SPB-14", format!("Name at least one gun of {name}.")));
    }
}

/// The shooter's gunnery at the range found.
struct Gunnery<'a> {
    tables: &'a Tables,
    state: &'a State,
    shooter: &'a ShipState,
    target: &'a ShipState,
    column: Option<usize>,
    in_special: Option<bool>,
    head_on: Option<bool>,
}

impl<'a> Gunnery<'a> {
    fn row(&self, mount: &GunMount) -> Option<&'a GunRow> {
        self.tables.gun(self.shooter.card.nation, mount.kind, &mount.gun)
    }

    /// The effect of a mount in the column found; none while the column is undecided.
    fn reach(&self, mount: &GunMount) -> Option<Reach> {
        let Some(row) = self.row(mount) else { return Some(Reach::None) };
        let reach = self.tables.reach(row, self.column?, &self.state.options);
        let special = |up_to: u8| row.special.as_ref().is_some_and(|special| special.to_in == up_to);
        Some(match reach {
            Reach::Cell(up_to, _) if special(up_to) && !self.in_special? => Reach::None,
            Reach::Special if !self.in_special? => Reach::None,
            reach => reach,
        })
    }

    fn view(
        &self,
        mount: &GunMount,
        bearing_deg: Measured,
        wanted: Option<u8>,
        ties: &mut TieResolver<'_>,
    ) -> MountView {
        let ready = self.shooter.ready(mount);
        let reach = self.reach(mount);
        let candidate = wanted != Some(0) && ready > 0;
        let mut bears = bears(&mount.arcs, bearing_deg);
        if candidate && bears == Verdict::TooClose && matches!(reach, Some(Reach::Cell(..))) {
            bears = match settle_arc(mount, bearing_deg, ties).as_deref() {
                Some("bears") => Verdict::Yes,
                Some(_) => Verdict::No,
                None => Verdict::TooClose,
            };
        }
        let (terms, modifier) = modifiers(
            self.tables,
            self.state,
            (self.shooter, mount),
            self.target,
            self.head_on == Some(true),
        );
        let mut view = MountView {
            mount: mount.id.clone(),
            place: mount.place.clone(),
            gun: mount.gun.clone(),
            ready,
            bears,
            cell: match reach {
                Some(Reach::Cell(up_to_in, cell)) => Some((up_to_in, cell)),
                _ => None,
            },
            terms,
            modifier,
            fires: 0,
            why_not: None,
        };
        view.why_not = self.why_not(mount, &view, reach, wanted);
        if view.why_not.is_none() && view.bears == Verdict::Yes && view.cell.is_some() {
            view.fires = wanted.unwrap_or(ready).min(ready);
        }
        view
    }

    fn why_not(
        &self,
        mount: &GunMount,
        view: &MountView,
        reach: Option<Reach>,
        wanted: Option<u8>,
    ) -> Option<Reason> {
        let (place, gun) = (&mount.place, &mount.gun);
        let because = |rule, text: String| Some(Reason::new(rule, text));
        if self.shooter.guns_left(mount) == 0 {
            return because("SPB-18", format!("{place}: no {gun} is left."));
        }
        if self.shooter.jammed.contains(&mount.id) {
            return because("SPB-27", format!("{place}: the turret is jammed."));
        }
        if view.ready == 0 {
            return because("SPB-15", format!("{place}: every {gun} has fired in this phase."));
        }
        match wanted {
            Some(0) => return because("SPB-14", format!("{place}: the {gun} is not to fire.")),
            Some(guns) if guns > view.ready => {
                return because("SPB-15", format!("{place}: only {} can fire.", view.ready));
            }
            _ => {}
        }
        match reach {
            Some(Reach::None) => {
                return because("SPB-14", format!("{place}: the {gun} can't fire so far."));
            }
            Some(Reach::Special) => {
                let text = format!(
                    "{place}: the sheet gives the {gun} no number so far: the umpire sets “spb.howitzer_special_to_hit”."
                );
                return because("SPB-AMB-23", text);
            }
            Some(Reach::Cell(..)) | None => {}
        }
        (view.bears == Verdict::No)
            .then(|| Reason::new("SPB-14", format!("{place}: the {gun} doesn't bear.")))
    }
}
