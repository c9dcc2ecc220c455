//! Saving what can be saved of a damaged campaign: the journal finds the events, this room knows what a beginning is.

use crate::battle::hex;
use crate::error::BattleError;
use crate::record::{BATTLE_BEGUN, BattleBegun};
use journal::{NewBattle, RuleData, SalvageReport, StoredEvent};
use rulesets::core::{Book, DataFile};
use rulesets::gunboat::Gunboat;
use std::path::Path;

/// Saves what can be saved of `damaged` into a new campaign at `out`, and tells what could not be.
///
/// # Errors
/// As [`journal::salvage`].
pub fn salvage_file(damaged: &Path, out: &Path) -> Result<SalvageReport, BattleError> {
    // Rule tables that the file lost are this program's, where they are the same byte for byte.
    let own = Gunboat::embedded().map(|book| book.data().to_vec()).unwrap_or_default();
    Ok(journal::salvage(damaged, out, &|event| beginning(event, &own))?)
}

fn beginning(event: &StoredEvent, own: &[DataFile]) -> Option<NewBattle> {
    if event.kind != BATTLE_BEGUN {
        return None;
    }
    let begun: BattleBegun = serde_json::from_slice(&event.body).ok()?;
    let same = own.iter().filter(|file| begun.rule_data.get(&file.name) == Some(&hex(file.text.as_bytes())));
    let rule_data = same
        .map(|file| RuleData { name: file.name.clone(), bytes: file.text.clone().into_bytes() })
        .collect();
    Some(NewBattle { name: begun.name, book: begun.book, book_version: begun.book_version, rule_data })
}
