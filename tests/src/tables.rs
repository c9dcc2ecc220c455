//! Demo tables measured the whole way: drawn once into a folder, lens from views of the board, table from its cards,
//! muster, every turn tracked, and all of it judged by the truth.

use crate::files;
use crate::score::{Errors, Line, Score, SeenShip, score, score_where};
use calibration::{
    CharucoBoard, Dictionary, Drift, LensBoard, LensFile, LensOptions, TableFile, calibrate_lens,
    calibrate_table, read_picture,
};
use demo::{
    Scenario, SeaPrint, SetPlan, ShipKind, TableClass, TableSetup, TruthPicture, write_class_set,
    write_planned_set, write_scenario,
};
use geometry::{FrameId, Point};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tracking::{Fleet, FleetAnnotation, Series, TrackLine, learn_fleet};

/// The longest of the launches and mortar boats that have figures of their own, inches.
pub const BOAT_IN: f64 = 0.75;

/// What one set of pictures came to.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The folder's name.
    pub name: String,
    /// What makes it difficult, in a word or two each.
    pub difficulties: Vec<&'static str>,
    /// How far points of the table are off by the calibrated camera alone, inches.
    pub camera_in: Errors,
    /// All ships, all pictures.
    pub all: Score,
    /// What the cards said about the camera.
    pub drift: DriftTally,
    /// Ships no longer than [`BOAT_IN`].
    pub boats: Score,
    /// All ships, every picture read by itself: by a tracker that knows the muster and nothing since.
    pub alone: Score,
    /// From decoded picture to observations, milliseconds.
    pub ms: Errors,
}

/// The table of a set, from its lens views and cards alone; kept as `lens.json` and `table.json`.
///
/// # Errors
/// The calibration's own sentence.
pub fn calibrated(folder: &Path, lens_folder: &Path, size_in: (f64, f64)) -> Result<TableFile, String> {
    let (lens_path, table_path) = (folder.join("lens.json"), folder.join("table.json"));
    if let Ok(table) = TableFile::read(&table_path) {
        return Ok(table);
    }
    let lens = match LensFile::read(&lens_path) {
        Ok(lens) => lens,
        Err(_) => {
            let board = LensBoard::Charuco(CharucoBoard {
                squares_x: 10,
                squares_y: 7,
                square_in: 1.0,
                marker_in: 0.75,
                dictionary: Dictionary::BOARD,
            });
            let views = files(lens_folder, "lens", ".jpg")?;
            let lens = calibrate_lens(&views, &board, LensOptions::default()).map_err(|e| e.to_string())?;
            lens.file.write(&lens_path).map_err(|e| e.to_string())?;
            lens.file
        }
    };
    let empty = read_picture(&folder.join("empty.jpg")).map_err(|e| e.to_string())?;
    let table = calibrate_table(&empty, &lens, size_in, 2.0).map_err(|e| e.to_string())?;
    table.file.write(&table_path).map_err(|e| e.to_string())?;
    Ok(table.file)
}

/// What the cards said about a camera that moved, or did not.
#[derive(Debug, Clone, Default)]
pub struct DriftTally {
    /// The camera had moved since the table was last calibrated or corrected, and that was said.
    pub noticed: usize,
    /// It had, and nothing was said.
    pub unnoticed: usize,
    /// It had not, and a move was said.
    pub false_alarms: usize,
    /// How far points of the table are off by the corrected cameras, inches.
    pub corrected_in: Errors,
}

impl DriftTally {
    /// Takes in the figures of another set.
    pub fn absorb(&mut self, other: &Self) {
        self.noticed += other.noticed;
        self.unnoticed += other.unnoticed;
        self.false_alarms += other.false_alarms;
        self.corrected_in.absorb(&other.corrected_in);
    }
}

/// Musters a set's ships. `with_empty` hands the muster the picture of the bare table.
///
/// # Errors
/// The sentence of whatever failed.
pub fn mustered(folder: &Path, table: &TableFile, with_empty: bool) -> Result<Fleet, String> {
    let read = |path: &Path| read_picture(path).map_err(|e| e.to_string());
    let text = fs::read_to_string(folder.join("muster.json")).map_err(|e| e.to_string())?;
    let words = FleetAnnotation::from_json(&text).map_err(|e| e.to_string())?;
    let picture = read(&folder.join("muster.jpg"))?;
    let empty = if with_empty { Some(read(&folder.join("empty.jpg"))?) } else { None };
    let fleet = learn_fleet(&picture, empty.as_ref(), &table.camera(), table.id(), &words)
        .map_err(|e| e.to_string())?;
    // As the command line goes: through the fleet's file.
    let json = fleet.to_json().map_err(|e| e.to_string())?;
    Fleet::from_json(&json).map_err(|e| e.to_string())
}

/// The pictures of a set's turns, in the order in which they were taken.
fn turns(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut turns = files(folder, "turn", ".jpg")?;
    // "turn04.jpg" comes before "turn04-hand.jpg".
    turns.sort_by_key(|path| (named(path).get(..6).map(str::to_owned), named(path).len()));
    Ok(turns)
}

/// Reads every turn by itself, with a tracker that knows the muster and nothing since.
///
/// # Errors
/// The sentence of whatever failed.
pub fn read_alone(folder: &Path, table: &TableFile, fleet: &Fleet) -> Result<Vec<TrackLine>, String> {
    let read = |path: PathBuf| {
        let picture = read_picture(&path).map_err(|e| e.to_string())?;
        let mut series = Series::new(table, fleet).map_err(|e| e.to_string())?;
        let (_, reading) = series.observe(&picture, FrameId(1)).map_err(|e| e.to_string())?;
        Ok(TrackLine::new(named(&path), &reading, 0.0))
    };
    turns(folder)?.into_iter().map(read).collect()
}

/// Tracks every turn, in the order in which the pictures were taken. Cards are checked on every picture; where they say that
/// the camera moved, tracking goes on with the corrected table.
///
/// # Errors
/// The sentence of whatever failed.
pub fn tracked(
    folder: &Path,
    table: &TableFile,
    fleet: &Fleet,
) -> Result<(Vec<TrackLine>, DriftTally), String> {
    let read = |path: &Path| read_picture(path).map_err(|e| e.to_string());
    let mut series = Series::new(table, fleet).map_err(|e| e.to_string())?;
    let turns = turns(folder)?;
    let (mut lines, mut drift) = (Vec::with_capacity(turns.len()), DriftTally::default());
    let mut hung = truth_of(folder, "muster")?.camera;
    for (frame, path) in (1..).zip(turns) {
        let picture = read(&path)?;
        let truth = truth_of(folder, named(&path).trim_end_matches(".jpg"))?;
        let has_moved = truth.camera != hung;
        let begin = Instant::now();
        let (said, reading) = series.observe(&picture, FrameId(frame)).map_err(|e| e.to_string())?;
        let ms = begin.elapsed().as_secs_f64() * 1e3;
        if let Drift::Moved { .. } = said {
            hung = truth.camera.clone();
            drift.corrected_in.absorb(&camera_error_in(series.table(), &truth));
            drift.noticed += usize::from(has_moved);
            drift.false_alarms += usize::from(!has_moved);
        } else {
            drift.unnoticed += usize::from(has_moved);
        }
        lines.push(TrackLine::new(named(&path), &reading, ms));
    }
    Ok((lines, drift))
}

fn truth_of(folder: &Path, stem: &str) -> Result<TruthPicture, String> {
    let path = folder.join(format!("{stem}.truth.json"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn named(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn judged_line(line: &TrackLine) -> Line {
    let ships = line.ships.iter().map(|ship| SeenShip {
        id: ship.id.clone(),
        x: ship.x,
        y: ship.y,
        heading_deg: ship.heading_deg,
        sigma_in: ship.sigma_in,
        seen: ship.seen,
        sure: ship.sure,
    });
    Line { image: line.image.clone(), ships: ships.collect(), still: line.still, ms: line.ms }
}

/// What a set is drawn from.
#[derive(Debug, Clone)]
pub enum Drawing {
    /// A random table and ordinary turns on it.
    Table(Box<TableSetup>, SetPlan),
    /// A random table of a class, picked by the plan's seed, and ordinary turns on it.
    Class(TableClass, SetPlan),
    /// A scripted difficulty, with its seed and so many views of the lens board.
    Story(Scenario, u64, usize),
}

impl Drawing {
    /// Draws the set into a folder, unless the very same one lies there already.
    ///
    /// # Errors
    /// One sentence: the folder can't be written, the fleet finds no room.
    pub fn drawn(&self, folder: &Path) -> Result<(), String> {
        let record = folder.join("setup.json");
        let wanted = match self {
            Drawing::Table(setup, plan) => serde_json::json!({
                "setup": setup, "turns": plan.turns, "lens_views": plan.lens_views, "seed": plan.seed
            }),
            Drawing::Class(class, plan) => serde_json::json!({
                "class": class.name(), "setup": TableSetup::of_class(*class, plan.seed),
                "turns": plan.turns, "lens_views": plan.lens_views, "seed": plan.seed
            }),
            Drawing::Story(story, seed, lens_views) => serde_json::json!({
                "story": story.name(), "setup": story.setup(*seed), "lens_views": lens_views, "seed": seed
            }),
        };
        let text = wanted.to_string();
        if fs::read_to_string(&record).is_ok_and(|there| there == text) {
            return Ok(());
        }
        // What was drawn, calibrated or tracked for another table must not be taken for this one's.
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        match self {
            Drawing::Table(setup, plan) => write_planned_set(setup, plan, folder),
            Drawing::Class(class, plan) => write_class_set(*class, plan, folder),
            Drawing::Story(story, seed, lens_views) => write_scenario(*story, *seed, *lens_views, folder),
        }
        .map_err(|error| error.to_string())?;
        fs::write(&record, text).map_err(|error| format!("{}: {error}", record.display()))
    }

    fn difficulties(&self) -> Vec<&'static str> {
        match self {
            Drawing::Table(setup, _) => difficulties(setup),
            Drawing::Class(class, _) => vec![class.name()],
            Drawing::Story(story, ..) => vec![story.name()],
        }
    }
}

/// Where a set lies and what it was drawn from.
#[derive(Debug, Clone)]
pub struct SetOnDisk {
    /// Its folder.
    pub folder: PathBuf,
    /// Where the views of the lens board lie, if not there.
    pub lens_folder: Option<PathBuf>,
    /// What to draw when it is not there yet; none for pictures that came from elsewhere.
    pub drawing: Option<Drawing>,
}

impl SetOnDisk {
    /// Draws the set if need be, and measures it the whole way. `lines_to` keeps the tracked lines (`NAME.jsonl`).
    ///
    /// # Errors
    /// The sentence of whatever failed.
    pub fn measured(&self, with_empty: bool, lines_to: Option<&Path>) -> Result<Measured, String> {
        let folder = &self.folder;
        if let Some(drawing) = &self.drawing {
            drawing.drawn(folder)?;
        }
        let truth = truth_of(folder, "empty")?;
        let lens_folder = self.lens_folder.as_ref().unwrap_or(folder);
        let table = calibrated(folder, lens_folder, (truth.table[0], truth.table[1]))?;
        let fleet = mustered(folder, &table, with_empty)?;
        let (tracked, drift) = tracked(folder, &table, &fleet)?;
        let alone: Vec<Line> = read_alone(folder, &table, &fleet)?.iter().map(judged_line).collect();
        if let Some(keep) = lines_to {
            let lines: Result<Vec<String>, _> = tracked.iter().map(serde_json::to_string).collect();
            let text = lines.map_err(|e| e.to_string())?.join("\n") + "\n";
            let written = fs::create_dir_all(keep)
                .and_then(|()| fs::write(keep.join(format!("{}.jsonl", named(folder))), text));
            written.map_err(|e| format!("{}: {e}", keep.display()))?;
        }
        let lines: Vec<Line> = tracked.iter().map(judged_line).collect();
        Ok(Measured {
            name: named(folder),
            difficulties: self.drawing.as_ref().map(Drawing::difficulties).unwrap_or_default(),
            camera_in: camera_error_in(&table, &truth),
            all: score(folder, &lines, false)?,
            drift,
            alone: score(folder, &alone, false)?,
            boats: score_where(folder, &lines, false, |ship| ship.length <= BOAT_IN)?,
            ms: Errors::of(lines.iter().map(|line| line.ms).collect()),
        })
    }
}

/// How far points at deck height come back from where the true camera sees them, inches: what calibration adds.
fn camera_error_in(table: &TableFile, truth: &TruthPicture) -> Errors {
    const DECK_IN: f64 = 0.12;
    let (found, camera) = (table.camera(), truth.camera.table_camera());
    let share = [0.08, 0.29, 0.5, 0.71, 0.92];
    let points = share.iter().flat_map(|x| share.map(|y| Point::new(x * truth.table[0], y * truth.table[1])));
    Errors::of(
        points
            .filter_map(|point| {
                let pixel = camera.pixel_from_table(point, DECK_IN)?;
                Some(found.table_from_pixel(pixel, DECK_IN)?.distance_in(point))
            })
            .collect(),
    )
}

/// What makes a table difficult: every table has at least its picture size.
pub fn difficulties(setup: &TableSetup) -> Vec<&'static str> {
    let camera = &setup.camera;
    let (x, y, z) = camera.position_in;
    let aside = (x - camera.looks_at.x_in).hypot(y - camera.looks_at.y_in);
    let tilt_deg = aside.atan2(z).to_degrees();
    let focal = camera.focal_px / f64::from(camera.width);
    let (east_in, north_in) = setup.sea_in;
    let middle = Point::new(east_in / 2.0, north_in / 2.0);
    let px_per_in = camera.table_camera().px_per_in(middle).unwrap_or(0.0);
    let ships = &setup.fleet;
    let alike = |a: usize, b: usize| {
        let (a, b) = (&ships[a], &ships[b]);
        a.kind == b.kind && a.paint == b.paint && a.length_in == b.length_in
    };
    let pairs = || (0..ships.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let any = |holds: &dyn Fn(&demo::DemoShip) -> bool| ships.iter().any(holds);
    let covered = |bank: &demo::Bank| bank.outline.iter().any(|point| point.x_in < 0.0 && point.y_in < 0.0);
    [
        ("1280x720", camera.width < 1900),
        ("1920x1080", camera.width == 1920),
        ("3840x2160", camera.width > 2000),
        // Where an inch has fewer pixels, half a pixel is a larger part of every range.
        ("under 18 pixels an inch", px_per_in < 18.0),
        ("18 to 24 pixels an inch", (18.0..24.0).contains(&px_per_in)),
        ("24 to 30 pixels an inch", (24.0..30.0).contains(&px_per_in)),
        ("over 30 pixels an inch", px_per_in >= 30.0),
        ("tilt 12 to 22", (12.0..22.0).contains(&tilt_deg)),
        ("tilt over 22", tilt_deg >= 22.0),
        ("very wide lens", focal < 0.6),
        ("upside down", camera.roll_rad.abs() > 1.0),
        ("glare", setup.sea.gloss > 0.15),
        ("dim", setup.light.brightness < 0.8),
        ("bright", setup.light.brightness > 1.2),
        ("printed sea", setup.sea.print != SeaPrint::Plain),
        ("creases", setup.sea.creases > 0),
        ("strong mottle", setup.sea.mottle > 0.22),
        ("noisy", setup.sensor.noise_codes > 2.3),
        ("banks", !setup.banks.is_empty()),
        ("a card covered", setup.banks.iter().any(covered)),
        ("sisters by band", any(&|ship| ship.paint.band.is_some())),
        ("twins", pairs().any(|(a, b)| alike(a, b))),
        ("bases", any(&|ship| ship.base.is_some())),
        ("ends of the sea's colour", any(&|ship| ship.paint.ends.is_some())),
        ("hulls of the sea's colour", any(&|ship| near(ship.paint.deck, setup.sea.colour))),
        ("boats", any(&|ship| matches!(ship.kind, ShipKind::Launch | ShipKind::Mortar))),
        ("1:600", any(&|ship| ship.scale > 1.5)),
        ("tags", any(&|ship| ship.tag.is_some())),
        ("ten ships or more", ships.len() >= 10),
    ]
    .into_iter()
    .filter_map(|(name, there)| there.then_some(name))
    .collect()
}

fn near(a: demo::Colour, b: demo::Colour) -> bool {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)).max(a.2.abs_diff(b.2)) <= 24
}

/// Measures many sets on some threads, and hands each to `tell` as it is done; in the order given.
pub fn measure_all(
    sets: &[SetOnDisk],
    jobs: usize,
    with_empty: bool,
    tell: impl Fn(&SetOnDisk, &Result<Measured, String>) + Sync,
    lines_to: Option<&Path>,
) -> Vec<Result<Measured, String>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(set) = sets.get(at) else { return };
                    let result = set.measured(with_empty, lines_to);
                    tell(set, &result);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
