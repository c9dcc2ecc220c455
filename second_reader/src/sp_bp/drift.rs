//! Drift, and ships in mined areas (SPB-3c, SPB-4, SPB-AMB-25, SPB-AMB-31).

use super::due::{Expected, Follows};
use super::moves::{OFF_COURSE_IN, SURE_IN};
use super::ship::Ship;
use super::world::{Terrain, World};
use crate::plane::{self, Point};
use crate::record::{Event, Place, ReadError};
use serde::Deserialize;
use std::collections::BTreeSet;

impl World<'_> {
    /// Checks the drift with current and wind (SPB-4).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn drifted(&mut self, event: &Event) -> Result<(), ReadError> {
        #[derive(Deserialize)]
        struct Drifts {
            ship: String,
            downstream: bool,
            downwind: bool,
        }
        let has: Vec<Drifts> = event.read("/event/ships")?;
        let has: Vec<(String, bool, bool)> =
            has.into_iter().map(|it| (it.ship, it.downstream, it.downwind)).collect();
        let each = self.present().map(|ship| (ship.card.id.clone(), self.drifts(ship)));
        let reads: Vec<(String, bool, bool)> = each
            .filter(|(_, drifts)| *drifts != (false, false))
            .map(|(id, (stream, wind))| (id, stream, wind))
            .collect();
        self.compare("SPB-4", &reads, &has);
        let inches: f64 = event.read("/event/inches")?;
        let toward: [f64; 2] =
            [event.read("/event/current_toward_deg")?, event.read("/event/wind_toward_deg")?];
        let chosen = [self.options.current_toward_deg, self.options.wind_toward_deg];
        self.compare("SPB-4", (2.0, chosen), (inches, toward));
        let takes = |drifts: bool, toward_deg: f64| {
            let (sin, cos) = f64::to_radians(toward_deg).sin_cos();
            let inches = if drifts { inches } else { 0.0 };
            [inches * sin, inches * cos]
        };
        let each = has.into_iter().map(|(id, stream, wind)| {
            let (stream, wind) = (takes(stream, toward[0]), takes(wind, toward[1]));
            (id, [stream[0] + wind[0], stream[1] + wind[1]])
        });
        self.drifting = Some(each.collect());
        Ok(())
    }

    /// Checks that a drifting ship is where the drift takes it. It may stay only where the table ends, or
    /// where something blocks it.
    fn drifted_so(&mut self, id: &str, [east, north]: Point) {
        let (Some(&from), Some(&to)) = (self.began_at.get(id), self.places.get(id)) else { return };
        let there = Place { x_in: from.x_in + east, y_in: from.y_in + north, ..from };
        let off_in = plane::distance_in(plane::point(there), plane::point(to));
        let stayed = plane::distance_in(plane::point(from), plane::point(to)) <= OFF_COURSE_IN;
        let free = !stayed || self.is_free(id, there);
        let holds = off_in <= OFF_COURSE_IN || !free;
        self.hold("SPB-4", holds, &format!("{there:?}"), format!("{id} {to:?}"));
    }

    fn is_free(&self, id: &str, there: Place) -> bool {
        let on_table =
            (0.0..=self.table_in[0]).contains(&there.x_in) && (0.0..=self.table_in[1]).contains(&there.y_in);
        let hull = self.outline(id, there);
        let others = self.places.iter().chain(&self.began_at).filter(|(other, _)| *other != id);
        let others = others.map(|(other, place)| self.outline(other, *place));
        let shores =
            self.terrain.iter().filter(|piece| matches!(piece.is.as_str(), "land" | "fort" | "obstacle"));
        let mut all = others.chain(shores.map(Terrain::outline_in));
        on_table && all.all(|outline| plane::gap_in(&hull, &outline) > SURE_IN)
    }

    /// The mined areas that a ship is in; `None` for an area that its hull only grazes.
    fn in_mines(&self, ship: &Ship) -> Vec<(String, Option<bool>)> {
        let Some(&place) = self.places.get(&ship.card.id) else { return Vec::new() };
        let hull = self.outline(&ship.card.id, place);
        let mined = self.terrain.iter().filter(|piece| piece.is == "mined");
        let inside = mined.map(|piece| {
            let shore = piece.outline_in();
            let sure = !grazes(&hull, &shore);
            (piece.id.clone(), sure.then(|| plane::gap_in(&hull, &shore) == 0.0))
        });
        inside.collect()
    }

    /// Checks the ships in mined areas at the start of a phase (SPB-3c, SPB-AMB-31).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn lie_in_mines(&mut self, event: &Event) -> Result<(), ReadError> {
        let ships: Vec<(String, BTreeSet<String>)> = event.read("/event/ships")?;
        let none = BTreeSet::new();
        let mut otherwise = Vec::new();
        let mut expected = Expected::default();
        for ship in self.present() {
            let has = ships.iter().find(|(id, _)| *id == ship.card.id).map_or(&none, |(_, areas)| areas);
            for (area, inside) in self.in_mines(ship) {
                if inside.is_some_and(|inside| inside != has.contains(&area)) && !self.typed {
                    otherwise.push(format!("{} in {area}: {inside:?}", ship.card.id));
                }
            }
            if self.step == "movement" {
                has.iter().for_each(|area| self.explodes(ship, "mine", Some(area), &mut expected));
            }
        }
        self.hold("SPB-AMB-31", otherwise.is_empty(), &format!("{otherwise:?}"), format!("{ships:?}"));
        self.follow("SPB-AMB-31", &expected, &event.read::<Follows>("/event/follows")?);
        for ship in self.ships.values_mut() {
            let hers = ships.iter().find(|(id, _)| *id == ship.card.id);
            ship.mined = hers.map(|(_, areas)| areas.clone()).unwrap_or_default();
        }
        Ok(())
    }

    /// Checks that every ship that drifted into a mined area is tested (SPB-4).
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn drift_checked(&mut self, event: &Event) -> Result<(), ReadError> {
        let recorded: Follows = event.read("/event/follows")?;
        let mut expected = Expected::default();
        let mut sure = !self.typed;
        for (id, by) in self.drifting.take().unwrap_or_default() {
            self.drifted_so(&id, by);
            let Some(ship) = self.ships.get(&id) else { continue };
            for (area, inside) in
                self.in_mines(ship).into_iter().filter(|(area, _)| !ship.mined.contains(area))
            {
                sure &= inside.is_some();
                if inside == Some(true) {
                    self.explodes(ship, "mine", Some(&area), &mut expected);
                }
            }
        }
        if sure {
            self.follow("SPB-4", &expected, &recorded);
        } else {
            self.take(&recorded);
        }
        Ok(())
    }
}

/// Tells whether two outlines are too close to the border of contact for a judgement.
pub fn grazes(one: &[Point], other: &[Point]) -> bool {
    let gap_in = plane::gap_in(one, other);
    if gap_in > 0.0 {
        return gap_in < SURE_IN;
    }
    // They overlap: a point of either well inside the other shows that they do so by more than a graze.
    let deep = |points: &[Point], outline: &[Point]| {
        points.iter().any(|&at| {
            plane::within(at, outline)
                && plane::edges(outline).all(|edge| plane::from_stretch_in(at, edge) > SURE_IN)
        })
    };
    !deep(one, other) && !deep(other, one)
}
