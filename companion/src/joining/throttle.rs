//! Wrong keys slow an address down.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The wait after the first wrong key; it doubles with each.
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(64);
/// An address without a wrong key for so long is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10 * 60);
/// Addresses that are remembered at once.
const MAX_ADDRESSES: usize = 256;

/// Which addresses must wait before they may try another key.
#[derive(Debug, Default)]
pub struct Throttle {
    by_address: HashMap<IpAddr, WrongTries>,
}

#[derive(Debug)]
struct WrongTries {
    count: u32,
    last: Instant,
}

impl WrongTries {
    fn free_at(&self) -> Instant {
        let doubled = FIRST_WAIT * 2_u32.saturating_pow(self.count.saturating_sub(1).min(6));
        self.last + doubled.min(LONGEST_WAIT)
    }
}

impl Throttle {
    /// How long this address must still wait; none if it may try now.
    pub fn wait(&self, address: IpAddr, now: Instant) -> Option<Duration> {
        let free_at = self.by_address.get(&address)?.free_at();
        Some(free_at.saturating_duration_since(now)).filter(|wait| !wait.is_zero())
    }

    /// A wrong key came from this address.
    pub fn wrong_key(&mut self, address: IpAddr, now: Instant) {
        self.by_address.retain(|_, tries| now.saturating_duration_since(tries.last) < FORGOTTEN_AFTER);
        if self.by_address.len() >= MAX_ADDRESSES
            && let Some(oldest) =
                self.by_address.iter().min_by_key(|(_, tries)| tries.last).map(|(address, _)| *address)
        {
            self.by_address.remove(&oldest);
        }
        let tries = self.by_address.entry(address).or_insert(WrongTries { count: 0, last: now });
        tries.count += 1;
        tries.last = now;
    }

    /// A right key came from this address.
    pub fn right_key(&mut self, address: IpAddr) {
        self.by_address.remove(&address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn waits_double_up_to_a_minute_and_are_forgotten() {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let mut now = Instant::now();
        let mut throttle = Throttle::default();
        let mut waits = Vec::new();
        for _ in 0..9 {
            throttle.wrong_key(address, now);
            let wait = throttle.wait(address, now).unwrap();
            waits.push(wait.as_secs());
            now += wait;
            assert_eq!(throttle.wait(address, now), None);
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 64, 64]);
        throttle.wrong_key(address, now + FORGOTTEN_AFTER);
        assert_eq!(throttle.wait(address, now + FORGOTTEN_AFTER), Some(FIRST_WAIT));
        for host in 0..2 * MAX_ADDRESSES as u32 {
            throttle.wrong_key(IpAddr::V4(Ipv4Addr::from(host)), now);
        }
        assert!(throttle.by_address.len() <= MAX_ADDRESSES);
    }
}
