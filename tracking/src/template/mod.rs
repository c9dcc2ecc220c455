//! Appearance templates of decks, and their registration to a picture.

pub mod appearance;
pub mod cover_colours;
pub mod local_projection;
pub mod marks;
pub mod occlusion;
pub mod parallax;
pub mod plane;
pub mod registration;
pub mod sparse;
pub mod stack_colours;
pub mod visibility;
