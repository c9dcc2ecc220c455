//! Trains both networks on rendered trays and, where they are there, the first sixty given photographs. Deterministic; writes
//! `dice/data/*.weights`. Stages, all of them or those that are named:
//! - `first`: the face network anew; in photographs only boxes about dice are known, not the upper faces in them;
//! - `detector`: the detector, after the face network has measured the photographs' upper faces;
//! - `faces`: the face network goes on, now also with what the detector mistakes for faces.
//!
//! Options: `--trays N`, steps of the stages (`--first N`, `--scenes N`, `--faces N`), and for `faces` its first rate in
//! ten-thousandths (`--rate N`) and the round (`--round N`: other samples).

mod backward;
mod pictures;
mod samples;

use backward::{Adam, Gradients, gradients, random_conv};
use dice::detector::{self, Candidate};
use dice::faces::{self, CLASSES, VIEW_PX};
use dice::network::{ConvShape, Layer, Maps, Network};
use pictures::{Labelled, measured, photographs, trays};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use samples::{CellTruth, FaceTruth, Mistakes, SCENE_CELLS, SCENE_PX, Searched};
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
            random_conv(conv(3, 1, 1, 64, 64), true, random),
            Layer::Pool,
            random_conv(whole, true, random),
            last,
        ],
    }
}

/// How a network is trained: so many steps, from this rate down to almost none, with samples of these seeds.
struct Plan {
    steps: usize,
    rate: f32,
    first_seed: u64,
}

/// Takes the steps: two threads, each with half of the batch, added up in a fixed order. Writes the network now and then.
fn train(
    network: &mut Network,
    file: &Path,
    &Plan { steps, rate, first_seed }: &Plan,
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

/// Each thread's half of a batch is worked on in so many parts, each with so many samples.
const PARTS: usize = 4;
const SCENES: usize = 2;
const FACES: usize = 8;

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
            let at = |known: &pictures::KnownDie, candidate: &Candidate| {
                let (dx, dy) =
                    (known.middle_px.0 - candidate.middle_px.0, known.middle_px.1 - candidate.middle_px.1);
                let size = (candidate.side_px / known.side_px).log2().abs();
                dx.hypot(dy) < 0.45 * known.side_px && size < 0.7
            };
            let clear = labelled.dice.iter().filter(|die| die.readable);
            dice += clear.clone().count();
            let lost: Vec<_> =
                clear.filter(|die| !found.iter().any(|candidate| at(die, candidate))).collect();
            missed += lost.len();
            if labelled.photograph {
                for die in &lost {
                    println!("missed {} {:?} {}", labelled.name, die.middle_px, die.value);
                }
            }
            let near = |known: &pictures::KnownDie, candidate: &Candidate| {
                let (dx, dy) =
                    (known.middle_px.0 - candidate.middle_px.0, known.middle_px.1 - candidate.middle_px.1);
                // Boxes about dice in photographs are less exact.
                let share = if labelled.photograph { 0.75 } else { 0.55 };
                dx.hypot(dy) < share * known.side_px
            };
            let mistakes: Mistakes = found
                .iter()
                .filter(|candidate| !labelled.dice.iter().any(|die| near(die, candidate)))
                .map(|candidate| (candidate.middle_px, candidate.side_px))
                .collect();
            wrong += mistakes.len();
            (labelled, mistakes)
        })
        .collect::<Vec<_>>();
    println!("detector: {dice} dice, {missed} missed, {wrong} places more in {} pictures", with.len());
    with
}

/// What stands in the command line: names of stages, and options with numbers.
struct Options(Vec<String>);

impl Options {
    fn stage(&self, name: &str) -> bool {
        let stages = ["first", "detector", "faces"];
        let named = |stage: &&str| self.0.iter().any(|argument| argument == stage);
        self.0.iter().any(|argument| argument == name) || !stages.iter().any(named)
    }

    fn number(&self, name: &str, otherwise: usize) -> usize {
        let at = self.0.iter().position(|argument| argument == name);
        at.and_then(|at| self.0.get(at + 1)).and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    }
}

fn train_faces(
    network: &mut Network,
    file: &Path,
    plan: &Plan,
    (trays, photographs): (Searched<'_>, Searched<'_>),
) -> std::io::Result<()> {
    train(network, file, plan, |network, random| {
        Gradients::of_parts(PARTS, || {
            let mut values = Vec::with_capacity(FACES * VIEW_PX * VIEW_PX * 3);
            let truth: Vec<FaceTruth> =
                (0..FACES).map(|_| samples::face(random, (trays, photographs), &mut values)).collect();
            let inputs = Maps { count: FACES, height: VIEW_PX, width: VIEW_PX, channels: 3, values };
            gradients(network, inputs, |outputs| face_loss(outputs, &truth))
        })
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options(std::env::args().collect());
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let photos = std::env::var_os("IRONCLAD_PHOTOS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/photos"), PathBuf::from)
        .join("dice");
    let photographs = if photos.is_dir() {
        photographs(&photos, 0, 60)?
    } else {
        println!("No photographs at {}: trained on rendered trays only.", photos.display());
        Vec::new()
    };
    let begun = std::time::Instant::now();
    let trays = trays(1_000_000, options.number("--trays", 600) as u64)?;
    println!("{} trays in {:.0} s", trays.len(), begun.elapsed().as_secs_f32());
    let (detector_file, faces_file) = (data.join("detector.weights"), data.join("faces.weights"));
    let unsearched =
        |all: Vec<Labelled>| all.into_iter().map(|one| (one, Mistakes::new())).collect::<Vec<_>>();
    let (trays, photographs) = (unsearched(trays), unsearched(photographs));
    if options.stage("first") {
        let plan = Plan { steps: options.number("--first", 4000), rate: 2e-3, first_seed: 0 };
        train_faces(&mut new_faces(), &faces_file, &plan, (&trays, &photographs))?;
    }
    let mut faces = Network::from_bytes(&std::fs::read(&faces_file)?)?;
    let labelled = |all: Vec<(Labelled, Mistakes)>| all.into_iter().map(|(one, _)| one).collect::<Vec<_>>();
    let (trays, photographs) = (labelled(trays), measured(&faces, labelled(photographs)));
    if options.stage("detector") {
        let resumed = options.number("--resume", 0) as u64;
        let mut network =
            if resumed > 0 { Network::from_bytes(&std::fs::read(&detector_file)?)? } else { new_detector() };
        let steps = options.number("--scenes", 12_000);
        let plan = Plan { steps, rate: if resumed > 0 { 1e-3 } else { 3e-3 }, first_seed: resumed << 32 };
        train(&mut network, &detector_file, &plan, |network, random| {
            Gradients::of_parts(PARTS, || {
                let mut values = Vec::with_capacity(SCENES * SCENE_PX * SCENE_PX * 3);
                let truth: Vec<CellTruth> = (0..SCENES)
                    .flat_map(|_| samples::scene(random, &trays, &photographs, &mut values))
                    .collect();
                let inputs = Maps { count: SCENES, height: SCENE_PX, width: SCENE_PX, channels: 3, values };
                assert_eq!(truth.len(), SCENES * SCENE_CELLS * SCENE_CELLS);
                gradients(network, inputs, |outputs| scene_loss(outputs, &truth))
            })
        })?;
    }
    let detector = Network::from_bytes(&std::fs::read(&detector_file)?)?;
    let (trays, photographs) = (with_mistakes(&detector, trays), with_mistakes(&detector, photographs));
    if options.stage("faces") {
        let round = options.number("--round", 1) as u64;
        let rate = 1e-4 * options.number("--rate", 7) as f32;
        let plan = Plan { steps: options.number("--faces", 12_000), rate, first_seed: round << 40 };
        train_faces(&mut faces, &faces_file, &plan, (&trays, &photographs))?;
    }
    Ok(())
}
