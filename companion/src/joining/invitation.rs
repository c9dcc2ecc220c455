//! The one-time key of the invitation.

use crate::joining::Secret;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How long a key can be used.
pub const KEY_LIFE: Duration = Duration::from_secs(10 * 60);
/// Earlier keys that are still told from wrong ones: several players may scan the same code at once.
const EARLIER_KEYS: usize = 8;

/// 128 random bits.
type Key = Secret<16>;

/// Why a key opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFault {
    /// It was used already, or has expired.
    Spent,
    /// It never was a key of this table.
    Wrong,
}

/// The key that is shown now, and the last ones before it.
pub struct Invitations {
    current: Key,
    valid_until: Instant,
    earlier: VecDeque<Key>,
}

impl Invitations {
    /// The first invitation.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new(now: Instant) -> Result<Self, getrandom::Error> {
        Ok(Self { current: Key::generate()?, valid_until: now + KEY_LIFE, earlier: VecDeque::new() })
    }

    /// The key that is shown now.
    pub fn key(&self) -> &str {
        self.current.reveal()
    }

    /// How long it can still be used.
    pub fn time_left(&self, now: Instant) -> Duration {
        self.valid_until.saturating_duration_since(now)
    }

    /// Whether a key opens the table now.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&self, key: &str, now: Instant) -> Result<(), KeyFault> {
        let fits = self.current.matches(key);
        // Every key is compared, whichever fits.
        let spent = self.earlier.iter().fold(false, |spent, earlier| spent | earlier.matches(key));
        match (fits, spent) {
            (true, _) if !self.time_left(now).is_zero() => Ok(()),
            (false, false) => Err(KeyFault::Wrong),
            _ => Err(KeyFault::Spent),
        }
    }

    /// Shows a new key instead: the last one was used, or has expired.
    ///
    /// # Errors
    /// When the system gives no random numbers: the old key is spent all the same.
    pub fn replace(&mut self, now: Instant) -> Result<(), getrandom::Error> {
        self.valid_until = now;
        let next = Key::generate()?;
        self.earlier.push_front(std::mem::replace(&mut self.current, next));
        self.earlier.truncate(EARLIER_KEYS);
        self.valid_until = now + KEY_LIFE;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_128_bits_and_opens_once_and_for_ten_minutes() {
        let start = Instant::now();
        let mut invitations = Invitations::new(start).unwrap();
        let first = invitations.key().to_owned();
        assert_eq!(first.len(), 32);
        assert_eq!(invitations.check(&first, start), Ok(()));
        assert_eq!(invitations.check(&first[1..], start), Err(KeyFault::Wrong));
        assert_eq!(invitations.check("", start), Err(KeyFault::Wrong));
        assert_eq!(invitations.check(&first, start + KEY_LIFE), Err(KeyFault::Spent));
        invitations.replace(start).unwrap();
        assert_eq!(invitations.check(&first, start), Err(KeyFault::Spent));
        assert_ne!(invitations.key(), first);
        for _ in 0..EARLIER_KEYS {
            invitations.replace(start).unwrap();
        }
        assert_eq!(invitations.check(&first, start), Err(KeyFault::Wrong));
    }
}
