//! Demo tables class by class ([`TableClass`]), all the way from lens views to observations: printed mats, felt, hex mats,
//! bases with labels, sails, small scales, lamps, dusk and the rest. `./check` measures one table of each class,
//! `./check --long` six:
//! `cargo test -p whole --features long --test table_classes -- --nocapture`. Both print every table, then every class.

#![allow(clippy::unwrap_used, clippy::panic)] // A failed expectation is a failed test.

use demo::{SetPlan, TableClass};
use std::time::Instant;
use whole::report::line;
use whole::score::{Errors, Score};
use whole::tables::{Drawing, Measured, SetOnDisk, measure_all};

/// The number of cores that `./check` assumes.
const JOBS: usize = 2;
const LENS_VIEWS: usize = 6;
#[cfg(not(feature = "long"))]
const SEEDS: u64 = 1;
#[cfg(feature = "long")]
const SEEDS: u64 = 6;
#[cfg(not(feature = "long"))]
const TURNS: u32 = 3;
#[cfg(feature = "long")]
const TURNS: u32 = 5;

/// The largest share of truths inside 2.448 sigma: more, and the sigma is too large. One table has too few ships to tell.
const INSIDE_MOST: f64 = if cfg!(feature = "long") { 0.98 } else { 1.0 };

/// The names of the figures of a class.
const FIGURES: [&str; 7] = [
    "range p95, in",
    "place p95, in",
    "heading p95, degrees",
    "share of truths outside 2.448 sigma",
    "share inside, beyond the most",
    "share missed or invented",
    "share asked about",
];

/// The bounds of the figures, as far as there are any. The heading's is that of `harbor`, the questions' that of sisters in
/// line ahead, which is the widest.
fn bounds(class: TableClass) -> [f64; 7] {
    let place_in = if class == TableClass::Sails1To600 { 0.06 } else { f64::INFINITY };
    [0.05, place_in, 1.0, 0.1, 0.0, 0.0, 0.03]
}

/// The limits that pass, in the order of [`FIGURES`]: what was measured, and a little (a twelfth, or one ship). A limit wider
/// than the bound is not satisfactory yet; it may only be lowered.
type Held = [f64; 7];

/// The limits of each class, in the order of [`TableClass::ALL`].
#[cfg(not(feature = "long"))]
const HELD: [Held; 14] = [
    [0.024, 0.029, 1.1, 0.056, 0.0, 0.0, 0.056],
    [0.023, 0.021, 1.2, 0.056, 0.0, 0.0, 0.056],
    [0.021, 0.017, 1.4, 0.056, 0.0, 0.0, 0.056],
    [0.056, 0.079, 1.8, 0.223, 0.0, 0.0, 0.056],
    [0.267, 0.203, 0.8, 0.306, 0.0, 0.256, 0.056],
    [0.098, 0.083, 8.1, 0.199, 0.0, 0.0, 0.104],
    [0.088, 0.079, 1.0, 0.223, 0.0, 0.0, 0.056],
    [0.032, 0.033, 1.5, 0.056, 0.0, 0.0, 0.056],
    [0.041, 0.056, 2.2, 0.056, 0.0, 0.0, 0.056],
    [0.033, 0.027, 1.0, 0.056, 0.0, 0.0, 0.056],
    [0.028, 0.03, 1.3, 0.056, 0.0, 0.0, 0.223],
    [0.07, 0.058, 3.2, 0.056, 0.0, 0.0, 0.056],
    [0.058, 0.052, 1.9, 0.056, 0.0, 0.0, 0.056],
    [0.301, 0.317, 180.0, 0.223, 0.0, 1.485, 0.866],
];
/// See above.
#[cfg(feature = "long")]
const HELD: [Held; 14] = [
    [0.045, 0.04, 1.1, 0.028, 0.024, 0.0, 0.098],
    [0.051, 0.049, 1.8, 0.042, 0.011, 0.0, 0.065],
    [0.068, 0.048, 2.4, 0.065, 0.004, 0.0, 0.098],
    [0.041, 0.053, 1.2, 0.061, 0.004, 0.0, 0.047],
    [0.185, 0.164, 1.8, 0.03, 0.02, 0.056, 0.134],
    [0.08, 0.066, 4.4, 0.06, 0.004, 0.0, 0.187],
    [0.1, 0.091, 1.7, 0.152, 0.004, 0.061, 0.135],
    [0.035, 0.038, 1.5, 0.038, 0.015, 0.0, 0.088],
    [0.046, 0.053, 2.4, 0.033, 0.02, 0.0, 0.139],
    [0.036, 0.035, 1.4, 0.028, 0.024, 0.0, 0.07],
    [0.054, 0.045, 2.6, 0.047, 0.006, 0.0, 0.144],
    [0.052, 0.042, 2.4, 0.033, 0.02, 0.0, 0.051],
    [0.049, 0.046, 2.8, 0.033, 0.02, 0.0, 0.098],
    [0.165, 0.1, 180.0, 0.106, 0.004, 1.06, 0.818],
];

fn figures(score: &Score) -> [f64; 7] {
    let share = |count: usize| count as f64 / score.ships.max(1) as f64;
    let p95 = |errors: &Errors| errors.percentile(95.0);
    [
        p95(&score.range_in),
        p95(&score.position_in),
        p95(&score.heading_deg),
        1.0 - score.within_95(),
        (score.within_95() - INSIDE_MOST).max(0.0),
        share(score.missed + score.invented),
        share(score.unsure),
    ]
}

const HEAD: &str = "\
class            ships failed | range p95 | along p50/p95 | across p50/p95 | heading | inside | silent swaps, flips | missed, invented | asked, in vain
                              |        in |            in |             in | degrees |        |                     |                  |";

/// The figures of a class in one line.
fn row(name: &str, failed: usize, score: &Score) -> String {
    let at = |errors: &Errors, percent| errors.percentile(percent);
    format!(
        "{name:<16} {:>5} {failed:>6} | {:>9.3} | {:>6.3}/{:.3}  | {:>7.3}/{:.3}  | {:>7.2} | {:>6.3} | {:>12}, {:<5} | {:>6}, {:<8} | {:>5}, {}",
        score.ships,
        at(&score.range_in, 95.0),
        at(&score.along_in, 50.0),
        at(&score.along_in, 95.0),
        at(&score.across_in, 50.0),
        at(&score.across_in, 95.0),
        at(&score.heading_deg, 95.0),
        score.within_95(),
        score.silent_swaps,
        score.silent_flips,
        score.missed,
        score.invented,
        score.unsure,
        score.asked,
    )
}

/// One class, measured: how many tables failed, and the figures of the others.
struct MeasuredClass {
    class: TableClass,
    failed: usize,
    score: Score,
}

fn measured() -> Vec<MeasuredClass> {
    opencv::core::set_num_threads(1).unwrap();
    let began = Instant::now();
    let work = tempfile::tempdir().unwrap();
    let set = |class: TableClass, seed: u64| SetOnDisk {
        folder: work.path().join(format!("{}-{seed}", class.name())),
        lens_folder: None,
        drawing: Some(Drawing::Class(class, SetPlan { turns: TURNS, lens_views: LENS_VIEWS, seed })),
    };
    let sets: Vec<SetOnDisk> =
        TableClass::ALL.iter().flat_map(|class| (1..=SEEDS).map(move |seed| set(*class, seed))).collect();
    let tell = |set: &SetOnDisk, result: &Result<Measured, String>| {
        println!("{}", line(set, result));
        std::fs::remove_dir_all(&set.folder).unwrap();
    };
    let results = measure_all(&sets, JOBS, true, tell, None);
    println!("{} tables took {:.0} s on {JOBS} threads", results.len(), began.elapsed().as_secs_f64());
    let pooled = |(class, results): (TableClass, &[Result<Measured, String>])| {
        let mut score = Score::default();
        results.iter().flatten().for_each(|table| score.absorb(&table.all));
        MeasuredClass { class, failed: results.iter().filter(|result| result.is_err()).count(), score }
    };
    TableClass::ALL.into_iter().zip(results.chunks(SEEDS as usize)).map(pooled).collect()
}

#[test]
fn every_class_of_tables_is_measured_as_well_as_before() {
    let classes = measured();
    println!("\n{HEAD}");
    let (mut all, mut failed) = (Score::default(), 0);
    for class in &classes {
        println!("{}", row(class.class.name(), class.failed, &class.score));
        all.absorb(&class.score);
        failed += class.failed;
    }
    println!("{}\n", row("all", failed, &all));
    let mut broken = Vec::new();
    for (MeasuredClass { class, score, .. }, held) in classes.iter().zip(HELD) {
        let limits = bounds(*class).into_iter().zip(held);
        for ((name, value), (bound, held)) in FIGURES.iter().zip(figures(score)).zip(limits) {
            let class = class.name();
            if value > bound {
                println!(
                    "{class:<16} {name:<36} {value:8.4}   bound {bound:.3}   held to {held:.3}   FALLS SHORT"
                );
            }
            if value > held {
                broken.push(format!("{class}: {name}: {value:.4} is more than {held:.4}"));
            }
        }
    }
    let silent = all.silent_swaps + all.silent_flips;
    assert_eq!(silent, 0, "ships are swapped or turned end for end and called sure");
    assert!(broken.is_empty(), "{broken:#?}");
    assert_eq!(failed, 0, "every table can be calibrated and mustered");
    assert!(classes.iter().all(|class| class.score.ships >= 15), "too little was measured");
}
