//! What the app does for its phones.

use crate::battle_session::BattleInPlay;
use crate::host::crash_report::{Fault, caught};
use crate::ipc::messages::Trouble;
use crate::phones::seats::{onlooker, seats_of};
use crate::shell::Shell;
use crate::table_session::latest::lock;
use companion::wire::{CameraOffer, CameraStatus, PhoneId, Refusal, Reply, SeatOffer};
use companion::{CallFrom, Page, PictureFrom, TableService};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A file of the phones' page by its name, from those built into the program.
pub type Pages = Box<dyn Fn(&str) -> Option<Page> + Send + Sync>;

/// The page that a phone opens first.
const FIRST_PAGE: &str = "phone.html";

/// The distance between the keys of two campaigns' battles; none has so many.
const BATTLES_OF_A_CAMPAIGN: i64 = 1_000_000;

/// The table, the battle and the pages, as phones get them.
pub struct PhoneService {
    pub(super) shell: Arc<Shell>,
    pages: Pages,
    /// The campaigns that were in use, in the order in which they came.
    campaigns: Mutex<Vec<PathBuf>>,
}

impl PhoneService {
    /// Serves the battle in play.
    pub(super) fn new(shell: Arc<Shell>, pages: Pages) -> Self {
        Self { shell, pages, campaigns: Mutex::default() }
    }

    /// Identifies the battle in play for its seats: battles of two campaigns can have the same number.
    pub(super) fn battle_in_play(&self) -> Option<i64> {
        let BattleInPlay { campaign, number } = self.shell.desk.in_play()?;
        Some(self.campaign_at(campaign) * BATTLES_OF_A_CAMPAIGN + number)
    }

    /// Returns whether this seat belongs to the battle of this number in the campaign in use. Onlookers have no battle.
    pub(super) fn is_seat_of(&self, seat: &SeatOffer, battle: i64) -> bool {
        let campaign = self.campaign_at(self.shell.desk.campaign());
        seat.battle == Some(campaign * BATTLES_OF_A_CAMPAIGN + battle)
    }

    /// The place of a campaign among those that were in use.
    fn campaign_at(&self, campaign: PathBuf) -> i64 {
        let mut campaigns = lock(&self.campaigns);
        let at = campaigns.iter().position(|known| *known == campaign).unwrap_or_else(|| {
            campaigns.push(campaign);
            campaigns.len() - 1
        });
        // A file name each: memory ends before this number does.
        i64::try_from(at).unwrap_or(i64::MAX / BATTLES_OF_A_CAMPAIGN)
    }
}

impl TableService for PhoneService {
    fn seats(&self) -> Vec<SeatOffer> {
        let battle = self.battle_in_play();
        let now = self.shell.desk.now();
        let mut seats = now.map(|now| seats_of(&now, battle)).unwrap_or_default();
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
