//! Campaign files of every schema version so far are stored here, and must always open.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::Folder;
use journal::{Journal, content_hash};
use std::fs;

/// Hampton Roads, second day, in its first fire phase: two ships, pictures, rule tables.
const SCHEMA_1: &[u8] = include_bytes!("data/schema1.ironclad");

/// Hash of the content of all events, in order.
const CONTENT_OF_SCHEMA_1: &str = "8e16cbc0175084c1b2a48b5004d9f832b78e32e3921a83652c5768d633576cf2";

#[test]
fn schema_1_opens_and_holds_what_it_held() {
    let folder = Folder::new();
    fs::write(folder.file(), SCHEMA_1).unwrap();
    let journal = Journal::open(&folder.file()).unwrap();
    let report = journal.verify_chain().unwrap();
    assert_eq!((report.events, report.photos), (16, 3));
    let row = journal.battles().unwrap().remove(0);
    assert_eq!((row.name.as_str(), row.book.as_str()), ("Hampton Roads, the second day", "gunboat"));
    let mut content = Vec::new();
    for event in journal.events(1).unwrap() {
        content.extend_from_slice(
            format!("{} {} {} {} {} ", event.seq, event.turn, event.phase, event.audience, event.kind)
                .as_bytes(),
        );
        content.extend_from_slice(&event.body);
        content.extend_from_slice(
            format!("{} {} {} {:?}\n", event.rules, event.at, event.more, event.photo).as_bytes(),
        );
    }
    let found: String = content_hash(&content).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(found, CONTENT_OF_SCHEMA_1);
    assert_eq!(journal.photo(1).unwrap().jpeg, [0xff, 0xd8, 0xff, 0xd9]);
    assert_eq!(journal.rule_data(1).unwrap().len(), 10);
    // The campaign can be continued.
    let last = journal.events(1).unwrap().last().unwrap().seq;
    journal.append(1, last, crate::common::batch(vec![crate::common::event("went_on", "{}")])).unwrap();
    journal.verify_chain().unwrap();
}
