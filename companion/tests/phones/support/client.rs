//! A web client that trusts the table's certificate.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};
use serde_json::Value;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Where the server is, and how to reach it.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    from: Option<IpAddr>,
    config: Arc<ClientConfig>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Got {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

impl Client {
    /// Trusts this certificate and no other, checks its address and dates as browsers do.
    pub fn trusting(cert_pem: &str, address: SocketAddr) -> Self {
        Self::with_versions(cert_pem, address, rustls::ALL_VERSIONS)
    }

    pub fn with_versions(
        cert_pem: &str,
        address: SocketAddr,
        versions: &[&'static SupportedProtocolVersion],
    ) -> Self {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(cert_pem.as_bytes()).unwrap()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_protocol_versions(versions)
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { address, from: None, config: Arc::new(config) }
    }

    pub fn origin(&self) -> String {
        format!("https://{}", self.address)
    }

    /// The same client at another address of this computer.
    pub fn at_address(mut self, from: IpAddr) -> Self {
        self.from = Some(from);
        self
    }

    pub async fn tcp(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(from) = self.from {
            socket.bind(SocketAddr::new(from, 0))?;
        }
        let stream = socket.connect(self.address).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    pub async fn tls(&self) -> io::Result<TlsStream<TcpStream>> {
        let stream = self.tcp().await?;
        let name = ServerName::IpAddress(self.address.ip().into());
        TlsConnector::from(self.config.clone()).connect(name, stream).await
    }

    /// A connection for requests one after the other.
    pub async fn connection(&self) -> io::Result<SendRequest<Body>> {
        let (sender, connection) =
            handshake(TokioIo::new(self.tls().await?)).await.map_err(io::Error::other)?;
        tokio::spawn(connection);
        Ok(sender)
    }

    /// A request as the table's own page makes it; `cookie` may be empty.
    pub fn request(&self, method: &str, path: &str, cookie: &str, body: impl Into<Body>) -> Request<Body> {
        let mut request =
            Request::builder().method(method).uri(path).header("host", self.address.to_string());
        if method == "POST" {
            request = request.header("origin", self.origin());
        }
        if !cookie.is_empty() {
            request = request.header("cookie", cookie);
        }
        request.body(body.into()).unwrap()
    }

    pub async fn send(&self, request: Request<Body>) -> io::Result<Got> {
        let mut connection = self.connection().await?;
        read(connection.send_request(request).await.map_err(io::Error::other)?).await
    }

    pub async fn get(&self, path: &str, cookie: &str) -> Got {
        self.send(self.request("GET", path, cookie, Body::empty())).await.unwrap()
    }

    pub async fn post(&self, path: &str, cookie: &str, body: impl Into<Body>) -> Got {
        self.send(self.request("POST", path, cookie, body)).await.unwrap()
    }
}

/// Reads an answer to its end.
pub async fn read(response: Response<Incoming>) -> io::Result<Got> {
    let (parts, body) = response.into_parts();
    let body = to_bytes(Body::new(body), usize::MAX).await.map_err(io::Error::other)?;
    Ok(Got { status: parts.status, headers: parts.headers, body })
}
