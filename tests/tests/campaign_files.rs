//! The command line and campaign files: moved, deleted or replaced during a write, used as another command's
//! output, and long.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use whole::{Ran, app, run};

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn ran(parts: &[&str]) -> Ran {
    run(parts.iter().map(OsString::from)).unwrap()
}

/// Plays battles by lot into a new campaign.
fn play(campaign: &Path, count: u32) {
    let count = count.to_string();
    let made = ran(&["play-out", "--scenario", "memphis", "--count", &count, "--out", &text(campaign)]);
    assert_eq!(made.code, 0, "{}", made.err);
}

fn start(parts: &[&str]) -> Child {
    let mut program = Command::new(app().unwrap());
    program.args(parts).stdout(Stdio::piped()).stderr(Stdio::piped());
    program.spawn().unwrap()
}

/// Starts more battles than can be finished during the test.
fn endless(campaign: &Path) -> Child {
    let out = text(campaign);
    let child = start(&["play-out", "--scenario", "memphis", "--count", "100000", "--out", &out]);
    let began = Instant::now();
    // Wait until a few battles are in the file, and steps in its log.
    while fs::metadata(campaign).map_or(0, |metadata| metadata.len()) < 1_000_000 {
        assert!(began.elapsed() < Duration::from_secs(120), "no battle was kept");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

/// Checks that it ends by itself, with one sentence.
fn stopped(mut child: Child) -> String {
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it plays on and on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(stdout.is_empty(), "{}", String::from_utf8_lossy(&stdout));
    assert_eq!(said.trim().lines().count(), 1, "{said}");
    assert!(said.contains("while it was open here, so the last step was not kept"), "{said}");
    said
}

/// Checks that no data is left in a log under the old name, and that the file itself is sound up to its last
/// decision.
fn is_whole(campaign: &Path) {
    let verified = ran(&["verify", &text(campaign)]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    assert!(verified.out.contains("All is well"), "{}", verified.out);
}

fn log_bytes(campaign: &Path) -> u64 {
    fs::metadata(format!("{}-wal", campaign.display())).map_or(0, |metadata| metadata.len())
}

fn campaign_in(folder: &TempDir) -> PathBuf {
    folder.path().join("a.campaign")
}

#[test]
fn a_campaign_that_is_renamed_while_battles_are_played_into_it_stops_them() {
    let folder = tempfile::tempdir().unwrap();
    let (campaign, renamed) = (campaign_in(&folder), folder.path().join("b.campaign"));
    let playing = endless(&campaign);
    fs::rename(&campaign, &renamed).unwrap();
    let said = stopped(playing);
    assert!(said.contains(&format!("was moved to {}", renamed.display())), "{said}");
    assert!(!campaign.exists(), "another campaign was begun under the old name");
    assert_eq!(log_bytes(&campaign), 0, "steps that were kept stand in a log that nobody will look for");
    is_whole(&renamed);
}

#[test]
fn a_campaign_that_is_deleted_or_replaced_while_battles_are_played_into_it_is_saved() {
    for replaced in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let campaign = campaign_in(&folder);
        let other = folder.path().join("other");
        fs::write(&other, "Dear diary").unwrap();
        let playing = endless(&campaign);
        if replaced {
            fs::rename(&other, &campaign).unwrap();
        } else {
            fs::remove_file(&campaign).unwrap();
        }
        let said = stopped(playing);
        assert!(said.contains(if replaced { "replaced by another file" } else { "deleted" }), "{said}");
        let saved = folder.path().join("a.campaign.saved");
        assert!(said.contains(&text(&saved)), "{said}");
        is_whole(&saved);
        if replaced {
            assert_eq!(fs::read(&campaign).unwrap(), b"Dear diary");
        } else {
            assert!(!campaign.exists());
        }
    }
}

#[test]
fn a_battle_that_is_not_there_is_not_called_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = campaign_in(&folder);
    play(&campaign, 1);
    let page = folder.path().join("page.html");
    let note = r#"{"affair": "dated", "date": "1862-03-09"}"#;
    for parts in [
        &["report", &text(&campaign), "--battle", "99", "--out", &text(&page)] as &[&str],
        &["campaign", &text(&campaign), "--battle", "99", "--note", note],
    ] {
        let refused = ran(parts);
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains("has no battle 99"), "{}", refused.err);
        assert!(!refused.err.contains("damaged"), "{}", refused.err);
    }
    assert!(!page.exists());
}

#[test]
fn no_campaign_is_ever_replaced_by_what_is_made_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let (campaign, other) = (campaign_in(&folder), folder.path().join("other"));
    play(&campaign, 1);
    play(&other, 1);
    let before = fs::read(&other).unwrap();
    let (from, to) = (text(&campaign), text(&other));
    for parts in [
        &["report", &from, "--battle", "1", "--out", &to] as &[&str],
        &["export", &from, "--battle", "1", "--csv", &to],
        &["animate", &from, "--battle", "1", "--out", &to],
        &["report", &from, "--battle", "1", "--out", &from],
        &["kit", "--out", &to],
    ] {
        let refused = ran(parts);
        assert_eq!(refused.code, 2, "{parts:?}");
        assert!(refused.err.contains("no campaign is ever replaced"), "{parts:?}: {}", refused.err);
    }
    assert_eq!(fs::read(&other).unwrap(), before);
    is_whole(&campaign);
}

#[test]
fn a_chart_is_written_in_the_format_that_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = campaign_in(&folder);
    play(&campaign, 1);
    let from = text(&campaign);
    for (name, begins) in [("end.svg", b"<?xml" as &[u8]), ("end.png", b"\x89PNG"), ("end.pdf", b"%PDF")] {
        let out = text(&folder.path().join(name));
        let written = ran(&["chart", &from, "--battle", "1", "--out", &out]);
        assert_eq!(written.code, 0, "{}", written.err);
        assert!(fs::read(&out).unwrap().starts_with(begins), "{name}");
    }
    let out = text(&folder.path().join("late.svg"));
    let late = ran(&["chart", &from, "--battle", "1", "--turn", "999", "--out", &out]);
    assert_eq!((late.code, late.err.lines().count()), (2, 1), "{}", late.err);
    assert!(late.err.contains("has no turn 999"), "{}", late.err);
    let out = text(&folder.path().join("end.bmp"));
    let unknown = ran(&["chart", &from, "--battle", "1", "--out", &out]);
    assert_eq!((unknown.code, unknown.err.lines().count()), (2, 1), "{}", unknown.err);
    assert!(!folder.path().join("end.bmp").exists() && !folder.path().join("late.svg").exists());
}

/// The peak of a run's private memory, MB, sampled until it ended. The libraries of window and camera, about
/// 100 MB, are mapped by every run and shared by all.
#[cfg(target_os = "linux")]
fn most_memory_mb(parts: &[&str]) -> f64 {
    let mut child = start(parts);
    let status = format!("/proc/{}/status", child.id());
    // Its output must be read, or it blocks.
    let mut out = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    let mut most = 0.0_f64;
    while child.try_wait().unwrap().is_none() {
        let told = fs::read_to_string(&status).unwrap_or_default();
        let own = told.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kb = own.and_then(|own| own.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
        most = most.max(kb.unwrap_or(0.0) / 1024.0);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    reader.join().unwrap().unwrap();
    most
}

/// Battles are counted one by one: eight times as many need hardly more memory.
#[cfg(target_os = "linux")]
#[test]
fn a_campaign_of_many_battles_is_counted_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (short, long) = (folder.path().join("short"), folder.path().join("long"));
    play(&short, 5);
    play(&long, 40);
    let (few, many) =
        (most_memory_mb(&["campaign", &text(&short)]), most_memory_mb(&["campaign", &text(&long)]));
    println!("5 battles {few:.0} MB, 40 battles {many:.0} MB");
    assert!(few > 5.0 && many < few + 20.0, "5 battles {few:.0} MB, 40 battles {many:.0} MB");
    assert!(many < 100.0, "{many:.0} MB");
}
