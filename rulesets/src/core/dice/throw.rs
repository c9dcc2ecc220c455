//! Throws all dice that are due, or none of them.

use crate::core::dice::source::{Dice, DiceKind, Faces, RollRequest, Thrown, TypedDice};
use crate::core::ruling::refusal::{Reason, Refusal};
use serde::{Deserialize, Serialize};

/// One roll as events record it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownRoll {
    /// The request for the roll.
    pub request: RollRequest,
    /// The faces.
    pub faces: Vec<u8>,
    /// The source of the faces.
    pub kind: DiceKind,
}

impl ThrownRoll {
    /// The roll with its faces.
    pub fn new(request: RollRequest, thrown: Thrown) -> Self {
        Self { request, faces: thrown.faces, kind: thrown.kind }
    }
}

/// Throws these rolls, in this order.
pub(crate) fn throw_all(due: &[&RollRequest], dice: &mut dyn Dice) -> Result<Vec<ThrownRoll>, Refusal> {
    due.iter().map(|request| Ok(ThrownRoll::new((*request).clone(), dice.throw(request)?))).collect()
}

/// Throws these rolls as the player chose: with the app's dice, or with typed faces, whose number must match the rolls.
///
/// # Errors
/// When the faces don't match the rolls.
pub fn throw_due(
    due: &[&RollRequest],
    faces: &Faces,
    dice: &mut dyn Dice,
) -> Result<Vec<ThrownRoll>, Refusal> {
    match faces {
        Faces::App => throw_all(due, dice),
        Faces::Typed(typed) => {
            check_count(due, typed.len())?;
            throw_all(due, &mut TypedDice::new(typed.clone()))
        }
    }
}

fn check_count(due: &[&RollRequest], typed: usize) -> Result<(), Refusal> {
    let wanted: usize = due.iter().map(|request| usize::from(request.count)).sum();
    let Some(first) = due.first().filter(|_| typed != wanted) else { return Ok(()) };
    let list: Vec<String> = due
        .iter()
        .map(|request| format!("{} {} for {}", request.count, request.die, request.label))
        .collect();
    let text = format!("{wanted} faces are needed ({}), but {typed} were given.", list.join("; "));
    Err(Refusal { reasons: vec![Reason { rule: first.rule.clone(), text }] })
}
