//! The tray for dice: a rectangle in the picture of one camera, kept with its calibration.

use crate::ipc::messages::Trouble;
use calibration::PictureSize;
use disk::write_whole;
use opencv::core::Rect;
use serde::{Deserialize, Serialize};
use std::path::Path;
use tracking::PartPx;

/// The smallest side of a tray, pixels: a few dice fit in.
const LEAST_SIDE_PX: f64 = 40.0;

/// A tray.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tray {
    /// Left, top, right and bottom, pixels.
    pub edges_px: [f64; 4],
    /// The width of the picture that it was drawn in, pixels.
    pub width_px: u32,
    /// The height of that picture, pixels.
    pub height_px: u32,
}

/// A tray as it is kept, with the camera that it belongs to.
#[derive(Serialize, Deserialize)]
struct TrayFile {
    camera: Option<String>,
    tray: Tray,
}

impl Tray {
    /// A tray as a player drew it in a picture of this size.
    ///
    /// # Errors
    /// When too little of it is in the picture.
    pub fn drawn([left, top, right, bottom]: [f64; 4], size: PictureSize) -> Result<Self, Trouble> {
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let along = |one: f64, other: f64, end: f64| (one.min(other).max(0.0), one.max(other).min(end));
        let ((left, right), (top, bottom)) = (along(left, right, width), along(top, bottom, height));
        let is_large = right - left >= LEAST_SIDE_PX && bottom - top >= LEAST_SIDE_PX;
        if !is_large {
            return Err(Trouble::new(
                "This tray is too small for dice: draw a rectangle around the place where they are thrown.",
            ));
        }
        let edges_px = [left, top, right, bottom].map(f64::round);
        Ok(Self { edges_px, width_px: size.width, height_px: size.height })
    }

    /// A tray that is the whole picture.
    pub fn whole(size: PictureSize) -> Self {
        let edges_px = [0.0, 0.0, f64::from(size.width), f64::from(size.height)];
        Self { edges_px, width_px: size.width, height_px: size.height }
    }

    /// The tray in a larger or smaller picture of the same view; `None` if the picture has other proportions.
    pub fn in_picture(&self, size: PictureSize) -> Option<Self> {
        let scale = f64::from(size.width) / f64::from(self.width_px);
        // A reduced side is rounded to whole pixels.
        let is_same_view = (scale * f64::from(self.height_px) - f64::from(size.height)).abs() <= 1.0;
        let [left, top, right, bottom] = self.edges_px.map(|edge| (scale * edge).round());
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let edges_px = [left, top, right.min(width), bottom.min(height)];
        is_same_view.then_some(Self { edges_px, width_px: size.width, height_px: size.height })
    }

    /// The tray as a rectangle of whole pixels.
    pub fn rect(&self) -> Rect {
        let [left, top, right, bottom] = self.edges_px.map(|edge| edge as i32);
        Rect::new(left, top, right - left, bottom - top)
    }

    /// The tray as the part of the picture that tracking leaves out.
    pub fn part(&self) -> PartPx {
        let [left, top, right, bottom] = self.edges_px;
        PartPx { left, top, right, bottom }
    }

    /// Whether it was drawn in pictures of this size.
    pub fn is_of(&self, size: PictureSize) -> bool {
        (self.width_px, self.height_px) == (size.width, size.height)
    }

    /// The tray that was kept in this file, if it is one of this camera.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn read(path: &Path, camera: Option<&str>) -> Result<Option<Self>, Trouble> {
        if !path.exists() {
            return Ok(None);
        }
        let read = std::fs::read(path).map_err(|error| error.to_string());
        let file = read
            .and_then(|bytes| serde_json::from_slice::<TrayFile>(&bytes).map_err(|error| error.to_string()));
        let file = file.map_err(|why| {
            Trouble::new(format!("The tray in {} can't be read: draw it again.", path.display()))
                .with_details(&why)
        })?;
        Ok((file.camera.as_deref() == camera).then_some(file.tray))
    }

    /// Keeps the tray of a camera in this file, or that it has none.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn keep(tray: Option<Self>, path: &Path, camera: Option<String>) -> Result<(), Trouble> {
        match tray {
            Some(tray) => Ok(write_whole(path, &serde_json::to_vec_pretty(&TrayFile { camera, tray })?)?),
            None if path.exists() => Ok(std::fs::remove_file(path)?),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_tray_is_drawn_from_any_corner_and_stays_in_the_picture() {
        let size = PictureSize { width: 1280, height: 720 };
        let tray = Tray::drawn([1300.0, 700.4, 1000.0, 500.0], size).unwrap();
        assert_eq!(tray.edges_px, [1000.0, 500.0, 1280.0, 700.0]);
        assert_eq!(tray.rect(), Rect::new(1000, 500, 280, 200));
        assert!(tray.is_of(size) && !tray.is_of(PictureSize { width: 640, height: 360 }));
        let half = tray.in_picture(PictureSize { width: 640, height: 360 }).unwrap();
        assert_eq!(half.edges_px, [500.0, 250.0, 640.0, 350.0]);
        assert_eq!(tray.in_picture(PictureSize { width: 640, height: 480 }), None);
        assert_eq!(Tray::whole(size).rect(), Rect::new(0, 0, 1280, 720));
        assert!(Tray::drawn([10.0, 10.0, 30.0, 300.0], size).is_err());
        assert!(Tray::drawn([f64::NAN, 10.0, 300.0, 300.0], size).is_err());

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tray.json");
        let kept = |camera: Option<&str>| Tray::read(&path, camera).unwrap();
        assert_eq!(kept(None), None);
        Tray::keep(Some(tray), &path, Some("cam".to_owned())).unwrap();
        assert_eq!((kept(Some("cam")), kept(Some("other")), kept(None)), (Some(tray), None, None));
        Tray::keep(None, &path, None).unwrap();
        assert_eq!(kept(Some("cam")), None);
    }
}
