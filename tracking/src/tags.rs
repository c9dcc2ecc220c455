//! Ships that carry an ArUco tag: read where something stands, at the tag's own height.

use crate::blobs::Blob;
use crate::patch::HullPose;
use crate::scene::Scene;
use crate::signal::SignalMap;
use crate::words::ShipWords;
use calibration::{Dictionary, FoundMarker, MarkerError, Search, detect_markers};
use calibration::{Pixel, TableCamera};
use geometry::{Heading, Point};
use opencv::core::{Mat, Rect, Size};
use opencv::imgproc;
use opencv::prelude::*;

/// Small tags are enlarged until a module has about this many pixels.
const MODULE_PX: f64 = 7.0;
/// Modules along the side of a 4x4 tag with its black border.
const MODULES: f64 = 6.0;
/// Enlargements that are tried after that one.
const OTHERWISE: [f64; 4] = [2.0, 1.0, 1.6, 3.0];
/// Picture around a blob that is searched too, pixels.
const MARGIN_PX: f64 = 6.0;

/// The tag a ship carries.
fn tag_of(ship: &ShipWords) -> Option<u32> {
    u32::try_from(ship.tag?).ok()
}

/// Reads the tags of `ships` that stand on the blobs of a picture. One that is not read at once is looked for again in the
/// picture enlarged otherwise: of 62 tags of 17 to 24 pixels, leaning on random tables, no one enlargement read more than 56,
/// all together read every one.
///
/// # Errors
/// OpenCV's own, as a sentence.
pub fn read_tags<'s>(
    scene: &Scene<'_>,
    ships: impl Iterator<Item = &'s ShipWords>,
) -> Result<Vec<FoundMarker>, MarkerError> {
    let tagged: Vec<(u32, &ShipWords)> = ships.filter_map(|ship| Some((tag_of(ship)?, ship))).collect();
    let Some((_, ship)) = tagged.first() else { return Ok(Vec::new()) };
    let tag_side_px = ship.tag_side_in() * scene.table.px_per_in;
    let first = (MODULE_PX * MODULES / tag_side_px).ceil().clamp(1.0, 4.0);
    let mut found: Vec<FoundMarker> = Vec::new();
    for enlarge in std::iter::once(first).chain(OTHERWISE.into_iter().filter(|other| *other != first)) {
        for blob in &scene.blobs {
            let Some(piece) = piece(scene.picture(), &scene.coarse, blob, 0.6 * tag_side_px) else {
                continue;
            };
            for tag in read_enlarged(scene.picture(), piece, tag_side_px, enlarge)? {
                let wanted = tagged.iter().any(|(id, _)| *id == tag.id);
                if wanted && found.iter().all(|other| other.id != tag.id) {
                    found.push(tag);
                }
            }
        }
        if found.len() == tagged.len() {
            break;
        }
    }
    Ok(found)
}

/// The part of the picture a blob covers, with a margin; `None` where that is too small for a tag.
fn piece(picture: &Mat, map: &SignalMap, blob: &Blob, least_px: f64) -> Option<Rect> {
    let factor = map.factor as f64;
    let [left, top, right, bottom] = blob.bounds.map(f64::from);
    let (left, top) = ((left * factor - MARGIN_PX).max(0.0), (top * factor - MARGIN_PX).max(0.0));
    let right = ((right + 1.0) * factor + MARGIN_PX).min(f64::from(picture.cols()));
    let bottom = ((bottom + 1.0) * factor + MARGIN_PX).min(f64::from(picture.rows()));
    let (width, height) = (right - left, bottom - top);
    (width.min(height) >= least_px).then(|| Rect::new(left as i32, top as i32, width as i32, height as i32))
}

/// The tags in a piece of a picture, read from so many times as many pixels a side.
fn read_enlarged(
    picture: &Mat,
    piece: Rect,
    tag_side_px: f64,
    enlarge: f64,
) -> Result<Vec<FoundMarker>, MarkerError> {
    let mut grey = Mat::default();
    imgproc::cvt_color_def(&Mat::roi(picture, piece)?, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    let mut large = Mat::default();
    imgproc::resize(&grey, &mut large, Size::default(), enlarge, enlarge, imgproc::INTER_CUBIC)?;
    let search = Search { smallest_side_px: 0.6 * tag_side_px * enlarge, fit_contours: true };
    let mut found = detect_markers(&large, Dictionary::CARDS, search)?;
    for corner in found.iter_mut().flat_map(|marker| &mut marker.corners) {
        *corner = Pixel::new(
            (corner.x_px + 0.5) / enlarge - 0.5 + f64::from(piece.x),
            (corner.y_px + 0.5) / enlarge - 0.5 + f64::from(piece.y),
        );
    }
    Ok(found)
}

/// Where a ship lies whose tag is among those read.
pub fn pose_by_tag(tags: &[FoundMarker], ship: &ShipWords, camera: &TableCamera) -> Option<HullPose> {
    let id = tag_of(ship)?;
    pose_of_tag(tags.iter().find(|tag| tag.id == id)?, camera, ship.tag_height_in())
}

/// Where the hull lies whose middle carries the tag, its top edge toward the bow.
fn pose_of_tag(marker: &FoundMarker, camera: &TableCamera, height_in: f64) -> Option<HullPose> {
    let mut corners = [Point::new(0.0, 0.0); 4];
    for (corner, &pixel) in corners.iter_mut().zip(&marker.corners) {
        *corner = camera.table_from_pixel(pixel, height_in)?;
    }
    let [a, b, c, d] = corners;
    let middle =
        Point::new((a.x_in + b.x_in + c.x_in + d.x_in) / 4.0, (a.y_in + b.y_in + c.y_in + d.y_in) / 4.0);
    // From the lower edge to the upper one, and the right edge less the left one turned a quarter back.
    let up = (a.x_in + b.x_in - c.x_in - d.x_in, a.y_in + b.y_in - c.y_in - d.y_in);
    let right = (b.x_in + c.x_in - a.x_in - d.x_in, b.y_in + c.y_in - a.y_in - d.y_in);
    let heading = Heading::of_vector(up.0 - right.1, up.1 + right.0);
    Some(HullPose { middle, heading })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overhead::camera_above;
    use calibration::Lens;

    #[test]
    fn a_tag_seen_leaning_gives_the_hull_below_it() {
        let lens = Lens {
            fx: 1400.0,
            fy: 1400.0,
            cx: 960.0,
            cy: 540.0,
            dist: [-0.1, 0.02, 0.0, 0.0, 0.0],
            width: 1920,
            height: 1080,
        };
        let camera = camera_above(lens, Point::new(30.0, 18.0), 52.0);
        let truth = HullPose { middle: Point::new(50.0, 30.0), heading: Heading::from_deg(200.0) };
        let half = 0.375;
        let corners = [(half, -half), (half, half), (-half, half), (-half, -half)]
            .map(|(u, v)| camera.pixel_from_table(truth.point(u, v), 0.8).unwrap());
        let read = pose_of_tag(&FoundMarker { id: 12, corners }, &camera, 0.8).unwrap();
        assert!(read.middle.distance_in(truth.middle) < 1e-6);
        assert!(read.heading.angle_to(truth.heading) < 1e-6);
    }
}
