//! Durability: a sync for every acknowledged step, and no acknowledgement if the disk reports an error.
//!
//! A player process (this same program, started again) appends step by step under strace. Strace records the
//! system calls or makes some of them fail, as a full or failing disk would. Without strace the test fails
//! with a message. Windows has no strace, so the tests that need it are left out there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../common/mod.rs"]
mod common;

use common::{Folder, batch, event, new_battle, photo};
use journal::{Journal, JournalError};
use rusqlite::Connection;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Number of steps that the player process appends.
const STEPS: usize = 60;

/// True where player processes are traced: strace knows only Linux's system calls.
const TRACES: bool = cfg!(target_os = "linux");

/// The checks that trace a player process, and the one that does not.
const CHECKS: [(&str, fn()); 5] = [
    ("every_acknowledged_step_was_synced_before", every_acknowledged_step_was_synced_before),
    ("a_full_disk_loses_nothing_acknowledged", a_full_disk_loses_nothing_acknowledged),
    (
        "a_disk_that_does_not_sync_loses_nothing_acknowledged",
        a_disk_that_does_not_sync_loses_nothing_acknowledged,
    ),
    ("a_disk_that_is_full_from_the_start_makes_no_file", a_disk_that_is_full_from_the_start_makes_no_file),
    (UNTRACED, a_file_locked_by_another_process_is_refused),
];
const UNTRACED: &str = "a_file_locked_by_another_process_is_refused";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [play, file] if play == "play" => return append_steps(Path::new(file)),
        [hold, file] if hold == "hold" => return hold_lock(Path::new(file)),
        _ => {}
    }
    // Queries of the test runner (`cargo nextest`): it lists all tests, none ignored.
    if arguments.iter().any(|argument| argument == "--list") {
        if !arguments.iter().any(|argument| argument == "--ignored") {
            CHECKS.iter().for_each(|(name, _)| println!("{name}: test"));
        }
        return;
    }
    if TRACES {
        let told = Command::new("strace").arg("--version").stdout(Stdio::null()).status();
        let told = told.is_ok_and(|told| told.success());
        assert!(told, "strace is missing: install it (apt-get install strace).");
    }
    let asked: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    for (name, check) in CHECKS {
        if asked.is_empty() || asked.iter().any(|asked| name.contains(asked.as_str())) {
            if TRACES || name == UNTRACED {
                check();
                println!("test {name} ... ok");
            } else {
                println!("test {name} ... ignored, it traces a player, which strace does on Linux alone");
            }
        }
    }
}

/// The player process: prints "kept N" after a step is acknowledged, "refused WHY" if it is not, and then
/// tries again.
fn append_steps(file: &Path) {
    let say = |words: String| std::io::stdout().write_all((words + "\n").as_bytes()).unwrap();
    let journal = match Journal::create_or_open(file) {
        Ok(journal) => journal,
        Err(error) => return say(format!("refused {error}")),
    };
    let begun = journal.begin_battle(new_battle("One"), batch(vec![event("begun", "{}")]));
    let mut last = match begun {
        Ok(kept) => kept.events[0].seq,
        Err(error) => return say(format!("refused {error}")),
    };
    say(format!("kept {last}"));
    for step in 0..STEPS {
        for _ in 0..50 {
            let mut shot = event("went_on", &format!("{{\"step\":{step}}}"));
            shot.with_photo = step % 5 == 0;
            let mut shots = batch(vec![shot]);
            shots.photo = photo(step as u8).filter(|_| step % 5 == 0);
            match journal.append(1, last, shots) {
                Ok(kept) => {
                    last = kept.events[0].seq;
                    say(format!("kept {last}"));
                    break;
                }
                Err(error) => say(format!("refused {error}")),
            }
        }
    }
}

/// Begins a write transaction and does not end it.
fn hold_lock(file: &Path) {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    println!("held");
    std::thread::sleep(std::time::Duration::from_secs(600));
}

/// Runs the player process under strace and returns its output.
fn play(file: &Path, options: &[&str]) -> Vec<String> {
    let output = Command::new("strace")
        .args(["-f", "-qq"])
        .args(options)
        .arg(std::env::current_exe().unwrap())
        .args(["play".as_ref(), file.as_os_str()])
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "the player failed: {}", output.status);
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Checks that each acknowledged step is there once, and that the file is sound.
fn all_there(file: &Path, said: &[String]) {
    let kept: Vec<i64> =
        said.iter().filter_map(|line| line.strip_prefix("kept ")).map(|seq| seq.parse().unwrap()).collect();
    assert_eq!(kept.len(), STEPS + 1, "the player went on: {said:?}");
    let journal = Journal::open(file).unwrap();
    journal.verify_chain().unwrap();
    let events = journal.events(1).unwrap();
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), kept);
    for (step, event) in events.iter().skip(1).enumerate() {
        assert_eq!(event.body, format!("{{\"step\":{step}}}").into_bytes());
        assert_eq!(event.photo.is_some(), step % 5 == 0);
    }
}

fn every_acknowledged_step_was_synced_before() {
    let folder = Folder::new();
    let calls = folder.path().join("calls");
    let said = play(
        &folder.file(),
        &["-y", "-s", "16", "-o", calls.to_str().unwrap(), "-e", "trace=pwrite64,fsync,fdatasync,write"],
    );
    all_there(&folder.file(), &said);
    let (mut written, mut unsynced, mut synced, mut acknowledged) = (false, false, 0, 0);
    let mut with_one_sync = 0;
    for call in fs::read_to_string(&calls).unwrap().lines() {
        let on_log = call.contains("campaign.ironclad-wal>");
        if call.contains("pwrite64(") && on_log {
            (written, unsynced) = (true, true);
        } else if call.contains("sync(") && on_log {
            assert!(call.trim_end().ends_with("= 0"), "{call}");
            synced += 1;
            unsynced = false;
        } else if call.contains("write(1<") && call.contains("kept ") {
            acknowledged += 1;
            assert!(written, "step {acknowledged} was acknowledged before it was written");
            assert!(!unsynced && synced > 0, "step {acknowledged} was acknowledged before it was synced");
            with_one_sync += usize::from(synced == 1);
            (written, synced) = (false, 0);
        }
    }
    assert_eq!(acknowledged, STEPS + 1);
    // The log's header is synced when the log restarts; nothing else needs a second sync.
    assert!(with_one_sync >= STEPS - 3, "{with_one_sync} of {STEPS} steps cost one sync");
}

fn a_full_disk_loses_nothing_acknowledged() {
    for from in [2, 9, 40, 77] {
        let folder = Folder::new();
        let inject = format!("inject=pwrite64:error=ENOSPC:when={from}..{}", from + 6);
        let log = common::log_of(&folder.file());
        let said = play(
            &folder.file(),
            &["-o", "/dev/null", "-e", "trace=pwrite64", "-e", &inject, "-P", log.to_str().unwrap()],
        );
        if said[0].starts_with("refused") {
            assert!(said[0].contains("is full"), "{said:?}");
            continue;
        }
        let refused: Vec<&String> = said.iter().filter(|line| line.starts_with("refused")).collect();
        assert!(!refused.is_empty(), "the disk was never full");
        let sentence = JournalError::DiskFull { path: folder.file() }.to_string();
        assert!(refused.iter().all(|line| line.ends_with(&sentence)), "{refused:?}");
        all_there(&folder.file(), &said);
    }
}

fn a_disk_that_does_not_sync_loses_nothing_acknowledged() {
    let folder = Folder::new();
    let log = common::log_of(&folder.file());
    let said = play(
        &folder.file(),
        &[
            "-o",
            "/dev/null",
            "-e",
            "trace=fsync,fdatasync",
            "-e",
            "inject=fsync,fdatasync:error=EIO:when=20..22",
            "-P",
            log.to_str().unwrap(),
        ],
    );
    let refused: Vec<&String> = said.iter().filter(|line| line.starts_with("refused")).collect();
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert!(refused.iter().all(|line| line.contains("could not be used (disk I/O error")), "{refused:?}");
    all_there(&folder.file(), &said);
}

fn a_disk_that_is_full_from_the_start_makes_no_file() {
    let folder = Folder::new();
    let said = play(
        &folder.file(),
        &["-o", "/dev/null", "-e", "trace=pwrite64", "-e", "inject=pwrite64:error=ENOSPC:when=1+"],
    );
    let sentence = JournalError::DiskFull { path: folder.file() }.to_string();
    assert_eq!(said, [format!("refused {sentence}")]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "something was left");
}

fn a_file_locked_by_another_process_is_refused() {
    let folder = Folder::new();
    common::campaign(&folder.file(), 2);
    let mut other = Command::new(std::env::current_exe().unwrap())
        .args(["hold".as_ref(), folder.file().as_os_str()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(other.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "held\n");
    let refused = Journal::open(&folder.file()).unwrap_err();
    other.kill().unwrap();
    other.wait().unwrap();
    assert_eq!(refused, JournalError::Locked { path: folder.file() });
    assert_eq!(Journal::open(&folder.file()).unwrap().events(1).unwrap().len(), 2);
}
