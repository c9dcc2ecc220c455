//! The table as it officially is.

use crate::record::situation::SituationOf;
use crate::table::placing::standing;
use geometry::ShipId;
use rulesets::core::{PlacedShip, PlacedTable, PlayedBook};

/// The official table of a situation, with all ships at rest.
pub(crate) fn official_table<B: PlayedBook>(then: &SituationOf<B>) -> PlacedTable {
    let on_table = B::ships(&then.book).into_iter().filter(|line| line.on_table);
    let placed = on_table.filter_map(|line| {
        let (hull, place) = (then.begun.hulls.get(&line.ship)?, then.places.get(&line.ship)?);
        Some(PlacedShip::at_rest(standing(&line.ship, place), *hull))
    });
    PlacedTable::new(placed.collect())
        .with_terrain(then.terrain.iter().cloned().chain(B::charted(&then.book)).collect())
        .with_guns_ashore(B::guns_ashore(&then.book))
        .with_edges(then.begun.table_in)
        .with_names(names::<B>(&then.book))
}

/// The ships' names for sentences.
pub(crate) fn names<B: PlayedBook>(state: &B::State) -> impl Iterator<Item = (ShipId, String)> {
    B::ships(state).into_iter().map(|line| (line.ship, line.name))
}
