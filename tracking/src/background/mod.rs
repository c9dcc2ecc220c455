//! Stage: the background model (the empty table), photometric alignment to it, and the difference signal.

pub mod frame_signal;
pub mod illumination;
pub mod inpainting;
pub mod model;
pub mod photometric;
pub mod seen_colours;
pub mod signal;
pub mod still_picture;
pub mod table_background;
