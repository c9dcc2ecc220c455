//! Classes of tables as they are met on real evenings, by name: what lies on the table, what stands on it, and what changes
//! after the muster. Within a class everything else is random.

use crate::setup::class_fleet::{based_fleet, mixed_fleet, ordinary_fleet, sailing_fleet, sisters_fleet};
use crate::setup::colour::Colour;
use crate::setup::records::{SeaLook, SeaPrint, SecondLamp, TableSetup};
use crate::setup::sampler::{Sampler, split_mix};
use geometry::Point;

/// A class of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableClass {
    /// A mat with a photograph of the sea: swell, ripples, foam.
    PrintedMat,
    /// Felt with fibres and folds.
    Felt,
    /// A printed hex mat with dots and numbers.
    HexMat,
    /// Ships on thin bases with name labels, on a printed mat or cloth.
    LabelledBases,
    /// Sailing ships at 1:600, 4 to 7 in long: masts, yards, rigging, furled or set sails.
    Sails1To600,
    /// Small models at 1:2400, from 0.6 in.
    SmallScale1To2400,
    /// Models of 1:2400 to 1:600 together, decks 0.05 to 0.5 in above the table.
    MixedScales,
    /// A second lamp is switched on after the muster.
    LampSwitched,
    /// The light falls from picture to picture.
    Dusk,
    /// The camera's exposure and white balance change in steps.
    ExposureSteps,
    /// The focal length changes by up to 0.3 % from picture to picture.
    FocusBreathing,
    /// The camera is nudged by 0.3 in or 0.3 degrees after the muster.
    NudgedCamera,
    /// Pictures are JPEG files of quality 70.
    Jpeg70,
    /// Five sisters in line ahead, two of them without a mark, on bases on a printed mat.
    SistersInLine,
}

/// The fewest pixels an inch in the middle of a table of any class.
const LEAST_PX_PER_IN: f64 = 20.0;

impl TableClass {
    /// Every class.
    pub const ALL: [Self; 14] = [
        Self::PrintedMat,
        Self::Felt,
        Self::HexMat,
        Self::LabelledBases,
        Self::Sails1To600,
        Self::SmallScale1To2400,
        Self::MixedScales,
        Self::LampSwitched,
        Self::Dusk,
        Self::ExposureSteps,
        Self::FocusBreathing,
        Self::NudgedCamera,
        Self::Jpeg70,
        Self::SistersInLine,
    ];

    /// Its name, as folders and figures carry it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PrintedMat => "printed-mat",
            Self::Felt => "felt",
            Self::HexMat => "hex-mat",
            Self::LabelledBases => "labelled-bases",
            Self::Sails1To600 => "sails-1-600",
            Self::SmallScale1To2400 => "small-1-2400",
            Self::MixedScales => "mixed-scales",
            Self::LampSwitched => "lamp-switched",
            Self::Dusk => "dusk",
            Self::ExposureSteps => "exposure-steps",
            Self::FocusBreathing => "focus-breathing",
            Self::NudgedCamera => "nudged-camera",
            Self::Jpeg70 => "jpeg-70",
            Self::SistersInLine => "sisters-in-line",
        }
    }

    /// Driven by the seed, and different from class to class.
    fn chances(self, seed: u64, salt: u64) -> Sampler {
        Sampler::new(split_mix(seed ^ split_mix(self as u64 ^ salt << 32)))
    }

    /// The table's setup in picture number `picture` of a set: 0 is the muster. Only camera and light differ from the setup
    /// that the class began with.
    pub fn in_picture(self, began: &TableSetup, picture: u32) -> TableSetup {
        let mut setup = began.clone();
        if picture > 0 {
            self.change(&mut setup, picture);
        }
        setup
    }

    fn change(self, setup: &mut TableSetup, picture: u32) {
        let mut chances = self.chances(setup.seed, 2);
        let step = f64::from(picture);
        match self {
            Self::LampSwitched if picture >= 2 => {
                let (width, depth) = setup.sea_in;
                // A floor lamp beside the table, or one that hangs low over it.
                let beside = chances.happens(0.6);
                let aside = if chances.happens(0.5) { -14.0 } else { width + 14.0 };
                setup.light.second = Some(SecondLamp {
                    lamp_in: (
                        if beside { aside } else { chances.between(0.25, 0.75) * width },
                        chances.between(0.1, 0.9) * depth,
                        chances.between(34.0, 60.0),
                    ),
                    lamp_radius_in: chances.between(1.5, 5.0),
                    brightness: setup.light.brightness * chances.between(0.35, 0.8),
                    tint: Colour(255, 224, 178),
                });
            }
            Self::Dusk => {
                let falls = chances.between(0.78, 0.9);
                let light = &mut setup.light;
                light.brightness *= falls.powf(step);
                light.ambient = (light.ambient + 0.04 * step).min(0.9);
                let Colour(red, green, blue) = light.tint;
                let cooler = |code: u8, by: f64| (f64::from(code) - by * step).max(120.0) as u8;
                light.tint = Colour(cooler(red, 7.0), cooler(green, 3.0), blue);
            }
            Self::ExposureSteps => {
                let mut gain = 1.0;
                let mut warmth = 0.0;
                for _ in 0..picture {
                    gain = chances.one_of(1.0, &[0.72, 0.85, 1.18, 1.32]);
                    warmth = chances.between(-26.0, 26.0);
                }
                let light = &mut setup.light;
                light.brightness *= gain;
                let Colour(red, green, blue) = light.tint;
                let shifted = |code: u8, by: f64| (f64::from(code) + by).clamp(120.0, 255.0) as u8;
                light.tint = Colour(shifted(red, warmth), green, shifted(blue, -warmth));
            }
            Self::FocusBreathing => {
                let shares: Vec<f64> = (0..picture).map(|_| chances.between(-0.003, 0.003)).collect();
                setup.camera.focal_px *= 1.0 + shares.last().copied().unwrap_or_default();
            }
            Self::NudgedCamera if picture >= 2 => {
                let camera = &mut setup.camera;
                if chances.happens(0.5) {
                    let way = chances.between(0.0, std::f64::consts::TAU);
                    let (east, north) = (0.3 * way.sin(), 0.3 * way.cos());
                    camera.position_in.0 += east;
                    camera.position_in.1 += north;
                    camera.looks_at = Point::new(camera.looks_at.x_in + east, camera.looks_at.y_in + north);
                } else {
                    let turned_rad = 0.3_f64.to_radians();
                    let reach_in = camera.position_in.2 * turned_rad;
                    match chances.count(0, 2) {
                        0 => camera.roll_rad += turned_rad,
                        1 => camera.looks_at.x_in += reach_in,
                        _ => camera.looks_at.y_in -= reach_in,
                    }
                }
            }
            _ => {}
        }
    }

    fn sea(self, chances: &mut Sampler, sea: &mut SeaLook) {
        match self {
            Self::PrintedMat | Self::SistersInLine => print_photograph(chances, sea),
            Self::Felt => {
                let (blue, green, grey) = (Colour(28, 66, 120), Colour(30, 92, 66), Colour(96, 110, 122));
                let colour = chances.one_of(blue, &[blue, green, Colour(20, 46, 78), grey]);
                sea.colour = chances.near(colour, 8.0);
                sea.print = SeaPrint::Felt { folds: chances.count(4, 12) };
                sea.creases = 0;
                sea.gloss = 0.0;
            }
            Self::HexMat => {
                let (blue, teal) = (Colour(34, 84, 128), Colour(28, 96, 104));
                let colour = chances.one_of(blue, &[teal, Colour(60, 108, 140)]);
                sea.colour = chances.near(colour, 10.0);
                sea.print = SeaPrint::HexMat { across_in: chances.between(1.0, 2.2) };
                sea.creases = chances.count(0, 3);
            }
            Self::LabelledBases | Self::Sails1To600 | Self::MixedScales if chances.happens(0.5) => {
                print_photograph(chances, sea);
            }
            _ => {}
        }
    }
}

fn print_photograph(chances: &mut Sampler, sea: &mut SeaLook) {
    let (blue, teal, green) = (Colour(22, 72, 124), Colour(16, 94, 112), Colour(30, 98, 92));
    let colour = chances.one_of(blue, &[teal, green, Colour(38, 86, 140), Colour(20, 60, 100)]);
    sea.colour = chances.near(colour, 8.0);
    sea.print = SeaPrint::Photograph { wave_in: chances.between(1.2, 5.0), foam: chances.between(0.15, 0.9) };
    // Mats are rolled, not folded, and rarely glossy.
    sea.creases = 0;
    sea.gloss = chances.between(0.0, 0.15);
}

/// Has the picture pixels enough, and are models wholly in it that stand anywhere along the table's edges?
fn is_well_seen(setup: &TableSetup) -> bool {
    const MODEL_IN: f64 = 1.0;
    let camera = setup.camera.table_camera();
    let (width, depth) = setup.sea_in;
    let in_picture = |x_in: f64, y_in: f64| {
        camera.pixel_from_table(Point::new(x_in, y_in), MODEL_IN).is_some_and(|pixel| {
            (0.0..f64::from(setup.camera.width)).contains(&pixel.x_px)
                && (0.0..f64::from(setup.camera.height)).contains(&pixel.y_px)
        })
    };
    // Wide lenses bend the edges outward between the corners.
    let edges_in_picture = (0..=8).map(|step| f64::from(step) / 8.0).all(|share| {
        let (x, y) = (share * width, share * depth);
        in_picture(x, 0.0) && in_picture(x, depth) && in_picture(0.0, y) && in_picture(width, y)
    });
    edges_in_picture
        && camera
            .px_per_in(Point::new(width / 2.0, depth / 2.0))
            .is_some_and(|px_per_in| px_per_in >= LEAST_PX_PER_IN)
}

impl TableSetup {
    /// A random table of a class: the same class and seed are the same table. It is seen with at least 20 pixels an inch,
    /// in 1920x1080, and has no banks.
    pub fn of_class(class: TableClass, seed: u64) -> Self {
        let mut chances = class.chances(seed, 1);
        let mut setup = (0..64)
            .map(|attempt| {
                let seed = split_mix(seed ^ attempt << 32 ^ (class as u64) << 48);
                Self::random(seed).at_size(1920, 1080)
            })
            .find(is_well_seen)
            .unwrap_or_else(|| Self::standard(seed).at_size(1920, 1080));
        // Patterns of mats differ from class to class, too.
        setup.seed = split_mix(seed ^ (class as u64) << 40);
        setup.banks.clear();
        class.sea(&mut chances, &mut setup.sea);
        let sea = setup.sea.colour;
        setup.fleet = match class {
            TableClass::LabelledBases => based_fleet(&mut chances, sea),
            TableClass::Sails1To600 => sailing_fleet(&mut chances),
            TableClass::SmallScale1To2400 => ordinary_fleet(&mut chances, 0.5, 7),
            TableClass::MixedScales => mixed_fleet(&mut chances),
            TableClass::SistersInLine => sisters_fleet(&mut chances, sea),
            _ => ordinary_fleet(&mut chances, 1.0, 6),
        };
        if class == TableClass::Jpeg70 {
            setup.sensor.jpeg_quality = 70;
        }
        setup
    }
}
