//! Errors of the server, each one sentence for the host's screen.

use std::io;
use std::net::SocketAddr;

/// Why phones can't be switched on, or why a command of the host was refused.
#[derive(Debug, thiserror::Error)]
pub enum CompanionError {
    /// Every port that was tried is in use.
    #[error(
        "Phones can't be switched on: other programs use the ports {first} to {last} of this computer. Close them, or \
         start the app again."
    )]
    PortsInUse {
        /// The port that was asked for.
        first: u16,
        /// The last one tried.
        last: u16,
    },
    /// The chosen address is no longer (or never was) one of this computer.
    #[error(
        "Phones can't be switched on: this computer no longer has the address {0}. Join the network again, or choose \
         another one."
    )]
    AddressGone(String),
    /// The address is one that listens on every interface, or none that a phone could reach.
    #[error("Phones can't be switched on at {0}: choose one network of this computer, not all of them.")]
    NoSingleInterface(String),
    /// The system does not let the app listen.
    #[error(
        "Phones can't be switched on: the system does not let this app listen on {address} ({source}). Allow it in the \
         firewall, or choose another network."
    )]
    Listen {
        /// Where.
        address: SocketAddr,
        /// The system's reason.
        source: io::Error,
    },
    /// The server's thread could not be started.
    #[error("Phones can't be switched on: the system gives the app no thread ({0}). Close other programs.")]
    Thread(io::Error),
    /// The system gives no random numbers, so no key would be secret.
    #[error(
        "Phones can't be switched on: the system gives no random numbers ({0}). Start the computer again."
    )]
    Random(getrandom::Error),
    /// No certificate could be made.
    #[error("Phones can't be switched on: no certificate can be made ({0}).")]
    Certificate(#[from] rcgen::Error),
    /// The stored certificate or its key can't be read.
    #[error("The stored certificate of phones can't be used ({0}): a new one is needed.")]
    StoredCertificate(String),
    /// TLS refuses the certificate.
    #[error("Phones can't be switched on: TLS refuses the certificate ({0}).")]
    Tls(#[from] rustls::Error),
    /// The address can't be drawn as a QR code.
    #[error("The code for phones can't be drawn ({0}).")]
    Qr(#[from] qrcode::types::QrError),
    /// No such phone is at the table.
    #[error("That phone has left the table.")]
    NoSuchPhone,
    /// The phone does not wait for a seat.
    #[error("That phone does not wait for a seat any more.")]
    NotWaiting,
    /// The seat that it asks for is not offered now.
    #[error("The battle in play has no seat \"{0}\" now: the phone must ask for another one.")]
    SeatNotOffered(String),
}

impl From<getrandom::Error> for CompanionError {
    fn from(error: getrandom::Error) -> Self {
        Self::Random(error)
    }
}
