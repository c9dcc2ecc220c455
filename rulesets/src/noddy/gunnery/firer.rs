//! Ships and batteries as firers and as targets, behind a common interface.

use crate::core::{Reason, SideId};
use crate::noddy::gunnery::fire::may_fire_in;
use crate::noddy::state::battle::{BatteryState, State};
use crate::noddy::state::cant_fire::CantFire;
use crate::noddy::state::card::{Gun, GunPosition};
use crate::noddy::state::options::{ChangeScope, StackHits};
use crate::noddy::state::ship::{GunState, ShipState};
use crate::noddy::tables::table_set::Tables;
use geometry::{Arc, ShipId};

/// What forbids a ship or a battery to fire at a target now, as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Forbids {
    Step,
    HasFired,
    Turns,
    NoCrew,
    NoTarget,
    SameSide,
}

impl Forbids {
    /// The reason for the players.
    pub(crate) fn reason(self, firer: &Firer<'_>, target: &FireTarget<'_>) -> Reason {
        let (name, target) = (firer.name(), target.name());
        match self {
            Self::Step => Reason::new("NOD-7", "Nobody fires in this step."),
            Self::HasFired => {
                let text = format!("{name} has fired in this move: all her guns fire in one step.");
                Reason::new("NOD-AMB-18", text)
            }
            Self::Turns => {
                Reason::new("NOD-8", format!("{name} turns in this move: she fires in the last step."))
            }
            Self::NoCrew => Reason::new("NOD-17", format!("Nobody is left to serve {name}'s guns.")),
            Self::NoTarget => Reason::new("NOD-17", format!("{target} is no target any more.")),
            Self::SameSide => Reason::new("NOD-11", format!("{name} and {target} are of one side.")),
        }
    }
}

/// A ship or a battery that fires.
pub(crate) enum Firer<'a> {
    Ship(&'a ShipState),
    Battery(&'a BatteryState),
}

impl<'a> Firer<'a> {
    pub(crate) fn of(state: &'a State, id: &ShipId) -> Option<Self> {
        let ship = state.ships.get(id).map(Self::Ship);
        ship.or_else(|| state.batteries.get(id).map(Self::Battery))
    }

    pub(crate) fn id(&self) -> &'a ShipId {
        match self {
            Self::Ship(ship) => &ship.card.id,
            Self::Battery(battery) => &battery.card.id,
        }
    }

    fn name(&self) -> &'a str {
        match self {
            Self::Ship(ship) => &ship.card.name,
            Self::Battery(battery) => &battery.card.name,
        }
    }

    pub(crate) fn guns(&self) -> &'a [Gun] {
        match self {
            Self::Ship(ship) => &ship.card.guns,
            Self::Battery(battery) => &battery.card.guns,
        }
    }

    pub(crate) fn is_battery(&self) -> bool {
        matches!(self, Self::Battery(_))
    }

    fn gun_state(&self, gun: &Gun) -> &'a GunState {
        match self {
            Self::Ship(ship) => ship.gun(&gun.id),
            Self::Battery(battery) => battery.gun(&gun.id),
        }
    }

    pub(crate) fn side(&self) -> &'a SideId {
        match self {
            Self::Ship(ship) => &ship.card.side,
            Self::Battery(battery) => &battery.card.side,
        }
    }

    /// What forbids any fire now: the step, the turn, an earlier fire.
    pub(crate) fn forbidden(&self, state: &State) -> impl Iterator<Item = Forbids> {
        let step = state.step;
        let (fired_in, turned, served) = match self {
            Self::Ship(ship) => (ship.fired_in, ship.turned, ship.fights()),
            Self::Battery(battery) => (battery.fired_in, false, true),
        };
        // Turns are over by then. A ship that was stopped, or lost its steering (NOD-AMB-28), before its turn has not
        // turned.
        let all = [
            (Forbids::Step, !step.is_fire()),
            (Forbids::HasFired, fired_in.is_some_and(|in_step| in_step != step)),
            (Forbids::Turns, step.is_fire() && !may_fire_in(step, turned)),
            (Forbids::NoCrew, !served),
        ];
        all.into_iter().filter(|(_, holds)| *holds).map(|(what, _)| what)
    }

    /// What forbids any fire at this target.
    pub(crate) fn forbidden_at(&self, target: &FireTarget<'_>) -> impl Iterator<Item = Forbids> {
        let all = [(Forbids::NoTarget, !target.stands()), (Forbids::SameSide, self.side() == target.side())];
        all.into_iter().filter(|(_, holds)| *holds).map(|(what, _)| what)
    }

    /// The guns that can fire at some target.
    pub(crate) fn ready_guns(&self, tables: &Tables, state: &State) -> impl Iterator<Item = &'a Gun> {
        self.guns().iter().filter(|gun| self.gun_is_out(tables, state, gun).is_none())
    }

    /// What keeps a gun from firing at any target; none if it can fire.
    pub(crate) fn gun_is_out(&self, tables: &Tables, state: &State, gun: &Gun) -> Option<CantFire> {
        let own = self.gun_state(gun);
        let damage = match self {
            Self::Ship(ship) => ship.gun_is_out(gun, state.turn),
            Self::Battery(_) => own.lost.then_some(CantFire::KnockedOut),
        };
        damage.or_else(|| {
            let every_moves = tables.gun(gun.class).map_or(1, |row| row.every_moves);
            let fired = own.fired.filter(|fired| state.turn < fired.saturating_add(every_moves))?;
            Some(CantFire::Loading { fired, every_moves })
        })
    }

    /// The arc of a gun, degrees clockwise from the bow (ashore: from north); none in a turret.
    pub(crate) fn arc(&self, state: &State, gun: &Gun) -> Option<Arc> {
        match self {
            Self::Ship(_) => {
                let middle = gun.place.bearing_deg()?;
                Some(Arc::centred(middle, 2.0 * state.options.arc_half_angle_deg))
            }
            Self::Battery(_) if gun.place == GunPosition::Turret => None,
            Self::Battery(battery) => {
                Some(Arc::centred(battery.card.facing_deg, 2.0 * state.options.shore_arc_half_deg))
            }
        }
    }

    /// Returns true for a stationary ship; a battery never counts (NOD-AMB-20).
    pub(crate) fn stationary(&self, state: &State) -> bool {
        matches!(self, Self::Ship(ship) if ship.stationary(state.turn, &state.options))
    }

    /// The number of times that the modifier for fire and steam counts (NOD-AMB-4).
    pub(crate) fn fire_or_steam(&self, state: &State) -> i16 {
        let Self::Ship(ship) = self else { return 0 };
        let both = i16::from(ship.burning.is_some()) + i16::from(ship.steam);
        if state.options.fire_steam_stack { both } else { both.min(1) }
    }

    /// The number of times that the modifier for a damaged stack counts (NOD-AMB-5).
    pub(crate) fn stack_hits(&self, state: &State) -> i16 {
        let Self::Ship(ship) = self else { return 0 };
        let hits = i16::from(ship.stack_hits);
        match state.options.stack_hits_cumulate {
            StackHits::SpeedOnly => hits.min(1),
            StackHits::SpeedAndFire => hits,
        }
    }

    /// Returns true if the last shot was at another target (NOD-AMB-11). A first shot is no change.
    pub(crate) fn changed_target(&self, state: &State, gun: &Gun, target: &ShipId) -> bool {
        let of_vessel = match self {
            Self::Ship(ship) => &ship.last_target,
            Self::Battery(battery) => &battery.last_target,
        };
        let before = match state.options.change_target_scope {
            ChangeScope::Gun => &self.gun_state(gun).target,
            ChangeScope::Vessel => of_vessel,
        };
        before.as_ref().is_some_and(|before| before != target)
    }
}

/// A ship or a battery that is fired at.
pub(crate) enum FireTarget<'a> {
    Ship(&'a ShipState),
    Battery(&'a BatteryState),
}

impl<'a> FireTarget<'a> {
    pub(crate) fn of(state: &'a State, id: &ShipId) -> Option<Self> {
        let ship = state.ships.get(id).map(Self::Ship);
        ship.or_else(|| state.batteries.get(id).map(Self::Battery))
    }

    pub(crate) fn id(&self) -> &'a ShipId {
        match self {
            Self::Ship(ship) => &ship.card.id,
            Self::Battery(battery) => &battery.card.id,
        }
    }

    fn name(&self) -> &'a str {
        match self {
            Self::Ship(ship) => &ship.card.name,
            Self::Battery(battery) => &battery.card.name,
        }
    }

    pub(crate) fn side(&self) -> &'a SideId {
        match self {
            Self::Ship(ship) => &ship.card.side,
            Self::Battery(battery) => &battery.card.side,
        }
    }

    pub(crate) fn is_ship(&self) -> bool {
        matches!(self, Self::Ship(_))
    }

    pub(crate) fn stands(&self) -> bool {
        match self {
            Self::Ship(ship) => ship.present(),
            Self::Battery(battery) => battery.stands(),
        }
    }

    /// The armour class that a shot at this side must beat (NOD-16); the firer can't choose it (NOD-AMB-25).
    pub(crate) fn armour(&self, struck: Option<GunPosition>) -> u8 {
        match (self, struck) {
            (Self::Ship(ship), Some(struck)) => ship.card.armour.facing(struck),
            (Self::Ship(ship), None) => ship.card.armour.hull,
            (Self::Battery(battery), _) => battery.card.armour,
        }
    }

    /// Returns true for a stationary ship; a battery never counts (NOD-AMB-20).
    pub(crate) fn stationary(&self, state: &State) -> bool {
        matches!(self, Self::Ship(ship) if ship.stationary(state.turn, &state.options))
    }
}
