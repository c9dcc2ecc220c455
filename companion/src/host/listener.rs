//! Where the server listens.

use crate::error::CompanionError;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener};

/// Ports that are tried, from the one asked for.
const MAX_PORTS: u16 = 8;

/// Listens at one address of this computer, never at all of them. If the port is in use, the next few are tried. Also returns
/// the address with the port.
///
/// # Errors
/// When it can't listen there.
pub fn listen(address: &str, port: u16) -> Result<(TcpListener, SocketAddr), CompanionError> {
    let ip: IpAddr = address.parse().map_err(|_| CompanionError::NoSingleInterface(address.to_owned()))?;
    if ip.is_unspecified() || ip.is_multicast() {
        return Err(CompanionError::NoSingleInterface(address.to_owned()));
    }
    let last = if port == 0 { 0 } else { port.saturating_add(MAX_PORTS - 1) };
    for port in port..=last {
        let address = SocketAddr::new(ip, port);
        match TcpListener::bind(address) {
            Ok(listener) => {
                let bound = listener.set_nonblocking(true).and_then(|()| listener.local_addr());
                let listening = bound.map(|bound| (listener, bound));
                return listening.map_err(|source| CompanionError::Listen { address, source });
            }
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) if error.kind() == ErrorKind::AddrNotAvailable => {
                return Err(CompanionError::AddressGone(ip.to_string()));
            }
            Err(source) => return Err(CompanionError::Listen { address, source }),
        }
    }
    Err(CompanionError::PortsInUse { first: port, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_listens_at_one_address_and_takes_the_next_free_port() {
        let (_first, address) = listen("127.0.0.1", 0).unwrap();
        let port = address.port();
        let (_second, next) = listen("127.0.0.1", port).unwrap();
        assert!(next.ip().is_loopback() && next.port() > port, "{next}");
        for everywhere in ["0.0.0.0", "::", "224.0.0.1", "", "home"] {
            assert!(
                matches!(listen(everywhere, 0), Err(CompanionError::NoSingleInterface(_))),
                "{everywhere}"
            );
        }
        assert!(matches!(listen("192.0.2.1", 0), Err(CompanionError::AddressGone(_))));
        let many: Vec<_> = (0..MAX_PORTS).filter_map(|_| listen("127.0.0.1", port).ok()).collect();
        assert!(
            matches!(listen("127.0.0.1", port), Err(CompanionError::PortsInUse { .. })),
            "{}",
            many.len()
        );
    }
}
