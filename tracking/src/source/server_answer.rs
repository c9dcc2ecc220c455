//! Asks a server for its stream before OpenCV does. OpenCV opens one stream at a time in the whole process, so one that
//! never answers would hold up all others, and it doesn't say why it can't open one.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use url::{Position, Url};

/// The time limit for connecting, and for the whole answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest first part of an answer, bytes: some servers never end it.
const LONGEST_HEAD: usize = 8192;
/// The port of RTSP (RFC 7826).
const RTSP_PORT: u16 = 554;

/// Asks the server of `url` for its stream; returns why OpenCV would fail if it can't open it.
///
/// # Errors
/// When it will not be a video. All reasons are clauses for players, without name, password and path: some cameras have
/// the password in the path.
pub(super) fn ask(url: &Url) -> Result<String, String> {
    let host = url.host_str().unwrap_or("the other side");
    let default_port = || (url.scheme() == "rtsp").then_some(RTSP_PORT);
    let Some(address) = url.socket_addrs(default_port).ok().and_then(|found| found.first().copied()) else {
        return Err(format!("no device called {host} is found in this network"));
    };
    let head = TcpStream::connect_timeout(&address, PATIENCE).and_then(|stream| {
        // Without a library for encryption, only the connection can be tested.
        if url.scheme() == "https" { Ok(None) } else { head_of_answer(stream, url).map(Some) }
    });
    match head {
        Ok(None) => Ok(no_video(host)),
        Ok(Some(head)) => Answer::parsed(&head).judged(url, host),
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
            Err(format!("{host} is there, but nothing answers at port {}", address.port()))
        }
        Err(_) => Err(format!("{host} does not answer")),
    }
}

fn no_video(host: &str) -> String {
    format!("{host} answers, but sends no video that can be read")
}

/// Asks for the stream and returns the first part of the answer, up to its empty line; nothing if that never comes.
fn head_of_answer(mut stream: TcpStream, url: &Url) -> std::io::Result<String> {
    let mut bare = url.clone();
    // Both succeed for an address with a host.
    let _ = bare.set_username("").and_then(|()| bare.set_password(None));
    let request = if url.scheme() == "rtsp" {
        format!("DESCRIBE {bare} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n")
    } else {
        let host = &bare[Position::BeforeHost..Position::AfterPort];
        format!("GET {} HTTP/1.0\r\nHost: {host}\r\n\r\n", &bare[Position::BeforePath..Position::AfterQuery])
    };
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    let begun = Instant::now();
    let mut head = Vec::new();
    while head.len() < LONGEST_HEAD && !has_ended(&head) {
        let left = PATIENCE.saturating_sub(begun.elapsed()).max(Duration::from_millis(1));
        stream.set_read_timeout(Some(left))?;
        let mut part = [0; 1024];
        match stream.read(&mut part) {
            Ok(count) if count > 0 && begun.elapsed() < PATIENCE => head.extend_from_slice(&part[..count]),
            Err(error) if head.is_empty() => return Err(error),
            Ok(_) | Err(_) => break,
        }
    }
    if !has_ended(&head) {
        head.clear();
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn has_ended(head: &[u8]) -> bool {
    head.windows(4).any(|end| end == b"\r\n\r\n")
}

/// What the first lines of an answer say.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    /// The status code; `None` if it is no answer of such a server.
    status: Option<u16>,
    /// It is a page for a browser.
    page: bool,
}

impl Answer {
    fn parsed(head: &str) -> Self {
        let mut lines = head.lines();
        let mut words = lines.next().unwrap_or_default().split(' ');
        let named = words.next().is_some_and(|name| name.starts_with("HTTP/") || name.starts_with("RTSP/"));
        let status = words.next().filter(|_| named).and_then(|code| code.parse().ok());
        let page = lines.map(str::to_ascii_lowercase).any(|line| line.starts_with("content-type: text/html"));
        Self { status, page }
    }

    fn judged(&self, url: &Url, host: &str) -> Result<String, String> {
        let has_login = !url.username().is_empty();
        match self.status {
            None => Err(format!("{host} does not answer like a camera")),
            // OpenCV will send them.
            Some(401) if has_login => {
                Ok(format!("{host} refuses the name or the password in the address, or what follows them"))
            }
            Some(401) => Err(format!(
                "{host} asks for a name and a password, so write them into the address, like {}://name:password@{host}",
                url.scheme()
            )),
            Some(404) => Err(format!("{host} has no stream at this address, so check what follows its name")),
            // OpenCV asks in another way, and may be answered.
            Some(code) if code >= 400 => {
                Ok(format!("{host} refuses to send the stream (its answer is {code})"))
            }
            Some(200..300) if self.page => {
                Err(format!("{host} sends a web page, not a video, so use the address of the video itself"))
            }
            Some(_) => Ok(no_video(host)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_are_read_whatever_they_are() {
        let of = |head: &str| {
            let Answer { status, page } = Answer::parsed(head);
            (status, page)
        };
        assert_eq!(of("RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n"), (Some(404), false));
        assert_eq!(
            of("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"),
            (Some(200), true)
        );
        assert_eq!(of("SSH-2.0-OpenSSH_9.2\r\n"), (None, false));
        assert_eq!(of("HTTP/1.1 abc\r\n"), (None, false));
        assert_eq!(of(""), (None, false));
    }
}
