//! Random demo tables, the whole way from lens views to observations, with fixed seeds: what tracking reaches on lenses,
//! lights, seas, banks and fleets that nobody tuned it to. `./check` measures two dozen (about a minute on two cores),
//! `./check --long` 200 instead: `cargo test -p whole --features long --test random_tables -- --nocapture`, eight times
//! as many with four turns for three, which is eight to ten minutes on two cores. Both print every table, then all
//! figures by the names of `score.py`, and what they took.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use demo::{SetPlan, TableSetup};
use std::path::Path;
use std::time::Instant;
use whole::report::{line, totals};
use whole::score::Score;
use whole::tables::{Drawing, Measured, SetOnDisk, measure_all};

/// Two cores are what `./check` counts on.
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

/// Measures tables, prints every figure, and pools the scores: all ships, and boats by themselves.
fn measured(
    seeds: std::ops::RangeInclusive<u64>,
    turns: u32,
) -> (Vec<Result<Measured, String>>, Score, Score) {
    opencv::core::set_num_threads(1).unwrap();
    let began = Instant::now();
    let work = tempfile::tempdir().unwrap();
    let tell = |set: &SetOnDisk, result: &Result<Measured, String>| {
        println!("{}", line(set, result));
        // Two hundred sets would fill a small disk.
        std::fs::remove_dir_all(&set.folder).unwrap();
    };
    let results = measure_all(&tables(seeds, turns, work.path()), JOBS, true, tell, None);
    println!("{}", totals(&results));
    println!("{} tables took {:.0} s on {JOBS} threads", results.len(), began.elapsed().as_secs_f64());
    let (mut all, mut boats) = (Score::default(), Score::default());
    for table in results.iter().flatten() {
        all.absorb(&table.all);
        boats.absorb(&table.boats);
    }
    (results, all, boats)
}

/// What is held to. Each stands beside the bound and aim: where it is wider, the bound is not reached yet, and
/// this is what was measured when it was written, rounded up. They only ever come down.
struct Held {
    /// Share of tables whose calibration or muster fails. Bound and aim 0.
    failed: f64,
    /// Range error p95, pooled, inches. Bound 0.05, aim 0.03.
    range_p95_in: f64,
    /// Ships missed as a share of all. Bound and aim 0.
    missed: f64,
    /// Swaps called sure as a share of all ships. Bound and aim 0.
    silent_swaps: f64,
    /// Flips called sure as a share of all ships. Bound and aim 0.
    silent_flips: f64,
    /// Truths within 2.448 sigma, at least. Bound 0.90 (to 0.98), aim 0.93 (to 0.97).
    within_95: f64,
    /// Boats' position p95, inches. Bound 0.08, aim 0.05.
    boats_p95_in: f64,
}

/// Measured over seeds 1001 to 1024: 1 failed of 24, 0.188 in, 1.5 % missed, 0.4 % silent swaps (one table, whose muster
/// is wrong), no silent flip, 0.911 within, boats 0.073 in. Boats' heading p95 (bound 8 degrees, aim 4; 4.1 measured) is
/// only printed: a single flip makes it 178 degrees.
#[cfg(not(feature = "long"))]
const TWO_DOZEN: Held = Held {
    failed: 0.05,
    range_p95_in: 0.21,
    missed: 0.02,
    silent_swaps: 0.006,
    silent_flips: 0.003,
    within_95: 0.89,
    boats_p95_in: 0.08,
};

/// Measured over seeds 2001 to 2100 (at their own picture sizes): 1 failed of 100, 0.190 in, 3.8 % missed, 0.27 % silent
/// swaps, 0.41 % silent flips, 0.911 within, boats 0.145 in. Two dozen tables happen to be kinder.
#[cfg(feature = "long")]
const TWO_HUNDRED: Held = Held {
    failed: 0.05,
    range_p95_in: 0.23,
    missed: 0.05,
    silent_swaps: 0.006,
    silent_flips: 0.008,
    within_95: 0.88,
    boats_p95_in: 0.18,
};

fn hold(held: &Held, results: &[Result<Measured, String>], all: &Score, boats: &Score) {
    let share = |count: usize| count as f64 / all.ships.max(1) as f64;
    let failed = results.iter().filter(|result| result.is_err()).count();
    let figures = [
        ("share of tables failed", failed as f64 / results.len().max(1) as f64, held.failed),
        ("range p95, in", all.range_in.percentile(95.0), held.range_p95_in),
        ("share missed", share(all.missed), held.missed),
        ("share of silent swaps", share(all.silent_swaps), held.silent_swaps),
        ("share of silent flips", share(all.silent_flips), held.silent_flips),
        ("share outside 2.448 sigma", 1.0 - all.within_95(), 1.0 - held.within_95),
        ("boats' position p95, in", boats.position_in.percentile(95.0), held.boats_p95_in),
    ];
    let broken: Vec<String> = figures
        .iter()
        .filter(|(_, value, most)| value > most)
        .map(|(name, value, most)| format!("{name}: {value:.4} is more than {most:.4}"))
        .collect();
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(all.ships > 100 && boats.placed > 0, "too little was measured: {all}");
}

// Two hundred hold for two dozen as well, and both at once would only wait for each other.
#[cfg(not(feature = "long"))]
#[test]
fn two_dozen_random_tables_are_measured_as_well_as_before() {
    let (results, all, boats) = measured(1001..=1024, 3);
    hold(&TWO_DOZEN, &results, &all, &boats);
}

#[cfg(feature = "long")]
#[test]
fn two_hundred_random_tables_are_measured_as_well_as_before() {
    let (results, all, boats) = measured(2001..=2200, 4);
    hold(&TWO_HUNDRED, &results, &all, &boats);
}
