//! Demo tables class by class, all the way from lens views to observations: printed mats, felt, hex mats, bases with labels,
//! sails, small scales, lamps, dusk and the rest ([`TableClass`]). `./check` measures one table of each class,
//! `./check --long` eight:
//! `cargo test -p whole --features long --test table_classes -- --nocapture`. Both print every class beside the bounds.

#![allow(clippy::unwrap_used, clippy::panic)] // A failed expectation is a failed test.

use demo::{SetPlan, TableClass};
use std::path::Path;
use std::time::Instant;
use whole::report::line;
use whole::score::{Errors, Score};
use whole::tables::{Drawing, Measured, SetOnDisk, measure_all};

/// The number of cores that `./check` assumes.
const JOBS: usize = 2;
#[cfg(not(feature = "long"))]
const SEEDS: std::ops::RangeInclusive<u64> = 1..=1;
#[cfg(feature = "long")]
const SEEDS: std::ops::RangeInclusive<u64> = 1..=8;
#[cfg(not(feature = "long"))]
const TURNS: u32 = 3;
#[cfg(feature = "long")]
const TURNS: u32 = 5;
const LENS_VIEWS: usize = 6;

fn sets(folder: &Path) -> Vec<SetOnDisk> {
    let set = |class: TableClass, seed: u64| SetOnDisk {
        folder: folder.join(format!("{}-{seed}", class.name())),
        lens_folder: None,
        drawing: Some(Drawing::Class(class, SetPlan { turns: TURNS, lens_views: LENS_VIEWS, seed })),
    };
    TableClass::ALL.into_iter().flat_map(|class| SEEDS.map(move |seed| set(class, seed))).collect()
}

/// The figures of one class.
struct ClassFigures {
    class: TableClass,
    failed: usize,
    score: Score,
}

fn p95(errors: &Errors) -> f64 {
    errors.percentile(95.0)
}

fn row(name: &str, failed: usize, score: &Score) -> String {
    let p50 = |errors: &Errors| errors.percentile(50.0);
    format!(
        "{name:<16} {:>5} {failed:>6} {:>7.3} {:>6.3}/{:<6.3} {:>6.3}/{:<6.3} {:>8.2} {:>7.3} {:>5}/{:<5} {:>4}/{:<4} {:>5}/{:<4}",
        score.ships,
        p95(&score.range_in),
        p50(&score.along_in),
        p95(&score.along_in),
        p50(&score.across_in),
        p95(&score.across_in),
        p95(&score.heading_deg),
        score.within_95(),
        score.silent_swaps,
        score.silent_flips,
        score.missed,
        score.invented,
        score.unsure,
        score.asked,
    )
}

const HEAD: &str = "class            ships failed range95 along50/95    across50/95   heading95  inside swaps/flips miss/inv  asked/vain
                                         in     in            in              degrees          (silent)";

fn measured() -> Vec<ClassFigures> {
    opencv::core::set_num_threads(1).unwrap();
    let began = Instant::now();
    let work = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("IRONCLAD_CLASSES").map(std::path::PathBuf::from);
    let folder = kept.as_deref().unwrap_or(work.path());
    let tell = |set: &SetOnDisk, result: &Result<Measured, String>| {
        println!("{}", line(set, result));
        if kept.is_none() {
            std::fs::remove_dir_all(&set.folder).unwrap();
        }
    };
    let results = measure_all(&sets(folder), JOBS, true, tell, None);
    println!("{} tables took {:.0} s on {JOBS} threads", results.len(), began.elapsed().as_secs_f64());
    let per_class = SEEDS.count();
    let figures = |(class, results): (TableClass, &[Result<Measured, String>])| {
        let mut score = Score::default();
        results.iter().flatten().for_each(|table| score.absorb(&table.all));
        ClassFigures { class, failed: results.iter().filter(|result| result.is_err()).count(), score }
    };
    TableClass::ALL.into_iter().zip(results.chunks(per_class)).map(figures).collect()
}

#[test]
fn every_class_of_tables_is_measured_as_well_as_before() {
    let classes = measured();
    println!("\n{HEAD}");
    for ClassFigures { class, failed, score } in &classes {
        println!("{}", row(class.name(), *failed, score));
    }
}
