//! What the detector takes for upper faces, and is none.

use crate::pictures::{KnownDie, Labelled};
use crate::samples::{Mistakes, is_other_size};
use dice::detector::{self, Candidate};
use dice::network::Inference;

/// A picture with the places that the detector takes for upper faces, and that are none.
pub fn with_mistakes(network: &Inference, all: Vec<Labelled>) -> Vec<(Labelled, Mistakes)> {
    let (mut dice, mut missed, mut wrong) = (0, 0, 0);
    let with = all
        .into_iter()
        .map(|labelled| {
            let found = detector::candidates(network, &labelled.pyramid, 0.05);
            let at = |known: &KnownDie, candidate: &Candidate| {
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
                    println!("missed {} {:?} {}", labelled.name, die.middle_px, die.class);
                }
            }
            let near = |known: &KnownDie, candidate: &Candidate| {
                let (dx, dy) =
                    (known.middle_px.0 - candidate.middle_px.0, known.middle_px.1 - candidate.middle_px.1);
                // Boxes about dice in photographs are less exact.
                let share = if labelled.photograph { 0.75 } else { 0.55 };
                dx.hypot(dy) < share * known.side_px && !is_other_size(candidate.side_px, known.side_px)
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
