//! Commands to a battle of any book as tests give them: on the battle as it stands, from the seat of the umpire if no other
//! is named.

use battle::view::{AnswerView, DecisionView, LogLine};
use battle::{
    Audience, Battle, BattleError, BookAdapter, Command, CommandError, CommandSeat, DecisionRequest,
    PictureSource, Session, TakeBack,
};
use geometry::{Pose, ShipId};
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use serde_json::Value;
use std::any::Any;

type Lines = Result<Vec<LogLine>, BattleError>;
type Answer = Result<AnswerView, BattleError>;

pub trait AtTheTable {
    fn give(&mut self, by: &Audience, command: &Command<'_>, now: &str, picture: PictureSource<'_>)
    -> Answer;
    fn as_any(&self) -> &dyn Any;
    fn decide_json(&mut self, asked: DecisionRequest<Value>, now: &str, picture: PictureSource<'_>)
    -> Answer;

    fn lines(&mut self, command: &Command<'_>, now: &str, picture: PictureSource<'_>) -> Lines {
        match self.give(&Audience::Umpire, command, now, picture)? {
            AnswerView::Done { log } => Ok(log),
            other => panic!("{command:?}: {other:?}"),
        }
    }

    fn decide_as_shown_to(
        &mut self,
        asked: &DecisionView,
        by: &Audience,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Answer {
        self.give(by, &Command::Decide(asked), now, picture)
    }

    fn take_back(&mut self, asked: &TakeBack, now: &str) -> Answer {
        let back = Command::TakeBack { to: asked.to, why: &asked.why, leave: asked.umpire };
        self.give(&Audience::Umpire, &back, now, &mut || None)
    }

    fn lay_by_hand(&mut self, ship: &ShipId, pose: Pose, now: &str, picture: PictureSource<'_>) -> Lines {
        self.lines(&Command::LayByHand(ship, pose), now, picture)
    }

    fn waive_set_up(&mut self, ships: &[ShipId], now: &str, picture: PictureSource<'_>) -> Lines {
        self.lines(&Command::WaiveSetUp(ships), now, picture)
    }

    fn take_places(&mut self, now: &str, picture: PictureSource<'_>) -> Lines {
        self.lines(&Command::TakePlaces, now, picture)
    }

    fn set_up_again(&mut self, now: &str) -> Lines {
        self.lines(&Command::SetUpAgain, now, &mut || None)
    }

    fn remark(&mut self, about: i64, text: &str, now: &str) -> Lines {
        self.lines(&Command::Remark { about, text, private: false }, now, &mut || None)
    }
}

impl AtTheTable for dyn Session {
    fn give(
        &mut self,
        by: &Audience,
        command: &Command<'_>,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Answer {
        let word = match by {
            Audience::Everyone => "everyone",
            Audience::Umpire => "umpire",
            Audience::Side(side) => side.as_str(),
        };
        let last = self.view_for(by).seq;
        let done = self.carry_out(CommandSeat { word, viewer: by }, last, command, now, picture);
        done.map_err(|error| match error {
            CommandError::Battle(error) => error,
            CommandError::Denied(denied) => panic!("{command:?}: {denied}"),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn decide_json(
        &mut self,
        asked: DecisionRequest<Value>,
        now: &str,
        picture: PictureSource<'_>,
    ) -> Answer {
        match self.book_id() {
            "gunboat" => decide_in::<Gunboat>(self, asked, now, picture),
            "hex_duel" => decide_in::<HexDuel>(self, asked, now, picture),
            "mahan" => decide_in::<MahanBook>(self, asked, now, picture),
            "noddy" => decide_in::<Noddy>(self, asked, now, picture),
            _ => decide_in::<SpBp>(self, asked, now, picture),
        }
    }
}

/// Decides as the book's own data, past any seat.
fn decide_in<B: BookAdapter>(
    play: &mut dyn Any,
    asked: DecisionRequest<Value>,
    now: &str,
    picture: PictureSource<'_>,
) -> Answer {
    let decision: B::Decision = serde_json::from_value(asked.decision).unwrap();
    let battle = play.downcast_mut::<Battle<B>>().unwrap();
    battle.decide(&DecisionRequest { decision, frame: asked.frame, by: asked.by }, now, picture)
}
