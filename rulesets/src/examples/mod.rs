//! Plays worked rule examples: each becomes state and decisions for the book itself, the dice are typed in, and
//! every key in `expect` must come out equal. The runner looks up no table.

mod given;
mod gunboat;
mod gunboat_special;
mod hex_duel;
mod mahan;
mod noddy;
mod run;
mod sea;
mod sp_bp;

use crate::core::{BookTables, Die};
pub(crate) use given::Given;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::BufRead;

/// A die of an example, in the order of use.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GivenDie<D = Die> {
    /// Which die; some books' special dice have no name.
    #[serde(default = "Option::default")]
    die: Option<D>,
    value: Value,
    #[serde(rename = "for")]
    purpose: String,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Example {
    id: String,
    ruleset: String,
    given: Given,
    #[serde(default)]
    dice: Vec<GivenDie<String>>,
    expect: Map<String, Value>,
    /// For people: the rules it shows, what it shows of them, and the readings that it takes for granted.
    #[serde(default, rename = "rule_ids")]
    _rule_ids: IgnoredAny,
    #[serde(default, rename = "why")]
    _why: IgnoredAny,
    #[serde(default, rename = "depends_on_ambiguity")]
    _depends_on_ambiguity: IgnoredAny,
}

impl Example {
    fn action(&self) -> &str {
        self.given.text("action").unwrap_or_default()
    }

    /// Its dice, where they are dice of this program's.
    fn dice(&self) -> Result<Vec<GivenDie>, String> {
        let known = |given: &GivenDie<String>| {
            let die = given.die.as_ref().map(|name| serde_json::from_value(json!(name))).transpose()?;
            Ok(GivenDie { die, value: given.value.clone(), purpose: given.purpose.clone() })
        };
        let dice: Result<_, serde_json::Error> = self.dice.iter().map(known).collect();
        dice.map_err(|error| format!("its dice can't be read: {error}"))
    }

    /// Its dice, where they are a book's own.
    fn special_dice(&self) -> Vec<GivenDie> {
        let special = |given: &GivenDie<String>| GivenDie {
            die: None,
            value: given.value.clone(),
            purpose: given.purpose.clone(),
        };
        self.dice.iter().map(special).collect()
    }
}

/// What came of a file of examples.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ExampleReport {
    /// A line for each example that differs, or is not played yet.
    pub differences: Vec<String>,
    /// Examples of which every expected key came out equal.
    pub passed: usize,
    /// The others.
    pub failed: usize,
}

impl fmt::Display for ExampleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.differences {
            writeln!(f, "{line}")?;
        }
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// A file that can't be run at all.
#[derive(Debug, thiserror::Error)]
pub enum ExampleError {
    /// The file ended in the middle, or is no text.
    #[error("Line {line} of the examples can't be read ({source}): check the file.")]
    Unreadable {
        /// Counted from 1.
        line: usize,
        /// What the system says.
        source: std::io::Error,
    },
    /// A line is not an example.
    #[error(
        "Line {line} is no worked example ({source}): each line is an object with id, ruleset, given, dice and expect."
    )]
    NoExample {
        /// Counted from 1.
        line: usize,
        /// What the reader says.
        source: serde_json::Error,
    },
    /// An example gives something that nobody reads.
    #[error(
        "Line {line} of the examples ({id}) gives “{key}”, and nobody reads it: check how it is spelled and what stands \
         there, or leave it out."
    )]
    UnknownKey {
        /// Counted from 1.
        line: usize,
        /// The example.
        id: String,
        /// The key, from the outside in.
        key: String,
    },
    /// The book's own data can't be used.
    #[error(transparent)]
    Data(#[from] crate::gunboat::DataError),
}

/// What playing one example brought: the fields of `expect`, or why it can't be played.
pub(crate) type Played = Result<Map<String, Value>, String>;

/// Plays every line of a file; empty lines are skipped.
///
/// # Errors
/// When a line can't be read, is no example, or gives something that nobody reads.
pub fn run_examples(reader: impl BufRead) -> Result<ExampleReport, ExampleError> {
    let book = crate::gunboat::Gunboat::embedded()?;
    let mahan_tables = crate::mahan::Tables::embedded()?;
    let noddy_book = crate::noddy::Noddy::embedded()?;
    let duel = crate::hex_duel::HexDuel::embedded()?;
    let sp_bp_book = crate::sp_bp::SpBp::embedded()?;
    let mut report = ExampleReport::default();
    for (i, line) in reader.lines().enumerate() {
        let line = line.map_err(|source| ExampleError::Unreadable { line: i + 1, source })?;
        if line.trim().is_empty() {
            continue;
        }
        let example: Example =
            serde_json::from_str(&line).map_err(|source| ExampleError::NoExample { line: i + 1, source })?;
        let played = match (example.ruleset.as_str(), example.action()) {
            (
                "GUN",
                "fire" | "fire_then_turns" | "apply_critical" | "coast" | "ram" | "refloat" | "shoal"
                | "mortar" | "fire_on_boarders",
            ) => gunboat::play(&book, &example),
            ("MAH", _) => mahan::play(&mahan_tables, &example),
            ("NOD", _) => noddy::play(&noddy_book, &example),
            ("CHA", _) => hex_duel::play(&duel, &example),
            ("SPB", _) => sp_bp::play(&sp_bp_book, &example),
            (ruleset, action) => Err(format!("not played yet ({ruleset} {action})")),
        };
        let differences = match played {
            // What stopped in the middle has not come to all that it was given.
            Ok(found) => {
                if let Some(key) = example.given.unread() {
                    let key = key.trim_start_matches('.').to_owned();
                    return Err(ExampleError::UnknownKey { line: i + 1, id: example.id, key });
                }
                differences(&example.expect, &found, "")
            }
            Err(why) => vec![why],
        };
        if differences.is_empty() {
            report.passed += 1;
        } else {
            report.failed += 1;
            report.differences.push(format!("{}: {}", example.id, differences.join("; ")));
        }
    }
    Ok(report)
}

/// Every expected key that is missing or not equal; what is found besides doesn't matter.
fn differences(expect: &Map<String, Value>, found: &Map<String, Value>, path: &str) -> Vec<String> {
    let one = |(key, wanted): (&String, &Value)| {
        let name = format!("{path}{key}");
        match found.get(key) {
            Some(found) => difference(wanted, found, &name),
            None => vec![format!("{name} is not reported, the example expects {wanted}")],
        }
    };
    expect.iter().flat_map(one).collect()
}

/// How one value differs; lists of the same length item by item.
fn difference(wanted: &Value, found: &Value, name: &str) -> Vec<String> {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => differences(wanted, found, &format!("{name}.")),
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            let items = wanted.iter().zip(found).enumerate();
            items
                .flat_map(|(i, (wanted, found))| difference(wanted, found, &format!("{name}[{i}]")))
                .collect()
        }
        _ if equal(wanted, found) => Vec::new(),
        _ => vec![format!("{name} is {found}, the example expects {wanted}")],
    }
}

/// Equal as JSON, where 2 and 2.0 are the same number.
fn equal(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(line: &str) -> ExampleReport {
        run_examples(line.as_bytes()).unwrap()
    }

    const FIRE: &str = r#"{"id": "X", "ruleset": "GUN", "given": {"action": "fire", "guns": [{"type": "8\" SMOOTHBORE", "count": 2}], "range_in": 6.0, "target": {"armor_boxes": 10}}, "dice": [{"die": "d10", "value": 6, "for": "chart_a"}], "expect": {"hits": HITS}}"#;

    #[test]
    fn a_wrong_expectation_fails_and_says_how() {
        assert_eq!(run(&FIRE.replace("HITS", "2")), ExampleReport { passed: 1, ..Default::default() });
        let report = run(&FIRE.replace("HITS", "3"));
        assert_eq!((report.passed, report.failed), (0, 1));
        assert_eq!(report.differences, ["X: hits is 2, the example expects 3"]);
    }

    #[test]
    fn dice_that_the_book_does_not_ask_for_fail() {
        let report = run(&FIRE.replace("HITS", "2").replace(
            r#""for": "chart_a"}"#,
            r#""for": "chart_a"}, {"die": "d6", "value": 1, "for": "lucky"}"#,
        ));
        assert_eq!(report.failed, 1);
        assert!(report.differences[0].contains("lucky"), "{report}");
    }

    #[test]
    fn what_is_not_played_yet_counts_as_failed() {
        let report =
            run(r#"{"id":"N","ruleset":"XYZ","given":{"action":"ram"},"dice":[],"expect":{"total":3}}"#);
        assert_eq!(report.differences, ["N: not played yet (XYZ ram)"]);
        assert_eq!(report.failed, 1);
    }

    #[test]
    fn a_line_of_the_wrong_shape_is_named() {
        let error = run_examples("\n{\"id\": 3}\n".as_bytes()).unwrap_err();
        assert!(error.to_string().starts_with("Line 2 is no worked example"), "{error}");
    }
}
