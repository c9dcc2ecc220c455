//! A book's data files and options, as a battle stores them.

use crate::core::ruling::refusal::RuleId;
use serde::{Deserialize, Serialize};

/// One data file of a book, by name and content; a battle stores it under the hash of its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    /// The file name ("charts.toml").
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A named option of a book: a gap in the printed rules, and the ways to fill it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionSpec {
    /// Its name ("gun.fire_simultaneous").
    pub name: String,
    /// The gap that it fills ("GUN-AMB-11").
    pub rule: RuleId,
    /// One or two sentences for the player.
    pub text: String,
    /// The value that applies when nobody chooses.
    pub default: serde_json::Value,
    /// The permitted values; empty for a number within `between`.
    #[serde(default)]
    pub choices: Vec<serde_json::Value>,
    /// The smallest and the largest permitted number.
    #[serde(default)]
    pub between: Option<(f64, f64)>,
    /// True if the reading is a house rule: the rule sheet gives none.
    #[serde(default)]
    pub house: bool,
}

/// An option's name with a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionValue {
    /// The option's name ("gun.battering").
    pub name: String,
    /// Its value.
    pub value: serde_json::Value,
}

impl OptionSpec {
    /// Returns true if the option may have this value.
    pub fn allows(&self, value: &serde_json::Value) -> bool {
        let within = |(low, high): (f64, f64)| value.as_f64().is_some_and(|v| (low..=high).contains(&v));
        self.choices.contains(value) || self.between.is_some_and(within)
    }

    /// The permitted values, as words for a sentence.
    pub fn choices_text(&self) -> String {
        let choices: Vec<String> = self.choices.iter().map(ToString::to_string).collect();
        match self.between {
            Some((low, high)) => format!("a number from {low} to {high}"),
            None => choices.join(" or "),
        }
    }
}
