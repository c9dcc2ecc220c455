//! Proposes names for the models in a picture, from the player's library.

use crate::associate::appearance::{DetectedHull, looks};
use crate::background::frame_signal::{FrameSignal, compare};
use crate::background::inpainting::BackgroundImage;
use crate::background::table_background::TableBackground;
use crate::detect::bow_evidence::both_ways;
use crate::detect::candidates::{CandidateRegion, candidates, places};
use crate::detect::hands::{BlobKind, SizeLimit, is_too_large};
use crate::hull::pose::HullPose;
use crate::imaging::small_frame::shrink;
use crate::learn::enrol::LearnError;
use crate::learn::fleet::{AppearanceOf, LearntShip};
use crate::learn::library::{Model, ModelLibrary};
use crate::motion::rest::RestTimes;
use crate::segment::foreground::segment;
use crate::state::tracked_ship::TrackedShip;
use calibration::{CARD_THICKNESS_IN, FoundCard, TableCamera, find_cards};
use geometry::{Point, Pose};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use serde::{Deserialize, Serialize};

/// Without a picture of the empty table the background is a median over this many inches, at this many cells
/// per inch.
const MEDIAN_IN: f64 = 3.5;
const MEDIAN_CELLS_PER_IN: f64 = 6.0;
/// Names less likely than this are not proposed.
const LEAST_NAME: f64 = 0.02;
/// Two names for one model are ambiguous if the second has at least this probability.
const TOO_NEAR: f64 = 0.1;
/// Rounds of normalising rows and columns of the probabilities (Sinkhorn 1964).
const ROUNDS: usize = 60;
/// Outlines shorter than this are noise, inches.
const SPECK_IN: f64 = 0.35;

/// A possible model for a blob.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NameProposal {
    /// The model's id in the library.
    pub model: String,
    /// Its probability.
    pub probability: f64,
}

/// A blob in the picture, and the models it may be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelProposal {
    /// Its outline on the table.
    pub outline: Vec<Point>,
    /// Its length, inches: the model's, or else the measured one.
    pub length_in: f64,
    /// Its beam, inches: the model's, or else the measured one.
    pub beam_in: f64,
    /// Pose of the likeliest model, below its stack, bow ahead. For an unknown blob: its middle and longer
    /// axis.
    pub pose: Pose,
    /// The probability that the bow is right.
    pub bow: f64,
    /// The possible models, most likely first; empty if none fits.
    pub names: Vec<NameProposal>,
    /// One sentence for the player that says how to distinguish it from similar models.
    pub advice: Option<String>,
}

/// Finds the models in a picture and proposes names from the library.
///
/// # Errors
/// When the picture has another size or kind than the camera's.
pub fn recognise(
    picture: &Mat,
    empty: Option<&Mat>,
    camera: &TableCamera,
    size_in: (f64, f64),
    library: &ModelLibrary,
) -> Result<Vec<ModelProposal>, LearnError> {
    if picture.cols() != camera.lens.width as i32 || picture.rows() != camera.lens.height as i32 {
        return Err(LearnError::OtherSize {
            which: "muster picture",
            width: picture.cols(),
            height: picture.rows(),
            camera_width: camera.lens.width,
            camera_height: camera.lens.height,
        });
    }
    if picture.typ() != opencv::core::CV_8UC3 {
        return Err(LearnError::NotColour("muster picture"));
    }
    let bare = match empty {
        Some(empty) => BackgroundImage::seen(empty)?,
        None => BackgroundImage::seen(&smoothed(picture, camera)?)?,
    };
    let background = TableBackground::new(&bare, camera)?.within(size_in, None);
    let foreground = segment(compare(&background, picture)?, &RestTimes::default())?;
    let signal = &foreground.signal;
    let models = ready(signal, library);
    let cards = cards(picture, camera)?;
    // Unknown models may stand there too; on a first evening all are unknown.
    let kind = |blob| if is_too_large(blob, SizeLimit::MODEL) { BlobKind::Hand } else { BlobKind::Ships };
    let kinds: Vec<BlobKind> = foreground.blobs.iter().map(kind).collect();
    let places: Vec<CandidateRegion> = places(&foreground, &[], &kinds)
        .into_iter()
        .filter(|place| place.length_in.is_some_and(|length_in| length_in > SPECK_IN))
        .filter(|place| !cards.iter().any(|card| card.is_at(place.axis.middle)))
        .collect();
    let table = candidates(&foreground, &models.iter().collect::<Vec<_>>(), &places);
    let mut bodies = Vec::new();
    let mut lying = Vec::new();
    for (column, place) in places.iter().enumerate() {
        let best = (0..models.len())
            .filter_map(|row| Some((row, table[row][column]?)))
            .min_by(|a, b| a.1.fit.dissimilarity.total_cmp(&b.1.fit.dissimilarity));
        let pose = best.map_or(place.axis, |(_, candidate)| candidate.fit.pose);
        bodies.push(DetectedHull { pose, found_as: best.map_or(0, |(row, _)| row) });
        lying.push(best.is_some());
    }
    if models.is_empty() {
        return Ok(places.iter().map(unknown).collect());
    }
    let wanted: Vec<usize> = (0..models.len()).collect();
    let looks = looks(signal, &models, &wanted, &bodies)?;
    let chances = chances(&looks, &lying);
    let mut proposals = Vec::with_capacity(places.len());
    for (column, place) in places.iter().enumerate() {
        let mut names: Vec<(usize, f64)> = wanted
            .iter()
            .map(|&row| (row, chances[row][column]))
            .filter(|name| name.1 > LEAST_NAME)
            .collect();
        names.sort_by(|a, b| b.1.total_cmp(&a.1));
        let known = names.first().and_then(|(row, _)| Some((*row, table[*row][column]?)));
        let Some((row, candidate)) = known else {
            proposals.push(unknown(place));
            continue;
        };
        let model = &models[row];
        let ways = both_ways(signal, model, &candidate)?;
        let pose = model.stack_pose(if ways.nats >= 0.0 { ways.one } else { ways.other });
        let id = |row: usize| library.models[row].id.clone();
        let advice = names.get(1).filter(|second| second.1 > TOO_NEAR).map(|second| {
            format!(
                "{} and {} look too alike to be told apart: put a dot of another colour on one deck, or a tag on each.",
                id(row),
                id(second.0)
            )
        });
        proposals.push(ModelProposal {
            outline: model.hull.outline(pose),
            length_in: model.hull.length_in,
            beam_in: model.hull.beam_in,
            pose,
            bow: 1.0 / (1.0 + (-ways.nats.abs()).exp()),
            names: names
                .into_iter()
                .map(|(row, probability)| NameProposal { model: id(row), probability })
                .collect(),
            advice,
        });
    }
    Ok(proposals)
}

/// A corner card on the table, which is not a model.
struct Card {
    middle: Point,
    half_side_in: f64,
}

impl Card {
    fn is_at(&self, point: Point) -> bool {
        self.middle.distance_in(point) < self.half_side_in
    }
}

fn cards(picture: &Mat, camera: &TableCamera) -> Result<Vec<Card>, LearnError> {
    let on_table = |pixel| camera.table_from_pixel(pixel, CARD_THICKNESS_IN);
    let lies = |card: &FoundCard| {
        let [a, b, c, d] = card.corners_px.map(on_table);
        let (a, b, c, d) = (a?, b?, c?, d?);
        let middle =
            Point::new((a.x_in + b.x_in + c.x_in + d.x_in) / 4.0, (a.y_in + b.y_in + c.y_in + d.y_in) / 4.0);
        Some(Card { middle, half_side_in: a.distance_in(b) / 2.0 })
    };
    Ok(find_cards(picture)?.iter().filter_map(lies).collect())
}

/// A proposal without a known model.
fn unknown(place: &CandidateRegion) -> ModelProposal {
    let length_in = place.length_in.unwrap_or_default();
    let (ahead_in, abeam_in) = (length_in / 2.0, place.width_in / 2.0);
    let corners = [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
    ModelProposal {
        outline: corners.map(|(a, b)| place.axis.point(a * ahead_in, b * abeam_in)).to_vec(),
        length_in,
        beam_in: place.width_in,
        pose: Pose { stack: place.axis.middle, heading: place.axis.heading },
        bow: 0.5,
        names: Vec::new(),
        advice: None,
    }
}

/// The models prepared for this table. Models with damaged data were refused when the library was read.
fn ready(signal: &FrameSignal<'_>, library: &ModelLibrary) -> Vec<TrackedShip> {
    let (sea, white) = (signal.background.sea(), signal.white());
    let nowhere = HullPose { middle: Point::new(0.0, 0.0), heading: geometry::Heading::from_deg(0.0) };
    let known = |model: &Model| {
        let fine = model.looks.patch(sea, white, signal.background.fine_step_in())?;
        let coarse = model.looks.patch(sea, white, signal.background.coarse_step_in())?;
        let annotation = model.looks.words.clone();
        let ship = LearntShip::new(annotation, nowhere, AppearanceOf::Deck, &fine, &coarse);
        let ship = ship.with_stack(model.stack.clone()).with_aspect(model.looks.aspect);
        TrackedShip::new(&ship, &signal.background.camera).ok()
    };
    library.models.iter().filter_map(known).collect()
}

/// The probability of each model at each place; a place has at most one model, and a model at most one place.
fn chances(looks: &[Vec<f64>], lying: &[bool]) -> Vec<Vec<f64>> {
    let places = lying.len();
    // The last row and column mean "unknown object" and "not on the table".
    let mut weight: Vec<Vec<f64>> = looks
        .iter()
        .map(|row| {
            let of = |(nats, lying): (&f64, &bool)| if *lying { nats.clamp(-30.0, 30.0).exp() } else { 0.0 };
            row.iter().zip(lying).map(of).chain([1.0]).collect()
        })
        .collect();
    weight.push(vec![1.0; places + 1]);
    for _ in 0..ROUNDS {
        for row in weight.iter_mut().take(looks.len()) {
            let sum: f64 = row.iter().sum();
            row.iter_mut().for_each(|w| *w /= sum.max(1e-300));
        }
        for column in 0..places {
            let sum: f64 = weight.iter().map(|row| row[column]).sum();
            weight.iter_mut().for_each(|row| row[column] /= sum.max(1e-300));
        }
    }
    weight.truncate(looks.len());
    weight
}

/// A median filter wider than any ship: an approximate background for segmentation.
fn smoothed(picture: &Mat, camera: &TableCamera) -> opencv::Result<Mat> {
    let middle = calibration::Pixel::new(f64::from(picture.cols()) / 2.0, f64::from(picture.rows()) / 2.0);
    let scale = camera.table_from_pixel(middle, 0.0).and_then(|point| camera.px_per_in(point));
    let factor = (scale.unwrap_or(1.0) / MEDIAN_CELLS_PER_IN).round().clamp(1.0, 32.0) as i32;
    let small = shrink(picture, factor)?;
    let window = ((MEDIAN_IN * MEDIAN_CELLS_PER_IN) as i32) | 1;
    let mut median = Mat::default();
    imgproc::median_blur(&small, &mut median, window)?;
    let mut large = Mat::default();
    let size = Size::new(picture.cols(), picture.rows());
    imgproc::resize(&median, &mut large, size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    Ok(large)
}
