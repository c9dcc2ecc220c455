//! Given photographs of dice with pips.

use crate::pictures::{KnownDie, Labelled};
use dice::faces::{Look, PIPS};
use dice::network::Inference;
use dice::pyramid::Pyramid;
use opencv::core::Mat;
use opencv::imgcodecs;
use serde_json::Value;
use std::path::Path;

/// The side of an upper face in the side of the box that was drawn about a die, on average.
const SIDE_OF_BOX: f32 = 0.72;

/// Photographs `from..to` by name.
pub fn photographs(
    folder: &Path,
    from: usize,
    to: usize,
) -> Result<Vec<Labelled>, Box<dyn std::error::Error>> {
    let truth = std::fs::read_to_string(folder.join("truth.jsonl"))?;
    let mut lines: Vec<Value> = truth.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    lines.sort_by_key(|line| line["image"].as_str().unwrap_or_default().to_owned());
    let mut all = Vec::new();
    for line in lines.iter().take(to).skip(from) {
        let name = line["image"].as_str().unwrap_or_default();
        let path = folder.join(name);
        let picture: Mat = imgcodecs::imread_def(&path)?;
        let die = |die: &Value| {
            let side = |at: usize| die["box"][at].as_f64().unwrap_or_default() as f32;
            KnownDie {
                class: die["value"].as_u64().unwrap_or_default() as usize,
                middle_px: (0.5 * (side(0) + side(2)), 0.5 * (side(1) + side(3))),
                side_px: SIDE_OF_BOX * (side(2) - side(0)).max(side(3) - side(1)),
                exact: false,
                up: None,
                visible: 1.0,
                readable: true,
            }
        };
        all.push(Labelled {
            name: name.to_owned(),
            pyramid: Pyramid::new(&picture)?,
            dice: line["dice"].as_array().map(|dice| dice.iter().map(die).collect()).unwrap_or_default(),
            sides: Vec::new(),
            photograph: true,
        });
    }
    Ok(all)
}

/// Turns of the views in which a face is measured.
const TURNS: [(f32, bool); 4] = [(0.3, false), (1.9, true), (3.4, false), (5.0, true)];

/// Photographs whose upper faces were measured by the face network, where it agrees with the known value.
pub fn measured(faces: &Inference, mut photographs: Vec<Labelled>) -> Vec<Labelled> {
    let (mut count, mut exact, mut shift, mut size) = (0, 0, 0.0, 0.0);
    for labelled in &mut photographs {
        for die in &mut labelled.dice {
            let (mut middle_px, mut side_px, mut likely) = (die.middle_px, die.side_px, 0.0);
            for _ in 0..2 {
                let views = TURNS.map(|(turn, mirrored)| PIPS.view((middle_px, side_px), turn, mirrored));
                let mean = Look::mean(&PIPS.look(faces, &labelled.pyramid, &views));
                (middle_px, side_px, likely) = (mean.middle_px, mean.side_px, mean.classes[die.class]);
            }
            let off = (middle_px.0 - die.middle_px.0).hypot(middle_px.1 - die.middle_px.1) / die.side_px;
            let grown = (side_px / die.side_px).log2();
            count += 1;
            if likely > 0.5 && off < 0.4 && grown.abs() < 0.6 {
                exact += 1;
                shift += off;
                size += grown;
                *die = KnownDie { middle_px, side_px, exact: true, ..*die };
            } else {
                println!(
                    "{} at {middle_px:?}: {} has {likely:.2}, off {off:.2}, grown {grown:.2}",
                    labelled.name, die.class
                );
            }
        }
    }
    let each = 1.0 / (exact as f32).max(1.0);
    println!(
        "{exact} of {count} upper faces measured; moved by {:.2} sides, grown by {:.2}",
        shift * each,
        size * each
    );
    photographs
}
