//! What is pushed to one connection. Nothing is queued: a slow phone gets the newest of each kind.

use crate::limits::Alarm;
use crate::session::Session;
use crate::state::{ConnectionSlot, Presence, Server};
use crate::wire::{CameraWish, PhoneState, Push, Refusal, Reply, Standing};
use std::sync::Arc;
use tokio::sync::{SemaphorePermit, watch};

/// The pushes of a connection. The phone counts as connected until it is dropped.
pub struct Feed {
    /// The phone's session.
    pub session: Arc<Session>,
    state: watch::Receiver<PhoneState>,
    wish: watch::Receiver<Option<CameraWish>>,
    live: watch::Receiver<Option<Reply>>,
    has_sent_state: bool,
    _presence: Presence,
    _connection: Arc<ConnectionSlot>,
}

impl Feed {
    /// Opens the pushes of a phone.
    ///
    /// # Errors
    /// When it has left, was thrown out, or has too many open already.
    pub fn open(
        server: &Arc<Server>,
        session: Arc<Session>,
        connection: Arc<ConnectionSlot>,
    ) -> Result<Self, Refusal> {
        let (state, wish) = {
            let phones = server.phones();
            let phone = phones
                .get(session.phone)
                .filter(|phone| phone.state.borrow().standing != Standing::ThrownOut);
            let phone = phone.ok_or_else(|| {
                Refusal::new(
                    "This phone has no seat any more: scan the code on the computer's screen to join again.",
                )
            })?;
            (phone.state.subscribe(), phone.wish.subscribe())
        };
        // Given back when the feed is dropped.
        let permit = session.feeds.try_acquire().map(SemaphorePermit::forget);
        if permit.is_err() {
            server.raise(Alarm::Connections, connection.address().to_string());
            return Err(Refusal::new("This table is open in too many tabs of this phone: close some."));
        }
        let mut live = server.live.subscribe();
        live.mark_changed();
        let presence = server.presence(session.phone, connection.address());
        let has_sent_state = false;
        Ok(Self { session, state, wish, live, has_sent_state, _presence: presence, _connection: connection })
    }

    /// The next push; none when the phone has left or was thrown out. May be cancelled without losing any.
    pub async fn next(&mut self) -> Option<Push> {
        if !self.has_sent_state {
            self.has_sent_state = true;
            self.wish.mark_changed();
            return Some(self.state_push());
        }
        loop {
            let standing = self.state.borrow().standing;
            if standing == Standing::ThrownOut && !self.state.has_changed().unwrap_or(false) {
                return None;
            }
            tokio::select! {
                biased;
                changed = self.state.changed() => {
                    changed.ok()?;
                    return Some(self.state_push());
                }
                changed = self.wish.changed() => {
                    changed.ok()?;
                    let wish = *self.wish.borrow_and_update();
                    if let Some(wish) = wish {
                        return Some(Push::Camera { wish });
                    }
                }
                changed = self.live.changed(), if standing == Standing::Seated => {
                    changed.ok()?;
                    let live = self.live.borrow_and_update().clone();
                    if let Some(live) = live {
                        return Some(Push::Live { live });
                    }
                }
            }
        }
    }

    fn state_push(&mut self) -> Push {
        Push::State { state: self.state.borrow_and_update().clone() }
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.session.feeds.add_permits(1);
    }
}
