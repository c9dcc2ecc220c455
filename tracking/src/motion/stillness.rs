//! Stillness: a small grey copy of each frame shows whether anything moves.

use crate::imaging::linear::LINEAR;
use crate::imaging::robust::median;
use calibration::{Pixel, TableCamera};
use opencv::core::{CV_8U, Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use std::sync::Arc;

/// Columns and rows of the small copy.
const COLUMNS: usize = 320;
const ROWS: usize = 180;
/// A cell has changed if its change exceeds the common change of light by more than this.
const CHANGED: f32 = 4.0;
/// A place shows another object if this change is exceeded in at least this many of its cells.
const ANOTHER_THING: f32 = 9.0;
const LEAST_CELLS: usize = 2;
/// A change must be at least this many times the noise.
const NOISE_TIMES: f32 = 6.0;
/// A cell's own mean change is one over about this many pictures.
const FLICKER_PICTURES: f32 = 10.0;

/// Keeps ratios of dark cells finite.
const DARK: f32 = 0.002;
/// The standard deviation of normal noise, as a multiple of its median deviation.
const SIGMA_OF_MEDIAN: f32 = 1.4826;

/// Margin around the playing area that is watched too, inches: ships extend a little over its edge and lean
/// outward.
pub(crate) const BEYOND_IN: f64 = 1.5;

/// True if a pixel shows the playing area of `size_in` (inches east and north of the south-west corner), or
/// the margin around it.
pub(crate) fn shows_area(camera: &TableCamera, size_in: (f64, f64), pixel: Pixel) -> bool {
    let within = |along_in: f64, size_in: f64| (-BEYOND_IN..=size_in + BEYOND_IN).contains(&along_in);
    camera
        .table_from_pixel(pixel, 0.0)
        .is_some_and(|point| within(point.x_in, size_in.0) && within(point.y_in, size_in.1))
}

/// A rectangle of the picture, pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartPx {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Right edge.
    pub right: f64,
    /// Bottom edge.
    pub bottom: f64,
}

impl PartPx {
    pub(crate) fn contains(&self, pixel: Pixel) -> bool {
        (self.left..=self.right).contains(&pixel.x_px) && (self.top..=self.bottom).contains(&pixel.y_px)
    }

    fn grown(self, by_px: f64) -> Self {
        let Self { left, top, right, bottom } = self;
        Self { left: left - by_px, top: top - by_px, right: right + by_px, bottom: bottom + by_px }
    }
}

/// The cells of small copies that show the playing area and its margin. Motion elsewhere (people, chairs,
/// cups beside the table) is ignored.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedArea {
    counts: Arc<[bool]>,
}

impl WatchedArea {
    /// The playing area (`size_in` inches east and north) as `camera` sees it, without `left_out`; `None` if the camera
    /// sees none of it.
    pub fn new(camera: &TableCamera, size_in: (f64, f64), left_out: Option<PartPx>) -> Option<Self> {
        let lens = &camera.lens;
        let side_px = |cells: usize, size: u32| f64::from(size) / cells as f64;
        let (width_px, height_px) = (side_px(COLUMNS, lens.width), side_px(ROWS, lens.height));
        // A cell beside the part shows some of it.
        let left_out = left_out.map(|part| part.grown(width_px.max(height_px)));
        let counts: Arc<[bool]> = (0..Motion::CELLS)
            .map(|at| {
                let px = |cell: usize, side_px: f64| (cell as f64 + 0.5) * side_px - 0.5;
                let pixel = Pixel::new(px(at % COLUMNS, width_px), px(at / COLUMNS, height_px));
                shows_area(camera, size_in, pixel) && !left_out.is_some_and(|part| part.contains(pixel))
            })
            .collect();
        counts.contains(&true).then_some(Self { counts })
    }
}

/// A small grey copy of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Thumbnail {
    cells: Arc<[u8]>,
    /// The part of the frame that counts; `None`: the whole frame.
    area: Option<WatchedArea>,
}

/// The part of a frame that differs from another one: first and last column and row, as shares of the
/// picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// Left edge, 0 to 1.
    pub left: f32,
    /// Top edge, 0 to 1.
    pub top: f32,
    /// Right edge, 0 to 1.
    pub right: f32,
    /// Bottom edge, 0 to 1.
    pub bottom: f32,
    /// The number of changed cells, of [`Motion::CELLS`].
    pub cells: usize,
}

impl Motion {
    /// Cells of a small copy.
    pub const CELLS: usize = COLUMNS * ROWS;
    /// Columns and rows of a small copy.
    pub(crate) const SIZE: (f64, f64) = (COLUMNS as f64, ROWS as f64);

    /// The part of the picture that these cells span, if there are any.
    fn around(cells: impl Iterator<Item = usize>) -> Option<Self> {
        let mut motion: Option<(usize, usize, usize, usize, usize)> = None;
        for at in cells {
            let (x, y) = (at % COLUMNS, at / COLUMNS);
            let m = motion.get_or_insert((x, y, x, y, 0));
            *m = (m.0.min(x), m.1.min(y), m.2.max(x), m.3.max(y), m.4 + 1);
        }
        motion.map(|(left, top, right, bottom, cells)| Self {
            left: left as f32 / COLUMNS as f32,
            top: top as f32 / ROWS as f32,
            right: (right + 1) as f32 / COLUMNS as f32,
            bottom: (bottom + 1) as f32 / ROWS as f32,
            cells,
        })
    }
}

impl Thumbnail {
    /// The small grey copy of a BGR frame.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn of(frame: &Mat) -> opencv::Result<Self> {
        let mut small = Mat::default();
        let size = Size::new(COLUMNS as i32, ROWS as i32);
        imgproc::resize(frame, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
        let mut grey = Mat::default();
        imgproc::cvt_color_def(&small, &mut grey, imgproc::COLOR_BGR2GRAY)?;
        debug_assert_eq!(grey.typ(), CV_8U);
        Ok(Self { cells: grey.data_typed::<u8>()?.into(), area: None })
    }

    /// Restricts the copy to an area.
    #[must_use]
    pub fn within(self, area: Option<WatchedArea>) -> Self {
        Self { area, ..self }
    }

    fn counts(&self, at: usize) -> bool {
        self.area.as_ref().is_none_or(|area| area.counts[at])
    }

    /// The part in which another frame differs from this one; a common change of brightness and noise do not
    /// count.
    pub fn motion(&self, other: &Self) -> Option<Motion> {
        Motion::around(self.changed_cells(other))
    }

    /// The cells in which another frame differs from this one beyond the common change of brightness and noise.
    pub(crate) fn changed_cells(&self, other: &Self) -> impl Iterator<Item = usize> {
        let change = |i: usize| f32::from(other.cells[i]) - f32::from(self.cells[i]);
        let (common, limit) = self.common_change(other);
        (0..Motion::CELLS).filter(move |&at| self.counts(at) && (change(at) - common).abs() > limit)
    }

    /// The common change of brightness to another frame, and the threshold for a change beyond noise.
    fn common_change(&self, other: &Self) -> (f32, f32) {
        let change = |i: usize| f32::from(other.cells[i]) - f32::from(self.cells[i]);
        let (mut histogram, mut all) = ([0usize; 511], 0);
        for i in (0..Motion::CELLS).filter(|i| self.counts(*i)).step_by(3) {
            histogram[(change(i) + 255.0) as usize] += 1;
            all += 1;
        }
        let at = |share| quantile(&histogram, all, share).map_or(0.0, |bin| bin as f32 - 255.0);
        let (common, spread) = (at(0.5), (at(0.84) - at(0.16)) / 2.0);
        // A cloth over a third of the table is a change and no noise: the median deviation does not notice it.
        let mut deviations = [0usize; 511];
        for (bin, count) in histogram.iter().enumerate() {
            deviations[((bin as f32 - 255.0 - common).abs() as usize).min(510)] += count;
        }
        let deviation = quantile(&deviations, all, 0.5).map_or(0.0, |bin| SIGMA_OF_MEDIAN * bin as f32);
        (common, CHANGED.max(NOISE_TIMES * spread.min(deviation)))
    }

    /// True if another frame differs within `reach` cells of a place (column and row of the small copy).
    /// `common`: the change of light between the two, from [`Thumbnail::light_to`].
    pub(crate) fn differs_at(&self, other: &Self, (x, y): (f64, f64), reach: f64, common: f32) -> bool {
        let span = |at: f64, most: usize| {
            let (low, high) = (at - reach, at + reach);
            (low.floor().max(0.0) as usize).min(most)..(high.ceil().max(0.0) as usize).min(most)
        };
        let mut changed = 0;
        for row in span(y, ROWS) {
            for column in span(x, COLUMNS) {
                let at = row * COLUMNS + column;
                let change = f32::from(other.cells[at]) - f32::from(self.cells[at]) - common;
                changed += usize::from(change.abs() > ANOTHER_THING);
            }
        }
        changed >= LEAST_CELLS
    }

    /// The common change of brightness to another frame.
    pub(crate) fn light_to(&self, other: &Self) -> f32 {
        self.common_change(other).0
    }

    /// How many times as bright another frame is, as most of it shows.
    pub(crate) fn brightness_of(&self, other: &Self) -> f32 {
        const EVERY: usize = 13;
        let light = |code: u8| LINEAR[usize::from(code)] + DARK;
        let ratio = |at: usize| light(other.cells[at]) / light(self.cells[at]);
        let counts = (0..Motion::CELLS).step_by(EVERY).filter(|at| self.counts(*at));
        median(&mut counts.map(ratio).collect::<Vec<f32>>())
    }

    /// True if anything changed between the frames.
    pub fn differs(&self, other: &Self) -> bool {
        self.motion(other).is_some()
    }
}

/// The bin of a histogram of `all` values below which this share of them lies.
fn quantile(histogram: &[usize], all: i32, share: f64) -> Option<usize> {
    let wanted = (share * f64::from(all)) as usize;
    let mut sum = 0;
    histogram.iter().position(|count| {
        sum += count;
        sum > wanted
    })
}

/// Compares each frame with the one before and reports motion. Reduced pictures, which come between full ones, are
/// compared with each other: scaled down by somebody else, they differ from full ones along every edge.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StillWatch {
    full: Option<Thumbnail>,
    reduced: Option<Thumbnail>,
    /// The mean change of each cell from one reduced picture to the next. Strongly compressed, they flicker along
    /// edges of high contrast far more than elsewhere. Empty before the second one.
    flicker: Arc<Vec<f32>>,
    /// The number of changes in that mean.
    flickers: f32,
    area: Option<WatchedArea>,
}

impl StillWatch {
    /// A watch over whole frames, before the first frame.
    pub fn new() -> Self {
        Self::default()
    }

    /// A watch over the playing area only; `None`: over whole frames.
    pub fn over(area: Option<WatchedArea>) -> Self {
        Self { area, ..Self::default() }
    }

    /// The small copy of the newest full frame.
    pub(crate) fn before(&self) -> Option<&Thumbnail> {
        self.full.as_ref()
    }

    /// The small copy of the newest reduced one.
    pub(crate) fn reduced_before(&self) -> Option<&Thumbnail> {
        self.reduced.as_ref()
    }

    /// Takes the next frame (8-bit BGR). Returns the motion since the frame before, if any, and the small
    /// copy.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn next(&mut self, frame: &Mat) -> opencv::Result<(Option<Motion>, Thumbnail)> {
        let now = Thumbnail::of(frame)?.within(self.area.clone());
        let motion = self.full.as_ref().and_then(|before| before.motion(&now));
        self.full = Some(now.clone());
        Ok((motion, now))
    }

    /// The same for a reduced picture. After motion the next full frame has none before it to be compared with.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn next_reduced(&mut self, picture: &Mat) -> opencv::Result<(Option<Motion>, Thumbnail)> {
        let now = Thumbnail::of(picture)?.within(self.area.clone());
        let motion = self.reduced.take().and_then(|before| self.motion_beyond_flicker(&before, &now));
        if motion.is_some() {
            self.full = None;
        }
        self.reduced = Some(now.clone());
        Ok((motion, now))
    }

    /// The motion between two reduced pictures: cells that change more than they usually flicker, and more than one.
    fn motion_beyond_flicker(&mut self, before: &Thumbnail, now: &Thumbnail) -> Option<Motion> {
        let (common, limit) = before.common_change(now);
        let flicker = Arc::make_mut(&mut self.flicker);
        flicker.resize(Motion::CELLS, 0.0);
        self.flickers = (self.flickers + 1.0).min(FLICKER_PICTURES);
        let newest_share = 1.0 / self.flickers;
        let changed = flicker.iter_mut().enumerate().filter_map(|(at, usual)| {
            let change = (f32::from(now.cells[at]) - f32::from(before.cells[at]) - common).abs();
            let moved = change > limit.max(NOISE_TIMES * *usual);
            // What moves is no flicker, and counts as little as the limit.
            *usual += newest_share * (change.min(limit) - *usual);
            (moved && before.counts(at)).then_some(at)
        });
        Motion::around(changed).filter(|motion| motion.cells >= LEAST_CELLS)
    }
}
