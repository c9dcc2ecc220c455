//! The list of the book's rules and gaps, with a short text for each citation.

use crate::core::{DataError, RuleEntry, read_rules};

/// Every rule and gap, in the order of the catalogue.
///
/// # Errors If the compiled-in list can't be parsed (a test ensures that it can).
pub fn rule_list() -> Result<Vec<RuleEntry>, DataError> {
    read_rules(include_str!("../data/rules.toml"))
}
