//! The scene to draw: plain records of table, camera, light and ships; the standard table and random ones.

pub(crate) mod class_fleet;
pub(crate) mod colour;
pub(crate) mod random_fleet;
pub(crate) mod random_table;
pub(crate) mod records;
pub(crate) mod sampler;
pub(crate) mod ship_records;
pub(crate) mod standard_fleet;
pub(crate) mod table_class;
