//! Golden files: what must not change while code is moved and renamed. Three uses, by the variable `IRONCLAD_GOLDEN`:
//! nothing set compares readings within what another processor's rounding may do, and everything else byte for byte;
//! `exact` compares readings byte for byte, too (for a change that must change nothing, on one machine); `write` keeps what
//! is there now as golden (for a change that is meant to change something, and says so).

use crate::score::Line;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How far a place may lie off, inches: far below any tolerance of a game.
const OFF_IN: f64 = 0.005;
/// How far a heading may be off, degrees.
const OFF_DEG: f64 = 0.3;

/// How strictly results are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Rounded,
    Exact,
    Write,
}

fn strictness() -> Result<Strictness, String> {
    match std::env::var("IRONCLAD_GOLDEN").as_deref() {
        Err(_) | Ok("") => Ok(Strictness::Rounded),
        Ok("exact") => Ok(Strictness::Exact),
        Ok("write") => Ok(Strictness::Write),
        Ok(other) => Err(format!("IRONCLAD_GOLDEN is '{other}': say exact, write, or nothing.")),
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/golden")
}

/// One writer at a time: tests of one program run side by side.
static DIGESTS: Mutex<()> = Mutex::new(());

fn digests_file() -> PathBuf {
    folder().join("digests.txt")
}

fn digest_of(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

fn kept_digest(name: &str) -> Result<Option<String>, String> {
    let file = digests_file();
    let text = fs::read_to_string(&file).map_err(io(&file))?;
    let line = text.lines().find_map(|line| line.strip_suffix(&format!("  {name}")));
    Ok(line.map(str::to_owned))
}

fn keep_digest(name: &str, digest: &str) -> Result<(), String> {
    let file = digests_file();
    let text = fs::read_to_string(&file).unwrap_or_default();
    let others = text.lines().filter(|line| !line.ends_with(&format!("  {name}")));
    let mut lines: Vec<String> = others.map(str::to_owned).collect();
    lines.push(format!("{digest}  {name}"));
    lines.sort_by(|a, b| a.split_once("  ").map(|it| it.1).cmp(&b.split_once("  ").map(|it| it.1)));
    fs::write(&file, lines.join("\n") + "\n").map_err(io(&file))
}

/// Compares a text's digest with the golden one.
///
/// # Errors
/// It differs, or there is none.
pub fn compare_text(name: &str, text: &str) -> Result<(), String> {
    let _one_at_a_time = DIGESTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let digest = digest_of(text);
    if strictness()? == Strictness::Write {
        return keep_digest(name, &digest);
    }
    match kept_digest(name)? {
        Some(kept) if kept == digest => Ok(()),
        Some(kept) => Err(format!("{name} is not what it was: {digest}, golden {kept}")),
        None => Err(format!("{name} has no golden digest yet (IRONCLAD_GOLDEN=write keeps one)")),
    }
}

/// Compares the lines of `track` with the golden ones; `track` is its standard output.
///
/// # Errors
/// The first line that differs, or a line that can't be read.
pub fn compare_readings(name: &str, track: &str) -> Result<(), String> {
    let strictness = strictness()?;
    let lines: Vec<Line> =
        track.lines().map(serde_json::from_str).collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    let seen = readings(&lines);
    let exact = compare_text(&format!("track {name}"), &without_times(track)?);
    let file = folder().join(format!("track-{name}.txt"));
    match strictness {
        Strictness::Write => {
            exact?;
            return fs::write(&file, seen).map_err(io(&file));
        }
        Strictness::Exact => exact?,
        Strictness::Rounded => {
            println!("track {name}: {}", if exact.is_ok() { "identical" } else { "within rounding?" });
        }
    }
    let golden = fs::read_to_string(&file).map_err(io(&file))?;
    if golden.lines().count() != seen.lines().count() {
        return Err(format!(
            "track {name}: {} readings, golden {}",
            seen.lines().count(),
            golden.lines().count()
        ));
    }
    let differs = golden.lines().zip(seen.lines()).find(|(golden, seen)| !alike(golden, seen));
    differs.map_or(Ok(()), |(golden, seen)| Err(format!("track {name}: {seen}\n golden: {golden}")))
}

/// The same lines without what the clock says.
fn without_times(track: &str) -> Result<String, String> {
    let line = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        value.as_object_mut().and_then(|fields| fields.remove("ms"));
        Ok(value.to_string() + "\n")
    };
    track.lines().map(line).collect()
}

/// A line for each ship of each picture: picture, ship, place, heading, and what was said of it.
fn readings(lines: &[Line]) -> String {
    let ship = |image: &str, ship: &crate::score::SeenShip| {
        let said = if !ship.seen {
            "unseen"
        } else if ship.sure {
            "sure"
        } else {
            "unsure"
        };
        format!(
            "{image} {} {:.3} {:.3} {:.2} {said}\n",
            ship.id.replace(' ', "_"),
            ship.x,
            ship.y,
            ship.heading_deg
        )
    };
    lines.iter().flat_map(|line| line.ships.iter().map(|it| ship(&line.image, it))).collect()
}

fn alike(golden: &str, seen: &str) -> bool {
    let fields = |line: &str| -> Option<([String; 3], [f64; 3])> {
        let mut parts = line.split(' ');
        let (image, ship) = (parts.next()?, parts.next()?);
        let numbers =
            [parts.next()?, parts.next()?, parts.next()?].map(|part| part.parse().unwrap_or(f64::NAN));
        Some(([image.to_owned(), ship.to_owned(), parts.next()?.to_owned()], numbers))
    };
    let (Some((names, is)), Some((named, was))) = (fields(seen), fields(golden)) else {
        return golden == seen;
    };
    let turned_deg = (is[2] - was[2] + 180.0).rem_euclid(360.0) - 180.0;
    names == named && (is[0] - was[0]).hypot(is[1] - was[1]) <= OFF_IN && turned_deg.abs() <= OFF_DEG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_alike_within_rounding_only() {
        let golden = "turn01.jpg monitor 12.345 20.100 359.90 sure";
        assert!(alike(golden, "turn01.jpg monitor 12.346 20.099 0.05 sure"));
        for other in [
            "turn01.jpg monitor 12.365 20.100 359.90 sure",
            "turn01.jpg monitor 12.345 20.100 1.90 sure",
            "turn01.jpg monitor 12.345 20.100 359.90 unsure",
            "turn01.jpg virginia 12.345 20.100 359.90 sure",
        ] {
            assert!(!alike(golden, other), "{other}");
        }
    }
}
