//! Tests of the lens wizard on the demo table, whose hand holds the board.
#![allow(clippy::unwrap_used)]

use crate::files::app_folder::AppFolder;
use crate::ipc::lens::{LensState, LensWord};
use crate::ipc::messages::BoardChoice;
use crate::table_session::fixtures::{Nobody, opening};
use crate::table_session::lens::wizard_task::LensWizardTask;
use crate::table_session::lens::wizard_thread::LensWizardHandle;
use crate::table_session::source::choices::first_picture;
use crate::table_session::{FrameTrigger, LiveTable};
use calibration::KIT_BOARD;
use std::sync::Arc;

fn kit_board() -> BoardChoice {
    BoardChoice::Charuco {
        columns: KIT_BOARD.squares_x,
        rows: KIT_BOARD.squares_y,
        square_in: KIT_BOARD.square_in,
        marker_in: KIT_BOARD.marker_in,
        dictionary: "5X5_100".to_owned(),
    }
}

#[test]
fn on_the_demo_table_it_takes_its_views_and_finishes_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
    let live = LiveTable::open(&opening(5), own, Arc::new(Nobody), FrameTrigger::OnRequest).unwrap();
    let session = live.session();
    let (lens, words) = LensWizardHandle::new();
    let mut wizard = LensWizardTask::new(session.lens_context(), words.clone(), lens.latest());
    let mut go_on = || wizard.go_on(words.try_iter().collect());
    // On a busy machine too, a picture must exist before the first look.
    first_picture(&session.source.frames).unwrap();
    lens.tell(LensWord::Begin { board: kit_board() }).unwrap();
    go_on();
    let empty = lens.view();
    assert_eq!((empty.state, empty.views.len()), (LensState::Looking, 0));
    assert!(empty.ghost_px.len() > 8 && empty.sentence.starts_with("Hold the board"), "{empty:?}");

    // Left unfinished: the views stay.
    lens.tell(LensWord::DemoHolds { hold: true }).unwrap();
    while lens.view().views.len() < 2 {
        go_on();
    }
    lens.tell(LensWord::Pause).unwrap();
    go_on();
    let left = lens.view();
    assert_eq!((left.state, left.demo_holds, left.views.len()), (LensState::Idle, false, 2));
    assert!(left.sentence.contains("2 views"), "{}", left.sentence);

    lens.tell(LensWord::Begin { board: kit_board() }).unwrap();
    lens.tell(LensWord::DemoHolds { hold: true }).unwrap();
    let mut frames = 0;
    while lens.view().state != LensState::Done {
        go_on();
        frames += 1;
        assert!(frames < 2_000, "{:?}", lens.view());
    }
    let done = lens.view();
    assert!(!done.demo_holds && done.progress >= 1.0 && done.coverage > 0.79, "{done:?}");
    assert!(done.views.iter().filter(|view| view.kept).all(|view| view.rms_px.unwrap() < 0.5), "{done:?}");
    let truth = session.source.frames.demo().unwrap().camera().lens;
    let lens = session.calibrated().lens.clone().unwrap();
    assert!((lens.lens.fx / truth.fx - 1.0).abs() < 0.006, "{} for {}", lens.lens.fx, truth.fx);
    assert_eq!(lens.camera.as_deref(), Some("demo table"));
}
