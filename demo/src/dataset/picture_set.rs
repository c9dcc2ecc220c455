//! Sets of pictures with the ground truth: lens views, the empty table, an annotated picture and turns, as files.

use crate::dataset::line_ahead::LineAhead;
use crate::render::board::BOARD_VIEWS;
use crate::setup::records::TableSetup;
use crate::setup::ship_records::DemoShip;
use crate::setup::table_class::TableClass;
use crate::table::demo_table::{DemoError, DemoTable};
use crate::table::truth::TruthPicture;
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::{Mat, Vector};
use opencv::imgcodecs;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a set of pictures can't be written.
#[derive(Debug, Error)]
pub enum SetError {
    /// The folder or a file in it can't be written.
    #[error("{} can't be written ({reason}): choose a folder you may write to, on a disk with room.", path.display())]
    Unwritable {
        /// The folder or file.
        path: PathBuf,
        /// The operating system's reason.
        reason: std::io::Error,
    },
    /// A file can't be written.
    #[error(transparent)]
    File(#[from] disk::WriteError),
    /// The table can't be drawn.
    #[error(transparent)]
    Demo(#[from] DemoError),
    /// The fleet does not fit on the table.
    #[error("{0} finds no free place on the demo table: use a smaller fleet or a larger table.")]
    Crowded(ShipId),
}

/// The size of the pictures of a set.
const PICTURE: (u32, u32) = (1920, 1080);

/// How far ships stand apart at the muster, from stack to stack, and from the table's edge, inches.
const MUSTER_APART_IN: f64 = 4.5;
const FROM_EDGE_IN: f64 = 2.5;

/// Ships are not placed on corner cards: stacks stay this far from the cards' middles, inches, and those of long ships
/// as far as their ends reach.
const FROM_CARD_IN: f64 = 3.0;
const CARD_REACH_IN: f64 = 1.8;

/// Nor on a bank: stacks stay this far from the banks, inches, and those of long ships as far as their ends reach.
const FROM_BANK_IN: f64 = 1.7;

/// How far the ends of hulls are apart at the muster at least, inches.
const MUSTER_CLEAR_IN: f64 = 1.0;

/// The furthest a ship moves in a turn, inches, and turns, degrees.
const MOVE_IN: f64 = 10.0;
const TURN_DEG: f64 = 70.0;

/// Every this many turns an arm lies over the table in a second picture; every this many dice and smoke lie about.
const HAND_EVERY: u32 = 4;
const DICE_EVERY: u32 = 3;

/// What a set of pictures holds besides its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetPlan {
    /// How many turns.
    pub turns: u32,
    /// How many views of the lens board, at most [`BOARD_VIEWS`].
    pub lens_views: usize,
    /// Places and moves the ships, and drives everything else that is random.
    pub seed: u64,
}

/// The most informative views for a lens: the middle, the picture's corners, near and far.
const BEST_VIEWS: [usize; BOARD_VIEWS] = [0, 1, 2, 3, 4, 11, 12, 9, 5, 6, 10, 7, 8, 13];

/// Writes a set of pictures of a table, at 1920x1080, into a folder (made if need be): `lens00..13.jpg`, `empty.jpg`,
/// `muster.jpg`, `muster.json`, `turn01.jpg` and on (`frames` of them), now and then a `turnNN-hand.jpg`, and the truth
/// of each as `*.truth.json`.
///
/// `seed` places and moves the ships. Each file is complete or absent. Returns the files in the order written.
pub fn write_set(
    setup: &TableSetup,
    frames: u32,
    seed: u64,
    folder: &Path,
) -> Result<Vec<PathBuf>, SetError> {
    let plan = SetPlan { turns: frames, lens_views: BOARD_VIEWS, seed };
    write_planned_set(&setup.clone().at_size(PICTURE.0, PICTURE.1), &plan, folder)
}

/// The same at the setup's own picture size, with as many views of the lens board as planned.
pub fn write_planned_set(
    setup: &TableSetup,
    plan: &SetPlan,
    folder: &Path,
) -> Result<Vec<PathBuf>, SetError> {
    let setup = TableSetup { seed: plan.seed, ..setup.clone() };
    write_turns(&setup, None, plan, folder)
}

/// Writes a set of a random table of a class; the plan's seed picks it. Light and camera change after the muster as the class
/// has it.
pub fn write_class_set(class: TableClass, plan: &SetPlan, folder: &Path) -> Result<Vec<PathBuf>, SetError> {
    write_turns(&TableSetup::of_class(class, plan.seed), Some(class), plan, folder)
}

fn write_turns(
    setup: &TableSetup,
    class: Option<TableClass>,
    plan: &SetPlan,
    folder: &Path,
) -> Result<Vec<PathBuf>, SetError> {
    let mut writer = SetWriter::new(folder, setup.sensor.jpeg_quality)?;
    let mut table = DemoTable::new(setup.clone())?;
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed ^ 0x7365_7473);
    write_beginning(&mut writer, &mut table, plan.lens_views)?;
    let mut line = None;
    if class == Some(TableClass::SistersInLine) {
        line = Some(LineAhead::formed(&mut table, &mut random)?);
    } else {
        scatter(&mut table, &mut random)?;
    }
    let muster = table.frame()?;
    writer.picture("muster", &muster, &table.truth_picture())?;
    writer.json("muster.json", &table.fleet_annotation())?;
    for turn in 1..=plan.turns {
        match &mut line {
            Some(line) => line.advance(&mut table, &mut random)?,
            None => move_ships(&mut table, &mut random),
        }
        table.clear_loose();
        if let Some(class) = class {
            take_light_and_camera(&mut table, class.in_picture(setup, turn))?;
        }
        if turn % DICE_EVERY == 0 {
            put_loose(&mut table, &mut random);
        }
        let picture = table.frame()?;
        writer.picture(&format!("turn{turn:02}"), &picture, &table.truth_picture())?;
        if turn % HAND_EVERY == 0 {
            let (width, depth) = table.setup().sea_in;
            let over =
                Point::new(random.random_range(0.1..0.9) * width, random.random_range(0.1..0.9) * depth);
            table.show_arm(Some(over));
            let picture = table.frame()?;
            table.show_arm(None);
            writer.picture(&format!("turn{turn:02}-hand"), &picture, &table.truth_picture())?;
        }
    }
    Ok(writer.written)
}

/// The table in the light, and under the camera, of another setup. It is drawn anew only if they differ.
fn take_light_and_camera(table: &mut DemoTable, now: TableSetup) -> Result<(), DemoError> {
    let there = table.setup();
    if there.light == now.light && there.camera == now.camera {
        return Ok(());
    }
    table.rearrange(|setup| (setup.light, setup.camera) = (now.light, now.camera))
}

/// The views of the lens board and the empty table.
pub(crate) fn write_beginning(
    writer: &mut SetWriter,
    table: &mut DemoTable,
    lens_views: usize,
) -> Result<(), SetError> {
    let mut views: Vec<usize> = BEST_VIEWS.into_iter().take(lens_views).collect();
    views.sort_unstable();
    for (number, view) in views.into_iter().enumerate() {
        let picture = table.board_view(view)?;
        writer.picture(&format!("lens{number:02}"), &picture, &table.empty_truth())?;
    }
    let empty = table.empty_frame()?;
    writer.picture("empty", &empty, &table.empty_truth())
}

fn unwritable(path: &Path, reason: std::io::Error) -> SetError {
    SetError::Unwritable { path: path.to_owned(), reason }
}

/// Writes the files of one set into a folder, each complete or not at all.
pub(crate) struct SetWriter {
    folder: PathBuf,
    quality: u8,
    pub(crate) written: Vec<PathBuf>,
}

impl SetWriter {
    /// Makes the folder if need be. Nothing is drawn for one that can't be written.
    pub(crate) fn new(folder: &Path, quality: u8) -> Result<Self, SetError> {
        fs::create_dir_all(folder).map_err(|reason| unwritable(folder, reason))?;
        let writer = Self { folder: folder.to_owned(), quality, written: Vec::new() };
        writer.probe()?;
        Ok(writer)
    }

    fn probe(&self) -> Result<(), SetError> {
        let path = self.folder.join(".probe.part");
        fs::write(&path, b"")
            .and_then(|()| fs::remove_file(&path))
            .map_err(|reason| unwritable(&self.folder, reason))
    }

    pub(crate) fn picture(
        &mut self,
        name: &str,
        picture: &Mat,
        truth: &TruthPicture,
    ) -> Result<(), SetError> {
        let mut bytes = Vector::<u8>::new();
        let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, i32::from(self.quality)]);
        imgcodecs::imencode(".jpg", picture, &mut bytes, &quality).map_err(DemoError::from)?;
        // The truth first: a picture is never without it.
        self.json(&format!("{name}.truth.json"), truth)?;
        self.file(&format!("{name}.jpg"), bytes.as_slice())
    }

    pub(crate) fn json(&mut self, name: &str, record: &impl serde::Serialize) -> Result<(), SetError> {
        let path = self.folder.join(name);
        let text = serde_json::to_vec_pretty(record).map_err(|error| unwritable(&path, error.into()))?;
        self.file(name, &text)
    }

    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), SetError> {
        let path = self.folder.join(name);
        disk::write_whole(&path, bytes)?;
        self.written.push(path);
        Ok(())
    }
}

/// How far any part of a ship reaches from below its stack, inches.
fn reach_in(ship: &DemoShip) -> f64 {
    ship.base.map_or(ship.length_in, |base| base.length_in) / 2.0 + ship.stack_ahead_in.abs()
}

/// Sets every ship out apart from the others.
pub(crate) fn scatter(table: &mut DemoTable, random: &mut ChaCha8Rng) -> Result<(), SetError> {
    let fleet = table.setup().fleet.clone();
    for (at, ship) in fleet.iter().enumerate() {
        let placed = (0..2000).any(|_| {
            let pose = anywhere(table, random);
            let apart = |other: &DemoShip, stack: Point| {
                let clear_in = reach_in(ship) + reach_in(other) + MUSTER_CLEAR_IN;
                stack.distance_in(pose.stack) > clear_in.max(MUSTER_APART_IN)
            };
            is_free(table, ship, &pose)
                && fleet
                    .iter()
                    .zip(table.truth())
                    .take(at)
                    .all(|(other, truth)| apart(other, truth.pose.stack))
                && table.place(&ship.id, pose).is_ok()
        });
        if !placed {
            return Err(SetError::Crowded(ship.id.clone()));
        }
    }
    Ok(())
}

fn anywhere(table: &DemoTable, random: &mut ChaCha8Rng) -> Pose {
    let (width, depth) = table.setup().sea_in;
    let mut along =
        |length: f64| random.random_range(FROM_EDGE_IN..(length - FROM_EDGE_IN).max(FROM_EDGE_IN + 0.1));
    let stack = Point::new(along(width), along(depth));
    Pose { stack, heading: Heading::from_deg(random.random_range(0.0..360.0)) }
}

/// Is this place on the sea and clear of the cards?
pub(crate) fn is_free(table: &DemoTable, ship: &DemoShip, pose: &Pose) -> bool {
    off_cards(table, ship, pose) && off_banks(table, ship, pose)
}

fn off_cards(table: &DemoTable, ship: &DemoShip, pose: &Pose) -> bool {
    let clear_in = FROM_CARD_IN.max(CARD_REACH_IN + reach_in(ship));
    table.setup().cards.iter().all(|card| card.middle.distance_in(pose.stack) > clear_in)
}

/// Ships float: stacks stay [`FROM_BANK_IN`] from every bank, and no end lies on one.
fn off_banks(table: &DemoTable, ship: &DemoShip, pose: &Pose) -> bool {
    let clear_in = FROM_BANK_IN.max(reach_in(ship) + 0.3);
    table.setup().banks.iter().all(|bank| {
        let count = bank.outline.len();
        let sides = (0..count).map(|at| (bank.outline[at], bank.outline[(at + 1) % count]));
        let area: f64 = sides.clone().map(|(a, b)| a.x_in * b.y_in - b.x_in * a.y_in).sum();
        // A convex outline lies on one side of each of its own sides.
        let outside_in = sides.map(|(a, b)| {
            let (east, north) = (b.x_in - a.x_in, b.y_in - a.y_in);
            let left = east * (pose.stack.y_in - a.y_in) - north * (pose.stack.x_in - a.x_in);
            -left * area.signum() / east.hypot(north).max(1e-9)
        });
        outside_in.fold(f64::NEG_INFINITY, f64::max) > clear_in
    })
}

/// One turn: most ships steam on, now and then one is lifted to anywhere or turned end for end where it stands.
pub(crate) fn move_ships(table: &mut DemoTable, random: &mut ChaCha8Rng) {
    let fleet = table.setup().fleet.clone();
    for (ship, truth) in fleet.iter().zip(table.truth()) {
        let fate: f64 = random.random();
        if fate < 0.25 {
            continue;
        }
        let here = truth.pose;
        // A ship that finds no free way in a few tries stays where it is.
        let _moved = (0..40).any(|_| {
            let pose = if fate > 0.95 {
                anywhere(table, random)
            } else if fate > 0.92 {
                let about = here.heading.turned(std::f64::consts::PI);
                let middle = ship.hull().middle(here);
                Pose { stack: middle.moved(about, ship.stack_ahead_in), heading: about }
            } else {
                let turned_rad = random.random_range(-TURN_DEG..TURN_DEG).to_radians();
                let heading = here.heading.turned(turned_rad);
                let way = here.heading.turned(turned_rad / 2.0);
                Pose { stack: here.stack.moved(way, random.random_range(0.5..MOVE_IN)), heading }
            };
            is_free(table, ship, &pose) && table.place(&ship.id, pose).is_ok()
        });
    }
}

fn put_loose(table: &mut DemoTable, random: &mut ChaCha8Rng) {
    const CLEAR_IN: f64 = 2.5;
    for thing in 0..3 {
        let free = (0..50)
            .map(|_| anywhere(table, random).stack)
            .find(|at| table.truth().iter().all(|ship| ship.pose.stack.distance_in(*at) > CLEAR_IN));
        match free {
            Some(at) if thing < 2 => table.put_die(at),
            Some(at) => table.put_smoke(at),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        fs::write(&file, b"x").unwrap();
        let error = write_set(&TableSetup::standard(1), 1, 1, &file.join("set")).unwrap_err();
        assert!(error.to_string().contains("taken"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn ships_are_set_out_apart_and_move_as_told() {
        let mut table = DemoTable::new(TableSetup::standard(5).at_size(320, 180)).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(8);
        scatter(&mut table, &mut random).unwrap();
        let places =
            |table: &DemoTable| -> Vec<Point> { table.truth().iter().map(|ship| ship.pose.stack).collect() };
        let muster = places(&table);
        for (at, place) in muster.iter().enumerate() {
            assert!(muster[..at].iter().all(|other| other.distance_in(*place) > MUSTER_APART_IN));
        }
        for _ in 0..12 {
            let before = places(&table);
            move_ships(&mut table, &mut random);
            assert_ne!(places(&table), before);
            let fleet = &table.setup().fleet;
            assert!(fleet.iter().zip(table.truth()).all(|(ship, truth)| off_cards(
                &table,
                ship,
                &truth.pose
            )));
        }
    }
}
