//! A ship's way: its beginning, its length on the placed table, and the areas it crosses.

use crate::core::table::facts::{Answer, Entered, WatersFact, WayFact};
use crate::core::table::placed::PlacedTable;
use geometry::{Measured, Path, ShipId, Standing, Steering, Sweep, Terrain, encounter, round_deg, round_in};

/// The largest distance at which terrain is reported, inches: the width of the strip along a shore (GUN-55) at the
/// largest length factor.
const SHORES_IN: f64 = 8.5;

/// The ships that begin a new way at some moment. A way begins at the ship's present position and is measured from
/// there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaysBegin {
    /// No ships: each continues its present way.
    Nobodys,
    /// The ways of these ships.
    Of(Vec<ShipId>),
    /// All ships' ways: a step begins, or a part of a step in which ships move.
    All,
}

impl WaysBegin {
    /// Returns true if this ship's way begins.
    pub fn includes(&self, ship: &ShipId) -> bool {
        match self {
            Self::Nobodys => false,
            Self::Of(ships) => ships.contains(ship),
            Self::All => true,
        }
    }
}

impl PlacedTable {
    /// Answers [`crate::core::Query::Way`].
    pub(in crate::core) fn way(&self, ship: &ShipId, steering: Steering) -> Result<Answer, Answer> {
        let placed = self.find(ship)?;
        let zero = Measured::exact(0.0);
        let still =
            WayFact { length_in: zero, off_in: zero, off_deg: zero, straight_in: zero, turned_deg: zero };
        if placed.way.is_empty() {
            return Ok(Answer::Way(still));
        }
        let stops: Vec<Standing> = placed.standings();
        let (Some(first), Some(last)) = (stops.first(), stops.last()) else { return Ok(Answer::Way(still)) };
        // A model that nobody moved is measured again each time, so small differences are not movement.
        let Some(way) = geometry::way_through(&stops, steering) else { return Ok(Answer::Way(still)) };
        let degrees = |rad: Measured| {
            Measured::new(round_deg(rad.value.to_degrees()), round_deg(rad.sigma.to_degrees()))
        };
        let turned_rad = Measured::new(
            first.pose.heading.relative(last.pose.heading).rad(),
            first.heading_sigma_rad.hypot(last.heading_sigma_rad),
        );
        Ok(Answer::Way(WayFact {
            length_in: way.length_in.rounded_in(),
            off_in: way.off_in.rounded_in(),
            off_deg: degrees(way.off_rad),
            straight_in: first.range_in(last).rounded_in(),
            turned_deg: degrees(turned_rad),
        }))
    }

    /// Answers [`crate::core::Query::Waters`]: the ship's hull, swept along the shortest way through the positions at
    /// which it was placed.
    pub(in crate::core) fn waters(&self, ship: &ShipId, steering: Steering) -> Result<Answer, Answer> {
        let placed = self.find(ship)?;
        let stops = placed.standings();
        let (Some(first), Some(last)) = (stops.first(), stops.last()) else {
            return Ok(Answer::Waters(WatersFact::default()));
        };
        let path =
            geometry::way_through(&stops, steering).map_or_else(|| Path::at(last.pose), |way| way.path);
        let entered_area = |piece: &Terrain| {
            let sweep = Sweep::Hull(&placed.hull);
            let found = encounter(&path, sweep, (first, last), &piece.outline, piece.outline_sigma_in);
            (found.clearance_in.value < SHORES_IN).then(|| Entered {
                area: piece.id.clone(),
                clearance_in: found.clearance_in.rounded_in(),
                entered: found.entered,
                after_in: round_in(found.after_in),
            })
        };
        // No part of the ship gets further than this from where its way begins.
        let swept_in = path.length_in() + placed.reach_in();
        let near = self.terrain_near(path.start.stack, SHORES_IN + swept_in);
        let mut areas: Vec<Entered> = near.filter_map(entered_area).collect();
        areas.sort_by(|a, b| a.after_in.total_cmp(&b.after_in).then_with(|| a.area.cmp(&b.area)));
        Ok(Answer::Waters(WatersFact { areas }))
    }
}
