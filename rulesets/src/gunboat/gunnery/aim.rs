//! Firing batteries and their targets: the guns that may fire, and whether the target may be fired at.

use crate::core::Reason;
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::BondKind;
use crate::gunboat::state::card::{GunKind, GunMount, MountId, Section, Side};
use crate::gunboat::state::fort::{FortGun, FortState};
use crate::gunboat::state::options::ArmorBasis;
use crate::gunboat::state::ship::{Effect, ShipState};
use geometry::ShipId;
use std::borrow::Cow;

/// A gun, or several like guns, of a firing ship or fort.
pub(crate) struct BatteryGun<'a> {
    pub(crate) mount: Cow<'a, GunMount>,
    /// The number of guns that can fire now.
    pub(crate) ready: u8,
    /// The reason why they can't fire, apart from having fired or being lost.
    pub(crate) silent: Option<Reason>,
    /// True if all of them are lost.
    pub(crate) lost: bool,
}

/// A firing ship or fort.
pub(crate) struct Battery<'a> {
    pub(crate) id: &'a ShipId,
    pub(crate) name: &'a str,
    pub(crate) side: Side,
    /// The reason why none of its guns may fire.
    pub(crate) silent: Option<Reason>,
    firer: Firer<'a>,
}

/// The ship or fort that a battery belongs to.
#[derive(Clone, Copy)]
enum Firer<'a> {
    Ship(&'a ShipState),
    Fort(&'a State, &'a FortState),
}

impl<'a> Battery<'a> {
    /// The battery of a ship or a fort, by id.
    pub(crate) fn of(state: &'a State, id: &ShipId) -> Option<Self> {
        let fort = || state.forts.get_key_value(id).map(|(id, fort)| Self::of_fort(state, id, fort));
        let ship = || state.ships.get_key_value(id).map(|(id, ship)| Self::of_ship(state, id, ship));
        fort().or_else(ship)
    }

    fn of_fort(state: &'a State, id: &'a ShipId, fort: &'a FortState) -> Self {
        let name = &fort.card.name;
        let silent = fort.fate.map(|_| Reason::new("GUN-75", format!("{name} is out of the battle.")));
        Self { id, name, side: fort.card.side, silent, firer: Firer::Fort(state, fort) }
    }

    fn of_ship(state: &'a State, id: &'a ShipId, ship: &'a ShipState) -> Self {
        let silent = absent(ship).or_else(|| silenced(state, ship));
        Self { id, name: &ship.card.name, side: ship.card.side, silent, firer: Firer::Ship(ship) }
    }

    /// Returns true for a fort: each gun has its own place and its own measures (GUN-AMB-44).
    pub(crate) fn is_fort(&self) -> bool {
        matches!(self.firer, Firer::Fort(..))
    }

    /// Its guns, in the order of the card.
    pub(crate) fn guns(&self) -> Vec<BatteryGun<'a>> {
        match self.firer {
            Firer::Ship(ship) => ship.card.mounts.iter().map(|mount| ship_gun(ship, mount)).collect(),
            Firer::Fort(state, fort) => fort.card.guns.iter().map(|gun| fort_gun(state, fort, gun)).collect(),
        }
    }

    /// All batteries of the battle, without those of ships that are lost or not on the table.
    pub(crate) fn all_present(state: &'a State) -> impl Iterator<Item = Self> {
        let there = state.ships.iter().filter(|(_, ship)| ship.present());
        let ships = there.map(|(id, ship)| Self::of_ship(state, id, ship));
        ships.chain(state.forts.iter().map(|(id, fort)| Self::of_fort(state, id, fort)))
    }

    /// The guns that can fire, without mortars.
    pub(crate) fn ready_guns(&self) -> Vec<MountId> {
        match self.firer {
            Firer::Ship(ship) => {
                let direct = ship.card.mounts.iter().filter(|mount| mount.kind != GunKind::Mortar);
                let ready = direct.filter(|mount| ship.ready_guns_of(mount) > 0 && !is_jammed(ship, mount));
                ready.map(|mount| mount.id.clone()).collect()
            }
            Firer::Fort(..) => {
                let ready = |gun: &BatteryGun<'_>| gun.ready > 0 && gun.mount.kind != GunKind::Mortar;
                self.guns().into_iter().filter(ready).map(|gun| gun.mount.id.clone()).collect()
            }
        }
    }
}

fn fort_gun<'a>(state: &State, fort: &FortState, gun: &'a FortGun) -> BatteryGun<'a> {
    let silent = fort.silent(state, gun);
    let lost = fort.armor_left(&gun.id) == 0;
    let ready = u8::from(silent.is_none() && !lost);
    BatteryGun { mount: Cow::Owned(gun.mount()), ready, silent, lost }
}

/// Returns true if the mount's turret is jammed (GUN-80).
fn is_jammed(ship: &ShipState, mount: &GunMount) -> bool {
    ship.effects.iter().any(|effect| match effect {
        Effect::TurretJammed { mount: jammed } => *jammed == mount.id,
        _ => false,
    })
}

fn ship_gun<'a>(ship: &ShipState, mount: &'a GunMount) -> BatteryGun<'a> {
    let jammed = is_jammed(ship, mount);
    let silent = jammed.then(|| Reason::new("GUN-80", format!("{}: the turret is jammed.", mount.place)));
    BatteryGun {
        mount: Cow::Borrowed(mount),
        ready: if jammed { 0 } else { ship.ready_guns_of(mount) },
        silent,
        lost: ship.guns_in_force(mount) == 0,
    }
}

/// The reason why a ship is not on the table; none if it is.
pub(crate) fn absent(ship: &ShipState) -> Option<Reason> {
    let name = &ship.card.name;
    if !ship.afloat() {
        return Some(Reason::new("GUN-41", format!("{name} is lost.")));
    }
    (!ship.present()).then(|| Reason::new("GUN-3", format!("{name} is not on the table.")))
}

/// The reason why a ship on the table may not fire any gun, including mortars; none if it may.
pub(crate) fn silenced(state: &State, ship: &ShipState) -> Option<Reason> {
    let name = &ship.card.name;
    if ship.in_melee {
        return Some(Reason::new("GUN-81", format!("{name} can't fire: a melee rages on her deck.")));
    }
    if ship.effects.contains(&Effect::SmokedOut) {
        return Some(Reason::new("GUN-80", format!("{name} is filled with smoke and can't fire.")));
    }
    locked_with(state, &ship.card.id)
        .is_some()
        .then(|| Reason::new("GUN-86", format!("{name}'s crew is in a melee and can't fire.")))
}

/// The launch with which this one is locked in a melee.
pub(crate) fn locked_with<'a>(state: &'a State, launch: &ShipId) -> Option<&'a ShipId> {
    let locked = state.bonds.iter().filter(|bond| bond.kind == BondKind::Locked);
    locked.filter_map(|bond| bond.other(launch)).next()
}

/// The target of fire.
pub(crate) struct FireTarget<'a> {
    /// The id on the table.
    pub(crate) id: &'a ShipId,
    pub(crate) name: Cow<'a, str>,
    pub(crate) side: Side,
    /// The target's effective armor (GUN-31, GUN-AMB-12).
    pub(crate) armor: u8,
    /// The reason why it is no target; none if it is one.
    pub(crate) absent: Option<Reason>,
    pub(crate) aim: Aim,
}

impl<'a> FireTarget<'a> {
    /// A ship, a launch or a gun of a fort by id; or the boarders on a ship.
    pub(crate) fn of(state: &'a State, id: &ShipId, boarders: bool) -> Option<Self> {
        let original = state.options.armor_basis == ArmorBasis::Original;
        for (fort_id, fort) in &state.forts {
            let Some(gun) = fort.gun(id) else { continue };
            let (name, place) = (&fort.card.name, &gun.place);
            let absent = (!fort.stands(id)).then(|| {
                Reason::new("GUN-74", format!("{name}, {place}: nothing is left there to fire at."))
            });
            let armor = if original { gun.armor } else { fort.armor_left(id) };
            let aim = Aim::FortGun { fort: fort_id.clone() };
            let name = Cow::Owned(format!("{name}, {place}"));
            return Some(Self { id: &gun.id, name, side: fort.card.side, armor, absent, aim });
        }
        let (id, ship) = state.ships.get_key_value(id)?;
        let aim = if boarders {
            Aim::Boarders
        } else {
            match locked_with(state, id) {
                Some(other) if ship.card.side == Side::Union => {
                    Aim::Locked { union: id.clone(), confederate: other.clone() }
                }
                Some(other) => Aim::Locked { union: other.clone(), confederate: id.clone() },
                None if ship.card.launch => Aim::Launch,
                None => Aim::Ship,
            }
        };
        let no_boarders = || {
            let text = || format!("No boarding party is on {}'s deck.", ship.card.name);
            (boarders && ship.boarders == 0).then(|| Reason::new("GUN-78", text()))
        };
        let armor = match aim {
            Aim::Ship if original => ship.card.armor,
            Aim::Ship => ship.in_force(&Section::Armor),
            // Armor does not protect boarders (GUN-78) or launches (GUN-84).
            _ => 0,
        };
        Some(Self {
            id,
            name: Cow::Borrowed(&ship.card.name),
            side: ship.card.side,
            armor,
            absent: absent(ship).or_else(no_boarders),
            aim,
        })
    }

    /// Returns true if this battery may fire at it, independent of the table.
    pub(crate) fn is_open_to(&self, firer: &Battery<'_>) -> bool {
        let own_side = firer.side == self.side;
        firer.id != self.id
            && match &self.aim {
                Aim::Boarders => own_side,
                // Either side, or both, may fire at a locked pair (GUN-88).
                Aim::Locked { .. } => true,
                Aim::Ship | Aim::Launch | Aim::FortGun { .. } => !own_side,
            }
    }

    /// The reason why this battery may not fire at it, independent of the table; none if it may.
    pub(crate) fn forbidden(&self, firer: &Battery<'_>) -> Option<Reason> {
        if self.is_open_to(firer) {
            return None;
        }
        let (name, own) = (&self.name, firer.name);
        if firer.id == self.id {
            return Some(match self.aim {
                Aim::Boarders => {
                    Reason::new("GUN-78", format!("{own} may not fire at the parties that board her."))
                }
                _ => Reason::new("GUN-4", format!("{own} can't fire at herself.")),
            });
        }
        Some(match self.aim {
            Aim::Boarders => Reason::new("GUN-78", format!("The parties on {name} are {own}'s own side.")),
            _ => Reason::new("GUN-4", format!("{name} is on {own}'s own side.")),
        })
    }
}
