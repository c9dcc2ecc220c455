//! The registry of rule books: every book that battles are played by, a line each.

use crate::error::BattleError;
use rulesets::core::PlayedBook;

/// Does something with the book of this key: every book that battles are played by stands here, a line each.
macro_rules! with_book {
    ($key:expr, $book:ident => $then:expr, else $otherwise:expr) => {
        match $key {
            <rulesets::gunboat::Gunboat as rulesets::core::PlayedBook>::ID => {
                type $book = rulesets::gunboat::Gunboat;
                $then
            }
            <rulesets::hex_duel::HexDuel as rulesets::core::PlayedBook>::ID => {
                type $book = rulesets::hex_duel::HexDuel;
                $then
            }
            <rulesets::sp_bp::SpBp as rulesets::core::PlayedBook>::ID => {
                type $book = rulesets::sp_bp::SpBp;
                $then
            }
            <rulesets::noddy::Noddy as rulesets::core::PlayedBook>::ID => {
                type $book = rulesets::noddy::Noddy;
                $then
            }
            <rulesets::mahan::MahanBook as rulesets::core::PlayedBook>::ID => {
                type $book = rulesets::mahan::MahanBook;
                $then
            }
            _ => $otherwise,
        }
    };
}
pub(crate) use with_book;

/// The keys of these books.
pub(crate) const BOOKS: [&str; 5] = [
    <rulesets::gunboat::Gunboat as rulesets::core::PlayedBook>::ID,
    <rulesets::hex_duel::HexDuel as rulesets::core::PlayedBook>::ID,
    <rulesets::mahan::MahanBook as rulesets::core::PlayedBook>::ID,
    <rulesets::noddy::Noddy as rulesets::core::PlayedBook>::ID,
    <rulesets::sp_bp::SpBp as rulesets::core::PlayedBook>::ID,
];

/// A book with its own data.
///
/// # Errors
/// Where it can't be read.
pub(crate) fn embedded<B: PlayedBook>() -> Result<B, BattleError> {
    B::embedded().map_err(|error| BattleError::RuleData { battle: 0, detail: error.to_string() })
}

/// There is no book of this key.
pub(crate) fn no_such_book(key: &str) -> BattleError {
    BattleError::NoSuchBook { book: key.to_owned(), known: BOOKS.join(", ") }
}
