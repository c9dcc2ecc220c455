//! Clutter that is no ship: dice and a puff of cotton smoke.

use crate::model::ships::Model;
use crate::model::solids::Vec3;
use geometry::{Heading, Point};
use rand::{Rng, RngExt};

/// A loose thing on the table.
pub(crate) struct Clutter {
    pub(crate) model: Model,
    pub(crate) middle: Point,
    pub(crate) heading: Heading,
}

impl Clutter {
    /// A die in a random orientation.
    pub(crate) fn die(middle: Point, random: &mut impl Rng) -> Self {
        Self {
            model: Model::die(random.random_range(1..=6)),
            middle,
            heading: Heading::from_deg(random.random_range(0.0..360.0)),
        }
    }

    /// A puff of cotton, an inch or so wide.
    pub(crate) fn smoke(middle: Point, random: &mut impl Rng) -> Self {
        let lumps: Vec<(Vec3, f32)> = (0..9)
            .map(|_| {
                let radius = random.random_range(0.14_f32..0.27);
                let place = Vec3::new(
                    random.random_range(-0.42_f32..0.42),
                    random.random_range(-0.26_f32..0.26),
                    random.random_range(0.15_f32..0.4),
                );
                (place, radius)
            })
            .collect();
        Self {
            model: Model::puff(&lumps),
            middle,
            heading: Heading::from_deg(random.random_range(0.0..360.0)),
        }
    }
}
