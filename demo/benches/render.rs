//! Milliseconds a frame of the demo table: at rest, while a ship is dragged, and setting it up.

use criterion::Criterion;
use demo::{DemoTable, TableSetup};
use geometry::Point;
use std::hint::black_box;
use std::time::Duration;

fn main() {
    let mut criterion = Criterion::default()
        .configure_from_args()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    for (width, height) in [(1280, 720), (1920, 1080)] {
        let setup = TableSetup::standard(1).at_size(width, height);
        let Ok(mut table) = DemoTable::new(setup.clone()) else { continue };
        let mut group = criterion.benchmark_group(format!("{width}x{height}"));
        group.bench_function("frame at rest", |bencher| bencher.iter(|| black_box(table.frame().is_ok())));
        group.bench_function("frame with a ship dragged", |bencher| {
            // Criterion calls this again and again, and the ship is then where the last call let it go.
            let Some(at) = table.truth().first().map(|ship| ship.pose.stack) else { return };
            assert!(table.grab(at).is_some(), "the ship is in the hand, or nothing is measured");
            let mut step = 0.0_f64;
            bencher.iter(|| {
                step += 0.02;
                table.drag_to(Point::new(30.0 + 4.0 * step.sin(), 14.0 + 3.0 * step.cos()));
                table.turn_by(0.02);
                black_box(table.frame().is_ok())
            });
            table.release();
        });
        group.sample_size(10);
        group.bench_function("lens board", |bencher| {
            bencher.iter(|| black_box(table.board_view(1).is_ok()));
        });
        group.bench_function("setting up", |bencher| {
            bencher.iter(|| black_box(DemoTable::new(setup.clone()).is_ok()));
        });
        group.finish();
    }
}
