//! The records from which a table is drawn: camera, light, sensor, sea, cards, banks; those of ships are in `ship_records`.

use crate::setup::colour::Colour;
use crate::setup::ship_records::DemoShip;
use calibration::{Lens, TableCamera};
use geometry::Point;
use nalgebra::{Matrix3, Rotation3, Vector3};
use serde::{Deserialize, Serialize};

/// A whole table: the same record draws the same pictures bit for bit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableSetup {
    /// Drives everything that is random: sea texture, noise, rough clicks, the hand's tremor.
    pub seed: u64,
    /// The playing area's sides, inches east and north.
    pub sea_in: (f64, f64),
    /// The camera and its lens.
    pub camera: CameraSetup,
    /// The look of the sea.
    pub sea: SeaLook,
    /// The lamps.
    pub light: LightSetup,
    /// The camera's sensor.
    pub sensor: SensorSetup,
    /// The printed corner cards.
    pub cards: Vec<CardSetup>,
    /// The ships, in their start poses.
    pub fleet: Vec<DemoShip>,
    /// Banks of card on the table.
    pub banks: Vec<Bank>,
}

/// Camera and lens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CameraSetup {
    /// Picture width, pixels.
    pub width: u32,
    /// Picture height, pixels.
    pub height: u32,
    /// Focal length, pixels (both axes).
    pub focal_px: f64,
    /// The principal point's offset to the right of and below the picture's centre, pixels.
    pub centre_off_px: (f64, f64),
    /// Distortion `k1 k2 p1 p2 k3` (Brown–Conrady).
    pub dist: [f64; 5],
    /// Where the camera is, inches in the table frame.
    pub position_in: (f64, f64, f64),
    /// The point of the table that it is aimed at.
    pub looks_at: Point,
    /// How far it is turned about its own axis, radians clockwise as seen in the picture.
    pub roll_rad: f64,
}

/// The look of the sea.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeaLook {
    /// The cloth's colour.
    pub colour: Colour,
    /// How strongly the colour varies from place to place (0 to 1).
    pub mottle: f64,
    /// The size of the mottles, inches.
    pub mottle_in: f64,
    /// What is printed on it.
    pub print: SeaPrint,
    /// How many creases cross the cloth.
    pub creases: u32,
    /// How strongly it mirrors the lamp (0: matt cloth, 1: oilcloth).
    pub gloss: f64,
    /// How far the cloth reaches beyond the playing area, inches.
    pub margin_in: f64,
    /// The colour of the table around it.
    pub table_colour: Colour,
}

/// What is printed on the sea.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum SeaPrint {
    /// Nothing.
    Plain,
    /// Wave crests.
    Waves {
        /// From crest to crest, inches.
        length_in: f64,
    },
    /// A grid of pointy-topped hexes.
    Hexes {
        /// From one flat side to the opposite one, inches.
        across_in: f64,
    },
    /// A photograph of the sea on a mat: swell, ripples, darker patches, foam.
    Photograph {
        /// The longest waves from crest to crest, inches.
        wave_in: f64,
        /// How much foam there is (0 to 1).
        foam: f64,
    },
    /// Felt with fibres and soft folds.
    Felt {
        /// How many folds.
        folds: u32,
    },
    /// A printed mat of hexes with dots and numbers over a faint sea.
    HexMat {
        /// From one flat side of a hex to the opposite one, inches.
        across_in: f64,
    },
}

/// The light over the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LightSetup {
    /// Where the lamp is, inches in the table frame.
    pub lamp_in: (f64, f64, f64),
    /// The lamp's radius, inches: wide lamps cast soft shadows.
    pub lamp_radius_in: f64,
    /// The share of ambient light (0 to 1).
    pub ambient: f64,
    /// Overall brightness: 1 puts white paper in the middle of the table at about three quarters of full white.
    pub brightness: f64,
    /// The colour of white paper under it.
    pub tint: Colour,
    /// A second lamp that is switched on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<SecondLamp>,
}

/// A second lamp: its light is added to what there is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SecondLamp {
    /// Where it is, inches in the table frame.
    pub lamp_in: (f64, f64, f64),
    /// Its radius, inches.
    pub lamp_radius_in: f64,
    /// What it adds in the middle of the table: 1 is as much as all other light of brightness 1.
    pub brightness: f64,
    /// Its colour.
    pub tint: Colour,
}

/// The camera's sensor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SensorSetup {
    /// Standard deviation of the noise, in steps of 255.
    pub noise_codes: f64,
    /// Standard deviation of the blur, pixels.
    pub blur_px: f64,
    /// The light lost at the picture's corners (0 to 1).
    pub vignetting: f64,
    /// The JPEG quality of picture files, 1 to 100.
    pub jpeg_quality: u8,
}

/// A printed card with an ArUco marker of DICT_4X4_50.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CardSetup {
    /// The marker's number.
    pub id: u32,
    /// The middle of its black square.
    pub middle: Point,
    /// The side of its black square, inches.
    pub side_in: f64,
    /// The white margin, inches.
    pub margin_in: f64,
    /// Its turn from having its top to the north, radians clockwise.
    pub turned_rad: f64,
}

/// A bank, island or fort of card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bank {
    /// Its outline: a convex polygon, in either direction round.
    pub outline: Vec<Point>,
    /// Its height, inches.
    pub height_in: f64,
    /// Its colour.
    pub colour: Colour,
}

impl CameraSetup {
    /// The lens.
    pub fn lens(&self) -> Lens {
        Lens {
            fx: self.focal_px,
            fy: self.focal_px,
            cx: (f64::from(self.width) - 1.0) / 2.0 + self.centre_off_px.0,
            cy: (f64::from(self.height) - 1.0) / 2.0 + self.centre_off_px.1,
            dist: self.dist,
            width: self.width,
            height: self.height,
        }
    }

    /// The camera over the table.
    pub fn table_camera(&self) -> TableCamera {
        let (x, y, z) = self.position_in;
        let position_in = Vector3::new(x, y, z);
        let forward = (Vector3::new(self.looks_at.x_in, self.looks_at.y_in, 0.0) - position_in).normalize();
        // Without roll the picture's right is level, and as near to east as can be.
        let right = Vector3::new(0.0, -1.0, 0.0).cross(&forward).normalize();
        let down = forward.cross(&right);
        let level = Matrix3::from_rows(&[right.transpose(), down.transpose(), forward.transpose()]);
        let roll = Rotation3::from_axis_angle(&Vector3::z_axis(), self.roll_rad);
        TableCamera { lens: self.lens(), camera_from_table: roll.into_inner() * level, position_in }
    }

    /// The same camera with another number of pixels: the picture is as wide as before, higher or lower about its
    /// middle where the shape differs.
    pub fn at_size(&self, width: u32, height: u32) -> Self {
        let scale = f64::from(width) / f64::from(self.width);
        Self {
            width,
            height,
            focal_px: self.focal_px * scale,
            centre_off_px: (self.centre_off_px.0 * scale, self.centre_off_px.1 * scale),
            ..*self
        }
    }
}

impl CardSetup {
    /// The four corner cards of a playing area: the outer corner of each black square is the area's corner.
    pub fn corners(sea_in: (f64, f64)) -> Vec<Self> {
        let (side_in, margin_in) = (2.0, 0.25);
        let (near, east, north) = (side_in / 2.0, sea_in.0 - side_in / 2.0, sea_in.1 - side_in / 2.0);
        [(near, near), (east, near), (east, north), (near, north)]
            .into_iter()
            .zip(0..)
            .map(|((x_in, y_in), id)| CardSetup {
                id,
                middle: Point::new(x_in, y_in),
                side_in,
                margin_in,
                turned_rad: 0.0,
            })
            .collect()
    }

    /// The corners of the black square, clockwise on the card from its own top left.
    pub fn square(&self) -> [Point; 4] {
        let (east, north) = (self.turned_rad.cos(), -self.turned_rad.sin());
        let half = self.side_in / 2.0;
        [(-half, half), (half, half), (half, -half), (-half, -half)].map(|(right, up)| {
            Point::new(
                self.middle.x_in + right * east - up * north,
                self.middle.y_in + right * north + up * east,
            )
        })
    }
}

impl TableSetup {
    /// The demo table the window opens on: Hampton Roads, two small fleets within reach of one another, 1280x720.
    pub fn standard(seed: u64) -> Self {
        let sea_in = (60.0, 36.0);
        Self {
            seed,
            sea_in,
            camera: CameraSetup {
                width: 1280,
                height: 720,
                focal_px: 920.0,
                centre_off_px: (3.5, -2.5),
                dist: [-0.085, 0.02, 0.0006, -0.0004, 0.0],
                position_in: (30.6, 17.2, 52.0),
                looks_at: Point::new(30.2, 18.2),
                roll_rad: 0.012,
            },
            sea: SeaLook {
                colour: Colour(52, 98, 132),
                mottle: 0.16,
                mottle_in: 3.5,
                print: SeaPrint::Plain,
                creases: 0,
                gloss: 0.05,
                margin_in: 3.0,
                table_colour: Colour(124, 98, 72),
            },
            light: LightSetup {
                lamp_in: (72.0, 70.0, 120.0),
                lamp_radius_in: 11.0,
                ambient: 0.55,
                brightness: 1.0,
                tint: Colour(255, 249, 240),
                second: None,
            },
            sensor: SensorSetup { noise_codes: 1.6, blur_px: 0.55, vignetting: 0.22, jpeg_quality: 93 },
            cards: CardSetup::corners(sea_in),
            fleet: crate::setup::standard_fleet::hampton_roads(),
            banks: Vec::new(),
        }
    }

    /// The same with six ships a side.
    pub fn six_a_side(seed: u64) -> Self {
        Self { fleet: crate::setup::standard_fleet::hampton_roads_reinforced(), ..Self::standard(seed) }
    }

    /// A dice tray under a camera of its own: felt, without ships and cards.
    pub fn dice_tray(seed: u64) -> Self {
        let sea_in = (8.0, 6.0);
        let middle = Point::new(0.5 * sea_in.0, 0.5 * sea_in.1);
        Self {
            sea_in,
            camera: CameraSetup {
                width: 800,
                height: 600,
                focal_px: 1200.0,
                position_in: (middle.x_in + 0.6, middle.y_in - 0.8, 12.0),
                looks_at: middle,
                ..Self::standard(seed).camera
            },
            sea: SeaLook {
                colour: Colour(38, 92, 60),
                mottle: 0.08,
                mottle_in: 0.8,
                margin_in: 1.0,
                ..Self::standard(seed).sea
            },
            light: LightSetup {
                lamp_in: (14.0, 16.0, 30.0),
                lamp_radius_in: 3.0,
                ..Self::standard(seed).light
            },
            cards: Vec::new(),
            fleet: Vec::new(),
            ..Self::standard(seed)
        }
    }

    /// The same table seen with another number of pixels.
    pub fn at_size(mut self, width: u32, height: u32) -> Self {
        self.camera = self.camera.at_size(width, height);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_sees_north_up_and_east_right() {
        let camera = TableSetup::standard(1).camera.table_camera();
        let at = |x, y, z| camera.pixel_from_table(Point::new(x, y), z).unwrap();
        assert!(at(50.0, 18.0, 0.0).x_px > at(10.0, 18.0, 0.0).x_px);
        assert!(at(30.0, 30.0, 0.0).y_px < at(30.0, 6.0, 0.0).y_px);
        // Height leans away from the point under the camera.
        assert!(at(55.0, 17.2, 1.0).x_px > at(55.0, 17.2, 0.0).x_px);
        assert!((camera.camera_from_table.determinant() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn all_four_corners_of_the_sea_are_in_the_picture_at_every_size() {
        for (width, height) in [(1280, 720), (1920, 1080), (640, 480)] {
            let setup = TableSetup::standard(1).at_size(width, height);
            let camera = setup.camera.table_camera();
            for card in &setup.cards {
                for corner in card.square() {
                    let pixel = camera.pixel_from_table(corner, 0.0).unwrap();
                    assert!(pixel.x_px > 4.0 && pixel.x_px < f64::from(width) - 5.0, "{pixel:?}");
                    assert!(pixel.y_px > 4.0 && pixel.y_px < f64::from(height) - 5.0, "{pixel:?}");
                }
            }
        }
    }

    #[test]
    fn the_outer_corner_of_each_card_is_the_corner_of_the_sea() {
        let cards = CardSetup::corners((60.0, 36.0));
        // Clockwise from the top left: south-west is 3, south-east 2, north-east 1, north-west 0.
        let outer: Vec<_> = cards.iter().zip([3, 2, 1, 0]).map(|(card, at)| card.square()[at]).collect();
        let corners = [(0.0, 0.0), (60.0, 0.0), (60.0, 36.0), (0.0, 36.0)].map(|(x, y)| Point::new(x, y));
        assert_eq!(outer, corners);
    }
}
