//! Orders that are written in secret, revealed, and read out (NOD-9).

use crate::core::{Halt, Reason, Recorder, Settlement, TableFacts, TieResolver};
use crate::noddy::events::decision::ShipOrder;
use crate::noddy::events::event::Event;
use crate::noddy::movement::orders::{current_for, damaged_course, reasons as against};
use crate::noddy::state::battle::State;
use crate::noddy::state::ship::{Course, Written};
use crate::noddy::state::step::Step;
use crate::noddy::tables::table_set::Tables;
use geometry::ShipId;

/// Writes the orders of one side, in secret; all are accepted, or none.
pub(crate) fn write(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    orders: &[ShipOrder],
) -> Result<Vec<Event>, Halt> {
    let recorder = Recorder::new(facts);
    let (mut reasons, mut too_close) = (Vec::new(), Vec::new());
    if state.step != Step::Orders {
        reasons.push(Reason::new("NOD-7", "Orders are written before anything moves."));
    }
    let side = orders.first().and_then(|order| state.side(&order.ship)).cloned();
    for (i, order) in orders.iter().enumerate() {
        let Some(ship) = state.ships.get(&order.ship) else {
            reasons.push(Reason::new("NOD-9", format!("{} does not take part.", order.ship)));
            continue;
        };
        let name = &ship.card.name;
        if orders.iter().take(i).any(|other| other.ship == order.ship) {
            reasons.push(Reason::new("NOD-9", format!("{name} has two orders.")));
        }
        if side.as_ref() != Some(&ship.card.side) {
            reasons.push(Reason::new("NOD-9", "Each side writes its own orders."));
        }
        if !ship.takes_orders(state.turn) {
            reasons.push(Reason::new("NOD-9", format!("{name} can't be given orders now.")));
            continue;
        }
        if let Written::Here { course } = &order.order {
            let mut ties = TieResolver::new(&order.settled).with_tie(state.options.too_close);
            match current_for(state, &recorder, ship, &mut ties) {
                Ok(current) => reasons.extend(against(tables, state, ship, course, current)),
                Err(reason) => reasons.push(reason),
            }
            ties.refuse_unasked("NOD-11", &mut reasons);
            too_close.extend(ties.into_parts().0);
        }
    }
    let Some(side) = side else {
        reasons.push(Reason::new("NOD-9", "Name the ships that orders are for."));
        return Err(Halt::Refused(crate::core::Refusal { reasons }));
    };
    Halt::unless_clear(reasons, too_close)?;
    Ok(vec![Event::OrdersWritten { side, orders: orders.to_vec(), asked: recorder.into_asked() }])
}

/// Reads out orders that were kept on paper, after all others are revealed.
pub(crate) fn read_out(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    (id, course): (&ShipId, &Course),
    settled: &[Settlement],
) -> Result<Vec<Event>, Halt> {
    let recorder = Recorder::new(facts);
    let mut reasons = Vec::new();
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    let mut course = *course;
    match state.ships.get(id) {
        None => reasons.push(Reason::new("NOD-9", format!("{id} does not take part."))),
        Some(ship) => {
            let waits = ship.written == Some(Written::OnPaper) && ship.course.is_none() && ship.present();
            if state.step == Step::Orders || !waits {
                let text = format!("{} has no orders on paper to be read out now.", ship.card.name);
                reasons.push(Reason::new("NOD-9", text));
            }
            course = damaged_course(tables, state, ship, course);
            match current_for(state, &recorder, ship, &mut ties) {
                Ok(current) => reasons.extend(against(tables, state, ship, &course, current)),
                Err(reason) => reasons.push(reason),
            }
        }
    }
    ties.refuse_unasked("NOD-11", &mut reasons);
    Halt::unless_clear(reasons, ties.into_parts().0)?;
    Ok(vec![Event::OrdersReadOut { ship: id.clone(), course, asked: recorder.into_asked() }])
}
