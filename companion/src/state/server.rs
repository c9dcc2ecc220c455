//! The state that all connections share.

use crate::error::CompanionError;
use crate::joining::{Invitations, Secret, Throttle};
use crate::limits::{Addresses, Alarm, Alarms};
use crate::session::Session;
use crate::state::phones::Phones;
use crate::table_service::TableService;
use crate::wire::{CameraOffer, NetInterface, PhoneId, PhoneState, Refusal, Reply, SeatOffer};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};

/// A session's token: 256 random bits.
pub type Token = Secret<32>;

/// The server. Its locks are held for moments only, never while the table is asked.
pub struct Server {
    /// The app.
    pub table: Arc<dyn TableService>,
    /// The interface it is bound to.
    pub interface: NetInterface,
    /// The certificate's fingerprint.
    pub fingerprint: String,
    /// The newest live view.
    pub live: watch::Sender<Option<Reply>>,
    /// Wakes the task that tells the host.
    pub changed: Notify,
    /// When it was started.
    pub started: Instant,
    address: SocketAddr,
    runtime: Handle,
    offers: Mutex<Vec<SeatOffer>>,
    phones: Mutex<Phones>,
    pub(super) invitations: Mutex<Invitations>,
    pub(super) throttle: Mutex<Throttle>,
    alarms: Mutex<Alarms>,
    addresses: Mutex<Addresses>,
    trouble: Mutex<Option<Refusal>>,
}

impl Server {
    /// A server that nobody has joined.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new(
        table: Arc<dyn TableService>,
        interface: NetInterface,
        address: SocketAddr,
        fingerprint: String,
        runtime: Handle,
    ) -> Result<Self, CompanionError> {
        let now = Instant::now();
        Ok(Self {
            table,
            interface,
            fingerprint,
            live: watch::Sender::new(None),
            changed: Notify::new(),
            started: now,
            address,
            runtime,
            offers: Mutex::default(),
            phones: Mutex::default(),
            invitations: Mutex::new(Invitations::new(now)?),
            throttle: Mutex::default(),
            alarms: Mutex::default(),
            addresses: Mutex::default(),
            trouble: Mutex::default(),
        })
    }

    /// The only origin whose pages may use this server (RFC 6454).
    pub fn origin(&self) -> String {
        format!("https://{}", self.address)
    }

    /// The only `Host` that requests may name.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// The name of the session cookie. It has the port, because cookies are shared by all ports of an address
    /// (RFC 6265, 8.5); with `__Host-`, browsers take it over TLS and from this address only.
    pub fn cookie_name(&self) -> String {
        format!("__Host-table-{}", self.address.port())
    }

    /// The phones, locked.
    pub fn phones(&self) -> MutexGuard<'_, Phones> {
        lock(&self.phones)
    }

    /// The alarms as sentences.
    pub fn alarms(&self) -> Vec<String> {
        lock(&self.alarms).sentences()
    }

    /// Raises an alarm.
    pub fn raise(&self, alarm: Alarm, by: impl Into<String>) {
        if lock(&self.alarms).raise(alarm, by) {
            self.changed.notify_one();
        }
    }

    /// What hinders the phones.
    pub fn trouble(&self) -> Option<Refusal> {
        lock(&self.trouble).clone()
    }

    /// Sets what hinders the phones.
    pub fn set_trouble(&self, trouble: Option<Refusal>) {
        let before = std::mem::replace(&mut *lock(&self.trouble), trouble.clone());
        if before != trouble {
            self.changed.notify_one();
        }
    }

    /// The seats on offer, as they were read last.
    pub fn offers(&self) -> Vec<SeatOffer> {
        lock(&self.offers).clone()
    }

    /// Reads the seats on offer again; seats of another battle end.
    pub async fn read_offers(self: &Arc<Self>) {
        let table = self.table.clone();
        let Ok(offers) = self.runtime.spawn_blocking(move || table.seats()).await else { return };
        *lock(&self.offers) = offers.clone();
        self.phones().offers_changed(&offers);
        self.changed.notify_one();
    }

    /// [`Server::read_offers`], without waiting: the caller may hold what the table needs.
    pub fn read_offers_soon(self: &Arc<Self>) {
        let server = self.clone();
        self.runtime.spawn(async move { server.read_offers().await });
    }

    /// Tells the table of a camera that was offered or withdrawn, without waiting.
    pub fn tell_camera_soon(&self, phone: PhoneId, name: String, offer: Option<CameraOffer>) {
        let table = self.table.clone();
        self.runtime.spawn_blocking(move || table.camera_offered(phone, &name, offer.as_ref()));
    }

    /// Removes a phone that leaves, or joins anew. Its connections end.
    pub fn remove_phone(&self, phone: PhoneId) {
        let (name, had_camera) = {
            let mut phones = self.phones();
            (phones.name(phone), phones.leave(phone))
        };
        if had_camera {
            self.tell_camera_soon(phone, name, None);
        }
        self.changed.notify_one();
    }

    /// The invitation's key, and how long it can still be used.
    pub fn invitation(&self) -> (String, Duration) {
        let invitations = lock(&self.invitations);
        (invitations.key().to_owned(), invitations.time_left(Instant::now()))
    }

    /// Whether any connection has come.
    pub fn was_reached(&self) -> bool {
        lock(&self.addresses).has_seen_any()
    }

    /// Counts a new connection; none if it is one too many.
    pub fn open_connection(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionSlot> {
        let admitted = lock(&self.addresses).connect(address, Instant::now());
        if !admitted {
            self.raise(Alarm::Connections, address.to_string());
        }
        admitted.then(|| ConnectionSlot { server: self.clone(), address })
    }

    /// Counts a request of an address; false if it is one too many.
    pub fn may_request(&self, address: IpAddr) -> bool {
        lock(&self.addresses).request(address, Instant::now())
    }

    /// The session and state of the phone with this token.
    pub fn session(&self, token: &str) -> Option<(Arc<Session>, PhoneState)> {
        let phones = self.phones();
        let phone = phones.with_token(&Token::hash_of(token))?;
        let state = phone.state.borrow().clone();
        Some((phone.session.clone(), state))
    }

    /// Counts a connection for pushes, from this address, until it is dropped.
    pub fn presence(self: &Arc<Self>, phone: PhoneId, address: IpAddr) -> Presence {
        self.phones().connected(phone, address);
        self.changed.notify_one();
        Presence { server: self.clone(), phone }
    }
}

/// An open connection, counted until it is dropped.
pub struct ConnectionSlot {
    server: Arc<Server>,
    address: IpAddr,
}

impl ConnectionSlot {
    /// The other side's address.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        lock(&self.server.addresses).closed(self.address);
    }
}

/// A phone is connected while it has one of these.
pub struct Presence {
    server: Arc<Server>,
    phone: PhoneId,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.server.phones().disconnected(self.phone, Instant::now());
        self.server.changed.notify_one();
    }
}

/// Locks; what a panicking thread has left is used all the same, because every change of this state is one step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
