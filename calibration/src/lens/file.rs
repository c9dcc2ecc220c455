//! The lens file: LENS.json.

use crate::camera::model::Lens;
use crate::files::json::{Fields, FileError, Kind, read_json};
use crate::files::picture::PictureSize;
use disk::{WriteError, write_whole};
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// A lens with how well it is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LensFile {
    /// The lens.
    #[serde(flatten)]
    pub lens: Lens,
    /// The root mean square of the board's corners over all views kept, pixels.
    pub rms_px: f64,
    /// The covariance of `fx fy cx cy k1 k2 p1 p2 k3` (a term that was not solved for has zeros); absent for a lens
    /// that came from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covariance: Option<[[f64; 9]; 9]>,
    /// The camera, in its owner's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// The system's identifier of the camera, the same on every port: no other camera's pictures belong to this lens.
    /// Absent where the pictures came from files or the system gave none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera_id: Option<String>,
    /// When it was measured, as the caller wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// A picture that a lens does not belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "The picture has {picture} pixels but the lens was calibrated at {lens}: use pictures of that size, or of one with the same proportions."
)]
pub struct OtherSize {
    /// The picture's size.
    pub picture: PictureSize,
    /// The lens's.
    pub lens: PictureSize,
}

const KIND: Kind = Kind { what: "a lens file", remedy: "calibrate-lens" };

impl Lens {
    /// The size of the pictures it belongs to.
    pub fn picture_size(&self) -> PictureSize {
        PictureSize { width: self.width, height: self.height }
    }

    /// The lens for pictures of another size: unchanged for its own size, scaled where the proportions agree (the same
    /// sensor read out at another resolution), an error where they don't.
    pub fn scaled_to(&self, size: PictureSize) -> Result<Self, OtherSize> {
        let (across, down) = self.scales(size)?;
        Ok(Self {
            fx: self.fx * across,
            fy: self.fy * down,
            // Pixel centres lie at whole numbers, so the picture begins at -1/2.
            cx: (self.cx + 0.5) * across - 0.5,
            cy: (self.cy + 0.5) * down - 0.5,
            dist: self.dist,
            width: size.width,
            height: size.height,
        })
    }

    fn scales(&self, size: PictureSize) -> Result<(f64, f64), OtherSize> {
        let across = f64::from(size.width) / f64::from(self.width);
        let down = f64::from(size.height) / f64::from(self.height);
        // One pixel of rounding is allowed along either side.
        let rounding =
            1.0 / f64::from(size.width.min(self.width)) + 1.0 / f64::from(size.height.min(self.height));
        if (across / down - 1.0).abs() > rounding {
            return Err(OtherSize { picture: size, lens: self.picture_size() });
        }
        Ok((across, down))
    }
}

impl LensFile {
    /// A lens known from elsewhere, without its uncertainty.
    pub fn from_lens(lens: Lens, rms_px: f64) -> Self {
        Self { lens, rms_px, covariance: None, camera: None, camera_id: None, date: None }
    }

    /// The same with the camera's name in its owner's words, and the day it was measured as the caller writes it.
    pub fn of_camera(self, camera: Option<String>, date: Option<String>) -> Self {
        Self { camera, date, ..self }
    }

    /// The same for the camera with this system identifier.
    pub fn known_by(self, camera_id: Option<String>) -> Self {
        Self { camera_id, ..self }
    }

    /// The camera it was measured with, where that is certainly not the camera that it is to be used for.
    pub fn of_another_than(&self, camera_id: Option<&str>) -> Option<&str> {
        let measured_with = self.camera_id.as_deref()?;
        camera_id.filter(|id| *id != measured_with).map(|_| measured_with)
    }

    /// Standard deviations of `fx fy cx cy k1 k2 p1 p2 k3`, where they are known.
    pub fn sigmas(&self) -> Option<[f64; 9]> {
        let covariance = self.covariance.as_ref()?;
        Some(std::array::from_fn(|i| covariance[i][i].max(0.0).sqrt()))
    }

    /// The same for pictures of another size; see [`Lens::scaled_to`].
    pub fn scaled_to(&self, size: PictureSize) -> Result<Self, OtherSize> {
        let (across, down) = self.lens.scales(size)?;
        let lens = self.lens.scaled_to(size)?;
        let by: [f64; 9] = [across, down, across, down, 1.0, 1.0, 1.0, 1.0, 1.0];
        let covariance = self
            .covariance
            .map(|rows| std::array::from_fn(|r| std::array::from_fn(|c| rows[r][c] * by[r] * by[c])));
        Ok(Self { lens, rms_px: self.rms_px * across, covariance, ..self.clone() })
    }

    /// Reads LENS.json.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let value = read_json(path, KIND)?;
        Self::from_fields(&Fields::of_file(path, KIND, &value)?)
    }

    pub(crate) fn from_fields(fields: &Fields<'_>) -> Result<Self, FileError> {
        let optional_text = |key: &str| if fields.has(key) { fields.text(key).map(Some) } else { Ok(None) };
        let width = fields.whole("width", 16..=20_000)?;
        let height = fields.whole("height", 16..=20_000)?;
        let (wide, high) = (f64::from(width), f64::from(height));
        let dist: [f64; 5] = fields.numbers("dist")?;
        if dist.iter().any(|term| term.abs() > 100.0) {
            return Err(fields.wrong("dist", "five distortion terms (k1 k2 p1 p2 k3) from -100 to 100"));
        }
        let covariance = if fields.has("covariance") {
            let rows: [[f64; 9]; 9] = fields.table("covariance")?;
            let lopsided = (0..9).any(|r| rows[r][r] < 0.0 || (0..r).any(|c| rows[r][c] != rows[c][r]));
            if lopsided {
                return Err(
                    fields.wrong("covariance", "a symmetric table with nothing negative on its diagonal")
                );
            }
            Some(rows)
        } else {
            None
        };
        let lens = Lens {
            fx: fields.number("fx", 1.0..=1e6)?,
            fy: fields.number("fy", 1.0..=1e6)?,
            cx: fields.number("cx", -wide..=2.0 * wide)?,
            cy: fields.number("cy", -high..=2.0 * high)?,
            dist,
            width,
            height,
        };
        if !lens.is_one_to_one() {
            return Err(fields.wrong("dist", "terms that don't fold the picture over before its corners"));
        }
        Ok(Self {
            lens,
            rms_px: fields.number("rms_px", 0.0..=1e4)?,
            covariance,
            camera: optional_text("camera")?,
            camera_id: optional_text("camera_id")?,
            date: optional_text("date")?,
        })
    }

    /// Writes LENS.json, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        Ok(write_whole(path, &to_json(self, path)?)?)
    }
}

/// The bytes of a file of ours: indented JSON with a line end.
pub(crate) fn to_json(content: &impl Serialize, path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = serde_json::to_vec_pretty(content)
        .map_err(|error| WriteError::Failed { path: path.to_owned(), reason: error.to_string() })?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lens() -> Lens {
        Lens {
            fx: 1380.1,
            fy: 1379.7,
            cx: 959.5,
            cy: 539.5,
            dist: [-0.085, 0.02, 0.0006, -0.0004, 0.0],
            width: 1920,
            height: 1080,
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("LENS.json");
        let mut file = LensFile::from_lens(lens(), 0.123_456_789);
        file.covariance =
            Some(std::array::from_fn(|r| std::array::from_fn(|c| ((r + 1) * (c + 1)) as f64 / 7.0)));
        file.camera = Some("C920".into());
        file.camera_id = Some("HD Pro Webcam C920 046d:082d A1B2C3".into());
        file.write(&path).unwrap();
        assert_eq!(LensFile::read(&path).unwrap(), file);
        let value: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        for key in ["fx", "fy", "cx", "cy", "dist", "width", "height", "rms_px"] {
            assert!(value.get(key).is_some(), "{key}");
        }
    }

    #[test]
    fn another_camera_is_told_where_both_are_known_and_nowhere_else() {
        let of = |id: Option<&str>| LensFile::from_lens(lens(), 0.2).known_by(id.map(str::to_owned));
        assert_eq!(of(Some("C920 1")).of_another_than(Some("C920 2")), Some("C920 1"));
        assert_eq!(of(Some("C920 1")).of_another_than(Some("C920 1")), None);
        assert_eq!(of(Some("C920 1")).of_another_than(None), None, "pictures may be any camera's");
        assert_eq!(of(None).of_another_than(Some("C920 2")), None);
    }

    #[test]
    fn wrong_shapes_name_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("LENS.json");
        let good = serde_json::to_value(LensFile::from_lens(lens(), 0.2)).unwrap();
        let cases = [
            ("fx", serde_json::json!("wide")),
            ("fx", serde_json::json!(0.0)),
            ("dist", serde_json::json!([0.1, 0.2])),
            ("dist", serde_json::json!([1e300, 0, 0, 0, 0])),
            // The distorted radius stops growing before the picture's corners.
            ("dist", serde_json::json!([-0.5, 0.02, 0, 0, 0])),
            ("width", serde_json::json!(-4)),
            ("height", serde_json::json!(4.5)),
            ("covariance", serde_json::json!([[1]])),
            ("rms_px", serde_json::Value::Null),
        ];
        for (key, value) in cases {
            let mut bad = good.clone();
            bad[key] = value;
            std::fs::write(&path, bad.to_string()).unwrap();
            let error = LensFile::read(&path).unwrap_err().to_string();
            assert!(error.contains("LENS.json") && error.contains(&format!("\"{key}\"")), "{error}");
        }
        for text in ["", "[1, 2]", "{", "\u{0}"] {
            std::fs::write(&path, text).unwrap();
            assert!(LensFile::read(&path).is_err(), "{text}");
        }
    }

    #[test]
    fn other_sizes_are_scaled_or_refused() {
        let size = |width, height| PictureSize { width, height };
        let half = lens().scaled_to(size(960, 540)).unwrap();
        assert_eq!((half.fx, half.cx), (1380.1 / 2.0, 479.5));
        // The same ideal ray lands at the same place of the scene.
        let ideal = nalgebra::Vector2::new(0.3, -0.2);
        let (big, small) = (lens().pixel_from_ideal(ideal), half.pixel_from_ideal(ideal));
        assert!(((big.x_px + 0.5) / 2.0 - 0.5 - small.x_px).abs() < 1e-9);
        let error = lens().scaled_to(size(1280, 960)).unwrap_err().to_string();
        assert!(error.contains("1280x960") && error.contains("1920x1080"), "{error}");
    }
}
