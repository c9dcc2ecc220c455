//! Phones as the host's screen has them: off until somebody switches them on.

use crate::host::threads::spawn;
use crate::ipc::messages::Trouble;
use crate::ipc::seat::PHONES;
use crate::phones::certificate::certificate;
use crate::phones::live;
use crate::phones::service::{Pages, PhoneService};
use crate::shell::Shell;
use crate::table_session::BattleRecord;
use crate::table_session::latest::lock;
use companion::wire::{PhoneId, PhonesView, Refusal};
use companion::{Companion, CompanionError, Settings, interfaces};
use crossbeam_channel::Receiver;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};
use std::time::SystemTime;

/// Sends the list of phones to a screen; returns false if the screen is gone.
pub type PhonesSink = Box<dyn Fn(PhonesView) -> bool + Send>;

/// The first port that is tried: the usual second one of https. Tests run side by side, on any free one.
const PORT: u16 = if cfg!(test) { 0 } else { 8443 };
/// How many screens are sent the list of phones; the newest count.
const SCREENS: usize = 4;

/// The phones at the table.
pub struct Phones {
    shell: Arc<Shell>,
    service: Arc<PhoneService>,
    server: Mutex<Server>,
    screens: Mutex<Vec<PhonesSink>>,
    /// Itself, for the server's thread.
    own: Weak<Self>,
}

/// The server, or why there is none.
#[derive(Default)]
struct Server {
    running: Option<Arc<Companion>>,
    trouble: Option<Refusal>,
}

impl Phones {
    /// Phones of this table, switched off. A thread follows the battle in play from now on, for windows and phones.
    ///
    /// # Errors
    /// When the system can't start a thread.
    pub fn open(shell: Arc<Shell>, pages: Pages) -> Result<Arc<Self>, Trouble> {
        let news = shell.desk.heard();
        let phones = Arc::new_cyclic(|own| Self {
            service: Arc::new(PhoneService::new(Arc::clone(&shell), pages)),
            shell,
            server: Mutex::default(),
            screens: Mutex::default(),
            own: Weak::clone(own),
        });
        let followed = Arc::downgrade(&phones);
        spawn("battle news", move || follow_battle(&followed, &news))?;
        Ok(phones)
    }

    /// Switches phones on, on the interface with this address; a server that runs already is stopped.
    ///
    /// # Errors
    /// When the computer has no such address, or the server can't listen there. The screens are shown the same.
    pub fn start(&self, address: &str) -> Result<(), Trouble> {
        // Its port is free when it is gone.
        drop(self.replace(Server::default()));
        self.shell.live.phones.send_wishes_by(None);
        let started = self.start_on(address);
        let server = match &started {
            Ok(companion) => Server { running: Some(Arc::clone(companion)), trouble: None },
            Err(trouble) => Server { running: None, trouble: Some(Refusal::new(trouble.sentence.clone())) },
        };
        drop(self.replace(server));
        self.show_change();
        let companion = Arc::downgrade(&started?);
        self.shell.live.watch_live(PHONES, live::sink(Weak::clone(&companion)));
        self.shell.live.phones.send_wishes_by(Some(Arc::new(move |phone, wish| {
            if let Some(companion) = companion.upgrade() {
                companion.wish_of_camera(phone, wish);
            }
        })));
        Ok(())
    }

    fn start_on(&self, address: &str) -> Result<Arc<Companion>, Trouble> {
        let interface = interfaces().into_iter().find(|interface| interface.address == address);
        let interface = interface.ok_or_else(|| CompanionError::AddressGone(address.to_owned()))?;
        let ip: IpAddr = interface.address.parse()?;
        let certificate = certificate(self.shell.live.folder(), ip, SystemTime::now())?;
        let own = Weak::clone(&self.own);
        let on_change = move || {
            if let Some(phones) = own.upgrade() {
                phones.show_change();
            }
        };
        let settings = Settings { interface, port: PORT, certificate };
        let companion = Companion::start(settings, Arc::clone(&self.service) as _, Box::new(on_change))?;
        Ok(Arc::new(companion))
    }

    /// Switches phones off: every phone loses its connection and its seat at once.
    pub fn stop(&self) {
        drop(self.replace(Server::default()));
        self.shell.live.phones.send_wishes_by(None);
        self.show_change();
    }

    /// Replaces the server. The old one is dropped by the caller, without the lock: its threads may want to show a change.
    fn replace(&self, server: Server) -> Server {
        std::mem::replace(&mut *lock(&self.server), server)
    }

    /// Lets a waiting phone in, with the seat that it asks for.
    ///
    /// # Errors
    /// When phones are off, or it waits no longer.
    pub fn let_in(&self, phone: PhoneId) -> Result<(), Trouble> {
        Ok(self.running().ok_or_else(off)?.let_in(phone)?)
    }

    /// Refuses a waiting phone, or takes back the seat of one that has it.
    ///
    /// # Errors
    /// When phones are off, or it has left.
    pub fn throw_out(&self, phone: PhoneId) -> Result<(), Trouble> {
        Ok(self.running().ok_or_else(off)?.throw_out(phone)?)
    }

    /// Sends the list of phones to a screen, now and on every change.
    pub fn watch(&self, screen: PhonesSink) {
        if !screen(self.view()) {
            return;
        }
        let mut screens = lock(&self.screens);
        if screens.len() == SCREENS {
            drop(screens.remove(0));
        }
        screens.push(screen);
    }

    /// What the host's screen shows.
    pub fn view(&self) -> PhonesView {
        let (running, trouble) = {
            let server = lock(&self.server);
            (server.running.clone(), server.trouble.clone())
        };
        let view = running.map_or_else(off_view, |running| running.view());
        PhonesView { trouble: trouble.or(view.trouble), ..view }
    }

    fn running(&self) -> Option<Arc<Companion>> {
        lock(&self.server).running.clone()
    }

    /// Tells the screens what has changed, and forgets phones that have gone.
    fn show_change(&self) {
        let view = self.view();
        let phones: Vec<PhoneId> = view.phones.iter().map(|row| row.phone).collect();
        self.shell.stage.keep_phones(&phones);
        lock(&self.screens).retain(|screen| screen(view.clone()));
    }
}

/// Tells windows and phones of every change of the battle in play, until the app is gone. Seats end with their battle.
fn follow_battle(phones: &Weak<Phones>, news: &Receiver<()>) {
    let mut seats_of = None;
    while let (Ok(()), Some(phones)) = (news.recv(), phones.upgrade()) {
        let battle = phones.service.battle_in_play();
        if battle != seats_of
            && let Some(running) = phones.running()
        {
            running.seats_changed();
        }
        seats_of = battle;
        phones.shell.live.announce(phones.shell.desk.news());
    }
}

fn off() -> Trouble {
    Trouble::new("Phones are off: switch them on first.")
}

fn off_view() -> PhonesView {
    PhonesView {
        interfaces: interfaces(),
        bound_to: None,
        invitation: None,
        fingerprint: None,
        phones: Vec::new(),
        alarms: Vec::new(),
        trouble: None,
    }
}
