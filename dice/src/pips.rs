//! Dice with pips: which places hold the upper face of a die, and what it shows.

use crate::camera_filter::CameraFilter;
use crate::detector::{self, Candidate};
use crate::faces::{self, FaceKind, PIPS, VALUES};
use crate::network::{DiceNetworks, Inference};
use crate::pyramid::{Pyramid, View};
use crate::reading::{DieKind, DieReading};
use crate::suppression::suppressed;
use crate::upright::{Exactness, Sighting, verdicts};
use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::LazyLock;

/// A reading that is less likely right than this is asked about, and one that is less likely level and all seen. The second is
/// known less exactly: dice that lean are few, and the network hardly ever says more than nine tenths of a small one.
const SURE: f32 = 0.86;
const CLEAR: f32 = 0.7;

/// What is less likely an upper face than this, by its own looks and after all dice were asked where up is, is none.
const MAYBE_FACE: f32 = 0.1;
const FACE: f64 = 0.5;

/// How much likelier (the logarithm) an upper face's normal points where all dice say up is than that of anything else does.
const AGREES: f64 = 1.6;

/// A die whose normal is farther than this from where the dice say up is (sines) may lean.
const LEANS: f64 = 0.4;

/// Faces whose normals differ by more than this (sines) and that are nearer than this, in edges, are two of one die: their middles
/// are 0.71 edges apart at most, and those of two dice hardly ever less than 0.9.
const OTHER_UP: f32 = 0.3;
const ONE_DIE: f32 = 0.85;

/// Upper faces are never nearer than this share of a side; after the first look only places that are the same are one.
const NEAREST: f32 = 0.6;
const SAME: f32 = 0.25;

/// A first look that moved by more than this share of a side, or this change of size, is taken again.
const FAR: f32 = 0.2;
const FAR_OCTAVES: f32 = 0.3;

/// The detector's places that are looked at: at least this likely, and no more than so many.
const PLACE: f32 = 0.08;
const MOST_PLACES: usize = 80;

/// A look's turn, radians, and whether it is a mirror image.
type Turn = (f32, bool);

/// Turns of the looks that read a face, which is the same from every side; the later ones are taken where the first ones leave a
/// doubt.
const FIRST_TURNS: [Turn; 2] = [(0.4, false), (0.4 + FRAC_PI_2, true)];
const LATER_TURNS: [Turn; 4] = [(1.2 + PI, false), (1.2 - FRAC_PI_2, true), (0.4 + PI, false), (0.8, true)];

/// What the first looks say at least this surely needs no more of them: a value, or that no face is there.
const NO_DOUBT: f32 = 0.99;
const NO_FACE: f32 = 0.8;

/// Where the network that knows numbered dice too is less sure than this that a face with pips is there, none is read for sure.
const HAS_PIPS: f32 = 0.65;

/// The networks: places, which of them are faces, and what each shows.
struct Networks {
    first: DiceNetworks,
    values: Inference,
}

static NETWORKS: LazyLock<Networks> = LazyLock::new(|| Networks {
    first: DiceNetworks::new(
        include_bytes!("../data/detector.weights"),
        include_bytes!("../data/faces.weights"),
    ),
    values: Inference::embedded(include_bytes!("../data/values.weights")),
});

/// None, and the values one to six.
const CLASSES: usize = 7;

type Look = faces::Look<CLASSES>;

/// A face as the networks see it.
struct SeenFace {
    /// Its place; the score is how likely it is an upper one by itself.
    place: Candidate,
    /// The probability of each class.
    classes: [f32; CLASSES],
    /// The probability that it is level and all seen.
    clear: f32,
    /// The sine of its normal's angle from the line of sight, right and down in the picture.
    sine: (f32, f32),
    /// How likely it has pips, and no number, by the network that knows both.
    pips: f32,
}

/// What is read of a die with pips.
pub(crate) struct PipsReading {
    pub(crate) reading: DieReading,
    /// How likely these are pips, and no numbers.
    pub(crate) pips: f64,
}

/// All dice with pips in a picture of a camera; and how likely they are (the logarithm) by each way in which it may see "up".
pub(crate) fn dice_with_pips(pyramid: &Pyramid, camera: &CameraFilter) -> (Vec<PipsReading>, Vec<f64>) {
    let places = places(&NETWORKS.first, pyramid);
    let (mut readings, logs) = upper(&faces(&NETWORKS, pyramid, &places), camera);
    for PipsReading { reading, .. } in &mut readings {
        reading.sure &= reading.is_all_in(pyramid.size_px());
    }
    (readings, logs)
}

/// Places where a small network sees a face.
fn places(networks: &DiceNetworks, pyramid: &Pyramid) -> Vec<Candidate> {
    let mut places = detector::candidates(&networks.detector, pyramid, PLACE);
    places.truncate(MOST_PLACES);
    let faces = Reader { kind: PIPS, network: &networks.faces, pyramid };
    // The first look puts the view right; what was far off is looked at again from nearer by. Several places may then be one.
    let (far, near): (Vec<_>, Vec<_>) = faces.refined(&places).into_iter().partition(|(from, to)| {
        !from.is_at(to, FAR) || (from.side_px / to.side_px).log2().abs() > FAR_OCTAVES
    });
    let far = apart(far.into_iter().map(|(_, to)| to).collect());
    apart(near.into_iter().chain(faces.refined(&far)).map(|(_, to)| to).collect())
}

/// All faces at some places that may be upper ones, each once. Both networks say what they see there: they err differently.
fn faces(networks: &Networks, pyramid: &Pyramid, places: &[Candidate]) -> Vec<SeenFace> {
    let first = Reader { kind: PIPS, network: &networks.first.faces, pyramid };
    let values = Reader { kind: VALUES, network: &networks.values, pyramid };
    let places = apart(values.refined(places).into_iter().map(|(_, to)| to).collect());
    let looks_at = |places: &[Candidate], turns: &[Turn]| -> Vec<Looks> {
        let both = values.looks_at(places, turns).into_iter().zip(first.looks_at(places, turns));
        both.map(|(values, first)| Looks { values, first }).collect()
    };
    let mut looks = looks_at(&places, &FIRST_TURNS);
    let doubtful: Vec<usize> =
        (0..places.len()).filter(|number| looks[*number].face().is_doubtful()).collect();
    let again: Vec<Candidate> = doubtful.iter().map(|number| places[*number]).collect();
    for (number, more) in doubtful.iter().zip(looks_at(&again, &LATER_TURNS)) {
        looks[*number].values.extend(more.values);
        looks[*number].first.extend(more.first);
    }
    let faces = looks.iter().map(Looks::face);
    each_once(faces.filter(|face| face.place.score > MAYBE_FACE).collect())
}

/// The looks of both networks at a place.
struct Looks {
    values: Vec<Look>,
    first: Vec<Look>,
}

impl Looks {
    /// What they see together. Only the network that reads values has learnt that numbers aren't pips.
    fn face(&self) -> SeenFace {
        let face = SeenFace::new(&[self.values.as_slice(), &self.first].concat());
        let [none, ..] = Look::classes_together(&self.values);
        SeenFace { pips: 1.0 - none, ..face }
    }
}

/// A network that looks at places of a picture.
struct Reader<'a> {
    kind: FaceKind<CLASSES>,
    network: &'a Inference,
    pyramid: &'a Pyramid,
}

impl Reader<'_> {
    /// For each place its looks, all taken in one batch.
    fn looks_at(&self, places: &[Candidate], turns: &[Turn]) -> Vec<Vec<Look>> {
        let at = |place: &Candidate| {
            let (middle_px, side_px) = (place.middle_px, place.side_px);
            turns.iter().map(move |&(turn, mirrored)| self.kind.view((middle_px, side_px), turn, mirrored))
        };
        let views: Vec<View> = places.iter().flat_map(at).collect();
        let looks = self.kind.look(self.network, self.pyramid, &views);
        looks.chunks_exact(turns.len()).map(<[Look]>::to_vec).collect()
    }

    /// Places where a first look sees a face, and where it is more exactly.
    fn refined(&self, places: &[Candidate]) -> Vec<(Candidate, Candidate)> {
        let looks = self.looks_at(places, &[(0.0, false)]);
        let seen = looks.iter().map(|looks| SeenFace::new(looks).place);
        places.iter().copied().zip(seen).filter(|(_, seen)| seen.score > MAYBE_FACE).collect()
    }
}

/// The likeliest faces, none twice. A side and the upper face of one die may be near to each other.
fn each_once(mut faces: Vec<SeenFace>) -> Vec<SeenFace> {
    faces.sort_by(|a, b| b.place.score.total_cmp(&a.place.score));
    suppressed(faces, |face, other| {
        let share = if distance(face.sine, other.sine) > OTHER_UP { SAME } else { NEAREST };
        face.place.is_at(&other.place, share)
    })
}

/// The likeliest places, none twice.
fn apart(mut places: Vec<Candidate>) -> Vec<Candidate> {
    places.sort_by(|a, b| b.score.total_cmp(&a.score));
    suppressed(places, |place, other| place.is_at(other, SAME))
}

fn distance(a: (f32, f32), b: (f32, f32)) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The upper faces among faces: a die seen aslant shows two that look alike, and only the other dice say which way up is.
fn upper(faces: &[SeenFace], camera: &CameraFilter) -> (Vec<PipsReading>, Vec<f64>) {
    let mut dice: Vec<Vec<&SeenFace>> = Vec::new();
    for face in faces {
        let whole = |die: &&mut Vec<&SeenFace>| die.iter().all(|other| face.is_of_one_die_with(other));
        match dice.iter_mut().find(whole) {
            Some(die) => die.push(face),
            None => dice.push(vec![face]),
        }
    }
    let sightings: Vec<Vec<Sighting>> =
        dice.iter().map(|die| die.iter().map(|face| face.sighting()).collect()).collect();
    let (verdicts, logs) = verdicts(&sightings, 0.0, &Exactness::OF_FACES, camera);
    let readings = dice.into_iter().zip(verdicts).filter_map(|(die, verdict)| {
        let (face, p) = die.into_iter().zip(&verdict.p).max_by(|a, b| a.1.total_cmp(b.1))?;
        (*p > FACE).then(|| face.reading(*p as f32, verdict.apart))
    });
    (readings.collect(), logs)
}

impl SeenFace {
    fn new(looks: &[Look]) -> Self {
        let mean = Look::mean(looks);
        let classes = Look::classes_together(looks);
        let place = Candidate { middle_px: mean.middle_px, side_px: mean.side_px, score: 1.0 - classes[0] };
        Self { place, classes, clear: mean.clear, sine: mean.sine(), pips: 1.0 }
    }

    fn is_doubtful(&self) -> bool {
        let most = self.classes.iter().skip(1).copied().fold(0.0, f32::max);
        most < NO_DOUBT && self.classes[0] < NO_FACE
    }

    fn sighting(&self) -> Sighting {
        let is_none = f64::from(self.classes[0]);
        let log_odds = ((1.0 - is_none).max(1e-6) / is_none.max(1e-6)).ln();
        Sighting {
            middle_px: self.place.middle_px,
            log_likelihood: log_odds + AGREES,
            lean: None,
            seen: self.sine,
            posed: None,
        }
    }

    /// The length of its die's edge as it would be seen from straight above, pixels.
    fn edge_px(&self) -> f32 {
        self.place.side_px / faces::shrinking(self.sine)
    }

    fn is_of_one_die_with(&self, other: &Self) -> bool {
        let edge_px = 0.5 * (self.edge_px() + other.edge_px());
        distance(self.sine, other.sine) > OTHER_UP
            && distance(self.place.middle_px, other.place.middle_px) < ONE_DIE * edge_px
    }

    /// What it shows if it is an upper face as likely as this, whose normal is so far from where up is.
    fn reading(&self, upper: f32, apart: f64) -> PipsReading {
        let values = (1_u8..).zip(self.classes.iter().skip(1).copied());
        let (value, likely) = values.fold((1, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        let likely = upper * likely / self.place.score.max(1e-6);
        let (x, y) = self.place.middle_px;
        let reading = DieReading {
            kind: DieKind::D6,
            value,
            x: f64::from(x),
            y: f64::from(y),
            side_px: f64::from(self.place.side_px),
            sure: likely > SURE && self.clear > CLEAR && apart < LEANS && self.pips > HAS_PIPS,
            p: f64::from(likely * self.clear),
            name: None,
        };
        PipsReading { reading, pips: self.pips.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_whole() {
        assert!(NETWORKS.first.detector.is_whole());
        assert!(NETWORKS.first.faces.is_whole());
        assert!(NETWORKS.values.is_whole());
    }

    /// A face that looks like a five, with its normal.
    fn seen(middle_px: (f32, f32), sine: (f32, f32)) -> SeenFace {
        let place = Candidate { middle_px, side_px: 30.0, score: 0.96 };
        SeenFace { place, classes: [0.04, 0.0, 0.0, 0.0, 0.0, 0.96, 0.0], clear: 0.95, sine, pips: 1.0 }
    }

    /// Dice seen from 35 degrees, and one whose side looks as much like an upper face as its upper face does.
    #[test]
    fn the_other_dice_say_which_of_two_faces_is_the_upper_one() {
        let others = [(50.0, 60.0), (200.0, 80.0), (190.0, 200.0), (60.0, 190.0)];
        let mut faces: Vec<SeenFace> = others.map(|middle_px| seen(middle_px, (0.0, -0.57))).into();
        faces.push(seen((120.0, 124.0), (0.0, 0.75)));
        faces.push(seen((120.0, 100.0), (0.0, -0.6)));
        let (read, _) = upper(&faces, &CameraFilter::of((256, 256)));
        let places: Vec<f64> = read.iter().map(|die| die.reading.y).collect();
        assert_eq!(places, [60.0, 80.0, 200.0, 190.0, 100.0]);
        assert!(read.iter().all(|PipsReading { reading, .. }| reading.p > 0.8 && reading.value == 5));
    }

    #[test]
    fn a_die_that_leans_is_asked_about() {
        let level = [(50.0, 60.0), (200.0, 80.0), (120.0, 200.0), (210.0, 220.0)];
        let mut faces: Vec<SeenFace> = level.map(|middle_px| seen(middle_px, (0.0, -0.2))).into();
        faces.push(seen((60.0, 210.0), (0.3, 0.35)));
        let (read, _) = upper(&faces, &CameraFilter::of((256, 256)));
        let sure: Vec<bool> = read.iter().map(|die| die.reading.sure).collect();
        assert_eq!(sure, [true, true, true, true, false]);
    }
}
