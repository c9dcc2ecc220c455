//! A fleet after the camera moved: the templates belong to the ships and stay, and the background image is
//! warped to the new view.

use crate::background::inpainting::BackgroundImage;
use crate::hull::pose::HullPose;
use crate::learn::fleet::{Fleet, FleetError};
use calibration::{FrameChange, Pixel, TableCamera, TableFile, remap};
use geometry::Observation;
use opencv::core::{self, CV_32F, Mat, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

/// The warp is computed for one pixel in this many along each side and interpolated between them.
const EVERY_PX: i32 = 16;
/// Doubt of places that the old picture did not show: completely unknown.
const UNKNOWN: f64 = 255.0;

impl Fleet {
    /// Converts the fleet for a camera that moved: the background image is warped along the table's plane,
    /// and the ships are where they were last seen.
    ///
    /// # Errors
    /// When the stored pictures are damaged.
    pub fn seen_from(
        &self,
        before: &TableCamera,
        table: &TableFile,
        seen: &[Observation],
    ) -> Result<Self, FleetError> {
        let bare = self.background_image()?;
        let (map_x, map_y) = places_before(before, &table.camera())?;
        let carried = |picture: &Mat, border: i32| -> opencv::Result<Mat> {
            remap(picture, (&map_x, &map_y), imgproc::INTER_LINEAR, border, Scalar::all(UNKNOWN))
        };
        let bare = BackgroundImage {
            picture: carried(&bare.picture, core::BORDER_REPLICATE)?,
            doubt: carried(&bare.doubt, core::BORDER_CONSTANT)?,
        };
        let mut ships = self.ships.clone();
        for ship in &mut ships {
            if let Some(seen) = seen.iter().find(|seen| seen.ship == ship.words.id) {
                let middle = ship.words.hull().middle(seen.pose);
                ship.stands_at(HullPose { middle, heading: seen.pose.heading });
            }
        }
        Ok(Self::new(table.id(), &bare, ships)?)
    }
}

impl Fleet {
    /// Converts the fleet for a playing area that was redrawn: stored places, and `seen`, are converted from
    /// the old frame to that of `table`. `before`: the camera in the old frame.
    ///
    /// # Errors
    /// When the stored pictures are damaged.
    pub fn redrawn(
        &self,
        before: &TableCamera,
        table: &TableFile,
        change: &FrameChange,
        seen: &[Observation],
    ) -> Result<Self, FleetError> {
        let mut fleet = self.clone();
        fleet.lamp = self.lamp.map(|lamp| lamp.in_frame(change));
        for ship in &mut fleet.ships {
            let last = seen.iter().find(|seen| seen.ship == ship.words.id);
            let pose = last.map_or(ship.pose(), |seen| HullPose {
                middle: ship.words.hull().middle(seen.pose),
                heading: seen.pose.heading,
            });
            ship.stands_at(HullPose {
                middle: change.point(pose.middle),
                heading: change.heading(pose.heading),
            });
        }
        fleet.seen_from(&change.camera(before), table, &[])
    }
}

/// For every pixel of the new view, the pixel of the old view that shows the same place of the table.
fn places_before(before: &TableCamera, now: &TableCamera) -> opencv::Result<(Mat, Mat)> {
    let (width, height) = (now.lens.width as i32, now.lens.height as i32);
    let (across, down) = (width / EVERY_PX + 1, height / EVERY_PX + 1);
    let grid = || Mat::new_rows_cols_with_default(down, across, CV_32F, Scalar::default());
    let (mut off_x, mut off_y) = (grid()?, grid()?);
    let at = |step: i32| (f64::from(step) + 0.5) * f64::from(EVERY_PX) - 0.5;
    for row in 0..down {
        for column in 0..across {
            let pixel = Pixel::new(at(column), at(row));
            // Beyond the horizon there is no table.
            let there = now
                .table_from_pixel(pixel, 0.0)
                .and_then(|point| before.pixel_from_table(point, 0.0))
                .unwrap_or(Pixel::new(-1e4, -1e4));
            *off_x.at_2d_mut::<f32>(row, column)? = (there.x_px - pixel.x_px) as f32;
            *off_y.at_2d_mut::<f32>(row, column)? = (there.y_px - pixel.y_px) as f32;
        }
    }
    let whole = |off: &Mat, along_x: bool| -> opencv::Result<Mat> {
        let mut map = Mat::default();
        let size = Size::new(across * EVERY_PX, down * EVERY_PX);
        imgproc::resize(off, &mut map, size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
        let mut map = Mat::roi(&map, Rect::new(0, 0, width, height))?.try_clone()?;
        for row in 0..height {
            for (column, place) in map.at_row_mut::<f32>(row)?.iter_mut().enumerate() {
                *place += if along_x { column as f32 } else { row as f32 };
            }
        }
        Ok(map)
    };
    Ok((whole(&off_x, true)?, whole(&off_y, false)?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use demo::{DemoTable, TableSetup};

    #[test]
    fn the_old_picture_carried_over_is_what_the_moved_camera_sees() {
        // Without sensor noise, which no conversion can reproduce.
        let mut setup = TableSetup::standard(5);
        setup.sensor.noise_codes = 0.0;
        let mut table = DemoTable::new(setup).unwrap();
        let (old, before) = (table.empty_frame().unwrap(), table.camera());
        table.rearrange(|setup| setup.camera.position_in.0 += 0.6).unwrap();
        let new = table.empty_frame().unwrap();
        let (map_x, map_y) = places_before(&before, &table.camera()).unwrap();
        let (linear, border) = (imgproc::INTER_LINEAR, core::BORDER_REPLICATE);
        let carried = remap(&old, (&map_x, &map_y), linear, border, Scalar::default()).unwrap();
        let differs = |picture: &Mat| {
            core::norm2(picture, &new, core::NORM_L1, &core::no_array()).unwrap()
                / (picture.total() * 3) as f64
        };
        let (as_it_was, as_carried) = (differs(&old), differs(&carried));
        assert!(as_carried < 0.6 * as_it_was, "{as_carried} steps of 255 against {as_it_was}");
    }
}
