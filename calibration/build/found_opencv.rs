//! What follows from the version of OpenCV that is found. Used by `build.rs` and by `tests/found_opencv.rs`.

/// The module that markers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aruco {
    /// Contrib's `aruco`, with free functions.
    Contrib,
    /// `objdetect`, with detectors.
    Objdetect,
}

/// A version of OpenCV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
}

impl Version {
    /// Reads "4.10.0" or the like.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('.');
        let mut next = || parts.next()?.trim().parse().ok();
        Some(Self { major: next()?, minor: next()? })
    }

    /// Reads `opencv2/core/version.hpp`.
    pub fn in_header(header: &str) -> Option<Self> {
        let number = |name: &str| {
            header.lines().find_map(|line| {
                let mut words = line.split_whitespace();
                let defines = words.next() == Some("#define") && words.next() == Some(name);
                defines.then(|| words.next()?.parse().ok()).flatten()
            })
        };
        Some(Self { major: number("CV_VERSION_MAJOR")?, minor: number("CV_VERSION_MINOR")? })
    }

    /// Reads CMake's `OpenCVConfig-version.cmake`.
    pub fn in_cmake(file: &str) -> Option<Self> {
        file.lines().find_map(|line| {
            let value = line.trim().strip_prefix("set(OpenCV_VERSION")?;
            Self::parse(value.trim_end_matches(')'))
        })
    }

    /// The module that this version's markers come from, or why the app can't be built with it. `contrib`: whether
    /// contrib's `aruco` is there, where that is known.
    pub fn aruco(self, contrib: Option<bool>) -> Result<Aruco, String> {
        let Self { major, minor } = self;
        match (major, minor) {
            (4, 6) if contrib == Some(false) => Err(
                "OpenCV 4.6 is here without its contrib modules, and their aruco is what finds the markers in that \
                 version: install them too (Debian and Ubuntu: libopencv-contrib-dev), or OpenCV 4.8 or newer."
                    .to_owned(),
            ),
            (4, 6) => Ok(Aruco::Contrib),
            (4, 7) => Err(
                "OpenCV 4.7 fits no lines to the edges of markers and leaves their corners at whole pixels, which is too \
                 coarse to measure with: install OpenCV 4.8 or newer."
                    .to_owned(),
            ),
            (4, 8..) | (5.., _) => Ok(Aruco::Objdetect),
            _ => Err(format!(
                "OpenCV {major}.{minor} is too old: install OpenCV 4.6 (with its contrib modules) or 4.8 and newer \
                 (Debian 12 and Ubuntu 24.04 and their successors: libopencv-dev and libopencv-contrib-dev)."
            )),
        }
    }
}
