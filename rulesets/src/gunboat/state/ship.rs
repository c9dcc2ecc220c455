//! One ship in the battle: what is checked off her card, what she suffers, where she is.

use crate::core::{Edge, WayFact};
use crate::gunboat::state::card::{HalfKnots, MountId, Section, SectionKind, ShipCard};
use geometry::{Flank, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// How many boxes of a row are checked off.
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

    /// Checks off boxes, never more than `printed`.
    pub(crate) fn add(&mut self, section: &Section, count: u8, printed: u8) {
        self.set(section, self.of(section).saturating_add(count), printed);
    }

    /// Sets how many boxes are checked off, never more than `printed`.
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

/// What lasts longer than a tick. Durations count the owner's movement steps, beginning with the next one
/// (GUN-AMB-18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// The whole move is spent turning hard to that side (GUN-46).
    RudderJammed {
        /// Which side.
        helm: Flank,
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// No change of course (GUN-46).
    PilotBlinded {
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// No power (GUN-43).
    FiresOut {
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// All engines disabled: no power this turn or the next, then what a D6 gives each turn (GUN-45).
    EnginesDisabled {
        /// The turn of the hit.
        since_turn: u32,
    },
    /// Rudder chains bound: she keeps her course (GUN-80; which way the rudder lies is not said, house).
    RudderBound {
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// A turret does not turn, and its guns don't fire, till repaired (GUN-80).
    TurretJammed {
        /// Which.
        mount: MountId,
    },
    /// Full of smoke or gas: she must steam away, and can't fire, for the rest of the battle (GUN-80).
    SmokedOut,
}

/// Why a ship is out of the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// All draft boxes gone (GUN-41).
    Sunk,
    /// The magazine exploded (GUN-44).
    Exploded,
    /// Taken by boarders or in a melee of launches (GUN-81, GUN-86).
    Captured,
    /// A launch that took captives home (GUN-87).
    WentHome,
}

/// Is she on the table?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Location {
    /// She is.
    #[default]
    OnTable,
    /// She comes later.
    Arriving {
        /// In this turn's movement step of her side.
        turn: u32,
        /// Over this edge.
        edge: Edge,
    },
    /// She has gone.
    Left {
        /// In this turn.
        turn: u32,
        /// Over this edge.
        edge: Edge,
    },
}

/// One ship in the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipState {
    /// Her card as printed: the same in every state of the battle.
    #[serde(with = "crate::core::data::shared")]
    pub card: Arc<ShipCard>,
    /// Boxes checked off that have taken hold.
    pub ticks: Ticks,
    /// Boxes checked off that take hold at the end of this step (GUN-AMB-11).
    pub ticks_at_step_end: Ticks,
    /// Guns fired, by mount, since the turn began (or the fire step, with GUN-AMB-10's other reading).
    pub fired: BTreeMap<MountId, u8>,
    /// Guns fired by mount in the turn (or fire step) before: for a shot fired late.
    #[serde(default)]
    pub fired_before: BTreeMap<MountId, u8>,
    /// Lasting effects.
    pub effects: Vec<Effect>,
    /// Knots her disabled engines give this turn, once the D6 is thrown (GUN-45).
    pub power_knots: Option<u8>,
    /// Aground: she can't sink (GUN-41, GUN-54).
    pub aground: bool,
    /// Boarding parties embarked.
    pub boarding_parties: u8,
    /// The magazine exploded in this step: destroyed when damage takes hold.
    pub exploding: bool,
    /// Her current speed (GUN-9).
    #[serde(default)]
    pub speed: HalfKnots,
    /// The speed rung up for the move at hand.
    #[serde(default)]
    pub rung: Option<HalfKnots>,
    /// She coasted in her last move (GUN-12).
    #[serde(default)]
    pub coasting: bool,
    /// Her move of this turn is made.
    #[serde(default)]
    pub has_moved: bool,
    /// The turn in which she last went anywhere (mortars, GUN-59, GUN-60).
    #[serde(default)]
    pub under_way_turn: Option<u32>,
    /// Aground on the shore for the rest of the battle (GUN-57).
    #[serde(default)]
    pub ashore: bool,
    /// Lies at anchor.
    #[serde(default)]
    pub anchored: bool,
    /// A melee on her deck holds her (GUN-81).
    #[serde(default)]
    pub in_melee: bool,
    /// The turn in which she last fired a mortar (GUN-AMB-36).
    #[serde(default)]
    pub mortar_fired_turn: Option<u32>,
    /// The turn in which she last rammed or ran into a ship (GUN-47).
    #[serde(default)]
    pub rammed_turn: Option<u32>,
    /// Spots her mortars fired at last, by mount (GUN-63).
    #[serde(default)]
    pub mortar_spots: BTreeMap<MountId, MortarSpot>,
    /// Enemy boarding parties on her deck.
    #[serde(default)]
    pub boarders: u8,
    /// The enemy knows of her own parties: she has tried to grapple (GUN-76).
    #[serde(default)]
    pub parties_revealed: bool,
    /// The turn in which she last tried to grapple.
    #[serde(default)]
    pub grapple_turn: Option<u32>,
    /// A launch with a spar torpedo (GUN-83).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// A launch sunk in this step: lost when damage takes hold.
    #[serde(default)]
    pub foundering: bool,
    /// On the table, to come, or gone.
    #[serde(default)]
    pub location: Location,
    /// Out of the battle.
    pub fate: Option<Fate>,
}

impl ShipState {
    /// A ship as her card is printed, at rest on the table.
    pub fn new(card: ShipCard) -> Self {
        Self {
            card: Arc::new(card),
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

    /// On the table and in the battle.
    pub fn present(&self) -> bool {
        self.afloat() && self.location == Location::OnTable
    }

    /// Boxes of a row that are unchecked and in force (what her guns, armor and engines still have).
    pub fn in_force(&self, section: &Section) -> u8 {
        self.card.printed(section).saturating_sub(self.ticks.of(section))
    }

    /// Boxes of a row still free to be checked off: neither in force nor waiting for the end of the step.
    pub fn free(&self, section: &Section) -> u8 {
        self.in_force(section).saturating_sub(self.ticks_at_step_end.of(section))
    }

    /// The same for a whole section.
    pub fn free_of(&self, kind: SectionKind) -> u8 {
        let rows = self.card.sections().into_iter().filter(|row| row.kind() == kind);
        rows.fold(0, |sum: u8, row| sum.saturating_add(self.free(&row)))
    }

    /// Boxes free on the whole card.
    pub fn free_in_all(&self) -> u32 {
        self.card.sections().iter().map(|row| u32::from(self.free(row))).sum()
    }

    /// Guns of a mount that can still fire (GUN-7). The owner checks off guns that have fired first.
    pub fn ready_guns(&self, mount: &MountId) -> u8 {
        let section = Section::Gun { mount: mount.clone() };
        let printed = self.card.printed(&section);
        let fired = self.fired.get(mount).copied().unwrap_or(0);
        printed.saturating_sub(self.ticks.of(&section).max(fired))
    }

    /// The speed her boxes allow, in half knots (GUN-9).
    pub fn top_speed_half_knots(&self) -> u16 {
        2 * u16::from(self.in_force(&Section::Speed)) + u16::from(self.in_force(&Section::HalfSpeed))
    }

    /// Her draft has grown by this many feet (GUN-42).
    pub fn extra_draft_ft(&self) -> u8 {
        self.ticks.draft / 2
    }

    /// Knots her damaged engines give this turn; none while nothing keeps her from steaming (GUN-43, GUN-45).
    pub fn limited_power_knots(&self, turn: u32) -> Option<u8> {
        let limit = |effect: &Effect| match effect {
            Effect::FiresOut { .. } => Some(0),
            // "No power this turn or next turn": the turn of the hit is the first (GUN-AMB-18).
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

    /// Still in the battle.
    pub fn afloat(&self) -> bool {
        self.fate.is_none()
    }
}

/// Where a mortar fired last, and for how many turns running (GUN-63).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MortarSpot {
    /// The spot.
    pub aim: MortarAim,
    /// In this turn.
    pub turn: u32,
    /// Turns running, the last one included.
    pub turns: u8,
}

/// Where a mortar shell is to burst.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum MortarAim {
    /// On a ship.
    Ship {
        /// Which.
        ship: ShipId,
    },
    /// On a gun of a fort: the circle lies about it.
    FortGun {
        /// Which.
        gun: ShipId,
    },
    /// At a point of the table.
    Point {
        /// Inches east.
        x_in: f64,
        /// Inches north.
        y_in: f64,
    },
}

/// A ship counts as moved when she stands further than this from where she stood, beyond what the measure leaves
/// open, inches: models are nudged.
pub(in crate::gunboat) const NUDGE_IN: f64 = 0.1;

/// Did the model move?
pub(crate) fn has_moved(way: &WayFact) -> bool {
    way.straight_in.value > NUDGE_IN + way.straight_in.half_width_95()
}

/// What becomes of a ship with these boxes in force (GUN-41): aground she can't sink.
pub(crate) fn fate(ship: &ShipState) -> Option<Fate> {
    let draft_gone = ship.in_force(&Section::Draft) == 0;
    (ship.afloat() && draft_gone && !ship.aground).then_some(Fate::Sunk)
}
