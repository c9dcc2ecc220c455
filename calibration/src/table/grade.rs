//! A grade for the accuracy of a table, compared with a careful hand and a tape.

use crate::files::json::{Fields, FileError};
use serde::{Deserialize, Serialize};

/// How good the measures of a calibrated table are expected to be, camera only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// 95 % of ranges within 1/32 in: better than a careful hand.
    Fine,
    /// Within 1/16 in: as good as a careful hand.
    Good,
    /// Worse, or not known well enough to promise more.
    Coarse,
}

/// The accuracy of a careful hand with a tape, inches.
const TAPE_IN: f64 = 1.0 / 16.0;

impl Grade {
    /// The grade of an expected range error (95 %), inches. A quick start is never better than coarse: its
    /// assumptions about the lens are not in the figure.
    pub fn new(range_error_p95_in: f64, quick_start: bool) -> Self {
        match range_error_p95_in {
            _ if quick_start => Self::Coarse,
            error if error <= TAPE_IN / 2.0 => Self::Fine,
            error if error <= TAPE_IN => Self::Good,
            _ => Self::Coarse,
        }
    }

    /// Its name, as "good".
    pub fn name(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Good => "good",
            Self::Coarse => "coarse",
        }
    }

    /// Reads it from a file.
    pub(crate) fn from_fields(fields: &Fields<'_>, key: &str) -> Result<Self, FileError> {
        let name = fields.text(key)?;
        [Self::Fine, Self::Good, Self::Coarse]
            .into_iter()
            .find(|grade| grade.name() == name)
            .ok_or_else(|| fields.wrong(key, "one of fine, good, coarse"))
    }
}

impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tape_is_the_measure() {
        assert_eq!(Grade::new(0.02, false), Grade::Fine);
        assert_eq!(Grade::new(0.05, false), Grade::Good);
        assert_eq!(Grade::new(0.07, false), Grade::Coarse);
        assert_eq!(Grade::new(f64::NAN, false), Grade::Coarse);
        assert_eq!(Grade::new(0.001, true), Grade::Coarse, "a quick start promises nothing");
    }
}
