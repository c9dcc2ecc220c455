//! A ship's way on the placed table: how long it is, and what it lay in.

use crate::core::facts::{Answer, Entered, WatersFact, WayFact};
use crate::core::table::{NEIGHBOURS_IN, PlacedTable};
use geometry::{
    Measured, Pose, ShipId, Standing, Steering, outline_contains, round_deg, round_in, signed_outline_gap_in,
};

/// Steps in which a way is walked to see what her hull lay in.
const STEP_IN: f64 = 0.1;
const STEP_RAD: f64 = 0.1;

impl PlacedTable {
    /// Answers [`crate::core::Query::Way`].
    pub(super) fn way(&self, ship: &ShipId, steering: Steering) -> Result<Answer, Answer> {
        let placed = self.find(ship)?;
        let stops: Vec<Standing> = placed.standings();
        let zero = Measured::exact(0.0);
        let still =
            WayFact { length_in: zero, off_in: zero, off_deg: zero, straight_in: zero, turned_deg: zero };
        let (Some(first), Some(last)) = (stops.first(), stops.last()) else { return Ok(Answer::Way(still)) };
        // A model that nobody touched is measured anew each time, and has gone nowhere.
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

    /// Answers [`crate::core::Query::Waters`]: her hull, swept along the shortest way through the places she was set
    /// down at.
    pub(super) fn waters(&self, ship: &ShipId, steering: Steering) -> Result<Answer, Answer> {
        let placed = self.find(ship)?;
        let swept = swept(&placed.standings(), steering);
        let mut areas: Vec<Entered> = Vec::new();
        for piece in &self.terrain {
            let mut nearest: Option<(f64, f64)> = None;
            let mut after_in = None;
            for (run_in, pose) in &swept {
                let hull = placed.hull.outline(*pose);
                let inside = hull.iter().any(|corner| outline_contains(&piece.outline, *corner));
                let gap_in = signed_outline_gap_in(&hull, &piece.outline);
                let gap_in = if inside { gap_in.min(0.0) } else { gap_in };
                if gap_in <= 0.0 && after_in.is_none() {
                    after_in = Some(*run_in);
                }
                if nearest.is_none_or(|(least, _)| gap_in < least) {
                    nearest = Some((gap_in, *run_in));
                }
            }
            let Some((gap_in, run_in)) = nearest.filter(|(gap_in, _)| *gap_in < NEIGHBOURS_IN) else {
                continue;
            };
            let clearance_in =
                Measured::new(gap_in, placed.observation.sigma_in.hypot(piece.outline_sigma_in)).rounded_in();
            areas.push(Entered {
                area: piece.id.clone(),
                clearance_in,
                entered: clearance_in.at_most(0.0),
                after_in: round_in(after_in.unwrap_or(run_in)),
            });
        }
        areas.sort_by(|a, b| a.after_in.total_cmp(&b.after_in).then_with(|| a.area.cmp(&b.area)));
        Ok(Answer::Waters(WatersFact { areas }))
    }
}

/// Places along a way, by inches run; the one place of a ship that did not move.
fn swept(stops: &[Standing], steering: Steering) -> Vec<(f64, Pose)> {
    match geometry::way_through(stops, steering) {
        Some(way) => way.path.sampled(STEP_IN, STEP_RAD),
        None => stops.iter().map(|stop| (0.0, stop.pose)).collect(),
    }
}
