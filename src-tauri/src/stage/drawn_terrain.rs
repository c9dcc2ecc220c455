//! Terrain that players drew, for a table without a battle.

use chart::{PieceKind, TerrainPiece};
use geometry::{Terrain, TerrainKind};

/// The terrain that players drew. Mines are left out, which not everybody may know of.
pub fn terrain_pieces(drawn: &[Terrain]) -> Vec<TerrainPiece> {
    let piece = |piece: &Terrain| {
        let kind = match piece.kind {
            TerrainKind::Land => PieceKind::Land,
            TerrainKind::Shoal { .. } => PieceKind::Shoal,
            TerrainKind::Fort => PieceKind::Fort,
            TerrainKind::Obstacle => PieceKind::Obstacle,
            TerrainKind::Mined => return None,
        };
        let outline_in = piece.outline.iter().map(|corner| (corner.x_in, corner.y_in)).collect();
        Some(TerrainPiece { name: piece.name.clone(), kind, outline_in, height_in: 0.0 })
    };
    drawn.iter().filter_map(piece).collect()
}
