//! How to open a webcam on each system: OpenCV back ends in order of preference, with their settings. It is
//! data, so that tests on any system can check all systems.
//!
//! Only Linux has been tried with a camera. The Windows settings follow OpenCV's sources and its users'
//! reports: Media Foundation takes about twelve seconds to open a camera unless its hardware transforms are
//! off.

use opencv::videoio::{
    CAP_ANY, CAP_AVFOUNDATION, CAP_DSHOW, CAP_MSMF, CAP_PROP_AUTO_EXPOSURE, CAP_PROP_AUTOFOCUS,
    CAP_PROP_BUFFERSIZE, CAP_PROP_FOURCC, CAP_PROP_FPS, CAP_PROP_FRAME_HEIGHT, CAP_PROP_FRAME_WIDTH,
    CAP_PROP_HW_ACCELERATION, CAP_V4L2, VIDEO_ACCELERATION_NONE,
};

/// The size requested from a webcam, pixels. Drivers deliver what they can.
pub(super) const REQUESTED_SIZE: (u32, u32) = (1920, 1080);
/// The requested frames per second.
const REQUESTED_FPS: f64 = 30.0;

/// "MJPG": no webcam can send 1080 lines uncompressed thirty times a second over USB 2.
const MJPG: f64 = 0x4750_4a4d as f64;

/// An operating system, as far as camera handling differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    Linux,
    Windows,
    MacOs,
}

impl System {
    /// The system of this build; other Unixes count as Linux.
    pub(super) const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };

    /// Ways to open a webcam, in order of preference.
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
    /// OpenCV's number for the back end.
    pub backend: i32,
    /// Properties set before the camera is opened, with their values.
    pub before: &'static [(i32, i32)],
    /// Properties set on the open camera, in this order: available sizes and rates depend on the format.
    pub after: &'static [(i32, f64)],
}

const FORMAT: (i32, f64) = (CAP_PROP_FOURCC, MJPG);
const WIDTH: (i32, f64) = (CAP_PROP_FRAME_WIDTH, REQUESTED_SIZE.0 as f64);
const HEIGHT: (i32, f64) = (CAP_PROP_FRAME_HEIGHT, REQUESTED_SIZE.1 as f64);
const FPS: (i32, f64) = (CAP_PROP_FPS, REQUESTED_FPS);
/// Deliver the newest picture, not the oldest one in the queue.
const NO_QUEUE: (i32, f64) = (CAP_PROP_BUFFERSIZE, 1.0);
/// No autofocus: each change of focus changes the lens.
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
    // Exposure is not set: DirectShow would hold it at the driver's default, not at the value found so far.
    after: &[FORMAT, WIDTH, HEIGHT, FPS, FOCUS_STAYS],
};

const MEDIA_FOUNDATION: Way = Way {
    backend: CAP_MSMF,
    before: &[(CAP_PROP_HW_ACCELERATION, VIDEO_ACCELERATION_NONE)],
    after: &[WIDTH, HEIGHT, FPS, FOCUS_STAYS],
};

/// AVFoundation chooses the format and has no setting for queue or focus.
const AV_FOUNDATION: Way = Way { backend: CAP_AVFOUNDATION, before: &[], after: &[WIDTH, HEIGHT, FPS] };

/// Any other back end that OpenCV was built with: GStreamer on most Linux systems.
const ANY: Way = Way { backend: CAP_ANY, before: &[], after: &[WIDTH, HEIGHT, FPS] };

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::videoio::VideoWriter;

    fn backends(system: System) -> Vec<i32> {
        system.ways().iter().map(|way| way.backend).collect()
    }

    #[test]
    fn each_system_tries_its_own_back_end_first() {
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
                let at = |property: i32| way.after.iter().position(|(requested, _)| *requested == property);
                let (width, height) = (at(CAP_PROP_FRAME_WIDTH).unwrap(), at(CAP_PROP_FRAME_HEIGHT).unwrap());
                assert_eq!((way.after[width].1, way.after[height].1), (1920.0, 1080.0));
                assert!(at(CAP_PROP_FOURCC).is_none_or(|format| format < width), "{way:?}");
            }
        }
        // Values of exposure modes differ between back ends.
        let exposes =
            |way: &&Way| way.after.iter().any(|(requested, _)| *requested == CAP_PROP_AUTO_EXPOSURE);
        let all = [System::Linux, System::Windows, System::MacOs].into_iter().flat_map(System::ways);
        assert_eq!(all.filter(exposes).map(|way| way.backend).collect::<Vec<_>>(), [CAP_V4L2]);
    }
}
