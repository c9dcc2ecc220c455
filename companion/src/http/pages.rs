//! The files of the phones' page, which are built into the program.

use crate::http::refused::Refused;
use crate::state::{Server, blocking};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The longest name of a file.
const MAX_NAME_BYTES: usize = 120;

/// The page itself.
pub async fn front(State(server): State<Arc<Server>>) -> Result<Response, Refused> {
    page(server, "phone.html".to_owned()).await
}

/// A file of the page.
pub async fn file(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Refused> {
    let name = uri.path().trim_start_matches('/');
    if name.starts_with("api/") || !is_name(name) {
        return Err(nothing_here());
    }
    page(server, name.to_owned()).await
}

async fn page(server: Arc<Server>, name: String) -> Result<Response, Refused> {
    // The names of these files have a hash of their content.
    let caching =
        if name.starts_with("assets/") { "private, max-age=31536000, immutable" } else { "no-store" };
    let table = server.table.clone();
    let page = blocking(move || table.page(&name)).await?.ok_or_else(nothing_here)?;
    let headers = [(CONTENT_TYPE, page.media_type), (CACHE_CONTROL, caching.to_owned())];
    Ok((headers, page.bytes).into_response())
}

fn nothing_here() -> Refused {
    Refused::new(
        StatusCode::NOT_FOUND,
        "There is nothing at this address: scan the code on the computer's screen.",
    )
}

/// Whether a name can be one of a built file: parts of letters, digits, `.`, `_` and `-`, none of which begins with a
/// dot. So no name leads out of a folder, whatever looks it up.
fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    name.len() <= MAX_NAME_BYTES && name.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_looked_up() {
        for name in ["phone.html", "assets/phone-B3x_9.js", "assets/fonts/a.woff2"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(121);
        for name in
            ["", "../x", "a/../b", "a//b", "/etc/passwd", ".env", "a/.b", "a%2e", "a\\b", "C:x", "ä", &long]
        {
            assert!(!is_name(name), "{name}");
        }
    }
}
