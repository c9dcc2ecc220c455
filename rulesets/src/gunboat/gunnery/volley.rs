//! One volley for all ships that fire at one target in a step (GUN-AMB-9, `per_target`).

use crate::core::Refusal;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::roll_requests::Numbers;
use crate::gunboat::gunnery::columns::pools;
use crate::gunboat::gunnery::declare::chart_rolls;
use crate::gunboat::state::battle::{SalvoBrief, State};
use crate::gunboat::state::declared_salvo::FiringMount;
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// The targets with a declared volley that is not thrown yet.
pub(crate) fn open_volleys(state: &State) -> Vec<&ShipId> {
    let mut targets: Vec<&ShipId> =
        state.salvos.iter().filter(|salvo| !salvo.waiting.is_empty()).map(|salvo| &salvo.target).collect();
    targets.sort();
    targets.dedup();
    targets
}

/// Creates the rolls for all salvos at the target together: the guns are counted once.
pub(crate) fn close_volley(tables: &Tables, state: &State, target: &ShipId) -> Result<Vec<Event>, Refusal> {
    let open: Vec<&SalvoBrief> =
        state.salvos.iter().filter(|salvo| salvo.target == *target && !salvo.waiting.is_empty()).collect();
    let Some(first) = open.first() else {
        let text = format!("No volley at {} waits to be thrown.", state.name(target));
        return Err(Refusal::because("GUN-AMB-9", text));
    };
    let firing: Vec<FiringMount> = open.iter().flat_map(|salvo| salvo.waiting.iter().cloned()).collect();
    let pools = pools(tables, &state.options, &firing);
    let mut numbers = Numbers::after(state);
    let rolls = chart_rolls(state, &mut numbers, (first.id, (&first.shooter, target)), &pools, &first.aim);
    Ok(vec![Event::VolleyClosed { target: target.clone(), pools, rolls }])
}
