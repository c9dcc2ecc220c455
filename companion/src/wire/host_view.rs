//! What the host's screen shows of the phones.

use crate::wire::{PhoneId, Refusal, SeatOffer, Standing};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A network interface that the server can be bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NetInterface {
    /// The system's name ("wlan0").
    pub name: String,
    /// Its address ("192.168.1.20").
    pub address: String,
}

/// A QR code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QrCode {
    /// Its rows from the top; in each, "1" is a dark module and "0" a light one.
    pub rows: Vec<String>,
}

/// The invitation that is shown now. Its key is used once, then replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Invitation {
    /// The address with the key, as in the QR code.
    pub url: String,
    /// The QR code of that address.
    pub qr: QrCode,
    /// Seconds until the key expires; a new one comes by itself.
    pub expires_in_s: u32,
}

/// A phone in the host's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PhoneRow {
    /// Its number.
    pub phone: PhoneId,
    /// The name its player chose.
    pub name: String,
    /// Where it stands.
    pub standing: Standing,
    /// The seat it has, or asks for.
    pub seat: SeatOffer,
    /// Whether it is connected now.
    pub connected: bool,
    /// Whether it offers its camera.
    pub offers_camera: bool,
    /// Its address in the net.
    pub address: String,
    /// How wrong its clock is, one sentence; absent if it agrees.
    pub clock: Option<String>,
}

/// The phones, for the host's screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PhonesView {
    /// The interfaces of this computer, the likeliest first.
    pub interfaces: Vec<NetInterface>,
    /// The one the server is bound to; absent while phones are off.
    pub bound_to: Option<NetInterface>,
    /// The invitation; absent while phones are off.
    pub invitation: Option<Invitation>,
    /// The SHA-256 fingerprint of the certificate, in hexadecimal pairs; absent while phones are off.
    pub fingerprint: Option<String>,
    /// The phones, in the order in which they came; those that were thrown out or left are not listed.
    pub phones: Vec<PhoneRow>,
    /// What the host should know: wrong keys that were tried, too many connections …, newest first.
    pub alarms: Vec<String>,
    /// Why phones could not be switched on, or what hinders them.
    pub trouble: Option<Refusal>,
}
