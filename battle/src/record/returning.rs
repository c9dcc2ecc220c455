//! The ships whose models must be set down again, where a battle goes back to an earlier moment.

use crate::record::situation::SituationOf;
use geometry::ShipId;
use rulesets::core::PlayedBook;

/// The ships whose models stand elsewhere once more: all that are on the table then, and officially moved.
pub(crate) fn returning<B: PlayedBook>(now: &SituationOf<B>, then: &SituationOf<B>) -> Vec<ShipId> {
    let returns = |ship: &ShipId| match (now.places.get(ship), then.places.get(ship)) {
        (Some(now), Some(then)) => now.pose() != then.pose(),
        (None, Some(_)) => true,
        (_, None) => false,
    };
    placed_on_table::<B>(then).into_iter().filter(returns).collect()
}

/// The ships that officially stand somewhere on the table.
pub(crate) fn placed_on_table<B: PlayedBook>(then: &SituationOf<B>) -> Vec<ShipId> {
    let on_table = B::ships(&then.book).into_iter().filter(|line| line.on_table).map(|line| line.ship);
    on_table.filter(|ship| then.places.contains_key(ship)).collect()
}

/// Are these the ships whose models must be set down again, where the battle went back from one situation to another? A
/// model that had to be set down before (or was packed away at the end) may be among them or not: earlier versions named
/// only those that officially return.
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
