//! Measures random demo tables and prints the figures:
//!
//! `random_tables --seeds 1..40 --turns 6 --out DIR [--jobs 1] [--lens-views 8] [--draw-only]`
//!
//! Each table is drawn once into `DIR/SEED` and kept there with its calibration; later runs only muster and track.

use demo::{SetPlan, TableSetup};
use std::path::PathBuf;
use whole::report::{line, totals};
use whole::tables::{calibrated, drawn, measure_all};

struct Wanted {
    seeds: std::ops::RangeInclusive<u64>,
    turns: u32,
    lens_views: usize,
    jobs: usize,
    out: PathBuf,
    draw_only: bool,
}

impl Wanted {
    fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut wanted =
            Self { seeds: 1..=24, turns: 5, lens_views: 8, jobs: 1, out: PathBuf::new(), draw_only: false };
        while let Some(name) = arguments.next() {
            if name == "--draw-only" {
                wanted.draw_only = true;
                continue;
            }
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number =
                |text: &str| text.parse::<u64>().map_err(|_| format!("{name}: '{text}' is no number"));
            match name.as_str() {
                "--seeds" => {
                    let (first, last) = value.split_once("..").unwrap_or((&value, &value));
                    wanted.seeds = number(first)?..=number(last.trim_start_matches('='))?;
                }
                "--turns" => wanted.turns = number(&value)? as u32,
                "--lens-views" => wanted.lens_views = number(&value)? as usize,
                "--jobs" => wanted.jobs = number(&value)? as usize,
                "--out" => wanted.out = PathBuf::from(value),
                _ => return Err(format!("'{name}' is not known")),
            }
        }
        if wanted.out.as_os_str().is_empty() {
            return Err("say where to: --out DIR".into());
        }
        Ok(wanted)
    }
}

fn main() -> Result<(), String> {
    let wanted = Wanted::from_arguments(std::env::args().skip(1))?;
    opencv::core::set_num_threads(1).map_err(|e| e.to_string())?;
    let tables: Vec<_> = wanted
        .seeds
        .clone()
        .map(|seed| {
            let plan = SetPlan { turns: wanted.turns, lens_views: wanted.lens_views, seed };
            (TableSetup::random(seed), plan, wanted.out.join(seed.to_string()))
        })
        .collect();
    if wanted.draw_only {
        for (setup, plan, folder) in &tables {
            let done = drawn(setup, plan, folder).and_then(|()| calibrated(folder, setup.sea_in));
            println!("{}: {}", folder.display(), done.err().unwrap_or_else(|| "drawn".into()));
        }
        return Ok(());
    }
    let results = measure_all(tables, wanted.jobs, |folder, result| println!("{}", line(folder, result)));
    println!("{}", totals(&results));
    Ok(())
}
