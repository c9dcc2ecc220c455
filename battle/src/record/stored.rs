//! Reads a battle from the journal: its events, and its book with the tables it was begun with.

use crate::error::BattleError;
use crate::record::codec::read_entry;
use crate::record::events::{DomainEvent, RecordedEventOf};
use journal::{Journal, RuleData};
use rulesets::core::{DataFile, PlayedBook};

/// SHA-256 of bytes, hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    journal::content_hash(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The book's data files as stored in the journal.
pub(crate) fn rule_data<B: PlayedBook>(book: &B) -> Vec<RuleData> {
    let data = |file: &DataFile| RuleData { name: file.name.clone(), bytes: file.text.clone().into_bytes() };
    book.data().iter().map(data).collect()
}

/// Reads the events of a battle.
pub(crate) fn read_entries<B: PlayedBook>(
    journal: &Journal,
    battle: i64,
) -> Result<Vec<RecordedEventOf<B>>, BattleError> {
    journal.events(battle)?.iter().map(read_entry::<B>).collect()
}

/// The book with this program's tables.
pub(crate) fn embedded<B: PlayedBook>() -> Result<B, BattleError> {
    B::embedded().map_err(|error| BattleError::RuleData { battle: 0, detail: error.to_string() })
}

/// The book with the tables with which a battle was begun.
pub(crate) fn book_as_kept<B: PlayedBook>(
    journal: &Journal,
    battle: i64,
    first: Option<&RecordedEventOf<B>>,
) -> Result<B, BattleError> {
    let Some(DomainEvent::Begun(begun)) = first.map(|entry| &entry.event) else {
        return Err(BattleError::NoBeginning { battle });
    };
    if begun.book != B::ID {
        return Err(BattleError::OtherBook { battle, book: begun.book.clone() });
    }
    let refuse = |detail: String| BattleError::RuleData { battle, detail };
    let kept = journal.rule_data(battle)?;
    if kept.len() != begun.rule_data.len() {
        return Err(refuse(
            "some of them are missing from the file; go on from a copy made before.".to_owned(),
        ));
    }
    let mut files = Vec::new();
    for data in kept {
        if begun.rule_data.get(&data.name) != Some(&hex(&data.bytes)) {
            return Err(refuse(format!("{} was changed; go on from a copy made before.", data.name)));
        }
        let text = String::from_utf8(data.bytes)
            .map_err(|_| refuse(format!("{} is not text; go on from a copy made before.", data.name)))?;
        files.push(DataFile { name: data.name, text });
    }
    B::with_data(files).map_err(|error| refuse(error.to_string()))
}
