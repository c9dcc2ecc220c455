//! Measures too close to call that the players leave to a die.

use crate::core::desk::reading;
use crate::core::dice::{Dice, Die, RollId, RollRequest};
use crate::core::refusal::{Halt, Refusal};
use crate::core::settle::{Reading, Settlement};
use crate::core::throwing::ThrownRoll;

/// The reading that leaves a question to a D6.
pub const DIE_READING: &str = "die";

/// The reading that leaves a question with these readings to a D6, and says how it will be read.
pub(super) fn die_reading(readings: &[Reading]) -> Reading {
    let faces = |i: usize| (1..=6_u8).filter(move |face| chosen(*face, readings.len()) == i);
    let list: Vec<String> = readings
        .iter()
        .enumerate()
        .map(|(i, reading)| {
            let faces: Vec<String> = faces(i).map(|face| face.to_string()).collect();
            format!("{}: {}", faces.join(", "), reading.text)
        })
        .collect();
    reading(DIE_READING, &format!("Throw a D6 ({})", list.join("; ")))
}

/// The reading that a face chooses: the faces are shared out evenly, the low ones to the first.
fn chosen(face: u8, readings: usize) -> usize {
    usize::from(face.saturating_sub(1)) * readings / 6
}

/// Decides with lists of settlements of which some say [`DIE_READING`]: for each of these a D6 is thrown once its
/// question is named. Returns what was decided, with the dice in the order in which they were thrown.
///
/// # Errors
/// What `decide` refuses or asks; or a refusal when a settlement leaves something to a die that nobody asks.
pub fn settle_by_die<E>(
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
                return Err(Halt::Refused(Refusal::because("GUN-AMB-6", text)));
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
            purpose: format!("too_close:{}", question.key),
            label: format!("Too close to call: {}", question.what),
            rule: question.rule.clone(),
        };
        let faces = dice.throw(&request)?;
        let readings: Vec<&Reading> =
            question.readings.iter().filter(|reading| reading.id != DIE_READING).collect();
        let face = faces.faces.first().copied().unwrap_or(1);
        if let Some(reading) = readings.get(chosen(face, readings.len()))
            && let Some(list) = settled.get_mut(list)
        {
            list.push(Settlement { key: question.key.clone(), reading: reading.id.clone() });
        }
        thrown.push(ThrownRoll::new(request, faces));
        left.remove(place);
    }
}
