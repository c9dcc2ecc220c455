//! A face that was shown, with its part of the picture.

use crate::pyramid::Pyramid;
use crate::reading::DieKind;
use crate::taught::patch::{Frame, patch};
use crate::taught::set::{FaceView, as_text, from_text};
use crate::taught::teaching::TeachingError;
use crate::taught::upper_face::{CLASSES, UpperFace, face_at, upper_faces};
use opencv::core::{CV_8UC3, Mat, Rect, Vec3b};
use opencv::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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

/// The smallest side of an upper face that can be taught, pixels.
const LEAST_SIDE_PX: f32 = 14.0;

/// So much of the picture about a face's middle is kept, sides: more than any view of it shows.
const KEPT_SIDES: f32 = 1.4;
/// Kept parts begin at multiples of this, so that their halved sizes are those of the whole picture.
const BEGINS_PX: i32 = 16;

/// A kept part is no larger than this, so that a damaged file can't take much memory.
const MOST_KEPT_PX: usize = 2000;

/// An upper face that was shown, with its part of the picture: it is cut out when the size of all faces is known.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(into = "ShownRecord", try_from = "ShownRecord")]
pub(crate) struct Shown {
    pyramid: Arc<Pyramid>,
    face: UpperFace,
}

/// A shown face as it is kept.
#[derive(Serialize, Deserialize)]
struct ShownRecord {
    width: usize,
    height: usize,
    /// Rows of blue, green, red bytes; as base64.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pixels: Vec<u8>,
    classes: [f32; CLASSES],
    middle_px: (f32, f32),
    side_px: f32,
    up: (f32, f32),
    clear: f32,
}

impl From<Shown> for ShownRecord {
    fn from(Shown { pyramid, face }: Shown) -> Self {
        let whole = pyramid.levels.first();
        Self {
            width: whole.map_or(0, |level| level.width),
            height: whole.map_or(0, |level| level.height),
            pixels: whole.map(|level| level.bytes.clone()).unwrap_or_default(),
            classes: face.classes,
            middle_px: face.middle_px,
            side_px: face.side_px,
            up: face.up,
            clear: face.clear,
        }
    }
}

impl TryFrom<ShownRecord> for Shown {
    type Error = TeachingError;

    fn try_from(record: ShownRecord) -> Result<Self, TeachingError> {
        let ShownRecord { width, height, pixels, classes, middle_px, side_px, up, clear } = record;
        let within = |at: f32, size: usize| at >= 0.0 && at <= size as f32;
        let is_sound = (1..=MOST_KEPT_PX).contains(&width)
            && (1..=MOST_KEPT_PX).contains(&height)
            && pixels.len() == 3 * width * height
            && within(middle_px.0, width)
            && within(middle_px.1, height)
            && (1.0..1e4).contains(&side_px)
            && up.0.hypot(up.1) < 10.0
            && classes.iter().chain([&clear]).all(|share| (0.0..=1.0).contains(share));
        if !is_sound {
            return Err(TeachingError::Damaged);
        }
        let colours: Vec<Vec3b> =
            pixels.chunks_exact(3).map(|pixel| Vec3b::from([pixel[0], pixel[1], pixel[2]])).collect();
        let picture = Mat::new_rows_cols_with_data(height as i32, width as i32, &colours)?.try_clone()?;
        let face = UpperFace { classes, middle_px, side_px, up, clear };
        Ok(Self { pyramid: Arc::new(Pyramid::new(&picture)?), face })
    }
}

impl Shown {
    /// A face in a picture; what lies further from it isn't kept.
    pub(crate) fn new(picture: &Mat, face: UpperFace) -> Result<Self, TeachingError> {
        let reach = KEPT_SIDES * face.side_px;
        let (x, y) = face.middle_px;
        let from = |at: f32| ((at - reach).max(0.0) as i32) / BEGINS_PX * BEGINS_PX;
        let (left, top) = (from(x), from(y));
        let until = |at: f32, size: i32| ((at + reach).ceil() as i32 + 1).min(size);
        let part = Rect::new(left, top, until(x, picture.cols()) - left, until(y, picture.rows()) - top);
        let pyramid = Pyramid::new(&Mat::roi(picture, part)?.try_clone()?)?;
        let face = UpperFace { middle_px: (x - left as f32, y - top as f32), ..face };
        Ok(Self { pyramid: Arc::new(pyramid), face })
    }

    /// The face as seen from straight above. All faces of a die that are shown to one camera are about as large, so one that
    /// differs little from the usual side gets that.
    pub(crate) fn view(&self, usual_px: Option<f32>) -> FaceView {
        let own = self.face.side_px;
        let side_px = usual_px.filter(|usual| (usual / own).log2().abs() < SAME_CAMERA).unwrap_or(own);
        let pixels = patch(&self.pyramid, &Frame::of(&UpperFace { side_px, ..self.face }));
        FaceView { side_px: f64::from(side_px), pixels }
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
        .and_then(|usual| face_at(&pyramid, first.middle_px, usual))
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
    Shown::new(picture, face)
}

/// The median side of three shown faces or more, pixels.
pub(crate) fn usual_side<'a>(all: impl Iterator<Item = &'a Shown>) -> Option<f32> {
    let mut sides: Vec<f32> = all.map(|shown| shown.face.side_px).collect();
    sides.sort_by(f32::total_cmp);
    sides.get(sides.len() / 2).filter(|_| sides.len() > 2).copied()
}
