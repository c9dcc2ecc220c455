//! The demo table as a source, and the handle that moves its ships.

use super::frame::Command;
use super::slot::{Condition, Slot};
use calibration::{BoardPose, Pixel, TableCamera};
use crossbeam_channel::{Receiver, Sender, bounded, select};
use demo::{
    AnnotatedFleet, DemoError, DemoShip, DemoTable, PlaceError, TableSetup, Thing, ThrownDie, TruthShip,
};
use geometry::{Heading, Point, Pose, ShipId, wrap_pi};
use opencv::core::Mat;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Pictures a second, and on a table that nobody has touched for a while.
const FPS: f64 = 30.0;
/// The share of the time for all ships in which each is carried: slow enough that a camera can follow her.
const ONE_SHARE: f64 = 0.7;
/// How often a hand that carries a ship moves it: about once a picture.
const HAND_STEP: Duration = Duration::from_millis(30);
const FPS_AT_REST: f64 = 5.0;
/// Rolling dice go on by at most so much from picture to picture: where a busy machine draws few, they roll more slowly,
/// because nobody could tell a throw from dice that are put down in fewer pictures than a slow webcam's.
const DICE_STEP: Duration = Duration::from_millis(40);
/// Without any picture for so long they don't wait for one.
const NO_PICTURE: Duration = Duration::from_secs(1);
/// How long a table is drawn at the full rate after it was last touched: everything that looks at it has settled by
/// then.
const AT_REST_AFTER: Duration = Duration::from_secs(5);

/// The pause before a retry where the demo table can't be drawn.
const PAUSE: Duration = Duration::from_secs(2);

/// A handle of the demo table; all clones move the same table.
#[derive(Clone)]
pub struct DemoHandle {
    table: Arc<Mutex<DemoTable>>,
    /// Wakes the thread that draws the table, after a change.
    touched: Sender<()>,
    touches: Receiver<()>,
}

impl DemoHandle {
    pub(super) fn new(setup: TableSetup) -> Result<Self, DemoError> {
        // One waiting signal is enough.
        let (touched, touches) = bounded(1);
        Ok(Self { table: Arc::new(Mutex::new(DemoTable::new(setup)?)), touched, touches })
    }

    fn table(&self) -> MutexGuard<'_, DemoTable> {
        // A demo table is only a picture: after a panic elsewhere it can still be shown.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table, to be changed: it is drawn at the full rate from now on.
    fn touch(&self) -> MutexGuard<'_, DemoTable> {
        // A full channel has a signal already.
        let _ = self.touched.try_send(());
        self.table()
    }

    /// Takes the nearest ship within reach of a point; the arm appears over the table.
    pub fn grab(&self, at: Point) -> Option<ShipId> {
        self.touch().grab(at)
    }

    /// Moves the held ship so that its grip point comes to `to`.
    pub fn drag_to(&self, to: Point) {
        self.touch().drag_to(to);
    }

    /// Turns the held ship, radians clockwise.
    pub fn turn_by(&self, clockwise_rad: f64) {
        self.touch().turn_by(clockwise_rad);
    }

    /// Releases the held ship; returns its pose.
    pub fn release(&self) -> Option<(ShipId, Pose)> {
        self.touch().release()
    }

    /// Places a ship directly, without the arm.
    ///
    /// # Errors
    /// When it can't stand there.
    pub fn place(&self, ship: &ShipId, pose: Pose) -> Result<(), PlaceError> {
        self.touch().place(ship, pose)
    }

    /// Whether a ship on the table could stand at `pose` now.
    ///
    /// # Errors
    /// When it could not: why.
    pub fn may_place(&self, ship: &ShipId, pose: Pose) -> Result<(), PlaceError> {
        self.table().may_place(ship, pose)
    }

    /// Puts more ships on the table ([`DemoTable::bring`]).
    ///
    /// # Errors
    /// When the table can't be drawn with them.
    pub fn bring(&self, ships: Vec<DemoShip>) -> Result<(), DemoError> {
        self.touch().bring(ships)
    }

    /// Carries ships to their places within this time, a hand for each, one starting after another. Where another ship
    /// stands, one is set down beside it.
    pub fn carry_all(&self, places: &[(ShipId, Pose)], within: Duration) {
        let standing = self.truth();
        let way = |(ship, to): &(ShipId, Pose)| {
            let from = standing.iter().find(|standing| standing.ship == *ship)?.pose;
            Some((ship.clone(), from, *to))
        };
        let ways: Vec<(ShipId, Pose, Pose)> = places.iter().filter_map(way).collect();
        let one_s = within.as_secs_f64() * ONE_SHARE;
        let later_s = (within.as_secs_f64() - one_s) / ways.len().max(2) as f64;
        let began = Instant::now();
        let mut arrived = vec![false; ways.len()];
        while arrived.contains(&false) {
            let now_s = began.elapsed().as_secs_f64();
            let mut carried = Vec::new();
            for (at, ((ship, from, to), arrived)) in ways.iter().zip(&mut arrived).enumerate() {
                let share = (now_s - at as f64 * later_s) / one_s;
                if share > 0.0 && !*arrived {
                    carried.push((ship.clone(), on_the_way(*from, *to, share.min(1.0))));
                    *arrived = share >= 1.0;
                }
            }
            self.touch().carry(&carried);
            std::thread::sleep(HAND_STEP);
        }
        self.touch().carry(&[]);
    }

    /// Lays a thing on the table, its front along `heading`.
    pub fn lay_thing(&self, thing: Thing, at: Point, heading: Heading) {
        self.touch().put_thing(thing, at, heading);
    }

    /// Lays a die and a puff of smoke on the table.
    pub fn lay_die_and_smoke(&self, die: Point, smoke: Point) {
        let mut table = self.touch();
        table.put_die(die);
        table.put_smoke(smoke);
    }

    /// Takes everything away that is no ship.
    pub fn clear_things(&self) {
        self.touch().clear_loose();
    }

    /// A hand throws dice into a part of the picture (left, top, right, bottom, pixels); those that lie there stay. Returns
    /// when the hand is away and the dice lie still; false where that part doesn't look at the table.
    pub fn throw_dice(&self, dice: &[ThrownDie], tray_px: [f64; 4]) -> bool {
        if self.touch().begin_throw(dice, tray_px).is_none() {
            return false;
        }
        self.play_dice();
        true
    }

    /// A hand takes all dice away.
    pub fn take_dice_away(&self) {
        self.touch().begin_taking_dice();
        self.play_dice();
    }

    fn play_dice(&self) {
        let mut pace = DicePace::new(self.table().frames_drawn(), Instant::now());
        loop {
            let mut table = self.touch();
            let since_s = pace.played(table.frames_drawn(), Instant::now()).as_secs_f64();
            if !table.play_dice(since_s) {
                return;
            }
            drop(table);
            std::thread::sleep(HAND_STEP);
        }
    }

    /// A part of the picture at an edge of the table, far from all ships: a place for a dice tray.
    pub fn free_tray_px(&self) -> Option<[f64; 4]> {
        self.table().free_tray_px()
    }

    /// The dice that lie on the table: value, and the middle of the upper face in the picture.
    pub fn dice_truth(&self) -> Vec<(u8, Pixel)> {
        self.table().dice_truth()
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
        self.touch().rearrange(change)
    }

    /// Holds the lens board before the camera ([`DemoTable::hold_board`]), or takes it away.
    pub fn hold_board(&self, camera_from_board: Option<BoardPose>) {
        self.touch().hold_board(camera_from_board);
    }
}

/// How fast dice are played: as fast as the clock, but no further from picture to picture than [`DICE_STEP`].
struct DicePace {
    played: Duration,
    at: Instant,
    /// What may still be played before the next picture.
    left: Duration,
    frames: u64,
    picture_at: Instant,
}

impl DicePace {
    fn new(frames: u64, now: Instant) -> Self {
        Self { played: Duration::ZERO, at: now, left: DICE_STEP, frames, picture_at: now }
    }

    /// How much has been played now, when so many pictures are drawn.
    fn played(&mut self, frames: u64, now: Instant) -> Duration {
        if frames != self.frames {
            (self.frames, self.left, self.picture_at) = (frames, DICE_STEP, now);
        }
        let passed = now - self.at;
        self.at = now;
        let step = if now - self.picture_at > NO_PICTURE { passed } else { passed.min(self.left) };
        self.left = self.left.saturating_sub(step);
        self.played += step;
        self.played
    }
}

/// The pose of a ship that a hand has carried a share of its way, slow at both ends.
fn on_the_way(from: Pose, to: Pose, share: f64) -> Pose {
    let eased = share * share * (3.0 - 2.0 * share);
    let between = |from: f64, to: f64| from + (to - from) * eased;
    let turn_rad = wrap_pi(to.heading.rad() - from.heading.rad());
    Pose {
        stack: Point::new(between(from.stack.x_in, to.stack.x_in), between(from.stack.y_in, to.stack.y_in)),
        heading: from.heading.turned(turn_rad * eased),
    }
}

/// Draws the table until the source is closed.
pub(super) fn run(hand: &DemoHandle, slot: &Slot, commands: &Receiver<Command>) {
    let [period, period_at_rest] = [FPS, FPS_AT_REST].map(|fps| Duration::from_secs_f64(1.0 / fps));
    let mut touched = Instant::now();
    let mut due = touched;
    loop {
        // The lock is released before the thread waits.
        let (drawn, held) = {
            let mut table = hand.table();
            (table.frame(), table.is_held())
        };
        let now = Instant::now();
        match drawn {
            Ok(picture) => {
                slot.publish(picture, None, Condition::Running);
                if held {
                    touched = now;
                }
                let at_rest = now - touched > AT_REST_AFTER;
                due += if at_rest { period_at_rest } else { period };
                // No more than one frame is caught up: a camera doesn't send several at once.
                if now > due + period {
                    due = now;
                }
            }
            Err(error) => {
                let why = error.to_string().trim_end_matches('.').to_owned();
                slot.set(Condition::Lost { why, retry_at: now + PAUSE });
                due = now + PAUSE;
            }
        }
        loop {
            select! {
                // No command concerns a demo table; the channel closes with the source.
                recv(commands) -> command => if command.is_err() { return },
                recv(hand.touches) -> _ => {
                    touched = Instant::now();
                    due = due.min(now + period);
                },
                default(due.saturating_duration_since(Instant::now())) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is played in a second with so many pictures.
    fn played_in_a_second(fps: u32) -> Duration {
        let began = Instant::now();
        let mut pace = DicePace::new(7, began);
        let at = |ms: u32| (7 + u64::from(ms * fps / 1000), began + Duration::from_millis(ms.into()));
        (1..=100).map(|step| at(10 * step)).fold(Duration::ZERO, |_, (frames, now)| pace.played(frames, now))
    }

    #[test]
    fn dice_roll_by_the_clock_but_never_past_the_pictures() {
        assert_eq!(played_in_a_second(30), Duration::from_secs(1));
        let slow = played_in_a_second(5);
        assert!(slow >= 5 * DICE_STEP && slow <= 6 * DICE_STEP, "{slow:?}");
        // A table that can't be drawn doesn't hold the hand for ever.
        let (began, mut pace) = (Instant::now(), DicePace::new(0, Instant::now()));
        let late = pace.played(0, began + 10 * NO_PICTURE);
        assert!(late > 9 * NO_PICTURE, "{late:?}");
    }
}
