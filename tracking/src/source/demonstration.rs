//! The demo table as a source, and the hand that moves its ships.

use super::frame::Command;
use super::slot::{Condition, Slot};
use calibration::{BoardPose, TableCamera};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use demo::{AnnotatedFleet, DemoError, DemoTable, PlaceError, TableSetup, TruthShip};
use geometry::{Point, Pose, ShipId};
use opencv::core::Mat;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Pictures a second.
const FPS: f64 = 30.0;

/// A demo table that can't be drawn is tried again after this long.
const PAUSE: Duration = Duration::from_secs(2);

/// The hand on the demo table; all copies move the same table.
#[derive(Clone)]
pub struct DemoHandle {
    table: Arc<Mutex<DemoTable>>,
}

impl DemoHandle {
    pub(super) fn new(setup: TableSetup) -> Result<Self, DemoError> {
        Ok(Self { table: Arc::new(Mutex::new(DemoTable::new(setup)?)) })
    }

    fn table(&self) -> MutexGuard<'_, DemoTable> {
        // A demo table is only a picture: after a panic elsewhere it is still good enough to look at.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the ship nearest to a point, if one is within reach; the arm comes over the table.
    pub fn grab(&self, at: Point) -> Option<ShipId> {
        self.table().grab(at)
    }

    /// Moves the held ship so that the point where it was gripped comes to `to`.
    pub fn drag_to(&self, to: Point) {
        self.table().drag_to(to);
    }

    /// Turns the held ship, radians clockwise.
    pub fn turn_by(&self, clockwise_rad: f64) {
        self.table().turn_by(clockwise_rad);
    }

    /// Lets the held ship go; returns where it stands now.
    pub fn release(&self) -> Option<(ShipId, Pose)> {
        self.table().release()
    }

    /// Puts a ship somewhere at once, without a hand.
    ///
    /// # Errors
    /// It can't stand there.
    pub fn place(&self, ship: &ShipId, pose: Pose) -> Result<(), PlaceError> {
        self.table().place(ship, pose)
    }

    /// Where every ship really stands.
    pub fn truth(&self) -> Vec<TruthShip> {
        self.table().truth()
    }

    /// The true camera.
    pub fn camera(&self) -> TableCamera {
        self.table().camera()
    }

    /// What the table was made from.
    pub fn setup(&self) -> TableSetup {
        self.table().setup().clone()
    }

    /// What a player would tell the app about the ships as they stand now.
    pub fn fleet_annotation(&self) -> AnnotatedFleet {
        self.table().fleet_annotation()
    }

    /// The table without ships.
    ///
    /// # Errors
    /// The picture can't be made.
    pub fn empty_frame(&self) -> Result<Mat, DemoError> {
        self.table().empty_frame()
    }

    /// Changes what the table is made from ([`DemoTable::rearrange`]): its camera is bumped, a card laid elsewhere.
    ///
    /// # Errors
    /// The table can't be drawn so.
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
        // The guard goes before anything waits.
        let drawn = hand.table().frame();
        let wait = match drawn {
            Ok(picture) => {
                slot.publish(picture, None, Condition::Running);
                let now = Instant::now();
                deadline += period;
                // After a long stall (a sleeping computer) there is nothing to catch up with.
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
