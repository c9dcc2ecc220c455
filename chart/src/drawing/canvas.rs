//! The canvas: paths in table inches become items of the display list.

use crate::display_list::{DisplayList, Item, Layer, Style};
use crate::labels::{LabelRequest, LabelStyle};
use crate::palette::{Palette, SideSign};
use crate::path_data::{path_data, write_element};
use crate::plane::{Plane, PlanePoint};
use crate::scene::{Scene, TablePoint};
use crate::view::{Light, View};
use kurbo::{Affine, BezPath, PathEl, Point};

/// The text size at which line widths are as given, screen pixels.
const USUAL_TYPE_PX: f64 = 16.0;
/// How far a flattened curve may be off, inches.
const FLAT_IN: f64 = 0.01;
/// The size of the table for which ornaments are as given, inches; they grow with the table.
const USUAL_TABLE_IN: f64 = 60.0;

/// A display list in the making.
pub(super) struct Canvas<'a> {
    pub(super) scene: &'a Scene,
    pub(super) palette: &'static Palette,
    pub(super) view: &'a View,
    pub(super) list: DisplayList,
    /// Texts that want a place.
    pub(super) requests: Vec<LabelRequest>,
    /// Outlines that labels keep clear of, in units of the plane.
    pub(super) occupied: Vec<Vec<PlanePoint>>,
    /// Outlines of ornaments, which soundings keep clear of, table inches.
    pub(super) covered_in: Vec<Vec<TablePoint>>,
    plane: &'a dyn Plane,
    /// The projection, if it is affine.
    affine: Option<Affine>,
    /// Decimals of coordinates, as a power of ten.
    decimals: f64,
}

/// How a path is painted; colours are of the palette.
#[derive(Clone, Copy, Default)]
pub(super) struct Ink<'a> {
    fill: Option<(&'a str, f64)>,
    line: Option<(&'a str, f64)>,
    width_px: f64,
    dash_px: &'a [f64],
}

impl<'a> Ink<'a> {
    /// A filled area.
    pub(super) fn fill(colour: &'a str) -> Self {
        Self { fill: Some((colour, 1.0)), ..Self::default() }
    }

    /// A line of this width, screen pixels at the usual text size.
    pub(super) fn line(colour: &'a str, width_px: f64) -> Self {
        Self { line: Some((colour, 1.0)), width_px, ..Self::default() }
    }

    /// With a line around it.
    pub(super) fn edged(self, colour: &'a str, width_px: f64) -> Self {
        Self { line: Some((colour, 1.0)), width_px, ..self }
    }

    /// With a broken line.
    pub(super) fn dashed(self, dash_px: &'a [f64]) -> Self {
        Self { dash_px, ..self }
    }

    /// With its inside and line less opaque.
    pub(super) fn faded(self, opacity: f64) -> Self {
        let fade = |paint: Option<(&'a str, f64)>| paint.map(|(colour, one)| (colour, one * opacity));
        Self { fill: fade(self.fill), line: fade(self.line), ..self }
    }

    /// With its inside less opaque.
    pub(super) fn wash(self, opacity: f64) -> Self {
        Self { fill: self.fill.map(|(colour, one)| (colour, one * opacity)), ..self }
    }
}

impl<'a> Canvas<'a> {
    pub(super) fn new(scene: &'a Scene, plane: &'a dyn Plane, view: &'a View) -> Self {
        let affine = plane.straight_in().is_none().then(|| affine(plane)).flatten();
        let list =
            DisplayList { plane: Some(plane.extent()), title: scene.title.clone(), ..DisplayList::default() };
        // A thousandth of an inch, or a twentieth of a pixel.
        let decimals = if affine.is_some() { 1000.0 } else { 20.0 };
        let palette = Palette::of(view.light);
        Self {
            scene,
            palette,
            view,
            list,
            requests: Vec::new(),
            occupied: Vec::new(),
            covered_in: Vec::new(),
            plane,
            affine,
            decimals,
        }
    }

    pub(super) fn finish(self) -> DisplayList {
        self.list
    }

    /// The size of ornaments: 1 on a usual table.
    pub(super) fn ornament_scale(&self) -> f64 {
        let (east, north) = self.scene.table_in;
        east.max(north) / USUAL_TABLE_IN
    }

    /// The clockwise quarter turns of the view.
    pub(super) fn quarters(&self) -> u8 {
        self.plane.quarters()
    }

    /// How marks of fixed size grow with the text.
    pub(super) fn px(&self) -> f64 {
        self.view.type_px / USUAL_TYPE_PX
    }

    /// Whether the plane is a camera's picture.
    pub(super) fn over_picture(&self) -> bool {
        self.view.light == Light::Picture
    }

    /// The sign of a side.
    pub(super) fn sign(&self, side: &str) -> SideSign {
        SideSign::of(side, &self.scene.sides)
    }

    /// A side's colour.
    pub(super) fn side_colour(&self, side: &str) -> &'static str {
        self.sign(side).colour(&self.palette.sides)
    }

    /// Paints a path given in table inches.
    pub(super) fn paint(&mut self, layer: Layer, path: &BezPath, ink: Ink<'_>) {
        self.paint_at(layer, path, 0.0, ink, None);
    }

    /// Paints a path given in table inches at a height above the table, for a ship.
    pub(super) fn paint_at(
        &mut self,
        layer: Layer,
        path: &BezPath,
        height_in: f64,
        ink: Ink<'_>,
        ship: Option<&str>,
    ) {
        let d = self.path_data(path, height_in);
        if !d.is_empty() {
            let style = self.style(ink);
            self.list.items.push(Item { layer, d, at: None, style, ship: ship.map(str::to_owned) });
        }
    }

    /// Paints a mark of fixed size, given in screen pixels (y downwards) from a table point.
    pub(super) fn mark(
        &mut self,
        layer: Layer,
        at: TablePoint,
        height_in: f64,
        path: &BezPath,
        ink: Ink<'_>,
        ship: Option<&str>,
    ) {
        let Some(at) = self.plane.project(at, height_in) else { return };
        let at = (self.rounded(at.0), self.rounded(at.1));
        let path = Affine::scale(self.px()) * path.clone();
        let d = path_data(&path, 100.0);
        let style = self.style(ink);
        self.list.items.push(Item { layer, d, at: Some(at), style, ship: ship.map(str::to_owned) });
    }

    /// The place of a table point on the plane.
    pub(super) fn project(&self, at: TablePoint, height_in: f64) -> Option<PlanePoint> {
        self.plane.project(at, height_in)
    }

    /// An outline on the plane; empty if part of it can't be seen.
    pub(super) fn outline(&self, outline_in: &[TablePoint], height_in: f64) -> Vec<PlanePoint> {
        let points: Option<Vec<_>> =
            outline_in.iter().map(|point| self.plane.project(*point, height_in)).collect();
        points.unwrap_or_default()
    }

    /// Keeps labels clear of an outline.
    pub(super) fn occupy(&mut self, outline_in: &[TablePoint], height_in: f64) {
        let outline = self.outline(outline_in, height_in);
        if !outline.is_empty() {
            self.occupied.push(outline);
        }
    }

    /// The style of a label, its size as a multiple of the text size.
    pub(super) fn label_style(&self, colour: &str, size: f64, weight: u16, italic: bool) -> LabelStyle {
        LabelStyle {
            size_px: self.view.type_px * size,
            weight,
            italic,
            colour: colour.to_owned(),
            halo: self.palette.halo.clone(),
            turned_deg: 0.0,
        }
    }

    fn rounded(&self, value: f64) -> f64 {
        (value * self.decimals).round() / self.decimals
    }

    fn style(&mut self, ink: Ink<'_>) -> usize {
        let px = self.px();
        let style = Style {
            fill: ink.fill.map(|(colour, _)| colour.to_owned()),
            fill_opacity: ink.fill.map_or(1.0, |(_, opacity)| opacity),
            line: ink.line.map(|(colour, _)| colour.to_owned()),
            line_opacity: ink.line.map_or(1.0, |(_, opacity)| opacity),
            width_px: ink.width_px * px,
            dash_px: ink.dash_px.iter().map(|length| length * px).collect(),
        };
        if let Some(at) = self.list.styles.iter().position(|known| *known == style) {
            return at;
        }
        self.list.styles.push(style);
        self.list.styles.len() - 1
    }

    fn path_data(&self, path: &BezPath, height_in: f64) -> String {
        if let Some(affine) = self.affine {
            return path_data(&(affine * path.clone()), self.decimals);
        }
        let mut d = String::new();
        let step_in = self.plane.straight_in().unwrap_or(f64::INFINITY);
        self.write_flattened(&mut d, path, height_in, step_in);
        d
    }

    /// Writes a path as short straight lines, so that the lens bends it. A subpath is broken where it can't be seen.
    fn write_flattened(&self, d: &mut String, path: &BezPath, height_in: f64, step_in: f64) {
        let mut flat = Vec::new();
        kurbo::flatten(path, FLAT_IN, |element| flat.push(element));
        let (mut start, mut last, mut pen_down) = (Point::ZERO, Point::ZERO, false);
        let mut whole = true;
        for element in flat {
            match element {
                PathEl::MoveTo(point) => {
                    (start, last, pen_down, whole) = (point, point, false, true);
                    pen_down |= self.write_point(d, point, height_in, pen_down);
                    whole &= pen_down;
                }
                PathEl::LineTo(_) | PathEl::ClosePath => {
                    let end = if let PathEl::LineTo(point) = element { point } else { start };
                    let steps = ((end - last).hypot() / step_in).ceil().clamp(1.0, 500.0);
                    for step in 1..=steps as u32 {
                        let point = last.lerp(end, f64::from(step) / steps);
                        pen_down = self.write_point(d, point, height_in, pen_down);
                        whole &= pen_down;
                    }
                    if element == PathEl::ClosePath && whole {
                        d.push('Z');
                    }
                    last = end;
                }
                PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
            }
        }
    }

    /// Writes a point, and returns whether it can be seen.
    fn write_point(&self, d: &mut String, point: Point, height_in: f64, pen_down: bool) -> bool {
        let Some((x, y)) = self.plane.project((point.x, point.y), height_in) else { return false };
        let point = Point::new(x, y);
        let element = if pen_down { PathEl::LineTo(point) } else { PathEl::MoveTo(point) };
        write_element(d, element, self.decimals);
        true
    }
}

/// The projection of a plane that keeps straight lines straight.
fn affine(plane: &dyn Plane) -> Option<Affine> {
    let (x, y) = plane.project((0.0, 0.0), 0.0)?;
    let (east_x, east_y) = plane.project((1.0, 0.0), 0.0)?;
    let (north_x, north_y) = plane.project((0.0, 1.0), 0.0)?;
    Some(Affine::new([east_x - x, east_y - y, north_x - x, north_y - y, x, y]))
}
