//! Limits on connections and requests, in all and for each address.

use crate::limits::TokenBucket;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Instant;

/// Open connections in all. A browser opens up to six and one for the WebSocket.
pub const MAX_CONNECTIONS: usize = 256;
/// Open connections of one address.
pub const MAX_CONNECTIONS_PER_ADDRESS: usize = 64;
/// New connections of one address, each second and at once: each costs a handshake.
const CONNECTS_PER_S: f64 = 20.0;
const CONNECTS_BURST: f64 = 128.0;
/// Requests of one address, each second and at once. A page is some dozens of files.
const REQUESTS_PER_S: f64 = 200.0;
const REQUESTS_BURST: f64 = 600.0;
/// Addresses that are remembered. Those without a connection are forgotten first.
const MAX_ADDRESSES: usize = 1024;

/// What each address uses.
#[derive(Debug, Default)]
pub struct Addresses {
    by_address: HashMap<IpAddr, AddressUse>,
    open: usize,
}

#[derive(Debug)]
struct AddressUse {
    open: usize,
    connects: TokenBucket,
    requests: TokenBucket,
}

impl Addresses {
    /// Counts a new connection; false if it is one too many. Each admitted one must be [`Addresses::closed`].
    pub fn connect(&mut self, address: IpAddr, now: Instant) -> bool {
        if self.open >= MAX_CONNECTIONS {
            return false;
        }
        if self.by_address.len() >= MAX_ADDRESSES {
            self.by_address.retain(|_, used| used.open > 0);
        }
        let used = self.by_address.entry(address).or_insert_with(|| AddressUse {
            open: 0,
            connects: TokenBucket::new(CONNECTS_PER_S, CONNECTS_BURST, now),
            requests: TokenBucket::new(REQUESTS_PER_S, REQUESTS_BURST, now),
        });
        let admitted = used.open < MAX_CONNECTIONS_PER_ADDRESS && used.connects.take(now);
        if admitted {
            used.open += 1;
            self.open += 1;
        }
        admitted
    }

    /// Whether any connection has come.
    pub fn has_seen_any(&self) -> bool {
        !self.by_address.is_empty()
    }

    /// A connection has ended.
    pub fn closed(&mut self, address: IpAddr) {
        if let Some(used) = self.by_address.get_mut(&address) {
            used.open = used.open.saturating_sub(1);
            self.open = self.open.saturating_sub(1);
        }
    }

    /// Counts a request; false if it is one too many.
    pub fn request(&mut self, address: IpAddr, now: Instant) -> bool {
        self.by_address.get_mut(&address).is_some_and(|used| used.requests.take(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn one_address_leaves_room_for_others_and_closed_connections_count_no_more() {
        let now = Instant::now();
        let mut addresses = Addresses::default();
        let of = |last| IpAddr::V4(Ipv4Addr::new(192, 168, 1, last));
        let greedy = (0..200).filter(|_| addresses.connect(of(1), now)).count();
        assert_eq!(greedy, MAX_CONNECTIONS_PER_ADDRESS);
        assert!(addresses.connect(of(2), now));
        addresses.closed(of(1));
        assert!(addresses.connect(of(1), now));
        let in_all = greedy
            + 1
            + (3..20).flat_map(|last| [last; 64]).filter(|last| addresses.connect(of(*last), now)).count();
        assert_eq!(in_all, MAX_CONNECTIONS);
        let requests = (0..1000).filter(|_| addresses.request(of(1), now)).count();
        assert!((600..700).contains(&requests), "{requests}");
    }
}
