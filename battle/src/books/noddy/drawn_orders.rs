//! Draws Noddy's orders on the table: half the distance, the turn, the other half (NOD-7, NOD-8).

use super::questions::{knots_field, turn_field, writings};
use crate::forms::context::FormContext;
use crate::view::{LegDrawn, LegGoes, OrderDrawn};
use geometry::ShipId;
use rulesets::core::Book;
use rulesets::noddy::{Ask, MoveOrder, Noddy, State};

/// One inch per knot (NOD-1), half before the turn and half after it.
const HALF_IN_A_KNOT: f64 = 0.5;

/// The orders that the viewer is writing, and those being carried out, which are public.
pub(super) fn orders(book: &Noddy, context: &FormContext<'_, State>) -> Vec<OrderDrawn> {
    let mut drawn = Vec::new();
    for question in book.questions(context.state) {
        match &question.ask {
            Ask::Orders { ships } if context.may_see(&question.who) => {
                for writing in writings(context, &question.who, ships) {
                    let own = writing.ships.iter();
                    drawn.extend(own.filter_map(|needs| written(context.state, &needs.ship, &writing.form)));
                }
            }
            Ask::Move { ships } => {
                drawn.extend(ships.iter().filter_map(|ship| carried_out(book, context, ship)));
            }
            _ => {}
        }
    }
    drawn
}

fn side(state: &State, ship: &ShipId) -> Option<String> {
    Some(state.ships.get(ship)?.card.side.to_string())
}

fn written(state: &State, ship: &ShipId, form: &str) -> Option<OrderDrawn> {
    let half = || LegDrawn { goes: LegGoes::Ahead, by: HALF_IN_A_KNOT, field: Some(knots_field(ship)) };
    let turn = LegDrawn { goes: LegGoes::Turn, by: 1.0, field: Some(turn_field(ship)) };
    Some(OrderDrawn {
        ship: ship.to_string(),
        side: side(state, ship)?,
        form: Some(form.to_owned()),
        legs: vec![half(), turn, half()],
    })
}

fn carried_out(book: &Noddy, context: &FormContext<'_, State>, ship: &ShipId) -> Option<OrderDrawn> {
    let order = MoveOrder { ship: ship.clone(), short: None, settled: Vec::new() };
    let review = book.review_move(context.state, context.table, &order)?;
    let astern = review.course.speed < 0;
    let ahead_in = if astern { -review.expected_in } else { review.expected_in };
    let leg = |goes, by: f64| (by != 0.0).then_some(LegDrawn { goes, by, field: None });
    let legs: Vec<LegDrawn> = [leg(LegGoes::Ahead, ahead_in), leg(LegGoes::Turn, review.expected_deg)]
        .into_iter()
        .flatten()
        .collect();
    let side = side(context.state, ship)?;
    (!legs.is_empty()).then_some(OrderDrawn { ship: ship.to_string(), side, form: None, legs })
}
