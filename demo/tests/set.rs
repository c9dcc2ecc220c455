//! A written set has all its files, with each truth beside its picture.

use demo::{AnnotatedFleet, TableSetup, TruthPicture, write_set};
use std::fs;

#[test]
fn a_set_is_complete_and_its_files_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/set");
    let written = write_set(&TableSetup::standard(1), 4, 21, &path).unwrap();
    let mut names: Vec<String> =
        fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), written.len(), "nothing half-written is left: {names:?}");
    let mut stems: Vec<String> = (0..14).map(|view| format!("lens{view:02}")).collect();
    stems.extend(
        ["empty", "muster", "turn01", "turn02", "turn03", "turn04", "turn04-hand"].map(str::to_owned),
    );
    for stem in &stems {
        let picture = calibration::read_picture(&path.join(format!("{stem}.jpg"))).unwrap();
        let size = calibration::picture_size(&picture);
        assert_eq!((size.width, size.height), (1920, 1080), "{stem}");
        let truth = fs::read(path.join(format!("{stem}.truth.json"))).unwrap();
        let truth: TruthPicture = serde_json::from_slice(&truth).unwrap();
        let ships = if stem.starts_with("lens") || stem == "empty" { 0 } else { 6 };
        assert_eq!(truth.ships.len(), ships, "{stem}");
        assert_eq!((truth.camera.width, truth.table), (1920, [60.0, 36.0]));
    }
    let truth = |stem: &str| fs::read_to_string(path.join(format!("{stem}.truth.json"))).unwrap();
    assert_eq!(truth("turn04"), truth("turn04-hand"), "the same moment");
    assert_ne!(truth("turn03"), truth("turn04"));
    let words: AnnotatedFleet = serde_json::from_slice(&fs::read(path.join("muster.json")).unwrap()).unwrap();
    assert_eq!(words.ships.len(), 6);
    assert_eq!(names.len(), 2 * stems.len() + 1);
}
