//! The state of a source, in words for players.

/// The state of a source.
#[derive(Debug, Clone, PartialEq)]
pub enum SourceState {
    /// No picture yet.
    Opening,
    /// Pictures arrive.
    Live {
        /// Pictures per second, over about the last second.
        fps: f64,
        /// Picture width, pixels.
        width: u32,
        /// Picture height, pixels.
        height: u32,
        /// The requested size, where the camera gives less.
        short_of: Option<(u32, u32)>,
    },
    /// One picture of a folder is shown.
    Still {
        /// Its number, counted from 1.
        number: usize,
        /// The number of pictures.
        of: usize,
    },
    /// A picture of the folder can't be read; the previous one stays.
    Unreadable {
        /// The reason, one sentence.
        why: String,
    },
    /// The same picture repeatedly, or none.
    Frozen {
        /// Its duration, seconds.
        for_secs: f64,
        /// The same picture keeps coming; else none comes.
        repeats: bool,
    },
    /// Whoever sends the pictures sends none.
    Silent {
        /// Its duration, seconds.
        for_secs: f64,
        /// Who sends them ("Ann's phone").
        sender: String,
    },
    /// Whoever sends the pictures has gone, and may come back.
    Away {
        /// The reason and what to do, one sentence.
        sentence: String,
    },
    /// The video is over.
    Ended,
    /// Lost; a retry follows.
    Lost {
        /// The reason, without a full stop.
        why: String,
        /// The time until the retry, seconds.
        retry_in_secs: f64,
    },
}

impl SourceState {
    /// A short name for screens to choose a colour by.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Live { .. } => "live",
            Self::Still { .. } => "still",
            Self::Unreadable { .. } => "unreadable",
            Self::Frozen { .. } | Self::Silent { .. } => "frozen",
            Self::Ended => "ended",
            Self::Lost { .. } | Self::Away { .. } => "lost",
        }
    }

    /// One sentence for players.
    pub fn sentence(&self) -> String {
        match self {
            Self::Opening => "Waiting for the first picture …".to_owned(),
            Self::Live { fps, width, height, short_of: None } => {
                format!("Live: {width}x{height}, {fps:.0} pictures a second.")
            }
            Self::Live { fps, width, height, short_of: Some((wide, high)) } => format!(
                "Live: {width}x{height}, {fps:.0} pictures a second; the camera does not give the {wide}x{high} asked \
                 for, so places are less exact: use another port or cable, or another camera."
            ),
            Self::Still { number, of } => format!("Picture {number} of {of}."),
            Self::Unreadable { why: sentence } | Self::Away { sentence } => sentence.clone(),
            Self::Frozen { for_secs, repeats: true } => format!(
                "The camera has sent the same picture for {for_secs:.0} seconds, so nothing new is seen: check the camera."
            ),
            Self::Frozen { for_secs, repeats: false } => {
                format!(
                    "No picture has come for {for_secs:.0} seconds: check the camera, its cable or network."
                )
            }
            Self::Silent { for_secs, sender } => format!(
                "No picture has come from {sender} for {for_secs:.0} seconds: wake it, keep its page open, and look whether it \
                 is still in the network."
            ),
            Self::Ended => "The video is over: play it again or choose another source.".to_owned(),
            Self::Lost { why, retry_in_secs } => {
                format!("The picture is lost: {why}. Trying again in {:.0} seconds.", retry_in_secs.ceil())
            }
        }
    }
}
