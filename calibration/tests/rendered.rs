//! Calibration of lens and table from pictures rendered through a known camera: the complete chain from
//! pixels to inches, compared with the truth.

// Helpers of tests may fail by panicking, as tests do.
#![allow(clippy::unwrap_used)]

use calibration::{
    CARD_THICKNESS_IN, Dictionary, KIT_BOARD, Lens, LensBoard, LensCalibration, LensError, LensFile,
    LensOptions, NamedView, TableCamera, TableCorner, TableError, TableFile, calibrate_lens_from_views,
    calibrate_table, find_cards, marker_bits,
};
use geometry::Point;
use nalgebra::{Matrix3, Rotation3, Vector2, Vector3};
use opencv::{core::Mat, prelude::*};

/// Rays for each sample of a picture, for rendering many planes through one lens.
struct Film {
    lens: Lens,
    rays: Vec<Vector2<f64>>,
}

/// Samples per pixel along each side.
const SAMPLES: u32 = 3;

impl Film {
    fn new(lens: Lens) -> Self {
        let at = |sample: u32| (f64::from(sample) + 0.5) / f64::from(SAMPLES) - 0.5;
        let rays = (0..lens.height * SAMPLES)
            .flat_map(|row| (0..lens.width * SAMPLES).map(move |column| (row, column)))
            .map(|(row, column)| lens.ideal_from_pixel(calibration::Pixel::new(at(column), at(row))).unwrap())
            .collect();
        Self { lens, rays }
    }

    /// Renders a painted plane `height_in` over the table.
    fn picture(&self, camera: &TableCamera, height_in: f64, paint: impl Fn(Point) -> f64) -> Mat {
        let (width, height) = (self.lens.width as usize, self.lens.height as usize);
        let mut sums = vec![0.0; width * height];
        let table_from_camera = camera.camera_from_table.transpose();
        for (index, ideal) in self.rays.iter().enumerate() {
            let ray = table_from_camera * Vector3::new(ideal.x, ideal.y, 1.0);
            let along = (height_in - camera.position_in.z) / ray.z;
            let place = camera.position_in + ray * along;
            let (row, column) = (index / (width * SAMPLES as usize), index % (width * SAMPLES as usize));
            let pixel = row / SAMPLES as usize * width + column / SAMPLES as usize;
            sums[pixel] += if along > 0.0 { paint(Point::new(place.x, place.y)) } else { 60.0 };
        }
        // Slight noise, the same in every run.
        let mut seed = 12345_u64;
        let grey: Vec<u8> = sums
            .iter()
            .map(|sum| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let grain = (seed >> 40) as f64 / (1 << 24) as f64 * 6.0 - 3.0;
                (sum / f64::from(SAMPLES * SAMPLES) + grain).clamp(0.0, 255.0) as u8
            })
            .collect();
        let flat = Mat::from_slice(&grey).unwrap();
        let shaped = flat.reshape(1, height as i32).unwrap().try_clone().unwrap();
        let mut blurred = Mat::default();
        opencv::imgproc::gaussian_blur_def(&shaped, &mut blurred, opencv::core::Size::new(3, 3), 0.6)
            .unwrap();
        blurred
    }
}

const WHITE: f64 = 225.0;
const BLACK: f64 = 25.0;
const SEA: f64 = 95.0;

/// The grey value of a marker at a place in it, both coordinates 0 to 1 from its top left; `None` outside.
fn marker_grey(bits: &[Vec<bool>], right: f64, down: f64) -> Option<f64> {
    let inside = (0.0..1.0).contains(&right) && (0.0..1.0).contains(&down);
    let modules = bits.len() as f64;
    inside.then(|| if bits[(down * modules) as usize][(right * modules) as usize] { BLACK } else { WHITE })
}

/// The lens board in its plane, its top left corner at the origin (y up).
fn board_paint() -> impl Fn(Point) -> f64 {
    let board = KIT_BOARD;
    let bits: Vec<_> = (0..35).map(|id| marker_bits(board.dictionary, id).unwrap()).collect();
    move |point| {
        let (right, down) = (point.x_in / board.square_in, -point.y_in / board.square_in);
        let (columns, rows) = (f64::from(board.squares_x), f64::from(board.squares_y));
        if !(0.0..columns).contains(&right) || !(0.0..rows).contains(&down) {
            let near = (-0.5..columns + 0.5).contains(&right) && (-0.5..rows + 0.5).contains(&down);
            return if near { WHITE } else { SEA };
        }
        let (column, row) = (right as usize, down as usize);
        if (column + row) % 2 == 0 {
            return BLACK;
        }
        let id = (row * 10 + column) / 2;
        let share = board.marker_in / board.square_in;
        let within = |place: f64| (place.fract() - 0.5) / share + 0.5;
        marker_grey(&bits[id], within(right), within(down)).unwrap_or(WHITE)
    }
}

/// A camera above the middle of a plane, turned by three angles (radians).
fn camera(lens: Lens, over: (f64, f64, f64), turns: (f64, f64, f64)) -> TableCamera {
    let down = Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0);
    let turn = Rotation3::from_euler_angles(turns.0, turns.1, turns.2);
    TableCamera {
        lens,
        camera_from_table: turn.matrix() * down,
        position_in: Vector3::new(over.0, over.1, over.2),
    }
}

fn lens(focal_px: f64, dist: [f64; 5]) -> Lens {
    Lens { fx: focal_px, fy: focal_px * 1.002, cx: 487.0, cy: 263.0, dist, width: 960, height: 540 }
}

/// Twelve views of the board, out to the corners, at several tilts.
fn board_views(lens: Lens) -> Vec<NamedView> {
    let film = Film::new(lens);
    let paint = board_paint();
    let board = LensBoard::Charuco(KIT_BOARD);
    // At this distance the board fills about a third of the picture's width.
    let far = 9.0 * lens.fx / 400.0;
    (0..12)
        .map(|view| {
            let step = f64::from(view);
            let aside = [(-0.5, 0.3), (0.0, 0.0), (0.5, -0.3), (-0.5, -0.3), (0.5, 0.3), (0.0, 0.2)]
                [view as usize % 6];
            let slant = 0.45 * if view % 2 == 0 { 1.0 } else { -1.0 };
            let turns = if view % 4 < 2 { (slant, 0.1, 0.3 * step) } else { (0.1, slant, 0.3 * step) };
            let mut seen = camera(lens, (0.0, 0.0, 0.0), turns);
            // The board's middle is at a chosen place of the picture.
            let middle = Vector3::new(4.5, -3.15, 0.0);
            let toward = Vector3::new(
                aside.0 * f64::from(lens.width) / lens.fx * 0.7,
                aside.1 * f64::from(lens.height) / lens.fx,
                1.0,
            );
            seen.position_in = middle - seen.camera_from_table.transpose() * toward * far;
            let sighting = board.find(&film.picture(&seen, 0.0, &paint));
            NamedView { image: format!("view{view:02}"), sighting }
        })
        .collect()
}

/// The largest error of a lens over the whole picture: the distance of a projected ray from its true pixel,
/// pixels.
fn worst_ray_px(found: &Lens, truth: &Lens) -> f64 {
    let mut worst: f64 = 0.0;
    for x in 0..=16 {
        for y in 0..=9 {
            let pixel = calibration::Pixel::new(f64::from(x) * 59.9, f64::from(y) * 59.9);
            let ideal = truth.ideal_from_pixel(pixel).unwrap();
            worst = worst.max(found.pixel_from_ideal(ideal).distance_px(pixel));
        }
    }
    worst
}

fn calibrated(views: &[NamedView]) -> LensCalibration {
    calibrate_lens_from_views(views, LensOptions::default()).unwrap()
}

#[test]
fn an_ordinary_lens_is_found() {
    let truth = lens(700.0, [-0.09, 0.03, 0.0005, -0.0004, 0.0]);
    let found = calibrated(&board_views(truth));
    assert!(found.report.views.iter().all(|view| view.kept), "{:?}", found.report.views);
    assert!((found.file.lens.fx / truth.fx - 1.0).abs() < 0.004, "{:?}", found.file.lens);
    assert!(found.report.rms_px < 0.12, "{}", found.report.rms_px);
    let sigmas = found.file.sigmas().unwrap();
    assert!((found.file.lens.fx - truth.fx).abs() < 4.0 * sigmas[0], "{sigmas:?} {:?}", found.file.lens);
}

#[test]
fn a_very_wide_lens_is_found() {
    let truth = lens(430.0, [-0.24, 0.055, 0.0, 0.0, 0.0]);
    let found = calibrated(&board_views(truth));
    assert!((found.file.lens.fx / truth.fx - 1.0).abs() < 0.005, "{:?}", found.file.lens);
    assert!(worst_ray_px(&found.file.lens, &truth) < 3.0, "{:?}", found.file.lens);
}

#[test]
fn a_lens_that_misses_its_own_board_is_refused_unless_every_view_is_to_be_kept() {
    let truth = lens(700.0, [-0.09, 0.03, 0.0005, -0.0004, 0.0]);
    let mut views = board_views(truth);
    // Half of the views come from another camera, as if the zoom was changed in between.
    let zoomed = Lens { fx: 1.25 * truth.fx, fy: 0.9 * truth.fy, ..truth };
    for (view, other) in views.iter_mut().zip(board_views(zoomed)).step_by(2) {
        *view = other;
    }
    let error = calibrate_lens_from_views(&views, LensOptions::default()).unwrap_err();
    assert!(matches!(error, LensError::Misfit { .. }), "{error}");
    let options = LensOptions { keep_all: true, ..LensOptions::default() };
    let kept = calibrate_lens_from_views(&views, options).unwrap();
    assert!(kept.report.rms_px > 1.0 && kept.report.views.iter().all(|view| view.kept));
}

#[test]
fn too_few_views_are_refused_with_the_reason() {
    let film = Film::new(lens(700.0, [0.0; 5]));
    let bare = film.picture(&camera(film.lens, (0.0, 0.0, 20.0), (0.0, 0.0, 0.0)), 0.0, |_| SEA);
    let view = NamedView { image: "bare.jpg".into(), sighting: LensBoard::Charuco(KIT_BOARD).find(&bare) };
    let error = calibrate_lens_from_views(&[view], LensOptions::default()).unwrap_err();
    assert!(matches!(error, LensError::TooFewViews { seen: 0, given: 1, .. }), "{error}");
    assert!(error.to_string().contains("bare.jpg: the board is not in the picture"), "{error}");
}

const SIZE_IN: (f64, f64) = (36.0, 20.0);
const CARD_IN: f64 = 2.0;

/// A card on the table: its id, the south-west corner of its black square, and its rotation about that
/// corner.
#[derive(Clone, Copy)]
struct Card {
    id: u32,
    at: (f64, f64),
    turn_rad: f64,
}

fn cards() -> Vec<Card> {
    TableCorner::ALL
        .into_iter()
        .map(|corner| {
            let south_west = corner.square_in(SIZE_IN, CARD_IN)[3];
            Card { id: corner.id(), at: (south_west.x_in, south_west.y_in), turn_rad: 0.0 }
        })
        .collect()
}

fn table_paint(cards: &[Card]) -> impl Fn(Point) -> f64 {
    let laid: Vec<_> =
        cards.iter().map(|card| (*card, marker_bits(Dictionary::CARDS, card.id).unwrap())).collect();
    move |point| {
        for (card, bits) in &laid {
            let off = Vector2::new(point.x_in - card.at.0, point.y_in - card.at.1);
            let own = nalgebra::Rotation2::new(-card.turn_rad) * off;
            let (right, down) = (own.x / CARD_IN, 1.0 - own.y / CARD_IN);
            if let Some(grey) = marker_grey(bits, right, down) {
                return grey;
            }
            if (-0.125..1.125).contains(&right) && (-0.125..1.125).contains(&down) {
                return WHITE;
            }
        }
        SEA
    }
}

fn table_lens() -> Lens {
    lens(820.0, [-0.08, 0.02, 0.0006, -0.0004, 0.0])
}

fn table_camera() -> TableCamera {
    camera(table_lens(), (18.4, 9.6, 40.0), (0.03, -0.02, 0.015))
}

fn table_picture(cards: &[Card]) -> Mat {
    Film::new(table_lens()).picture(&table_camera(), CARD_THICKNESS_IN, table_paint(cards))
}

/// The largest error over the table of a place measured at deck height, inches.
fn worst_place_in(table: &TableFile) -> f64 {
    let (truth, found) = (table_camera(), table.camera());
    let mut worst: f64 = 0.0;
    for x in 0..=9 {
        for y in 0..=5 {
            let point = Point::new(f64::from(x) * 4.0, f64::from(y) * 4.0);
            let pixel = truth.pixel_from_table(point, 0.12).unwrap();
            worst = worst.max(found.table_from_pixel(pixel, 0.12).unwrap().distance_in(point));
        }
    }
    worst
}

fn exact_lens() -> LensFile {
    LensFile::from_lens(table_lens(), 0.1)
}

#[test]
fn four_cards_give_the_table() {
    let picture = table_picture(&cards());
    assert_eq!(find_cards(&picture).unwrap().len(), 4);
    let found = calibrate_table(&picture, &exact_lens(), SIZE_IN, CARD_IN).unwrap();
    assert!(found.report.warnings.is_empty(), "{:?}", found.report.warnings);
    assert!(worst_place_in(&found.file) < 0.01, "{}", worst_place_in(&found.file));
    assert!(found.report.residual_px < 0.3, "{}", found.report.residual_px);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("TABLE.json");
    found.file.write(&path).unwrap();
    let again = TableFile::read(&path).unwrap();
    assert_eq!(again, found.file);
    assert_eq!(again.id(), found.file.id());
    assert_eq!(again.id().0.len(), 16);

    // The format of the first release: corner cards only, and of each only its corner.
    let mut first: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let object = first.as_object_mut().unwrap();
    for key in ["way", "quick_start", "grade", "area_in", "spread"] {
        object.remove(key);
    }
    for (card, corner) in object["cards"].as_array_mut().unwrap().iter_mut().zip(TableCorner::ALL) {
        let card = card.as_object_mut().unwrap();
        for key in ["id", "corners_in", "height_in"] {
            card.remove(key);
        }
        card.insert("corner".into(), corner.name().into());
    }
    std::fs::write(&path, first.to_string()).unwrap();
    let old = TableFile::read(&path).unwrap();
    assert_eq!((old.way, old.area_in, old.grade), (found.file.way, found.file.area_in, found.file.grade));
    for (old, new) in old.cards.iter().zip(&found.file.cards) {
        assert_eq!((old.id, old.height_in), (new.id, new.height_in));
        let apart = |axis: usize| (old.corners_in[0][axis] - new.corners_in[0][axis]).abs();
        assert!(apart(0) < 1e-9 && apart(1) < 1e-9, "{old:?} {new:?}");
    }
}

#[test]
fn a_lens_known_roughly_is_refined_by_the_cards() {
    let mut rough = exact_lens();
    rough.lens.fx *= 1.006;
    rough.lens.dist[0] += 0.01;
    let fixed = calibrate_table(&table_picture(&cards()), &rough, SIZE_IN, CARD_IN).unwrap();
    let sigmas = [8.0, 8.0, 5.0, 5.0, 0.01, 0.002, 0.0002, 0.0002, 0.0];
    rough.covariance = Some(std::array::from_fn(|r| {
        std::array::from_fn(|c| if r == c { sigmas[r] * sigmas[r] } else { 0.0 })
    }));
    let refined = calibrate_table(&table_picture(&cards()), &rough, SIZE_IN, CARD_IN).unwrap();
    assert!(worst_place_in(&refined.file) < 0.5 * worst_place_in(&fixed.file));
    assert!(refined.file.lens.sigmas().unwrap()[4] < 0.5 * sigmas[4], "what was learnt is told");
}

#[test]
fn missing_cards_are_named() {
    let mut laid = cards();
    laid.remove(0);
    let three = calibrate_table(&table_picture(&laid), &exact_lens(), SIZE_IN, CARD_IN).unwrap();
    assert!(three.report.warnings[0].contains("south-west (0)"), "{:?}", three.report.warnings);
    assert!(worst_place_in(&three.file) < 0.02, "{}", worst_place_in(&three.file));
    laid.remove(1);
    let error = calibrate_table(&table_picture(&laid), &exact_lens(), SIZE_IN, CARD_IN).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("Only 2 corner cards"), "{text}");
    assert!(text.contains("south-west (0) and north-east (2)"), "{text}");
    let error = calibrate_table(&table_picture(&[]), &exact_lens(), SIZE_IN, CARD_IN).unwrap_err();
    assert!(error.to_string().contains("No corner card"), "{error}");
}

#[test]
fn two_cards_with_one_id_are_refused() {
    let mut laid = cards();
    laid.push(Card { id: 2, at: (15.0, 9.0), turn_rad: 0.2 });
    let error = calibrate_table(&table_picture(&laid), &exact_lens(), SIZE_IN, CARD_IN).unwrap_err();
    assert_eq!(error, TableError::TwoCards { id: 2, times: 2 });
    assert!(error.to_string().contains("north-east (2) is seen 2 times"), "{error}");
}

#[test]
fn a_card_laid_badly_is_named_and_left_out() {
    let mut laid = cards();
    laid[1].at.0 -= 0.8;
    laid[1].turn_rad = 0.3;
    let found = calibrate_table(&table_picture(&laid), &exact_lens(), SIZE_IN, CARD_IN).unwrap();
    assert!(found.report.warnings[0].contains("south-east (1)"), "{:?}", found.report.warnings);
    assert!(!found.report.cards[1].kept && found.report.cards[1].found);
    assert!(worst_place_in(&found.file) < 0.02, "{}", worst_place_in(&found.file));
}

#[test]
fn sides_that_are_not_the_tables_are_refused() {
    let picture = table_picture(&cards());
    let error = calibrate_table(&picture, &exact_lens(), (60.0, 20.0), CARD_IN).unwrap_err();
    assert!(matches!(error, TableError::Misfit { .. }), "{error}");
    for size_in in [(0.0, 20.0), (f64::NAN, 20.0), (36.0, -1.0), (1e9, 20.0), (36.0, 3.0)] {
        let error = calibrate_table(&picture, &exact_lens(), size_in, CARD_IN).unwrap_err();
        assert!(matches!(error, TableError::ImpossibleSize { .. }), "{error}");
    }
}

#[test]
fn a_lens_for_another_size_is_scaled_or_refused() {
    let picture = table_picture(&cards());
    let mut double = exact_lens();
    double.lens = table_lens().scaled_to(calibration::PictureSize { width: 1920, height: 1080 }).unwrap();
    let found = calibrate_table(&picture, &double, SIZE_IN, CARD_IN).unwrap();
    assert!(worst_place_in(&found.file) < 0.01);
    let warning = "measured at 1920x1080 and was scaled to the picture's 960x540";
    assert!(found.report.warnings.iter().any(|said| said.contains(warning)), "{:?}", found.report.warnings);
    let same = calibrate_table(&picture, &exact_lens(), SIZE_IN, CARD_IN).unwrap();
    assert!(same.report.warnings.iter().all(|said| !said.contains("scaled")), "{:?}", same.report.warnings);
    double.lens.height = 1440;
    let error = calibrate_table(&picture, &double, SIZE_IN, CARD_IN).unwrap_err();
    assert!(matches!(error, TableError::OtherSize(_)), "{error}");
    assert!(error.to_string().contains("960x540"), "{error}");
}
