//! Milliseconds to read one rendered tray of six dice, on one core.

use criterion::Criterion;
use demo::{DiceTray, TraySetup};
use std::hint::black_box;
use std::time::Duration;

fn main() {
    let mut criterion = Criterion::default()
        .configure_from_args()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    let trays = (0..).map(|seed| DiceTray::new(TraySetup::random(seed)));
    let mut six = trays.filter(|tray| tray.truth().iter().filter(|die| die.readable).count() == 6);
    let Some(Ok(picture)) = six.next().map(|tray| tray.picture()) else { return };
    criterion.bench_function("a tray of six dice", |bencher| {
        bencher.iter(|| black_box(dice::read(&picture, None).is_ok()));
    });
}
