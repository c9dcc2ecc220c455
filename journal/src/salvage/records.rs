//! Records in b-tree pages: <https://sqlite.org/fileformat2.html#b_tree_pages>.
//!
//! No page is trusted here: everything that doesn't parse is left out, and the user of a record checks its
//! hash.

use crate::format::wal::word;
use crate::salvage::pages::Pages;
use std::io;

/// The limit for a record's bytes: the journal writes none that is larger (see the limits of a connection).
const LONGEST: u64 = 80 << 20;

/// One value of a record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Number(i64),
    Text(Vec<u8>),
    Blob(Vec<u8>),
    /// A kind of value that the journal's tables don't hold.
    Other,
}

/// One row, as read from a page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Record {
    /// The row number; none in an index or a table without row numbers.
    pub row: Option<i64>,
    /// The index of its cell in the page.
    pub cell: usize,
    pub values: Vec<Value>,
}

/// The place of a record's overflow pages.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Overflow {
    File,
    Log,
}

/// The kind of a page with records.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    TableLeaf,
    IndexLeaf,
    IndexInterior,
}

/// All readable records of a page.
pub(crate) fn records(
    pages: &mut Pages,
    number: u32,
    page: &[u8],
    overflow: Overflow,
) -> io::Result<Vec<Record>> {
    let head = head_at(number);
    let cells = if kind_of(page, head).is_some() { short(page, head + 3) } else { 0 };
    let mut found = Vec::new();
    for cell in 0..cells {
        found.extend(record_of(pages, (number, page, cell), overflow)?);
    }
    Ok(found)
}

/// One record of a page, by its cell; none where it can't be read.
pub(crate) fn record_of(
    pages: &mut Pages,
    (number, page, cell): (u32, &[u8], usize),
    overflow: Overflow,
) -> io::Result<Option<Record>> {
    let head = head_at(number);
    let Some((kind, head_bytes)) = kind_of(page, head) else { return Ok(None) };
    let at = short(page, head + head_bytes + 2 * cell);
    let bytes = page.get(at..).unwrap_or_default();
    let mut rest = match kind {
        Kind::IndexInterior => bytes.get(4..).unwrap_or_default(),
        Kind::TableLeaf | Kind::IndexLeaf => bytes,
    };
    let Some(length) = varint(&mut rest).filter(|length| *length <= LONGEST) else { return Ok(None) };
    let row = if kind == Kind::TableLeaf {
        let Some(row) = varint(&mut rest) else { return Ok(None) };
        Some(row as i64)
    } else {
        None
    };
    let length = length as usize;
    let local = local_bytes(pages.usable(), kind, length);
    let Some(here) = rest.get(..local) else { return Ok(None) };
    let mut payload = here.to_vec();
    let mut next = word(rest, local);
    let a_page = pages.usable().saturating_sub(4);
    // Each pass adds a page, so a cycle of pages ends as well.
    while payload.len() < length {
        let page = pages.newest(next, matches!(overflow, Overflow::Log))?;
        let Some(page) = page.filter(|_| next > 0) else { return Ok(None) };
        next = word(&page, 0);
        let take = a_page.min(length - payload.len());
        payload.extend_from_slice(page.get(4..4 + take).unwrap_or_default());
    }
    Ok(values(&payload).map(|values| Record { row, cell, values }))
}

/// The offset of a page's own header: the first page begins with the file's header.
fn head_at(number: u32) -> usize {
    if number == 1 { 100 } else { 0 }
}

/// The kind of a page with records, and the size of its header.
fn kind_of(page: &[u8], head: usize) -> Option<(Kind, usize)> {
    match page.get(head) {
        Some(0x0d) => Some((Kind::TableLeaf, 8)),
        Some(0x0a) => Some((Kind::IndexLeaf, 8)),
        Some(0x02) => Some((Kind::IndexInterior, 12)),
        _ => None,
    }
}

/// The part of a payload that is stored in the page itself.
fn local_bytes(usable: usize, kind: Kind, length: usize) -> usize {
    let least = (usable - 12) * 32 / 255 - 23;
    let most = match kind {
        Kind::TableLeaf => usable - 35,
        Kind::IndexLeaf | Kind::IndexInterior => (usable - 12) * 64 / 255 - 23,
    };
    if length <= most {
        return length;
    }
    let spread = least + (length - least) % (usable - 4);
    if spread <= most { spread } else { least }
}

fn values(payload: &[u8]) -> Option<Vec<Value>> {
    let mut rest = payload;
    let head_bytes = usize::try_from(varint(&mut rest)?).ok()?;
    let mut types = payload.get(payload.len() - rest.len()..head_bytes)?;
    let mut body = payload.get(head_bytes..)?;
    let mut values = Vec::new();
    while !types.is_empty() {
        let kind = varint(&mut types)?;
        let bytes = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            _ => (kind - 12) / 2,
        };
        let bytes = usize::try_from(bytes).ok()?;
        let content = body.get(..bytes)?;
        body = body.get(bytes..)?;
        values.push(match kind {
            0 => Value::Null,
            8 => Value::Number(0),
            9 => Value::Number(1),
            1..=6 => Value::Number(signed(content)),
            7 => Value::Other,
            _ if kind % 2 == 0 => Value::Blob(content.to_vec()),
            _ => Value::Text(content.to_vec()),
        });
    }
    Some(values)
}

/// A big-endian number of one to eight bytes.
fn signed(bytes: &[u8]) -> i64 {
    let negative = bytes.first().is_some_and(|first| first & 0x80 != 0);
    bytes.iter().fold(if negative { -1 } else { 0 }, |sum, &byte| sum << 8 | i64::from(byte))
}

fn short(page: &[u8], at: usize) -> usize {
    page.get(at..at + 2).map_or(0, |bytes| bytes.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
}

/// SQLite's number of one to nine bytes; leaves the following bytes.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for count in 0..9 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if count == 8 {
            return Some(number << 8 | u64::from(byte));
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
