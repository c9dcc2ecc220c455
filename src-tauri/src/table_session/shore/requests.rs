//! Edits of pieces and plan.

use crate::files::read::read_text;
use crate::ipc::messages::Trouble;
use crate::ipc::shore::{PieceKind, PieceWords, PlanFit, ShoreAsk};
use crate::table_session::shore::pieces::Shore;
use calibration::{Pixel, TableCamera};
use geometry::TerrainKind;
use std::path::Path;
use tracking::shore::{Plan, PlanScaling, Relief, Traced, traced};

/// Standard deviation of an outline traced by hand, inches.
const TRACED_SIGMA_IN: f64 = 0.05;

impl Shore {
    /// Carries out an edit of pieces or plan.
    ///
    /// # Errors
    /// When there is no such piece, or the plan can't be read.
    pub fn apply(
        &mut self,
        ask: &ShoreAsk,
        camera: &TableCamera,
        size_in: (f64, f64),
    ) -> Result<(), Trouble> {
        match ask {
            ShoreAsk::Look | ShoreAsk::ProposeAll { .. } | ShoreAsk::ProposeAt { .. } | ShoreAsk::Review => {}
            ShoreAsk::Trace { line_px, height_in } => {
                let line: Vec<Pixel> = line_px.iter().map(|&(x, y)| Pixel::new(x, y)).collect();
                let relief = Relief::upright(*height_in);
                let outline = traced(camera, &line, Traced::Foot, relief)?;
                self.add(outline, TRACED_SIGMA_IN, *height_in, None);
            }
            ShoreAsk::Take { words } => {
                let piece = self.piece(&words.id)?;
                let mut told = piece.terrain.clone();
                told.name = words.name.trim().to_owned();
                told.kind = kind_of(words);
                told.height_in = words.height_in;
                told.blocks_sight = words.blocks_sight;
                told.check()?;
                piece.terrain = told;
                piece.proposed = false;
            }
            ShoreAsk::Remove { id } => {
                self.piece(id)?;
                self.pieces.retain(|piece| piece.terrain.id.0 != *id);
            }
            ShoreAsk::TakeNew { id } => {
                let piece = self.piece(id)?;
                if let Some((outline, sigma_in)) =
                    piece.news.take().and_then(|news| Some((news.outline?, news.sigma_in)))
                {
                    piece.terrain.outline = outline;
                    piece.terrain.outline_sigma_in = sigma_in;
                }
            }
            ShoreAsk::Plan { path, fit } => {
                let fit = match fit {
                    PlanFit::AsDrawn => PlanScaling::AsDrawn,
                    PlanFit::Sides => PlanScaling::Sides,
                    PlanFit::Whole => PlanScaling::Whole,
                };
                let plan = Plan::parse(&read_text(Path::new(path.trim()))?)?;
                self.ghosts = plan.ghosts(fit, size_in)?;
                self.plan = Some((plan, fit));
            }
            ShoreAsk::NoPlan => {
                self.plan = None;
                self.ghosts.clear();
            }
        }
        Ok(())
    }
}

fn kind_of(words: &PieceWords) -> TerrainKind {
    match words.kind {
        PieceKind::Land => TerrainKind::Land,
        PieceKind::Shoal => TerrainKind::Shoal { depth_ft: words.depth_ft },
        PieceKind::Fort => TerrainKind::Fort,
        PieceKind::Obstacle => TerrainKind::Obstacle,
        PieceKind::Mined => TerrainKind::Mined,
    }
}
