//! Commands: what windows ask to be done to a battle, and the one way in which it is done.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::campaign_affair::Affair;
use crate::record::events::{DomainEvent, DomainEventOf, Remark, Settling};
use crate::seats::players::player_name;
use crate::session::battle::Battle;
use crate::session::gate::Admitted;
use crate::session::take_back::TakeBack;
use crate::table::picture::Picture;
use crate::view::{AnswerView, DecisionView, RuledSentence};
use geometry::{Pose, ShipId};
use rulesets::core::Audience;

/// Something that a window asks to be done to a battle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command<'a> {
    /// A decision of the book's.
    Decide(&'a DecisionView),
    /// Back to an earlier event, or forward again.
    TakeBack {
        /// The last event that is to stand.
        to: i64,
        /// Why.
        why: &'a str,
        /// With the umpire's leave.
        leave: bool,
    },
    /// Models that were pushed stand where they stand.
    AcceptShifts(&'a [ShipId]),
    /// Models that should stand elsewhere stand where they stand.
    WaiveSetUp(&'a [ShipId]),
    /// A ship is laid on the map by hand.
    LayByHand(&'a ShipId, Pose),
    /// Moves that were made and not decided are none.
    ForgetMoves(&'a [ShipId]),
    /// Every ship is to be set up anew.
    SetUpAgain,
    /// All ships stand where they are seen.
    TakePlaces,
    /// A bookmark (no text) or a note.
    Remark {
        /// At which event.
        about: i64,
        /// What is noted.
        text: &'a str,
        /// For the eyes of this seat alone.
        private: bool,
    },
    /// An affair of the campaign.
    NoteAffair(&'a Affair),
    /// A ship whose model was taken off the table has sunk.
    RuleSunk(&'a ShipId),
    /// A player corrects the camera: who is who, where a bow points, what lies on the table. The tracker takes it once it is
    /// admitted; what has become of it is recorded by [`Battle::correct_reading`].
    CorrectReading,
}

/// The seat that a command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandSeat<'a> {
    /// The word for it ("everyone", "umpire", a side's key, a player's seat).
    pub word: &'a str,
    /// Whose eyes it has.
    pub viewer: &'a Audience,
}

impl CommandSeat<'_> {
    /// Who is named in the log: a player by name, else the seat.
    fn signature(&self) -> String {
        player_name(self.word).unwrap_or(self.word).to_owned()
    }
}

/// Why a command is not carried out: one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// Whoever sits there has no say in it.
    #[error("{sentence}")]
    NotTheirs {
        /// Whose it is, and what to do.
        sentence: String,
    },
    /// It was given on the battle as it stood before, or on another one.
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

    /// It as the answer to a decision.
    pub fn refused(&self) -> AnswerView {
        AnswerView::Refused { reasons: vec![RuledSentence { text: self.to_string(), rules: Vec::new() }] }
    }
}

/// Why a command did nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The gate did not let it pass.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// It could not be done, or not be kept.
    #[error(transparent)]
    Battle(#[from] BattleError),
}

impl<B: BookAdapter> Battle<B> {
    /// Carries out a command that was given from this seat on the battle as it stood after `made_on`, the number of the last
    /// event that was seen there. The gate comes first, and nothing comes past it: what is carried out is what it admitted.
    /// A decision and a step back that it turns away are answered as refused.
    ///
    /// # Errors
    /// Why any other command is turned away; where there is nothing to be done, or it could not be kept. Then nothing has
    /// changed.
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
            Err(denied) if matches!(command, Command::Decide(_) | Command::TakeBack { .. }) => {
                Ok(denied.refused())
            }
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
            (Command::Decide(asked), Some(decision)) => {
                return self.decide_as_read(asked, decision, seat.viewer, now, picture);
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
            (Command::NoteAffair(affair), _) => self.note_affair(affair.clone(), now)?,
            (Command::ForgetMoves(ships), _) => {
                self.forget_moves(ships);
                Vec::new()
            }
            // The tracker takes it; what has become of it is recorded afterwards.
            (Command::CorrectReading, _) => Vec::new(),
            // The gate admits no decision without what it read of it.
            (Command::Decide(_), None) => Vec::new(),
        };
        Ok(AnswerView::Done { log })
    }
}

impl Command<'_> {
    /// Models or the step have changed by it: the sides that the app commands are to act.
    pub fn is_acted_upon(&self) -> bool {
        match self {
            Self::Decide(_)
            | Self::TakeBack { .. }
            | Self::AcceptShifts(_)
            | Self::WaiveSetUp(_)
            | Self::LayByHand(..)
            | Self::ForgetMoves(_)
            | Self::TakePlaces => true,
            Self::SetUpAgain
            | Self::Remark { .. }
            | Self::NoteAffair(_)
            | Self::RuleSunk(_)
            | Self::CorrectReading => false,
        }
    }

    /// Does this event, recorded in between, change what the command was about? Models that come to rest
    /// elsewhere do not: a ruling that rests on them is refused anyway.
    pub(crate) fn is_overtaken_by<B: BookAdapter>(&self, domain_event: &DomainEventOf<B>) -> bool {
        let affair = matches!(self, Self::NoteAffair(_));
        match (self, domain_event) {
            // These add to whatever stands, and are as good of it as of what stood before.
            (Self::ForgetMoves(_) | Self::TakePlaces | Self::Remark { .. } | Self::CorrectReading, _) => {
                false
            }
            (_, DomainEvent::TakenBack(_) | DomainEvent::Affair(_)) => true,
            (_, DomainEvent::Book(_) | DomainEvent::SettingUp(_) | DomainEvent::Terrain(_)) => !affair,
            // To go back is to undo these, too.
            (Self::TakeBack { .. }, DomainEvent::Moved(_) | DomainEvent::Corrected(_)) => true,
            (Self::TakeBack { .. }, DomainEvent::Settled(settled)) => {
                matches!(settled.why, Settling::Accepted | Settling::Waived)
            }
            _ => false,
        }
    }
}
