//! Possible targets for random fire.

use crate::core::{Outlook, PlacedShip};
use crate::gunboat::book::Gunboat;
use crate::gunboat::gunnery::aim::Battery;
use crate::gunboat::state::card::{GunKind, GunMount, MountId};
use geometry::{Measured, ShipId, Verdict, bears, range_in, relative_bearing_rad};

/// A target that some guns can hit, unless an obstacle blocks the line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Chance {
    pub(crate) target: ShipId,
    pub(crate) range_in: f64,
    /// The mounts that bear and reach, each with its number of ready guns.
    pub(crate) mounts: Vec<(MountId, u8)>,
}

/// The targets that these mounts of a ship or fort can hit, nearest first.
pub(crate) fn chances(
    outlook: &Outlook<'_, Gunboat>,
    shooter: &ShipId,
    mounts: &[MountId],
    targets: &[ShipId],
) -> Vec<Chance> {
    let Some(battery) = Battery::of(outlook.state, shooter) else { return Vec::new() };
    let chance = |target: &ShipId| {
        let placed_target = outlook.table.placed(target)?;
        let hits = battery.guns.iter().filter(|gun| mounts.contains(&gun.mount.id)).filter_map(|gun| {
            let from = if battery.fort { ShipId::new(gun.mount.id.0.clone()) } else { shooter.clone() };
            let range_in = reaches(outlook, outlook.table.placed(&from)?, placed_target, &gun.mount)?;
            Some((range_in, (gun.mount.id.clone(), gun.ready)))
        });
        let (ranges, mounts): (Vec<f64>, Vec<(MountId, u8)>) = hits.unzip();
        let range_in = ranges.into_iter().fold(f64::INFINITY, f64::min);
        (!mounts.is_empty()).then(|| Chance { target: target.clone(), range_in, mounts })
    };
    let mut chances: Vec<Chance> = targets.iter().filter_map(chance).collect();
    chances.sort_by(|one, other| one.range_in.total_cmp(&other.range_in));
    chances
}

/// The range, inches, if a gun bears and reaches; none otherwise.
fn reaches(
    outlook: &Outlook<'_, Gunboat>,
    from: &PlacedShip,
    to: &PlacedShip,
    gun: &GunMount,
) -> Option<f64> {
    let range_in = range_in(&from.observation, &to.observation).value;
    let options = &outlook.state.options;
    let [_, _, most_in] = outlook.book.tables().range_limits_in(gun.kind, options)?;
    let bearing_deg = relative_bearing_rad(&from.observation, &to.observation).value.to_degrees();
    let can = gun.kind != GunKind::Mortar
        && range_in <= most_in
        && bears(&gun.arcs, Measured::exact(bearing_deg)) == Verdict::Yes;
    can.then_some(range_in)
}
