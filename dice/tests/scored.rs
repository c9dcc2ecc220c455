//! Rendered trays and throws of taught dice, read and scored.

use crate::score::{Score, TrueDie};
use demo::{DiceTray, DieShape, ThrownDie, TraySetup};
use dice::{CameraFilter, DiceReader, DiceSet, DieKind, TaughtDie, Teaching};
use opencv::core::Mat;
use std::ops::Range;

/// Reads the random trays of some seeds, which hold dice with pips.
pub fn scored_trays(seeds: Range<u64>) -> Score {
    let mut score = Score::default();
    for seed in seeds {
        let tray = DiceTray::new(TraySetup::random(seed));
        let readings = dice::read(&tray.picture().unwrap(), None).unwrap();
        for sentence in score.add(&truth(&tray), &readings) {
            println!("tray {seed}: {sentence}");
        }
    }
    println!("{score}");
    score
}

/// The values of a shape's faces.
fn values(shape: DieShape) -> Vec<u8> {
    match shape {
        DieShape::D6 => (1..=6).collect(),
        DieShape::D8 => (1..=8).collect(),
        DieShape::D10 => (0..=9).collect(),
        DieShape::Tens => (0..=9).map(|ten| 10 * ten).collect(),
        DieShape::D20 => (1..=20).collect(),
    }
}

fn kind(shape: DieShape) -> DieKind {
    match shape {
        DieShape::D6 => DieKind::D6,
        DieShape::D8 => DieKind::D8,
        DieShape::D10 => DieKind::D10,
        DieShape::Tens => DieKind::Tens,
        DieShape::D20 => DieKind::D20,
    }
}

/// The picture of a tray.
pub fn drawn(setup: &TraySetup) -> Mat {
    DiceTray::new(setup.clone()).picture().unwrap()
}

/// Shows every face of the die of a seed, each turned in another way. `None` when a face is refused.
pub fn taught(name: &str, seed: u64, shape: DieShape) -> Option<TaughtDie> {
    let mut teaching = Teaching::new(name, kind(shape));
    for (number, value) in values(shape).into_iter().enumerate() {
        // Where the die lies at the tray's rim a player lays it elsewhere.
        let shown = (0..4).find_map(|attempt| {
            let setup = shown(seed, shape, value, number as f64, attempt);
            teaching
                .show(value, &drawn(&setup), None)
                .map_err(|error| println!("{name} {value}: {error}"))
                .ok()
        });
        shown?;
    }
    teaching.finish().ok()
}

/// A die that is shown under the camera, in the middle.
pub fn shown(seed: u64, shape: DieShape, value: u8, turned_rad: f64, attempt: u64) -> TraySetup {
    let mut setup = TraySetup::with_dice(seed * 4 + attempt, &[ThrownDie::numbered(seed, shape, value)]);
    let (camera, height_in) = (setup.camera.looks_at, setup.camera.position_in.2);
    setup.camera.position_in = (camera.x_in + 0.1 * height_in, camera.y_in - 0.1 * height_in, height_in);
    if let Some(die) = setup.dice.first_mut() {
        die.turned_rad += turned_rad;
        die.at_in = (camera.x_in, camera.y_in, die.at_in.2);
    }
    setup
}

/// The truth about a tray.
pub fn truth(tray: &DiceTray) -> Vec<TrueDie> {
    tray.truth()
        .iter()
        .map(|die| {
            let ((x, y), half) = (die.middle_px, 0.5 * die.side_px);
            TrueDie {
                value: die.value,
                sides: [x - half, y - half, x + half, y + half],
                readable: die.readable,
            }
        })
        .collect()
}

/// A throw of three dice that are alike, under a camera of its own.
pub fn throw(seed: u64, number: u64, shape: DieShape) -> TraySetup {
    TraySetup::with_dice(seed * 1000 + 100 + number, &three(seed, number, shape))
}

/// The same dice under the camera of their first throw.
fn next_throw(seed: u64, number: u64, shape: DieShape) -> TraySetup {
    let first = throw(seed, 0, shape);
    if number == 0 {
        first
    } else {
        first.with_next_dice(seed * 1000 + 100 + number, &three(seed, number, shape))
    }
}

fn three(seed: u64, number: u64, shape: DieShape) -> [ThrownDie; 3] {
    let all = values(shape);
    [0, 1, 2].map(|die| {
        let value = (seed * 31 + number * 7 + die * 13 + number * number * die) % all.len() as u64;
        ThrownDie::numbered(seed, shape, all[value as usize])
    })
}

/// Whether a die's throws are seen by one camera that stands still, or each by another one.
#[derive(Debug, Clone, Copy)]
pub enum Cameras {
    Still,
    Others,
}

/// Teaches the dice of some seeds and throws each so often, three alike at a time.
pub fn scored_throws(shape: DieShape, seeds: Range<u64>, throws: u64, cameras: Cameras) -> Score {
    let mut score = Score::default();
    for seed in seeds {
        let name = format!("die {seed}");
        let Some(die) = taught(&name, seed, shape) else {
            println!("{name} isn't taught");
            continue;
        };
        let reader = DiceReader::new(&DiceSet { dice: vec![die] });
        let mut camera = CameraFilter::default();
        for number in 0..throws {
            let setup = match cameras {
                Cameras::Still => next_throw(seed, number, shape),
                Cameras::Others => throw(seed, number, shape),
            };
            let readings = reader.read_next(&drawn(&setup), None, &mut camera).unwrap();
            for sentence in score.add(&truth(&DiceTray::new(setup.clone())), &readings) {
                println!("{name}, throw {number}: {sentence}");
            }
        }
    }
    println!("{shape:?}, cameras {cameras:?}: {score}");
    score
}

/// Throws the numbered dice of some seeds so often, three alike at a time, before a reader that was taught none of them. Returns how
/// many dice these are, and how many values are read for sure all the same.
pub fn untaught_throws(seeds: Range<u64>, throws: u64) -> (usize, usize) {
    let (mut dice, mut sure) = (0, 0);
    for shape in [DieShape::D6, DieShape::D8, DieShape::D10, DieShape::Tens, DieShape::D20] {
        for (seed, number) in seeds.clone().flat_map(|seed| (0..throws).map(move |number| (seed, number))) {
            let setup = throw(seed, number, shape);
            dice += DiceTray::new(setup.clone()).truth().len();
            for reading in dice::read(&drawn(&setup), None).unwrap().iter().filter(|reading| reading.sure) {
                println!("untaught {shape:?} {seed}, throw {number}: read as {reading:?}");
                sure += 1;
            }
        }
    }
    println!("{dice} numbered dice that nobody taught: {sure} values read for sure");
    (dice, sure)
}
