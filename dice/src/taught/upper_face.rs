//! Where the upper faces of numbered dice are: a network that looks at a place and its surroundings.

use crate::detector::{self, Candidate};
use crate::faces::{Look, NUMBERED, shrinking};
use crate::network::DiceNetworks;
use crate::pyramid::{Pyramid, View};
use crate::reading::{DieKind, DieReading};
use crate::suppression::suppressed;
use std::f32::consts::TAU;
use std::sync::LazyLock;

/// See [`NUMBERED`].
pub const CLASSES: usize = 6;

/// The class of a die with pips.
pub const PIPS: usize = 5;

/// The upper face of a die.
pub type UpperFace = Look<CLASSES>;

/// Places of the detector that are looked at: at least this likely, and no more than so many.
const PLACE: f32 = 0.1;
const MOST_PLACES: usize = 60;

/// The largest upper face that is looked for, in the shorter side of the picture: a tray may look like a die.
const LARGEST: f32 = 0.35;

/// Looks that are led to places nearer than this, in sides, are led to one.
const SAME: f32 = 0.2;

/// By class, how near the upper faces of two dice can be, in sides.
const NEAREST: [f32; CLASSES] = [0.7, 0.7, 0.85, 1.0, 1.5, 0.7];

/// By class, the distance between the middles of neighbouring faces, in sides: seen so that neither is hidden, it is hardly less.
const NEXT_FACE: [f32; CLASSES] = [0.0, 0.7, 0.7, 0.65, 0.8, 0.7];

/// The distance of a face from its die's middle, in roots of its area: of the regular solids, and of a D10 like those in shops.
pub(crate) const fn height(kind: DieKind) -> f32 {
    match kind {
        DieKind::D6 => 0.5,
        DieKind::D8 => 0.62,
        DieKind::D10 | DieKind::Tens => 0.71,
        DieKind::D20 => 1.15,
    }
}

static NETWORKS: LazyLock<DiceNetworks> = LazyLock::new(|| {
    DiceNetworks::new(
        include_bytes!("../../data/numbered-detector.weights"),
        include_bytes!("../../data/numbered-faces.weights"),
    )
});

/// All upper faces in a picture, likeliest first.
pub fn upper_faces(pyramid: &Pyramid) -> Vec<UpperFace> {
    let networks = &*NETWORKS;
    let mut places = detector::candidates(&networks.detector, pyramid, PLACE);
    let (width, height) = pyramid.size_px();
    places.retain(|place| place.side_px < LARGEST * width.min(height) as f32);
    places.truncate(MOST_PLACES);
    // Each round looks where the last one said, from more sides. Wherever on a die the first look is taken, it leads to its upper
    // face, so that many places soon become one.
    let mut faces = looked(networks, pyramid, places.iter().map(|place| (place.middle_px, place.side_px)), 1);
    for (count, most) in [(2, 0.97), (8, 0.9)] {
        let hopeful = likeliest(faces, most);
        let hopeful = suppressed(hopeful, |face, other| face.place().is_at(&other.place(), SAME));
        faces = looked(networks, pyramid, hopeful.iter().map(|face| (face.middle_px, face.side_px)), count);
    }
    suppressed(likeliest(faces, 0.6), |face, other| face.place().is_at(&other.place(), other.nearest()))
}

/// Those that are likelier upper faces than this leaves room for, likeliest first.
fn likeliest(mut faces: Vec<UpperFace>, most_nothing: f32) -> Vec<UpperFace> {
    faces.retain(|face| face.classes[0] < most_nothing);
    faces.sort_by(|a, b| a.classes[0].total_cmp(&b.classes[0]));
    faces
}

/// Where the upper face of a die is of which another face is seen, if up is there (the sine of the angle from the line of sight,
/// right and down in the picture): the next one in that direction.
pub(crate) fn next_face(face: &UpperFace, up: (f64, f64)) -> UpperFace {
    let (up, sine) = ((up.0 as f32, up.1 as f32), face.sine());
    let (right, below) = (up.0 - sine.0, up.1 - sine.1);
    let side_px = face.side_px / shrinking(sine);
    let steps = face.classes.iter().zip(NEXT_FACE).skip(1);
    let step: f32 = steps.map(|(share, step)| share * step).sum::<f32>() / (1.0 - face.classes[0]);
    let step_px = step * side_px / right.hypot(below).max(1e-3);
    face.neighbour((face.middle_px.0 + step_px * right, face.middle_px.1 + step_px * below), up)
}

/// The median of three values or more: what is usual.
pub(crate) fn usual(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).filter(|_| values.len() > 2).copied()
}

/// What is seen at a place if the upper face there has a side of so many pixels.
pub(crate) fn face_at(pyramid: &Pyramid, middle_px: (f32, f32), side_px: f32) -> Option<UpperFace> {
    let networks = &*NETWORKS;
    // The first look puts the place right.
    let first = looked(networks, pyramid, std::iter::once((middle_px, side_px)), 2).first().copied()?;
    looked(networks, pyramid, std::iter::once((first.middle_px, side_px)), 4).first().copied()
}

/// The mean of some looks at each place, turned all around.
fn looked(
    networks: &DiceNetworks,
    pyramid: &Pyramid,
    places: impl Iterator<Item = ((f32, f32), f32)>,
    count: usize,
) -> Vec<UpperFace> {
    let turned = |place: ((f32, f32), f32)| {
        let turn = move |number: usize| 0.4 + TAU * number as f32 / count as f32;
        (0..count).map(move |number| NUMBERED.view(place, turn(number), number % 2 == 1))
    };
    let views: Vec<View> = places.flat_map(turned).collect();
    NUMBERED.look(&networks.faces, pyramid, &views).chunks_exact(count).map(UpperFace::mean).collect()
}

impl UpperFace {
    /// The probability that it belongs to a die of a kind.
    pub fn is_of(&self, kind: DieKind) -> f32 {
        match kind {
            DieKind::D6 => self.classes[1],
            DieKind::D8 => self.classes[2],
            DieKind::D10 | DieKind::Tens => self.classes[3],
            DieKind::D20 => self.classes[4],
        }
    }

    /// The normal of another face of its die, which lies at a place, if it has this kind: the sine of its angle from the line of sight,
    /// right and down in the picture.
    pub(crate) fn normal_at(&self, kind: DieKind, middle_px: (f32, f32)) -> (f32, f32) {
        let sine = self.sine();
        let reach_px = height(kind) * self.side_px / shrinking(sine);
        let off = (middle_px.0 - self.middle_px.0, middle_px.1 - self.middle_px.1);
        (sine.0 + off.0 / reach_px, sine.1 + off.1 / reach_px)
    }

    /// Another face of its die, which lies at a place and has this normal.
    pub(crate) fn neighbour(&self, middle_px: (f32, f32), normal: (f32, f32)) -> Self {
        let side_px = self.side_px / shrinking(self.sine());
        Self { middle_px, side_px: side_px * shrinking(normal), ..self.leaning(normal) }
    }

    /// How near, in sides, the upper face of another die can be: by its likeliest class, seen from 45 degrees.
    fn nearest(&self) -> f32 {
        let classes = self.classes.iter().zip(NEAREST).skip(1);
        classes.max_by(|a, b| a.0.total_cmp(b.0)).map_or(0.7, |(_, nearest)| nearest)
    }

    /// Does a reading lie on its die?
    pub(crate) fn holds(&self, reading: &DieReading) -> bool {
        let (x, y) = (f64::from(self.middle_px.0), f64::from(self.middle_px.1));
        (x - reading.x).hypot(y - reading.y) < reading.side_px.max(f64::from(self.side_px))
    }

    fn place(&self) -> Candidate {
        Candidate { middle_px: self.middle_px, side_px: self.side_px, score: 1.0 - self.classes[0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_whole() {
        assert!(NETWORKS.detector.is_whole());
        assert!(NETWORKS.faces.is_whole());
    }
}
