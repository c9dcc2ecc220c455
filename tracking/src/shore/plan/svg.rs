//! Closed outlines from an SVG drawing: its `polygon`, `rect` and `path` elements, with every `transform`
//! around them.
//!
//! `id` is the name; `data-is`, `data-depth-ft`, `data-height-in` and `data-blocks-sight` give the other
//! properties. The y axis of SVG points down; the outlines are converted to y north. Style sheets, `use` and
//! nested frames are ignored.
//!
//! The XML is read as a stream, and entities declared in the file are not expanded: time and memory depend
//! only on the file's length. `usvg` 0.49 could read all of it, but it drops the `data-` attributes and
//! everything that is not painted, and rounds coordinates to `f32`; this module uses the parsers that `usvg`
//! is built on.

use crate::shore::error::PlanError;
use crate::shore::plan::{Plan, PlanPiece, kind_of};
use geometry::{Point, TerrainKind};
use kurbo::{Affine, CubicBez, ParamCurve, QuadBez};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;
use svgtypes::{Length, LengthUnit, NumberListParser, SimplePathSegment, SimplifyingPathParser, Transform};

/// Number of straight sides for a curve.
const CURVE_SIDES: usize = 12;

/// Reads the closed outlines of an SVG text.
pub(crate) fn read(text: &str) -> Result<Plan, PlanError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut frame = None;
    let mut pieces = Vec::new();
    // For each open element: the transform from its units to the drawing's.
    let mut open: Vec<Affine> = Vec::new();
    loop {
        let event = reader.read_event().map_err(|error| not_svg(text, reader.error_position(), &error))?;
        match event {
            Event::Start(tag) => {
                let element = Element { tag: &tag, text, position: reader.buffer_position() };
                if open.is_empty() {
                    frame = element.frame()?;
                }
                let outer = open.last().copied().unwrap_or_default();
                open.push(element.read(outer, &mut pieces)?);
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Eof if open.is_empty() => break,
            Event::Eof => return Err(cut_short()),
            _ => {}
        }
    }
    let lowest = pieces.iter().flat_map(|piece| &piece.outline).map(|p| p.y_in).fold(0.0, f64::max);
    let [left, top, width, height] = frame.unwrap_or([0.0, 0.0, 0.0, lowest]);
    for corner in pieces.iter_mut().flat_map(|piece| &mut piece.outline) {
        *corner = Point::new(corner.x_in - left, top + height - corner.y_in);
    }
    Plan::of(pieces, frame.map(|_| (width, height)))
}

fn cut_short() -> PlanError {
    PlanError::NotAPlan { reason: "the drawing is cut short".into() }
}

/// An XML error, with its line.
fn not_svg(text: &str, position: u64, error: &quick_xml::Error) -> PlanError {
    if matches!(error, quick_xml::Error::Syntax(_)) {
        // These errors mean that a part is not closed.
        return cut_short();
    }
    let line = text.bytes().zip(0..position).filter(|(byte, _)| *byte == b'\n').count() + 1;
    PlanError::NotAPlan { reason: format!("line {line}: {error}") }
}

/// An opening tag.
struct Element<'a> {
    tag: &'a BytesStart<'a>,
    /// The whole drawing, and the position read so far.
    text: &'a str,
    position: u64,
}

impl Element<'_> {
    fn attribute(&self, name: &str) -> Result<Option<Cow<'_, str>>, PlanError> {
        let value = self.tag.try_get_attribute(name).map_err(quick_xml::Error::from).and_then(|found| {
            found.map(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0)).transpose()
        });
        value.map_err(|error| not_svg(self.text, self.position, &error))
    }

    /// The drawing's frame: left, top, width, height, in its user units.
    fn frame(&self) -> Result<Option<[f64; 4]>, PlanError> {
        if let Some(view) = self.attribute("viewBox")? {
            return Ok(numbers(&view).and_then(|numbers| numbers.try_into().ok()));
        }
        let side = |name| Ok(self.attribute(name)?.and_then(|word| user_units(&word)));
        Ok(side("width")?.zip(side("height")?).map(|(width, height)| [0.0, 0.0, width, height]))
    }

    /// Adds the pieces that this element draws; returns the transform for the element and its content.
    fn read(&self, outer: Affine, pieces: &mut Vec<PlanPiece>) -> Result<Affine, PlanError> {
        let called = match self.attribute("id")? {
            Some(id) => id.into_owned(),
            None => format!("Piece {}", pieces.len() + 1),
        };
        let bad = |what: &str| PlanError::BadPiece { piece: called.clone(), what: what.to_owned() };
        let moved = match self.attribute("transform")? {
            Some(words) => {
                let Transform { a, b, c, d, e, f } =
                    words.parse().map_err(|_| bad("has a \"transform\" that can't be read"))?;
                outer * Affine::new([a, b, c, d, e, f])
            }
            None => outer,
        };
        let outlines = self
            .outlines()?
            .ok_or_else(|| bad("has a side that can't be read: use straight lines, arcs or Bézier curves"))?;
        for outline in outlines {
            let corner = |corner: kurbo::Point| {
                let kurbo::Point { x, y } = moved * corner;
                Point::new(x, y)
            };
            let mut piece = PlanPiece::land(called.clone(), outline.into_iter().map(corner).collect());
            let number = |key| Ok(self.attribute(key)?.and_then(|word| word.trim().parse::<f64>().ok()));
            if let Some(is) = self.attribute("data-is")? {
                piece.kind = kind_of(&is, number("data-depth-ft")?).map_err(|what| bad(&what))?;
            }
            piece.height_in = number("data-height-in")?.unwrap_or(0.0);
            piece.blocks_sight = piece.kind == TerrainKind::Fort
                || self.attribute("data-blocks-sight")?.as_deref() == Some("true");
            pieces.push(piece);
        }
        Ok(moved)
    }

    /// The outlines of this element alone, in its own units; inner `None` if they cannot be read.
    fn outlines(&self) -> Result<Option<Vec<Vec<kurbo::Point>>>, PlanError> {
        let words = |name| Ok(self.attribute(name)?.unwrap_or_default());
        Ok(match self.tag.local_name().as_ref() {
            "polygon" => points(&words("points")?).map(|outline| vec![outline]),
            "path" => path(&words("d")?),
            "rect" => {
                let length = |name| Ok(self.attribute(name)?.map_or(Some(0.0), |word| user_units(&word)));
                let corner = length("x")?.zip(length("y")?);
                let size = length("width")?.zip(length("height")?);
                corner.zip(size).map(|((x, y), (width, height))| {
                    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
                    vec![corners.map(kurbo::Point::from).to_vec()]
                })
            }
            _ => Some(Vec::new()),
        })
    }
}

/// A length in user units (CSS pixels); none for other units, whose size the drawing does not define.
fn user_units(word: &str) -> Option<f64> {
    let length: Length = word.trim().parse().ok()?;
    matches!(length.unit, LengthUnit::None | LengthUnit::Px).then_some(length.number)
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    NumberListParser::from(text).collect::<Result<_, _>>().ok()
}

fn points(text: &str) -> Option<Vec<kurbo::Point>> {
    let numbers = numbers(text)?;
    let (pairs, odd) = numbers.as_chunks::<2>();
    odd.is_empty().then(|| pairs.iter().map(|&[x, y]| kurbo::Point::new(x, y)).collect())
}

/// The outlines of a path's data (SVG 1.1, 8.3), with curves and arcs as straight sides.
fn path(data: &str) -> Option<Vec<Vec<kurbo::Point>>> {
    let mut outlines = Vec::new();
    let mut line: Vec<kurbo::Point> = Vec::new();
    // Filled paths are closed implicitly; a path of two corners is not a piece.
    let end = |line: Vec<kurbo::Point>| (line.len() > 2).then_some(line);
    for segment in SimplifyingPathParser::from(data) {
        let here = <(f64, f64)>::from(line.last().copied().unwrap_or_default());
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => {
                outlines.extend(end(std::mem::replace(&mut line, vec![(x, y).into()])));
            }
            SimplePathSegment::LineTo { x, y } => line.push((x, y).into()),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                line.extend(sides(&CubicBez::new(here, (x1, y1), (x2, y2), (x, y))));
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                line.extend(sides(&QuadBez::new(here, (x1, y1), (x, y))));
            }
            SimplePathSegment::ClosePath => outlines.push(std::mem::take(&mut line)),
        }
    }
    outlines.extend(end(line));
    Some(outlines)
}

/// The end points of the straight sides of a curve.
fn sides(curve: &impl ParamCurve) -> impl Iterator<Item = kurbo::Point> {
    (1..=CURVE_SIDES).map(|side| curve.eval(side as f64 / CURVE_SIDES as f64))
}

#[cfg(test)]
mod tests {
    use crate::shore::{Plan, PlanScaling};
    use geometry::{Point, TerrainKind};

    #[test]
    fn a_drawing_is_read_with_north_up() {
        let text = r#"<?xml version="1.0"?><!-- <polygon points="0,0 1,1 2,0"/> -->
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 360"><g id="layer">
            <polygon id="South bank" data-is="land" data-height-in="0.4" points="0,360 600,360 300,300"/>
            <path id="Bar" data-is="shoal" data-depth-ft="9" d="m100,100 h50v40l-50 0z M 200 200 C 220,180 240,180 260,200 z"/>
            <rect id="Fort" data-is="fort" x="10" y="10" width="20" height="10"/></g></svg>"#;
        let ghosts = Plan::parse(text).unwrap().ghosts(PlanScaling::Sides, (60.0, 36.0)).unwrap();
        let outline = |at: usize| &ghosts[at].terrain.outline;
        assert_eq!(ghosts.len(), 4);
        assert_eq!(*outline(0), [(0.0, 0.0), (60.0, 0.0), (30.0, 6.0)].map(|(x, y)| Point::new(x, y)));
        assert_eq!(
            *outline(1),
            [(10.0, 26.0), (15.0, 26.0), (15.0, 22.0), (10.0, 22.0)].map(|(x, y)| Point::new(x, y))
        );
        assert_eq!(ghosts[1].terrain.kind, TerrainKind::Shoal { depth_ft: 9.0 });
        let top = outline(2).iter().map(|p| p.y_in).fold(0.0, f64::max);
        assert!((top - 17.5).abs() < 1e-9, "a cubic's top is three quarters of its handles' height: {top}");
        assert!(ghosts[3].terrain.blocks_sight);
    }

    /// The corners of a drawing's pieces, in its own units, y down.
    fn corners(inner: &str) -> Vec<Vec<(f64, f64)>> {
        let plan = Plan::parse(&format!("<svg viewBox=\"0 0 100 100\">{inner}</svg>")).unwrap();
        let corners = |outline: &[Point]| outline.iter().map(|p| (p.x_in, 100.0 - p.y_in)).collect();
        plan.pieces.iter().map(|piece| corners(&piece.outline)).collect()
    }

    #[test]
    fn transforms_move_all_that_is_in_them() {
        let moved = corners(
            r#"<g transform="translate(10 20)"><g transform="scale(2)"><rect width="3" height="4"/></g>
               <polygon transform="rotate(90)" points="0,0 5,0 5,5"/></g><rect width="1" height="1"/>"#,
        );
        let near = |a: &[(f64, f64)], b: &[(f64, f64)]| {
            assert_eq!(a.len(), b.len());
            assert!(a.iter().zip(b).all(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-9), "{a:?}, {b:?}");
        };
        near(&moved[0], &[(10.0, 20.0), (16.0, 20.0), (16.0, 28.0), (10.0, 28.0)]);
        near(&moved[1], &[(10.0, 20.0), (10.0, 25.0), (5.0, 25.0)]);
        near(&moved[2], &[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
    }

    #[test]
    fn arcs_bow_as_they_are_drawn() {
        let round = corners(r#"<path d="M20 50 A30 30 0 0 1 80 50 A30 30 0 0 1 20 50 Z"/>"#).remove(0);
        assert!(round.len() > 40);
        // Arcs are drawn as cubic curves, with an error below a thousandth of the radius.
        assert!(round.iter().all(|(x, y)| ((x - 50.0).hypot(y - 50.0) - 30.0).abs() < 0.03), "{round:?}");
    }

    #[test]
    fn all_lines_of_a_path_are_outlines() {
        let both = corners(r#"<path d="M0 0 10 0 10 10 M50 50 60 50 60 60 M1 1 2 2"/>"#);
        assert_eq!(
            both,
            [[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], [(50.0, 50.0), (60.0, 50.0), (60.0, 60.0)]]
        );
    }

    #[test]
    fn xml_is_read_as_xml() {
        let text = r#"<!DOCTYPE svg PUBLIC "x" "y" [ <!ENTITY ns "http://www.w3.org/2000/svg"> ]>
            <s:svg xmlns:s="&ns;" viewBox="0 0 9 9"><s:rect data-note="a>b" id="Smith &amp; Son" width="2px" height="2"/>
            <![CDATA[<rect/>]]></s:svg>"#;
        let plan = Plan::parse(text).unwrap();
        assert_eq!((plan.pieces.len(), plan.pieces[0].name.as_str()), (1, "Smith & Son"));
    }

    #[test]
    fn hostile_drawings_cost_no_more_than_their_length() {
        let deep = format!("<svg>{}<rect/>{}</svg>", "<g>".repeat(300_000), "</g>".repeat(300_000));
        assert!(Plan::parse(&deep).unwrap_err().to_string().contains("no area"));
        let bomb = format!(
            "<!DOCTYPE svg [<!ENTITY a \"{}\"><!ENTITY b \"&a;&a;&a;&a;\">]><svg>&b;{}<rect id=\"&b;\"/></svg>",
            "x".repeat(100_000),
            "&b;".repeat(100_000),
        );
        let error = Plan::parse(&bomb).unwrap_err().to_string();
        assert!(error.contains("line 1") && error.contains("`b`"), "{error}");
    }

    #[test]
    fn what_is_not_read_is_said() {
        let of = |inner: &str| {
            Plan::parse(&format!("<svg viewBox=\"0 0 9 9\">{inner}</svg>")).unwrap_err().to_string()
        };
        assert!(of("<g transform=\"twist(2)\"/>").contains("transform"));
        assert!(of("<path d=\"M0 0 B 1 1 3 3 z\"/>").contains("straight lines"));
        assert!(of("<rect width=\"3mm\" height=\"3\"/>").contains("can't be read"));
        assert!(of("<path d=\"M0 0 1 1 z\"/>").contains("fewer than three"));
        assert!(of("<use href=\"#a\"/>").contains("no closed outline"));
        assert!(of("<text>hello</text>").contains("no closed outline"));
        assert!(of("\n\n<g></a>").contains("line 3"));
        for cut in ["<svg><path d=\"M", "<svg><g></g>", "<svg><!-- ", "<svg", "<"] {
            let error = Plan::parse(cut).unwrap_err().to_string();
            assert!(error.contains("cut short"), "{cut}: {error}");
        }
    }
}
