//! Frames, and commands to a source.

use geometry::FrameId;
use opencv::core::Mat;
use std::sync::Arc;
use std::time::Instant;

/// One picture of the table.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Its number, from 1 for each opened source.
    pub id: FrameId,
    /// The picture, 8-bit BGR.
    pub image: Arc<Mat>,
    /// Whether it is a reduced picture of the same view, from a source that sends full ones only on request: it shows
    /// motion, and nothing is measured on it.
    pub reduced: bool,
    /// The file's name, for a folder of pictures.
    pub name: Option<String>,
    /// The time of decoding.
    pub came: Instant,
}

/// A command to a source.
pub(super) enum Command {
    /// Play a video from its beginning.
    Restart,
    /// Show picture number `n`, counted from 0.
    Show(usize),
    /// Go on (or back) by this many pictures.
    Step(i32),
}
