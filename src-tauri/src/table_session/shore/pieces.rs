//! The shore of the current table: accepted and proposed pieces, the ghosts of a plan, and the file.

use crate::files::app_folder::AppFolder;
use crate::files::read::read_text;
use crate::ipc::messages::Trouble;
use calibration::FrameChange;
use disk::write_whole;
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tracking::shore::{Ghost, OutlineProposal, PieceColour, Plan, PlanScaling, Review};

/// The format version of shore.json.
const FORMAT: u32 = 1;
/// A piece lies right if its outline is this close to its ghost's, inches.
pub const LIES_RIGHT_IN: f64 = 0.25;
/// A proposal whose outline is this close to a ghost's is taken for that ghost's piece, inches.
const MEANT_IN: f64 = 3.0;

/// A piece, accepted or proposed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Where it lies, and what it is.
    pub terrain: Terrain,
    /// Its colour, to find it again; `None` if it was traced.
    pub look: Option<PieceColour>,
    /// Whether it has not been accepted yet.
    #[serde(skip)]
    pub proposed: bool,
    /// The result of its last check in the picture.
    #[serde(skip)]
    pub news: Option<Review>,
}

/// The shore of the current table.
#[derive(Debug, Clone, Default)]
pub struct Shore {
    pub(super) pieces: Vec<Piece>,
    pub(super) ghosts: Vec<Ghost>,
    /// The plan that the ghosts were drawn from.
    pub(super) plan: Option<(Plan, PlanScaling)>,
    /// Number of pieces named so far.
    named: usize,
}

/// The content of shore.json.
#[derive(Serialize, Deserialize)]
struct ShoreFile {
    format: u32,
    pieces: Vec<Piece>,
}

impl Shore {
    /// Reads the saved shore.
    ///
    /// # Errors
    /// When the file can't be read, or was written by a newer version.
    pub fn kept(folder: &AppFolder) -> Result<Self, Trouble> {
        let path = folder.shore();
        if !path.exists() {
            return Ok(Self::default());
        }
        let wrong = |why: String| {
            Trouble::new(format!("{}: {why}; delete it, and take the pieces anew.", path.display()))
        };
        let file: ShoreFile =
            serde_json::from_str(&read_text(&path)?).map_err(|error| wrong(error.to_string()))?;
        if file.format > FORMAT {
            return Err(wrong(format!("it has format {}, newer than this program's {FORMAT}", file.format)));
        }
        for piece in &file.pieces {
            piece.terrain.check().map_err(|error| wrong(error.to_string()))?;
        }
        Ok(Self { named: file.pieces.len(), pieces: file.pieces, ..Self::default() })
    }

    /// Saves the accepted pieces.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn write(&self, path: &Path) -> Result<(), Trouble> {
        let file = ShoreFile { format: FORMAT, pieces: self.taken().cloned().collect() };
        Ok(write_whole(path, serde_json::to_string(&file)?.as_bytes())?)
    }

    pub(super) fn taken(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| !piece.proposed)
    }

    /// The accepted pieces.
    pub fn terrain(&self) -> Vec<Terrain> {
        self.taken().map(|piece| piece.terrain.clone()).collect()
    }

    /// Converts the shore to a redrawn playing area: pieces keep their real positions, and the plan is fitted to the
    /// new area.
    ///
    /// # Errors
    /// When the plan does not fit the area.
    pub fn redraw(&mut self, change: &FrameChange, size_in: (f64, f64)) -> Result<(), Trouble> {
        for piece in &mut self.pieces {
            for corner in &mut piece.terrain.outline {
                *corner = change.point(*corner);
            }
            piece.news = None;
        }
        if let Some((plan, fit)) = &self.plan {
            self.ghosts = plan.ghosts(*fit, size_in)?;
        }
        Ok(())
    }

    pub(super) fn piece(&mut self, id: &str) -> Result<&mut Piece, Trouble> {
        let found = self.pieces.iter_mut().find(|piece| piece.terrain.id.0 == id);
        found.ok_or_else(|| Trouble::new(format!("No piece is called {id}: choose one of the list.")))
    }

    /// Returns whether a piece with (nearly) this outline exists.
    pub(super) fn knows(&self, outline: &[Point]) -> bool {
        self.pieces.iter().any(|piece| is_nearly(&piece.terrain.outline, outline))
    }

    pub(super) fn propose(&mut self, proposal: OutlineProposal, height_in: f64) {
        self.add(proposal.outline, proposal.sigma_in, height_in, Some(proposal.look));
    }

    /// Adds a proposal; a nearby ghost gives its description.
    pub(super) fn add(
        &mut self,
        outline: Vec<Point>,
        sigma_in: f64,
        height_in: f64,
        look: Option<PieceColour>,
    ) {
        self.named += 1;
        let mut terrain = Terrain {
            id: TerrainId(self.free_id()),
            name: format!("Piece {}", self.named),
            kind: TerrainKind::Land,
            outline,
            outline_sigma_in: sigma_in,
            height_in,
            blocks_sight: true,
        };
        let meant = self
            .ghosts
            .iter()
            .map(|ghost| (ghost.laying(&terrain.outline, LIES_RIGHT_IN).gap_in, ghost))
            .filter(|(gap_in, _)| *gap_in < MEANT_IN)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, ghost)) = meant {
            terrain.name.clone_from(&ghost.terrain.name);
            terrain.kind = ghost.terrain.kind;
            terrain.blocks_sight = ghost.terrain.blocks_sight;
        }
        self.pieces.push(Piece { terrain, look, proposed: true, news: None });
    }

    fn free_id(&self) -> String {
        let taken = |id: &str| self.pieces.iter().any(|piece| piece.terrain.id.0 == id);
        (1..).map(|number| format!("piece-{number}")).find(|id| !taken(id)).unwrap_or_default()
    }
}

/// Returns whether two outlines are (nearly) those of one piece.
pub(super) fn is_nearly(one: &[Point], other: &[Point]) -> bool {
    geometry::outline_gap_in(one, other) <= 0.0
}
