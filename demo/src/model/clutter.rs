//! Clutter that is no ship: dice, cotton smoke, and what people lay on a table.

use crate::model::ships::Model;
use crate::model::solids::{Paint, Solid, Vec3};
use crate::setup::colour::Colour;
use geometry::{Heading, Point};
use rand::{Rng, RngExt};

/// A kind of thing that people lay on a table beside the ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// A cup of coffee with a handle, 3.4 in tall.
    Cup,
    /// A tape measure, a foot of its blade drawn out.
    Tape,
    /// A printed page of a rule book, 8.3 x 5.8 in.
    Page,
    /// A table cloth, folded to 36 x 26 in.
    Cloth,
    /// A casualty ring, 0.35 in wide, as it lies on decks.
    Ring,
}

impl Thing {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Cup, Self::Tape, Self::Page, Self::Cloth, Self::Ring];

    fn model(self) -> Model {
        let plain = |red, green, blue| Paint::Plain(Colour(red, green, blue).linear());
        match self {
            Self::Cup => {
                let (glaze, coffee) = (plain(214, 206, 190), plain(58, 36, 22));
                Model::new(vec![
                    Solid::cylinder((0.0, 0.0), 1.55, (0.0, 3.4), glaze.clone(), glaze.clone()),
                    Solid::cylinder((0.0, 0.0), 1.35, (3.0, 3.405), coffee.clone(), coffee),
                    Solid::block((1.4, 2.3), (-0.2, 0.2), (0.9, 2.6), glaze.clone(), glaze),
                ])
            }
            Self::Tape => {
                let (case, blade) = (plain(44, 46, 50), Colour(226, 186, 40).linear());
                let ticks = Paint::Planks { light: blade, dark: Colour(30, 28, 24).linear(), pitch_in: 0.9 };
                Model::new(vec![
                    Solid::block((-1.3, 1.3), (-1.2, 1.2), (0.0, 1.1), case.clone(), case),
                    Solid::block((1.3, 13.3), (-0.37, 0.37), (0.0, 0.06), Paint::Plain(blade), ticks),
                ])
            }
            Self::Page => {
                let print = Paint::Label {
                    ink: Colour(52, 50, 50).linear(),
                    paper: Colour(232, 228, 216).linear(),
                    pitch_in: 0.28,
                };
                let edge = plain(226, 222, 210);
                Model::new(vec![Solid::block((-4.15, 4.15), (-2.9, 2.9), (0.0, 0.03), edge, print)])
            }
            Self::Cloth => {
                let (light, dark) = (Colour(204, 196, 186).linear(), Colour(160, 52, 48).linear());
                let hem = plain(204, 196, 186);
                let checks = Paint::Planks { light, dark, pitch_in: 3.0 };
                Model::new(vec![Solid::block((-13.0, 13.0), (-18.0, 18.0), (0.0, 0.06), hem, checks)])
            }
            Self::Ring => {
                let red = plain(196, 40, 34);
                Model::new(vec![Solid::cylinder((0.0, 0.0), 0.18, (0.0, 0.09), red.clone(), red)])
            }
        }
    }
}

/// A loose thing on the table.
pub(crate) struct Clutter {
    pub(crate) model: Model,
    pub(crate) middle: Point,
    pub(crate) heading: Heading,
}

impl Clutter {
    /// A thing whose front points along `heading`.
    pub(crate) fn thing(thing: Thing, middle: Point, heading: Heading) -> Self {
        Self { model: thing.model(), middle, heading }
    }

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
