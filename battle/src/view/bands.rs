//! Range bands, as a book reads a measure.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The band in which a range lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BandView {
    /// For which guns ("smoothbore").
    pub gun: String,
    /// The band ("close"), or "too close to call: close or normal".
    pub band: String,
}

impl BandView {
    /// For these guns, any of these bands: one where it is certain.
    pub(crate) fn of(gun: &str, bands: &[String]) -> Self {
        let band = match bands {
            [one] => one.clone(),
            several => format!("too close to call: {}", several.join(" or ")),
        };
        Self { gun: gun.to_owned(), band }
    }
}
