//! Battles for tests.

use crate::table_session::{Epoch, OnTable};
use battle::view::BattleChoice;
use std::collections::BTreeMap;

/// A scenario of a book, or (`None`) the ships on the table; everything else as it is by default.
pub fn battle_of(book: &str, scenario: Option<&str>) -> BattleChoice {
    BattleChoice { book: book.to_owned(), scenario: scenario.map(str::to_owned), ..BattleChoice::default() }
}

/// A table of this size without camera, models, terrain and cards.
pub fn bare_table(table_in: Option<(f64, f64)>) -> OnTable {
    OnTable {
        made_for: Epoch::default(),
        hulls: BTreeMap::new(),
        table_in,
        terrain: Vec::new(),
        cards: Vec::new(),
        observations: Vec::new(),
    }
}

/// The size of the demo table, inches.
pub const DEMO_TABLE_IN: Option<(f64, f64)> = Some((60.0, 36.0));
