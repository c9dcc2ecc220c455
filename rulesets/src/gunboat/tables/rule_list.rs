//! The list of every rule of the book and every gap in it: what a citation says in a few words.

use crate::core::{DataError, RuleEntry, read_rules};

/// Every rule and gap, in the order of the catalogue.
///
/// # Errors
/// When the list compiled in can't be read (a test holds that it can).
pub fn rule_list() -> Result<Vec<RuleEntry>, DataError> {
    read_rules(include_str!("../data/rules.toml"))
}
