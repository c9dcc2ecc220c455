//! Second reader for Noddy: directly from the sheet of "Noddy" ACW Riverine Rules, with its gaps filled as in
//! the catalogue (NOD-AMB).

mod battle;
mod dice;
mod gunnery;
mod kept;
mod moves;
mod opening;
mod orders;
mod rams;
mod sheet;
mod ship;
mod steps;
#[cfg(test)]
mod tests;
mod umpire;

use crate::record::{Event, ReadError, Record};
use crate::report::Report;
use battle::Battle;
use kept::Measured;

/// Replays a battle and recomputes its rulings. After a disagreement it follows the record, so that one error
/// is reported once.
///
/// # Errors
/// When an event lacks what a ruling needs.
pub fn check(record: &Record, report: &mut Report) -> Result<(), ReadError> {
    let mut battle = Battle::new(record);
    for event in record.standing() {
        replay(&mut battle, event, report, record.table_in)?;
        for stands in &event.places {
            battle.places.insert(stands.ship.clone(), stands.place);
            battle.ways.entry(stands.ship.clone()).or_default().push(stands.place);
        }
    }
    Ok(())
}

fn replay(
    battle: &mut Battle,
    event: &Event,
    report: &mut Report,
    table_in: [f64; 2],
) -> Result<(), ReadError> {
    match event.text("/event/event") {
        Some("opened") => opening::opened(battle, event, report),
        Some("chart_drawn") => opening::chart_drawn(battle, event),
        Some("orders_written") => orders::written(battle, event, report),
        Some("orders_revealed") => orders::revealed(battle, event, report),
        Some("orders_read_out") => orders::read_out(battle, event, report),
        Some("step_began") => steps::began(battle, event, report),
        Some("chart_met") => moves::chart_met(battle, event, report),
        Some("moved") => moves::moved(battle, event, report, table_in),
        Some("fire_declared") => gunnery::fire(battle, event, report),
        Some("musketry_declared") => gunnery::musketry(battle, event, report),
        Some("rammed") => rams::rammed(battle, event, report),
        Some("contact_settled") => rams::settled(battle, event, report),
        Some("refloat_tried") => steps::refloat_tried(battle, event, report),
        Some("dice_thrown") => dice::thrown(battle, event, report),
        Some("read") => dice::read(battle, event, report),
        Some("sank") => steps::sank(battle, event, report),
        Some("drifted") => steps::drifted(battle, event, report),
        Some("left") => left(battle, event, report),
        Some("option_set") => {
            battle.options = event.read("/event/options")?;
            Ok(())
        }
        Some("umpire_ordered") => umpire::ordered(battle, event, report),
        _ => Ok(()),
    }
}

/// A ship left the battle: at the edge of the table.
fn left(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let id: String = event.read("/event/ship")?;
    let distance_in: Measured = event.read("/event/asked/0/answer/distance_in")?;
    let holds = distance_in.value <= 2.0 || distance_in.near(2.0);
    report.hold("NOD-11", event.seq, holds, "she is at the edge", &format!("{distance_in:?}"));
    if let Some(ship) = battle.ships.get_mut(&id) {
        ship.fate = Some("left".to_owned());
        (ship.written, ship.course) = (None, None);
    }
    Ok(())
}
