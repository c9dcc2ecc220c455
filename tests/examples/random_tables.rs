//! Measures random demo tables and prints the figures:
//!
//! `random_tables --seeds 1..40 --turns 6 --out DIR [--jobs 1] [--lens-views 8] [--empty] [--lines DIR]
//! [--draw-only] [--stories] [--classes]`
//!
//! Each table is drawn once into `DIR/SEED` and kept there with its calibration; later runs only muster and track.
//! `--set DIR` (again and again) measures other sets of pictures with truth; `--set DIR,LENS_DIR` takes the views of the
//! lens board from elsewhere, and whatever is calibrated is kept in DIR. `--lines DIR` keeps what was tracked;
//! `--empty` hands the muster the picture of the bare table. `--stories` measures the scripted difficulties instead
//! (`DIR/STORY-SEED`, always 5 turns), `--classes` the classes of tables (`DIR/CLASS-SEED`), `--class NAME` one of them.

use demo::{Scenario, SetPlan, TableClass, TableSetup};
use std::path::PathBuf;
use whole::report::{line, totals};
use whole::tables::{Drawing, Measured, SetOnDisk, measure_all};

struct Wanted {
    seeds: std::ops::RangeInclusive<u64>,
    turns: u32,
    lens_views: usize,
    jobs: usize,
    out: PathBuf,
    draw_only: bool,
    stories: bool,
    classes: Vec<TableClass>,
    with_empty: bool,
    sets: Vec<SetOnDisk>,
    lines: Option<PathBuf>,
}

impl Wanted {
    fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut wanted = Self {
            seeds: 1..=24,
            turns: 5,
            lens_views: 8,
            jobs: 1,
            out: PathBuf::new(),
            draw_only: false,
            stories: false,
            classes: Vec::new(),
            with_empty: false,
            sets: Vec::new(),
            lines: None,
        };
        while let Some(name) = arguments.next() {
            match name.as_str() {
                "--draw-only" => wanted.draw_only = true,
                "--stories" => wanted.stories = true,
                "--classes" => wanted.classes = TableClass::ALL.to_vec(),
                "--empty" => wanted.with_empty = true,
                _ => wanted.take(&name, arguments.next().ok_or_else(|| format!("{name} needs a value"))?)?,
            }
        }
        if wanted.out.as_os_str().is_empty() && wanted.sets.is_empty() {
            return Err("say where to: --out DIR".into());
        }
        Ok(wanted)
    }

    fn take(&mut self, name: &str, value: String) -> Result<(), String> {
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{name}: '{text}' is no number"));
        match name {
            "--seeds" => {
                let (first, last) = value.split_once("..").unwrap_or((&value, &value));
                self.seeds = number(first)?..=number(last.trim_start_matches('='))?;
            }
            "--turns" => self.turns = number(&value)? as u32,
            "--lens-views" => self.lens_views = number(&value)? as usize,
            "--jobs" => self.jobs = number(&value)? as usize,
            "--lines" => self.lines = Some(PathBuf::from(value)),
            "--set" => {
                let (folder, lens) = value.split_once(',').map_or((&*value, None), |(a, b)| (a, Some(b)));
                let lens_folder = lens.map(PathBuf::from);
                self.sets.push(SetOnDisk { folder: folder.into(), lens_folder, drawing: None });
            }
            "--class" => {
                let named = TableClass::ALL.into_iter().find(|class| class.name() == value);
                self.classes.push(named.ok_or_else(|| format!("--class: '{value}' is no class"))?);
            }
            "--out" => self.out = PathBuf::from(value),
            _ => return Err(format!("'{name}' is not known")),
        }
        Ok(())
    }

    fn sets(&self) -> Vec<SetOnDisk> {
        if !self.sets.is_empty() {
            return self.sets.clone();
        }
        let of = |folder: String, drawing: Drawing| SetOnDisk {
            folder: self.out.join(folder),
            lens_folder: None,
            drawing: Some(drawing),
        };
        if self.stories {
            let story = |seed: u64, story: Scenario| {
                of(format!("{}-{seed}", story.name()), Drawing::Story(story, seed, self.lens_views))
            };
            return Scenario::ALL
                .into_iter()
                .flat_map(|s| self.seeds.clone().map(move |seed| story(seed, s)))
                .collect();
        }
        let plan = |seed: u64| SetPlan { turns: self.turns, lens_views: self.lens_views, seed };
        if !self.classes.is_empty() {
            let set = |class: TableClass, seed: u64| {
                of(format!("{}-{seed}", class.name()), Drawing::Class(class, plan(seed)))
            };
            return self
                .classes
                .iter()
                .flat_map(|class| self.seeds.clone().map(move |seed| set(*class, seed)))
                .collect();
        }
        let table = |seed: u64| {
            let plan = plan(seed);
            of(seed.to_string(), Drawing::Table(Box::new(TableSetup::random(seed)), plan))
        };
        self.seeds.clone().map(table).collect()
    }
}

fn main() -> Result<(), String> {
    let wanted = Wanted::from_arguments(std::env::args().skip(1))?;
    opencv::core::set_num_threads(1).map_err(|e| e.to_string())?;
    let sets = wanted.sets();
    if wanted.draw_only {
        for set in &sets {
            let done = set.drawing.as_ref().map(|drawing| drawing.drawn(&set.folder));
            println!(
                "{}: {}",
                set.folder.display(),
                done.and_then(Result::err).unwrap_or_else(|| "drawn".into())
            );
        }
        return Ok(());
    }
    let tell = |set: &SetOnDisk, result: &Result<Measured, String>| println!("{}", line(set, result));
    println!(
        "{}",
        totals(&measure_all(&sets, wanted.jobs, wanted.with_empty, tell, wanted.lines.as_deref()))
    );
    Ok(())
}
