//! The campaign file in use and the battle of it that is in play.

use crate::host::crash_report::caught;
use crate::ipc::messages::Trouble;
use crate::table_session::Epoch;
use battle::view::BattleChanges;
use battle::{CommandSeat, Session};
use journal::{BattleRow, Journal};
use std::path::{Path, PathBuf};

/// A campaign file and the battle of it that is in play.
pub struct Campaign {
    /// Where it was asked for.
    asked: PathBuf,
    journal: Journal,
    battle: Option<Box<dyn Session>>,
    /// Why a battle of it could not be taken up, until another one is.
    unread: Option<String>,
}

impl Campaign {
    /// Opens a campaign file, or begins one, and takes up the last battle in it. A battle that can't be read is told,
    /// not fatal: all the others can be played.
    ///
    /// # Errors
    /// The file is no campaign, is newer than the program, can't be written …: one sentence.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let journal = Journal::create_or_open(path)?;
        let last = journal.battles()?.pop();
        let mut campaign = Self { asked: path.to_owned(), journal, battle: None, unread: None };
        if let Some(row) = last {
            campaign.take_up(&row);
        }
        Ok(campaign)
    }

    fn take_up(&mut self, row: &BattleRow) {
        let read = caught(|| battle::open(self.journal.clone(), row.number));
        let read = read.map_or_else(
            |fault| Err(Trouble::new(fault.told("The app made a mistake while it read it"))),
            |read| read.map_err(Trouble::from),
        );
        (self.battle, self.unread) = match read {
            Ok(battle) => (Some(battle), None),
            Err(trouble) => (None, Some(unreadable(row, &trouble))),
        };
    }
}

/// What players are told of a battle that can't be read.
fn unreadable(row: &BattleRow, trouble: &Trouble) -> String {
    format!(
        "Battle {} ({}) can't be read and was left out: {} All other battles can be played.",
        row.number, row.name, trouble.sentence
    )
}

/// The campaign in use, and whose readings of the table its battle takes.
pub struct Playing {
    campaign: Campaign,
    /// The campaign that was in use before, as it was left.
    set_aside: Option<Campaign>,
    /// Only readings of the table that were made for this count.
    follows: Epoch,
    /// How often another campaign was taken: battles of two campaigns may look alike.
    turned: u64,
}

impl Playing {
    /// Begins with this campaign.
    pub fn new(campaign: Campaign) -> Self {
        Self { campaign, set_aside: None, follows: Epoch::default(), turned: 0 }
    }

    /// The campaign file.
    pub fn journal(&self) -> &Journal {
        &self.campaign.journal
    }

    /// The battle in play.
    pub fn battle(&self) -> Option<&dyn Session> {
        self.campaign.battle.as_deref()
    }

    /// The same, to play on.
    pub fn battle_mut(&mut self) -> Option<&mut (dyn Session + 'static)> {
        self.campaign.battle.as_deref_mut()
    }

    /// Another battle is in play from now on.
    pub fn play(&mut self, battle: Box<dyn Session>) {
        (self.campaign.battle, self.campaign.unread) = (Some(battle), None);
    }

    /// Why the battle that should be in play is not.
    pub fn unread(&self) -> Option<&str> {
        self.campaign.unread.as_deref()
    }

    /// Another number whenever the battle in play has news, or another one is in play.
    pub fn news(&self) -> u64 {
        self.battle().map_or(0, Session::news) ^ self.turned
    }

    /// What a window at this seat has to take in that looked last after the event of this number.
    pub fn changes(&self, seq: i64, seat: CommandSeat<'_>) -> Option<BattleChanges> {
        let changes = self.battle()?.changes_since(seq, seat);
        Some(BattleChanges { news: self.news(), campaign: self.turned, ..changes })
    }

    /// Another number whenever another campaign was taken.
    pub fn turned(&self) -> u64 {
        self.turned
    }

    /// Does a reading of the table that was made for `made_for` still count?
    pub fn follows(&self, made_for: Epoch) -> bool {
        self.follows == made_for
    }

    /// Readings of an older epoch of the table don't count any more.
    pub fn follow(&mut self, epoch: Epoch) {
        self.follows = self.follows.max(epoch);
    }

    /// Is this the campaign in use?
    pub fn is_at(&self, path: &Path) -> bool {
        self.campaign.asked == path
    }

    /// Was it in use before?
    pub fn has_set_aside(&self, path: &Path) -> bool {
        self.set_aside.as_ref().is_some_and(|aside| aside.asked == path)
    }

    /// Takes another campaign, with the battle that was in play there; the one in use is set aside as it stands. With none
    /// that was opened, the one that was set aside is taken.
    pub fn turn_to(&mut self, opened: Option<Campaign>) {
        if let Some(next) = opened.or_else(|| self.set_aside.take()) {
            self.set_aside = Some(std::mem::replace(&mut self.campaign, next));
            self.turned += 1;
        }
    }

    /// Somebody broke off in the middle of playing: what stands in the log is the battle.
    pub fn take_up_anew(&mut self) {
        let Some(number) = self.battle().map(Session::number) else { return };
        let rows = self.campaign.journal.battles();
        match rows.map(|rows| rows.into_iter().find(|row| row.number == number)) {
            Ok(Some(row)) => self.campaign.take_up(&row),
            Ok(None) => self.campaign.battle = None,
            Err(error) => (self.campaign.battle, self.campaign.unread) = (None, Some(error.to_string())),
        }
        self.turned += 1;
    }
}
