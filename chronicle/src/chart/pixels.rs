//! A chart as pixels.

use super::{Chart, Ink, Mark, TablePoint, name_height_in};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

/// A picture: red, green and blue of each pixel, row by row from the north-west corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Three bytes a pixel.
    pub rgb: Vec<u8>,
}

/// Draws charts of one table at one size.
#[derive(Debug, Clone, Copy)]
pub struct Painter {
    table_in: (f64, f64),
    px_per_in: f32,
    caption_px: u32,
}

/// The strip for the caption below the chart, pixels.
const CAPTION_PX: u32 = 34;

impl Painter {
    /// Charts of a table at this width; none for a table without size.
    pub fn new(table_in: (f64, f64), width_px: u32) -> Option<Self> {
        let px_per_in = (f64::from(width_px) / table_in.0) as f32;
        let sound = px_per_in.is_finite() && px_per_in > 0.0 && table_in.1.is_finite() && table_in.1 > 0.0;
        sound.then_some(Self { table_in, px_per_in, caption_px: CAPTION_PX })
    }

    /// Draws a chart with a caption below it; none where the picture would be too large.
    pub fn paint(&self, chart: &Chart, caption: &str) -> Option<Raster> {
        let width = (self.table_in.0 * f64::from(self.px_per_in)).round() as u32;
        let chart_height = (self.table_in.1 * f64::from(self.px_per_in)).round() as u32;
        let mut sheet = Pixmap::new(width, chart_height.checked_add(self.caption_px)?)?;
        let [red, green, blue] = PAPER;
        sheet.fill(Color::from_rgba8(red, green, blue, 255));
        fill_rect(&mut sheet, (0.0, 0.0), (width as f32, chart_height as f32), SEA);
        for mark in &chart.marks {
            self.draw(&mut sheet, mark);
        }
        for mark in &chart.marks {
            if let Mark::Name { at, text, ink } = mark {
                self.name(&mut sheet, *at, text, colour(*ink));
            }
        }
        // Cover marks that extend below the southern edge into the caption.
        fill_rect(&mut sheet, (0.0, chart_height as f32), (width as f32, self.caption_px as f32), PAPER);
        fill_rect(&mut sheet, (0.0, chart_height as f32), (width as f32, 1.5), INK);
        let below = chart_height as f32 + (self.caption_px as f32 - 24.0) / 2.0;
        write(&mut sheet, (10.0, below), caption, RasterHeight::Size24, INK);
        let (width, height) = (sheet.width(), sheet.height());
        let rgb = sheet.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        Some(Raster { width, height, rgb: rgb.collect() })
    }

    fn draw(&self, sheet: &mut Pixmap, mark: &Mark) {
        match mark {
            Mark::Area { outline, ink } => {
                if let Some(path) = self.path(outline, true) {
                    fill(sheet, &path, colour(*ink));
                    stroke(sheet, &path, (0.9, Pen::Solid), SHORE);
                }
            }
            Mark::Hull { outline, ink, lost } => {
                if let Some(path) = self.path(outline, true) {
                    if !lost {
                        fill(sheet, &path, colour(*ink));
                    }
                    stroke(sheet, &path, (1.2, Pen::Solid), if *lost { colour(*ink) } else { INK });
                }
            }
            Mark::Way { points, ink, old } => {
                let pen = if *old { (1.2, Pen::Dashed(80)) } else { (1.8, Pen::Dashed(220)) };
                if let Some(path) = self.path(points, false) {
                    stroke(sheet, &path, pen, colour(*ink));
                }
            }
            Mark::Line { from, to } => {
                if let Some(path) = self.path(&[*from, *to], false) {
                    stroke(sheet, &path, (0.6, Pen::Solid), colour(Ink::Graticule));
                }
            }
            // Names are written last, above everything.
            Mark::Name { .. } => {}
        }
    }

    fn at(&self, (x, y): TablePoint) -> (f32, f32) {
        (x as f32 * self.px_per_in, (self.table_in.1 - y) as f32 * self.px_per_in)
    }

    fn path(&self, points: &[TablePoint], closed: bool) -> Option<Path> {
        let mut builder = PathBuilder::new();
        let mut points = points.iter().map(|point| self.at(*point));
        let (x, y) = points.next()?;
        builder.move_to(x, y);
        points.for_each(|(x, y)| builder.line_to(x, y));
        if closed {
            builder.close();
        }
        builder.finish()
    }

    fn name(&self, sheet: &mut Pixmap, at: TablePoint, text: &str, ink: Rgb) {
        let height = RasterHeight::Size16;
        let wide = get_raster_width(FontWeight::Regular, height) * text.chars().count();
        let (x, y) = self.at(at);
        // The place was found for this height; keep wider letters on the sheet.
        let room = sheet.width() as f32 - wide as f32;
        let left = (x - wide as f32 / 2.0).clamp(0.0, room.max(0.0));
        let over = name_height_in(self.table_in) as f32 * self.px_per_in;
        write(sheet, (left, y - over.max(16.0) / 2.0), text, height, ink);
    }
}

/// Red, green and blue.
type Rgb = [u8; 3];

const PAPER: Rgb = [246, 239, 223];
const SEA: Rgb = [224, 234, 234];
const INK: Rgb = [41, 43, 51];
const SHORE: Rgb = [115, 99, 74];
const SIDES: [Rgb; 4] = [[167, 51, 33], [27, 77, 135], [51, 107, 56], [128, 92, 20]];

fn colour(ink: Ink) -> Rgb {
    match ink {
        Ink::Graticule => [186, 201, 201],
        Ink::Land => [222, 204, 163],
        Ink::Shoal => [209, 222, 204],
        Ink::Fort => [184, 153, 128],
        Ink::Obstacle => [140, 128, 112],
        Ink::Side(side) => SIDES.get(side % SIDES.len()).copied().unwrap_or(INK),
        Ink::Wreck => [107, 107, 107],
        Ink::Words => SHORE,
    }
}

fn fill_rect(sheet: &mut Pixmap, (x, y): (f32, f32), (width, height): (f32, f32), with: Rgb) {
    if let Some(rect) = Rect::from_xywh(x, y, width, height) {
        sheet.fill_rect(rect, &paint(with, 255), Transform::identity(), None);
    }
}

fn paint([red, green, blue]: Rgb, alpha: u8) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, alpha);
    paint
}

fn fill(sheet: &mut Pixmap, path: &Path, with: Rgb) {
    sheet.fill_path(path, &paint(with, 255), FillRule::Winding, Transform::identity(), None);
}

/// A line style: solid, or dashed with this opacity (0 to 255).
enum Pen {
    Solid,
    Dashed(u8),
}

fn stroke(sheet: &mut Pixmap, path: &Path, (width, pen): (f32, Pen), with: Rgb) {
    let (dash, alpha) = match pen {
        Pen::Solid => (None, 255),
        Pen::Dashed(alpha) => (StrokeDash::new(vec![5.0, 3.5], 0.0), alpha),
    };
    let stroke =
        Stroke { width, dash, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    sheet.stroke_path(path, &paint(with, alpha), &stroke, Transform::identity(), None);
}

/// Writes a line of text; letters missing from the font are shown as “?”.
fn write(sheet: &mut Pixmap, (left, top): (f32, f32), text: &str, height: RasterHeight, ink: Rgb) {
    let letter = |letter| {
        get_raster(letter, FontWeight::Regular, height)
            .or_else(|| get_raster('?', FontWeight::Regular, height))
    };
    let mut x = left.round() as i64;
    for glyph in text.chars().filter_map(letter) {
        for (row, line) in glyph.rows().enumerate() {
            for (column, cover) in line.iter().enumerate().filter(|(_, cover)| **cover > 0) {
                let at = (x + column as i64, top.round() as i64 + row as i64);
                blend(sheet, at, ink, f32::from(*cover) / 255.0);
            }
        }
        x += glyph.width() as i64;
    }
}

/// Blends a colour over a pixel, if it is on the sheet.
fn blend(sheet: &mut Pixmap, (x, y): (i64, i64), ink: Rgb, cover: f32) {
    let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
    if x >= sheet.width() || y >= sheet.height() {
        return;
    }
    let at = (y * sheet.width() + x) as usize;
    if let Some(pixel) = sheet.pixels_mut().get_mut(at) {
        let mix = |under: u8, over: u8| {
            (f32::from(under) * (1.0 - cover) + f32::from(over) * cover).round().clamp(0.0, 255.0) as u8
        };
        let [red, green, blue] = ink;
        let (red, green, blue) = (mix(pixel.red(), red), mix(pixel.green(), green), mix(pixel.blue(), blue));
        *pixel = tiny_skia::ColorU8::from_rgba(red, green, blue, 255).premultiply();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_its_sea_its_hulls_and_its_caption() {
        let hull = Mark::Hull {
            outline: vec![(29.0, 17.0), (31.0, 17.0), (31.0, 19.0), (29.0, 19.0)],
            ink: Ink::Side(1),
            lost: false,
        };
        let chart = Chart { table_in: (60.0, 36.0), title: String::new(), marks: vec![hull] };
        let painter = Painter::new(chart.table_in, 600).unwrap();
        let picture = painter.paint(&chart, "Turn 1").unwrap();
        assert_eq!((picture.width, picture.height), (600, 360 + CAPTION_PX));
        let pixel = |x: usize, y: usize| &picture.rgb[(y * 600 + x) * 3..][..3];
        assert_eq!(pixel(300, 180), [27, 77, 135]);
        assert_eq!(pixel(100, 100), [224, 234, 234]);
        let caption = &picture.rgb[362 * 600 * 3..];
        assert!(caption.chunks(3).any(|pixel| pixel[0] < 60), "nothing is written below the chart");
        assert_ne!(picture, painter.paint(&chart, "Turn 2").unwrap());
    }

    #[test]
    fn a_table_without_size_is_not_drawn() {
        assert!(Painter::new((0.0, 36.0), 600).is_none() && Painter::new((60.0, f64::NAN), 600).is_none());
    }
}
