//! From a picture to readings.

use crate::detector::{self, Candidate};
use crate::faces::{self, PIPS};
use crate::lean::{Stand, leaning};
use crate::network::DiceNetworks;
use crate::pyramid::{Pyramid, View};
use crate::reading::{DieKind, DieReading};
use crate::taught::DiceSet;
use crate::taught::read::TaughtReader;
use crate::taught::upper_face::{self, UpperFace};
use opencv::core::{CV_8UC3, Mat, Rect};
use opencv::prelude::*;
use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::LazyLock;
use thiserror::Error;

/// Why a picture can't be read.
#[derive(Debug, Error)]
pub enum DiceError {
    /// No colour picture of bytes, or an empty one.
    #[error("Dice are read in colour pictures with a byte for each colour, and this one is something else.")]
    NotAColourPicture,
    /// The tray isn't in the picture.
    #[error("The tray lies outside of the picture, which is {width} x {height} pixels: draw it anew.")]
    TrayOutside {
        /// The picture's width, pixels.
        width: i32,
        /// The picture's height, pixels.
        height: i32,
    },
    /// OpenCV failed.
    #[error("The picture can't be worked on ({0}): take another one.")]
    OpenCv(#[from] opencv::Error),
}

/// A reading that is less likely right than this is asked about, and one that is less likely level and all seen. The second is
/// known less exactly: dice that lean are few, and the network hardly ever says more than nine tenths of a small one.
const SURE: f32 = 0.95;
const CLEAR: f32 = 0.8;

/// What is less likely an upper face than this is none; after the first look a little is enough for the next ones.
const FACE: f32 = 0.5;
const MAYBE_FACE: f32 = 0.1;

/// A face that looks like one with pips more than this has some, if they are read for sure; and more than this it may have
/// some, if no number is read for sure.
const LIKELY_PIPS: f32 = 0.5;
const MAYBE_PIPS: f32 = 0.1;

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

/// Reads all dice with pips in a picture, or in a tray of it, those first that look largest.
///
/// A die that leans, is partly hidden, or can't be told beyond doubt is not `sure`.
///
/// # Errors
/// [`DiceError`], when the picture isn't a colour picture or the tray isn't in it.
pub fn read(picture: &Mat, tray: Option<Rect>) -> Result<Vec<DieReading>, DiceError> {
    read_with(picture, tray, &DiceSet::default())
}

/// Reads all dice in a picture, or in a tray of it: those with pips and those that were taught. For many pictures a
/// [`DiceReader`] is quicker.
///
/// # Errors
/// [`DiceError`], when the picture isn't a colour picture or the tray isn't in it.
pub fn read_with(picture: &Mat, tray: Option<Rect>, set: &DiceSet) -> Result<Vec<DieReading>, DiceError> {
    DiceReader::new(set).read(picture, tray)
}

/// Reads pictures with the same taught dice, which are made ready once.
pub struct DiceReader {
    taught: TaughtReader,
}

impl DiceReader {
    /// For a set of taught dice; without any it reads pips only.
    pub fn new(set: &DiceSet) -> Self {
        Self { taught: TaughtReader::new(set) }
    }

    /// Reads all dice in a picture, or in a tray of it, those first that look largest.
    ///
    /// # Errors
    /// [`DiceError`], when the picture isn't a colour picture or the tray isn't in it.
    pub fn read(&self, picture: &Mat, tray: Option<Rect>) -> Result<Vec<DieReading>, DiceError> {
        if picture.typ() != CV_8UC3 || picture.empty() {
            return Err(DiceError::NotAColourPicture);
        }
        let (width, height) = (picture.cols(), picture.rows());
        let whole = Rect::new(0, 0, width, height);
        let part = tray.map_or(whole, |tray| tray & whole);
        if part.width < 2 || part.height < 2 {
            return Err(DiceError::TrayOutside { width, height });
        }
        let pyramid = Pyramid::new(&Mat::roi(picture, part)?.try_clone()?)?;
        let (mut readings, numbered) = self.taught.read(&pyramid);
        let pips: Vec<DieReading> = dice(&NETWORKS, &pyramid).iter().map(SeenDie::reading).collect();
        // What looks like pips on a numbered die is a mistake.
        let on_its_own = |mut pips: DieReading| {
            if let Some(face) = nearest(&numbered, &pips) {
                let number = readings.iter().find(|read| pips.is_on(read));
                let least = if number.is_some_and(|number| number.sure) { LIKELY_PIPS } else { MAYBE_PIPS };
                if !pips.sure || face.classes[upper_face::PIPS] < least {
                    return None;
                }
                pips.sure = face.classes[upper_face::PIPS] > LIKELY_PIPS;
            }
            Some(pips)
        };
        let pips: Vec<DieReading> = pips.into_iter().filter_map(on_its_own).collect();
        readings.retain(|read| !pips.iter().any(|pips| pips.is_on(read)));
        readings.extend(pips);
        for reading in &mut readings {
            reading.x += f64::from(part.x);
            reading.y += f64::from(part.y);
        }
        readings.sort_by(|a, b| b.side_px.total_cmp(&a.side_px));
        Ok(readings)
    }
}

/// The upper face of a numbered die on which a reading lies, if there is one.
fn nearest<'a>(numbered: &'a [UpperFace], reading: &DieReading) -> Option<&'a UpperFace> {
    let off = |face: &UpperFace| {
        (f64::from(face.middle_px.0) - reading.x).hypot(f64::from(face.middle_px.1) - reading.y)
    };
    let held = numbered.iter().filter(|face| face.holds(reading));
    held.min_by(|a, b| off(a).total_cmp(&off(b)))
}

/// None, and the values one to six.
const CLASSES: usize = 7;

type Look = faces::Look<CLASSES>;

/// A die as the networks see it.
struct SeenDie {
    /// The place of its upper face.
    place: Candidate,
    /// The probability of each class.
    classes: [f32; CLASSES],
    /// The probability that it is level and its upper face all seen.
    clear: f32,
    /// The upper face's normal in the picture.
    up: (f32, f32),
    /// Does it disagree with the others about where up is?
    leans: bool,
}

fn dice(networks: &DiceNetworks, pyramid: &Pyramid) -> Vec<SeenDie> {
    let mut places = detector::candidates(&networks.detector, pyramid, PLACE);
    places.truncate(MOST_PLACES);
    // The first look puts the view right; what was far off is looked at again from nearer by. Several places may then be one.
    let (far, near): (Vec<_>, Vec<_>) =
        refined(networks, pyramid, &places).into_iter().partition(|(from, to)| {
            !from.is_at(to, FAR) || (from.side_px / to.side_px).log2().abs() > FAR_OCTAVES
        });
    let far = apart(far.into_iter().map(|(_, to)| to).collect(), |place| place, SAME);
    let again = refined(networks, pyramid, &far);
    let places = near.into_iter().chain(again).map(|(_, to)| to).collect();
    let places = apart(places, |place| place, SAME);
    let mut looks = looks_at(networks, pyramid, &places, &FIRST_TURNS);
    let doubtful: Vec<usize> =
        (0..places.len()).filter(|number| SeenDie::new(&looks[*number]).is_doubtful()).collect();
    let again: Vec<Candidate> = doubtful.iter().map(|number| places[*number]).collect();
    for (number, more) in doubtful.iter().zip(looks_at(networks, pyramid, &again, &LATER_TURNS)) {
        looks[*number].extend(more);
    }
    let mut dice: Vec<SeenDie> = looks.iter().map(|looks| SeenDie::new(looks)).collect();
    dice.retain(|die| die.place.score > FACE);
    let mut dice = apart(dice, |die| &die.place, NEAREST);
    let stands: Vec<Stand> =
        dice.iter().map(|die| Stand { middle_px: die.place.middle_px, up: die.up }).collect();
    dice.iter_mut().zip(leaning(&stands)).for_each(|(die, leans)| die.leans = leans);
    dice
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
    let seen = looks.iter().map(|looks| SeenDie::new(looks).place);
    places.iter().copied().zip(seen).filter(|(_, seen)| seen.score > MAYBE_FACE).collect()
}

/// The likeliest ones, none nearer to a likelier one than a share of its side.
fn apart<T>(mut all: Vec<T>, place: impl Fn(&T) -> &Candidate, share: f32) -> Vec<T> {
    all.sort_by(|a, b| place(b).score.total_cmp(&place(a).score));
    let mut kept: Vec<T> = Vec::new();
    for one in all {
        if kept.iter().all(|other| !place(&one).is_at(place(other), share)) {
            kept.push(one);
        }
    }
    kept
}

impl SeenDie {
    fn new(looks: &[Look]) -> Self {
        let mean = Look::mean(looks);
        let classes = Look::classes_together(looks);
        let place = Candidate { middle_px: mean.middle_px, side_px: mean.side_px, score: 1.0 - classes[0] };
        Self { place, classes, clear: mean.clear, up: mean.up, leans: false }
    }

    fn is_doubtful(&self) -> bool {
        let most = self.classes.iter().skip(1).copied().fold(0.0, f32::max);
        most < NO_DOUBT && self.classes[0] < NO_FACE
    }

    fn reading(&self) -> DieReading {
        let values = (1_u8..).zip(self.classes.iter().skip(1).copied());
        let (value, likely) = values.fold((1, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        let p = likely * self.clear;
        let (x, y) = self.place.middle_px;
        DieReading {
            kind: DieKind::D6,
            value,
            x: f64::from(x),
            y: f64::from(y),
            side_px: f64::from(self.place.side_px),
            sure: likely > SURE && self.clear > CLEAR && !self.leans,
            p: f64::from(p),
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

    #[test]
    fn what_is_no_colour_picture_or_no_tray_is_refused_in_one_sentence() {
        let grey = Mat::zeros(40, 50, opencv::core::CV_8UC1).unwrap().to_mat().unwrap();
        assert!(matches!(read(&grey, None), Err(DiceError::NotAColourPicture)));
        let colour = Mat::zeros(40, 50, CV_8UC3).unwrap().to_mat().unwrap();
        let outside = read(&colour, Some(Rect::new(60, 0, 20, 20))).unwrap_err();
        assert_eq!(
            outside.to_string(),
            "The tray lies outside of the picture, which is 50 x 40 pixels: draw it anew."
        );
        assert!(read(&colour, None).unwrap().is_empty());
    }
}
