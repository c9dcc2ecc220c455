//! Pictures with known dice: rendered trays and given photographs.

use demo::{DiceTray, TraySetup};
use dice::faces::{Look, look, view};
use dice::network::Network;
use dice::pyramid::Pyramid;
use opencv::core::Mat;
use opencv::imgcodecs;
use serde_json::Value;
use std::path::Path;

/// A picture with its dice.
pub struct Labelled {
    pub name: String,
    pub pyramid: Pyramid,
    pub dice: Vec<KnownDie>,
    /// A photograph: boxes only, drawn by hand.
    pub photograph: bool,
}

/// A die in it.
#[derive(Clone, Copy)]
pub struct KnownDie {
    pub value: u8,
    pub middle_px: (f32, f32),
    pub side_px: f32,
    /// Are middle and side those of the upper face? Otherwise of a box about the die, in which it lies somewhere.
    pub exact: bool,
    /// The upper face's normal, where it is known.
    pub up: Option<(f32, f32)>,
    pub visible: f32,
    pub readable: bool,
}

/// Sizes of pictures end here.
pub const LEAST_PX: usize = 16;

/// The side of an upper face in the side of the box that was drawn about a die, on average.
const SIDE_OF_BOX: f32 = 0.72;

/// Random trays, drawn by two threads.
pub fn trays(from: u64, count: u64) -> opencv::Result<Vec<Labelled>> {
    let half = |first: u64| move || (first..from + count).step_by(2).map(tray).collect::<Result<Vec<_>, _>>();
    std::thread::scope(|scope| {
        let other = scope.spawn(half(from + 1));
        let mut all = half(from)()?;
        all.extend(other.join().map_err(|_| opencv::Error::new(0, "a thread stopped"))??);
        Ok(all)
    })
}

fn tray(seed: u64) -> opencv::Result<Labelled> {
    let tray = DiceTray::new(TraySetup::random(seed));
    let dice = tray.truth().into_iter().map(|die| KnownDie {
        value: die.value,
        middle_px: (die.middle_px.0 as f32, die.middle_px.1 as f32),
        side_px: die.side_px as f32,
        exact: true,
        up: Some((die.up.0 as f32, die.up.1 as f32)),
        visible: die.visible as f32,
        readable: die.readable,
    });
    Ok(Labelled {
        name: format!("tray {seed}"),
        pyramid: Pyramid::new(&tray.picture()?, LEAST_PX)?,
        dice: dice.collect(),
        photograph: false,
    })
}

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
                value: die["value"].as_u64().unwrap_or_default() as u8,
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
            pyramid: Pyramid::new(&picture, LEAST_PX)?,
            dice: line["dice"].as_array().map(|dice| dice.iter().map(die).collect()).unwrap_or_default(),
            photograph: true,
        });
    }
    Ok(all)
}

/// Turns of the views in which a face is measured.
const TURNS: [(f32, bool); 4] = [(0.3, false), (1.9, true), (3.4, false), (5.0, true)];

/// Photographs whose upper faces were measured by the face network, where it agrees with the known value.
pub fn measured(faces: &Network, mut photographs: Vec<Labelled>) -> Vec<Labelled> {
    let (mut count, mut exact, mut shift, mut size) = (0, 0, 0.0, 0.0);
    for labelled in &mut photographs {
        for die in &mut labelled.dice {
            let (mut middle_px, mut side_px, mut likely) = (die.middle_px, die.side_px, 0.0);
            for _ in 0..2 {
                let views = TURNS.map(|(turn, mirrored)| view(middle_px, side_px, turn, mirrored));
                let looks = look(faces, &labelled.pyramid, &views);
                let mean = |of: &dyn Fn(&Look) -> f32| looks.iter().map(of).sum::<f32>() / looks.len() as f32;
                middle_px = (mean(&|look| look.middle_px.0), mean(&|look| look.middle_px.1));
                side_px = mean(&|look| look.side_px);
                likely = mean(&|look| look.classes[usize::from(die.value)]);
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
                    labelled.name, die.value
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
