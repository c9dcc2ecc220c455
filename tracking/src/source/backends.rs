//! How a webcam is opened on each system: which of OpenCV's back ends is asked first and which second, with which
//! settings. Data, so that it can be looked at for all systems on any of them.
//!
//! Only Linux was ever tried with a camera. For Windows this rests on OpenCV's sources and its users' reports: Media
//! Foundation takes some twelve seconds to open a camera unless its hardware transforms are off.

use opencv::videoio::{
    CAP_ANY, CAP_AVFOUNDATION, CAP_DSHOW, CAP_MSMF, CAP_PROP_AUTO_EXPOSURE, CAP_PROP_AUTOFOCUS,
    CAP_PROP_BUFFERSIZE, CAP_PROP_FOURCC, CAP_PROP_FPS, CAP_PROP_FRAME_HEIGHT, CAP_PROP_FRAME_WIDTH,
    CAP_PROP_HW_ACCELERATION, CAP_V4L2, VIDEO_ACCELERATION_NONE,
};

/// The size that is asked of a webcam, pixels. Drivers give what they can.
pub(super) const ASKED_SIZE: (u32, u32) = (1920, 1080);
/// The pictures a second that are asked of it.
const ASKED_FPS: f64 = 30.0;

/// "MJPG": no webcam sends 1080 lines uncompressed thirty times a second over USB 2.
const MJPG: f64 = 0x4750_4a4d as f64;

/// An operating system, as far as cameras differ by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    Linux,
    Windows,
    MacOs,
}

impl System {
    /// The one this program was built for; one of the other Unixes is taken for Linux.
    pub(super) const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };

    /// How a webcam is opened, the best way first.
    pub(super) fn ways(self) -> &'static [Way] {
        match self {
            Self::Linux => &[V4L2, ANY],
            Self::Windows => &[DIRECT_SHOW, MEDIA_FOUNDATION],
            Self::MacOs => &[AV_FOUNDATION, ANY],
        }
    }
}

/// A way to open a webcam.
#[derive(Debug, PartialEq)]
pub(super) struct Way {
    /// OpenCV's number of the back end.
    pub backend: i32,
    /// What must be known before the camera is opened: property and value.
    pub before: &'static [(i32, i32)],
    /// What is asked of the open camera, in this order: the size and rate on offer depend on the format.
    pub after: &'static [(i32, f64)],
}

const FORMAT: (i32, f64) = (CAP_PROP_FOURCC, MJPG);
const WIDTH: (i32, f64) = (CAP_PROP_FRAME_WIDTH, ASKED_SIZE.0 as f64);
const HEIGHT: (i32, f64) = (CAP_PROP_FRAME_HEIGHT, ASKED_SIZE.1 as f64);
const FPS: (i32, f64) = (CAP_PROP_FPS, ASKED_FPS);
/// The newest picture is wanted, not the oldest that waits.
const NO_QUEUE: (i32, f64) = (CAP_PROP_BUFFERSIZE, 1.0);
/// Each turn of the focus is another lens.
const FOCUS_STAYS: (i32, f64) = (CAP_PROP_AUTOFOCUS, 0.0);

const V4L2: Way = Way {
    backend: CAP_V4L2,
    before: &[],
    // A V4L2 driver's manual exposure mode is 1.
    after: &[FORMAT, WIDTH, HEIGHT, FPS, NO_QUEUE, FOCUS_STAYS, (CAP_PROP_AUTO_EXPOSURE, 1.0)],
};

const DIRECT_SHOW: Way = Way {
    backend: CAP_DSHOW,
    before: &[],
    // Exposure is left alone: DirectShow would hold it at the driver's default, not at what it has found.
    after: &[FORMAT, WIDTH, HEIGHT, FPS, FOCUS_STAYS],
};

const MEDIA_FOUNDATION: Way = Way {
    backend: CAP_MSMF,
    before: &[(CAP_PROP_HW_ACCELERATION, VIDEO_ACCELERATION_NONE)],
    after: &[WIDTH, HEIGHT, FPS, FOCUS_STAYS],
};

/// AVFoundation gives the format it likes and knows neither queue nor focus.
const AV_FOUNDATION: Way = Way { backend: CAP_AVFOUNDATION, before: &[], after: &[WIDTH, HEIGHT, FPS] };

/// Whatever else OpenCV was built with: GStreamer on most Linuxes.
const ANY: Way = Way { backend: CAP_ANY, before: &[], after: &[WIDTH, HEIGHT, FPS] };

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::videoio::VideoWriter;

    fn backends(system: System) -> Vec<i32> {
        system.ways().iter().map(|way| way.backend).collect()
    }

    #[test]
    fn each_system_is_asked_by_its_own_back_end_first() {
        assert_eq!(backends(System::Linux), [CAP_V4L2, CAP_ANY]);
        assert_eq!(backends(System::Windows), [CAP_DSHOW, CAP_MSMF]);
        assert_eq!(backends(System::MacOs), [CAP_AVFOUNDATION, CAP_ANY]);
    }

    #[test]
    fn media_foundation_is_opened_without_hardware_transforms() {
        let slow = System::Windows.ways().iter().find(|way| way.backend == CAP_MSMF).unwrap();
        assert_eq!(slow.before, [(CAP_PROP_HW_ACCELERATION, VIDEO_ACCELERATION_NONE)]);
    }

    #[test]
    fn every_way_asks_for_the_size_and_for_the_format_before_it() {
        assert_eq!(MJPG, f64::from(VideoWriter::fourcc('M', 'J', 'P', 'G').unwrap()));
        for system in [System::Linux, System::Windows, System::MacOs] {
            for way in system.ways() {
                let at = |property: i32| way.after.iter().position(|(asked, _)| *asked == property);
                let (width, height) = (at(CAP_PROP_FRAME_WIDTH).unwrap(), at(CAP_PROP_FRAME_HEIGHT).unwrap());
                assert_eq!((way.after[width].1, way.after[height].1), (1920.0, 1080.0));
                assert!(at(CAP_PROP_FOURCC).is_none_or(|format| format < width), "{way:?}");
            }
        }
        // What exposure's modes are called is each back end's own.
        let exposes = |way: &&Way| way.after.iter().any(|(asked, _)| *asked == CAP_PROP_AUTO_EXPOSURE);
        let all = [System::Linux, System::Windows, System::MacOs].into_iter().flat_map(System::ways);
        assert_eq!(all.filter(exposes).map(|way| way.backend).collect::<Vec<_>>(), [CAP_V4L2]);
    }
}
