//! Calls of phones. Every call is checked as a stranger's: the seat is the one that the host has granted.

use crate::session::{Earlier, Job, Once, Session};
use crate::state::server::Server;
use crate::table_service::CallFrom;
use crate::wire::{Answer, Call, CallMessage, CameraOffer, CameraStatus, PhoneId, Refusal, Reply, SeatRole};
use std::future::Future;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

const TOO_MANY: &str =
    "This phone asks for more than the computer can answer: wait a moment, then try again.";

/// An answer that refuses.
pub fn refused(id: String, refusal: Refusal) -> Answer {
    Answer { id, ok: None, refused: Some(refusal) }
}

/// Begins a call and returns its answer to come. Commands are queued before this returns, so they are carried out in
/// the order of these calls, also if nobody waits for the answer any more.
pub fn begin(
    server: &Arc<Server>,
    session: &Arc<Session>,
    message: CallMessage,
) -> impl Future<Output = Answer> + Send + use<> {
    let (server, session) = (server.clone(), session.clone());
    let id = message.id.clone();
    let well_formed = (1..=40).contains(&id.chars().count()) && !id.chars().any(char::is_control);
    let queued = if well_formed && message.call.is_command() {
        let (answer, answered) = oneshot::channel();
        let job = Job { message: message.clone(), answer };
        Some(session.commands.try_send(job).map(|()| answered).map_err(|_| Refusal::new(TOO_MANY)))
    } else {
        None
    };
    async move {
        let answer = match queued {
            _ if !well_formed => Err(Refusal::new("A call's id has 1 to 40 characters: reload the page.")),
            Some(Err(refusal)) => Err(refusal),
            Some(Ok(answered)) => {
                let gone = |_| refused(id.clone(), Refusal::new("This phone has left the table."));
                return answered.await.unwrap_or_else(gone);
            }
            None => read(&server, &session, message.call).await,
        };
        answered(id, answer)
    }
}

fn answered(id: String, answer: Result<Reply, Refusal>) -> Answer {
    match answer {
        Ok(ok) => Answer { id, ok: Some(ok), refused: None },
        Err(refusal) => refused(id, refusal),
    }
}

/// Carries out a phone's commands one after the other, each id once, until its session ends. A repeated command waits
/// here behind the first, and is then answered as that one was.
pub async fn carry_out_commands(server: Arc<Server>, phone: PhoneId, mut jobs: mpsc::Receiver<Job>) {
    let mut once = Once::default();
    while let Some(Job { message, answer }) = jobs.recv().await {
        let reply = match may_command(&server, phone) {
            Err(refusal) => refused(message.id, refusal),
            Ok(()) => match once.earlier(&message) {
                Earlier::Answered(answer) => answer,
                Earlier::Other => refused(
                    message.id,
                    Refusal::new(
                        "Another command was sent with the same id: reload the page, then give it again.",
                    ),
                ),
                Earlier::None => {
                    let reply =
                        answered(message.id.clone(), ask_table(&server, phone, message.call.clone()).await);
                    once.keep(&message, &reply);
                    reply
                }
            },
        };
        // Nobody may wait for it any more: the phone has lost its connection, and will ask again.
        let _ = answer.send(reply);
    }
}

fn may_command(server: &Server, phone: PhoneId) -> Result<(), Refusal> {
    match server.phones().seat(phone)?.role {
        SeatRole::Onlooker => {
            Err(Refusal::new("An onlooker gives no commands: ask the host for a player's seat."))
        }
        SeatRole::Player | SeatRole::Umpire => Ok(()),
    }
}

/// Answers a call that changes no battle. A few of a phone's are answered at the same time.
async fn read(server: &Arc<Server>, session: &Session, call: Call) -> Result<Reply, Refusal> {
    let phone = session.phone;
    match call {
        Call::AskForSeat { seat } => {
            server.phones().ask_for_seat(phone, &seat, &server.offers())?;
            server.changed.notify_one();
            Reply::of(&())
        }
        Call::Leave => {
            server.remove_phone(phone);
            Reply::of(&())
        }
        Call::OfferCamera { offer } => offer_camera(server, phone, offer).await,
        Call::CameraStatus { status } => camera_status(server, phone, status).await,
        call => {
            let _waiting = session.waiting_reads.try_acquire().map_err(|_| Refusal::new(TOO_MANY))?;
            let _read = session.reads.acquire().await.map_err(|_| Refusal::new(TOO_MANY))?;
            ask_table(server, phone, call).await
        }
    }
}

async fn ask_table(server: &Server, phone: PhoneId, call: Call) -> Result<Reply, Refusal> {
    let seat = server.phones().seat(phone)?;
    let table = server.table.clone();
    blocking(move || table.answer(CallFrom { phone, seat: &seat, call: &call })).await?
}

async fn offer_camera(server: &Server, phone: PhoneId, offer: Option<CameraOffer>) -> Result<Reply, Refusal> {
    may_be_camera(server, phone)?;
    let sizes = 1..=20_000;
    let is_sound = offer.as_ref().is_none_or(|offer| {
        offer.device.len() == 32
            && offer.device.bytes().all(|digit| digit.is_ascii_hexdigit())
            && offer.lens.chars().count() <= 200
            && sizes.contains(&offer.width_px)
            && sizes.contains(&offer.height_px)
    });
    if !is_sound {
        return Err(Refusal::new("The camera's description can't be read: reload the page, then try again."));
    }
    let name = server.phones().name(phone);
    server.phones().set_camera(phone, offer.clone());
    server.changed.notify_one();
    let table = server.table.clone();
    blocking(move || table.camera_offered(phone, &name, offer.as_ref())).await?;
    Reply::of(&())
}

async fn camera_status(server: &Server, phone: PhoneId, status: CameraStatus) -> Result<Reply, Refusal> {
    may_be_camera(server, phone)?;
    if !server.phones().offers_camera(phone) {
        return Err(Refusal::new("This phone's camera is not offered: offer it again."));
    }
    let table = server.table.clone();
    blocking(move || table.camera_status(phone, &status)).await?;
    Reply::of(&())
}

fn may_be_camera(server: &Server, phone: PhoneId) -> Result<(), Refusal> {
    if server.phones().may_be_camera(phone) {
        return Ok(());
    }
    Err(Refusal::new("Only a phone that the host has let in can be the camera: ask at the computer."))
}

/// Asks the table on a thread that may wait.
///
/// # Errors
/// When the table's code panics: that is reported at the host.
pub async fn blocking<T: Send + 'static>(ask: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    let asked = tokio::task::spawn_blocking(ask).await;
    asked.map_err(|_| {
        Refusal::new("Something went wrong in the app at the computer: look at the host's screen.")
    })
}
