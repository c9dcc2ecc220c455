//! What lay in the tray before a throw and lies there still.

use crate::throw::blobs::Blob;
use crate::throw::small::Small;
use opencv::core::Rect;

/// The half side of the part of an upper face that is looked at, sides of the face: inside of it however it is turned.
const HALF_PART: f64 = 0.35;

/// A face that lies as before differs in fewer of its pixels than this share; the shadow of a new neighbour may cover it.
const SAME: f64 = 0.3;

/// A die in a new shadow stands out from the ground at least by this share of what it does now.
const STOOD_OUT: f32 = 0.5;

/// The tray at rest before a throw and after it.
#[derive(Debug, Clone)]
pub(super) struct Lying {
    pub(super) before: Small,
    pub(super) now: Small,
    /// Not 0 where the two differ beyond noise and light.
    pub(super) changed: Vec<u8>,
    pub(super) noise_codes: f32,
}

impl Lying {
    /// See [`crate::Throw::lay_before`].
    pub(super) fn lay_before(&self, (x, y): (f64, f64), (wide, high): (f64, f64)) -> bool {
        let (width, height) = (self.now.width as f64, self.now.height as f64);
        let from = |middle: f64, side: f64, size: f64| ((middle - HALF_PART * side) * size).round().max(0.0);
        let until =
            |middle: f64, side: f64, size: f64| ((middle + HALF_PART * side) * size).round().min(size);
        let (left, top) = (from(x, wide, width) as usize, from(y, high, height) as usize);
        let (right, bottom) = (until(x, wide, width) as usize, until(y, high, height) as usize);
        if left >= right || top >= bottom {
            return false;
        }
        let row = |y: usize| (left..right).map(move |x| y * self.now.width + x);
        let pixels: Vec<usize> = (top..bottom).flat_map(row).collect();
        let is_changed = |pixel: &&usize| self.changed.get(**pixel).is_some_and(|code| *code != 0);
        let changed = pixels.iter().filter(is_changed).count() as f64;
        if changed < SAME * pixels.len() as f64 {
            return true;
        }
        let sides = Rect::new(left as i32, top as i32, (right - left) as i32, (bottom - top) as i32);
        let middle = (0.5 * (left + right) as f64, 0.5 * (top + bottom) as f64);
        let place = Blob { sides, middle, pixels, at_rim: false };
        // An empty place may look like a die in other light: only what stood out there was one.
        self.before.contrast(&place) > STOOD_OUT * self.now.contrast(&place)
            && self.now.looks_like(&self.before, &place.pixels, self.noise_codes)
    }
}
