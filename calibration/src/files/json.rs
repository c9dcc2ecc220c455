//! JSON files of this program, read with errors that name the key.

use crate::files::picture::plain_reason;
use disk::WriteError;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What is wrong with a file of this program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FileError {
    /// It can't be opened or read.
    #[error("{} can't be read ({reason}): check the name and that you may open it.", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        reason: String,
    },
    /// It holds no JSON.
    #[error("{} is not {what}: it is not JSON ({reason}); make the file anew with {remedy}.", path.display())]
    NotJson {
        /// The file.
        path: PathBuf,
        /// What it should be: "a lens file".
        what: &'static str,
        /// Where reading stopped.
        reason: String,
        /// The command that makes one.
        remedy: &'static str,
    },
    /// It holds JSON of the wrong shape.
    #[error("{} is not {what}: {key:?} should be {expected}; make the file anew with {remedy}.", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// What it should be: "a lens file".
        what: &'static str,
        /// The key, with dots into inner objects.
        key: String,
        /// What was expected there.
        expected: String,
        /// The command that makes such a file.
        remedy: &'static str,
    },
    /// It can't be written.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
}

/// What kind of file is read, for its errors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// "a lens file".
    pub what: &'static str,
    /// The command that makes one.
    pub remedy: &'static str,
}

/// An object of a JSON file under inspection.
#[derive(Debug, Clone)]
pub(crate) struct Fields<'a> {
    path: &'a Path,
    kind: Kind,
    prefix: String,
    object: &'a Map<String, Value>,
}

/// Reads a JSON file.
pub(crate) fn read_json(path: &Path, kind: Kind) -> Result<Value, FileError> {
    let bytes = std::fs::read(path)
        .map_err(|error| FileError::Unreadable { path: path.to_owned(), reason: plain_reason(&error) })?;
    serde_json::from_slice(&bytes).map_err(|error| FileError::NotJson {
        path: path.to_owned(),
        what: kind.what,
        reason: error.to_string(),
        remedy: kind.remedy,
    })
}

impl<'a> Fields<'a> {
    /// The outermost object of a file.
    pub(crate) fn of_file(path: &'a Path, kind: Kind, value: &'a Value) -> Result<Self, FileError> {
        let object = value.as_object().ok_or_else(|| FileError::Shape {
            path: path.to_owned(),
            what: kind.what,
            key: String::new(),
            expected: "an object in braces".into(),
            remedy: kind.remedy,
        })?;
        Ok(Self { path, kind, prefix: String::new(), object })
    }

    /// The error for one key.
    pub(crate) fn wrong(&self, key: &str, expected: &str) -> FileError {
        FileError::Shape {
            path: self.path.to_owned(),
            what: self.kind.what,
            key: format!("{}{key}", self.prefix),
            expected: expected.to_owned(),
            remedy: self.kind.remedy,
        }
    }

    /// Is the key there (and not null)?
    pub(crate) fn has(&self, key: &str) -> bool {
        self.object.get(key).is_some_and(|value| !value.is_null())
    }

    /// A finite number within a range.
    pub(crate) fn number(&self, key: &str, range: std::ops::RangeInclusive<f64>) -> Result<f64, FileError> {
        self.object
            .get(key)
            .and_then(Value::as_f64)
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.wrong(key, &format!("a number from {} to {}", range.start(), range.end())))
    }

    /// A whole number within a range.
    pub(crate) fn whole(&self, key: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, FileError> {
        self.object
            .get(key)
            .and_then(Value::as_u64)
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                self.wrong(key, &format!("a whole number from {} to {}", range.start(), range.end()))
            })
    }

    /// A text.
    pub(crate) fn text(&self, key: &str) -> Result<String, FileError> {
        let text = self.object.get(key).and_then(Value::as_str);
        text.map(str::to_owned).ok_or_else(|| self.wrong(key, "a text"))
    }

    /// Yes or no.
    pub(crate) fn truth(&self, key: &str) -> Result<bool, FileError> {
        self.object.get(key).and_then(Value::as_bool).ok_or_else(|| self.wrong(key, "true or false"))
    }

    /// A list of this many finite numbers.
    pub(crate) fn numbers<const N: usize>(&self, key: &str) -> Result<[f64; N], FileError> {
        self.object
            .get(key)
            .and_then(numbers_of)
            .ok_or_else(|| self.wrong(key, &format!("a list of {N} numbers")))
    }

    /// A list of lists of finite numbers.
    pub(crate) fn table<const R: usize, const C: usize>(
        &self,
        key: &str,
    ) -> Result<[[f64; C]; R], FileError> {
        self.object
            .get(key)
            .and_then(Value::as_array)
            .and_then(|rows| rows.iter().map(numbers_of).collect::<Option<Vec<[f64; C]>>>())
            .and_then(|rows| rows.try_into().ok())
            .ok_or_else(|| self.wrong(key, &format!("{R} lists of {C} numbers each")))
    }

    /// A list of rising finite numbers, two at least.
    pub(crate) fn rising(&self, key: &str, most: usize) -> Result<Vec<f64>, FileError> {
        self.object
            .get(key)
            .and_then(list_of)
            .filter(|list| (2..=most).contains(&list.len()) && list.windows(2).all(|pair| pair[0] < pair[1]))
            .ok_or_else(|| self.wrong(key, "a list of rising numbers"))
    }

    /// Rows of numbers, none negative.
    pub(crate) fn rows(&self, key: &str, rows: usize, columns: usize) -> Result<Vec<Vec<f64>>, FileError> {
        self.object
            .get(key)
            .and_then(Value::as_array)
            .and_then(|lists| lists.iter().map(list_of).collect::<Option<Vec<_>>>())
            .filter(|lists| lists.len() == rows)
            .filter(|lists| lists.iter().all(|list| list.len() == columns && list.iter().all(|n| *n >= 0.0)))
            .ok_or_else(|| self.wrong(key, &format!("{rows} lists of {columns} numbers, none negative")))
    }

    /// Lists of this many finite numbers each, `most` of them at most.
    pub(crate) fn lists<const C: usize>(&self, key: &str, most: usize) -> Result<Vec<[f64; C]>, FileError> {
        self.object
            .get(key)
            .and_then(Value::as_array)
            .and_then(|rows| rows.iter().map(numbers_of).collect::<Option<Vec<[f64; C]>>>())
            .filter(|rows| rows.len() <= most)
            .ok_or_else(|| self.wrong(key, &format!("at most {most} lists of {C} numbers each")))
    }

    /// An inner object.
    pub(crate) fn object(&self, key: &str) -> Result<Self, FileError> {
        let object = self
            .object
            .get(key)
            .and_then(Value::as_object)
            .ok_or_else(|| self.wrong(key, "an object in braces"))?;
        Ok(Self { prefix: format!("{}{key}.", self.prefix), object, ..self.clone() })
    }

    /// The objects of a list.
    pub(crate) fn objects(&self, key: &str) -> Result<Vec<Self>, FileError> {
        let list = self
            .object
            .get(key)
            .and_then(Value::as_array)
            .ok_or_else(|| self.wrong(key, "a list of objects"))?;
        list.iter()
            .enumerate()
            .map(|(index, value)| {
                let object = value.as_object().ok_or_else(|| self.wrong(key, "a list of objects"))?;
                Ok(Self { prefix: format!("{}{key}[{index}].", self.prefix), object, ..self.clone() })
            })
            .collect()
    }
}

fn numbers_of<const N: usize>(value: &Value) -> Option<[f64; N]> {
    list_of(value)?.try_into().ok()
}

fn list_of(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(|number| number.as_f64().filter(|number| number.is_finite())).collect()
}
