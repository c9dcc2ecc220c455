//! What the Gunboat book adds to the marks on the table: range bands, sectors of guns, mined areas.

use crate::view::{GunSector, RangeEdge, SecretArea};
use geometry::{ShipId, Terrain, TerrainKind};
use rulesets::core::Audience;
use rulesets::gunboat::{Band, GunKind, GunMount, Gunboat, Section, ShipState, State};

/// The bands of the gun that reaches farthest, of those that the ship still has (GUN-23).
pub(super) fn range_edges(book: &Gunboat, state: &State, ship: &ShipId) -> Vec<RangeEdge> {
    let Some(ship) = state.ships.get(ship) else { return Vec::new() };
    let limits = able(ship).filter_map(|mount| limits_in(book, state, mount.kind));
    let farthest = limits.max_by(|one, other| one[2].total_cmp(&other[2]));
    let bands = [Band::Close, Band::Normal, Band::Distant].into_iter();
    let edge = |(band, to_in): (Band, f64)| RangeEdge { name: band.word().replace('_', " "), to_in };
    farthest.map_or_else(Vec::new, |limits| bands.zip(limits).map(edge).collect())
}

/// The sectors of the guns that the ship can still fire, each with the distant limit of its kind.
pub(super) fn gun_sectors(book: &Gunboat, state: &State, ship: &ShipId) -> Vec<GunSector> {
    let Some(ship) = state.ships.get(ship) else { return Vec::new() };
    let unfired = able(ship).filter(|mount| ship.fired.get(&mount.id).is_none_or(|fired| *fired == 0));
    let sectors = |mount: &GunMount| {
        let reach_in = limits_in(book, state, mount.kind).map(|[_, _, distant_in]| distant_in);
        let sector = |arc: &geometry::Arc| GunSector { from_deg: arc.from_deg, to_deg: arc.to_deg, reach_in };
        mount.arcs.iter().map(sector).collect::<Vec<_>>()
    };
    unfired.flat_map(sectors).collect()
}

/// The mined areas whose truth the viewer knows (GUN-56).
pub(super) fn secret_areas(state: &State, terrain: &[Terrain], viewer: &Audience) -> Vec<SecretArea> {
    let mined = terrain.iter().filter(|piece| piece.kind == TerrainKind::Mined);
    let known = mined.filter_map(|piece| {
        let mines = state.mine_area(&piece.id);
        mines.audience().includes(viewer).then(|| SecretArea::of(piece, Some(mines.real)))
    });
    known.collect()
}

fn able(ship: &ShipState) -> impl Iterator<Item = &GunMount> {
    let left = |mount: &&GunMount| ship.free(&Section::Gun { mount: mount.id.clone() }) > 0;
    ship.card.mounts.iter().filter(left)
}

fn limits_in(book: &Gunboat, state: &State, kind: GunKind) -> Option<[f64; 3]> {
    book.tables().range_limits_in(kind, &state.options)
}
