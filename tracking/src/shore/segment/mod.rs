//! The top view of a picture, a model of the sea's colour, and piece or sea at each cell.

pub(super) mod discriminant;
pub(super) mod open_sea;
pub(super) mod sea_model;
pub(super) mod top_view;
