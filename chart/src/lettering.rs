//! The typeface of the chart, Old Standard (SIL Open Font License, beside the files): widths of texts, and texts as outlines.

use kurbo::{Affine, BezPath, Shape};
use std::sync::LazyLock;
use ttf_parser::{Face as Font, OutlineBuilder};

/// The font files: regular, italic, bold.
const FILES: [&[u8]; 3] = [
    include_bytes!("../data/face/OldStandard-Regular.ttf"),
    include_bytes!("../data/face/OldStandard-Italic.ttf"),
    include_bytes!("../data/face/OldStandard-Bold.ttf"),
];

/// The same for web pages, with the letters of Western Europe only.
pub(crate) const WEB_FILES: [&[u8]; 3] = [
    include_bytes!("../data/face/OldStandard-Regular.woff2"),
    include_bytes!("../data/face/OldStandard-Italic.woff2"),
    include_bytes!("../data/face/OldStandard-Bold.woff2"),
];

/// The name of the family.
pub(crate) const FAMILY: &str = "Old Standard TT";

static FONTS: LazyLock<[Option<Font<'static>>; 3]> =
    LazyLock::new(|| FILES.map(|file| Font::parse(file, 0).ok()));

/// A face of the family. There is no bold italic: bold is upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Regular.
    Regular,
    /// Italic.
    Italic,
    /// Bold.
    Bold,
}

/// The width of a letter that the face lacks, as a share of the size.
const UNKNOWN_WIDTH: f64 = 0.6;

impl Face {
    /// The face of a weight and slant.
    pub fn of(weight: u16, italic: bool) -> Self {
        match (weight >= 600, italic) {
            (true, _) => Self::Bold,
            (false, true) => Self::Italic,
            (false, false) => Self::Regular,
        }
    }

    fn font(self) -> Option<&'static Font<'static>> {
        FONTS.get(self as usize)?.as_ref()
    }

    /// The width of a text, as a multiple of its size.
    pub fn width(self, text: &str) -> f64 {
        text.chars().map(|letter| self.advance(letter)).sum()
    }

    fn advance(self, letter: char) -> f64 {
        let advance = self.font().and_then(|font| {
            let glyph = font.glyph_index(letter)?;
            Some(f64::from(font.glyph_hor_advance(glyph)?) / f64::from(font.units_per_em()))
        });
        advance.unwrap_or(UNKNOWN_WIDTH)
    }

    /// A text as outlines of size 1, y downwards, its first letter's origin at (0, 0). `spacing` is added after each letter.
    pub(crate) fn outlines(self, text: &str, spacing: f64) -> BezPath {
        let mut all = Outlines::default();
        let Some(font) = self.font() else { return all.path };
        let scale = 1.0 / f64::from(font.units_per_em());
        let mut x = 0.0;
        for letter in text.chars() {
            if let Some(glyph) = font.glyph_index(letter) {
                all.placed = Affine::new([scale, 0.0, 0.0, -scale, x, 0.0]);
                font.outline_glyph(glyph, &mut all);
            }
            x += self.advance(letter) + spacing;
        }
        all.path
    }

    /// A text as outlines of size 1, its box centred on (0, 0): across by its letters, down by the height of capitals.
    pub(crate) fn centred(self, text: &str, spacing: f64) -> BezPath {
        let mut path = self.outlines(text, spacing);
        let around = path.bounding_box();
        path.apply_affine(Affine::translate((-(around.x0 + around.x1) / 2.0, CAP_HEIGHT / 2.0)));
        path
    }
}

/// The height of the face's capitals and figures, as a share of the size.
pub(crate) const CAP_HEIGHT: f64 = 0.68;

#[derive(Default)]
struct Outlines {
    path: BezPath,
    placed: Affine,
}

impl Outlines {
    fn at(&self, x: f32, y: f32) -> kurbo::Point {
        self.placed * kurbo::Point::new(f64::from(x), f64::from(y))
    }
}

impl OutlineBuilder for Outlines {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.at(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.at(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.at(x1, y1), self.at(x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.curve_to(self.at(x1, y1), self.at(x2, y2), self.at(x, y));
    }

    fn close(&mut self) {
        self.path.close_path();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_faces_are_readable_and_have_the_letters_of_ships_and_soundings() {
        for face in [Face::Regular, Face::Italic, Face::Bold] {
            for letter in "AZaz09½¼¾°–’·&é±×".chars() {
                assert!(!face.outlines(&letter.to_string(), 0.0).is_empty(), "{face:?} lacks {letter}");
            }
        }
        let (narrow, wide) = (Face::Regular.width("iiii"), Face::Regular.width("MMMM"));
        assert!(narrow > 0.8 && wide > 2.0 * narrow, "{narrow} {wide}");
    }
}
