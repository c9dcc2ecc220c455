//! Reading dice that were taught.

use crate::pyramid::Pyramid;
use crate::reading::{DieKind, DieReading};
use crate::suppression::suppressed;
use crate::taught::compare::{Likeness, Look, Template};
use crate::taught::ink::InkAxis;
use crate::taught::numbers::{ReadAs, numbers_read};
use crate::taught::patch::{Frame, mean_colour, patch_picture};
use crate::taught::set::DiceSet;
use crate::taught::upper_face::{PIPS, UpperFace, face_at, next_face, upper_faces};
use crate::upright::{Sighting, Verdict, verdicts};
use nalgebra::Vector2;

/// A reading that is less likely right than this is asked about.
const SURE: f64 = 0.97;

/// What looks less like the face that was taught than this (a correlation) is asked about, and so is another number (the logarithm
/// of a likelihood). In another light a face may look less like it, if its number is read surely.
const ALIKE: f32 = 0.85;
const MAYBE_ANOTHER_NUMBER: f64 = -1.0;
const LESS_ALIKE: f32 = 0.65;
const SURELY_THIS_NUMBER: f64 = -0.2;

/// What is less likely level and all seen than this, or likelier no upper face, is asked about.
const CLEAR: f32 = 0.8;
const NO_FACE: f32 = 0.04;

/// What looks more than this like a face with pips is asked about.
const MAYBE_PIPS: f32 = 0.2;

/// A face that is seen twice within this, patch pixels, is seen once; no more faces are compared closely.
const TWICE_PX: f32 = 4.0;
const MOST_SIGHTINGS: usize = 16;

/// How many independent pixels a face's comparison is worth.
const EVIDENCE: f64 = 12.0;
const COLOUR_EVIDENCE: f64 = 5.0;
const STRANGE_COLOURS: f64 = 0.6;

/// How much more than by itself the number that is read counts: likenesses of neighbouring pixels are not independent, so that
/// theirs is thought too sure.
const NUMBER_EVIDENCE: f64 = 3.0;

/// The likelihood of what is read where no taught face lies.
const STRANGE_NUMBER: f64 = 0.05;

/// What is nearer than this, in sides, is one place; and a place that is so much likelier a taught face than another one (the
/// logarithm of it) is seen as well as can be.
const HERE: f64 = 0.35;
const WELL_SEEN: f64 = 6.0;

/// A face that isn't any of those taught, or is badly seen, looks like one with this correlation.
const STRANGER: f64 = 0.75;

/// The correlation of a face whose likeness isn't found.
const NOT_ALIKE: f64 = 0.4;

/// How exactly the network knows where the upper face is, in its side, and how much it counts to be off.
const PLACE_SPREAD: f64 = 0.25;
const OFF_PLACE: f64 = 1.5;

/// The logarithm of the likelihood that no taught face lies on top at a place.
const STRANGE_PLACE: f64 = -6.0;

/// A die whose upper face's normal is farther than this from where the dice say up is (sines) may lean.
const LEANS: f64 = 0.35;

/// A face whose normal is farther than this from where the dice say up is (sines) may be another one than the upper one.
const OTHERWISE: f64 = 0.25;

/// How sure the network at most is that a die is of another kind than it is.
const WRONG_KIND: f64 = 0.05;

/// A face that is smaller than this share of the usual side may be a part of one, unless it then looks less like one than this.
const TOO_SMALL: f32 = 0.55;
const MAYBE: f32 = 0.3;

/// What is nearer than this to the picture's edge, in its side, isn't all seen.
const CUT_OFF: f64 = 0.5;

/// How far the logarithm of a die's colour ratios moves between lights, and that of its brightness.
const CHROMA_SPREAD: f64 = 0.25;
const LIGHT_SPREAD: f64 = 0.8;

/// Added to colours before their logarithm, so that what is nearly black counts little; and the most that another light takes
/// away (the logarithm of a likelihood): lamps may be of any colour.
const DARK: f32 = 0.06;
const OTHER_LIGHT: f64 = 5.0;

/// The dice of a set, ready to be read.
pub(crate) struct TaughtReader {
    dice: Vec<KnownDie>,
    faces: Vec<KnownFace>,
}

struct KnownDie {
    name: String,
    kind: DieKind,
    axis: InkAxis,
}

struct KnownFace {
    die: usize,
    value: u8,
    template: Template,
    /// Its mean colour: blue, green, red from 0 to 1.
    mean: [f32; 3],
    /// The numbers that it is read as.
    numbers: ReadAs,
}

impl KnownFace {
    /// Is it the same face of the same die, if not in the same view?
    fn is_same(&self, other: &Self) -> bool {
        (self.die, self.value) == (other.die, other.value)
    }
}

/// A taught face that a place looks like: the logarithm of its likelihood.
struct Seen {
    face: usize,
    /// Where it lies, pixels of the picture.
    middle: Vector2<f32>,
    correlation: f32,
    /// How it leans by what is foreshortened, where its likeness was found.
    lean: Option<(f32, f32)>,
    number: f64,
    log: f64,
}

impl Seen {
    /// Is it seen at a place where faces have sides of so many pixels?
    fn is_at(&self, middle: Vector2<f32>, side_px: f32) -> bool {
        f64::from((self.middle - middle).norm()) < HERE * f64::from(side_px)
    }
}

/// A taught face that is seen at a place.
struct Candidate {
    face: usize,
    /// Where the upper face is thought to be.
    place: UpperFace,
    correlation: f32,
    /// The logarithm of the likelihood that its number is read here.
    number: f64,
    sighting: Sighting,
}

impl Candidate {
    fn is_like_the_taught_face(&self) -> bool {
        let alike = if self.number > SURELY_THIS_NUMBER { LESS_ALIKE } else { ALIKE };
        self.correlation > alike && self.number > MAYBE_ANOTHER_NUMBER
    }
}

impl TaughtReader {
    pub(crate) fn new(set: &DiceSet) -> Self {
        let (mut dice, mut faces) = (Vec::new(), Vec::new());
        for (number, die) in set.dice.iter().enumerate() {
            let views = || die.faces.iter().flat_map(|face| face.views.iter().map(|view| (face.value, view)));
            let axis = InkAxis::of(die.kind, views().map(|(_, view)| view.pixels.as_slice()));
            faces.extend(views().map(|(value, view)| {
                let (picture, frame) = patch_picture(&view.pixels);
                let template = Template::new(&view.pixels, axis);
                let mean = mean_colour(&picture, &frame);
                KnownFace {
                    die: number,
                    value,
                    template,
                    mean,
                    numbers: ReadAs::of(&picture, &frame, (die.kind, value)),
                }
            }));
            dice.push(KnownDie { name: die.name.clone(), kind: die.kind, axis });
        }
        Self { dice, faces }
    }

    /// All dice that look like one of a taught kind, and the upper faces of all numbered dice, taught or not.
    pub(crate) fn read(&self, pyramid: &Pyramid) -> (Vec<DieReading>, Vec<UpperFace>) {
        if self.faces.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let faces = upper_faces(pyramid);
        let usual_px = usual_side(&faces);
        let faces: Vec<UpperFace> =
            faces.iter().map(|face| face_of_usual_size(pyramid, face, usual_px)).collect();
        let (width, height) = pyramid.levels.first().map_or((0, 0), |level| (level.width, level.height));
        let candidates: Vec<Vec<Candidate>> = places_of_dice(&faces)
            .iter()
            .map(|places| places.iter().flat_map(|place| self.candidates(pyramid, place)).collect())
            .collect();
        let sightings: Vec<Vec<Sighting>> =
            candidates.iter().map(|all| all.iter().map(|candidate| candidate.sighting).collect()).collect();
        let verdicts = verdicts(&sightings, STRANGE_PLACE);
        let mut readings: Vec<DieReading> = Vec::new();
        let mut numbered = Vec::new();
        for ((face, candidates), verdict) in faces.iter().zip(&candidates).zip(&verdicts) {
            let mut read = self.reading(candidates, verdict);
            if let Some(reading) = &mut read {
                let inside = |at: f64, size: usize| {
                    at > CUT_OFF * reading.side_px && at < size as f64 - CUT_OFF * reading.side_px
                };
                reading.sure &= inside(reading.x, width) && inside(reading.y, height);
            }
            if read.is_some() || face.classes[0] + face.classes[PIPS] < 0.5 {
                numbered.push(*face);
            }
            readings.extend(read);
        }
        // Two places of one die may end at the same face.
        readings.sort_by(|a, b| b.p.total_cmp(&a.p));
        (suppressed(readings, DieReading::is_on), numbered)
    }

    /// The taught faces that are seen at or near a place.
    fn candidates(&self, pyramid: &Pyramid, face: &UpperFace) -> Vec<Candidate> {
        let kinds = self.dice.iter().map(|die| f64::from(face.is_of(die.kind)).max(WRONG_KIND));
        let kinds: Vec<f64> = kinds.collect();
        let frame = Frame::of(face);
        let looks: Vec<Look> = self.dice.iter().map(|die| Look::new(pyramid, &frame, die.axis)).collect();
        let mut coarse: Vec<(usize, Likeness)> = Vec::new();
        for (number, known) in self.faces.iter().enumerate() {
            coarse.extend(known.template.nearest(&looks[known.die]).into_iter().map(|like| (number, like)));
        }
        let side_px = f64::from(face.side_px);
        let mut likes: Vec<(usize, Likeness)> = coarse
            .iter()
            .map(|(number, coarse)| {
                let known = &self.faces[*number];
                (*number, known.template.aligned(&looks[known.die], coarse))
            })
            .collect();
        likes.sort_by(|a, b| b.1.correlation.total_cmp(&a.1.correlation));
        let likes = apart(likes);
        let middles: Vec<Vector2<f32>> = likes.iter().map(|(_, like)| like.frame.middle()).collect();
        let read = numbers_read(pyramid, &middles, face.side_px);
        let mut seen: Vec<Seen> = likes
            .iter()
            .zip(&read)
            .map(|(&(face_number, like), read)| {
                let known = &self.faces[face_number];
                let number = read.log_likelihood(&known.numbers, like.frame.middle(), face.side_px);
                let colours = known.template.colour_correlation(pyramid, &like.frame);
                let light = colour_likelihood(&mean_colour(pyramid, &like.frame), &known.mean);
                let alike = (f64::from(like.correlation), f64::from(colours));
                let log = log_seen(alike, kinds[known.die], number, light);
                let middle = like.frame.middle();
                let lean = Some(like.frame.lean());
                Seen { face: face_number, middle, correlation: like.correlation, lean, number, log }
            })
            .collect();
        seen.extend(self.read_in_place(pyramid, face, &kinds, &seen));
        let stranger = log_stranger();
        let candidate = |one: &Seen| {
            let middle = one.middle;
            // What else is seen at the same place says which value it is; how well it is seen hardly says whether it lies on top.
            let here = |other: &&Seen| other.is_at(middle, face.side_px);
            let all: f64 = seen.iter().filter(here).map(|other| other.log.exp()).sum::<f64>();
            let share = one.log - (all + stranger.exp()).ln();
            let place = (all.ln() - stranger).min(WELL_SEEN);
            let off = (middle.x - face.middle_px.0).hypot(middle.y - face.middle_px.1);
            let off = f64::from(off) / side_px / PLACE_SPREAD;
            let sighting = Sighting {
                middle_px: (middle.x, middle.y),
                log_likelihood: share + place - OFF_PLACE * (1.0 + off * off).ln(),
                lean: one.lean,
                seen: face.sine(),
            };
            Candidate {
                face: one.face,
                place: *face,
                correlation: one.correlation,
                number: one.number,
                sighting,
            }
        };
        seen.iter().map(candidate).collect()
    }

    /// The taught faces whose number is read at a place itself, though their likeness was found elsewhere or not at all: in another
    /// light, or on a marbled body, a face may look little like it did.
    fn read_in_place(&self, pyramid: &Pyramid, face: &UpperFace, kinds: &[f64], seen: &[Seen]) -> Vec<Seen> {
        let side_px = face.side_px;
        let read = |middle: (f32, f32)| {
            numbers_read(pyramid, &[Vector2::new(middle.0, middle.1)], side_px).first().copied()
        };
        // The first look puts the place right.
        let Some(read) = read(face.middle_px).and_then(|first| read(first.middle_px)) else {
            return Vec::new();
        };
        let place = UpperFace { middle_px: read.middle_px, ..*face };
        let frame = Frame::of(&place);
        let (middle, mean) = (frame.middle(), mean_colour(pyramid, &frame));
        let mut found: Vec<Seen> = Vec::new();
        for (number, known) in self.faces.iter().enumerate() {
            let same = |other: &Seen| self.faces[other.face].is_same(known);
            let read_here =
                |other: &Seen| other.is_at(middle, side_px) && other.number > MAYBE_ANOTHER_NUMBER;
            if found.iter().any(same) || seen.iter().any(|other| same(other) && read_here(other)) {
                continue;
            }
            let number_read = read.log_likelihood(&known.numbers, middle, side_px);
            let light = colour_likelihood(&mean, &known.mean);
            let log = log_seen((NOT_ALIKE, NOT_ALIKE), kinds[known.die], number_read, light);
            found.push(Seen {
                face: number,
                middle,
                correlation: NOT_ALIKE as f32,
                lean: None,
                number: number_read,
                log,
            });
        }
        found
    }

    fn reading(&self, candidates: &[Candidate], verdict: &Verdict) -> Option<DieReading> {
        let at = verdict.p.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)?;
        let best = candidates.get(at)?;
        let known = self.faces.get(best.face)?;
        let face = &best.place;
        let same = |candidate: &Candidate| self.faces[candidate.face].is_same(known);
        let all = candidates.iter().zip(&verdict.p);
        let p: f64 = all.filter(|(candidate, _)| same(candidate)).map(|(_, p)| p).sum();
        // What hardly looks like a die, or has pips, and doesn't look like a taught face is none.
        if (face.classes[0] > 0.05 && p < 0.3) || (face.classes[PIPS] > 0.5 && p < 0.5) {
            return None;
        }
        let die = self.dice.get(known.die)?;
        let (x, y) = best.sighting.middle_px;
        Some(DieReading {
            kind: die.kind,
            value: known.value,
            x: f64::from(x),
            y: f64::from(y),
            side_px: f64::from(face.side_px),
            sure: p > SURE
                && best.is_like_the_taught_face()
                && verdict.apart < LEANS
                && face.clear > CLEAR
                && face.classes[PIPS] < MAYBE_PIPS
                && face.classes[0] < NO_FACE,
            p,
            name: Some(die.name.clone()),
        })
    }
}

/// For each die the places where its upper face may be: where it is seen, and, if the face there doesn't point up as the others do,
/// where another one of the same die would.
fn places_of_dice(faces: &[UpperFace]) -> Vec<Vec<UpperFace>> {
    let sighting = |face: &UpperFace| {
        let none = f64::from(face.classes[0]).clamp(1e-3, 0.999);
        let log_likelihood = ((1.0 - none) / none).ln();
        vec![Sighting { middle_px: face.middle_px, log_likelihood, lean: None, seen: face.sine() }]
    };
    let sightings: Vec<Vec<Sighting>> = faces.iter().map(sighting).collect();
    let places = faces.iter().zip(verdicts(&sightings, 0.0)).map(|(face, verdict)| {
        let mut places = vec![*face];
        if verdict.apart > OTHERWISE {
            places.push(next_face(face, verdict.up));
        }
        places
    });
    places.collect()
}

/// The best likenesses, each face at each place once.
fn apart(likes: Vec<(usize, Likeness)>) -> Vec<(usize, Likeness)> {
    let mut kept: Vec<(usize, Likeness)> = Vec::new();
    for (face, like) in likes {
        let same = |(other, at): &(usize, Likeness)| {
            *other == face
                && (at.frame.middle() - like.frame.middle()).norm() < TWICE_PX * like.frame.step_px()
        };
        // Each face is looked at somewhere, even if its likeness is poor: its number may be read.
        let anew = !kept.iter().any(|(other, _)| *other == face);
        if (kept.len() < MOST_SIGHTINGS || anew) && !kept.iter().any(same) {
            kept.push((face, like));
        }
    }
    kept
}

/// The median side of the surest upper faces, pixels.
fn usual_side(faces: &[UpperFace]) -> Option<f32> {
    let mut sides: Vec<f32> =
        faces.iter().filter(|face| face.classes[0] < NO_FACE).map(|face| face.side_px).collect();
    sides.sort_by(f32::total_cmp);
    sides.get(sides.len() / 2).filter(|_| sides.len() > 2).copied()
}

/// A face that is much smaller than the others may be a part of a digit: it is looked at in the usual size, and is that of a die
/// if the network then sees one.
fn face_of_usual_size(pyramid: &Pyramid, face: &UpperFace, usual_px: Option<f32>) -> UpperFace {
    let small = usual_px.filter(|usual| face.side_px < TOO_SMALL * usual);
    let again = small.and_then(|usual| face_at(pyramid, face.middle_px, usual));
    again.filter(|again| again.classes[0] < MAYBE).unwrap_or(*face)
}

/// The logarithm of the likelihood of a face that isn't taught.
fn log_stranger() -> f64 {
    log_seen((STRANGER, STRANGE_COLOURS), WRONG_KIND, STRANGE_NUMBER.ln(), 0.0)
}

/// The logarithm of the likelihood of what is seen of a face: the correlations of its ink and of its colours, how likely its die is of
/// this kind, and the logarithms of the likelihoods of its number and of its mean colour.
fn log_seen((ink, colours): (f64, f64), kind: f64, number: f64, light: f64) -> f64 {
    log_likelihood(ink, EVIDENCE)
        + log_likelihood(colours, COLOUR_EVIDENCE)
        + kind.ln()
        + NUMBER_EVIDENCE * number
        + light
}

/// The logarithm of the likelihood of a correlation: differences are noise of a strength that isn't known.
fn log_likelihood(correlation: f64, evidence: f64) -> f64 {
    -0.5 * evidence * (1.0 - correlation + 0.02).ln()
}

/// The logarithm of the likelihood of a mean colour in another light.
fn colour_likelihood(seen: &[f32; 3], taught: &[f32; 3]) -> f64 {
    let logs = |colour: &[f32; 3]| colour.map(|channel| f64::from(channel + DARK).ln());
    let (seen, taught) = (logs(seen), logs(taught));
    let off = [0, 1, 2].map(|channel| seen[channel] - taught[channel]);
    let light = off.iter().sum::<f64>() / 3.0;
    let chroma = off.iter().map(|off| (off - light).powi(2)).sum::<f64>();
    (-0.5 * (chroma / CHROMA_SPREAD.powi(2) + (light / LIGHT_SPREAD).powi(2))).max(-OTHER_LIGHT)
}
