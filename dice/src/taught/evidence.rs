//! What speaks for a taught face that is seen on a die, and how much each witness counts.
//!
//! Of all the taught faces that are seen on a die one lies on top, or none: a conditional logit model (McFadden, 1974), in which
//! each witness's likelihood counts with a power. Witnesses are not independent, and some are thought surer than they are.

use crate::camera_filter::CameraFilter;
use crate::taught::whole::PoseLikeness;
use crate::upright::{Exactness, Measure, Sighting, Verdict, verdicts};

/// What is seen of a taught face on a die.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FaceEvidence {
    /// The number of its die in the set.
    pub die: usize,
    /// Its value.
    pub value: u8,
    /// Where it is seen, pixels.
    pub middle_px: (f32, f32),
    /// The correlations of its ink and of its colours, where its likeness was found.
    pub alike: Option<(f64, f64)>,
    /// How likely its die is of this kind.
    pub kind: f64,
    /// The logarithm of the likelihood of its mean colour, in any light.
    pub light: f64,
    /// The logarithm of the likelihood of what is read there, if this is its number.
    pub number: f64,
    /// The same of what is read in its die's ink alone.
    pub inked: f64,
    /// How it leans from the line of sight, by what is foreshortened; where its likeness was found.
    pub lean: Option<(f32, f32)>,
    /// Its normal, by where it lies on its die.
    pub placed: (f32, f32),
    /// How its die looks as a whole if it lies so.
    pub whole: Option<WholeEvidence>,
}

/// How a die looks as a whole in a pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WholeEvidence {
    /// The correlation with what was taught.
    pub correlation: f64,
    /// The upper face's normal: the sine of the angle from the line of sight, right and down.
    pub normal: (f32, f32),
}

impl From<PoseLikeness> for WholeEvidence {
    fn from(found: PoseLikeness) -> Self {
        Self { correlation: f64::from(found.correlation), normal: found.pose.normal() }
    }
}

/// The powers with which the witnesses' likelihoods count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Powers {
    /// Of ink that looks alike.
    pub ink: f64,
    /// Of colours that look alike.
    pub colours: f64,
    /// Of its die's kind.
    pub kind: f64,
    /// Of its mean colour.
    pub light: f64,
    /// Of its number.
    pub number: f64,
    /// Of its number in ink.
    pub inked: f64,
    /// Of its normal by what is foreshortened.
    pub lean: f64,
    /// Of its normal by where it lies on its die.
    pub placed: f64,
    /// Of a whole die that looks alike.
    pub whole: f64,
    /// Of its normal by the whole die's pose.
    pub posed: f64,
    /// The logarithm of the likelihood of a face whose likeness wasn't found.
    pub number_only: f64,
    /// The logarithm of the likelihood that none of the taught faces lies on top.
    pub none: f64,
}

/// Near those found by `dice/examples/weigh.rs` on some sets of dice, which differ: a few dice say little of twelve powers. That of
/// the kind is set, as these dice are all of the kind that was taught; those of the two numbers are, as few of these dice are
/// speckled: they lie between two pairs that had no reading wrong on eight other dice.
pub const POWERS: Powers = Powers {
    ink: 0.4,
    colours: 1.0,
    kind: 0.3,
    light: 1.5,
    number: 1.0,
    inked: 0.6,
    lean: 1.5,
    placed: 1.75,
    whole: 1.0,
    posed: 1.2,
    number_only: 1.2,
    none: -5.0,
};

/// How exact a face's normal is by what is foreshortened, by where the face lies on its die, and by the whole die's pose (standard
/// deviations of its sine).
const LEAN_SPREAD: f64 = 0.22;
const PLACED_SPREAD: f64 = 0.2;
const POSED_SPREAD: f64 = 0.1;

/// A correlation's distance from one that is as good as none.
const ALIKE: f64 = 0.02;

/// How far the logarithm of a die's colour ratios moves between lights, and that of its brightness.
const CHROMA_SPREAD: f64 = 0.25;
const LIGHT_SPREAD: f64 = 0.8;

/// Added to colours before their logarithm, so that what is nearly black counts little; and the most that another light takes
/// away (the logarithm of a likelihood): lamps may be of any colour.
const DARK: f32 = 0.06;
const OTHER_LIGHT: f64 = 5.0;

impl Powers {
    /// For each die the probability of each face that is seen on it to lie on top; what is left is that of none of them. They are
    /// seen in a picture of this width and height.
    pub fn shares(&self, dice: &[Vec<FaceEvidence>], size_px: (usize, usize)) -> Vec<Vec<f64>> {
        let (verdicts, _) = self.verdicts(dice.iter().map(|faces| faces.iter()), &CameraFilter::of(size_px));
        verdicts.into_iter().map(|verdict| verdict.p).collect()
    }

    /// Which of the faces seen on each die is the upper one; and how likely all is (the logarithm) by each way in which the camera may see
    /// "up".
    pub(crate) fn verdicts<'a>(
        &self,
        dice: impl Iterator<Item = impl Iterator<Item = &'a FaceEvidence>>,
        camera: &CameraFilter,
    ) -> (Vec<Verdict>, Vec<f64>) {
        let sightings: Vec<Vec<Sighting>> =
            dice.map(|faces| faces.map(|face| self.sighting(face)).collect()).collect();
        let exactness = Exactness {
            lean: Measure { spread: LEAN_SPREAD, power: self.lean },
            seen: Measure { spread: PLACED_SPREAD, power: self.placed },
            posed: Measure { spread: POSED_SPREAD, power: self.posed },
        };
        verdicts(&sightings, self.none, &exactness, camera)
    }

    fn sighting(&self, face: &FaceEvidence) -> Sighting {
        // Differences are noise of a strength that isn't known.
        let log = |correlation: f64| -(1.0 - correlation + ALIKE).ln();
        let alike = face
            .alike
            .map_or(self.number_only, |(ink, colours)| self.ink * log(ink) + self.colours * log(colours));
        let whole = self.whole * face.whole.map_or(0.0, |whole| log(whole.correlation));
        let other = whole
            + self.kind * face.kind.ln()
            + self.light * face.light
            + self.number * face.number
            + self.inked * face.inked;
        Sighting {
            middle_px: face.middle_px,
            log_likelihood: alike + other,
            lean: face.lean,
            seen: face.placed,
            posed: face.whole.map(|whole| whole.normal),
        }
    }
}

/// The logarithm of the likelihood of a mean colour in another light.
pub(crate) fn colour_likelihood(seen: &[f32; 3], taught: &[f32; 3]) -> f64 {
    let logs = |colour: &[f32; 3]| colour.map(|channel| f64::from(channel + DARK).ln());
    let (seen, taught) = (logs(seen), logs(taught));
    let off = [0, 1, 2].map(|channel| seen[channel] - taught[channel]);
    let light = off.iter().sum::<f64>() / 3.0;
    let chroma = off.iter().map(|off| (off - light).powi(2)).sum::<f64>();
    (-0.5 * (chroma / CHROMA_SPREAD.powi(2) + (light / LIGHT_SPREAD).powi(2))).max(-OTHER_LIGHT)
}
