//! Modifiers of a gun's die, itemised (SPB-15).

use crate::core::{Operation, Term};
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::card::{GunMount, Size};
use crate::sp_bp::state::options::whole;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::tables::table_set::Tables;

/// Returns the modifiers of a mount that fires at a target, and their sum. Conditions printed in one row each
/// count separately (SPB-AMB-11).
pub(in crate::sp_bp) fn modifiers(
    tables: &Tables,
    state: &State,
    (shooter, mount): (&ShipState, &GunMount),
    target: &ShipState,
    head_on: bool,
) -> (Vec<Term>, i32) {
    let values = &tables.rest.modifiers;
    let options = &state.options;
    let mut terms = Vec::new();
    let mut add = |holds: bool, label: &str, value: i32, rule: &'static str| {
        if holds && value != 0 {
            terms.push(Term::new(label, Operation::Add, value, rule));
        }
    };
    add(true, "crew quality", i32::from(shooter.crew_quality), "SPB-15");
    let (size, worth) = match target.card.size {
        Size::VeryLarge => ("very large target", values.very_large),
        Size::Large => ("large target", values.large),
        Size::Average => ("", 0),
        Size::Small => ("small target", values.small),
        Size::VerySmall => ("very small target", values.very_small),
    };
    add(true, size, worth, "SPB-15");
    add(target.lies_still(), "target stopped, anchored or aground", values.still, "SPB-AMB-11");
    add(target.card.low_freeboard, "low freeboard target", values.low_freeboard, "SPB-AMB-11");
    add(head_on, "target head on", values.head_on, "SPB-AMB-21");
    let fast = target.speed > values.fast_above_knots && !target.lies_still();
    add(fast, "target faster than 10 knots", values.fast, "SPB-15");
    add(shooter.steamed, "firer steamed", values.steamed, "SPB-15");
    add(shooter.fires > 0, "firer on fire", values.on_fire, "SPB-15");
    let (half, quarter) = (shooter.sp_below_half(), shooter.sp_below_quarter());
    // Two grades of one condition: the worse one replaces the other (SPB-AMB-10).
    let half = half && (!quarter || options.sp_mods_cumulative);
    add(half, "firer's SP below a half", values.sp_below_half, "SPB-12");
    add(quarter, "firer's SP below a quarter", values.sp_below_quarter, "SPB-AMB-10");
    if options.liberal_special {
        let worth = whole(options.liberal_value);
        add(mount.casemate, "Liberal: gun in a casemate", worth, "SPB-AMB-9");
        add(mount.slow_fire, "Liberal: slow gun over 15 inches", worth, "SPB-AMB-9");
        add(mount.slow_traverse, "Liberal: turret with slow traverse", worth, "SPB-AMB-9");
    }
    add(target.concealed, "target partially concealed", values.concealed, "SPB-15");
    if options.night {
        let lit = state.ships.values().any(|ship| ship.present() && ship.lights.contains(&target.card.id));
        add(!target.illuminated && !lit, "night, target not illuminated", values.night, "SPB-15");
        let blinds = target.lights.contains(&shooter.card.id);
        add(blinds, "target's searchlight on the firer", values.searchlight, "SPB-15");
    }
    let sum = terms.iter().map(|term| term.value).sum();
    terms.push(Term::new("modifier", Operation::Total, sum, "SPB-15"));
    (terms, sum)
}
