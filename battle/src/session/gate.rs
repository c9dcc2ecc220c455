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
use crate::forms::context::{FormContext, FormError};
use crate::forms::decision::{decision, fillable};
use crate::session::battle::Battle;
use crate::session::command::{Command, CommandSeat, Denied};
use crate::view::audience::{may_decide, who_word};
use crate::view::{AnswerView, DecisionView};
use geometry::ShipId;
use rulesets::core::{Actor, Audience, ShipLine, SideId};

/// A command that passed the gate. Only the gate makes one, and only such a command is carried out
/// ([`Battle::carry_out`]).
pub(crate) struct Admitted<'a, D> {
    command: Command<'a>,
    /// The decision that was asked for, or why nothing can be decided that says so; none with other commands.
    decision: Option<Result<D, FormError>>,
}

impl<'a, D> Admitted<'a, D> {
    /// The command, and the decision that was read from it.
    pub(crate) fn into_command(self) -> (Command<'a>, Option<Result<D, FormError>>) {
        (self.command, self.decision)
    }
}

impl<B: BookAdapter> Battle<B> {
    /// Whether a command may be carried out that was given from this seat on the battle as it stood after `made_on`, the
    /// number of the last event that was seen there.
    ///
    /// # Errors
    /// Why it may not.
    pub fn admit(&self, seat: CommandSeat<'_>, made_on: i64, command: &Command<'_>) -> Result<(), Denied> {
        self.pass_gate(seat, made_on, command).map(drop)
    }

    /// The same, to carry it out.
    pub(crate) fn pass_gate<'a>(
        &self,
        seat: CommandSeat<'_>,
        made_on: i64,
        command: &Command<'a>,
    ) -> Result<Admitted<'a, B::Decision>, Denied> {
        let decision = match command {
            Command::Decide(asked) => Some(self.check_decision(seat, asked)?),
            other => {
                self.check_say(seat, other)?;
                None
            }
        };
        self.check_up_to_date(seat.viewer, made_on, command)?;
        Ok(Admitted { command: *command, decision })
    }

    /// Of everything but decisions, whose it is.
    fn check_say(&self, seat: CommandSeat<'_>, command: &Command<'_>) -> Result<(), Denied> {
        match command {
            Command::AcceptShifts(ships) | Command::ForgetMoves(ships) => self.check_own_ships(seat, ships),
            Command::LayByHand(ship, _) if self.stands_officially(ship) => {
                self.check_own_ships(seat, std::slice::from_ref(*ship))
            }
            Command::RuleSunk(ship) if !self.is_afloat(ship) => Ok(()),
            Command::TakeBack { leave: true, .. }
            | Command::WaiveSetUp(_)
            | Command::NoteAffair(_)
            | Command::RuleSunk(_) => {
                self.check_umpire(seat.viewer, !matches!(command, Command::TakeBack { .. }))
            }
            Command::Decide(_)
            | Command::TakeBack { leave: false, .. }
            | Command::LayByHand(..)
            | Command::SetUpAgain
            | Command::TakePlaces
            | Command::Remark { .. }
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
        Denied::not_theirs(match actor {
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

    pub(crate) fn line_of(&self, ship: &ShipId) -> Option<ShipLine> {
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
            Some(line) => Err(Denied::not_theirs(format!(
                "{} is the {}'s: take that side's seat, or the seat of everyone.",
                line.name,
                line.side.title()
            ))),
            None => Ok(()),
        }
    }

    /// Of a decision, whose it is: the decision that was read from what was asked, if any can be.
    fn check_decision(
        &self,
        seat: CommandSeat<'_>,
        asked: &DecisionView,
    ) -> Result<Result<B::Decision, FormError>, Denied> {
        let CommandSeat { word, viewer } = seat;
        let umpire = self.situation.begun.umpire;
        let ground = self.form_ground(viewer);
        let context = self.form_context(&ground, viewer);
        if let Some(who) = self.other_owner_of_form(&context, asked) {
            return Err(self.denial_for(&who));
        }
        if let Some(AnswerView::Refused { reasons }) = self.refused_to_seat(word, asked) {
            let sentences: Vec<String> = reasons.into_iter().map(|reason| reason.text).collect();
            return Err(Denied::not_theirs(sentences.join(" ")));
        }
        // What says nothing that can be decided is refused for that.
        let decision = match decision(&self.book, &context, asked) {
            Ok(decision) => decision,
            Err(unclear) => return Ok(Err(unclear)),
        };
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
        denied.map_or(Ok(Ok(decision)), |actor| Err(self.denial_for(actor)))
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
