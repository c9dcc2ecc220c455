//! A map of terrain from a file: outlines in inches or in the file's own units, scaled to the table.
//!
//! JSON is read in two forms. Our own: `{"size": [60, 36], "pieces": [{"name": "North bank", "is": "land",
//! "height_in": 0.25, "blocks_sight": true, "outline": [[x, y], ...]}]}`, y to the north. GeoJSON (RFC 7946):
//! polygons and multi-polygons with the same keys in their `properties`; holes are ignored. SVG is read by
//! `svg`.

mod svg;

use crate::shore::error::PlanError;
use crate::shore::ghost::Ghost;
use crate::shore::outline::polygon::area_in2;
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use serde::Deserialize;
use serde_json::Value;

/// The outlines of a map, in its own units.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The map's frame: its south-west and north-east corners; the bounds of the pieces if the file gives
    /// none.
    pub frame: (Point, Point),
    /// Its pieces, in the file's coordinates: x to the east and y to the north.
    pub pieces: Vec<PlanPiece>,
}

/// One outline of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanPiece {
    /// Its name, or "Piece 3".
    pub name: String,
    /// Its kind; land if the file gives none.
    pub kind: TerrainKind,
    /// Its height, inches; 0 if the file gives none.
    pub height_in: f64,
    /// True if it blocks sight: forts, and pieces marked so.
    pub blocks_sight: bool,
    /// Its corners, in the file's units.
    pub outline: Vec<Point>,
}

/// The scaling of a map to the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PlanScaling {
    /// The file's units are inches from the table's south-west corner.
    AsDrawn,
    /// The frame is stretched to the table, each side by its own factor.
    Sides,
    /// As large as possible on the table without changing the shape, centred.
    Whole,
    /// Scaled, then turned about the frame's south-west corner, which is placed at `at`.
    Placed {
        /// Inches per unit of the file.
        scale: f64,
        /// Turned clockwise, radians.
        turn_rad: f64,
        /// The place of the frame's south-west corner on the table.
        at: Point,
    },
}

/// Limit for the number of corners.
const MOST_CORNERS: usize = 20_000;

impl Plan {
    /// Reads a map from the text of a file: JSON, GeoJSON or SVG.
    ///
    /// # Errors
    /// When the file is invalid; the text is one sentence for the player.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let plan =
            if text.starts_with('<') { crate::shore::plan::svg::read(text)? } else { from_json(text)? };
        plan.checked()
    }

    /// Creates a map of these pieces; `size` is the frame's east and north side if the file gives it.
    pub(crate) fn of(pieces: Vec<PlanPiece>, size: Option<(f64, f64)>) -> Result<Self, PlanError> {
        let corners = pieces.iter().flat_map(|piece| &piece.outline);
        let low = |a: Point, b: &Point| Point::new(a.x_in.min(b.x_in), a.y_in.min(b.y_in));
        let high = |a: Point, b: &Point| Point::new(a.x_in.max(b.x_in), a.y_in.max(b.y_in));
        let far = f64::INFINITY;
        let bounds =
            (corners.clone().fold(Point::new(far, far), low), corners.fold(Point::new(-far, -far), high));
        let frame = size.map_or(bounds, |(east, north)| (Point::new(0.0, 0.0), Point::new(east, north)));
        Ok(Self { frame, pieces })
    }

    fn checked(mut self) -> Result<Self, PlanError> {
        if self.pieces.is_empty() {
            return Err(PlanError::Empty);
        }
        let found = self.pieces.iter().map(|piece| piece.outline.len()).sum();
        if found > MOST_CORNERS {
            return Err(PlanError::TooMany { found, most: MOST_CORNERS });
        }
        for piece in &mut self.pieces {
            if piece.outline.first() == piece.outline.last() {
                piece.outline.pop();
            }
            piece.check()?;
        }
        Ok(self)
    }

    /// The ghosts of all pieces on a table of `size_in` inches.
    ///
    /// # Errors
    /// When frame or table has no width or depth, or the scale is not a positive number.
    pub fn ghosts(&self, fit: PlanScaling, size_in: (f64, f64)) -> Result<Vec<Ghost>, PlanError> {
        let lay = self.layer(fit, size_in)?;
        let ghost = |(number, piece): (usize, &PlanPiece)| Ghost {
            terrain: Terrain {
                id: TerrainId(id_of(&piece.name, number)),
                name: piece.name.clone(),
                kind: piece.kind,
                outline: piece.outline.iter().map(|&corner| lay(corner)).collect(),
                outline_sigma_in: 0.0,
                height_in: piece.height_in,
                blocks_sight: piece.blocks_sight,
            },
        };
        Ok(self.pieces.iter().enumerate().map(ghost).collect())
    }

    fn layer(&self, fit: PlanScaling, size_in: (f64, f64)) -> Result<impl Fn(Point) -> Point, PlanError> {
        let (low, high) = self.frame;
        let sides = (high.x_in - low.x_in, high.y_in - low.y_in);
        let usable = |length: f64| length.is_finite() && length > 0.0;
        let no_stretch = || PlanError::NoStretch { width_in: size_in.0, depth_in: size_in.1 };
        if ![sides.0, sides.1, size_in.0, size_in.1].into_iter().all(usable) {
            return Err(no_stretch());
        }
        let (each_x, each_y) = (size_in.0 / sides.0, size_in.1 / sides.1);
        let each = each_x.min(each_y);
        let rest = |side_in: f64, side: f64| (side_in - each * side) / 2.0;
        let (scale, turn_rad, at) = match fit {
            PlanScaling::AsDrawn => ((1.0, 1.0), 0.0, low),
            PlanScaling::Sides => ((each_x, each_y), 0.0, Point::new(0.0, 0.0)),
            PlanScaling::Whole => {
                ((each, each), 0.0, Point::new(rest(size_in.0, sides.0), rest(size_in.1, sides.1)))
            }
            PlanScaling::Placed { scale, turn_rad, at } => ((scale, scale), turn_rad, at),
        };
        if !usable(scale.0) || ![turn_rad, at.x_in, at.y_in].into_iter().all(f64::is_finite) {
            return Err(no_stretch());
        }
        Ok(move |corner: Point| {
            let (x, y) = (scale.0 * (corner.x_in - low.x_in), scale.1 * (corner.y_in - low.y_in));
            let (sin, cos) = turn_rad.sin_cos();
            Point::new(at.x_in + x * cos + y * sin, at.y_in - x * sin + y * cos)
        })
    }
}

impl PlanPiece {
    /// A land piece of which only name and outline are known.
    pub(crate) fn land(name: String, outline: Vec<Point>) -> Self {
        Self { name, kind: TerrainKind::Land, height_in: 0.0, blocks_sight: false, outline }
    }

    fn check(&self) -> Result<(), PlanError> {
        let bad = |what: &str| PlanError::BadPiece { piece: self.name.clone(), what: what.to_owned() };
        let finite = self.outline.iter().all(|corner| corner.x_in.is_finite() && corner.y_in.is_finite());
        if self.outline.len() < 3 || !finite {
            return Err(bad("has fewer than three usable corners"));
        }
        if !(self.height_in.is_finite() && self.height_in >= 0.0) {
            return Err(bad("has a height that is no usable number"));
        }
        // The units are arbitrary, so the area is compared with the outline's own extent.
        let reach = self.outline.iter().map(|corner| corner.distance_in(self.outline[0])).fold(0.0, f64::max);
        if area_in2(&self.outline).abs() <= 1e-6 * reach * reach {
            return Err(bad("encloses no area"));
        }
        let as_terrain = Terrain {
            id: TerrainId(String::new()),
            name: self.name.clone(),
            kind: self.kind,
            outline: self
                .outline
                .iter()
                .map(|c| Point::new(c.x_in * 60.0 / reach, c.y_in * 60.0 / reach))
                .collect(),
            outline_sigma_in: 0.0,
            height_in: self.height_in,
            blocks_sight: self.blocks_sight,
        };
        as_terrain.check().map_err(|_| bad("crosses itself or has a depth that is no usable number"))
    }
}

/// "North bank" becomes "north-bank"; the number makes equal names distinct.
fn id_of(name: &str, number: usize) -> String {
    let words: String =
        name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    format!("{}-{}", words.trim_matches('-'), number + 1)
}

/// Optional data of a piece in a file besides its outline.
#[derive(Debug, Default, Deserialize)]
struct Words {
    name: Option<String>,
    is: Option<String>,
    depth_ft: Option<f64>,
    height_in: Option<f64>,
    blocks_sight: Option<bool>,
}

impl Words {
    fn piece(self, number: usize, outline: Vec<Point>) -> Result<PlanPiece, PlanError> {
        let name = self.name.unwrap_or_else(|| format!("Piece {}", number + 1));
        let mut piece = PlanPiece::land(name, outline);
        if let Some(is) = self.is {
            piece.kind = kind_of(&is, self.depth_ft)
                .map_err(|what| PlanError::BadPiece { piece: piece.name.clone(), what })?;
        }
        piece.height_in = self.height_in.unwrap_or(0.0);
        piece.blocks_sight = self.blocks_sight.unwrap_or(piece.kind == TerrainKind::Fort);
        Ok(piece)
    }
}

/// The kind of terrain for a file's word; a shoal needs its depth.
pub(crate) fn kind_of(word: &str, depth_ft: Option<f64>) -> Result<TerrainKind, String> {
    Ok(match (word, depth_ft) {
        ("land", _) => TerrainKind::Land,
        ("shoal", Some(depth_ft)) => TerrainKind::Shoal { depth_ft },
        ("shoal", None) => return Err("is a shoal without a \"depth_ft\"".into()),
        ("fort", _) => TerrainKind::Fort,
        ("obstacle", _) => TerrainKind::Obstacle,
        ("mined", _) => TerrainKind::Mined,
        _ => return Err(format!("is a \"{word}\", which is none of land, shoal, fort, obstacle, mined")),
    })
}

fn from_json(text: &str) -> Result<Plan, PlanError> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| PlanError::NotAPlan { reason: error.to_string() })?;
    let mut pieces = Vec::new();
    let size = value.get("size").and_then(pair);
    if let Some(list) = value.get("pieces").and_then(Value::as_array) {
        for item in list {
            add(item, item.get("outline"), &mut pieces)?;
        }
    } else {
        let features = value
            .get("features")
            .and_then(Value::as_array)
            .map_or_else(|| vec![&value], |list| list.iter().collect());
        for feature in features {
            let geometry = feature.get("geometry").unwrap_or(feature);
            let words = feature.get("properties").unwrap_or(&Value::Null);
            let rings = geometry.get("coordinates");
            match geometry.get("type").and_then(Value::as_str) {
                Some("Polygon") => add(words, rings.and_then(|rings| rings.get(0)), &mut pieces)?,
                Some("MultiPolygon") => {
                    for polygon in rings.and_then(Value::as_array).into_iter().flatten() {
                        add(words, polygon.get(0), &mut pieces)?;
                    }
                }
                // Points and lines of a map are ignored.
                _ => {}
            }
        }
    }
    Plan::of(pieces, size)
}

fn pair(value: &Value) -> Option<(f64, f64)> {
    Some((value.get(0)?.as_f64()?, value.get(1)?.as_f64()?))
}

fn add(words: &Value, ring: Option<&Value>, pieces: &mut Vec<PlanPiece>) -> Result<(), PlanError> {
    let number = pieces.len();
    let bad = |what: &str| PlanError::BadPiece {
        piece: words
            .get("name")
            .and_then(Value::as_str)
            .map_or_else(|| format!("Piece {}", number + 1), ToOwned::to_owned),
        what: what.to_owned(),
    };
    let corners = ring.and_then(Value::as_array).ok_or_else(|| bad("has no list of corners"))?;
    let outline: Option<Vec<Point>> =
        corners.iter().map(|corner| pair(corner).map(|(x, y)| Point::new(x, y))).collect();
    let outline = outline.ok_or_else(|| bad("has a corner that is no pair of numbers"))?;
    let told = if words.is_null() {
        Words::default()
    } else {
        Words::deserialize(words).map_err(|_| bad("has a name, height or depth of the wrong kind"))?
    };
    pieces.push(told.piece(number, outline)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = r#"{"size": [120, 72], "pieces": [
        {"name": "North bank", "is": "land", "height_in": 0.25, "blocks_sight": true,
         "outline": [[0, 72], [120, 72], [60, 60]]},
        {"name": "Middle ground", "is": "shoal", "depth_ft": 9, "outline": [[40, 20], [60, 20], [60, 30], [40, 30], [40, 20]]}
    ]}"#;

    #[test]
    fn our_own_file_is_stretched_to_the_table() {
        let ghosts = Plan::parse(OURS).unwrap().ghosts(PlanScaling::Sides, (60.0, 36.0)).unwrap();
        assert_eq!(ghosts[0].terrain.outline[2], Point::new(30.0, 30.0));
        assert_eq!(ghosts[0].terrain.id.0, "north-bank-1");
        assert_eq!(ghosts[1].terrain.kind, TerrainKind::Shoal { depth_ft: 9.0 });
        assert_eq!(ghosts[1].terrain.outline.len(), 4, "the closing corner is not kept twice");
    }

    #[test]
    fn a_map_keeps_its_shape_or_is_placed() {
        let plan = Plan::parse(OURS).unwrap();
        let whole = plan.ghosts(PlanScaling::Whole, (60.0, 60.0)).unwrap();
        assert_eq!(whole[0].terrain.outline[0], Point::new(0.0, 48.0));
        let turn_rad = std::f64::consts::FRAC_PI_2;
        let placed = PlanScaling::Placed { scale: 0.5, turn_rad, at: Point::new(1.0, 40.0) };
        let corner = plan.ghosts(placed, (60.0, 36.0)).unwrap()[1].terrain.outline[0];
        // (20, 10) turned clockwise by a right angle is (10, -20).
        assert!(corner.distance_in(Point::new(11.0, 20.0)) < 1e-9, "{corner:?}");
    }

    #[test]
    fn geojson_is_read() {
        let text = r#"{"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"name": "Fort Monroe", "is": "fort"},
             "geometry": {"type": "Polygon", "coordinates": [[[-76.31, 37.00], [-76.30, 37.00], [-76.30, 37.01], [-76.31, 37.00]]]}},
            {"type": "Feature", "properties": null, "geometry": {"type": "Point", "coordinates": [1, 2]}},
            {"type": "Feature", "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": [
                [[[-76.4, 36.9], [-76.3, 36.9], [-76.3, 36.95], [-76.4, 36.9]]],
                [[[-76.2, 36.9], [-76.1, 36.9], [-76.1, 36.95], [-76.2, 36.9]]]]}}]}"#;
        let plan = Plan::parse(text).unwrap();
        assert_eq!(plan.pieces.len(), 3);
        assert!(plan.pieces[0].blocks_sight && plan.pieces[0].kind == TerrainKind::Fort);
        let ghosts = plan.ghosts(PlanScaling::Sides, (60.0, 36.0)).unwrap();
        let east = ghosts.iter().flat_map(|g| &g.terrain.outline).map(|p| p.x_in).fold(0.0, f64::max);
        assert!((east - 60.0).abs() < 1e-6, "{east}");
    }

    #[test]
    fn every_bad_file_is_told_in_one_sentence() {
        let one = |outline: &str| format!(r#"{{"pieces": [{{"name": "Bar", "outline": {outline}}}]}}"#);
        let bad = [
            ("".to_owned(), "neither JSON nor SVG"),
            ("hello".to_owned(), "neither JSON nor SVG"),
            ("{}".to_owned(), "no closed outline"),
            (r#"{"pieces": [{}]}"#.to_owned(), "no list of corners"),
            (one("[[0, 0], [1, 1]]"), "fewer than three"),
            (one("[[0, 0], [1, 1], [2, 2]]"), "no area"),
            (one("[[0, 0], [1, \"x\"], [2, 0]]"), "no pair of numbers"),
            (one("[[0, 0], [4, 4], [4, 0], [0, 4]]"), "Bar"),
            (r#"{"pieces": [{"is": "shoal", "outline": [[0,0],[1,0],[1,1]]}]}"#.to_owned(), "depth_ft"),
            (r#"{"pieces": [{"is": "swamp", "outline": [[0,0],[1,0],[1,1]]}]}"#.to_owned(), "none of land"),
            (
                r#"{"pieces": [{"height_in": "high", "outline": [[0,0],[1,0],[1,1]]}]}"#.to_owned(),
                "wrong kind",
            ),
        ];
        for (text, word) in bad {
            let error = Plan::parse(&text).unwrap_err().to_string();
            assert!(error.contains(word) && error.ends_with('.'), "{text}: {error}");
        }
    }
}
