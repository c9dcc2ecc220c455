//! Milliseconds to read one rendered tray of six dice, on all cores that it may use (`taskset -c 0` for one): with pips (the mean over
//! some trays, which differ by how much looks like a die), and numbered ones that were taught.

use criterion::Criterion;
use demo::{DiceTray, DieShape, ThrownDie, TraySetup};
use dice::{DiceReader, DiceSet, DieKind, Teaching};
use opencv::core::Mat;
use std::hint::black_box;
use std::time::Duration;

/// So many trays with pips.
const TRAYS: usize = 12;

fn main() {
    let mut criterion = Criterion::default()
        .configure_from_args()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    let trays = (0..).map(|seed| DiceTray::new(TraySetup::random(seed)));
    let six = trays.filter(|tray| tray.truth().iter().filter(|die| die.readable).count() == 6);
    let pictures: Vec<Mat> = six.take(TRAYS).filter_map(|tray| tray.picture().ok()).collect();
    let mut next = pictures.iter().cycle();
    criterion.bench_function("a tray of six dice", |bencher| {
        bencher.iter(|| next.next().map(|picture| black_box(dice::read(picture, None).is_ok())));
    });
    let Some((reader, picture)) = taught() else { return };
    criterion.bench_function("a tray of six taught D10", |bencher| {
        bencher.iter(|| black_box(reader.read(&picture, None).is_ok()));
    });
}

/// A taught D10, and a tray with six of it.
fn taught() -> Option<(DiceReader, Mat)> {
    let die = |value| ThrownDie::numbered(3, DieShape::D10, value);
    let picture =
        |seed: u64, dice: &[ThrownDie]| DiceTray::new(TraySetup::with_dice(seed, dice)).picture().ok();
    let mut teaching = Teaching::new("the white die", DieKind::D10);
    for value in 0..10 {
        (0..9).find(|seed| {
            picture(*seed, &[die(value)]).is_some_and(|seen| teaching.show(value, &seen, None).is_ok())
        });
    }
    let set = DiceSet { dice: vec![teaching.finish().ok()?] };
    let six = [1, 3, 4, 7, 8, 9].map(die);
    let full = (0..).find(|seed| TraySetup::with_dice(*seed, &six).dice.len() == 6)?;
    Some((DiceReader::new(&set), picture(full, &six)?))
}
