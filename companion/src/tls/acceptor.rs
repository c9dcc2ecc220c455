//! How connections are encrypted.

use crate::error::CompanionError;
use crate::tls::Certificate;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::version::{TLS12, TLS13};
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;

/// Accepts TLS 1.3 and 1.2, nothing older, and HTTP/1.1 only. The cryptography is named here, not taken from the
/// process, so that nothing else in the app can change it.
///
/// # Errors
/// When TLS refuses the certificate.
pub fn acceptor(certificate: &Certificate) -> Result<TlsAcceptor, CompanionError> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS13, &TLS12])?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der()], certificate.private_key()?)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
