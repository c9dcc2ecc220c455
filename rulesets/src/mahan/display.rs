//! The Battle Movement Display: the order for Mahan by his place relative to the Player reference ship, and a
//! die.

use crate::core::{DataError, RuleId, Sourced, TableSource, check_each_face, content};
use crate::mahan::orders::MahanOrder;
use serde::{Deserialize, Serialize};

const FILE: &str = "bmd.toml";

/// A heading and an order, for a range of d10 faces.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    faces: Vec<u8>,
    heading: u8,
    order: MahanOrder,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ring {
    name: String,
    to: u32,
}

/// A sector of the display: ring and sextant, with the results of the die.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sector {
    ring: String,
    sextant: u8,
    row: Vec<Row>,
}

/// The whole display.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Display {
    name: String,
    rule: RuleId,
    cite: String,
    #[serde(default)]
    house: Option<String>,
    ring: Vec<Ring>,
    sector: Vec<Sector>,
}

/// The place of one ship relative to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bearings {
    /// The distance in hexes (or inches, rounded up).
    pub distance: u32,
    /// The bearing in degrees clockwise from the other's bow.
    pub bearing_deg: f64,
}

impl Bearings {
    /// The sextant, counted clockwise from the bow; its clockwise edge belongs to the next.
    pub fn sextant(self) -> u8 {
        ((self.bearing_deg + 30.0).rem_euclid(360.0) / 60.0) as u8 % 6
    }
}

impl Sourced for Display {
    fn source(&self) -> TableSource {
        TableSource::of(&self.name, &self.rule, &self.cite, self.house.as_ref())
    }
}

impl Display {
    /// Checks that every ring has all six sextants, every sector all ten faces, and that the rings reach to
    /// the gate.
    pub(super) fn check(&self, gate: u32) -> Result<(), DataError> {
        let fault = |text: String| Err(content(FILE, text));
        let grows = self.ring.windows(2).all(|pair| matches!(pair, [near, far] if near.to < far.to));
        if !grows || self.ring.last().is_none_or(|last| last.to != gate) {
            return fault(format!("The rings grow from the Player ship outwards, the last to {gate} hexes."));
        }
        for ring in &self.ring {
            for sextant in 0..6 {
                let found: Vec<&Sector> =
                    self.sector.iter().filter(|it| it.ring == ring.name && it.sextant == sextant).collect();
                let [sector] = found.as_slice() else {
                    return fault(format!("Ring “{}” needs sextant {sextant} just once.", ring.name));
                };
                let faces: Vec<&[u8]> = sector.row.iter().map(|row| row.faces.as_slice()).collect();
                check_each_face(FILE, &format!("“{}”, sextant {sextant}", ring.name), 10, &faces)?;
                if sector.row.iter().any(|row| row.heading > 5) {
                    return fault("A heading is a number of hexsides from 0 to 5.".to_owned());
                }
            }
        }
        Ok(())
    }

    /// The sector that the Mahan reference ship is in (MAH-14, MAH-23); none beyond the display.
    pub fn sector(&self, at: Bearings) -> Option<&Sector> {
        let ring = self.ring.iter().find(|ring| at.distance <= ring.to)?;
        self.sector.iter().find(|sector| sector.ring == ring.name && sector.sextant == at.sextant())
    }
}

impl Sector {
    /// The result of a d10: the heading, in hexsides clockwise from the Player ship's, and the order.
    pub fn read(&self, face: u8) -> Option<(u8, MahanOrder)> {
        self.row.iter().find(|row| row.faces.contains(&face)).map(|row| (row.heading, row.order))
    }
}
