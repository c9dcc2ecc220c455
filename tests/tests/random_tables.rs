//! Random demo tables with fixed seeds, all the way from lens views to observations: the accuracy of tracking
//! on lenses, lights, seas, banks and fleets that it was not tuned to. `./check` measures two dozen (about a
//! minute on two cores), `./check --long` 200 instead:
//! `cargo test -p whole --features long --test random_tables -- --nocapture`, eight times as many, with four
//! turns instead of three, in eight to ten minutes on two cores. Both print every table, then all figures by
//! the names of `score.py`, and the times taken.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use demo::{SetPlan, TableSetup};
use std::path::Path;
use std::time::Instant;
use whole::report::{line, totals};
use whole::score::Score;
use whole::tables::{Drawing, Measured, SetOnDisk, measure_all};

/// The number of cores that `./check` assumes.
const JOBS: usize = 2;
const LENS_VIEWS: usize = 8;

/// Random tables, drawn no larger than 1920x1080.
fn tables(seeds: std::ops::RangeInclusive<u64>, turns: u32, folder: &Path) -> Vec<SetOnDisk> {
    let table = |seed: u64| {
        let mut setup = TableSetup::random(seed);
        if setup.camera.width > 1920 {
            setup = setup.at_size(1920, 1080);
        }
        SetOnDisk {
            folder: folder.join(seed.to_string()),
            lens_folder: None,
            drawing: Some(Drawing::Table(Box::new(setup), SetPlan { turns, lens_views: LENS_VIEWS, seed })),
        }
    };
    seeds.map(table).collect()
}

/// All ships, boats alone, and all ships of pictures that were read separately.
#[derive(Default)]
struct Pooled {
    all: Score,
    boats: Score,
    alone: Score,
}

/// Measures tables, prints every figure, and pools the scores; stores the tracked lines if a folder is given.
fn measured(
    seeds: std::ops::RangeInclusive<u64>,
    turns: u32,
    lines: Option<&Path>,
) -> (Vec<Result<Measured, String>>, Pooled) {
    opencv::core::set_num_threads(1).unwrap();
    let began = Instant::now();
    let work = tempfile::tempdir().unwrap();
    let tell = |set: &SetOnDisk, result: &Result<Measured, String>| {
        println!("{}", line(set, result));
        // Two hundred sets would fill a small disk.
        std::fs::remove_dir_all(&set.folder).unwrap();
    };
    let results = measure_all(&tables(seeds, turns, work.path()), JOBS, true, tell, lines);
    println!("{}", totals(&results));
    println!("{} tables took {:.0} s on {JOBS} threads", results.len(), began.elapsed().as_secs_f64());
    let mut pooled = Pooled::default();
    for table in results.iter().flatten() {
        pooled.all.absorb(&table.all);
        pooled.boats.absorb(&table.boats);
        pooled.alone.absorb(&table.alone);
    }
    (results, pooled)
}

/// One of the figures: its bound, and the limit that passes here. A limit wider than the bound is not
/// satisfactory yet; it may only be lowered.
struct Figure {
    name: &'static str,
    value: f64,
    bound: f64,
    held: f64,
}

/// The limits that pass, in the order of [`figures`].
type Held = [f64; 13];

/// Figures that miss their bounds: the range's p95 by little (0.052 in for 0.05; printed also by pixels an
/// inch), ships missed (1.3 %) and invented (0.8 %), and one table in two dozen whose calibration fails (two
/// cards covered).
#[cfg(not(feature = "long"))]
const TWO_DOZEN: Held = [0.05, 0.055, 0.0, 0.0, 0.1, 0.02, 0.02, 0.015, 0.08, 8.0, 0.13, 0.0, 0.0];
/// The same: the range by more (0.066 in; 0.05 from 24 pixels an inch on, 0.07 from 18 on, 0.10 below). Drawn
/// at their cameras' full size (0.061 in), among the pairs beyond the bound (7.7 %) the worse ship was plain
/// in 32 %, had a base of nearly the sea's colour in 23 % (its label is taken for hull), was of that colour
/// itself, wholly or partly, in 24 %, and was turned end for end in 14 %. One flipped boat in twenty makes
/// the p95 of their headings 170 degrees: it is only printed, and a flip that is marked as sure fails the
/// test.
#[cfg(feature = "long")]
const TWO_HUNDRED: Held = [0.05, 0.068, 0.0, 0.0, 0.1, 0.02, 0.02, 0.015, 0.08, 180.0, 0.13, 0.0, 0.0];

/// The rows of the table that random tables answer.
fn figures(held: &Held, results: &[Result<Measured, String>], pooled: &Pooled) -> [Figure; 13] {
    let Pooled { all, boats, alone } = pooled;
    let share = |count: usize| count as f64 / all.ships.max(1) as f64;
    let failed = results.iter().filter(|result| result.is_err()).count() as f64;
    let within = all.within_95();
    let figures = [
        ("share of tables failed", failed / results.len().max(1) as f64, 0.0),
        ("range p95, in", all.range_in.percentile(95.0), 0.05),
        ("share of silent swaps", share(all.silent_swaps), 0.0),
        ("share of silent flips", share(all.silent_flips), 0.0),
        ("share of truths outside 2.448 sigma", 1.0 - within, 0.1),
        // More than 0.98 within: the sigma is too large.
        ("share of truths within 2.448 sigma, beyond 0.98", (within - 0.98).max(0.0), 0.0),
        ("share missed", share(all.missed), 0.0),
        ("share invented", share(all.invented), 0.0),
        ("boats' place p95, in", boats.position_in.percentile(95.0), 0.08),
        ("boats' heading p95, degrees", boats.heading_deg.percentile(95.0), 8.0),
        ("share asked in vain", share(all.asked), 1.0),
        ("share of silent swaps, pictures alone", share(alone.silent_swaps), 0.0),
        ("share of silent flips, pictures alone", share(alone.silent_flips), 0.0),
    ];
    let mut held = held.iter();
    figures.map(|(name, value, bound)| Figure { name, value, bound, held: *held.next().unwrap() })
}

fn hold(held: &Held, results: &[Result<Measured, String>], pooled: &Pooled) {
    let figures = figures(held, results, pooled);
    for Figure { name, value, bound, held } in &figures {
        let short = if value > bound { "   FALLS SHORT" } else { "" };
        println!("{name:<48} {value:8.4}   bound {bound:.4}   held to {held:.4}{short}");
    }
    let broken: Vec<String> = figures
        .iter()
        .filter(|figure| figure.value > figure.held)
        .map(|figure| format!("{}: {:.4} is more than {:.4}", figure.name, figure.value, figure.held))
        .collect();
    assert!(broken.is_empty(), "{broken:#?}");
    let Pooled { all, boats, alone } = pooled;
    assert!(all.ships > 100 && boats.placed > 0, "too little was measured: {all}");
    assert_eq!(alone.ships, all.ships, "every picture is read by itself as well");
}

// The bounds for two hundred cover two dozen as well, so only one of the tests runs.
#[cfg(not(feature = "long"))]
#[test]
fn two_dozen_random_tables_are_measured_as_well_as_before() {
    let lines = tempfile::tempdir().unwrap();
    let (results, pooled) = measured(1001..=1024, 3, Some(lines.path()));
    hold(&TWO_DOZEN, &results, &pooled);
    let mut golden = whole::files(lines.path(), "", ".jsonl").unwrap();
    golden.truncate(20);
    for file in golden {
        let name = format!("table-{}", file.file_stem().unwrap().to_string_lossy());
        whole::golden::compare_readings(&name, &std::fs::read_to_string(&file).unwrap()).unwrap();
    }
}

#[cfg(feature = "long")]
#[test]
fn two_hundred_random_tables_are_measured_as_well_as_before() {
    let (results, pooled) = measured(2001..=2200, 4, None);
    hold(&TWO_HUNDRED, &results, &pooled);
}
