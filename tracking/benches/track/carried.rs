//! A hull that a hand carries between finger tips, followed from frame to frame.

use demo::{DemoTable, Hold, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, Point, Pose, ShipId};
use opencv::core::Mat;
use std::error::Error;
use std::time::Duration;
use tracking::{FleetAnnotation, LiveTracker, Tracker, learn_fleet};

/// Frames of the way there, at thirty a second; the film goes to and fro.
const FRAMES: u32 = 45;
const TURNS: usize = 6;

/// A frame, and where the carried ship is in it.
struct CarriedFrame {
    picture: Mat,
    pose: Pose,
}

/// Milliseconds and errors of one way of following.
#[derive(Default)]
struct Followed {
    ms: Vec<f64>,
    off_in: Vec<f64>,
    off_deg: Vec<f64>,
    lost: usize,
}

impl Followed {
    fn add(&mut self, pose: Option<Pose>, truth: Pose, ms: f64) {
        self.ms.push(ms);
        match pose {
            Some(pose) => {
                self.off_in.push(pose.stack.distance_in(truth.stack));
                self.off_deg.push(pose.heading.angle_to(truth.heading).to_degrees());
            }
            None => self.lost += 1,
        }
    }

    fn report(&mut self, what: &str) {
        let at = |list: &mut Vec<f64>, share: f64| {
            list.sort_by(f64::total_cmp);
            list.get(((list.len() as f64 - 1.0).max(0.0) * share) as usize).copied().unwrap_or(f64::NAN)
        };
        println!(
            "{what:<58} median {:7.2} ms   p95 {:6.2} ms   off p50 {:.2} in, p95 {:.2} in, {:.1} deg; lost in {} of {} frames",
            at(&mut self.ms, 0.5),
            at(&mut self.ms, 0.95),
            at(&mut self.off_in, 0.5),
            at(&mut self.off_in, 0.95),
            at(&mut self.off_deg, 0.95),
            self.lost,
            self.ms.len()
        );
    }
}

/// A film of a hand that carries a ship some inches on and turns it.
fn film(table: &mut DemoTable, ship: &ShipId) -> Result<Vec<CarriedFrame>, Box<dyn Error>> {
    let stands =
        |table: &DemoTable| table.truth().into_iter().find(|truth| truth.ship == *ship).map(|t| t.pose);
    let from = stands(table).ok_or("no such ship")?;
    table.hold_with(Hold::FingerTips);
    table.grab(from.stack);
    let mut frames = Vec::new();
    for frame in 0..FRAMES {
        let share = f64::from(frame) / f64::from(FRAMES);
        let way = share * share * (3.0 - 2.0 * share);
        table.drag_to(Point::new(from.stack.x_in + 7.0 * way, from.stack.y_in + 2.0 * way));
        table.turn_by(0.8 / f64::from(FRAMES));
        let pose = stands(table).ok_or("no such ship")?;
        frames.push(CarriedFrame { picture: table.frame()?, pose });
    }
    Ok(frames)
}

/// Measures a film at 1920x1080.
pub fn measure() -> Result<(), Box<dyn Error>> {
    let mut setup = TableSetup::standard(3).at_size(1920, 1080);
    let ship = ShipId::new("patrick-henry");
    setup.fleet.retain(|other| other.id == ship);
    if let Some(carried) = setup.fleet.first_mut() {
        carried.pose = Pose { stack: Point::new(20.0, 14.0), heading: Heading::from_deg(60.0) };
    }
    let mut table = DemoTable::new(setup)?;
    let (empty, picture) = (table.empty_frame()?, table.frame()?);
    let words = FleetAnnotation::from_json(&serde_json::to_string(&table.fleet_annotation())?)?;
    let id = CalibrationId("bench".into());
    let fleet = learn_fleet(&picture, Some(&empty), &table.camera(), id.clone(), &words)?;
    let tracker = Tracker::new(table.camera(), id, &fleet)?.within(table.setup().sea_in);
    let mut live = LiveTracker::new(tracker);
    live.on_frame(&picture, FrameId(1), Duration::ZERO)?;
    let frames = film(&mut table, &ship)?;
    let to_and_fro = || {
        (0..TURNS).flat_map(|turn| {
            let there: Vec<&CarriedFrame> = frames.iter().collect();
            if turn % 2 == 0 { there } else { there.into_iter().rev().collect() }
        })
    };
    println!("one ship carried between finger tips, 1920x1080, one core");
    let mut ours = Followed::default();
    for (frame, number) in to_and_fro().zip(2_u64..) {
        let reading = live.on_frame(&frame.picture, FrameId(number), Duration::from_millis(33 * number))?;
        let pose = reading.followed.first().map(|followed| followed.pose);
        ours.add(pose, frame.pose, reading.ms);
    }
    ours.report("a live frame while it moves (bound 8 ms)");
    #[cfg(feature = "rapid")]
    rapid::measure(&table, to_and_fro())?;
    Ok(())
}

/// OpenCV's `rapid` (Harris, 1990) on the same frames: the edges of a box with the hull's plan.
#[cfg(feature = "rapid")]
mod rapid {
    use super::{CarriedFrame, Followed};
    use calibration::TableCamera;
    use demo::DemoTable;
    use geometry::{Heading, Point, Pose};
    use nalgebra::{Matrix3, Rotation3, Vector3};
    use opencv::calib3d;
    use opencv::core::{CV_64F, Mat, Point3f, Vector};
    use opencv::prelude::*;
    use std::error::Error;
    use std::time::Instant;

    /// Search lines, and pixels along each, as in OpenCV's own sample.
    const LINES: i32 = 100;
    const RADIUS_PX: i32 = 20;
    /// Iterations of each frame.
    const ROUNDS: usize = 5;

    fn column(values: &[f64]) -> opencv::Result<Mat> {
        let mut mat = Mat::new_rows_cols_with_default(values.len() as i32, 1, CV_64F, 0.0.into())?;
        for (row, value) in values.iter().enumerate() {
            *mat.at_mut::<f64>(row as i32)? = *value;
        }
        Ok(mat)
    }

    /// Rotation and translation from the ship's frame (ahead, to port, up; below its stack) to the camera's.
    fn extrinsics(camera: &TableCamera, pose: Pose) -> (Matrix3<f64>, Vector3<f64>) {
        let (x, y) = pose.heading.unit();
        let table_from_ship = Matrix3::new(x, -y, 0.0, y, x, 0.0, 0.0, 0.0, 1.0);
        let stack = Vector3::new(pose.stack.x_in, pose.stack.y_in, 0.0);
        (camera.camera_from_table * table_from_ship, camera.camera_from_table * (stack - camera.position_in))
    }

    /// Follows the ship over the frames, lens distortion removed beforehand.
    pub fn measure<'a>(
        table: &DemoTable,
        frames: impl Iterator<Item = &'a CarriedFrame>,
    ) -> Result<(), Box<dyn Error>> {
        let camera = table.camera();
        let lens = &camera.lens;
        let k = Mat::from_slice_2d(&[[lens.fx, 0.0, lens.cx], [0.0, lens.fy, lens.cy], [0.0, 0.0, 1.0]])?;
        let dist = column(&lens.dist)?;
        let ship = table.setup().fleet.first().ok_or("no ship")?;
        let origin = Pose { stack: Point::new(0.0, 0.0), heading: Heading::from_deg(0.0) };
        // The outline is clockwise seen from above, its points north and east of the stack are ahead and to starboard.
        let outline = ship.hull().outline(origin);
        let sides = outline.len() as i32;
        let at = |height_in: f64| {
            outline.iter().map(move |p| Point3f::new(p.y_in as f32, -p.x_in as f32, height_in as f32))
        };
        let points: Vector<Point3f> = at(0.0).chain(at(ship.deck_height_in)).collect();
        let mut triangles: Vec<[i32; 3]> = Vec::new();
        for side in 0..sides {
            let next = (side + 1) % sides;
            triangles.push([side, next, side + sides]);
            triangles.push([next, next + sides, side + sides]);
        }
        for side in 1..sides - 1 {
            triangles.push([sides, sides + side, sides + side + 1]);
        }
        let triangles = Mat::from_slice_2d(&triangles)?;
        let (mut followed, mut last): (Followed, Option<(Mat, Mat)>) = (Followed::default(), None);
        for frame in frames {
            let mut picture = Mat::default();
            calib3d::undistort_def(&frame.picture, &mut picture, &k, &dist)?;
            let (mut turn, mut shift) = match last.take() {
                Some(last) => last,
                None => {
                    let (rotation, translation) = extrinsics(&camera, frame.pose);
                    let turn = Rotation3::from_matrix_unchecked(rotation).scaled_axis();
                    (column(turn.as_slice())?, column(translation.as_slice())?)
                }
            };
            let begin = Instant::now();
            let rounds: opencv::Result<Vec<f32>> = (0..ROUNDS)
                .map(|_| {
                    opencv::rapid::rapid(
                        &picture, LINES, RADIUS_PX, &points, &triangles, &k, &mut turn, &mut shift, None,
                    )
                })
                .collect();
            let ms = begin.elapsed().as_secs_f64() * 1e3;
            let vector = |mat: &Mat| -> opencv::Result<Vector3<f64>> {
                Ok(Vector3::new(*mat.at::<f64>(0)?, *mat.at::<f64>(1)?, *mat.at::<f64>(2)?))
            };
            let rotation = Rotation3::from_scaled_axis(vector(&turn)?);
            let back = camera.camera_from_table.transpose();
            let stack = back * vector(&shift)? + camera.position_in;
            let ahead = back * (rotation * Vector3::x());
            let pose =
                Pose { stack: Point::new(stack.x, stack.y), heading: Heading::of_vector(ahead.x, ahead.y) };
            let near = pose.stack.distance_in(frame.pose.stack) < 1.5;
            // It fails once its model has left the picture; then it begins anew at the true pose.
            let near = rounds.is_ok() && near;
            followed.add(near.then_some(pose), frame.pose, ms);
            last = near.then_some((turn, shift));
        }
        followed.report("OpenCV's rapid, five rounds, lens undone beforehand");
        Ok(())
    }
}
