//! The camera: a pinhole with Brown–Conrady distortion, standing over the table.
//!
//! Conventions are OpenCV's: pixel centres at whole numbers, x right, y down, the camera looking along +z;
//! `dist` is `k1 k2 p1 p2 k3`. The table frame is `geometry`'s, with z up.

use geometry::Point;
use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};
use serde::{Deserialize, Serialize};

/// A place in the picture, pixels; the centre of the top left pixel is (0, 0).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pixel {
    /// Pixels to the right.
    pub x_px: f64,
    /// Pixels down.
    pub y_px: f64,
}

impl Pixel {
    /// A place in the picture from its coordinates.
    pub fn new(x_px: f64, y_px: f64) -> Self {
        Self { x_px, y_px }
    }

    /// The straight distance to another place, pixels.
    pub fn distance_px(self, other: Self) -> f64 {
        (self.x_px - other.x_px).hypot(self.y_px - other.y_px)
    }
}

/// The lens: camera matrix and distortion, for one picture size.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Lens {
    /// Focal length along x, pixels.
    pub fx: f64,
    /// Focal length along y, pixels.
    pub fy: f64,
    /// Principal point, pixels from the left.
    pub cx: f64,
    /// Principal point, pixels from the top.
    pub cy: f64,
    /// Distortion `k1 k2 p1 p2 k3` (Brown–Conrady, as OpenCV's).
    pub dist: [f64; 5],
    /// The picture's width this lens belongs to, pixels.
    pub width: u32,
    /// The picture's height this lens belongs to, pixels.
    pub height: u32,
}

/// Newton steps of [`Lens::undistort`]; each doubles the digits, so eight are more than enough where the model
/// can be inverted at all.
const UNDISTORT_STEPS: usize = 12;
/// An inverse misses by less than this, in focal lengths.
const UNDISTORTED: f64 = 1e-9;
/// Slower than this, the distorted radius does not grow with the true one: small errors of a pixel become large ones.
const LEAST_GROWTH: f64 = 0.02;

impl Lens {
    /// Bends an ideal ray `(x/z, y/z)` as the lens does.
    pub fn distort(&self, ideal: Vector2<f64>) -> Vector2<f64> {
        let [k1, k2, p1, p2, k3] = self.dist;
        let (x, y) = (ideal.x, ideal.y);
        let r2 = x * x + y * y;
        let radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
        Vector2::new(
            x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x),
            y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y,
        )
    }

    /// The derivative of [`Lens::distort`].
    pub fn distort_jacobian(&self, ideal: Vector2<f64>) -> Matrix2<f64> {
        let [k1, k2, p1, p2, k3] = self.dist;
        let (x, y) = (ideal.x, ideal.y);
        let r2 = x * x + y * y;
        let radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
        let slope = 2.0 * (k1 + r2 * (2.0 * k2 + r2 * 3.0 * k3));
        let cross = x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y;
        Matrix2::new(
            radial + x * x * slope + 2.0 * p1 * y + 6.0 * p2 * x,
            cross,
            cross,
            radial + y * y * slope + 6.0 * p1 * y + 2.0 * p2 * x,
        )
    }

    /// The ideal ray of a bent one: the inverse of [`Lens::distort`], by Newton's method. `None` where there is none:
    /// the model folds over beyond the rim that it was measured for.
    pub fn undistort(&self, bent: Vector2<f64>) -> Option<Vector2<f64>> {
        let mut ideal = bent;
        for _ in 0..UNDISTORT_STEPS {
            let miss = self.distort(ideal) - bent;
            let Some(inverse) = self.distort_jacobian(ideal).try_inverse() else { break };
            let step = inverse * miss;
            ideal -= step;
            if step.norm_squared() < 1e-26 {
                break;
            }
        }
        let miss = (self.distort(ideal) - bent).norm();
        (miss < UNDISTORTED * (1.0 + bent.norm()) && self.least_growth(ideal.norm_squared()) > 0.0)
            .then_some(ideal)
    }

    /// How fast the distorted radius grows with the true one (radial terms only), where that is slowest from the
    /// middle out to a squared radius.
    fn least_growth(&self, most_r2: f64) -> f64 {
        let [k1, k2, _, _, k3] = self.dist;
        let growth = |r2: f64| 1.0 + r2 * (3.0 * k1 + r2 * (5.0 * k2 + r2 * 7.0 * k3));
        // Where its own slope 3 k1 + 10 k2 r2 + 21 k3 r2^2 vanishes.
        let (a, b, c) = (21.0 * k3, 10.0 * k2, 3.0 * k1);
        let root = (b * b - 4.0 * a * c).sqrt();
        let q = -0.5 * (b + root.copysign(b));
        [q / a, c / q]
            .into_iter()
            .filter(|r2| (0.0..most_r2).contains(r2))
            .map(growth)
            .fold(growth(most_r2).min(1.0), f64::min)
    }

    /// Does every pixel of the picture have a ray of its own? Along every ray the distorted radius must keep growing
    /// out to the corners.
    pub fn is_one_to_one(&self) -> bool {
        let (right, bottom) = (f64::from(self.width) - 0.5, f64::from(self.height) - 0.5);
        [(-0.5, -0.5), (right, -0.5), (-0.5, bottom), (right, bottom)].into_iter().all(|(x_px, y_px)| {
            self.ideal_from_pixel(Pixel::new(x_px, y_px))
                .is_some_and(|ideal| self.least_growth(ideal.norm_squared()) > LEAST_GROWTH)
        })
    }

    /// Where the ideal ray `(x/z, y/z)` lands in the picture.
    pub fn pixel_from_ideal(&self, ideal: Vector2<f64>) -> Pixel {
        let bent = self.distort(ideal);
        Pixel::new(self.fx * bent.x + self.cx, self.fy * bent.y + self.cy)
    }

    /// The ideal ray `(x/z, y/z)` seen at a pixel; `None` where the lens model sees none.
    pub fn ideal_from_pixel(&self, pixel: Pixel) -> Option<Vector2<f64>> {
        self.undistort(self.bent_from_pixel(pixel))
    }

    /// The bent ray that lands at a pixel.
    pub fn bent_from_pixel(&self, pixel: Pixel) -> Vector2<f64> {
        Vector2::new((pixel.x_px - self.cx) / self.fx, (pixel.y_px - self.cy) / self.fy)
    }
}

/// A lens standing over the table: everything needed to go from table to picture and back.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TableCamera {
    /// The lens.
    pub lens: Lens,
    /// Turns table directions into camera directions.
    pub camera_from_table: Matrix3<f64>,
    /// The camera's place in the table frame, inches (z: above the table).
    pub position_in: Vector3<f64>,
}

impl TableCamera {
    /// Where a point `height_in` above the table appears.
    ///
    /// `None` for a point behind the camera.
    pub fn pixel_from_table(&self, point: Point, height_in: f64) -> Option<Pixel> {
        self.ray_to(point, height_in).map(|ray| self.lens.pixel_from_ideal(ray))
    }

    /// The ideal ray `(x/z, y/z)` to a point `height_in` above the table; `None` for a point behind the camera.
    pub(crate) fn ray_to(&self, point: Point, height_in: f64) -> Option<Vector2<f64>> {
        let ray =
            self.camera_from_table * (Vector3::new(point.x_in, point.y_in, height_in) - self.position_in);
        (ray.z > 1e-9).then(|| Vector2::new(ray.x / ray.z, ray.y / ray.z))
    }

    /// The table point straight below the thing seen at `pixel`, if that is `height_in` above the table.
    ///
    /// `None` where the pixel looks at or above the horizon of that height, or beyond the rim of the lens model.
    pub fn table_from_pixel(&self, pixel: Pixel, height_in: f64) -> Option<Point> {
        let ideal = self.lens.ideal_from_pixel(pixel)?;
        let ray = self.camera_from_table.transpose() * Vector3::new(ideal.x, ideal.y, 1.0);
        let along = (height_in - self.position_in.z) / ray.z;
        (ray.z.abs() > 1e-9 && along > 0.0)
            .then(|| Point::new(self.position_in.x + along * ray.x, self.position_in.y + along * ray.y))
    }

    /// How far the top of an object one inch tall appears displaced at `point`: the slope of the sight line, inches per
    /// inch, as a vector away from the point under the camera.
    pub fn lean(&self, point: Point) -> Vector2<f64> {
        Vector2::new(point.x_in - self.position_in.x, point.y_in - self.position_in.y) / self.position_in.z
    }

    /// Pixels an inch on the table at `point` (the geometric mean over directions).
    pub fn px_per_in(&self, point: Point) -> Option<f64> {
        let step = 0.05;
        let at = |dx: f64, dy: f64| self.pixel_from_table(Point::new(point.x_in + dx, point.y_in + dy), 0.0);
        let (e, w, n, s) = (at(step, 0.0)?, at(-step, 0.0)?, at(0.0, step)?, at(0.0, -step)?);
        let (ex, ey) = ((e.x_px - w.x_px) / (2.0 * step), (e.y_px - w.y_px) / (2.0 * step));
        let (nx, ny) = ((n.x_px - s.x_px) / (2.0 * step), (n.y_px - s.y_px) / (2.0 * step));
        Some((ex * ny - ey * nx).abs().sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;
    use proptest::prelude::*;

    /// Lenses from long to wide with the barrel of real webcams; all can be inverted over their picture.
    fn lenses() -> impl Strategy<Value = Lens> {
        (900.0..2500.0, -40.0..40.0, -0.12..0.05, 0.0..0.03, -0.001..0.001, -0.001..0.001).prop_map(
            |(focal_px, off_px, k1, k2, p1, p2)| Lens {
                fx: focal_px,
                fy: focal_px * 1.001,
                cx: 959.5 + off_px,
                cy: 539.5 - off_px,
                dist: [k1, k2, p1, p2, 0.0],
                width: 1920,
                height: 1080,
            },
        )
    }

    fn cameras() -> impl Strategy<Value = TableCamera> {
        (lenses(), 40.0..90.0, -0.3..0.3, -0.3..0.3, -3.1..3.1).prop_map(|(lens, up_in, a, b, c)| {
            let down = Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0);
            TableCamera {
                lens,
                camera_from_table: Rotation3::from_euler_angles(a, b, c).matrix() * down,
                position_in: Vector3::new(30.0, 18.0, up_in),
            }
        })
    }

    proptest! {
        #[test]
        fn straightening_undoes_bending(lens in lenses(), x_px in 0.0..1920.0, y_px in 0.0..1080.0) {
            let pixel = Pixel::new(x_px, y_px);
            let back = lens.pixel_from_ideal(lens.ideal_from_pixel(pixel).unwrap());
            prop_assert!(pixel.distance_px(back) < 1e-6, "{back:?}");
        }

        #[test]
        fn bending_has_the_stated_derivative(lens in lenses(), x in -0.9..0.9, y in -0.5..0.5) {
            let ideal = Vector2::new(x, y);
            let stated = lens.distort_jacobian(ideal);
            let step = 1e-6;
            for (axis, off) in [Vector2::new(step, 0.0), Vector2::new(0.0, step)].into_iter().enumerate() {
                let measured = (lens.distort(ideal + off) - lens.distort(ideal - off)) / (2.0 * step);
                prop_assert!((stated.column(axis) - measured).norm() < 1e-7, "{stated} {measured}");
            }
        }

        #[test]
        fn table_to_picture_and_back(
            camera in cameras(), x_px in 100.0..1820.0, y_px in 100.0..980.0, height_in in 0.0..1.0,
        ) {
            let pixel = Pixel::new(x_px, y_px);
            // A camera tilted far looks past the table's horizon at some pixels.
            if let Some(point) = camera.table_from_pixel(pixel, height_in) {
                let back = camera.pixel_from_table(point, height_in).unwrap();
                prop_assert!(pixel.distance_px(back) < 1e-5, "{back:?}");
            }
        }

        #[test]
        fn tall_things_lean_outward(camera in cameras(), x_in in 0.0..60.0, y_in in 0.0..36.0) {
            let point = Point::new(x_in, y_in);
            let Some(top) = camera.pixel_from_table(point, 0.5) else { return Ok(()) };
            // Far outside the picture a lens may fold over; there is nothing to see there.
            prop_assume!((0.0..1920.0).contains(&top.x_px) && (0.0..1080.0).contains(&top.y_px));
            let seen = camera.table_from_pixel(top, 0.0).unwrap();
            let up_in = camera.position_in.z;
            let lean = camera.lean(point) * 0.5 * up_in / (up_in - 0.5);
            prop_assert!((seen.x_in - x_in - lean.x).abs() < 1e-6 && (seen.y_in - y_in - lean.y).abs() < 1e-6);
        }
    }

    /// Folds over 1.13 focal lengths from the middle: its corners lie farther out.
    fn folding_lens() -> Lens {
        Lens {
            fx: 880.0,
            fy: 880.0,
            cx: 959.5,
            cy: 539.5,
            dist: [-0.26, 0.07, 0.0, 0.0, -0.008],
            width: 1920,
            height: 1080,
        }
    }

    #[test]
    fn where_a_lens_folds_over_there_is_no_ray() {
        let lens = folding_lens();
        assert!(!lens.is_one_to_one());
        let mut without = 0;
        for (column, row) in (0..96).flat_map(|column| (0..54).map(move |row| (column, row))) {
            let pixel = Pixel::new(f64::from(column) * 1919.0 / 95.0, f64::from(row) * 1079.0 / 53.0);
            match lens.ideal_from_pixel(pixel) {
                Some(ideal) => assert!(pixel.distance_px(lens.pixel_from_ideal(ideal)) < 1e-5, "{pixel:?}"),
                None => without += 1,
            }
        }
        assert!(without > 0, "every pixel was given a ray");
        println!("{without} of 5184 places have no ray");
        // The same lens in a smaller picture is sound.
        assert!(Lens { width: 1280, height: 720, cx: 639.5, cy: 359.5, ..lens }.is_one_to_one());
        assert!(Lens { dist: [0.0; 5], ..lens }.is_one_to_one());
    }

    #[test]
    fn scale_is_focal_length_over_height_below_the_camera() {
        let camera = TableCamera {
            lens: Lens {
                fx: 1400.0,
                fy: 1400.0,
                cx: 959.5,
                cy: 539.5,
                dist: [0.0; 5],
                width: 1920,
                height: 1080,
            },
            camera_from_table: Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0),
            position_in: Vector3::new(30.0, 18.0, 50.0),
        };
        assert!((camera.px_per_in(Point::new(30.0, 18.0)).unwrap() - 28.0).abs() < 1e-6);
        assert_eq!(camera.table_from_pixel(Pixel::new(959.5, 539.5), 60.0), None, "above the camera");
    }
}
