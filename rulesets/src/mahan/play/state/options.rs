//! Options of the book for gaps in its rules. Typed here, described in `data/options.toml`.

use crate::core::{TieRule, choices, options};

choices! {
    /// The resolver of fire and rams (MAH-AMB-2).
    pub enum CombatBackend {
        /// The Gunboat book, a hex for an inch.
        Gunboat,
        /// The players, by the base game; results are entered by hand.
        Manual,
    }

    /// The reference for the nearest enemy of Mahan's guns (MAH-AMB-16).
    pub enum TargetScope {
        /// The nearest enemy of each gun.
        Gun,
        /// The nearest enemy of the ship.
        Ship,
    }
}

options! {
    /// All options of the book.
    pub struct MahOptions refused under "MAH-AMB-2" {
        /// MAH-AMB-2.
        "mah.combat_backend" combat_backend: CombatBackend,
        /// MAH-AMB-4: chits go back into the cup.
        "mah.chit_replacement" chit_replacement: bool = false,
        /// MAH-AMB-6: an About that four rounds did not finish goes on.
        "mah.about_carries_over" about_carries_over: bool = false,
        /// MAH-AMB-8: Engine Capacity counts from orders to orders, not from turn to turn.
        "mah.ec_per_phase" ec_per_phase: bool = false,
        /// MAH-AMB-16.
        "mah.target_scope" target_scope: TargetScope,
        /// MAH-36: formations turn one ship after the other.
        "mah.line_ahead" line_ahead: bool = false,
        /// MAH-16: an order that would take the ship aground is also thrown again.
        "mah.reroll_ashore" reroll_ashore: bool = true,
        /// MAH-12: the visibility, hexes (MAH-AMB-2, MAH-AMB-12).
        "mah.visibility_hexes" visibility_hexes: f64 = 100.0,
        /// The treatment of a model on the line between two hexes or facings (MAH-AMB-19).
        "mah.too_close" too_close: TieRule,
    }
}
