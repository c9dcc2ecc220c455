//! Which number is on an upper face: a network that reads digits, turned any way. What it says is one witness beside the likeness
//! to the faces that were taught: it doesn't mind light, lean or a marbled body, but may not know a typeface.

use crate::cores::at_once;
use crate::faces::{FaceKind, Look};
use crate::network::Inference;
use crate::pyramid::{Pyramid, View};
use crate::reading::DieKind;
use crate::taught::ink::InkMap;
use crate::taught::patch::{FACE_PX, Frame};
use nalgebra::{Matrix2, Vector2};
use std::f32::consts::TAU;
use std::sync::LazyLock;

/// None, the numbers 0 to 20, and the tens that are no number before: 30 to 90, and 00.
pub const CLASSES: usize = 30;

/// See [`CLASSES`]. A number fills most of the view: two digits are narrow.
pub const NUMBERS: FaceKind<CLASSES> = FaceKind { face_px: 27.0, surroundings: false };

/// The class of 30, and that of 00.
const THIRTY: usize = 22;
const HUNDRED: usize = 29;

/// The looks at a place, turned all around.
const LOOKS: usize = 6;

/// Which of them are taken: two from opposite sides come first, and the others where these leave a doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    First,
    Later,
    All,
}

impl Looks {
    /// Their numbers.
    fn numbers(self) -> &'static [usize] {
        match self {
            Self::First => &[0, 3],
            Self::Later => &[1, 2, 4, 5],
            Self::All => &[0, 1, 2, 3, 4, 5],
        }
    }
}

/// What is nearer than this, in sides, is one place.
const SAME_PLACE: f32 = 0.12;

/// How far it is trusted that a face is read by its own name, instead of as it was when it was taught; and the least likelihood of
/// any other number.
const OWN_NAME: f64 = 0.75;
const MISREAD: f64 = 0.002;

/// How exactly the network knows where the upper face's middle is, in its side.
const OFF_SPREAD: f32 = 0.3;

static NETWORK: LazyLock<Inference> =
    LazyLock::new(|| Inference::embedded(include_bytes!("../../data/numbers.weights")));

/// The class of a value on a die of a kind; none if no such die has it.
pub fn class_of(kind: DieKind, value: u8) -> Option<usize> {
    let value = usize::from(value);
    match (kind, value) {
        (DieKind::Tens, 0) => Some(HUNDRED),
        (DieKind::Tens, 30..=90) => Some(THIRTY + value / 10 - 3),
        (_, 0..=20) => Some(1 + value),
        _ => None,
    }
}

/// The numbers that a face is read as: how likely each is.
pub(crate) struct ReadAs([f64; CLASSES]);

impl ReadAs {
    /// Of a face with any number.
    pub(crate) fn anything() -> Self {
        Self([1.0; CLASSES])
    }

    /// Of a face with this value, of which nothing more is known.
    pub(crate) fn named(kind: DieKind, value: u8) -> Self {
        let own = class_of(kind, value);
        Self(std::array::from_fn(|class| if own == Some(class) { 1.0 } else { 0.0 }))
    }

    /// Of a face with this value, in the picture that it was taught from: most likely by its own name, or else what is read there.
    pub(crate) fn of(picture: &Pyramid, frame: &Frame, (kind, value): (DieKind, u8)) -> Self {
        let taught = read_at(picture, &[frame.middle()], FACE_PX, Looks::All);
        let own = Self::named(kind, value);
        Self(std::array::from_fn(|class| {
            let read = taught.first().map_or(0.0, |read| f64::from(read.classes[class]));
            OWN_NAME * own.0[class] + (1.0 - OWN_NAME) * read
        }))
    }
}

/// What is read at a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberRead {
    /// By so many looks.
    looks: usize,
    /// The probability of each class.
    classes: [f32; CLASSES],
    middle_px: (f32, f32),
}

impl NumberRead {
    /// Where the middle of the upper face is, pixels of the picture.
    pub(crate) fn middle(&self) -> Vector2<f32> {
        Vector2::new(self.middle_px.0, self.middle_px.1)
    }

    /// With more looks at the same place.
    fn and(&self, later: &Self) -> Self {
        let looks = self.looks + later.looks;
        let share = later.looks as f32 / looks as f32;
        let mean = |first: f32, later: f32| first + share * (later - first);
        let mut classes: [f32; CLASSES] =
            std::array::from_fn(|class| mean(self.classes[class].ln(), later.classes[class].ln()).exp());
        let sum: f32 = classes.iter().sum();
        classes.iter_mut().for_each(|class| *class /= sum);
        let (here, there) = (self.middle_px, later.middle_px);
        Self { looks, classes, middle_px: (mean(here.0, there.0), mean(here.1, there.1)) }
    }

    /// How likely there is no number here.
    pub(crate) fn blank(&self) -> f32 {
        self.classes[0]
    }

    /// The logarithm of its likelihood if a face lies on top here: it says the number, and that this is an upper face's middle.
    pub(crate) fn log_likelihood(&self, face: &ReadAs, middle: Vector2<f32>, side_px: f32) -> f64 {
        let both = self.classes.iter().zip(&face.0).skip(1);
        let agreed: f64 = both.map(|(read, face)| f64::from(*read) * face).sum();
        let off = (self.middle_px.0 - middle.x).hypot(self.middle_px.1 - middle.y) / side_px / OFF_SPREAD;
        (MISREAD + (1.0 - MISREAD) * agreed).ln() - f64::from(off * off).ln_1p()
    }
}

/// A place's ink as a picture, in which numbers are read.
pub(crate) struct InkPicture {
    picture: Pyramid,
    /// Where the place is in it, and in the picture that it was seen in.
    origin: Frame,
    frame: Frame,
}

impl InkPicture {
    /// Of a place's ink.
    pub(crate) fn new(ink: &InkMap) -> Self {
        let (picture, origin) = ink.picture();
        Self { picture, origin, frame: ink.frame }
    }
}

/// The numbers that are read at a place: in the picture, and in the ink of each taught die alone.
#[derive(Debug, Clone)]
pub(crate) struct Numbers {
    pub(crate) plain: NumberRead,
    pub(crate) inked: Vec<NumberRead>,
}

impl Numbers {
    /// What is read at some middles of faces with a side of so many pixels.
    pub(crate) fn read(
        pyramid: &Pyramid,
        inks: &[InkPicture],
        (middles, side_px): (&[Vector2<f32>], f32),
        looks: Looks,
    ) -> Vec<Self> {
        if middles.is_empty() {
            return Vec::new();
        }
        let in_ink = || inks.iter().map(|ink| numbers_in_ink(ink, middles, looks)).collect();
        let (inked, plain): (Vec<Vec<NumberRead>>, _) =
            at_once(in_ink, || numbers_read(pyramid, (middles, side_px), looks));
        plain
            .into_iter()
            .enumerate()
            .map(|(at, plain)| Self {
                plain,
                inked: inked.iter().filter_map(|die| die.get(at)).copied().collect(),
            })
            .collect()
    }

    /// With more looks at the same place.
    pub(crate) fn and(&self, later: &Self) -> Self {
        let inked = self.inked.iter().zip(&later.inked);
        Self {
            plain: self.plain.and(&later.plain),
            inked: inked.map(|(first, later)| first.and(later)).collect(),
        }
    }
}

/// What is read at these middles of faces with a side of so many pixels; what is nearly the same place is read once.
pub(crate) fn numbers_read(
    pyramid: &Pyramid,
    (middles, side_px): (&[Vector2<f32>], f32),
    looks: Looks,
) -> Vec<NumberRead> {
    let mut places: Vec<Vector2<f32>> = Vec::new();
    let mut of_middle = Vec::with_capacity(middles.len());
    for middle in middles {
        let near = |place: &Vector2<f32>| (place - middle).norm() < SAME_PLACE * side_px;
        of_middle.push(places.iter().position(near).unwrap_or(places.len()));
        if of_middle.last() == Some(&places.len()) {
            places.push(*middle);
        }
    }
    let read = read_at(pyramid, &places, side_px, looks);
    of_middle.into_iter().filter_map(|at| read.get(at).copied()).collect()
}

/// The same in a die's ink alone, which has neither the colours nor the light of the picture.
fn numbers_in_ink(
    InkPicture { picture, origin, frame }: &InkPicture,
    middles: &[Vector2<f32>],
    looks: Looks,
) -> Vec<NumberRead> {
    let (turn, middle) = (frame.turn(), frame.middle());
    let back = turn.try_inverse().unwrap_or_else(Matrix2::identity);
    let places: Vec<Vector2<f32>> = middles.iter().map(|at| origin.middle() + back * (at - middle)).collect();
    let mut read = numbers_read(picture, (&places, FACE_PX), looks);
    for read in &mut read {
        let at = turn * (read.middle() - origin.middle()) + middle;
        read.middle_px = (at.x, at.y);
    }
    read
}

fn read_at(pyramid: &Pyramid, middles: &[Vector2<f32>], side_px: f32, looks: Looks) -> Vec<NumberRead> {
    let numbers = looks.numbers();
    let turned = |middle: &Vector2<f32>| {
        let place = ((middle.x, middle.y), side_px);
        let turn_rad = |look: usize| 0.4 + TAU * look as f32 / LOOKS as f32;
        numbers.iter().map(move |look| NUMBERS.view(place, turn_rad(*look), false))
    };
    let views: Vec<View> = middles.iter().flat_map(turned).collect();
    NUMBERS.look(&NETWORK, pyramid, &views).chunks_exact(numbers.len()).map(together).collect()
}

fn together(looks: &[Look<CLASSES>]) -> NumberRead {
    NumberRead {
        looks: looks.len(),
        classes: Look::classes_together(looks),
        middle_px: Look::mean(looks).middle_px,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC3, Mat, Scalar};
    use opencv::prelude::*;

    #[test]
    fn every_face_has_a_class_of_its_own() {
        assert!(NETWORK.is_whole());
        let classes = |kind: DieKind| {
            (0..=255).filter(move |value| kind.has(*value)).map(move |value| class_of(kind, value))
        };
        for kind in [DieKind::D6, DieKind::D8, DieKind::D10, DieKind::Tens, DieKind::D20] {
            let mut all: Vec<usize> = classes(kind).map(|class| class.unwrap()).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert!(all.len() == count && all.iter().all(|class| (1..CLASSES).contains(class)));
        }
        assert_eq!(class_of(DieKind::Tens, 10), class_of(DieKind::D10, 10));
    }

    #[test]
    fn later_looks_complete_the_first_ones() {
        let mut picture =
            Mat::new_rows_cols_with_default(96, 96, CV_8UC3, Scalar::new(40.0, 60.0, 150.0, 0.0)).unwrap();
        for (at, byte) in picture.data_bytes_mut().unwrap().iter_mut().enumerate() {
            *byte = byte.wrapping_add((at * 7919 / 300 % 91) as u8);
        }
        let pyramid = Pyramid::new(&picture).unwrap();
        let read = |looks: Looks| read_at(&pyramid, &[Vector2::new(50.0, 44.0)], 30.0, looks)[0];
        let (both, all) = (read(Looks::First).and(&read(Looks::Later)), read(Looks::All));
        assert_eq!((both.looks, all.looks), (LOOKS, LOOKS));
        assert!((both.middle() - all.middle()).norm() < 1e-3);
        assert!(both.classes.iter().zip(&all.classes).all(|(both, all)| (both - all).abs() < 1e-4));
        assert!(all.classes.iter().any(|class| *class < 0.5));
    }
}
