//! Pose refinement from the silhouette: keel line, hull ends, shadow, bias and uncertainty of the measured pose.

pub mod bias;
pub mod end_fusion;
pub mod hull_ends;
pub mod keel_line;
pub mod shadow_estimate;
pub mod silhouette;
pub mod trapezoid;
pub mod uncertainty;
pub mod width_profile;
