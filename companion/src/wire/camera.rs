//! A phone as a camera.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A phone's camera, offered as a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CameraOffer {
    /// Identifies the phone (its browser) from evening to evening: 32 hexadecimal digits that it keeps.
    pub device: String,
    /// The lens, as the browser names it ("camera2 0, facing back").
    pub lens: String,
    /// Width of the full pictures, pixels.
    pub width_px: u32,
    /// Height of the full pictures, pixels.
    pub height_px: u32,
    /// Whether the browser could fix the focus.
    pub focus_fixed: bool,
    /// Whether the browser could fix the exposure.
    pub exposure_fixed: bool,
}

/// The state of a phone's camera, reported every few seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CameraStatus {
    /// Charge of the battery, 0 to 1; absent where the browser does not say.
    pub battery: Option<f64>,
    /// Whether it is being charged.
    pub charging: Option<bool>,
    /// Pictures per second that the camera gives. Fewer than asked for: the phone is hot, or dark.
    pub camera_fps: f64,
    /// Pictures that the phone could not send in time.
    #[ts(type = "number")]
    pub dropped: u64,
}

/// What the app wants from a phone's camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CameraWish {
    /// Whether it is the source in use (or shown in the gallery): otherwise it sends nothing.
    pub in_use: bool,
    /// Reduced pictures per second while something moves.
    pub stream_fps: u32,
    /// Width of the reduced pictures, pixels.
    pub stream_width_px: u32,
    /// Counts the requests for one full picture: when it grows, the phone sends one.
    #[ts(type = "number")]
    pub full_pictures: u64,
}
