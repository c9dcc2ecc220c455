//! The ground truth as records: for tests, and in the files of a set of pictures.

use crate::model::placement::{PlacedShip, footprint};
use crate::model::ships::{TAG_HEIGHT_IN, TAG_SIDE_IN};
use crate::setup::records::TableSetup;
use crate::setup::ship_records::{DemoShip, ShipKind};
use calibration::{Lens, TableCamera};
use geometry::{HullShape, Pose, ShipId, signed_outline_gap_in};
use nalgebra::{Matrix3, Vector3};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// The true pose of one ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TruthShip {
    /// Which ship.
    pub ship: ShipId,
    /// Where it stands.
    pub pose: Pose,
    /// The top of its stack above the table, inches.
    pub stack_height_in: f64,
    /// The plan of its hull.
    pub hull: HullShape,
}

/// One ship in a `*.truth.json` file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TruthRecord {
    /// Its name.
    pub id: ShipId,
    /// What it looks like.
    pub kind: ShipKind,
    /// The point of the table straight below its stack, inches.
    pub stack: [f64; 2],
    /// The top of its stack above the table, inches.
    pub stack_height: f64,
    /// The middle of its hull, inches.
    pub hull_centre: [f64; 2],
    /// Degrees clockwise from north.
    pub heading: f64,
    /// From stem to stern, inches.
    pub length: f64,
    /// Greatest width, inches.
    pub beam: f64,
    /// The base it stands on, if any: from end to end and across, inches, midway below the hull.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<[f64; 2]>,
}

/// Two ships that touch or nearly touch, in a `*.truth.json` file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TruthContact {
    /// The one.
    pub a: ShipId,
    /// The other.
    pub b: ShipId,
    /// Between their outlines (the base's, where there is one), inches; 0 in contact.
    pub gap_in: f64,
    /// Between their headings, degrees, 0 to 180.
    pub crossing_deg: f64,
}

/// Ships further apart than this are not recorded as a contact, inches.
const NEAR_IN: f64 = 0.15;

/// The camera in a `*.truth.json` file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TruthCamera {
    /// Picture width, pixels.
    pub width: u32,
    /// Picture height, pixels.
    pub height: u32,
    /// Focal length along x, pixels.
    pub fx: f64,
    /// Focal length along y, pixels.
    pub fy: f64,
    /// Principal point, pixels from the left.
    pub cx: f64,
    /// Principal point, pixels from the top.
    pub cy: f64,
    /// Distortion `k1 k2 p1 p2 k3`.
    pub dist: [f64; 5],
    /// Turns camera directions into table directions: rows.
    pub camera_to_table_rotation: [[f64; 3]; 3],
    /// The camera's place in the table frame, inches.
    pub camera_position_in: [f64; 3],
}

/// A whole `*.truth.json` file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TruthPicture {
    /// Every ship on the table.
    pub ships: Vec<TruthRecord>,
    /// Every pair that touches or nearly does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<TruthContact>,
    /// The camera that took the picture.
    pub camera: TruthCamera,
    /// The playing area's sides, inches.
    pub table: [f64; 2],
}

/// A player's annotation of one ship at the muster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnnotatedShip {
    /// Its name.
    pub id: ShipId,
    /// What it looks like.
    pub kind: ShipKind,
    /// The number of the tag it carries.
    pub tag: Option<u32>,
    /// The tag above the table, inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag_height_in: Option<f64>,
    /// The side of the tag's black square, inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag_side_in: Option<f64>,
    /// From stem to stern, inches.
    pub length_in: f64,
    /// Greatest width, inches.
    pub beam_in: f64,
    /// The top of the stack above the table, inches.
    pub stack_height_in: f64,
    /// How far the stack stands ahead of the hull's middle, inches.
    pub stack_ahead_of_middle_in: f64,
    /// The base it stands on: what makes contact is then the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<AnnotatedBase>,
    /// A rough click on it, inches.
    pub near: [f64; 2],
    /// Roughly where its bow points, degrees clockwise from north.
    pub heading_deg: f64,
}

/// A player's annotation of the base under a ship, inches. It is centred below the hull.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AnnotatedBase {
    /// From end to end.
    pub length_in: f64,
    /// Across.
    pub width_in: f64,
    /// Thickness: deck and stack heights are counted from the table, below it.
    pub height_in: f64,
}

/// A whole `muster.json` file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnnotatedFleet {
    /// What the file is.
    pub note: String,
    /// Every ship.
    pub ships: Vec<AnnotatedShip>,
}

/// How far rough clicks are off (standard deviation along each axis, inches) and rough headings (degrees).
const CLICK_IN: f64 = 0.07;
const ROUGH_HEADING_DEG: f64 = 3.0;

impl TruthShip {
    pub(crate) fn of(standing: &PlacedShip) -> Self {
        let ship = &standing.ship;
        Self {
            ship: ship.id.clone(),
            pose: standing.pose,
            stack_height_in: ship.stack_height_in,
            hull: ship.hull(),
        }
    }
}

impl TruthRecord {
    fn of(standing: &PlacedShip) -> Self {
        let PlacedShip { ship, pose } = standing;
        let middle = ship.hull().middle(*pose);
        Self {
            id: ship.id.clone(),
            kind: ship.kind,
            stack: [pose.stack.x_in, pose.stack.y_in],
            stack_height: ship.stack_height_in,
            hull_centre: [middle.x_in, middle.y_in],
            heading: pose.heading.deg(),
            length: ship.length_in,
            beam: ship.beam_in,
            base: ship.base.map(|base| [base.length_in, base.width_in]),
        }
    }
}

impl TruthCamera {
    /// The camera's record.
    pub fn of(camera: &TableCamera) -> Self {
        let turn = camera.camera_from_table.transpose();
        let place = camera.position_in;
        let lens = camera.lens;
        Self {
            width: lens.width,
            height: lens.height,
            fx: lens.fx,
            fy: lens.fy,
            cx: lens.cx,
            cy: lens.cy,
            dist: lens.dist,
            camera_to_table_rotation: [0, 1, 2].map(|row| [0, 1, 2].map(|column| turn[(row, column)])),
            camera_position_in: [place.x, place.y, place.z],
        }
    }
}

impl TruthCamera {
    /// The camera that the record describes.
    pub fn table_camera(&self) -> TableCamera {
        let turn = self.camera_to_table_rotation;
        let [x, y, z] = self.camera_position_in;
        TableCamera {
            lens: Lens {
                fx: self.fx,
                fy: self.fy,
                cx: self.cx,
                cy: self.cy,
                dist: self.dist,
                width: self.width,
                height: self.height,
            },
            camera_from_table: Matrix3::from_fn(|row, column| turn[column][row]),
            position_in: Vector3::new(x, y, z),
        }
    }
}

impl TruthPicture {
    pub(crate) fn of(setup: &TableSetup, camera: &TableCamera, ships: &[PlacedShip]) -> Self {
        Self {
            ships: ships.iter().map(TruthRecord::of).collect(),
            contacts: contacts(ships),
            camera: TruthCamera::of(camera),
            table: [setup.sea_in.0, setup.sea_in.1],
        }
    }
}

fn contacts(ships: &[PlacedShip]) -> Vec<TruthContact> {
    let pairs = ships.iter().enumerate().flat_map(|(at, b)| ships.iter().take(at).map(move |a| (a, b)));
    pairs
        .filter_map(|(a, b)| {
            let gap_in = signed_outline_gap_in(&footprint(&a.ship, a.pose), &footprint(&b.ship, b.pose));
            (gap_in <= NEAR_IN).then(|| TruthContact {
                a: a.ship.id.clone(),
                b: b.ship.id.clone(),
                gap_in: gap_in.max(0.0),
                crossing_deg: a.pose.heading.angle_to(b.pose.heading).to_degrees(),
            })
        })
        .collect()
}

impl AnnotatedFleet {
    pub(crate) fn of(ships: &[PlacedShip], random: &mut impl Rng) -> Self {
        let note = "what a player tells the app at the muster: rough clicks (about 0.1 in, 4 degrees off)";
        let ships = ships.iter().map(|standing| AnnotatedShip::of(&standing.ship, standing.pose, random));
        Self { note: note.to_owned(), ships: ships.collect() }
    }
}

impl AnnotatedShip {
    fn of(ship: &DemoShip, pose: Pose, random: &mut impl Rng) -> Self {
        // Sums of three uniform deviates: near enough to normal, and never far off.
        let mut off = |sigma: f64| (0..3).map(|_| random.random_range(-sigma..sigma)).sum::<f64>();
        let hundredths = |value: f64| (value * 100.0).round() / 100.0;
        let heading = pose.heading.turned(off(ROUGH_HEADING_DEG).to_radians());
        Self {
            id: ship.id.clone(),
            kind: ship.kind,
            tag: ship.tag,
            tag_height_in: ship.tag.map(|_| TAG_HEIGHT_IN),
            tag_side_in: ship.tag.map(|_| TAG_SIDE_IN),
            length_in: ship.length_in,
            beam_in: ship.beam_in,
            stack_height_in: ship.stack_height_in,
            stack_ahead_of_middle_in: hundredths(ship.stack_ahead_in),
            base: ship.base.map(|base| AnnotatedBase {
                length_in: hundredths(base.length_in),
                width_in: hundredths(base.width_in),
                height_in: hundredths(base.height_in),
            }),
            near: [hundredths(pose.stack.x_in + off(CLICK_IN)), hundredths(pose.stack.y_in + off(CLICK_IN))],
            heading_deg: (heading.deg() * 10.0).round() / 10.0 % 360.0,
        }
    }
}
