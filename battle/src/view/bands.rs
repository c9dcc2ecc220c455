//! Range bands of a measured range.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The band in which a range lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BandView {
    /// The guns for which it is the band ("smoothbore").
    pub gun: String,
    /// The band ("close"), or "too close to call: close or normal".
    pub band: String,
}

impl BandView {
    /// The band for these guns: one if it is certain, otherwise the possible ones.
    pub(crate) fn of(gun: &str, bands: &[String]) -> Self {
        let band = match bands {
            [one] => one.clone(),
            several => format!("too close to call: {}", several.join(" or ")),
        };
        Self { gun: gun.to_owned(), band }
    }
}
