//! Reading dice that were taught.

use crate::lean::{Stand, leaning};
use crate::pyramid::Pyramid;
use crate::reading::{DieKind, DieReading};
use crate::taught::compare::{Likeness, Look, Template};
use crate::taught::patch::Frame;
use crate::taught::set::DiceSet;
use crate::taught::upper_face::{PIPS, UpperFace, upper_faces};

/// A reading that is less likely right than this is asked about.
const SURE: f64 = 0.98;

/// Faces whose coarse correlation is this far below the best are no longer looked at.
const HOPELESS: f32 = 0.25;

/// How many independent pixels a face's comparison is worth.
const EVIDENCE: f64 = 30.0;

/// The correlation with a face that isn't any of those taught.
const STRANGER: f64 = 0.70;

/// How far two measures of a normal may be apart, in lengths of it: about 20 degrees.
const LEAN: f32 = 0.36;

/// How far the logarithm of a die's colour ratios moves between lights, and that of its brightness.
const CHROMA_SPREAD: f64 = 0.25;
const LIGHT_SPREAD: f64 = 0.8;

/// The dice of a set, ready to be read.
pub(crate) struct TaughtReader {
    faces: Vec<KnownFace>,
    names: Vec<(String, DieKind)>,
}

struct KnownFace {
    die: usize,
    value: u8,
    template: Template,
}

impl TaughtReader {
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

    /// All dice that look like one of a taught kind, and the upper faces of all numbered dice, taught or not.
    pub(crate) fn read(&self, pyramid: &Pyramid) -> (Vec<DieReading>, Vec<UpperFace>) {
        let (mut readings, mut stands, mut numbered) = (Vec::new(), Vec::new(), Vec::new());
        if self.faces.is_empty() {
            return (readings, numbered);
        }
        for face in upper_faces(pyramid) {
            let read = self.reading(pyramid, &face);
            if read.is_some() || face.classes[0] + face.classes[PIPS] < 0.5 {
                numbered.push(face);
            }
            if let Some((reading, stand)) = read {
                readings.push(reading);
                stands.push(stand);
            }
        }
        for (reading, leans) in readings.iter_mut().zip(leaning(&stands)) {
            reading.sure &= !leans;
        }
        (readings, numbered)
    }

    fn reading(&self, pyramid: &Pyramid, face: &UpperFace) -> Option<(DieReading, Stand)> {
        let kinds: Vec<f64> = self.names.iter().map(|(_, kind)| f64::from(face.is_of(*kind))).collect();
        if kinds.iter().all(|kind| *kind < 0.05) {
            return None;
        }
        let look = Look::new(pyramid, &Frame::of(face));
        let coarse: Vec<Likeness> = self.faces.iter().map(|known| known.template.nearest(&look)).collect();
        let most = coarse.iter().map(|like| like.correlation).fold(f32::MIN, f32::max);
        let aligned = |(known, coarse): (&KnownFace, &Likeness)| {
            let hopeful = coarse.correlation > most - HOPELESS;
            hopeful.then(|| known.template.aligned(pyramid, coarse))
        };
        let likes: Vec<Option<Likeness>> = self.faces.iter().zip(&coarse).map(aligned).collect();
        let weight = |(known, like): (&KnownFace, &Option<Likeness>)| {
            like.as_ref().map_or(0.0, |like| {
                let kind = kinds.get(known.die).copied().unwrap_or(0.0).max(0.01);
                let colour = colour_likelihood(&like.mean, &known.template.mean);
                kind * likelihood(f64::from(like.correlation)) * colour
            })
        };
        let weights: Vec<f64> = self.faces.iter().zip(&likes).map(weight).collect();
        let total = weights.iter().sum::<f64>() + 0.05 * likelihood(STRANGER);
        let at = weights.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)?;
        let (best, like) = (self.faces.get(at)?, likes.get(at)?.as_ref()?);
        let same = self.faces.iter().zip(&weights);
        let same = same.filter(|(known, _)| known.die == best.die && known.value == best.value);
        let p = same.map(|(_, weight)| weight).sum::<f64>() / total;
        // What hardly looks like a die and not at all like a taught face is none.
        if face.classes[0] > 0.25 && p < 0.3 {
            return None;
        }
        // The network says how the upper face is foreshortened; another face of the die is foreshortened in another way.
        let up = like.frame.lean(face.up);
        let level = (up.0 - face.up.0).hypot(up.1 - face.up.1) < LEAN;
        let middle = like.frame.middle();
        if std::env::var_os("DICE_DEBUG").is_some() {
            let mut all: Vec<(f32, u8)> = likes
                .iter()
                .zip(&self.faces)
                .filter_map(|(l, f)| l.map(|l| (l.correlation, f.value)))
                .collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let off = (middle.x - face.middle_px.0).hypot(middle.y - face.middle_px.1) / face.side_px;
            println!(
                "DBG at {:.0},{:.0} side {:.1} {:?} p {p:.4} off {off:.2} up net {:.2},{:.2} measured {:.2},{:.2} level {level} clear {:.2} c0 {:.2} kind {:?}",
                middle.x,
                middle.y,
                face.side_px,
                &all[..all.len().min(3)],
                face.up.0,
                face.up.1,
                up.0,
                up.1,
                face.clear,
                face.classes[0],
                kinds
            );
        }
        let (name, kind) = self.names.get(best.die)?;
        let reading = DieReading {
            kind: *kind,
            value: best.value,
            x: f64::from(middle.x),
            y: f64::from(middle.y),
            side_px: f64::from(face.side_px),
            sure: p > SURE && level && face.clear > 0.5 && face.classes[0] < 0.2,
            p,
            name: Some(name.clone()),
        };
        Some((reading, Stand { middle_px: (middle.x, middle.y), up }))
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
