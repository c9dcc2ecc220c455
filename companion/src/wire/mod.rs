//! The messages between phones, this server and the shell: plain data from which ts-rs generates the TypeScript types.
//! Both transports, the WebSocket and server-sent events with POST, carry the same messages.

mod call;
mod camera;
mod host_view;
mod joining;
mod push;
mod refusal;

pub use call::{Answer, Call, CallMessage, ChartRequest, Reply};
pub use camera::{CameraOffer, CameraStatus, CameraWish};
pub use host_view::{Invitation, NetInterface, PhoneRow, PhonesView, QrCode};
pub use joining::{JoinRequest, PhoneId, PhoneState, SeatOffer, SeatRole, Standing};
pub use push::Push;
pub use refusal::Refusal;
