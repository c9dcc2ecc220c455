//! The shore of the table in use: pieces taken, pieces proposed, and the ghosts of a plan.

use super::{LiveTable, Shared, lock};
use crate::files::read_text;
use crate::folder::AppFolder;
use crate::wire::Trouble;
use crate::wire::shore::{
    GhostView, PieceKind, PieceNews, PieceView, PieceWords, PlanFit, ShoreAsk, ShoreView,
};
use calibration::{FrameChange, Pixel, TableCamera, TableFile, write_atomically};
use geometry::{HullShape, Point, Terrain, TerrainId, TerrainKind};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use tracking::shore::{
    Fit, Ghost, LaidPiece, Look, Plan, Proposal, Relief, Review, Survey, Traced, Verdict, traced,
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
    look: Option<Look>,
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
    plan: Option<(Plan, Fit)>,
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
        let (table, hulls) = self.bench(|bench| (bench.table.clone(), bench.hulls()));
        let table: Arc<TableFile> = match (table, ask) {
            (Some(table), _) => table,
            (None, ShoreAsk::Look) => return Ok(ShoreView { pieces: Vec::new(), ghosts: Vec::new() }),
            (None, _) => {
                return Err(Trouble::new(
                    "The table is not calibrated yet: lay the corner cards and calibrate it first.",
                ));
            }
        };
        let frame = self.0.newest()?;
        let sight = Sight {
            picture: &frame.image,
            camera: table.camera(),
            size_in: table.size_in,
            ships: self
                .observations()
                .iter()
                .filter_map(|seen| Some(hulls.get(&seen.ship).map(widened)?.outline(seen.pose)))
                .collect(),
        };
        let mut shore = lock(&self.0.shore).clone();
        shore.heed(ask, &sight)?;
        let view = shore.view(&sight.camera);
        if let Some(path) = self.0.keep(self.0.folder.shore()).filter(|_| *ask != ShoreAsk::Look) {
            shore.write(&path)?;
        }
        *lock(&self.0.shore) = shore;
        Ok(view)
    }

    /// The pieces that lie on the table.
    pub fn terrain(&self) -> Vec<Terrain> {
        self.0.terrain()
    }
}

impl Shared {
    /// The pieces that lie on the table.
    pub(super) fn terrain(&self) -> Vec<Terrain> {
        lock(&self.shore).taken().map(|piece| piece.terrain.clone()).collect()
    }

    /// The shore in the frame of a playing area drawn anew.
    pub(super) fn redraw_shore(&self, change: &FrameChange, size_in: (f64, f64)) -> Result<(), Trouble> {
        let mut shore = lock(&self.shore).clone();
        shore.redraw(change, size_in)?;
        if let Some(path) = self.keep(self.folder.shore()) {
            shore.write(&path)?;
        }
        *lock(&self.shore) = shore;
        Ok(())
    }

    /// Takes the shore kept from another evening.
    pub(super) fn recall_shore(&self) {
        let kept = self.keep(self.folder.shore()).map(|_| Shore::kept(&self.folder));
        match kept.unwrap_or_else(|| Ok(Shore::default())) {
            Ok(shore) => *lock(&self.shore) = shore,
            Err(trouble) => lock(&self.troubles).push(trouble.sentence),
        }
    }
}

fn widened(hull: &HullShape) -> HullShape {
    HullShape {
        length_in: hull.length_in + SHIP_MARGIN_IN,
        beam_in: hull.beam_in + SHIP_MARGIN_IN,
        stack_ahead_in: hull.stack_ahead_in,
    }
}

impl Shore {
    fn kept(folder: &AppFolder) -> Result<Self, Trouble> {
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
        Ok(write_atomically(path, serde_json::to_string(&file)?.as_bytes())?)
    }

    fn taken(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| !piece.proposed)
    }

    fn heed(&mut self, ask: &ShoreAsk, sight: &Sight<'_>) -> Result<(), Trouble> {
        match ask {
            ShoreAsk::Look => {}
            ShoreAsk::ProposeAll { height_in } => {
                let found = sight.survey()?.all_pieces(Relief::upright(*height_in))?;
                let fresh: Vec<Proposal> =
                    found.into_iter().filter(|proposal| !self.knows(&proposal.outline)).collect();
                if fresh.is_empty() {
                    return Err(Trouble::new(
                        "Nothing else on the table has a colour of its own: click inside a piece, or trace it.",
                    ));
                }
                fresh.into_iter().for_each(|proposal| self.propose(proposal, *height_in));
            }
            ShoreAsk::ProposeAt { at_px: (x, y), height_in } => {
                let found = sight.survey()?.piece_at(Pixel::new(*x, *y), Relief::upright(*height_in))?;
                self.propose(found, *height_in);
            }
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
            ShoreAsk::Review => self.review(&sight.survey()?)?,
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
                    PlanFit::AsDrawn => Fit::AsDrawn,
                    PlanFit::Sides => Fit::Sides,
                    PlanFit::Whole => Fit::Whole,
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
        self.pieces.iter().any(|piece| geometry::outline_gap_in(&piece.terrain.outline, outline) <= 0.0)
    }

    fn propose(&mut self, proposal: Proposal, height_in: f64) {
        self.add(proposal.outline, proposal.sigma_in, height_in, Some(proposal.look));
    }

    /// A new proposal; what a ghost nearby says of its piece is taken over.
    fn add(&mut self, outline: Vec<Point>, sigma_in: f64, height_in: f64, look: Option<Look>) {
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

    fn review(&mut self, survey: &Survey) -> Result<(), Trouble> {
        let laid: Vec<LaidPiece> = self
            .taken()
            .filter_map(|piece| {
                Some(LaidPiece { terrain: piece.terrain.clone(), slope: 0.0, look: piece.look? })
            })
            .collect();
        let reviews = survey.review(&laid)?;
        for piece in &mut self.pieces {
            piece.news = reviews.iter().find(|review| review.id == piece.terrain.id).cloned();
        }
        Ok(())
    }

    fn view(&self, camera: &TableCamera) -> ShoreView {
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

fn kind_of(words: &PieceWords) -> TerrainKind {
    match words.kind {
        PieceKind::Land => TerrainKind::Land,
        PieceKind::Shoal => TerrainKind::Shoal { depth_ft: words.depth_ft },
        PieceKind::Fort => TerrainKind::Fort,
        PieceKind::Obstacle => TerrainKind::Obstacle,
        PieceKind::Mined => TerrainKind::Mined,
    }
}

fn news_of(name: &str, news: &Review, camera: &TableCamera) -> Option<PieceNews> {
    let sentence = match news.verdict {
        Verdict::Still => return None,
        Verdict::Moved => format!("{name} moved: take the new outline?"),
        Verdict::Reshaped => format!("{name} has another outline now: take it?"),
        Verdict::Hidden => format!("Too little of {name} can be seen to say whether it moved."),
        Verdict::Gone => format!("{name} is not on the table any more: lay it back, or remove it."),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use opencv::core::Mat;

    fn sight(picture: &Mat) -> Sight<'_> {
        Sight { picture, camera: crate::live::tests::camera(), size_in: (60.0, 36.0), ships: Vec::new() }
    }

    fn square(camera: &TableCamera, west: f64, south: f64) -> Vec<(f64, f64)> {
        [(0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0)]
            .iter()
            .filter_map(|(x, y)| camera.pixel_from_table(Point::new(west + x, south + y), 0.0))
            .map(|pixel| (pixel.x_px, pixel.y_px))
            .collect()
    }

    #[test]
    fn a_traced_bank_is_kept_over_night_once_it_is_taken() {
        let picture = Mat::default();
        let sight = sight(&picture);
        let mut shore = Shore::default();
        let line_px = square(&sight.camera, 10.0, 12.0);
        shore.heed(&ShoreAsk::Trace { line_px, height_in: 0.5 }, &sight).unwrap();
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
        shore.heed(&ShoreAsk::Take { words: words.clone() }, &sight).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let folder = AppFolder::open(Some(folder.path().to_owned())).unwrap();
        shore.write(&folder.shore()).unwrap();
        let again = Shore::kept(&folder).unwrap();
        assert_eq!(again.view(&sight.camera).pieces[0].words, words);
        let corner = again.pieces[0].terrain.outline[0];
        assert!(corner.distance_in(Point::new(10.0, 12.0)) < 0.05, "{corner:?}");
        shore.heed(&ShoreAsk::Remove { id: words.id }, &sight).unwrap();
        assert_eq!(shore.taken().count(), 0);
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
        shore.heed(&ShoreAsk::Plan { path, fit: PlanFit::AsDrawn }, &sight).unwrap();
        assert!(shore.view(&sight.camera).ghosts[0].sentence.contains("still to be laid"));
        let line_px = square(&sight.camera, 10.0, 12.0);
        shore.heed(&ShoreAsk::Trace { line_px, height_in: 0.25 }, &sight).unwrap();
        assert_eq!(shore.pieces[0].terrain.name, "Craney Island");
        shore.pieces[0].proposed = false;
        let ghost = shore.view(&sight.camera).ghosts[0].clone();
        assert!(ghost.sentence.contains("2.0 in east") && !ghost.done, "{}", ghost.sentence);
    }
}
