//! Tests of what is sent to windows, and when.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::messages::{LiveView, SourceView};
use crate::table_session::latest::lock;
use crate::table_session::recognition::live_view::tells_more;
use crate::table_session::tests::stepped_table::{SteppedTable, look_once};
use std::sync::{Arc, Mutex};

#[test]
fn what_only_counts_on_is_no_news_and_a_battle_played_on_is() {
    let mut stepped = SteppedTable::new();
    let before = stepped.view();
    stepped.look(3);
    let later = stepped.view();
    assert!(later.frame > before.frame && !tells_more(&later, &before), "{later:?}");
    let source = SourceView { state: "frozen".into(), ..later.source.clone() };
    let (played_on, frozen) =
        (LiveView { battle_news: 7, ..later.clone() }, LiveView { source, ..later.clone() });
    assert!(tells_more(&played_on, &later) && tells_more(&frozen, &later));
}

#[test]
fn a_still_moment_tells_the_window_once_how_long_it_took() {
    let mut stepped = SteppedTable::new();
    let told = Arc::new(Mutex::new(Vec::new()));
    let keeps = Arc::clone(&told);
    stepped.send();
    stepped.live.watch_live(
        "main",
        Box::new(move |view| {
            lock(&keeps).push(view);
            true
        }),
    );
    assert!(lock(&told).iter().all(|view| view.still.is_none()), "a page that comes later times nothing");
    let (ship, mut pose) = lock(&stepped.listener.truth)[0].clone();
    for turn in 0..4 {
        pose.stack.x_in += if turn % 2 == 0 { 0.8 } else { -0.8 };
        stepped.hand.place(&ship, pose).unwrap();
        lock(&stepped.listener.truth).clear();
        for _ in 0..8 {
            if look_once(&stepped.session) {
                stepped.send();
            }
        }
    }
    let views = lock(&told);
    let moments: Vec<_> =
        views.iter().filter_map(|view| view.still.map(|still| (view.frame, still))).collect();
    assert_eq!(moments.len(), 4, "one for each time a ship was moved: {moments:?}");
    for (frame, still) in moments {
        println!(
            "still moment to message: {:.1} ms (places after {:.1} ms); at rest {:.1} ms before",
            still.handed_ms, still.placed_ms, still.rest_ms
        );
        assert_eq!(still.frame, frame, "the outlines belong to the frame that was timed");
        assert!(
            still.placed_ms > 0.0 && still.handed_ms >= still.placed_ms && still.rest_ms > 0.0,
            "{still:?}"
        );
    }
}

#[test]
fn a_log_that_cannot_be_kept_is_told_at_once() {
    let mut stepped = SteppedTable::new();
    assert_eq!(stepped.view().notices, Vec::<String>::new());
    let full = "The disk is full: make room, then go on.";
    *lock(&stepped.listener.trouble) = Some(full.to_owned());
    stepped.look(1);
    assert_eq!(stepped.view().notices, [full]);
}

#[test]
fn a_part_of_the_picture_that_was_read_is_shown_enlarged() {
    let stepped = SteppedTable::new();
    let session = stepped.live.session();
    let jpeg = session.enlarged((320.0, 160.0, 160.0, 112.0)).unwrap();
    let shown = opencv::imgcodecs::imdecode(&opencv::core::Vector::from_slice(&jpeg), 1).unwrap();
    let size = calibration::picture_size(&shown);
    assert_eq!((size.width, size.height), (640, 448));
    for outside in [(-1.0, 0.0, 1e9, 10.0), (0.0, 0.0, 0.0, 10.0), (f64::NAN, 0.0, f64::INFINITY, 10.0)] {
        assert!(session.enlarged(outside).is_err(), "{outside:?}");
    }
}
