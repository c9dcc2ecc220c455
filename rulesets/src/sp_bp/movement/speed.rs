//! Best speed and turn class, itemised: flooding first, then critical hits (SPB-9 to SPB-11).

use crate::core::{Operation, Term};
use crate::sp_bp::state::options::{RoundSpeed, SpbOptions};
use crate::sp_bp::state::ship::{ShipState, SpeedHit};
use crate::sp_bp::tables::table_set::Tables;
use serde::{Deserialize, Serialize};

/// A ship's best speed and turning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestSpeed {
    /// The terms of the calculation.
    pub terms: Vec<Term>,
    /// Knots lost by lost BP.
    pub bp_loss: u8,
    /// Added to the printed turn class.
    pub tc_worse: u8,
    /// Best speed, knots.
    pub knots: u8,
}

/// The part of a speed that is lost, in quarters, rounded by option (SPB-AMB-2).
fn loss(options: &SpbOptions, knots: u8, quarters: u8) -> u8 {
    let share = u16::from(knots) * u16::from(quarters);
    let lost = match options.round_speed {
        RoundSpeed::LossDown => share / 4,
        RoundSpeed::ResultDown => share.div_ceil(4),
    };
    u8::try_from(lost).unwrap_or(knots).min(knots)
}

/// Returns a ship's best speed now.
pub(in crate::sp_bp) fn best_speed(tables: &Tables, options: &SpbOptions, ship: &ShipState) -> BestSpeed {
    let printed = ship.card.max_speed;
    let mut terms = vec![Term::new("best speed as printed", Operation::Start, i32::from(printed), "SPB-9")];
    let share = f64::from(ship.bp) / f64::from(ship.card.bp.max(1));
    let (tc_worse, quarters, rule) = if share < options.bp_half_speed_threshold {
        (2, 2, "SPB-10")
    } else if 2 * u32::from(ship.bp) < u32::from(ship.card.bp) {
        (1, 1, "SPB-9")
    } else {
        (0, 0, "SPB-9")
    };
    let bp_loss = loss(options, printed, quarters);
    if quarters > 0 {
        let text = format!("{} of {} BP left", ship.bp, ship.card.bp);
        terms.push(Term::new(text, Operation::Add, -i32::from(bp_loss), rule));
    }
    let mut knots = printed - bp_loss;
    for hit in &ship.speed_hits {
        let (label, lost, rule) = match hit {
            SpeedHit::Funnel => ("a funnel damaged", tables.rest.critical.funnel_knots.min(knots), "SPB-25"),
            SpeedHit::Steamed => ("steamed", loss(options, knots, 2), "SPB-37"),
            SpeedHit::Boiler => ("a boiler damaged", loss(options, knots, 2), "SPB-33"),
        };
        knots -= lost;
        terms.push(Term::new(label, Operation::Add, -i32::from(lost), rule));
    }
    if ship.pressure_lost {
        terms.push(Term::new("all pressure lost", Operation::Add, -i32::from(knots), "SPB-37"));
        knots = 0;
    }
    terms.push(Term::new("best speed", Operation::Total, i32::from(knots), "SPB-11"));
    BestSpeed { terms, bp_loss, tc_worse, knots }
}

/// The speed at the start of a Movement Phase: the planned one, limited by the best speed; with damaged
/// valves three knots less than before (SPB-31).
pub(in crate::sp_bp) fn speed_now(tables: &Tables, options: &SpbOptions, ship: &ShipState) -> u8 {
    let best = best_speed(tables, options, ship).knots;
    let wanted = ship.planned.unwrap_or(ship.speed).min(best);
    if ship.valves {
        wanted.min(ship.speed.saturating_sub(tables.rest.critical.valves_knots))
    } else {
        wanted
    }
}
