//! Forms: questions of a book, or rulings of an umpire, as plain fields that one screen component draws.

use super::RuledSentence;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A form to fill in and send ([`super::DecisionView::Answer`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FormView {
    /// Identifies the form while the question stays the same.
    pub key: String,
    /// Who decides: "everyone", "umpire", or a side's key.
    pub who: String,
    /// The seat of the player who decides, if players have names; absent if it is no single player's.
    pub seat: Option<String>,
    /// One sentence: who may do what.
    pub sentence: String,
    /// Further text, line by line.
    pub details: Vec<String>,
    /// Whether the game can't continue until this is answered.
    pub must: bool,
    /// The rule it rests on.
    pub rule: String,
    /// Whether it is filled in secretly. Everybody else gets it without fields: the one who decides must first take
    /// that seat, and the others look away.
    pub secret: bool,
    /// Whether it declares fire, so that a forecast can be requested before it is sent.
    pub foreseen: bool,
    /// The fields in order; usually none, one or two.
    pub fields: Vec<FieldView>,
    /// The text of its button.
    pub submit: String,
    /// Whether it is the usual next command, for players who do not know the rules well.
    pub forward: bool,
    /// Why the book would refuse it with any values, as the table stands now; absent if it can succeed.
    pub refusal: Option<RuledSentence>,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FieldView {
    /// Identifies the field within its form.
    pub key: String,
    /// Its label.
    pub label: String,
    /// Its type, with the default value.
    #[serde(flatten)]
    pub kind: FieldKind,
}

/// The type of a field with its default value: a form can be sent unchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "field", rename_all = "snake_case")]
pub enum FieldKind {
    /// One of several options.
    Choice {
        /// The options.
        options: Vec<OptionView>,
        /// The key of the default.
        value: String,
    },
    /// Any number of options.
    Several {
        /// The options.
        options: Vec<OptionView>,
        /// The keys of the defaults.
        value: Vec<String>,
    },
    /// A number.
    Number {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
        /// The step between values, counted from `min`; 0 for any value.
        step: f64,
        /// Its unit, written after it ("kn", "in", "°"); empty for a count.
        unit: String,
        /// The default.
        value: f64,
    },
    /// A text.
    Text {
        /// The default.
        value: String,
    },
    /// Yes or no.
    YesNo {
        /// The default.
        value: bool,
    },
}

/// An option of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OptionView {
    /// Its key, sent back if it is chosen.
    pub key: String,
    /// Its label.
    pub label: String,
}

/// The value of a field: yes or no, a number, a text or the key of an option, the keys of several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum FieldValue {
    /// The value of [`FieldKind::YesNo`].
    Flag(bool),
    /// The value of [`FieldKind::Number`].
    Number(f64),
    /// The value of [`FieldKind::Choice`] or [`FieldKind::Text`].
    Text(String),
    /// The value of [`FieldKind::Several`].
    Several(Vec<String>),
}

/// The values of a form, by field.
pub type FieldValues = BTreeMap<String, FieldValue>;

impl FieldView {
    /// A choice of one option; the first is the default.
    pub(crate) fn choice(key: &str, label: &str, options: Vec<OptionView>) -> Self {
        let value = options.first().map(|option| option.key.clone()).unwrap_or_default();
        Self { key: key.to_owned(), label: label.to_owned(), kind: FieldKind::Choice { options, value } }
    }

    /// A choice of any number of options.
    pub(crate) fn several(key: &str, label: &str, options: Vec<OptionView>, value: Vec<String>) -> Self {
        Self { key: key.to_owned(), label: label.to_owned(), kind: FieldKind::Several { options, value } }
    }

    /// A number with steps.
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

    /// A text.
    pub(crate) fn text(key: &str, label: &str, value: &str) -> Self {
        let kind = FieldKind::Text { value: value.to_owned() };
        Self { key: key.to_owned(), label: label.to_owned(), kind }
    }

    /// Yes or no.
    pub(crate) fn yes_no(key: &str, label: &str, value: bool) -> Self {
        Self { key: key.to_owned(), label: label.to_owned(), kind: FieldKind::YesNo { value } }
    }

    /// Changes the default; a value of another type changes nothing.
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

    /// The default.
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
    /// An option with this key and label.
    pub(crate) fn of(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into() }
    }
}
