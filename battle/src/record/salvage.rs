//! Salvage of a damaged campaign: the journal finds the events; this module recognises a battle's beginning.

use crate::error::BattleError;
use crate::record::codec::BATTLE_BEGUN;
use crate::record::events::BattleBegun;
use crate::record::stored::{hex, rule_data};
use crate::registry::with_book;
use journal::{NewBattle, RuleData, SalvageReport, StoredEvent};
use rulesets::core::BookData;
use std::path::Path;

/// Saves the readable part of `damaged` into a new campaign at `out`, and reports what is lost.
///
/// # Errors
/// As [`journal::salvage`].
pub fn salvage_file(damaged: &Path, out: &Path) -> Result<SalvageReport, BattleError> {
    Ok(journal::salvage(damaged, out, &beginning)?)
}

fn beginning(event: &StoredEvent) -> Option<NewBattle> {
    if event.kind != BATTLE_BEGUN {
        return None;
    }
    let begun: BattleBegun = serde_json::from_slice(&event.body).ok()?;
    // Lost rule tables are replaced by this program's if they are the same byte for byte.
    let mut own = own_rule_data(&begun.book);
    own.retain(|data| begun.rule_data.get(&data.name) == Some(&hex(&data.bytes)));
    Some(NewBattle { name: begun.name, book: begun.book, book_version: begun.book_version, rule_data: own })
}

fn own_rule_data(book: &str) -> Vec<RuleData> {
    with_book!(book, Book => Book::embedded().map(|book| rule_data(&book)).unwrap_or_default(), else Vec::new())
}
