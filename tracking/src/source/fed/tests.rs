//! Pictures from outside: good, hostile, too many, and none.

use super::*;
use crate::source::{Source, SourceSpec, SourceState, open};
use geometry::FrameId;
use opencv::core::{CV_8UC3, Mat, MatTraitConst, Scalar, Vector};
use opencv::imgcodecs::imencode;
use std::sync::atomic::{AtomicU64, Ordering};

const FULL: PictureSize = PictureSize { width: 640, height: 360 };
const SOON: Duration = Duration::from_secs(5);
const A_MOMENT: Duration = Duration::from_millis(60);

fn encoded((width, height): (i32, i32), grey: u8, extension: &str) -> Vec<u8> {
    let picture =
        Mat::new_rows_cols_with_default(height, width, CV_8UC3, Scalar::all(f64::from(grey))).unwrap();
    let mut bytes = Vector::new();
    imencode(extension, &picture, &mut bytes, &Vector::new()).unwrap();
    bytes.into()
}

fn full(grey: u8) -> Vec<u8> {
    encoded((640, 360), grey, ".jpg")
}

fn reduced(grey: u8) -> Vec<u8> {
    encoded((320, 180), grey, ".jpg")
}

fn feed() -> PictureFeed {
    PictureFeed::new("Ann's phone", FULL, |_| {}).unwrap()
}

fn opened(feed: &PictureFeed) -> Source {
    open(SourceSpec::Fed(feed.clone())).unwrap()
}

fn grey_of(source: &Source) -> u8 {
    source.newest().unwrap().image.at_2d::<opencv::core::Vec3b>(0, 0).unwrap()[0]
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < SOON, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn nothing_but_whole_jpegs_of_the_cameras_size_are_taken() {
    let feed = feed();
    assert_eq!(feed.push(&full(9), PictureKind::Full), Err(FeedError::NotInUse));
    let source = opened(&feed);
    let good = full(9);
    let mut huge = good.clone();
    let frame = huge.windows(2).position(|two| two == [0xFF, 0xC0]).unwrap();
    huge[frame + 5..frame + 9].fill(0xFF);
    let mut png_bomb = encoded((640, 360), 9, ".png");
    png_bomb[16..24].fill(0x7F);
    let many_scans = [&good[..], &[0xFF, 0xDA].repeat(1000), &[0xFF, 0xD9]].concat();
    for bad in
        [&[][..], b"<html>no picture</html>", &good[..40], &good[..good.len() - 9], &png_bomb, &many_scans]
    {
        for kind in [PictureKind::Full, PictureKind::Reduced] {
            assert_eq!(feed.push(bad, kind), Err(FeedError::NotAJpeg), "{} bytes", bad.len());
        }
    }
    for (bad, kind) in [
        (&huge, PictureKind::Full),
        (&huge, PictureKind::Reduced),
        (&reduced(9), PictureKind::Full),
        (&encoded((360, 640), 9, ".jpg"), PictureKind::Full),
        (&encoded((180, 320), 9, ".jpg"), PictureKind::Reduced),
        (&encoded((1280, 720), 9, ".jpg"), PictureKind::Reduced),
        (&encoded((64, 36), 9, ".jpg"), PictureKind::Reduced),
    ] {
        let refused = feed.push(bad, kind);
        assert!(matches!(refused, Err(FeedError::OtherSize { .. })), "{refused:?}");
    }
    let long = vec![0; MOST_BYTES_FULL + 1];
    assert!(matches!(feed.push(&long, PictureKind::Full), Err(FeedError::TooManyBytes { .. })));
    assert!(source.notices()[0].contains("From Ann's phone"), "{:?}", source.notices());
    assert_eq!((source.newest().is_none(), source.state()), (true, SourceState::Opening));
    // The header is good, and the rest is not: nothing is shown, and the next picture is.
    let mut broken = full(200);
    let scan = broken.windows(2).position(|two| two == [0xFF, 0xDA]).unwrap();
    let end = broken.len() - 2;
    broken[scan + 4..end].fill(0xFE);
    feed.push(&broken, PictureKind::Full).unwrap();
    std::thread::sleep(A_MOMENT);
    feed.push(&good, PictureKind::Full).unwrap();
    until("the good picture comes", || source.newest().is_some_and(|_| grey_of(&source) == 9));
    assert!(source.notices().is_empty(), "{:?}", source.notices());
    for (width, height) in [(0, 0), (100_000, 100_000), (40, 4000)] {
        let refused = PictureFeed::new("Ann's phone", PictureSize { width, height }, |_| {});
        assert!(matches!(refused, Err(FeedError::ImpossibleSize(_))), "{width}x{height}");
    }
}

#[test]
fn of_very_many_pictures_the_newest_is_shown_and_nothing_queues() {
    let feed = feed();
    let source = opened(&feed);
    let pictures: Vec<Vec<u8>> = (0..100).map(full).collect();
    let began = Instant::now();
    for turn in 0..10_000 {
        feed.push(&pictures[turn % 100], PictureKind::Full).unwrap();
        assert!(feed.lock().waiting.len() <= 1);
    }
    println!(
        "10,000 pictures pushed in {:.0?}; {:?} decoded",
        began.elapsed(),
        source.newest().map(|f| f.id)
    );
    until("the last one comes", || grey_of(&source) == 99);
    assert!(source.newest().unwrap().id < FrameId(9000));
}

#[test]
fn reduced_pictures_show_motion_and_only_full_ones_are_given_to_measure() {
    let feed = feed();
    let source = opened(&feed);
    feed.push(&reduced(1), PictureKind::Reduced).unwrap();
    std::thread::sleep(A_MOMENT);
    assert!(source.newest().is_none(), "a reduced picture before any full one");
    feed.push(&full(2), PictureKind::Full).unwrap();
    let first = source.wait_newer_full(FrameId(0), SOON).unwrap();
    for grey in 3..6 {
        feed.push(&reduced(grey), PictureKind::Reduced).unwrap();
        until("the reduced picture comes", || grey_of(&source) == grey);
    }
    let newest = source.newest().unwrap();
    assert!(newest.reduced && newest.image.cols() == 320 && newest.id > first.id);
    assert_eq!(source.newest_full().unwrap().id, first.id);
    assert!(source.wait_newer_full(first.id, Duration::from_millis(20)).is_none());
    assert!(matches!(source.state(), SourceState::Live { width: 640, height: 360, .. }));
    // Repeated to the last bit, of either kind: no frame.
    for (again, kind) in [(reduced(5), PictureKind::Reduced), (full(2), PictureKind::Full)] {
        feed.push(&again, kind).unwrap();
        std::thread::sleep(A_MOMENT);
        assert_eq!(source.newest().unwrap().id, newest.id, "{kind:?}");
    }
    // Both kinds in any order: each shows its own last picture.
    for turn in 0..40_u8 {
        let kind = if turn % 5 < 2 { PictureKind::Full } else { PictureKind::Reduced };
        let jpeg = if kind == PictureKind::Full { full(100 + turn) } else { reduced(100 + turn) };
        feed.push(&jpeg, kind).unwrap();
    }
    until("the last of all comes", || grey_of(&source) == 139);
    let full = source.newest_full().unwrap();
    assert!(!full.reduced && full.image.cols() == 640);
}

#[test]
fn a_feed_says_when_it_is_used_and_wants_a_full_picture() {
    let (uses, fulls) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (used, counted) = (Arc::clone(&uses), Arc::clone(&fulls));
    let feed = PictureFeed::new("Ann's phone", FULL, move |demand: FeedDemand| {
        used.store(u64::from(demand.in_use), Ordering::SeqCst);
        counted.store(demand.full_pictures, Ordering::SeqCst);
    })
    .unwrap();
    feed.request_full();
    assert_eq!(feed.demand(), FeedDemand::default(), "nobody shows it");
    let source = opened(&feed);
    assert_eq!((uses.load(Ordering::SeqCst), fulls.load(Ordering::SeqCst)), (1, 1));
    for _ in 0..100 {
        source.request_full();
    }
    assert_eq!(fulls.load(Ordering::SeqCst), 1, "it was asked a moment ago");
    feed.push(&full(1), PictureKind::Full).unwrap();
    until("it is decoded", || feed.lock().asked_at.is_none());
    assert!(source.full_now(A_MOMENT).is_none(), "the newest may be older than the last move");
    assert_eq!(fulls.load(Ordering::SeqCst), 2);
    let sender = feed.clone();
    let answers = std::thread::spawn(move || {
        std::thread::sleep(A_MOMENT);
        sender.push(&full(1), PictureKind::Full)
    });
    assert!(source.full_now(SOON).is_some(), "a table that looks the same to the last bit");
    answers.join().unwrap().unwrap();
    drop(source);
    until("the wish ends", || uses.load(Ordering::SeqCst) == 0);
    assert_eq!(feed.push(&full(1), PictureKind::Full), Err(FeedError::NotInUse));
}

#[test]
fn a_sender_goes_and_comes_back() {
    let feed = feed();
    let source = opened(&feed);
    feed.push(&full(1), PictureKind::Full).unwrap();
    until("the first picture comes", || source.newest().is_some());
    let before = feed.demand().full_pictures;
    feed.gone("Ann's phone has left: open its page again.");
    until("it is lost", || source.state().key() == "lost");
    assert_eq!(source.state().sentence(), "Ann's phone has left: open its page again.");
    feed.returned();
    until("it is awaited", || source.state() == SourceState::Opening);
    assert_eq!(feed.demand().full_pictures, before + 1);
    feed.push(&full(2), PictureKind::Full).unwrap();
    until("it is live again", || source.state().key() == "live");
    // Another source takes the feed over: the first one's end does not end its use.
    let other = opened(&feed);
    drop(source);
    feed.push(&full(3), PictureKind::Full).unwrap();
    until("the other one shows it", || other.newest().is_some());
    assert!(feed.demand().in_use);
}
