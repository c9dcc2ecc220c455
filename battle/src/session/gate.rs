//! The authorisation gate. Every command passes it first: may this seat give it, and was it given on the present state
//! of the battle?
//!
//! Which window may use which seat is decided earlier ([`Audience`]): if an umpire sits at the table, the players'
//! window never has the umpire's rights. The rights of the seats are:
//!
//! - The umpire may give any command.
//! - Players who share one screen (the seat of everyone) decide for all sides. Without an umpire, they also have the
//!   umpire's rights, openly.
//! - The seat of a side, or of a player, may decide only for that side, or for that player.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::{FormContext, FormError};
use crate::forms::decision::{decision, fillable};
use crate::session::battle::Battle;
use crate::session::command::{Command, CommandSeat, Denied};
use crate::view::audience::{may_decide, who_word};
use crate::view::{AnswerView, DecisionView};
use geometry::ShipId;
use rulesets::core::{Actor, Audience, ShipLine, SideId};

/// A command that passed the gate. Only the gate makes one, and only these are carried out ([`Battle::carry_out`]).
pub(crate) struct Admitted<'a, D> {
    command: Command<'a>,
    /// The decision, or why none could be read; `None` for other commands.
    decision: Option<Result<D, FormError>>,
}

impl<'a, D> Admitted<'a, D> {
    /// The command, and the decision that was read from it.
    pub(crate) fn into_command(self) -> (Command<'a>, Option<Result<D, FormError>>) {
        (self.command, self.decision)
    }
}

impl<B: BookAdapter> Battle<B> {
    /// Checks a command from this seat, given when the last event shown there was `made_on`.
    ///
    /// # Errors
    /// When it is refused: the reason.
    pub fn admit(&self, seat: CommandSeat<'_>, made_on: i64, command: &Command<'_>) -> Result<(), Denied> {
        self.pass_gate(seat, made_on, command).map(drop)
    }

    /// Does the same check and returns the command for carrying out.
    pub(crate) fn pass_gate<'a>(
        &self,
        seat: CommandSeat<'_>,
        made_on: i64,
        command: &Command<'a>,
    ) -> Result<Admitted<'a, B::Decision>, Denied> {
        let decision = match command {
            Command::Decide(asked) | Command::DecideByThrow(asked, _) => {
                Some(self.check_decision(seat, asked)?)
            }
            other => {
                self.check_say(seat, other)?;
                None
            }
        };
        self.check_up_to_date(seat.viewer, made_on, command)?;
        Ok(Admitted { command: *command, decision })
    }

    /// Checks the rights to everything except decisions.
    fn check_say(&self, seat: CommandSeat<'_>, command: &Command<'_>) -> Result<(), Denied> {
        match command {
            Command::AcceptShifts(ships) | Command::ForgetMoves(ships) => self.check_own_ships(seat, ships),
            Command::LayByHand(ship, _) if self.stands_officially(ship) => {
                self.check_own_ships(seat, std::slice::from_ref(*ship))
            }
            Command::RuleSunk(ship) if !self.is_afloat(ship) => Ok(()),
            Command::AskAdvice => match self.side_to_advise(seat.viewer) {
                Ok(_) => Ok(()),
                Err(why) => Err(Denied::not_theirs(why)),
            },
            Command::TakeBack { leave: true, .. }
            | Command::WaiveSetUp(_)
            | Command::NoteAffair(_)
            | Command::RuleSunk(_) => {
                self.check_umpire(seat.viewer, !matches!(command, Command::TakeBack { .. }))
            }
            Command::Decide(_)
            | Command::DecideByThrow(..)
            | Command::TakeBack { leave: false, .. }
            | Command::LayByHand(..)
            | Command::SetUpAgain
            | Command::TakePlaces
            | Command::Remark { .. }
            | Command::CorrectReading => Ok(()),
        }
    }

    /// Checks the umpire's rights. Without an umpire, any seat may allow going back past a secret, because all players
    /// are asked.
    fn check_umpire(&self, viewer: &Audience, openly: bool) -> Result<(), Denied> {
        let umpire = self.situation.begun.umpire;
        if may_decide(viewer, umpire, &who_word(&Actor::Umpire)) || !(umpire || openly) {
            Ok(())
        } else {
            Err(self.denial_for(&Actor::Umpire))
        }
    }

    /// The refusal that names whose right it is, and what to do.
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

    /// Returns whether the ship has a place and stands there. Laying it elsewhere is then a move, or says that the
    /// record is wrong.
    fn stands_officially(&self, ship: &ShipId) -> bool {
        self.situation.places.contains_key(ship) && !self.situation.to_set_out.contains(ship)
    }

    /// Checks that a side's seat names no ships of the other side.
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

    /// Checks the rights to a decision; returns the decision, or why none could be read.
    fn check_decision(
        &self,
        seat: CommandSeat<'_>,
        asked: &DecisionView,
    ) -> Result<Result<B::Decision, FormError>, Denied> {
        let CommandSeat { word, viewer } = seat;
        let ground = self.form_ground(viewer);
        let context = self.form_context(&ground, viewer);
        if let Some(who) = self.other_owner_of_form(&context, asked) {
            return Err(self.denial_for(&who));
        }
        if let Some(AnswerView::Refused { reasons }) = self.refused_to_seat(word, asked) {
            let sentences: Vec<String> = reasons.into_iter().map(|reason| reason.text).collect();
            return Err(Denied::not_theirs(sentences.join(" ")));
        }
        // A request that makes no decision is refused for that reason later.
        let decision = match decision(&self.book, &context, asked) {
            Ok(decision) => decision,
            Err(unclear) => return Ok(Err(unclear)),
        };
        let actors = B::decided_by(&self.situation.book, &decision);
        let denied = self.decider_other_than(viewer, asked, &actors);
        denied.map_or(Ok(Ok(decision)), |actor| Err(self.denial_for(actor)))
    }

    /// Who must make this decision instead of the viewer; `None` if the viewer may. `actors`: those who decide it.
    pub(crate) fn decider_other_than<'a>(
        &self,
        viewer: &Audience,
        asked: &DecisionView,
        actors: &'a [Actor],
    ) -> Option<&'a Actor> {
        let thrown = matches!(asked, DecisionView::Roll { .. });
        let theirs = |actor: &Actor| {
            may_decide(viewer, self.situation.begun.umpire, &who_word(actor))
                || (thrown && self.dice_without_player(actor))
        };
        match asked {
            // The app's dice do not depend on who throws: a seat with a right to one of them may throw all.
            DecisionView::Roll { typed: None, read: None } => {
                actors.first().filter(|_| !actors.iter().any(theirs))
            }
            _ => actors.iter().find(|actor| !theirs(actor)),
        }
    }

    /// Returns whether no player has to throw these dice: the umpire's if none sits at the table, and those of a side
    /// that the app commands.
    fn dice_without_player(&self, actor: &Actor) -> bool {
        let begun = &self.situation.begun;
        match actor {
            Actor::Umpire => !begun.umpire,
            Actor::Side(side) => begun.commanded.contains(side),
            Actor::AllSides => true,
        }
    }

    /// Who may fill in the form that is answered, if this seat may not.
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
            side => Actor::Side(SideId::new(side)),
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
