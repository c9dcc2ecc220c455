//! A film of the demo table for a browser's fake camera, and its still pictures as files: the same table through a
//! phone and without one.

use calibration::LensFile;
use demo::{AnnotatedFleet, DemoTable, TableSetup};
use geometry::{Point, Pose, ShipId};
use opencv::core::{Mat, Vector};
use opencv::imgcodecs::{IMWRITE_JPEG_QUALITY, imencode};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Pictures a second at which Chromium plays a file of JPEGs.
pub const FILM_FPS: usize = 30;
/// JPEG quality of the film: about as much as a camera's own noise hides.
const QUALITY: i32 = 95;
/// Different pictures of a still scene; they come round again, so no two in a row are the same.
const STILL_PICTURES: usize = 24;
/// How many pictures of a still scene are kept as files.
pub const KEPT_PICTURES: usize = 3;
/// Pictures of the hand that carries a ship, a second and a half.
const CARRY_PICTURES: usize = FILM_FPS * 3 / 2;

/// A part of the film in which nothing moves.
#[derive(Debug, Clone)]
pub struct StillScene {
    /// Where the ships stand.
    pub truth: Vec<(ShipId, Pose)>,
    /// The annotation a player would give of the fleet as it stands: rough clicks, for a muster.
    pub fleet: AnnotatedFleet,
}

/// A film that ends where it begins: the table stands still, a hand carries a ship, it stands still again, and the hand
/// carries her back.
#[derive(Debug, Clone)]
pub struct DemoFilm {
    /// The film: JPEGs one after another (`--use-file-for-fake-video-capture`).
    pub film: PathBuf,
    /// The folder with [`KEPT_PICTURES`] pictures of each still scene as the film holds them, in the order of the film.
    pub pictures: PathBuf,
    /// The scenes at the beginning and after the move.
    pub scenes: [StillScene; 2],
    /// The true lens of the camera.
    pub lens: LensFile,
}

/// Films the demo table. `still_s`: how long each still scene lasts, seconds. `ship` is carried by `(east, north)` inches.
///
/// # Errors
/// When the table can't be drawn, the ship can't stand there, or a file can't be written.
pub fn film_of_demo_table(
    folder: &Path,
    setup: TableSetup,
    still_s: usize,
    (ship, by_in): (&ShipId, (f64, f64)),
) -> Result<DemoFilm, String> {
    let pictures = folder.join("pictures");
    fs::create_dir_all(&pictures).map_err(text)?;
    let film = folder.join("table.mjpeg");
    let mut reel = Reel {
        table: DemoTable::new(setup).map_err(text)?,
        out: BufWriter::new(File::create(&film).map_err(text)?),
    };
    let from = reel.pose_of(ship)?;
    let to = Pose { stack: Point::new(from.stack.x_in + by_in.0, from.stack.y_in + by_in.1), ..from };
    let lens = LensFile::from_lens(reel.table.camera().lens, 0.0);
    let begin = reel.stand_still(still_s, &pictures, 1)?;
    reel.carry(ship, from, to)?;
    let moved = reel.stand_still(still_s, &pictures, 2)?;
    reel.carry(ship, to, from)?;
    reel.out.flush().map_err(text)?;
    Ok(DemoFilm { film, pictures, scenes: [begin, moved], lens })
}

/// The film as it is made.
struct Reel {
    table: DemoTable,
    out: BufWriter<File>,
}

impl Reel {
    fn pose_of(&self, ship: &ShipId) -> Result<Pose, String> {
        let standing = self.table.truth().into_iter().find(|standing| standing.ship == *ship);
        standing.map(|standing| standing.pose).ok_or_else(|| format!("no ship is called {ship}"))
    }

    fn picture(&mut self) -> Result<Vec<u8>, String> {
        jpeg(&self.table.frame().map_err(text)?)
    }

    fn stand_still(&mut self, seconds: usize, folder: &Path, scene: usize) -> Result<StillScene, String> {
        let pictures = (0..STILL_PICTURES).map(|_| self.picture()).collect::<Result<Vec<_>, _>>()?;
        for (number, picture) in pictures.iter().take(KEPT_PICTURES).enumerate() {
            fs::write(folder.join(format!("{scene}-{number}.jpg")), picture).map_err(text)?;
        }
        for picture in pictures.iter().cycle().take(seconds * FILM_FPS) {
            self.out.write_all(picture).map_err(text)?;
        }
        let truth = self.table.truth().into_iter().map(|standing| (standing.ship, standing.pose)).collect();
        Ok(StillScene { truth, fleet: self.table.fleet_annotation() })
    }

    fn carry(&mut self, ship: &ShipId, from: Pose, to: Pose) -> Result<(), String> {
        for picture in 1..=CARRY_PICTURES {
            let share = picture as f64 / CARRY_PICTURES as f64;
            let eased = share * share * (3.0 - 2.0 * share);
            let between = |from: f64, to: f64| from + (to - from) * eased;
            let stack =
                Point::new(between(from.stack.x_in, to.stack.x_in), between(from.stack.y_in, to.stack.y_in));
            self.table.carry(&[(ship.clone(), Pose { stack, ..from })]);
            let picture = self.picture()?;
            self.out.write_all(&picture).map_err(text)?;
        }
        self.table.carry(&[]);
        self.table.place(ship, to).map_err(text)
    }
}

fn jpeg(picture: &Mat) -> Result<Vec<u8>, String> {
    let mut bytes = Vector::<u8>::new();
    imencode(".jpg", picture, &mut bytes, &Vector::from_slice(&[IMWRITE_JPEG_QUALITY, QUALITY]))
        .map_err(text)?;
    Ok(bytes.into())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
