//! Muster, fleet and model files, maps of terrain, lens and table files: read or refused with a sentence, and what was
//! read is written and read again the same. The input's first byte says which.
#![no_main]

mod room;

use calibration::{LensFile, TableFile};
use geometry::Point;
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::sync::LazyLock;
use tempfile::TempDir;
use tracking::shore::Plan;
use tracking::{Fleet, FleetAnnotation, ModelAppearance, ModelLibrary};

static FOLDER: LazyLock<TempDir> = LazyLock::new(room::folder);

fuzz_target!(|data: &[u8]| {
    let Some((&which, text)) = data.split_first() else { return };
    let path = FOLDER.path().join("file.json");
    match (which, std::str::from_utf8(text)) {
        (b'm', Ok(text)) => drop(FleetAnnotation::from_json(text)),
        (b'f', Ok(text)) => {
            if let Ok(fleet) = Fleet::from_json(text) {
                let again = fleet.to_json().expect("a fleet that was read can be written");
                Fleet::from_json(&again).expect("and read again");
            }
        }
        (b'k', Ok(text)) => drop(ModelAppearance::from_json(text)),
        (b'b', Ok(text)) => drop(ModelLibrary::from_json(text)),
        (b's', Ok(text)) => drop(Plan::parse(text)),
        (b't', _) => {
            fs::write(&path, text).unwrap();
            if let Ok(table) = TableFile::read(&path) {
                drop((table.camera(), table.id(), table.place_sigma_in(Point::new(12.0, 9.0))));
                table.write(&path).expect("a table that was read can be written");
                assert_eq!(TableFile::read(&path).expect("and read again"), table);
            }
        }
        (b'l', _) => {
            fs::write(&path, text).unwrap();
            let _ = LensFile::read(&path);
        }
        _ => {}
    }
});
