//! Teaching: a die's faces are shown one by one.

use crate::pyramid::Pyramid;
use crate::reading::DieKind;
use crate::taught::patch::{Frame, PATCH_PX, patch};
use crate::taught::set::{FaceView, MOST_VIEWS, TaughtDie, TaughtFace};
use crate::taught::upper_face::{UpperFace, of_other_size, upper_faces};
use opencv::core::{CV_8UC3, Mat, Rect};
use opencv::prelude::*;
use std::sync::Arc;
use thiserror::Error;

/// A face of a numbered die is likelier one than not.
const LIKELY: f32 = 0.5;

/// Sides that differ by less than this power of two are those of one camera at one height.
const SAME_CAMERA: f32 = 0.8;

/// Faces whose sizes differ by more than this power of two may be taken for something else.
const OTHER_SIZE: f32 = 0.5;

/// A second die is at most so much less like what is looked for than the first.
const ALSO: f32 = 0.25;

/// What is less likely no face than this surely is one.
const SURELY: f32 = 0.1;

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
    /// The picture is none.
    #[error(
        "Dice are taught from colour pictures with a byte for each colour, and this one is something else."
    )]
    NotAColourPicture,
    /// OpenCV failed.
    #[error("The picture can't be worked on ({0}): take another one.")]
    OpenCv(#[from] opencv::Error),
}

/// The smallest side of an upper face that can be taught, pixels.
const LEAST_SIDE_PX: f32 = 14.0;

/// A die that is being taught.
#[derive(Debug, Clone)]
pub struct Teaching {
    name: String,
    kind: DieKind,
    faces: Vec<(u8, Vec<Shown>)>,
}

/// An upper face that was shown, with its picture: it is cut out when the size of all faces is known.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pyramid: Arc<Pyramid>,
    face: UpperFace,
}

impl Shown {
    /// The face as seen from straight above. All faces of a die that are shown to one camera are about as large, so one that
    /// differs little from the usual side gets that.
    pub(crate) fn view(&self, usual_px: Option<f32>) -> FaceView {
        let own = self.face.side_px;
        let side_px = usual_px.filter(|usual| (usual / own).log2().abs() < SAME_CAMERA).unwrap_or(own);
        let pixels = patch(&self.pyramid, &Frame::of(&UpperFace { side_px, ..self.face }));
        FaceView { side_px: f64::from(side_px), pixels }
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
        let seen = shown(picture, about, self.kind, usual_side(self.shown()))?;
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
        let usual_px = usual_side(self.shown());
        let face = |(value, shown): &(u8, Vec<Shown>)| TaughtFace {
            value: *value,
            views: shown.iter().map(|shown| shown.view(usual_px)).collect(),
        };
        let mut faces: Vec<TaughtFace> = self.faces.iter().map(face).collect();
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

/// The upper face of the only die of a picture, or of the only one within a box; `side_px` is how large it was before.
pub(crate) fn shown(
    picture: &Mat,
    about: Option<Rect>,
    kind: DieKind,
    side_px: Option<f32>,
) -> Result<Shown, TeachingError> {
    if picture.typ() != CV_8UC3 || picture.empty() {
        return Err(TeachingError::NotAColourPicture);
    }
    let pyramid = Pyramid::new(picture)?;
    let mut found = upper_faces(&pyramid);
    if let Some(about) = about {
        let within = |face: &UpperFace| {
            let (x, y) = face.middle_px;
            about.contains(opencv::core::Point::new(x.round() as i32, y.round() as i32))
        };
        found.retain(within);
    }
    // How unlike it is to what is looked for: a die of the kind, as large as before.
    let unlike = |face: &UpperFace| {
        let size = side_px.map_or(0.0, |side_px| (face.side_px / side_px).log2().abs());
        face.classes[0] + 0.2 * (1.0 - face.is_of(kind)) + 0.4 * size
    };
    found.retain(|face| face.classes[0] < LIKELY);
    found.sort_by(|a, b| unlike(a).total_cmp(&unlike(b)));
    let Some(first) = found.first().copied() else { return Err(TeachingError::NoDie) };
    // A part of a digit may look like a face, and a whole die, too: what is far from the usual size is looked at in that.
    let face = side_px
        .filter(|usual| (first.side_px / usual).log2().abs() > OTHER_SIZE)
        .map(|usual| of_other_size(&pyramid, &first, usual))
        .filter(|again| unlike(again) < unlike(&first))
        .unwrap_or(first);
    // A box holds one die; without one, what is about as likely as the first is a second die.
    let others =
        found.iter().filter(|other| unlike(other) < unlike(&first) + ALSO && other.classes[0] < SURELY);
    let count = others.count();
    if about.is_none() && count > 1 {
        return Err(TeachingError::SeveralDice(count));
    }
    let room = 0.8 * face.side_px;
    let inside = |at: f32, size: i32| at > room && at < size as f32 - room;
    if !(inside(face.middle_px.0, picture.cols()) && inside(face.middle_px.1, picture.rows())) {
        return Err(TeachingError::CutOff);
    }
    if face.clear < 0.3 {
        return Err(TeachingError::Leaning);
    }
    if face.side_px < LEAST_SIDE_PX {
        return Err(TeachingError::TooSmall);
    }
    Ok(Shown { pyramid: Arc::new(pyramid), face })
}

/// The median side of three shown faces or more, pixels.
pub(crate) fn usual_side<'a>(all: impl Iterator<Item = &'a Shown>) -> Option<f32> {
    let mut sides: Vec<f32> = all.map(|shown| shown.face.side_px).collect();
    sides.sort_by(f32::total_cmp);
    sides.get(sides.len() / 2).filter(|_| sides.len() > 2).copied()
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
    use crate::taught::upper_face::CLASSES;
    use opencv::core::Scalar;

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
        let pyramid = Arc::new(Pyramid::new(&plain()).unwrap());
        let face = UpperFace {
            classes: [0.0; CLASSES],
            middle_px: (100.0, 100.0),
            side_px: 40.0,
            up: (0.0, 0.0),
            clear: 1.0,
        };
        let view = Shown { pyramid, face };
        let mut teaching = Teaching::new("the white die", DieKind::D10);
        assert_eq!(teaching.missing(), (0..10).collect::<Vec<u8>>());
        for value in (1..8).chain([10]) {
            teaching.learn(value, view.clone());
        }
        assert_eq!(teaching.missing(), [8, 9]);
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
