//! The tables agree with the printed ones.

use rulesets::core::BookTables;
use rulesets::sp_bp::*;
use serde_json::Value;

/// The catalogue's transcription; the book's own was made from the seed itself.
const OTHER: &str = include_str!("../data/spb_gunnery.jsonl");

fn nation(name: &str) -> Nation {
    match name {
        "American Civil War" => Nation::AmericanCivilWar,
        "Generic" => Nation::Generic,
        "Austria" => Nation::Austria,
        "Italy" => Nation::Italy,
        other => panic!("{other}"),
    }
}

/// A cell in the form of the other transcription.
fn written(row: &GunRow, column: usize) -> Value {
    match (row.cells[column], &row.special) {
        (Some(cell), _) => Value::from(format!("{}+{}", cell.needed, cell.penetration)),
        (None, Some(special)) if column == 3 => {
            Value::from(format!("SPECIAL to {}in / Pen {}", special.to_in, special.penetration))
        }
        (None, _) => Value::Null,
    }
}

#[test]
fn spb_14_20_amb_7_8_22_23_28_every_cell_is_the_other_transcriptions() {
    let book = SpBp::embedded().unwrap();
    let tables = book.tables();
    let mut seen = 0;
    for line in OTHER.lines() {
        let table: Value = serde_json::from_str(line).unwrap();
        let nation = nation(table["nation"].as_str().unwrap());
        let bands: Vec<u64> = table["bands"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        assert_eq!(bands, tables.bands_in().iter().map(|band| u64::from(*band)).collect::<Vec<_>>());
        for (kind, key) in [(GunKind::Smoothbore, "smoothbore"), (GunKind::Rifle, "rifle")] {
            let own: Vec<&GunRow> =
                tables.guns().iter().filter(|row| (row.nation, row.kind) == (nation, kind)).collect();
            let others = table[key].as_array().unwrap();
            assert_eq!(own.len(), others.len(), "{nation:?} {key}");
            for (row, other) in own.into_iter().zip(others) {
                assert_eq!(row.gun, other[0].as_str().unwrap());
                let cells: Vec<Value> = (0..bands.len()).map(|column| written(row, column)).collect();
                assert_eq!(&Value::from(cells), &other[1], "{nation:?} {}", row.gun);
                assert_eq!(format!("{}/{}", row.dr.0, row.dr.1), other[2].as_str().unwrap(), "{}", row.gun);
                seen += bands.len();
            }
        }
    }
    assert_eq!(seen, 8 * (20 + 21 + 7 + 8));
    assert_eq!(tables.guns().len(), seen / 8);
    let british = tables.gun(Nation::AmericanCivilWar, GunKind::Rifle, "300 pdr (UK)*").unwrap();
    assert!(british.note.contains("CSS North Carolina and CSS Mississippi"), "{}", british.note);
}

#[test]
fn spb_21_the_twenty_results_and_what_they_need() {
    let book = SpBp::embedded().unwrap();
    let needs: Vec<Needs> = (1..=20).map(|n| book.tables().critical(n).unwrap().needs).collect();
    let hull = Needs::Hull;
    let wanted = [
        vec![Needs::No; 10],
        vec![Needs::Turret, hull, hull, Needs::PilotHouse, hull, hull, hull, Needs::PilotHouse, hull],
        vec![Needs::PaddleWheel],
    ];
    assert_eq!(needs, wanted.concat());
}

#[test]
fn a_data_file_that_contradicts_itself_is_named() {
    let files = |from: &str, to: &str| -> Vec<rulesets::core::DataFile> {
        let mut files = Tables::embedded().unwrap().files().to_vec();
        let file = files.iter_mut().find(|file| file.text.contains(from)).unwrap();
        file.text = file.text.replacen(from, to, 1);
        files
    };
    let error = |from: &str, to: &str| SpBp::with_data(files(from, to)).unwrap_err().to_string();
    assert!(error("\"4+5\"", "\"4-5\"").contains("“4-5” is no cell"));
    assert!(error("\"3+1\", \"4+0\",", "\"3+1\",").contains("8 cells"));
    assert!(error("monitor = [4, 6]", "monitor = [4, 7]").contains("each face from 1 to 10"));
    assert!(error("{ n = 2,", "{ n = 1,").contains("each face from 1 to 20"));
}
