//! Battles as scenes of a chart: from an account with the ways of all turns, or from the view of one moment.

mod moment;
mod plot;
mod sheet;

pub use moment::{scene_of, scene_of_scenario};
pub(crate) use plot::{Plot, sides};
pub use sheet::{ChartError, ChartFormat, chart_file, chart_scene};
pub(crate) use sheet::{DrawnSheet, FramePainter};

use chart::{PieceKind, TerrainPiece};

/// A name without the prefix that all ships' names share.
pub(crate) fn short_name(name: &str) -> &str {
    ["USS ", "CSS ", "HMS ", "USRS ", "SMS "].iter().find_map(|rank| name.strip_prefix(rank)).unwrap_or(name)
}

fn terrain(pieces: &[battle::view::PieceOnMap]) -> Vec<TerrainPiece> {
    let piece = |piece: &battle::view::PieceOnMap| TerrainPiece {
        name: piece.name.clone(),
        kind: PieceKind::of(&piece.kind),
        outline_in: piece.outline_in.clone(),
        height_in: 0.0,
    };
    pieces.iter().map(piece).collect()
}

/// Whether a class has engines, so that smoke stands over its funnel.
fn steams(class: &str) -> bool {
    !class.starts_with("sailing") && !class.starts_with("mortar")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        assert_eq!((short_name("USS Monitor"), short_name("Beaufort")), ("Monitor", "Beaufort"));
    }

    #[test]
    fn every_class_of_the_fleet_has_a_silhouette() {
        for class in rulesets::core::fleet::ShipClass::ALL {
            assert!(chart::silhouettes().contains_key(class.key()), "no plan of a {}", class.key());
        }
        assert_eq!(chart::silhouettes().len(), rulesets::core::fleet::ShipClass::ALL.len());
    }
}
