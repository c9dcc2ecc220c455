//! The figures of many tables, as text.

use crate::score::{Errors, Score};
use crate::tables::{Measured, SetOnDisk};
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
    )
}

/// One table in one line: range p50/p95/max (in), heading p95/max (degrees), place p95 (in), and so on.
pub fn line(set: &SetOnDisk, result: &Result<Measured, String>) -> String {
    let name = set.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match result {
        Ok(table) => format!(
            "{name:>4}: {} | camera {:.3}/{:.3} | {:.0} ms | {}",
            figures(&table.all),
            p(&table.camera_in, 50.0),
            p(&table.camera_in, 100.0),
            p(&table.ms, 50.0),
            table.difficulties.join(", ")
        ),
        Err(why) => format!("{name:>4}: FAILED {why}"),
    }
}

/// All tables together, the worst one, launches and mortar boats, and every kind of difficulty by itself.
pub fn totals(results: &[Result<Measured, String>]) -> String {
    let tables: Vec<&Measured> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    let (mut all, mut boats) = (Score::default(), Score::default());
    let mut by_difficulty: BTreeMap<&str, (usize, Score)> = BTreeMap::new();
    for table in &tables {
        all.absorb(&table.all);
        boats.absorb(&table.boats);
        for difficulty in &table.difficulties {
            let (count, score) = by_difficulty.entry(difficulty).or_default();
            *count += 1;
            score.absorb(&table.all);
        }
    }
    let mut text = format!(
        "\n{} tables, {} failed\nALL       {}\nBOATS     {}\n",
        tables.len(),
        results.len() - tables.len(),
        figures(&all),
        figures(&boats)
    );
    let worst = tables.iter().max_by(|a, b| p(&a.all.range_in, 95.0).total_cmp(&p(&b.all.range_in, 95.0)));
    if let Some(worst) = worst {
        text += &format!("WORST     {} (table {})\n", figures(&worst.all), worst.name);
    }
    for (name, (count, score)) in by_difficulty {
        text += &format!("{name:<26} {count:>3}: {}\n", figures(&score));
    }
    text
}
