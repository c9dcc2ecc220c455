//! ArUco tags of ships, read on the blobs, at the tag's height.

use crate::background::signal::SignalMap;
use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
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
/// Further enlargements, tried if the first one reads nothing.
const OTHERWISE: [f64; 4] = [2.0, 1.0, 1.6, 3.0];
/// Margin around a blob that is searched too, pixels.
const MARGIN_PX: f64 = 6.0;

/// A tag's sides, and its diagonals, differ by at most this factor from each other and from the measured size
/// of the ship's tag. Tags are slightly tilted and a dozen pixels large, and no two printed sizes are closer
/// than this.
const MISSHAPEN: f64 = 1.3;
/// Two readings within this share of the side are the same tag.
const SAME_TAG_SHARE: f64 = 0.5;

/// The tag a ship carries.
fn tag_of(ship: &ShipAnnotation) -> Option<u32> {
    u32::try_from(ship.tag?).ok()
}

/// Reads the tags of `ships` (each with its last or given place) on the blobs of a picture. One number may be
/// read at several places. A tag that is not read at once is searched again at other enlargements: of 62 tags
/// of 17 to 24 pixels, tilted, on random tables, no single enlargement read more than 56; all together read
/// every one. A tag read at a new place is searched again too, because it may be a copy and the ship's own
/// tag is not read yet.
///
/// # Errors
/// When OpenCV fails.
pub fn read_tags<'s>(
    foreground: &Foreground<'_>,
    ships: impl Iterator<Item = (&'s ShipAnnotation, HullPose)>,
) -> Result<Vec<FoundMarker>, MarkerError> {
    let tagged: Vec<(u32, &ShipAnnotation, HullPose)> =
        ships.filter_map(|(ship, last)| Some((tag_of(ship)?, ship, last))).collect();
    let Some((_, ship, _)) = tagged.first() else { return Ok(Vec::new()) };
    let camera = &foreground.signal.background.camera;
    let tag_side_px = ship.tag_side_in() * foreground.signal.background.px_per_in;
    let first = (MODULE_PX * MODULES / tag_side_px).ceil().clamp(1.0, 4.0);
    let mut found: Vec<FoundMarker> = Vec::new();
    let mut holds_tag = vec![false; foreground.blobs.len()];
    for enlarge in std::iter::once(first).chain(OTHERWISE.into_iter().filter(|other| *other != first)) {
        let read = |id: u32| found.iter().filter(move |tag| tag.id == id);
        let all_read = tagged.iter().all(|(id, ..)| read(*id).next().is_some());
        let all_stayed = tagged.iter().all(|(id, ship, last)| {
            read(*id).any(|tag| {
                let seen = measured(tag, camera, ship.tag_height_in());
                seen.is_some_and(|seen| seen.pose.middle.distance_in(last.middle) < ship.tag_side_in())
            })
        });
        if all_stayed {
            break;
        }
        for (blob, holds_tag) in foreground.blobs.iter().zip(&mut holds_tag) {
            if all_read && *holds_tag {
                continue;
            }
            let Some(piece) =
                piece(foreground.signal.picture, &foreground.signal.coarse, blob, 0.6 * tag_side_px)
            else {
                continue;
            };
            for tag in read_enlarged(foreground.signal.picture, piece, tag_side_px, enlarge)? {
                if tagged.iter().any(|(id, ..)| *id == tag.id) {
                    *holds_tag = true;
                    if found.iter().all(|other| !is_same(other, &tag)) {
                        found.push(tag);
                    }
                }
            }
        }
    }
    Ok(found)
}

/// True if two readings are of one tag.
fn is_same(one: &FoundMarker, other: &FoundMarker) -> bool {
    let middle = |tag: &FoundMarker| {
        let sum = |of: fn(&Pixel) -> f64| tag.corners.iter().map(of).sum::<f64>() / 4.0;
        (sum(|corner| corner.x_px), sum(|corner| corner.y_px))
    };
    let ((x, y), (other_x, other_y)) = (middle(one), middle(other));
    let side_px =
        (one.corners[0].x_px - one.corners[1].x_px).hypot(one.corners[0].y_px - one.corners[1].y_px);
    one.id == other.id && (x - other_x).hypot(y - other_y) < SAME_TAG_SHARE * side_px
}

/// The part of the picture that a blob covers, with a margin; `None` if it is too small for a tag.
fn piece(picture: &Mat, map: &SignalMap, blob: &Blob, least_px: f64) -> Option<Rect> {
    let factor = map.factor as f64;
    let [left, top, right, bottom] = blob.bounds.map(f64::from);
    let (left, top) = ((left * factor - MARGIN_PX).max(0.0), (top * factor - MARGIN_PX).max(0.0));
    let right = ((right + 1.0) * factor + MARGIN_PX).min(f64::from(picture.cols()));
    let bottom = ((bottom + 1.0) * factor + MARGIN_PX).min(f64::from(picture.rows()));
    let (width, height) = (right - left, bottom - top);
    (width.min(height) >= least_px).then(|| Rect::new(left as i32, top as i32, width as i32, height as i32))
}

/// The tags in a part of a picture, enlarged by a factor.
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

/// A tag over a hull's middle, projected to the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TagSeen {
    /// The pose of the hull below it.
    pub pose: HullPose,
    /// The mean of its sides, inches.
    pub side_in: f64,
    /// The factor by which its sides, or its diagonals, differ from each other.
    misshapen: f64,
}

impl TagSeen {
    /// True if it is a square with this side (inches; `None`: unknown), within the tolerance.
    fn is_square_of(&self, side_in: Option<f64>) -> bool {
        let times = side_in.map_or(1.0, |side_in| self.side_in / side_in);
        self.misshapen < MISSHAPEN && times.max(1.0 / times) < MISSHAPEN
    }
}

/// Every place where a ship's tag is read: squares of its size (`side_in`; `None` if not measured yet). If
/// there are several, all but one are copies.
pub fn places_of_tag(
    tags: &[FoundMarker],
    ship: &ShipAnnotation,
    side_in: Option<f64>,
    camera: &TableCamera,
) -> Vec<TagSeen> {
    let id = tag_of(ship);
    tags.iter()
        .filter(|tag| Some(tag.id) == id)
        .filter_map(|tag| measured(tag, camera, ship.tag_height_in()))
        .filter(|seen| seen.is_square_of(side_in))
        .collect()
}

/// The tag projected to the table: over the hull's middle, its top edge toward the bow.
fn measured(marker: &FoundMarker, camera: &TableCamera, height_in: f64) -> Option<TagSeen> {
    let mut corners = [Point::new(0.0, 0.0); 4];
    for (corner, &pixel) in corners.iter_mut().zip(&marker.corners) {
        *corner = camera.table_from_pixel(pixel, height_in)?;
    }
    let [a, b, c, d] = corners;
    let middle =
        Point::new((a.x_in + b.x_in + c.x_in + d.x_in) / 4.0, (a.y_in + b.y_in + c.y_in + d.y_in) / 4.0);
    // The vector from the lower edge to the upper one, plus the vector from the left edge to the right one
    // turned back by a quarter.
    let up = (a.x_in + b.x_in - c.x_in - d.x_in, a.y_in + b.y_in - c.y_in - d.y_in);
    let right = (b.x_in + c.x_in - a.x_in - d.x_in, b.y_in + c.y_in - a.y_in - d.y_in);
    let heading = Heading::of_vector(up.0 - right.1, up.1 + right.0);
    let sides_in = [a.distance_in(b), b.distance_in(c), c.distance_in(d), d.distance_in(a)];
    let factor = |lengths_in: &[f64]| {
        let most = lengths_in.iter().copied().fold(0.0, f64::max);
        most / lengths_in.iter().copied().fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE)
    };
    Some(TagSeen {
        pose: HullPose { middle, heading },
        side_in: sides_in.iter().sum::<f64>() / 4.0,
        misshapen: factor(&sides_in).max(factor(&[a.distance_in(c), b.distance_in(d)])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imaging::test_camera::camera_above;
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
        let square = [(half, -half), (half, half), (-half, half), (-half, -half)];
        let read = |shape: [(f64, f64); 4]| {
            let corners = shape.map(|(u, v)| camera.pixel_from_table(truth.point(u, v), 0.8).unwrap());
            measured(&FoundMarker { id: 12, corners }, &camera, 0.8).unwrap()
        };
        let seen = read(square);
        assert!(seen.pose.middle.distance_in(truth.middle) < 1e-6);
        assert!(seen.pose.heading.angle_to(truth.heading) < 1e-6);
        assert!((seen.side_in - 0.75).abs() < 1e-6 && seen.is_square_of(Some(0.75)));
        // A larger print is another tag. If the side was only given and never measured, it may be the ship's
        // own.
        let large = read(square.map(|(u, v)| (1.4 * u, 1.4 * v)));
        assert!(!large.is_square_of(Some(0.75)) && large.is_square_of(None));
        for oblong in [square.map(|(u, v)| (1.4 * u, v)), square.map(|(u, v)| (u + 0.4 * v, v))] {
            assert!(!read(oblong).is_square_of(None), "a picture of a tag, seen aslant");
        }
    }
}
