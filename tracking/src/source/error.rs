//! Errors of sources, and the addresses that are allowed.

use demo::DemoError;
use std::path::PathBuf;
use thiserror::Error;
use url::Url;

/// An error in opening or commanding a source.
#[derive(Debug, Error)]
pub enum SourceError {
    /// There is no such camera.
    #[error("There is no camera {index}: plug it in, or choose another number (the first camera is 0).")]
    NoCamera {
        /// Its number.
        index: u32,
    },
    /// The chosen camera is not connected.
    #[error("The camera {id} is not plugged in: plug it in, or choose another.")]
    Unplugged {
        /// Its id.
        id: String,
    },
    /// Several cameras with the same id.
    #[error(
        "{count} cameras are called {id}, and nothing tells which of them is meant: choose one by what it sees, or leave \
         only one plugged in."
    )]
    TwoOfAKind {
        /// Their id.
        id: String,
        /// The number of such cameras.
        count: usize,
    },
    /// An empty camera name.
    #[error("A camera without a name can't be looked for: write its number, or a part of its name.")]
    Nameless,
    /// No camera matches the words.
    #[error("No camera is called {words:?}: plug it in, or name one of {there}.")]
    NoneCalled {
        /// The words that were asked for.
        words: String,
        /// The connected cameras.
        there: String,
    },
    /// Names are not available, so no camera matches.
    #[error(
        "No camera is called {words:?}: none is listed by name here; plug it in, or try its number: 0 for the first."
    )]
    NoneListed {
        /// The words that were asked for.
        words: String,
    },
    /// More than one camera matches the words.
    #[error("{words:?} may mean camera {there}: write more of its name, or its number.")]
    SeveralCalled {
        /// The words that were asked for.
        words: String,
        /// The matching cameras.
        there: String,
    },
    /// Another program uses the camera.
    #[error("Camera {index} is in use by {by}: close that program and try again.")]
    CameraInUse {
        /// Its number.
        index: u32,
        /// The program.
        by: String,
    },
    /// This user may not open the camera.
    #[error(
        "Camera {index} may not be opened by you: ask for the right to use video devices with 'sudo usermod -aG video \
         $USER', and log in anew."
    )]
    CameraForbidden {
        /// Its number.
        index: u32,
    },
    /// Every way to open the camera failed.
    #[error(
        "Camera {index} is there but can't be opened: close other programs that may be using it, or plug it in anew; \
         the system may also ask you to allow cameras for this program."
    )]
    CameraSilent {
        /// Its number.
        index: u32,
    },
    /// The address is invalid.
    #[error("{text:?} is not an address ({reason}): write it like http://192.168.1.20:8080/video.")]
    BadUrl {
        /// The given text.
        text: String,
        /// The fault.
        reason: String,
    },
    /// The address has a scheme that is not allowed.
    #[error("Addresses that begin with {scheme}: are not allowed: use http, https or rtsp.")]
    UrlScheme {
        /// The scheme.
        scheme: String,
    },
    /// The video can't be opened.
    #[error("The video {} can't be opened ({reason}): check the name and that it is a video.", path.display())]
    Video {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The folder can't be read.
    #[error("The folder {} can't be read ({reason}): check the name and that you may open it.", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The folder holds no picture.
    #[error("The folder {} holds no JPEG or PNG picture: choose the folder with the photographs.", path.display())]
    NoPictures {
        /// The folder.
        path: PathBuf,
    },
    /// The demo table can't be drawn.
    #[error(transparent)]
    Demo(#[from] DemoError),
    /// A restart of a source other than a video.
    #[error("Only a video file can be played from its beginning: open one first.")]
    NotAVideo,
    /// A step in a source other than pictures.
    #[error("Only a folder of pictures can be leafed through: open one first.")]
    NotPictures,
    /// The source's thread has ended.
    #[error("The source has stopped: open it again.")]
    Stopped,
    /// The source's thread could not be started.
    #[error("The source can't be started ({0}): close other programs and try again.")]
    Thread(std::io::Error),
}

impl SourceError {
    /// The fault as a clause of a sentence, without the advice: a caller that retries by itself adds its own.
    pub(super) fn clause(&self) -> String {
        let sentence = self.to_string();
        let what = sentence.rsplit_once(": ").map_or(sentence.as_str(), |(what, _)| what);
        let mut letters = what.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    }
}

/// Parses the address of a network stream. Only http, https and rtsp are allowed, so that an address can't
/// reach a file or a device.
///
/// # Errors
/// When it is no address, or has another scheme.
pub fn parse_url(text: &str) -> Result<Url, SourceError> {
    let bad = |reason: String| SourceError::BadUrl { text: text.to_owned(), reason };
    let url = Url::parse(text.trim()).map_err(|error| bad(error.to_string()))?;
    if !["http", "https", "rtsp"].contains(&url.scheme()) {
        return Err(SourceError::UrlScheme { scheme: url.scheme().to_owned() });
    }
    match url.host_str() {
        Some(host) if !host.is_empty() => Ok(url),
        _ => Err(bad("it names no host".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_network_addresses_are_allowed() {
        for good in ["http://10.0.0.7:8080/video", "https://phone.local/a.mjpg", "rtsp://u:p@10.0.0.7/live"] {
            assert!(parse_url(good).is_ok(), "{good}");
        }
        for bad in ["file:///etc/passwd", "concat:a|b", "ftp://host/x", "data:text/plain,x", "pipe:0"] {
            let error = parse_url(bad).unwrap_err();
            assert!(matches!(error, SourceError::UrlScheme { .. }), "{bad}: {error}");
            assert!(error.to_string().contains("use http, https or rtsp"), "{error}");
        }
        for bad in ["", "192.168.1.20", "http://", "rtsp:live", "/dev/video0"] {
            assert!(matches!(parse_url(bad), Err(SourceError::BadUrl { .. })), "{bad}");
        }
    }
}
