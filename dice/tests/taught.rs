//! Numbered dice: each face is shown once in one light, then they are thrown under other cameras and in other lights.

use crate::score::{Score, TrueDie};
use demo::{DiceTray, DieShape, ThrownDie, TraySetup};
use dice::{DiceSet, DieKind, TaughtDie, Teaching, read_with};
use opencv::core::Mat;
use std::ops::Range;

/// The values of a shape's faces.
pub fn values(shape: DieShape) -> Vec<u8> {
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

pub fn drawn(setup: &TraySetup) -> Mat {
    // CACHE
    use std::hash::{Hash, Hasher};
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    serde_json::to_string(setup).unwrap().hash(&mut hasher);
    let path = format!("/tmp/taught/cache/{:x}.png", hasher.finish());
    if let Ok(mat) = opencv::imgcodecs::imread_def(&path) {
        if !opencv::prelude::MatTraitConst::empty(&mat) {
            return mat;
        }
    }
    let picture = DiceTray::new(setup.clone()).picture().unwrap();
    opencv::imgcodecs::imwrite(&path, &picture, &opencv::core::Vector::new()).unwrap();
    picture
}

/// Shows every face of the die of a seed, each turned in another way. `None` when a face is refused.
pub fn taught(name: &str, seed: u64, shape: DieShape) -> Option<TaughtDie> {
    let mut teaching = Teaching::new(name, kind(shape));
    for (number, value) in values(shape).into_iter().enumerate() {
        let die = ThrownDie::numbered(seed, shape, value);
        // Where the die lies at the tray's rim a player lays it elsewhere.
        let shown = (0..4).find_map(|attempt| {
            let mut setup = TraySetup::with_dice(seed * 4 + attempt, &[die]);
            setup.dice.first_mut()?.turned_rad += number as f64;
            teaching
                .show(value, &drawn(&setup), None)
                .map_err(|error| println!("{name} {value}: {error}"))
                .ok()
        });
        shown?;
    }
    teaching.finish().ok()
}

/// The truth about a tray.
pub fn truth(setup: &TraySetup) -> Vec<TrueDie> {
    DiceTray::new(setup.clone())
        .truth()
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

/// A throw of three dice that are alike.
pub fn throw(seed: u64, number: u64, shape: DieShape) -> TraySetup {
    let all = values(shape);
    let dice = [0, 1, 2].map(|die| {
        let value = (seed * 31 + number * 7 + die * 13 + number * number * die) % all.len() as u64;
        ThrownDie::numbered(seed, shape, all[value as usize])
    });
    TraySetup::with_dice(seed * 1000 + 100 + number, &dice)
}

/// Teaches the dice of some seeds and throws each so often.
pub fn score(shape: DieShape, seeds: Range<u64>, throws: u64) -> Score {
    let mut score = Score::default();
    for seed in seeds {
        let name = format!("die {seed}");
        let Some(die) = taught(&name, seed, shape) else {
            println!("{name} isn't taught");
            continue;
        };
        let set = DiceSet { dice: vec![die] };
        for number in 0..throws {
            let setup = throw(seed, number, shape);
            let readings = read_with(&drawn(&setup), None, &set).unwrap();
            for sentence in score.add(&truth(&setup), &readings) {
                println!("{name}, throw {number}: {sentence}");
            }
        }
    }
    println!("{shape:?}: {score}");
    score
}
