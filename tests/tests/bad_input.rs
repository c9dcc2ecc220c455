//! Bad input on the command line: exit code 2, one clear sentence, nothing written, no panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use opencv::core::{Mat, Rect, Scalar, Vector};
use opencv::imgcodecs::{IMREAD_COLOR, imread, imwrite};
use opencv::prelude::*;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use whole::{files, run, table_dir};

/// A work folder with a valid lens and a valid table.
struct Work {
    folder: TempDir,
}

impl Work {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    /// The harbour's true lens: good enough for inputs that must be refused.
    fn lens(&self) -> PathBuf {
        self.write(
            "LENS.json",
            r#"{"fx": 1380.0, "fy": 1380.0, "cx": 959.5, "cy": 539.5, "dist": [-0.085, 0.02, 0.0006, -0.0004, 0.0],
                "width": 1920, "height": 1080, "rms_px": 0.2}"#,
        )
    }

    fn table(&self) -> PathBuf {
        let table = self.path("TABLE.json");
        let ran = run(words(&[
            "calibrate-table",
            &text(&table_dir("harbor").join("empty.jpg")),
            "--lens",
            &text(&self.lens()),
            "--size-in",
            "60x36",
            "--out",
            &text(&table),
        ]))
        .unwrap();
        assert_eq!(ran.code, 0, "{}", ran.err);
        table
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn words(parts: &[&str]) -> Vec<OsString> {
    parts.iter().map(OsString::from).collect()
}

/// Runs the program, expects a refusal in one sentence that contains all of `says`, and returns the sentence.
fn refused(parts: &[&str], says: &[&str]) -> String {
    let ran = run(words(parts)).unwrap();
    println!("{} -> {}", parts.first().unwrap_or(&"(window)"), ran.err.trim());
    assert_eq!(ran.code, 2, "{parts:?} ended with {}: {}{}", ran.code, ran.out, ran.err);
    assert_eq!(ran.out, "", "{parts:?} printed something before it refused");
    let sentence = ran.err.trim();
    assert_eq!(sentence.lines().count(), 1, "not one line: {sentence}");
    assert!(!sentence.contains("panicked"), "{sentence}");
    for part in says {
        assert!(
            sentence.to_lowercase().contains(&part.to_lowercase()),
            "'{part}' is not said in: {sentence}"
        );
    }
    sentence.to_owned()
}

/// Expects `calibrate-table` to refuse a picture and to write nothing.
fn table_refused(work: &Work, picture: &Path, says: &[&str]) {
    let (lens, out) = (work.lens(), work.path("OUT.json"));
    refused(
        &[
            "calibrate-table",
            &text(picture),
            "--lens",
            &text(&lens),
            "--size-in",
            "60x36",
            "--out",
            &text(&out),
        ],
        says,
    );
    assert!(!out.exists(), "something was written");
}

fn harbor_picture() -> Mat {
    imread(text(&table_dir("harbor").join("empty.jpg")).as_str(), IMREAD_COLOR).unwrap()
}

fn save(work: &Work, name: &str, picture: &Mat) -> PathBuf {
    let path = work.path(name);
    assert!(imwrite(text(&path).as_str(), picture, &Vector::new()).unwrap());
    path
}

/// The region of a card in the harbour's picture, with its margin: by id, found by eye.
fn card_region(id: usize) -> Rect {
    [
        Rect::new(155, 925, 90, 90),
        Rect::new(1655, 960, 90, 90),
        Rect::new(1660, 83, 90, 90),
        Rect::new(180, 55, 90, 90),
    ][id]
}

fn cover(picture: &mut Mat, region: Rect) {
    let mut part = Mat::roi_mut(picture, region).unwrap();
    part.set_to(&Scalar::new(120.0, 90.0, 40.0, 0.0), &Mat::default()).unwrap();
}

#[test]
fn pictures_that_are_none() {
    let work = Work::new();
    table_refused(&work, &work.path("nowhere.jpg"), &["nowhere.jpg"]);
    let text_file = work.write("letter.jpg", "Dear Sir, the ironclad is sighted");
    table_refused(&work, &text_file, &["letter.jpg"]);
    table_refused(&work, work.folder.path(), &[]);

    // A header with an excessive number of pixels is refused before the picture is unpacked.
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend(10_000_u32.to_be_bytes());
    png.extend(6_000_u32.to_be_bytes());
    png.extend([8, 2, 0, 0, 0, 0, 0, 0, 0]);
    let huge = work.write("huge.png", png);
    table_refused(&work, &huge, &["huge.png", "megapixel"]);

    let whole = fs::read(table_dir("harbor").join("empty.jpg")).unwrap();
    let broken = work.write("broken.jpg", &whole[..40]);
    table_refused(&work, &broken, &["broken.jpg"]);
}

#[test]
fn a_picture_of_another_shape_than_the_lens() {
    let work = Work::new();
    let part = Mat::roi(&harbor_picture(), Rect::new(0, 0, 1000, 1000)).unwrap().try_clone().unwrap();
    let square = save(&work, "square.jpg", &part);
    table_refused(&work, &square, &["1000", "1920"]);
}

#[test]
fn too_few_cards_and_a_card_twice() {
    let work = Work::new();
    let sea = Mat::new_rows_cols_with_default(1080, 1920, opencv::core::CV_8UC3, Scalar::all(90.0)).unwrap();
    let bare = save(&work, "sea.jpg", &sea);
    table_refused(&work, &bare, &["south-west", "south-east", "north-east", "north-west"]);

    let mut two_hidden = harbor_picture();
    cover(&mut two_hidden, card_region(1));
    cover(&mut two_hidden, card_region(2));
    let two_hidden = save(&work, "two.jpg", &two_hidden);
    table_refused(&work, &two_hidden, &["south-east", "north-east"]);

    let mut twice = harbor_picture();
    let card = Mat::roi(&twice, card_region(0)).unwrap().try_clone().unwrap();
    let mut elsewhere = Mat::roi_mut(&mut twice, Rect::new(900, 500, 90, 90)).unwrap();
    card.copy_to(&mut elsewhere).unwrap();
    let twice = save(&work, "twice.jpg", &twice);
    table_refused(&work, &twice, &["south-west (0)", "2 times"]);
}

#[test]
fn files_of_the_wrong_shape() {
    let work = Work::new();
    let picture = text(&table_dir("harbor").join("empty.jpg"));
    for (name, content) in
        [("text.json", "hello"), ("list.json", "[1, 2]"), ("half.json", r#"{"fx": "wide"}"#)]
    {
        let lens = work.write(name, content);
        let out = work.path("OUT.json");
        let call =
            ["calibrate-table", &picture, "--lens", &text(&lens), "--size-in", "60x36", "--out", &text(&out)];
        refused(&call, &[name]);
        assert!(!out.exists());
    }
    let (table, fleet) = (work.table(), work.write("FLEET.json", r#"{"format": 1}"#));
    refused(&["track", &picture, "--table", &text(&table), "--fleet", &text(&fleet)], &["FLEET.json"]);
    refused(&["track", &picture, "--table", &text(&fleet), "--fleet", &text(&fleet)], &["FLEET.json"]);
    refused(&["calibrate-table", &picture, "--lens", "x", "--size-in", "sixty", "--out", "y"], &["sixty"]);
}

#[test]
fn a_muster_that_names_a_ship_that_is_not_there() {
    let work = Work::new();
    let table = work.table();
    let words_text = fs::read_to_string(table_dir("harbor").join("muster.json")).unwrap();
    let mut muster: serde_json::Value = serde_json::from_str(&words_text).unwrap();
    let mut ghost = muster["ships"][0].clone();
    ghost["id"] = "merrimac".into();
    ghost["near"] = serde_json::json!([30.0, 32.0]);
    muster["ships"].as_array_mut().unwrap().push(ghost);
    let ships = work.write("ships.json", muster.to_string());
    let out = work.path("FLEET.json");
    let call = |ships: &Path| {
        [
            "muster".to_owned(),
            text(&table_dir("harbor").join("muster.jpg")),
            "--table".to_owned(),
            text(&table),
            "--empty".to_owned(),
            text(&table_dir("harbor").join("empty.jpg")),
            "--ships".to_owned(),
            text(ships),
            "--out".to_owned(),
            text(&out),
        ]
    };
    let parts = call(&ships);
    refused(&parts.iter().map(String::as_str).collect::<Vec<_>>(), &["merrimac"]);
    assert!(!out.exists());
    let wrong = work.write("wrong.json", r#"{"ships": [{"id": "cairo", "near": "here"}]}"#);
    let parts = call(&wrong);
    refused(&parts.iter().map(String::as_str).collect::<Vec<_>>(), &["cairo", "wrong.json"]);
}

#[test]
fn dice_that_cant_be_learnt_or_a_damaged_file_of_them() {
    let work = Work::new();
    let picture = text(&save(&work, "table.png", &harbor_picture()));
    let out = work.path("DICE.json");
    let learn = |list: &str, says: &[&str]| {
        let faces = work.write("FACES.json", list);
        refused(&["learn-dice", "--faces", &text(&faces), "--out", &text(&out)], says);
        assert!(!out.exists());
    };
    let face = |value: u8, image: &str| {
        format!(
            r#"{{"dice": [{{"name": "the white die", "kind": "d10", "faces": [{{"value": {value}, "image": "{image}"}}]}}]}}"#
        )
    };
    learn("{", &["FACES.json", "no list of dice and faces"]);
    learn(r#"{"dice": []}"#, &["no die is in the list"]);
    learn(&face(11, "table.png"), &["a D10 has no face with 11"]);
    learn(&face(3, "nowhere.png"), &["nowhere.png"]);
    learn(r#"{"dice": [{"name": "a", "kind": "d10", "faces": []}]}"#, &["isn't known yet", "0, 1, 2, 3, 4"]);
    let damaged = text(&work.write("DICE.json", r#"{"dice": [{"name": "a"}]}"#));
    refused(&["read-dice", &picture, "--dice", &damaged], &["DICE.json", "damaged", "teach the dice anew"]);
}

#[test]
fn a_bad_picture_of_dice_among_good_ones_is_reported_and_the_good_ones_are_read() {
    let work = Work::new();
    let tray = |name: &str, seed: u64| {
        let picture = demo::DiceTray::new(demo::TraySetup::random(seed)).picture().unwrap();
        text(&save(&work, name, &picture))
    };
    let (first, last) = (tray("first.png", 20_000), tray("last.png", 20_001));
    let broken = text(&work.write("broken.jpg", "no picture at all"));
    let ran = run(words(&["read-dice", &first, &broken, &last])).unwrap();
    assert_eq!(ran.code, 2, "{}", ran.err);
    let images: Vec<&str> = ran.out.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    assert_eq!(images, ["first.png", "last.png"], "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.contains(r#""kind":"d6""#)), "{}", ran.out);
    assert!(ran.err.trim().lines().count() == 1 && ran.err.contains("broken.jpg"), "{}", ran.err);
}

#[test]
fn a_bad_picture_among_good_ones_is_reported_and_the_good_ones_are_tracked() {
    let work = Work::new();
    let harbor = |name: &str| text(&table_dir("harbor").join(name));
    let (table, fleet) = (text(&work.table()), text(&work.path("FLEET.json")));
    let (picture, empty, ships) = (harbor("muster.jpg"), harbor("empty.jpg"), harbor("muster.json"));
    let muster =
        ["muster", &picture, "--empty", &empty, "--ships", &ships, "--table", &table, "--out", &fleet];
    let ran = run(words(&muster)).unwrap();
    assert_eq!(ran.code, 0, "{}", ran.err);
    let (first, last) = (harbor("turn01.jpg"), harbor("turn02.jpg"));
    let broken = text(&work.write("broken.jpg", "no picture at all"));
    let mut small = Mat::default();
    let picture = harbor_picture();
    opencv::imgproc::resize(&picture, &mut small, opencv::core::Size::new(640, 480), 0.0, 0.0, 3).unwrap();
    let small = text(&save(&work, "small.png", &small));
    for (bad, says) in [(&broken, "broken.jpg"), (&small, "640x480")] {
        let ran = run(words(&["track", &first, bad, &last, "--table", &table, "--fleet", &fleet])).unwrap();
        assert_eq!(ran.code, 2, "{}", ran.err);
        let images: Vec<&str> = ran.out.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
        assert_eq!(images, ["turn01.jpg", "turn02.jpg"], "{}", ran.out);
        assert!(ran.err.trim().lines().count() == 1 && ran.err.contains(says), "{}", ran.err);
        refused(&["track", bad, "--table", &table, "--fleet", &fleet], &[says]);
    }
}

#[test]
fn campaigns_that_are_none() {
    let work = Work::new();
    let letter = work.write("letter.campaign", "Dear Sir, this is no campaign at all, it is only a letter.");
    refused(&["verify", &text(&letter)], &["letter.campaign"]);
    assert!(fs::read_to_string(&letter).unwrap().starts_with("Dear Sir"), "the file was changed");
    refused(&["verify", &text(&work.path("nowhere.campaign"))], &["nowhere.campaign"]);
    refused(&["--data", &text(work.folder.path()), "--campaign", &text(&letter)], &["letter.campaign"]);
}

#[test]
fn leagues_that_are_none() {
    let league = |book, scenario, players, says: &[&str]| {
        refused(&["league", "--book", book, "--scenario", scenario, "--players", players], says);
    };
    league("chess", "duel", "lot,straight", &["no book “chess”", "choose gunboat"]);
    league("noddy", "trafalgar", "lot,straight", &["trafalgar"]);
    league("hex_duel", "duel", "nelson,straight", &["nobody in the league is called “nelson”", "admiral"]);
    league("hex_duel", "duel", "straight", &["two players or more"]);
}

#[test]
fn a_folder_that_may_not_be_written() {
    let work = Work::new();
    let locked = work.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    // Root may write everywhere, so a folder that can't exist is used there instead.
    let out = match fs::write(locked.join("probe"), "") {
        Ok(()) => PathBuf::from("/proc/ironclad/TABLE.json"),
        Err(_) => locked.join("TABLE.json"),
    };
    let picture = text(&table_dir("harbor").join("empty.jpg"));
    let lens = text(&work.lens());
    refused(
        &["calibrate-table", &picture, "--lens", &lens, "--size-in", "60x36", "--out", &text(&out)],
        &["TABLE.json"],
    );
    assert!(files(&locked, "TABLE", "").unwrap().is_empty());
}

#[test]
fn sources_that_are_none() {
    let work = Work::new();
    let data = text(work.folder.path());
    refused(&["--data", &data, "--url", "ftp://example.org/ships"], &["ftp", "rtsp"]);
    refused(&["--data", &data, "--video", "/nowhere/evening.mp4"], &["evening.mp4"]);
    refused(&["--data", &data, "--pictures", "/nowhere/pictures"], &["pictures"]);
    refused(&["--data", &data, "--camera", "63"], &["63"]);
    refused(&["--camera", "0", "--video", "x.mp4"], &["--video"]);
    refused(&["--camera", "first"], &["first"]);
    refused(&["sail"], &["sail"]);
}
