//! The ships whose models must be placed again when a battle goes back to an earlier moment.

use crate::record::situation::SituationOf;
use geometry::ShipId;
use rulesets::core::PlayedBook;

/// The ships whose models must return: all that were on the table then and whose official places differ now.
pub(crate) fn returning<B: PlayedBook>(now: &SituationOf<B>, then: &SituationOf<B>) -> Vec<ShipId> {
    let returns = |ship: &ShipId| match (now.places.get(ship), then.places.get(ship)) {
        (Some(now), Some(then)) => now.pose() != then.pose(),
        (None, Some(_)) => true,
        (_, None) => false,
    };
    placed_on_table::<B>(then).into_iter().filter(returns).collect()
}

/// The ships with an official place on the table.
pub(crate) fn placed_on_table<B: PlayedBook>(then: &SituationOf<B>) -> Vec<ShipId> {
    let on_table = B::ships(&then.book).into_iter().filter(|line| line.on_table).map(|line| line.ship);
    on_table.filter(|ship| then.places.contains_key(ship)).collect()
}

/// Checks the ships named as returning in a recorded take-back. A model that already had to be placed (or was packed
/// away at the end) may be among them or not, because earlier versions named only those with changed official places.
pub(crate) fn may_return<B: PlayedBook>(
    now: &SituationOf<B>,
    then: &SituationOf<B>,
    ships: &[ShipId],
) -> bool {
    let must = returning::<B>(now, then);
    let on_table = placed_on_table::<B>(then);
    let may = |ship: &ShipId| {
        must.contains(ship) || on_table.contains(ship) && (now.over || now.to_set_out.contains(ship))
    };
    must.iter().all(|ship| ships.contains(ship)) && ships.iter().all(may)
}
