//! What happens with time alone: keys expire, phones are gone for good, the computer loses its network.

use crate::state::server::{Server, lock};
use crate::wire::{NetInterface, Refusal};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};

const EVERY: Duration = Duration::from_secs(2);
/// After so long without any connection, the host is told what may be in the way.
const UNREACHED_AFTER: Duration = Duration::from_secs(120);

/// Looks after the server every two seconds, until it is dropped. `interfaces`: those of this computer now.
pub async fn sweep(server: Arc<Server>, interfaces: fn() -> Vec<NetInterface>) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let now = Instant::now();
        renew_key(&server, now);
        let (lost_cameras, changed) = server.phones().remove_gone(now);
        for (phone, name) in lost_cameras {
            server.tell_camera_soon(phone, name, None);
        }
        if changed {
            server.changed.notify_one();
        }
        server.set_trouble(trouble(&server, &interfaces(), now));
    }
}

fn renew_key(server: &Server, now: Instant) {
    let mut invitations = lock(&server.invitations);
    // Without random numbers the expired key stays, and opens nothing; the next sweep tries again.
    if invitations.time_left(now).is_zero() && invitations.replace(now).is_ok() {
        server.changed.notify_one();
    }
}

fn trouble(server: &Server, interfaces: &[NetInterface], now: Instant) -> Option<Refusal> {
    let address = &server.interface.address;
    if !interfaces.is_empty() && !interfaces.iter().any(|interface| interface.address == *address) {
        return Some(Refusal::new(format!(
            "This computer no longer has the address {address}, so no phone can reach it: join the network again, or \
             switch phones off and on."
        )));
    }
    let is_unreached =
        !server.was_reached() && now.saturating_duration_since(server.started) > UNREACHED_AFTER;
    is_unreached.then(|| {
        Refusal::new(
            "No phone has reached this computer yet. If one tries: it must be in the same network, which must not be a \
             guest network that keeps its guests apart, and the computer's firewall must allow this app (on Windows: \
             mark the network as private).",
        )
    })
}
