//! The command that measures between two ships of the live table.

use crate::ipc::messages::{MeasureView, RamView, Trouble};
use crate::table_session::session::table_session::TableSession;
use battle::view::BandView;
use geometry::{
    CONTACT_TOLERANCE_IN, Flank, Gap, HullEnds, HullPart, Measured, Observation, ShipId, Standing, Verdict,
};

/// Hulls closer than this may be about to ram, inches.
const RAM_IN: f64 = 1.0;

impl TableSession {
    /// Range and bearing from one ship to another as last measured, with the range bands that `bands` gives for it.
    ///
    /// # Errors
    /// When a ship is not on the table, or is hidden.
    pub fn measure(
        &self,
        from: &ShipId,
        to: &ShipId,
        bands: impl FnOnce(Measured) -> Vec<BandView>,
    ) -> Result<MeasureView, Trouble> {
        let now = self.now();
        let plans = now.calibrated.contact_plans();
        let name = |ship: &ShipId| self.source.record.name_and_side(ship).0;
        let (one, other) = (seen(&now.observations, from, &name)?, seen(&now.observations, to, &name)?);
        let range_in = geometry::range_in(one, other);
        let standing = |seen: &Observation| {
            let plan = plans.get(&seen.ship).ok_or_else(|| not_mustered(&name(&seen.ship)))?;
            Ok::<_, Trouble>(Standing::of_hull(seen, plan))
        };
        let (bow, hull) = (standing(one)?, standing(other)?);
        let gap = geometry::gap(&bow, &hull);
        Ok(MeasureView {
            from: from.to_string(),
            to: to.to_string(),
            range_in: range_in.value,
            plus_minus_in: range_in.half_width_95(),
            bearing_deg: geometry::relative_bearing_rad(one, other).value.to_degrees(),
            bands: bands(range_in),
            gap_in: gap.gap_in.value,
            gap_plus_minus_in: gap.gap_in.half_width_95(),
            contact: contact_word(&gap).to_owned(),
            ram: (gap.gap_in.value < RAM_IN).then(|| ram_view(&bow, &hull)),
            truth_in: self.true_range_in(from, to),
        })
    }

    /// The true range between two ships of the demo table.
    fn true_range_in(&self, from: &ShipId, to: &ShipId) -> Option<f64> {
        let truth = self.source.frames.demo()?.truth();
        let stack =
            |id: &ShipId| truth.iter().find(|true_ship| true_ship.ship == *id).map(|ship| ship.pose.stack);
        Some(stack(from)?.distance_in(stack(to)?))
    }
}

fn seen<'a>(
    observations: &'a [Observation],
    ship: &ShipId,
    name: &dyn Fn(&ShipId) -> String,
) -> Result<&'a Observation, Trouble> {
    let known = observations.iter().find(|seen| seen.ship == *ship);
    let known = known.ok_or_else(|| not_mustered(&name(ship)))?;
    if known.seen {
        Ok(known)
    } else {
        Err(Trouble::new(format!(
            "{} is hidden at the moment: take the hand away and measure again.",
            name(ship)
        )))
    }
}

/// The error that a ship has no model on the table.
pub fn not_mustered(name: &str) -> Trouble {
    Trouble::new(format!("{name} is not on the table: muster her first."))
}

fn contact_word(gap: &Gap) -> &'static str {
    match gap.touching(CONTACT_TOLERANCE_IN) {
        Verdict::Yes => "touching",
        Verdict::No => "clear",
        Verdict::TooClose => "too close to call",
    }
}

fn ram_view(rammer: &Standing, target: &Standing) -> RamView {
    let strike = geometry::strike(rammer, target, HullEnds::default());
    let flank = match strike.flank {
        Flank::Port => "port",
        Flank::Starboard => "starboard",
    };
    let part = match strike.part {
        HullPart::Bow => format!("{flank} bow"),
        HullPart::Side => format!("{flank} side"),
        HullPart::Stern => format!("{flank} quarter"),
    };
    let part = match strike.strikes(strike.part) {
        Verdict::TooClose => format!("too close to call: {part}, or the part beside it"),
        _ => part,
    };
    RamView {
        angle_deg: strike.angle_rad.value.to_degrees(),
        angle_plus_minus_deg: strike.angle_rad.half_width_95().to_degrees(),
        part,
        margin_in: strike.part_margin_in.value,
        margin_plus_minus_in: strike.part_margin_in.half_width_95(),
    }
}
