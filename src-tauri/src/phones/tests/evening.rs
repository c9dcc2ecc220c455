//! An evening with phones: the app on its demo table without a window, and a battle in play.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::seat::{Asker, By};
use crate::phones::service::PhoneService;
use crate::shell::Shell;
use crate::shell::tests::opened_with;
use crate::table_session::{BattleRecord, Epoch, FrameTrigger, OnTable};
use battle::Command;
use battle::view::{
    AnswerView, AskView, BattleChoice, DecisionView, FieldValue, FormView, MovesChoice, PlayerChoice,
};
use companion::wire::{Call, ChartRequest, PhoneId, Refusal, SeatOffer};
use companion::{CallFrom, TableService};
use geometry::{Heading, Point, Pose, ShipId};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The app with a campaign of its own.
pub struct Evening {
    pub shell: Arc<Shell>,
    folder: tempfile::TempDir,
}

/// A battle of a book, with an umpire or without.
pub fn choice(book: &str, scenario: &str, umpire: bool, players: Vec<PlayerChoice>) -> BattleChoice {
    BattleChoice {
        book: book.to_owned(),
        scenario: Some(scenario.to_owned()),
        ships: Vec::new(),
        options: Vec::new(),
        moves: Some(MovesChoice::Judged),
        umpire,
        commanded: Vec::new(),
        players,
    }
}

impl Evening {
    /// Without a picture from the camera until [`Evening::look`].
    pub fn new() -> Self {
        Self::with_camera(FrameTrigger::OnRequest)
    }

    pub fn with_camera(trigger: FrameTrigger) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let shell = Arc::new(opened_with(folder.path(), None, trigger));
        Self { shell, folder }
    }

    /// Has the camera look once, and sends the view to all windows and phones.
    pub fn look(&self) {
        self.shell.live.session().with_owner(|owner| owner.send(owner.view()));
    }

    /// Begins a battle, and lays every model on its starting place.
    pub fn begin(&self, choice: &BattleChoice) {
        let on = OnTable {
            made_for: Epoch::default(),
            hulls: BTreeMap::new(),
            table_in: Some((60.0, 36.0)),
            terrain: Vec::new(),
            cards: Vec::new(),
            observations: Vec::new(),
        };
        let on = OnTable { made_for: self.shell.live.session().now().epoch, ..on };
        self.shell.desk.begin(choice, &on, &mut || None).unwrap();
        for ghost in self.shell.desk.ghosts() {
            let stack = Point::new(ghost.place.x_in, ghost.place.y_in);
            let pose = Pose { stack, heading: Heading::from_deg(ghost.place.heading_deg) };
            self.command(Asker::Main, "everyone", &Command::LayByHand(&ShipId::new(ghost.ship), pose));
        }
    }

    /// A file in the evening's folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The service that phones are answered by.
    pub fn service(&self) -> PhoneService {
        PhoneService::new(Arc::clone(&self.shell), Box::new(|_| None))
    }

    /// The last event.
    pub fn seq(&self) -> i64 {
        self.shell.desk.view().unwrap().seq
    }

    /// Carries out a window's command.
    pub fn command(&self, asker: Asker, seat: &str, command: &Command<'_>) -> AnswerView {
        let by = By { asker, seat, made_on: self.seq() };
        self.shell.carry_out(by, command).unwrap().answer
    }

    /// Ends steps as the umpire, until a question fits.
    pub fn until_asked(&self, fits: impl Fn(&AskView) -> bool) {
        for _ in 0..30 {
            let view = self.shell.changes(Asker::Umpire, "umpire", 0).unwrap().unwrap().now.battle;
            if view.asks.iter().any(&fits) {
                return;
            }
            let due = view.asks.iter().any(|ask| matches!(ask, AskView::Roll { .. }));
            let decision =
                if due { DecisionView::Roll { typed: None, read: None } } else { DecisionView::NextStep };
            let answer = self.command(Asker::Umpire, "umpire", &Command::Decide(&decision));
            assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
        }
        panic!("it was never asked");
    }
}

/// A phone with the seat that the host granted it.
pub struct Seated<'a> {
    pub service: &'a PhoneService,
    pub phone: PhoneId,
    pub seat: SeatOffer,
}

impl<'a> Seated<'a> {
    /// A phone at the seat with this key.
    pub fn at(service: &'a PhoneService, phone: u32, key: &str) -> Self {
        let seat = service.seats().into_iter().find(|seat| seat.key == key);
        Self { service, phone: PhoneId(phone), seat: seat.unwrap_or_else(|| panic!("no seat {key}")) }
    }

    /// Makes a call.
    pub fn call(&self, call: &Call) -> Result<Value, Refusal> {
        let reply = self.service.answer(CallFrom { phone: self.phone, seat: &self.seat, call })?;
        Ok(serde_json::from_str(reply.json()).unwrap())
    }
}

/// The answer to a form with these values.
pub fn answer_to(form: &FormView, values: &[(&str, FieldValue)]) -> DecisionView {
    DecisionView::Answer {
        form: form.key.clone(),
        values: values.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        settled: Vec::new(),
        frame: None,
    }
}

/// A chart on a phone's screen.
pub fn chart_request(chosen: &[&str]) -> ChartRequest {
    let extent = chart::Extent { left: 0.0, top: 0.0, width: 60.0, height: 36.0 };
    ChartRequest {
        quarters: 1,
        view: chart::View { seen: extent, px_per_unit: 20.0, type_px: 14.0, light: chart::Light::Day },
        chosen: chosen.iter().map(|ship| (*ship).to_owned()).collect(),
        pointed: None,
    }
}
