//! Advice for a player, on request and noted in the log: from what the seat may know, and for no other seat to read.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::events::DomainEvent;
use crate::record::thought::{AdviceGiven, Advised};
use crate::session::battle::Battle;
use crate::thinking::thinker::{AskedAdvice, Pending};
use crate::view::AdvisedView;
use opponent::admiral::Advice;
use rulesets::core::{Audience, Outlook, SideId};

impl<B: BookAdapter> Battle<B> {
    /// The side that a seat can be advised for: its own, or that of a player alone against the app.
    ///
    /// # Errors
    /// When there is none: why, in one sentence.
    pub(crate) fn side_to_advise(&self, viewer: &Audience) -> Result<SideId, &'static str> {
        let commanded = &self.situation().begun.commanded;
        if self.situation().over {
            return Err("The battle is over: look at its turning points instead.");
        }
        let lines = B::ships(&self.situation().book);
        let played = |side: &SideId| lines.iter().any(|line| line.side == *side) && !commanded.contains(side);
        let side = match viewer {
            Audience::Umpire => return Err("An umpire is impartial: ask from a player's seat."),
            Audience::Side(side) => played(side).then(|| side.clone()),
            Audience::Everyone => {
                let mut sides: Vec<SideId> = lines.iter().map(|line| line.side.clone()).collect();
                sides.sort();
                sides.dedup();
                sides.retain(|side| played(side));
                match sides.as_slice() {
                    [alone] => Some(alone.clone()),
                    _ => {
                        return Err("Advice is for one side alone: take its seat first, and ask from there.");
                    }
                }
            }
        };
        let planned = |side: &SideId| {
            self.book().foresight().is_some_and(|foresight| foresight.may_plan(self.book(), side))
        };
        side.filter(planned).ok_or("Nobody can be advised for this side: the rules or the app command it.")
    }

    /// Begins to think about advice for a seat, signed `by`; until the next decision it is asked once.
    pub(crate) fn ask_advice(&mut self, viewer: &Audience, by: &str) {
        let Ok(side) = self.side_to_advise(viewer) else { return };
        let Some(foresight) = self.book().foresight() else { return };
        let situation = self.situation_for(viewer);
        let table = self.table_as_it_stands().with_terrain(self.terrain_known_in(&situation.book));
        let outlook = Outlook { book: self.book(), state: &situation.book, table: &table, questions: &[] };
        let made_on = self.situation().seq;
        // The same question gets the same advice.
        let seed = self.situation().begun.dice_seed.rotate_left(29) ^ made_on.unsigned_abs();
        let thinkable = foresight.advice(&outlook, &situation, (&side, seed));
        self.asked_advice = Some(AskedAdvice {
            by: by.to_owned(),
            side,
            viewer: viewer.clone(),
            pending: Pending { made_on, thinkable: Some(thinkable) },
        });
    }

    /// Records the advice that was asked for.
    pub(crate) fn advise(&mut self, advice: &[Advice], now: &str) -> Result<bool, BattleError> {
        let Some(AskedAdvice { by, side, viewer, .. }) = self.asked_advice.take() else { return Ok(false) };
        let advised = |advice: &Advice| Advised {
            sentence: advice.sentence.clone(),
            chance: round_share(advice.chance),
            standard_error: round_share(advice.standard_error),
        };
        let advised = advice.iter().map(advised).collect();
        let given = AdviceGiven { by, side, audience: viewer, advised };
        self.append(vec![DomainEvent::Advice(given)], now, || None)?;
        Ok(true)
    }

    /// The advice that a viewer was given for the battle as it stands; empty once something was decided.
    pub(crate) fn advice_view(&self, viewer: &Audience) -> Vec<AdvisedView> {
        let newest = self.entries().iter().rev();
        let since = newest
            .take_while(|entry| !matches!(entry.event, DomainEvent::Book(_) | DomainEvent::TakenBack(_)));
        let mut given = since.filter_map(|entry| match &entry.event {
            DomainEvent::Advice(given) if entry.audience == *viewer => Some(given),
            _ => None,
        });
        let view = |advised: &Advised| AdvisedView {
            sentence: advised.sentence.clone(),
            percent: (100.0 * advised.chance).round(),
            // 95 % of the simulations' own error; how well playouts play is not in it.
            plus_minus: (100.0 * 1.96 * advised.standard_error).ceil(),
        };
        given.next().map(|given| given.advised.iter().map(view).collect()).unwrap_or_default()
    }
}

/// Rounded to a tenth of a percent, as it is shown.
fn round_share(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
