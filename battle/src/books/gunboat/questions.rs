//! The open questions of the Gunboat book as views for screens.

use super::{decisions, forms, rulings};
use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::book_forms::BookForms;
use crate::forms::builder::roll_ask;
use crate::forms::context::{FormContext, FormError};
use crate::view::audience::{who_title, who_word};
use crate::view::{AskView, DecisionView, MountView, TickChoice, TickView};
use rulesets::core::{Actor, Audience, Book, Faces, WordedQuestion};
use rulesets::gunboat::{
    Ask, Decision, DueId, GunMount, Gunboat, Section, ShipState, State, legal_ticks, row_key, row_label,
    suggest_ticks,
};

/// A gun mount on a card.
pub(super) fn mount_view(ship: &ShipState, mount: &GunMount) -> MountView {
    let left = ship.free(&Section::Gun { mount: mount.id.clone() });
    // A card shows one sector; guns with several arcs get one from the first edge to the last.
    let from = mount.arcs.first().map_or(0.0, |arc| arc.from_deg);
    let to = mount.arcs.last().map_or(0.0, |arc| arc.to_deg);
    MountView {
        mount: mount.id.to_string(),
        place: mount.place.clone(),
        gun: mount.gun.clone(),
        guns: u32::from(mount.guns),
        guns_left: u32::from(left),
        penetration: u32::from(mount.pf),
        arc_from_deg: from,
        arc_to_deg: to,
        fired: ship.fired.get(&mount.id).is_some_and(|fired| *fired > 0),
    }
}

impl BookForms for Gunboat {
    /// The questions that keep the step open come first. All rolls are one question, and so are all ships that may
    /// fire.
    fn asks<'a>(&'a self, context: &FormContext<'a, State>) -> Vec<BookAsk<'a, Decision>> {
        let state = context.state;
        let questions = self.worded_questions(state);
        let hits = questions.iter().filter_map(|question| hits_ask(state, &question.ask, &question.what));
        let first = throw_ask_to(context).into_iter().chain(hits).map(BookAsk::Other);
        let forms = forms::asked(context, &questions).into_iter().map(BookAsk::Form);
        let last = fire_ask(&questions).or_else(|| step_ask(state, &questions)).map(BookAsk::Other);
        first.chain(forms).chain(last).collect()
    }

    fn optional_forms<'a>(&'a self, context: &FormContext<'a, State>) -> Vec<BookForm<'a, Decision>> {
        forms::optional_forms(context)
    }

    fn rulings<'a>(&'a self, context: &FormContext<'a, State>) -> Vec<BookForm<'a, Decision>> {
        rulings::forms(self, context)
    }

    fn decision_to_roll(&self, context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
        let handful = context.state.handful();
        let audience = context.state.roll_audience(handful.first()?);
        let rolls = handful.iter().map(|roll| roll.request.id).collect();
        audience.includes(context.viewer).then_some(Decision::Roll { rolls, faces })
    }

    fn decision_to_advance(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }

    fn in_words(
        &self,
        context: &FormContext<'_, State>,
        asked: &DecisionView,
    ) -> Result<Decision, FormError> {
        decisions::decision(context.state, asked)
    }
}

/// Ships move, or the step may be ended.
fn step_ask(state: &State, questions: &[WordedQuestion<Ask>]) -> Option<AskView> {
    let question = questions.iter().find(|question| question.ask == Ask::NextStep)?;
    Some(match state.step.moving_side() {
        Some(side) => AskView::Move {
            sentence: format!("{} ships move; then end the step.", side.word()),
            side: side.id().to_string(),
        },
        None => AskView::EndStep { sentence: question.what.clone() },
    })
}

/// Hits that somebody must allocate or tick off.
pub(crate) fn hits_ask(state: &State, ask: &Ask, sentence: &str) -> Option<AskView> {
    match ask {
        Ask::Choose { due, sections } => state.due(*due).map(|lot| AskView::Choose {
            sentence: sentence.to_owned(),
            ship: lot.ship.to_string(),
            sections: sections.iter().map(|kind| kind.word().to_owned()).collect(),
        }),
        Ask::Tick { due } => tick_ask(state, *due, sentence),
        _ => None,
    }
}

/// The rolls to throw together; if this viewer may not see any of them, only who throws.
fn throw_ask_to(context: &FormContext<'_, State>) -> Option<AskView> {
    let handful = context.state.handful();
    let audience = context.state.roll_audience(handful.first()?);
    if !audience.includes(context.viewer) {
        let actor = match audience {
            Audience::Side(side) => Actor::Side(side),
            Audience::Everyone | Audience::Umpire => Actor::Umpire,
        };
        let sentence = format!("{} throws secret dice.", who_title(&actor));
        return Some(AskView::Wait { sentence, who: who_word(&actor) });
    }
    throw_ask(context.state)
}

/// The rolls to throw together, and by whom.
pub(crate) fn throw_ask(state: &State) -> Option<AskView> {
    let handful = state.handful();
    let rolls: Vec<_> = handful.iter().map(|roll| (roll.by.word().to_owned(), &roll.request)).collect();
    roll_ask::<Gunboat>(&rolls)
}

fn tick_ask(state: &State, due: DueId, sentence: &str) -> Option<AskView> {
    let legal = legal_ticks(state, due)?;
    let ship = state.ships.get(&legal.ship)?;
    let choices = legal.rows.iter().map(|room| TickChoice {
        section: row_key(&room.row),
        label: row_label(&ship.card, &room.row),
        at_most: u32::from(room.free).min(legal.boxes),
    });
    let suggestion = suggest_ticks(state, due);
    Some(AskView::Tick {
        sentence: sentence.to_owned(),
        ship: legal.ship.to_string(),
        boxes: legal.boxes,
        choices: choices.collect(),
        suggestion: suggestion
            .iter()
            .map(|tick| TickView { section: row_key(&tick.row), boxes: u32::from(tick.count) })
            .collect(),
    })
}

fn fire_ask(questions: &[WordedQuestion<Ask>]) -> Option<AskView> {
    let ships: Vec<String> = questions
        .iter()
        .filter_map(|question| match &question.ask {
            Ask::Fire { shooter, .. } => Some(shooter.to_string()),
            _ => None,
        })
        .collect();
    (!ships.is_empty())
        .then(|| AskView::Fire { sentence: "Both sides may fire; then end the step.".to_owned(), ships })
}
