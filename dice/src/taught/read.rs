//! Reading dice that were taught.

use crate::pyramid::Pyramid;
use crate::reading::{DieKind, DieReading};
use crate::taught::compare::{Likeness, Look, Template};
use crate::taught::patch::Frame;
use crate::taught::set::DiceSet;
use crate::taught::upper_face::{UpperFace, upper_faces};

/// A reading that is less likely right than this is asked about.
const SURE: f64 = 0.98;

/// Faces whose coarse correlation is this far below the best are no longer looked at.
const HOPELESS: f32 = 0.25;

/// How many independent pixels a face's comparison is worth.
const EVIDENCE: f64 = 30.0;

/// The correlation with a face that isn't any of those taught.
const STRANGER: f64 = 0.70;

/// How far the logarithm of a die's colour ratios moves between lights, and that of its brightness.
const CHROMA_SPREAD: f64 = 0.25;
const LIGHT_SPREAD: f64 = 0.8;

/// The dice of a set, ready to be read.
pub(crate) struct Reader {
    faces: Vec<KnownFace>,
    names: Vec<(String, DieKind)>,
}

struct KnownFace {
    die: usize,
    value: u8,
    template: Template,
}

impl Reader {
    pub(crate) fn new(set: &DiceSet) -> Self {
        let names = set.dice.iter().map(|die| (die.name.clone(), die.kind)).collect();
        let faces = set.dice.iter().enumerate().flat_map(|(die, taught)| {
            taught.faces.iter().flat_map(move |face| {
                let view = move |view: &crate::taught::set::FaceView| KnownFace {
                    die,
                    value: face.value,
                    template: Template::new(&view.pixels),
                };
                face.views.iter().map(view)
            })
        });
        Self { faces: faces.collect(), names }
    }

    /// All dice that look like one of a taught kind.
    pub(crate) fn read(&self, pyramid: &Pyramid) -> Vec<DieReading> {
        if self.faces.is_empty() {
            return Vec::new();
        }
        upper_faces(pyramid).iter().filter_map(|face| self.reading(pyramid, face)).collect()
    }

    fn reading(&self, pyramid: &Pyramid, face: &UpperFace) -> Option<DieReading> {
        let kinds: Vec<f64> = self.names.iter().map(|(_, kind)| f64::from(face.is_of(*kind))).collect();
        if kinds.iter().all(|kind| *kind < 0.05) {
            return None;
        }
        let look = Look::new(pyramid, &Frame::of(face));
        let coarse: Vec<Likeness> = self.faces.iter().map(|known| known.template.nearest(&look)).collect();
        let most = coarse.iter().map(|like| like.correlation).fold(f32::MIN, f32::max);
        let weights: Vec<f64> = self
            .faces
            .iter()
            .zip(&coarse)
            .map(|(known, coarse)| {
                if coarse.correlation < most - HOPELESS {
                    return 0.0;
                }
                let like = known.template.aligned(pyramid, coarse);
                let kind = kinds.get(known.die).copied().unwrap_or(0.0).max(0.01);
                kind * likelihood(f64::from(like.correlation))
                    * colour_likelihood(&like.mean, &known.template.mean)
            })
            .collect();
        let total = weights.iter().sum::<f64>() + 0.05 * likelihood(STRANGER);
        let best = weights.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)?;
        let best = self.faces.get(best)?;
        let share = |of: &dyn Fn(&KnownFace) -> bool| {
            let each = self.faces.iter().zip(&weights).filter(|(known, _)| of(known));
            each.map(|(_, weight)| weight).sum::<f64>() / total
        };
        let p = share(&|known| known.die == best.die && known.value == best.value);
        let (name, kind) = self.names.get(best.die)?;
        Some(DieReading {
            kind: *kind,
            value: best.value,
            x: f64::from(face.middle_px.0),
            y: f64::from(face.middle_px.1),
            side_px: f64::from(face.side_px),
            sure: p > SURE && face.clear > 0.5 && face.classes[0] < 0.2,
            p,
            name: Some(name.clone()),
        })
    }
}

/// The likelihood of a correlation: differences are noise of a strength that isn't known.
fn likelihood(correlation: f64) -> f64 {
    (1.0 - correlation + 0.02).powf(-0.5 * EVIDENCE)
}

/// The likelihood of a mean colour in another light.
fn colour_likelihood(seen: &[f32; 3], taught: &[f32; 3]) -> f64 {
    let logs = |colour: &[f32; 3]| colour.map(|channel| f64::from(channel.max(0.02)).ln());
    let (seen, taught) = (logs(seen), logs(taught));
    let off = [0, 1, 2].map(|channel| seen[channel] - taught[channel]);
    let light = off.iter().sum::<f64>() / 3.0;
    let chroma = off.iter().map(|off| (off - light).powi(2)).sum::<f64>();
    (-0.5 * (chroma / CHROMA_SPREAD.powi(2) + (light / LIGHT_SPREAD).powi(2))).exp()
}
