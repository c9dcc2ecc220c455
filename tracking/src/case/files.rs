//! The files of a case: pictures, calibration, fleet, what was read and what the player says is true. Nothing else
//! of the evening is in it.

use crate::case::statement::Statement;
use crate::imaging::jpeg::jpeg;
use crate::learn::fleet::{Fleet, FleetError};
use crate::track::track_line::TrackLine;
use calibration::{FileError, PictureError, TableFile, read_picture};
use opencv::core::Mat;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the format.
const FORMAT: u32 = 1;
/// JPEG quality of the pictures; the loss is smaller than their own noise.
const QUALITY: i32 = 95;

const CASE: &str = "case.json";
const TABLE: &str = "table.json";
const FLEET: &str = "fleet.json";
const BEFORE: &str = "before.jpg";
const AFTER: &str = "after.jpg";

/// Why a case could not be read or written. The text is one sentence for the player.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file is missing or can't be read.
    #[error("The case has no readable {file} ({why}): copy its whole folder, with all five files.")]
    Unreadable {
        /// The file's name.
        file: &'static str,
        /// Why.
        why: String,
    },
    /// A newer program wrote the case.
    #[error("The case has format {0}, newer than this program's {FORMAT}: use the newer program.")]
    Newer(u32),
    /// The calibration can't be used.
    #[error(transparent)]
    Table(#[from] FileError),
    /// A picture can't be used.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The fleet can't be used.
    #[error(transparent)]
    Fleet(#[from] FleetError),
    /// OpenCV failed.
    #[error("The case's pictures could not be written ({0}): try it again.")]
    Vision(String),
}

/// A picture, and what was read from it.
#[derive(Debug, Clone)]
pub struct CasePicture {
    /// The picture (8-bit BGR).
    pub picture: Mat,
    /// What was read from it.
    pub read: TrackLine,
}

/// A wrong reading.
#[derive(Debug, Clone)]
pub struct Case {
    /// The calibrated table.
    pub table: TableFile,
    /// The mustered fleet.
    pub fleet: Fleet,
    /// The still moment before; `None` if the wrong reading was the first.
    pub before: Option<CasePicture>,
    /// The still moment that was read wrongly.
    pub after: CasePicture,
    /// What the player says is true. Empty: that something was wrong, and no more.
    pub said: Vec<Statement>,
}

/// The contents of `case.json`.
#[derive(Debug, Serialize, Deserialize)]
struct CaseRecord {
    format: u32,
    before: Option<TrackLine>,
    after: TrackLine,
    said: Vec<Statement>,
}

impl From<opencv::Error> for CaseError {
    fn from(error: opencv::Error) -> Self {
        Self::Vision(error.message)
    }
}

impl Case {
    /// The files of its folder: names and contents.
    ///
    /// # Errors
    /// When a picture can't be encoded.
    pub fn files(&self) -> Result<Vec<(&'static str, Vec<u8>)>, CaseError> {
        let record = CaseRecord {
            format: FORMAT,
            before: self.before.as_ref().map(|before| before.read.clone()),
            after: self.after.read.clone(),
            said: self.said.clone(),
        };
        let unwritable = |error: serde_json::Error| CaseError::Vision(error.to_string());
        let mut files = vec![
            (CASE, serde_json::to_vec_pretty(&record).map_err(unwritable)?),
            (TABLE, serde_json::to_vec_pretty(&self.table).map_err(unwritable)?),
            (FLEET, self.fleet.to_json()?.into_bytes()),
            (AFTER, jpeg(&self.after.picture, QUALITY)?),
        ];
        if let Some(before) = &self.before {
            files.push((BEFORE, jpeg(&before.picture, QUALITY)?));
        }
        Ok(files)
    }

    /// Reads a case from its folder.
    ///
    /// # Errors
    /// When a file is missing, damaged or of a newer format.
    pub fn read(folder: &Path) -> Result<Self, CaseError> {
        let text = |file: &'static str| {
            std::fs::read_to_string(folder.join(file))
                .map_err(|error| CaseError::Unreadable { file, why: error.to_string() })
        };
        let unreadable =
            |error: serde_json::Error| CaseError::Unreadable { file: CASE, why: error.to_string() };
        let record: serde_json::Value = serde_json::from_str(&text(CASE)?).map_err(unreadable)?;
        let format = record.get("format").and_then(serde_json::Value::as_u64).unwrap_or_default();
        if format > u64::from(FORMAT) {
            return Err(CaseError::Newer(format.try_into().unwrap_or(u32::MAX)));
        }
        let record: CaseRecord = serde_json::from_value(record).map_err(unreadable)?;
        let picture = |file: &'static str, read: TrackLine| {
            Ok::<_, CaseError>(CasePicture { picture: read_picture(&folder.join(file))?, read })
        };
        Ok(Self {
            table: TableFile::read(&folder.join(TABLE))?,
            fleet: Fleet::from_json(&text(FLEET)?)?,
            before: record.before.map(|read| picture(BEFORE, read)).transpose()?,
            after: picture(AFTER, record.after)?,
            said: record.said,
        })
    }
}
