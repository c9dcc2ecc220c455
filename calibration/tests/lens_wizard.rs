//! The lens wizard with a user who follows its instructions: a board held where the ghost is drawn, in front
//! of the demo table's camera.

// Helpers of tests may fail by panicking, as tests do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use calibration::{
    BoardPose, BoardState, CharucoBoard, Dictionary, LensBoard, LensWizard, Pixel, TableCamera, picture_size,
};
use demo::{DemoTable, TableSetup};
use nalgebra::{Vector2, Vector3};
use std::time::Duration;

/// The demo table's board.
const BOARD: CharucoBoard = CharucoBoard {
    squares_x: 10,
    squares_y: 7,
    square_in: 1.0,
    marker_in: 0.75,
    dictionary: Dictionary::BOARD,
};
const A_MOMENT: Duration = Duration::from_millis(350);

/// A table, its wizard, and the time.
struct Evening {
    table: DemoTable,
    wizard: LensWizard,
    now: Duration,
}

impl Evening {
    fn new(setup: TableSetup) -> Self {
        let table = DemoTable::new(setup).unwrap();
        Self { table, wizard: LensWizard::new(LensBoard::Charuco(BOARD)).unwrap(), now: Duration::ZERO }
    }

    /// Holds the board in this pose for a frame.
    fn show(&mut self, pose: Option<BoardPose>) -> BoardState {
        self.table.hold_board(pose);
        let picture = self.table.frame().unwrap();
        self.now += A_MOMENT;
        let sighting = self.wizard.board().find(&picture);
        self.wizard.look(picture_size(&picture), sighting, self.now)
    }

    /// Holds the board until a view is taken; returns the messages meanwhile.
    fn hold(&mut self, pose: BoardPose) -> Vec<BoardState> {
        let mut said = Vec::new();
        for _ in 0..5 {
            said.push(self.show(Some(pose)));
            if said.last() == Some(&BoardState::Taken) {
                self.wizard.solve();
                break;
            }
        }
        said
    }
}

/// The largest pixel error of a lens against the truth, after the best rotation of the camera.
fn worst_miss_px(found: &TableCamera, truth: &TableCamera) -> f64 {
    let (width, height) = (f64::from(truth.lens.width), f64::from(truth.lens.height));
    let places: Vec<Pixel> = (0..=8)
        .flat_map(|x| (0..=6).map(move |y| (f64::from(x) / 8.0, f64::from(y) / 6.0)))
        .map(|(x, y)| Pixel::new(x * (width - 1.0), y * (height - 1.0)))
        .collect();
    // A small rotation shifts ideal places by the cross product (Rodrigues to first order).
    let mut normal = nalgebra::Matrix3::zeros();
    let mut right = Vector3::zeros();
    let rows: Vec<_> = places
        .iter()
        .map(|pixel| {
            let (a, b) =
                (found.lens.ideal_from_pixel(*pixel).unwrap(), truth.lens.ideal_from_pixel(*pixel).unwrap());
            let (x, y) = (b.x, b.y);
            let by_turn = nalgebra::Matrix2x3::new(-x * y, 1.0 + x * x, -y, -1.0 - y * y, x * y, x);
            (by_turn, (a - b) as Vector2<f64>)
        })
        .collect();
    for (by_turn, off) in &rows {
        normal += by_turn.transpose() * by_turn;
        right += by_turn.transpose() * off;
    }
    let turn = normal.try_inverse().unwrap() * right;
    rows.iter().map(|(by_turn, off)| (off - by_turn * turn).norm() * truth.lens.fx).fold(0.0, f64::max)
}

#[test]
fn whoever_follows_the_ghost_has_a_true_lens_after_a_dozen_views() {
    for seed in [3, 4] {
        let mut setup = TableSetup::standard(seed);
        if seed == 4 {
            // A very wide lens.
            setup.camera.focal_px = 690.0;
            setup.camera.dist = [-0.2, 0.035, 0.0, 0.0, 0.0];
        }
        let mut evening = Evening::new(setup);
        assert!(matches!(evening.show(None), BoardState::Unseen(_)));
        let mut said = Vec::new();
        while !evening.wizard.is_enough() {
            let hold = evening.wizard.next().expect("a way to hold the board").clone();
            said.push(hold.sentence.clone());
            let before = evening.wizard.views().count();
            let heard = evening.hold(hold.camera_from_board);
            println!(
                "{}: {:?} {:?} {:?}",
                hold.sentence,
                heard.last(),
                evening.wizard.figures(),
                evening.wizard.solved().map(|solved| solved.map(|solved| solved.report.terms.clone()))
            );
            assert!(evening.wizard.views().count() > before, "{}: {heard:?}", hold.sentence);
            assert!(said.len() <= 20, "{said:#?} {:?}", evening.wizard.figures());
        }
        let found = evening.wizard.solved().unwrap().unwrap();
        let truth = evening.table.camera();
        let camera = TableCamera { lens: found.file.lens, ..truth };
        let miss_px = worst_miss_px(&camera, &truth);
        let figures = evening.wizard.figures().unwrap();
        println!("seed {seed}: {} views, {figures:?}, worst {miss_px:.3} px", said.len());
        assert!(said.len() <= 16, "{said:#?}");
        assert!(miss_px < 4.0 * figures.unsure_px + 0.1, "{miss_px}, {figures:?}");
        assert!((found.file.lens.fx / truth.lens.fx - 1.0).abs() < 0.006);
    }
}
