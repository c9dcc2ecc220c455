//! Which battle is in play, and in which campaign, as sources change between the demo table and real tables.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::battle_session::Desk;
use crate::battle_session::export::Stop;
use crate::battle_session::fixtures::{bare_table, battle_of};
use crate::battle_session::turning::TurningSearch;
use crate::files::app_folder::AppFolder;
use crate::files::dialogs::Chosen;
use crate::host::crash_report::caught;
use crate::host::sleep_inhibitor::Awake;
use crate::ipc::messages::SourceChoice;
use crate::ipc::seat::Asker;
use crate::opening::{DemoChoice, Opening};
use crate::shell::Shell;
use crate::stage::Stage;
use crate::table_session::{BattleRecord, FrameTrigger, LiveTable};
use battle::view::BattleChoice;
use journal::{Batch, Journal, NewBattle, NewEvent};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Opens the app on the demo table as the window does, but without the window.
fn opened(folder: &Path, named_campaign: Option<PathBuf>) -> Shell {
    opened_with(folder, named_campaign, FrameTrigger::EveryFrame)
}

/// The same with another trigger for frames.
pub fn opened_with(folder: &Path, named_campaign: Option<PathBuf>, trigger: FrameTrigger) -> Shell {
    let opening = Opening {
        source: Default::default(),
        table: None,
        fleet: None,
        campaign: named_campaign.clone(),
        data: None,
        demo: DemoChoice { demo_seed: 1, demo_six_a_side: false },
        phones: None,
        answer_dialogs: Vec::new(),
    };
    let own = AppFolder::open(Some(folder.to_owned())).unwrap();
    let campaign = named_campaign.clone().unwrap_or_else(|| own.campaign(true));
    let desk = Arc::new(Desk::open(&campaign, Default::default()).unwrap());
    let live = LiveTable::open(&opening, own, Arc::clone(&desk) as _, trigger).unwrap();
    let chosen = Chosen::opening(&SourceChoice::Demo, &[]);
    Shell {
        live,
        desk,
        stop: Stop::default(),
        turning: TurningSearch::default(),
        awake: Awake::default(),
        chosen,
        named_campaign,
        stage: Stage::default(),
    }
}

/// A folder of pictures, which the app treats as a real table.
fn pictures(shell: &Shell, folder: &Path, name: &str) -> SourceChoice {
    let pictures = folder.join(name);
    std::fs::create_dir_all(&pictures).unwrap();
    std::fs::write(pictures.join("1.jpg"), shell.live.source_picture(&SourceChoice::Demo).unwrap()).unwrap();
    let choice = SourceChoice::Pictures { path: pictures.to_string_lossy().into_owned() };
    shell.chosen.recall(&choice);
    choice
}

/// A scenario of the first book; it needs no camera.
fn first_scenario(desk: &Desk) -> BattleChoice {
    let first = desk.scenarios("gunboat", &bare_table(None)).unwrap().swap_remove(0).id;
    battle_of("gunboat", Some(&first))
}

/// The demo table's campaign with one battle in play, without a table.
fn playing(folder: &Path) -> Desk {
    let desk = Desk::open(&folder.join("demo.campaign"), Default::default()).unwrap();
    desk.begin(&first_scenario(&desk), &bare_table(None), &mut || None).unwrap();
    desk
}

fn name_of(path: &str) -> String {
    Path::new(path).file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn a_real_table_has_a_campaign_of_its_own_and_the_demos_battle_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let shell = opened(folder.path(), None);
    let (one, other) = (pictures(&shell, folder.path(), "one"), pictures(&shell, folder.path(), "other"));
    shell.begin_battle(&first_scenario(&shell.desk), Asker::Main).unwrap();
    let news = shell.desk.news();

    let app = shell.open_source(one.clone()).unwrap();
    assert_eq!((name_of(&app.campaign).as_str(), app.battle), ("evenings.campaign", None));
    assert!(shell.desk.battles().unwrap().is_empty(), "the demo's battle is shown in the real campaign");
    assert_eq!(shell.changes(Asker::Main, "everyone", 0).unwrap(), None);
    assert_ne!(shell.desk.news(), news, "windows don't hear that another battle is in play");
    shell.begin_battle(&first_scenario(&shell.desk), Asker::Main).unwrap();
    let real = shell.begin_battle(&first_scenario(&shell.desk), Asker::Main).unwrap();

    // Another camera over the same table does not change the battle.
    let app = shell.open_source(other).unwrap();
    assert_eq!((name_of(&app.campaign).as_str(), app.battle), ("evenings.campaign", Some(2)));
    // The battle that was in play comes back, not the last one in the file.
    shell.open_battle(1, Asker::Main).unwrap();

    let app = shell.open_source(SourceChoice::Demo).unwrap();
    assert_eq!((name_of(&app.campaign).as_str(), app.battle), ("demo.campaign", Some(1)));
    assert_eq!(shell.desk.battles().unwrap().len(), 1);
    let app = shell.open_source(one).unwrap();
    assert_eq!(app.battle, Some(1));
    assert_eq!(shell.desk.battles().unwrap().len(), 2);
    assert_eq!(real.now.battle.name, shell.desk.view().unwrap().name);
}

#[test]
fn a_campaign_that_was_named_stays_whatever_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("club.campaign");
    let shell = opened(folder.path(), Some(named));
    shell.begin_battle(&first_scenario(&shell.desk), Asker::Main).unwrap();
    let app = shell.open_source(pictures(&shell, folder.path(), "one")).unwrap();
    assert_eq!((name_of(&app.campaign).as_str(), app.battle), ("club.campaign", Some(1)));
}

#[test]
fn a_source_whose_campaign_cannot_be_used_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let shell = opened(folder.path(), None);
    shell.begin_battle(&first_scenario(&shell.desk), Asker::Main).unwrap();
    std::fs::write(folder.path().join("evenings.campaign"), "no campaign").unwrap();
    let refused = shell.open_source(pictures(&shell, folder.path(), "one")).unwrap_err().sentence;
    assert!(refused.contains("evenings.campaign"), "{refused}");
    let app = shell.app_view().unwrap();
    assert_eq!((app.source.choice, app.battle), (SourceChoice::Demo, Some(1)));
    // The demo table's readings are still accepted.
    shell.begin_battle(&first_scenario(&shell.desk), Asker::Main).unwrap();
}

/// Adds a battle by a book unknown to this version, as a newer version would.
fn add_unreadable(campaign: &Path) {
    let journal = Journal::create_or_open(campaign).unwrap();
    let battle = NewBattle {
        name: "Lissa".to_owned(),
        book: "ironclads-2".to_owned(),
        book_version: "1".to_owned(),
        rule_data: Vec::new(),
    };
    let event = NewEvent {
        turn: 0,
        phase: "begin".to_owned(),
        audience: "everyone".to_owned(),
        kind: "begun".to_owned(),
        body: "{}".to_owned(),
        body_version: 1,
        rules: Vec::new(),
        with_photo: false,
    };
    let batch = Batch { at: "2026-03-08T19:00:00Z".to_owned(), events: vec![event], photo: None };
    journal.begin_battle(battle, batch).unwrap();
}

#[test]
fn an_unreadable_last_battle_is_left_out_and_told() {
    let folder = tempfile::tempdir().unwrap();
    drop(playing(folder.path()));
    add_unreadable(&folder.path().join("demo.campaign"));

    let shell = opened(folder.path(), None);
    let app = shell.app_view().unwrap();
    assert_eq!(app.battle, None);
    let told = app.troubles.iter().map(|trouble| trouble.sentence.as_str()).collect::<Vec<_>>().join(" ");
    assert!(told.contains("Battle 2 (Lissa)") && told.contains("ironclads-2"), "{told}");
    assert_eq!(shell.desk.battles().unwrap().len(), 2);
    let standing = crate::battle_session::export::campaign(&shell.desk, Asker::Main).unwrap();
    assert_eq!(standing.battles.iter().map(|row| row.battle).collect::<Vec<_>>(), [1]);
    assert!(standing.left_out.concat().contains("Battle 2 (Lissa)"), "{:?}", standing.left_out);
    let now = shell.open_battle(1, Asker::Main).unwrap();
    assert_eq!(shell.app_view().unwrap().troubles, [], "told no more once another is in play");
    assert!(!now.now.over);
    assert!(shell.open_battle(2, Asker::Main).is_err());
    assert_eq!(shell.app_view().unwrap().battle, Some(1), "the battle in play goes on");
}

#[test]
fn after_a_fault_in_the_middle_of_a_decision_the_log_says_how_the_battle_stands() {
    let folder = tempfile::tempdir().unwrap();
    let desk = playing(folder.path());
    let (before, news) = (desk.view().unwrap(), desk.news());
    let decided = caught(|| desk.lay_terrain(|| panic!("a fault of the program"), &mut || None));
    assert!(decided.unwrap_err().answer().sentence.contains("made a mistake"));
    assert_eq!(desk.view().unwrap(), before);
    assert_ne!(desk.news(), news, "windows look again");
    desk.begin(&first_scenario(&desk), &bare_table(None), &mut || None).unwrap();
    assert_eq!(desk.number(), Some(2));
}

#[test]
fn a_page_that_reads_the_app_at_every_calibration_news_knows_the_demo_table_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let shell = Arc::new(opened(folder.path(), None));
    let (reads, page) = (Arc::clone(&shell), Arc::new(Mutex::new((0, None))));
    let writes = Arc::clone(&page);
    shell.live.watch_live(
        "main",
        Box::new(move |view| {
            let mut page = writes.lock().unwrap();
            if page.0 != view.calibration_news {
                // The earliest moment at which a page can read it.
                *page = (view.calibration_news, reads.app_view().ok());
            }
            true
        }),
    );
    let began = Instant::now();
    loop {
        if let (_, Some(app)) = &*page.lock().unwrap()
            && app.lens_known
            && app.table_known
            && app.mustered.len() == 6
        {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "never known: {:?}", page.lock().unwrap());
        std::thread::sleep(Duration::from_millis(10));
    }
}
