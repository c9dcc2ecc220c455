//! Sets of pictures with their truth: lens views, the empty table, a muster and turns, as files.

use crate::board::BOARD_VIEWS;
use crate::setup::TableSetup;
use crate::table::{DemoError, DemoTable};
use crate::truth::TruthPicture;
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
        /// What the operating system said.
        reason: std::io::Error,
    },
    /// The table can't be drawn.
    #[error(transparent)]
    Demo(#[from] DemoError),
    /// The fleet does not fit on the table.
    #[error("{0} finds no free place on the demo table: use a smaller fleet or a larger table.")]
    Crowded(ShipId),
}

/// The size of the pictures of a set.
const PICTURE: (u32, u32) = (1920, 1080);

const JPEG_QUALITY: i32 = 93;

/// How far ships stand apart at the muster, from stack to stack, and from the table's edge, inches.
const MUSTER_APART_IN: f64 = 4.5;
const FROM_EDGE_IN: f64 = 2.5;

/// Nobody parks a ship on a corner card: stacks stay this far from the cards' middles, inches.
const FROM_CARD_IN: f64 = 3.0;

/// Nor on a bank: stacks stay this far from the banks, inches.
const FROM_BANK_IN: f64 = 1.7;

/// The furthest a ship moves in a turn, inches, and turns, degrees.
const MOVE_IN: f64 = 10.0;
const TURN_DEG: f64 = 70.0;

/// Every this many turns an arm lies over the table in a second picture; every this many dice and smoke lie about.
const HAND_EVERY: u32 = 4;
const DICE_EVERY: u32 = 3;

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
    write_set_at(setup, PICTURE, frames, seed, folder)
}

/// The same with pictures of another size, pixels across and down.
pub fn write_set_at(
    setup: &TableSetup,
    (width, height): (u32, u32),
    frames: u32,
    seed: u64,
    folder: &Path,
) -> Result<Vec<PathBuf>, SetError> {
    fs::create_dir_all(folder).map_err(|reason| unwritable(folder, reason))?;
    let mut writer = SetWriter { folder: folder.to_owned(), written: Vec::new() };
    // Nothing is drawn for a folder that can't be written.
    writer.probe()?;
    let setup = TableSetup { seed, ..setup.clone() }.at_size(width, height);
    let mut table = DemoTable::new(setup)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ 0x7365_7473);
    for view in 0..BOARD_VIEWS {
        let picture = table.board_view(view)?;
        writer.picture(&format!("lens{view:02}"), &picture, &table.empty_truth())?;
    }
    let empty = table.empty_frame()?;
    writer.picture("empty", &empty, &table.empty_truth())?;
    scatter(&mut table, &mut random)?;
    let muster = table.frame()?;
    writer.picture("muster", &muster, &table.truth_picture())?;
    writer.json("muster.json", &table.muster_words())?;
    for turn in 1..=frames {
        move_ships(&mut table, &mut random);
        table.clear_loose();
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

fn unwritable(path: &Path, reason: std::io::Error) -> SetError {
    SetError::Unwritable { path: path.to_owned(), reason }
}

struct SetWriter {
    folder: PathBuf,
    written: Vec<PathBuf>,
}

impl SetWriter {
    fn probe(&self) -> Result<(), SetError> {
        let path = self.folder.join(".probe.part");
        fs::write(&path, b"")
            .and_then(|()| fs::remove_file(&path))
            .map_err(|reason| unwritable(&self.folder, reason))
    }

    fn picture(&mut self, name: &str, picture: &Mat, truth: &TruthPicture) -> Result<(), SetError> {
        let mut bytes = Vector::<u8>::new();
        let quality = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, JPEG_QUALITY]);
        imgcodecs::imencode(".jpg", picture, &mut bytes, &quality).map_err(DemoError::from)?;
        // The truth first: a picture is never without it.
        self.json(&format!("{name}.truth.json"), truth)?;
        self.file(&format!("{name}.jpg"), bytes.as_slice())
    }

    fn json(&mut self, name: &str, record: &impl serde::Serialize) -> Result<(), SetError> {
        let path = self.folder.join(name);
        let text = serde_json::to_vec_pretty(record).map_err(|error| unwritable(&path, error.into()))?;
        self.file(name, &text)
    }

    /// Writes beside and renames, so that nobody ever sees half a file.
    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), SetError> {
        let (part, path) = (self.folder.join(format!(".{name}.part")), self.folder.join(name));
        let done = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &path));
        if let Err(reason) = done {
            // What could not be completed is taken away again; if that fails too, the first reason matters more.
            let _ = fs::remove_file(&part);
            return Err(unwritable(&path, reason));
        }
        self.written.push(path);
        Ok(())
    }
}

/// Sets every ship out apart from the others.
fn scatter(table: &mut DemoTable, random: &mut ChaCha8Rng) -> Result<(), SetError> {
    let ids: Vec<_> = table.truth().into_iter().map(|ship| ship.ship).collect();
    for (at, id) in ids.iter().enumerate() {
        let placed = (0..2000).any(|_| {
            let pose = anywhere(table, random);
            let apart = |other: &Pose| other.stack.distance_in(pose.stack) > MUSTER_APART_IN;
            off_banks(table, &pose)
                && table.truth().iter().take(at).all(|other| apart(&other.pose))
                && table.place(id, pose).is_ok()
        });
        if !placed {
            return Err(SetError::Crowded(id.clone()));
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

fn off_cards(table: &DemoTable, pose: &Pose) -> bool {
    table.setup().cards.iter().all(|card| card.middle.distance_in(pose.stack) > FROM_CARD_IN)
}

/// Ships float: stacks stay [`FROM_BANK_IN`] from every bank.
fn off_banks(table: &DemoTable, pose: &Pose) -> bool {
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
        outside_in.fold(f64::NEG_INFINITY, f64::max) > FROM_BANK_IN
    })
}

/// One turn: most ships steam on, now and then one is lifted to anywhere.
fn move_ships(table: &mut DemoTable, random: &mut ChaCha8Rng) {
    for ship in table.truth() {
        let fate: f64 = random.random();
        if fate < 0.25 {
            continue;
        }
        // A ship that finds no free way in a few tries stays where it is.
        let _moved = (0..40).any(|_| {
            let pose = if fate > 0.95 {
                anywhere(table, random)
            } else {
                let turned_rad = random.random_range(-TURN_DEG..TURN_DEG).to_radians();
                let heading = ship.pose.heading.turned(turned_rad);
                let way = ship.pose.heading.turned(turned_rad / 2.0);
                Pose { stack: ship.pose.stack.moved(way, random.random_range(0.5..MOVE_IN)), heading }
            };
            off_cards(table, &pose) && off_banks(table, &pose) && table.place(&ship.ship, pose).is_ok()
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
            assert!(table.truth().iter().all(|ship| off_cards(&table, &ship.pose)));
        }
    }
}
