//! How often a page gets a picture: each one while something moves, a few a second while the table is still.

use crate::table_session::latest::lock;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two pictures of a still table.
pub const AT_REST_EVERY: Duration = Duration::from_millis(400);
/// How long pictures come at the full rate after the last motion.
const FULL_RATE_FOR: Duration = Duration::from_secs(1);

/// Holds a page's next picture back while the table is still, and lets it go with the first frame in which something
/// moves.
#[derive(Debug, Default)]
pub struct PictureRate {
    /// Since when nothing moves; `None` while something does, or while nobody can tell.
    still_since: Mutex<Option<Instant>>,
    stirred: Condvar,
}

impl PictureRate {
    /// Takes whether the newest frame shows a still table.
    pub fn observe(&self, still: bool, now: Instant) {
        let mut since = lock(&self.still_since);
        if still {
            since.get_or_insert(now);
        } else if since.take().is_some() {
            self.stirred.notify_all();
        }
    }

    /// Waits until a page that has a picture may have the next: at once while something moves, else after a pause that
    /// ends with the first motion.
    pub fn wait_for_turn(&self) {
        drop(
            self.stirred
                .wait_timeout_while(lock(&self.still_since), AT_REST_EVERY, |since| is_rest(*since))
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    /// Whether the table has been still for longer than a moment.
    pub fn at_rest(&self) -> bool {
        is_rest(*lock(&self.still_since))
    }
}

fn is_rest(still_since: Option<Instant>) -> bool {
    still_since.is_some_and(|since| since.elapsed() > FULL_RATE_FOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    fn waited(rate: &PictureRate) -> Duration {
        let began = Instant::now();
        rate.wait_for_turn();
        began.elapsed()
    }

    #[test]
    fn only_a_still_table_holds_pictures_back_and_motion_lets_them_go_at_once() {
        let rate = Arc::new(PictureRate::default());
        assert!(waited(&rate) < AT_REST_EVERY / 2, "nobody knows yet");
        let now = Instant::now();
        rate.observe(true, now);
        assert!(waited(&rate) < AT_REST_EVERY / 2, "it has only just come to rest");
        rate.observe(false, now);
        rate.observe(true, now - 2 * FULL_RATE_FOR);
        rate.observe(true, now);
        assert!(waited(&rate) >= AT_REST_EVERY);
        let stirs = Arc::clone(&rate);
        let stirring = thread::spawn(move || {
            thread::sleep(AT_REST_EVERY / 8);
            stirs.observe(false, Instant::now());
        });
        let until_stirred = waited(&rate);
        println!("motion lets the next picture go after {until_stirred:.0?}, rest after {AT_REST_EVERY:.0?}");
        assert!(until_stirred < AT_REST_EVERY * 3 / 4, "{until_stirred:?}");
        stirring.join().unwrap();
        assert!(waited(&rate) < AT_REST_EVERY / 2);
    }
}
