//! Obstacles near a line of fire.

use crate::core::ruling::refusal::Reason;
use crate::core::ruling::settlement::TooClose;
use crate::core::ruling::tie_resolver::TieResolver;
use crate::core::table::facts::Blocker;
use geometry::{Barrier, Verdict};

/// Decides whether obstacles near a line of fire block it, by a rule; returns those that do or may. Too close to call is
/// a question for the players. `stands` makes a sentence of an obstacle ("blocks"); `suffix` tells the lines of one
/// decision apart.
pub(crate) fn judge_line<'a>(
    near: &'a [Blocker],
    name: impl Fn(&'a Barrier) -> &'a str,
    (rule, stands, suffix): (&'static str, &str, &str),
    ties: &mut TieResolver<'_>,
    reasons: &mut Vec<Reason>,
) -> (Verdict, Vec<Barrier>) {
    let (mut clear, mut in_the_way) = (Verdict::Yes, Vec::new());
    for blocker in near {
        let name = name(&blocker.barrier);
        let key = match &blocker.barrier {
            Barrier::Ship(ship) => ship.as_str(),
            Barrier::Terrain(piece) => &piece.0,
        };
        let is_clear = ties.holds(blocker.clear, "clear", || {
            TooClose::inches(
                (format!("line_of_fire:{key}{suffix}"), rule),
                format!("Does {name} stand in the line of fire?"),
                (blocker.clearance_in, 0.0),
                [("clear", "The line is clear"), ("blocked", "It is blocked")],
            )
        });
        match is_clear {
            Some(true) => continue,
            Some(false) => {
                reasons.push(Reason::new(rule, format!("{name} {stands} the line of fire.")));
                clear = Verdict::No;
            }
            None if clear == Verdict::Yes => clear = Verdict::TooClose,
            None => {}
        }
        in_the_way.push(blocker.barrier.clone());
    }
    (clear, in_the_way)
}
