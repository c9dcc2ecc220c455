//! The second umpire's copy of a ship's card and state.

use crate::record::Place;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A row of boxes: "armor", "gun:bow".
pub type Row = String;
/// The number of boxes of each row.
pub type Boxes = BTreeMap<Row, u32>;

/// The printed card.
#[derive(Debug, Clone, Deserialize)]
pub struct Card {
    pub id: String,
    pub side: String,
    pub ironclad: bool,
    pub launch: bool,
    pub propulsion: String,
    pub circle: String,
    pub armor: u32,
    pub speed: u32,
    pub half_speed: u32,
    pub midships: u32,
    pub stack: u32,
    pub draft: u32,
    pub ram: u32,
    pub draft_ft: f64,
    pub mounts: Vec<Mount>,
}

/// Guns of one kind in one place.
#[derive(Debug, Clone, Deserialize)]
pub struct Mount {
    pub id: String,
    pub gun: String,
    pub kind: String,
    pub guns: u32,
    pub pf: u32,
    pub arcs: Vec<Arc>,
    pub turret: Option<Turret>,
}

/// An arc of fire, degrees clockwise from the bow (of a fort's gun: from north).
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Arc {
    pub from_deg: f64,
    pub to_deg: f64,
}

/// The place of a turret.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Turret {
    pub ahead_in: f64,
}

impl Arc {
    /// Tells whether a bearing is in the arc, edges included.
    pub fn bears(self, bearing_deg: f64) -> bool {
        let width = self.to_deg - self.from_deg;
        let whole = width.abs() >= 360.0;
        whole || (bearing_deg - self.from_deg).rem_euclid(360.0) <= width.rem_euclid(360.0)
    }
}

/// A lasting effect.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    RudderJammed { helm: String, moves_left: u32 },
    PilotBlinded { moves_left: u32 },
    FiresOut { moves_left: u32 },
    EnginesDisabled { since_turn: u32 },
    RudderBound { moves_left: u32 },
    TurretJammed { mount: String },
    SmokedOut,
}

impl Effect {
    /// The effect after one more movement step of the ship's side; none once it is over (GUN-AMB-18).
    fn after_a_move(&self) -> Option<Self> {
        let mut left = self.clone();
        if let Self::RudderJammed { moves_left, .. }
        | Self::PilotBlinded { moves_left }
        | Self::FiresOut { moves_left }
        | Self::RudderBound { moves_left } = &mut left
        {
            *moves_left -= 1;
            if *moves_left == 0 {
                return None;
            }
        }
        Some(left)
    }
}

/// The starting state of a ship.
#[derive(Debug, Clone, Deserialize)]
pub struct SetUp {
    pub card: Card,
    pub ticks: serde_json::Value,
    pub speed: u32,
    pub aground: bool,
    pub anchored: bool,
    pub boarding_parties: u32,
    #[serde(default)]
    pub spar_torpedo: bool,
    pub location: serde_json::Value,
}

/// A ship.
#[derive(Debug, Clone)]
pub struct Ship {
    pub card: Card,
    /// Boxes checked off, in effect.
    pub ticked: Boxes,
    /// Boxes checked off that take effect when the step ends.
    pub waiting: Boxes,
    pub fired: BTreeMap<String, u32>,
    pub fired_before: BTreeMap<String, u32>,
    pub effects: Vec<Effect>,
    pub power_knots: Option<u32>,
    pub aground: bool,
    pub ashore: bool,
    pub anchored: bool,
    pub in_melee: bool,
    /// Parties of its own side aboard, and of the enemy on its deck.
    pub parties: u32,
    pub boarders: u32,
    /// True if it carries a spar torpedo.
    pub spar: bool,
    /// Half knots.
    pub speed: u32,
    pub rung: Option<u32>,
    pub coasting: bool,
    pub has_moved: bool,
    pub under_way_turn: Option<u32>,
    pub rammed_turn: Option<u32>,
    pub grapple_turn: Option<u32>,
    pub mortar_turn: Option<u32>,
    /// The last target of each mortar, its turn, and the number of consecutive turns.
    pub mortar_spots: BTreeMap<String, (serde_json::Value, u32, u32)>,
    pub exploding: bool,
    /// True for a launch that sinks when the step ends.
    pub foundering: bool,
    pub on_table: bool,
    pub fate: Option<String>,
    /// The place at the start of the step.
    pub stood: Option<Place>,
}

/// The row's name, from its form in the record.
pub fn row_of(row: &serde_json::Value) -> Row {
    let word = |key| row.get(key).and_then(serde_json::Value::as_str);
    match (word("section"), word("mount")) {
        (Some(section), Some(mount)) => format!("{section}:{mount}"),
        (section, _) => section.unwrap_or_default().to_owned(),
    }
}

/// The section that a row belongs to.
pub fn section_of(row: &str) -> &str {
    match row.split(':').next().unwrap_or_default() {
        "half_speed" => "speed",
        section => section,
    }
}

impl Ship {
    /// Returns the ship as it enters the battle.
    pub fn new(begins: SetUp) -> Self {
        let mut ticked = Boxes::new();
        for (row, count) in begins.ticks.as_object().into_iter().flatten() {
            if let Some(count) = count.as_u64() {
                ticked.insert(row.clone(), count as u32);
            }
            for (mount, count) in count.as_object().into_iter().flatten() {
                ticked.insert(format!("gun:{mount}"), count.as_u64().unwrap_or_default() as u32);
            }
        }
        Self {
            ticked,
            waiting: Boxes::new(),
            fired: BTreeMap::new(),
            fired_before: BTreeMap::new(),
            effects: Vec::new(),
            power_knots: None,
            aground: begins.aground,
            ashore: false,
            anchored: begins.anchored,
            in_melee: false,
            parties: begins.boarding_parties,
            boarders: 0,
            spar: begins.spar_torpedo,
            speed: begins.speed,
            rung: None,
            coasting: false,
            has_moved: false,
            under_way_turn: None,
            rammed_turn: None,
            grapple_turn: None,
            mortar_turn: None,
            mortar_spots: BTreeMap::new(),
            exploding: false,
            foundering: false,
            on_table: begins.location.get("is").is_some_and(|is| is == "on_table"),
            fate: None,
            stood: None,
            card: begins.card,
        }
    }

    /// Tells whether the ship is in the battle and on the table.
    pub fn present(&self) -> bool {
        self.fate.is_none() && self.on_table
    }

    /// Every row of the card, with its boxes (GUN-72).
    pub fn rows(&self) -> Vec<(Row, u32)> {
        let card = &self.card;
        let plain = [
            ("armor", card.armor),
            ("speed", card.speed),
            ("half_speed", card.half_speed),
            ("midships", card.midships),
            ("stack", card.stack),
            ("draft", card.draft),
            ("ram", card.ram),
        ];
        let guns = card.mounts.iter().map(|mount| (format!("gun:{}", mount.id), mount.guns));
        plain.into_iter().map(|(row, boxes)| (row.to_owned(), boxes)).chain(guns).collect()
    }

    fn printed(&self, row: &str) -> u32 {
        self.rows().into_iter().find(|(own, _)| own == row).map_or(0, |(_, boxes)| boxes)
    }

    /// Boxes left, without waiting damage.
    pub fn left(&self, row: &str) -> u32 {
        self.printed(row).saturating_sub(self.ticked.get(row).copied().unwrap_or(0))
    }

    /// Boxes that can still be checked off.
    pub fn free(&self, row: &str) -> u32 {
        self.left(row).saturating_sub(self.waiting.get(row).copied().unwrap_or(0))
    }

    /// The same for a section.
    pub fn free_in(&self, section: &str) -> u32 {
        let rows = self.rows().into_iter().filter(|(row, _)| section_of(row) == section);
        rows.map(|(row, _)| self.free(&row)).sum()
    }

    /// The same for the whole card.
    pub fn free_in_all(&self) -> u32 {
        self.rows().iter().map(|(row, _)| self.free(row)).sum()
    }

    /// Checks off boxes, never more than are printed.
    pub fn tick(&mut self, row: &str, count: u32, waits: bool) {
        let room = self.free(row);
        let boxes = if waits { &mut self.waiting } else { &mut self.ticked };
        *boxes.entry(row.to_owned()).or_default() += count.min(room);
    }

    /// Applies the waiting damage.
    pub fn take_hold(&mut self) {
        for (row, count) in std::mem::take(&mut self.waiting) {
            self.tick(&row, count, false);
        }
    }

    /// Tells whether any damage waits for the end of the step.
    pub fn anything_waits(&self) -> bool {
        self.exploding || self.foundering || !self.waiting.is_empty()
    }

    /// Tells whether the ship sinks: without draft boxes, unless aground (GUN-41, GUN-54).
    pub fn sinks(&self) -> bool {
        self.fate.is_none() && !self.aground && self.left("draft") == 0
    }

    /// Guns of a mount that can still fire.
    pub fn ready(&self, mount: &Mount) -> u32 {
        let jammed =
            self.effects.iter().any(|effect| *effect == Effect::TurretJammed { mount: mount.id.clone() });
        let lost = mount.guns - self.left(&format!("gun:{}", mount.id));
        let fired = self.fired.get(&mount.id).copied().unwrap_or(0);
        if jammed { 0 } else { mount.guns.saturating_sub(lost.max(fired)) }
    }

    /// The draught, feet: two lost draft boxes add one (GUN-42, GUN-72).
    pub fn draws_ft(&self) -> f64 {
        let printed = f64::from(2 * self.card.draft);
        let undamaged = if self.card.draft_ft > 0.0 { self.card.draft_ft } else { printed };
        undamaged + f64::from((self.card.draft - self.left("draft")) / 2)
    }

    /// The power of the engines in a turn, half knots (GUN-9, GUN-43, GUN-45).
    pub fn power(&self, turn: u32) -> u32 {
        let steams = !matches!(self.card.propulsion.as_str(), "sail" | "towed");
        let top = if steams { 2 * self.left("speed") + self.left("half_speed") } else { 0 };
        let limit = |effect: &Effect| match effect {
            Effect::FiresOut { .. } => 0,
            Effect::EnginesDisabled { since_turn } if turn < since_turn + 2 => 0,
            Effect::EnginesDisabled { .. } => 2 * self.power_knots.unwrap_or(0),
            _ => top,
        };
        self.effects.iter().map(limit).fold(top, u32::min)
    }

    /// The effects after one more movement step.
    pub fn effects_after_a_move(&self) -> Vec<Effect> {
        self.effects.iter().filter_map(Effect::after_a_move).collect()
    }
}
