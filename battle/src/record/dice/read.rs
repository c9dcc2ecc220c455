//! Dice that the camera read, as the event of their roll records them.

use rulesets::core::{DiceKind, Die, PlayedBook, Rolled};
use serde::{Deserialize, Serialize};

/// The dice of an event, all from one throw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DiceRead {
    /// SHA-256 of the picture of the throw (JPEG), hexadecimal: the event's photograph.
    pub picture: String,
    /// The dice, in the order of the rolls.
    pub dice: Vec<DieRead>,
}

/// A die that the camera read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DieRead {
    /// Its kind.
    pub kind: Die,
    /// The name of a named die ("the green die").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The face as taken.
    pub face: u8,
    /// The face that the camera read, where a player corrected it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_as: Option<u8>,
    /// How likely the camera's reading is right, 0 to 1.
    pub p: f64,
    /// Whether the reading was beyond doubt; otherwise a player confirmed the face.
    pub sure: bool,
    /// The middle of its upper face, pixels from the left of the picture.
    pub x_px: f64,
    /// The middle of its upper face, pixels from the top of the picture.
    pub y_px: f64,
    /// The side of its upper face, pixels.
    pub side_px: f64,
}

impl DieRead {
    /// Returns whether both are the same die of one picture.
    pub(crate) fn lies_at(&self, other: &Self) -> bool {
        (self.x_px, self.y_px) == (other.x_px, other.y_px)
    }

    /// Returns whether this word is in its name ("white" in "the white die"), in either spelling of "coloured".
    fn is_called(&self, word: &str) -> bool {
        let spelt = |text: &str| text.to_lowercase().replace("colored", "coloured");
        let name = self.name.as_deref().map(spelt).unwrap_or_default();
        name.split(|letter: char| !letter.is_alphanumeric()).any(|part| part == spelt(word))
    }

    /// Returns whether it can be a reading: faces of its kind, a correction that changes one, a probability.
    fn is_sound(&self) -> bool {
        let faces = 1..=self.kind.faces();
        let corrected = self.read_as.is_none_or(|read| faces.contains(&read) && read != self.face);
        faces.contains(&self.face) && corrected && (0.0..=1.0).contains(&self.p)
    }

    /// The die in a sentence.
    pub(crate) fn words(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("a {}", self.kind))
    }
}

/// The faces of these rolls that the camera read, each with its roll, in the order of throwing.
pub(crate) fn faces_read(rolled: &[Rolled]) -> impl Iterator<Item = (&Rolled, u8)> {
    let by_camera = rolled.iter().filter(|roll| roll.thrown.kind == DiceKind::Camera);
    by_camera.flat_map(|roll| roll.thrown.faces.iter().map(move |face| (roll, *face)))
}

/// Why these dice are not those that were thrown; `None` if they are. `lying`: all dice known of the throw. A die that a
/// rule asks for by name is the one die so called, if one lies there.
pub(crate) fn misfit<B: PlayedBook>(
    dice: &[DieRead],
    lying: &[DieRead],
    rolled: &[Rolled],
) -> Option<String> {
    let faces: Vec<(&Rolled, u8)> = faces_read(rolled).collect();
    if faces.len() != dice.len() {
        return Some(format!("{} dice were thrown and {} read", faces.len(), dice.len()));
    }
    if dice.iter().enumerate().any(|(at, die)| dice.iter().take(at).any(|other| die.lies_at(other))) {
        return Some("one die was counted twice".to_owned());
    }
    if !dice.iter().all(DieRead::is_sound) {
        return Some("one of them is no reading of a die".to_owned());
    }
    faces.into_iter().zip(dice).find_map(|((roll, face), die)| {
        let request = &roll.request;
        if die.kind != request.die {
            return Some(format!(
                "{} was read as a {}, and it takes a {}",
                request.label, die.kind, request.die
            ));
        }
        if die.face != face {
            return Some(format!("{} was thrown as {face} and read as {}", request.label, die.face));
        }
        let word = B::die_name(request)?;
        let mut called = lying.iter().filter(|other| other.kind == die.kind && other.is_called(word));
        let (one, more) = (called.next()?, called.next());
        (more.is_none() && !one.lies_at(die))
            .then(|| format!("{} takes the {word} die, and {} was given for it", request.label, die.words()))
    })
}
