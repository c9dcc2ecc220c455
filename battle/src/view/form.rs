//! Forms: what a book asks, or an umpire may say, as plain fields that one component of the screen draws.

use super::RuledSentence;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Something to fill in and send ([`super::DecisionView::Answer`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FormView {
    /// Names it, as long as the same is asked.
    pub key: String,
    /// Who decides: "everyone", "umpire", or a side's key.
    pub who: String,
    /// The seat of the player who decides, where players have names; none where it is nobody's alone.
    pub seat: Option<String>,
    /// One sentence: who may do what.
    pub sentence: String,
    /// What belongs to it and is too long for one sentence, line by line.
    pub details: Vec<String>,
    /// Play can't go on until this is answered.
    pub must: bool,
    /// The rule it rests on.
    pub rule: String,
    /// Only whoever decides may look on while it is filled in. Everybody else is shown it without its fields: first the
    /// seat is taken, and the others look away.
    pub secret: bool,
    /// It declares fire: what would come of it, as it is filled in, can be asked before it is sent.
    pub foreseen: bool,
    /// What is to be filled in, in this order; mostly nothing, one or two.
    pub fields: Vec<FieldView>,
    /// What its button says.
    pub submit: String,
    /// The usual way on: what players do here who know no better.
    pub forward: bool,
    /// Why the book would refuse it, whatever is filled in, as the table stands now; none where it can succeed.
    pub refusal: Option<RuledSentence>,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FieldView {
    /// Names it within its form.
    pub key: String,
    /// What stands beside it.
    pub label: String,
    /// What is filled in.
    #[serde(flatten)]
    pub kind: FieldKind,
}

/// What is filled in, with what stands there at first: a form may be sent as it comes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "field", rename_all = "snake_case")]
pub enum FieldKind {
    /// One of these.
    Choice {
        /// These.
        options: Vec<OptionView>,
        /// Chosen at first.
        value: String,
    },
    /// Any of these, or none.
    Several {
        /// These.
        options: Vec<OptionView>,
        /// Chosen at first.
        value: Vec<String>,
    },
    /// A number.
    Number {
        /// Not less.
        min: f64,
        /// Not more.
        max: f64,
        /// In such steps from the least on; 0 for any.
        step: f64,
        /// Its unit, as it is written behind it ("kn", "in", "°"); empty for a mere count.
        unit: String,
        /// At first.
        value: f64,
    },
    /// Words.
    Text {
        /// At first.
        value: String,
    },
    /// Yes or no.
    YesNo {
        /// At first.
        value: bool,
    },
}

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OptionView {
    /// Given back.
    pub key: String,
    /// Shown.
    pub label: String,
}

/// What was filled in: yes or no, a number, words or the key of a choice, keys of several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum FieldValue {
    /// Of [`FieldKind::YesNo`].
    Flag(bool),
    /// Of [`FieldKind::Number`].
    Number(f64),
    /// Of [`FieldKind::Choice`] and [`FieldKind::Text`].
    Text(String),
    /// Of [`FieldKind::Several`].
    Several(Vec<String>),
}

/// What was filled in, by field.
pub type FieldValues = BTreeMap<String, FieldValue>;

impl FieldView {
    /// One of some; the first stands there at first.
    pub(crate) fn choice(key: &str, label: &str, options: Vec<OptionView>) -> Self {
        let value = options.first().map(|option| option.key.clone()).unwrap_or_default();
        Self { key: key.to_owned(), label: label.to_owned(), kind: FieldKind::Choice { options, value } }
    }

    /// Any of some.
    pub(crate) fn several(key: &str, label: &str, options: Vec<OptionView>, value: Vec<String>) -> Self {
        Self { key: key.to_owned(), label: label.to_owned(), kind: FieldKind::Several { options, value } }
    }

    /// A number in steps.
    pub(crate) fn number(
        key: &str,
        label: &str,
        (min, max): (f64, f64),
        step: f64,
        unit: &str,
        value: f64,
    ) -> Self {
        let value = value.clamp(min, max.max(min));
        let kind = FieldKind::Number { min, max, step, unit: unit.to_owned(), value };
        Self { key: key.to_owned(), label: label.to_owned(), kind }
    }

    /// A whole number.
    pub(crate) fn count(key: &str, label: &str, (min, max): (u32, u32), value: u32) -> Self {
        Self::number(key, label, (f64::from(min), f64::from(max)), 1.0, "", f64::from(value))
    }

    /// Words.
    pub(crate) fn text(key: &str, label: &str, value: &str) -> Self {
        let kind = FieldKind::Text { value: value.to_owned() };
        Self { key: key.to_owned(), label: label.to_owned(), kind }
    }

    /// Yes or no.
    pub(crate) fn yes_no(key: &str, label: &str, value: bool) -> Self {
        Self { key: key.to_owned(), label: label.to_owned(), kind: FieldKind::YesNo { value } }
    }

    /// Another value stands there at first; one of another kind changes nothing.
    pub(crate) fn set(&mut self, to: &FieldValue) {
        match (&mut self.kind, to) {
            (FieldKind::Choice { value, .. } | FieldKind::Text { value }, FieldValue::Text(to)) => {
                value.clone_from(to);
            }
            (FieldKind::Several { value, .. }, FieldValue::Several(to)) => value.clone_from(to),
            (FieldKind::Number { value, .. }, FieldValue::Number(to)) => *value = *to,
            (FieldKind::YesNo { value }, FieldValue::Flag(to)) => *value = *to,
            _ => {}
        }
    }

    /// What stands there at first.
    pub fn value(&self) -> FieldValue {
        match &self.kind {
            FieldKind::Choice { value, .. } | FieldKind::Text { value } => FieldValue::Text(value.clone()),
            FieldKind::Several { value, .. } => FieldValue::Several(value.clone()),
            FieldKind::Number { value, .. } => FieldValue::Number(*value),
            FieldKind::YesNo { value } => FieldValue::Flag(*value),
        }
    }
}

impl OptionView {
    /// Something to choose.
    pub(crate) fn of(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into() }
    }
}
