//! The data files of a book: their errors, the list of rules, and the options.

use crate::core::data::data_file::{DataFile, OptionSpec};
use crate::core::data::fault::parse;
use crate::core::ruling::refusal::RuleId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A data file that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// A fault at a known place.
    #[error("{file}, line {line}, column {column}: {what}")]
    At {
        /// The file name.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The character within the line, from 1.
        column: usize,
        /// One sentence: what is wrong and what was expected.
        what: String,
    },
    /// The file is well-formed, but it contradicts itself.
    #[error("{file}: {what} Correct the file, or take it away to play with the book's own.")]
    Content {
        /// The file name.
        file: String,
        /// One sentence: what is wrong.
        what: String,
    },
    /// The file is missing.
    #[error(
        "The book needs {file}, and it is not among the battle's data: open the battle with the version that wrote it."
    )]
    Missing {
        /// The file name.
        file: String,
    },
}

/// The source of a table, for the screen's "why".
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableSource {
    /// Its name in the catalogue ("GUN-CHART-A").
    pub name: String,
    /// The rule that uses it.
    pub rule: RuleId,
    /// The lines of the rule sheet.
    pub cite: String,
    /// The house rules in it, where the rule sheet says nothing; none if the table is taken from the sheet unchanged.
    pub house: Option<String>,
}

impl TableSource {
    /// The source of a table of a data file.
    pub(crate) fn of(name: &str, rule: &RuleId, cite: &str, house: Option<&String>) -> Self {
        Self { name: name.to_owned(), rule: rule.clone(), cite: cite.to_owned(), house: house.cloned() }
    }
}

/// A rule of a book, or a gap in the rules and its reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEntry {
    /// Its id in the catalogue ("GUN-33", "GUN-AMB-11").
    pub id: RuleId,
    /// The subject, in a few words.
    pub title: String,
    /// The lines of the rule sheet.
    pub source: String,
    /// For a gap: the question that the sheet leaves open.
    #[serde(default)]
    pub question: Option<String>,
    /// The reading that this program uses.
    #[serde(default)]
    pub reading: Option<String>,
    /// The reason for the reading.
    #[serde(default)]
    pub because: Option<String>,
    /// The options with which players choose another reading.
    #[serde(default)]
    pub switches: Vec<String>,
    /// A further note for players.
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

/// Reads one of a book's data files by its name.
pub(crate) fn read<T: DeserializeOwned>(files: &[DataFile], name: &str) -> Result<T, DataError> {
    let file = files
        .iter()
        .find(|file| file.name == name)
        .ok_or_else(|| DataError::Missing { file: name.to_owned() })?;
    parse(file)
}

/// The error for a well-formed file that contradicts itself.
pub(crate) fn content(file: &str, what: String) -> DataError {
    DataError::Content { file: file.to_owned(), what }
}

/// Checks that the rows of a table name each face of the die exactly once.
pub(crate) fn check_each_face(file: &str, table: &str, die: u8, rows: &[&[u8]]) -> Result<(), DataError> {
    let mut faces: Vec<u8> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    faces.sort_unstable();
    if faces == (1..=die).collect::<Vec<u8>>() {
        Ok(())
    } else {
        Err(content(file, format!("{table} must name each face from 1 to {die} exactly once.")))
    }
}
