//! The registry of rule books, one entry for each book.

use crate::error::BattleError;

/// Runs code with the book of this key; all books are listed here.
macro_rules! with_book {
    ($key:expr, $book:ident => $then:expr, else $otherwise:expr) => {
        match $key {
            <rulesets::gunboat::Gunboat as rulesets::core::Book>::ID => {
                type $book = rulesets::gunboat::Gunboat;
                $then
            }
            <rulesets::hex_duel::HexDuel as rulesets::core::Book>::ID => {
                type $book = rulesets::hex_duel::HexDuel;
                $then
            }
            <rulesets::sp_bp::SpBp as rulesets::core::Book>::ID => {
                type $book = rulesets::sp_bp::SpBp;
                $then
            }
            <rulesets::noddy::Noddy as rulesets::core::Book>::ID => {
                type $book = rulesets::noddy::Noddy;
                $then
            }
            <rulesets::mahan::MahanBook as rulesets::core::Book>::ID => {
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
    <rulesets::gunboat::Gunboat as rulesets::core::Book>::ID,
    <rulesets::hex_duel::HexDuel as rulesets::core::Book>::ID,
    <rulesets::mahan::MahanBook as rulesets::core::Book>::ID,
    <rulesets::noddy::Noddy as rulesets::core::Book>::ID,
    <rulesets::sp_bp::SpBp as rulesets::core::Book>::ID,
];

/// The error that no book has this key.
pub(crate) fn no_such_book(key: &str) -> BattleError {
    BattleError::NoSuchBook { book: key.to_owned(), known: BOOKS.join(", ") }
}
