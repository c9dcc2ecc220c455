//! The twenty critical hits (SPB-21 to SPB-35).

use crate::core::{Die, RuleId};
use crate::sp_bp::damage::lost_guns::{lose, lose_at_random, pick_dice, pick_size};
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::event::Follows;
use crate::sp_bp::events::outcome::{Against, Read};
use crate::sp_bp::state::battle::{Numbers, State};
use crate::sp_bp::state::card::GunMount;
use crate::sp_bp::state::due::{GunPick, RollUse, Shot};
use crate::sp_bp::state::options::{BlastGuns, SpColumn, SpbOptions};
use crate::sp_bp::state::ship::{ShipState, SpeedHit};
use crate::sp_bp::tables::table_set::{CriticalRow, Needs, Tables};

/// One critical hit while it is applied.
pub(in crate::sp_bp) struct Critical<'a> {
    pub(in crate::sp_bp) tables: &'a Tables,
    pub(in crate::sp_bp) state: &'a State,
    pub(in crate::sp_bp) ship: &'a ShipState,
    pub(in crate::sp_bp) shot: &'a Shot,
    pub(in crate::sp_bp) numbers: Numbers,
    pub(in crate::sp_bp) follows: Follows,
}

/// Tells whether a shot counts as penetrating for its effects: by default only when it exceeds the armour
/// (SPB-AMB-16).
pub(in crate::sp_bp) fn penetrates(options: &SpbOptions, against: Against) -> bool {
    match against {
        Against::Unarmoured | Against::Exceeds => true,
        Against::Equals => options.penetrates_on_equal,
        Against::Below => false,
    }
}

/// The damage rating for a penetration result (SPB-19).
pub(in crate::sp_bp) fn damage(shot: &Shot, against: Against) -> u16 {
    match against {
        Against::Unarmoured | Against::Exceeds => u16::from(shot.dr.1),
        Against::Equals => u16::from(shot.dr.0),
        Against::Below => 0,
    }
}

/// Turrets with guns left.
pub(in crate::sp_bp) fn turrets(ship: &ShipState) -> Vec<&GunMount> {
    ship.card.mounts.iter().filter(|mount| mount.turret && ship.guns_left(mount) > 0).collect()
}

/// Applies a hit on a turret (SPB-27): a penetrated turret is wrecked with all its guns, otherwise it is
/// jammed. Returns the armour result and the number of guns lost.
pub(in crate::sp_bp) fn hit_turret(
    options: &SpbOptions,
    ship: &ShipState,
    turret: &GunMount,
    penetration: u8,
    follows: &mut Follows,
) -> (Against, u8) {
    let against = Against::of(penetration, turret.at);
    if penetrates(options, against) {
        let guns = ship.guns_left(turret);
        follows.changes.push(ShipChange::of(ship, lose(ship, turret, guns)));
        return (against, guns);
    }
    let jam = Change::Turret { mount: turret.id.clone(), jammed: true };
    follows.changes.push(ShipChange::of(ship, jam));
    (against, 0)
}

impl Critical<'_> {
    /// Applies a row of the table; returns the result and the rule of its effect.
    pub(in crate::sp_bp) fn apply(&mut self, row: &CriticalRow) -> (Read, RuleId) {
        let n = row.n;
        let against = self.area(row.needs).map(|at| Against::of(self.shot.penetration, at));
        let through = against.is_none_or(|against| penetrates(&self.state.options, against));
        let mut sp_loss = self.sp_loss(n, against);
        let mut guns_lost = 0;
        let applied = match n {
            11 => self.turret(&mut guns_lost),
            12 if through => {
                let armoured = against != Some(Against::Unarmoured);
                sp_loss = if armoured { sp_loss.saturating_mul(2) } else { sp_loss };
                guns_lost = self.blast(armoured, &row.rule);
                true
            }
            // A shot that does not penetrate has no effect, and causes no fire either (SPB-22).
            12..=20 if !through => {
                if n == 19 {
                    self.lose_spar();
                }
                true
            }
            _ => self.effect(row, &mut guns_lost),
        };
        let fire_instead = !applied && through;
        if fire_instead {
            self.change(Change::Fires { fires: self.ship.fires.saturating_add(1) });
        }
        if sp_loss > 0 {
            self.change(Change::Sp { left: self.ship.sp.saturating_sub(sp_loss) });
        }
        let text = row.text.clone();
        (Read::Critical { n, text, against, fire_instead, sp_loss, guns_lost }, row.rule.clone())
    }

    /// The armour that a result is compared with (SPB-21); none where the result needs no armour.
    fn area(&self, needs: Needs) -> Option<Option<u8>> {
        let hull_at = self.shot.hull_at;
        match needs {
            Needs::No => None,
            Needs::Hull => Some(hull_at),
            Needs::PilotHouse => Some(self.ship.card.pilot_house_at.or(hull_at)),
            Needs::PaddleWheel if self.ship.wheel_towards(self.shot.side).is_some() => {
                Some(self.ship.card.paddle_at)
            }
            Needs::PaddleWheel => Some(hull_at),
            // On a ship without turrets the hull is hit (SPB-AMB-17).
            Needs::Turret => match turrets(self.ship).as_slice() {
                [] => Some(hull_at),
                [only] => Some(only.at),
                // A die decides first which turret is hit.
                _ => None,
            },
        }
    }

    /// The SP damage column (SPB-AMB-15).
    fn sp_loss(&self, n: u8, against: Option<Against>) -> u16 {
        let non_penetrating = u16::from(self.shot.dr.0);
        let by_armour = against.map_or(0, |against| damage(self.shot, against));
        match (self.state.options.crit_sp_column, n) {
            (_, 1) => non_penetrating,
            (_, 12) => by_armour,
            (_, 11) => 0,
            (SpColumn::PrintedOnly, _) => 0,
            (SpColumn::Merged, 2..=10) => non_penetrating,
            (SpColumn::Merged, _) => by_armour,
        }
    }

    fn change(&mut self, change: Change) {
        self.follows.changes.push(ShipChange::of(self.ship, change));
    }

    fn roll(&mut self, die: (Die, u8), purpose: &str, what: &str, rule: &RuleId, decides: RollUse) {
        let label = format!("{what}: {}", self.ship.card.name);
        let roll = self.numbers.roll(die, (purpose, label, rule.clone()), self.ship, decides);
        self.follows.rolls.push(roll);
    }

    /// Applies a turret hit; false on a ship without turrets (SPB-AMB-17).
    fn turret(&mut self, guns_lost: &mut u8) -> bool {
        let turrets = turrets(self.ship);
        match turrets.as_slice() {
            [] => false,
            [only] => {
                let hit = hit_turret(
                    &self.state.options,
                    self.ship,
                    only,
                    self.shot.penetration,
                    &mut self.follows,
                );
                *guns_lost = hit.1;
                true
            }
            several => {
                let dice = pick_dice(several.len() as u32);
                let decides = RollUse::TurretHit { shot: self.shot.clone() };
                self.roll(dice, "turret", "Which turret is hit", &RuleId::of("SPB-27"), decides);
                true
            }
        }
    }

    /// Applies an internal blast (SPB-28); returns the number of guns lost.
    fn blast(&mut self, armoured: bool, rule: &RuleId) -> u8 {
        let pick = match (armoured, self.state.options.blast_guns) {
            (false, _) => GunPick::Adjacent,
            (true, BlastGuns::Four) => GunPick::Several { left: 4 },
            (true, BlastGuns::Die) => {
                if self.ship.guns() > 0 {
                    let rule = RuleId::of("SPB-AMB-18");
                    self.roll((Die::D20, 1), "blast", "Guns lost by the blast", &rule, RollUse::Blast);
                }
                return 0;
            }
        };
        lose_at_random(&mut self.numbers, self.ship, pick, rule, &mut self.follows);
        pick_size(self.ship, pick)
    }

    fn lose_spar(&mut self) {
        if self.ship.spar != crate::sp_bp::state::card::Spar::None {
            self.change(Change::Spar { spar: crate::sp_bp::state::card::Spar::None });
        }
    }

    fn lose_pressure(&mut self) -> bool {
        if self.ship.pressure_lost {
            return false;
        }
        self.change(Change::Pressure { lost: true });
        self.change(Change::Speed { knots: 0 });
        true
    }

    fn speed_hit(&mut self, hit: SpeedHit) {
        let mut hits = self.ship.speed_hits.clone();
        hits.push(hit);
        self.change(Change::SpeedHits { hits });
    }

    /// Applies every other result; false where it can't be applied (SPB-22, SPB-AMB-29).
    fn effect(&mut self, row: &CriticalRow, guns_lost: &mut u8) -> bool {
        let ship = self.ship;
        let rule = &row.rule;
        match row.n {
            1 => {
                let possible = ship.hull_at.is_some_and(|at| at > 0);
                if possible {
                    let decides = RollUse::ArmourDislodged;
                    self.roll((Die::D6, 1), "armour_dislodged", "Armour dislodged", rule, decides);
                }
                possible
            }
            2 => {
                self.change(Change::Floods { floods: ship.floods.saturating_add(1) });
                true
            }
            3 | 13 => {
                let pick = if row.n == 3 { GunPick::One } else { GunPick::Adjacent };
                *guns_lost = pick_size(ship, pick);
                lose_at_random(&mut self.numbers, ship, pick, rule, &mut self.follows);
                *guns_lost > 0
            }
            4 => {
                if let Some(parties) = ship.crew_parties.checked_sub(1) {
                    self.change(Change::CrewParties { parties });
                }
                ship.crew_parties > 0
            }
            5 => {
                self.change(Change::Fires { fires: ship.fires.saturating_add(1) });
                true
            }
            6 => {
                if !ship.steering {
                    self.change(Change::Steering { damaged: true });
                }
                !ship.steering
            }
            7 => {
                if ship.funnels_left() > 0 {
                    self.speed_hit(SpeedHit::Funnel);
                }
                ship.funnels_left() > 0
            }
            8 => {
                self.roll((Die::D6, 1), "commander", "The commander", rule, RollUse::Commander);
                true
            }
            9 => {
                if !ship.anchor_lost {
                    self.change(Change::Anchor { lost: true });
                }
                !ship.anchor_lost
            }
            10 => {
                self.roll((Die::D6, 1), "structural", "Structural damage", rule, RollUse::Structural);
                true
            }
            14 => {
                if ship.helm.is_none() {
                    self.roll((Die::D10, 1), "helm", "To which side", rule, RollUse::HelmSide);
                }
                ship.helm.is_none()
            }
            15 => {
                let possible = !ship.valves && !ship.pressure_lost;
                if possible {
                    self.change(Change::Valves { damaged: true });
                }
                possible
            }
            // The second such hit stops the ship (SPB-32, SPB-AMB-27).
            16 if ship.steamed => self.lose_pressure(),
            16 => {
                self.change(Change::Steamed { steamed: true });
                self.roll((Die::D10, 1), "steaming", "Steaming", &RuleId::of("SPB-37"), RollUse::Steaming);
                true
            }
            17 if ship.steamed || ship.speed_hits.contains(&SpeedHit::Boiler) => self.lose_pressure(),
            17 => {
                self.speed_hit(SpeedHit::Boiler);
                true
            }
            18 => {
                let through = self.state.turn.saturating_add(1);
                let possible = ship.helmsman_through.is_none_or(|turn| turn < through);
                if possible {
                    self.change(Change::Helmsman { through_turn: Some(through) });
                }
                possible
            }
            19 => {
                self.lose_spar();
                self.change(Change::Floods { floods: ship.floods.saturating_add(1) });
                if ship.ram_bow {
                    self.change(Change::RamBow { fitted: false });
                }
                true
            }
            20 => match ship.wheel_towards(self.shot.side) {
                Some(wheel) => {
                    let mut lost = ship.wheels_lost.clone();
                    lost.insert(wheel);
                    self.change(Change::Wheels { lost });
                    true
                }
                None => false,
            },
            _ => true,
        }
    }
}
