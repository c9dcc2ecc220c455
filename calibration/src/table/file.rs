//! The table file: TABLE.json.

use crate::camera::model::{Pixel, TableCamera};
use crate::detect::cards::{CARD_THICKNESS_IN, MARGIN_SHARE, TableCorner};
use crate::files::json::{Fields, FileError, Kind, read_json};
use crate::files::picture::PictureSize;
use crate::lens::file::{LensFile, to_json};
use crate::table::accuracy::Spread;
use crate::table::grade::Grade;
use disk::write_whole;
use geometry::{CalibrationId, Point};
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// A calibrated table: everything that later pictures need.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableFile {
    /// The lens, for the size of the picture the table was calibrated with, refined by the cards.
    pub lens: LensFile,
    /// The playing area: east-west and north-south, inches.
    pub size_in: (f64, f64),
    /// The side of a card's black square, inches.
    pub card_in: f64,
    /// Turns table directions into camera directions, row by row.
    pub camera_from_table: [[f64; 3]; 3],
    /// The camera's place in the table frame, inches.
    pub position_in: [f64; 3],
    /// By how much black looks small along each edge, pixels.
    pub bloom_px: f64,
    /// Root mean square residual of the cards' corners, pixels.
    pub residual_px: f64,
    /// The same on the table, inches.
    pub residual_in: f64,
    /// How it was calibrated.
    pub way: CalibrationWay,
    /// The lens was not measured with a board but guessed from the table itself.
    pub quick_start: bool,
    /// The grade of the expected accuracy.
    pub grade: Grade,
    /// The corners of the playing area as it was drawn (south-west, south-east, north-east, north-west), inches; a
    /// drawn area need not be quite a rectangle.
    pub area_in: [[f64; 2]; 4],
    /// The cards that were used, and where their corners were seen: the reference for drift checks.
    pub cards: Vec<ReferenceCard>,
    /// The camera's share in the error of every place and range.
    pub expected: ExpectedAccuracy,
    /// The joint uncertainty of lens, bloom and pose; empty in files written before it was stored.
    #[serde(default, skip_serializing_if = "Spread::is_empty")]
    pub spread: Spread,
}

/// How a table is calibrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CalibrationWay {
    /// By cards in the corners of a playing area whose sides are given.
    CornerCards,
    /// By cards lying anywhere; their printed size gives the scale, and the playing area is drawn.
    FreeCards,
    /// By points measured with a tape and clicked on the picture.
    Points,
}

/// A card as it was seen when the table was calibrated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ReferenceCard {
    /// The number of its marker.
    pub id: u32,
    /// Its corners, clockwise on the card from its top left, pixels.
    pub corners_px: [[f64; 2]; 4],
    /// The places of these corners on the table, inches.
    pub corners_in: [[f64; 2]; 4],
    /// The height of the print above the table (the card's own thickness included), inches.
    pub height_in: f64,
    /// Root mean square residual of its corners, pixels.
    pub residual_px: f64,
    /// The same on the table, inches.
    pub residual_in: f64,
}

/// The error to expect of places and ranges from the camera alone: lens, pose and pixel noise, not the finding of
/// ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExpectedAccuracy {
    /// At this height above the table, inches.
    pub height_in: f64,
    /// The columns of the grid, inches east.
    pub x_in: Vec<f64>,
    /// The rows of the grid, inches north.
    pub y_in: Vec<f64>,
    /// Standard deviation of a place along each axis, inches: a row for each of `y_in`.
    pub sigma_in: Vec<Vec<f64>>,
    /// Half of the ranges across the table have a smaller standard deviation than this, inches.
    pub range_sigma_p50_in: f64,
    /// The largest standard deviation of a range across the table, inches.
    pub range_sigma_max_in: f64,
    /// 95 % of ranges are expected to be in error by no more than this, inches.
    pub range_error_p95_in: f64,
}

const KIND: Kind = Kind { what: "a table file", remedy: "calibrate-table" };

/// A rotation read from a file may be off by this much from rounding.
const ROTATION_SLACK: f64 = 1e-6;

impl TableFile {
    /// The camera over the table.
    pub fn camera(&self) -> TableCamera {
        TableCamera {
            lens: self.lens.lens,
            camera_from_table: Matrix3::from_fn(|r, c| self.camera_from_table[r][c]),
            position_in: Vector3::from(self.position_in),
        }
    }

    /// The outlines of the cards on the table with their white margins, inches.
    pub fn card_outlines_in(&self) -> Vec<Vec<Point>> {
        let outline = |card: &ReferenceCard| {
            let sum = card.corners_in.iter().fold([0.0, 0.0], |sum, [x, y]| [sum[0] + x, sum[1] + y]);
            let middle = sum.map(|sum| sum / card.corners_in.len() as f64);
            let out = |corner: f64, middle: f64| middle + (corner - middle) * (1.0 + 2.0 * MARGIN_SHARE);
            card.corners_in.iter().map(|[x, y]| Point::new(out(*x, middle[0]), out(*y, middle[1]))).collect()
        };
        self.cards.iter().map(outline).collect()
    }

    /// The size of the pictures it belongs to.
    pub fn picture_size(&self) -> PictureSize {
        self.lens.lens.picture_size()
    }

    /// What distinguishes this calibration from every other: the first 16 hexadecimal digits of the SHA-256 of its
    /// content.
    pub fn id(&self) -> CalibrationId {
        // Numbers, texts and lists only: writing them as JSON can't fail.
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        let digest = Sha256::digest(&bytes);
        CalibrationId(digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect())
    }

    /// The standard deviation of a place along each axis that the camera adds at a point, inches (bilinear over the
    /// grid, held at its edges).
    pub fn place_sigma_in(&self, point: geometry::Point) -> f64 {
        let (column, right) = between(&self.expected.x_in, point.x_in);
        let (row, up) = between(&self.expected.y_in, point.y_in);
        let at = |r: usize, c: usize| {
            self.expected.sigma_in.get(r).and_then(|row| row.get(c)).copied().unwrap_or(0.0)
        };
        let low = at(row, column) * (1.0 - right) + at(row, column + 1) * right;
        let high = at(row + 1, column) * (1.0 - right) + at(row + 1, column + 1) * right;
        low * (1.0 - up) + high * up
    }

    /// Reads TABLE.json.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let value = read_json(path, KIND)?;
        let fields = Fields::of_file(path, KIND, &value)?;
        let camera_from_table: [[f64; 3]; 3] = fields.table("camera_from_table")?;
        let rotation = Matrix3::from_fn(|r, c| camera_from_table[r][c]);
        let off = (rotation * rotation.transpose() - Matrix3::identity()).norm();
        if off > ROTATION_SLACK || rotation.determinant() < 0.0 {
            return Err(fields.wrong("camera_from_table", "a rotation (three unit rows at right angles)"));
        }
        let position_in: [f64; 3] = fields.numbers("position_in")?;
        if !(position_in[2] > 0.0 && position_in.iter().all(|part| part.abs() < 1e5)) {
            return Err(fields.wrong("position_in", "a place above the table, inches"));
        }
        let [east_in, north_in] = fields.numbers::<2>("size_in")?;
        if !(1.0..=1e4).contains(&east_in) || !(1.0..=1e4).contains(&north_in) {
            return Err(fields.wrong("size_in", "two sides from 1 to 10000 inches"));
        }
        let size_in = (east_in, north_in);
        let card_in = fields.number("card_in", 0.01..=1e3)?;
        let expected = expected(&fields.object("expected")?)?;
        // Files of the first release have one method only and don't name it.
        let told = fields.has("way");
        let way = if told { way(&fields)? } else { CalibrationWay::CornerCards };
        let quick_start = told && fields.truth("quick_start")?;
        let grade = if told {
            Grade::from_fields(&fields, "grade")?
        } else {
            Grade::new(expected.range_error_p95_in, false)
        };
        Ok(Self {
            lens: LensFile::from_fields(&fields.object("lens")?)?,
            size_in,
            card_in,
            way,
            quick_start,
            grade,
            area_in: if told { fields.table("area_in")? } else { rectangle_in(size_in) },
            camera_from_table,
            position_in,
            bloom_px: fields.number("bloom_px", -100.0..=100.0)?,
            residual_px: fields.number("residual_px", 0.0..=1e4)?,
            residual_in: fields.number("residual_in", 0.0..=1e4)?,
            cards: fields
                .objects("cards")?
                .iter()
                .map(
                    |card| {
                        if told { reference_card(card) } else { first_release_card(card, size_in, card_in) }
                    },
                )
                .collect::<Result<_, _>>()?,
            expected,
            spread: Spread::from_fields(&fields, "spread")?,
        })
    }

    /// Writes TABLE.json, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        Ok(write_whole(path, &to_json(self, path)?)?)
    }
}

impl ReferenceCard {
    /// Its corners, clockwise on the card from its top left.
    pub fn pixels(&self) -> [Pixel; 4] {
        self.corners_px.map(|[x_px, y_px]| Pixel::new(x_px, y_px))
    }
}

/// The grid step that holds a value, and the value's position within it.
fn between(grid: &[f64], value: f64) -> (usize, f64) {
    let step = grid.windows(2).position(|pair| value < pair[1]).unwrap_or(grid.len().saturating_sub(2));
    match (grid.get(step), grid.get(step + 1)) {
        (Some(&from), Some(&to)) if to > from => (step, ((value - from) / (to - from)).clamp(0.0, 1.0)),
        _ => (step, 0.0),
    }
}

/// The corners of a rectangular playing area: south-west, south-east, north-east, north-west.
pub(crate) fn rectangle_in(size_in: (f64, f64)) -> [[f64; 2]; 4] {
    [[0.0, 0.0], [size_in.0, 0.0], [size_in.0, size_in.1], [0.0, size_in.1]]
}

fn way(fields: &Fields<'_>) -> Result<CalibrationWay, FileError> {
    match fields.text("way")?.as_str() {
        "corner-cards" => Ok(CalibrationWay::CornerCards),
        "free-cards" => Ok(CalibrationWay::FreeCards),
        "points" => Ok(CalibrationWay::Points),
        _ => Err(fields.wrong("way", "one of corner-cards, free-cards, points")),
    }
}

fn reference_card(fields: &Fields<'_>) -> Result<ReferenceCard, FileError> {
    Ok(ReferenceCard {
        id: fields.whole("id", 0..=9_999)?,
        corners_px: fields.table("corners_px")?,
        corners_in: fields.table("corners_in")?,
        height_in: fields.number("height_in", -100.0..=100.0)?,
        residual_px: fields.number("residual_px", 0.0..=1e4)?,
        residual_in: fields.number("residual_in", 0.0..=1e4)?,
    })
}

/// A card in a file of the first release: only its corner of the table is given.
fn first_release_card(
    fields: &Fields<'_>,
    size_in: (f64, f64),
    card_in: f64,
) -> Result<ReferenceCard, FileError> {
    let name = fields.text("corner")?;
    let corner = TableCorner::ALL
        .into_iter()
        .find(|corner| corner.name() == name)
        .ok_or_else(|| fields.wrong("corner", "one of south-west, south-east, north-east, north-west"))?;
    Ok(ReferenceCard {
        id: corner.id(),
        corners_px: fields.table("corners_px")?,
        corners_in: corner.square_in(size_in, card_in).map(|point| [point.x_in, point.y_in]),
        height_in: CARD_THICKNESS_IN,
        residual_px: fields.number("residual_px", 0.0..=1e4)?,
        residual_in: fields.number("residual_in", 0.0..=1e4)?,
    })
}

/// The largest grid that is read.
const MOST_GRID: usize = 1000;

fn expected(fields: &Fields<'_>) -> Result<ExpectedAccuracy, FileError> {
    let x_in = fields.rising("x_in", MOST_GRID)?;
    let y_in = fields.rising("y_in", MOST_GRID)?;
    let sigma_in = fields.rows("sigma_in", y_in.len(), x_in.len())?;
    Ok(ExpectedAccuracy {
        height_in: fields.number("height_in", -100.0..=100.0)?,
        x_in,
        y_in,
        sigma_in,
        range_sigma_p50_in: fields.number("range_sigma_p50_in", 0.0..=1e4)?,
        range_sigma_max_in: fields.number("range_sigma_max_in", 0.0..=1e4)?,
        range_error_p95_in: fields.number("range_error_p95_in", 0.0..=1e4)?,
    })
}
