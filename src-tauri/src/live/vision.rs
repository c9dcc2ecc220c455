//! The vision thread: newest frame in, live view out. What it measures is `tracking`'s work.

use super::{FIRST_PICTURE, Shared, bench::fits, demo_start, lock};
use crate::wire::{LiveShip, LiveView, SourceChoice, Trouble};
use calibration::{Pixel, TableCamera, TableFile, picture_size};
use geometry::{FrameId, HullShape, Observation, Point, ShipId};
use opencv::core::Mat;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracking::source::Frame;
use tracking::{LiveReading, LiveTracker, Tracker};

/// Takes a live view for the page; false when the page has gone.
pub type LiveSink = Box<dyn Fn(LiveView) -> bool + Send>;

/// A view is sent at least so often, so that the status line lives.
const HEARTBEAT: Duration = Duration::from_millis(400);
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// Hull outlines are drawn at the height of an ordinary deck.
const DECK_HEIGHT_IN: f64 = 0.12;
/// The tip of a heading's arrow lies so far ahead of the bow.
const ARROW_IN: f64 = 0.6;
/// A picture of a folder is one still moment: it is looked at so often that it counts as resting.
const LOOKS_AT_A_PICTURE: usize = 12;

/// Tracker and camera for one generation of source, table and fleet.
struct Eye {
    generation: u64,
    last: FrameId,
    table: Option<Arc<TableFile>>,
    hulls: BTreeMap<ShipId, HullShape>,
    tracker: Option<LiveTracker>,
    notices: Vec<String>,
    reading: Option<LiveReading>,
    measured_ms: f64,
    size: (u32, u32),
}

/// Starts the vision thread; it ends with the app.
pub(super) fn start(shared: Arc<Shared>) {
    std::thread::spawn(move || {
        let mut eye = Eye::closed();
        let mut sent = Instant::now();
        loop {
            let generation = shared.generation();
            if eye.generation != generation {
                eye = Eye { generation, ..Eye::closed() };
            }
            let frame = shared.source().wait_newer(eye.last, LOOK_AGAIN);
            let news = frame.is_some_and(|frame| eye.look(&shared, &frame));
            if news || sent.elapsed() > HEARTBEAT {
                eye.tell(&shared);
                sent = Instant::now();
            }
        }
    });
}

impl Eye {
    fn closed() -> Self {
        Self {
            generation: 0,
            last: FrameId(0),
            table: None,
            hulls: BTreeMap::new(),
            tracker: None,
            notices: Vec::new(),
            reading: None,
            measured_ms: 0.0,
            size: (0, 0),
        }
    }

    /// Looks at a frame; true when there is something new to tell.
    fn look(&mut self, shared: &Shared, frame: &Frame) -> bool {
        let first = self.last == FrameId(0);
        self.last = frame.id;
        let size = picture_size(&frame.image);
        self.size = (size.width, size.height);
        if first && let Err(trouble) = self.set_up(shared, frame) {
            self.notices.push(trouble.sentence);
        }
        let looks = match lock(&shared.opened).choice {
            SourceChoice::Pictures { .. } => LOOKS_AT_A_PICTURE,
            _ => 1,
        };
        let mut news = first;
        for _ in 0..looks {
            news |= self.measure(shared, frame);
        }
        news
    }

    fn measure(&mut self, shared: &Shared, frame: &Frame) -> bool {
        let Some(tracker) = &mut self.tracker else { return false };
        match tracker.on_frame(&frame.image, frame.id) {
            Ok(reading) => {
                let moved = self.reading.as_ref().is_none_or(|before| before.moving != reading.moving);
                let fresh = reading.fresh;
                if fresh {
                    self.measured_ms = reading.ms;
                    *lock(&shared.observations) = reading.observations.clone();
                }
                shared.audience.sees(&reading, frame, &lock(&shared.calibration_json));
                self.reading = Some(reading);
                fresh || moved
            }
            Err(error) => {
                self.notices = vec![error.to_string()];
                self.tracker = None;
                true
            }
        }
    }

    /// Makes table and tracker ready on the first frame of a source.
    fn set_up(&mut self, shared: &Shared, frame: &Frame) -> Result<(), Trouble> {
        let mut frame = frame.clone();
        let source = shared.source();
        if let Some(hand) = source.demo() {
            // Only when the table is opened: calibrating it anew must not move what a player has moved since.
            let opened_now = lock(&shared.bench).fleet.is_none();
            if opened_now && demo_start::set_out(&hand, &shared.audience.places()) {
                // The next frame may have been begun before the ships were set out; the one after it was not.
                frame = source.wait_newer(FrameId(frame.id.0 + 1), FIRST_PICTURE).unwrap_or(frame);
                self.last = frame.id;
            }
            demo_start::set_up(&mut lock(&shared.bench), &hand, &frame.image)?;
        }
        let picture: &Mat = &frame.image;
        let bench = lock(&shared.bench);
        let Some(table) = &bench.table else { return Ok(()) };
        fits(table, picture)?;
        *lock(&shared.calibration_json) = serde_json::to_string(table.as_ref())?;
        self.table = Some(Arc::clone(table));
        if let Some(fleet) = &bench.fleet {
            let tracker = Tracker::on_table(table, fleet)?;
            self.hulls = tracker.hulls().map(|(ship, hull)| (ship.clone(), hull)).collect();
            self.tracker = Some(LiveTracker::new(tracker));
        }
        Ok(())
    }

    fn tell(&self, shared: &Shared) {
        let view = self.view(shared);
        let mut live = lock(&shared.live);
        if live.as_ref().is_some_and(|sink| !sink(view.clone())) {
            *live = None;
        }
        *lock(&shared.view) = Some(view);
    }

    fn view(&self, shared: &Shared) -> LiveView {
        let camera = self.table.as_ref().map(|table| table.camera());
        let ships = match (&camera, &self.reading) {
            (Some(camera), Some(reading)) => reading
                .observations
                .iter()
                .filter_map(|seen| live_ship(camera, seen, self.hulls.get(&seen.ship)?, shared))
                .collect(),
            _ => Vec::new(),
        };
        let mut notices = self.notices.clone();
        let missing: Vec<&str> = self
            .reading
            .iter()
            .filter(|reading| !reading.moving && !reading.covered)
            .flat_map(|reading| &reading.observations)
            .filter(|seen| !seen.seen)
            .map(|seen| seen.ship.as_str())
            .collect();
        if let Some(sentence) = missing_sentence(&missing) {
            notices.push(sentence);
        }
        LiveView {
            frame: self.last.0,
            width_px: self.size.0,
            height_px: self.size.1,
            source: shared.source_view(),
            shown_fps: shared.pictures.per_second(),
            vision_ms: self.measured_ms,
            moving: self.reading.as_ref().is_some_and(|reading| reading.moving || reading.covered),
            calibrated: self.table.is_some(),
            table_px: self.table.as_ref().map(|table| table_outline_px(table)).unwrap_or_default(),
            ships,
            notices,
        }
    }
}

/// Ships that nothing hides and nobody finds.
fn missing_sentence(ships: &[&str]) -> Option<String> {
    let them = match ships {
        [] => return None,
        [_] => "it",
        _ => "them",
    };
    Some(format!("Not found on the table: {}. Put {them} back, or play on without {them}.", ships.join(", ")))
}

fn pair(pixel: Pixel) -> (f64, f64) {
    (pixel.x_px, pixel.y_px)
}

fn live_ship(
    camera: &TableCamera,
    seen: &Observation,
    hull: &HullShape,
    shared: &Shared,
) -> Option<LiveShip> {
    let at = |point: Point, height_in: f64| camera.pixel_from_table(point, height_in).map(pair);
    let (name, side) = shared.audience.name_and_side(&seen.ship);
    let bow = hull.middle(seen.pose).moved(seen.pose.heading, hull.length_in / 2.0 + ARROW_IN);
    Some(LiveShip {
        id: seen.ship.to_string(),
        name,
        side,
        x_in: seen.pose.stack.x_in,
        y_in: seen.pose.stack.y_in,
        heading_deg: seen.pose.heading.deg(),
        sigma_in: seen.sigma_in,
        heading_sigma_deg: seen.heading_sigma_rad.to_degrees(),
        seen: seen.seen,
        sure: seen.sure,
        outline_px: hull
            .outline(seen.pose)
            .into_iter()
            .filter_map(|point| at(point, DECK_HEIGHT_IN))
            .collect(),
        stack_px: at(seen.pose.stack, 0.0)?,
        ahead_px: at(bow, DECK_HEIGHT_IN)?,
    })
}

/// The playing area's edge, bent by the lens: several points a side.
fn table_outline_px(table: &TableFile) -> Vec<(f64, f64)> {
    const POINTS_A_SIDE: usize = 12;
    let (east, north) = table.size_in;
    let corners = [(0.0, 0.0), (east, 0.0), (east, north), (0.0, north)];
    let camera = table.camera();
    (0..corners.len())
        .flat_map(|side| {
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            (0..POINTS_A_SIDE).map(move |step| {
                let share = step as f64 / POINTS_A_SIDE as f64;
                Point::new(from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
            })
        })
        .filter_map(|point| camera.pixel_from_table(point, 0.0).map(pair))
        .collect()
}
