//! Throws of dice as the camera reads them.

use battle::view::{AskView, DecisionView, ReadFace, ReadFaces, RollView};
use battle::{DieEvidence, ThrowEvidence};

/// A die that the camera reads beyond doubt, at its own place in the picture.
pub fn die(kind: &str, face: u8, at: usize) -> DieEvidence {
    DieEvidence {
        kind: kind.to_owned(),
        name: None,
        face,
        p: 0.998,
        sure: true,
        x_px: 40.0 + 60.0 * at as f64,
        y_px: 55.5,
        side_px: 31.2,
    }
}

/// The evidence of these dice, with a picture of its own for each number.
pub fn evidence(number: u32, dice: Vec<DieEvidence>) -> ThrowEvidence {
    let jpeg = [&[0xff, 0xd8, 0xff, 0xe0], number.to_le_bytes().as_slice(), &[0xff, 0xd9]].concat();
    ThrowEvidence { jpeg, dice }
}

/// The decision that takes these dice, each by its index and face.
pub fn taken(throw: u32, faces: &[(u32, u8)]) -> DecisionView {
    let faces = faces.iter().map(|&(die, face)| ReadFace { die, face }).collect();
    DecisionView::Roll { typed: None, read: Some(ReadFaces { throw, faces }) }
}

/// A throw of exactly the dice asked for, with a name for each, and the decision that takes them all.
pub fn read_as_asked(number: u32, rolls: &[RollView], faces: &[u8]) -> (DecisionView, ThrowEvidence) {
    let dice = rolls.iter().zip(faces).enumerate().map(|(at, (roll, face))| {
        let name = roll.die_name.clone().unwrap_or_else(|| format!("die-{number}-{at}"));
        DieEvidence { name: Some(name), ..die(&format!("d{}", roll.faces), *face, at) }
    });
    let takes: Vec<(u32, u8)> = (0..).zip(faces.iter().copied()).collect();
    (taken(number, &takes), evidence(number, dice.collect()))
}

/// The dice asked for.
pub fn rolls_asked(asks: &[AskView]) -> Vec<RollView> {
    let rolls = asks.iter().find_map(|ask| match ask {
        AskView::Roll { rolls, .. } => Some(rolls.clone()),
        _ => None,
    });
    rolls.unwrap_or_default()
}
