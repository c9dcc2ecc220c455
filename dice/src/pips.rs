//! Dice with pips: which places hold the upper face of a die, and what it shows.

use crate::detector::{self, Candidate};
use crate::faces::{self, PIPS};
use crate::network::DiceNetworks;
use crate::pyramid::{Pyramid, View};
use crate::reading::{DieKind, DieReading};
use crate::suppression::suppressed;
use crate::upright::{Sighting, verdicts};
use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::LazyLock;

/// A reading that is less likely right than this is asked about, and one that is less likely level and all seen. The second is
/// known less exactly: dice that lean are few, and the network hardly ever says more than nine tenths of a small one.
const SURE: f32 = 0.93;
const CLEAR: f32 = 0.7;

/// What is less likely an upper face than this, by its own looks and after all dice were asked where up is, is none.
const MAYBE_FACE: f32 = 0.1;
const FACE: f32 = 0.5;

/// How much likelier (the logarithm) an upper face's normal points where all dice say up is than that of anything else does.
const AGREES: f64 = 1.6;

/// A die whose normal is farther than this from where the dice say up is (sines) may lean.
const LEANS: f64 = 0.4;

/// Faces whose normals differ by more than this (sines) and that are nearer than this, in sides, are two of one die.
const OTHER_UP: f32 = 0.3;
const ONE_DIE: f32 = 1.0;

/// Upper faces are never nearer than this share of a side; after the first look only places that are the same are one.
const NEAREST: f32 = 0.6;
const SAME: f32 = 0.25;

/// A first look that moved by more than this share of a side, or this change of size, is taken again.
const FAR: f32 = 0.2;
const FAR_OCTAVES: f32 = 0.3;

/// The detector's places that are looked at: at least this likely, and no more than so many.
const PLACE: f32 = 0.08;
const MOST_PLACES: usize = 80;

/// Turns of the looks that read a face, which is the same from every side; the later ones are taken where the first ones leave a
/// doubt.
const FIRST_TURNS: [(f32, bool); 2] = [(0.4, false), (0.4 + FRAC_PI_2, true)];
const LATER_TURNS: [(f32, bool); 4] =
    [(1.2 + PI, false), (1.2 - FRAC_PI_2, true), (0.4 + PI, false), (0.8, true)];

/// What the first looks say at least this surely needs no more of them: a value, or that no face is there.
const NO_DOUBT: f32 = 0.99;
const NO_FACE: f32 = 0.8;

static NETWORKS: LazyLock<DiceNetworks> = LazyLock::new(|| {
    DiceNetworks::new(include_bytes!("../data/detector.weights"), include_bytes!("../data/faces.weights"))
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
}

/// All dice with pips in a picture.
pub(crate) fn dice_with_pips(pyramid: &Pyramid) -> Vec<DieReading> {
    upper(&faces(&NETWORKS, pyramid)).collect()
}

/// All faces that may be upper ones, each once.
fn faces(networks: &DiceNetworks, pyramid: &Pyramid) -> Vec<SeenFace> {
    let mut places = detector::candidates(&networks.detector, pyramid, PLACE);
    places.truncate(MOST_PLACES);
    // The first look puts the view right; what was far off is looked at again from nearer by. Several places may then be one.
    let (far, near): (Vec<_>, Vec<_>) =
        refined(networks, pyramid, &places).into_iter().partition(|(from, to)| {
            !from.is_at(to, FAR) || (from.side_px / to.side_px).log2().abs() > FAR_OCTAVES
        });
    let far = apart(far.into_iter().map(|(_, to)| to).collect());
    let again = refined(networks, pyramid, &far);
    let places = apart(near.into_iter().chain(again).map(|(_, to)| to).collect());
    let mut looks = looks_at(networks, pyramid, &places, &FIRST_TURNS);
    let doubtful: Vec<usize> =
        (0..places.len()).filter(|number| SeenFace::new(&looks[*number]).is_doubtful()).collect();
    let again: Vec<Candidate> = doubtful.iter().map(|number| places[*number]).collect();
    let later = looks_at(networks, pyramid, &again, &LATER_TURNS);
    for (number, more) in doubtful.iter().zip(later) {
        looks[*number].extend(more);
    }
    let faces = looks.iter().map(|looks| SeenFace::new(looks));
    each_once(faces.filter(|face| face.place.score > MAYBE_FACE).collect())
}

/// The likeliest faces, none twice. A side and the upper face of one die may be near to each other.
fn each_once(mut faces: Vec<SeenFace>) -> Vec<SeenFace> {
    faces.sort_by(|a, b| b.place.score.total_cmp(&a.place.score));
    suppressed(faces, |face, other| {
        let share = if distance(face.sine, other.sine) > OTHER_UP { SAME } else { NEAREST };
        face.place.is_at(&other.place, share)
    })
}

/// For each place its looks, all taken in one batch.
fn looks_at(
    networks: &DiceNetworks,
    pyramid: &Pyramid,
    places: &[Candidate],
    turns: &[(f32, bool)],
) -> Vec<Vec<Look>> {
    let at = |place: &Candidate| {
        let (middle_px, side_px) = (place.middle_px, place.side_px);
        turns.iter().map(move |&(turn, mirrored)| PIPS.view((middle_px, side_px), turn, mirrored))
    };
    let views: Vec<View> = places.iter().flat_map(at).collect();
    PIPS.look(&networks.faces, pyramid, &views).chunks_exact(turns.len()).map(<[Look]>::to_vec).collect()
}

/// Places where a first look sees a face, and where it is more exactly.
fn refined(networks: &DiceNetworks, pyramid: &Pyramid, places: &[Candidate]) -> Vec<(Candidate, Candidate)> {
    let looks = looks_at(networks, pyramid, places, &[(0.0, false)]);
    let seen = looks.iter().map(|looks| SeenFace::new(looks).place);
    places.iter().copied().zip(seen).filter(|(_, seen)| seen.score > MAYBE_FACE).collect()
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
fn upper(faces: &[SeenFace]) -> impl Iterator<Item = DieReading> {
    let sightings: Vec<Vec<Sighting>> = faces.iter().map(|face| vec![face.sighting()]).collect();
    let verdicts = verdicts(&sightings, 0.0);
    let odds: Vec<f64> =
        verdicts.iter().map(|verdict| verdict.p.iter().sum()).map(|p: f64| p / (1.0 - p).max(1e-9)).collect();
    (0..faces.len()).filter_map(move |number| {
        let others = (0..faces.len()).filter(|other| *other != number);
        let of_one_die: Vec<usize> =
            others.filter(|other| faces[number].is_of_one_die_with(&faces[*other])).collect();
        let is_upper = of_one_die.iter().all(|other| (odds[*other], number) < (odds[number], *other));
        let all = 1.0 + odds[number] + of_one_die.iter().map(|other| odds[*other]).sum::<f64>();
        let likely = (odds[number] / all) as f32;
        (is_upper && likely > FACE).then(|| faces[number].reading(likely, verdicts[number].apart))
    })
}

impl SeenFace {
    fn new(looks: &[Look]) -> Self {
        let mean = Look::mean(looks);
        let classes = Look::classes_together(looks);
        let place = Candidate { middle_px: mean.middle_px, side_px: mean.side_px, score: 1.0 - classes[0] };
        Self { place, classes, clear: mean.clear, sine: mean.sine() }
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
        }
    }

    fn is_of_one_die_with(&self, other: &Self) -> bool {
        distance(self.sine, other.sine) > OTHER_UP && self.place.is_at(&other.place, ONE_DIE)
    }

    /// What it shows if it is an upper face as likely as this, whose normal is so far from where up is.
    fn reading(&self, upper: f32, apart: f64) -> DieReading {
        let values = (1_u8..).zip(self.classes.iter().skip(1).copied());
        let (value, likely) = values.fold((1, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        let likely = upper * likely / self.place.score.max(1e-6);
        let (x, y) = self.place.middle_px;
        DieReading {
            kind: DieKind::D6,
            value,
            x: f64::from(x),
            y: f64::from(y),
            side_px: f64::from(self.place.side_px),
            sure: likely > SURE && self.clear > CLEAR && apart < LEANS,
            p: f64::from(likely * self.clear),
            name: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_whole() {
        assert!(NETWORKS.detector.layers.len() > 1);
        assert!(NETWORKS.faces.layers.len() > 1);
    }

    /// A face that looks like a five, with its normal.
    fn seen(middle_px: (f32, f32), sine: (f32, f32)) -> SeenFace {
        let place = Candidate { middle_px, side_px: 30.0, score: 0.96 };
        SeenFace { place, classes: [0.04, 0.0, 0.0, 0.0, 0.0, 0.96, 0.0], clear: 0.95, sine }
    }

    /// Dice seen from 35 degrees, and one whose side looks as much like an upper face as its upper face does.
    #[test]
    fn the_other_dice_say_which_of_two_faces_is_the_upper_one() {
        let others = [(50.0, 60.0), (200.0, 80.0), (190.0, 200.0), (60.0, 190.0)];
        let mut faces: Vec<SeenFace> = others.map(|middle_px| seen(middle_px, (0.0, -0.57))).into();
        faces.push(seen((120.0, 124.0), (0.0, 0.75)));
        faces.push(seen((120.0, 100.0), (0.0, -0.6)));
        let read: Vec<DieReading> = upper(&faces).collect();
        let places: Vec<f64> = read.iter().map(|die| die.y).collect();
        assert_eq!(places, [60.0, 80.0, 200.0, 190.0, 100.0]);
        assert!(read.iter().all(|die| die.p > 0.8 && die.value == 5), "{read:?}");
    }

    #[test]
    fn a_die_that_leans_is_asked_about() {
        let level = [(50.0, 60.0), (200.0, 80.0), (120.0, 200.0), (210.0, 220.0)];
        let mut faces: Vec<SeenFace> = level.map(|middle_px| seen(middle_px, (0.0, -0.2))).into();
        faces.push(seen((60.0, 210.0), (0.3, 0.35)));
        let sure: Vec<bool> = upper(&faces).map(|die| die.sure).collect();
        assert_eq!(sure, [true, true, true, true, false]);
    }
}
