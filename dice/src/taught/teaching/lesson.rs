//! A file that names the pictures of dice to be taught.

use crate::reading::DieKind;
use crate::taught::set::DiceSet;
use crate::taught::teaching::Teaching;
use opencv::core::{Mat, Rect};
use serde::Deserialize;
use thiserror::Error;

/// The dice to be taught, with the pictures of their faces.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    dice: Vec<LessonDie>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonDie {
    name: String,
    kind: DieKind,
    faces: Vec<LessonFace>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFace {
    value: u8,
    image: String,
    /// The die in the picture: left, top, right, bottom, pixels. Without it the picture has one die.
    #[serde(rename = "box", default)]
    about: Option<[f64; 4]>,
}

/// Why dice can't be learnt.
#[derive(Debug, Error)]
pub enum LessonError {
    /// No JSON, or other JSON.
    #[error(
        "This is no list of dice and faces ({0}): write {{\"dice\": [{{\"name\", \"kind\", \"faces\": [{{\"value\", \"image\"}}]}}]}}."
    )]
    Unreadable(#[from] serde_json::Error),
    /// The file has no die.
    #[error("No die is in the list: name at least one, with its faces.")]
    Empty,
    /// A box that is none.
    #[error(
        "{0}: a box is left, top, right and bottom in pixels, with left before right and top above bottom."
    )]
    Box(String),
    /// A picture, a face or a die is refused.
    #[error("{0}")]
    Refused(String),
}

impl Lesson {
    /// Reads a file's text.
    ///
    /// # Errors
    /// [`LessonError`], when the text is no JSON of this shape.
    pub fn from_json(text: &str) -> Result<Self, LessonError> {
        let lesson: Self = serde_json::from_str(text)?;
        if lesson.dice.is_empty() { Err(LessonError::Empty) } else { Ok(lesson) }
    }

    /// Learns all dice; `read` gets a picture by the name that stands in the file, or says in one sentence why it can't.
    ///
    /// # Errors
    /// [`LessonError`], with the name of the die or of the picture that is refused.
    pub fn learn(&self, read: impl Fn(&str) -> Result<Mat, String>) -> Result<DiceSet, LessonError> {
        let mut set = DiceSet::default();
        for die in &self.dice {
            let mut teaching = Teaching::new(&die.name, die.kind);
            for face in &die.faces {
                let picture = read(&face.image).map_err(LessonError::Refused)?;
                let about = face.about.map(|sides| rectangle(&face.image, sides)).transpose()?;
                teaching.show(face.value, &picture, about).map_err(|error| {
                    LessonError::Refused(format!(
                        "{}, \"{}\" with {}: {error}",
                        face.image, die.name, face.value
                    ))
                })?;
            }
            set.dice.push(teaching.finish().map_err(|error| LessonError::Refused(error.to_string()))?);
        }
        set.check().map_err(|error| LessonError::Refused(error.to_string()))?;
        Ok(set)
    }
}

fn rectangle(image: &str, [x0, y0, x1, y1]: [f64; 4]) -> Result<Rect, LessonError> {
    let sides = [x0, y0, x1, y1];
    if !(x0 < x1 && y0 < y1 && sides.iter().all(|side| side.abs() < 1e6)) {
        return Err(LessonError::Box(image.to_owned()));
    }
    let [x0, y0, x1, y1] = sides.map(|side| side.round() as i32);
    Ok(Rect::new(x0, y0, x1 - x0, y1 - y0))
}
