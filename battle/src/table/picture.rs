//! A picture of the table, given by the shell.

/// A picture of the table, given by the shell.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The picture itself, or why it could not be encoded: then what it belongs to is kept all the same, and the log
    /// says that the picture is missing.
    pub jpeg: Result<Vec<u8>, String>,
    /// The calibration in force: JSON text.
    pub calibration: String,
}
