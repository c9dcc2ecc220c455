//! The shore of the table in use: pieces taken, pieces proposed, and the ghosts of a plan.

mod view;

use crate::files::app_folder::AppFolder;
use crate::files::read::read_text;
use crate::ipc::messages::Trouble;
use crate::ipc::shore::{PieceKind, PieceWords, PlanFit, ShoreAsk, ShoreView};
use crate::table_session::LiveTable;
use crate::table_session::table::{Glance, Table};
use calibration::{FrameChange, Pixel, TableCamera};
use disk::write_whole;
use geometry::{HullShape, Point, Terrain, TerrainId, TerrainKind};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tracking::shore::{
    Ghost, OutlineProposal, PieceColour, Plan, PlanScaling, Relief, Review, StoredPiece, Survey, Traced,
    traced,
};

/// The version of shore.json.
const FORMAT: u32 = 1;
/// A piece lies right where its outline comes so near its ghost's, inches.
const LIES_RIGHT_IN: f64 = 0.25;
/// A proposal whose outline comes so near a ghost's is that ghost's piece, inches.
const MEANT_IN: f64 = 3.0;
/// Ships hide this much more than their plan, inches: they have height.
const SHIP_MARGIN_IN: f64 = 0.5;
/// So exactly does a hand trace an outline, inches.
const TRACED_SIGMA_IN: f64 = 0.05;

/// A piece, taken or proposed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Piece {
    terrain: Terrain,
    /// How it looks, to find it again; none where it was traced.
    look: Option<PieceColour>,
    #[serde(skip)]
    proposed: bool,
    #[serde(skip)]
    news: Option<Review>,
}

/// The shore of the table in use.
#[derive(Debug, Clone, Default)]
pub(super) struct Shore {
    pieces: Vec<Piece>,
    ghosts: Vec<Ghost>,
    /// What the ghosts were drawn from.
    plan: Option<(Plan, PlanScaling)>,
    /// Pieces named so far.
    named: usize,
}

/// shore.json.
#[derive(Serialize, Deserialize)]
struct ShoreFile {
    format: u32,
    pieces: Vec<Piece>,
}

/// The table as a question about the shore sees it.
struct Sight<'a> {
    picture: &'a opencv::core::Mat,
    camera: TableCamera,
    size_in: (f64, f64),
    ships: Vec<Vec<Point>>,
}

/// What a look at the picture found, for the shore as it was then.
enum Found {
    /// Nothing was looked for.
    Nothing,
    /// Proposals, with the outlines that lay there already.
    Pieces { all: Vec<OutlineProposal>, known: Vec<Vec<Point>>, height_in: f64 },
    /// The piece that was clicked on.
    Piece { proposal: OutlineProposal, height_in: f64 },
    /// What became of pieces, and the outlines that were looked for.
    Reviews { reviews: Vec<Review>, laid: Vec<StoredPiece> },
}

impl Sight<'_> {
    fn survey(&self) -> Result<Survey, Trouble> {
        Ok(Survey::new(self.picture, &self.camera, self.size_in, None)?.without(&self.ships)?)
    }
}

impl LiveTable {
    /// Asks or says something about the shore.
    ///
    /// # Errors
    /// No calibrated table, no piece where one was asked for, or a plan that can't be read: one sentence.
    pub fn shore(&self, ask: &ShoreAsk) -> Result<ShoreView, Trouble> {
        let is_calibrated = self.bench(|bench| bench.table.is_some());
        if !is_calibrated && *ask == ShoreAsk::Look {
            return Ok(ShoreView { pieces: Vec::new(), ghosts: Vec::new() });
        }
        if !is_calibrated {
            return Err(not_calibrated());
        }
        let Glance { made_for, frame, bench, observations } = self.0.glance()?;
        let (table, hulls) = (bench.table.as_ref().ok_or_else(not_calibrated)?, bench.hulls());
        let sight = Sight {
            picture: &frame.image,
            camera: table.camera(),
            size_in: table.size_in,
            ships: observations
                .iter()
                .filter_map(|seen| Some(hulls.get(&seen.ship).map(widened)?.outline(seen.pose)))
                .collect(),
        };
        let before = self.0.table_of(made_for)?.shore.clone();
        let found = before.find(ask, &sight)?;
        // The shore may have been changed while the picture was looked at: what was found is taken as it is by now.
        let mut table = self.0.table_of(made_for)?;
        let mut shore = table.shore.clone();
        shore.take(found)?;
        shore.heed(ask, &sight)?;
        let view = shore.view(&sight.camera);
        if *ask != ShoreAsk::Look {
            table.take_shore(shore, &self.0.folder)?;
        }
        Ok(view)
    }
}

impl Table {
    /// The shore in the frame of a playing area drawn anew.
    pub(super) fn redraw_shore(
        &mut self,
        change: &FrameChange,
        size_in: (f64, f64),
        folder: &AppFolder,
    ) -> Result<(), Trouble> {
        let mut shore = self.shore.clone();
        shore.redraw(change, size_in)?;
        self.take_shore(shore, folder)
    }

    fn take_shore(&mut self, shore: Shore, folder: &AppFolder) -> Result<(), Trouble> {
        if let Some(path) = self.keep(folder.shore()) {
            shore.write(&path)?;
        }
        self.shore = shore;
        Ok(())
    }
}

fn not_calibrated() -> Trouble {
    Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
}

fn widened(hull: &HullShape) -> HullShape {
    HullShape {
        length_in: hull.length_in + SHIP_MARGIN_IN,
        beam_in: hull.beam_in + SHIP_MARGIN_IN,
        stack_ahead_in: hull.stack_ahead_in,
    }
}

impl Shore {
    pub(super) fn kept(folder: &AppFolder) -> Result<Self, Trouble> {
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

    fn write(&self, path: &Path) -> Result<(), Trouble> {
        let file = ShoreFile { format: FORMAT, pieces: self.taken().cloned().collect() };
        Ok(write_whole(path, serde_json::to_string(&file)?.as_bytes())?)
    }

    fn taken(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| !piece.proposed)
    }

    /// The pieces that lie on the table.
    pub(super) fn terrain(&self) -> Vec<Terrain> {
        self.taken().map(|piece| piece.terrain.clone()).collect()
    }

    /// Looks for what is asked about in the picture: this may take seconds.
    fn find(&self, ask: &ShoreAsk, sight: &Sight<'_>) -> Result<Found, Trouble> {
        Ok(match ask {
            ShoreAsk::ProposeAll { height_in } => Found::Pieces {
                all: sight.survey()?.all_pieces(Relief::upright(*height_in))?,
                known: self.pieces.iter().map(|piece| piece.terrain.outline.clone()).collect(),
                height_in: *height_in,
            },
            ShoreAsk::ProposeAt { at_px: (x, y), height_in } => Found::Piece {
                proposal: sight.survey()?.piece_at(Pixel::new(*x, *y), Relief::upright(*height_in))?,
                height_in: *height_in,
            },
            ShoreAsk::Review => self.review(&sight.survey()?)?,
            _ => Found::Nothing,
        })
    }

    /// Takes what was found.
    fn take(&mut self, found: Found) -> Result<(), Trouble> {
        match found {
            Found::Nothing => {}
            Found::Pieces { all, known, height_in } => {
                // Neither what lay there when it was looked for nor what lies there by now: what was removed meanwhile
                // was known, and stays removed.
                let is_known = |outline: &[Point]| {
                    self.knows(outline) || known.iter().any(|known| is_nearly(known, outline))
                };
                let fresh: Vec<OutlineProposal> =
                    all.into_iter().filter(|proposal| !is_known(&proposal.outline)).collect();
                if fresh.is_empty() {
                    return Err(Trouble::new(
                        "Nothing else on the table has a colour of its own: click inside a piece, or trace it.",
                    ));
                }
                fresh.into_iter().for_each(|proposal| self.propose(proposal, height_in));
            }
            Found::Piece { proposal, height_in } => self.propose(proposal, height_in),
            Found::Reviews { reviews, laid } => self.take_reviews(&reviews, &laid),
        }
        Ok(())
    }

    /// Does what players say of pieces and plan.
    fn heed(&mut self, ask: &ShoreAsk, sight: &Sight<'_>) -> Result<(), Trouble> {
        match ask {
            ShoreAsk::Look | ShoreAsk::ProposeAll { .. } | ShoreAsk::ProposeAt { .. } | ShoreAsk::Review => {}
            ShoreAsk::Trace { line_px, height_in } => {
                let line: Vec<Pixel> = line_px.iter().map(|&(x, y)| Pixel::new(x, y)).collect();
                let relief = Relief::upright(*height_in);
                let outline = traced(&sight.camera, &line, Traced::Foot, relief)?;
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
                self.ghosts = plan.ghosts(fit, sight.size_in)?;
                self.plan = Some((plan, fit));
            }
            ShoreAsk::NoPlan => {
                self.plan = None;
                self.ghosts.clear();
            }
        }
        Ok(())
    }

    /// The playing area was drawn anew: pieces lie where they lay, and the plan is stretched to the new area.
    fn redraw(&mut self, change: &FrameChange, size_in: (f64, f64)) -> Result<(), Trouble> {
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

    fn piece(&mut self, id: &str) -> Result<&mut Piece, Trouble> {
        let found = self.pieces.iter_mut().find(|piece| piece.terrain.id.0 == id);
        found.ok_or_else(|| Trouble::new(format!("No piece is called {id}: choose one of the list.")))
    }

    /// Is this outline (nearly) that of a piece there already?
    fn knows(&self, outline: &[Point]) -> bool {
        self.pieces.iter().any(|piece| is_nearly(&piece.terrain.outline, outline))
    }

    fn propose(&mut self, proposal: OutlineProposal, height_in: f64) {
        self.add(proposal.outline, proposal.sigma_in, height_in, Some(proposal.look));
    }

    /// A new proposal; what a ghost nearby says of its piece is taken over.
    fn add(&mut self, outline: Vec<Point>, sigma_in: f64, height_in: f64, look: Option<PieceColour>) {
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

    fn review(&self, survey: &Survey) -> Result<Found, Trouble> {
        let laid: Vec<StoredPiece> = self
            .taken()
            .filter_map(|piece| {
                Some(StoredPiece { terrain: piece.terrain.clone(), slope: 0.0, look: piece.look? })
            })
            .collect();
        Ok(Found::Reviews { reviews: survey.review(&laid)?, laid })
    }

    /// What became of the pieces; a piece that was laid otherwise meanwhile was not looked for where it lies now.
    fn take_reviews(&mut self, reviews: &[Review], laid: &[StoredPiece]) {
        for piece in &mut self.pieces {
            let looked_for = laid.iter().any(|looked_for| {
                looked_for.terrain.id == piece.terrain.id
                    && looked_for.terrain.outline == piece.terrain.outline
            });
            let review = reviews.iter().find(|review| review.id == piece.terrain.id);
            piece.news = review.filter(|_| looked_for).cloned();
        }
    }
}

/// Are two outlines (nearly) those of one piece?
fn is_nearly(one: &[Point], other: &[Point]) -> bool {
    geometry::outline_gap_in(one, other) <= 0.0
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use opencv::core::Mat;

    fn sight(picture: &Mat) -> Sight<'_> {
        Sight {
            picture,
            camera: crate::table_session::tests::camera(),
            size_in: (60.0, 36.0),
            ships: Vec::new(),
        }
    }

    fn square(camera: &TableCamera, west: f64, south: f64) -> Vec<(f64, f64)> {
        [(0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0)]
            .iter()
            .filter_map(|(x, y)| camera.pixel_from_table(Point::new(west + x, south + y), 0.0))
            .map(|pixel| (pixel.x_px, pixel.y_px))
            .collect()
    }

    fn ask(shore: &mut Shore, ask: &ShoreAsk, sight: &Sight<'_>) {
        let found = shore.find(ask, sight).unwrap();
        shore.take(found).unwrap();
        shore.heed(ask, sight).unwrap();
    }

    #[test]
    fn a_traced_bank_is_kept_over_night_once_it_is_taken() {
        let picture = Mat::default();
        let sight = sight(&picture);
        let mut shore = Shore::default();
        let line_px = square(&sight.camera, 10.0, 12.0);
        ask(&mut shore, &ShoreAsk::Trace { line_px, height_in: 0.5 }, &sight);
        assert_eq!(shore.taken().count(), 0);
        let id = shore.pieces[0].terrain.id.0.clone();
        let words = PieceWords {
            id,
            name: "North bank".to_owned(),
            kind: PieceKind::Shoal,
            depth_ft: 6.0,
            height_in: 0.5,
            blocks_sight: false,
        };
        ask(&mut shore, &ShoreAsk::Take { words: words.clone() }, &sight);
        let folder = tempfile::tempdir().unwrap();
        let folder = AppFolder::open(Some(folder.path().to_owned())).unwrap();
        shore.write(&folder.shore()).unwrap();
        let again = Shore::kept(&folder).unwrap();
        assert_eq!(again.view(&sight.camera).pieces[0].words, words);
        let corner = again.pieces[0].terrain.outline[0];
        assert!(corner.distance_in(Point::new(10.0, 12.0)) < 0.05, "{corner:?}");
        ask(&mut shore, &ShoreAsk::Remove { id: words.id }, &sight);
        assert_eq!(shore.taken().count(), 0);
    }

    #[test]
    fn what_was_found_for_a_shore_of_before_brings_nothing_back() {
        let picture = Mat::default();
        let sight = sight(&picture);
        let mut shore = Shore::default();
        for west_in in [10.0, 30.0] {
            let line_px = square(&sight.camera, west_in, 12.0);
            ask(&mut shore, &ShoreAsk::Trace { line_px, height_in: 0.5 }, &sight);
        }
        shore.pieces.iter_mut().for_each(|piece| piece.proposed = false);
        // Both lay there when the picture was looked at, and a third; the first is removed meanwhile.
        let look = PieceColour { from_sea: [0.5; 3], spread: 0.1 };
        let piece_at = |west_in: f64| OutlineProposal {
            outline: [(0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0)]
                .map(|(x, y)| Point::new(west_in + x, 12.0 + y))
                .to_vec(),
            sigma_in: 0.05,
            hidden: 0.0,
            look,
            separation: 9.0,
        };
        let found = Found::Pieces {
            all: [10.0, 30.0, 50.0].map(piece_at).to_vec(),
            known: shore.pieces.iter().map(|piece| piece.terrain.outline.clone()).collect(),
            height_in: 0.5,
        };
        let reviews = shore.pieces.iter().map(|piece| Review {
            id: piece.terrain.id.clone(),
            verdict: tracking::shore::PieceChange::Gone,
            shift: None,
            outline: None,
            sigma_in: 0.0,
            hidden: 0.0,
            confidence: 1.0,
        });
        let reviewed = Found::Reviews {
            reviews: reviews.collect(),
            laid: shore
                .pieces
                .iter()
                .map(|piece| StoredPiece { terrain: piece.terrain.clone(), slope: 0.0, look })
                .collect(),
        };
        let id = shore.pieces[0].terrain.id.0.clone();
        ask(&mut shore, &ShoreAsk::Remove { id }, &sight);
        shore.take(found).unwrap();
        let lie = |shore: &Shore| -> Vec<(i64, bool)> {
            let west_in = |piece: &Piece| {
                let outline = &piece.terrain.outline;
                outline.iter().map(|corner| corner.x_in).fold(f64::INFINITY, f64::min).round() as i64
            };
            shore.pieces.iter().map(|piece| (west_in(piece), piece.proposed)).collect()
        };
        assert_eq!(lie(&shore), [(30, false), (50, true)], "the removed piece is proposed again");
        // The other one is laid elsewhere before it is said what became of it.
        shore.pieces[0].terrain.outline[0].x_in -= 1.0;
        shore.take(reviewed).unwrap();
        assert!(
            shore.pieces.iter().all(|piece| piece.news.is_none()),
            "a piece is asked about that lies elsewhere"
        );
    }

    #[test]
    fn a_ghost_says_how_its_piece_must_be_moved_and_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.json");
        let plan = r#"{"size": [60, 36], "pieces": [{"name": "Craney Island", "is": "land", "height_in": 0.25,
            "outline": [[12, 12], [18, 12], [18, 16], [12, 16]]}]}"#;
        std::fs::write(&path, plan).unwrap();
        let picture = Mat::default();
        let sight = sight(&picture);
        let mut shore = Shore::default();
        let path = path.to_string_lossy().into_owned();
        ask(&mut shore, &ShoreAsk::Plan { path, fit: PlanFit::AsDrawn }, &sight);
        assert!(shore.view(&sight.camera).ghosts[0].sentence.contains("still to be laid"));
        let line_px = square(&sight.camera, 10.0, 12.0);
        ask(&mut shore, &ShoreAsk::Trace { line_px, height_in: 0.25 }, &sight);
        assert_eq!(shore.pieces[0].terrain.name, "Craney Island");
        shore.pieces[0].proposed = false;
        let ghost = shore.view(&sight.camera).ghosts[0].clone();
        assert!(ghost.sentence.contains("2.0 in east") && !ghost.done, "{}", ghost.sentence);
    }
}
