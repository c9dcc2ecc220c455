//! The background image, inpainted where ships hide the table: players need not clear the table for a picture
//! of it.
//!
//! The annotated picture shows the empty table everywhere except under the ships, in their shadows and behind
//! parts that lean outward. There each colour is estimated by a smooth surface through a ring of pixels
//! around the hidden region. The residuals of the ring (print, mottles, weave) give the doubt: the possible
//! error of the estimate. When a ship has moved away, the tracker replaces the estimate by the pixels that it
//! then sees.

use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::imaging::contours::convex_hull_def;
use crate::imaging::linear::LINEAR;
use crate::imaging::robust::{basis, fit};
use calibration::TableCamera;
use opencv::core::{CV_8U, Mat, Point as Corner, Rect, Scalar, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::*;

/// The picture of the empty table, and where it is only estimated.
#[derive(Debug, Clone)]
pub struct BackgroundImage {
    /// The table without ships (8-bit BGR).
    pub picture: Mat,
    /// Possible error of an estimated pixel, in steps of [`DOUBT_STEP`] of its brightness; 0 where the table
    /// was seen.
    pub doubt: Mat,
}

/// One step of doubt, as a share of the brightness.
pub const DOUBT_STEP: f32 = 0.01;
/// Margin of the hidden region around the hull, inches: the player's click is not exact, and the deck casts a
/// shadow.
const AROUND_IN: f64 = 0.3;
/// Length of a stack's shadow per inch of its height.
const SHADOW_SHARE: f64 = 0.8;
/// Width of the ring around a hidden region, as a share of the region's size.
const RING_SHARE: f64 = 0.35;
/// Approximate limit for the number of pixels of a ring that are used.
const RING_PIXELS: usize = 4000;
/// The doubt is this quantile of the residuals of the ring.
const DOUBT_QUANTILE: f64 = 0.97;
/// Lower bound that keeps logarithms finite.
const BLACK: f32 = 0.002;

impl BackgroundImage {
    /// Takes a photograph of the empty table; nothing is estimated.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn seen(picture: &Mat) -> opencv::Result<Self> {
        let doubt = Mat::new_size_with_default(picture.size()?, CV_8U, Scalar::default())?;
        Ok(Self { picture: picture.clone(), doubt })
    }

    /// Inpaints the empty table behind the ships of an annotated picture.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn behind(picture: &Mat, camera: &TableCamera, ships: &[ShipAnnotation]) -> opencv::Result<Self> {
        let mut hidden = Mat::new_size_with_default(picture.size()?, CV_8U, Scalar::default())?;
        for ship in ships {
            let rough = ship.rough_pose();
            let pose = HullPose { middle: ship.hull().middle(rough), heading: rough.heading };
            mask_ship(&mut hidden, ship, pose, camera, 1.0)?;
        }
        let (mut labels, mut stats, mut centres) = (Mat::default(), Mat::default(), Mat::default());
        let count = imgproc::connected_components_with_stats(
            &hidden,
            &mut labels,
            &mut stats,
            &mut centres,
            8,
            opencv::core::CV_32S,
        )?;
        let mut bare = Self::seen(picture)?;
        for label in 1..count {
            let stat = |column| stats.at_2d::<i32>(label, column).copied();
            let (left, top) = (stat(imgproc::CC_STAT_LEFT)?, stat(imgproc::CC_STAT_TOP)?);
            let (width, height) = (stat(imgproc::CC_STAT_WIDTH)?, stat(imgproc::CC_STAT_HEIGHT)?);
            bare.guess(&hidden, &labels, label, Rect::new(left, top, width, height))?;
        }
        Ok(bare)
    }

    /// Estimates the table in one hidden region from the ring around it.
    fn guess(&mut self, hidden: &Mat, labels: &Mat, label: i32, region: Rect) -> opencv::Result<()> {
        let margin = (RING_SHARE * f64::from(region.width.max(region.height))).ceil() as i32 + 4;
        let (left, top) = ((region.x - margin).max(0), (region.y - margin).max(0));
        let right = (region.x + region.width + margin).min(hidden.cols());
        let bottom = (region.y + region.height + margin).min(hidden.rows());
        let place = |x: i32, y: i32| {
            basis(f64::from(x - left) / f64::from(right - left), f64::from(y - top) / f64::from(bottom - top))
        };
        let every =
            ((((right - left) * (bottom - top)) as f64 / RING_PIXELS as f64).sqrt().ceil() as usize).max(1);
        let mut ring: Vec<(i32, i32, [f32; 3])> = Vec::new();
        for y in (top..bottom).step_by(every) {
            for x in (left..right).step_by(every) {
                if *hidden.at_2d::<u8>(y, x)? == 0 {
                    let bgr = self.picture.at_2d::<Vec3b>(y, x)?.0;
                    ring.push((x, y, bgr.map(|value| (LINEAR[usize::from(value)] + BLACK).ln())));
                }
            }
        }
        if ring.len() < 32 {
            return Ok(());
        }
        let surfaces: [_; 3] = std::array::from_fn(|c| {
            let values: Vec<_> =
                ring.iter().map(|(x, y, logs)| (place(*x, *y), f64::from(logs[c]))).collect();
            fit(&values)
        });
        let mut misses: Vec<f32> = ring
            .iter()
            .map(|(x, y, logs)| {
                let at = place(*x, *y);
                (0..3).map(|c| (logs[c] - surfaces[c].dot(&at) as f32).abs()).fold(0.0, f32::max)
            })
            .collect();
        let rank = (DOUBT_QUANTILE * (misses.len() - 1) as f64) as usize;
        let off = *misses.select_nth_unstable_by(rank, f32::total_cmp).1;
        let doubt = (off / DOUBT_STEP).clamp(1.0, 255.0) as u8;
        for y in region.y..region.y + region.height {
            for x in region.x..region.x + region.width {
                if *labels.at_2d::<i32>(y, x)? == label {
                    let at = place(x, y);
                    let linear = surfaces.each_ref().map(|surface| surface.dot(&at).exp() as f32 - BLACK);
                    self.picture.at_2d_mut::<Vec3b>(y, x)?.0 = linear.map(srgb_code);
                    *self.doubt.at_2d_mut::<u8>(y, x)? = doubt;
                }
            }
        }
        Ok(())
    }
}

/// The 8-bit sRGB value of linear light.
pub fn srgb_code(linear: f32) -> u8 {
    LINEAR.partition_point(|&value| value < linear).min(255) as u8
}

/// Marks in a mask where a ship at `pose`, its superstructure and its shadow may hide the table. `scale`:
/// mask cells per picture pixel.
///
/// # Errors
/// When OpenCV fails.
pub fn mask_ship(
    mask: &mut Mat,
    ship: &ShipAnnotation,
    pose: HullPose,
    camera: &TableCamera,
    scale: f64,
) -> opencv::Result<()> {
    let plan = ship.contact_plan();
    let (mut ahead_in, mut abeam_in) = (plan.length_in / 2.0, plan.beam_in / 2.0);
    let mut top_in = ship.stack_height_in();
    if ship.tag.is_some() {
        top_in = top_in.max(ship.tag_height_in());
        ahead_in = ahead_in.max(0.75 * ship.tag_side_in());
        abeam_in = abeam_in.max(0.75 * ship.tag_side_in());
    }
    let around_in = AROUND_IN + SHADOW_SHARE * top_in + 0.05 * plan.length_in;
    let mut corners = Vector::<Corner>::new();
    for height_in in [0.0, top_in] {
        for (u, v) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let point = pose.point(u * (ahead_in + around_in), v * (abeam_in + around_in));
            if let Some(pixel) = camera.pixel_from_table(point, height_in) {
                let cell = |px: f64| (px * scale).round() as i32;
                corners.push(Corner::new(cell(pixel.x_px), cell(pixel.y_px)));
            }
        }
    }
    if corners.len() >= 3 {
        let mut around = Vector::<Corner>::new();
        convex_hull_def(&corners, &mut around)?;
        imgproc::fill_convex_poly(mask, &around, Scalar::all(255.0), imgproc::LINE_8, 0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_linear_light_are_each_others_inverse() {
        for code in 0..=255u8 {
            assert_eq!(srgb_code(LINEAR[usize::from(code)]), code);
        }
    }
}
