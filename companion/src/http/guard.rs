//! The checks that every request passes before anything looks at it.

use crate::http::headers::SecurityHeaders;
use crate::http::refused::Refused;
use crate::limits::Alarm;
use crate::state::{ConnectionSlot, Server};
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The longest address of a request.
const MAX_URI_BYTES: usize = 1024;

/// What the checks need.
#[derive(Clone)]
pub struct Guard {
    server: Arc<Server>,
    headers: Arc<SecurityHeaders>,
    host: Arc<str>,
    origin: Arc<str>,
}

impl Guard {
    /// The checks of this server.
    pub fn new(server: Arc<Server>) -> Self {
        let (host, origin) = (server.host(), server.origin());
        Self {
            headers: Arc::new(SecurityHeaders::new(&host)),
            host: host.into(),
            origin: origin.into(),
            server,
        }
    }

    fn check(&self, connection: &ConnectionSlot, request: &Request) -> Result<(), Refused> {
        if !self.server.may_request(connection.address()) {
            return Err(Refused::too_many());
        }
        if request.uri().to_string().len() > MAX_URI_BYTES {
            return Err(Refused::new(
                StatusCode::URI_TOO_LONG,
                "The request's address is too long: reload the page.",
            ));
        }
        let header = |name: HeaderName| request.headers().get(name).map(|value| value.as_bytes());
        // Another name than the address means that a page elsewhere has pointed its own name here (DNS rebinding).
        if header(HOST) != Some(self.host.as_bytes()) {
            let sentence = format!(
                "This table is reached as {} only: scan the code on the computer's screen.",
                self.origin
            );
            return Err(Refused::new(StatusCode::MISDIRECTED_REQUEST, sentence));
        }
        let must_name_origin = request.method() == Method::POST || request.uri().path() == "/api/socket";
        match header(ORIGIN) {
            Some(origin) if origin == self.origin.as_bytes() => Ok(()),
            None if !must_name_origin => Ok(()),
            _ => {
                self.server.raise(Alarm::ForeignOrigin, connection.address().to_string());
                let sentence =
                    "Only this table's own page may do that: scan the code on the computer's screen.";
                Err(Refused::new(StatusCode::FORBIDDEN, sentence))
            }
        }
    }
}

/// Checks a request, lets it be answered, and adds the headers of every answer.
pub async fn guarded(
    State(guard): State<Guard>,
    Extension(connection): Extension<Arc<ConnectionSlot>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.check(&connection, &request) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    guard.headers.add_to(response.headers_mut());
    response
}
