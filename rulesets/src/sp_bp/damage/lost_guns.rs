//! Loss of guns: the gun that was hit, guns at random, or a whole turret.

use crate::core::{Die, RuleId};
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::event::Follows;
use crate::sp_bp::state::battle::Numbers;
use crate::sp_bp::state::card::{GunMount, MountId};
use crate::sp_bp::state::due::{GunPick, PendingRoll, RollUse};
use crate::sp_bp::state::ship::ShipState;

/// The number of results that two twenty-sided dice distinguish.
const MAX_CHOICES: u32 = 400;

/// Dice that pick one of `of` things: one D20, or two.
pub(in crate::sp_bp) fn pick_dice(of: u32) -> (Die, u8) {
    (Die::D20, if of <= 20 { 1 } else { 2 })
}

/// The index (from 0) that the faces pick; none where they must be thrown again, so that all are equally
/// likely.
pub(in crate::sp_bp) fn picked(of: u32, faces: &[u8]) -> Option<u32> {
    let of = of.clamp(1, MAX_CHOICES);
    let (number, all) = faces
        .iter()
        .fold((0, 1), |(number, all), face| (number * 20 + u32::from(face.saturating_sub(1)), all * 20));
    (number < all - all % of).then_some(number % of)
}

/// Returns the mount that holds the gun with this number, counted over the mounts that pass the filter.
pub(in crate::sp_bp) fn mount_of(
    ship: &ShipState,
    filter: impl Fn(&GunMount) -> bool,
    number: u32,
) -> Option<&GunMount> {
    let mut left = number;
    ship.card.mounts.iter().filter(|mount| filter(mount)).find(|mount| {
        let guns = u32::from(ship.guns_left(mount));
        let here = left < guns;
        left = left.saturating_sub(guns);
        here
    })
}

/// The change by which a mount loses further guns.
pub(in crate::sp_bp) fn lose(ship: &ShipState, mount: &GunMount, guns: u8) -> Change {
    let lost = ship.guns_lost.get(&mount.id).copied().unwrap_or(0).saturating_add(guns);
    Change::GunsLost { mount: mount.id.clone(), lost: lost.min(mount.guns) }
}

/// The number of guns that a pick removes from a ship.
pub(in crate::sp_bp) fn pick_size(ship: &ShipState, pick: GunPick) -> u8 {
    let wanted = match pick {
        GunPick::One => 1,
        GunPick::Adjacent => 2,
        GunPick::Several { left } => left,
    };
    u8::try_from(ship.guns().min(u32::from(wanted))).unwrap_or(wanted)
}

/// Removes guns at random: at once where a die makes no difference, otherwise the die becomes due.
pub(in crate::sp_bp) fn lose_at_random(
    numbers: &mut Numbers,
    ship: &ShipState,
    pick: GunPick,
    rule: &RuleId,
    follows: &mut Follows,
) {
    let mounts: Vec<&GunMount> = ship.card.mounts.iter().filter(|mount| ship.guns_left(mount) > 0).collect();
    let size = pick_size(ship, pick);
    match mounts.as_slice() {
        [] => {}
        [only] => follows.changes.push(ShipChange::of(ship, lose(ship, only, size))),
        all if ship.guns() <= u32::from(size) => {
            let every =
                all.iter().map(|mount| ShipChange::of(ship, lose(ship, mount, ship.guns_left(mount))));
            follows.changes.extend(every);
        }
        _ => follows.rolls.push(random_roll(numbers, ship, pick, rule)),
    }
}

/// The roll that decides which gun is lost.
pub(in crate::sp_bp) fn random_roll(
    numbers: &mut Numbers,
    ship: &ShipState,
    pick: GunPick,
    rule: &RuleId,
) -> PendingRoll {
    let label = format!("Which of {} guns of {} is lost", ship.guns(), ship.card.name);
    numbers.roll(pick_dice(ship.guns()), ("random_gun", label, rule.clone()), ship, RollUse::Guns { pick })
}

/// The guns removed by a die that picked one.
pub(in crate::sp_bp) struct Picked {
    /// The mount.
    pub(in crate::sp_bp) mount: MountId,
    /// The number of its guns lost.
    pub(in crate::sp_bp) guns: u8,
    /// The next mount, where that lost one gun as well.
    pub(in crate::sp_bp) beside: Option<MountId>,
}

/// Removes the gun that a die picked, and its neighbour where two adjacent ones are lost; adds further picks.
pub(in crate::sp_bp) fn lose_picked(
    numbers: &mut Numbers,
    ship: &ShipState,
    (pick, number): (GunPick, u32),
    rule: &RuleId,
    follows: &mut Follows,
) -> Option<Picked> {
    let mount = mount_of(ship, |_| true, number)?;
    let left = ship.guns_left(mount);
    let mut after = ship.clone();
    let mut remove = |after: &mut ShipState, mount: &GunMount, guns: u8| {
        let change = lose(after, mount, guns);
        change.set(after);
        follows.changes.push(ShipChange::of(ship, change));
    };
    let mut beside = None;
    let guns = match pick {
        GunPick::One => {
            remove(&mut after, mount, 1);
            1
        }
        GunPick::Adjacent => {
            let here = left.min(2);
            remove(&mut after, mount, here);
            // The neighbour of a single gun stands in the next mount.
            let at = ship.card.mounts.iter().position(|other| other.id == mount.id).unwrap_or(0);
            let mut next = ship.card.mounts.iter().cycle().skip(at + 1).take(ship.card.mounts.len());
            let next = next.find(|other| other.id != mount.id && ship.guns_left(other) > 0);
            if let (1, Some(next)) = (here, next) {
                remove(&mut after, next, 1);
                beside = Some(next.id.clone());
            }
            here
        }
        GunPick::Several { left } => {
            remove(&mut after, mount, 1);
            if left > 1 {
                lose_at_random(numbers, &after, GunPick::Several { left: left - 1 }, rule, follows);
            }
            1
        }
    };
    Some(Picked { mount: mount.id.clone(), guns, beside })
}
