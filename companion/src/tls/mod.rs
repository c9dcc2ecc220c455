//! The certificate of this installation, and TLS with it.

mod acceptor;
mod certificate;

pub use acceptor::acceptor;
pub use certificate::Certificate;
