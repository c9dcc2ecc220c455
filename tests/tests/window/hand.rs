//! The hand over the demo table: models are taken with the mouse, carried by known inches, turned and
//! released.

use crate::desk::{PATIENCE, Window};
use calibration::{Pixel, TableCamera};
use demo::TableSetup;
use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use geometry::{Heading, Point, Pose};
use serde_json::json;
use std::time::{Duration, Instant};

/// The models on the demo table, the Confederates first.
pub const SHIPS: [&str; 6] = ["virginia", "patrick-henry", "teaser", "monitor", "minnesota", "congress"];
/// The height at which a hand grips a ship.
const GRIP_HEIGHT_IN: f64 = 0.12;
/// The turn of a held ship per key press, degrees.
const TURN_DEG: f64 = 5.0;
/// The tolerance of a ship's place, inches: screen pixels are whole, and a reading has noise.
const THERE_IN: f64 = 0.12;
/// The same for a heading, degrees.
const THERE_DEG: f64 = 3.0;
/// How long the camera may take to see a model on its ghost before the hand tries once more.
const SET_DOWN_AGAIN: Duration = Duration::from_secs(5);

/// The live picture on the screen: the position of its first pixel, and the size of its pixels.
pub struct OnScreen {
    left: f64,
    top: f64,
    scale: f64,
}

impl OnScreen {
    /// The screen pixel that shows a place of the table.
    pub fn shows(&self, camera: &TableCamera, at: Point) -> (f64, f64) {
        let pixel = camera.pixel_from_table(at, GRIP_HEIGHT_IN).unwrap();
        ((self.left + pixel.x_px * self.scale).round(), (self.top + pixel.y_px * self.scale).round())
    }

    /// The place of the table at a screen pixel.
    fn place(&self, camera: &TableCamera, (x, y): (f64, f64)) -> Point {
        let pixel = Pixel::new((x - self.left) / self.scale, (y - self.top) / self.scale);
        camera.table_from_pixel(pixel, GRIP_HEIGHT_IN).unwrap()
    }
}

/// The camera over the demo table, whose truth is known.
pub fn camera() -> TableCamera {
    TableSetup::standard(0).camera.table_camera()
}

impl Window {
    /// The live picture with the ships.
    async fn picture_on_screen(&self) -> OnScreen {
        self.picture_in("[data-ship]").await
    }

    /// The picture inside an element.
    pub async fn picture_in(&self, id: &str) -> OnScreen {
        let script = "const svg = e.closest('svg'); const r = svg.getBoundingClientRect(); \
                      return [r.x, r.y, r.width / svg.viewBox.baseVal.width];";
        let got = self.ask_of(id, script).await;
        let number = |at: usize| got[at].as_f64().unwrap();
        OnScreen { left: number(0), top: number(1), scale: number(2) }
    }

    /// The pose of a ship as seen.
    pub async fn stands(&self, ship: &str) -> Pose {
        let id = format!("ship-{ship}");
        self.wait_for(&id).await;
        let mut place = [0.0; 3];
        for (number, attribute) in place.iter_mut().zip(["data-x-in", "data-y-in", "data-heading-deg"]) {
            *number = self.number(&id, attribute).await.unwrap();
        }
        let [x_in, y_in, heading_deg] = place;
        Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
    }

    /// Carries a model to a place and releases it there, turned clockwise by a number of key steps. Returns
    /// the place where it was set down, as close to the wanted one as whole screen pixels allow.
    pub async fn set_down(&self, ship: &str, to: Point, turns: i32) -> Pose {
        let (from, camera, screen) = (self.stands(ship).await, camera(), self.picture_on_screen().await);
        let grip = screen.shows(&camera, from.stack);
        self.drag(ship, (grip, screen.shows(&camera, to)), turns).await
    }

    /// Drags a model from one pixel of the screen to another.
    async fn drag(&self, ship: &str, (grip, goal): ((f64, f64), (f64, f64)), turns: i32) -> Pose {
        let (from, camera, screen) = (self.stands(ship).await, camera(), self.picture_on_screen().await);
        let step =
            |(x, y): (f64, f64)| PointerAction::MoveTo { duration: Some(Duration::from_millis(80)), x, y };
        // The first pixels count as a click: a drag begins beyond them.
        let taken = MouseActions::new("mouse".to_owned())
            .then(step(grip))
            .then(PointerAction::Down { button: 0 })
            .then(step((grip.0 + 8.0, grip.1)))
            .then(step(goal));
        self.client.perform_actions(taken).await.unwrap();
        let key = if turns < 0 { "q" } else { "e" };
        self.keys(&key.repeat(turns.unsigned_abs() as usize)).await;
        let let_go = MouseActions::new("mouse".to_owned()).then(PointerAction::Up { button: 0 });
        self.client.perform_actions(let_go).await.unwrap();
        let (gripped, reached) = (screen.place(&camera, grip), screen.place(&camera, goal));
        Pose {
            stack: Point::new(
                from.stack.x_in + reached.x_in - gripped.x_in,
                from.stack.y_in + reached.y_in - gripped.y_in,
            ),
            heading: from.heading.turned((TURN_DEG * f64::from(turns)).to_radians()),
        }
    }

    /// The same, and waits until the ship is seen there.
    pub async fn carry(&self, ship: &str, to: Point, turns: i32) -> Pose {
        let there = self.set_down(ship, to, turns).await;
        self.wait_there(ship, there).await
    }

    /// Pushes a model by a small distance, in the direction in which whole screen pixels come closest to it.
    pub async fn nudge(&self, ship: &str, inches: f64) {
        let (from, camera, screen) = (self.stands(ship).await, camera(), self.picture_on_screen().await);
        let grip = screen.shows(&camera, from.stack);
        let pushed_in = |goal| screen.place(&camera, goal).distance_in(screen.place(&camera, grip));
        let goals = (0..8).flat_map(|x| (0..8).map(move |y| (grip.0 + f64::from(x), grip.1 + f64::from(y))));
        let off = |goal: &(f64, f64)| (pushed_in(*goal) - inches).abs();
        let goal = goals.min_by(|one, other| off(one).total_cmp(&off(other))).unwrap();
        let there = self.drag(ship, (grip, goal), 0).await;
        self.wait_there(ship, there).await;
    }

    async fn wait_there(&self, ship: &str, there: Pose) -> Pose {
        let began = Instant::now();
        loop {
            let seen = self.stands(ship).await;
            let off_deg = seen.heading.angle_to(there.heading).to_degrees();
            if seen.stack.distance_in(there.stack) < THERE_IN && off_deg < THERE_DEG {
                return there;
            }
            if began.elapsed() > PATIENCE {
                panic!(
                    "{ship} was set down at {there:?} and is seen at {seen:?}: {}",
                    self.page_text().await
                );
            }
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
    }

    /// Carries a model ahead (or astern) by inches.
    pub async fn ahead(&self, ship: &str, inches: f64) -> Pose {
        let from = self.stands(ship).await;
        self.carry(ship, from.stack.moved(from.heading, inches), 0).await
    }

    /// The pose of a ship's ghost on the table; none without one.
    async fn ghost(&self, ship: &str) -> Option<Pose> {
        let script = "const line = document.querySelector(arguments[0] + ' line'); \
                      return line && ['x1', 'y1', 'x2', 'y2'].map((name) => Number(line.getAttribute(name)));";
        let id = json!(format!("[data-testid='ghost-{ship}']"));
        let ends = self.client.execute(script, vec![id]).await.unwrap();
        let end = |at: usize| {
            let pixel = Pixel::new(ends.get(at)?.as_f64()?, ends.get(at + 1)?.as_f64()?);
            camera().table_from_pixel(pixel, 0.0)
        };
        let stack = end(0)?;
        Some(Pose { stack, heading: stack.heading_to(end(2)?) })
    }

    /// Sets a model on its ghost, as exactly as key steps allow.
    async fn onto_ghost(&self, ship: &str, ghost: Pose) {
        let from = self.stands(ship).await;
        let turn_deg = (ghost.heading.deg() - from.heading.deg() + 540.0).rem_euclid(360.0) - 180.0;
        self.set_down(ship, ghost.stack, (turn_deg / TURN_DEG).round() as i32).await;
    }

    /// Waits for a model's ghost, and sets the model on it.
    pub async fn stands_on_ghost(&self, ship: &str) {
        self.wait_for(&format!("ghost-{ship}")).await;
        self.follows_ghost(ship).await;
    }

    /// Sets every model that has a ghost on it; returns how many these are.
    pub async fn follow_ghosts(&self, ships: &[impl AsRef<str>]) -> usize {
        let mut models = 0;
        for ship in ships {
            models += usize::from(self.follows_ghost(ship.as_ref()).await);
        }
        models
    }

    /// Sets a model on its ghost, and on the next one where it goes by stops, until it has none; false if it has none from the
    /// beginning, as when the camera found it near enough in the meantime. Where the camera asks which end is the bow, the hand
    /// knows, because the arrow was shown when the model was set down.
    async fn follows_ghost(&self, ship: &str) -> bool {
        let yes = "const asked = [...document.querySelectorAll(\"[data-testid='question']\")] \
                   .find((e) => e.innerText.includes('out of her bow')); \
                   asked?.querySelector(\"[data-testid='answer-0']\").click();";
        let mut set_on: Option<(Pose, Instant)> = None;
        let mut began = Instant::now();
        while let Some(ghost) = self.ghost(ship).await {
            let is_new = set_on.is_none_or(|(before, _)| {
                before.stack.distance_in(ghost.stack) > THERE_IN
                    || before.heading.angle_to(ghost.heading).to_degrees() > THERE_DEG
            });
            if is_new {
                began = Instant::now();
            }
            // A model whose ghost stays was set down badly, and is set down once more.
            if is_new || set_on.is_some_and(|(_, at)| at.elapsed() > SET_DOWN_AGAIN) {
                self.onto_ghost(ship, ghost).await;
                set_on = Some((ghost, Instant::now()));
            }
            if began.elapsed() > PATIENCE {
                panic!("{ship}'s ghost never went; the page says: {}", self.page_text().await);
            }
            self.client.execute(yes, vec![]).await.unwrap();
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        set_on.is_some()
    }
}
