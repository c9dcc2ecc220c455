//! What the lines of sight meet: ships over the ground, in the light of the lamp.

use crate::model::ships::Model;
use crate::model::solids::{Ray, Solid, Vec3};
use crate::render::film::{Film, Rect};
use crate::render::ground::{Ground, GroundPoint};
use crate::render::lighting::{LAMP_POINTS, Lighting};
use crate::render::rays::SightLines;
use crate::setup::colour::{Light, added, scaled};
use crate::setup::records::TableSetup;
use calibration::{MarkerError, TableCamera};
use geometry::Point;

/// Samples across an edge pixel, each way.
pub(crate) const FINE: usize = 4;

/// The same for the ship in the hand: the hand hides all but its ends, and it moves in every frame.
pub(crate) const COARSE: usize = 2;

/// A model that stands somewhere.
pub(crate) struct PlacedModel {
    middle: Vec3,
    sin: f32,
    cos: f32,
    /// Directions to the lamp in the model's frame.
    lamps: [Vec3; LAMP_POINTS],
    /// The same for the second lamp.
    second: Option<[Vec3; LAMP_POINTS]>,
    /// How far its shadow may reach from its middle, inches.
    shadow_in: f32,
    /// The part of the picture that it and its shadow may change.
    pub(crate) part: Rect,
    /// The part in which the model itself may be seen.
    body: Rect,
    /// The parts in which each of its solids may be seen.
    solids: Vec<Window>,
}

/// A part of the picture, pixels: left, top, right, bottom.
#[derive(Debug, Clone, Copy)]
struct Window([f32; 4]);

impl Window {
    const EVERYWHERE: Self = Self([f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY, f32::INFINITY]);

    fn contains(&self, x_px: f32, y_px: f32) -> bool {
        let [left, top, right, bottom] = self.0;
        x_px >= left && x_px <= right && y_px >= top && y_px <= bottom
    }
}

/// Solids longer than this are looked for everywhere: lenses bend their edges too much.
const LONG_SOLID_IN: f32 = 10.0;

/// How far a lens may bend an edge of a shorter solid, pixels, and as a share of the solid's part of the picture.
const BENT_PX: f32 = 8.0;
const BENT_SHARE: f32 = 0.05;

impl PlacedModel {
    fn to_model(&self, v: &Vec3) -> Vec3 {
        Vec3::new(v.x * self.sin + v.y * self.cos, -v.x * self.cos + v.y * self.sin, v.z)
    }

    /// May the model itself be seen at this place in the picture?
    fn body_holds(&self, x_px: f32, y_px: f32) -> bool {
        let body = &self.body;
        x_px >= body.x0 as f32 - 1.0
            && x_px <= body.x1 as f32
            && y_px >= body.y0 as f32 - 1.0
            && y_px <= body.y1 as f32
    }

    fn to_table(&self, v: &Vec3) -> Vec3 {
        Vec3::new(v.x * self.sin - v.y * self.cos, v.x * self.cos + v.y * self.sin, v.z)
    }
}

/// The fixed part of the scene: camera, light and ground.
pub(crate) struct Scene {
    pub(crate) camera: TableCamera,
    pub(crate) lines: SightLines,
    pub(crate) lighting: Lighting,
    /// The empty table's light, before banks and ships.
    pub(crate) ground: Film,
}

/// What a line of sight sees of the models.
#[derive(Clone, Copy, PartialEq)]
struct SurfaceHit {
    model: u16,
    solid: u16,
    face: u16,
    distance: f32,
}

impl SurfaceHit {
    fn same_face(&self, other: &Self) -> bool {
        (self.model, self.solid, self.face) == (other.model, other.solid, other.face)
    }
}

impl Scene {
    pub(crate) fn new(setup: &TableSetup) -> Result<Self, MarkerError> {
        let camera = setup.camera.table_camera();
        let mut scene = Self {
            camera,
            lines: SightLines::new(&camera),
            lighting: Lighting::new(&setup.light, setup.sea_in),
            ground: Film::new(setup.camera.width as usize, setup.camera.height as usize),
        };
        scene.draw_ground(&Ground::new(setup)?);
        Ok(scene)
    }

    /// The picture's width and height.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.ground.width, self.ground.height)
    }

    fn draw_ground(&mut self, ground: &Ground) {
        let (width, height) = self.size();
        let place = |x: f32, y: f32| self.lines.table_point(&self.lines.direction(x, y));
        let mut rows = Vec::with_capacity(height);
        for y in 0..height {
            let centre_y = y as f32;
            let pixel_in = self.pixel_in(width as f32 / 2.0, centre_y);
            let lit = |x: f32, y: f32| {
                place(x, y).map_or([0.0; 3], |at| self.lit_spot(at, &ground.at(at.0, at.1, pixel_in)))
            };
            // Corners above and below this row of pixels.
            let corner = |x: usize, below: bool| {
                let edge_y = if below { centre_y + 0.5 } else { centre_y - 0.5 };
                place(x as f32 - 0.5, edge_y).map(|at| ground.area_at(at.0, at.1))
            };
            let mut left = (corner(0, false), corner(0, true));
            let mut row = Vec::with_capacity(width);
            for x in 0..width {
                let right = (corner(x + 1, false), corner(x + 1, true));
                let even = left.0 == left.1 && right == left;
                row.push(if even {
                    lit(x as f32, centre_y)
                } else {
                    let fine = fine_places(2 * FINE).map(|(dx, dy)| lit(x as f32 + dx, centre_y + dy));
                    scaled(fine.fold([0.0; 3], added), 1.0 / (4 * FINE * FINE) as f32)
                });
                left = right;
            }
            rows.push(row);
        }
        for (y, row) in rows.into_iter().enumerate() {
            self.ground.row_mut(y, 0, width).copy_from_slice(&row);
        }
    }

    /// The size of a pixel on the table, inches, about a place in the picture.
    fn pixel_in(&self, x: f32, y: f32) -> f32 {
        let here = self.lines.table_point(&self.lines.direction(x, y));
        let beside = self.lines.table_point(&self.lines.direction(x + 1.0, y));
        match (here, beside) {
            (Some(here), Some(beside)) => (here.0 - beside.0).hypot(here.1 - beside.1).clamp(0.005, 0.5),
            _ => 0.5,
        }
    }

    fn lit_spot(&self, place: (f32, f32), spot: &GroundPoint) -> Light {
        let place = Vec3::new(place.0, place.1, 0.0);
        let lit = self.lighting.shade(spot.paint, &place, &Vec3::z(), (1.0, 1.0));
        added(lit, self.lighting.glare(&place, &self.lines.camera_in(), spot.gloss))
    }

    /// Stands a model on the table: `ahead` is the unit vector (east, north) of its bow.
    pub(crate) fn place(&self, model: &Model, middle: Point, ahead: (f64, f64)) -> PlacedModel {
        let middle_in = Vec3::new(middle.x_in as f32, middle.y_in as f32, 0.0);
        let (sin, cos) = (ahead.0 as f32, ahead.1 as f32);
        let to_lamp = self.lighting.lamp.points(&middle_in);
        let to_second = self.lighting.second().map(|lamp| lamp.points(&middle_in));
        let slope = |points: &[Vec3]| {
            points.iter().map(|lamp| lamp.xy().norm() / lamp.z.max(0.05)).fold(0.0, f32::max)
        };
        let steepest = slope(&to_lamp).max(to_second.map_or(0.0, |points| slope(&points)));
        let body = self.outline(middle, [(model.reach_in, 0.0), (model.reach_in, model.top_in)]);
        // Shadows fall away from a lamp only.
        let shadow = |points: &[Vec3; LAMP_POINTS]| {
            let away = points[0].xy() * (-1.0 / points[0].z.max(0.05) * model.top_in);
            let far = Point::new(middle.x_in + f64::from(away.x), middle.y_in + f64::from(away.y));
            let soft = model.reach_in + 0.3 * model.top_in;
            self.outline(far, [(soft, 0.0), (soft, 0.0)])
        };
        let part = body.joined(&shadow(&to_lamp));
        let mut placed = PlacedModel {
            middle: middle_in,
            sin,
            cos,
            lamps: to_lamp,
            second: None,
            shadow_in: model.reach_in + steepest * model.top_in,
            part: to_second.map_or(part, |points| part.joined(&shadow(&points))),
            body,
            solids: Vec::new(),
        };
        placed.solids = model.solids.iter().map(|solid| self.window(solid, &placed)).collect();
        placed.lamps = to_lamp.map(|lamp| placed.to_model(&lamp));
        placed.second = to_second.map(|points| points.map(|lamp| placed.to_model(&lamp)));
        placed
    }

    /// The part of the picture in which a solid of a placed model may be seen.
    fn window(&self, solid: &Solid, placed: &PlacedModel) -> Window {
        let corners = solid.corners();
        if (corners[7] - corners[0]).norm() > LONG_SOLID_IN {
            return Window::EVERYWHERE;
        }
        let (mut left, mut top) = (f32::INFINITY, f32::INFINITY);
        let (mut right, mut bottom) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        for corner in corners {
            let place = placed.middle + placed.to_table(&corner);
            let point = Point::new(f64::from(place.x), f64::from(place.y));
            let Some(pixel) = self.camera.pixel_from_table(point, f64::from(place.z)) else {
                return Window::EVERYWHERE;
            };
            let (x, y) = (pixel.x_px as f32, pixel.y_px as f32);
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
        }
        let spare = BENT_PX + BENT_SHARE * (right - left).max(bottom - top);
        Window([left - spare, top - spare, right + spare, bottom + spare])
    }

    /// The part of the picture that holds circles of some radius and height.
    fn outline(&self, middle: Point, circles: [(f32, f32); 2]) -> Rect {
        let pixels = circles.into_iter().flat_map(|(radius, height)| {
            (0..16).filter_map(move |turn| {
                let (sin, cos) = (f64::from(turn) * std::f64::consts::TAU / 16.0).sin_cos();
                // The polygon's sides fall 2 % short of the circle.
                let reach = f64::from(radius) * 1.03;
                let point = Point::new(middle.x_in + reach * cos, middle.y_in + reach * sin);
                self.camera.pixel_from_table(point, f64::from(height))
            })
        });
        Rect::around(pixels, self.size())
    }

    /// Draws a part of the picture again: the ground, the models' shadows, the models, with `samples` across an edge
    /// pixel.
    pub(crate) fn draw(
        &self,
        film: &mut Film,
        part: Rect,
        models: &[(&Model, &PlacedModel)],
        samples: usize,
    ) {
        let here: Vec<_> = models.iter().copied().filter(|(_, placed)| placed.part.touches(&part)).collect();
        for y in part.y0..part.y1 {
            let ground = self.ground.row(y, part.x0, part.x1);
            film.row_mut(y, part.x0, part.x1).copy_from_slice(ground);
        }
        for &(model, placed) in &here {
            self.draw_shadow(film, part, model, placed);
        }
        for (at, (_, placed)) in here.iter().enumerate() {
            self.draw_bodies(film, placed.body.clipped(&part), at, &here, samples);
        }
    }

    fn draw_shadow(&self, film: &mut Film, part: Rect, model: &Model, placed: &PlacedModel) {
        let part = placed.part.clipped(&part);
        let reach_squared = placed.shadow_in * placed.shadow_in;
        for y in part.y0..part.y1 {
            for (x, light) in (part.x0..).zip(film.row_mut(y, part.x0, part.x1)) {
                let Some((x_in, y_in)) = self.lines.table_point(&self.lines.direction(x as f32, y as f32))
                else {
                    continue;
                };
                let place = Vec3::new(x_in, y_in, 0.0);
                let off = place - placed.middle;
                if off.norm_squared() > reach_squared {
                    continue;
                }
                let from = placed.to_model(&off);
                let hidden = |lamps: &[Vec3; LAMP_POINTS]| {
                    lamps.iter().filter(|lamp| in_shadow(model, &from, lamp)).count()
                };
                let (hidden, hidden_second) =
                    (hidden(&placed.lamps), placed.second.as_ref().map_or(0, hidden));
                if hidden + hidden_second > 0 {
                    let seen = |hidden: usize| 1.0 - hidden as f32 / LAMP_POINTS as f32;
                    let shares = (seen(hidden), seen(hidden_second));
                    *light = self.lighting.shaded_ground(*light, &place, shares);
                }
            }
        }
    }

    /// Draws the pixels of `part` in which model number `at` is seen in front of the others.
    fn draw_bodies(
        &self,
        film: &mut Film,
        part: Rect,
        at: usize,
        models: &[(&Model, &PlacedModel)],
        samples: usize,
    ) {
        if part.is_empty() {
            return;
        }
        let columns = part.x1 - part.x0;
        let corners_of = |y: f32| -> Vec<Option<SurfaceHit>> {
            (0..=columns).map(|x| self.look((part.x0 + x) as f32 - 0.5, y - 0.5, models)).collect()
        };
        let mut above = corners_of(part.y0 as f32);
        for y in part.y0..part.y1 {
            let below = corners_of(y as f32 + 1.0);
            for (column, light) in film.row_mut(y, part.x0, part.x1).iter_mut().enumerate() {
                let centre = ((part.x0 + column) as f32, y as f32);
                let middle = self.look(centre.0, centre.1, models);
                let corners = [above[column], above[column + 1], below[column], below[column + 1]];
                // Each pixel is drawn once: with the first model that is seen anywhere in it, or whose rigging may be.
                let seen =
                    corners.iter().chain([&middle]).flatten().map(|seen| usize::from(seen.model)).min();
                let rigged = models
                    .iter()
                    .position(|(model, placed)| model.fine && placed.body.holds(part.x0 + column, y));
                if seen.into_iter().chain(rigged).min() != Some(at) {
                    continue;
                }
                let even = rigged.is_none()
                    && corners.iter().all(|corner| match (corner, &middle) {
                        (Some(corner), Some(middle)) => corner.same_face(middle),
                        _ => false,
                    });
                *light = match middle {
                    Some(seen) if even && !needs_fine(&seen, models) => {
                        self.lit_body(centre, &seen, models, None)
                    }
                    _ => self.fine_pixel(centre, *light, models, samples),
                };
            }
            above = below;
        }
    }

    fn fine_pixel(
        &self,
        centre: (f32, f32),
        ground: Light,
        models: &[(&Model, &PlacedModel)],
        samples: usize,
    ) -> Light {
        let mut sum = [0.0; 3];
        for (sample, (dx, dy)) in fine_places(samples).enumerate() {
            let place = (centre.0 + dx, centre.1 + dy);
            let light = match self.look(place.0, place.1, models) {
                Some(seen) => self.lit_body(place, &seen, models, Some(sample * 5 % LAMP_POINTS)),
                None => ground,
            };
            sum = added(sum, light);
        }
        scaled(sum, 1.0 / (samples * samples) as f32)
    }

    fn look(&self, x_px: f32, y_px: f32, models: &[(&Model, &PlacedModel)]) -> Option<SurfaceHit> {
        let along = self.lines.direction(x_px, y_px);
        let mut nearest: Option<SurfaceHit> = None;
        for (number, (model, placed)) in models.iter().enumerate() {
            if !placed.body_holds(x_px, y_px) {
                continue;
            }
            let from = placed.to_model(&(self.lines.camera_in() - placed.middle));
            let ray = Ray::new(from, placed.to_model(&along));
            for (solid_number, (solid, window)) in model.solids.iter().zip(&placed.solids).enumerate() {
                if window.contains(x_px, y_px)
                    && let Some(meeting) = solid.meet(&ray)
                    && nearest.is_none_or(|seen| meeting.distance < seen.distance)
                {
                    nearest = Some(SurfaceHit {
                        model: number as u16,
                        solid: solid_number as u16,
                        face: meeting.face as u16,
                        distance: meeting.distance,
                    });
                }
            }
        }
        nearest
    }

    /// The light from a model's face; `lamp` picks one point of the lamp, none takes them all.
    fn lit_body(
        &self,
        (x_px, y_px): (f32, f32),
        seen: &SurfaceHit,
        models: &[(&Model, &PlacedModel)],
        lamp: Option<usize>,
    ) -> Light {
        let Some(&(model, placed)) = models.get(usize::from(seen.model)) else { return [0.0; 3] };
        let Some(solid) = model.solids.get(usize::from(seen.solid)) else { return [0.0; 3] };
        let place = self.lines.camera_in() + self.lines.direction(x_px, y_px) * seen.distance;
        let local = placed.to_model(&(place - placed.middle));
        let face = usize::from(seen.face);
        let normal = solid.normal(face);
        let from = local + normal * 0.002;
        let seen_of = |lamps: &[Vec3; LAMP_POINTS]| match lamp {
            Some(point) => f32::from(!in_shadow(model, &from, &lamps[point])),
            None => {
                let free = lamps.iter().filter(|lamp| !in_shadow(model, &from, lamp)).count();
                free as f32 / LAMP_POINTS as f32
            }
        };
        let seen = (seen_of(&placed.lamps), placed.second.as_ref().map_or(0.0, seen_of));
        self.lighting.shade(solid.colour(face, &local), &place, &placed.to_table(&normal), seen)
    }
}

impl Rect {
    pub(crate) fn holds(&self, x: usize, y: usize) -> bool {
        (self.x0..self.x1).contains(&x) && (self.y0..self.y1).contains(&y)
    }

    fn clipped(&self, other: &Self) -> Self {
        Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }
}

fn in_shadow(model: &Model, from: &Vec3, lamp: &Vec3) -> bool {
    let ray = Ray::new(*from, *lamp);
    model.solids.iter().any(|solid| solid.meet(&ray).is_some())
}

/// Painted patterns are finer than a pixel and need all samples.
fn needs_fine(seen: &SurfaceHit, models: &[(&Model, &PlacedModel)]) -> bool {
    models
        .get(usize::from(seen.model))
        .and_then(|(model, _)| model.solids.get(usize::from(seen.solid)))
        .is_some_and(|solid| solid.is_patterned(usize::from(seen.face)))
}

/// Places within a pixel, evenly over its area.
fn fine_places(each_way: usize) -> impl Iterator<Item = (f32, f32)> {
    let place = move |step: usize| (step as f32 + 0.5) / each_way as f32 - 0.5;
    (0..each_way * each_way).map(move |step| (place(step % each_way), place(step / each_way)))
}
