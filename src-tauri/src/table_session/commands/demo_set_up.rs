//! Sets the demo table's models on the places where the battle in play wants them, by hand, as a player would. The camera
//! sees the hand and the models on their way, and recognises them as always.

use crate::ipc::messages::Trouble;
use crate::table_session::recognition::demo_start;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::source::choices::FIRST_PICTURE;
use crate::table_session::state::table_state::TableState;
use battle::view::{GhostReason, PlaceView, ShipGhostView};
use geometry::{FrameId, Heading, Point, Pose, ShipId};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tracking::source::DemoHandle;

/// The time in which the hand sets all models on their places.
const ALL_WITHIN: Duration = Duration::from_millis(3000);
/// The time for those that are tried again.
const AGAIN_WITHIN: Duration = Duration::from_millis(700);
/// How often models are tried again whose place was taken by one that has moved since.
const ROUNDS: usize = 3;
/// A model stands right within this distance of its place, inches.
const THERE_IN: f64 = 0.02;
/// The same for its heading, degrees.
const THERE_DEG: f64 = 0.5;
/// How long to wait until models from the box are recognised for the first time.
const KNOWN_WITHIN: Duration = Duration::from_secs(5);
/// How often that is checked.
const CHECK: Duration = Duration::from_millis(50);

impl TableSession {
    /// Carries every model to its ghost. Models that are not on the table are taken from the box and mustered first;
    /// returns a sentence about ships that have no demo model.
    ///
    /// # Errors
    /// When this is no demo table, or its models can't be mustered.
    pub fn demo_set_up(&self) -> Result<Option<String>, Trouble> {
        let hand = self.hand()?;
        let wanted = |ghost: &ShipGhostView| matches!(ghost.why, GhostReason::SetOut | GhostReason::Return);
        let ghosts: Vec<ShipGhostView> = self.source.record.ghosts().into_iter().filter(wanted).collect();
        let places: Vec<(ShipId, Pose)> =
            ghosts.iter().map(|ghost| (ShipId::new(ghost.ship.as_str()), pose_of(&ghost.place))).collect();
        self.bring_from_box(&hand, places.iter().map(|(ship, _)| ship))?;
        carry_all(&hand, &places);
        demo_start::keep(&hand, &self.source.folder.demo_table())?;
        let here = on_table(&hand);
        let missing = ghosts.iter().filter(|ghost| !here.contains(&ShipId::new(ghost.ship.as_str())));
        Ok(missing_sentence(&missing.map(|ghost| ghost.name.as_str()).collect::<Vec<_>>()))
    }

    /// Puts those of these ships on the table that have a demo model but don't stand there, and musters the fleet again.
    fn bring_from_box<'s>(
        &self,
        hand: &DemoHandle,
        ships: impl Iterator<Item = &'s ShipId>,
    ) -> Result<(), Trouble> {
        let before = on_table(hand);
        demo_start::bring(hand, ships.filter(|ship| !before.contains(*ship)))?;
        let now = on_table(hand);
        if now == before {
            return Ok(());
        }
        // The next frame may have been started before the models were there; the one after it was not.
        let newest = self.glance()?.frame.id;
        self.source.frames.wait_newer(FrameId(newest.0 + 1), FIRST_PICTURE);
        self.work_on_calibrated(
            |calibrated, picture| demo_start::muster(calibrated, hand, picture),
            TableState::forget_places,
        )?;
        let began = Instant::now();
        while self.now().observations.len() < now.len() && began.elapsed() < KNOWN_WITHIN {
            std::thread::sleep(CHECK);
        }
        Ok(())
    }
}

/// Carries all models to their places. A model whose place was taken by one that has moved since is tried again.
fn carry_all(hand: &DemoHandle, places: &[(ShipId, Pose)]) {
    for round in 0..ROUNDS {
        let standing = hand.truth();
        let stands_elsewhere = |(ship, place): &&(ShipId, Pose)| {
            standing.iter().any(|model| model.ship == *ship && !is_there(model.pose, *place))
        };
        let is_free = |(ship, place): &&(ShipId, Pose)| hand.may_place(ship, *place).is_ok();
        let elsewhere = places.iter().filter(stands_elsewhere);
        let waiting: Vec<(ShipId, Pose)> =
            elsewhere.filter(|place| round == 0 || is_free(place)).cloned().collect();
        if waiting.is_empty() {
            return;
        }
        hand.carry_all(&waiting, if round == 0 { ALL_WITHIN } else { AGAIN_WITHIN });
    }
}

fn is_there(stands: Pose, place: Pose) -> bool {
    stands.stack.distance_in(place.stack) <= THERE_IN
        && stands.heading.angle_to(place.heading).to_degrees() <= THERE_DEG
}

fn on_table(hand: &DemoHandle) -> BTreeSet<ShipId> {
    hand.truth().into_iter().map(|model| model.ship).collect()
}

fn pose_of(place: &PlaceView) -> Pose {
    Pose { stack: Point::new(place.x_in, place.y_in), heading: Heading::from_deg(place.heading_deg) }
}

/// What players are told of ships without a demo model.
fn missing_sentence(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [name] => Some(format!(
            "The demo table has no model of {name}: let her stand where she is, or choose another battle."
        )),
        _ => Some(format!(
            "The demo table has no models of {}: let them stand where they are, or choose another battle.",
            names.join(", ")
        )),
    }
}
