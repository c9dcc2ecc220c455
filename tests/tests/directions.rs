//! The house's directions, read from the manifests: what each room may use, and nothing else.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which rooms and which of the fenced libraries each room may use.
const MAY_USE: [(&str, &[&str]); 14] = [
    ("disk", &[]),
    ("geometry", &["nalgebra"]),
    ("paper", &[]),
    ("calibration", &["disk", "geometry", "nalgebra", "opencv", "paper"]),
    ("demo", &["calibration", "disk", "geometry", "nalgebra", "opencv", "rand"]),
    ("tracking", &["calibration", "demo", "geometry", "nalgebra", "opencv"]),
    ("rulesets", &["geometry", "rand"]),
    ("journal", &["disk", "rusqlite"]),
    ("battle", &["geometry", "journal", "rulesets"]),
    ("chronicle", &["battle", "paper"]),
    ("second_reader", &[]),
    (
        "ironclad-table",
        &[
            "battle",
            "calibration",
            "chronicle",
            "demo",
            "disk",
            "geometry",
            "journal",
            "opencv",
            "paper",
            "rulesets",
            "second_reader",
            "tauri",
            "tokio",
            "tracking",
        ],
    ),
    ("whole", &["battle", "calibration", "demo", "geometry", "journal", "opencv", "rulesets", "tracking"]),
    ("fuzz", &["battle", "calibration", "geometry", "journal", "rulesets", "tracking"]),
];

/// Libraries that decide a room's character: anything else (serde, thiserror …) is free.
const FENCED: [&str; 6] = ["nalgebra", "opencv", "rand", "rusqlite", "tauri", "tokio"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn manifests() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_room_uses_only_what_it_may() {
    let metadata = manifests();
    let rooms: BTreeSet<&str> = MAY_USE.iter().map(|(room, _)| *room).collect();
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        MAY_USE.iter().map(|(room, uses)| (*room, uses.iter().copied().collect())).collect();
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let room = package["name"].as_str().unwrap();
        seen.insert(room.to_owned());
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap();
            // Tests and build scripts may reach farther: they are not in what a player runs.
            let in_the_product = dependency["kind"].is_null();
            let watched = rooms.contains(used) || FENCED.contains(&used);
            if in_the_product && watched && !allowed.get(room).is_some_and(|uses| uses.contains(used)) {
                wrong.push(format!("{room} uses {used}"));
            }
        }
    }
    assert!(wrong.is_empty(), "the house's directions are broken: {}", wrong.join(", "));
    let expected: BTreeSet<String> = rooms.iter().map(|room| (*room).to_owned()).collect();
    assert_eq!(seen, expected, "a room is missing from this test or from the workspace");
}

fn rust_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn rules_and_geometry_know_no_clock_no_files_and_no_unordered_iteration() {
    let mut files = Vec::new();
    for room in ["geometry/src", "rulesets/src"] {
        rust_files(&root().join(room), &mut files);
    }
    assert!(files.len() > 10, "only {} files found", files.len());
    let forbidden =
        ["std::time", "std::fs", "std::env", "std::net", "std::thread", "HashMap", "HashSet", "SystemTime"];
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for word in forbidden.iter().filter(|word| text.contains(**word)) {
            wrong.push(format!("{}: {word}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
