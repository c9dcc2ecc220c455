//! Sources as a player uses them: files, folders, streams that stop and come back.

mod mjpeg;
mod rtsp;

use super::*;
use geometry::Point;
use opencv::core::{CV_8UC3, Mat, MatTraitConst, Scalar, Size, Vec3b, Vector};
use opencv::imgcodecs;
use opencv::videoio::{VideoWriter, VideoWriterTrait, VideoWriterTraitConst};
use std::net::TcpListener;
use std::path::Path;
use std::time::Instant;

const LONG: Duration = Duration::from_secs(30);

fn grey(value: f64) -> Mat {
    Mat::new_rows_cols_with_default(120, 160, CV_8UC3, Scalar::all(value)).unwrap()
}

fn value(frame: &Frame) -> u8 {
    frame.image.at_2d::<Vec3b>(60, 80).unwrap()[1]
}

fn jpeg(picture: &Mat) -> Vec<u8> {
    let mut bytes = Vector::new();
    imgcodecs::imencode(".jpg", picture, &mut bytes, &Vector::new()).unwrap();
    bytes.as_slice().to_vec()
}

/// Waits for a state; returns the last state if it never comes, for the assertion to show.
fn state_when(source: &Source, wanted: impl Fn(&SourceState) -> bool) -> SourceState {
    let start = Instant::now();
    loop {
        let state = source.state();
        if wanted(&state) || start.elapsed() > LONG {
            return state;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn is_live(state: &SourceState) -> bool {
    matches!(state, SourceState::Live { .. })
}

fn frame_when(source: &Source, wanted: impl Fn(&Frame) -> bool) -> Option<Frame> {
    let start = Instant::now();
    let mut last = FrameId(0);
    while start.elapsed() < LONG {
        if let Some(frame) = source.wait_newer(last, Duration::from_millis(200)) {
            if wanted(&frame) {
                return Some(frame);
            }
            last = frame.id;
        }
    }
    None
}

fn write_video(path: &Path, frames: u32, fps: f64) {
    let fourcc = VideoWriter::fourcc('M', 'J', 'P', 'G').unwrap();
    let mut writer =
        VideoWriter::new(path.to_str().unwrap(), fourcc, fps, Size::new(160, 120), true).unwrap();
    assert!(writer.is_opened().unwrap());
    for number in 0..frames {
        writer.write(&grey(20.0 + 10.0 * f64::from(number))).unwrap();
    }
    writer.release().unwrap();
}

#[test]
fn a_video_plays_at_its_pace_ends_and_can_be_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.avi");
    write_video(&path, 12, 20.0);
    let start = Instant::now();
    let source = open(SourceSpec::Video(path)).unwrap();
    assert!(source.wait_newer(FrameId(0), LONG).is_some());
    assert_eq!(state_when(&source, |state| *state == SourceState::Ended), SourceState::Ended);
    assert!(start.elapsed() > Duration::from_millis(500), "twelve frames at 20 a second");
    let last = source.newest().unwrap();
    assert_eq!(last.id, FrameId(12));
    assert!(value(&last).abs_diff(130) < 6, "{}", value(&last));
    source.restart().unwrap();
    let again = source.wait_newer(last.id, LONG).unwrap();
    assert!(again.id > last.id && value(&again) < 100);
    assert!(source.step(1).is_err());
}

#[test]
fn a_slow_reader_misses_frames_and_always_gets_the_newest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quick.avi");
    write_video(&path, 20, 60.0);
    let source = open(SourceSpec::Video(path)).unwrap();
    let first = source.wait_newer(FrameId(0), LONG).unwrap();
    assert_eq!(state_when(&source, |state| *state == SourceState::Ended), SourceState::Ended);
    let next = source.wait_newer(first.id, LONG).unwrap();
    assert_eq!(next.id, FrameId(20));
}

#[test]
fn what_is_no_video_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.avi");
    std::fs::write(&text, "no video at all").unwrap();
    let refused = |path: PathBuf| open(SourceSpec::Video(path)).err().unwrap().to_string();
    let missing = refused(folder.path().join("none.avi"));
    assert!(missing.contains("none.avi") && missing.contains("no such file"), "{missing}");
    assert!(refused(text).contains("damaged or of an unknown kind"));
    assert!(refused(folder.path().to_owned()).contains("it is a folder"));
}

#[test]
fn a_camera_that_is_not_there_is_refused_in_one_sentence() {
    let error = open(SourceSpec::Camera { index: 63, id: None }).err().unwrap();
    assert!(matches!(error, SourceError::NoCamera { index: 63 }));
    assert!(error.to_string().starts_with("There is no camera 63:"), "{error}");
}

#[test]
fn a_camera_that_is_known_and_not_plugged_in_is_called_by_its_name() {
    let id = Some("HD Pro Webcam C920 046d:082d A1B2C3".to_owned());
    let error = open(SourceSpec::Camera { index: 0, id }).err().unwrap().to_string();
    assert!(
        error.starts_with("The camera HD Pro Webcam C920 046d:082d A1B2C3 is not plugged in:"),
        "{error}"
    );
}

#[test]
fn addresses_of_other_kinds_are_refused() {
    let error = open(SourceSpec::Url("file:///etc/passwd".to_owned())).err().unwrap();
    assert!(matches!(error, SourceError::UrlScheme { .. }), "{error}");
}

#[test]
fn a_folder_is_leafed_through_by_name_past_a_picture_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("b.JPG"), jpeg(&grey(90.0))).unwrap();
    std::fs::write(file("a.jpg"), jpeg(&grey(40.0))).unwrap();
    std::fs::write(file("c.png"), b"not a picture").unwrap();
    std::fs::write(file("d.jpeg"), jpeg(&grey(200.0))).unwrap();
    std::fs::write(file("readme.txt"), b"notes").unwrap();
    let source = open(SourceSpec::Pictures(folder.path().to_owned())).unwrap();
    let first = source.wait_newer(FrameId(0), LONG).unwrap();
    assert_eq!((first.name.as_deref(), value(&first)), (Some("a.jpg"), 40));
    let still = |state: &SourceState| matches!(state, SourceState::Still { .. });
    assert_eq!(state_when(&source, still), SourceState::Still { number: 1, of: 4 });
    source.step(1).unwrap();
    let second = source.wait_newer(first.id, LONG).unwrap();
    assert_eq!((second.name.as_deref(), value(&second)), (Some("b.JPG"), 90));
    source.step(1).unwrap();
    let state = state_when(&source, |state| matches!(state, SourceState::Unreadable { .. }));
    assert!(state.sentence().contains("c.png"), "{state:?}");
    source.step(1).unwrap();
    assert!(frame_when(&source, |frame| frame.name.as_deref() == Some("d.jpeg")).is_some());
    source.show(0).unwrap();
    assert!(frame_when(&source, |frame| frame.name.as_deref() == Some("a.jpg")).is_some());
    source.step(-5).unwrap();
    source.step(99).unwrap();
    assert!(frame_when(&source, |frame| frame.name.as_deref() == Some("d.jpeg")).is_some());
    // A folder into which a camera saves photographs is followed.
    std::fs::write(file("e.jpg"), jpeg(&grey(150.0))).unwrap();
    let new = frame_when(&source, |frame| frame.name.as_deref() == Some("e.jpg"));
    assert_eq!(new.as_ref().map(value), Some(150));
}

#[test]
fn folders_without_pictures_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = open(SourceSpec::Pictures(folder.path().to_owned())).err().unwrap();
    assert!(matches!(empty, SourceError::NoPictures { .. }), "{empty}");
    let missing = open(SourceSpec::Pictures(folder.path().join("none"))).err().unwrap();
    assert!(missing.to_string().contains("there is no such folder"), "{missing}");
}

#[test]
fn the_demo_table_runs_and_its_ships_follow_the_hand() {
    let source = open_demo(TableSetup::standard(3).at_size(640, 360)).unwrap();
    let first = source.wait_newer(FrameId(0), LONG).unwrap();
    assert!(source.wait_newer(first.id, LONG).unwrap().id > first.id);
    assert!(matches!(state_when(&source, is_live), SourceState::Live { width: 640, height: 360, .. }));
    let hand = source.demo().unwrap();
    let ship = hand.grab(Point::new(30.0, 14.0)).unwrap();
    hand.drag_to(Point::new(40.0, 20.0));
    hand.turn_by(0.5);
    let (released, pose) = hand.release().unwrap();
    assert_eq!(ship, released);
    let truth = hand.truth().into_iter().find(|truth| truth.ship == ship).unwrap();
    assert_eq!(truth.pose, pose);
    assert!(pose.stack.distance_in(Point::new(40.0, 20.0)) < 0.5);
}

#[test]
fn closing_never_waits() {
    // A host that accepts the connection and sends nothing: the reader blocks until its own limit.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let source = open(SourceSpec::Url(format!("http://127.0.0.1:{port}/video"))).unwrap();
    let _caller = listener.accept().unwrap();
    let start = Instant::now();
    drop(source);
    assert!(start.elapsed() < Duration::from_millis(500));
}

#[test]
fn a_source_whose_thread_breaks_off_says_so() {
    let spec = SourceSpec::Pictures("evening".into());
    let source =
        super::start(spec, super::Slot::new(None, None), None, |_, _| panic!("a fault of the program"))
            .unwrap();
    let began = std::time::Instant::now();
    while source.state() == SourceState::Opening {
        assert!(began.elapsed() < Duration::from_secs(10), "it says nothing");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(source.state().sentence().contains("open the source again"), "{:?}", source.state());
}
