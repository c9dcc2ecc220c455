//! Possible targets for random fire.

use crate::core::{Outlook, PlacedShip};
use crate::gunboat::book::Gunboat;
use crate::gunboat::gunnery::aim::{Battery, BatteryGun};
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
    let guns: Vec<(BatteryGun<'_>, &PlacedShip)> = battery
        .guns()
        .into_iter()
        .filter(|gun| mounts.contains(&gun.mount.id))
        .filter_map(|gun| {
            let own_place = battery.is_fort().then(|| ShipId::new(gun.mount.id.as_str()));
            let placed = outlook.table.placed(own_place.as_ref().unwrap_or(shooter))?;
            Some((gun, placed))
        })
        .collect();
    let chance = |target: &ShipId| {
        let placed_target = outlook.table.placed(target)?;
        let mut sight: Option<Sight<'_>> = None;
        let hits = guns.iter().filter_map(|(gun, placed)| {
            // Guns at one place share its range and bearing.
            let known = sight.as_mut().filter(|sight| std::ptr::eq(sight.from, *placed));
            let sight = match known {
                Some(known) => known,
                None => sight.insert(Sight::of(placed, placed_target)),
            };
            let range_in = reaches(outlook, sight, &gun.mount)?;
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

/// The target as seen from one place.
struct Sight<'a> {
    from: &'a PlacedShip,
    range_in: f64,
    bearing_deg: f64,
}

impl<'a> Sight<'a> {
    fn of(from: &'a PlacedShip, to: &PlacedShip) -> Self {
        let range_in = range_in(&from.observation, &to.observation).value;
        let bearing_deg = relative_bearing_rad(&from.observation, &to.observation).value.to_degrees();
        Self { from, range_in, bearing_deg }
    }
}

/// The range, inches, if a gun bears and reaches; none otherwise.
fn reaches(outlook: &Outlook<'_, Gunboat>, sight: &Sight<'_>, gun: &GunMount) -> Option<f64> {
    let [_, _, most_in] = outlook.book.tables().range_limits_in(gun.kind, &outlook.state.options)?;
    let can = gun.kind != GunKind::Mortar
        && sight.range_in <= most_in
        && bears(&gun.arcs, Measured::exact(sight.bearing_deg)) == Verdict::Yes;
    can.then_some(sight.range_in)
}
