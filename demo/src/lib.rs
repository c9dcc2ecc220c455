//! A simulated table: a sea with corner cards and model ships, drawn through a realistic camera model.
//!
//! Everything the camera mathematics must cope with is really in the picture: perspective, lens distortion,
//! height (stacks lean outward), soft shadows, vignetting, blur and sensor noise. The truth is known, and the same
//! [`TableSetup`] draws the same pictures bit for bit. [`TableClass`] names the kinds of tables that are met on real evenings.
//!
//! Folders: `setup` (the scene: [`TableSetup`], standard, random and by class) → `model` (ships as solids) → `render` (lines of
//! sight, light, sensor) → `table` (the table in use, and its ground truth) → `dataset` (sets of pictures as files). Of dice: `dice` (trays, and dice on a
//! table), `film` (films of throws).

mod dataset;
mod dice;
mod film;
mod model;
mod render;
mod setup;
mod table;

pub use dataset::picture_set::{SetError, SetPlan, write_class_set, write_planned_set, write_set};
pub use dataset::scenario::{Scenario, write_scenario};
pub use dice::{
    DiceBounds, DiceTray, DieLook, DieSetup, DieShape, DieStance, GroundLook, GroundPrint, LampSetup,
    LampShape, NumberLook, NumberMark, PipLook, ThrownDie, TrayDie, TraySensor, TraySetup, TraySide,
    Typeface,
};
pub use film::{DiceFilm, FilmKind};
pub use model::clutter::Thing;
pub use model::placement::PlaceError;
pub use render::board::BOARD_VIEWS;
pub use setup::colour::Colour;
pub use setup::records::{
    Bank, CameraSetup, CardSetup, LightSetup, SeaLook, SeaPrint, SecondLamp, SensorSetup, TableSetup,
};
pub use setup::ship_records::{
    BaseSetup, DeckMark, DemoShip, LabelPlace, RigSetup, Sails, ShipKind, ShipPaint, Side,
};
pub use setup::table_class::TableClass;
pub use table::demo_table::{DemoError, DemoTable};
pub use table::hand::Hold;
pub use table::truth::{
    AnnotatedBase, AnnotatedFleet, AnnotatedShip, TruthCamera, TruthPicture, TruthRecord, TruthShip,
};
