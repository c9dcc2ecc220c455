//! The open questions of Mahan's book as views for screens.

use super::{forms, rulings};
use crate::books::gunboat;
use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::book_forms::BookForms;
use crate::forms::builder::roll_ask;
use crate::forms::context::{FormContext, FormError};
use crate::view::{AskView, DecisionView};
use rulesets::core::{Book, Faces};
use rulesets::gunboat as guns;
use rulesets::mahan::play::{Ask, Decision, State};
use rulesets::mahan::{MahanBook, Side};

impl BookForms for MahanBook {
    /// Dice and hits first, then the rules' actions for Mahan, then the Player's fire.
    fn asks<'a>(&'a self, context: &FormContext<'a, State>) -> Vec<BookAsk<'a, Decision>> {
        let state = context.state;
        let dice = if state.by_gunboat() && state.guns_wait() {
            gunboat::throw_ask(&state.guns)
        } else {
            let mahan = state.side_id(Side::Mahan).title();
            let own: Vec<_> = state.rolls.iter().map(|roll| (mahan.clone(), &roll.request)).collect();
            roll_ask::<Self>(&own)
        };
        let mut asks: Vec<BookAsk<'a, Decision>> = dice.into_iter().map(BookAsk::Other).collect();
        let (mut shooters, mut fired) = (Vec::new(), None);
        for question in self.worded_questions(state) {
            match &question.ask {
                Ask::Gunnery { ask: guns::Ask::Fire { shooter, .. } } => shooters.push(shooter.to_string()),
                Ask::Gunnery { ask } => {
                    let hits = gunboat::hits_ask(&state.guns, ask, &question.what);
                    asks.extend(hits.map(BookAsk::Other));
                }
                Ask::FireDone => fired = Some(question.what.clone()),
                _ => asks.extend(forms::form(self, context, &question).map(BookAsk::Form)),
            }
        }
        let last = fired.map(|sentence| match shooters.is_empty() {
            true => AskView::EndStep { sentence },
            false => AskView::Fire {
                sentence: "The Player may fire; then end the step.".to_owned(),
                ships: shooters,
            },
        });
        asks.extend(last.map(BookAsk::Other));
        asks
    }

    fn rulings<'a>(&'a self, context: &FormContext<'a, State>) -> Vec<BookForm<'a, Decision>> {
        rulings::forms(self, context)
    }

    fn decision_to_roll(&self, context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
        let state = context.state;
        if state.by_gunboat() && state.guns_wait() {
            let rolls: Vec<_> = state.guns.handful().iter().map(|roll| roll.request.id).collect();
            let decision = guns::Decision::Roll { rolls, faces };
            return (!state.guns.rolls.is_empty()).then_some(Decision::Gunnery { decision });
        }
        (!state.rolls.is_empty()).then_some(Decision::Roll { faces })
    }

    /// Steps end by themselves, except for the Player's fire (MAH-25).
    fn decision_to_advance(&self) -> Option<Decision> {
        Some(Decision::FireDone)
    }

    fn in_words(
        &self,
        context: &FormContext<'_, State>,
        asked: &DecisionView,
    ) -> Result<Decision, FormError> {
        Ok(Decision::Gunnery { decision: gunboat::in_words(&context.state.guns, asked)? })
    }
}

/// "CSS Arkansas lies 5 hexes away."
pub(super) fn hexes_away(state: &State, decision: &guns::Decision) -> String {
    let guns::Decision::Fire { shooter, target, .. } = decision else { return String::new() };
    let hex = |ship| state.ships.get(ship).and_then(|ship| ship.place).map(|place| place.hex);
    match hex(shooter).zip(hex(target)).map(|(from, to)| from.distance(to)) {
        Some(1) => format!("{} lies in the next hex.", state.name(target)),
        Some(hexes) => format!("{} lies {hexes} hexes away.", state.name(target)),
        None => String::new(),
    }
}
