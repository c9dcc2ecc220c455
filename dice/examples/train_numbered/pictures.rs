//! Pictures with known dice: rendered trays.

use demo::{DiceTray, DieSetup, DieShape, TraySetup};
use dice::pyramid::Pyramid;

/// A picture with its dice.
pub struct Labelled {
    pub pyramid: Pyramid,
    pub dice: Vec<KnownDie>,
}

/// A die in it.
#[derive(Clone, Copy)]
pub struct KnownDie {
    /// The class of its upper face.
    pub class: usize,
    pub middle_px: (f32, f32),
    pub side_px: f32,
    /// The upper face's normal, where it is known.
    pub up: Option<(f32, f32)>,
    pub visible: f32,
    pub readable: bool,
}

/// Sizes of pictures end here.
pub const LEAST_PX: usize = 16;

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
    let setup = TraySetup::numbered(seed);
    let tray = DiceTray::new(setup.clone());
    let dice = tray.truth().into_iter().map(|die| KnownDie {
        class: class(setup.dice.get(die.die)),
        middle_px: (die.middle_px.0 as f32, die.middle_px.1 as f32),
        side_px: die.side_px as f32,
        up: Some((die.up.0 as f32, die.up.1 as f32)),
        visible: die.visible as f32,
        readable: die.readable,
    });
    Ok(Labelled { pyramid: Pyramid::new(&tray.picture()?, LEAST_PX)?, dice: dice.collect() })
}

/// The class of a die's upper face, as in `dice::taught::upper_face`.
fn class(die: Option<&DieSetup>) -> usize {
    match die.and_then(|die| die.look.numbers).map(|numbers| numbers.shape) {
        Some(DieShape::D6) => 1,
        Some(DieShape::D8) => 2,
        Some(DieShape::D10 | DieShape::Tens) => 3,
        Some(DieShape::D20) => 4,
        None => 5,
    }
}
