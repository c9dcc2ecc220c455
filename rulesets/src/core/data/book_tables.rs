//! The tables of a rule book, and a book made of its tables.

use crate::core::data::data_file::{DataFile, OptionSpec};
use crate::core::data::rule_files::{DataError, TableSource, read_options};
use std::fmt::Debug;

/// A book as it is loaded from its data files.
pub trait BookData: Sized {
    /// The book with the data compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself.
    fn embedded() -> Result<Self, DataError>;

    /// The book with the data files that a battle stored (those that [`BookData::data`] gave when it began).
    ///
    /// # Errors
    /// Names the file and the fault.
    fn with_data(files: Vec<DataFile>) -> Result<Self, DataError> {
        let _ = files;
        Self::embedded()
    }

    /// The data files in force; none if the book's code is all of it.
    fn data(&self) -> &[DataFile] {
        &[]
    }

    /// Every option with its default.
    fn options(&self) -> &[OptionSpec] {
        &[]
    }
}

/// The data files of a book that are in force, with what every book reads from them.
#[derive(Debug, Clone)]
pub struct RuleData {
    files: Vec<DataFile>,
    options: Vec<OptionSpec>,
    sources: Vec<TableSource>,
}

impl RuleData {
    /// The data of these files, with the sources of the tables in them.
    ///
    /// # Errors
    /// When `options.toml` is missing or can't be read.
    pub(crate) fn of(files: Vec<DataFile>, sources: Vec<TableSource>) -> Result<Self, DataError> {
        Ok(Self { options: read_options(&files)?, files, sources })
    }
}

/// The tables of a book, read from its data files and checked when loaded.
pub trait BookTables: Debug + Clone + Sized + Send + 'static {
    /// The data files compiled in: names and texts.
    const FILES: &'static [(&'static str, &'static str)];

    /// Loads the tables from the data files that a battle has stored.
    ///
    /// # Errors
    /// When a file is faulty; the text names the file, the place and the fault.
    fn load(files: Vec<DataFile>) -> Result<Self, DataError>;

    /// What every book reads from its files.
    fn rule_data(&self) -> &RuleData;

    /// The tables compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself (a test shows that the compiled ones don't).
    fn embedded() -> Result<Self, DataError> {
        let own = |(name, text): &(&str, &str)| DataFile { name: (*name).into(), text: (*text).into() };
        Self::load(Self::FILES.iter().map(own).collect())
    }

    /// The data files in force.
    fn files(&self) -> &[DataFile] {
        &self.rule_data().files
    }

    /// Every option with its default.
    fn option_specs(&self) -> &[OptionSpec] {
        &self.rule_data().options
    }

    /// The source of each table.
    fn sources(&self) -> &[TableSource] {
        &self.rule_data().sources
    }
}

/// A rule book made of its tables.
#[derive(Debug, Clone)]
pub struct BookOf<T> {
    pub(crate) tables: T,
}

impl<T: BookTables> BookOf<T> {
    /// The book with the tables compiled in.
    ///
    /// # Errors
    /// As [`BookTables::embedded`].
    pub fn embedded() -> Result<Self, DataError> {
        Ok(Self { tables: T::embedded()? })
    }

    /// The book with the data files that a battle has stored.
    ///
    /// # Errors
    /// As [`BookTables::load`].
    pub fn with_data(files: Vec<DataFile>) -> Result<Self, DataError> {
        Ok(Self { tables: T::load(files)? })
    }

    /// The book's tables.
    pub fn tables(&self) -> &T {
        &self.tables
    }
}

impl<T: BookTables> BookData for BookOf<T> {
    fn embedded() -> Result<Self, DataError> {
        Self::embedded()
    }

    fn with_data(files: Vec<DataFile>) -> Result<Self, DataError> {
        Self::with_data(files)
    }

    fn data(&self) -> &[DataFile] {
        self.tables.files()
    }

    fn options(&self) -> &[OptionSpec] {
        self.tables.option_specs()
    }
}

/// A table that names its source.
pub(crate) trait Sourced {
    /// The source of the table.
    fn source(&self) -> TableSource;
}

/// Declares tables of a data file: each `struct` has a name, its rule, the lines of the rule sheet and perhaps house rules,
/// besides its own content. A `part` (a row, or a whole file) has its own content only. A macro, because serde can't refuse
/// unknown keys in a generic table with flattened content.
macro_rules! tables {
    () => {};
    ($(#[$about:meta])* $seen:vis struct $table:ident {
        $($(#[$note:meta])* $field:ident: $kind:ty),* $(,)?
    } $($others:tt)*) => {
        $crate::core::tables! {
            $(#[$about])*
            $seen part $table {
                name: String,
                rule: $crate::core::RuleId,
                cite: String,
                #[serde(default)]
                house: Option<String>,
                $($(#[$note])* $field: $kind),*
            }
        }

        impl $crate::core::Sourced for $table {
            fn source(&self) -> $crate::core::TableSource {
                $crate::core::TableSource::of(&self.name, &self.rule, &self.cite, self.house.as_ref())
            }
        }

        $crate::core::tables! { $($others)* }
    };
    ($(#[$about:meta])* $seen:vis part $part:ident {
        $($(#[$note:meta])* $field:ident: $kind:ty),* $(,)?
    } $($others:tt)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $seen struct $part {
            $($(#[$note])* $seen $field: $kind),*
        }

        $crate::core::tables! { $($others)* }
    };
}
pub(crate) use tables;

/// The sources of these tables.
pub(crate) fn sources(tables: &[&dyn Sourced]) -> Vec<TableSource> {
    tables.iter().map(|table| table.source()).collect()
}
