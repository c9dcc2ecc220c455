//! Places and terrain as view models.

use super::{PieceOnMap, PlaceView};
use crate::record::place::Place;
use geometry::{HullShape, Pose, Terrain, TerrainKind};

impl PlaceView {
    /// A pose as a view.
    pub(crate) fn of(pose: Pose) -> Self {
        place_view(&Place::by_hand(pose))
    }
}

/// An official place as a view.
pub fn place_view(place: &Place) -> PlaceView {
    PlaceView { x_in: place.x_in, y_in: place.y_in, heading_deg: place.heading_deg }
}

/// The outline of a hull at a pose, table inches.
pub(crate) fn hull_outline(hull: &HullShape, pose: Pose) -> Vec<(f64, f64)> {
    hull.outline(pose).iter().map(|point| (point.x_in, point.y_in)).collect()
}

/// A piece of terrain with public information; `None` for mines, which are secret.
pub(crate) fn piece_on_map(piece: &Terrain) -> Option<PieceOnMap> {
    let kind = match piece.kind {
        TerrainKind::Land => "land",
        TerrainKind::Shoal { .. } => "shoal",
        TerrainKind::Fort => "fort",
        TerrainKind::Obstacle => "obstacle",
        TerrainKind::Mined => return None,
    };
    Some(PieceOnMap {
        name: piece.name.clone(),
        kind: kind.to_owned(),
        outline_in: piece.outline.iter().map(|corner| (corner.x_in, corner.y_in)).collect(),
    })
}
