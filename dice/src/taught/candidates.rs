//! The taught faces that may lie on top of a die that is seen, and what speaks for each.

use crate::pyramid::Pyramid;
use crate::reading::DieKind;
use crate::taught::compare::{Likeness, Look, SEARCHED_PX, Template};
use crate::taught::evidence::{FaceEvidence, colour_likelihood};
use crate::taught::ink::{Contrasts, FaceColours, InkAxis, InkMap};
use crate::taught::numbers::{InkPicture, Looks, NumberRead, Numbers, ReadAs, numbers_read};
use crate::taught::patch::{Frame, face_colour, mean_colour, patch_picture};
use crate::taught::poses::{FoundPose, PoseSearch, PosedFace, is_near};
use crate::taught::set::DiceSet;
use crate::taught::upper_face::UpperFace;
use crate::taught::whole::{WholeDie, WholeTemplate};
use nalgebra::Vector2;

/// A face that is seen twice within this, patch pixels, is seen once; no more faces are compared closely.
const TWICE_PX: f32 = 4.0;
const MOST_SIGHTINGS: usize = 16;

/// What is nearer than this, in sides, is one place; and a number that is less likely read there (the logarithm) is another one.
const HERE: f64 = 0.35;
const ANOTHER_NUMBER: f64 = -1.0;

/// How sure the network at most is that a die is of another kind than it is.
const WRONG_KIND: f64 = 0.05;

/// A candidate that is less likely than this by the first looks at its number gets no later ones.
const UNLIKELY: f64 = 1e-3;

/// So many poses of a die as a whole are candidates themselves.
const MOST_POSED: usize = 6;

/// The dice of a set, ready to be compared.
pub(super) struct KnownDice {
    pub(super) dice: Vec<KnownDie>,
    pub(super) faces: Vec<KnownFace>,
}

/// A taught die.
pub(super) struct KnownDie {
    pub(super) name: String,
    pub(super) kind: DieKind,
    /// By which its faces are compared, and by which its numbers stand out.
    pub(super) axis: InkAxis,
    pub(super) ink: InkAxis,
    /// Only of a die that was taught as a whole.
    pub(super) whole: Option<WholeDie>,
}

/// A view of one of its faces.
pub(super) struct KnownFace {
    pub(super) die: usize,
    pub(super) value: u8,
    pub(super) template: Template,
    pub(super) whole: Option<WholeTemplate>,
    /// Its mean colour: blue, green, red from 0 to 1.
    pub(super) mean: [f32; 3],
    /// The numbers that it is read as, and those that its ink alone is.
    pub(super) numbers: ReadAs,
    pub(super) inked: ReadAs,
}

impl KnownFace {
    /// The logarithms of how likely these numbers are read at a middle, plainly and in its die's ink, if it lies there.
    fn log_likelihoods(&self, read: &Numbers, middle: Vector2<f32>, side_px: f32) -> (f64, f64) {
        let plain = read.plain.log_likelihood(&self.numbers, middle, side_px);
        let inked = read.inked.get(self.die);
        (plain, inked.map_or(plain, |inked| inked.log_likelihood(&self.inked, middle, side_px)))
    }

    /// Is it the same face of the same die, if not in the same view?
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (self.die, self.value) == (other.die, other.value)
    }
}

/// A place where an upper face is thought to be, and what is seen at or near it.
pub(super) struct SeenPlace {
    pub(super) face: UpperFace,
    /// The ink that is seen there, for each taught die.
    inks: Vec<InkPicture>,
    pub(super) candidates: Vec<Candidate>,
}

/// A taught face that is seen at or near a place where an upper face is thought to be.
pub(super) struct Candidate {
    pub(super) face: usize,
    pub(super) evidence: FaceEvidence,
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

impl KnownDice {
    pub(super) fn new(set: &DiceSet) -> Self {
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

    /// The taught faces that are seen at or near a place.
    pub(super) fn seen_at(&self, pyramid: &Pyramid, face: &UpperFace) -> SeenPlace {
        let kinds = self.dice.iter().map(|die| f64::from(face.is_of(die.kind)).max(WRONG_KIND));
        let kinds: Vec<f64> = kinds.collect();
        let frame = Frame::of(face);
        let contrasts = Contrasts::new(pyramid, &frame, SEARCHED_PX);
        let looks: Vec<Look> = self.dice.iter().map(|die| Look::new(&contrasts, die.axis)).collect();
        let ink = |die: &KnownDie| InkPicture::new(&InkMap::of(&contrasts, die.ink));
        let inks: Vec<InkPicture> = self.dice.iter().map(ink).collect();
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
                Candidate { face: face_number, evidence, numbers: read.clone(), read_at: middle }
            })
            .collect();
        seen.extend(self.read_in_place(pyramid, &inks, (face, &kinds), &seen));
        self.add_poses(pyramid, &inks, (face, &kinds), &mut seen);
        SeenPlace { face: *face, inks, candidates: seen }
    }

    /// Takes the later looks at the numbers of those candidates whose probabilities aren't all too small.
    pub(super) fn read_closer(&self, pyramid: &Pyramid, place: &mut SeenPlace, p: &[f64]) {
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

    /// Adds how the dice look as a whole if they lie so: to each candidate, and as candidates of their own.
    fn add_poses(
        &self,
        pyramid: &Pyramid,
        inks: &[InkPicture],
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
            seen.push(Candidate { face, evidence, numbers: read.clone(), read_at: middle });
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
        inks: &[InkPicture],
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
            found.push(Candidate { face: number, evidence, numbers: read.clone(), read_at });
        }
        found
    }
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
