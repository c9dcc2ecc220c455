//! A display list as pixels.

use super::strokes::{Stroked, rgb, strokes};
use super::{FileError, Part, plane_px};
use crate::display_list::DisplayList;
use kurbo::{BezPath, PathEl};
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

/// A picture: red, green and blue of each pixel, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Three bytes a pixel.
    pub rgb: Vec<u8>,
}

/// The display list as PNG.
///
/// # Errors
/// When the list has no plane, or the picture would be too large.
pub fn png(list: &DisplayList, px_per_unit: f64) -> Result<Vec<u8>, FileError> {
    let sheet = painted(list, px_per_unit, Part::All)?;
    sheet.encode_png().map_err(|fault| FileError::Refused { reason: fault.to_string() })
}

/// A painted sheet with its terrain, on which the moments of a battle are painted one by one.
#[derive(Debug, Clone)]
pub struct Sheet {
    painted: Pixmap,
    px_per_unit: f64,
}

impl Sheet {
    /// Paints the sheet of a drawing.
    ///
    /// # Errors
    /// When the list has no plane, or the picture would be too large.
    pub fn of(list: &DisplayList, px_per_unit: f64) -> Result<Self, FileError> {
        Ok(Self { painted: painted(list, px_per_unit, Part::Still)?, px_per_unit })
    }

    /// The sheet with everything that moves in another drawing of the same table.
    ///
    /// # Errors
    /// When the list has no plane.
    pub fn with(&self, list: &DisplayList) -> Result<Raster, FileError> {
        let (plane, _) = plane_px(list, self.px_per_unit)?;
        let mut sheet = self.painted.clone();
        strokes(list, plane, self.px_per_unit, Part::Moving).for_each(|stroked| paint(&mut sheet, &stroked));
        let rgb = sheet.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        Ok(Raster { width: sheet.width(), height: sheet.height(), rgb: rgb.collect() })
    }
}

/// More pixels than this would take more memory than a chart is worth.
const MOST_PIXELS: u64 = 200_000_000;

fn painted(list: &DisplayList, px_per_unit: f64, part: Part) -> Result<Pixmap, FileError> {
    let (plane, (width, height)) = plane_px(list, px_per_unit)?;
    let too_large = FileError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut sheet = Pixmap::new(width, height).ok_or(too_large)?;
    strokes(list, plane, px_per_unit, part).for_each(|stroked| paint(&mut sheet, &stroked));
    Ok(sheet)
}

fn paint(sheet: &mut Pixmap, Stroked { path, style }: &Stroked<'_>) {
    let Some(path) = skia_path(path) else { return };
    if let Some(colour) = &style.fill {
        let ink = ink(colour, style.fill_opacity);
        sheet.fill_path(&path, &ink, FillRule::Winding, Transform::identity(), None);
    }
    if let Some(colour) = &style.line {
        let dash = style.dash_px.iter().map(|length| *length as f32).collect();
        let stroke = Stroke {
            width: style.width_px as f32,
            line_join: LineJoin::Round,
            dash: StrokeDash::new(dash, 0.0),
            ..Stroke::default()
        };
        sheet.stroke_path(&path, &ink(colour, style.line_opacity), &stroke, Transform::identity(), None);
    }
}

fn ink(colour: &str, opacity: f64) -> Paint<'static> {
    let [red, green, blue] = rgb(colour);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

fn skia_path(path: &BezPath) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let at = |point: kurbo::Point| (point.x as f32, point.y as f32);
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(point) => builder.move_to(at(point).0, at(point).1),
            PathEl::LineTo(point) => builder.line_to(at(point).0, at(point).1),
            PathEl::QuadTo(by, point) => builder.quad_to(at(by).0, at(by).1, at(point).0, at(point).1),
            PathEl::CurveTo(by, then, point) => {
                builder.cubic_to(at(by).0, at(by).1, at(then).0, at(then).1, at(point).0, at(point).1);
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}
