//! The demo table as a source, and the handle that moves its ships.

use super::frame::Command;
use super::slot::{Condition, Slot};
use calibration::{BoardPose, TableCamera};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use demo::{AnnotatedFleet, DemoError, DemoTable, PlaceError, TableSetup, Thing, TruthShip};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::Mat;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Pictures a second.
const FPS: f64 = 30.0;

/// The pause before a retry where the demo table can't be drawn.
const PAUSE: Duration = Duration::from_secs(2);

/// A handle of the demo table; all clones move the same table.
#[derive(Clone)]
pub struct DemoHandle {
    table: Arc<Mutex<DemoTable>>,
}

impl DemoHandle {
    pub(super) fn new(setup: TableSetup) -> Result<Self, DemoError> {
        Ok(Self { table: Arc::new(Mutex::new(DemoTable::new(setup)?)) })
    }

    fn table(&self) -> MutexGuard<'_, DemoTable> {
        // A demo table is only a picture: after a panic elsewhere it can still be shown.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the nearest ship within reach of a point; the arm appears over the table.
    pub fn grab(&self, at: Point) -> Option<ShipId> {
        self.table().grab(at)
    }

    /// Moves the held ship so that its grip point comes to `to`.
    pub fn drag_to(&self, to: Point) {
        self.table().drag_to(to);
    }

    /// Turns the held ship, radians clockwise.
    pub fn turn_by(&self, clockwise_rad: f64) {
        self.table().turn_by(clockwise_rad);
    }

    /// Releases the held ship; returns its pose.
    pub fn release(&self) -> Option<(ShipId, Pose)> {
        self.table().release()
    }

    /// Places a ship directly, without the arm.
    ///
    /// # Errors
    /// When it can't stand there.
    pub fn place(&self, ship: &ShipId, pose: Pose) -> Result<(), PlaceError> {
        self.table().place(ship, pose)
    }

    /// Lays a thing on the table, its front along `heading`.
    pub fn lay_thing(&self, thing: Thing, at: Point, heading: Heading) {
        self.table().put_thing(thing, at, heading);
    }

    /// Lays a die and a puff of smoke on the table.
    pub fn lay_die_and_smoke(&self, die: Point, smoke: Point) {
        let mut table = self.table();
        table.put_die(die);
        table.put_smoke(smoke);
    }

    /// Takes everything away that is no ship.
    pub fn clear_things(&self) {
        self.table().clear_loose();
    }

    /// The true pose of every ship.
    pub fn truth(&self) -> Vec<TruthShip> {
        self.table().truth()
    }

    /// The true camera.
    pub fn camera(&self) -> TableCamera {
        self.table().camera()
    }

    /// The setup of the table.
    pub fn setup(&self) -> TableSetup {
        self.table().setup().clone()
    }

    /// The annotation of the fleet that a player would make for the current poses.
    pub fn fleet_annotation(&self) -> AnnotatedFleet {
        self.table().fleet_annotation()
    }

    /// The table without ships.
    ///
    /// # Errors
    /// When the picture can't be drawn.
    pub fn empty_frame(&self) -> Result<Mat, DemoError> {
        self.table().empty_frame()
    }

    /// Changes the setup ([`DemoTable::rearrange`]), such as a bumped camera or a moved card.
    ///
    /// # Errors
    /// When the table can't be drawn with it.
    pub fn rearrange(&self, change: impl FnOnce(&mut TableSetup)) -> Result<(), DemoError> {
        self.table().rearrange(change)
    }

    /// Holds the lens board before the camera ([`DemoTable::hold_board`]), or takes it away.
    pub fn hold_board(&self, camera_from_board: Option<BoardPose>) {
        self.table().hold_board(camera_from_board);
    }
}

/// Draws the table until the source is closed.
pub(super) fn run(hand: &DemoHandle, slot: &Slot, commands: &Receiver<Command>) {
    let period = Duration::from_secs_f64(1.0 / FPS);
    let mut deadline = Instant::now();
    loop {
        // The lock is released before the thread waits.
        let drawn = hand.table().frame();
        let wait = match drawn {
            Ok(picture) => {
                slot.publish(picture, None, Condition::Running);
                let now = Instant::now();
                deadline += period;
                // After a long pause (a suspended computer) no frames are caught up.
                if now > deadline + 4 * period {
                    deadline = now;
                }
                deadline.saturating_duration_since(now)
            }
            Err(error) => {
                let why = error.to_string().trim_end_matches('.').to_owned();
                slot.set(Condition::Lost { why, retry_at: Instant::now() + PAUSE });
                PAUSE
            }
        };
        if matches!(commands.recv_timeout(wait), Err(RecvTimeoutError::Disconnected)) {
            return;
        }
    }
}
