//! The dice of the demo table: a white one and a coloured one, with pips.

use demo::{Colour, DieLook, PipLook};
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

/// The white die of the demo table.
pub fn white() -> DieLook {
    look(WHITE, INK)
}

/// Its coloured one.
pub fn coloured() -> DieLook {
    look(COLOURED, WHITE)
}

fn look(body: Colour, pips: Colour) -> DieLook {
    DieLook {
        body,
        second: body,
        marble: 0.0,
        speckle: 0.0,
        translucent: 0.0,
        gloss: 0.2,
        edge_radius: 0.25,
        corner_sphere: 1.6,
        bulge: 0.0,
        pips: PipLook { colour: pips, radius: 0.2, spread: 0.5, one_larger: 1.0, dent: 0.3 },
        numbers: None,
    }
}
