//! The view model of the shore, in pixels of the picture.

use crate::ipc::shore::{GhostView, PieceKind, PieceNews, PieceView, PieceWords, ShoreView};
use crate::table_session::shore::pieces::{LIES_RIGHT_IN, Piece, Shore};
use calibration::TableCamera;
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use tracking::shore::{Ghost, PieceChange, Review};

impl Shore {
    /// The pieces and ghosts as the camera sees them.
    pub fn view(&self, camera: &TableCamera) -> ShoreView {
        let (taken, proposed): (Vec<&Piece>, Vec<&Piece>) =
            self.pieces.iter().partition(|piece| !piece.proposed);
        let laid: Vec<Terrain> = taken.iter().map(|piece| piece.terrain.clone()).collect();
        ShoreView {
            pieces: taken.into_iter().chain(proposed).map(|piece| piece_view(piece, camera)).collect(),
            ghosts: self.ghosts.iter().map(|ghost| ghost_view(ghost, &laid, camera)).collect(),
        }
    }
}

/// An outline in the picture, bent by the lens; empty where the camera can't see it.
fn outline_px(outline: &[Point], height_in: f64, camera: &TableCamera) -> Vec<(f64, f64)> {
    let bare = Terrain {
        id: TerrainId(String::new()),
        name: String::new(),
        kind: TerrainKind::Land,
        outline: outline.to_vec(),
        outline_sigma_in: 0.0,
        height_in,
        blocks_sight: false,
    };
    let pixels = Ghost { terrain: bare }.pixels(camera, true).unwrap_or_default();
    pixels.into_iter().map(|pixel| (pixel.x_px, pixel.y_px)).collect()
}

fn piece_view(piece: &Piece, camera: &TableCamera) -> PieceView {
    let terrain = &piece.terrain;
    let (kind, depth_ft) = match terrain.kind {
        TerrainKind::Land => (PieceKind::Land, 0.0),
        TerrainKind::Shoal { depth_ft } => (PieceKind::Shoal, depth_ft),
        TerrainKind::Fort => (PieceKind::Fort, 0.0),
        TerrainKind::Obstacle => (PieceKind::Obstacle, 0.0),
        TerrainKind::Mined => (PieceKind::Mined, 0.0),
    };
    PieceView {
        words: PieceWords {
            id: terrain.id.0.clone(),
            name: terrain.name.clone(),
            kind,
            depth_ft,
            height_in: terrain.height_in,
            blocks_sight: terrain.blocks_sight,
        },
        proposed: piece.proposed,
        sigma_in: terrain.outline_sigma_in,
        foot_px: outline_px(&terrain.outline, 0.0, camera),
        top_px: outline_px(&terrain.outline, terrain.height_in, camera),
        news: piece.news.as_ref().and_then(|news| news_of(&terrain.name, news, camera)),
    }
}

fn news_of(name: &str, news: &Review, camera: &TableCamera) -> Option<PieceNews> {
    let sentence = match news.verdict {
        PieceChange::Still => return None,
        PieceChange::Moved => format!("{name} moved: take the new outline?"),
        PieceChange::Reshaped => format!("{name} has another outline now: take it?"),
        PieceChange::Hidden => format!("Too little of {name} can be seen to say whether it moved."),
        PieceChange::Gone => format!("{name} is not on the table any more: lay it back, or remove it."),
    };
    let outline = news.outline.as_ref().map(|outline| outline_px(outline, 0.0, camera));
    Some(PieceNews { sentence, outline_px: outline })
}

fn ghost_view(ghost: &Ghost, laid: &[Terrain], camera: &TableCamera) -> GhostView {
    let name = &ghost.terrain.name;
    let laying = ghost.nearest(laid).map(|piece| ghost.laying(&piece.outline, LIES_RIGHT_IN));
    let sentence = match &laying {
        Some(laying) if laying.done => format!("{name} lies right."),
        Some(laying) => {
            let (east_in, north_in) = (laying.move_it.east_in, laying.move_it.north_in);
            let turn_deg = laying.move_it.turn_rad.to_degrees();
            format!(
                "{name}: move it {:.1} in {}, {:.1} in {}, and turn it {:.0}° {}.",
                east_in.abs(),
                if east_in >= 0.0 { "east" } else { "west" },
                north_in.abs(),
                if north_in >= 0.0 { "north" } else { "south" },
                turn_deg.abs(),
                if turn_deg >= 0.0 { "clockwise" } else { "anticlockwise" },
            )
        }
        None => format!("{name} is still to be laid."),
    };
    GhostView {
        name: name.clone(),
        outline_px: outline_px(&ghost.terrain.outline, 0.0, camera),
        done: laying.is_some_and(|laying| laying.done),
        sentence,
    }
}
