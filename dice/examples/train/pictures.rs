//! Pictures with known dice: rendered trays and given photographs.

use crate::dice_kind::DiceKind;
use demo::DiceTray;
use dice::pyramid::Pyramid;

/// A picture with its dice.
pub struct Labelled {
    pub name: String,
    pub pyramid: Pyramid,
    pub dice: Vec<KnownDie>,
    /// Middle and side of faces that are seen and are no upper ones of such dice, where they are known.
    pub sides: Vec<((f32, f32), f32)>,
    /// A photograph: boxes only, drawn by hand.
    pub photograph: bool,
}

/// A die in it.
#[derive(Clone, Copy)]
pub struct KnownDie {
    /// The class of its upper face.
    pub class: usize,
    pub middle_px: (f32, f32),
    pub side_px: f32,
    /// Are middle and side those of the upper face? Otherwise of a box about the die, in which it lies somewhere.
    pub exact: bool,
    /// The upper face's normal, where it is known.
    pub up: Option<(f32, f32)>,
    pub visible: f32,
    pub readable: bool,
}

/// Random trays with dice of a kind, `count` after the first `skipped`, drawn by two threads.
pub fn trays(kind: DiceKind, skipped: u64, count: u64) -> opencv::Result<Vec<Labelled>> {
    let from = kind.first_seed + skipped;
    let half = |first: u64| {
        move || (first..from + count).step_by(2).map(|seed| tray(kind, seed)).collect::<Result<Vec<_>, _>>()
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(half(from + 1));
        let mut all = half(from)()?;
        all.extend(other.join().map_err(|_| opencv::Error::new(0, "a thread stopped"))??);
        Ok(all)
    })
}

fn tray(kind: DiceKind, seed: u64) -> opencv::Result<Labelled> {
    let setup = (kind.tray)(seed);
    let tray = DiceTray::new(setup.clone());
    let place = |(x, y): (f64, f64), side_px: f64| ((x as f32, y as f32), side_px as f32);
    let mut sides: Vec<_> =
        tray.sides().into_iter().map(|side| place(side.middle_px, side.side_px)).collect();
    let mut dice = Vec::new();
    for die in tray.truth() {
        let (middle_px, side_px) = place(die.middle_px, die.side_px);
        match (kind.class)(&setup, &die) {
            Some(class) => dice.push(KnownDie {
                class,
                middle_px,
                side_px,
                exact: true,
                up: Some((die.up.0 as f32, die.up.1 as f32)),
                visible: die.visible as f32,
                readable: die.readable,
            }),
            None => sides.push((middle_px, side_px)),
        }
    }
    let pyramid = Pyramid::new(&tray.picture()?)?;
    Ok(Labelled { name: format!("tray {seed}"), pyramid, dice, sides, photograph: false })
}
