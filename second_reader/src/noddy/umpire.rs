//! Rulings of the umpire (NOD-11, NOD-31).

use crate::noddy::battle::{Battle, Hidden};
use crate::noddy::kept::{Becomes, Change, Decides, Due, Side};
use crate::noddy::sheet::HalfKnots;
use crate::record::{Event, ReadError};
use crate::report::Report;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
enum Order {
    Split { segments: i64 },
    Special { ship: String },
    Hit { ship: String, struck: Option<Side> },
    LoseSpeed { ship: String, half_knots: HalfKnots },
    Set { change: Change },
    MoveAgain { ship: String },
    Chart { area: Hidden },
    Unchart { area: String },
    Note,
}

/// Follows an order of the umpire.
pub fn ordered(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let order: Order = event.read("/event/order")?;
    let changes: Vec<Change> = event.read("/event/changes")?;
    let rolls: Vec<Due> = event.read("/event/rolls")?;
    let (mut reads, mut next) = (Vec::new(), Vec::new());
    match order {
        Order::Split { segments } => (battle.segment, battle.segments) = (0, segments),
        Order::Special { ship } => next.push((ship, Decides::Special { struck: None, musketry: false })),
        Order::Hit { ship, struck } => next.push((ship, Decides::Effect { struck })),
        Order::LoseSpeed { ship, half_knots } => {
            let left = battle.ships.get(&ship).map_or(0, |own| own.top_speed - half_knots.max(0));
            next.extend(sinks(battle, &ship, left));
            reads.push(Change { ship, to: Becomes::TopSpeed { half_knots: left } });
        }
        Order::Set { change } => {
            if let Becomes::TopSpeed { half_knots } = change.to {
                next.extend(sinks(battle, &change.ship, half_knots));
            }
            reads.push(change);
        }
        Order::MoveAgain { ship: id } => {
            if let Some(ship) = battle.ships.get_mut(&id) {
                (ship.moved, ship.stopped, ship.gone_in) = (false, false, 0.0);
                ship.contact.clear();
            }
            battle.begin_way(&id);
        }
        Order::Chart { area } => {
            battle.hidden.retain(|hidden| hidden.area.id != area.area.id);
            battle.hidden.push(area);
        }
        Order::Unchart { area } => battle.hidden.retain(|hidden| hidden.area.id != area),
        Order::Note => {}
    }
    report.compare("NOD-11", event.seq, &reads, &changes);
    let recorded: Vec<(String, Decides)> =
        rolls.iter().map(|due| (due.ship.clone(), due.decides.clone())).collect();
    report.compare("NOD-31", event.seq, next, recorded);
    battle.take_up(&changes);
    battle.due.extend(rolls);
    Ok(())
}

/// Below zero speed the ship sinks, and one die decides how soon (NOD-26, NOD-AMB-14).
fn sinks(battle: &Battle, id: &str, left: HalfKnots) -> Option<(String, Decides)> {
    let ship = battle.ships.get(id)?;
    let sinks = left < 0 && ship.present() && !battle.sinks(ship);
    sinks.then(|| (id.to_owned(), Decides::SinkDelay))
}
