//! Prior knowledge of a ship before a picture is read: the player's annotation and the shape of such a model.

pub mod annotation;
pub mod grid;
pub mod pose;
pub mod raster;
pub mod shadow;
pub mod shape_model;
