//! Commands: the requests of windows to change a battle, and the one function that carries them out.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::campaign_affair::Affair;
use crate::record::events::{DomainEvent, DomainEventOf, Remark, Settling};
use crate::seats::players::player_name;
use crate::session::battle::Battle;
use crate::session::gate::Admitted;
use crate::session::take_back::TakeBack;
use crate::table::picture::Picture;
use crate::table::throw::ThrowEvidence;
use crate::view::{AnswerView, DecisionView, RuledSentence};
use geometry::{Pose, ShipId};
use rulesets::core::Audience;

/// A request of a window to change a battle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command<'a> {
    /// A decision for the book.
    Decide(&'a DecisionView),
    /// A decision that takes the dice of a throw ([`DecisionView::Roll`] with `read`), with what the camera saw of it.
    DecideByThrow(&'a DecisionView, &'a ThrowEvidence),
    /// Goes back to an earlier event, or forward again.
    TakeBack {
        /// The last event that will stand.
        to: i64,
        /// Why.
        why: &'a str,
        /// Whether the umpire allows it.
        leave: bool,
    },
    /// Accepts the places of models that were pushed.
    AcceptShifts(&'a [ShipId]),
    /// Accepts the places of models that should stand elsewhere.
    WaiveSetUp(&'a [ShipId]),
    /// Lays a ship on the map by hand.
    LayByHand(&'a ShipId, Pose),
    /// Drops moves that were made but not decided.
    ForgetMoves(&'a [ShipId]),
    /// Starts setting up every ship again.
    SetUpAgain,
    /// Makes the seen places of all ships official.
    TakePlaces,
    /// Asks what the seat's side could do.
    AskAdvice,
    /// Adds a bookmark (no text) or a note.
    Remark {
        /// The event it marks.
        about: i64,
        /// The note.
        text: &'a str,
        /// Whether only this seat may read it.
        private: bool,
    },
    /// Notes an affair of the campaign.
    NoteAffair(&'a Affair),
    /// Rules that a ship has sunk whose model was taken off the table.
    RuleSunk(&'a ShipId),
    /// A player corrects a reading (names, bows, models taken off). The tracker applies it once it is admitted; the
    /// result is recorded by [`Battle::correct_reading`].
    CorrectReading,
}

/// The seat that a command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandSeat<'a> {
    /// The key of the seat ("everyone", "umpire", a side's key, a player's seat).
    pub word: &'a str,
    /// The audience of the seat.
    pub viewer: &'a Audience,
}

impl CommandSeat<'_> {
    /// The name in the log: a player's name, otherwise the seat.
    fn signature(&self) -> String {
        player_name(self.word).unwrap_or(self.word).to_owned()
    }
}

/// Why a command is refused by the gate: one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// The seat has no right to it.
    #[error("{sentence}")]
    NotTheirs {
        /// Whose right it is, and what to do.
        sentence: String,
    },
    /// The command was based on an older state of the battle, or on another battle.
    #[error("{sentence}")]
    TooLate {
        /// What happened since, and what to do.
        sentence: String,
    },
}

impl Denied {
    pub(crate) fn not_theirs(sentence: impl Into<String>) -> Self {
        Self::NotTheirs { sentence: sentence.into() }
    }

    /// The refusal as the answer to a decision.
    pub fn refused(&self) -> AnswerView {
        AnswerView::Refused { reasons: vec![RuledSentence { text: self.to_string(), rules: Vec::new() }] }
    }
}

/// Why a command had no effect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The gate refused it.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// It could not be done or stored.
    #[error(transparent)]
    Battle(#[from] BattleError),
}

impl<B: BookAdapter> Battle<B> {
    /// Carries out a command from this seat, given when the last event shown there was `made_on`. The gate checks it
    /// first, and only what the gate admits is carried out. A refused decision or take-back is returned as a refused
    /// answer.
    ///
    /// # Errors
    /// When the gate refuses any other command, or it can't be done or stored; then nothing has changed.
    pub fn carry_out(
        &mut self,
        seat: CommandSeat<'_>,
        made_on: i64,
        command: &Command<'_>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, CommandError> {
        match self.pass_gate(seat, made_on, command) {
            Ok(admitted) => Ok(self.execute(admitted, seat, now, picture)?),
            Err(denied) if command.is_answered_by_refusal() => Ok(denied.refused()),
            Err(denied) => Err(denied.into()),
        }
    }

    fn execute(
        &mut self,
        admitted: Admitted<'_, B::Decision>,
        seat: CommandSeat<'_>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        let by = seat.signature();
        let log = match admitted.into_command() {
            (Command::Decide(asked), read) => {
                let read = read.unwrap_or_else(|| self.read_decision(asked, seat.viewer));
                return self.decide_as_read((asked, None), read, seat.viewer, now, picture);
            }
            (Command::DecideByThrow(asked, evidence), read) => {
                let read = read.unwrap_or_else(|| self.read_decision(asked, seat.viewer));
                return self.decide_as_read((asked, Some(evidence)), read, seat.viewer, now, picture);
            }
            (Command::TakeBack { to, why, leave }, _) => {
                return self.take_back(&TakeBack { to, by, why: why.to_owned(), umpire: leave }, now);
            }
            (Command::RuleSunk(ship), _) => match self.sunk_by_umpire(ship, now, picture)? {
                Some(answer) => return Ok(answer),
                None => Vec::new(),
            },
            (Command::AcceptShifts(ships), _) => self.accept_shifts(ships, &by, now, picture)?,
            (Command::WaiveSetUp(ships), _) => self.waive_set_up(ships, &by, now, picture)?,
            (Command::LayByHand(ship, pose), _) => self.lay_by_hand(ship, pose, now, picture)?,
            (Command::SetUpAgain, _) => self.set_up_again(now)?,
            (Command::TakePlaces, _) => self.take_places(now, picture)?,
            (Command::Remark { about, text, private }, _) => {
                let audience = if private { seat.viewer.clone() } else { Audience::Everyone };
                self.remark(Remark { about, by, text: text.to_owned(), audience }, now)?
            }
            (Command::AskAdvice, _) => {
                self.ask_advice(seat.viewer, &by);
                Vec::new()
            }
            (Command::NoteAffair(affair), _) => self.note_affair(affair.clone(), now)?,
            (Command::ForgetMoves(ships), _) => {
                self.forget_moves(ships);
                Vec::new()
            }
            // The tracker applies it; the result is recorded later.
            (Command::CorrectReading, _) => Vec::new(),
        };
        Ok(AnswerView::Done { log })
    }
}

impl Command<'_> {
    /// Returns whether its answer is an [`AnswerView`], which tells a refusal by the gate too.
    fn is_answered_by_refusal(&self) -> bool {
        matches!(self, Self::Decide(_) | Self::DecideByThrow(..) | Self::TakeBack { .. })
    }

    /// Returns whether it may change models or the step, so that the sides commanded by the app must act.
    pub fn is_acted_upon(&self) -> bool {
        match self {
            Self::Decide(_)
            | Self::DecideByThrow(..)
            | Self::TakeBack { .. }
            | Self::AcceptShifts(_)
            | Self::WaiveSetUp(_)
            | Self::LayByHand(..)
            | Self::ForgetMoves(_)
            | Self::TakePlaces => true,
            Self::SetUpAgain
            | Self::AskAdvice
            | Self::Remark { .. }
            | Self::NoteAffair(_)
            | Self::RuleSunk(_)
            | Self::CorrectReading => false,
        }
    }

    /// Returns whether this event, recorded in the meantime, changes what the command was about. Models that come to
    /// rest elsewhere do not, because a ruling that depends on them is refused anyway.
    pub(crate) fn is_overtaken_by<B: BookAdapter>(&self, domain_event: &DomainEventOf<B>) -> bool {
        let affair = matches!(self, Self::NoteAffair(_));
        match (self, domain_event) {
            // These commands work on any state, so no event overtakes them.
            (Self::ForgetMoves(_) | Self::TakePlaces | Self::Remark { .. } | Self::CorrectReading, _) => {
                false
            }
            (_, DomainEvent::TakenBack(_) | DomainEvent::Affair(_)) => true,
            (_, DomainEvent::Book(_) | DomainEvent::SettingUp(_) | DomainEvent::Terrain(_)) => !affair,
            // Going back would also undo these.
            (Self::TakeBack { .. }, DomainEvent::Moved(_) | DomainEvent::Corrected(_)) => true,
            (Self::TakeBack { .. }, DomainEvent::Settled(settled)) => {
                matches!(settled.why, Settling::Accepted | Settling::Waived)
            }
            _ => false,
        }
    }
}
