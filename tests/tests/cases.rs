//! Wrong readings that players sent: each is read again, and must be right or say that it is not sure.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use std::path::{Path, PathBuf};
use tracking::{Case, Statement};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut cases: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.is_dir());
    cases.sort();
    cases
}

#[test]
fn no_case_is_wrong_and_sure() {
    let cases = cases();
    assert!(!cases.is_empty());
    for folder in cases {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let review = Case::read(&folder).unwrap().review().unwrap();
        for ship in &review.ships {
            println!("{name}: {} {:?}", ship.said.ship(), ship.verdict);
        }
        assert!(review.is_honest(), "{name}: {:#?}", review.ships);
    }
}

#[test]
fn a_case_says_what_is_missing_or_false() {
    let good = cases().remove(0);
    let copy = tempfile::tempdir().unwrap();
    let sentence = |folder: &Path| Case::read(folder).map(drop).unwrap_err().to_string();
    assert!(sentence(copy.path()).contains("case.json"));
    for entry in std::fs::read_dir(&good).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    let mut case = Case::read(copy.path()).unwrap();
    // A player who is mistaken, or a reading that is: the ship stands elsewhere.
    let seen = case.after.read.ships[0].clone();
    let ship = geometry::ShipId::new(seen.id);
    case.said = vec![Statement::Laid { ship, x: seen.x + 3.0, y: seen.y, heading_deg: seen.heading_deg }];
    assert!(!case.review().unwrap().is_honest());
    std::fs::write(copy.path().join("after.jpg"), "no picture").unwrap();
    assert!(sentence(copy.path()).contains("after.jpg"));
    let text = std::fs::read_to_string(copy.path().join("case.json")).unwrap();
    std::fs::write(copy.path().join("case.json"), text.replacen("\"format\": 1", "\"format\": 9", 1))
        .unwrap();
    assert!(sentence(copy.path()).contains("format 9"));
}
