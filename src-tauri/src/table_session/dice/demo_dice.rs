//! The dice of the demo table: a white one and a coloured one, with pips.

use demo::{Colour, DemoTable, ThrownDie};
use dice::NamedColour;

const WHITE: Colour = Colour(232, 228, 214);
const COLOURED: Colour = Colour(168, 30, 34);
const INK: Colour = Colour(24, 24, 28);

/// The names of the demo table's dice, by their colours.
pub fn demo_dice() -> Vec<NamedColour> {
    let named = |name: &str, Colour(red, green, blue): Colour| NamedColour {
        name: name.to_owned(),
        colour: [red, green, blue],
    };
    vec![named("the white die", WHITE), named("the coloured die", COLOURED)]
}

/// The white die of the demo table with this face up.
pub fn white(value: u8) -> ThrownDie {
    ThrownDie::with_pips(value, DemoTable::DIE_EDGE_IN, WHITE, INK)
}

/// Its coloured one.
pub fn coloured(value: u8) -> ThrownDie {
    ThrownDie::with_pips(value, DemoTable::DIE_EDGE_IN, COLOURED, WHITE)
}
