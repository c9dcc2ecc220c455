//! Where the upper faces of numbered dice are: a network that looks at a place and its surroundings.

use crate::detector::{self, Candidate};
use crate::network::{Maps, Network};
use crate::pyramid::{Pyramid, View};
use crate::reading::{DieKind, DieReading};
use std::f32::consts::FRAC_PI_2;
use std::sync::LazyLock;

/// The view's width and height, pixels.
pub const VIEW_PX: usize = 32;

/// The root of the upper face's area in the view, pixels: small, as the neighbours tell which face is the upper one.
pub const FACE_PX: f32 = 11.0;

/// Classes: no upper face here; those of a D6, a D8, a D10 or tens die, a D20, all with numbers; that of a die with pips.
pub const CLASSES: usize = 6;

/// The class of a die with pips.
pub const PIPS: usize = 5;

/// What the network says: logits of the classes; where the middle is (in faces, right and down); the logarithm (base 2) of the
/// true side over the assumed one; the upper face's normal in the picture (right and down); whether it is level and all seen
/// (logit).
pub const OUTPUTS: usize = CLASSES + 6;

/// Places of the detector that are looked at: at least this likely, and no more than so many.
const PLACE: f32 = 0.1;
const MOST_PLACES: usize = 60;

/// By class, how near the upper faces of two dice can be, in sides.
const NEAREST: [f32; CLASSES] = [0.7, 0.7, 0.85, 1.0, 1.5, 0.7];

/// The upper face of a die.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UpperFace {
    /// The probability of each class.
    pub classes: [f32; CLASSES],
    /// Its middle, pixels of the picture.
    pub middle_px: (f32, f32),
    /// The root of its area, pixels of the picture.
    pub side_px: f32,
    /// Its normal as seen in the picture, in lengths of its side: right and down.
    pub up: (f32, f32),
    /// The probability that the die is level and its upper face all seen.
    pub clear: f32,
}

struct Networks {
    detector: Network,
    faces: Network,
}

static NETWORKS: LazyLock<Networks> = LazyLock::new(|| {
    // A test reads both files; a network without layers finds nothing.
    let network = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_or(Network { layers: Vec::new() });
    Networks {
        detector: network(include_bytes!("../../data/numbered-detector.weights")),
        faces: network(include_bytes!("../../data/numbered-faces.weights")),
    }
});

/// The view of a place.
pub fn view(middle_px: (f32, f32), side_px: f32, turn_rad: f32, mirrored: bool) -> View {
    View { middle_px, step_px: side_px / FACE_PX, turn_rad, mirrored, size: VIEW_PX }
}

/// All upper faces in a picture, likeliest first.
pub fn upper_faces(pyramid: &Pyramid) -> Vec<UpperFace> {
    let networks = &*NETWORKS;
    let mut places = detector::candidates(&networks.detector, pyramid, PLACE);
    places.truncate(MOST_PLACES);
    let views: Vec<View> =
        places.iter().map(|place| view(place.middle_px, place.side_px, 0.0, false)).collect();
    let refined = look(&networks.faces, pyramid, &views);
    // The first look puts the view right; the second ones, turned, say what it is.
    let turns = [
        (0.4, false),
        (0.4 + FRAC_PI_2, true),
        (0.4 + 2.0 * FRAC_PI_2, false),
        (0.4 + 3.0 * FRAC_PI_2, true),
    ];
    let views: Vec<View> = refined
        .iter()
        .filter(|face| face.classes[0] < 0.9)
        .flat_map(|face| turns.map(|(turn, mirrored)| view(face.middle_px, face.side_px, turn, mirrored)))
        .collect();
    let looks = look(&networks.faces, pyramid, &views);
    let mut faces: Vec<UpperFace> = looks.chunks_exact(turns.len()).map(UpperFace::mean).collect();
    faces.sort_by(|a, b| a.classes[0].total_cmp(&b.classes[0]));
    let mut kept: Vec<UpperFace> = Vec::new();
    for face in faces {
        if face.classes[0] < 0.6
            && kept.iter().all(|other| !face.place().is_at(&other.place(), other.nearest()))
        {
            kept.push(face);
        }
    }
    kept
}

fn look(network: &Network, pyramid: &Pyramid, views: &[View]) -> Vec<UpperFace> {
    let mut values = Vec::with_capacity(views.len() * VIEW_PX * VIEW_PX * 3);
    for view in views {
        let from = values.len();
        pyramid.cut(view, &mut values);
        crate::faces::normalise(&mut values[from..]);
    }
    let outputs =
        network.run(Maps { count: views.len(), height: VIEW_PX, width: VIEW_PX, channels: 3, values });
    views
        .iter()
        .zip(outputs.values.chunks_exact(OUTPUTS))
        .map(|(view, out)| UpperFace::new(view, out))
        .collect()
}

impl UpperFace {
    fn new(view: &View, out: &[f32]) -> Self {
        let most = out[..CLASSES].iter().copied().fold(f32::MIN, f32::max);
        let mut classes: [f32; CLASSES] = std::array::from_fn(|class| (out[class] - most).exp());
        let sum: f32 = classes.iter().sum();
        classes.iter_mut().for_each(|class| *class /= sum);
        let rest = &out[CLASSES..];
        let up = View { middle_px: (0.0, 0.0), step_px: 1.0, ..*view }.to_picture((rest[3], rest[4]));
        Self {
            classes,
            middle_px: view.to_picture((rest[0] * FACE_PX, rest[1] * FACE_PX)),
            side_px: view.step_px * FACE_PX * rest[2].clamp(-1.0, 1.0).exp2(),
            up,
            clear: 1.0 / (1.0 + (-rest[5]).exp()),
        }
    }

    fn mean(looks: &[Self]) -> Self {
        let mean = |of: &dyn Fn(&Self) -> f32| looks.iter().map(of).sum::<f32>() / looks.len() as f32;
        Self {
            classes: std::array::from_fn(|class| mean(&|look| look.classes[class])),
            middle_px: (mean(&|look| look.middle_px.0), mean(&|look| look.middle_px.1)),
            side_px: mean(&|look| look.side_px),
            up: (mean(&|look| look.up.0), mean(&|look| look.up.1)),
            clear: mean(&|look| look.clear),
        }
    }

    /// The probability that it belongs to a die of a kind.
    pub fn is_of(&self, kind: DieKind) -> f32 {
        match kind {
            DieKind::D6 => self.classes[1],
            DieKind::D8 => self.classes[2],
            DieKind::D10 | DieKind::Tens => self.classes[3],
            DieKind::D20 => self.classes[4],
        }
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
