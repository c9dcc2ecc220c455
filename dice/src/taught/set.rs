//! The dice that were taught, as they are kept in a file.

use crate::reading::DieKind;
use crate::taught::patch::PATCH_PX;
use crate::taught::whole::WholeView;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// All dice that a table's players have taught.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DiceSet {
    /// The dice; each has a name of its own.
    pub dice: Vec<TaughtDie>,
}

/// A die that was taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaughtDie {
    /// Its name: "the white die".
    pub name: String,
    /// Its kind.
    pub kind: DieKind,
    /// Its body's colour in the light it was taught in: red, green, blue.
    pub colour: [u8; 3],
    /// Its faces, each value once.
    pub faces: Vec<TaughtFace>,
}

/// A face as it was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaughtFace {
    /// Its value.
    pub value: u8,
    /// Its views, at least one.
    pub views: Vec<FaceView>,
}

/// An upper face as seen from straight above.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FaceView {
    /// The root of its area in the picture, pixels.
    pub side_px: f64,
    /// Its pixels: 40 rows of 40, blue, green, red bytes; in a file as base64.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub pixels: Vec<u8>,
    /// The whole die as it lay then; sets of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<WholeView>,
}

/// Bounds of a file, so that a damaged one can't take much memory.
const MOST_DICE: usize = 64;
pub(crate) const MOST_VIEWS: usize = 16;

/// Why a file of taught dice can't be used.
#[derive(Debug, Error)]
pub enum DiceSetError {
    /// No JSON, or other JSON.
    #[error("The file of taught dice is damaged ({0}): teach the dice anew.")]
    Damaged(#[from] serde_json::Error),
    /// A die that can't be.
    #[error("The file of taught dice is damaged: {0}. Teach the dice anew.")]
    Impossible(String),
}

impl DiceSet {
    /// Reads a file's text.
    ///
    /// # Errors
    /// [`DiceSetError`], when the text is no JSON of this shape, or a die lacks faces or has impossible ones.
    pub fn from_json(text: &str) -> Result<Self, DiceSetError> {
        let set: Self = serde_json::from_str(text)?;
        set.check()?;
        Ok(set)
    }

    /// Is every die whole?
    ///
    /// # Errors
    /// [`DiceSetError::Impossible`], when a die lacks faces or has impossible ones.
    pub fn check(&self) -> Result<(), DiceSetError> {
        let wrong = |sentence: String| Err(DiceSetError::Impossible(sentence));
        if self.dice.len() > MOST_DICE {
            return wrong(format!(
                "it has {} dice, and more than {MOST_DICE} can't be told apart",
                self.dice.len()
            ));
        }
        for (number, die) in self.dice.iter().enumerate() {
            if self.dice.iter().take(number).any(|other| other.name == die.name) {
                return wrong(format!("it has two dice with the name \"{}\"", die.name));
            }
            die.check()
                .map_err(|sentence| DiceSetError::Impossible(format!("\"{}\" {sentence}", die.name)))?;
        }
        Ok(())
    }
}

impl TaughtDie {
    fn check(&self) -> Result<(), String> {
        let kind = self.kind;
        if self.faces.len() != kind.faces() {
            return Err(format!("has {} faces, and a {kind} has {}", self.faces.len(), kind.faces()));
        }
        for (number, face) in self.faces.iter().enumerate() {
            if !kind.has(face.value) {
                return Err(format!("has a face with {}, which no {kind} has", face.value));
            }
            if self.faces.iter().take(number).any(|other| other.value == face.value) {
                return Err(format!("has two faces with {}", face.value));
            }
            let whole = |view: &FaceView| {
                view.pixels.len() == 3 * PATCH_PX * PATCH_PX
                    && view.side_px.is_finite()
                    && view.whole.as_ref().is_none_or(WholeView::is_sound)
            };
            if face.views.is_empty() || face.views.len() > MOST_VIEWS || !face.views.iter().all(whole) {
                return Err(format!("has no whole picture of its {}", face.value));
            }
        }
        Ok(())
    }
}

pub(crate) fn as_text<S: Serializer>(pixels: &[u8], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&STANDARD.encode(pixels))
}

pub(crate) fn from_text<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(from)?;
    STANDARD.decode(text).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(kind: DieKind, values: impl IntoIterator<Item = u8>) -> TaughtDie {
        let view = FaceView { side_px: 40.0, pixels: vec![7; 3 * PATCH_PX * PATCH_PX], whole: None };
        let face = |value| TaughtFace { value, views: vec![view.clone()] };
        let faces = values.into_iter().map(face).collect();
        TaughtDie { name: "the white die".to_owned(), kind, colour: [230, 228, 214], faces }
    }

    #[test]
    fn a_set_is_the_same_after_it_was_written_and_read() {
        let set = DiceSet { dice: vec![die(DieKind::D10, 0..10)] };
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(DiceSet::from_json(&text).unwrap(), set);
        assert_eq!(DiceSet::from_json(r#"{"dice": []}"#).unwrap(), DiceSet::default());
    }

    #[test]
    fn what_is_damaged_is_refused_in_one_sentence() {
        let whole = die(DieKind::D6, 1..=6);
        let refused = |die: TaughtDie| DiceSet { dice: vec![die] }.check().unwrap_err().to_string();
        assert!(refused(die(DieKind::D6, 1..=5)).contains("has 5 faces, and a D6 has 6"));
        assert!(refused(die(DieKind::D6, 2..=7)).contains("has a face with 7"));
        assert!(refused(die(DieKind::D6, [1, 2, 3, 4, 5, 5])).contains("has two faces with 5"));
        let mut cut = whole.clone();
        cut.faces[2].views[0].pixels.pop();
        assert!(refused(cut).contains("has no whole picture of its 3"));
        let twice = DiceSet { dice: vec![whole.clone(), whole] }.check().unwrap_err().to_string();
        assert!(twice.contains("two dice with the name"));
        for text in ["", "[]", "{\"dice\": 3}", "{\"dice\": [{\"name\": \"a\"}]}"] {
            let sentence = DiceSet::from_json(text).unwrap_err().to_string();
            assert!(sentence.ends_with("teach the dice anew."), "{sentence}");
        }
    }
}
