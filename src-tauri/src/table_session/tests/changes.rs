//! Tests that work in progress is dropped when source, table or fleet are changed.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{HandWord, LiveView, SourceChoice};
use crate::ipc::shore::ShoreAsk;
use crate::table_session::commands::check_stick::bump;
use crate::table_session::latest::lock;
use crate::table_session::source::choices::first_picture;
use crate::table_session::source::encoding::png;
use crate::table_session::tests::stepped_table::{SteppedTable, look_once};
use crate::table_session::{CalibratedTable, LiveTable};
use calibration::TableFile;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracking::FleetAnnotation;

/// A folder with one picture of the table as it stands.
fn real_table(stepped: &SteppedTable) -> SourceChoice {
    let pictures = stepped.folder.path().join("pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    let frame = first_picture(&stepped.session.source.frames).unwrap();
    std::fs::write(pictures.join("1.png"), png(&frame.image).unwrap()).unwrap();
    SourceChoice::Pictures { path: pictures.to_string_lossy().into_owned() }
}

/// Opens another source, as a command of the window does.
fn open(live: &LiveTable, choice: SourceChoice) {
    live.change_source(choice, |_, open_table| {
        open_table();
        Ok(())
    })
    .unwrap();
}

/// Saves the demo's table and fleet as if from an earlier session at a real table.
fn keep_as_real(stepped: &SteppedTable) {
    let calibrated = stepped.session.calibrated();
    calibrated.write(&CalibratedTable::default(), stepped.live.folder()).unwrap();
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn what_the_demo_table_taught_never_reaches_the_real_fleet() {
    let mut stepped = SteppedTable::new();
    keep_as_real(&stepped);
    let folder = stepped.live.folder().clone();
    let kept = text(&folder.fleet());
    let real = real_table(&stepped);
    let ship = lock(&stepped.listener.truth)[0].0.to_string();
    stepped.session.correct(&HandWord::TurnedAbout { ship }).unwrap();
    assert!(stepped.apply_corrections());
    // The owner has handled it, and observes the demo table's next frames while another source is opened.
    lock(&stepped.listener.truth).clear();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (live, keeps) = (Arc::clone(&stepped.live), Arc::clone(&seen));
    stepped.session.with_owner(move |owner| {
        open(&live, real);
        for _ in 0..8 {
            let frames = &owner.table.source.frames;
            let frame = frames.wait_newer(owner.recogniser.last, Duration::from_secs(20)).unwrap();
            owner.observe(&frame);
        }
        let sink = move |view: LiveView| {
            lock(&keeps).push(view);
            true
        };
        live.watch_live("main", Box::new(sink));
        owner.send(owner.view());
    });
    assert_eq!(text(&folder.fleet()), kept, "the demo's lessons are kept as the real fleet");
    let session = stepped.live.session();
    assert!(session.now().observations.is_empty(), "the demo's ships stand on the real table");
    assert!(lock(&seen).is_empty(), "the demo's picture is shown for the real one");
    // An unchanged table is still observed.
    look_once(&session);
    assert_eq!(session.now().on_table().observations.len(), 6);
}

#[test]
fn the_record_hears_of_which_table_each_reading_is() {
    let mut stepped = SteppedTable::new();
    let first = *lock(&stepped.listener.made_for).last().unwrap();
    assert_eq!(first, stepped.session.now().epoch);
    stepped.session.work_on_calibrated(|_, _| Ok(()), |_| {}).unwrap();
    let second = stepped.session.now().epoch;
    assert!(second > first);
    assert_eq!(*lock(&stepped.listener.follows), second, "the record follows the table");
    stepped.look(2);
    assert_eq!(
        *lock(&stepped.listener.made_for).last().unwrap(),
        second,
        "nothing is observed of the old one any more"
    );
}

#[test]
fn a_muster_of_the_demo_table_is_none_of_the_real_one() {
    let stepped = SteppedTable::new();
    keep_as_real(&stepped);
    let kept = text(&stepped.live.folder().fleet());
    let session = stepped.live.session();
    let real = real_table(&stepped);
    let words = serde_json::to_string(&stepped.hand.fleet_annotation()).unwrap();
    let mut words: FleetAnnotation = FleetAnnotation::from_json(&words).unwrap();
    words.ships.truncate(2);
    let refused = session
        .muster(|_| {
            open(&stepped.live, real);
            Ok(words)
        })
        .unwrap_err();
    assert!(refused.sentence.contains("changed meanwhile"), "{}", refused.sentence);
    assert_eq!(text(&stepped.live.folder().fleet()), kept);
    assert!(!stepped.live.folder().models().exists(), "the demo's models are kept as the player's");
    assert_eq!(stepped.live.session().calibrated().hulls().len(), 6);
}

#[test]
fn a_camera_corrected_while_ships_are_mustered_stays_corrected() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    let before = stepped.table();
    let words = serde_json::to_string(&stepped.hand.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let refused = session.muster(|_| {
        bump(&stepped.hand).unwrap();
        stepped.until_news();
        Ok(words)
    });
    let refused = refused.unwrap_err().sentence;
    assert!(refused.contains("changed meanwhile"), "{refused}");
    assert!(!Arc::ptr_eq(&before, &stepped.table()), "the correction is lost");
}

#[test]
fn the_lens_of_the_demo_table_is_none_of_a_real_camera() {
    let stepped = SteppedTable::new();
    let session = stepped.live.session();
    let lens = session.calibrated().lens.clone().unwrap();
    open(&stepped.live, real_table(&stepped));
    let refused = (session.lens_context().take_lens)(lens).unwrap_err();
    assert!(refused.sentence.contains("changed meanwhile"), "{}", refused.sentence);
    assert!(!stepped.live.folder().lens().exists());
    assert!(stepped.live.session().calibrated().lens.is_none());
}

#[test]
fn a_piece_of_shore_that_is_removed_while_all_are_looked_for_stays_removed() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    let corner = |x_in: f64, y_in: f64| geometry::Point::new(x_in, y_in);
    let bank = demo::Bank {
        outline: vec![corner(21.0, 26.0), corner(27.0, 26.0), corner(28.0, 29.0), corner(21.0, 29.0)],
        height_in: 0.25,
        colour: demo::Colour(150, 120, 70),
    };
    stepped.hand.rearrange(|setup| setup.banks = vec![bank]).unwrap();
    stepped.look(8);
    let found = session.shore(&ShoreAsk::ProposeAll { height_in: 0.25 }).unwrap();
    let words = found.pieces[0].words.clone();
    let id = words.id.clone();
    session.shore(&ShoreAsk::Take { words }).unwrap();
    // The search takes longer than any edit of a player.
    std::thread::scope(|scope| {
        let looking = scope.spawn(|| session.shore(&ShoreAsk::Review));
        while !looking.is_finished() && session.terrain().len() == 1 {
            std::thread::sleep(Duration::from_millis(20));
            drop(session.shore(&ShoreAsk::Remove { id: id.clone() }));
        }
        drop(looking.join().unwrap());
    });
    assert!(session.terrain().is_empty(), "the removed piece came back: {:?}", session.terrain());
}

#[test]
fn a_word_by_hand_on_one_table_is_not_heeded_on_another() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    let ship = lock(&stepped.listener.truth)[0].0.to_string();
    let (made_for, _) = session.correct(&HandWord::BowRight { ship: ship.clone() }).unwrap();
    session.work_on_calibrated(|_, _| Ok(()), |_| {}).unwrap();
    assert_ne!(made_for, session.now().epoch);
    stepped.begin_recognition_anew();
    stepped.look(2);
    assert!(!stepped.apply_corrections(), "it was said of ships that were mustered before");
    open(&stepped.live, real_table(&stepped));
    let refused = stepped.live.session().correct(&HandWord::BowRight { ship }).unwrap_err().sentence;
    assert!(refused.contains("not on the table"), "{refused}");
}

/// The saved calibration as read for a camera with this id.
fn kept_for(
    folder: &AppFolder,
    named: Option<&Path>,
    camera_id: Option<&str>,
) -> (CalibratedTable, Vec<String>) {
    let (calibrated, troubles) = CalibratedTable::kept(folder, (named, None), camera_id);
    (calibrated, troubles.into_iter().map(|trouble| trouble.sentence).collect())
}

#[test]
fn a_table_and_a_lens_of_another_camera_are_told_and_not_used() {
    let stepped = SteppedTable::new();
    let mut table = TableFile::clone(&stepped.table());
    table.lens.camera_id = Some("HD Pro Webcam C920 046d:082d A1".to_owned());
    let kept = tempfile::tempdir().unwrap();
    let folder = AppFolder::open(Some(kept.path().to_owned())).unwrap();
    table.write(&folder.table()).unwrap();
    table.lens.write(&folder.lens()).unwrap();
    for its_own in [Some("HD Pro Webcam C920 046d:082d A1"), None] {
        let (kept, troubles) = kept_for(&folder, None, its_own);
        assert!(kept.table.is_some() && kept.lens.is_some(), "{its_own:?}");
        assert!(troubles.is_empty(), "{troubles:?}");
    }
    let (another, troubles) = kept_for(&folder, None, Some("BRIO 046d:085e B2"));
    assert!(another.table.is_none() && another.lens.is_none());
    let [of_table, of_lens] = troubles.as_slice() else { panic!("{troubles:?}") };
    assert!(
        of_table.starts_with("The table was calibrated with the camera HD Pro Webcam C920"),
        "{of_table}"
    );
    assert!(of_lens.contains("not with BRIO 046d:085e B2, and is not used"), "{of_lens}");
    // A table named on the command line is used, with a warning.
    let (named, troubles) = kept_for(&folder, Some(&folder.table()), Some("BRIO 046d:085e B2"));
    assert!(named.table.is_some());
    assert!(troubles[0].contains("is used because you named it"), "{troubles:?}");
}

#[test]
fn a_camera_that_is_known_is_the_same_under_another_number() {
    let camera = |index, id: Option<&str>| SourceChoice::Camera { index, id: id.map(str::to_owned) };
    assert!(camera(0, Some("C920")).is_same(&camera(4, Some("C920"))));
    assert!(!camera(0, Some("C920")).is_same(&camera(0, Some("BRIO"))));
    assert!(camera(1, None).is_same(&camera(1, None)) && !camera(1, None).is_same(&camera(0, None)));
    assert!(!SourceChoice::Demo.is_same(&camera(0, None)));
    // No camera has that number, so no id is found.
    assert_eq!(camera(63, None).known_as_now(), camera(63, None));
}
