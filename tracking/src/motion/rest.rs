//! Rest times: how long each place of the picture has looked the same. Time distinguishes a cup from an arm;
//! size does not.

use crate::motion::stillness::{Motion, Thumbnail};
use calibration::{Lens, Pixel};
use std::sync::Arc;

/// How long each cell of the small copies has looked the same, seconds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RestTimes {
    /// When each cell last changed, seconds since the source began. Empty: nothing was watched.
    changed_at_s: Arc<Vec<f64>>,
    now_s: f64,
}

/// The share of a region's cells that must have rested; noise and compression flicker along edges.
const RESTING_SHARE: f64 = 0.9;

impl RestTimes {
    /// The rest times after a frame, taken `now_s` seconds after the source began. `before`: the frame before.
    #[must_use]
    pub fn after(self, before: &Thumbnail, frame: &Thumbnail, now_s: f64) -> Self {
        if self.changed_at_s.len() != Motion::CELLS {
            return Self { changed_at_s: Arc::new(vec![now_s; Motion::CELLS]), now_s };
        }
        let mut changed_at_s = self.changed_at_s;
        let mut changed = before.changed_cells(frame).peekable();
        if changed.peek().is_some() {
            let cells = Arc::make_mut(&mut changed_at_s);
            changed.for_each(|at| cells[at] = now_s);
        }
        Self { changed_at_s, now_s }
    }

    /// The rest times of a picture taken long after another one: what looks the same has rested since.
    pub fn between(before: &Thumbnail, picture: &Thumbnail) -> Self {
        Self { changed_at_s: Arc::new(vec![f64::NEG_INFINITY; Motion::CELLS]), now_s: 0.0 }
            .after(before, picture, 0.0)
    }

    /// How long nearly all of a region has looked the same, seconds. `pixels`: places all over it, in pictures of this
    /// lens.
    pub fn rested_s(&self, pixels: impl Iterator<Item = Pixel>, lens: &Lens) -> f64 {
        if self.changed_at_s.is_empty() {
            return 0.0;
        }
        let scale = (Motion::SIZE.0 / f64::from(lens.width), Motion::SIZE.1 / f64::from(lens.height));
        let cell = |at: f64, scale: f64, most: f64| ((at + 0.5) * scale).clamp(0.0, most - 1.0) as usize;
        let mut changed_s: Vec<f64> = pixels
            .map(|px| {
                let column = cell(px.x_px, scale.0, Motion::SIZE.0);
                let row = cell(px.y_px, scale.1, Motion::SIZE.1);
                self.changed_at_s[row * Motion::SIZE.0 as usize + column]
            })
            .collect();
        if changed_s.is_empty() {
            return 0.0;
        }
        let rank = (RESTING_SHARE * (changed_s.len() - 1) as f64) as usize;
        self.now_s - *changed_s.select_nth_unstable_by(rank, f64::total_cmp).1
    }
}
