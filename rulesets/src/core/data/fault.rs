//! A fault in a data file: its place and one sentence about what is wrong.

use crate::core::data::data_file::DataFile;
use crate::core::data::rule_files::DataError;
use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// One step of the path to a value: a field of a table, or an index in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// A field, by name.
    Field(&'static str),
    /// An index in a list, from 0.
    Item(usize),
}

impl From<&'static str> for Key {
    fn from(field: &'static str) -> Self {
        Self::Field(field)
    }
}

impl From<usize> for Key {
    fn from(item: usize) -> Self {
        Self::Item(item)
    }
}

/// A semantic fault: the file is well-formed, but a value can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The path to the value, from where the checker began.
    pub(crate) at: Vec<Key>,
    /// One sentence: what is wrong and what was expected.
    pub(crate) what: String,
}

impl Fault {
    pub(crate) fn new(at: impl IntoIterator<Item = Key>, what: impl Into<String>) -> Self {
        Self { at: at.into_iter().collect(), what: what.into() }
    }

    /// The same fault with the keys of an outer value before its path.
    pub(crate) fn under(mut self, above: impl IntoIterator<Item = Key>) -> Self {
        let mut at: Vec<Key> = above.into_iter().collect();
        at.append(&mut self.at);
        Self { at, what: self.what }
    }

    /// The fault with its line and column.
    pub(crate) fn in_file(&self, file: &DataFile) -> DataError {
        let offset = offset_of(&file.text, &self.at);
        at_offset(file, offset, self.what.clone())
    }
}

/// The path to a value: `way!["ship", 2, "gun"]`.
macro_rules! way {
    ($($key:expr),* $(,)?) => { [$($crate::core::Key::from($key)),*] };
}
pub(crate) use way;

/// Parses a data file.
pub(crate) fn parse<T: DeserializeOwned>(file: &DataFile) -> Result<T, DataError> {
    toml::from_str(&file.text).map_err(|error| {
        let Range { start, .. } = error.span().unwrap_or_default();
        at_offset(file, start, plain(error.message()))
    })
}

fn at_offset(file: &DataFile, offset: usize, what: String) -> DataError {
    let (line, column) = line_and_column(&file.text, offset);
    DataError::At { file: file.name.clone(), line, column, what }
}

/// The line and column of a byte offset, both from 1; columns count characters.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = text.get(..end).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// The byte offset at which a value begins; if the value is missing, the offset of the table or list that should
/// contain it.
fn offset_of(text: &str, way: &[Key]) -> usize {
    let Ok(table) = DeTable::parse(text) else { return 0 };
    let table = table.into_inner();
    let Some((Key::Field(first), rest)) = way.split_first() else { return 0 };
    let Some(mut value) = table.get(*first) else { return 0 };
    let mut begin = value.span().start;
    for key in rest {
        let inner: Option<&toml::Spanned<DeValue<'_>>> = match key {
            Key::Field(field) => value.get_ref().get(*field),
            Key::Item(item) => value.get_ref().get(*item),
        };
        let Some(inner) = inner else { break };
        begin = inner.span().start;
        value = inner;
    }
    begin
}

/// A parser message, reworded as one plain sentence.
fn plain(message: &str) -> String {
    let message = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let message = message.join(", ").trim_end_matches('.').to_owned();
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("{} is missing here.", quoted(field));
    }
    if let Some((field, expected)) = message.strip_prefix("unknown field ").and_then(|it| it.split_once(", "))
    {
        return format!("there is no field {} here, {}.", quoted(field), quoted(expected));
    }
    if let Some((found, expected)) =
        message.strip_prefix("unknown variant ").and_then(|it| it.split_once(", "))
    {
        return format!("{} can't stand here, {}.", quoted(found), quoted(expected));
    }
    for wrong in ["invalid type: ", "invalid value: "] {
        if let Some((found, expected)) =
            message.strip_prefix(wrong).and_then(|it| it.rsplit_once(", expected "))
        {
            return format!("{} was expected here, not {}.", kind_words(expected), found_words(found));
        }
    }
    if let Some((found, expected)) =
        message.strip_prefix("invalid length ").and_then(|it| it.split_once(", expected "))
    {
        return format!("{} was expected here, not {found} values.", kind_words(expected));
    }
    format!("this can't be read as TOML: {}.", quoted(&message))
}

/// Replaces backquotes by the quotation marks that the rest of the program uses.
fn quoted(text: &str) -> String {
    let mut open = false;
    text.chars()
        .map(|c| {
            if c != '`' {
                return c;
            }
            open = !open;
            if open { '“' } else { '”' }
        })
        .collect()
}

/// Serde's description of the value it found, in plain words.
fn found_words(found: &str) -> String {
    let number = ["integer ", "floating point "].into_iter().find_map(|kind| found.strip_prefix(kind));
    match (number, found.strip_prefix("string ")) {
        (Some(number), _) => number.trim_matches('`').to_owned(),
        (None, Some(text)) => format!("the text {text}"),
        (None, None) => quoted(found),
    }
}

/// Serde's name of an expected kind of value, in plain words.
fn kind_words(expected: &str) -> String {
    match expected {
        "f64" => "a number".to_owned(),
        "u8" => "a whole number from 0 to 255".to_owned(),
        "u16" | "u32" | "usize" => "a whole number, 0 or more".to_owned(),
        "i32" => "a whole number".to_owned(),
        "a sequence" => "a list in [ ]".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a tuple of size 2" => "a pair of numbers like [12.0, 6.5]".to_owned(),
        other if other.starts_with("struct ") => "a table of fields".to_owned(),
        other => quoted(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_1() {
        let text = "a = 1\nname = \"Über\" # é\nx = 2";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 6), (2, 1));
        assert_eq!(line_and_column(text, text.find('#').unwrap_or_default()), (2, 15));
        assert_eq!(line_and_column(text, 9999), (3, 6));
    }

    #[test]
    fn a_missing_value_is_placed_at_its_table_or_list() {
        let text = "[[ship]]\nid = \"a\"\ngun = [\n  { gun = 1 },\n  { gun = 2 },\n]\n";
        let at = |way: &[Key]| line_and_column(text, offset_of(text, way));
        assert_eq!(at(&way!["ship", 0, "gun", 1, "gun"]), (5, 11));
        assert_eq!(at(&way!["ship", 0, "gun", 1, "arcs"]), (5, 3));
        assert_eq!(at(&way!["ship", 0, "boxes"]), (1, 1));
    }
}
