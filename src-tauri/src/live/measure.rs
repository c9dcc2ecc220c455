//! The measure between two ships of the live table, in words for the screen.

use super::LiveTable;
use crate::wire::{BandView, MeasureView, RamView, Trouble};
use geometry::{
    CONTACT_TOLERANCE_IN, Flank, Gap, HullEnds, HullPart, Measured, Observation, ShipId, Standing, Verdict,
};
use rulesets::gunboat::{GunKind, GunOptions, Tables};

/// Kinds of guns that have range bands, in the order of the book's table.
const BANDED: [GunKind; 3] = [GunKind::Howitzer, GunKind::Smoothbore, GunKind::Rifle];

/// Nearer hulls than this may be about to ram, inches.
const RAM_IN: f64 = 1.0;

impl LiveTable {
    /// Range, bearing and bands from one ship to another, as last measured.
    ///
    /// # Errors
    /// A ship that is not on the table, or hidden.
    pub fn measure(&self, from: &ShipId, to: &ShipId, tables: &Tables) -> Result<MeasureView, Trouble> {
        let (observations, plans) = {
            let table = self.0.table();
            (table.observations.clone(), table.bench.contact_plans())
        };
        let (one, other) = (seen(&observations, from)?, seen(&observations, to)?);
        let range_in = geometry::range_in(one, other);
        let standing = |seen: &Observation| {
            let plan = plans.get(&seen.ship).ok_or_else(|| not_mustered(&seen.ship))?;
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
            bands: BANDED.iter().map(|kind| band_view(*kind, range_in, tables)).collect(),
            gap_in: gap.gap_in.value,
            gap_plus_minus_in: gap.gap_in.half_width_95(),
            contact: contact_word(&gap).to_owned(),
            ram: (gap.gap_in.value < RAM_IN).then(|| ram_view(&bow, &hull)),
            truth_in: self.true_range_in(from, to),
        })
    }

    /// The demo table knows how far two ships really stand apart.
    fn true_range_in(&self, from: &ShipId, to: &ShipId) -> Option<f64> {
        let truth = self.demo()?.truth();
        let stack =
            |id: &ShipId| truth.iter().find(|true_ship| true_ship.ship == *id).map(|ship| ship.pose.stack);
        Some(stack(from)?.distance_in(stack(to)?))
    }
}

fn seen<'a>(observations: &'a [Observation], ship: &ShipId) -> Result<&'a Observation, Trouble> {
    let known = observations.iter().find(|seen| seen.ship == *ship).ok_or_else(|| not_mustered(ship))?;
    if known.seen {
        Ok(known)
    } else {
        Err(Trouble::new(format!("{ship} is hidden at the moment: take the hand away and measure again.")))
    }
}

fn not_mustered(ship: &ShipId) -> Trouble {
    Trouble::new(format!("{ship} is not on the table: muster it first."))
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

fn band_view(kind: GunKind, range_in: Measured, tables: &Tables) -> BandView {
    let words: Vec<&str> =
        tables.bands(kind, range_in, &GunOptions::default()).into_iter().map(|band| band.word()).collect();
    let band = match words.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("too close to call: {}", several.join(" or ")),
    };
    BandView { gun: kind.word().to_owned(), band }
}
