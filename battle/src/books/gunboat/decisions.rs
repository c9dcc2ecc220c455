//! Converts a player's decision from a screen into a decision of the Gunboat book.

use crate::forms::context::FormError;
use crate::view::{DecisionView, SettledView, TickView};
use geometry::ShipId;
use rulesets::core::{EdgeKey, Reason, Refusal, Settlement};
use rulesets::gunboat::{
    BoxTick, Decision, HitsDue, MountChoice, MountGuns, MountId, SectionKind, State, row_of_key,
};

/// Converts a player's decision into one of the book's.
pub(crate) fn decision(state: &State, asked: &DecisionView) -> Result<Decision, FormError> {
    match asked {
        DecisionView::DeclareSalvo { shooter, target, mounts, settled, frame: _ } => {
            let shooter = ShipId::new(shooter.as_str());
            let all = mounts.is_empty();
            Ok(Decision::Fire {
                target: ShipId::new(target.as_str()),
                mounts: if all { MountChoice::AllThatBear } else { with_mounts(state, &shooter, mounts) },
                shooter,
                settled: settled.iter().map(settlement).collect(),
            })
        }
        DecisionView::Tick { ship, boxes } => {
            let due = due_of(state, ship, |lot| lot.chooser.is_none())?;
            Ok(Decision::Tick { due, boxes: boxes.iter().map(box_tick).collect::<Result<_, _>>()? })
        }
        DecisionView::Choose { ship, section } => {
            let due = due_of(state, ship, |lot| lot.chooser.is_some())?;
            let section =
                SectionKind::ALL.into_iter().find(|kind| kind.word() == section).ok_or_else(|| {
                    Refusal::because("GUN-72", format!("A card has no section called “{section}”."))
                })?;
            Ok(Decision::Choose { due, section })
        }
        DecisionView::Answer { .. } | DecisionView::Roll { .. } | DecisionView::NextStep => {
            Err(FormError::because("This is said for all books alike."))
        }
    }
}

fn due_of(
    state: &State,
    ship: &str,
    wanted: impl Fn(&HitsDue) -> bool,
) -> Result<rulesets::gunboat::DueId, Refusal> {
    let lot = state.hits.iter().find(|lot| lot.ship.as_str() == ship && wanted(lot));
    lot.map(|lot| lot.id).ok_or_else(|| {
        let id = ShipId::new(ship);
        Refusal::because("GUN-40", format!("{} has no hits to check off now.", state.name(&id)))
    })
}

/// Selects the mounts with these keys, with every gun that is ready.
pub(super) fn with_mounts(state: &State, shooter: &ShipId, mounts: &[String]) -> MountChoice {
    let ship = state.ships.get(shooter);
    let guns = |mount: &MountId| ship.map_or(0, |ship| ship.ready_guns(mount)).max(1);
    let these = mounts.iter().map(|key| MountId::new(key.clone()));
    MountChoice::These(these.map(|mount| MountGuns { guns: guns(&mount), mount }).collect())
}

fn settlement(settled: &SettledView) -> Settlement {
    Settlement { key: EdgeKey(settled.key.clone()), reading: settled.reading.clone() }
}

fn box_tick(tick: &TickView) -> Result<BoxTick, Refusal> {
    let reason = |text: String| Refusal { reasons: vec![Reason::new("GUN-72", text)] };
    let row = row_of_key(&tick.section)
        .ok_or_else(|| reason(format!("A card has no section called “{}”.", tick.section)))?;
    let count = u8::try_from(tick.boxes)
        .map_err(|_| reason(format!("{} boxes are more than a card holds.", tick.boxes)))?;
    Ok(BoxTick { row, count })
}
