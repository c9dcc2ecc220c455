//! Colours by light, as S-52 has palettes for day, dusk and night.

use crate::view::Light;
use serde::Deserialize;
use std::sync::LazyLock;

/// The colours of one light ("#rrggbb").
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// The paper inside the border, where it shows.
    pub paper: String,
    /// The paper outside the border.
    pub margin: String,
    /// The ink of lines and letters.
    pub ink: String,
    /// A lighter ink.
    pub faint: String,
    /// Deep water.
    pub sea: String,
    /// Ever shallower water.
    pub depths: [String; 3],
    /// Lines along the coast.
    pub water_line: String,
    /// Soundings.
    pub sounding: String,
    /// Land.
    pub land: String,
    /// The coastline.
    pub land_edge: String,
    /// Hachures inside the coast.
    pub hachure: String,
    /// Trees and grass.
    pub growth: String,
    /// Shoals.
    pub shoal: String,
    /// The dotted edge of shoals.
    pub shoal_edge: String,
    /// Forts.
    pub fort: String,
    /// Wrecks, piles, chains.
    pub obstacle: String,
    /// Meridians and parallels.
    pub graticule: String,
    /// Currents.
    pub current: String,
    /// The sides' names, signs and tracks.
    pub sides: [String; 3],
    /// The sides' hulls.
    pub hulls: [String; 3],
    /// Decks.
    pub decks: [String; 3],
    /// Iron plates.
    pub iron: String,
    /// Iron in the shade.
    pub iron_dark: String,
    /// Funnels.
    pub funnel: String,
    /// Masts, yards, bowsprits.
    pub spar: String,
    /// Wakes.
    pub wake: String,
    /// Smoke.
    pub smoke: String,
    /// Marks of damage.
    pub scorch: String,
    /// Flames.
    pub fire: String,
    /// Lost ships.
    pub wreck: String,
    /// What can be reached, and what is free.
    pub reach: String,
    /// What is in the way, mines, bursts.
    pub danger: String,
    /// What is too close to call.
    pub doubt: String,
    /// Ranges and arcs.
    pub range: String,
    /// Ghosts.
    pub ghost: String,
    /// The edge of letters.
    pub halo: String,
}

#[derive(Default, Deserialize)]
struct Palettes {
    day: Palette,
    dusk: Palette,
    night: Palette,
    picture: Palette,
}

// A test checks that the file can be read.
static PALETTES: LazyLock<Palettes> =
    LazyLock::new(|| toml::from_str(include_str!("../data/palettes.toml")).unwrap_or_default());

impl Palette {
    /// The palette of a light.
    pub fn of(light: Light) -> &'static Self {
        match light {
            Light::Day => &PALETTES.day,
            Light::Dusk => &PALETTES.dusk,
            Light::Night => &PALETTES.night,
            Light::Picture => &PALETTES.picture,
        }
    }
}

/// How a side is told apart: its colour's place in [`Palette::sides`] and the shape of its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SideSign {
    /// A disc.
    Disc,
    /// A lozenge.
    Lozenge,
    /// A square.
    Square,
}

impl SideSign {
    /// The sign of a side. Unknown sides take turns in the order of the scene.
    pub(crate) fn of(side: &str, sides: &[String]) -> Self {
        match side {
            "union" | "italy" => Self::Disc,
            "confederate" | "austria" => Self::Lozenge,
            _ => match sides.iter().position(|one| one == side) {
                Some(0) => Self::Disc,
                Some(1) => Self::Lozenge,
                _ => Self::Square,
            },
        }
    }

    /// The side's colour of a row of three.
    pub(crate) fn colour(self, row: &[String; 3]) -> &str {
        let [first, second, third] = row;
        match self {
            Self::Disc => first,
            Self::Lozenge => second,
            Self::Square => third,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_light_has_all_its_colours() {
        let palettes: Palettes = toml::from_str(include_str!("../data/palettes.toml")).unwrap();
        assert!(
            [&palettes.day, &palettes.dusk, &palettes.night, &palettes.picture]
                .iter()
                .all(|one| one.ink.len() == 7)
        );
    }
}
