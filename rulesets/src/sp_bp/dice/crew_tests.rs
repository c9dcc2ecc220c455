//! Tests modified by crew quality: crew test after a commander's loss, steaming, sinking, morale, repairs,
//! and the house procedures.

use crate::core::{Die, RuleId};
use crate::sp_bp::dice::resolve::{Outcome, Reader, rules};
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::event::Follows;
use crate::sp_bp::events::outcome::{Read, SteamEffect};
use crate::sp_bp::state::battle::{Bond, BondKind, Numbers};
use crate::sp_bp::state::card::Spar;
use crate::sp_bp::state::due::{Points, RollUse, Task};
use crate::sp_bp::state::guided::{Guided, GuidedId, Procedure};
use crate::sp_bp::state::options::{MoraleFail, whole};
use crate::sp_bp::state::ship::{Fate, SpeedHit};
use geometry::ShipId;

/// The worst crew quality (SPB-15).
const WORST_CREW: i8 = -2;

/// The result of a test.
pub(in crate::sp_bp) struct Trial {
    pub(in crate::sp_bp) total: i32,
    pub(in crate::sp_bp) passed: bool,
}

impl Trial {
    fn read(&self) -> Read {
        Read::Test { total: self.total, passed: self.passed }
    }
}

impl Reader<'_> {
    /// The commander is hit (SPB-26): a crew test follows, and a dead one is replaced.
    pub(in crate::sp_bp) fn commander(&self) -> Outcome {
        let values = &self.tables.rest.critical;
        let killed = self.die() >= values.killed_from;
        let modifier = if killed { values.killed_modifier } else { values.wounded_modifier };
        let mut numbers = Numbers::after(self.state);
        let label = format!("Crew test of {}", self.ship.card.name);
        let what = ("crew_test", label, RuleId::of("SPB-AMB-19"));
        let mut follows = Follows {
            rolls: vec![numbers.roll((Die::D10, 1), what, self.ship, RollUse::CrewTest { modifier })],
            ..Follows::default()
        };
        // The sheet has the player generate the new commander at once, also without the personality rules.
        if killed {
            follows.guided.push(Guided {
                id: GuidedId(numbers.next()),
                procedure: Procedure::NewCommander,
                ship: self.ship.card.id.clone(),
                other: None,
                area: None,
            });
        }
        (Read::Commander { killed }, follows, rules(&["SPB-26"]))
    }

    pub(in crate::sp_bp) fn crew_test(&self, modifier: i32) -> Outcome {
        let trial = self.test(modifier, self.crew_target());
        let quality = (self.ship.crew_quality - 1).max(WORST_CREW);
        let follows =
            if trial.passed { Follows::default() } else { self.only(Change::CrewQuality { quality }) };
        (trial.read(), follows, rules(&["SPB-26", "SPB-AMB-19"]))
    }

    /// Steaming (SPB-37).
    pub(in crate::sp_bp) fn steaming(&self) -> Outcome {
        let values = &self.tables.rest.steaming;
        let total = self.test(values.size(self.ship.card.size), 0).total;
        let (effect, follows) = if total >= values.half_from {
            let mut hits = self.ship.speed_hits.clone();
            hits.push(SpeedHit::Steamed);
            (SteamEffect::Half, self.only(Change::SpeedHits { hits }))
        } else if total >= values.stops_from {
            let mut follows = self.only(Change::Pressure { lost: true });
            follows.changes.extend(self.changed(Change::Speed { knots: 0 }));
            (SteamEffect::Stops, follows)
        } else {
            (SteamEffect::Abandon, self.fate(Fate::Abandoned))
        };
        (Read::Steaming { total, effect }, follows, rules(&["SPB-32", "SPB-37"]))
    }

    /// Sinking tests (SPB-8): one roll for each of the two conditions; either can sink the ship (SPB-AMB-24).
    pub(in crate::sp_bp) fn sinking(&self, points: Points) -> Outcome {
        let values = &self.tables.rest.sinking;
        let total = self.test(0, 0).total;
        let sinks = match points {
            Points::Sp => total <= values.sp_up_to,
            Points::Bp => total <= values.bp_up_to,
        };
        let other = self.state.rolls.iter().any(|other| {
            other.ship == self.roll.ship
                && other.request.id != self.roll.request.id
                && matches!(other.decides, RollUse::Sinking { .. })
        });
        let follows = match (sinks || self.ship.going_down, other) {
            (true, false) => self.fate(Fate::Sunk),
            (true, true) => self.only(Change::GoingDown { down: true }),
            (false, _) => Follows::default(),
        };
        (Read::Sinking { points, total, sinks }, follows, rules(&["SPB-8", "SPB-AMB-24"]))
    }

    /// Morale (SPB-13); the effect of a failure is a house rule (SPB-AMB-26).
    pub(in crate::sp_bp) fn morale(&self) -> Outcome {
        let trial = self.test(0, self.tables.rest.morale.passes_from);
        let follows = match (trial.passed, self.state.options.morale_fail) {
            (true, _) | (false, MoraleFail::None) => Follows::default(),
            (false, MoraleFail::Withdraw) => self.only(Change::Withdrawing { withdrawing: true }),
            (false, MoraleFail::Strike) => self.fate(Fate::Struck),
        };
        (trial.read(), follows, rules(&["SPB-13", "SPB-AMB-26"]))
    }

    /// One attempt of a crew party (SPB-AMB-3).
    pub(in crate::sp_bp) fn repair(&self, task: &Task) -> Outcome {
        let trial = self.test(0, whole(self.state.options.damage_control_target));
        let follows = match (trial.passed, repair_change(self.ship, task)) {
            (true, Some(change)) => self.only(change),
            _ => Follows::default(),
        };
        (trial.read(), follows, rules(&["SPB-36", "SPB-AMB-3"]))
    }

    /// House: a crew test for an action that the sheet names without a procedure (SPB-AMB-4).
    pub(in crate::sp_bp) fn undertaking(&self, procedure: Procedure, other: Option<&ShipId>) -> Outcome {
        let trial = self.test(0, self.crew_target());
        let ship = self.ship;
        let own = &ship.card.id;
        let mut bonds = self.state.bonds.clone();
        let between = |bond: &Bond| bond.joins(own) && other.is_none_or(|other| bond.joins(other));
        let follows = match (trial.passed, procedure) {
            (false, _) => Follows::default(),
            (true, Procedure::Refloat) => self.only(Change::Aground { aground: false }),
            (true, Procedure::RigSpar) => self.only(Change::Spar { spar: Spar::Rigged }),
            (true, Procedure::ForceEngines) => {
                self.only(Change::Speed { knots: ship.speed.saturating_add(1) })
            }
            (true, Procedure::Unlock | Procedure::CutAway) => {
                let loosed =
                    if procedure == Procedure::Unlock { BondKind::Locked } else { BondKind::Alongside };
                bonds.retain(|bond| !(bond.kind == loosed && between(bond)));
                Follows { bonds: Some(bonds), ..Follows::default() }
            }
            (true, Procedure::PassTow) => {
                let tow = other.map(|other| Bond {
                    kind: BondKind::Towed,
                    first: own.clone(),
                    second: other.clone(),
                });
                let same = |tow: &Bond, old: &Bond| {
                    old.kind == tow.kind && old.joins(&tow.first) && old.joins(&tow.second)
                };
                let tow = tow.filter(|tow| !bonds.iter().any(|old| same(tow, old)));
                bonds.extend(tow);
                Follows { bonds: Some(bonds), ..Follows::default() }
            }
            (true, _) => Follows::default(),
        };
        (trial.read(), follows, rules(&[procedure.rule(), "SPB-AMB-4"]))
    }

    /// House: boarders and defenders throw (SPB-AMB-4).
    pub(in crate::sp_bp) fn boarding(&self, boarder: &ShipId) -> Outcome {
        let [theirs, own] = [0, 1].map(|i| self.faces.get(i).copied().map_or(1, i32::from));
        let strength = |ship: &crate::sp_bp::state::ship::ShipState| {
            i32::from(ship.crew_quality) + i32::from(ship.crew_parties)
        };
        let attacker = self.state.ships.get(boarder);
        let boarders = theirs + attacker.map_or(0, strength);
        let defenders = own + strength(self.ship);
        let mut follows = Follows::default();
        let mut taken = false;
        if boarders > defenders {
            match self.ship.crew_parties {
                0 | 1 => {
                    taken = true;
                    follows = self.fate(Fate::Captured);
                }
                parties => follows = self.only(Change::CrewParties { parties: parties - 1 }),
            }
        } else if let (true, Some(attacker)) = (boarders < defenders, attacker) {
            let parties = attacker.crew_parties.saturating_sub(1);
            follows.changes.push(ShipChange::of(attacker, Change::CrewParties { parties }));
        }
        (Read::Boarding { boarders, defenders, taken }, follows, rules(&["SPB-6", "SPB-AMB-4"]))
    }
}

/// The change that a successful repair makes; none where nothing needs repair (any more).
pub(in crate::sp_bp) fn repair_change(
    ship: &crate::sp_bp::state::ship::ShipState,
    task: &Task,
) -> Option<Change> {
    match task {
        Task::Fire => ship.fires.checked_sub(1).map(|fires| Change::Fires { fires }),
        Task::Leak => ship.floods.checked_sub(1).map(|floods| Change::Floods { floods }),
        Task::Steering => ship.steering.then_some(Change::Steering { damaged: false }),
        Task::Turret { mount } => {
            let jammed = ship.jammed.contains(mount);
            jammed.then(|| Change::Turret { mount: mount.clone(), jammed: false })
        }
        Task::Helm => ship.helm.map(|_| Change::Helm { jammed: None }),
        Task::Valves => ship.valves.then_some(Change::Valves { damaged: false }),
        Task::Boiler => {
            let at = ship.speed_hits.iter().position(|hit| *hit == SpeedHit::Boiler)?;
            let mut hits = ship.speed_hits.clone();
            hits.remove(at);
            Some(Change::SpeedHits { hits })
        }
    }
}
