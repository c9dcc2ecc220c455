//! The demo table: moving ships, and pictures of it.

use crate::dice::{self, DiceAct, PlacedDie};
use crate::model::clutter::{Clutter, Thing};
use crate::model::placement::{PlaceError, PlacedShip, may_stand, nearest_free};
use crate::model::ships::Model;
use crate::model::solids::{Paint, Solid};
use crate::render::arm::HandLook;
use crate::render::board::{self, BoardPrint, HeldBoard};
use crate::render::film::{Development, Film, Grain, Rect};
use crate::render::scene::{COARSE, FINE, PlacedModel, Scene};
use crate::setup::records::TableSetup;
use crate::setup::ship_records::DemoShip;
use crate::table::hand::{CarriedShip, HeldShip, Hold};
use crate::table::truth::{AnnotatedFleet, TruthPicture, TruthShip};
use calibration::{BoardPose, MarkerError, TableCamera};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::{CV_8UC3, Mat, MatTraitManual, Scalar};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

/// Why a demo table can't be drawn.
#[derive(Debug, Error)]
pub enum DemoError {
    /// A card, tag or board marker does not exist.
    #[error(transparent)]
    Marker(#[from] MarkerError),
    /// The setup's picture size can't be drawn.
    #[error("A picture of {width}x{height} pixels can't be drawn: choose 64 to 8192 pixels for each side.")]
    Size {
        /// Picture width, pixels.
        width: u32,
        /// Picture height, pixels.
        height: u32,
    },
    /// OpenCV refused.
    #[error("The picture could not be made ({0}): close other programs if memory is short.")]
    Picture(#[from] opencv::Error),
}

/// A simulated table.
pub struct DemoTable {
    pub(crate) setup: TableSetup,
    pub(crate) scene: Scene,
    development: Development,
    grain: Grain,
    board: BoardPrint,
    pub(crate) ships: Vec<PlacedShip>,
    /// One model for each ship, each bank and each piece of clutter, in this order.
    pub(crate) models: Vec<(Model, PlacedModel)>,
    film: Film,
    /// The film of the table without ships and clutter, once it was needed.
    bare: Option<Film>,
    /// Parts of the film that are out of date.
    pub(crate) stale: Vec<Rect>,
    /// Parts that were drawn coarsely while a ship was in the hand.
    pub(crate) coarse: Vec<Rect>,
    pub(crate) held: Option<HeldShip>,
    /// Ships that other hands carry.
    pub(crate) carried: Vec<CarriedShip>,
    pub(crate) hold: Hold,
    pub(crate) arm_over: Option<Point>,
    /// Dice on the table, the hand over them, and what it does.
    pub(crate) dice: Vec<PlacedDie>,
    pub(crate) dice_hand: Option<(Point, HandLook)>,
    pub(crate) dice_act: Option<DiceAct>,
    pub(crate) frames: u64,
    /// The picture with the arm over it.
    with_arm: Vec<u16>,
    /// The lens board held before the camera, and the table behind it as it was filmed then.
    held_board: Option<(BoardPose, Film)>,
}

impl DemoTable {
    /// Sets the table.
    pub fn new(setup: TableSetup) -> Result<Self, DemoError> {
        let (width, height) = (setup.camera.width, setup.camera.height);
        if !(64..=8192).contains(&width) || !(64..=8192).contains(&height) {
            return Err(DemoError::Size { width, height });
        }
        let scene = Scene::new(&setup)?;
        let development = Development::new(&setup.sensor);
        let grain = Grain::new(setup.seed, &setup.sensor, width as usize * 3);
        let ships: Vec<_> =
            setup.fleet.iter().map(|ship| PlacedShip { ship: ship.clone(), pose: ship.pose }).collect();
        let mut models = Vec::new();
        for PlacedShip { ship, pose } in &ships {
            let model = Model::of_ship(ship)?;
            let placed = scene.place(&model, ship.hull().middle(*pose), pose.heading.unit());
            models.push((model, placed));
        }
        models.extend(setup.banks.iter().map(|bank| {
            let (model, middle) = bank_model(bank);
            // Facing east, a model's frame is the table's.
            let placed = scene.place(&model, middle, (1.0, 0.0));
            (model, placed)
        }));
        let mut table = Self {
            film: scene.ground.clone(),
            board: BoardPrint::new()?,
            setup,
            scene,
            development,
            grain,
            ships,
            models,
            bare: None,
            stale: Vec::new(),
            coarse: Vec::new(),
            held: None,
            carried: Vec::new(),
            hold: Hold::default(),
            arm_over: None,
            dice: Vec::new(),
            dice_hand: None,
            dice_act: None,
            frames: 0,
            with_arm: Vec::new(),
            held_board: None,
        };
        table.stale.push(table.film.whole());
        table.refresh();
        Ok(table)
    }

    /// The setup of the table.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// The true camera.
    pub fn camera(&self) -> TableCamera {
        self.scene.camera
    }

    /// How many frames were drawn.
    pub fn frames_drawn(&self) -> u64 {
        self.frames
    }

    /// The next frame (8-bit BGR): everything as it stands now, with the noise of its own moment.
    pub fn frame(&mut self) -> Result<Mat, DemoError> {
        self.frames += 1;
        self.refresh();
        let frame = self.frames;
        if let Some((_, film)) = &self.held_board {
            return self.exposed(&film.codes, frame);
        }
        let arms = self.arms(frame);
        if arms.is_empty() {
            return self.exposed(&self.film.codes, frame);
        }
        let mut codes = std::mem::take(&mut self.with_arm);
        codes.clone_from(&self.film.codes);
        arms.iter().for_each(|arm| arm.draw(&mut codes, &self.scene, &self.development));
        let picture = self.exposed(&codes, frame);
        self.with_arm = codes;
        picture
    }

    /// The table without ships, dice, smoke and hand.
    pub fn empty_frame(&mut self) -> Result<Mat, DemoError> {
        let film = self.bare_film();
        let picture = self.exposed(&film.codes, u64::MAX / 2);
        self.bare = Some(film);
        picture
    }

    /// View number `view` of the lens board over the empty table; the first [`crate::BOARD_VIEWS`] cover the picture,
    /// further ones are like them.
    pub fn board_view(&mut self, view: usize) -> Result<Mat, DemoError> {
        let bare = self.bare_film();
        let mut film = bare.clone();
        self.bare = Some(bare);
        let held = HeldBoard::view(&self.scene, view, self.setup.seed);
        let part = board::draw(&mut film, &self.scene, &self.board, &held);
        let blurred = part.grown(self.development.reach_px(), self.scene.size());
        self.development.develop(&mut film, blurred);
        self.exposed(&film.codes, u64::MAX / 2 + 1 + view as u64)
    }

    /// Holds the lens board (10 x 7 squares, a square counted as an inch) before the camera, in front of everything;
    /// `None` takes it away.
    pub fn hold_board(&mut self, camera_from_board: Option<BoardPose>) {
        if self.held_board.as_ref().map(|(pose, _)| *pose) == camera_from_board {
            return;
        }
        self.refresh();
        self.held_board = camera_from_board.map(|pose| {
            let mut film = self.film.clone();
            let held = HeldBoard::so(&self.scene, &pose);
            let part = board::draw(&mut film, &self.scene, &self.board, &held);
            self.development.develop(&mut film, part.grown(self.development.reach_px(), self.scene.size()));
            (pose, film)
        });
    }

    /// The true pose of every ship.
    pub fn truth(&self) -> Vec<TruthShip> {
        self.ships.iter().map(TruthShip::of).collect()
    }

    /// The truth as a `*.truth.json` file holds it.
    pub fn truth_picture(&self) -> TruthPicture {
        TruthPicture::of(&self.setup, &self.scene.camera, &self.ships)
    }

    /// The truth of a picture without ships.
    pub fn empty_truth(&self) -> TruthPicture {
        TruthPicture::of(&self.setup, &self.scene.camera, &[])
    }

    /// The annotation a player would give of the ships as they stand now: rough clicks, about 0.1 in and 4 degrees
    /// off.
    pub fn fleet_annotation(&self) -> AnnotatedFleet {
        AnnotatedFleet::of(&self.ships, &mut ChaCha8Rng::seed_from_u64(self.setup.seed ^ 0x006D_7573))
    }

    /// Sets a ship's pose directly, without the hand.
    pub fn place(&mut self, id: &ShipId, pose: Pose) -> Result<(), PlaceError> {
        let found = self.ships.iter().position(|standing| standing.ship.id == *id);
        let ship = found.ok_or_else(|| PlaceError::UnknownShip(id.clone()))?;
        if let Some(standing) = self.ships.get(ship) {
            may_stand(&standing.ship, pose, &self.ships, self.setup.sea_in)?;
        }
        self.stand(ship, pose);
        Ok(())
    }

    /// Whether a ship on the table could stand at `pose` now.
    ///
    /// # Errors
    /// When it could not: why.
    pub fn may_place(&self, id: &ShipId, pose: Pose) -> Result<(), PlaceError> {
        let standing = self.ships.iter().find(|standing| standing.ship.id == *id);
        let standing = standing.ok_or_else(|| PlaceError::UnknownShip(id.clone()))?;
        may_stand(&standing.ship, pose, &self.ships, self.setup.sea_in)
    }

    /// Puts more ships on the table, each at the free place nearest to its own. One for which there is no room, or that
    /// stands there already, is left out.
    ///
    /// # Errors
    /// When the table can't be drawn with them.
    pub fn bring(&mut self, ships: Vec<DemoShip>) -> Result<(), DemoError> {
        let mut standing = self.ships.clone();
        let mut brought = Vec::new();
        for mut ship in ships {
            let is_here = standing.iter().any(|other| other.ship.id == ship.id);
            let free = nearest_free(&ship, ship.pose, &standing, self.setup.sea_in);
            if let Some(pose) = free.filter(|_| !is_here) {
                ship.pose = pose;
                standing.push(PlacedShip { ship: ship.clone(), pose });
                brought.push(ship);
            }
        }
        if brought.is_empty() { Ok(()) } else { self.rearrange(|setup| setup.fleet.extend(brought)) }
    }

    /// Changes the setup (light, camera, banks, ships repainted, added or removed) and draws the table again. The ships
    /// keep their places, clutter is cleared away, and the count of frames goes on.
    pub fn rearrange(&mut self, change: impl FnOnce(&mut TableSetup)) -> Result<(), DemoError> {
        let mut setup = self.setup.clone();
        for (ship, standing) in setup.fleet.iter_mut().zip(&self.ships) {
            ship.pose = standing.pose;
        }
        change(&mut setup);
        let frames = self.frames;
        *self = Self::new(setup)?;
        self.frames = frames;
        Ok(())
    }

    /// Puts a die on the table in a random orientation.
    pub fn put_die(&mut self, at: Point) {
        self.put_die_at(at, 0.0);
    }

    /// Puts a die on something at a height above the table, inches.
    pub fn put_die_at(&mut self, at: Point, height_in: f64) {
        let mut random = self.random_for_loose();
        let die = Clutter::die(at, &mut random);
        self.put_loose(Clutter { model: die.model.raised(height_in), ..die });
    }

    /// Lays a puff of cotton smoke on the table.
    pub fn put_smoke(&mut self, at: Point) {
        let mut random = self.random_for_loose();
        self.put_loose(Clutter::smoke(at, &mut random));
    }

    /// Lays a thing on the table, its front along `heading`; returns its number among the loose things.
    pub fn put_thing(&mut self, thing: Thing, at: Point, heading: Heading) -> usize {
        self.put_thing_at(thing, at, heading, 0.0)
    }

    /// Lays a thing on something at a height above the table, inches.
    pub fn put_thing_at(&mut self, thing: Thing, at: Point, heading: Heading, height_in: f64) -> usize {
        let laid = Clutter::thing(thing, at, heading);
        self.put_loose(Clutter { model: laid.model.raised(height_in), ..laid });
        self.models.len() - self.loose_from() - 1
    }

    /// Takes loose thing number `number` away; those after it count one less.
    pub fn take_thing(&mut self, number: usize) {
        let at = self.loose_from() + number;
        if at < self.models.len() {
            let (_, placed) = self.models.remove(at);
            self.stale.push(placed.part);
        }
    }

    /// The number of models before the loose things.
    fn loose_from(&self) -> usize {
        self.ships.len() + self.setup.banks.len()
    }

    /// Takes dice, smoke and all other loose things away.
    pub fn clear_loose(&mut self) {
        let kept = self.loose_from();
        self.stale.extend(self.models.iter().skip(kept).map(|(_, placed)| placed.part));
        self.models.truncate(kept);
    }

    fn random_for_loose(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.setup.seed ^ ((self.models.len() as u64) << 24))
    }

    fn put_loose(&mut self, loose: Clutter) {
        let placed = self.scene.place(&loose.model, loose.middle, loose.heading.unit());
        self.stale.push(placed.part);
        self.models.push((loose.model, placed));
    }

    pub(crate) fn stand(&mut self, ship: usize, pose: Pose) {
        if let Some(standing) = self.ships.get_mut(ship)
            && standing.pose != pose
        {
            standing.pose = pose;
            self.redraw(ship, pose);
        }
    }

    /// Notes that a ship is to be drawn at `pose`, and no longer where it was.
    pub(crate) fn redraw(&mut self, ship: usize, pose: Pose) {
        let (Some(standing), Some((model, placed))) = (self.ships.get(ship), self.models.get_mut(ship))
        else {
            return;
        };
        let now = self.scene.place(model, standing.ship.hull().middle(pose), pose.heading.unit());
        self.stale.extend([placed.part, now.part]);
        *placed = now;
    }

    /// Draws again what has changed.
    fn refresh(&mut self) {
        let parts = joined(std::mem::take(&mut self.stale));
        // Of a ship between finger tips much is seen.
        let hidden = self.held.is_some() && self.hold == Hold::Covering;
        let samples = if hidden { COARSE } else { FINE };
        if hidden {
            self.coarse.extend(&parts);
            self.coarse = joined(std::mem::take(&mut self.coarse));
        }
        let models: Vec<_> = self.models.iter().map(|(model, placed)| (model, placed)).collect();
        let size = self.scene.size();
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            self.scene.draw(&mut self.film, part, &models, samples);
            dice::draw(&self.scene, &mut self.film, part, &self.dice);
            let blurred = part.grown(self.development.reach_px(), size);
            self.development.develop(&mut self.film, blurred);
        }
    }

    /// The film of the table with its banks only; the caller puts it back where it was taken from.
    fn bare_film(&mut self) -> Film {
        if let Some(film) = self.bare.take() {
            return film;
        }
        let mut film = self.scene.ground.clone();
        let banks = self.models.iter().skip(self.ships.len()).take(self.setup.banks.len());
        let banks: Vec<_> = banks.map(|(model, placed)| (model, placed)).collect();
        let whole = film.whole();
        self.scene.draw(&mut film, whole, &banks, FINE);
        self.development.develop(&mut film, whole);
        film
    }

    fn exposed(&self, codes: &[u16], frame: u64) -> Result<Mat, DemoError> {
        let (width, height) = self.scene.size();
        let mut picture =
            Mat::new_rows_cols_with_default(height as i32, width as i32, CV_8UC3, Scalar::all(0.0))?;
        self.grain.expose(codes, width * 3, frame, picture.data_bytes_mut()?);
        Ok(picture)
    }
}

/// Joins parts that overlap, so that nothing is drawn twice.
fn joined(parts: Vec<Rect>) -> Vec<Rect> {
    let mut joined: Vec<Rect> = Vec::new();
    for mut part in parts {
        while let Some(at) = joined.iter().position(|other| other.touches(&part)) {
            part = part.joined(&joined.swap_remove(at));
        }
        joined.push(part);
    }
    joined
}

fn bank_model(bank: &crate::setup::records::Bank) -> (Model, Point) {
    let count = bank.outline.len().max(1) as f64;
    let sum = bank.outline.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.x_in, sum.1 + point.y_in));
    let middle = Point::new(sum.0 / count, sum.1 / count);
    let mut plan: Vec<(f32, f32)> = bank
        .outline
        .iter()
        .map(|point| ((point.x_in - middle.x_in) as f32, (point.y_in - middle.y_in) as f32))
        .collect();
    let area: f32 = (0..plan.len())
        .map(|at| {
            let (a, b) = (plan[at], plan[(at + 1) % plan.len()]);
            a.0 * b.1 - b.0 * a.1
        })
        .sum();
    if area < 0.0 {
        plan.reverse();
    }
    let card = Paint::Plain(bank.colour.linear());
    let solid = Solid::prism(&plan, (0.0, bank.height_in as f32), 0.3, card.clone(), card);
    (Model::new(vec![solid]), middle)
}
