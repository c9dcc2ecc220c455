//! The demo's dice: white ones and coloured ones, with pips and with ten numbered faces.

use crate::ipc::messages::Trouble;
use battle::view::RollView;
use demo::{Colour, DemoTable, DieShape, TableSetup, ThrownDie};
use dice::{DieKind, NamedColour, TaughtDie, Teaching};
use geometry::Point;

const WHITE: Colour = Colour(232, 228, 214);
const COLOURED: Colour = Colour(168, 30, 34);
const INK: Colour = Colour(24, 24, 28);

/// The edge of a die in the tray with a camera of its own: 16 millimetres.
const EDGE_IN: f64 = 0.63;

/// A die is laid under the tray's camera for teaching, each face turned by as much more.
const TURN_RAD: f64 = 0.9;

/// Where the demo's dice are thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoTray {
    /// Into a part of the table, in large.
    OnTable,
    /// Into a tray with a camera of its own.
    Own,
}

/// The names of the demo's dice with pips, by their colours.
pub fn demo_dice() -> Vec<NamedColour> {
    let named = |name: &str, Colour(red, green, blue): Colour| NamedColour {
        name: name.to_owned(),
        colour: [red, green, blue],
    };
    vec![named("the white die", WHITE), named("the coloured die", COLOURED)]
}

/// A die for this roll; `lot`: any number, for its face.
///
/// # Errors
/// When the demo has no such die, or its camera couldn't read it.
pub fn die_for(roll: &RollView, on: DemoTray, lot: u32) -> Result<ThrownDie, Trouble> {
    let value = (lot % u32::from(roll.faces.max(1))) as u8 + 1;
    let (body, ink) =
        if roll.die_name.as_deref() == Some("coloured") { (COLOURED, WHITE) } else { (WHITE, INK) };
    match (roll.faces, on) {
        (6, DemoTray::OnTable) => Ok(ThrownDie::with_pips(value, DemoTable::DIE_EDGE_IN, body, ink)),
        (6, DemoTray::Own) => Ok(ThrownDie::with_pips(value, EDGE_IN, body, ink)),
        (10, DemoTray::Own) => Ok(d10(value % 10, (body, ink))),
        (10, DemoTray::OnTable) => Err(Trouble::new(
            "A D10 on the table is too small for the demo's camera: give the tray a camera of its own (Dice, Ctrl D), or type \
             its face.",
        )),
        (faces, _) => {
            Err(Trouble::new(format!("The demo has no D{faces}: type the face, or let the app throw.")))
        }
    }
}

/// A die with numbers to be taught by throws; `lot`: any number, for its face.
pub fn lesson_die(kind: DieKind, lot: u32) -> ThrownDie {
    let faces = kind.faces() as u32;
    let face = (lot % faces) as u8;
    let (shape, value) = match kind {
        DieKind::D6 => (DieShape::D6, face + 1),
        DieKind::D8 => (DieShape::D8, face + 1),
        DieKind::D10 => (DieShape::D10, face),
        DieKind::Tens => (DieShape::Tens, 10 * face),
        DieKind::D20 => (DieShape::D20, face + 1),
    };
    ThrownDie::with_numbers(value, shape, EDGE_IN, WHITE, INK)
}

fn d10(value: u8, (body, ink): (Colour, Colour)) -> ThrownDie {
    ThrownDie::with_numbers(value, DieShape::D10, EDGE_IN, body, ink)
}

/// Teaches the demo's dice with ten faces as a player does: each face is shown once under the tray's camera.
///
/// # Errors
/// When a face can't be drawn or isn't seen.
pub fn taught_d10s(seed: u64) -> Result<Vec<TaughtDie>, Trouble> {
    let setup = TableSetup::dice_tray(seed);
    let middle = Point::new(0.5 * setup.sea_in.0, 0.5 * setup.sea_in.1);
    let mut tray = DemoTable::new(setup)?;
    let dice = [("the white D10", (WHITE, INK)), ("the coloured D10", (COLOURED, WHITE))];
    dice.into_iter()
        .map(|(name, paints)| {
            let mut teaching = Teaching::new(name, DieKind::D10);
            for value in 0..10 {
                tray.lay_die(&d10(value, paints), middle, TURN_RAD * f64::from(value));
                teaching.show(value, &tray.frame()?, None)?;
            }
            Ok(teaching.finish()?)
        })
        .collect()
}
