//! Why a source can't be used, and which addresses are allowed.

use demo::DemoError;
use std::path::PathBuf;
use thiserror::Error;
use url::Url;

/// Why a source can't be opened or told something.
#[derive(Debug, Error)]
pub enum SourceError {
    /// There is no such camera.
    #[error("There is no camera {index}: plug it in, or choose another number (the first camera is 0).")]
    NoCamera {
        /// Its number.
        index: u32,
    },
    /// The camera belongs to another program.
    #[error("Camera {index} is in use by another program: close that program and try again.")]
    CameraInUse {
        /// Its number.
        index: u32,
    },
    /// The camera may not be opened by this user.
    #[error(
        "Camera {index} may not be opened by you: ask for the right to use video devices (group \"video\")."
    )]
    CameraForbidden {
        /// Its number.
        index: u32,
    },
    /// The address can't be read.
    #[error("{text:?} is not an address ({reason}): write it like http://192.168.1.20:8080/video.")]
    BadUrl {
        /// What was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The address is of another kind.
    #[error("Addresses that begin with {scheme}: are not allowed: use http, https or rtsp.")]
    UrlScheme {
        /// Its beginning.
        scheme: String,
    },
    /// The video can't be opened.
    #[error("The video {} can't be opened ({reason}): check the name and that it is a video.", path.display())]
    Video {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder can't be read.
    #[error("The folder {} can't be read ({reason}): check the name and that you may open it.", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
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
    /// Only videos can be played again.
    #[error("Only a video file can be played from its beginning: open one first.")]
    NotAVideo,
    /// Only pictures can be leafed through.
    #[error("Only a folder of pictures can be leafed through: open one first.")]
    NotPictures,
    /// The thread has gone.
    #[error("The source has stopped: open it again.")]
    Stopped,
    /// No thread.
    #[error("The source can't be started ({0}): close other programs and try again.")]
    Thread(std::io::Error),
}

/// Reads the address of a network stream: http, https or rtsp, nothing else (a file or a device must not be reached by
/// way of an address).
///
/// # Errors
/// It is no address, or of another kind.
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
