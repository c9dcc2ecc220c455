//! Declaration of fire: creates the salvo and its rolls.

use crate::core::{Die, Halt, RuleId, TableFacts, Text};
use crate::gunboat::events::decision::{MountChoice, MountGuns};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::gunnery::aim::FireTarget;
use crate::gunboat::gunnery::salvo::{MountView, Proposal, SalvoPlan, is_measured, plan};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{GunKind, Side};
use crate::gunboat::state::declared_salvo::{LateShot, Pool, Salvo};
use crate::gunboat::state::due::{Chart, PendingRoll, RollUse, SalvoId};
use crate::gunboat::state::options::VolleyScope;
use crate::gunboat::tables::table_set::Tables;
use geometry::{ShipId, Verdict};

/// Declares fire; `late` for a shot that was forgotten in its step.
pub(in crate::gunboat) fn fire(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
    late: Option<LateShot>,
) -> Result<Vec<Event>, Halt> {
    let mut plan = plan(tables, state, facts, proposal);
    let wasted = if late.is_none() { wasted_fire(state, proposal, &mut plan) } else { None };
    if let Some(wasted) = wasted.as_ref().filter(|_| plan.firing.is_empty()) {
        return Ok(vec![wasted.clone()]);
    }
    Halt::unless_clear(plan.reasons, plan.too_close)?;
    let (Some(range_in), Some(bearing_deg)) = (plan.range_in, plan.bearing_deg) else {
        return Err(Halt::because("GUN-29", "The table gave no range."));
    };
    let mut numbers = Numbers::after(state);
    let id = SalvoId(numbers.next());
    // With one volley per target, the guns wait for those of the other ships (GUN-AMB-9).
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
    Ok(wasted.into_iter().chain([Event::SalvoDeclared { salvo, rolls }]).collect())
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
    let fire_target = FireTarget::of(state, target, *aim == Aim::Boarders);
    let target_name =
        fire_target.map_or_else(|| target.to_string(), |fire_target| fire_target.name.into_owned());
    let roll = |pool: &Pool| {
        let letter = pool.chart.letter();
        let (purpose, rule) = match pool.chart {
            Chart::A => (Text::of("chart_a"), "GUN-33"),
            Chart::B => (Text::of("chart_b"), "GUN-36"),
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

/// The event of guns that were declared at a target which they can't hit, in a battle without measuring before fire:
/// they count as fired. Removes the reasons about measures from the plan, so that the guns that can hit may fire. None
/// if measuring is allowed.
fn wasted_fire(state: &State, proposal: &Proposal<'_>, plan: &mut SalvoPlan) -> Option<Event> {
    let measured = !plan.reasons.is_empty() && plan.reasons.iter().all(is_measured);
    let known = plan.range_in.is_some() && plan.bearing_deg.is_some();
    if state.options.measure.shows_enemies() || !measured || !known || !plan.too_close.is_empty() {
        return None;
    }
    let blocked = plan.line_clear == Verdict::No;
    let named = |view: &MountView| match proposal.mounts {
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
    let can_hit = |view: &MountView| view.fires > 0 && !blocked;
    let mounts: Vec<MountGuns> = plan
        .mounts
        .iter()
        .filter(|view| !can_hit(view) && view.kind != GunKind::Mortar)
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
