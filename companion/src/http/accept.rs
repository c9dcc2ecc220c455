//! Connections: TCP, then TLS, then HTTP/1.1, each with its limit of time.

use crate::http::router::router;
use crate::limits::WriteDeadline;
use crate::state::{ConnectionSlot, Server};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

/// How long the TLS handshake may take.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(5);
/// How long the head of a request may take; also how long a connection may be idle between requests.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// How long the other side may take nothing of what is sent.
const TAKES_WITHIN: Duration = Duration::from_secs(20);
/// The longest head of a request.
const MAX_HEAD_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;
/// The first byte of every TLS connection: a record of the handshake (RFC 8446, 5.1).
const TLS_HANDSHAKE: u8 = 0x16;

const NOT_ENCRYPTED: &str = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 52\r\n\
                             Connection: close\r\n\r\nThis table is reached with https:// only: scan again";

/// Accepts connections until it is dropped.
pub async fn accept_connections(listener: TcpListener, tls: TlsAcceptor, server: Arc<Server>) {
    let router = router(&server);
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // Without free file descriptors this would fail again at once.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // One too many is closed before it costs a handshake.
        let Some(connection) = server.open_connection(from.ip()) else { continue };
        tokio::spawn(serve(stream, tls.clone(), router.clone(), Arc::new(connection)));
    }
}

async fn serve(stream: TcpStream, tls: TlsAcceptor, router: Router, connection: Arc<ConnectionSlot>) {
    // Without it a small push may wait for the other side's acknowledgement. It is faster, not necessary.
    let _ = stream.set_nodelay(true);
    let Ok(Some(stream)) = timeout(HANDSHAKE_WITHIN, handshake(stream, tls)).await else { return };
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(connection.clone());
        router.clone().oneshot(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // How a connection ends is its own matter: what was wrong has been answered.
    let _ = served.await;
}

type Encrypted = tokio_rustls::server::TlsStream<WriteDeadline<TcpStream>>;

/// Begins TLS; none if the other side does not.
async fn handshake(mut stream: TcpStream, tls: TlsAcceptor) -> Option<Encrypted> {
    let mut first = [0];
    if stream.peek(&mut first).await.ok()? == 0 {
        return None;
    }
    if first != [TLS_HANDSHAKE] {
        stream.write_all(NOT_ENCRYPTED.as_bytes()).await.ok()?;
        stream.shutdown().await.ok()?;
        return None;
    }
    tls.accept(WriteDeadline::new(stream, TAKES_WITHIN)).await.ok()
}
