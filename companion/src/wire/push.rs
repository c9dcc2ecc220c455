//! What the server sends to a phone of itself.

use crate::wire::{Answer, CameraWish, PhoneState, Reply};
use serde::Serialize;
use ts_rs::TS;

/// A message to a phone that it did not ask for; over the WebSocket, answers come the same way.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "push", rename_all = "snake_case")]
pub enum Push {
    /// Where the phone stands. Sent first on every connection, and on every change.
    State {
        /// Its state.
        state: PhoneState,
    },
    /// The live table (`LiveView` without pixels): the same for every seat, because everybody sees the table. Sent to
    /// seated phones, on every change and otherwise about once a second. `battle_news` tells when to call `changes`.
    Live {
        /// The view.
        #[ts(type = "unknown")]
        live: Reply,
    },
    /// What the app wants from this phone's camera. Sent while its camera is offered.
    Camera {
        /// The wish.
        wish: CameraWish,
    },
    /// The answer to a call (WebSocket only: a POST is answered by its response).
    Answer(Answer),
}
