//! The server as the app holds it.

use crate::error::CompanionError;
use crate::table_service::TableService;
use crate::tls::Certificate;
use crate::wire::{CameraWish, NetInterface, PhoneId, PhonesView, Reply};
use std::sync::Arc;

/// Where the server listens, and with which certificate.
#[derive(Clone)]
pub struct Settings {
    /// The interface it is bound to: one, never all.
    pub interface: NetInterface,
    /// The port; 0 for any free one. If it is in use, the next few are tried.
    pub port: u16,
    /// The certificate.
    pub certificate: Certificate,
}

/// The server of the phones, running. Dropping it stops it at once.
pub struct Companion;

impl Companion {
    /// Starts the server. `on_change` is called on the server's own thread whenever [`Companion::view`] has changed.
    ///
    /// # Errors
    /// When it can't listen there.
    pub fn start(
        _settings: Settings,
        _table: Arc<dyn TableService>,
        _on_change: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Self, CompanionError> {
        Ok(Self)
    }

    /// What the host's screen shows.
    pub fn view(&self) -> PhonesView {
        PhonesView {
            interfaces: crate::host::interfaces(),
            bound_to: None,
            invitation: None,
            fingerprint: None,
            phones: Vec::new(),
            alarms: Vec::new(),
            trouble: None,
        }
    }

    /// Lets a waiting phone in, with the seat that it asks for.
    ///
    /// # Errors
    /// When it no longer waits, or its seat is not offered any more.
    pub fn let_in(&self, _phone: PhoneId) -> Result<(), CompanionError> {
        Err(CompanionError::NoSuchPhone)
    }

    /// Refuses a waiting phone, or takes back the seat of one that has it.
    ///
    /// # Errors
    /// When it has left.
    pub fn throw_out(&self, _phone: PhoneId) -> Result<(), CompanionError> {
        Err(CompanionError::NoSuchPhone)
    }

    /// Sends the live table to all seated phones. The newest wins: a slow phone misses the ones between.
    pub fn show_live(&self, _live: Reply) {}

    /// Says that the seats on offer may have changed: they are read again, and seats of another battle end.
    pub fn seats_changed(&self) {}

    /// Tells a phone what is wanted from its camera.
    pub fn wish_of_camera(&self, _phone: PhoneId, _wish: CameraWish) {}
}
