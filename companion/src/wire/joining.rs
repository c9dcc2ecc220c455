//! Joining: a phone shows the key of the invitation, asks for a seat, and waits until the host lets it in.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A phone that has joined, numbered from 1 since the server was started. It names the phone to the host; what proves
/// it to the server is its session cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct PhoneId(pub u32);

/// What a seat may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatRole {
    /// Sees what everybody may see, and gives no commands.
    Onlooker,
    /// Plays a side, or the ships of a named player.
    Player,
    /// Umpires.
    Umpire,
}

/// A seat of the battle in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SeatOffer {
    /// The seat's key in `battle`: "everyone" for onlookers, "umpire", a side's key, or a player's seat ("player:Ann").
    pub key: String,
    /// Its title ("Union", "Ann (Union)", "Umpire", "Onlooker").
    pub title: String,
    /// What it may do.
    pub role: SeatRole,
    /// Identifies the battle it belongs to, in any campaign (it is not the battle's number); absent for onlookers, who
    /// need none. A seat ends with its battle.
    #[ts(type = "number | null")]
    pub battle: Option<i64>,
}

/// A phone's request to join, with `POST /api/join`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct JoinRequest {
    /// The one-time key of the invitation, from the address in the QR code (after `#`).
    pub key: String,
    /// The name to show, 1 to 40 characters.
    pub name: String,
    /// The key of the seat that it asks for.
    pub seat: String,
    /// The phone's clock, milliseconds since 1970: a wrong clock is reported, because certificates depend on it.
    #[ts(type = "number")]
    pub clock_ms: i64,
}

/// Where a phone stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It waits until the host lets it in.
    Waiting,
    /// It has its seat.
    Seated,
    /// The host said no, or took the seat back: the phone must join again with a new key.
    ThrownOut,
    /// Its seat ended with its battle: it may ask for another one (`Call::AskForSeat`).
    SeatEnded,
}

/// A phone's own state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PhoneState {
    /// Its number.
    pub phone: PhoneId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub standing: Standing,
    /// The seat it has, or asks for.
    pub seat: SeatOffer,
    /// The seats it may ask for.
    pub offers: Vec<SeatOffer>,
    /// The SHA-256 fingerprint of the certificate, in hexadecimal pairs, to compare with the one on the host's screen.
    pub fingerprint: String,
    /// How wrong its clock is, one sentence; absent if it agrees with the host's.
    pub clock: Option<String>,
}
