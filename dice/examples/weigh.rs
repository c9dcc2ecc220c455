//! Finds how much each witness for a taught face counts (`dice/src/taught/evidence.rs`): `weigh FROM TO THROWS` teaches a die of each
//! kind and seed, and another one of that kind, throws the first so often, three alike at a time, and looks for the powers with which
//! the faces that truly lie on top are likeliest.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // As in the tests that it shares.

#[path = "../tests/score.rs"]
mod score;
#[path = "../tests/scored.rs"]
#[allow(dead_code)] // Scores aren't needed here.
mod scored;

use demo::{DiceTray, DieShape};
use dice::{DiceReader, DiceSet, FaceEvidence, POWERS, Powers};
use score::TrueDie;
use scored::{drawn, taught, throw, truth};

const SHAPES: [DieShape; 5] = [DieShape::D6, DieShape::D8, DieShape::D10, DieShape::Tens, DieShape::D20];

/// From the seed of a die that is thrown to that of one of the same kind which is only taught.
const OTHER: u64 = 1_000_000;

/// Steps of the search, the longest one, and the change by which slopes are measured.
const STEPS: usize = 30;
const LONGEST: f64 = 0.3;
const CHANGE: f64 = 0.02;

/// How near, in sides, to a true face's middle it is seen, and to a die something that is seen on it.
const AT: f64 = 0.5;
const ON: f64 = 1.2;

/// Dice that were thrown together.
struct Throw {
    shape: DieShape,
    /// Width and height of its picture, pixels.
    size_px: (usize, usize),
    /// The faces that are seen on each of them.
    dice: Vec<Vec<FaceEvidence>>,
    /// Which of these is the upper one; nothing where a player wouldn't read the die.
    upper: Vec<Option<Vec<bool>>>,
}

impl Throw {
    fn new(
        shape: DieShape,
        size_px: (usize, usize),
        dice: Vec<Vec<FaceEvidence>>,
        truth: &[TrueDie],
    ) -> Self {
        let upper = dice.iter().map(|faces| upper_among(faces, truth)).collect();
        Self { shape, size_px, dice, upper }
    }

    /// The logarithm of the probability of what truly lies on top.
    fn log_likelihood(&self, powers: &Powers) -> f64 {
        let of_die = |(shares, upper): (Vec<f64>, &Option<Vec<bool>>)| {
            let Some(upper) = upper else { return 0.0 };
            let right: f64 =
                shares.iter().zip(upper).filter(|(_, upper)| **upper).map(|(share, _)| share).sum();
            let none = 1.0 - shares.iter().sum::<f64>();
            (if upper.contains(&true) { right } else { none }).max(1e-9).ln()
        };
        powers.shares(&self.dice, self.size_px).into_iter().zip(&self.upper).map(of_die).sum()
    }

    /// For each die the probability of the likeliest value, and whether it is the true one.
    fn readings(&self, powers: &Powers) -> Vec<(f64, bool)> {
        let shares = powers.shares(&self.dice, self.size_px);
        let all = self.dice.iter().zip(&shares).zip(&self.upper);
        all.filter_map(|((faces, shares), upper)| {
            let upper = upper.as_ref()?;
            let best = (0..faces.len()).max_by(|a, b| shares[*a].total_cmp(&shares[*b]))?;
            let same = faces.iter().zip(shares).filter(|(face, _)| face.value == faces[best].value);
            let right =
                faces.iter().zip(upper).any(|(face, upper)| *upper && face.value == faces[best].value);
            Some((same.map(|(_, share)| share).sum(), right))
        })
        .collect()
    }
}

/// Which of the faces that are seen on a die is the upper one.
fn upper_among(faces: &[FaceEvidence], truth: &[TrueDie]) -> Option<Vec<bool>> {
    let off = |die: &TrueDie, x: f64, y: f64| die.distance(x, y) / (die.sides[2] - die.sides[0]);
    let mean = |of: fn(&FaceEvidence) -> f32| {
        faces.iter().map(|face| f64::from(of(face))).sum::<f64>() / faces.len().max(1) as f64
    };
    let (x, y) = (mean(|face| face.middle_px.0), mean(|face| face.middle_px.1));
    let die = truth.iter().min_by(|a, b| off(a, x, y).total_cmp(&off(b, x, y)))?;
    let is_upper = |face: &FaceEvidence| {
        let (x, y) = face.middle_px;
        face.die == 0 && face.value == die.value && off(die, x.into(), y.into()) < AT
    };
    (die.readable && off(die, x, y) < ON).then(|| faces.iter().map(is_upper).collect())
}

/// The mean of the logarithms of the probabilities of what truly lies on top, by two threads.
fn log_likelihood(throws: &[Throw], powers: &Powers) -> f64 {
    let sum = |throws: &[Throw]| throws.iter().map(|throw| throw.log_likelihood(powers)).sum::<f64>();
    let (first, second) = throws.split_at(throws.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| sum(first));
        (sum(second) + other.join().unwrap()) / throws.len() as f64
    })
}

/// How many powers there are.
const POWER_COUNT: usize = 12;

fn numbers(powers: &mut Powers) -> [&mut f64; POWER_COUNT] {
    let Powers { ink, colours, kind, light, number, inked, lean, placed, whole, posed, number_only, none } =
        powers;
    [ink, colours, kind, light, number, inked, lean, placed, whole, posed, number_only, none]
}

/// Steps by resilient propagation (Riedmiller and Braun, 1993): only the signs of slopes count.
fn fitted(throws: &[Throw]) -> Powers {
    let mut powers = POWERS;
    let (mut lengths, mut last) = ([0.1_f64; POWER_COUNT], [0.0_f64; POWER_COUNT]);
    for step in 0..STEPS {
        let here = log_likelihood(throws, &powers);
        println!("step {step}: {here:.4} a throw");
        let slopes: Vec<f64> = (0..POWER_COUNT)
            .map(|at| {
                let mut other = powers;
                *numbers(&mut other)[at] += CHANGE;
                log_likelihood(throws, &other) - here
            })
            .collect();
        let values = numbers(&mut powers).into_iter().zip(slopes);
        for (((value, slope), length), last) in values.zip(&mut lengths).zip(&mut last) {
            let turned = slope * *last < 0.0;
            *length = (*length * if turned { 0.5 } else { 1.2 }).min(LONGEST);
            *value += if turned { 0.0 } else { slope.signum() * *length };
            *last = if turned { 0.0 } else { slope };
        }
    }
    powers
}

fn main() {
    let words: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [from, to, count] = words[..] else {
        println!("weigh FROM TO THROWS");
        return;
    };
    let mut throws = Vec::new();
    for (shape, seed) in SHAPES.into_iter().flat_map(|shape| (from..to).map(move |seed| (shape, seed))) {
        let die = |name, seed| taught(name, seed, shape);
        let (Some(thrown), Some(other)) = (die("thrown", seed), die("other", seed + OTHER)) else { continue };
        let reader = DiceReader::new(&DiceSet { dice: vec![thrown, other] });
        throws.extend((0..count).map(|number| {
            let setup = throw(seed, number, shape);
            let evidence = reader.evidence(&drawn(&setup)).unwrap();
            let size_px = (setup.camera.width as usize, setup.camera.height as usize);
            Throw::new(shape, size_px, evidence, &truth(&DiceTray::new(setup)))
        }));
    }
    let powers = fitted(&throws);
    println!("{powers:.2?}");
    for shape in SHAPES {
        let of_shape = throws.iter().filter(|throw| throw.shape == shape);
        let readings: Vec<(f64, bool)> = of_shape.flat_map(|throw| throw.readings(&powers)).collect();
        let right = readings.iter().filter(|(_, right)| *right).count();
        println!("{shape:?}: {right} of {} right", readings.len());
        for least in [0.9, 0.97, 0.985, 0.99, 0.995] {
            let sure: Vec<bool> =
                readings.iter().filter(|(p, _)| *p > least).map(|(_, right)| *right).collect();
            let wrong = sure.iter().filter(|right| !**right).count();
            println!("  p > {least}: {} ({wrong} wrong)", sure.len());
        }
    }
}
