//! Measures for gun fire, and questions where a measure is too close to call.

use crate::core::{Reason, TableFacts, TieResolver, TooClose, judge_line, push_new};
use crate::sp_bp::gunnery::salvo::{Proposal, wanted};
use crate::sp_bp::state::battle::State;
use crate::sp_bp::state::card::{GunMount, PaddleWheels};
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::tables::table_set::{GunRow, Tables};
use geometry::{Arc, Barrier, Flank, Measured, Verdict, bears, nearest_edge_deg};

/// Returns the index of the range's column (one past the last for beyond it; none while it is too close to
/// call), and whether the range is within a gun's special range beyond the columns (SPB-AMB-23).
pub(in crate::sp_bp) fn settle_column(
    tables: &Tables,
    state: &State,
    shooter: &ShipState,
    range_in: Measured,
    proposal: &Proposal<'_>,
    ties: &mut TieResolver<'_>,
) -> (Option<usize>, Option<bool>) {
    // Ask only about edges at which a gun that may fire changes its cell.
    let rows: Vec<&GunRow> = shooter
        .card
        .mounts
        .iter()
        .filter(|mount| wanted(proposal.mounts, &mount.id) != Some(0) && shooter.ready(mount) > 0)
        .filter_map(|mount| tables.gun(shooter.card.nation, mount.kind, &mount.gun))
        .collect();
    let differs = |column: usize| {
        rows.iter().any(|row| {
            tables.reach(row, column, &state.options) != tables.reach(row, column + 1, &state.options)
        })
    };
    let mut column = Some(tables.bands_in().len());
    for (i, edge) in tables.bands_in().iter().enumerate() {
        match range_in.at_most(f64::from(*edge)) {
            Verdict::Yes => {
                column = Some(i);
                break;
            }
            Verdict::No => {}
            Verdict::TooClose if !differs(i) => {
                // Both columns give the same cell: take the measured value.
                if range_in.value <= f64::from(*edge) {
                    column = Some(i);
                    break;
                }
            }
            Verdict::TooClose => match within(range_in, *edge, ties) {
                Some(true) => {
                    column = Some(i);
                    break;
                }
                Some(false) => {}
                None => {
                    column = None;
                    break;
                }
            },
        }
    }
    let special = rows.iter().filter_map(|row| row.special.as_ref()).map(|special| special.to_in).max();
    (column, special.map_or(Some(false), |to_in| within(range_in, to_in, ties)))
}

fn within(range_in: Measured, edge: u8, ties: &mut TieResolver<'_>) -> Option<bool> {
    ties.holds(range_in.at_most(f64::from(edge)), "within", || {
        TooClose::inches(
            (format!("range:{edge}"), "SPB-AMB-8"),
            format!("Is the target within {edge} inches?"),
            (range_in, f64::from(edge)),
            [("within", &format!("Within {edge} inches")), ("beyond", &format!("Beyond {edge} inches"))],
        )
    })
}

/// Tells whether the target is seen within 30 degrees of its bow or stern line (SPB-AMB-21).
pub(in crate::sp_bp) fn settle_head_on(
    tables: &Tables,
    state: &State,
    seen_from_deg: Measured,
    ties: &mut TieResolver<'_>,
) -> Option<bool> {
    let half_deg = tables.rest.modifiers.head_on_deg;
    let mut arcs = vec![Arc::new(360.0 - half_deg, half_deg)];
    if state.options.head_on_includes_stern {
        arcs.push(Arc::new(180.0 - half_deg, 180.0 + half_deg));
    }
    ties.holds(bears(&arcs, seen_from_deg), "head_on", || {
        TooClose::degrees(
            ("head_on", "SPB-AMB-21"),
            "Is the target head on?",
            (seen_from_deg, nearest_edge_deg(&arcs, seen_from_deg.value).unwrap_or(half_deg)),
            [("not", "No: she shows her side"), ("head_on", "Yes, within 30 degrees")],
        )
    })
}

/// The side of the target that is engaged. Players are asked only if the ship has side wheels (SPB-35).
pub(in crate::sp_bp) fn settle_side(
    target: &ShipState,
    seen_from_deg: Measured,
    ties: &mut TieResolver<'_>,
) -> Flank {
    let measured = if (0.0..180.0).contains(&seen_from_deg.value) { Flank::Starboard } else { Flank::Port };
    let sides = [Arc::new(180.0, 360.0)];
    if target.card.paddle_wheels != PaddleWheels::Sides || bears(&sides, seen_from_deg) != Verdict::TooClose {
        return measured;
    }
    let answer = ties.settle(|| {
        TooClose::degrees(
            ("engaged_side", "SPB-35"),
            format!("Which side of {} is engaged?", target.card.name),
            (seen_from_deg, nearest_edge_deg(&sides, seen_from_deg.value).unwrap_or(0.0)),
            [("starboard", "Her starboard side"), ("port", "Her port side")],
        )
    });
    match answer.as_deref() {
        Some("port") => Flank::Port,
        Some(_) => Flank::Starboard,
        None => measured,
    }
}

pub(in crate::sp_bp) fn line_of_fire(
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
    ties: &mut TieResolver<'_>,
    reasons: &mut Vec<Reason>,
) -> (Verdict, Vec<Barrier>) {
    let near = match facts.line_of_fire(proposal.shooter, proposal.target) {
        Ok(fact) => fact.near,
        Err(unknown) => {
            push_new(reasons, Reason::new("SPB-14", unknown.to_string()));
            return (Verdict::TooClose, Vec::new());
        }
    };
    let name = |barrier| state.barrier_name(barrier);
    judge_line(&near, name, ("SPB-14", "stands in", ""), ties, reasons)
}

pub(in crate::sp_bp) fn settle_arc(
    mount: &GunMount,
    bearing_deg: Measured,
    ties: &mut TieResolver<'_>,
) -> Option<String> {
    let edge = nearest_edge_deg(&mount.arcs, bearing_deg.value).unwrap_or(bearing_deg.value);
    ties.settle(|| {
        TooClose::degrees(
            (format!("arc:{}", mount.id), "SPB-14"),
            format!("{}: does the {} bear?", mount.place, mount.gun),
            (bearing_deg, edge),
            [("bears", "It bears"), ("does_not", "It doesn't")],
        )
    })
}
