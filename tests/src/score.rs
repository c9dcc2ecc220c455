//! Scores table observations against the known truth of a set of photographs: the figures of
//! `shared/tables/score.py`, by the same definitions. Beside them: ships that took each other's names (swaps), bows
//! taken for sterns (flips), and how many of either were called sure (silent ones).

use geometry::{Heading, HullShape, Point, Pose, outline_gap_in};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A ship farther than this from its truth is not that ship: it counts as a miss and as a false ship.
const NOT_THAT_SHIP_IN: f64 = 1.0;
/// A bow that points more than this away from the true one is a stern, degrees.
const FLIPPED_DEG: f64 = 90.0;
/// Two names have changed places where a ship is this far off at least, inches, and another's true place is nearer.
const SWAPPED_IN: f64 = 0.25;
/// Hulls nearer than this touch or nearly do, inches.
pub const NEAR_IN: f64 = 0.15;
/// Radius in standard deviations an axis that holds 95 % of a two-dimensional normal distribution.
const RADIUS_95_SIGMAS: f64 = 2.448;

/// A ship of the truth file.
#[derive(Debug, Clone, Deserialize)]
pub struct TrueShip {
    /// The ship's id.
    pub id: String,
    /// Below the stack, inches.
    pub stack: (f64, f64),
    /// Degrees clockwise from north.
    pub heading: f64,
    /// From stem to stern, inches.
    #[serde(default)]
    pub length: f64,
    /// Greatest width, inches.
    #[serde(default)]
    pub beam: f64,
    /// The middle of its hull, inches.
    #[serde(default)]
    pub hull_centre: (f64, f64),
    /// The base it stands on, if any: from end to end and across, inches.
    #[serde(default)]
    pub base: Option<(f64, f64)>,
}

impl TrueShip {
    /// The outline that makes contact, when the ship is seen at some place.
    fn outline(&self, stack: (f64, f64), heading_deg: f64) -> Vec<Point> {
        let (sin, cos) = self.heading.to_radians().sin_cos();
        let (east, north) = (self.stack.0 - self.hull_centre.0, self.stack.1 - self.hull_centre.1);
        let stack_ahead_in = east * sin + north * cos;
        let pose = Pose { stack: Point::new(stack.0, stack.1), heading: Heading::from_deg(heading_deg) };
        let hull = HullShape { length_in: self.length, beam_in: self.beam, stack_ahead_in };
        let Some((length_in, width_in)) = self.base else { return hull.outline(pose) };
        let abeam = pose.heading.turned(std::f64::consts::FRAC_PI_2);
        let corner = |ahead: f64, starboard: f64| {
            let along = hull.middle(pose).moved(pose.heading, ahead * length_in / 2.0);
            along.moved(abeam, starboard * width_in / 2.0)
        };
        vec![corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)]
    }
}

#[derive(Debug, Deserialize)]
struct Truth {
    ships: Vec<TrueShip>,
}

/// A ship of an observation line.
#[derive(Debug, Clone, Deserialize)]
pub struct SeenShip {
    /// The ship's id.
    pub id: String,
    /// Inches east.
    pub x: f64,
    /// Inches north.
    pub y: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
    /// Standard deviation along each axis, inches.
    pub sigma_in: f64,
    /// False: something hides it.
    pub seen: bool,
    /// False: name or bow is a guess.
    pub sure: bool,
}

/// An observation line.
#[derive(Debug, Clone, Deserialize)]
pub struct Line {
    /// The picture's file name.
    pub image: String,
    /// The ships.
    pub ships: Vec<SeenShip>,
    /// False: something covers part of the table.
    pub still: bool,
    /// Milliseconds from decoded frame to observations.
    pub ms: f64,
}

/// Errors of one kind, sorted.
#[derive(Debug, Default, Clone)]
pub struct Errors(Vec<f64>);

impl Errors {
    /// Errors in any order.
    pub fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    /// Takes in the errors of another set.
    pub fn absorb(&mut self, other: &Self) {
        self.0.extend(&other.0);
        self.0.sort_by(f64::total_cmp);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The value below which `percent` of the errors lie (nearest rank); 0 where there are none.
    pub fn percentile(&self, percent: f64) -> f64 {
        let rank = (percent / 100.0 * self.0.len() as f64).ceil() as usize;
        self.0.get(rank.clamp(1, self.0.len().max(1)) - 1).copied().unwrap_or(0.0)
    }
}

/// The figures of one set.
#[derive(Debug, Default, Clone)]
pub struct Score {
    /// Pictures judged.
    pub images: usize,
    /// Ships of the truth, over all pictures.
    pub ships: usize,
    /// Ships not found, or named wrongly.
    pub missed: usize,
    /// Ships that are not there.
    pub invented: usize,
    /// Ships reported as hidden.
    pub hidden: usize,
    /// Ranges between all pairs, inches.
    pub range_in: Errors,
    /// Positions, inches.
    pub position_in: Errors,
    /// The same along the true keel, and across it.
    pub along_in: Errors,
    /// See [`Score::along_in`].
    pub across_in: Errors,
    /// Headings, degrees.
    pub heading_deg: Errors,
    /// Ships seen within an inch of their truth, for which the following holds.
    pub placed: usize,
    /// Of those, truths inside the stated 95 % region.
    pub inside_95: usize,
    /// Ships seen at another ship's place.
    pub swaps: usize,
    /// Of those, called sure.
    pub silent_swaps: usize,
    /// Bows taken for sterns.
    pub flips: usize,
    /// Of those, called sure.
    pub silent_flips: usize,
    /// Ships called seen that are not on the table.
    pub ghosts: usize,
    /// Of pairs whose outlines are no more than [`NEAR_IN`] apart: how far off the measured gap is, inches.
    pub gap_in: Errors,
    /// The same for the angle between their headings, degrees.
    pub crossing_deg: Errors,
    /// Ships seen that are not called sure.
    pub unsure: usize,
    /// Of those, right ones: the player is asked in vain.
    pub asked: usize,
}

impl Score {
    /// Share of truths inside the stated 95 % region; 1 where no ship was placed.
    pub fn within_95(&self) -> f64 {
        if self.placed == 0 { 1.0 } else { self.inside_95 as f64 / self.placed as f64 }
    }

    /// Takes in the figures of another set.
    pub fn absorb(&mut self, other: &Self) {
        self.images += other.images;
        self.ships += other.ships;
        self.missed += other.missed;
        self.invented += other.invented;
        self.hidden += other.hidden;
        self.range_in.absorb(&other.range_in);
        self.position_in.absorb(&other.position_in);
        self.along_in.absorb(&other.along_in);
        self.across_in.absorb(&other.across_in);
        self.heading_deg.absorb(&other.heading_deg);
        self.placed += other.placed;
        self.inside_95 += other.inside_95;
        self.swaps += other.swaps;
        self.silent_swaps += other.silent_swaps;
        self.flips += other.flips;
        self.silent_flips += other.silent_flips;
        self.unsure += other.unsure;
        self.asked += other.asked;
        self.ghosts += other.ghosts;
        self.gap_in.absorb(&other.gap_in);
        self.crossing_deg.absorb(&other.crossing_deg);
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let p = |errors: &Errors| {
            format!(
                "{:.4} / {:.4} / {:.4}",
                errors.percentile(50.0),
                errors.percentile(95.0),
                errors.percentile(100.0)
            )
        };
        write!(
            f,
            "{} pictures, {} ships, {} missed, {} invented, {} hidden; p50 / p95 / max: range {} in, position {} in, heading {} degrees; {:.3} within the stated 95 % region; swaps {} ({} silent), flips {} ({} silent), {} asked in vain",
            self.images,
            self.ships,
            self.missed,
            self.invented,
            self.hidden,
            p(&self.range_in),
            p(&self.position_in),
            p(&self.heading_deg),
            self.within_95(),
            self.swaps,
            self.silent_swaps,
            self.flips,
            self.silent_flips,
            self.asked
        )
    }
}

fn turn_between_deg(a: f64, b: f64) -> f64 {
    ((a - b + 180.0).rem_euclid(360.0) - 180.0).abs()
}

/// Judges observation lines against every `turn*.truth.json` of a folder.
///
/// # Errors
/// A truth file that can't be read, in words.
pub fn score(set_dir: &Path, lines: &[Line], skip_hands: bool) -> Result<Score, String> {
    score_where(set_dir, lines, skip_hands, |_| true)
}

/// The same for the ships that `counts` picks: their places and headings, and the ranges from them to all others.
///
/// # Errors
/// A truth file that can't be read, in words.
pub fn score_where(
    set_dir: &Path,
    lines: &[Line],
    skip_hands: bool,
    counts: impl Fn(&TrueShip) -> bool,
) -> Result<Score, String> {
    let by_image: BTreeMap<&str, &Line> = lines.iter().map(|line| (line.image.as_str(), line)).collect();
    let truths = truths(set_dir, skip_hands)?;
    let mut result = Score { images: truths.len(), ..Score::default() };
    let (mut position, mut heading, mut range) = (Vec::new(), Vec::new(), Vec::new());
    let (mut along, mut across) = (Vec::new(), Vec::new());
    let (mut gap, mut crossing) = (Vec::new(), Vec::new());
    for (image, truth) in &truths {
        let seen: BTreeMap<&str, &SeenShip> = by_image
            .get(image.as_str())
            .map(|line| line.ships.iter().map(|ship| (ship.id.as_str(), ship)).collect())
            .unwrap_or_default();
        let mut found: Vec<(&TrueShip, &SeenShip)> = Vec::new();
        for ship in truth {
            let counted = counts(ship);
            result.ships += usize::from(counted);
            let Some(&observed) = seen.get(ship.id.as_str()) else {
                result.missed += usize::from(counted);
                continue;
            };
            if !observed.seen {
                result.hidden += usize::from(counted);
                result.missed += usize::from(counted && !image.contains("hand"));
                continue;
            }
            let off_in = off_in(observed, ship);
            if off_in <= NOT_THAT_SHIP_IN {
                found.push((ship, observed));
            }
            if !counted {
                continue;
            }
            result.unsure += usize::from(!observed.sure);
            let swapped =
                off_in > SWAPPED_IN && truth.iter().any(|other| self::off_in(observed, other) < off_in);
            result.swaps += usize::from(swapped);
            result.silent_swaps += usize::from(swapped && observed.sure);
            if off_in > NOT_THAT_SHIP_IN {
                result.missed += 1;
                result.invented += 1;
                continue;
            }
            let turned_deg = turn_between_deg(observed.heading_deg, ship.heading);
            let flipped = !swapped && turned_deg > FLIPPED_DEG;
            result.flips += usize::from(flipped);
            result.silent_flips += usize::from(flipped && observed.sure);
            result.asked += usize::from(!flipped && !swapped && !observed.sure);
            position.push(off_in);
            let (east, north) = (observed.x - ship.stack.0, observed.y - ship.stack.1);
            let (sin, cos) = ship.heading.to_radians().sin_cos();
            along.push((east * sin + north * cos).abs());
            across.push((east * cos - north * sin).abs());
            heading.push(turned_deg);
            result.placed += 1;
            result.inside_95 += usize::from(off_in <= RADIUS_95_SIGMAS * observed.sigma_in);
        }
        // Names that are not on the table belong to no ship that could be counted or not.
        if truth.iter().all(&counts) {
            let absent: Vec<_> =
                seen.iter().filter(|(id, _)| truth.iter().all(|ship| ship.id != **id)).collect();
            result.invented += absent.len();
            result.ghosts += absent.iter().filter(|(_, ship)| ship.seen).count();
        }
        for (index, (truth_a, seen_a)) in found.iter().enumerate() {
            for (truth_b, seen_b) in &found[index + 1..] {
                if !(counts(truth_a) || counts(truth_b)) {
                    continue;
                }
                let measured = (seen_a.x - seen_b.x).hypot(seen_a.y - seen_b.y);
                let true_range = (truth_a.stack.0 - truth_b.stack.0).hypot(truth_a.stack.1 - truth_b.stack.1);
                range.push((measured - true_range).abs());
                if let Some((gap_off_in, crossing_off_deg)) =
                    contact_errors((truth_a, seen_a), (truth_b, seen_b))
                {
                    gap.push(gap_off_in);
                    crossing.push(crossing_off_deg);
                }
            }
        }
    }
    result.range_in = Errors::of(range);
    result.position_in = Errors::of(position);
    result.along_in = Errors::of(along);
    result.across_in = Errors::of(across);
    result.heading_deg = Errors::of(heading);
    result.gap_in = Errors::of(gap);
    result.crossing_deg = Errors::of(crossing);
    Ok(result)
}

/// How far off gap (inches) and crossing angle (degrees) of two ships are, if they really touch or nearly do.
fn contact_errors(a: (&TrueShip, &SeenShip), b: (&TrueShip, &SeenShip)) -> Option<(f64, f64)> {
    let really = |ship: &TrueShip| ship.outline(ship.stack, ship.heading);
    let measured = |(ship, seen): (&TrueShip, &SeenShip)| ship.outline((seen.x, seen.y), seen.heading_deg);
    let near = (a.0.stack.0 - b.0.stack.0).hypot(a.0.stack.1 - b.0.stack.1) < a.0.length + b.0.length;
    let true_gap_in = if near { outline_gap_in(&really(a.0), &really(b.0)) } else { f64::INFINITY };
    (true_gap_in <= NEAR_IN).then(|| {
        let crossing = turn_between_deg(a.0.heading, b.0.heading);
        let seen = turn_between_deg(a.1.heading_deg, b.1.heading_deg);
        ((outline_gap_in(&measured(a), &measured(b)) - true_gap_in).abs(), (seen - crossing).abs())
    })
}

fn off_in(observed: &SeenShip, ship: &TrueShip) -> f64 {
    (observed.x - ship.stack.0).hypot(observed.y - ship.stack.1)
}

/// The truth of every turn of a folder, by picture.
///
/// # Errors
/// A truth file that can't be read, in words.
fn truths(set_dir: &Path, skip_hands: bool) -> Result<Vec<(String, Vec<TrueShip>)>, String> {
    let mut truths: Vec<(String, Vec<TrueShip>)> = Vec::new();
    for path in crate::files(set_dir, "turn", ".truth.json")? {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.trim_end_matches(".truth.json");
        if skip_hands && stem.contains("hand") {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let truth: Truth = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        truths.push((format!("{stem}.jpg"), truth.ships));
    }
    Ok(truths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(image: &str, x: f64, seen: bool) -> Line {
        let ship =
            SeenShip { id: "cairo".into(), x, y: 2.0, heading_deg: 359.0, sigma_in: 0.02, seen, sure: true };
        Line { image: image.into(), ships: vec![ship], still: true, ms: 1.0 }
    }

    fn judged(observed: Line) -> Score {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(
            dir.path().join("turn01.truth.json"),
            r#"{"ships": [{"id": "cairo", "stack": [1.0, 2.0], "heading": 1.0}]}"#,
        )
        .unwrap();
        score(dir.path(), &[observed], false).unwrap()
    }

    #[test]
    fn the_judge_tells_right_from_wrong() {
        let right = judged(line("turn01.jpg", 1.03, true));
        assert_eq!((right.missed, right.invented), (0, 0));
        assert!((right.position_in.percentile(95.0) - 0.03).abs() < 1e-9);
        assert!((right.heading_deg.percentile(100.0) - 2.0).abs() < 1e-9);
        assert_eq!((right.placed, right.inside_95), (1, 1));

        let elsewhere = judged(line("turn01.jpg", 9.0, true));
        assert_eq!((elsewhere.missed, elsewhere.invented), (1, 1));
        let hidden_without_a_hand = judged(line("turn01.jpg", 1.0, false));
        assert_eq!((hidden_without_a_hand.missed, hidden_without_a_hand.hidden), (1, 1));
        let no_line = judged(line("turn02.jpg", 1.0, true));
        assert_eq!(no_line.missed, 1);
        let mut turned = line("turn01.jpg", 1.0, true);
        turned.ships[0].heading_deg = 180.0;
        assert_eq!((judged(turned.clone()).flips, judged(turned.clone()).silent_flips), (1, 1));
        turned.ships[0].sure = false;
        assert_eq!((judged(turned.clone()).flips, judged(turned).silent_flips), (1, 0));
        let far_outside = judged(line("turn01.jpg", 1.2, true));
        assert_eq!((far_outside.placed, far_outside.inside_95), (1, 0));
    }
}
