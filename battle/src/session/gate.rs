//! The authorisation gate. Every command passes it first: may this seat give it, and was it given on the
//! battle as it stands now?
//!
//! Who may look from which seat is settled before ([`Audience`]). Where an umpire sits at the table, the
//! window of the players is never the umpire. From the seat this follows:
//!
//! - The umpire has a say in everything.
//! - Players round one screen, everybody looking on, decide for all sides. Where no umpire sits, they are the umpire too,
//!   openly.
//! - From a side's seat, or a player's own, only what is that side's is decided, and of a player only what is that player's.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::FormContext;
use crate::forms::decision::{decision, fillable};
use crate::record::campaign_affair::Affair;
use crate::record::events::{DomainEvent, DomainEventOf, Settling};
use crate::session::battle::Battle;
use crate::view::audience::{may_decide, who_word};
use crate::view::{AnswerView, DecisionView, RuledSentence};
use geometry::ShipId;
use rulesets::core::{Actor, Audience, MoveJudged, ShipLine, SideId};

/// Something that a window asks to be done to a battle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command<'a> {
    /// A decision of the book's.
    Decide(&'a DecisionView),
    /// Back to an earlier event, or forward again.
    TakeBack {
        /// With the umpire's leave.
        leave: bool,
    },
    /// Models that were pushed stand where they stand.
    AcceptShifts(&'a [ShipId]),
    /// Models that should stand elsewhere stand where they stand.
    WaiveSetUp(&'a [ShipId]),
    /// A ship is laid on the map by hand.
    LayByHand(&'a ShipId),
    /// Moves that were made and not decided are none.
    ForgetMoves(&'a [ShipId]),
    /// Every ship is to be set up anew.
    SetUpAgain,
    /// All ships stand where they are seen.
    TakePlaces,
    /// A bookmark or a note.
    Remark,
    /// An affair of the campaign.
    NoteAffair(&'a Affair),
    /// A ship whose model was taken off the table has sunk.
    RuleSunk(&'a ShipId),
    /// A player corrects the camera: who is who, where a bow points, what lies on the table.
    CorrectReading,
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
    fn refused_to_seat(sentence: impl Into<String>) -> Self {
        Self::NotTheirs { sentence: sentence.into() }
    }

    /// It as the answer to a decision.
    pub fn refused(&self) -> AnswerView {
        AnswerView::Refused { reasons: vec![RuledSentence { text: self.to_string(), rules: Vec::new() }] }
    }
}

/// The seat that a command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandSeat<'a> {
    /// The word for it ("everyone", "umpire", a side's key, a player's seat).
    pub word: &'a str,
    /// Whose eyes it has.
    pub viewer: &'a Audience,
}

impl<B: BookAdapter> Battle<B> {
    /// Whether a command may be carried out that was given from this seat on the battle as it stood after `made_on`, the
    /// number of the last event that was seen there.
    ///
    /// # Errors
    /// Why it may not.
    pub fn admit(&self, seat: CommandSeat<'_>, made_on: i64, command: &Command<'_>) -> Result<(), Denied> {
        self.may_decide(seat, command)?;
        self.check_up_to_date(seat.viewer, made_on, command)
    }

    fn may_decide(&self, seat: CommandSeat<'_>, command: &Command<'_>) -> Result<(), Denied> {
        match command {
            Command::Decide(asked) => self.check_decision(seat, asked),
            Command::AcceptShifts(ships) | Command::ForgetMoves(ships) => self.check_own_ships(seat, ships),
            Command::LayByHand(ship) if self.stands_officially(ship) => {
                self.check_own_ships(seat, std::slice::from_ref(*ship))
            }
            Command::RuleSunk(ship) if !self.is_afloat(ship) => Ok(()),
            Command::TakeBack { leave: true }
            | Command::WaiveSetUp(_)
            | Command::NoteAffair(_)
            | Command::RuleSunk(_) => {
                self.check_umpire(seat.viewer, !matches!(command, Command::TakeBack { .. }))
            }
            Command::TakeBack { leave: false }
            | Command::LayByHand(_)
            | Command::SetUpAgain
            | Command::TakePlaces
            | Command::Remark
            | Command::CorrectReading => Ok(()),
        }
    }

    /// The umpire's say. Leave to go back where something secret happened may be given in any seat where no umpire sits:
    /// all who play are asked for it.
    fn check_umpire(&self, viewer: &Audience, openly: bool) -> Result<(), Denied> {
        let umpire = self.situation.begun.umpire;
        if may_decide(viewer, umpire, &who_word(&Actor::Umpire)) || !(umpire || openly) {
            Ok(())
        } else {
            Err(self.denial_for(&Actor::Umpire))
        }
    }

    /// Whose something is, and what to do.
    fn denial_for(&self, actor: &Actor) -> Denied {
        Denied::refused_to_seat(match actor {
            Actor::Umpire if self.situation.begun.umpire => {
                "That is the umpire's: an umpire sits at the table, and says it in the umpire's own window.".to_owned()
            }
            Actor::Umpire => {
                "That is the umpire's: where none sits at the table, all players say it together, from the seat of everyone."
                    .to_owned()
            }
            Actor::Side(side) => format!(
                "That is for the {} to say: take that side's seat, or the seat of everyone.",
                side.title()
            ),
            Actor::AllSides => "That is for all players to say: take the seat of everyone.".to_owned(),
        })
    }

    fn line_of(&self, ship: &ShipId) -> Option<ShipLine> {
        B::ships(&self.situation.book).into_iter().find(|line| line.ship == *ship)
    }

    fn is_afloat(&self, ship: &ShipId) -> bool {
        self.line_of(ship).is_some_and(|line| line.fate.is_none())
    }

    /// She has a place, and stands there: to lay her elsewhere is to move her, or to say that the record is wrong.
    fn stands_officially(&self, ship: &ShipId) -> bool {
        self.situation.places.contains_key(ship) && !self.situation.to_set_out.contains(ship)
    }

    /// From the seat of a side, no ships of the other side.
    fn check_own_ships(&self, seat: CommandSeat<'_>, ships: &[ShipId]) -> Result<(), Denied> {
        let Audience::Side(own) = seat.viewer else { return Ok(()) };
        let other = ships.iter().filter_map(|ship| self.line_of(ship)).find(|line| line.side != *own);
        match other {
            Some(line) => Err(Denied::refused_to_seat(format!(
                "{} is the {}'s: take that side's seat, or the seat of everyone.",
                line.name,
                line.side.title()
            ))),
            None => Ok(()),
        }
    }

    fn check_decision(&self, seat: CommandSeat<'_>, asked: &DecisionView) -> Result<(), Denied> {
        let CommandSeat { word, viewer } = seat;
        let umpire = self.situation.begun.umpire;
        let seen = self.situation_for(viewer);
        let judged: Vec<MoveJudged> =
            self.proposals_for(viewer).into_iter().map(|proposal| proposal.judged).collect();
        let table = self.table_now();
        let context = self.form_context(&seen, viewer, &table, &judged);
        if let Some(who) = self.other_owner_of_form(&context, asked) {
            return Err(self.denial_for(&who));
        }
        if let Some(AnswerView::Refused { reasons }) = self.refused_to_seat(word, asked) {
            let sentences: Vec<String> = reasons.into_iter().map(|reason| reason.text).collect();
            return Err(Denied::refused_to_seat(sentences.join(" ")));
        }
        // What says nothing that can be decided is refused for that.
        let Ok(decision) = decision(&self.book, &context, asked) else { return Ok(()) };
        let actors = B::decided_by(&self.situation.book, &decision);
        let thrown = matches!(asked, DecisionView::Roll { .. });
        let theirs = |actor: &Actor| {
            may_decide(viewer, umpire, &who_word(actor)) || (thrown && self.dice_without_player(actor))
        };
        let denied = match asked {
            // The app's dice fall as they fall: whoever throws some of a handful throws it.
            DecisionView::Roll { typed: None } => actors.first().filter(|_| !actors.iter().any(theirs)),
            _ => actors.iter().find(|actor| !theirs(actor)),
        };
        denied.map_or(Ok(()), |actor| Err(self.denial_for(actor)))
    }

    /// Dice that no player has to throw: those of an umpire who does not sit there, and of a side that the
    /// app commands.
    fn dice_without_player(&self, actor: &Actor) -> bool {
        let begun = &self.situation.begun;
        match actor {
            Actor::Umpire => !begun.umpire,
            Actor::Side(side) => begun.commanded.contains(side),
            Actor::AllSides => true,
        }
    }

    /// Who fills in the form that is answered, where it is not for this seat.
    fn other_owner_of_form(
        &self,
        context: &FormContext<'_, B::State>,
        asked: &DecisionView,
    ) -> Option<Actor> {
        let DecisionView::Answer { form: key, .. } = asked else { return None };
        let form = fillable(&self.book, context).into_iter().find(|form| form.key == *key)?;
        let theirs = may_decide(context.viewer, context.umpire, &form.who);
        (!theirs).then(|| match form.who.as_str() {
            "umpire" => Actor::Umpire,
            "everyone" => Actor::AllSides,
            side => Actor::Side(SideId(side.to_owned())),
        })
    }

    fn check_up_to_date(&self, viewer: &Audience, made_on: i64, command: &Command<'_>) -> Result<(), Denied> {
        let too_late = |sentence: String| Err(Denied::TooLate { sentence });
        let Some(at) = self.timeline.index(made_on) else {
            return too_late(
                "This was said of another battle than the one in play now: look again, and say it anew."
                    .to_owned(),
            );
        };
        let mut since = self.entries().iter().zip(&self.log).skip(at + 1);
        let Some((entry, line)) = since.find(|(entry, _)| command.is_overtaken_by::<B>(&entry.event)) else {
            return Ok(());
        };
        let told = line.sentences.first().filter(|_| entry.audience.includes(viewer));
        let what = told.map(|told| format!(" ({})", told.text.trim_end_matches('.'))).unwrap_or_default();
        too_late(format!("Something has happened since this was said{what}: look again, and say it anew."))
    }
}

impl Command<'_> {
    /// Does this event, recorded in between, change what the command was about? Models that come to rest
    /// elsewhere do not: a ruling that rests on them is refused anyway.
    fn is_overtaken_by<B: BookAdapter>(&self, domain_event: &DomainEventOf<B>) -> bool {
        let affair = matches!(self, Self::NoteAffair(_));
        match (self, domain_event) {
            // These add to whatever stands, and are as good of it as of what stood before.
            (Self::ForgetMoves(_) | Self::TakePlaces | Self::Remark | Self::CorrectReading, _) => false,
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
