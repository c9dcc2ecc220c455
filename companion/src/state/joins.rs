//! How a phone comes in: a right key, a name, a seat on offer; then it waits for the host.

use crate::joining::{KeyFault, clock_sentence, phone_name};
use crate::limits::Alarm;
use crate::state::calls::carry_out_commands;
use crate::state::phones::NewPhone;
use crate::state::server::{Server, Token, lock};
use crate::wire::{JoinRequest, PhoneId, PhoneState, Refusal};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A phone that has joined and waits.
pub struct Joined {
    /// Its state.
    pub state: PhoneState,
    /// The token of its session, for its cookie: the server keeps only the hash.
    pub token: Token,
}

/// Why a phone can't join.
#[derive(Debug, thiserror::Error)]
pub enum JoinFault {
    /// Too many wrong keys came from its address.
    #[error(
        "Too many wrong codes came from this phone: wait {0} seconds, then scan the code on the computer's screen."
    )]
    Wait(u64),
    /// The key was used already, or has expired.
    #[error("This code was used already or is too old: scan the one that is on the computer's screen now.")]
    SpentKey,
    /// The key is none of this table.
    #[error("This code is not of this table: scan the one that is on the computer's screen now.")]
    WrongKey,
    /// The name is refused.
    #[error("{}", .0.sentence)]
    Name(Refusal),
    /// The seat is not offered.
    #[error("That seat is not offered now: choose another one.")]
    NoSuchSeat,
    /// Too many phones wait, or are at the table.
    #[error(
        "Too many phones are at this table or wait for it: ask the host to let some in or throw some out."
    )]
    Full,
    /// The system gives no random numbers.
    #[error(
        "The computer can make no secret for this phone ({0}): ask the host to switch phones off and on again."
    )]
    Random(#[from] getrandom::Error),
}

/// Whether a key opens the table now. A wrong one slows this address down and is shown to the host.
///
/// # Errors
/// When it does not, or the address must wait.
pub fn check_key(server: &Server, address: IpAddr, key: &str) -> Result<(), JoinFault> {
    let now = Instant::now();
    if let Some(wait) = lock(&server.throttle).wait(address, now) {
        return Err(JoinFault::Wait(wait.as_secs() + 1));
    }
    let checked = lock(&server.invitations).check(key, now);
    checked.map_err(|fault| match fault {
        KeyFault::Spent => JoinFault::SpentKey,
        KeyFault::Wrong => {
            lock(&server.throttle).wrong_key(address, now);
            server.raise(Alarm::WrongKey, address.to_string());
            JoinFault::WrongKey
        }
    })
}

/// Puts a phone into the list of those that wait, and shows a new key. `earlier`: the session that the same browser had
/// before, which ends.
///
/// # Errors
/// When something is wrong with the request: the key can then be used again.
pub async fn join(
    server: &Arc<Server>,
    address: IpAddr,
    request: &JoinRequest,
    earlier: Option<PhoneId>,
) -> Result<Joined, JoinFault> {
    check_key(server, address, &request.key)?;
    let name = phone_name(&request.name).map_err(JoinFault::Name)?;
    server.read_offers().await;
    let offers = server.offers();
    let seat = offers.iter().find(|offer| offer.key == request.seat).ok_or(JoinFault::NoSuchSeat)?.clone();
    if !server.phones().has_room() {
        server.raise(Alarm::WaitList, address.to_string());
        return Err(JoinFault::Full);
    }
    let token = Token::generate()?;
    let now = Instant::now();
    {
        // Checked again together with the replacement, so that of two phones with the same key one comes in.
        let mut invitations = lock(&server.invitations);
        invitations.check(&request.key, now).map_err(|_| JoinFault::SpentKey)?;
        invitations.replace(now)?;
    }
    lock(&server.throttle).right_key(address);
    if let Some(earlier) = earlier {
        server.remove_phone(earlier);
    }
    let host_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let clock = clock_sentence(request.clock_ms, i64::try_from(host_ms).unwrap_or(i64::MAX));
    let new = NewPhone { name, seat, clock, address, token: token.hash() };
    let (state, jobs) = server.phones().add(new, &offers, &server.fingerprint, now);
    tokio::spawn(carry_out_commands(server.clone(), state.phone, jobs));
    server.changed.notify_one();
    Ok(Joined { state, token })
}
