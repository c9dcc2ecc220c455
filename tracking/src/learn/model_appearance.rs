//! The appearance of a model independent of any table: the form in which the library of models stores it.
//!
//! A fleet file holds signals, which depend on one sea, one lamp and one picture size. Here the deck is a
//! grid in inches in the ship's frame, in linear colour, in units of the open sea's brightness under the same
//! lamp. The white of a printed card is stored in the same units if a card was visible. Another table uses
//! its own white to convert the colours to its own signal.

use crate::background::model::CardWhite;
use crate::background::signal::{Signal, signal_of_colour};
use crate::hull::annotation::ShipAnnotation;
use crate::hull::grid::SampleGrid;
use crate::learn::fleet::FleetError;
use crate::template::appearance::Appearance;
use crate::template::parallax::ViewAspect;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// The version of the format.
const FORMAT: u32 = 1;
/// Stored colours are multiples of one over this, in units of the sea's brightness.
const COLOUR_STEPS: f32 = 2048.0;
/// A sample belongs to the model if its cover is at least this.
const COVERED: f32 = 0.5;

/// The appearance of a model: plain data for the library of models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelAppearance {
    /// The version of the format.
    format: u32,
    /// The annotation it was learnt with; its place and heading have no meaning here.
    pub words: ShipAnnotation,
    /// Inches between samples: the size of a pixel of the picture it was learnt from.
    step_in: f64,
    /// Samples from stern to bow, centred on the hull's middle.
    along: usize,
    /// Samples from port to starboard.
    across: usize,
    /// Linear blue, green and red of each sample, row by row from port to starboard, each from stern to bow: three
    /// little-endian 16-bit numbers, base64.
    colour: String,
    /// How far each sample belongs to the model (cover), one byte each, base64.
    cover: String,
    /// Linear blue, green and red of a card's white in the same units; none if no card was visible.
    white: Option<CardWhite>,
    /// The view from which it was learnt; none in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aspect: Option<ViewAspect>,
}

impl ModelAppearance {
    /// Creates it from a patch whose samples hold blue, green, red, and the cover.
    pub(crate) fn new(
        words: &ShipAnnotation,
        coloured: &Appearance,
        white: Option<CardWhite>,
        aspect: ViewAspect,
    ) -> Self {
        let steps = |value: f32| (value * COLOUR_STEPS).round().clamp(0.0, 65_535.0) as u16;
        let colour: Vec<u8> = coloured
            .signal
            .iter()
            .flat_map(|s| [s[0], s[1], s[2]])
            .flat_map(|c| steps(c).to_le_bytes())
            .collect();
        let cover: Vec<u8> = coloured.signal.iter().map(|s| (s[3] * 255.0).round() as u8).collect();
        Self {
            format: FORMAT,
            words: words.clone(),
            step_in: coloured.layout.step_in,
            along: coloured.layout.along,
            across: coloured.layout.across,
            colour: BASE64.encode(colour),
            cover: BASE64.encode(cover),
            white,
            aspect: Some(aspect),
        }
    }

    /// The ship's name when it was learnt.
    pub fn ship(&self) -> &ShipId {
        &self.words.id
    }

    /// Inches between the samples.
    pub fn step_in(&self) -> f64 {
        self.step_in
    }

    /// Reads and checks a stored appearance.
    ///
    /// # Errors
    /// When the text is damaged or a newer program wrote it; the error names the model.
    pub fn from_json(text: &str) -> Result<Self, FleetError> {
        let looks: Self = serde_json::from_str(text).map_err(|e| FleetError::Shape(e.to_string()))?;
        looks.check()?;
        Ok(looks)
    }

    /// Checks data read from a file.
    ///
    /// # Errors
    /// When the data are damaged or a newer program wrote them; the error names the model.
    pub fn check(&self) -> Result<(), FleetError> {
        if self.format > FORMAT {
            return Err(FleetError::Newer(self.format));
        }
        if !self.aspect.is_none_or(|aspect| aspect.is_sane()) {
            return Err(FleetError::Damaged(self.words.id.clone()));
        }
        self.coloured().map(|_| ()).ok_or_else(|| FleetError::Damaged(self.words.id.clone()))
    }

    fn layout(&self) -> SampleGrid {
        SampleGrid { step_in: self.step_in, along: self.along, across: self.across }
    }

    /// The samples: blue, green, red, cover.
    fn coloured(&self) -> Option<Vec<Signal>> {
        if !self.layout().is_sane() {
            return None;
        }
        let bytes = BASE64.decode(&self.colour).ok()?;
        let cover = BASE64.decode(&self.cover).ok()?;
        let samples = self.layout().len();
        if bytes.len() != 6 * samples || cover.len() != samples {
            return None;
        }
        let number = |pair: &[u8]| f32::from(u16::from_le_bytes([pair[0], pair[1]])) / COLOUR_STEPS;
        Some(
            bytes
                .chunks_exact(6)
                .zip(cover)
                .map(|(c, cover)| {
                    [number(&c[0..2]), number(&c[2..4]), number(&c[4..6]), f32::from(cover) / 255.0]
                })
                .collect(),
        )
    }

    /// The patch of this model on another table, on a grid of `step_in`. `sea`: unit vector of that table's
    /// sea colour; `white`: the white of its cards. On a coarser grid each sample is the mean of the learnt
    /// samples around it. `None` if the stored data are damaged.
    pub(crate) fn patch(&self, sea: [f32; 3], white: Option<CardWhite>, step_in: f64) -> Option<Appearance> {
        let samples = self.coloured()?;
        let own = self.layout();
        let balance: [f32; 3] = match (white, self.white) {
            (Some(here), Some(there)) => std::array::from_fn(|c| here[c] / there[c].max(1e-3)),
            _ => [1.0; 3],
        };
        let (length_in, beam_in) = (own.along as f64 * own.step_in, own.across as f64 * own.step_in);
        let layout = SampleGrid::around(length_in, beam_in, 0.0, step_in);
        // Half the width of the box of averaged samples; zero for equally fine grids.
        let reach = ((step_in / own.step_in - 1.0) / 2.0).max(0.0);
        let mut out = Appearance { layout, signal: Vec::new(), hull: Vec::new() };
        for row in 0..layout.across {
            for column in 0..layout.along {
                let x = layout.ahead_in(column) / own.step_in + (own.along as f64 - 1.0) / 2.0;
                let y = layout.starboard_in(row) / own.step_in + (own.across as f64 - 1.0) / 2.0;
                let mean = mean_around(&samples, own, (x, y), reach);
                let colour = [mean[0] * balance[0], mean[1] * balance[1], mean[2] * balance[2]];
                out.signal.push(signal_of_colour(colour, sea).map(|channel| channel * mean[3]));
                out.hull.push(mean[3]);
            }
        }
        Some(out)
    }

    /// The visible outline: for each station from stern to bow, inches ahead of the middle, and the reach to
    /// port (negative) and to starboard. Empty if the data are damaged or nothing is covered.
    pub fn outline_in(&self) -> Vec<[f64; 3]> {
        let (Some(samples), own) = (self.coloured(), self.layout()) else { return Vec::new() };
        (0..own.along)
            .filter_map(|column| {
                let covered = |row: &usize| samples[row * own.along + column][3] > COVERED;
                let first = (0..own.across).find(covered)?;
                let last = (0..own.across).rfind(covered)?;
                Some([own.ahead_in(column), own.starboard_in(first), own.starboard_in(last)])
            })
            .collect()
    }
}

/// The mean of the samples within `reach` columns and rows of a place of the grid; outside the grid there are
/// none.
fn mean_around(samples: &[Signal], grid: SampleGrid, (x, y): (f64, f64), reach: f64) -> Signal {
    let weight = |index: usize, at: f64| (reach + 1.0 - (index as f64 - at).abs()).clamp(0.0, 1.0);
    let span = |at: f64, count: usize| {
        let first = (at - reach - 1.0).ceil().max(0.0) as usize;
        first..((at + reach + 1.0).floor().max(-1.0) as isize + 1).clamp(0, count as isize) as usize
    };
    let (mut sum, mut weights) = ([0f32; 4], 0.0);
    for row in span(y, grid.across) {
        for column in span(x, grid.along) {
            let weight = (weight(column, x) * weight(row, y)) as f32;
            let sample = &samples[row * grid.along + column];
            sum = std::array::from_fn(|i| sum[i] + weight * sample[i]);
            weights += weight;
        }
    }
    if weights > 0.0 { sum.map(|value| value / weights) } else { [0.0; 4] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deck with its own colour that covers half of the sea's patch.
    fn looks(white: Option<CardWhite>) -> ModelAppearance {
        let layout = SampleGrid { step_in: 0.05, along: 41, across: 11 };
        let signal = (0..layout.len())
            .map(|at| if at % 41 > 19 { [0.4, 0.6, 0.9, 1.0] } else { [0.2, 0.5, 0.8, 0.0] })
            .collect::<Vec<Signal>>();
        let patch = Appearance { layout, hull: vec![1.0; signal.len()], signal };
        let aspect = ViewAspect { lean: (0.1, -0.2), falls: None };
        ModelAppearance::new(&ShipAnnotation::of_kind(ShipId::new("essex"), "city"), &patch, white, aspect)
    }

    #[test]
    fn a_model_looks_the_same_after_a_night_in_a_file() {
        let looks = looks(Some([2.0, 2.1, 2.2]));
        let text = serde_json::to_string(&looks).unwrap();
        assert_eq!(ModelAppearance::from_json(&text).unwrap(), looks);
        let short = text.replacen("\"along\":41", "\"along\":40", 1);
        assert_eq!(ModelAppearance::from_json(&short), Err(FleetError::Damaged(ShipId::new("essex"))));
        let newer = text.replacen("\"format\":1", "\"format\":7", 1);
        assert_eq!(ModelAppearance::from_json(&newer), Err(FleetError::Newer(7)));
    }

    #[test]
    fn another_picture_size_and_another_lamp_give_the_same_deck() {
        let looks = looks(Some([2.0, 2.0, 2.0]));
        let sea = [0.2, 0.5, 0.84];
        let fine = looks.patch(sea, Some([2.0, 2.0, 2.0]), 0.05).unwrap();
        let coarse = looks.patch(sea, Some([2.0, 2.0, 2.0]), 0.11).unwrap();
        let bow = |patch: &Appearance| {
            patch.signal[patch.layout.across / 2 * patch.layout.along + patch.layout.along - 2]
        };
        for (a, b) in bow(&fine).iter().zip(bow(&coarse)) {
            assert!((a - b).abs() < 1e-3, "{:?} {:?}", bow(&fine), bow(&coarse));
        }
        // The cards show that this sea is twice as bright, so the deck has half the light in its units, and
        // the signal changes.
        let brighter_sea = looks.patch(sea, Some([1.0, 1.0, 1.0]), 0.05).unwrap();
        assert!(bow(&brighter_sea)[2].abs() < bow(&fine)[2].abs());
    }

    #[test]
    fn the_outline_ends_where_the_model_ends() {
        let outline = looks(None).outline_in();
        assert!(outline[0][0].abs() < 0.06, "{:?}", outline[0]);
        assert!((outline.last().unwrap()[0] - 1.0).abs() < 1e-9);
        assert!(outline.iter().all(|[_, port, starboard]| (starboard - port - 0.5).abs() < 1e-9));
    }
}
