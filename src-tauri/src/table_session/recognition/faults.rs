//! Restarts recognition after a panic, but not for ever.

use crate::host::crash_report::Fault;
use crate::table_session::epoch::Epoch;
use std::time::{Duration, Instant};

/// After this many panics within [`WITHIN`], recognition is not restarted with the same source, table and fleet,
/// because it would panic again.
const AT_MOST: usize = 3;
/// See [`AT_MOST`].
const WITHIN: Duration = Duration::from_secs(60);
/// How long the notice of a restart is shown.
const TOLD_FOR: Duration = Duration::from_secs(20);

/// The recent panics.
#[derive(Debug, Default)]
pub struct Faults {
    times: Vec<Instant>,
    last: Option<(Instant, Fault)>,
    given_up: Option<Epoch>,
}

impl Faults {
    /// Counts a panic on this table.
    pub fn count(&mut self, now: Instant, epoch: Epoch, fault: Fault) {
        self.times.retain(|time| now - *time < WITHIN);
        self.times.push(now);
        self.last = Some((now, fault));
        if self.times.len() >= AT_MOST {
            self.given_up = Some(epoch);
        }
    }

    /// Returns whether recognition stays off until source, table or fleet are changed.
    pub fn has_given_up(&mut self, epoch: Epoch) -> bool {
        if self.given_up.is_some_and(|given_up| given_up != epoch) {
            *self = Self::default();
        }
        self.given_up.is_some()
    }

    /// The notice for players, if any.
    pub fn notice(&self, now: Instant) -> Option<String> {
        let (at, fault) = self.last.as_ref()?;
        if self.given_up.is_some() {
            return Some(fault.told(
                "The app made a mistake again and again, and this picture is not measured any more: open the source again, or \
                 calibrate and muster anew",
            ));
        }
        (now - *at < TOLD_FOR).then(|| {
            fault.told(
                "The app made a mistake while it measured the picture, and began anew: look whether every ship is named right",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::crash_report::caught;

    #[test]
    fn work_that_breaks_off_over_and_over_rests_until_something_is_changed() {
        let fault = || caught::<()>(|| panic!("a fault")).unwrap_err();
        let (one, other) = (Epoch::first_of(1), Epoch::first_of(2));
        let start = Instant::now();
        let mut faults = Faults::default();
        assert_eq!(faults.notice(start), None);
        faults.count(start, one, fault());
        assert!(!faults.has_given_up(one));
        assert!(faults.notice(start).unwrap().contains("began anew"));
        assert_eq!(faults.notice(start + TOLD_FOR), None);
        // Panics that are far apart do not stop it.
        for minute in 1..10 {
            faults.count(start + WITHIN * minute, one, fault());
            assert!(!faults.has_given_up(one), "after {minute} minutes");
        }
        let later = start + WITHIN * 20;
        (0..AT_MOST).for_each(|_| faults.count(later, one, fault()));
        assert!(faults.has_given_up(one));
        assert!(faults.notice(later + TOLD_FOR * 2).unwrap().contains("not measured any more"));
        assert!(!faults.has_given_up(other), "another source is looked at again");
        assert_eq!(faults.notice(later), None);
    }
}
