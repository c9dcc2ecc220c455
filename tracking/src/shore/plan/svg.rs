//! Closed outlines from an SVG drawing: `polygon`, `rect`, and `path` with straight and curved sides.
//!
//! A small reader for what drawing programs write, not a reader of all SVG: elements with a `transform` are refused,
//! for their outlines would come out elsewhere. `id` is the name; `data-is`, `data-depth-ft`, `data-height-in` say the
//! rest. SVG counts downward; the outlines are turned to count to the north.

use crate::shore::error::PlanError;
use crate::shore::plan::{Plan, PlanPiece, kind_of};
use geometry::{Point, TerrainKind};

/// Curves become this many straight sides.
const CURVE_SIDES: usize = 12;

/// Reads the closed outlines of an SVG text.
pub(crate) fn read(text: &str) -> Result<Plan, PlanError> {
    let mut frame: Option<(f64, f64, f64, f64)> = None;
    let mut pieces: Vec<PlanPiece> = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
            continue;
        }
        let Some((tag, behind)) = after.split_once('>') else {
            return Err(PlanError::NotAPlan { reason: "the drawing is cut short".into() });
        };
        rest = behind;
        let (name, words) = tag.split_once(|c: char| c.is_whitespace()).unwrap_or((tag, ""));
        let name = name.trim_end_matches('/');
        if name == "svg" {
            frame = frame_of(words);
        }
        if !["g", "polygon", "rect", "path"].contains(&name) {
            continue;
        }
        let called =
            attribute(words, "id").map_or_else(|| format!("Piece {}", pieces.len() + 1), ToOwned::to_owned);
        let bad = |what: &str| PlanError::BadPiece { piece: called.clone(), what: what.to_owned() };
        if attribute(words, "transform").is_some() {
            return Err(bad(
                "is moved by a \"transform\", which is not read: apply it in the drawing program",
            ));
        }
        let outlines = match name {
            "polygon" => vec![pairs(attribute(words, "points").unwrap_or(""))],
            "rect" => vec![rectangle(words)],
            "path" => outlines_of(attribute(words, "d").unwrap_or("")),
            _ => continue,
        };
        for outline in outlines {
            let outline = outline
                .ok_or_else(|| bad("has a side that can't be read: use straight lines or Bézier curves"))?;
            let mut piece = PlanPiece::land(called.clone(), outline);
            let number = |key| attribute(words, key).and_then(|word| word.trim().parse::<f64>().ok());
            if let Some(is) = attribute(words, "data-is") {
                piece.kind = kind_of(is, number("data-depth-ft")).map_err(|what| bad(&what))?;
            }
            piece.height_in = number("data-height-in").unwrap_or(0.0);
            piece.blocks_sight =
                piece.kind == TerrainKind::Fort || attribute(words, "data-blocks-sight") == Some("true");
            pieces.push(piece);
        }
    }
    let lowest = pieces.iter().flat_map(|piece| &piece.outline).map(|p| p.y_in).fold(0.0, f64::max);
    let (left, top, width, height) = frame.unwrap_or((0.0, 0.0, 0.0, lowest));
    for corner in pieces.iter_mut().flat_map(|piece| &mut piece.outline) {
        *corner = Point::new(corner.x_in - left, top + height - corner.y_in);
    }
    Plan::of(pieces, frame.map(|_| (width, height)))
}

/// The value of an attribute: the name must begin a word.
fn attribute<'a>(words: &'a str, name: &str) -> Option<&'a str> {
    words.match_indices(name).find_map(|(at, _)| {
        let begins = words[..at].chars().next_back().is_none_or(char::is_whitespace);
        let value = words[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| *c == '"' || *c == '\'')?;
        begins.then(|| value[1..].split(quote).next()).flatten()
    })
}

/// The drawing's frame: left, top, width, height, in its user units.
fn frame_of(words: &str) -> Option<(f64, f64, f64, f64)> {
    if let Some(view) = attribute(words, "viewBox") {
        let numbers = numbers(view)?;
        return <[f64; 4]>::try_from(numbers)
            .ok()
            .map(|[left, top, width, height]| (left, top, width, height));
    }
    let side = |name| attribute(words, name)?.trim().trim_end_matches("px").parse::<f64>().ok();
    Some((0.0, 0.0, side("width")?, side("height")?))
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    let mut found = Vec::new();
    let mut scan = Scan(text);
    while !scan.done() {
        found.push(scan.number()?);
    }
    Some(found)
}

fn pairs(text: &str) -> Option<Vec<Point>> {
    let numbers = numbers(text)?;
    (numbers.len() % 2 == 0).then(|| numbers.chunks_exact(2).map(|xy| Point::new(xy[0], xy[1])).collect())
}

fn rectangle(words: &str) -> Option<Vec<Point>> {
    let number = |name| attribute(words, name).map_or(Some(0.0), |word| word.trim().parse::<f64>().ok());
    let (x, y, width, height) = (number("x")?, number("y")?, number("width")?, number("height")?);
    Some(
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            .map(|(x, y)| Point::new(x, y))
            .to_vec(),
    )
}

/// Reads numbers and command letters one after the other.
struct Scan<'a>(&'a str);

impl Scan<'_> {
    fn skip(&mut self) {
        self.0 = self.0.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }

    fn done(&mut self) -> bool {
        self.skip();
        self.0.is_empty()
    }

    fn letter(&mut self) -> Option<char> {
        self.skip();
        let letter = self.0.chars().next().filter(char::is_ascii_alphabetic)?;
        self.0 = &self.0[1..];
        Some(letter)
    }

    /// Numbers may follow one another without a gap: "1.5.5-2" is three.
    fn number(&mut self) -> Option<f64> {
        self.skip();
        let (mut point, mut power, mut length) = (false, false, 0);
        for (at, c) in self.0.char_indices() {
            let after_power = at > 0 && matches!(self.0.as_bytes()[at - 1], b'e' | b'E');
            let fits = match c {
                '0'..='9' => true,
                '+' | '-' => at == 0 || after_power,
                '.' => !point && !power,
                'e' | 'E' => !power && at > 0,
                _ => false,
            };
            if !fits {
                break;
            }
            point |= c == '.';
            power |= c == 'e' || c == 'E';
            length = at + 1;
        }
        let number = self.0[..length].parse().ok()?;
        self.0 = &self.0[length..];
        Some(number)
    }

    /// A place, counted from `from`.
    fn place(&mut self, from: Point) -> Option<Point> {
        Some(Point::new(from.x_in + self.number()?, from.y_in + self.number()?))
    }
}

/// The closed outlines of a path's data (SVG 1.1, 8.3); `None` for one that can't be read.
fn outlines_of(data: &str) -> Vec<Option<Vec<Point>>> {
    let mut outlines = Vec::new();
    let mut scan = Scan(data);
    let mut line: Vec<Point> = Vec::new();
    let mut command = 'M';
    // Where the last curve's second handle was mirrored to.
    let mut handle: Option<Point> = None;
    while !scan.done() {
        command = scan.letter().unwrap_or(command);
        if command.eq_ignore_ascii_case(&'Z') {
            let start = line.first().copied();
            outlines.push(Some(std::mem::take(&mut line)));
            line.extend(start);
            handle = None;
            command = 'M';
            continue;
        }
        let here = line.last().copied().unwrap_or(Point::new(0.0, 0.0));
        let Some(next) = stretch(&mut scan, command, here, handle) else {
            outlines.push(None);
            return outlines;
        };
        if command.eq_ignore_ascii_case(&'M') {
            line.clear();
            command = if command == 'm' { 'l' } else { 'L' };
        }
        handle = next.handle;
        line.extend(next.places);
    }
    // Fillings close a line by themselves; a stroke of two corners is no piece.
    if line.len() > 2 {
        outlines.push(Some(line));
    }
    outlines
}

struct Stretch {
    places: Vec<Point>,
    handle: Option<Point>,
}

/// What one command adds to a path that has come to `here`.
fn stretch(scan: &mut Scan, command: char, here: Point, handle: Option<Point>) -> Option<Stretch> {
    let from = if command.is_ascii_lowercase() { here } else { Point::new(0.0, 0.0) };
    let mirrored = |handle: Option<Point>| {
        handle.map_or(here, |h| Point::new(2.0 * here.x_in - h.x_in, 2.0 * here.y_in - h.y_in))
    };
    let straight = |to: Point| Stretch { places: vec![to], handle: None };
    Some(match command.to_ascii_uppercase() {
        'M' | 'L' => straight(scan.place(from)?),
        'H' => straight(Point::new(from.x_in + scan.number()?, here.y_in)),
        'V' => straight(Point::new(here.x_in, from.y_in + scan.number()?)),
        'C' | 'S' => {
            let first = if command.eq_ignore_ascii_case(&'C') { scan.place(from)? } else { mirrored(handle) };
            let (second, to) = (scan.place(from)?, scan.place(from)?);
            curve(&[here, first, second, to], second)
        }
        'Q' | 'T' => {
            let middle =
                if command.eq_ignore_ascii_case(&'Q') { scan.place(from)? } else { mirrored(handle) };
            curve(&[here, middle, scan.place(from)?], middle)
        }
        _ => return None,
    })
}

/// A Bézier curve by de Casteljau's subdivision, as straight sides.
fn curve(handles: &[Point], last_handle: Point) -> Stretch {
    let at = |part: f64| {
        let mut left = handles.to_vec();
        while left.len() > 1 {
            left = left
                .windows(2)
                .map(|w| {
                    Point::new(
                        w[0].x_in + part * (w[1].x_in - w[0].x_in),
                        w[0].y_in + part * (w[1].y_in - w[0].y_in),
                    )
                })
                .collect();
        }
        left[0]
    };
    let places = (1..=CURVE_SIDES).map(|side| at(side as f64 / CURVE_SIDES as f64)).collect();
    Stretch { places, handle: Some(last_handle) }
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

    #[test]
    fn what_is_not_read_is_said() {
        let of = |inner: &str| {
            Plan::parse(&format!("<svg viewBox=\"0 0 9 9\">{inner}</svg>")).unwrap_err().to_string()
        };
        assert!(of("<g transform=\"scale(2)\"/>").contains("transform"));
        assert!(of("<path d=\"M0 0 A 1 1 0 0 1 3 3 z\"/>").contains("straight lines"));
        assert!(of("<text>hello</text>").contains("no closed outline"));
        assert!(Plan::parse("<svg><path d=\"M").unwrap_err().to_string().contains("cut short"));
    }
}
