//! The system clock: the instant and the local offset from UTC.

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

/// Returns the current time for the log, "2025-03-08T20:30:05.25+01:00": the offset keeps the local day. It ends in "Z"
/// if the local offset is unknown.
pub fn now() -> String {
    let instant = Timestamp::now();
    let zone = TimeZone::try_system().ok();
    written(instant, zone.map(|zone| zone.to_offset(instant)))
}

/// The current day in UTC, "2026-03-08".
pub fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}

fn written(instant: Timestamp, offset: Option<Offset>) -> String {
    match offset {
        Some(offset) => instant.display_with_offset(offset).to_string(),
        None => instant.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_evening_keeps_its_day_and_its_instant() {
        let late: Timestamp = "2025-03-09T02:30:05.25Z".parse().unwrap();
        let boston = written(late, Offset::from_hours(-5).ok());
        assert_eq!(boston, "2025-03-08T21:30:05.25-05:00");
        assert_eq!(boston.parse::<Timestamp>().unwrap(), late);
        // London in winter has the same time as UTC, but its offset is known.
        assert!(written(late, Some(Offset::UTC)).ends_with("+00:00"));
        assert!(written(late, None).ends_with('Z'));
        assert!(now().parse::<Timestamp>().is_ok());
    }
}
