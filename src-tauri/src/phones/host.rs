//! Phones as the host's screen has them: off until somebody switches them on.

use crate::app::shell::Shell;
use crate::host::signal::Signal;
use crate::host::threads::spawn;
use crate::ipc::messages::Trouble;
use crate::ipc::seat::PHONES;
use crate::phones::certificate::certificate;
use crate::phones::live;
use crate::phones::service::PhoneService;
use crate::table_session::BattleRecord;
use crate::table_session::latest::lock;
use companion::wire::{NetInterface, PhoneId, PhonesView, Refusal};
use companion::{Companion, CompanionError, Page, Settings, interfaces};
use crossbeam_channel::{Receiver, select, tick};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, SystemTime};

/// A file of the phones' page by its name, from those built into the program.
pub type Pages = Box<dyn Fn(&str) -> Option<Page> + Send + Sync>;

/// Sends the list of phones to a screen; returns false if the screen is gone.
pub type PhonesSink = Box<dyn Fn(PhonesView) -> bool + Send>;

/// The first port that is tried: the usual second one of https.
const PORT: u16 = 8443;
/// How often it is checked that the computer still has the address that phones know.
const LOOK_AT_NET: Duration = Duration::from_secs(2);
/// How many screens are sent the list of phones; the newest count.
const SCREENS: usize = 4;

/// The phones at the table.
pub struct Phones {
    shell: Arc<Shell>,
    service: Arc<PhoneService>,
    server: Mutex<Server>,
    screens: Mutex<Vec<PhonesSink>>,
    changed: Signal,
}

/// The server, or why there is none.
#[derive(Default)]
struct Server {
    running: Option<Arc<Companion>>,
    bound_to: Option<NetInterface>,
    trouble: Option<Refusal>,
}

impl Phones {
    /// Phones of this table, switched off. A thread follows the battle in play and the server, also for the windows.
    ///
    /// # Errors
    /// When the system can't start a thread.
    pub fn open(shell: Arc<Shell>, pages: Pages) -> Result<Arc<Self>, Trouble> {
        let (changed, changes) = Signal::new();
        let service = Arc::new(PhoneService::new(Arc::clone(&shell), pages));
        let news = shell.desk.heard();
        let phones =
            Arc::new(Self { shell, service, server: Mutex::default(), screens: Mutex::default(), changed });
        let followed = Arc::downgrade(&phones);
        spawn("phones", move || follow(&followed, &news, &changes))?;
        Ok(phones)
    }

    /// Switches phones on, on the interface with this address; one that runs already is stopped.
    ///
    /// # Errors
    /// When the computer has no such address, or the server can't listen there. The screens are shown the same.
    pub fn start(&self, address: &str) -> Result<(), Trouble> {
        let mut server = lock(&self.server);
        // Its port is free when it is gone.
        *server = Server::default();
        self.shell.live.phones.send_wishes_by(None);
        let started = self.start_on(address);
        match &started {
            Ok((companion, interface)) => {
                server.running = Some(Arc::clone(companion));
                server.bound_to = Some(interface.clone());
            }
            Err(trouble) => server.trouble = Some(Refusal::new(trouble.sentence.clone())),
        }
        drop(server);
        self.changed.give();
        let (companion, _) = started?;
        self.shell.live.watch_live(PHONES, live::sink(Arc::downgrade(&companion)));
        let companion = Arc::downgrade(&companion);
        self.shell.live.phones.send_wishes_by(Some(Arc::new(move |phone, wish| {
            if let Some(companion) = companion.upgrade() {
                companion.wish_of_camera(phone, wish);
            }
        })));
        Ok(())
    }

    fn start_on(&self, address: &str) -> Result<(Arc<Companion>, NetInterface), Trouble> {
        let gone = || CompanionError::AddressGone(address.to_owned());
        let interface = interfaces().into_iter().find(|interface| interface.address == address);
        let interface = interface.ok_or_else(gone)?;
        let ip: IpAddr = interface.address.parse()?;
        let certificate = certificate(self.shell.live.folder(), ip, SystemTime::now())?;
        let changed = self.changed.clone();
        let settings = Settings { interface: interface.clone(), port: PORT, certificate };
        self.service.offer_seats_of(self.shell.desk.in_play());
        let on_change = Box::new(move || changed.give());
        let companion = Companion::start(settings, Arc::clone(&self.service) as _, on_change)?;
        Ok((Arc::new(companion), interface))
    }

    /// Switches phones off: every phone loses its connection and its seat at once.
    pub fn stop(&self) {
        *lock(&self.server) = Server::default();
        self.shell.live.phones.send_wishes_by(None);
        self.changed.give();
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

    /// Tells windows and phones that the battle in play has news; ends the seats of another battle.
    fn on_battle_news(&self) {
        if !self.service.offers_battle_in_play() {
            // Battles of two campaigns can have the same number, so all seats end before new ones are offered.
            for battle in [None, self.shell.desk.in_play()] {
                self.service.offer_seats_of(battle);
                if let Some(running) = self.running() {
                    running.seats_changed();
                }
            }
        }
        self.shell.live.announce(self.shell.desk.news());
    }

    /// Tells the screens what has changed, and forgets phones that have gone.
    fn on_change(&self) {
        let view = self.view();
        let phones: Vec<PhoneId> = view.phones.iter().map(|row| row.phone).collect();
        self.shell.stage.keep_phones(&phones);
        lock(&self.screens).retain(|screen| screen(view.clone()));
    }

    /// Notices when the computer has lost the address that phones know, or has it again.
    fn look_at_net(&self) {
        let mut server = lock(&self.server);
        let Some(bound_to) = &server.bound_to else { return };
        let gone = !interfaces().iter().any(|interface| interface.address == bound_to.address);
        if gone == server.trouble.is_some() {
            return;
        }
        server.trouble = gone.then(|| address_lost(bound_to));
        drop(server);
        self.changed.give();
    }
}

/// Follows the battle in play and the server until the app is gone.
fn follow(phones: &Weak<Phones>, news: &Receiver<()>, changes: &Receiver<()>) {
    let look = tick(LOOK_AT_NET);
    loop {
        let work: fn(&Phones) = select! {
            recv(news) -> _ => Phones::on_battle_news,
            recv(changes) -> _ => Phones::on_change,
            recv(look) -> _ => Phones::look_at_net,
        };
        let Some(phones) = phones.upgrade() else { return };
        work(&phones);
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

fn address_lost(of: &NetInterface) -> Refusal {
    Refusal::new(format!(
        "This computer no longer has the address {} ({}), so no phone can reach it: join that network again, or switch \
         phones off, and on in another network.",
        of.address, of.name
    ))
}
