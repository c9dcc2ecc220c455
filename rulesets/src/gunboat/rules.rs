//! The list of every rule of the book and every gap in it: what a citation says in a few words.

use crate::core::{DataFile, RuleId};
use crate::gunboat::content::parse;
use crate::gunboat::files::DataError;
use serde::{Deserialize, Serialize};

const FILE: &str = "rules.toml";

/// A rule of the book, or a gap in it and how it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEntry {
    /// Its id in the catalogue ("GUN-33", "GUN-AMB-11").
    pub id: RuleId,
    /// What it is about, in a few words.
    pub title: String,
    /// Lines of the seed.
    pub source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    rule: Vec<RuleEntry>,
}

/// Every rule and gap, in the order of the catalogue.
///
/// # Errors
/// When the list compiled in can't be read (a test holds that it can).
pub fn rule_list() -> Result<Vec<RuleEntry>, DataError> {
    let text = include_str!("data/rules.toml").to_owned();
    let file: RulesFile = parse(&DataFile { name: FILE.to_owned(), text })?;
    Ok(file.rule)
}
