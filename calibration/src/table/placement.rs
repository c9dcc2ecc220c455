//! What all methods of table calibration share: what was detected, the printed targets, and the solved placement.

use crate::camera::model::{Lens, Pixel};
use crate::detect::bloom::Bloom;
use crate::detect::cards::{CARD_THICKNESS_IN, DetectedCard, DetectedCards, TableCorner};
use crate::detect::corners::inward_of;
use crate::lens::file::LensFile;
use crate::table::file::CalibrationWay;
use crate::table::fit::{FitPriors, PrintedTarget, TableFit, TargetPoint, place_of};
use crate::table::report::{AreaSide, Finding, PointReport, TableError};
use geometry::{Measured, Point};
use nalgebra::{Isometry2, Isometry3, Vector2, Vector3};
use opencv::core::Mat;

/// Corners fitted to a card's edges are about this noisy, pixels.
const CARD_NOISE_PX: f64 = 0.2;
/// A typed side is doubted when it is off by this many standard deviations.
const DISAGREES_SIGMAS: f64 = 3.0;
/// And by this much, inches.
const DISAGREES_IN: f64 = 0.06;

/// The picture, its cards, and the lens to start from.
pub(crate) struct CalibrationPicture<'a> {
    /// The picture.
    pub picture: &'a Mat,
    /// The lens for pictures of this size, and how well it is known.
    pub lens: &'a LensFile,
    /// Start lenses.
    pub starts: Vec<Lens>,
    /// The lens was not measured.
    pub quick: bool,
    /// The cards.
    pub seen: DetectedCards,
}

/// A solved table before it is reported.
pub(crate) struct Placement {
    pub fit: TableFit,
    pub way: CalibrationWay,
    pub size_in: (f64, f64),
    pub card_in: f64,
    pub area_in: [[f64; 2]; 4],
    /// Every card that was seen or should have been.
    pub cards: Vec<PlacedCard>,
    pub points: Vec<PointReport>,
    /// Root mean square miss of what counted, pixels and inches.
    pub residual: (f64, f64),
    pub measured_size_in: Option<(Measured, Measured)>,
    pub findings: Vec<Finding>,
}

/// A card of a solved table.
pub(crate) struct PlacedCard {
    pub id: u32,
    pub corner: Option<TableCorner>,
    pub corners_px: Option<[Pixel; 4]>,
    /// The places of its corners on the table, and the height of the print.
    pub corners_in: Option<([[f64; 2]; 4], f64)>,
    /// Root mean square residual of its corners, pixels.
    pub residual_px: Option<f64>,
    pub kept: bool,
}

impl<'a> CalibrationPicture<'a> {
    /// What is known for a solve by printed pieces.
    pub(crate) fn known(&self) -> FitPriors<'a> {
        FitPriors {
            lens: self.lens,
            starts: self.starts.clone(),
            bloom: self.seen.bloom,
            noise_px: CARD_NOISE_PX,
        }
    }

    /// What is known for a solve by points clicked by hand, whose noise is `noise_px`.
    pub(crate) fn known_of_clicks(&self, noise_px: f64) -> FitPriors<'a> {
        FitPriors { bloom: Bloom { px: 0.0, sigma_px: 1e-3 }, noise_px, ..self.known() }
    }

    /// An error where one id is seen more than once.
    pub(crate) fn refuse_duplicates(&self) -> Result<(), TableError> {
        let cards = &self.seen.cards;
        let times = |id: u32| cards.iter().filter(|card| card.id == id).count();
        match cards.iter().find(|card| times(card.id) > 1) {
            Some(card) => Err(TableError::TwoCards { id: card.id, times: times(card.id) }),
            None => Ok(()),
        }
    }
}

/// A card as a target: origin in the middle of its black square, top to the north. `told_in`: height of the surface
/// it lies on.
pub(crate) fn card_piece(
    card: &DetectedCard,
    card_in: f64,
    told_in: f64,
    place: Isometry2<f64>,
) -> PrintedTarget {
    let inward = inward_of(&card.corners_px);
    let half = card_in / 2.0;
    let own = [(-half, half), (half, half), (half, -half), (-half, -half)];
    let marks = (0..4)
        .map(|corner| TargetPoint {
            at_in: Vector3::new(own[corner].0, own[corner].1, told_in + CARD_THICKNESS_IN),
            pixel: card.corners_px[corner],
            inward: inward[corner],
        })
        .collect();
    PrintedTarget { marks, place, free: true }
}

/// The places of a piece's marks on the table (and the height of the first).
pub(crate) fn corners_of(piece: &PrintedTarget) -> Option<([[f64; 2]; 4], f64)> {
    let corners: Vec<_> = piece
        .marks
        .iter()
        .map(|mark| {
            let at = place_of(&piece.place, mark.at_in);
            [at.x, at.y]
        })
        .collect();
    Some((corners.try_into().ok()?, piece.marks.first()?.at_in.z))
}

/// Pixels an inch in the middle of some pieces.
pub(crate) fn px_per_in(fit: &TableFit, pieces: &[PrintedTarget]) -> f64 {
    let camera = fit.camera();
    let scales: Vec<_> = pieces
        .iter()
        .flat_map(|piece| piece.marks.iter().map(|mark| place_of(&piece.place, mark.at_in)))
        .filter_map(|at| camera.px_per_in(Point::new(at.x, at.y)))
        .collect();
    scales.iter().sum::<f64>() / scales.len().max(1) as f64
}

/// The residual of a whole fit, pixels and inches.
pub(crate) fn residual(fit: &TableFit) -> (f64, f64) {
    let rms_px = fit.rms_px();
    let scale = px_per_in(fit, &fit.pieces);
    (rms_px, if scale > 0.0 { rms_px / scale } else { f64::INFINITY })
}

/// The place of a target for a known camera pose: its points are projected down to their height, and the target is
/// placed there by the best rotation and translation.
pub(crate) fn place_seen(
    lens: &Lens,
    pose: &Isometry3<f64>,
    piece: &PrintedTarget,
) -> Option<Isometry2<f64>> {
    let table_from_camera = pose.inverse();
    let eye = table_from_camera.translation.vector;
    let seen: Option<Vec<_>> = piece
        .marks
        .iter()
        .map(|mark| {
            let ray = table_from_camera.rotation * lens.ideal_from_pixel(mark.pixel)?.push(1.0);
            let along = (mark.at_in.z - eye.z) / ray.z;
            (along > 0.0).then(|| (eye + ray * along).xy())
        })
        .collect();
    let seen = seen?;
    let count = seen.len() as f64;
    let to = seen.iter().sum::<Vector2<f64>>() / count;
    let from = piece.marks.iter().map(|mark| mark.at_in.xy()).sum::<Vector2<f64>>() / count;
    let (mut along, mut across) = (0.0, 0.0);
    for (mark, place) in piece.marks.iter().zip(&seen) {
        along += (mark.at_in.xy() - from).dot(&(place - to));
        across += (mark.at_in.xy() - from).perp(&(place - to));
    }
    let turn = Isometry2::rotation(across.atan2(along));
    Some(Isometry2::new(to - turn.rotation * from, turn.rotation.angle()))
}

/// The given sides that differ from the measured ones.
pub(crate) fn sides_that_disagree(
    typed_in: (f64, f64),
    measured_in: (Measured, Measured),
    typed_counts: bool,
) -> Vec<Finding> {
    let sides =
        [(AreaSide::EastWest, typed_in.0, measured_in.0), (AreaSide::NorthSouth, typed_in.1, measured_in.1)];
    sides
        .into_iter()
        .filter(|(_, typed_in, measured)| {
            let off_in = (typed_in - measured.value).abs();
            off_in > DISAGREES_IN && off_in > DISAGREES_SIGMAS * measured.sigma
        })
        .map(|(side, typed_in, measured_in)| Finding::SideDisagrees {
            side,
            typed_in,
            measured_in,
            typed_counts,
        })
        .collect()
}
