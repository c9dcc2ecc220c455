//! What is asked now, of whom, in the words of today's screens.

use crate::view::{AskView, MountView, RollView, TickChoice, TickView};
use rulesets::core::{Book, Question};
use rulesets::gunboat::{
    Ask, DueId, GunMount, Gunboat, Section, ShipState, State, legal_ticks, row_key, row_label, suggest_ticks,
};

/// A gun mount on a card.
pub(super) fn mount_view(ship: &ShipState, mount: &GunMount) -> MountView {
    let left = ship.free(&Section::Gun { mount: mount.id.clone() });
    // A card shows one sector; guns with several bear from the first edge to the last.
    let from = mount.arcs.first().map_or(0.0, |arc| arc.from_deg);
    let to = mount.arcs.last().map_or(0.0, |arc| arc.to_deg);
    MountView {
        mount: mount.id.0.clone(),
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

/// What is asked now: what holds the step open first. Rolls are one handful, ships that may fire one question.
pub(super) fn asks(gunboat: &Gunboat, state: &State) -> Vec<AskView> {
    let questions = gunboat.questions(state);
    let mut asks = Vec::new();
    asks.extend(roll_ask(state));
    for question in &questions {
        match &question.ask {
            Ask::Choose { due, sections } => asks.extend(state.due(*due).map(|lot| AskView::Choose {
                sentence: question.what.clone(),
                ship: lot.ship.to_string(),
                sections: sections.iter().map(|kind| kind.word().to_owned()).collect(),
            })),
            Ask::Tick { due } => asks.extend(tick_ask(state, *due, &question.what)),
            Ask::Open
            | Ask::Roll { .. }
            | Ask::Fire { .. }
            | Ask::FireAtBoarders { .. }
            | Ask::FireMortar { .. }
            | Ask::Embark { .. }
            | Ask::Grapple { .. }
            | Ask::RingUp { .. }
            | Ask::Move { .. }
            | Ask::Ram { .. }
            | Ask::Refloat { .. }
            | Ask::Volley { .. }
            | Ask::NextStep => {}
        }
    }
    asks.extend(fire_ask(&questions));
    if asks.is_empty() {
        asks.extend(questions.iter().filter(|question| question.ask == Ask::NextStep).map(|question| {
            match state.step.moving_side() {
                Some(side) => AskView::Move {
                    sentence: format!("{} ships move; then end the step.", side.word()),
                    side: side.id().0,
                },
                None => AskView::EndStep { sentence: question.what.clone() },
            }
        }));
    }
    asks
}

fn roll_ask(state: &State) -> Option<AskView> {
    let handful = state.handful();
    let rolls: Vec<RollView> = handful
        .iter()
        .flat_map(|roll| {
            let view = RollView {
                faces: roll.request.die.faces(),
                purpose: roll.request.label.clone(),
                rule: roll.request.rule.to_string(),
            };
            std::iter::repeat_n(view, usize::from(roll.request.count))
        })
        .collect();
    let throws: Vec<String> = handful
        .iter()
        .map(|roll| {
            let request = &roll.request;
            format!("{} throws {} {} for {}", roll.by.word(), request.count, request.die, request.label)
        })
        .collect();
    (!rolls.is_empty()).then(|| AskView::Roll { sentence: format!("{}.", throws.join("; ")), rolls })
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

fn fire_ask(questions: &[Question<Ask>]) -> Option<AskView> {
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
