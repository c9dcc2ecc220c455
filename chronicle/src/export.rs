//! Exports all events of a battle for other programs, as a table (CSV) and as JSON.

use crate::statistics::luck::kind_key;
use battle::account::{Audience, BattleAccount, EventAccount};
use battle::view::DieView;
use serde::Serialize;

/// An error in writing an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The table can't be written.
    #[error("The events can't be written as a table ({0}): export JSON instead.")]
    Csv(#[from] csv::Error),
    /// The JSON can't be written.
    #[error("The events can't be written as JSON ({0}): export a table instead.")]
    Json(#[from] serde_json::Error),
}

/// The version of the exported JSON: fields are only ever added.
const JSON_VERSION: u32 = 1;

const HEAD: [&str; 11] =
    ["seq", "turn", "phase", "at", "kind", "audience", "taken_back", "story", "rules", "dice", "photo"];

/// The events as a table, one per row. A spreadsheet takes no cell for a formula.
///
/// # Errors
/// When the table can't be written.
pub fn csv(account: &BattleAccount) -> Result<String, ExportError> {
    let mut table = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
    table.write_record(HEAD)?;
    for event in &account.events {
        table.write_record(row(event).map(|cell| harmless(&cell)))?;
    }
    let bytes = table.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    // Every cell was a string.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn row(event: &EventAccount) -> [String; 11] {
    let line = &event.line;
    let story: Vec<&str> = line.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    let mut rules: Vec<&str> =
        line.sentences.iter().flat_map(|sentence| &sentence.rules).map(String::as_str).collect();
    rules.sort_unstable();
    rules.dedup();
    [
        line.seq.to_string(),
        line.turn.to_string(),
        line.phase.clone(),
        line.at.clone(),
        line.kind.clone(),
        audience(&event.audience),
        if event.taken_back { "yes" } else { "no" }.to_owned(),
        story.join(" "),
        rules.join(" "),
        dice(event),
        line.photo.map(|photo| photo.to_string()).unwrap_or_default(),
    ]
}

/// The audience as text: "everyone", "side:union", "umpire".
fn audience(audience: &Audience) -> String {
    match audience {
        Audience::Everyone => "everyone".to_owned(),
        Audience::Side(side) => format!("side:{}", side.as_str()),
        Audience::Umpire => "umpire".to_owned(),
    }
}

/// The dice as text: "2 D10 app: 4 7; 1 D6 typed: 3"; what the camera read otherwise follows a face ("6 (read as 5)").
fn dice(event: &EventAccount) -> String {
    let mut lines = event.line.dice.iter();
    let rolls = event.rolled.iter().map(|rolled| {
        let faces: Vec<String> =
            rolled.thrown.faces.iter().map(|face| as_read(*face, lines.next())).collect();
        let (request, kind) = (&rolled.request, kind_key(rolled.thrown.kind));
        format!("{} {} {kind}: {}", request.count, request.die, faces.join(" "))
    });
    rolls.collect::<Vec<String>>().join("; ")
}

/// A face, with the camera's reading if a player corrected it.
fn as_read(face: u8, die: Option<&DieView>) -> String {
    match die.and_then(|die| die.read.as_ref()).and_then(|read| read.read_as) {
        Some(read_as) => format!("{face} (read as {read_as})"),
        None => face.to_string(),
    }
}

/// A cell that no spreadsheet takes for a formula: an apostrophe before anything that could begin one (OWASP,
/// “CSV Injection”: = + - @, tab, carriage return; also line feed and the full-width forms).
fn harmless(cell: &str) -> String {
    const BEGINS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if cell.starts_with(BEGINS) { format!("'{cell}") } else { cell.to_owned() }
}

#[derive(Serialize)]
struct Exported<'a> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    account: &'a BattleAccount,
}

/// The whole account as JSON.
///
/// # Errors
/// When a number in it is not finite.
pub fn json(account: &BattleAccount) -> Result<String, ExportError> {
    let exported = Exported { format: "ironclad-table/battle", version: JSON_VERSION, account };
    let mut text = serde_json::to_string_pretty(&exported)?;
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{account, event};

    #[test]
    fn no_cell_begins_a_formula() {
        for cell in ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "＝1"] {
            assert_eq!(harmless(cell), format!("'{cell}"));
        }
        for cell in ["", "Cairo", "1-2", "a=b"] {
            assert_eq!(harmless(cell), cell);
        }
    }

    #[test]
    fn a_row_for_every_event_read_back_as_written() {
        let mut formula = event(7, 2, "First \"fire\", again");
        formula.line.sentences[0].text = "=cmd|' /C calc'!A0\nsecond line".to_owned();
        let text = csv(&account(vec![formula, event(8, 2, "Boarding")])).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((&rows[0][0], &rows[0][2]), ("7", "First \"fire\", again"));
        assert_eq!(&rows[0][7], "'=cmd|' /C calc'!A0\nsecond line");
        // Cells without a formula are quoted as well.
        assert!(text.lines().next().unwrap().starts_with("\"seq\",\"turn\""));
    }

    #[test]
    fn json_names_its_format() {
        let value: serde_json::Value =
            serde_json::from_str(&json(&account(vec![event(1, 1, "")])).unwrap()).unwrap();
        assert_eq!(
            (value["format"].as_str(), value["version"].as_u64()),
            (Some("ironclad-table/battle"), Some(1))
        );
        assert_eq!(value["events"][0]["line"]["seq"], 1);
    }
}
