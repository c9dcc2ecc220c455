//! Image quality: is a picture sharp enough, without glare, and bright enough in its corners; and what to do if not,
//! one sentence each.

use crate::detect::board::grey;
use crate::detect::markers::MarkerError;
use opencv::{
    core::{CV_32F, Mat, Point, Rect, Size, no_array},
    imgproc,
    prelude::*,
};
use std::fmt;

/// A patch of glare: its share of the picture, and its middle as shares of width and height.
pub type GlarePatch = (f64, (f64, f64));

/// The measured quality of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct ImageQuality {
    /// How wide its sharpest edges are, pixels (from 10 % to 90 % of their height, about); none where it shows no edge.
    pub edge_px: Option<f64>,
    /// The largest patch of glare.
    pub glare: Option<GlarePatch>,
    /// How bright the picture is on the average, 0 to 1.
    pub brightness: f64,
    /// The light of the darkest of the four corners against the middle's, 0 to 1, and which it is.
    pub darkest_corner: (f64, Corner),
}

/// A corner of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corner {
    /// Upper left.
    UpperLeft,
    /// Upper right.
    UpperRight,
    /// Lower left.
    LowerLeft,
    /// Lower right.
    LowerRight,
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UpperLeft => "upper left",
            Self::UpperRight => "upper right",
            Self::LowerLeft => "lower left",
            Self::LowerRight => "lower right",
        })
    }
}

/// Edges wider than this are blurred: a camera in focus draws a printed edge over two pixels, or three.
const BLURRED_PX: f64 = 4.2;
/// Patches of the picture in each of which the sharpest edge is looked for.
const PATCHES: (i32, i32) = (12, 8);
/// The least contrast of an edge, of 255.
const EDGE_HEIGHT: f64 = 60.0;
/// Of the patches' edges the sharpest quarter counts: the others may be soft by nature (shadows, painted waves).
const SHARPEST_SHARE: f64 = 0.25;
/// A steepest slope of a Gaussian edge is its height over 2.51 sigma; from 10 % to 90 % it takes 2.56 sigma.
const WIDTH_OF_SLOPE: f64 = 2.56 / 2.51;
/// From this value on the picture is saturated, of 255.
const BURNT: f64 = 250.0;
/// The least size of a patch of glare, as a share of the picture: a card's paper is smaller.
const GLARE_SHARE: f64 = 0.004;
/// Darker pictures lose the cards, of 1.
const DIM: f64 = 0.17;
/// Brighter ones burn the paper out: a sea at half the light of the paper leaves a mean of 0.5 at most.
const BRIGHT: f64 = 0.7;
/// A corner with less than this share of the middle's light is too dark.
const DARK_CORNER: f64 = 0.35;
/// A camera's codes grow with about this root of the light.
const GAMMA: f64 = 2.2;
/// The corners and the middle are patches of this share of the picture's sides.
const PATCH_SHARE: f64 = 0.16;
/// Light and glare are measured in a picture reduced to this width.
const SMALL_PX: i32 = 480;

impl ImageQuality {
    /// Measures a picture.
    ///
    /// # Errors
    /// OpenCV refuses the picture.
    pub fn of(picture: &Mat) -> Result<Self, MarkerError> {
        let grey = grey(picture)?;
        let height = (f64::from(grey.rows()) * f64::from(SMALL_PX) / f64::from(grey.cols())).round() as i32;
        let mut small = Mat::default();
        imgproc::resize(
            &grey,
            &mut small,
            Size::new(SMALL_PX, height.max(1)),
            0.0,
            0.0,
            imgproc::INTER_AREA,
        )?;
        Ok(Self {
            edge_px: edge_width_px(&grey)?,
            glare: glare(&small)?,
            brightness: mean(&small)? / 255.0,
            darkest_corner: darkest_corner(&small)?,
        })
    }

    /// What to do, one sentence for each defect; empty where the picture is good.
    pub fn advice(&self) -> Vec<String> {
        let mut advice = Vec::new();
        if let Some(edge_px) = self.edge_px.filter(|edge_px| *edge_px > BLURRED_PX) {
            advice.push(format!(
                "The picture is blurred (edges are {edge_px:.0} pixels wide, 2 to 3 would be sharp): turn the lens until a card's edge is crisp, and switch autofocus off"
            ));
        }
        if let Some((share, at)) = self.glare {
            advice.push(format!(
                "Glare covers {:.1} % of the picture at the {}: move or shade the lamp that mirrors there",
                100.0 * share,
                place_name(at)
            ));
        }
        if self.brightness > BRIGHT {
            advice.push("The picture is too bright: lower the camera's exposure, or dim the lamp".to_owned());
        } else if self.brightness < DIM {
            advice.push("The picture is too dark: light the table better, or raise the exposure".to_owned());
        } else if self.darkest_corner.0 < DARK_CORNER {
            let (share, corner) = self.darkest_corner;
            advice.push(format!(
                "The {corner} corner has only {:.0} % of the light of the middle: put a lamp on that side",
                100.0 * share
            ));
        }
        advice
    }

    /// Is it sharp? None where it shows no edge to judge by.
    pub fn is_sharp(&self) -> Option<bool> {
        self.edge_px.map(|edge_px| edge_px <= BLURRED_PX)
    }

    /// Is it neither too dark nor too bright?
    pub fn is_well_lit(&self) -> bool {
        (DIM..=BRIGHT).contains(&self.brightness)
    }

    /// Are its corners bright enough?
    pub fn is_even(&self) -> bool {
        self.darkest_corner.0 >= DARK_CORNER
    }
}

/// How wide the sharpest edges of a picture are: the steepest slope of each patch against the height of the edge there.
fn edge_width_px(grey: &Mat) -> Result<Option<f64>, opencv::Error> {
    /// The edge's height is read this far to either side of its steepest place.
    const REACH_PX: i32 = 6;
    let (mut along_x, mut along_y) = (Mat::default(), Mat::default());
    // Plain differences: a smoothing kernel would widen every edge.
    imgproc::sobel(grey, &mut along_x, CV_32F, 1, 0, 1, 0.5, 0.0, opencv::core::BORDER_REPLICATE)?;
    imgproc::sobel(grey, &mut along_y, CV_32F, 0, 1, 1, 0.5, 0.0, opencv::core::BORDER_REPLICATE)?;
    let mut widths = Vec::new();
    for rect in patches(grey, REACH_PX) {
        for slopes in [&along_x, &along_y] {
            let patch = Mat::roi(slopes, rect)?;
            let (mut low, mut high) = (0.0, 0.0);
            let (mut low_at, mut high_at) = (Point::default(), Point::default());
            opencv::core::min_max_loc(
                &patch,
                Some(&mut low),
                Some(&mut high),
                Some(&mut low_at),
                Some(&mut high_at),
                &no_array(),
            )?;
            let (slope, at) = if high > -low { (high, high_at) } else { (-low, low_at) };
            let round = Rect::new(
                rect.x + at.x - REACH_PX,
                rect.y + at.y - REACH_PX,
                2 * REACH_PX + 1,
                2 * REACH_PX + 1,
            );
            let around = Mat::roi(grey, round)?;
            let (mut dark, mut light) = (0.0, 0.0);
            opencv::core::min_max_loc(&around, Some(&mut dark), Some(&mut light), None, None, &no_array())?;
            if light - dark > EDGE_HEIGHT && slope > 0.0 {
                widths.push(WIDTH_OF_SLOPE * (light - dark) / slope);
            }
        }
    }
    widths.sort_by(f64::total_cmp);
    Ok(widths.get((widths.len() as f64 * SHARPEST_SHARE) as usize).copied())
}

/// The picture in patches, none nearer to its edge than `margin_px`.
fn patches(picture: &Mat, margin_px: i32) -> Vec<Rect> {
    let (width, height) = (picture.cols() - 2 * margin_px, picture.rows() - 2 * margin_px);
    let (across, down) = (width / PATCHES.0, height / PATCHES.1);
    if across < 1 || down < 1 {
        return Vec::new();
    }
    (0..PATCHES.1)
        .flat_map(|row| (0..PATCHES.0).map(move |column| (row, column)))
        .map(|(row, column)| Rect::new(margin_px + column * across, margin_px + row * down, across, down))
        .collect()
}

fn glare(small: &Mat) -> Result<Option<GlarePatch>, opencv::Error> {
    let mut burnt = Mat::default();
    imgproc::threshold(small, &mut burnt, BURNT, 255.0, imgproc::THRESH_BINARY)?;
    let (mut labels, mut stats, mut middles) = (Mat::default(), Mat::default(), Mat::default());
    let count = imgproc::connected_components_with_stats(
        &burnt,
        &mut labels,
        &mut stats,
        &mut middles,
        8,
        opencv::core::CV_32S,
    )?;
    let whole = f64::from(small.rows()) * f64::from(small.cols());
    let mut largest: Option<GlarePatch> = None;
    for label in 1..count {
        let area = *stats.at_2d::<i32>(label, imgproc::CC_STAT_AREA)?;
        let share = f64::from(area) / whole;
        if share > largest.map_or(GLARE_SHARE, |(share, _)| share) {
            let at = |axis: i32, length: i32| -> Result<f64, opencv::Error> {
                Ok(*middles.at_2d::<f64>(label, axis)? / f64::from(length))
            };
            largest = Some((share, (at(0, small.cols())?, at(1, small.rows())?)));
        }
    }
    Ok(largest)
}

fn darkest_corner(small: &Mat) -> Result<(f64, Corner), opencv::Error> {
    let side = |length: i32| ((f64::from(length) * PATCH_SHARE) as i32).max(1);
    let (width, height) = (side(small.cols()), side(small.rows()));
    let (right, bottom) = (small.cols() - width, small.rows() - height);
    let patch = |x: i32, y: i32| mean(&Mat::roi(small, Rect::new(x, y, width, height))?);
    let middle = patch(right / 2, bottom / 2)?.max(1.0);
    let corners = [
        (Corner::UpperLeft, patch(0, 0)?),
        (Corner::UpperRight, patch(right, 0)?),
        (Corner::LowerLeft, patch(0, bottom)?),
        (Corner::LowerRight, patch(right, bottom)?),
    ];
    let mut darkest = (1.0, Corner::UpperLeft);
    for (corner, light) in corners {
        let share = (light / middle).powf(GAMMA);
        if share < darkest.0 {
            darkest = (share, corner);
        }
    }
    Ok(darkest)
}

fn mean(picture: &impl opencv::core::ToInputArray) -> Result<f64, opencv::Error> {
    Ok(opencv::core::mean(picture, &no_array())?[0])
}

/// Where in the picture something is, in words.
fn place_name((x, y): (f64, f64)) -> &'static str {
    const NAMES: [[&str; 3]; 3] = [
        ["upper left", "upper edge", "upper right"],
        ["left edge", "middle", "right edge"],
        ["lower left", "lower edge", "lower right"],
    ];
    let third = |share: f64| ((share * 3.0) as usize).min(2);
    NAMES[third(y)][third(x)]
}
