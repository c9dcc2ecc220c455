//! What must be thought about is taken out of the battle, and what came of it is given back. Nobody waits meanwhile, and a
//! conclusion counts only while the battle still stands where it was asked.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::events::DomainEvent;
use crate::record::thought::CommanderPlanned;
use crate::seats::commander::{InCommand, Seat};
use crate::session::battle::Battle;
use crate::thinking::thinker::{KeepThinking, Thinkable};
use crate::view::ThinkingView;
use opponent::admiral::{Advice, Resolve};
use rulesets::core::{Audience, SideId};
use std::fmt;
use std::time::Duration;

/// What somebody thinks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// The plans of a side that the app commands.
    Plans(SideId),
    /// Advice for a player.
    Advice,
}

/// What was asked, and at which event of the battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The last event when it was asked.
    pub made_on: i64,
    /// What it is about.
    pub matter: Matter,
}

enum Work {
    Plans(Thinkable<Resolve>),
    Advice(Thinkable<Vec<Advice>>),
}

/// Something that must be thought about, with everything that belongs to it: it needs the battle no more.
pub struct Quandary {
    asked: Asked,
    work: Work,
}

impl fmt::Debug for Quandary {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Quandary").field("asked", &self.asked).finish_non_exhaustive()
    }
}

/// What came of a quandary.
#[derive(Debug)]
pub struct Conclusion {
    asked: Asked,
    outcome: Outcome,
}

#[derive(Debug)]
enum Outcome {
    Plans(Resolve),
    Advice(Vec<Advice>),
    Nothing,
}

impl Quandary {
    /// What was asked.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// The longest that anybody may wait for the conclusion.
    pub fn budget(&self) -> Duration {
        match &self.work {
            Work::Plans(thinkable) => thinkable.budget,
            Work::Advice(thinkable) => thinkable.budget,
        }
    }

    /// Thinks as long as `keep_thinking` says; stopped early, it gives the best so far.
    pub fn think(self, keep_thinking: KeepThinking<'_>) -> Conclusion {
        let outcome = match self.work {
            Work::Plans(thinkable) => Outcome::Plans((thinkable.think)(keep_thinking)),
            Work::Advice(thinkable) => Outcome::Advice((thinkable.think)(keep_thinking)),
        };
        Conclusion { asked: self.asked, outcome }
    }
}

impl Conclusion {
    /// No conclusion: the commander goes on as before, and the player gets no advice.
    pub fn nothing(asked: Asked) -> Self {
        Self { asked, outcome: Outcome::Nothing }
    }
}

impl<B: BookAdapter> Battle<B> {
    /// What waits to be thought about, or is being thought about, and still counts.
    pub fn asked(&self) -> Vec<Asked> {
        let seq = self.situation().seq;
        let of_seat = |seat: &Seat<B>| {
            let Audience::Side(side) = seat.role() else { return None };
            let made_on = seat.pending.as_ref().map(|pending| pending.made_on).filter(|at| *at == seq)?;
            Some(Asked { made_on, matter: Matter::Plans(side.clone()) })
        };
        let advice = self.asked_advice.iter();
        let advice = advice.map(|asked| Asked { made_on: asked.pending.made_on, matter: Matter::Advice });
        self.seats.iter().filter_map(of_seat).chain(advice).collect()
    }

    /// Takes out what must be thought about next; none if nothing waits. The conclusion is given back by
    /// [`Battle::heed`].
    pub fn take_quandary(&mut self) -> Option<Quandary> {
        let seq = self.situation().seq;
        for seat in &mut self.seats {
            let Audience::Side(side) = &seat.role else { continue };
            let pending = seat.pending.as_mut().filter(|pending| pending.made_on == seq);
            if let Some(thinkable) = pending.and_then(|pending| pending.thinkable.take()) {
                let asked = Asked { made_on: seq, matter: Matter::Plans(side.clone()) };
                return Some(Quandary { asked, work: Work::Plans(thinkable) });
            }
        }
        let pending = &mut self.asked_advice.as_mut()?.pending;
        let thinkable = pending.thinkable.take()?;
        let asked = Asked { made_on: pending.made_on, matter: Matter::Advice };
        Some(Quandary { asked, work: Work::Advice(thinkable) })
    }

    /// Takes up a conclusion if it is still asked for; returns whether it was. The commanders act on it when they are
    /// next let act.
    ///
    /// # Errors
    /// When it could not be stored; then nothing has changed, and it is asked again.
    pub fn heed(&mut self, conclusion: Conclusion, now: &str) -> Result<bool, BattleError> {
        let Conclusion { asked, outcome } = conclusion;
        if !self.asked().contains(&asked) {
            return Ok(false);
        }
        match (asked.matter, outcome) {
            (Matter::Plans(side), Outcome::Plans(resolve)) => self.plan(&side, Some(resolve), now),
            (Matter::Plans(side), _) => self.plan(&side, None, now),
            (Matter::Advice, Outcome::Advice(advice)) => self.advise(&advice, now),
            (Matter::Advice, _) => self.advise(&[], now),
        }
    }

    fn plan(&mut self, side: &SideId, resolve: Option<Resolve>, now: &str) -> Result<bool, BattleError> {
        let mut seats = std::mem::take(&mut self.seats);
        let planned = self.plan_in(&mut seats, side, resolve, now);
        self.seats = seats;
        planned
    }

    fn plan_in(
        &mut self,
        seats: &mut [Seat<B>],
        side: &SideId,
        resolve: Option<Resolve>,
        now: &str,
    ) -> Result<bool, BattleError> {
        let seat = seats.iter_mut().find(|seat| seat.role == Audience::Side(side.clone()));
        let Some(seat) = seat else { return Ok(false) };
        seat.pending = None;
        let Some(thinker) = seat.command.commander.thinker() else { return Ok(false) };
        let before = thinker.copied();
        thinker.heed(self.book(), resolve);
        let Some(planned_for) = thinker.planned().cloned() else { return Ok(false) };
        let (plans, simulations) = thinker.plans();
        let planned = CommanderPlanned { side: side.clone(), planned_for, plans: plans.clone(), simulations };
        if let Err(error) = self.append(vec![DomainEvent::Planned(planned)], now, || None) {
            seat.command.commander = InCommand::Thinker(before);
            return Err(error);
        }
        Ok(true)
    }

    /// Who thinks now, for a viewer's window.
    pub(crate) fn thinking_view(&self, viewer: &Audience) -> Option<ThinkingView> {
        let asked = self.asked();
        let commander = asked.iter().find_map(|asked| match &asked.matter {
            Matter::Plans(side) => Some(ThinkingView {
                sentence: format!("The {} commander thinks …", side.title()),
                side: Some(side.to_string()),
            }),
            Matter::Advice => None,
        });
        let advice = self.asked_advice.as_ref().filter(|asked| asked.viewer.includes(viewer));
        commander.or_else(|| {
            advice.map(|_| ThinkingView { sentence: "Advice is thought out …".to_owned(), side: None })
        })
    }
}
