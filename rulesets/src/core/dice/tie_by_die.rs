//! Resolves by a die the measures too close to call that the players leave to it, and decides again.

use crate::core::dice::source::{Dice, Die, RollId, RollRequest};
use crate::core::dice::throw::ThrownRoll;
use crate::core::ruling::refusal::Halt;
use crate::core::ruling::settlement::{Reading, Settlement, TieRule};
use crate::core::ruling::tie_resolver::{DIE_READING, read_by_face};

/// A decision that may carry the players' settlements of measures too close to call.
pub trait Settles: Clone {
    /// The lists of settlements, one for each ship that the decision judges.
    fn settlements(&mut self) -> Vec<&mut Vec<Settlement>>;
}

/// Returns true if the decision leaves a question to a die and the tie rule allows it.
pub(crate) fn leaves_to_a_die<D: Settles>(tie: TieRule, decision: &D) -> bool {
    let mut decision = decision.clone();
    let mut lists = decision.settlements().into_iter();
    tie == TieRule::Die && lists.any(|list| list.iter().any(|it| it.reading == DIE_READING))
}

/// Takes a decision and throws dice for the questions left to them. Returns the dice as thrown and the result of
/// `rule`.
///
/// # Errors The error of `rule`; or a refusal if a settlement leaves to a die a question that is not open.
pub(crate) fn decide_by_die<D: Settles, E>(
    decision: &D,
    next_roll: RollId,
    dice: &mut dyn Dice,
    rule: impl Fn(&D) -> Result<E, Halt>,
) -> Result<(Vec<ThrownRoll>, E), Halt> {
    let given: Vec<Vec<Settlement>> =
        decision.clone().settlements().into_iter().map(std::mem::take).collect();
    settle_by_die(&given, next_roll, dice, |settled| {
        let mut with = decision.clone();
        with.settlements().into_iter().zip(settled).for_each(|(list, settled)| list.clone_from(settled));
        rule(&with)
    })
}

/// Takes a decision with lists of settlements of which some say [`DIE_READING`]: a D6 is thrown for each of these once
/// its question is open. Returns the dice in the order of throwing and the decision.
///
/// # Errors The error of `decide`; or a refusal if a settlement leaves to a die a question that is not open.
fn settle_by_die<E>(
    lists: &[Vec<Settlement>],
    next_roll: RollId,
    dice: &mut dyn Dice,
    decide: impl Fn(&[Vec<Settlement>]) -> Result<E, Halt>,
) -> Result<(Vec<ThrownRoll>, E), Halt> {
    let by_die = |settlement: &Settlement| settlement.reading == DIE_READING;
    let mut settled: Vec<Vec<Settlement>> = lists.to_vec();
    settled.iter_mut().for_each(|list| list.retain(|settlement| !by_die(settlement)));
    let mut left: Vec<(usize, &Settlement)> = lists
        .iter()
        .enumerate()
        .flat_map(|(i, list)| list.iter().filter(|settlement| by_die(settlement)).map(move |it| (i, it)))
        .collect();
    let mut thrown = Vec::new();
    loop {
        let questions = match decide(&settled) {
            Ok(decided) if left.is_empty() => return Ok((thrown, decided)),
            Ok(_) => {
                let text = "A die was to settle something that is not open: look at the measures again.";
                return Err(Halt::because("GUN-AMB-6", text));
            }
            Err(Halt::TooClose { questions }) => questions,
            Err(refused) => return Err(refused),
        };
        let found = left.iter().enumerate().find_map(|(place, (list, settlement))| {
            let question = questions.iter().find(|question| question.key == settlement.key)?;
            Some((place, *list, question))
        });
        let Some((place, list, question)) = found else { return Err(Halt::TooClose { questions }) };
        let request = RollRequest {
            id: RollId(next_roll.0.saturating_add(u32::try_from(thrown.len()).unwrap_or(u32::MAX))),
            die: Die::D6,
            count: 1,
            purpose: format!("too_close:{}", question.key).into(),
            label: format!("Too close to call: {}", question.what).into(),
            rule: question.rule.clone(),
        };
        let faces = dice.throw(&request)?;
        let readings: Vec<&Reading> =
            question.readings.iter().filter(|reading| reading.id != DIE_READING).collect();
        let face = faces.faces.first().copied().unwrap_or(1);
        if let Some(reading) = readings.get(read_by_face(face, readings.len()))
            && let Some(list) = settled.get_mut(list)
        {
            list.push(Settlement { key: question.key.clone(), reading: reading.id.clone() });
        }
        thrown.push(ThrownRoll::new(request, faces));
        left.remove(place);
    }
}
