//! What Mahan's book asks now, in the words of today's screens.

use super::forms;
use super::sides::key;
use crate::books::gunboat;
use crate::forms::builder::roll_ask;
use crate::forms::context::FormContext;
use crate::view::AskView;
use crate::view::audience::who_title;
use rulesets::core::{Actor, Book, Faces, SideId};
use rulesets::gunboat as guns;
use rulesets::mahan::play::{Ask, Decision, State};
use rulesets::mahan::{MahanBook, Side};

/// What is asked now: dice and hits first, then what the rules do for Mahan, then the Player's fire.
pub(super) fn asks(book: &MahanBook, context: &FormContext<'_, State>) -> Vec<AskView> {
    let state = context.state;
    let mut asks = Vec::new();
    let mahan = who_title(&Actor::Side(SideId(key(state, Side::Mahan))));
    let own: Vec<_> = state.rolls.iter().map(|roll| (mahan.clone(), &roll.request)).collect();
    if state.by_gunboat() && state.guns_wait() {
        asks.extend(gunboat::throw_ask(&state.guns));
    } else {
        asks.extend(roll_ask(&own));
    }
    let (mut shooters, mut fired) = (Vec::new(), None);
    for question in book.questions(state) {
        match &question.ask {
            Ask::Gunnery { ask: guns::Ask::Fire { shooter, .. } } => shooters.push(shooter.to_string()),
            Ask::Gunnery { ask } => {
                asks.extend(gunboat::hits_ask(&state.guns, ask, &question.what));
            }
            Ask::FireDone => fired = Some(question.what.clone()),
            ask => asks.extend(forms::form(book, context, &question, ask).map(AskView::Form)),
        }
    }
    if let Some(sentence) = fired {
        asks.push(if shooters.is_empty() {
            AskView::EndStep { sentence }
        } else {
            let sentence = "The Player may fire; then end the step.".to_owned();
            AskView::Fire { sentence, ships: shooters }
        });
    }
    asks
}

/// The decision that throws what is asked for.
pub(super) fn decision_to_roll(state: &State, faces: Faces) -> Option<Decision> {
    if state.by_gunboat() && state.guns_wait() {
        let rolls: Vec<_> = state.guns.handful().iter().map(|roll| roll.request.id).collect();
        let decision = guns::Decision::Roll { rolls, faces };
        return (!state.guns.rolls.is_empty()).then_some(Decision::Gunnery { decision });
    }
    (!state.rolls.is_empty()).then_some(Decision::Roll { faces })
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
