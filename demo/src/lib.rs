//! A table that isn't there: a sea with corner cards and model ships, drawn through a real camera.
//!
//! Everything the camera mathematics must cope with is really in the picture: perspective, lens distortion,
//! height (stacks lean outward), soft shadows, vignetting, blur and sensor noise. The truth is known, and the same
//! [`TableSetup`] draws the same pictures bit for bit.
//!
//! The way through: [`TableSetup`] (what there is) → solids and ground (what a sight line meets) → film (light
//! that falls on each pixel) → development (blur, vignetting, gamma, noise) → picture.

mod board;
mod chances;
mod colour;
mod film;
mod fleet;
mod ground;
mod hand;
mod loose;
mod place;
mod random;
mod random_fleet;
mod rays;
mod scene;
mod set;

mod setup;
mod ships;
mod solids;
mod story;
mod table;
mod truth;

pub use board::BOARD_VIEWS;
pub use colour::Colour;
pub use place::PlaceError;
pub use set::{SetError, SetPlan, write_planned_set, write_set};
pub use setup::{
    Bank, BaseSetup, CameraSetup, CardSetup, DemoShip, LightSetup, SeaLook, SeaPrint, SensorSetup, ShipKind,
    ShipPaint, Side, TableSetup,
};
pub use story::{Story, write_story};
pub use table::{DemoError, DemoTable};
pub use truth::{MusterBase, MusterShip, MusterWords, TruthCamera, TruthPicture, TruthRecord, TruthShip};
