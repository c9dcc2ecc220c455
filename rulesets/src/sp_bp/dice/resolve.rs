//! Reads dice: the result of each roll by the sheet's tables.

use crate::core::{Die, Refusal, RuleId};
use crate::sp_bp::damage::critical::{Critical, damage, hit_turret, turrets};
use crate::sp_bp::damage::lost_guns::{
    Picked, lose, lose_at_random, lose_picked, mount_of, pick_dice, picked,
};
use crate::sp_bp::dice::crew_tests::Trial;
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::event::{Event, Follows};
use crate::sp_bp::events::outcome::{Against, Location, Read, ShotRead};
use crate::sp_bp::gunnery::fire::thrower;
use crate::sp_bp::state::battle::{Numbers, State};
use crate::sp_bp::state::card::{GunMount, MountId};
use crate::sp_bp::state::due::{GunPick, PendingRoll, RollUse, Shot};
use crate::sp_bp::state::options::{BelowArmour, whole};
use crate::sp_bp::state::ship::{Fate, ShipState};
use crate::sp_bp::tables::table_set::Tables;
use geometry::Flank;

/// The result of a roll, its consequences, and the rules behind it.
pub(in crate::sp_bp) type Outcome = (Read, Follows, Vec<RuleId>);

/// Reads one roll.
pub(in crate::sp_bp) fn read_roll(
    tables: &Tables,
    state: &State,
    roll: &PendingRoll,
    faces: &[u8],
) -> Result<Event, Refusal> {
    let Some(ship) = state.ships.get(&roll.ship) else {
        return Err(Refusal::because("SPB-15", format!("No ship called “{}” takes part.", roll.ship)));
    };
    let reader = Reader { tables, state, ship, roll, faces };
    let (read, follows, rules) = reader.read();
    Ok(Event::RollRead {
        roll: roll.request.id,
        ship: roll.ship.clone(),
        faces: faces.to_vec(),
        read,
        follows,
        rules,
    })
}

/// One roll being read.
pub(in crate::sp_bp) struct Reader<'a> {
    pub(in crate::sp_bp) tables: &'a Tables,
    pub(in crate::sp_bp) state: &'a State,
    pub(in crate::sp_bp) ship: &'a ShipState,
    pub(in crate::sp_bp) roll: &'a PendingRoll,
    pub(in crate::sp_bp) faces: &'a [u8],
}

impl Reader<'_> {
    pub(in crate::sp_bp) fn die(&self) -> u8 {
        self.faces.first().copied().unwrap_or(1)
    }

    pub(in crate::sp_bp) fn changed(&self, change: Change) -> Vec<ShipChange> {
        vec![ShipChange::of(self.ship, change)]
    }

    /// Consequences that consist of this change alone.
    pub(in crate::sp_bp) fn only(&self, change: Change) -> Follows {
        Follows { changes: self.changed(change), ..Follows::default() }
    }

    fn read(&self) -> Outcome {
        match &self.roll.decides {
            RollUse::ToHit { mount, needed, modifier, shot, .. } => {
                self.to_hit(mount, (*needed, *modifier), shot)
            }
            RollUse::Location { shot } => self.location(shot),
            RollUse::Weapon { shot, on_equal } => self.weapon(shot, *on_equal),
            RollUse::Critical { shot } => self.critical(shot),
            RollUse::ArmourDislodged => self.armour_dislodged(),
            RollUse::Commander => self.commander(),
            RollUse::Structural => {
                let sp_loss = u16::from(self.die());
                let left = self.ship.sp.saturating_sub(sp_loss);
                (Read::Structural { sp_loss }, self.only(Change::Sp { left }), rules(&["SPB-25"]))
            }
            RollUse::TurretHit { shot } => self.turret_hit(shot),
            RollUse::Guns { pick } => self.random_guns(*pick),
            RollUse::Blast => self.blast(),
            RollUse::HelmSide => {
                let port = self.die() <= self.tables.rest.critical.helm_port_up_to;
                let side = if port { Flank::Port } else { Flank::Starboard };
                (Read::HelmSide { side }, self.only(Change::Helm { jammed: Some(side) }), rules(&["SPB-30"]))
            }
            RollUse::Initiative { modifier } => self.initiative(*modifier),
            RollUse::Explosion { .. } => {
                let bp_loss = self.faces.iter().map(|face| u16::from(*face)).sum();
                let changes = vec![
                    ShipChange::of(self.ship, Change::Bp { left: self.ship.bp.saturating_sub(bp_loss) }),
                    ShipChange::of(self.ship, Change::Floods { floods: self.ship.floods.saturating_add(1) }),
                ];
                let follows = Follows { changes, ..Follows::default() };
                (Read::Explosion { bp_loss }, follows, rules(&["SPB-AMB-4"]))
            }
            RollUse::CrewTest { modifier } => self.crew_test(*modifier),
            RollUse::Steaming => self.steaming(),
            RollUse::Sinking { points } => self.sinking(*points),
            RollUse::Morale => self.morale(),
            RollUse::Repair { task } => self.repair(task),
            RollUse::Undertaking { procedure, other } => self.undertaking(*procedure, other.as_ref()),
            RollUse::Boarding { boarder } => self.boarding(boarder),
        }
    }

    /// Each gun's die with the modifiers (SPB-15); a natural ten is no automatic hit (SPB-AMB-20).
    fn to_hit(&self, mount: &MountId, (needed, modifier): (u8, i32), shot: &Shot) -> Outcome {
        let read = |die: &u8| {
            let total = i32::from(*die) + modifier;
            let natural = self.state.options.nat10_hits && *die == 10;
            ShotRead { die: *die, total, hit: total >= i32::from(needed) || natural }
        };
        let shots: Vec<ShotRead> = self.faces.iter().map(read).collect();
        let mut numbers = Numbers::after(self.state);
        let thrower = thrower(self.state, shot.shooter.as_ref(), self.ship);
        let location = |_: &ShotRead| {
            let label = format!("Where the {} strikes {}", shot.gun, self.ship.card.name);
            let decides = RollUse::Location { shot: shot.clone() };
            let what = ("location", label, RuleId::of("SPB-17"));
            let mut roll = numbers.roll((Die::D10, 1), what, self.ship, decides);
            roll.by = thrower.card.side.clone();
            roll
        };
        let rolls = shots.iter().filter(|shot| shot.hit).map(location).collect();
        let read = Read::ToHit { mount: mount.clone(), needed, shots };
        (read, Follows { rolls, ..Follows::default() }, rules(&["SPB-14", "SPB-15"]))
    }

    fn location(&self, shot: &Shot) -> Outcome {
        let target_type = self.ship.card.target_type;
        let location = self.tables.location(target_type, self.die()).unwrap_or(Location::Hull);
        let mut follows = Follows::default();
        let mut read = (None, 0, None, 0);
        let mut no_weapon = false;
        let mut numbers = Numbers::after(self.state);
        let rule = match location {
            Location::Hull => {
                let against = Against::of(shot.penetration, shot.hull_at);
                let below = self.state.options.hull_hit_below_at == BelowArmour::NonPen;
                let sp_loss = match against {
                    Against::Below if below => u16::from(shot.dr.0),
                    against => damage(shot, against),
                };
                if sp_loss > 0 {
                    follows.changes = self.changed(Change::Sp { left: self.ship.sp.saturating_sub(sp_loss) });
                }
                read = (Some(against), sp_loss, None, 0);
                "SPB-19"
            }
            Location::Critical => {
                let label = format!("Critical hit on {}", self.ship.card.name);
                let decides = RollUse::Critical { shot: shot.clone() };
                let what = ("critical", label, RuleId::of("SPB-21"));
                follows.rolls.push(numbers.roll((Die::D20, 1), what, self.ship, decides));
                "SPB-21"
            }
            Location::WeaponExceed | Location::WeaponEqualOrExceed => {
                let on_equal = location == Location::WeaponEqualOrExceed;
                let engaged = self.engaged_guns(shot);
                match engaged.as_slice() {
                    [] => no_weapon = true,
                    [only] => {
                        let (against, change) = self.strike(only, shot, on_equal);
                        read = (Some(against), 0, Some(only.id.clone()), u8::from(change.is_some()));
                        follows.changes.extend(change);
                    }
                    several => {
                        let guns = several.iter().map(|mount| u32::from(self.ship.guns_left(mount))).sum();
                        let label = format!("Which gun of {} is struck", self.ship.card.name);
                        let decides = RollUse::Weapon { shot: shot.clone(), on_equal };
                        let what = ("weapon", label, RuleId::of("SPB-18"));
                        follows.rolls.push(numbers.roll(pick_dice(guns), what, self.ship, decides));
                    }
                }
                "SPB-18"
            }
        };
        let (against, sp_loss, mount, guns_lost) = read;
        let read = Read::Located { location, against, sp_loss, no_weapon, mount, guns_lost };
        (read, follows, rules(&["SPB-17", rule]))
    }

    /// Mounts on the engaged side with guns left.
    fn engaged_guns(&self, shot: &Shot) -> Vec<&GunMount> {
        let struck = |mount: &&GunMount| shot.engaged.contains(&mount.id) && self.ship.guns_left(mount) > 0;
        self.ship.card.mounts.iter().filter(struck).collect()
    }

    /// A gun is struck: lost if the penetration exceeds its armour or, in one row, equals it (SPB-18).
    fn strike(&self, mount: &GunMount, shot: &Shot, on_equal: bool) -> (Against, Option<ShipChange>) {
        let against = Against::of(shot.penetration, mount.at);
        let lost = match against {
            Against::Unarmoured | Against::Exceeds => true,
            Against::Equals => on_equal,
            Against::Below => false,
        };
        (against, lost.then(|| ShipChange::of(self.ship, lose(self.ship, mount, 1))))
    }

    fn weapon(&self, shot: &Shot, on_equal: bool) -> Outcome {
        let engaged = |mount: &GunMount| shot.engaged.contains(&mount.id);
        let guns = self.engaged_guns(shot).iter().map(|mount| u32::from(self.ship.guns_left(mount))).sum();
        if guns == 0 {
            return (Read::NothingLeft, Follows::default(), rules(&["SPB-18"]));
        }
        let number = picked(guns, self.faces);
        let Some(mount) = number.and_then(|number| mount_of(self.ship, engaged, number)) else {
            return self.again(guns, "SPB-18");
        };
        let (against, change) = self.strike(mount, shot, on_equal);
        let read = Read::Weapon { mount: mount.id.clone(), against, guns_lost: u8::from(change.is_some()) };
        let follows = Follows { changes: change.into_iter().collect(), ..Follows::default() };
        (read, follows, rules(&["SPB-18"]))
    }

    /// The faces match none of the `of` things: the same dice are thrown again.
    fn again(&self, of: u32, rule: &'static str) -> Outcome {
        let request = &self.roll.request;
        let what = (request.purpose.as_str(), request.label.clone(), request.rule.clone());
        let mut roll =
            Numbers::after(self.state).roll(pick_dice(of), what, self.ship, self.roll.decides.clone());
        roll.by = self.roll.by.clone();
        (Read::Again, Follows { rolls: vec![roll], ..Follows::default() }, rules(&[rule]))
    }

    fn critical(&self, shot: &Shot) -> Outcome {
        let mut critical = Critical {
            tables: self.tables,
            state: self.state,
            ship: self.ship,
            shot,
            numbers: Numbers::after(self.state),
            follows: Follows::default(),
        };
        let Some(row) = critical.tables.critical(self.die()) else {
            return (Read::Again, Follows::default(), rules(&["SPB-21"]));
        };
        let (read, rule) = critical.apply(row);
        let mut all = rules(&["SPB-21"]);
        if let Read::Critical { fire_instead: true, .. } = read {
            all.push(RuleId::of("SPB-22"));
        }
        all.push(rule);
        (read, critical.follows, all)
    }

    /// Armour dislodged (SPB-23): a 4 reduces it by two (SPB-AMB-14), never below 0.
    fn armour_dislodged(&self) -> Outcome {
        let face = usize::from(self.die().saturating_sub(1));
        let less = self.tables.rest.critical.armour_dislodged.get(face).copied().unwrap_or(1);
        let at = self.ship.hull_at.map(|at| at.saturating_sub(less));
        (Read::Armour { less }, self.only(Change::HullAt { at }), rules(&["SPB-23", "SPB-AMB-14"]))
    }

    fn turret_hit(&self, shot: &Shot) -> Outcome {
        let turrets = turrets(self.ship);
        if turrets.is_empty() {
            return (Read::NothingLeft, Follows::default(), rules(&["SPB-27"]));
        }
        let of = turrets.len() as u32;
        let turret = picked(of, self.faces).and_then(|number| turrets.get(number as usize));
        let Some(turret) = turret else { return self.again(of, "SPB-27") };
        let mut follows = Follows::default();
        let (against, guns_lost) =
            hit_turret(&self.state.options, self.ship, turret, shot.penetration, &mut follows);
        let read = Read::TurretHit { mount: turret.id.clone(), against, guns_lost };
        (read, follows, rules(&["SPB-27"]))
    }

    fn random_guns(&self, pick: GunPick) -> Outcome {
        let guns = self.ship.guns();
        if guns == 0 {
            return (Read::NothingLeft, Follows::default(), vec![self.roll.request.rule.clone()]);
        }
        let mut numbers = Numbers::after(self.state);
        let mut follows = Follows::default();
        let rule = &self.roll.request.rule;
        let lost = picked(guns, self.faces)
            .and_then(|number| lose_picked(&mut numbers, self.ship, (pick, number), rule, &mut follows));
        match lost {
            Some(Picked { mount, guns, beside }) => {
                (Read::GunLost { mount, guns, beside }, follows, vec![rule.clone()])
            }
            None => self.again(guns, "SPB-24"),
        }
    }

    /// A four-sided die, thrown as a D20 divided by five (SPB-AMB-18).
    fn blast(&self) -> Outcome {
        let guns = self.die().div_ceil(5).clamp(1, 4);
        let mut follows = Follows::default();
        let rule = RuleId::of("SPB-28");
        let pick = GunPick::Several { left: guns };
        lose_at_random(&mut Numbers::after(self.state), self.ship, pick, &rule, &mut follows);
        (Read::Blast { guns }, follows, rules(&["SPB-28", "SPB-AMB-18"]))
    }

    /// One side's initiative; the last die fixes the order (SPB-2). The higher total acts first, and equal
    /// totals throw again; the sheet says neither (house).
    fn initiative(&self, modifier: i32) -> Outcome {
        let side = self.roll.by.clone();
        let total = i32::from(self.die()) + modifier;
        let mut totals = self.state.initiative.clone();
        totals.insert(side.to_string(), total);
        let sides = self.state.sides_afloat();
        let waits = self.state.rolls.iter().any(|other| {
            matches!(other.decides, RollUse::Initiative { .. }) && other.request.id != self.roll.request.id
        });
        let mut order = Vec::new();
        let mut follows = Follows::default();
        let mut tied = false;
        if !waits {
            order = sides.clone();
            let of = |side: &crate::core::SideId| totals.get(side.as_str()).copied().unwrap_or(0);
            order.sort_by_key(|side| std::cmp::Reverse(of(side)));
            tied = order.windows(2).any(|pair| matches!(pair, [a, b] if of(a) == of(b)));
            if tied {
                order.clear();
                follows.rolls = initiative_rolls(&mut Numbers::after(self.state), self.state);
            }
        }
        (Read::Initiative { side, total, order, tied }, follows, rules(&["SPB-2", "SPB-AMB-4"]))
    }

    /// A test modified by crew quality.
    pub(in crate::sp_bp) fn test(&self, modifier: i32, from: i32) -> Trial {
        let total = i32::from(self.die()) + i32::from(self.ship.crew_quality) + modifier;
        Trial { total, passed: total >= from }
    }

    pub(in crate::sp_bp) fn crew_target(&self) -> i32 {
        whole(self.state.options.crew_test_target)
    }

    pub(in crate::sp_bp) fn fate(&self, fate: Fate) -> Follows {
        self.only(Change::Fate { fate: Some(fate) })
    }
}

/// A D10 for each side that still has ships in the battle (SPB-2).
pub(in crate::sp_bp) fn initiative_rolls(numbers: &mut Numbers, state: &State) -> Vec<PendingRoll> {
    let sides = state.sides_afloat();
    let roll = |side: &crate::core::SideId| {
        let ship = state.ships.values().find(|ship| ship.card.side == *side)?;
        let modifier = state.initiative_modifiers.get(side.as_str()).copied().unwrap_or(0);
        let label = format!("Initiative: {}", side.title());
        let decides = RollUse::Initiative { modifier };
        Some(numbers.roll((Die::D10, 1), ("initiative", label, RuleId::of("SPB-2")), ship, decides))
    };
    sides.iter().filter_map(roll).collect()
}

pub(in crate::sp_bp) fn rules(ids: &[&'static str]) -> Vec<RuleId> {
    ids.iter().map(|id| RuleId::of(id)).collect()
}
