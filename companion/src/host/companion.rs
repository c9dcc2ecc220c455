//! The server as the app holds it.

use crate::error::CompanionError;
use crate::host::interfaces::interfaces;
use crate::host::listener::listen;
use crate::host::qr::qr_code;
use crate::http::accept_connections;
use crate::state::{Server, sweep};
use crate::table_service::TableService;
use crate::tls::{Certificate, acceptor};
use crate::wire::{CameraWish, Invitation, NetInterface, PhoneId, PhonesView, Refusal, Reply};
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;

/// Threads that carry messages, and those that may wait for the app.
const WORKERS: usize = 2;
const MAX_WAITING_THREADS: usize = 24;
/// How long the calls in work may take when the server stops.
const STOPS_WITHIN: Duration = Duration::from_millis(500);
/// The host is told of changes at most so often.
const TELLS_EVERY: Duration = Duration::from_millis(50);

/// Where the server listens, and with which certificate.
#[derive(Clone)]
pub struct Settings {
    /// The interface it is bound to: one, never all.
    pub interface: NetInterface,
    /// The port; 0 for any free one. If it is in use, the next few are tried.
    pub port: u16,
    /// The certificate.
    pub certificate: Certificate,
}

/// The server of the phones, running. Dropping it stops it at once: all connections end, and the port is free again.
pub struct Companion {
    server: Arc<Server>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Companion {
    /// Starts the server. `on_change` is called on a thread of the server whenever [`Companion::view`] has changed; it
    /// may wait.
    ///
    /// # Errors
    /// When it can't listen there.
    pub fn start(
        settings: Settings,
        table: Arc<dyn TableService>,
        on_change: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Self, CompanionError> {
        let Settings { interface, port, certificate } = settings;
        let tls = acceptor(&certificate)?;
        let (listener, address) = listen(&interface.address, port)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .max_blocking_threads(MAX_WAITING_THREADS)
            .thread_name("phones")
            .enable_all()
            .build()
            .map_err(CompanionError::Thread)?;
        let fingerprint = certificate.fingerprint();
        let server = Server::new(table, interface, address, fingerprint, runtime.handle().clone())?;
        let server = Arc::new(server);
        let (stop, stopped) = oneshot::channel();
        let running = Running { runtime, listener, tls, server: server.clone(), on_change: on_change.into() };
        let thread = Builder::new().name("phones".to_owned()).spawn(move || running.run(stopped));
        Ok(Self { server, stop: Some(stop), thread: Some(thread.map_err(CompanionError::Thread)?) })
    }

    /// What the host's screen shows.
    pub fn view(&self) -> PhonesView {
        let (key, expires_in) = self.server.invitation();
        let url = format!("{}/#{key}", self.server.origin());
        let qr = qr_code(&url);
        let drawn = qr.as_ref().map_err(|error| Refusal::new(error.to_string()));
        let trouble = drawn.err().or_else(|| self.server.trouble());
        let expires_in_s = u32::try_from(expires_in.as_secs()).unwrap_or(u32::MAX);
        PhonesView {
            interfaces: interfaces(),
            bound_to: Some(self.server.interface.clone()),
            invitation: qr.ok().map(|qr| Invitation { url, qr, expires_in_s }),
            fingerprint: Some(self.server.fingerprint.clone()),
            phones: self.server.phones().rows(),
            alarms: self.server.alarms(),
            trouble,
        }
    }

    /// Lets a waiting phone in, with the seat that it asks for.
    ///
    /// # Errors
    /// When it no longer waits, or its seat is not offered any more.
    pub fn let_in(&self, phone: PhoneId) -> Result<(), CompanionError> {
        let offers = self.server.offers();
        let let_in = self.server.phones().let_in(phone, &offers);
        self.server.changed.notify_one();
        let_in
    }

    /// Refuses a waiting phone, or takes back the seat of one that has it.
    ///
    /// # Errors
    /// When it has left.
    pub fn throw_out(&self, phone: PhoneId) -> Result<(), CompanionError> {
        let (name, thrown_out) = {
            let mut phones = self.server.phones();
            (phones.name(phone), phones.throw_out(phone))
        };
        if thrown_out? {
            self.server.tell_camera_soon(phone, name, None);
        }
        self.server.changed.notify_one();
        Ok(())
    }

    /// Sends the live table to all seated phones. The newest wins: a slow phone misses the ones between.
    pub fn show_live(&self, live: Reply) {
        self.server.live.send_replace(Some(live));
    }

    /// Says that the seats on offer may have changed: they are read again soon, and seats of another battle end.
    pub fn seats_changed(&self) {
        self.server.read_offers_soon();
    }

    /// Tells a phone what is wanted from its camera. Nothing happens if it does not offer one.
    pub fn wish_of_camera(&self, phone: PhoneId, wish: CameraWish) {
        self.server.phones().wish_of_camera(phone, wish);
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported; there is nothing left to stop.
            let _ = thread.join();
        }
    }
}

/// What the server's thread owns.
struct Running {
    runtime: Runtime,
    listener: TcpListener,
    tls: TlsAcceptor,
    server: Arc<Server>,
    on_change: Arc<dyn Fn() + Send + Sync>,
}

impl Running {
    fn run(self, stopped: oneshot::Receiver<()>) {
        let Self { runtime, listener, tls, server, on_change } = self;
        runtime.block_on(async {
            tokio::select! {
                _ = stopped => {}
                Err(error) = serve(listener, tls, server.clone()) => {
                    server.set_trouble(Some(Refusal::new(format!(
                        "Phones have stopped ({error}): switch them off and on again."
                    ))));
                }
                () = sweep(server.clone(), interfaces) => {}
                () = tell_host(server.clone(), on_change) => {}
            }
        });
        runtime.shutdown_timeout(STOPS_WITHIN);
    }
}

async fn serve(listener: TcpListener, tls: TlsAcceptor, server: Arc<Server>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    server.read_offers().await;
    accept_connections(listener, tls, server).await;
    Ok(())
}

async fn tell_host(server: Arc<Server>, on_change: Arc<dyn Fn() + Send + Sync>) {
    loop {
        server.changed.notified().await;
        let on_change = on_change.clone();
        // A panic there is reported where it happens.
        let _ = tokio::task::spawn_blocking(move || on_change()).await;
        sleep(TELLS_EVERY).await;
    }
}
