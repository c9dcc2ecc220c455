//! A thread whose work may break off by a fault of the program, and is begun anew: but not for ever.

use crate::host::crash_report::Fault;
use crate::ipc::messages::Trouble;
use crate::table_session::table::Generation;
use std::time::{Duration, Instant};

/// Work that broke off so often within [`WITHIN`] is not begun again with the same source, table and fleet: it would break
/// off again.
const AT_MOST: usize = 3;
/// See [`AT_MOST`].
const WITHIN: Duration = Duration::from_secs(60);
/// That work broke off and was begun anew is told for so long.
const TOLD_FOR: Duration = Duration::from_secs(20);

/// Starts a thread of the table.
///
/// # Errors
/// The machine gives none.
pub(in crate::table_session) fn spawn(
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> Result<(), Trouble> {
    let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    spawned.map(drop).map_err(|error| {
        Trouble::new(format!(
            "The machine gives no thread for {name} ({error}): close other programs, and start again."
        ))
    })
}

/// How often some work broke off lately.
#[derive(Debug, Default)]
pub(in crate::table_session) struct Faults {
    times: Vec<Instant>,
    last: Option<(Instant, Fault)>,
    given_up: Option<Generation>,
}

impl Faults {
    /// The work on this generation of the table broke off.
    pub(in crate::table_session) fn count(&mut self, now: Instant, generation: Generation, fault: Fault) {
        self.times.retain(|time| now - *time < WITHIN);
        self.times.push(now);
        self.last = Some((now, fault));
        if self.times.len() >= AT_MOST {
            self.given_up = Some(generation);
        }
    }

    /// Is the work left alone, until source, table or fleet are changed?
    pub(in crate::table_session) fn has_given_up(&mut self, generation: Generation) -> bool {
        if self.given_up.is_some_and(|given_up| given_up != generation) {
            *self = Self::default();
        }
        self.given_up.is_some()
    }

    /// What players are told of it now.
    pub(in crate::table_session) fn notice(&self, now: Instant) -> Option<String> {
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
        let (one, other) = (Generation(1), Generation(2));
        let start = Instant::now();
        let mut faults = Faults::default();
        assert_eq!(faults.notice(start), None);
        faults.count(start, one, fault());
        assert!(!faults.has_given_up(one));
        assert!(faults.notice(start).unwrap().contains("began anew"));
        assert_eq!(faults.notice(start + TOLD_FOR), None);
        // Once in a while is no reason to stop.
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
