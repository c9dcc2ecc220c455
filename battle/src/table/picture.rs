//! A picture of the table, given by the shell.

/// A picture of the table, given by the shell.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The JPEG, or why it could not be encoded: the event is then still stored, and the log says that the picture is
    /// missing.
    pub jpeg: Result<Vec<u8>, String>,
    /// The current calibration, as JSON.
    pub calibration: String,
}
