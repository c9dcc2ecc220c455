//! Blocking reads with OpenCV's `VideoCapture`: webcams, network streams and video files.

use super::SourceError;
use super::backends::{System, Way};
use super::cameras::{cameras, device_of, number_of, users_of};
use super::server_answer::ask;
use crossbeam_channel::Sender;
use opencv::core::{Mat, MatTraitConst, Vector};
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst};
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};
use url::Url;

/// The time limit for opening and for each read of a network stream, milliseconds.
const NETWORK_TIMEOUT_MS: i32 = 5000;

/// Reads of a stream that may fail in a row, the pause between them, and their time limit: pictures damaged on the way
/// are skipped.
const MOST_DAMAGED: u32 = 25;
const AFTER_DAMAGED: Duration = Duration::from_millis(20);
const DAMAGED_FOR: Duration = Duration::from_secs(2);

/// The rate for a video that gives none.
const USUAL_FPS: f64 = 25.0;

/// "Device or resource busy" on Linux.
const EBUSY: i32 = 16;

/// A message of a reader.
pub(super) enum Read {
    Picture(Mat),
    /// The end of the video.
    Ended,
    /// A failure, as one clause for players.
    Failed(String),
}

/// Returns the number of a camera that exists and may be opened, as far as can be checked without opening it.
pub(super) fn check_camera(index: u32, id: Option<&str>) -> Result<u32, SourceError> {
    let index = number_of(&cameras(), index, id)?;
    // On other systems cameras are no files.
    if System::HERE == System::Linux {
        check_device(Path::new("/"), index)?;
    }
    Ok(index)
}

/// Checks that a device exists and may be opened. `root` is the root of the system's files.
fn check_device(root: &Path, index: u32) -> Result<(), SourceError> {
    let device = device_of(root, index);
    match std::fs::OpenOptions::new().read(true).write(true).open(device) {
        Ok(_) => Ok(()),
        Err(error) => Err(refused(root, index, &error)),
    }
}

/// The error for a device that can't be opened.
fn refused(root: &Path, index: u32, error: &std::io::Error) -> SourceError {
    match error.kind() {
        _ if error.raw_os_error() == Some(EBUSY) => kept_by(root, index),
        ErrorKind::PermissionDenied => SourceError::CameraForbidden { index },
        _ => SourceError::NoCamera { index },
    }
}

/// The error for an existing camera that gives no pictures. Several programs may have it open (the desktop's
/// media server usually does), but only one can stream: so others are named only after a failure.
fn kept_by(root: &Path, index: u32) -> SourceError {
    let users = users_of(root, index, std::process::id());
    if users.is_empty() {
        SourceError::CameraSilent { index }
    } else {
        SourceError::CameraInUse { index, by: users.join(" or ") }
    }
}

/// Checks that the video can be opened.
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
    // Only FFmpeg: other back ends would take the name as a numbered series or a pipeline.
    opened(VideoCapture::from_file(path, videoio::CAP_FFMPEG))
}

/// Reads a webcam until it fails or the receiver is gone. The camera is looked up again each time, because
/// its number changes when it is plugged in again.
pub(super) fn read_camera(index: u32, id: Option<&str>, reads: &Sender<Read>) {
    let opened = check_camera(index, id).and_then(open_camera);
    match opened {
        Ok((mut camera, index)) => {
            pass_on(|| next_picture(&mut camera), reads);
            fail(reads, &format!("camera {index} gives no more pictures; is it plugged in?"));
        }
        Err(error) => fail(reads, &error.clause()),
    }
}

/// Opens a webcam in the first way that gives pictures.
fn open_camera(index: u32) -> Result<(VideoCapture, u32), SourceError> {
    let number = i32::try_from(index).map_err(|_| SourceError::NoCamera { index })?;
    let camera = System::HERE.ways().iter().find_map(|way| open_so(number, way));
    camera.map(|camera| (camera, index)).ok_or_else(|| kept_by(Path::new("/"), index))
}

fn open_so(number: i32, way: &Way) -> Option<VideoCapture> {
    let before: Vec<i32> = way.before.iter().flat_map(|(property, value)| [*property, *value]).collect();
    let opening = VideoCapture::new_with_params(number, way.backend, &Vector::from_slice(&before));
    let mut camera = opened(opening)?;
    for (property, value) in way.after {
        // A driver that can't do one of these may still give pictures.
        let _ = camera.set(*property, *value);
    }
    Some(camera)
}

/// Reads a network stream until it fails or the receiver is gone.
pub(super) fn read_url(url: &Url, reads: &Sender<Read>) {
    let reason = match ask(url) {
        Ok(reason) => reason,
        Err(why) => return fail(reads, &why),
    };
    let limits = Vector::from_slice(&[
        videoio::CAP_PROP_OPEN_TIMEOUT_MSEC,
        NETWORK_TIMEOUT_MS,
        videoio::CAP_PROP_READ_TIMEOUT_MSEC,
        NETWORK_TIMEOUT_MS,
    ]);
    let host = url.host_str().unwrap_or("the other side");
    let stream = VideoCapture::from_file_with_params(url.as_str(), videoio::CAP_FFMPEG, &limits);
    let Some(mut stream) = opened(stream) else { return fail(reads, &reason) };
    match pass_on(|| next_undamaged(&mut stream), reads) {
        0 => fail(reads, &format!("{host} sends nothing that can be read as a picture")),
        _ => fail(reads, &format!("{host} sends no more pictures that can be read")),
    }
}

/// Plays a video file at its own rate until it ends or the receiver is gone.
pub(super) fn read_video(path: &Path, reads: &Sender<Read>) {
    let Some(mut video) = open_video(path) else {
        return fail(reads, "the video can't be opened");
    };
    let told_fps = video.get(videoio::CAP_PROP_FPS).unwrap_or(USUAL_FPS);
    let fps = if (0.1..=240.0).contains(&told_fps) { told_fps } else { USUAL_FPS };
    let start = Instant::now();
    for number in 0_u32.. {
        let Some(picture) = next_picture(&mut video) else { break };
        // Deadlines count from the start, so that one late picture does not delay all later ones.
        let deadline = Duration::from_secs_f64(f64::from(number) / fps);
        std::thread::sleep(deadline.saturating_sub(start.elapsed()));
        if reads.send(Read::Picture(picture)).is_err() {
            return;
        }
    }
    // Without a receiver the source is closed, and the message has no addressee.
    let _ = reads.send(Read::Ended);
}

fn next_picture(capture: &mut VideoCapture) -> Option<Mat> {
    let mut picture = Mat::default();
    let read = capture.read(&mut picture).unwrap_or(false);
    (read && !picture.empty()).then_some(picture)
}

/// The next picture of a stream, past damaged ones.
fn next_undamaged(stream: &mut VideoCapture) -> Option<Mat> {
    let began = Instant::now();
    for _ in 0..MOST_DAMAGED {
        let picture = next_picture(stream);
        if picture.is_some() || began.elapsed() > DAMAGED_FOR {
            return picture;
        }
        std::thread::sleep(AFTER_DAMAGED);
    }
    None
}

/// Passes pictures on until there is none or nobody takes them; returns their number.
fn pass_on(mut next: impl FnMut() -> Option<Mat>, reads: &Sender<Read>) -> u64 {
    let mut count = 0;
    while let Some(picture) = next()
        && reads.send(Read::Picture(picture)).is_ok()
    {
        count += 1;
    }
    count
}

fn fail(reads: &Sender<Read>, why: &str) {
    // Without a receiver the source is closed, and the message has no addressee.
    let _ = reads.send(Read::Failed(why.to_owned()));
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// Only the system can answer for real devices: a plain file stands for one that can be opened, and a
    /// folder for one that can't.
    #[test]
    fn a_camera_that_is_there_kept_by_others_or_gone_has_a_sentence_of_its_own() {
        let tree = tempfile::tempdir().unwrap();
        let root = tree.path();
        fs::create_dir_all(root.join("dev")).unwrap();
        fs::write(root.join("dev/video0"), "").unwrap();
        assert!(check_device(root, 0).is_ok());
        assert!(matches!(check_device(root, 1), Err(SourceError::NoCamera { index: 1 })));
        assert!(matches!(kept_by(root, 0), SourceError::CameraSilent { index: 0 }));
        fs::create_dir_all(root.join("proc/10/fd")).unwrap();
        fs::write(root.join("proc/10/comm"), "cheese\n").unwrap();
        symlink("/dev/video0", root.join("proc/10/fd/3")).unwrap();
        let sentence = kept_by(root, 0).to_string();
        assert_eq!(sentence, "Camera 0 is in use by cheese: close that program and try again.");
        assert_eq!(kept_by(root, 0).clause(), "camera 0 is in use by cheese");
        let odd = SourceError::Unplugged { id: "Integrated Camera: Integrated C 04f2:b6d9".to_owned() };
        assert_eq!(odd.clause(), "the camera Integrated Camera: Integrated C 04f2:b6d9 is not plugged in");
    }

    #[test]
    fn errors_of_a_device_are_classified() {
        let nowhere = Path::new("/nowhere");
        let says = |code: i32| refused(nowhere, 0, &std::io::Error::from_raw_os_error(code));
        let (not_permitted, no_entry, no_device) = (13, 2, 19);
        assert!(matches!(says(not_permitted), SourceError::CameraForbidden { index: 0 }));
        assert!(matches!(says(EBUSY), SourceError::CameraSilent { index: 0 }));
        for code in [no_entry, no_device] {
            assert!(matches!(says(code), SourceError::NoCamera { index: 0 }));
        }
    }
}
