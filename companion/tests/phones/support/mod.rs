//! A table without a battle, a server for it, and phones as real TLS clients.

pub mod client;
pub mod fake_table;
pub mod phone;

use client::Client;
use companion::wire::{PhoneId, PhonesView};
use companion::{Certificate, Companion, Settings, interfaces};
use fake_table::FakeTable;
use rustls::SupportedProtocolVersion;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::{Duration, Instant, SystemTime};

/// A running server on this computer alone.
pub struct TestServer {
    pub companion: Companion,
    pub table: Arc<FakeTable>,
    pub client: Client,
    pub changes: Arc<AtomicUsize>,
    pub certificate: Certificate,
}

static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Panics in the code of the server so far, of all tests of this program.
pub fn panics_of_the_server() -> Vec<String> {
    PANICS.lock().unwrap().clone()
}

fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let at = info.location().map(|at| at.file().replace('\\', "/")).unwrap_or_default();
            if !at.contains("tests/phones") {
                PANICS.lock().unwrap().push(info.to_string());
            }
            before(info);
        }));
    });
}

impl TestServer {
    pub fn start() -> Self {
        note_panics();
        let table = Arc::new(FakeTable::default());
        let certificate =
            Certificate::generate(&[IpAddr::V4(Ipv4Addr::LOCALHOST)], SystemTime::now()).unwrap();
        let interface = interfaces().pop().unwrap();
        assert_eq!(interface.address, "127.0.0.1");
        let settings = Settings { interface, port: 0, certificate: certificate.clone() };
        let changes = Arc::new(AtomicUsize::new(0));
        let counted = changes.clone();
        let on_change = Box::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let companion = Companion::start(settings, table.clone(), on_change).unwrap();
        let url = companion.view().invitation.unwrap().url;
        let address: SocketAddr =
            url.strip_prefix("https://").unwrap().split('/').next().unwrap().parse().unwrap();
        let client = Client::trusting(certificate.cert_pem(), address);
        Self { companion, table, client, changes, certificate }
    }

    /// A client that speaks this version of TLS only.
    pub fn client_with(&self, version: &'static SupportedProtocolVersion) -> Client {
        Client::with_versions(self.certificate.cert_pem(), self.client.address, &[version])
    }

    /// The key that the host's screen shows now.
    pub fn key(&self) -> String {
        self.companion.view().invitation.unwrap().url.split_once('#').unwrap().1.to_owned()
    }

    /// Waits until the host's screen shows something.
    pub async fn until(&self, what: &str, shown: impl Fn(&PhonesView) -> bool) -> PhonesView {
        let start = Instant::now();
        loop {
            let view = self.companion.view();
            if shown(&view) {
                return view;
            }
            assert!(start.elapsed() < Duration::from_secs(10), "{what} is not shown: {view:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub fn let_in(&self, phone: PhoneId) {
        self.companion.let_in(phone).unwrap();
    }
}
