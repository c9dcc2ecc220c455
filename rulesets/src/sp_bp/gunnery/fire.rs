//! Fires a salvo: the dice that become due.

use crate::core::{Die, Halt, RollId, RollRequest, RuleId, TableFacts, Text};
use crate::sp_bp::events::activation::activate;
use crate::sp_bp::events::event::Event;
use crate::sp_bp::events::outcome::{FiringMount, Salvo};
use crate::sp_bp::gunnery::salvo::{Proposal, plan};
use crate::sp_bp::state::battle::{Numbers, State};
use crate::sp_bp::state::card::{GunMount, MountId};
use crate::sp_bp::state::due::{PendingRoll, RollUse, SalvoId, Shot};
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::tables::table_set::Tables;
use geometry::{Flank, ShipId};

impl Numbers {
    /// Builds a due roll.
    pub(in crate::sp_bp) fn roll(
        &mut self,
        (die, count): (Die, u8),
        (purpose, label, rule): (&str, impl Into<Text>, RuleId),
        ship: &ShipState,
        decides: RollUse,
    ) -> PendingRoll {
        let id = RollId(self.next());
        PendingRoll {
            request: RollRequest { id, die, count, purpose: purpose.into(), label: label.into(), rule },
            ship: ship.card.id.clone(),
            by: ship.card.side.clone(),
            decides,
        }
    }
}

/// Mounts on the engaged side of a ship: those that bear on the direction the shot comes from, and those of
/// that side's beam (house). The sheet doesn't say which guns are on the "engaged side" (SPB-18).
pub(in crate::sp_bp) fn engaged(target: &ShipState, side: Flank, from_deg: f64) -> Vec<MountId> {
    let beam_deg = match side {
        Flank::Port => 270.0,
        Flank::Starboard => 90.0,
    };
    let bears =
        |mount: &&GunMount| mount.arcs.iter().any(|arc| arc.contains(from_deg) || arc.contains(beam_deg));
    target.card.mounts.iter().filter(bears).map(|mount| mount.id.clone()).collect()
}

/// Fires a salvo.
pub(in crate::sp_bp) fn fire(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
) -> Result<Vec<Event>, Halt> {
    let plan = plan(tables, state, facts, proposal);
    Halt::unless_clear(plan.reasons, plan.too_close)?;
    let ships = (state.ships.get(proposal.shooter), state.ships.get(proposal.target));
    let (Some(range_in), Some(bearing_deg), Some(seen_from_deg), (Some(shooter), Some(target))) =
        (plan.range_in, plan.bearing_deg, plan.seen_from_deg, ships)
    else {
        return Err(Halt::because("SPB-14", "The table gave no range."));
    };
    let mut numbers = Numbers::after(state);
    let id = SalvoId(numbers.next());
    let rolls =
        rolls(&mut numbers, Some(id), (shooter, target), (plan.side, seen_from_deg.value), &plan.firing);
    let salvo = Salvo {
        id,
        shooter: proposal.shooter.clone(),
        target: proposal.target.clone(),
        range_in,
        bearing_deg,
        seen_from_deg,
        side: plan.side,
        mounts: plan.firing,
        asked: plan.asked,
        settled: plan.settled,
    };
    let mut events = activate(state, shooter);
    events.push(Event::SalvoFired { salvo, rolls });
    Ok(events)
}

/// A D10 for each gun, mount by mount (SPB-15).
pub(in crate::sp_bp) fn rolls(
    numbers: &mut Numbers,
    salvo: Option<SalvoId>,
    (shooter, target): (&ShipState, &ShipState),
    (side, from_deg): (Flank, f64),
    firing: &[FiringMount],
) -> Vec<PendingRoll> {
    let engaged = engaged(target, side, from_deg);
    let roll = |mount: &FiringMount| {
        let shot = Shot {
            salvo,
            shooter: Some(shooter.card.id.clone()),
            gun: mount.gun.clone(),
            penetration: mount.cell.penetration,
            dr: mount.dr,
            side,
            engaged: engaged.clone(),
            hull_at: target.hull_at,
        };
        let label = format!(
            "{} x {}: {} at {}, {} needed, {:+} to each die",
            mount.guns, mount.gun, shooter.card.name, target.card.name, mount.cell.needed, mount.modifier
        );
        let decides = RollUse::ToHit {
            mount: mount.mount.clone(),
            kind: mount.kind,
            needed: mount.cell.needed,
            modifier: mount.modifier,
            shot,
        };
        let mut roll =
            numbers.roll((Die::D10, mount.guns), ("to_hit", label, RuleId::of("SPB-15")), target, decides);
        roll.by = shooter.card.side.clone();
        roll
    };
    firing.iter().map(roll).collect()
}

/// The ship whose side throws a roll.
pub(in crate::sp_bp) fn thrower<'a>(
    state: &'a State,
    shooter: Option<&ShipId>,
    target: &'a ShipState,
) -> &'a ShipState {
    shooter.and_then(|shooter| state.ships.get(shooter)).unwrap_or(target)
}
