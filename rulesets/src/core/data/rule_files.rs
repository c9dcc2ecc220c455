//! The data files of a book: what is wrong with one, the list of its rules, and its options.

use crate::core::contract::book::{DataFile, OptionSpec, OptionValue};
use crate::core::data::fault::parse;
use crate::core::ruling::refusal::{Refusal, RuleId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A data file that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// Wrong at this place.
    #[error("{file}, line {line}, column {column}: {what}")]
    At {
        /// Which file.
        file: String,
        /// Which line, from 1.
        line: usize,
        /// Which character of the line, from 1.
        column: usize,
        /// One sentence: what is wrong, and what was expected.
        what: String,
    },
    /// The right shape, but it contradicts itself.
    #[error("{file}: {what} Correct the file, or take it away to play with the book's own.")]
    Content {
        /// Which file.
        file: String,
        /// One sentence: what is wrong.
        what: String,
    },
    /// Not there.
    #[error(
        "The book needs {file}, and it is not among the battle's data: open the battle with the version that wrote it."
    )]
    Missing {
        /// Which file.
        file: String,
    },
}

/// Where a table comes from: for the screen's "why".
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableSource {
    /// Its name in the catalogue ("GUN-CHART-A").
    pub name: String,
    /// The rule that uses it.
    pub rule: RuleId,
    /// Lines of the seed.
    pub cite: String,
    /// What of it is ours, where the seed is silent; none where the table is the seed's alone.
    pub house: Option<String>,
}

impl TableSource {
    /// The source of a table of a data file.
    pub(crate) fn of(name: &str, rule: &RuleId, cite: &str, house: Option<&String>) -> Self {
        Self { name: name.to_owned(), rule: rule.clone(), cite: cite.to_owned(), house: house.cloned() }
    }
}

/// A rule of a book, or a gap in it and how it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEntry {
    /// Its id in the catalogue ("GUN-33", "GUN-AMB-11").
    pub id: RuleId,
    /// What it is about, in a few words.
    pub title: String,
    /// Lines of the seed.
    pub source: String,
    /// Of a gap: what the sheet leaves open.
    #[serde(default)]
    pub question: Option<String>,
    /// How it is read.
    #[serde(default)]
    pub reading: Option<String>,
    /// Why it is read so.
    #[serde(default)]
    pub because: Option<String>,
    /// Options by which players read it otherwise.
    #[serde(default)]
    pub switches: Vec<String>,
    /// What a player should know besides.
    #[serde(default)]
    pub note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    rule: Vec<RuleEntry>,
}

/// Every rule and gap of a book's `rules.toml`, in the order of the catalogue.
///
/// # Errors
/// When the text can't be read.
pub(crate) fn read_rules(text: &str) -> Result<Vec<RuleEntry>, DataError> {
    let file: RulesFile = parse(&DataFile { name: "rules.toml".to_owned(), text: text.to_owned() })?;
    Ok(file.rule)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionsFile {
    option: Vec<OptionSpec>,
}

/// The options of a book, from its `options.toml`.
///
/// # Errors
/// When the file is missing or can't be read.
pub(crate) fn read_options(files: &[DataFile]) -> Result<Vec<OptionSpec>, DataError> {
    read(files, "options.toml").map(|file: OptionsFile| file.option)
}

/// The options with one of them changed: each is a field of `options` by its own name.
///
/// # Errors
/// Under `rule`, when the book has no such option or it can't have that value.
pub(crate) fn with_option<T: Serialize + DeserializeOwned>(
    options: &T,
    option: &OptionValue,
    specs: &[OptionSpec],
    rule: &'static str,
) -> Result<T, Refusal> {
    let Some(spec) = specs.iter().find(|spec| spec.name == option.name) else {
        return Err(Refusal::because(rule, format!("The book has no option “{}”.", option.name)));
    };
    let bad_value = || {
        let text = format!("“{}” can't be {}: choose {}.", spec.name, option.value, spec.choices_text());
        Refusal::because(rule, text)
    };
    if !spec.allows(&option.value) {
        return Err(bad_value());
    }
    let mut all = serde_json::to_value(options).map_err(|_| bad_value())?;
    if let Some(fields) = all.as_object_mut() {
        fields.insert(option.name.clone(), option.value.clone());
    }
    serde_json::from_value(all).map_err(|_| bad_value())
}

/// Reads one of a book's data files by its name.
pub(crate) fn read<T: DeserializeOwned>(files: &[DataFile], name: &str) -> Result<T, DataError> {
    let file = files
        .iter()
        .find(|file| file.name == name)
        .ok_or_else(|| DataError::Missing { file: name.to_owned() })?;
    parse(file)
}

/// A file of the right shape that contradicts itself.
pub(crate) fn content(file: &str, what: String) -> DataError {
    DataError::Content { file: file.to_owned(), what }
}

/// The faces of a table's rows must name each face of the die exactly once.
pub(crate) fn check_each_face(file: &str, table: &str, die: u8, rows: &[&[u8]]) -> Result<(), DataError> {
    let mut faces: Vec<u8> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    faces.sort_unstable();
    if faces == (1..=die).collect::<Vec<u8>>() {
        Ok(())
    } else {
        Err(content(file, format!("{table} must name each face from 1 to {die} exactly once.")))
    }
}
