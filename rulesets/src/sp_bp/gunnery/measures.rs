//! Measures for gun fire, and questions where a measure is too close to call.

use crate::core::{EdgeKey, Reason, RuleId, TableFacts, TieResolver, TooClose, Unit, push_new, reading};
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
            Verdict::TooClose => match settle_edge(range_in, *edge, ties).as_deref() {
                Some("within") => {
                    column = Some(i);
                    break;
                }
                Some(_) => {}
                None => {
                    column = None;
                    break;
                }
            },
        }
    }
    let special = rows.iter().filter_map(|row| row.special.as_ref()).map(|special| special.to_in).max();
    let in_special = match special {
        None => Some(false),
        Some(to_in) => match range_in.at_most(f64::from(to_in)) {
            Verdict::Yes => Some(true),
            Verdict::No => Some(false),
            Verdict::TooClose => settle_edge(range_in, to_in, ties).map(|reading| reading == "within"),
        },
    };
    (column, in_special)
}

fn settle_edge(range_in: Measured, edge: u8, ties: &mut TieResolver<'_>) -> Option<String> {
    ties.settle(|| TooClose {
        key: EdgeKey(format!("range:{edge}")),
        rule: RuleId::of("SPB-AMB-8"),
        what: format!("Is the target within {edge} inches?"),
        measured: range_in,
        edge: f64::from(edge),
        unit: Unit::Inch,
        readings: vec![
            reading("within", &format!("Within {edge} inches")),
            reading("beyond", &format!("Beyond {edge} inches")),
        ],
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
    match bears(&arcs, seen_from_deg) {
        Verdict::Yes => Some(true),
        Verdict::No => Some(false),
        Verdict::TooClose => {
            let edge = nearest_edge_deg(&arcs, seen_from_deg.value).unwrap_or(half_deg);
            let answer = ties.settle(|| TooClose {
                key: EdgeKey("head_on".to_owned()),
                rule: RuleId::of("SPB-AMB-21"),
                what: "Is the target head on?".to_owned(),
                measured: seen_from_deg,
                edge,
                unit: Unit::Degree,
                readings: vec![
                    reading("not", "No: she shows her side"),
                    reading("head_on", "Yes, within 30 degrees"),
                ],
            });
            answer.map(|reading| reading == "head_on")
        }
    }
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
    let answer = ties.settle(|| TooClose {
        key: EdgeKey("engaged_side".to_owned()),
        rule: RuleId::of("SPB-35"),
        what: format!("Which side of {} is engaged?", target.card.name),
        measured: seen_from_deg,
        edge: nearest_edge_deg(&sides, seen_from_deg.value).unwrap_or(0.0),
        unit: Unit::Degree,
        readings: vec![reading("starboard", "Her starboard side"), reading("port", "Her port side")],
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
    let (mut clear, mut in_the_way) = (Verdict::Yes, Vec::new());
    for blocker in &near {
        let name = state.barrier_name(&blocker.barrier);
        let key = match &blocker.barrier {
            Barrier::Ship(ship) => ship.as_str(),
            Barrier::Terrain(piece) => &piece.0,
        };
        let blocked = match blocker.clear {
            Verdict::Yes => Some(false),
            Verdict::No => Some(true),
            Verdict::TooClose => ties
                .settle(|| TooClose {
                    key: EdgeKey(format!("line_of_fire:{key}")),
                    rule: RuleId::of("SPB-14"),
                    what: format!("Does {name} stand in the line of fire?"),
                    measured: blocker.clearance_in,
                    edge: 0.0,
                    unit: Unit::Inch,
                    readings: vec![
                        reading("clear", "The line is clear"),
                        reading("blocked", "It is blocked"),
                    ],
                })
                .map(|reading| reading == "blocked"),
        };
        match blocked {
            Some(false) => continue,
            Some(true) => {
                reasons.push(Reason::new("SPB-14", format!("{name} stands in the line of fire.")));
                clear = Verdict::No;
            }
            None if clear == Verdict::Yes => clear = Verdict::TooClose,
            None => {}
        }
        in_the_way.push(blocker.barrier.clone());
    }
    (clear, in_the_way)
}

pub(in crate::sp_bp) fn settle_arc(
    mount: &GunMount,
    bearing_deg: Measured,
    ties: &mut TieResolver<'_>,
) -> Option<String> {
    let edge = nearest_edge_deg(&mount.arcs, bearing_deg.value).unwrap_or(bearing_deg.value);
    ties.settle(|| TooClose {
        key: EdgeKey(format!("arc:{}", mount.id)),
        rule: RuleId::of("SPB-14"),
        what: format!("{}: does the {} bear?", mount.place, mount.gun),
        measured: bearing_deg,
        edge,
        unit: Unit::Degree,
        readings: vec![reading("bears", "It bears"), reading("does_not", "It doesn't")],
    })
}
