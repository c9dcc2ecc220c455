//! D6 tables with rows that require another roll: how to read and check them.

use crate::core::{DataError, RuleId, Sourced, TableSource, check_each_face, content};
use serde::Deserialize;

/// The result of a row; some rows say "roll again, with result as below".
pub(in crate::gunboat) trait Does: Sized {
    /// The rows for the next roll, if this row only requires another roll.
    fn again(&self) -> Option<&[Row<Self>]>;

    /// The reason why the row is invalid; none if it is valid.
    fn fault(&self) -> Option<&'static str> {
        None
    }
}

/// A row: its faces, its text, and its result.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::gunboat) struct Row<D> {
    pub(in crate::gunboat) faces: Vec<u8>,
    pub(in crate::gunboat) text: String,
    pub(in crate::gunboat) does: D,
}

/// A D6 table with its source.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::gunboat) struct RowTable<D> {
    pub(in crate::gunboat) name: String,
    pub(in crate::gunboat) rule: RuleId,
    pub(in crate::gunboat) cite: String,
    /// The house rules in it, where the rule sheet says nothing.
    #[serde(default)]
    pub(in crate::gunboat) house: Option<String>,
    row: Vec<Row<D>>,
}

impl<D> Sourced for RowTable<D> {
    fn source(&self) -> TableSource {
        TableSource::of(&self.name, &self.rule, &self.cite, self.house.as_ref())
    }
}

impl<D: Does> RowTable<D> {
    /// The row for the faces thrown so far.
    pub(in crate::gunboat) fn row(&self, path: &[u8]) -> Option<&Row<D>> {
        let (first, again) = path.split_first()?;
        let mut row = find(&self.row, *first)?;
        for face in again {
            row = find(row.does.again()?, *face)?;
        }
        Some(row)
    }

    /// Checks that each face occurs once, at every level.
    pub(in crate::gunboat) fn check(&self, file: &str) -> Result<(), DataError> {
        check(file, &self.name, &self.row)
    }
}

fn find<D>(rows: &[Row<D>], face: u8) -> Option<&Row<D>> {
    rows.iter().find(|row| row.faces.contains(&face))
}

fn check<D: Does>(file: &str, table: &str, rows: &[Row<D>]) -> Result<(), DataError> {
    let faces: Vec<&[u8]> = rows.iter().map(|row| row.faces.as_slice()).collect();
    check_each_face(file, table, 6, &faces)?;
    for row in rows {
        if let Some(fault) = row.does.fault() {
            return Err(content(file, format!("“{}” of {table} must {fault}.", row.text)));
        }
        if let Some(rows) = row.does.again() {
            check(file, table, rows)?;
        }
    }
    Ok(())
}
