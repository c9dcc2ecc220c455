//! Digits on the faces of a die: typefaces, marks of six and nine, and their masks.

use opencv::core::{CV_8UC1, Mat, Point, Rect, Scalar, Size, Vector};
use opencv::prelude::*;
use opencv::{core, imgproc};
use serde::{Deserialize, Serialize};
use ttf_parser::{Face as Font, OutlineBuilder};

/// The shape of a die with numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DieShape {
    /// A cube: 1 to 6.
    D6,
    /// An octahedron: 1 to 8.
    D8,
    /// A pentagonal trapezohedron: 0 to 9.
    D10,
    /// The same with 00, 10 to 90.
    Tens,
    /// An icosahedron: 1 to 20.
    D20,
}

/// The digits of a die; their colour and depth are those of pips.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct NumberLook {
    /// The die's shape.
    pub shape: DieShape,
    /// Their typeface.
    pub typeface: Typeface,
    /// Their height in the diameter of the largest circle on the face.
    pub height: f64,
    /// The width of their strokes, 0 to 1.
    pub weight: f64,
    /// Their width against the typeface's own.
    pub width: f64,
    /// How a six and a nine are told apart.
    pub mark: NumberMark,
    /// Do they stand on their head?
    pub flipped: bool,
}

/// A typeface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Typeface {
    /// Single strokes.
    Plain,
    /// Double strokes without serifs.
    Bold,
    /// Strokes with serifs.
    Serif,
    /// Threefold strokes with serifs.
    BoldSerif,
    /// The same, slanted.
    Italic,
    /// Old Standard, the chart's typeface.
    OldStandard,
    /// Old Standard, bold.
    OldStandardBold,
}

impl Typeface {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Plain,
        Self::Bold,
        Self::Serif,
        Self::BoldSerif,
        Self::Italic,
        Self::OldStandard,
        Self::OldStandardBold,
    ];
}

/// How a six and a nine are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumberMark {
    /// A line below.
    Bar,
    /// A dot at the lower right.
    Dot,
}

/// The width and height of a mask, pixels.
const MASK_PX: i32 = 96;
/// The height of digits in it, pixels.
const DIGIT_PX: f64 = 48.0;
/// The widest number in it, pixels.
const WIDEST_PX: f64 = 60.0;
/// Digits are drawn this large first, pixels.
const LARGE_PX: i32 = 480;

/// Where the ink is on a face.
pub(super) struct Mask {
    codes: Vec<u8>,
    /// The mask's pixels for a length of one.
    per_length: f32,
    flipped: bool,
}

impl Mask {
    /// The mask of a value on a face whose nearest edge is `inner` from its middle.
    pub(super) fn new(look: &NumberLook, value: u8, inner: f32) -> opencv::Result<Self> {
        let label =
            if look.shape == DieShape::Tens && value == 0 { "00".to_owned() } else { value.to_string() };
        let large = drawn(look, &label)?;
        let mut places = Mat::default();
        core::find_non_zero(&large, &mut places)?;
        let bounds = imgproc::bounding_rect(&places)?;
        let shape = look.width * f64::from(bounds.width) / f64::from(bounds.height.max(1));
        let height = DIGIT_PX.min(WIDEST_PX / shape);
        let (wide, high) = ((height * shape).round().max(1.0) as i32, height.round().max(1.0) as i32);
        let mut small = Mat::default();
        let part = Mat::roi(&large, bounds)?;
        imgproc::resize(&part, &mut small, Size::new(wide, high), 0.0, 0.0, imgproc::INTER_AREA)?;
        let mut mask = Mat::zeros(MASK_PX, MASK_PX, CV_8UC1)?.to_mat()?;
        let (left, top) = ((MASK_PX - wide) / 2, (MASK_PX - high) / 2);
        small.copy_to(&mut Mat::roi_mut(&mut mask, Rect::new(left, top, wide, high))?)?;
        // Only a D10 has to tell them apart by a mark alone; the others are marked as well.
        if matches!(value, 6 | 9) {
            let (bottom, white) = (top + high, Scalar::all(255.0));
            let thick = 4 + (3.0 * look.weight) as i32;
            let (rect, dot) = (
                Rect::new(left, bottom + 5, wide, thick),
                Point::new(left + wide + thick, bottom - thick / 2),
            );
            match look.mark {
                NumberMark::Bar => {
                    imgproc::rectangle(&mut mask, rect, white, imgproc::FILLED, imgproc::LINE_8, 0)?
                }
                NumberMark::Dot => {
                    imgproc::circle(&mut mask, dot, thick, white, imgproc::FILLED, imgproc::LINE_8, 0)?
                }
            }
        }
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(&mask, &mut soft, Size::new(0, 0), 0.8)?;
        let per_length = DIGIT_PX as f32 / (2.0 * inner * look.height as f32);
        Ok(Self { codes: soft.data_bytes()?.to_vec(), per_length, flipped: look.flipped })
    }

    /// The ink at a place of the face, to the right and up from its middle: its share, and how it changes to the right and up.
    pub(super) fn at(&self, right: f32, up: f32) -> (f32, f32, f32) {
        let sign = if self.flipped { -1.0 } else { 1.0 };
        let half = 0.5 * MASK_PX as f32;
        let (x, y) = (half + sign * right * self.per_length, half - sign * up * self.per_length);
        let ink = |x: f32, y: f32| {
            let (column, row) = (x.floor(), y.floor());
            let code = |column: f32, row: f32| {
                let inside = (0.0..MASK_PX as f32).contains(&column) && (0.0..MASK_PX as f32).contains(&row);
                let at = if inside { row as usize * MASK_PX as usize + column as usize } else { usize::MAX };
                self.codes.get(at).map_or(0.0, |code| f32::from(*code) / 255.0)
            };
            let (dx, dy) = (x - column, y - row);
            (code(column, row) * (1.0 - dx) + code(column + 1.0, row) * dx) * (1.0 - dy)
                + (code(column, row + 1.0) * (1.0 - dx) + code(column + 1.0, row + 1.0) * dx) * dy
        };
        let slope = |ahead: f32, back: f32| sign * 0.5 * (ahead - back);
        (ink(x, y), slope(ink(x + 1.0, y), ink(x - 1.0, y)), slope(ink(x, y - 1.0), ink(x, y + 1.0)))
    }
}

/// A number drawn large, white on black.
fn drawn(look: &NumberLook, label: &str) -> opencv::Result<Mat> {
    let mut large = Mat::zeros(LARGE_PX, 2 * LARGE_PX, CV_8UC1)?.to_mat()?;
    let white = Scalar::all(255.0);
    let (hershey, thick) = match look.typeface {
        Typeface::Plain => (imgproc::FONT_HERSHEY_SIMPLEX, 14.0 + 50.0 * look.weight),
        Typeface::Bold => (imgproc::FONT_HERSHEY_DUPLEX, 14.0 + 40.0 * look.weight),
        Typeface::Serif => (imgproc::FONT_HERSHEY_COMPLEX, 8.0 + 36.0 * look.weight),
        Typeface::BoldSerif => (imgproc::FONT_HERSHEY_TRIPLEX, 6.0 + 30.0 * look.weight),
        Typeface::Italic => (imgproc::FONT_HERSHEY_TRIPLEX | imgproc::FONT_ITALIC, 6.0 + 30.0 * look.weight),
        Typeface::OldStandard => {
            return outlined(
                large,
                label,
                include_bytes!("../../../chart/data/face/OldStandard-Regular.ttf"),
                look.weight,
            );
        }
        Typeface::OldStandardBold => {
            return outlined(
                large,
                label,
                include_bytes!("../../../chart/data/face/OldStandard-Bold.ttf"),
                look.weight,
            );
        }
    };
    let at = Point::new(60, LARGE_PX - 100);
    imgproc::put_text(&mut large, label, at, hershey, 12.0, white, thick as i32, imgproc::LINE_8, false)?;
    Ok(large)
}

/// A number by a typeface's outlines, its strokes made wider by `weight`.
fn outlined(mut large: Mat, label: &str, font: &[u8], weight: f64) -> opencv::Result<Mat> {
    let font = Font::parse(font, 0).map_err(|_| opencv::Error::new(0, "the typeface can't be read"))?;
    let scale = 0.6 * LARGE_PX as f32 / f32::from(font.units_per_em()) * 1.2;
    let mut left = 60.0;
    let mut contours: Vector<Vector<Point>> = Vector::new();
    for glyph in label.chars().filter_map(|digit| font.glyph_index(digit)) {
        let mut outline = Contours { left, scale, contours: Vec::new() };
        let _ = font.outline_glyph(glyph, &mut outline);
        contours.extend(outline.contours.into_iter().map(Vector::from_iter));
        left += scale * f32::from(font.glyph_hor_advance(glyph).unwrap_or(500));
    }
    imgproc::fill_poly_def(&mut large, &contours, Scalar::all(255.0))?;
    let wider = 1 + 2 * (8.0 * weight) as i32;
    let round = imgproc::get_structuring_element_def(imgproc::MORPH_ELLIPSE, Size::new(wider, wider))?;
    let mut bold = Mat::default();
    imgproc::dilate_def(&large, &mut bold, &round)?;
    Ok(bold)
}

/// A glyph's contours as polygons.
struct Contours {
    left: f32,
    scale: f32,
    contours: Vec<Vec<Point>>,
}

impl Contours {
    fn to(&mut self, x: f32, y: f32) {
        let (x, y) = (self.left + self.scale * x, LARGE_PX as f32 - 100.0 - self.scale * y);
        if let Some(contour) = self.contours.last_mut() {
            contour.push(Point::new(x.round() as i32, y.round() as i32));
        }
    }

    fn last(&self) -> (f32, f32) {
        let last = self.contours.last().and_then(|contour| contour.last()).copied().unwrap_or_default();
        ((last.x as f32 - self.left) / self.scale, (LARGE_PX as f32 - 100.0 - last.y as f32) / self.scale)
    }
}

impl OutlineBuilder for Contours {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(Vec::new());
        self.to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x0, y0) = self.last();
        let third = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
        self.curve_to(third(x0, x1), third(y0, y1), third(x, x1), third(y, y1), x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (x0, y0) = self.last();
        for step in 1..=10 {
            let (t, rest) = (step as f32 / 10.0, 1.0 - step as f32 / 10.0);
            let at = |a: f32, b: f32, c: f32, d: f32| {
                rest * rest * rest * a + 3.0 * rest * rest * t * b + 3.0 * rest * t * t * c + t * t * t * d
            };
            self.to(at(x0, x1, x2, x), at(y0, y1, y2, y));
        }
    }

    fn close(&mut self) {}
}
