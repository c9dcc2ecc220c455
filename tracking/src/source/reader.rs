//! Reads that may block: OpenCV's `VideoCapture` for webcams, network streams and video files.

use super::SourceError;
use crossbeam_channel::Sender;
use opencv::core::{Mat, MatTraitConst, Vector};
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst, VideoWriter};
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};
use url::Url;

/// What is asked of a webcam. Drivers give what they can.
const CAMERA_WIDTH: f64 = 1920.0;
const CAMERA_HEIGHT: f64 = 1080.0;
const CAMERA_FPS: f64 = 30.0;

/// Opening and each read of a network stream end after this long, milliseconds.
const NETWORK_TIMEOUT_MS: i32 = 5000;

/// A video that does not say how fast it goes is played at this rate.
const USUAL_FPS: f64 = 25.0;

/// "Device or resource busy" on Linux.
const EBUSY: i32 = 16;

/// What a reader has to say.
pub(super) enum Read {
    Picture(Mat),
    /// There is nothing more to read.
    Ended,
    /// One clause for players.
    Failed(String),
}

/// Is there such a camera, and may it be opened?
pub(super) fn check_camera(index: u32) -> Result<(), SourceError> {
    let device = format!("/dev/video{index}");
    match std::fs::OpenOptions::new().read(true).write(true).open(device) {
        Ok(_) => Ok(()),
        Err(error) if error.raw_os_error() == Some(EBUSY) => Err(SourceError::CameraInUse { index }),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            Err(SourceError::CameraForbidden { index })
        }
        Err(_) => Err(SourceError::NoCamera { index }),
    }
}

/// Can the video be opened?
pub(super) fn check_video(path: &Path) -> Result<(), SourceError> {
    let bad = |reason: &str| SourceError::Video { path: path.to_owned(), reason: reason.to_owned() };
    match std::fs::File::open(path).and_then(|file| file.metadata()) {
        Ok(about) if about.is_dir() => return Err(bad("it is a folder")),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(bad("there is no such file")),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Err(bad("permission denied")),
        Err(_) => return Err(bad("it can't be read")),
    }
    open_video(path).map(|_| ()).ok_or_else(|| bad("it is damaged or of an unknown kind"))
}

fn opened(capture: opencv::Result<VideoCapture>) -> Option<VideoCapture> {
    capture.ok().filter(|capture| capture.is_opened().unwrap_or(false))
}

fn open_video(path: &Path) -> Option<VideoCapture> {
    // Pictures with numbered names and pipelines written as file names are other back ends' business.
    opened(VideoCapture::from_file(path, videoio::CAP_FFMPEG))
}

/// Reads a webcam until it fails or nobody listens.
pub(super) fn read_camera(index: u32, reads: &Sender<Read>) {
    match check_camera(index) {
        Ok(()) => {}
        Err(SourceError::CameraInUse { .. }) => {
            return fail(reads, &format!("camera {index} is in use by another program"));
        }
        Err(SourceError::CameraForbidden { .. }) => {
            return fail(reads, &format!("camera {index} may not be opened by you"));
        }
        Err(_) => return fail(reads, &format!("camera {index} is not plugged in")),
    }
    let Ok(number) = i32::try_from(index) else { return fail(reads, "there is no such camera") };
    let Some(mut camera) = opened(VideoCapture::new(number, videoio::CAP_V4L2)) else {
        return fail(reads, &format!("camera {index} can't be opened; another program may be using it"));
    };
    let mjpg = VideoWriter::fourcc('M', 'J', 'P', 'G').map_or(0.0, f64::from);
    // In this order: the size and rate on offer depend on the format. A V4L2 driver's manual exposure mode is 1.
    for (property, value) in [
        (videoio::CAP_PROP_FOURCC, mjpg),
        (videoio::CAP_PROP_FRAME_WIDTH, CAMERA_WIDTH),
        (videoio::CAP_PROP_FRAME_HEIGHT, CAMERA_HEIGHT),
        (videoio::CAP_PROP_FPS, CAMERA_FPS),
        (videoio::CAP_PROP_BUFFERSIZE, 1.0),
        (videoio::CAP_PROP_AUTOFOCUS, 0.0),
        (videoio::CAP_PROP_AUTO_EXPOSURE, 1.0),
    ] {
        // A driver that can't do one of these still gives pictures.
        let _ = camera.set(property, value);
    }
    pass_on(&mut camera, reads, &format!("camera {index} gives no more pictures; is it plugged in?"));
}

/// Reads a network stream until it fails or nobody listens.
pub(super) fn read_url(url: &Url, reads: &Sender<Read>) {
    let limits = Vector::from_slice(&[
        videoio::CAP_PROP_OPEN_TIMEOUT_MSEC,
        NETWORK_TIMEOUT_MS,
        videoio::CAP_PROP_READ_TIMEOUT_MSEC,
        NETWORK_TIMEOUT_MS,
    ]);
    let host = url.host_str().unwrap_or("the other side");
    let stream = VideoCapture::from_file_with_params(url.as_str(), videoio::CAP_FFMPEG, &limits);
    match opened(stream) {
        Some(mut stream) => pass_on(&mut stream, reads, &format!("{host} sends no more pictures")),
        None => fail(reads, &format!("{host} does not answer with a video stream")),
    }
}

/// Plays a video file at its own pace until it ends or nobody listens.
pub(super) fn read_video(path: &Path, reads: &Sender<Read>) {
    let Some(mut video) = open_video(path) else {
        return fail(reads, "the video can't be opened");
    };
    let told_fps = video.get(videoio::CAP_PROP_FPS).unwrap_or(USUAL_FPS);
    let fps = if (0.1..=240.0).contains(&told_fps) { told_fps } else { USUAL_FPS };
    let start = Instant::now();
    for number in 0_u32.. {
        let Some(picture) = next_picture(&mut video) else { break };
        // Deadlines from the start: a late picture does not make all later ones late.
        let deadline = Duration::from_secs_f64(f64::from(number) / fps);
        std::thread::sleep(deadline.saturating_sub(start.elapsed()));
        if reads.send(Read::Picture(picture)).is_err() {
            return;
        }
    }
    // Nobody listening means the source is closed, and there is nobody left to tell.
    let _ = reads.send(Read::Ended);
}

fn next_picture(capture: &mut VideoCapture) -> Option<Mat> {
    let mut picture = Mat::default();
    let read = capture.read(&mut picture).unwrap_or(false);
    (read && !picture.empty()).then_some(picture)
}

fn pass_on(capture: &mut VideoCapture, reads: &Sender<Read>, when_over: &str) {
    while let Some(picture) = next_picture(capture) {
        if reads.send(Read::Picture(picture)).is_err() {
            return;
        }
    }
    fail(reads, when_over);
}

fn fail(reads: &Sender<Read>, why: &str) {
    // Nobody listening means the source is closed, and there is nobody left to tell.
    let _ = reads.send(Read::Failed(why.to_owned()));
}
