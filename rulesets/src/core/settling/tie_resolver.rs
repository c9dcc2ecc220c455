//! Where the players' answers to measures too close to call are looked up, and missing ones asked for.

use crate::core::contract::refusal::Reason;
use crate::core::settling::settlement::{Reading, Settlement, TieRule, TooClose};
use crate::core::settling::tie_by_die::die_reading;

/// Questions that came up while something was judged, and the players' answers to them.
#[derive(Debug)]
pub struct Desk<'a> {
    settled: &'a [Settlement],
    used: Vec<Settlement>,
    questions: Vec<TooClose>,
    tie: TieRule,
}

impl<'a> Desk<'a> {
    /// A desk on which the players' settlements lie.
    pub fn new(settled: &'a [Settlement]) -> Self {
        Self { settled, used: Vec::new(), questions: Vec::new(), tie: TieRule::Ask }
    }

    /// The same under another rule for what nobody settled.
    #[must_use]
    pub fn with_tie(self, tie: TieRule) -> Self {
        Self { tie, ..self }
    }

    /// The players' reading of a measure that is too close to call; asks for it where there is none.
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

    /// Is anything open?
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
