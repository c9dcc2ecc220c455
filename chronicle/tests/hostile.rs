//! Words that want to be markup or formulas, and secrets that want to be told.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use battle::account::BattleAccount;
use battle::{Affair, Audience, Battle, MovesAre, Picture, SetUp, Sighting};
use chronicle::{csv, json, report};
use common::{NOW, account};
use geometry::{CalibrationId, Confidence, FrameId, Observation, Point, Terrain, TerrainId, TerrainKind};
use journal::Journal;
use rulesets::gunboat::{Gunboat, Library};

const EVIL: &str = "<script>alert(\"1\")</script>'\"&<img src=x onerror=alert(1)>";

/// A battle in which every word that a player can choose is evil, with a photograph that is none.
fn evil_battle() -> BattleAccount {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let mut scene = library.scene(library.scenario("memphis").unwrap(), 1.0).unwrap();
    scene.name = format!("Battle {EVIL}");
    for ship in &mut scene.ships {
        ship.setup.card.name = format!("{EVIL} {}", ship.setup.card.name);
        for mount in &mut ship.setup.card.mounts {
            mount.place = EVIL.to_owned();
            mount.gun = EVIL.to_owned();
        }
    }
    scene.terrain.push(Terrain {
        id: TerrainId("evil".to_owned()),
        name: EVIL.to_owned(),
        kind: TerrainKind::Land,
        outline: [(1.0, 1.0), (3.0, 1.0), (2.0, 3.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
        outline_sigma_in: 0.0,
        height_in: 1.0,
        blocks_sight: false,
    });
    let set_up = SetUp::of_scene(&scene, MovesAre::AsSeen, 1);
    let mut battle = Battle::<Gunboat>::begin(Journal::create_or_open(&file).unwrap(), &set_up, NOW).unwrap();
    let seen = scene.ships.iter().map(|ship| Observation {
        ship: ship.setup.card.id.clone(),
        pose: ship.pose,
        sigma_in: 0.05,
        heading_sigma_rad: 0.01,
        seen: true,
        sure: true,
        confidence: Confidence::CERTAIN,
        frame: FrameId(1),
        calibration: CalibrationId(String::new()),
        camera_error: None,
    });
    battle.observe(&Sighting { observations: seen.collect(), still: true }, NOW, || None).unwrap();
    let picture = || Some(Picture { jpeg: Ok(b"\"><script>".to_vec()), calibration: "{}".to_owned() });
    battle.take_places(NOW, picture).unwrap();
    let ship = scene.ships.first().unwrap().setup.card.id.clone();
    for affair in [
        Affair::Crewed { ship: ship.clone(), crew: EVIL.to_owned() },
        Affair::Honoured { ship, honour: EVIL.to_owned() },
        Affair::Ended { winner: None, why: EVIL.to_owned() },
    ] {
        battle.note_affair(affair, NOW).unwrap();
    }
    battle.account(&Audience::Umpire)
}

#[test]
fn no_word_of_anybody_becomes_markup() {
    let mut account = evil_battle();
    // Steps, fates, notes and kinds come from books, which may be the player's own one day.
    for event in &mut account.events {
        event.line.phase = EVIL.to_owned();
    }
    for ship in &mut account.ships {
        ship.fate = Some(EVIL.to_owned());
        ship.side = format!("{} {EVIL}", ship.side);
        ship.after.notes.push(EVIL.to_owned());
    }
    account.book_title = EVIL.to_owned();
    account.began_at = format!("{EVIL}T");
    let page = report(&account, None, |_| None);
    assert!(page.contains("&lt;script&gt;alert(&quot;1&quot;)"), "nothing evil is in it at all");
    for bad in ["<script", "<img src=x", "alert(\"1\")", "\"1\")", "&<"] {
        assert!(!page.contains(bad), "{bad} stands in the page: {:?}", around(&page, bad));
    }
    // Nothing of ours runs, or is fetched, either.
    let rest = page.replace("&lt;script&gt;", "").replace("&lt;img src=x onerror=alert(1)&gt;", "");
    // The chart's typeface is part of the page.
    let rest = rest.replace("url(data:font/woff2;base64,", "");
    for bad in [
        "javascript:",
        "onerror",
        "onload",
        "http:",
        "https:",
        "@import",
        "url(",
        "<iframe",
        "<link",
        "src=\"/",
    ] {
        assert!(!rest.contains(bad), "{bad} stands in the page: {:?}", around(&rest, bad));
    }
    assert!(page.contains(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:\""
    ));
    let unescaped = page.split("&").skip(1).filter(|rest| {
        !["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|entity| rest.starts_with(entity))
    });
    assert_eq!(unescaped.count(), 0, "an ampersand stands by itself");
}

fn around<'a>(page: &'a str, bad: &str) -> Option<&'a str> {
    let at = page.find(bad)?;
    page.get(at.saturating_sub(60)..(at + 60).min(page.len()))
}

#[test]
fn a_photograph_that_is_none_is_left_out_and_said_so() {
    let account = evil_battle();
    assert!(account.events.iter().any(|event| event.line.photo.is_some()));
    let page = report(&account, None, |_| Some(b"\"><script>".to_vec()));
    assert!(!page.contains("<img") && page.contains("1 photographs could not be read"), "{page}");
}

#[test]
fn no_secret_is_in_what_the_players_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let mut scene = library.scene(library.scenario("memphis").unwrap(), 1.0).unwrap();
    scene.terrain.push(Terrain {
        id: TerrainId("mines-of-kestrel".to_owned()),
        name: "Kestrel's torpedoes".to_owned(),
        kind: TerrainKind::Mined,
        outline: [(1.0, 1.0), (3.0, 1.0), (2.0, 3.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: false,
    });
    let set_up = SetUp::of_scene(&scene, MovesAre::AsSeen, 987_654_321);
    let battle = Battle::<Gunboat>::begin(Journal::create_or_open(&file).unwrap(), &set_up, NOW).unwrap();
    let umpire = battle.account(&Audience::Umpire);
    drop(battle);
    let public = account(&file, 1, &Audience::Everyone);
    let told = |account: &BattleAccount| {
        [report(account, None, |_| None), csv(account).unwrap(), json(account).unwrap()].concat()
    };
    // The mines are in the umpire's copy; the dice's seed foretells every throw, and is in nobody's.
    assert!(told(&umpire).contains("mines-of-kestrel"));
    assert!(!told(&public).contains("mines-of-kestrel"));
    assert!(!told(&umpire).contains("987654321") && !told(&public).contains("987654321"));
    assert!(public.events.iter().all(|event| event.audience == Audience::Everyone && event.body.is_none()));
}
