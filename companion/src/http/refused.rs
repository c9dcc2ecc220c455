//! Refusals as responses.

use crate::state::JoinFault;
use crate::wire::Refusal;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// A refusal with its status.
#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    refusal: Refusal,
}

impl Refused {
    /// Refuses with this status and sentence.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, refusal: Refusal::new(sentence) }
    }

    /// No session: the phone must join.
    pub fn no_session() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "This phone is not at the table: scan the code on the computer's screen to join.",
        )
    }

    /// More than is allowed in this time.
    pub fn too_many() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "This phone asks too often: wait a moment, then try again.")
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self { status: StatusCode::FORBIDDEN, refusal }
    }
}

impl From<JoinFault> for Refused {
    fn from(fault: JoinFault) -> Self {
        let status = match fault {
            JoinFault::Wait(_) | JoinFault::Full => StatusCode::TOO_MANY_REQUESTS,
            JoinFault::SpentKey | JoinFault::WrongKey => StatusCode::FORBIDDEN,
            JoinFault::Name(_) | JoinFault::NoSuchSeat => StatusCode::UNPROCESSABLE_ENTITY,
            JoinFault::Random(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self::new(status, fault.to_string())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(self.refusal)).into_response()
    }
}
