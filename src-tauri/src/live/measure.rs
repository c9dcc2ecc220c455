//! The measure between two ships of the live table, in words for the screen.

use super::LiveTable;
use crate::wire::{BandView, MeasureView, Trouble};
use geometry::{Measured, Observation, ShipId};
use rulesets::gunboat::{GunKind, GunOptions, Tables};

/// Kinds of guns that have range bands, in the order of the book's table.
const BANDED: [GunKind; 3] = [GunKind::Howitzer, GunKind::Smoothbore, GunKind::Rifle];

impl LiveTable {
    /// Range, bearing and bands from one ship to another, as last measured.
    ///
    /// # Errors
    /// A ship that is not on the table, or hidden.
    pub fn measure(&self, from: &ShipId, to: &ShipId, tables: &Tables) -> Result<MeasureView, Trouble> {
        let observations = self.observations();
        let (one, other) = (seen(&observations, from)?, seen(&observations, to)?);
        let range_in = geometry::range_in(one, other);
        Ok(MeasureView {
            from: from.to_string(),
            to: to.to_string(),
            range_in: range_in.value,
            plus_minus_in: range_in.half_width_95(),
            bearing_deg: geometry::relative_bearing_rad(one, other).value.to_degrees(),
            bands: BANDED.iter().map(|kind| band_view(*kind, range_in, tables)).collect(),
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
    let known = observations
        .iter()
        .find(|seen| seen.ship == *ship)
        .ok_or_else(|| Trouble::new(format!("{ship} is not on the table: muster it first.")))?;
    if known.seen {
        Ok(known)
    } else {
        Err(Trouble::new(format!("{ship} is hidden at the moment: take the hand away and measure again.")))
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
