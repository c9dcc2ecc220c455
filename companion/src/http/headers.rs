//! Headers that every answer has.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};

const FIXED: [(HeaderName, &str); 6] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(self), screen-wake-lock=(self), microphone=(), geolocation=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("x-frame-options"), "DENY"),
];

/// The headers of this server.
pub struct SecurityHeaders {
    policy: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// For the server at this host and port. The WebSocket's address is named, because older browsers do not count it
    /// as the page's own. Pictures that came as bytes (photographs, the live table) are shown from `blob:`.
    pub fn new(host: &str) -> Self {
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; \
             connect-src 'self' wss://{host}; media-src 'self' blob:; worker-src 'self'; frame-ancestors 'none'; \
             base-uri 'none'; form-action 'none'"
        );
        Self { policy: HeaderValue::from_str(&policy).ok() }
    }

    /// Adds them to an answer. What a file does not say about caching is never kept.
    pub fn add_to(&self, headers: &mut HeaderMap) {
        for (name, value) in FIXED {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if let Some(policy) = &self.policy {
            headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
        }
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
}
