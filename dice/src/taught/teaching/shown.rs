//! A face that was shown, with its part of the picture.

use crate::pyramid::Pyramid;
use crate::reading::DieKind;
use crate::taught::evidence::colour_likelihood;
use crate::taught::patch::{Frame, PATCH_PX, face_colour, patch};
use crate::taught::set::{FaceView, as_text, from_text};
use crate::taught::teaching::TeachingError;
use crate::taught::teaching::placing::{FaceCandidate, faces_about};
use crate::taught::upper_face::{CLASSES, UpperFace, face_at, upper_faces, usual};
use crate::taught::whole::{self, WholeView};
use opencv::core::{CV_8UC3, Mat, Point, Rect, Vec3b};
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

/// How much a number that isn't read (the logarithm of its likelihood) makes a face unlike, and none at all; what is likelier blank
/// than this is none; and how many faces are looked at so.
const UNLIKE_NUMBER: f32 = 0.1;
const UNLIKE_BLANK: f32 = 0.5;
const BLANK: f32 = 0.7;
const MOST_CANDIDATES: usize = 4;
const LEAST_NUMBER: f64 = -6.0;

/// How much another kind makes a face unlike, and another size (powers of two) and colour (the logarithm of its likelihood) than before.
const UNLIKE_KIND: f32 = 0.2;
const UNLIKE_SIZE: f32 = 0.4;
const UNLIKE_COLOUR: f32 = 0.08;

/// The smallest side of an upper face that can be taught, pixels.
const LEAST_SIDE_PX: f32 = 14.0;

/// So much of the picture about a face's middle is kept, sides: more than any view of it shows; where dice are known as a whole, all of
/// the die.
fn kept_sides(kind: DieKind) -> f32 {
    if kind == whole::KIND { 1.9 } else { 1.5 }
}

/// Kept parts begin at multiples of this, so that their halved sizes are those of the whole picture.
const BEGINS_PX: i32 = 16;

/// A kept part is no larger than this, so that a damaged file can't take much memory.
const MOST_KEPT_PX: usize = 3200;

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
    pub(crate) fn new(picture: &Mat, face: UpperFace, kind: DieKind) -> Result<Self, TeachingError> {
        let reach = kept_sides(kind) * face.side_px;
        let (x, y) = face.middle_px;
        let from = |at: f32| ((at - reach).max(0.0) as i32) / BEGINS_PX * BEGINS_PX;
        let (left, top) = (from(x), from(y));
        let until = |at: f32, size: i32| ((at + reach).ceil() as i32 + 1).min(size);
        let part = Rect::new(left, top, until(x, picture.cols()) - left, until(y, picture.rows()) - top);
        let pyramid = Pyramid::new(&Mat::roi(picture, part)?.try_clone()?)?;
        let face = UpperFace { middle_px: (x - left as f32, y - top as f32), ..face };
        Ok(Self { pyramid: Arc::new(pyramid), face })
    }

    /// The faces that may be the one that was shown, if it has this value.
    pub(crate) fn faces(&self, kind: DieKind, value: u8) -> Vec<FaceCandidate> {
        faces_about(&self.pyramid, &self.face, (kind, Some(value)))
    }

    /// The same picture, in which this face was shown.
    pub(crate) fn with(&self, face: UpperFace) -> Self {
        Self { pyramid: Arc::clone(&self.pyramid), face }
    }

    /// The face as seen from straight above. All faces of a die that are shown to one camera are about as large, so one that
    /// differs little from the usual side gets that.
    pub(crate) fn view(&self, usual_px: Option<f32>, kind: DieKind) -> FaceView {
        let own = self.face.side_px;
        let side_px = usual_px.filter(|usual| (usual / own).log2().abs() < SAME_CAMERA).unwrap_or(own);
        let face = UpperFace { side_px, ..self.face };
        let pixels = patch(&self.pyramid, &Frame::of(&face), PATCH_PX);
        let whole = (kind == whole::KIND).then(|| WholeView::of(&self.pyramid, &face));
        FaceView { side_px: f64::from(side_px), pixels, whole }
    }
}

/// What is looked for: a die of a kind that shows a value, if one was said, and what its other faces usually look like.
struct Wanted {
    kind: DieKind,
    value: Option<u8>,
    usual: Option<Usual>,
}

/// What may be the face that is shown.
struct DieCandidate {
    face: UpperFace,
    /// How unlike it is to what is looked for by its outside, and with its number.
    outside: f32,
    unlike: f32,
    /// How likely none of the die's faces has a number.
    blank: f32,
}

impl Wanted {
    /// How unlike a face is to that of a die of the kind, as large and of the same colour as before.
    fn unlike(&self, pyramid: &Pyramid, face: &UpperFace) -> f32 {
        let of_kind = face.classes[0] + UNLIKE_KIND * (1.0 - face.is_of(self.kind));
        let differs = |usual: &Usual| {
            let size = (face.side_px / usual.side_px).log2().abs();
            let colour = -colour_likelihood(&face_colour(pyramid, face), &usual.colour) as f32;
            UNLIKE_SIZE * size + UNLIKE_COLOUR * colour
        };
        of_kind + self.usual.as_ref().map_or(0.0, differs)
    }

    /// A face that is so unlike by its outside, with what is read on it and its neighbours.
    fn candidate(&self, pyramid: &Pyramid, (outside, face): (f32, UpperFace)) -> DieCandidate {
        let about = faces_about(pyramid, &face, (self.kind, self.value));
        let number = about.iter().map(|candidate| candidate.number).fold(LEAST_NUMBER, f64::max) as f32;
        let blank = about.iter().map(|candidate| candidate.blank).fold(1.0, f32::min);
        let unlike = outside - UNLIKE_NUMBER * number + UNLIKE_BLANK * blank;
        DieCandidate { face, outside, unlike, blank }
    }

    /// A part of a digit may look like a face, and a whole die, too: what is far from the usual size is looked at in that.
    fn in_usual_size(&self, pyramid: &Pyramid, face: UpperFace) -> UpperFace {
        let usual_px = self.usual.map(|usual| usual.side_px);
        usual_px
            .filter(|usual| (face.side_px / usual).log2().abs() > OTHER_SIZE)
            .and_then(|usual| face_at(pyramid, face.middle_px, usual))
            .filter(|again| self.unlike(pyramid, again) < self.unlike(pyramid, &face))
            .unwrap_or(face)
    }
}

impl DieCandidate {
    /// Is it about as likely a die as one that is so unlike by its outside?
    fn is_also_a_die(&self, outside: f32) -> bool {
        self.outside < outside + ALSO && self.face.classes[0] < SURELY && self.blank < BLANK
    }
}

/// The upper face of the only die of a picture, or of the only one within a box; `usual` is how its other faces look.
pub(crate) fn shown(
    picture: &Mat,
    about: Option<Rect>,
    (kind, value): (DieKind, Option<u8>),
    usual: Option<Usual>,
) -> Result<Shown, TeachingError> {
    if picture.typ() != CV_8UC3 || picture.empty() {
        return Err(TeachingError::NotAColourPicture);
    }
    let pyramid = Pyramid::new(picture)?;
    let wanted = Wanted { kind, value, usual };
    let within = |face: &UpperFace| {
        let (x, y) = face.middle_px;
        about.is_none_or(|about| about.contains(Point::new(x.round() as i32, y.round() as i32)))
    };
    let likely = upper_faces(&pyramid).into_iter().filter(|face| within(face) && face.classes[0] < LIKELY);
    let mut found: Vec<(f32, UpperFace)> =
        likely.map(|face| (wanted.unlike(&pyramid, &face), face)).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, mut first)) = found.first().copied() else { return Err(TeachingError::NoDie) };
    if found.len() > 1 {
        // Specks of the ground may look more like it than the die does: but this shows the number that was said, on one of its faces.
        let hopeful = found.into_iter().take(MOST_CANDIDATES);
        let candidates: Vec<DieCandidate> = hopeful.map(|found| wanted.candidate(&pyramid, found)).collect();
        if let Some(best) = candidates.iter().min_by(|a, b| a.unlike.total_cmp(&b.unlike)) {
            first = best.face;
            // A box holds one die; without one, what is about as likely as the first is a second die.
            let count = candidates.iter().filter(|other| other.is_also_a_die(best.outside)).count();
            if about.is_none() && count > 1 {
                return Err(TeachingError::SeveralDice(count));
            }
        }
    }
    let face = wanted.in_usual_size(&pyramid, first);
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
    Shown::new(picture, face, kind)
}

/// How faces of a die that were shown usually look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usual {
    /// The median side, pixels.
    pub(crate) side_px: f32,
    /// The median of the mean colours, blue, green, red from 0 to 1.
    colour: [f32; 3],
}

impl Usual {
    /// Of three shown faces or more.
    pub(crate) fn of<'a>(all: impl Iterator<Item = &'a Shown>) -> Option<Self> {
        let all: Vec<&Shown> = all.collect();
        let colours: Vec<[f32; 3]> =
            all.iter().map(|shown| face_colour(&shown.pyramid, &shown.face)).collect();
        let channel = |channel: usize| usual(colours.iter().map(|colour| colour[channel]).collect());
        Some(Self {
            side_px: usual(all.iter().map(|shown| shown.face.side_px).collect())?,
            colour: [channel(0)?, channel(1)?, channel(2)?],
        })
    }
}
