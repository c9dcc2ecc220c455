//! The state of one ship: its ticked boxes, lasting effects and location.

use crate::core::{Edge, Shared, WayFact, worded};
use crate::gunboat::state::card::{GunMount, HalfKnots, MountId, Section, SectionKind, ShipCard};
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Boxes checked off a card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ticks {
    /// Armor.
    #[serde(default)]
    pub armor: u8,
    /// Whole-knot speed.
    #[serde(default)]
    pub speed: u8,
    /// Half-knot speed.
    #[serde(default)]
    pub half_speed: u8,
    /// Midships.
    #[serde(default)]
    pub midships: u8,
    /// Stack.
    #[serde(default)]
    pub stack: u8,
    /// Draft.
    #[serde(default)]
    pub draft: u8,
    /// Ram.
    #[serde(default)]
    pub ram: u8,
    /// Guns by mount.
    #[serde(default)]
    pub guns: BTreeMap<MountId, u8>,
}

impl Ticks {
    /// The number of boxes of a row that are checked off.
    pub fn of(&self, section: &Section) -> u8 {
        match section {
            Section::Armor => self.armor,
            Section::Speed => self.speed,
            Section::HalfSpeed => self.half_speed,
            Section::Midships => self.midships,
            Section::Stack => self.stack,
            Section::Draft => self.draft,
            Section::Gun { mount } => self.guns.get(mount).copied().unwrap_or(0),
            Section::Ram => self.ram,
        }
    }

    /// Checks off boxes, at most up to `printed`.
    pub(crate) fn add(&mut self, section: &Section, count: u8, printed: u8) {
        self.set(section, self.of(section).saturating_add(count), printed);
    }

    /// Sets the number of boxes that are checked off, at most `printed`.
    pub(crate) fn set(&mut self, section: &Section, ticked: u8, printed: u8) {
        let ticked = ticked.min(printed);
        match section {
            Section::Armor => self.armor = ticked,
            Section::Speed => self.speed = ticked,
            Section::HalfSpeed => self.half_speed = ticked,
            Section::Midships => self.midships = ticked,
            Section::Stack => self.stack = ticked,
            Section::Draft => self.draft = ticked,
            Section::Gun { mount } if printed > 0 => {
                self.guns.insert(mount.clone(), ticked);
            }
            Section::Gun { .. } => {}
            Section::Ram => self.ram = ticked,
        }
    }
}

/// A lasting effect. Durations count the owner's movement steps, beginning with the next one (GUN-AMB-18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// The whole move is spent turning hard to that side (GUN-46).
    RudderJammed {
        /// The side.
        helm: Flank,
        /// The remaining movement steps.
        moves_left: u8,
    },
    /// No change of course (GUN-46).
    PilotBlinded {
        /// The remaining movement steps.
        moves_left: u8,
    },
    /// No power (GUN-43).
    FiresOut {
        /// The remaining movement steps.
        moves_left: u8,
    },
    /// All engines disabled: no power this turn or the next, then a D6 each turn (GUN-45).
    EnginesDisabled {
        /// The turn of the hit.
        since_turn: u32,
    },
    /// Rudder chains bound: the ship keeps its course (GUN-80; the rules do not give the position of the rudder,
    /// house).
    RudderBound {
        /// The remaining movement steps.
        moves_left: u8,
    },
    /// A turret can't turn, and its guns can't fire, until it is repaired (GUN-80).
    TurretJammed {
        /// The mount in the turret.
        mount: MountId,
    },
    /// Full of smoke or gas: the ship must steam away, and can't fire, for the rest of the battle (GUN-80).
    SmokedOut,
}

worded! {
    /// The reason why a ship is out of the battle.
    pub enum Fate: word {
        /// All draft boxes gone (GUN-41).
        Sunk = "sunk",
        /// The magazine exploded (GUN-44).
        Exploded = "exploded",
        /// Taken by boarders or in a melee of launches (GUN-81, GUN-86).
        Captured = "captured",
        /// A launch that took captives home (GUN-87).
        WentHome = "gone home",
    }
}

/// A ship's presence on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Location {
    /// On the table.
    #[default]
    OnTable,
    /// Arrives later.
    Arriving {
        /// In this turn, in the movement step of its side.
        turn: u32,
        /// Over this edge.
        edge: Edge,
    },
    /// Has left the table.
    Left {
        /// In this turn.
        turn: u32,
        /// Over this edge.
        edge: Edge,
    },
}

/// The state of one ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipState {
    /// The card as printed, which never changes during the battle.
    pub card: Shared<ShipCard>,
    /// Boxes checked off that have taken effect.
    pub ticks: Ticks,
    /// Boxes checked off that take effect at the end of this step (GUN-AMB-11).
    pub ticks_at_step_end: Ticks,
    /// Guns fired, by mount, since the turn began (or the fire step, under the other reading of GUN-AMB-10).
    pub fired: BTreeMap<MountId, u8>,
    /// Guns fired, by mount, in the previous turn (or fire step); for late shots.
    #[serde(default)]
    pub fired_before: BTreeMap<MountId, u8>,
    /// Lasting effects.
    pub effects: Vec<Effect>,
    /// The power of disabled engines this turn, knots, once the D6 is thrown (GUN-45).
    pub power_knots: Option<u8>,
    /// True if aground: the ship can't sink (GUN-41, GUN-54).
    pub aground: bool,
    /// Boarding parties embarked.
    pub boarding_parties: u8,
    /// True if the magazine exploded in this step: the ship is destroyed when damage takes effect.
    pub exploding: bool,
    /// The current speed (GUN-9).
    #[serde(default)]
    pub speed: HalfKnots,
    /// The speed rung up for the present move.
    #[serde(default)]
    pub rung: Option<HalfKnots>,
    /// True if the ship coasted in its last move (GUN-12).
    #[serde(default)]
    pub coasting: bool,
    /// True if the ship's move of this turn is over.
    #[serde(default)]
    pub has_moved: bool,
    /// The turn in which the ship last moved (mortars, GUN-59, GUN-60).
    #[serde(default)]
    pub under_way_turn: Option<u32>,
    /// True if aground on the shore for the rest of the battle (GUN-57).
    #[serde(default)]
    pub ashore: bool,
    /// True if at anchor.
    #[serde(default)]
    pub anchored: bool,
    /// True if a melee on deck holds the ship (GUN-81).
    #[serde(default)]
    pub in_melee: bool,
    /// The turn in which the ship last fired a mortar (GUN-AMB-36).
    #[serde(default)]
    pub mortar_fired_turn: Option<u32>,
    /// The turn in which the ship last rammed or ran into another (GUN-47).
    #[serde(default)]
    pub rammed_turn: Option<u32>,
    /// The last targets of its mortars, by mount (GUN-63).
    #[serde(default)]
    pub mortar_spots: BTreeMap<MountId, MortarSpot>,
    /// Enemy boarding parties on deck.
    #[serde(default)]
    pub boarders: u8,
    /// True if the enemy knows of the ship's own parties, because it has tried to grapple (GUN-76).
    #[serde(default)]
    pub parties_revealed: bool,
    /// The turn in which the ship last tried to grapple.
    #[serde(default)]
    pub grapple_turn: Option<u32>,
    /// True for a launch with a spar torpedo (GUN-83).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// True for a launch sunk in this step: it is lost when damage takes effect.
    #[serde(default)]
    pub foundering: bool,
    /// The presence on the table.
    #[serde(default)]
    pub location: Location,
    /// The fate, if the ship is out of the battle.
    pub fate: Option<Fate>,
}

impl ShipState {
    /// An undamaged ship with this card, at rest on the table.
    pub fn new(card: ShipCard) -> Self {
        Self {
            card: card.into(),
            ticks: Ticks::default(),
            ticks_at_step_end: Ticks::default(),
            fired: BTreeMap::new(),
            fired_before: BTreeMap::new(),
            effects: Vec::new(),
            power_knots: None,
            aground: false,
            boarding_parties: 0,
            exploding: false,
            speed: 0,
            rung: None,
            coasting: false,
            has_moved: false,
            under_way_turn: None,
            ashore: false,
            anchored: false,
            in_melee: false,
            mortar_fired_turn: None,
            rammed_turn: None,
            mortar_spots: BTreeMap::new(),
            boarders: 0,
            parties_revealed: false,
            grapple_turn: None,
            spar_torpedo: false,
            foundering: false,
            location: Location::OnTable,
            fate: None,
        }
    }

    /// Returns true if the ship is on the table and in the battle.
    pub fn present(&self) -> bool {
        self.afloat() && self.location == Location::OnTable
    }

    /// The unchecked boxes of a row, including those with ticks that have not taken effect yet.
    pub fn in_force(&self, section: &Section) -> u8 {
        self.card.printed(section).saturating_sub(self.ticks.of(section))
    }

    /// The boxes of a row that can still be checked off, without those whose ticks wait for the end of the step.
    pub fn free(&self, section: &Section) -> u8 {
        self.in_force(section).saturating_sub(self.ticks_at_step_end.of(section))
    }

    /// The boxes of a whole section that can still be checked off.
    pub fn free_of(&self, kind: SectionKind) -> u8 {
        let add = |sum: u8, free: u8| sum.saturating_add(free);
        if kind == SectionKind::Gun {
            return self.free_guns().fold(0, add);
        }
        let rows = Section::WITHOUT_GUNS.iter().filter(|row| row.kind() == kind);
        rows.map(|row| self.free(row)).fold(0, add)
    }

    /// The gun boxes of each mount that can still be checked off.
    fn free_guns(&self) -> impl Iterator<Item = u8> {
        let waiting = |mount: &GunMount| self.ticks_at_step_end.guns.get(&mount.id).copied().unwrap_or(0);
        self.card.mounts.iter().map(move |mount| self.guns_in_force(mount).saturating_sub(waiting(mount)))
    }

    /// The unchecked gun boxes of a mount of this ship.
    pub(crate) fn guns_in_force(&self, mount: &GunMount) -> u8 {
        mount.guns.saturating_sub(self.ticks.guns.get(&mount.id).copied().unwrap_or(0))
    }

    /// The boxes of the whole card that can still be checked off.
    pub fn free_in_all(&self) -> u32 {
        let others = Section::WITHOUT_GUNS.iter().map(|row| self.free(row));
        others.chain(self.free_guns()).map(u32::from).sum()
    }

    /// The guns of a mount that can still fire (GUN-7). The owner checks off guns that have fired first.
    pub fn ready_guns(&self, mount: &MountId) -> u8 {
        self.card.mount(mount).map_or(0, |mount| self.ready_guns_of(mount))
    }

    /// The guns of one of the ship's own mounts that can still fire.
    pub(crate) fn ready_guns_of(&self, mount: &GunMount) -> u8 {
        let count = |of: &BTreeMap<MountId, u8>| of.get(&mount.id).copied().unwrap_or(0);
        mount.guns.saturating_sub(count(&self.ticks.guns).max(count(&self.fired)))
    }

    /// The speed that the boxes allow, half knots (GUN-9).
    pub fn top_speed_half_knots(&self) -> u16 {
        2 * u16::from(self.in_force(&Section::Speed)) + u16::from(self.in_force(&Section::HalfSpeed))
    }

    /// The increase of the draft, feet (GUN-42).
    pub fn extra_draft_ft(&self) -> u8 {
        self.ticks.draft / 2
    }

    /// The power of damaged engines this turn, knots; none for undamaged engines (GUN-43, GUN-45).
    pub fn limited_power_knots(&self, turn: u32) -> Option<u8> {
        let limit = |effect: &Effect| match effect {
            Effect::FiresOut { .. } => Some(0),
            // "No power this turn or next turn": the turn of the hit is the first one (GUN-AMB-18).
            Effect::EnginesDisabled { since_turn } if turn < since_turn.saturating_add(2) => Some(0),
            Effect::EnginesDisabled { .. } => Some(self.power_knots.unwrap_or(0)),
            Effect::RudderJammed { .. }
            | Effect::PilotBlinded { .. }
            | Effect::RudderBound { .. }
            | Effect::TurretJammed { .. }
            | Effect::SmokedOut => None,
        };
        self.effects.iter().filter_map(limit).min()
    }

    /// Returns true if the ship is still in the battle.
    pub fn afloat(&self) -> bool {
        self.fate.is_none()
    }
}

/// The last target of a mortar, and the number of successive turns at it (GUN-63).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MortarSpot {
    /// The target.
    pub aim: MortarAim,
    /// The turn of the last shot.
    pub turn: u32,
    /// The number of successive turns, including the last one.
    pub turns: u8,
}

/// The intended place of a mortar burst.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum MortarAim {
    /// On a ship.
    Ship { ship: ShipId },
    /// On a gun of a fort: the circle is centred on it.
    FortGun { gun: ShipId },
    /// At a point of the table.
    Point {
        /// Inches east.
        x_in: f64,
        /// Inches north.
        y_in: f64,
    },
}

/// The distance that a model may be nudged without counting as moved, inches, in addition to the uncertainty of the
/// measure.
pub(in crate::gunboat) const NUDGE_IN: f64 = 0.1;

/// Returns true if the model was moved.
pub(crate) fn has_moved(way: &WayFact) -> bool {
    way.straight_in.value > NUDGE_IN + way.straight_in.half_width_95()
}

/// The fate of a ship with its present boxes (GUN-41); a ship aground can't sink.
pub(crate) fn fate(ship: &ShipState) -> Option<Fate> {
    let draft_gone = ship.in_force(&Section::Draft) == 0;
    (ship.afloat() && draft_gone && !ship.aground).then_some(Fate::Sunk)
}
