//! What players tell the tracker: outlines laid by hand, names and bows answered, ships that are gone.

use crate::ipc::messages::{HandWord, LaidView, Presence, Trouble};
use crate::table_session::LiveTable;
use crate::table_session::observe::range_readout::not_mustered;
use crate::table_session::table::{Generation, Table};
use battle::{Place, ReadingCorrected};
use calibration::{Pixel, TableCamera};
use geometry::{HullShape, Observation, Point, Pose, ShipId};
use std::collections::BTreeMap;
use tracking::{CorrectError, LiveReading, Tracker};

/// So exactly does a hand lay an outline on the picture, inches, and turn it, degrees.
const HAND_SIGMA_IN: f64 = 0.04;
const HAND_SIGMA_DEG: f64 = 1.0;
/// Hull outlines are drawn at the height of an ordinary deck.
pub(in crate::table_session) const DECK_HEIGHT_IN: f64 = 0.12;
/// The tip of a heading's arrow lies so far ahead of the bow.
const ARROW_IN: f64 = 0.6;

/// What the vision thread passes on to the tracker before the next frame.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::table_session) enum Said {
    Laid(ShipId, Pose),
    Named(Point, ShipId),
    TurnedAbout(ShipId),
    BowRight(ShipId),
}

impl Said {
    pub(in crate::table_session) fn tell(&self, tracker: &mut Tracker) -> Result<(), CorrectError> {
        match self {
            Self::Laid(ship, pose) => tracker.correct(ship, *pose),
            Self::Named(place, ship) => tracker.is_named(*place, ship),
            Self::TurnedAbout(ship) => tracker.turn_about(ship),
            Self::BowRight(ship) => tracker.bow_is_right(ship),
        }
    }
}

/// What the players said of a ship that is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::table_session) enum Absence {
    /// She keeps her place.
    Kept,
    /// She is off the table.
    Off,
}

/// What players said of ships that are gone; forgotten when a ship is seen again.
pub(in crate::table_session) type Absences = BTreeMap<ShipId, Absence>;

/// How a ship shows itself, with what the players said of it.
pub(in crate::table_session) fn presence_of(
    reading: &LiveReading,
    at: usize,
    absences: &Absences,
    is_lost: impl Fn(&ShipId) -> bool,
) -> Presence {
    let (seen, known) = (reading.observations.get(at), reading.presence.get(at));
    match known {
        Some(tracking::Presence::Seen) => Presence::Seen,
        Some(tracking::Presence::Missing) => match seen.and_then(|seen| absences.get(&seen.ship)) {
            Some(Absence::Kept) => Presence::Kept,
            Some(Absence::Off) => Presence::Off,
            // A wreck is taken off the table without a word.
            None if seen.is_some_and(|seen| is_lost(&seen.ship)) => Presence::Off,
            None => Presence::Missing,
        },
        Some(tracking::Presence::Hidden) | None => Presence::Hidden,
    }
}

impl LiveTable {
    /// Where a ship's outline lies in the picture when her stack and the tip of her heading's arrow are laid at these
    /// pixels.
    ///
    /// # Errors
    /// No such ship, no calibrated table, or a place beyond the horizon.
    pub fn lay(&self, ship: &str, stack_px: (f64, f64), ahead_px: (f64, f64)) -> Result<LaidView, Trouble> {
        let ship = ShipId::new(ship);
        let on_table = self.0.table().camera_and_hull(&ship);
        let (camera, hull) = on_table.map_err(|unplaced| self.say_why(&unplaced))?;
        let off_table = || self.say_why(&Unplaced::OffTable(ship.clone()));
        let pose = pose_at(&camera, stack_px, ahead_px).ok_or_else(off_table)?;
        let drawn = draw(&camera, &hull, pose).ok_or_else(off_table)?;
        Ok(LaidView {
            x_in: pose.stack.x_in,
            y_in: pose.stack.y_in,
            heading_deg: pose.heading.deg(),
            outline_px: drawn.outline_px,
            stack_px: drawn.stack_px,
            ahead_px: drawn.ahead_px,
        })
    }

    /// Passes a player's word on; the answer is of which table it was said, and what belongs into the log of a battle in
    /// play.
    ///
    /// # Errors
    /// No such ship, or a place that is not on the table.
    pub fn tell(&self, word: &HandWord) -> Result<(Generation, Option<ReadingCorrected>), Trouble> {
        let (generation, heard) = {
            let mut table = self.0.table();
            (table.generation, table.hear(word))
        };
        Ok((generation, heard.map_err(|unplaced| self.say_why(&unplaced))?))
    }

    /// Nothing of the table is held while the battle is asked what a ship is called.
    fn say_why(&self, unplaced: &Unplaced) -> Trouble {
        let name = |ship: &ShipId| self.0.audience.name_and_side(ship).0;
        match unplaced {
            Unplaced::NotMustered(ship) => not_mustered(&name(ship)),
            Unplaced::OffTable(ship) => off_table(&name(ship)),
        }
    }
}

/// Why a ship can't be laid where a player says.
enum Unplaced {
    NotMustered(ShipId),
    OffTable(ShipId),
}

impl Table {
    fn hear(&mut self, word: &HandWord) -> Result<Option<ReadingCorrected>, Unplaced> {
        let known = |ship: &str| -> Result<Observation, Unplaced> {
            let seen = self.observations.iter().find(|seen| seen.ship.as_str() == ship).cloned();
            seen.ok_or_else(|| Unplaced::NotMustered(ShipId::new(ship)))
        };
        Ok(match word {
            HandWord::Laid { ship, stack_px, ahead_px } => {
                let seen = known(ship)?;
                let (camera, _) = self.camera_and_hull(&seen.ship)?;
                let off_table = || Unplaced::OffTable(seen.ship.clone());
                let pose = pose_at(&camera, *stack_px, *ahead_px).ok_or_else(off_table)?;
                self.said.push(Said::Laid(seen.ship.clone(), pose));
                let told = Observation {
                    pose,
                    sigma_in: HAND_SIGMA_IN,
                    heading_sigma_rad: HAND_SIGMA_DEG.to_radians(),
                    ..seen
                };
                Some(ReadingCorrected::Laid { to: Place::of(&told), ship: told.ship })
            }
            HandWord::Named { taken_for, ship } => {
                let (taken_for, other) = (known(taken_for)?, known(ship)?);
                self.said.push(Said::Named(taken_for.pose.stack, other.ship.clone()));
                let (taken_at, ship_at) =
                    (Some(Place::of(&taken_for)), other.seen.then(|| Place::of(&other)));
                let (taken_for, ship) = (taken_for.ship, other.ship);
                let changed = taken_for != ship;
                changed.then_some(ReadingCorrected::Named { taken_for, ship, taken_at, ship_at })
            }
            HandWord::TurnedAbout { ship } => {
                let seen = known(ship)?;
                self.said.push(Said::TurnedAbout(seen.ship.clone()));
                Some(ReadingCorrected::TurnedAbout { read: Some(Place::of(&seen)), ship: seen.ship })
            }
            HandWord::BowRight { ship } => {
                let ship = known(ship)?.ship;
                self.said.push(Said::BowRight(ship));
                None
            }
            HandWord::KeepPlace { ship } => {
                let ship = known(ship)?.ship;
                self.absences.insert(ship, Absence::Kept);
                None
            }
            HandWord::OffTable { ship } | HandWord::Sunk { ship } => {
                let ship = known(ship)?.ship;
                self.absences.insert(ship.clone(), Absence::Off);
                Some(ReadingCorrected::TakenOff { ship })
            }
        })
    }

    fn camera_and_hull(&self, ship: &ShipId) -> Result<(TableCamera, HullShape), Unplaced> {
        let hull = self.bench.hulls().remove(ship);
        let camera = self.bench.table.as_ref().map(|table| table.camera());
        camera.zip(hull).ok_or_else(|| Unplaced::NotMustered(ship.clone()))
    }
}

fn off_table(name: &str) -> Trouble {
    Trouble::new(format!("{name} can't lie there: lay the outline on the table."))
}

/// Stack and arrow lie at known heights, and both on the keel.
fn pose_at(camera: &TableCamera, stack_px: (f64, f64), ahead_px: (f64, f64)) -> Option<Pose> {
    let at = |(x, y): (f64, f64), height_in| camera.table_from_pixel(Pixel::new(x, y), height_in);
    let (stack, ahead) = (at(stack_px, 0.0)?, at(ahead_px, DECK_HEIGHT_IN)?);
    Some(Pose { stack, heading: stack.heading_to(ahead) })
}

/// A ship as the picture shows it, pixels.
pub(in crate::table_session) struct Drawn {
    pub outline_px: Vec<(f64, f64)>,
    pub stack_px: (f64, f64),
    pub ahead_px: (f64, f64),
}

/// Where a ship that stands there is drawn; none where the camera can't see it.
pub(in crate::table_session) fn draw(camera: &TableCamera, hull: &HullShape, pose: Pose) -> Option<Drawn> {
    let at = |point: Point, height_in: f64| {
        camera.pixel_from_table(point, height_in).map(|pixel| (pixel.x_px, pixel.y_px))
    };
    let tip = hull.middle(pose).moved(pose.heading, hull.length_in / 2.0 + ARROW_IN);
    Some(Drawn {
        outline_px: hull.outline(pose).into_iter().filter_map(|point| at(point, DECK_HEIGHT_IN)).collect(),
        stack_px: at(pose.stack, 0.0)?,
        ahead_px: at(tip, DECK_HEIGHT_IN)?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use geometry::Heading;

    #[test]
    fn an_outline_laid_where_it_is_drawn_lies_where_it_lay() {
        let camera = crate::table_session::tests::camera();
        let hull = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.3 };
        let pose = Pose { stack: Point::new(41.0, 9.0), heading: Heading::from_deg(217.0) };
        let drawn = draw(&camera, &hull, pose).unwrap();
        let again = pose_at(&camera, drawn.stack_px, drawn.ahead_px).unwrap();
        assert!(again.stack.distance_in(pose.stack) < 1e-6);
        assert!(again.heading.angle_to(pose.heading) < 1e-6);
    }
}
