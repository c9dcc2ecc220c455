//! Stage: one picture against the background model: foreground blobs, glare, ArUco tags.

pub mod blobs;
pub mod glare;
pub mod scene;
pub mod tags;
