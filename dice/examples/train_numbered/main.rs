//! Trains the two networks that find the upper faces of numbered dice, on rendered trays:
//! `train_numbered detector|faces|both [--resume] [--from N] [--trays N] [--scenes N] [--faces N]`. Deterministic; writes
//! `dice/data/numbered-*.weights`, or into the folder that `IRONCLAD_WEIGHTS` names.

#[allow(dead_code)] // Only the other trainer takes a batch in parts.
#[path = "../train/backward.rs"]
mod backward;
mod pictures;
mod samples;

use backward::{Adam, Gradients, gradients, random_conv};
use dice::detector::{self, Candidate};
use dice::network::{ConvShape, Layer, Maps, Network};
use dice::taught::upper_face::{self as faces, CLASSES, VIEW_PX};
use pictures::{Labelled, trays};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use samples::{CellTruth, FaceTruth, Mistakes, SCENE_CELLS, SCENE_PX};
use std::path::{Path, PathBuf};

fn conv(kernel: usize, stride: usize, dilation: usize, inputs: usize, outputs: usize) -> ConvShape {
    ConvShape { kernel, stride, dilation, padding: dilation * (kernel / 2), inputs, outputs }
}

fn new_detector() -> Network {
    let random = &mut ChaCha8Rng::seed_from_u64(1);
    let mut last = random_conv(conv(1, 1, 1, 24, detector::OUTPUTS), false, random);
    if let Layer::Conv(conv) = &mut last {
        conv.weights *= 0.1;
        conv.bias[0] = -3.0;
    }
    Network {
        layers: vec![
            random_conv(conv(3, 2, 1, 3, 12), true, random),
            random_conv(conv(3, 2, 1, 12, 24), true, random),
            random_conv(conv(3, 1, 1, 24, 24), true, random),
            random_conv(conv(3, 1, 2, 24, 24), true, random),
            random_conv(conv(3, 1, 1, 24, 24), true, random),
            last,
        ],
    }
}

fn new_faces() -> Network {
    let random = &mut ChaCha8Rng::seed_from_u64(2);
    let mut last = random_conv(conv(1, 1, 1, 128, faces::OUTPUTS), false, random);
    if let Layer::Conv(conv) = &mut last {
        conv.weights *= 0.1;
    }
    let whole = ConvShape { kernel: 4, stride: 1, dilation: 1, padding: 0, inputs: 64, outputs: 128 };
    Network {
        layers: vec![
            random_conv(conv(3, 1, 1, 3, 16), true, random),
            Layer::Pool,
            random_conv(conv(3, 1, 1, 16, 32), true, random),
            Layer::Pool,
            random_conv(conv(3, 1, 1, 32, 64), true, random),
            Layer::Pool,
            random_conv(whole, true, random),
            last,
        ],
    }
}

/// Takes the steps: two threads, each with half of the batch, added up in a fixed order. Writes the network now and then.
fn train(
    network: &mut Network,
    file: &Path,
    steps: usize,
    (rate, first_seed): (f32, u64),
    part: impl Fn(&Network, &mut ChaCha8Rng) -> (f32, Gradients) + Sync,
) -> std::io::Result<()> {
    let mut adam = Adam::new();
    let begun = std::time::Instant::now();
    let mut mean = 0.0;
    for step in 0..steps {
        let half = |number: u64| {
            let mut random = ChaCha8Rng::seed_from_u64(first_seed + 2 * step as u64 + number);
            part(network, &mut random)
        };
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| half(1));
            (half(0), second.join())
        });
        let (mut loss, mut sum) = first;
        if let Ok((more, gradients)) = second {
            loss = 0.5 * (loss + more);
            sum.add(&gradients);
        }
        let progress = step as f32 / steps as f32;
        let warm = ((step + 1) as f32 / 200.0).min(1.0);
        let slowed = 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()) + 0.003;
        adam.step(network, &sum, rate * warm * slowed, 0.01);
        mean += loss / 250.0;
        if (step + 1) % 250 == 0 || step + 1 == steps {
            println!("step {}: loss {mean:.4}, {:.0} s", step + 1, begun.elapsed().as_secs_f32());
            mean = 0.0;
            std::fs::write(file, network.to_bytes())?;
        }
    }
    Ok(())
}

const SCENES: usize = 8;
const FACES: usize = 32;

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

fn scene_loss(outputs: &Maps, truth: &[CellTruth]) -> (f32, Vec<f32>) {
    let mut slopes = vec![0.0; outputs.values.len()];
    let (mut loss, mut faces) = (0.0, 1.0);
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

fn face_loss(outputs: &Maps, truth: &[FaceTruth]) -> (f32, Vec<f32>) {
    let mut slopes = vec![0.0; outputs.values.len()];
    let mut loss = 0.0;
    let each = 1.0 / truth.len() as f32;
    for ((out, slope), truth) in
        outputs.values.chunks_exact(faces::OUTPUTS).zip(slopes.chunks_exact_mut(faces::OUTPUTS)).zip(truth)
    {
        let most = out[..CLASSES].iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = out[..CLASSES].iter().map(|out| (out - most).exp()).sum();
        for class in 0..CLASSES {
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
                let (more, steep) = huber(out[CLASSES + at] - wanted, 0.1);
                loss += 0.5 * truth.weight * each * more;
                slope[CLASSES + at] = 0.5 * steep;
            }
        }
        if let Some(clear) = truth.clear {
            let p = sigmoid(out[CLASSES + 5]);
            let weight = 0.5 / truth.weight.max(0.1);
            slope[CLASSES + 5] = weight * (p - f32::from(u8::from(clear)));
            loss -= weight * each * truth.weight * (if clear { p } else { 1.0 - p }).max(1e-9).ln();
        }
        slope.iter_mut().for_each(|slope| *slope *= truth.weight * each * 0.5);
    }
    (loss, slopes)
}

/// A picture with the places that the detector takes for upper faces, and that are none.
fn with_mistakes(network: &Network, all: Vec<Labelled>) -> Vec<(Labelled, Mistakes)> {
    let (mut dice, mut missed, mut wrong) = (0, 0, 0);
    let with = all
        .into_iter()
        .map(|labelled| {
            let found = detector::candidates(network, &labelled.pyramid, 0.05);
            let off = |known: &pictures::KnownDie, candidate: &Candidate| {
                let (dx, dy) =
                    (known.middle_px.0 - candidate.middle_px.0, known.middle_px.1 - candidate.middle_px.1);
                dx.hypot(dy) / known.side_px
            };
            let clear = labelled.dice.iter().filter(|die| die.readable);
            dice += clear.clone().count();
            missed += clear.filter(|die| !found.iter().any(|candidate| off(die, candidate) < 0.45)).count();
            let mistakes: Mistakes = found
                .iter()
                .filter(|candidate| !labelled.dice.iter().any(|die| off(die, candidate) < 0.55))
                .map(|candidate| (candidate.middle_px, candidate.side_px))
                .collect();
            wrong += mistakes.len();
            (labelled, mistakes)
        })
        .collect::<Vec<_>>();
    println!("detector: {dice} dice, {missed} missed, {wrong} places more in {} pictures", with.len());
    with
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, otherwise: usize| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)).and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    };
    let resumed = arguments.iter().any(|argument| argument == "--resume");
    let which = arguments.get(1).map_or("both", String::as_str);
    let data = std::env::var_os("IRONCLAD_WEIGHTS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("data"), PathBuf::from);
    let begun = std::time::Instant::now();
    let trays = trays(2_000_000 + number("--from", 0) as u64, number("--trays", 400) as u64)?;
    println!("{} trays in {:.0} s", trays.len(), begun.elapsed().as_secs_f32());
    let (detector_file, faces_file) =
        (data.join("numbered-detector.weights"), data.join("numbered-faces.weights"));
    if which != "faces" {
        let mut network =
            if resumed { Network::from_bytes(&std::fs::read(&detector_file)?)? } else { new_detector() };
        train(
            &mut network,
            &detector_file,
            number("--scenes", 4000),
            if resumed { (1.5e-3, 1 << 32) } else { (3e-3, 0) },
            |network, random| {
                let mut values = Vec::with_capacity(SCENES * SCENE_PX * SCENE_PX * 3);
                let truth: Vec<CellTruth> =
                    (0..SCENES).flat_map(|_| samples::scene(random, &trays, &mut values)).collect();
                let inputs = Maps { count: SCENES, height: SCENE_PX, width: SCENE_PX, channels: 3, values };
                assert_eq!(truth.len(), SCENES * SCENE_CELLS * SCENE_CELLS);
                gradients(network, inputs, |outputs| scene_loss(outputs, &truth))
            },
        )?;
    }
    let detector = Network::from_bytes(&std::fs::read(&detector_file)?)?;
    let trays = with_mistakes(&detector, trays);
    if which != "detector" {
        let mut network =
            if resumed { Network::from_bytes(&std::fs::read(&faces_file)?)? } else { new_faces() };
        train(
            &mut network,
            &faces_file,
            number("--faces", 8000),
            if resumed { (1.2e-3, 1 << 32) } else { (2e-3, 0) },
            |network, random| {
                let mut values = Vec::with_capacity(FACES * VIEW_PX * VIEW_PX * 3);
                let truth: Vec<FaceTruth> =
                    (0..FACES).map(|_| samples::face(random, &trays, &mut values)).collect();
                let inputs = Maps { count: FACES, height: VIEW_PX, width: VIEW_PX, channels: 3, values };
                gradients(network, inputs, |outputs| face_loss(outputs, &truth))
            },
        )?;
    }
    Ok(())
}
