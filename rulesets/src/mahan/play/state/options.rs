//! Options of the book for gaps in its rules. Typed here, described in `data/options.toml`.

use crate::core::TieRule;
use serde::{Deserialize, Serialize};

/// The resolver of fire and rams (MAH-AMB-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatBackend {
    /// The Gunboat book, a hex for an inch.
    #[default]
    Gunboat,
    /// The players, by the base game; results are entered by hand.
    Manual,
}

/// The reference for the nearest enemy of Mahan's guns (MAH-AMB-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetScope {
    /// The nearest enemy of each gun.
    #[default]
    Gun,
    /// The nearest enemy of the ship.
    Ship,
}

/// All options of the book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MahOptions {
    /// MAH-AMB-2.
    #[serde(rename = "mah.combat_backend")]
    pub combat_backend: CombatBackend,
    /// MAH-AMB-4: chits go back into the cup.
    #[serde(rename = "mah.chit_replacement")]
    pub chit_replacement: bool,
    /// MAH-AMB-6: an About that four rounds did not finish goes on.
    #[serde(rename = "mah.about_carries_over")]
    pub about_carries_over: bool,
    /// MAH-AMB-8: Engine Capacity counts from orders to orders, not from turn to turn.
    #[serde(rename = "mah.ec_per_phase")]
    pub ec_per_phase: bool,
    /// MAH-AMB-16.
    #[serde(rename = "mah.target_scope")]
    pub target_scope: TargetScope,
    /// MAH-36: formations turn one ship after the other.
    #[serde(rename = "mah.line_ahead")]
    pub line_ahead: bool,
    /// MAH-16: an order that would take the ship aground is also thrown again.
    #[serde(rename = "mah.reroll_ashore")]
    pub reroll_ashore: bool,
    /// MAH-12: the visibility, hexes (MAH-AMB-2, MAH-AMB-12).
    #[serde(rename = "mah.visibility_hexes")]
    pub visibility_hexes: f64,
    /// The treatment of a model on the line between two hexes or facings (MAH-AMB-19).
    #[serde(rename = "mah.too_close")]
    pub too_close: TieRule,
}

impl Default for MahOptions {
    fn default() -> Self {
        Self {
            combat_backend: CombatBackend::default(),
            chit_replacement: false,
            about_carries_over: false,
            ec_per_phase: false,
            target_scope: TargetScope::default(),
            line_ahead: false,
            reroll_ashore: true,
            visibility_hexes: 100.0,
            too_close: TieRule::default(),
        }
    }
}
