//! The directions of imports: dependencies from the manifests, and imports from the sources, are compared
//! with the allowed ones.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

mod imports;

use imports::{Imports, between_folders, circles};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates, with the restricted libraries that each may use.
const MAY_USE: [(&str, &[&str]); 18] = [
    ("disk", &[]),
    ("geometry", &["nalgebra"]),
    ("paper", &[]),
    ("chart", &[]),
    ("calibration", &["disk", "geometry", "nalgebra", "opencv", "paper"]),
    ("demo", &["calibration", "disk", "geometry", "nalgebra", "opencv", "rand"]),
    ("dice", &["nalgebra", "opencv"]),
    ("tracking", &["calibration", "demo", "geometry", "nalgebra", "opencv"]),
    ("rulesets", &["geometry", "rand"]),
    ("opponent", &["geometry", "rulesets"]),
    ("journal", &["disk", "rusqlite"]),
    ("battle", &["geometry", "journal", "opponent", "rulesets"]),
    ("chronicle", &["battle", "chart", "paper"]),
    ("companion", &["axum", "battle", "chart", "rcgen", "rustls", "tokio"]),
    ("second_reader", &[]),
    (
        "ironclad-table",
        &[
            "battle",
            "calibration",
            "chart",
            "chronicle",
            "companion",
            "demo",
            "dice",
            "disk",
            "geometry",
            "journal",
            "opencv",
            "opponent",
            "paper",
            "rulesets",
            "second_reader",
            "tauri",
            "tokio",
            "tracking",
        ],
    ),
    ("whole", &["battle", "calibration", "demo", "geometry", "journal", "opencv", "rulesets", "tracking"]),
    ("fuzz", &["battle", "calibration", "companion", "dice", "geometry", "journal", "rulesets", "tracking"]),
];

/// Libraries that belong to certain layers only; all others (serde, thiserror …) are allowed everywhere.
const FENCED: [&str; 9] =
    ["axum", "nalgebra", "opencv", "rand", "rcgen", "rusqlite", "rustls", "tauri", "tokio"];

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
            // Tests and build scripts may depend on more, because they are not part of the product.
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

/// The source folder of a package.
fn folder_of(package: &str) -> &str {
    match package {
        "ironclad-table" => "src-tauri",
        "whole" => "tests",
        other => other,
    }
}

/// Collects every file below a folder that has one of these extensions.
pub fn files_with(dir: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_with(&path, extensions, found);
        } else if path.extension().is_some_and(|it| extensions.iter().any(|wanted| it == *wanted)) {
            found.push(path);
        }
    }
}

#[test]
fn rules_and_geometry_know_no_clock_no_files_and_no_unordered_iteration() {
    let mut files = Vec::new();
    for room in ["geometry/src", "rulesets/src", "opponent/src"] {
        files_with(&root().join(room), &["rs"], &mut files);
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

/// Documentation has no examples that are run: every library sets `doctest = false`, because rustdoc would
/// read the whole crate to find none. An example would therefore never be compiled.
#[test]
fn documentation_has_no_example_that_nobody_runs() {
    let mut files = Vec::new();
    for (room, _) in MAY_USE.iter().filter(|(room, _)| *room != "fuzz") {
        let folder = root().join(folder_of(room));
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("doctest = false"), "{room}");
        files_with(&folder.join("src"), &["rs"], &mut files);
    }
    let example = |line: &str| {
        let text = line.trim_start();
        (text.starts_with("///") || text.starts_with("//!")) && text.ends_with("```")
    };
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.lines().any(example), "{}: an example in the documentation", file.display());
    }
}

/// The largest allowed import circle, in files; a larger one cannot be understood in parts.
const LONGEST_CIRCLE: usize = 3;
/// The largest allowed number of files in one folder; with more its name is too general.
const MOST_FILES: usize = 16;

/// The imports of every crate's sources, by the crate's name.
fn all_imports() -> Vec<(String, Imports)> {
    let rooms = MAY_USE.iter().map(|(room, _)| folder_of(room));
    let sources = rooms.map(|room| (room, root().join(room).join("src"))).filter(|(_, src)| src.exists());
    let mut all: Vec<_> = sources.map(|(room, src)| (room.to_owned(), imports::of_rust(&src))).collect();
    all.push(("ui".to_owned(), imports::of_screens(&root().join("ui/src"))));
    all
}

#[test]
fn no_import_circle_is_longer_than_three_files() {
    let mut too_long = Vec::new();
    for (room, imports) in all_imports() {
        let any = imports.values().any(|targets| !targets.is_empty());
        assert!(any || room == "paper", "{room}: no import was read");
        let longest = circles(&imports).into_iter().max_by_key(Vec::len).unwrap_or_default();
        println!("{room}: {} files, longest circle {}", imports.len(), longest.len());
        if longest.len() > LONGEST_CIRCLE {
            too_long.push(format!("{room}, {} files: {}", longest.len(), longest.join(", ")));
        }
    }
    assert!(too_long.is_empty(), "{too_long:#?}");
}

#[test]
fn folders_import_one_another_in_one_direction_only() {
    let mut circular = Vec::new();
    for (room, imports) in all_imports() {
        let mut folders: BTreeSet<String> = BTreeSet::from([String::new()]);
        for file in imports.keys() {
            let parents = Path::new(file).ancestors().skip(1);
            folders.extend(parents.map(|folder| folder.to_string_lossy().replace('\\', "/")));
        }
        for folder in folders {
            for circle in circles(&between_folders(&imports, &folder)) {
                // Circles of files within one folder are not circles of folders.
                if circle.iter().any(|part| !part.contains('.')) {
                    circular.push(format!("{room}/{folder}: {}", circle.join(", ")));
                }
            }
        }
    }
    assert!(circular.is_empty(), "{circular:#?}");
}

#[test]
fn no_folder_has_more_files_than_one_can_look_over() {
    let mut crowded = Vec::new();
    for (room, imports) in all_imports() {
        let mut side_by_side: BTreeMap<&str, usize> = BTreeMap::new();
        for file in imports.keys().filter(|file| !imports::is_signpost(file)) {
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            *side_by_side.entry(folder).or_default() += 1;
        }
        let most = side_by_side.values().max().copied().unwrap_or(0);
        println!("{room}: at most {most} files side by side");
        let over = side_by_side.into_iter().filter(|(_, files)| *files > MOST_FILES);
        crowded.extend(over.map(|(folder, files)| format!("{room}/{folder}: {files}")));
    }
    assert!(crowded.is_empty(), "{crowded:#?}");
}

/// Tests the reader of imports itself: it finds an existing circle.
#[test]
fn a_circle_is_found_through_signposts_and_nested_imports() {
    let work = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = work.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod far;\nmod near;\npub use near::Near;\n");
    write("near.rs", "use crate::far::{self, deep::{Deep as D,\n    Other}};\npub struct Near;\n");
    write("far/mod.rs", "mod deep;\nmod led;\npub use led::Led;\n");
    write("far/deep.rs", "use super::Led;\n");
    write("far/led.rs", "fn f() -> crate::near::Near { todo!() }\n");
    let imports = imports::of_rust(work.path());
    assert_eq!(imports["near.rs"], BTreeSet::from(["far/deep.rs".to_owned(), "far/mod.rs".to_owned()]));
    assert_eq!(imports["far/deep.rs"], BTreeSet::from(["far/led.rs".to_owned()]));
    let found: Vec<BTreeSet<String>> =
        circles(&imports).into_iter().map(|circle| circle.into_iter().collect()).collect();
    assert_eq!(found, [BTreeSet::from(["near.rs", "far/deep.rs", "far/led.rs"].map(str::to_owned))]);
    let folders = circles(&between_folders(&imports, ""));
    assert_eq!(folders.len(), 1, "{folders:?}");
}
