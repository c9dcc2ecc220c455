//! The table's real server on this computer, and phones as real TLS clients.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

// Shared with the tests of the server, which use more of it.
#[allow(dead_code)]
#[path = "../../../../companion/tests/phones/support/client.rs"]
pub mod client;
#[allow(dead_code)]
#[path = "../../../../companion/tests/phones/support/phone.rs"]
pub mod phone;

use crate::phones::Phones;
use crate::phones::certificate::certificate;
use crate::phones::tests::evening::Evening;
use client::Client;
use companion::Page;
use companion::wire::PhoneId;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::SystemTime;

/// The server of an evening.
pub struct TestServer {
    pub evening: Evening,
    pub phones: Arc<Phones>,
    pub client: Client,
}

impl TestServer {
    /// Switches phones on.
    pub fn start(evening: Evening) -> Self {
        let page = |name: &str| {
            (name == "phone.html")
                .then(|| Page { bytes: b"the page".to_vec(), media_type: "text/html".into() })
        };
        let phones = Phones::open(Arc::clone(&evening.shell), Box::new(page)).unwrap();
        phones.start("127.0.0.1").unwrap();
        let url = phones.view().invitation.unwrap().url;
        let address: SocketAddr =
            url.strip_prefix("https://").unwrap().split('/').next().unwrap().parse().unwrap();
        let kept = certificate(evening.shell.live.folder(), address.ip(), SystemTime::now()).unwrap();
        Self { client: Client::trusting(kept.cert_pem(), address), evening, phones }
    }

    /// The key that the host's screen shows now.
    pub fn key(&self) -> String {
        self.phones.view().invitation.unwrap().url.split_once('#').unwrap().1.to_owned()
    }

    pub fn let_in(&self, phone: PhoneId) {
        self.phones.let_in(phone).unwrap();
    }
}
