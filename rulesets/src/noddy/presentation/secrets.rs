//! The filter for secrets: orders until they are revealed (NOD-9), damage always (NOD-29), the chart (NOD-30).

use crate::core::{Answer, Asked, Audience, Query};
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::decision::UmpireOrder;
use crate::noddy::events::event::Event;
use crate::noddy::state::battle::{BatteryState, State};

/// The viewers who may know of an event; `state` is the one before it.
pub(crate) fn audience(state: &State, event: &Event) -> Audience {
    match event {
        Event::ChartDrawn { areas } => areas.first().map_or(Audience::Umpire, |area| area.audience()),
        Event::OrdersWritten { side, .. } => Audience::Side(side.clone()),
        Event::ChartMet { .. } => Audience::Umpire,
        Event::DiceThrown { thrown } => {
            let rolls = thrown.iter().filter_map(|thrown| state.roll(thrown.request.id));
            rolls
                .map(|roll| roll.audience.clone())
                .find(|it| *it != Audience::Everyone)
                .unwrap_or(Audience::Everyone)
        }
        Event::Read { read } => {
            if loses_her(&read.changes) {
                return Audience::Everyone;
            }
            state.roll(read.roll).map_or(Audience::Everyone, |roll| roll.audience.clone())
        }
        Event::FactsTyped { facts, .. } if facts.iter().any(|asked| names_chart_area(state, asked)) => {
            Audience::Umpire
        }
        Event::UmpireOrdered { order, changes, .. } => match order {
            UmpireOrder::Chart { area } => area.audience(),
            UmpireOrder::Unchart { area } => {
                let hidden = state.hidden.iter().find(|hidden| hidden.area.id == *area);
                hidden.map_or(Audience::Umpire, |hidden| hidden.audience())
            }
            UmpireOrder::Set { change } if loses_her(std::slice::from_ref(change)) => Audience::Everyone,
            UmpireOrder::Set { change } => owner(state, change),
            UmpireOrder::LoseSpeed { .. } => {
                changes.first().map_or(Audience::Everyone, |it| owner(state, it))
            }
            _ => Audience::Everyone,
        },
        _ => Audience::Everyone,
    }
}

fn owner(state: &State, change: &Change) -> Audience {
    state.side(&change.ship).map_or(Audience::Umpire, |side| Audience::Side(side.clone()))
}

fn loses_her(changes: &[Change]) -> bool {
    changes.iter().any(|change| matches!(change.to, Becomes::Lost { .. } | Becomes::Abandoned))
}

/// Returns true if an answer names an area of the chart.
fn names_chart_area(state: &State, asked: &Asked) -> bool {
    match (&asked.query, &asked.answer) {
        (Query::Waters { .. }, Answer::Waters(waters)) => waters
            .areas
            .iter()
            .any(|entered| state.hidden.iter().any(|hidden| hidden.area.id == entered.area)),
        _ => false,
    }
}

/// A copy of the state without everything that this viewer may not know.
pub(crate) fn seen_by(state: &State, viewer: &Audience) -> State {
    let mut seen = state.clone();
    if *viewer == Audience::Umpire {
        return seen;
    }
    // Parts without a secret stay shared with the full state.
    if !seen.hidden.iter().all(|area| area.audience().includes(viewer)) {
        seen.hidden.retain(|area| area.audience().includes(viewer));
    }
    if !seen.rolls.iter().all(|roll| roll.audience.includes(viewer)) {
        seen.rolls.retain(|roll| roll.audience.includes(viewer));
    }
    seen.typed.retain(|asked| !names_chart_area(state, asked));
    for ship in seen.ships.values_mut() {
        let own = Audience::Side(ship.card.side.clone());
        if own.includes(viewer) {
            continue;
        }
        ship.written = None;
        ship.top_speed = ship.card.top_speed;
        if ship.guns.values().any(|gun| gun.lost || gun.shut_until > 0) {
            ship.guns.values_mut().for_each(|gun| (gun.lost, gun.shut_until) = (false, 0));
        }
        (ship.helmless_until, ship.steering_until, ship.jammed_until) = (0, 0, 0);
        (ship.pipes, ship.crippled, ship.sinks_after) = (false, false, None);
        // A fire is visible; the number of attempts to put it out is not.
        ship.burning = ship.burning.map(|_| 0);
        ship.aground = ship.aground.map(|_| 0);
    }
    let hides = |battery: &BatteryState| {
        let own = Audience::Side(battery.card.side.clone()).includes(viewer);
        !own && battery.guns.values().any(|gun| gun.lost)
    };
    if seen.batteries.values().any(hides) {
        for battery in seen.batteries.values_mut().filter(|battery| hides(battery)) {
            battery.guns.values_mut().for_each(|gun| gun.lost = false);
        }
    }
    seen
}
