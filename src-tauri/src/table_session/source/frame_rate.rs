//! The rate of pictures that reach the screen.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The time over which the rate is measured.
const WINDOW: Duration = Duration::from_secs(2);

/// Measures events per second over the last two seconds.
#[derive(Debug, Default)]
pub struct Rate(VecDeque<Instant>);

impl Rate {
    /// Counts an event at `now`.
    pub fn count(&mut self, now: Instant) {
        self.0.push_back(now);
        self.forget(now);
    }

    /// Events per second over the window that ends at `now`; 0 if fewer than two were counted.
    pub fn per_second(&mut self, now: Instant) -> f64 {
        self.forget(now);
        match (self.0.front(), self.0.len()) {
            (Some(first), 2..) => (self.0.len() - 1) as f64 / (now - *first).as_secs_f64().max(1e-3),
            _ => 0.0,
        }
    }

    fn forget(&mut self, now: Instant) {
        while self.0.front().is_some_and(|first| now - *first > WINDOW) {
            self.0.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_beat_is_counted_and_an_old_one_forgotten() {
        let start = Instant::now();
        let mut rate = Rate::default();
        assert_eq!(rate.per_second(start), 0.0);
        let mut now = start;
        for _ in 0..100 {
            now += Duration::from_millis(40);
            rate.count(now);
        }
        assert!((rate.per_second(now) - 25.0).abs() < 0.5, "{}", rate.per_second(now));
        assert_eq!(rate.per_second(now + Duration::from_secs(3)), 0.0);
    }
}
