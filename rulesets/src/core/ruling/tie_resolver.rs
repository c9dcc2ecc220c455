//! Resolves measures too close to call: looks up the settlements, and collects the open questions.

use crate::core::ruling::refusal::Reason;
use crate::core::ruling::settlement::{Reading, Settlement, TieRule, TooClose};
use geometry::Verdict;

/// Resolves measures too close to call while a decision is judged, by the settlements given with it or by the tie rule.
/// Questions that neither answers are collected.
#[derive(Debug)]
pub struct TieResolver<'a> {
    settled: &'a [Settlement],
    used: Vec<Settlement>,
    questions: Vec<TooClose>,
    tie: TieRule,
}

impl<'a> TieResolver<'a> {
    /// A resolver with the settlements that the players gave.
    pub fn new(settled: &'a [Settlement]) -> Self {
        Self { settled, used: Vec::new(), questions: Vec::new(), tie: TieRule::Ask }
    }

    /// The same resolver with this tie rule for questions without a settlement.
    #[must_use]
    pub fn with_tie(self, tie: TieRule) -> Self {
        Self { tie, ..self }
    }

    /// The id of the reading that applies to this measure; none if the players must be asked first.
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
                if !self.questions.iter().any(|open| open.key == question.key) {
                    self.questions.push(question);
                }
                None
            }
        }
    }

    /// Whether something measured holds: by the verdict, or, if it is too close to call, by the question's reading
    /// `yes`. None if the players must be asked first.
    pub fn holds(
        &mut self,
        verdict: Verdict,
        yes: &str,
        question: impl FnOnce() -> TooClose,
    ) -> Option<bool> {
        match verdict {
            Verdict::Yes => Some(true),
            Verdict::No => Some(false),
            Verdict::TooClose => self.settle(question).map(|reading| reading == yes),
        }
    }

    /// Returns true if the players must be asked.
    pub fn asks(&self) -> bool {
        !self.questions.is_empty()
    }

    /// Adds a reason for each unused settlement: its measure is clear now, or has no such reading.
    pub fn refuse_unasked(&self, rule: &'static str, reasons: &mut Vec<Reason>) {
        for settlement in self.settled.iter().filter(|settlement| !self.used.contains(settlement)) {
            let text = format!(
                "“{}: {}” settles nothing that is open: look at the measure again and declare anew.",
                settlement.key, settlement.reading
            );
            reasons.push(Reason::new(rule, text));
        }
    }

    /// The open questions, and the settlements that were used.
    pub fn into_parts(self) -> (Vec<TooClose>, Vec<Settlement>) {
        (self.questions, self.used)
    }
}

/// One way to read a measure.
pub fn reading(id: &str, text: &str) -> Reading {
    Reading { id: id.to_owned(), text: text.to_owned() }
}

/// Adds a reason unless the list already contains it.
pub fn push_new(reasons: &mut Vec<Reason>, reason: Reason) {
    if !reasons.contains(&reason) {
        reasons.push(reason);
    }
}

/// The reading that leaves a question to a D6.
pub const DIE_READING: &str = "die";

/// The reading that leaves a question to a D6; its text lists the faces for each of the given readings.
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

/// The index of the reading that a face chooses: the faces are divided evenly, the low ones for the first reading.
pub(in crate::core) fn read_by_face(face: u8, readings: usize) -> usize {
    usize::from(face.saturating_sub(1)) * readings / 6
}
