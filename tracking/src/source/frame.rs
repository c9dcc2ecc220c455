//! What a source gives and takes: frames out, commands in.

use geometry::FrameId;
use opencv::core::Mat;
use std::sync::Arc;
use std::time::Instant;

/// One picture of the table.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Its number, counted from 1 for each source that is opened.
    pub id: FrameId,
    /// The picture, 8-bit BGR.
    pub image: Arc<Mat>,
    /// The file's name, for a folder of pictures.
    pub name: Option<String>,
    /// When it was decoded.
    pub came: Instant,
}

/// What a source can be told.
pub(super) enum Command {
    /// Play a video from its beginning.
    Restart,
    /// Show picture number `n`, counted from 0.
    Show(usize),
    /// Leaf on (or back) by so many pictures.
    Step(i32),
}
