//! Reading dice that were taught.

use crate::camera_filter::CameraFilter;
use crate::cores::in_parts;
use crate::pyramid::Pyramid;
use crate::reading::{DieKind, DieReading};
use crate::suppression::suppressed;
use crate::taught::compare::{Likeness, Look, SEARCHED_PX, Template};
use crate::taught::evidence::{FaceEvidence, POWERS, colour_likelihood};
use crate::taught::ink::{Contrasts, FaceColours, InkAxis, InkMap};
use crate::taught::numbers::{Looks, NumberRead, Numbers, ReadAs, numbers_read};
use crate::taught::patch::{Frame, face_colour, mean_colour, patch_picture};
use crate::taught::poses::{FoundPose, PoseSearch, PosedFace, is_near};
use crate::taught::set::DiceSet;
use crate::taught::upper_face::{PIPS, UpperFace, face_at, next_face, upper_faces, usual};
use crate::taught::whole::{WholeDie, WholeTemplate};
use crate::upright::{Exactness, Sighting, Verdict, distance, verdicts};
use nalgebra::Vector2;

/// A reading that is less likely right than this is asked about.
const SURE: f64 = 0.985;

/// What is less likely this die than this, and not another one of its kind, is not called by its name.
const NAMED: f64 = 0.9;

/// What is less likely level and all seen than this, or likelier no upper face, is asked about.
const CLEAR: f32 = 0.8;
const NO_FACE: f32 = 0.04;

/// What looks more than this like a face with pips is asked about.
const MAYBE_PIPS: f32 = 0.2;

/// A face that is seen twice within this, patch pixels, is seen once; no more faces are compared closely.
const TWICE_PX: f32 = 4.0;
const MOST_SIGHTINGS: usize = 16;

/// What is nearer than this, in sides, is one place; and a number that is less likely read there (the logarithm) is another one.
const HERE: f64 = 0.35;
const ANOTHER_NUMBER: f64 = -1.0;

/// A die whose upper face's normal is farther than this from where the dice say up is (sines) may lean.
const LEANS: f64 = 0.35;

/// A face whose normal is farther than this from where the dice say up is (sines) may be another one than the upper one.
const OTHERWISE: f64 = 0.25;

/// How sure the network at most is that a die is of another kind than it is.
const WRONG_KIND: f64 = 0.05;

/// How much likelier a taught die has its own colour than any die does: dice of all colours spread about three times as far.
const SAME_COLOUR: f64 = 10.0;

/// A face that is smaller than this share of the usual side may be a part of one, unless it then looks less like one than this.
const TOO_SMALL: f32 = 0.55;
const MAYBE: f32 = 0.3;

/// A candidate that is less likely than this by the first looks at its number gets no later ones.
const UNLIKELY: f64 = 1e-3;

/// So many poses of a die as a whole are candidates themselves.
const MOST_POSED: usize = 6;

/// The dice of a set, ready to be read.
pub(crate) struct TaughtReader {
    dice: Vec<KnownDie>,
    faces: Vec<KnownFace>,
}

struct KnownDie {
    name: String,
    kind: DieKind,
    /// By which its faces are compared, and by which its numbers stand out.
    axis: InkAxis,
    ink: InkAxis,
    /// Only of a die that was taught as a whole.
    whole: Option<WholeDie>,
}

struct KnownFace {
    die: usize,
    value: u8,
    template: Template,
    whole: Option<WholeTemplate>,
    /// Its mean colour: blue, green, red from 0 to 1.
    mean: [f32; 3],
    /// The numbers that it is read as, and those that its ink alone is.
    numbers: ReadAs,
    inked: ReadAs,
}

impl KnownFace {
    /// The logarithms of how likely these numbers are read at a middle, plainly and in its die's ink, if it lies there.
    fn log_likelihoods(&self, read: &Numbers, middle: Vector2<f32>, side_px: f32) -> (f64, f64) {
        let plain = read.plain.log_likelihood(&self.numbers, middle, side_px);
        let inked = read.inked.get(self.die);
        (plain, inked.map_or(plain, |inked| inked.log_likelihood(&self.inked, middle, side_px)))
    }

    /// Is it the same face of the same die, if not in the same view?
    fn is_same(&self, other: &Self) -> bool {
        (self.die, self.value) == (other.die, other.value)
    }
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
struct SeenDie(Vec<SeenPlace>);

impl SeenDie {
    fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter().flat_map(|place| &place.candidates)
    }
}

/// A place where an upper face is thought to be, and what is seen at or near it.
struct SeenPlace {
    face: UpperFace,
    /// For each taught die.
    inks: Vec<InkMap>,
    candidates: Vec<Candidate>,
}

/// A taught face that is seen at or near a place where an upper face is thought to be.
struct Candidate {
    face: usize,
    place: UpperFace,
    evidence: FaceEvidence,
    /// What is read, and where.
    numbers: Numbers,
    read_at: Vector2<f32>,
}

impl Candidate {
    /// Is it seen at a place where faces have sides of so many pixels?
    fn is_at(&self, middle: Vector2<f32>, side_px: f32) -> bool {
        let (x, y) = self.evidence.middle_px;
        f64::from((Vector2::new(x, y) - middle).norm()) < HERE * f64::from(side_px)
    }
}

impl TaughtReader {
    pub(crate) fn new(set: &DiceSet) -> Self {
        let (mut dice, mut faces) = (Vec::new(), Vec::new());
        for (number, die) in set.dice.iter().enumerate() {
            let views = || die.faces.iter().flat_map(|face| face.views.iter().map(|view| (face.value, view)));
            let colours = FaceColours::of(die.kind, views().map(|(_, view)| view.pixels.as_slice()));
            let (axis, ink) = (colours.most_varying(), colours.of_numbers());
            let whole = views().any(|(_, view)| view.whole.is_some()).then(|| WholeDie::new(axis));
            faces.extend(views().map(|(value, view)| {
                let (picture, frame) = patch_picture(&view.pixels);
                let template = Template::new(&view.pixels, axis);
                let mean = mean_colour(&picture, &frame);
                let (inked, inked_frame) = InkMap::of_patch(&view.pixels, ink).picture();
                KnownFace {
                    die: number,
                    value,
                    template,
                    whole: view
                        .whole
                        .as_ref()
                        .zip(whole.as_ref())
                        .map(|(view, die)| WholeTemplate::new(view, die)),
                    mean,
                    numbers: ReadAs::of(&picture, &frame, (die.kind, value)),
                    inked: ReadAs::of(&inked, &inked_frame, (die.kind, value)),
                }
            }));
            dice.push(KnownDie { name: die.name.clone(), kind: die.kind, axis, ink, whole });
        }
        Self { dice, faces }
    }

    /// Was nothing taught?
    pub(crate) fn is_empty(&self) -> bool {
        self.faces.is_empty()
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
            let of_kinds = self.faces.iter().filter(|known| kinds.contains(&self.dice[known.die].kind));
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
        let seen = |places: &Vec<UpperFace>| {
            SeenDie(places.iter().map(|place| self.seen_at(pyramid, place)).collect())
        };
        let places = places_of_dice(&faces, camera);
        let mut dice = in_parts(&places, 1, |part| part.iter().map(seen).collect());
        // What the first looks at a number leave unlikely isn't looked at more closely.
        let (first, _) = verdicts_on(&dice, camera);
        for (die, verdict) in dice.iter_mut().zip(&first) {
            let mut p = verdict.p.as_slice();
            for place in &mut die.0 {
                let (here, others) = p.split_at(place.candidates.len().min(p.len()));
                self.read_closer(pyramid, place, here);
                p = others;
            }
        }
        let (verdicts, logs) = verdicts_on(&dice, camera);
        Seen { faces, dice, verdicts, logs }
    }

    /// Takes the later looks at the numbers of those candidates whose probabilities aren't all too small.
    fn read_closer(&self, pyramid: &Pyramid, place: &mut SeenPlace, p: &[f64]) {
        let candidates = place.candidates.iter_mut().zip(p);
        let likely: Vec<&mut Candidate> =
            candidates.filter(|(_, p)| **p > UNLIKELY).map(|(candidate, _)| candidate).collect();
        let middles: Vec<Vector2<f32>> = likely.iter().map(|candidate| candidate.read_at).collect();
        let side_px = place.face.side_px;
        let later = Numbers::read(pyramid, &place.inks, (&middles, side_px), Looks::Later);
        for (candidate, later) in likely.into_iter().zip(&later) {
            candidate.numbers = candidate.numbers.and(later);
            let evidence = &mut candidate.evidence;
            let middle = Vector2::new(evidence.middle_px.0, evidence.middle_px.1);
            let known = &self.faces[candidate.face];
            (evidence.number, evidence.inked) = known.log_likelihoods(&candidate.numbers, middle, side_px);
        }
    }

    /// What is seen of the taught faces on each die.
    pub(crate) fn evidence(&self, pyramid: &Pyramid) -> Vec<Vec<FaceEvidence>> {
        let dice = self.seen(pyramid, &CameraFilter::of(pyramid.size_px())).dice;
        dice.iter().map(|die| die.candidates().map(|one| one.evidence).collect()).collect()
    }

    /// The taught faces that are seen at or near a place.
    fn seen_at(&self, pyramid: &Pyramid, face: &UpperFace) -> SeenPlace {
        let kinds = self.dice.iter().map(|die| f64::from(face.is_of(die.kind)).max(WRONG_KIND));
        let kinds: Vec<f64> = kinds.collect();
        let frame = Frame::of(face);
        let contrasts = Contrasts::new(pyramid, &frame, SEARCHED_PX);
        let looks: Vec<Look> = self.dice.iter().map(|die| Look::new(&contrasts, die.axis)).collect();
        let inks: Vec<InkMap> = self.dice.iter().map(|die| InkMap::of(&contrasts, die.ink)).collect();
        let mut coarse: Vec<(usize, Likeness)> = Vec::new();
        for (number, known) in self.faces.iter().enumerate() {
            coarse.extend(known.template.nearest(&looks[known.die]).into_iter().map(|like| (number, like)));
        }
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
        let read = Numbers::read(pyramid, &inks, (&middles, face.side_px), Looks::First);
        let mut seen: Vec<Candidate> = likes
            .iter()
            .zip(&read)
            .map(|(&(face_number, like), read)| {
                let known = &self.faces[face_number];
                let colours = known.template.colour_correlation(pyramid, &like.frame);
                let middle = like.frame.middle();
                let number = known.log_likelihoods(read, middle, face.side_px);
                let here = (middle, mean_colour(pyramid, &like.frame));
                let evidence = FaceEvidence {
                    alike: Some((f64::from(like.correlation), f64::from(colours))),
                    lean: Some(like.frame.lean()),
                    ..self.evidence_at(here, (face, &kinds), (known, number))
                };
                Candidate {
                    face: face_number,
                    place: *face,
                    evidence,
                    numbers: read.clone(),
                    read_at: middle,
                }
            })
            .collect();
        seen.extend(self.read_in_place(pyramid, &inks, (face, &kinds), &seen));
        self.add_poses(pyramid, &inks, (face, &kinds), &mut seen);
        SeenPlace { face: *face, inks, candidates: seen }
    }

    /// Adds how the dice look as a whole if they lie so: to each candidate, and as candidates of their own.
    fn add_poses(
        &self,
        pyramid: &Pyramid,
        inks: &[InkMap],
        (place, kinds): (&UpperFace, &[f64]),
        seen: &mut Vec<Candidate>,
    ) {
        let dice = self.dice.iter().map(|die| die.whole.as_ref());
        let faces = self.faces.iter().map(|face| PosedFace { die: face.die, template: face.whole.as_ref() });
        let search = PoseSearch::new(pyramid, place, dice, faces);
        let posed = search.best(MOST_POSED);
        for candidate in seen.iter_mut() {
            let (face, normal) = (candidate.face, candidate.evidence.placed);
            let of_it = |found: &&FoundPose| {
                self.faces[found.face].is_same(&self.faces[face]) && is_near(&found.likeness.pose, normal)
            };
            let found = posed.iter().find(of_it).copied().or_else(|| search.near(face, normal));
            candidate.evidence.whole = found.map(|found| found.likeness.into());
        }
        let middles: Vec<Vector2<f32>> = posed.iter().map(|found| found.middle).collect();
        let read = Numbers::read(pyramid, inks, (&middles, place.side_px), Looks::First);
        for (FoundPose { face, likeness, middle }, read) in posed.into_iter().zip(&read) {
            let known = &self.faces[face];
            let seen_there = |other: &Candidate| {
                self.faces[other.face].is_same(known) && other.is_at(middle, place.side_px)
            };
            if seen.iter().any(seen_there) {
                continue;
            }
            let mean = face_colour(pyramid, &UpperFace { middle_px: (middle.x, middle.y), ..*place });
            let number = known.log_likelihoods(read, middle, place.side_px);
            let evidence = FaceEvidence {
                whole: Some(likeness.into()),
                ..self.evidence_at((middle, mean), (place, kinds), (known, number))
            };
            let (place, numbers) = (*place, read.clone());
            seen.push(Candidate { face, place, evidence, numbers, read_at: middle });
        }
    }

    /// What is seen of a taught face where the picture has this mean colour, if its likeness wasn't found: near a place where dice are
    /// so likely of the taught dice's kinds, and where its number is so likely read (the logarithm).
    fn evidence_at(
        &self,
        (middle, mean): (Vector2<f32>, [f32; 3]),
        (place, kinds): (&UpperFace, &[f64]),
        (face, (number, inked)): (&KnownFace, (f64, f64)),
    ) -> FaceEvidence {
        let middle_px = (middle.x, middle.y);
        FaceEvidence {
            die: face.die,
            value: face.value,
            middle_px,
            alike: None,
            kind: kinds[face.die],
            light: colour_likelihood(&mean, &face.mean),
            number,
            inked,
            lean: None,
            placed: place.normal_at(self.dice[face.die].kind, middle_px),
            whole: None,
        }
    }

    /// The taught faces whose number is read at a place itself, though their likeness was found elsewhere or not at all: in another
    /// light, or on a marbled body, a face may look little like it did.
    fn read_in_place(
        &self,
        pyramid: &Pyramid,
        inks: &[InkMap],
        (face, kinds): (&UpperFace, &[f64]),
        seen: &[Candidate],
    ) -> Vec<Candidate> {
        let side_px = face.side_px;
        // The first look puts the place right.
        let thought = Vector2::new(face.middle_px.0, face.middle_px.1);
        let first = numbers_read(pyramid, (&[thought], side_px), Looks::First);
        let Some(read_at) = first.first().map(NumberRead::middle) else { return Vec::new() };
        let Some(read) = Numbers::read(pyramid, inks, (&[read_at], side_px), Looks::First).pop() else {
            return Vec::new();
        };
        let middle = read.plain.middle();
        let mean = face_colour(pyramid, &UpperFace { middle_px: (middle.x, middle.y), ..*face });
        let mut found: Vec<Candidate> = Vec::new();
        for (number, known) in self.faces.iter().enumerate() {
            let same = |other: &Candidate| self.faces[other.face].is_same(known);
            let read_here =
                |other: &Candidate| other.is_at(middle, side_px) && other.evidence.number > ANOTHER_NUMBER;
            if found.iter().any(same) || seen.iter().any(|other| same(other) && read_here(other)) {
                continue;
            }
            let number_read = known.log_likelihoods(&read, middle, side_px);
            let evidence = self.evidence_at((middle, mean), (face, kinds), (known, number_read));
            found.push(Candidate { face: number, place: *face, evidence, numbers: read.clone(), read_at });
        }
        found
    }

    fn reading(&self, seen: &SeenDie, verdict: &Verdict) -> Option<DieReading> {
        let at = verdict.p.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)?;
        let best = seen.candidates().nth(at)?;
        let known = self.faces.get(best.face)?;
        let face = &best.place;
        let die = self.dice.get(known.die)?;
        let p_of = |counts: &dyn Fn(&KnownFace) -> bool| -> f64 {
            let all = seen.candidates().zip(&verdict.p);
            all.filter(|(candidate, _)| counts(&self.faces[candidate.face])).map(|(_, p)| p).sum()
        };
        let p = p_of(&|face| face.value == known.value && self.dice[face.die].kind == die.kind);
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
    POWERS.verdicts(dice.iter().map(|die| die.candidates().map(|one| &one.evidence)), camera)
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
    usual(faces.iter().filter(|face| face.classes[0] < NO_FACE).map(|face| face.side_px).collect())
}

/// A face that is much smaller than the others may be a part of a digit: it is looked at in the usual size, and is that of a die
/// if the network then sees one.
fn face_of_usual_size(pyramid: &Pyramid, face: &UpperFace, usual_px: Option<f32>) -> UpperFace {
    let small = usual_px.filter(|usual| face.side_px < TOO_SMALL * usual);
    let again = small.and_then(|usual| face_at(pyramid, face.middle_px, usual));
    again.filter(|again| again.classes[0] < MAYBE).unwrap_or(*face)
}
