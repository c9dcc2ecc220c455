//! Throws all dice that are due, or none of them.

use crate::core::dice::source::{Dice, DiceKind, Faces, RealDice, RollId, RollRequest, Thrown};
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
fn throw_all(due: &[&RollRequest], dice: &mut dyn Dice) -> Result<Vec<ThrownRoll>, Refusal> {
    due.iter().map(|request| Ok(ThrownRoll::new((*request).clone(), dice.throw(request)?))).collect()
}

/// Throws these rolls as the player chose: with the app's dice, or with the faces of real dice, whose number must match
/// the rolls.
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
        Faces::Typed(faces) => throw_real(due, RealDice::typed(faces.clone())),
        Faces::Camera(faces) => throw_real(due, RealDice::read_by_camera(faces.clone())),
    }
}

/// Throws these rolls with real dice, which must be as many as asked for.
fn throw_real(due: &[&RollRequest], mut dice: RealDice) -> Result<Vec<ThrownRoll>, Refusal> {
    check_count(due, dice.left())?;
    throw_all(due, &mut dice)
}

/// The rolls that a decision throws: those that it names, or else those that are `next`. `mixed` is the reason why some
/// rolls can't be thrown together.
///
/// # Errors
/// A refusal under `rule` for rolls that are not due, and when none is; or that they are mixed.
pub(crate) fn rolls_to_throw<'a, R: AsRef<RollRequest>>(
    due: &'a [R],
    named: &[RollId],
    next: impl FnOnce() -> Vec<&'a R>,
    mixed: impl FnOnce(&[&R]) -> Option<Reason>,
    rule: &'static str,
) -> Result<Vec<&'a R>, Refusal> {
    let gone = named.iter().filter(|id| !due.iter().any(|roll| roll.as_ref().id == **id));
    let gone = gone.map(|id| Reason::new(rule, format!("Roll {} is not due (any more).", id.0)));
    let mut reasons: Vec<Reason> = gone.collect();
    let rolls: Vec<&R> = if named.is_empty() {
        next()
    } else {
        due.iter().filter(|roll| named.contains(&roll.as_ref().id)).collect()
    };
    reasons.extend(mixed(&rolls));
    if rolls.is_empty() && reasons.is_empty() {
        reasons.push(Reason::new(rule, "No dice are due now."));
    }
    Refusal::unless_clear(reasons)?;
    Ok(rolls)
}

/// Throws these rolls together, then reads one after the other, each in the state that those before it left. `read` gives
/// none for a roll that an earlier one has made void. `thrown` is the event for the dice; it comes first.
///
/// # Errors
/// When the faces don't match the rolls, or one can't be read.
pub(crate) fn throw_and_read<R: AsRef<RollRequest>, S: Clone, E>(
    state: &S,
    rolls: &[&R],
    (faces, dice): (&Faces, &mut dyn Dice),
    thrown: impl FnOnce(Vec<ThrownRoll>) -> E,
    read: impl Fn(&S, &R, &[u8]) -> Result<Option<E>, Refusal>,
    apply: impl Fn(S, &E) -> S,
) -> Result<Vec<E>, Refusal> {
    let requests: Vec<&RollRequest> = rolls.iter().map(|roll| (*roll).as_ref()).collect();
    let dice = throw_due(&requests, faces, dice)?;
    let (mut events, mut after, mut applied) = (Vec::new(), state.clone(), 0);
    for (roll, dice) in rolls.iter().zip(&dice) {
        // The last event is applied only if another roll is read after it.
        after = events.iter().skip(applied).fold(after, &apply);
        applied = events.len();
        events.extend(read(&after, roll, &dice.faces)?);
    }
    events.insert(0, thrown(dice));
    Ok(events)
}

fn check_count(due: &[&RollRequest], given: usize) -> Result<(), Refusal> {
    let wanted: usize = due.iter().map(|request| usize::from(request.count)).sum();
    let Some(first) = due.first().filter(|_| given != wanted) else { return Ok(()) };
    let list: Vec<String> = due
        .iter()
        .map(|request| format!("{} {} for {}", request.count, request.die, request.label))
        .collect();
    let text = format!("{wanted} faces are needed ({}), but {given} were given.", list.join("; "));
    Err(Refusal { reasons: vec![Reason { rule: first.rule.clone(), text }] })
}
