//! Sheets to print in their true size. A page is first laid out as plain rectangles, lines and words in points (1/72 in,
//! from the bottom left), and only then written as PDF, so that its sizes can be tested.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

/// Points an inch.
pub const PT: f64 = 72.0;
/// Points a centimetre.
const PT_CM: f64 = 72.0 / 2.54;

/// The paper in the printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// 8.5 x 11 in.
    Letter,
    /// 210 x 297 mm.
    A4,
}

impl Paper {
    /// Width and height upright, points.
    pub fn size_pt(self) -> (f64, f64) {
        match self {
            Self::Letter => (8.5 * PT, 11.0 * PT),
            Self::A4 => (21.0 * PT_CM, 29.7 * PT_CM),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Letter => "Letter",
            Self::A4 => "A4",
        }
    }
}

/// A rectangle, points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    /// Its left edge.
    pub x: f64,
    /// Its lower edge.
    pub y: f64,
    /// Across.
    pub width: f64,
    /// Up.
    pub height: f64,
}

/// What is drawn, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Black rectangles, filled as one so that no seams show between them.
    Black(Vec<Block>),
    /// A thin grey line.
    Line {
        /// One end.
        from: (f64, f64),
        /// The other.
        to: (f64, f64),
    },
    /// A thin black line through all of these.
    Path(Vec<(f64, f64)>),
    /// Words, their left end at `at`.
    Words {
        /// The left end of their line.
        at: (f64, f64),
        /// How high the type is.
        size: f64,
        /// They.
        words: String,
    },
}

/// One page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Across, points.
    pub width: f64,
    /// Up, points.
    pub height: f64,
    /// What is on it.
    pub shapes: Vec<Shape>,
}

/// Words with their left end at `at`.
pub fn words(at: (f64, f64), size: f64, words: impl Into<String>) -> Shape {
    Shape::Words { at, size, words: words.into() }
}

/// Four lines round a rectangle: where to cut.
pub fn outline(area: Block) -> impl Iterator<Item = Shape> {
    let Block { x, y, width, height } = area;
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
    (0..4).map(move |side| Shape::Line { from: corners[side], to: corners[(side + 1) % 4] })
}

/// A ruler of six inches and one of fifteen centimetres, with what to do with them; `at` is the left end of the
/// inches.
pub fn ruler((x, y): (f64, f64)) -> Vec<Shape> {
    let mut shapes = vec![
        words(
            (x, y + 34.0),
            8.0,
            "Print at 100 % (\"actual size\", not \"fit to page\"), then lay a real ruler along these:",
        ),
        words(
            (x, y + 24.0),
            8.0,
            "if 6 in are not 6 in, or 15 cm not 15 cm, the printer changed the size: print again, or type the true sizes.",
        ),
    ];
    let mut scale = |count: u32, step: f64, unit: &str, base: f64, up: f64, small: u32| {
        let end = f64::from(count) * step;
        shapes.push(Shape::Line { from: (x, base), to: (x + end, base) });
        for tick in 0..=count * small {
            let at = x + f64::from(tick) * step / f64::from(small);
            let length = match (tick % small, small.is_multiple_of(2) && tick % (small / 2) == 0) {
                (0, _) => 10.0,
                (_, true) => 7.0,
                (_, false) => 4.0,
            };
            shapes.push(Shape::Line { from: (at, base), to: (at, base + up * length) });
        }
        for number in 0..=count {
            let at = x + f64::from(number) * step + 2.0;
            let label = if number == count { format!("{number} {unit}") } else { number.to_string() };
            shapes.push(words((at, base + up * 15.0 - 3.0), 7.0, label));
        }
    };
    scale(6, PT, "in", y, 1.0, 8);
    scale(15, PT_CM, "cm", y - 6.0, -1.0, 10);
    shapes
}

/// The pages as a PDF file.
pub fn write_pdf(pages: &[Page]) -> Vec<u8> {
    let font = Name(b"F1");
    let (catalog, tree, face) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let page_ref = |index: usize| Ref::new(4 + 2 * index as i32);
    let content_ref = |index: usize| Ref::new(5 + 2 * index as i32);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids((0..pages.len()).map(page_ref)).count(pages.len() as i32);
    pdf.type1_font(face).base_font(Name(b"Helvetica")).encoding_predefined(Name(b"WinAnsiEncoding"));
    for (index, page) in pages.iter().enumerate() {
        let mut written = pdf.page(page_ref(index));
        written.media_box(Rect::new(0.0, 0.0, page.width as f32, page.height as f32));
        written.parent(tree);
        written.contents(content_ref(index));
        written.resources().fonts().pair(font, face);
        written.finish();
        let mut content = Content::new();
        content.set_line_width(0.5);
        for shape in &page.shapes {
            draw(&mut content, font, shape);
        }
        pdf.stream(content_ref(index), &content.finish());
    }
    pdf.finish()
}

fn draw(content: &mut Content, font: Name<'_>, shape: &Shape) {
    match shape {
        Shape::Black(boxes) => {
            content.set_fill_gray(0.0);
            for area in boxes {
                content.rect(area.x as f32, area.y as f32, area.width as f32, area.height as f32);
            }
            content.fill_nonzero();
        }
        Shape::Line { from, to } => {
            content.set_stroke_gray(0.6);
            content.move_to(from.0 as f32, from.1 as f32);
            content.line_to(to.0 as f32, to.1 as f32);
            content.stroke();
        }
        Shape::Path(points) => {
            content.set_stroke_gray(0.0);
            for (index, (x, y)) in points.iter().enumerate() {
                if index == 0 {
                    content.move_to(*x as f32, *y as f32);
                } else {
                    content.line_to(*x as f32, *y as f32);
                }
            }
            content.stroke();
        }
        Shape::Words { at, size, words } => {
            content.set_fill_gray(0.2);
            content.begin_text();
            content.set_font(font, *size as f32);
            content.next_line(at.0 as f32, at.1 as f32);
            content.show(Str(&latin(words)));
            content.end_text();
        }
    }
}

/// Words in the one encoding that the built-in type knows; what it has no letter for becomes a question mark.
fn latin(words: &str) -> Vec<u8> {
    let letter = |letter: char| match letter {
        '\u{2018}' | '\u{2019}' => b'\'',
        '\u{201c}' | '\u{201d}' => b'"',
        '\u{2013}' | '\u{2014}' => b'-',
        _ => u8::try_from(u32::from(letter)).unwrap_or(b'?'),
    };
    words.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ruler_has_its_true_length() {
        let lines: Vec<_> = ruler((100.0, 100.0))
            .into_iter()
            .filter_map(|shape| match shape {
                Shape::Line { from, to } if from.1 == to.1 => Some(to.0 - from.0),
                _ => None,
            })
            .collect();
        assert_eq!(lines.len(), 2);
        assert!((lines[0] - 6.0 * 72.0).abs() < 1e-9);
        assert!((lines[1] - 15.0 / 2.54 * 72.0).abs() < 1e-9);
    }

    #[test]
    fn letters_that_the_type_has_are_kept() {
        assert_eq!(latin("Merrimack\u{2019}s \u{e9}lan, 6\u{2033}"), b"Merrimack's \xe9lan, 6?");
    }
}
