//! Resolves measures too close to call: looks up what the players said, and collects what they must be asked.

use crate::core::ruling::refusal::Reason;
use crate::core::ruling::settlement::{Reading, Settlement, TieRule, TooClose};

/// Resolves measures too close to call while a decision is judged: by the settlements given with it, or by the tie
/// rule. Questions that neither answers are collected.
#[derive(Debug)]
pub struct TieResolver<'a> {
    settled: &'a [Settlement],
    used: Vec<Settlement>,
    questions: Vec<TooClose>,
    tie: TieRule,
}

impl<'a> TieResolver<'a> {
    /// With the settlements that the players gave.
    pub fn new(settled: &'a [Settlement]) -> Self {
        Self { settled, used: Vec::new(), questions: Vec::new(), tie: TieRule::Ask }
    }

    /// The same resolver with this tie rule for what no settlement answers.
    #[must_use]
    pub fn with_tie(self, tie: TieRule) -> Self {
        Self { tie, ..self }
    }

    /// The id of the reading that holds for this measure; none where the players must be asked first.
    pub fn settle(&mut self, question: impl FnOnce() -> TooClose) -> Option<String> {
        let mut question = question();
        let answer = self.settled.iter().find(|settlement| {
            settlement.key == question.key
                && question.readings.iter().any(|reading| reading.id == settlement.reading)
        });
        match answer {
            Some(settlement) => {
                if !self.used.contains(settlement) {
                    self.used.push(settlement.clone());
                }
                Some(settlement.reading.clone())
            }
            None if self.tie == TieRule::Firer => {
                let first = question.readings.first()?.id.clone();
                let settlement = Settlement { key: question.key, reading: first.clone() };
                if !self.used.contains(&settlement) {
                    self.used.push(settlement);
                }
                Some(first)
            }
            None => {
                if self.tie == TieRule::Die {
                    question.readings.push(die_reading(&question.readings));
                }
                if !self.questions.iter().any(|asked| asked.key == question.key) {
                    self.questions.push(question);
                }
                None
            }
        }
    }

    /// Must the players be asked anything?
    pub fn asks(&self) -> bool {
        !self.questions.is_empty()
    }

    /// A settlement nobody asked for is refused: the measure is clear now, or has no such reading.
    pub fn refuse_unasked(&self, rule: &'static str, reasons: &mut Vec<Reason>) {
        for settlement in self.settled.iter().filter(|settlement| !self.used.contains(settlement)) {
            let text = format!(
                "“{}: {}” settles nothing that is open: look at the measure again and declare anew.",
                settlement.key, settlement.reading
            );
            reasons.push(Reason::new(rule, text));
        }
    }

    /// The questions that are open, and the settlements that were used.
    pub fn into_parts(self) -> (Vec<TooClose>, Vec<Settlement>) {
        (self.questions, self.used)
    }
}

/// One way to read a measure.
pub fn reading(id: &str, text: &str) -> Reading {
    Reading { id: id.to_owned(), text: text.to_owned() }
}

/// Adds a reason that is not there yet.
pub fn push_new(reasons: &mut Vec<Reason>, reason: Reason) {
    if !reasons.contains(&reason) {
        reasons.push(reason);
    }
}

/// The reading that leaves a question to a D6.
pub const DIE_READING: &str = "die";

/// The reading that leaves a question with these readings to a D6, and says how it will be read.
pub(in crate::core) fn die_reading(readings: &[Reading]) -> Reading {
    let faces = |i: usize| (1..=6_u8).filter(move |face| read_by_face(*face, readings.len()) == i);
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
pub(in crate::core) fn read_by_face(face: u8, readings: usize) -> usize {
    usize::from(face.saturating_sub(1)) * readings / 6
}
