//! Rates.

use std::time::Instant;

/// A token bucket: it holds at most `burst` tokens, and `per_s` new ones come each second.
#[derive(Debug, Clone)]
pub struct TokenBucket {
    tokens: f64,
    burst: f64,
    per_s: f64,
    filled_at: Instant,
}

impl TokenBucket {
    /// A full bucket.
    pub fn new(per_s: f64, burst: f64, now: Instant) -> Self {
        Self { tokens: burst, burst, per_s, filled_at: now }
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        let passed_s = now.saturating_duration_since(self.filled_at).as_secs_f64();
        self.tokens = (self.tokens + passed_s * self.per_s).min(self.burst);
        self.filled_at = now;
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_spent_and_refilled_at_the_rate() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(10.0, 3.0, start);
        let taken = (0..5).filter(|_| bucket.take(start)).count();
        assert_eq!(taken, 3);
        assert!(!bucket.take(start + Duration::from_millis(50)));
        assert!(bucket.take(start + Duration::from_millis(160)));
    }
}
