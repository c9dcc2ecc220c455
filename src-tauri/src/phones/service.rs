//! What the app does for its phones.

use crate::app::shell::Shell;
use crate::battle_session::BattleInPlay;
use crate::host::crash_report::{Fault, caught};
use crate::ipc::messages::Trouble;
use crate::phones::host::Pages;
use crate::phones::seats::{onlooker, seats_of};
use crate::table_session::latest::lock;
use companion::wire::{CameraOffer, CameraStatus, PhoneId, Refusal, Reply, SeatOffer};
use companion::{CallFrom, Page, PictureFrom, TableService};
use std::sync::{Arc, Mutex};

/// The page that a phone opens first.
const FIRST_PAGE: &str = "phone.html";

/// The table, the battle and the pages, as phones get them.
pub struct PhoneService {
    pub(super) shell: Arc<Shell>,
    pages: Pages,
    /// The battle whose seats are offered.
    offered: Mutex<Option<BattleInPlay>>,
}

impl PhoneService {
    /// Serves the battle in play.
    pub(super) fn new(shell: Arc<Shell>, pages: Pages) -> Self {
        let offered = Mutex::new(shell.desk.in_play());
        Self { shell, pages, offered }
    }

    /// Returns whether the seats on offer are those of the battle in play.
    pub(super) fn offers_battle_in_play(&self) -> bool {
        *lock(&self.offered) == self.shell.desk.in_play()
    }

    /// Offers the seats of this battle from now on; `None`: only that of onlookers.
    pub(super) fn offer_seats_of(&self, battle: Option<BattleInPlay>) {
        *lock(&self.offered) = battle;
    }

    /// Returns whether this seat belongs to the battle of this number in the campaign in use. Onlookers have no battle.
    pub(super) fn is_seat_of(&self, seat: &SeatOffer, battle: i64) -> bool {
        seat.battle == Some(battle) && self.offers_battle_in_play()
    }
}

impl TableService for PhoneService {
    fn seats(&self) -> Vec<SeatOffer> {
        let now = self.shell.desk.now().filter(|_| self.offers_battle_in_play());
        let mut seats = now.map(|now| seats_of(&now)).unwrap_or_default();
        seats.push(onlooker());
        seats
    }

    fn answer(&self, from: CallFrom<'_>) -> Result<Reply, Refusal> {
        let answered = caught(|| self.reply_to(from));
        let answered = answered.unwrap_or_else(|_| Err(Fault::answer_elsewhere().into()));
        answered.map_err(|refusal| self.without_paths(refusal))
    }

    fn photo(&self, seat: &SeatOffer, id: i64) -> Result<Vec<u8>, Refusal> {
        let photo = self.shell.desk.photo(id, |battle| self.by_for_battle(ANY_PHONE, seat, battle));
        photo.map_err(|trouble| self.without_paths(trouble.into()))
    }

    fn page(&self, name: &str) -> Option<Page> {
        let name = name.trim_start_matches('/');
        (self.pages)(if name.is_empty() { FIRST_PAGE } else { name })
    }

    fn camera_offered(&self, phone: PhoneId, name: &str, offer: Option<&CameraOffer>) {
        self.offer_camera(phone, name, offer);
    }

    fn camera_status(&self, phone: PhoneId, status: &CameraStatus) {
        self.note_camera_status(phone, status);
    }

    fn camera_picture(&self, from: PictureFrom<'_>) -> Result<(), Refusal> {
        self.take_camera_picture(from)
    }
}

/// The asker of a photograph, for which only the seat counts.
const ANY_PHONE: PhoneId = PhoneId(0);

impl PhoneService {
    /// Errors of the campaign name its file: players at other screens learn its name, not where it lies.
    fn without_paths(&self, refusal: Refusal) -> Refusal {
        let campaign = self.shell.desk.campaign();
        let Some(folder) = campaign.parent() else { return refusal };
        Refusal::new(refusal.sentence.replace(&*folder.join("").to_string_lossy(), ""))
    }
}

/// What is wrong and what to do; the system's own words stay on the host's screen.
impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        Self::new(trouble.sentence)
    }
}
