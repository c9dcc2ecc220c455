//! Reading dice that were taught.

use crate::camera_filter::CameraFilter;
use crate::cores::in_parts;
use crate::pyramid::Pyramid;
use crate::reading::{DieKind, DieReading};
use crate::suppression::suppressed;
use crate::taught::candidates::{Candidate, KnownDice, KnownFace, SeenPlace};
use crate::taught::evidence::{FaceEvidence, POWERS, colour_likelihood};
use crate::taught::patch::face_colour;
use crate::taught::set::DiceSet;
use crate::taught::upper_face::{PIPS, UpperFace, face_at, next_face, upper_faces, usual};
use crate::upright::{Exactness, Sighting, Verdict, distance, verdicts};

/// A reading that is less likely right than this is asked about.
const SURE: f64 = 0.985;

/// What is less likely this die than this, and not another one of its kind, is not called by its name.
const NAMED: f64 = 0.9;

/// What is less likely level and all seen than this, or likelier no upper face, is asked about.
const CLEAR: f32 = 0.8;
const NO_FACE: f32 = 0.04;

/// What looks more than this like a face with pips is asked about.
const MAYBE_PIPS: f32 = 0.2;

/// A die whose upper face's normal is farther than this from where the dice say up is (sines) may lean.
const LEANS: f64 = 0.35;

/// A face whose normal is farther than this from where the dice say up is (sines) may be another one than the upper one.
const OTHERWISE: f64 = 0.25;

/// How much likelier a taught die has its own colour than any die does: dice of all colours spread about three times as far.
const SAME_COLOUR: f64 = 10.0;

/// A face that is smaller than this share of the usual side may be a part of one, unless it then looks less like one than this.
const TOO_SMALL: f32 = 0.55;
const MAYBE: f32 = 0.3;

/// The dice of a set, ready to be read.
pub(crate) struct TaughtReader {
    known: KnownDice,
}

/// What is read of taught dice in a picture.
#[derive(Default)]
pub(crate) struct TaughtReadings {
    pub(crate) readings: Vec<DieReading>,
    /// The upper faces of all dice, taught or not.
    pub(crate) faces: Vec<FoundFace>,
    /// How likely all is (the logarithm) by each way in which the camera may see "up".
    pub(crate) logs: Vec<f64>,
}

/// An upper face, and what kind of die it may belong to.
pub(crate) struct FoundFace {
    pub(crate) face: UpperFace,
    /// Is it thought to be one of a numbered die?
    pub(crate) is_numbered: bool,
    /// How likely its die has pips, and no numbers.
    pub(crate) pips: f64,
}

/// All upper faces; for each of them what is seen of taught ones on its die, and which of these lies on top.
struct Seen {
    faces: Vec<UpperFace>,
    dice: Vec<SeenDie>,
    verdicts: Vec<Verdict>,
    /// How likely all is (the logarithm) by each way in which the camera may see "up".
    logs: Vec<f64>,
}

/// A die: the places where its upper face may be.
struct SeenDie {
    places: Vec<SeenPlace>,
}

impl SeenDie {
    /// All candidates, and the face at the place of each.
    fn candidates(&self) -> impl Iterator<Item = (&UpperFace, &Candidate)> {
        self.places.iter().flat_map(|place| place.candidates.iter().map(|candidate| (&place.face, candidate)))
    }
}

impl TaughtReader {
    pub(crate) fn new(set: &DiceSet) -> Self {
        Self { known: KnownDice::new(set) }
    }

    /// Was nothing taught?
    pub(crate) fn is_empty(&self) -> bool {
        self.known.faces.is_empty()
    }

    /// Reads all dice that look like one of a taught kind in a picture of a camera.
    pub(crate) fn read(&self, pyramid: &Pyramid, camera: &CameraFilter) -> TaughtReadings {
        if self.is_empty() {
            return TaughtReadings::default();
        }
        let Seen { faces, dice, verdicts, logs } = self.seen(pyramid, camera);
        let mut readings: Vec<DieReading> = Vec::new();
        let mut seen = Vec::with_capacity(faces.len());
        for ((face, die), verdict) in faces.iter().zip(&dice).zip(&verdicts) {
            let mut read = self.reading(die, verdict);
            if let Some(reading) = &mut read {
                reading.sure &= reading.is_all_in(pyramid.size_px());
            }
            let is_numbered = read.is_some() || face.classes[0] + face.classes[PIPS] < 0.5;
            seen.push(FoundFace { face: *face, is_numbered, pips: self.pips(pyramid, face) });
            readings.extend(read);
        }
        // Two places of one die may end at the same face.
        readings.sort_by(|a, b| b.p.total_cmp(&a.p));
        TaughtReadings { readings: suppressed(readings, DieReading::is_on), faces: seen, logs }
    }

    /// How likely a die on which a face is seen has pips: by what the network says of its kind, and by its colour. A die in the colour of
    /// a taught one is likelier that one than another of its kind.
    fn pips(&self, pyramid: &Pyramid, face: &UpperFace) -> f64 {
        let colour = face_colour(pyramid, face);
        let in_colour = |kinds: &[DieKind]| {
            let of_kinds =
                self.known.faces.iter().filter(|known| kinds.contains(&self.known.dice[known.die].kind));
            let log = of_kinds.map(|known| colour_likelihood(&colour, &known.mean)).fold(f64::MIN, f64::max);
            1.0 + SAME_COLOUR * log.exp()
        };
        // A tens die looks like a D10.
        let alike = [&[DieKind::D6][..], &[DieKind::D8], &[DieKind::D10, DieKind::Tens], &[DieKind::D20]];
        let numbered: f64 =
            alike.map(|kinds| f64::from(face.is_of(kinds[0])) * in_colour(kinds)).iter().sum();
        let pips = f64::from(face.classes[PIPS]);
        pips / (pips + numbered).max(f64::MIN_POSITIVE)
    }

    /// All upper faces, and what is seen of taught ones on each of their dice.
    fn seen(&self, pyramid: &Pyramid, camera: &CameraFilter) -> Seen {
        let faces = upper_faces(pyramid);
        let usual_px = usual_side(&faces);
        let faces: Vec<UpperFace> =
            faces.iter().map(|face| face_of_usual_size(pyramid, face, usual_px)).collect();
        let seen = |places: &Vec<UpperFace>| SeenDie {
            places: places.iter().map(|place| self.known.seen_at(pyramid, place)).collect(),
        };
        let places = places_of_dice(&faces, camera);
        let mut dice = in_parts(&places, 1, |part| part.iter().map(seen).collect());
        // What the first looks at a number leave unlikely isn't looked at more closely.
        let (first, _) = verdicts_on(&dice, camera);
        for (die, verdict) in dice.iter_mut().zip(&first) {
            let mut p = verdict.p.as_slice();
            for place in &mut die.places {
                let (here, others) = p.split_at(place.candidates.len().min(p.len()));
                self.known.read_closer(pyramid, place, here);
                p = others;
            }
        }
        let (verdicts, logs) = verdicts_on(&dice, camera);
        Seen { faces, dice, verdicts, logs }
    }

    /// What is seen of the taught faces on each die.
    pub(crate) fn evidence(&self, pyramid: &Pyramid) -> Vec<Vec<FaceEvidence>> {
        let dice = self.seen(pyramid, &CameraFilter::of(pyramid.size_px())).dice;
        dice.iter().map(|die| die.candidates().map(|(_, one)| one.evidence).collect()).collect()
    }

    fn reading(&self, seen: &SeenDie, verdict: &Verdict) -> Option<DieReading> {
        let at = verdict.p.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)?;
        let (face, best) = seen.candidates().nth(at)?;
        let known = self.known.faces.get(best.face)?;
        let die = self.known.dice.get(known.die)?;
        let p_of = |counts: &dyn Fn(&KnownFace) -> bool| -> f64 {
            let all = seen.candidates().zip(&verdict.p);
            all.filter(|((_, candidate), _)| counts(&self.known.faces[candidate.face])).map(|(_, p)| p).sum()
        };
        let p = p_of(&|face| face.value == known.value && self.known.dice[face.die].kind == die.kind);
        let p_of_die = p_of(&|face| face.is_same(known)) / p.max(f64::MIN_POSITIVE);
        // What hardly looks like a die, or has pips, and doesn't look like a taught face is none.
        if (face.classes[0] > 0.05 && p < 0.3) || (face.classes[PIPS] > 0.5 && p < 0.5) {
            return None;
        }
        let (x, y) = best.evidence.middle_px;
        Some(DieReading {
            kind: die.kind,
            value: known.value,
            x: f64::from(x),
            y: f64::from(y),
            side_px: f64::from(face.side_px),
            sure: p > SURE
                && distance(face.sine(), verdict.up) < LEANS
                && face.clear > CLEAR
                && face.classes[PIPS] < MAYBE_PIPS
                && face.classes[0] < NO_FACE,
            p,
            // Of dice that look alike nobody knows which one it is; what it shows may be sure.
            name: (p_of_die > NAMED).then(|| die.name.clone()),
        })
    }
}

/// Which of the faces that are seen on each die is the upper one; and how likely all is (the logarithm) by each way in which the
/// camera may see "up".
fn verdicts_on(dice: &[SeenDie], camera: &CameraFilter) -> (Vec<Verdict>, Vec<f64>) {
    POWERS.verdicts(dice.iter().map(|die| die.candidates().map(|(_, one)| &one.evidence)), camera)
}

/// For each die the places where its upper face may be: where it is seen, and, if the face there doesn't point up as the others do,
/// where another one of the same die would.
fn places_of_dice(faces: &[UpperFace], camera: &CameraFilter) -> Vec<Vec<UpperFace>> {
    let sighting = |face: &UpperFace| {
        let none = f64::from(face.classes[0]).clamp(1e-3, 0.999);
        let log_likelihood = ((1.0 - none) / none).ln();
        vec![Sighting {
            middle_px: face.middle_px,
            log_likelihood,
            lean: None,
            seen: face.sine(),
            posed: None,
        }]
    };
    let sightings: Vec<Vec<Sighting>> = faces.iter().map(sighting).collect();
    let (verdicts, _) = verdicts(&sightings, 0.0, &Exactness::OF_FACES, camera);
    let places = faces.iter().zip(verdicts).map(|(face, verdict)| {
        let mut places = vec![*face];
        if verdict.apart > OTHERWISE {
            places.push(next_face(face, verdict.up));
        }
        places
    });
    places.collect()
}

/// The median side of the surest upper faces, pixels.
fn usual_side(faces: &[UpperFace]) -> Option<f32> {
    usual(faces.iter().filter(|face| face.classes[0] < NO_FACE).map(|face| face.side_px).collect())
}

/// A face that is much smaller than the others may be a part of a digit: it is looked at in the usual size, and is that of a die
/// if the network then sees one.
fn face_of_usual_size(pyramid: &Pyramid, face: &UpperFace, usual_px: Option<f32>) -> UpperFace {
    let small = usual_px.filter(|usual| face.side_px < TOO_SMALL * usual);
    let again = small.and_then(|usual| face_at(pyramid, face.middle_px, usual));
    again.filter(|again| again.classes[0] < MAYBE).unwrap_or(*face)
}
