//! Milliseconds a still frame for watching the cards: `cargo bench -p calibration --bench drift`.

use calibration::{DriftWatch, LensFile, calibrate_table};
use criterion::Criterion;
use demo::{DemoTable, TableSetup};
use geometry::Point;
use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

const CARD_IN: f64 = 2.0;

fn main() -> Result<(), Box<dyn Error>> {
    // One core, as the bounds are stated.
    opencv::core::set_num_threads(1)?;
    let mut criterion = Criterion::default()
        .configure_from_args()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    for (width, height) in [(1920, 1080), (3840, 2160)] {
        let setup = TableSetup::standard(1).at_size(width, height);
        let mut table = DemoTable::new(setup.clone())?;
        let lens = LensFile::from_lens(setup.camera.lens(), 0.1);
        let calibrated = calibrate_table(&table.frame()?, &lens, setup.sea_in, CARD_IN)?.file;
        let still = table.frame()?;
        table.show_arm(Some(Point::new(2.0, 2.0)));
        let hand_over_card = table.frame()?;
        let mut group = criterion.benchmark_group(format!("{width}x{height}"));
        for (name, frame) in [("four cards", &still), ("a hand over one", &hand_over_card)] {
            let mut watch = DriftWatch::new(calibrated.clone())?;
            group.bench_function(name, |bencher| bencher.iter(|| black_box(watch.on_still_frame(frame))));
        }
        group.finish();
    }
    criterion.final_summary();
    Ok(())
}
