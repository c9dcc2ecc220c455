//! The phones at the table: who waits, who has which seat, who is connected.

use crate::error::CompanionError;
use crate::joining::{SecretHash, distinct_name};
use crate::session::{Job, Session};
use crate::wire::{
    CameraOffer, CameraWish, PhoneId, PhoneRow, PhoneState, Refusal, SeatOffer, SeatRole, Standing,
};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// Phones that may wait at once.
pub const MAX_WAITING: usize = 8;
/// Phones in the list at once.
pub const MAX_LISTED: usize = 24;
/// Phones that were thrown out and are still told so.
const MAX_THROWN_OUT: usize = 32;
/// A waiting phone that is not connected for so long has gone. Its screen may go dark while it waits.
const WAITING_GONE_AFTER: Duration = Duration::from_secs(5 * 60);
/// A camera whose phone is not connected for so long is withdrawn.
const CAMERA_LOST_AFTER: Duration = Duration::from_secs(30);
/// A session without a connection for so long ends.
const SESSION_ENDS_AFTER: Duration = Duration::from_secs(12 * 60 * 60);

/// A phone that wants to join.
pub struct NewPhone {
    /// The name its player chose.
    pub name: String,
    /// The seat it asks for.
    pub seat: SeatOffer,
    /// How wrong its clock is.
    pub clock: Option<String>,
    /// Its address.
    pub address: IpAddr,
    /// The hash of its session's token.
    pub token: SecretHash,
}

/// A phone's entry.
pub struct Phone {
    /// What the phone is shown of itself: every change reaches its connections.
    pub state: watch::Sender<PhoneState>,
    /// What is wanted from its camera, while it offers one.
    pub wish: watch::Sender<Option<CameraWish>>,
    /// Its session.
    pub session: Arc<Session>,
    address: IpAddr,
    token: SecretHash,
    camera: Option<CameraOffer>,
    connections: usize,
    last_connected: Instant,
}

impl Phone {
    fn standing(&self) -> Standing {
        self.state.borrow().standing
    }

    /// Ends its camera; true if it had offered one.
    fn withdraw_camera(&mut self) -> bool {
        self.wish.send_replace(None);
        self.camera.take().is_some()
    }

    fn is_gone_for(&self, time: Duration, now: Instant) -> bool {
        self.connections == 0 && now.saturating_duration_since(self.last_connected) >= time
    }
}

/// All phones, in the order in which they came.
#[derive(Default)]
pub struct Phones {
    by_id: BTreeMap<PhoneId, Phone>,
    last_id: u32,
}

impl Phones {
    /// Whether one more may wait.
    pub fn has_room(&self) -> bool {
        let waiting = self.by_id.values().filter(|phone| phone.standing() == Standing::Waiting).count();
        waiting < MAX_WAITING && self.listed().count() < MAX_LISTED
    }

    /// Adds a phone to those that wait, with a new session; the caller carries out what comes out of its queue.
    pub fn add(
        &mut self,
        new: NewPhone,
        offers: &[SeatOffer],
        fingerprint: &str,
        now: Instant,
    ) -> (PhoneState, mpsc::Receiver<Job>) {
        self.last_id += 1;
        let id = PhoneId(self.last_id);
        let others: Vec<String> = self.listed().map(|(_, phone)| phone.state.borrow().name.clone()).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let state = PhoneState {
            phone: id,
            name: distinct_name(&new.name, &others),
            standing: Standing::Waiting,
            seat: new.seat,
            offers: offers.to_vec(),
            fingerprint: fingerprint.to_owned(),
            clock: new.clock,
        };
        let (session, jobs) = Session::new(id, now);
        let phone = Phone {
            state: watch::Sender::new(state.clone()),
            wish: watch::Sender::new(None),
            session: Arc::new(session),
            address: new.address,
            token: new.token,
            camera: None,
            connections: 0,
            last_connected: now,
        };
        self.by_id.insert(id, phone);
        self.forget_thrown_out();
        (state, jobs)
    }

    /// The phone with this session.
    pub fn with_token(&self, token: &SecretHash) -> Option<&Phone> {
        self.by_id.values().find(|phone| phone.token == *token)
    }

    /// A phone by its number.
    pub fn get(&self, id: PhoneId) -> Option<&Phone> {
        self.by_id.get(&id)
    }

    /// A phone's name.
    pub fn name(&self, id: PhoneId) -> String {
        self.get(id).map(|phone| phone.state.borrow().name.clone()).unwrap_or_default()
    }

    /// The seat that a phone has.
    ///
    /// # Errors
    /// When it has none now.
    pub fn seat(&self, id: PhoneId) -> Result<SeatOffer, Refusal> {
        let state = self.get(id).map(|phone| phone.state.borrow().clone());
        match state.as_ref().map(|state| state.standing) {
            Some(Standing::Seated) => {}
            Some(Standing::Waiting) => {
                return Err(Refusal::new("The host has not let this phone in yet: ask at the computer."));
            }
            Some(Standing::SeatEnded) => {
                return Err(Refusal::new(
                    "The battle of this seat is no longer in play: ask for another seat.",
                ));
            }
            Some(Standing::ThrownOut) | None => {
                return Err(Refusal::new(
                    "The host has taken this phone's seat back: scan the code on the computer's screen to ask again.",
                ));
            }
        }
        state.map(|state| state.seat).ok_or_else(|| Refusal::new("This phone is not at the table."))
    }

    /// Whether a phone's camera may be used: the host has let it in, and not thrown it out since. A camera goes on when
    /// its battle ends.
    pub fn may_be_camera(&self, id: PhoneId) -> bool {
        self.get(id).is_some_and(|phone| matches!(phone.standing(), Standing::Seated | Standing::SeatEnded))
    }

    /// Lets a waiting phone in.
    ///
    /// # Errors
    /// When it no longer waits, or its seat is not offered.
    pub fn let_in(&mut self, id: PhoneId, offers: &[SeatOffer]) -> Result<(), CompanionError> {
        let phone = self.by_id.get(&id).ok_or(CompanionError::NoSuchPhone)?;
        let (standing, seat) = {
            let state = phone.state.borrow();
            (state.standing, state.seat.clone())
        };
        if standing != Standing::Waiting {
            return Err(CompanionError::NotWaiting);
        }
        if !offers.iter().any(|offer| is_same_seat(offer, &seat)) {
            return Err(CompanionError::SeatNotOffered(seat.title));
        }
        phone.state.send_modify(|state| state.standing = Standing::Seated);
        Ok(())
    }

    /// Takes a phone's seat back; true if its camera was offered.
    ///
    /// # Errors
    /// When it has left.
    pub fn throw_out(&mut self, id: PhoneId) -> Result<bool, CompanionError> {
        let phone = self.by_id.get_mut(&id).filter(|phone| phone.standing() != Standing::ThrownOut);
        let phone = phone.ok_or(CompanionError::NoSuchPhone)?;
        phone.state.send_modify(|state| state.standing = Standing::ThrownOut);
        let had_camera = phone.withdraw_camera();
        self.forget_thrown_out();
        Ok(had_camera)
    }

    /// Removes a phone that leaves; true if its camera was offered. Its connections end.
    pub fn leave(&mut self, id: PhoneId) -> bool {
        self.by_id.remove(&id).is_some_and(|mut phone| phone.withdraw_camera())
    }

    /// Asks for another seat.
    ///
    /// # Errors
    /// When the phone has a seat, or that one is not offered.
    pub fn ask_for_seat(&mut self, id: PhoneId, key: &str, offers: &[SeatOffer]) -> Result<(), Refusal> {
        let phone = self.get(id).ok_or_else(|| Refusal::new("This phone is not at the table."))?;
        let is_onlooker = phone.state.borrow().seat.role == SeatRole::Onlooker;
        let may_ask = match phone.standing() {
            Standing::Waiting | Standing::SeatEnded => true,
            Standing::Seated => is_onlooker,
            Standing::ThrownOut => false,
        };
        if !may_ask {
            return Err(Refusal::new(
                "This phone can't ask for another seat now: the host must take its own back first.",
            ));
        }
        let seat = offers.iter().find(|offer| offer.key == key);
        let seat =
            seat.ok_or_else(|| Refusal::new("That seat is not offered now: choose another one."))?.clone();
        phone.state.send_modify(|state| {
            state.standing = Standing::Waiting;
            state.seat = seat;
        });
        Ok(())
    }

    /// The seats on offer have changed: seats of another battle end.
    pub fn offers_changed(&mut self, offers: &[SeatOffer]) {
        for phone in self.by_id.values() {
            phone.state.send_if_modified(|state| {
                let before = state.clone();
                state.offers = offers.to_vec();
                match offers.iter().find(|offer| is_same_seat(offer, &state.seat)) {
                    Some(offer) => state.seat = offer.clone(),
                    None if matches!(state.standing, Standing::Waiting | Standing::Seated) => {
                        state.standing = Standing::SeatEnded;
                    }
                    None => {}
                }
                *state != before
            });
        }
    }

    /// A phone offers or withdraws its camera.
    pub fn set_camera(&mut self, id: PhoneId, offer: Option<CameraOffer>) {
        if let Some(phone) = self.by_id.get_mut(&id) {
            phone.withdraw_camera();
            phone.camera = offer;
        }
    }

    /// What is wanted from a phone's camera.
    pub fn wish_of_camera(&mut self, id: PhoneId, wish: CameraWish) {
        if let Some(phone) = self.by_id.get(&id).filter(|phone| phone.camera.is_some()) {
            phone.wish.send_if_modified(|now| now.replace(wish) != Some(wish));
        }
    }

    /// Whether a phone offers its camera.
    pub fn offers_camera(&self, id: PhoneId) -> bool {
        self.get(id).is_some_and(|phone| phone.camera.is_some())
    }

    /// A connection for pushes was opened from this address.
    pub fn connected(&mut self, id: PhoneId, address: IpAddr) {
        if let Some(phone) = self.by_id.get_mut(&id) {
            phone.connections += 1;
            phone.address = address;
        }
    }

    /// A connection for pushes was closed.
    pub fn disconnected(&mut self, id: PhoneId, now: Instant) {
        if let Some(phone) = self.by_id.get_mut(&id) {
            phone.connections = phone.connections.saturating_sub(1);
            phone.last_connected = now;
        }
    }

    /// Removes phones that have gone for good. Returns the cameras that were lost, and whether the list has changed.
    pub fn remove_gone(&mut self, now: Instant) -> (Vec<(PhoneId, String)>, bool) {
        let mut lost_cameras = Vec::new();
        for (id, phone) in &mut self.by_id {
            if phone.camera.is_some() && phone.is_gone_for(CAMERA_LOST_AFTER, now) {
                phone.withdraw_camera();
                lost_cameras.push((*id, phone.state.borrow().name.clone()));
            }
        }
        let before = self.by_id.len();
        self.by_id.retain(|_, phone| {
            let kept_for = match phone.standing() {
                Standing::Waiting => WAITING_GONE_AFTER,
                Standing::Seated | Standing::SeatEnded | Standing::ThrownOut => SESSION_ENDS_AFTER,
            };
            !phone.is_gone_for(kept_for, now)
        });
        let changed = !lost_cameras.is_empty() || self.by_id.len() != before;
        (lost_cameras, changed)
    }

    /// The rows of the host's list.
    pub fn rows(&self) -> Vec<PhoneRow> {
        let row = |(id, phone): (&PhoneId, &Phone)| {
            let state = phone.state.borrow();
            PhoneRow {
                phone: *id,
                name: state.name.clone(),
                standing: state.standing,
                seat: state.seat.clone(),
                connected: phone.connections > 0,
                offers_camera: phone.camera.is_some(),
                address: phone.address.to_string(),
                clock: state.clock.clone(),
            }
        };
        self.listed().map(row).collect()
    }

    fn listed(&self) -> impl Iterator<Item = (&PhoneId, &Phone)> {
        self.by_id.iter().filter(|(_, phone)| phone.standing() != Standing::ThrownOut)
    }

    fn forget_thrown_out(&mut self) {
        let thrown_out = self.by_id.iter().filter(|(_, phone)| phone.standing() == Standing::ThrownOut);
        let ids: Vec<PhoneId> = thrown_out.map(|(id, _)| *id).collect();
        for id in ids.iter().rev().skip(MAX_THROWN_OUT) {
            self.by_id.remove(id);
        }
    }
}

/// Whether an offer is this seat of the same battle. Its title may have changed.
fn is_same_seat(offer: &SeatOffer, seat: &SeatOffer) -> bool {
    offer.key == seat.key && offer.battle == seat.battle && offer.role == seat.role
}
