//! The campaign file in use, and the battle in play from it.

use crate::host::crash_report::caught;
use crate::ipc::messages::Trouble;
use crate::table_session::Epoch;
use battle::view::BattleChanges;
use battle::{CommandSeat, Session};
use journal::{BattleRow, Journal};
use std::path::{Path, PathBuf};

/// A campaign file and the battle in play from it.
pub struct Campaign {
    /// The path as it was asked for.
    asked: PathBuf,
    journal: Journal,
    battle: Option<Box<dyn Session>>,
    /// Why a battle could not be read; cleared when another battle is opened.
    unread: Option<String>,
}

impl Campaign {
    /// Opens a campaign file, or creates one, and opens its last battle. A battle that can't be read is reported but is
    /// not an error, because the others can still be played.
    ///
    /// # Errors
    /// When the file is no campaign, was written by a newer version, or can't be written.
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

/// The message for players about a battle that can't be read.
fn unreadable(row: &BattleRow, trouble: &Trouble) -> String {
    format!(
        "Battle {} ({}) can't be read and was left out: {} All other battles can be played.",
        row.number, row.name, trouble.sentence
    )
}

/// The campaign in use, and the table epoch whose readings its battle accepts.
pub struct Playing {
    campaign: Campaign,
    /// The campaign that was in use before.
    set_aside: Option<Campaign>,
    /// The epoch whose readings are accepted; others are dropped.
    follows: Epoch,
    /// Counts changes of the campaign, because event numbers of two campaigns can be equal.
    turned: u64,
}

impl Playing {
    /// Starts with this campaign.
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

    /// The battle in play, mutable.
    pub fn battle_mut(&mut self) -> Option<&mut (dyn Session + 'static)> {
        self.campaign.battle.as_deref_mut()
    }

    /// Puts another battle in play.
    pub fn play(&mut self, battle: Box<dyn Session>) {
        (self.campaign.battle, self.campaign.unread) = (Some(battle), None);
    }

    /// Why no battle is in play, if one could not be read.
    pub fn unread(&self) -> Option<&str> {
        self.campaign.unread.as_deref()
    }

    /// A number that changes whenever the battle in play has news or another battle is in play.
    pub fn news(&self) -> u64 {
        self.battle().map_or(0, Session::news) ^ self.turned
    }

    /// The changes in the battle in play since the event `seq`, for the window at this seat.
    pub fn changes(&self, seq: i64, seat: CommandSeat<'_>) -> Option<BattleChanges> {
        let changes = self.battle()?.changes_since(seq, seat);
        Some(BattleChanges { news: self.news(), campaign: self.turned, ..changes })
    }

    /// A number that changes whenever another campaign is taken or the battle is read again.
    pub fn turned(&self) -> u64 {
        self.turned
    }

    /// Returns whether a reading made for epoch `made_for` is accepted.
    pub fn follows(&self, made_for: Epoch) -> bool {
        self.follows == made_for
    }

    /// Accepts only readings of this epoch or newer from now on.
    pub fn follow(&mut self, epoch: Epoch) {
        self.follows = self.follows.max(epoch);
    }

    /// Returns whether the campaign in use was opened at this path.
    pub fn is_at(&self, path: &Path) -> bool {
        self.campaign.asked == path
    }

    /// Returns whether the campaign set aside was opened at this path.
    pub fn has_set_aside(&self, path: &Path) -> bool {
        self.set_aside.as_ref().is_some_and(|aside| aside.asked == path)
    }

    /// Switches to the opened campaign and sets the one in use aside, unchanged. Without an opened one, it switches
    /// back to the one set aside.
    pub fn turn_to(&mut self, opened: Option<Campaign>) {
        if let Some(next) = opened.or_else(|| self.set_aside.take()) {
            self.set_aside = Some(std::mem::replace(&mut self.campaign, next));
            self.turned += 1;
        }
    }

    /// Reads the battle in play again from its log, after a panic left it in an unknown state.
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
