//! The shore of the table in use: pieces taken, pieces proposed, the ghosts of a plan, and their file.

use crate::files::app_folder::AppFolder;
use crate::files::read::read_text;
use crate::ipc::messages::Trouble;
use calibration::FrameChange;
use disk::write_whole;
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tracking::shore::{Ghost, OutlineProposal, PieceColour, Plan, PlanScaling, Review};

/// The version of shore.json.
const FORMAT: u32 = 1;
/// A piece lies right where its outline comes so near its ghost's, inches.
pub const LIES_RIGHT_IN: f64 = 0.25;
/// A proposal whose outline comes so near a ghost's is that ghost's piece, inches.
const MEANT_IN: f64 = 3.0;

/// A piece, taken or proposed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Where it lies, and what it is.
    pub terrain: Terrain,
    /// How it looks, to find it again; none where it was traced.
    pub look: Option<PieceColour>,
    /// Nobody has taken it yet.
    #[serde(skip)]
    pub proposed: bool,
    /// What became of it since, as the picture shows.
    #[serde(skip)]
    pub news: Option<Review>,
}

/// The shore of the table in use.
#[derive(Debug, Clone, Default)]
pub struct Shore {
    pub(super) pieces: Vec<Piece>,
    pub(super) ghosts: Vec<Ghost>,
    /// What the ghosts were drawn from.
    pub(super) plan: Option<(Plan, PlanScaling)>,
    /// Pieces named so far.
    named: usize,
}

/// shore.json.
#[derive(Serialize, Deserialize)]
struct ShoreFile {
    format: u32,
    pieces: Vec<Piece>,
}

impl Shore {
    /// What was kept from another evening.
    ///
    /// # Errors
    /// The file can't be read, or is newer than the program.
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

    /// Writes the pieces that were taken.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&self, path: &Path) -> Result<(), Trouble> {
        let file = ShoreFile { format: FORMAT, pieces: self.taken().cloned().collect() };
        Ok(write_whole(path, serde_json::to_string(&file)?.as_bytes())?)
    }

    pub(super) fn taken(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| !piece.proposed)
    }

    /// The pieces that lie on the table.
    pub fn terrain(&self) -> Vec<Terrain> {
        self.taken().map(|piece| piece.terrain.clone()).collect()
    }

    /// The playing area was drawn anew: pieces lie where they lay, and the plan is stretched to the new area.
    ///
    /// # Errors
    /// The plan does not fit it.
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

    /// Is this outline (nearly) that of a piece there already?
    pub(super) fn knows(&self, outline: &[Point]) -> bool {
        self.pieces.iter().any(|piece| is_nearly(&piece.terrain.outline, outline))
    }

    pub(super) fn propose(&mut self, proposal: OutlineProposal, height_in: f64) {
        self.add(proposal.outline, proposal.sigma_in, height_in, Some(proposal.look));
    }

    /// A new proposal; what a ghost nearby says of its piece is taken over.
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

/// Are two outlines (nearly) those of one piece?
pub(super) fn is_nearly(one: &[Point], other: &[Point]) -> bool {
    geometry::outline_gap_in(one, other) <= 0.0
}
