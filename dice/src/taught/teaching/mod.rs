//! Teaching: a die's faces are shown one by one (`shown`; which face that was: `placing`), or grouped from throws that nobody has
//! named yet (`group`). A lesson may be left and gone on with (`lesson`).

mod group;
mod lesson;
mod placing;
mod shown;

pub use group::Grouping;
pub use lesson::{Lesson, LessonError};

use crate::reading::DieKind;
use crate::taught::patch::PATCH_PX;
use crate::taught::set::{FaceView, MOST_VIEWS, TaughtDie, TaughtFace};
use crate::taught::teaching::placing::{FaceCandidate, shown_faces};
use crate::taught::teaching::shown::{Shown, Usual, shown};
use opencv::core::{Mat, Rect};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a face that was shown is refused, or a die isn't known yet.
#[derive(Debug, Error)]
pub enum TeachingError {
    /// The kind has no such face.
    #[error("A {kind} has no face with {value}: say what the face shows.")]
    NoSuchValue {
        /// The die's kind.
        kind: DieKind,
        /// What was said.
        value: u8,
    },
    /// A D10 has 0 or 10.
    #[error("A D10 has a face with 0 or one with 10, not both: the face with {0} is already known.")]
    ZeroAndTen(u8),
    /// No die in the picture.
    #[error(
        "No die is seen: put it in the middle of the tray, on a plain ground, and show the face once more."
    )]
    NoDie,
    /// More than one die in the picture.
    #[error("{0} dice are seen: leave only the one that is taught, or say which by a box about it.")]
    SeveralDice(usize),
    /// A die at the picture's edge.
    #[error(
        "The die is cut off by the edge of the picture: put it in the middle and show the face once more."
    )]
    CutOff,
    /// A die that leans.
    #[error("The die leans or its upper face is partly hidden: lay it flat and show the face once more.")]
    Leaning,
    /// A die that is too small in the picture.
    #[error(
        "The die is too small in the picture: bring the camera nearer, until its upper face is 20 pixels wide."
    )]
    TooSmall,
    /// Faces are missing.
    #[error("{name} isn't known yet: show it with {} as well.", listed(.missing))]
    Missing {
        /// The die's name.
        name: String,
        /// How many faces are missing, or which.
        missing: Vec<u8>,
    },
    /// More throws than are needed.
    #[error("{0} throws are enough: name the groups, or forget the die and begin anew.")]
    Enough(usize),
    /// A kept lesson that can't be gone on with.
    #[error("What was kept of an unfinished lesson is damaged: begin the lesson anew.")]
    Damaged,
    /// The picture is none.
    #[error(
        "Dice are taught from colour pictures with a byte for each colour, and this one is something else."
    )]
    NotAColourPicture,
    /// OpenCV failed.
    #[error("The picture can't be worked on ({0}): take another one.")]
    OpenCv(#[from] opencv::Error),
}

/// A die that is being taught. It can be kept, and goes on as it was left.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "TeachingRecord")]
pub struct Teaching {
    name: String,
    kind: DieKind,
    faces: Vec<(u8, Vec<Shown>)>,
}

/// A lesson as it is kept.
#[derive(Deserialize)]
struct TeachingRecord {
    name: String,
    kind: DieKind,
    faces: Vec<(u8, Vec<Shown>)>,
}

impl TryFrom<TeachingRecord> for Teaching {
    type Error = TeachingError;

    fn try_from(record: TeachingRecord) -> Result<Self, TeachingError> {
        let mut teaching = Self::new(record.name, record.kind);
        for (value, all) in record.faces {
            teaching.may_learn(value)?;
            all.into_iter().for_each(|shown| teaching.learn(value, shown));
        }
        Ok(teaching)
    }
}

impl Teaching {
    /// Begins to teach a die.
    pub fn new(name: impl Into<String>, kind: DieKind) -> Self {
        Self { name: name.into(), kind, faces: Vec::new() }
    }

    /// Shows a face: a picture with the die, and nothing else that looks like one, or a box about it (pixels). A value that was
    /// already shown is then known by both views.
    ///
    /// # Errors
    /// [`TeachingError`], when the face is refused.
    pub fn show(&mut self, value: u8, picture: &Mat, about: Option<Rect>) -> Result<(), TeachingError> {
        self.may_learn(value)?;
        let seen = shown(picture, about, (self.kind, Some(value)), Usual::of(self.shown()))?;
        self.learn(value, seen);
        Ok(())
    }

    /// Forgets a face that was shown with a wrong value.
    pub fn forget(&mut self, value: u8) {
        self.faces.retain(|face| face.0 != value);
    }

    /// Which values have been shown, in order.
    pub fn values(&self) -> Vec<u8> {
        let mut values: Vec<u8> = self.faces.iter().map(|face| face.0).collect();
        values.sort_unstable();
        values
    }

    /// Which values are still to be shown. Of 0 and 10 of a D10 none is missing once one is there.
    pub fn missing(&self) -> Vec<u8> {
        let ten = self.kind == DieKind::D10 && self.shows(10);
        let from = u8::from(ten);
        (0..=100)
            .filter(|value| self.kind.has(*value) && !self.shows(*value))
            .filter(|value| self.kind != DieKind::D10 || (from..from + 10).contains(value))
            .collect()
    }

    /// The die, when all its faces are known.
    ///
    /// # Errors
    /// [`TeachingError::Missing`], when faces are missing.
    pub fn finish(&self) -> Result<TaughtDie, TeachingError> {
        let missing = self.missing();
        if !missing.is_empty() {
            return Err(TeachingError::Missing { name: self.name.clone(), missing });
        }
        let usual_px = Usual::of(self.shown()).map(|usual| usual.side_px);
        let all = || self.faces.iter().flat_map(|(value, shown)| shown.iter().map(|shown| (*value, shown)));
        let placed: Vec<Vec<FaceCandidate>> =
            all().map(|(value, shown)| shown.faces(self.kind, value)).collect();
        let mut faces: Vec<TaughtFace> = Vec::new();
        for ((value, shown), face) in all().zip(shown_faces(&placed)) {
            let shown = face.map_or_else(|| shown.clone(), |face| shown.with(face));
            let view = shown.view(usual_px, self.kind);
            match faces.iter_mut().find(|face| face.value == value) {
                Some(face) => face.views.push(view),
                None => faces.push(TaughtFace { value, views: vec![view] }),
            }
        }
        faces.sort_by_key(|face| face.value);
        let colour = body_colour(faces.iter().flat_map(|face| &face.views));
        Ok(TaughtDie { name: self.name.clone(), kind: self.kind, colour, faces })
    }

    /// Can a face have this value?
    pub(crate) fn may_learn(&self, value: u8) -> Result<(), TeachingError> {
        if !self.kind.has(value) {
            return Err(TeachingError::NoSuchValue { kind: self.kind, value });
        }
        let other = if value == 0 { 10 } else { 0 };
        if self.kind == DieKind::D10 && value.is_multiple_of(10) && self.shows(other) {
            return Err(TeachingError::ZeroAndTen(other));
        }
        Ok(())
    }

    pub(crate) fn learn(&mut self, value: u8, shown: Shown) {
        match self.faces.iter_mut().find(|face| face.0 == value) {
            Some((_, all)) if all.len() < MOST_VIEWS => all.push(shown),
            Some(_) => {}
            None => self.faces.push((value, vec![shown])),
        }
    }

    fn shown(&self) -> impl Iterator<Item = &Shown> {
        self.faces.iter().flat_map(|face| &face.1)
    }

    fn shows(&self, value: u8) -> bool {
        self.faces.iter().any(|face| face.0 == value)
    }
}

/// The body's colour: the most frequent one of all faces' middles, red, green, blue.
fn body_colour<'a>(views: impl Iterator<Item = &'a FaceView>) -> [u8; 3] {
    let mut counts = std::collections::BTreeMap::<[u8; 3], (u32, [u32; 3])>::new();
    let (from, to) = (PATCH_PX / 4, 3 * PATCH_PX / 4);
    for view in views {
        for (at, pixel) in view.pixels.chunks_exact(3).enumerate() {
            let (row, column) = (at / PATCH_PX, at % PATCH_PX);
            if (from..to).contains(&row) && (from..to).contains(&column) {
                let [blue, green, red] = [pixel[0], pixel[1], pixel[2]];
                let (count, sums) = counts.entry([red, green, blue].map(|code| code / 24)).or_default();
                *count += 1;
                for (sum, code) in sums.iter_mut().zip([red, green, blue]) {
                    *sum += u32::from(code);
                }
            }
        }
    }
    let most = counts.values().max_by_key(|(count, _)| *count);
    most.map_or([0; 3], |(count, sums)| sums.map(|sum| (sum / count) as u8))
}

fn listed(values: &[u8]) -> String {
    let words: Vec<String> = values.iter().map(u8::to_string).collect();
    match words.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taught::upper_face::{CLASSES, UpperFace};
    use opencv::core::{CV_8UC3, Scalar};
    use opencv::prelude::*;

    fn plain() -> Mat {
        Mat::new_rows_cols_with_default(200, 200, CV_8UC3, Scalar::all(120.0)).unwrap()
    }

    #[test]
    fn a_face_that_cant_be_or_isnt_seen_is_refused() {
        let mut teaching = Teaching::new("the white die", DieKind::D10);
        let refused = |error: Result<(), TeachingError>| error.unwrap_err().to_string();
        assert!(refused(teaching.show(11, &plain(), None)).starts_with("A D10 has no face with 11"));
        assert!(refused(teaching.show(3, &plain(), None)).starts_with("No die is seen"));
        let grey = Mat::zeros(40, 50, opencv::core::CV_8UC1).unwrap().to_mat().unwrap();
        assert!(refused(teaching.show(3, &grey, None)).starts_with("Dice are taught from colour pictures"));
    }

    #[test]
    fn what_is_missing_is_said_and_a_d10_has_0_or_10() {
        let face = UpperFace {
            classes: [0.0; CLASSES],
            middle_px: (100.0, 100.0),
            side_px: 40.0,
            up: (0.0, 0.0),
            clear: 1.0,
        };
        let view = Shown::new(&plain(), face, DieKind::D10).unwrap();
        let mut teaching = Teaching::new("the white die", DieKind::D10);
        assert_eq!(teaching.missing(), (0..10).collect::<Vec<u8>>());
        for value in (1..8).chain([10]) {
            teaching.learn(value, view.clone());
        }
        assert_eq!(teaching.missing(), [8, 9]);
        let kept = serde_json::to_string(&teaching).unwrap();
        let mut teaching: Teaching = serde_json::from_str(&kept).unwrap();
        assert_eq!(teaching.missing(), [8, 9]);
        for (what, by) in
            [("[1,[{", "[11,[{"), ("\"width\":", "\"width\":1"), ("\"side_px\":40", "\"side_px\":-1")]
        {
            assert!(kept.contains(what), "{what}");
            assert!(serde_json::from_str::<Teaching>(&kept.replacen(what, by, 1)).is_err(), "{what}");
        }
        let sentence = teaching.finish().unwrap_err().to_string();
        assert_eq!(sentence, "the white die isn't known yet: show it with 8 and 9 as well.");
        assert!(matches!(teaching.may_learn(0), Err(TeachingError::ZeroAndTen(10))));
        teaching.learn(8, view.clone());
        teaching.learn(9, view);
        assert_eq!(teaching.finish().unwrap().faces.len(), 10);
        teaching.forget(4);
        assert_eq!(teaching.missing(), [4]);
    }
}
