//! Stage: segmentation of one picture against the background model: foreground blobs, glare, ArUco tags.

pub mod blobs;
pub mod foreground;
pub mod glare;
pub mod revealed;
pub mod tags;
