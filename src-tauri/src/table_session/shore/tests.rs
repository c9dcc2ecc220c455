//! Tests of pieces that are traced, found, saved, and laid by a plan.
#![allow(clippy::unwrap_used)]

use crate::files::app_folder::AppFolder;
use crate::ipc::shore::{PieceKind, PieceWords, PlanFit, ShoreAsk};
use crate::table_session::shore::find::{Found, Sight};
use crate::table_session::shore::pieces::{Piece, Shore};
use calibration::TableCamera;
use geometry::Point;
use opencv::core::Mat;
use tracking::shore::{OutlineProposal, PieceColour, Review, StoredPiece};

fn sight(picture: &Mat) -> Sight<'_> {
    Sight {
        picture,
        camera: crate::table_session::fixtures::camera(),
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
    shore.apply(ask, &sight.camera, sight.size_in).unwrap();
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
    // Both lay there at the start of the search, and a third; the first is removed during it.
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
    // The other piece is moved before its check is stored.
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
