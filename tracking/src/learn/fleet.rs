//! The learnt fleet as a file: FLEET.json.

use crate::background::inpainting::BackgroundImage;
use crate::hull::annotation::{FleetAnnotation, ShipAnnotation};
use crate::hull::grid::SampleGrid;
use crate::hull::pose::HullPose;
use crate::hull::shadow::ShadowField;
use crate::imaging::jpeg::jpeg;
use crate::learn::correction::{AppearanceOffset, LearntCorrection};
use crate::learn::model_appearance::ModelAppearance;
use crate::outline::keel_line::KeelLine;
use crate::outline::silhouette::AxisSigma;
use crate::template::appearance::Appearance;
use crate::template::parallax::ViewAspect;
use crate::template::stack_colours::StackColours;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use geometry::{CalibrationId, Heading, Point, ShipId};
use opencv::core::{Mat, Vector};
use opencv::prelude::*;
use opencv::{imgcodecs, imgproc};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the file's format.
const FORMAT: u32 = 1;
/// JPEG quality of the stored background image; the loss is smaller than the image's own noise.
const EMPTY_QUALITY: i32 = 97;
/// Stored signals are multiples of one over this.
const SIGNAL_STEPS: f32 = 4000.0;

/// Why a fleet file could not be used. The text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FleetError {
    /// The file is not JSON of the right shape.
    #[error("The fleet file cannot be read ({0}): make it again with `muster`.")]
    Shape(String),
    /// A newer program wrote the file.
    #[error(
        "The fleet file has format {0}, newer than this program's {FORMAT}: use the newer program, or muster the ships again."
    )]
    Newer(u32),
    /// The stored data of a ship are damaged.
    #[error("In the fleet file, the looks of \"{0}\" are damaged: make the file again with `muster`.")]
    Damaged(ShipId),
    /// The stored picture of the empty table cannot be read.
    #[error(
        "The picture of the empty table in the fleet file is damaged: make the file again with `muster`."
    )]
    Empty,
    /// The fleet was learnt with a camera of another picture size.
    #[error(
        "The fleet was mustered on pictures of {fleet_width}x{fleet_height}, but the table's camera gives {width}x{height}: muster the ships again with this camera."
    )]
    OtherSize {
        /// Width of the annotated picture.
        fleet_width: u32,
        /// Height of the annotated picture.
        fleet_height: u32,
        /// Width of the camera in use.
        width: u32,
        /// Height of the camera in use.
        height: u32,
    },
    /// OpenCV failed.
    #[error("The fleet could not be prepared ({0}): make the fleet file again with `muster`.")]
    Vision(String),
}

impl From<opencv::Error> for FleetError {
    fn from(error: opencv::Error) -> Self {
        Self::Vision(error.message)
    }
}

/// All data of a fleet that the tracker needs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fleet {
    /// The version of the format.
    pub format: u32,
    /// The calibration with which the ships were learnt.
    pub calibration: CalibrationId,
    /// The pictures' width, pixels.
    pub width: u32,
    /// The pictures' height, pixels.
    pub height: u32,
    /// The ships.
    pub ships: Vec<LearntShip>,
    /// The shadow field when the ships were learnt, if it could be estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lamp: Option<ShadowField>,
    /// The empty table, a JPEG in base64.
    empty: String,
    /// The possible error of the background where it was only estimated, a PNG in base64; none if a picture
    /// of the empty table was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    doubt: Option<String>,
}

/// The part of a ship that its template shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppearanceOf {
    /// The deck of the hull.
    Deck,
    /// The tag over the hull's middle.
    Tag,
}

/// One learnt ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LearntShip {
    /// The player's annotation.
    pub words: ShipAnnotation,
    /// The middle of the hull where it was last seen, inches.
    middle_in: [f64; 2],
    /// The heading where it was last seen, degrees.
    heading_deg: f64,
    /// Standard deviation of the middle between the ends along the keel, inches.
    #[serde(default = "ends_sigma_in")]
    ends_sigma_in: f64,
    /// Uncertainty of the keel line.
    #[serde(default = "axis_sigma")]
    axis_sigma: AxisSigma,
    /// The part of the ship that the templates show.
    pub looks_of: AppearanceOf,
    /// The template at the picture's resolution.
    fine: StoredAppearance,
    /// The template at the resolution of the search.
    coarse: StoredAppearance,
    /// Colours around the stack.
    #[serde(default)]
    pub stack: StackColours,
    /// The view from which it was learnt; none in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aspect: Option<ViewAspect>,
    /// Its appearance independent of the table, for the library of models; none if only its tag was learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelAppearance>,
    /// Offset between template and hull, from corrections by hand.
    #[serde(default)]
    pub taught: AppearanceOffset,
    /// The measured side of its tag, inches; none if no tag was read, and in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag_side_in: Option<f64>,
}

/// Default for older files: the usual uncertainty of the middle between the ends.
fn ends_sigma_in() -> f64 {
    0.012
}

/// Default for older files: the usual uncertainty of the keel line.
fn axis_sigma() -> AxisSigma {
    AxisSigma { across_in: 0.008, turn_rad: 0.01 }
}

/// An [`Appearance`] as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct StoredAppearance {
    step_in: f64,
    along: usize,
    across: usize,
    /// Four little-endian 16-bit numbers per sample, base64.
    signal: String,
    /// One byte per sample, base64.
    hull: String,
}

impl StoredAppearance {
    fn of(patch: &Appearance) -> Self {
        let steps = |value: f32| (value * SIGNAL_STEPS).round().clamp(-32_767.0, 32_767.0) as i16;
        let signal: Vec<u8> =
            patch.signal.iter().flatten().flat_map(|&value| steps(value).to_le_bytes()).collect();
        let hull: Vec<u8> = patch.hull.iter().map(|&value| (value * 255.0).round() as u8).collect();
        Self {
            step_in: patch.layout.step_in,
            along: patch.layout.along,
            across: patch.layout.across,
            signal: BASE64.encode(signal),
            hull: BASE64.encode(hull),
        }
    }

    fn patch(&self) -> Option<Appearance> {
        let layout = SampleGrid { step_in: self.step_in, along: self.along, across: self.across };
        if !layout.is_sane() {
            return None;
        }
        let numbers: Vec<f32> = BASE64
            .decode(&self.signal)
            .ok()?
            .chunks_exact(2)
            .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / SIGNAL_STEPS)
            .collect();
        let signal: Vec<_> = numbers.chunks_exact(4).map(|s| [s[0], s[1], s[2], s[3]]).collect();
        let hull: Vec<f32> =
            BASE64.decode(&self.hull).ok()?.into_iter().map(|byte| f32::from(byte) / 255.0).collect();
        (signal.len() == layout.len() && hull.len() == layout.len()).then_some(Appearance {
            layout,
            signal,
            hull,
        })
    }
}

impl LearntShip {
    /// A ship with its templates.
    pub fn new(
        words: ShipAnnotation,
        pose: HullPose,
        looks_of: AppearanceOf,
        fine: &Appearance,
        coarse: &Appearance,
    ) -> Self {
        Self {
            words,
            middle_in: [pose.middle.x_in, pose.middle.y_in],
            heading_deg: pose.heading.deg(),
            ends_sigma_in: ends_sigma_in(),
            axis_sigma: axis_sigma(),
            looks_of,
            fine: StoredAppearance::of(fine),
            coarse: StoredAppearance::of(coarse),
            stack: StackColours::default(),
            taught: AppearanceOffset::default(),
            aspect: None,
            model: None,
            tag_side_in: None,
        }
    }

    /// Sets the measured side of its tag, inches.
    #[must_use]
    pub(crate) fn with_tag_side(self, side_in: f64) -> Self {
        Self { tag_side_in: Some(side_in), ..self }
    }

    /// Sets the uncertainty of its keel line and middle.
    #[must_use]
    pub(crate) fn with_keel(mut self, keel: &KeelLine) -> Self {
        self.ends_sigma_in = keel.ahead_sigma_in.clamp(0.0, 1.0);
        self.axis_sigma = keel.axis;
        self
    }

    /// The hull as measured from its ends when it was learnt.
    pub(crate) fn keel(&self) -> KeelLine {
        KeelLine { pose: self.pose(), ahead_sigma_in: self.ends_sigma_in, axis: self.axis_sigma }
    }

    /// Sets the colours around the stack.
    #[must_use]
    pub fn with_stack(self, stack: StackColours) -> Self {
        Self { stack, ..self }
    }

    /// Sets the view from which it was learnt.
    #[must_use]
    pub fn with_aspect(self, aspect: Option<ViewAspect>) -> Self {
        Self { aspect, ..self }
    }

    /// Sets its appearance independent of the table.
    #[must_use]
    pub fn with_model(mut self, model: ModelAppearance) -> Self {
        self.model = Some(model);
        self
    }

    /// Exchanges the templates of two ships; names, measures and places stay.
    fn exchange_templates(&mut self, other: &mut Self) {
        std::mem::swap(self, other);
        std::mem::swap(&mut self.words, &mut other.words);
        std::mem::swap(&mut self.middle_in, &mut other.middle_in);
        std::mem::swap(&mut self.heading_deg, &mut other.heading_deg);
        std::mem::swap(&mut self.tag_side_in, &mut other.tag_side_in);
    }

    /// Last known pose of the hull.
    pub fn pose(&self) -> HullPose {
        HullPose {
            middle: Point::new(self.middle_in[0], self.middle_in[1]),
            heading: Heading::from_deg(self.heading_deg),
        }
    }

    /// Sets the last known pose.
    pub(crate) fn stands_at(&mut self, pose: HullPose) {
        self.middle_in = [pose.middle.x_in, pose.middle.y_in];
        self.heading_deg = pose.heading.deg();
    }

    /// The templates, fine and coarse.
    ///
    /// # Errors
    /// When the stored templates are damaged.
    pub fn looks(&self) -> Result<(Appearance, Appearance), FleetError> {
        let damaged = || FleetError::Damaged(self.words.id.clone());
        Ok((self.fine.patch().ok_or_else(damaged)?, self.coarse.patch().ok_or_else(damaged)?))
    }

    /// Height of the template's plane over the table, inches.
    pub fn template_height_in(&self) -> f64 {
        match self.looks_of {
            AppearanceOf::Deck => self.words.deck_height_in(),
            AppearanceOf::Tag => self.words.tag_height_in(),
        }
    }
}

impl Fleet {
    /// Creates a fleet from learnt ships and the background image of the table.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn new(
        calibration: CalibrationId,
        bare: &BackgroundImage,
        ships: Vec<LearntShip>,
    ) -> opencv::Result<Self> {
        let empty = &bare.picture;
        let bytes = jpeg(empty, EMPTY_QUALITY)?;
        let guessed = opencv::core::count_non_zero(&bare.doubt)? > 0;
        let doubt = if guessed {
            let mut bytes = Vector::<u8>::new();
            imgcodecs::imencode_def(".png", &bare.doubt, &mut bytes)?;
            Some(BASE64.encode(bytes.as_slice()))
        } else {
            None
        };
        Ok(Self {
            format: FORMAT,
            calibration,
            width: empty.cols().max(0) as u32,
            height: empty.rows().max(0) as u32,
            ships,
            lamp: None,
            empty: BASE64.encode(bytes.as_slice()),
            doubt,
        })
    }

    /// Reads and checks FLEET.json.
    ///
    /// # Errors
    /// When the file is damaged or a newer program wrote it; the text is one sentence for the player.
    pub fn from_json(text: &str) -> Result<Self, FleetError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let shape = |e: serde_json::Error| FleetError::Shape(e.to_string());
        let head: Head = serde_json::from_str(text).map_err(shape)?;
        if head.format > FORMAT {
            return Err(FleetError::Newer(head.format));
        }
        let fleet: Self = serde_json::from_str(text).map_err(shape)?;
        let words = FleetAnnotation { ships: fleet.ships.iter().map(|ship| ship.words.clone()).collect() };
        words.check().map_err(|e| FleetError::Shape(e.to_string()))?;
        for ship in &fleet.ships {
            ship.looks()?;
            if !ship
                .middle_in
                .iter()
                .chain([&ship.heading_deg, &ship.ends_sigma_in])
                .chain([&ship.axis_sigma.across_in, &ship.axis_sigma.turn_rad])
                .all(|value| value.is_finite())
                || !ship.aspect.is_none_or(|aspect| aspect.is_sane())
                || !ship.tag_side_in.is_none_or(|side_in| side_in.is_finite() && side_in > 0.0)
            {
                return Err(FleetError::Damaged(ship.words.id.clone()));
            }
        }
        fleet.background_image()?;
        Ok(fleet)
    }

    /// Stores a learnt correction.
    pub fn learn(&mut self, lesson: &LearntCorrection) {
        let place = |ships: &[LearntShip], id: &ShipId| ships.iter().position(|ship| ship.words.id == *id);
        match lesson {
            LearntCorrection::Lies { ship, taught } => {
                if let Some(at) = place(&self.ships, ship) {
                    self.ships[at].taught = *taught;
                }
            }
            LearntCorrection::Exchanged { one, other } => {
                if let (Some(a), Some(b)) = (place(&self.ships, one), place(&self.ships, other))
                    && a != b
                {
                    let (head, tail) = self.ships.split_at_mut(a.max(b));
                    head[a.min(b)].exchange_templates(&mut tail[0]);
                }
            }
        }
    }

    /// The fleet as FLEET.json.
    ///
    /// # Errors
    /// When a number cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, FleetError> {
        serde_json::to_string(self).map_err(|e| FleetError::Shape(e.to_string()))
    }

    /// The background image.
    ///
    /// # Errors
    /// When the stored pictures are damaged.
    pub(crate) fn background_image(&self) -> Result<BackgroundImage, FleetError> {
        let picture = self.picture(&self.empty)?;
        let Some(doubt) = &self.doubt else { return Ok(BackgroundImage::seen(&picture)?) };
        let mut grey = Mat::default();
        imgproc::cvt_color_def(&self.picture(doubt)?, &mut grey, imgproc::COLOR_BGR2GRAY)?;
        Ok(BackgroundImage { picture, doubt: grey })
    }

    fn picture(&self, base64: &str) -> Result<Mat, FleetError> {
        let bytes = BASE64.decode(base64).map_err(|_| FleetError::Empty)?;
        // The size is checked before decoding: a damaged file could claim a gigapixel.
        let picture = calibration::decode_picture(&bytes, Path::new("the empty table"))
            .map_err(|_| FleetError::Empty)?;
        let right_size = picture.cols() as u32 == self.width && picture.rows() as u32 == self.height;
        if right_size { Ok(picture) } else { Err(FleetError::Empty) }
    }
}
