//! What the networks say against what they ought to say.

use crate::samples::{CellTruth, FaceTruth};
use dice::detector;
use dice::faces;
use dice::network::Maps;

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The slope of a smoothed absolute difference.
fn huber(difference: f32, width: f32) -> (f32, f32) {
    if difference.abs() < width {
        (0.5 * difference * difference / width, difference / width)
    } else {
        (difference.abs() - 0.5 * width, difference.signum())
    }
}

/// The loss of the detector's outputs, and its slopes.
pub fn scene_loss(outputs: &Maps, truth: &[CellTruth]) -> (f32, Vec<f32>) {
    let mut slopes = vec![0.0; outputs.values.len()];
    // A part of a batch without a face must not count more than the others.
    let (mut loss, mut faces) = (0.0, 10.0);
    for ((out, slope), truth) in outputs
        .values
        .chunks_exact(detector::OUTPUTS)
        .zip(slopes.chunks_exact_mut(detector::OUTPUTS))
        .zip(truth)
    {
        let p = sigmoid(out[0]);
        // Cells that are easy count less (focal loss; Lin and others, 2017).
        match *truth {
            CellTruth::Either => {}
            CellTruth::Nothing => {
                slope[0] = p * p * p;
                loss += -p * p * (1.0 - p).max(1e-7).ln();
            }
            CellTruth::Face { off, size } => {
                faces += 1.0;
                slope[0] = (p - 1.0) * (1.0 - p).powi(2).max(0.05);
                loss += -(1.0 - p).powi(2) * p.max(1e-7).ln();
                for (at, wanted, weight) in [(1, off.0, 0.3), (2, off.1, 0.3), (3, size, 0.5)] {
                    let (more, steep) = huber(out[at] - wanted, 0.2);
                    loss += weight * more;
                    slope[at] = weight * steep;
                }
            }
        }
    }
    slopes.iter_mut().for_each(|slope| *slope /= faces);
    (loss / faces, slopes)
}

/// The loss of a face network's outputs, and its slopes.
pub fn face_loss(classes: usize, outputs: &Maps, truth: &[FaceTruth]) -> (f32, Vec<f32>) {
    let mut slopes = vec![0.0; outputs.values.len()];
    let mut loss = 0.0;
    let each = 1.0 / truth.len() as f32;
    let count = classes + faces::MEASURES;
    for ((out, slope), truth) in
        outputs.values.chunks_exact(count).zip(slopes.chunks_exact_mut(count)).zip(truth)
    {
        let most = out[..classes].iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = out[..classes].iter().map(|out| (out - most).exp()).sum();
        for class in 0..classes {
            let p = (out[class] - most).exp() / sum;
            slope[class] = p - f32::from(u8::from(class == truth.class));
            if class == truth.class {
                loss -= truth.weight * each * p.max(1e-9).ln();
            }
        }
        let wanted =
            truth.place.map_or([None; 3], |(right, down, size)| [Some(right), Some(down), Some(size)]);
        let up = truth.up.map_or([None; 2], |(right, down)| [Some(right), Some(down)]);
        for (at, wanted) in wanted.into_iter().chain(up).enumerate() {
            if let Some(wanted) = wanted {
                let (more, steep) = huber(out[classes + at] - wanted, 0.1);
                loss += 0.5 * truth.weight * each * more;
                slope[classes + at] = 0.5 * steep;
            }
        }
        if let Some(clear) = truth.clear {
            let p = sigmoid(out[classes + 5]);
            let weight = 0.5 / truth.weight.max(0.1);
            slope[classes + 5] = weight * (p - f32::from(u8::from(clear)));
            loss -= weight * each * truth.weight * (if clear { p } else { 1.0 - p }).max(1e-9).ln();
        }
        slope.iter_mut().for_each(|slope| *slope *= truth.weight * each * 0.5);
    }
    (loss, slopes)
}
