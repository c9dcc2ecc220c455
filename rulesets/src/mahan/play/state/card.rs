//! A ship's card of the base game (MAH-AMB-2): the seed has no cards, so all values are the players' data.

use crate::gunboat::{self, Circle, GunKind, GunOptions};
use crate::mahan::orders::TurnCapacity;
use geometry::{Arc, Flank, ShipId};
use serde::{Deserialize, Serialize};

/// The highest speed of the Movement Chart (MAH-24).
pub const FASTEST: u8 = 16;

/// Turning capacity up to a speed (MAH-AMB-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRow {
    /// The highest speed for this row.
    pub to_speed: u8,
    /// The capacity.
    pub capacity: TurnCapacity,
}

/// A gun, with what Mahan's fire needs where fire is resolved by hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GunCard {
    /// The gun's name on this ship.
    pub id: String,
    /// The arc of fire.
    pub arc: Arc,
    /// The range, hexes.
    pub range_hexes: u32,
    /// True for a rate of fire of 1/1, false for 1/2 (MAH-27).
    pub every_turn: bool,
    /// The penetration of its shell (MAH-28).
    pub shell_pf: u32,
}

/// Hull armor, section by section (MAH-28).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HullArmor {
    /// On the port side.
    pub port: Vec<u8>,
    /// On the starboard side.
    pub starboard: Vec<u8>,
}

impl HullArmor {
    /// The sections of a side.
    pub fn side(&self, flank: Flank) -> &[u8] {
        match flank {
            Flank::Port => &self.port,
            Flank::Starboard => &self.starboard,
        }
    }

    pub(in crate::mahan::play) fn side_mut(&mut self, flank: Flank) -> &mut Vec<u8> {
        match flank {
            Flank::Port => &mut self.port,
            Flank::Starboard => &mut self.starboard,
        }
    }
}

/// A ship's card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipCard {
    /// The unique id.
    pub id: ShipId,
    /// The name to show.
    pub name: String,
    /// The ship's Value.
    pub value: u32,
    /// The ship's top speed.
    pub top_speed: u8,
    /// Engine Capacity: the most by which speed may rise in a turn.
    pub engine: u8,
    /// Turning capacities, lowest speeds first.
    pub turning: Vec<TurnRow>,
    /// True if the ship has a ram bow (MAH-30).
    #[serde(default)]
    pub ram_bow: bool,
    /// True if the ship carries a spar torpedo (MAH-34).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// A wooden vessel (MAH-28).
    #[serde(default)]
    pub wooden: bool,
    /// The ship's hull armor.
    #[serde(default)]
    pub hull: HullArmor,
    /// The ship's guns.
    #[serde(default)]
    pub guns: Vec<GunCard>,
    /// The card in the book that resolves fire; none where fire is entered by hand.
    #[serde(default)]
    pub gunboat: Option<gunboat::ShipCard>,
}

impl ShipCard {
    /// The turning capacity at a speed (MAH-7); zero above the last row.
    pub fn capacity(&self, speed: u8) -> TurnCapacity {
        let row = self.turning.iter().find(|row| speed <= row.to_speed);
        row.map_or(TurnCapacity { per_hex: 0, per_turn: 0 }, |row| row.capacity)
    }

    /// Converts a Gunboat card (house): knots are hexes a turn, engines gain half of them in a turn, tight
    /// circles are generous capacities, and Value counts draft, armor and gun boxes. Ranges are Gunboat's;
    /// guns fire every turn except the heaviest, recognised by their penetration.
    pub fn from_gunboat(tables: &gunboat::Tables, card: gunboat::ShipCard) -> Self {
        let top_speed = card.speed.saturating_add(card.half_speed / 2).min(FASTEST);
        let tc =
            |to_speed, per_hex, per_turn| TurnRow { to_speed, capacity: TurnCapacity { per_hex, per_turn } };
        let turning = match card.circle {
            Circle::Launch => vec![tc(FASTEST, 2, 3)],
            Circle::A => vec![tc(6, 2, 3), tc(FASTEST, 1, 3)],
            Circle::B => vec![tc(4, 2, 3), tc(8, 1, 3), tc(FASTEST, 1, 2)],
            Circle::C => vec![tc(4, 1, 3), tc(8, 1, 2), tc(FASTEST, 1, 1)],
        };
        let boxes: u32 = card.mounts.iter().map(|mount| u32::from(mount.guns)).sum();
        let options = GunOptions::default();
        let reach = |kind| tables.range_limits_in(kind, &options).map_or(0, |[_, _, most_in]| most_in as u32);
        let guns = card.mounts.iter().filter(|mount| mount.kind != GunKind::Mortar).flat_map(|mount| {
            let gun = |at: u8| GunCard {
                id: format!("{}-{}", mount.id, at + 1),
                arc: mount.arcs.first().copied().unwrap_or(Arc::ALL_ROUND),
                range_hexes: reach(mount.kind),
                every_turn: mount.pf < SLOW_PF,
                shell_pf: u32::from(mount.pf),
            };
            (0..mount.guns).map(gun).collect::<Vec<_>>()
        });
        let sections = vec![card.armor; SECTIONS];
        Self {
            id: card.id.clone(),
            name: card.name.clone(),
            value: u32::from(card.draft) + u32::from(card.armor) + boxes,
            top_speed,
            engine: top_speed.div_ceil(2).max(1),
            turning,
            ram_bow: card.ram > 0,
            spar_torpedo: false,
            wooden: !card.ironclad,
            hull: HullArmor { port: sections.clone(), starboard: sections },
            guns: guns.collect(),
            gunboat: Some(card),
        }
    }
}

/// The penetration from which a gun takes two turns to load (house).
const SLOW_PF: u8 = 8;
/// Hull sections of a side (house).
const SECTIONS: usize = 3;
