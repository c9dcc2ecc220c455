//! Accounts for tests.

use battle::account::{Audience, BattleAccount, EventAccount};
use battle::view::{LogLine, RuledSentence};

/// An event with one sentence.
pub(crate) fn event(seq: i64, turn: u32, phase: &str) -> EventAccount {
    EventAccount {
        line: LogLine {
            seq,
            turn,
            phase: phase.to_owned(),
            kind: "step_began".to_owned(),
            sentences: vec![RuledSentence { text: format!("Event {seq}."), rules: Vec::new() }],
            dice: Vec::new(),
            moments: Vec::new(),
            at: "2025-03-08T19:30:00Z".to_owned(),
            photo: None,
        },
        audience: Audience::Everyone,
        taken_back: false,
        rolled: Vec::new(),
        forecast: None,
        hits: Vec::new(),
        places: Vec::new(),
        changed: Vec::new(),
        affair: None,
        body: None,
    }
}

/// A battle without ships.
pub(crate) fn account(events: Vec<EventAccount>) -> BattleAccount {
    BattleAccount {
        battle: 1,
        name: "Hampton Roads".to_owned(),
        book: "gunboat".to_owned(),
        book_title: "Ironclad Gunboat Rules, version 1".to_owned(),
        began_at: "2025-03-08T19:30:00Z".to_owned(),
        table_in: (60.0, 36.0),
        viewer: Audience::Everyone,
        terrain: Vec::new(),
        ships: Vec::new(),
        events,
        turns: Vec::new(),
    }
}
