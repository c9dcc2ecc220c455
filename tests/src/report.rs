//! The figures of many tables, as text.

use crate::score::{Errors, Score};
use crate::tables::{DriftTally, Measured, SetOnDisk};
use std::collections::BTreeMap;

fn p(errors: &Errors, percent: f64) -> f64 {
    errors.percentile(percent)
}

/// The figures of a score in one line.
fn figures(score: &Score) -> String {
    format!(
        "range {:.3}/{:.3}/{:.3} heading {:.2}/{:.1} place {:.3} | missed {} invented {} of {} | swaps {}+{} flips {}+{} (silent+asked), {} asked in vain | inside {:.3}",
        p(&score.range_in, 50.0),
        p(&score.range_in, 95.0),
        p(&score.range_in, 100.0),
        p(&score.heading_deg, 95.0),
        p(&score.heading_deg, 100.0),
        p(&score.position_in, 95.0),
        score.missed,
        score.invented,
        score.ships,
        score.silent_swaps,
        score.swaps - score.silent_swaps,
        score.silent_flips,
        score.flips - score.silent_flips,
        score.asked,
        score.within_95()
    ) + &contacts(score)
}

/// Touching hulls and ships that are gone, where there are any.
fn contacts(score: &Score) -> String {
    let mut text = String::new();
    if score.gap_in.count() > 0 {
        text += &format!(
            " | {} contacts: gap off {:.3}/{:.3} in, crossing off {:.2}/{:.1} degrees (p95/max)",
            score.gap_in.count(),
            p(&score.gap_in, 95.0),
            p(&score.gap_in, 100.0),
            p(&score.crossing_deg, 95.0),
            p(&score.crossing_deg, 100.0)
        );
    }
    if score.ghosts > 0 {
        text += &format!(" | {} ghosts", score.ghosts);
    }
    text
}

/// What was said of a camera that moved; nothing where none did.
fn moved(drift: &DriftTally) -> String {
    if drift.noticed + drift.unnoticed + drift.false_alarms == 0 {
        return String::new();
    }
    format!(
        " | camera moved: noticed {}, not noticed {}, false alarms {}, corrected to {:.3}/{:.3} in (p95/max)",
        drift.noticed,
        drift.unnoticed,
        drift.false_alarms,
        p(&drift.corrected_in, 95.0),
        p(&drift.corrected_in, 100.0)
    )
}

/// One table in one line: range p50/p95/max (in), heading p95/max (degrees), place p95 (in), and so on.
pub fn line(set: &SetOnDisk, result: &Result<Measured, String>) -> String {
    let name = set.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match result {
        Ok(table) => format!(
            "{name:>4}: {}{} | camera {:.3}/{:.3} | {:.0} ms | {}",
            figures(&table.all),
            moved(&table.drift),
            p(&table.camera_in, 50.0),
            p(&table.camera_in, 100.0),
            p(&table.ms, 50.0),
            table.difficulties.join(", ")
        ),
        Err(why) => format!("{name:>4}: FAILED {why}"),
    }
}

/// The figures by the names `score.py` gives them, and what it does not know: swaps and flips, silent or asked about.
pub fn by_name(score: &Score) -> serde_json::Value {
    let rounded = |value: f64, digits: i32| (value * 10_f64.powi(digits)).round() / 10_f64.powi(digits);
    let spread = |errors: &Errors| {
        let at = |percent| rounded(p(errors, percent), 4);
        serde_json::json!({ "p50": at(50.0), "p95": at(95.0), "max": at(100.0) })
    };
    serde_json::json!({
        "images": score.images,
        "ships": score.ships,
        "missed": score.missed,
        "false": score.invented,
        "reported_hidden": score.hidden,
        "range_err_in": spread(&score.range_in),
        "position_err_in": spread(&score.position_in),
        "heading_err_deg": spread(&score.heading_deg),
        "crossing_angle_err_deg": { "p95": rounded(p(&score.crossing_deg, 95.0), 4) },
        "within_2_sigma": rounded(score.within_95(), 3),
        "silent_swaps": score.silent_swaps,
        "silent_flips": score.silent_flips,
    })
}

/// All tables together, launches and mortar boats, every picture read by itself, the worst table, and every kind of difficulty
/// by itself.
pub fn totals(results: &[Result<Measured, String>]) -> String {
    let tables: Vec<&Measured> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    let (mut all, mut boats, mut alone) = (Score::default(), Score::default(), Score::default());
    let mut by_difficulty: BTreeMap<&str, (usize, Score, DriftTally)> = BTreeMap::new();
    for table in &tables {
        all.absorb(&table.all);
        boats.absorb(&table.boats);
        alone.absorb(&table.alone);
        for difficulty in &table.difficulties {
            let (count, score, drift) = by_difficulty.entry(difficulty).or_default();
            *count += 1;
            score.absorb(&table.all);
            drift.absorb(&table.drift);
        }
    }
    let mut text = format!(
        "\n{} tables, {} failed\nALL       {}\n{}\nBOATS     {}\n{}\nALONE     {}\n",
        tables.len(),
        results.len() - tables.len(),
        figures(&all),
        by_name(&all),
        figures(&boats),
        by_name(&boats),
        figures(&alone),
    );
    let worst = tables.iter().max_by(|a, b| p(&a.all.range_in, 95.0).total_cmp(&p(&b.all.range_in, 95.0)));
    if let Some(worst) = worst {
        text += &format!("WORST     {} (table {})\n", figures(&worst.all), worst.name);
    }
    for (name, (count, score, drift)) in by_difficulty {
        text += &format!("{name:<26} {count:>3}: {}{}\n", figures(&score), moved(&drift));
    }
    text
}
