//! Orders (NOD-9): the permitted speeds and turns, and the syntax of typed orders.

use crate::core::{Reason, TableFacts, TieResolver, TooClose};
use crate::noddy::state::battle::State;
use crate::noddy::state::card::HalfKnots;
use crate::noddy::state::ship::{Course, ShipState};
use crate::noddy::tables::table_set::Tables;
use geometry::{Measured, Verdict};
use serde::{Deserialize, Serialize};

/// The permitted speeds of a ship in this move, inclusive; astern is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedLimits {
    /// The slowest speed ahead, or the fastest astern.
    pub low: HalfKnots,
    /// The fastest speed ahead.
    pub high: HalfKnots,
}

/// A fraction of a speed, in half knots, rounded to the nearest inch (whole knot), a half up (NOD-AMB-6).
fn nearest_inch((times, parts): (i32, i32), half_knots: HalfKnots) -> HalfKnots {
    let (times, parts, half_knots) =
        (i64::from(times), i64::from(parts.max(1)), i64::from(half_knots.max(0)));
    // Halves the half knots; one half is added before the fraction is dropped.
    let knots = (times * half_knots + parts).div_euclid(2 * parts);
    HalfKnots::try_from(knots.saturating_mul(2)).unwrap_or(HalfKnots::MAX)
}

/// The fastest speed against the current (NOD-3), as a fraction of the damaged top speed (NOD-AMB-7).
pub(crate) fn against_current(tables: &Tables, top: HalfKnots) -> HalfKnots {
    nearest_inch(tables.speeds().against_current, top)
}

/// The fastest speed astern (NOD-4).
pub(crate) fn astern(tables: &Tables, top: HalfKnots) -> HalfKnots {
    nearest_inch(tables.speeds().astern, top)
}

/// The greatest change of speed in a move (NOD-5).
pub(crate) fn change(tables: &Tables, ship: &ShipState) -> HalfKnots {
    if ship.pipes { tables.speeds().change_half_knots_pipes } else { tables.speeds().change_half_knots }
}

/// A ship's heading relative to the current.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Current {
    /// More than 90 degrees from downstream (NOD-AMB-8).
    Against,
    /// With it, or across.
    With,
}

/// The permitted speeds of a ship in this move. A ship that is too fast for its damaged engines slows down
/// (NOD-AMB-15).
pub(crate) fn limits(tables: &Tables, state: &State, ship: &ShipState, current: Current) -> SpeedLimits {
    let step = change(tables, ship);
    let powered = ship.has_power() && ship.jammed_until < state.turn;
    let top = if powered { ship.top_speed.max(0) } else { 0 };
    let ahead = match current {
        Current::Against => against_current(tables, top),
        Current::With if top > 0 => {
            top.saturating_add((2.0 * state.options.downstream_bonus).round() as HalfKnots)
        }
        Current::With => 0,
    };
    let back = -astern(tables, top);
    let (slowest, fastest) = (ship.speed.saturating_sub(step), ship.speed.saturating_add(step));
    if slowest > ahead {
        return SpeedLimits { low: slowest, high: slowest };
    }
    if fastest < back {
        return SpeedLimits { low: fastest, high: fastest };
    }
    SpeedLimits { low: slowest.max(back), high: fastest.min(ahead) }
}

/// The course of a ship without orders: it keeps its heading (NOD-19), and slows down if it must.
pub(crate) fn default_course(tables: &Tables, state: &State, ship: &ShipState, current: Current) -> Course {
    let limits = limits(tables, state, ship, current);
    Course { speed: ship.speed.clamp(limits.low, limits.high), turn_deg: 0.0 }
}

/// The reduced speed for the rest of a move, if damage since the orders requires it (NOD-AMB-28), as if the damage had
/// existed when the move began. None if the course is unchanged.
pub(crate) fn reduced_speed(tables: &Tables, turn: u32, ship: &ShipState) -> Option<HalfKnots> {
    let course = ship.course.filter(|_| !ship.stopped)?;
    let (step, before) = (change(tables, ship), ship.speed_before);
    let slower = if ship.steam || ship.jammed_until >= turn {
        // The ship slows to a halt (NOD-AMB-15), and does not exceed its ordered speed.
        let left = before.saturating_abs().saturating_sub(step).max(0).min(course.speed.saturating_abs());
        left * course.speed.signum()
    } else if ship.pipes {
        course.speed.clamp(before.saturating_sub(step), before.saturating_add(step))
    } else {
        course.speed
    };
    (slower != course.speed).then_some(slower)
}

/// The course that is left of orders after damage since they were written (NOD-AMB-28).
pub(crate) fn damaged_course(tables: &Tables, state: &State, ship: &ShipState, course: Course) -> Course {
    let ordered = ShipState { course: Some(course), speed_before: ship.speed, ..ship.clone() };
    Course {
        speed: reduced_speed(tables, state.turn, &ordered).unwrap_or(course.speed),
        turn_deg: if ship.steers(state.turn) { course.turn_deg } else { 0.0 },
    }
}

/// The ship's heading relative to the current (NOD-3): against it if more than 90 degrees from downstream (NOD-AMB-8,
/// house).
pub(crate) fn current_for(
    state: &State,
    facts: &dyn TableFacts,
    ship: &ShipState,
    ties: &mut TieResolver<'_>,
) -> Result<Current, Reason> {
    let heading = facts.heading(&ship.card.id).map_err(|why| Reason::new("NOD-3", why.to_string()))?;
    let off =
        (heading.heading_deg.value - state.options.current_toward_deg + 180.0).rem_euclid(360.0) - 180.0;
    let measured = Measured::new(off.abs(), heading.heading_deg.sigma);
    Ok(match measured.at_most(90.0) {
        Verdict::Yes => Current::With,
        Verdict::No => Current::Against,
        Verdict::TooClose => {
            let question = || {
                TooClose::degrees(
                    (format!("current:{}", ship.card.id), "NOD-AMB-8"),
                    format!("Does {} head against the current?", ship.card.name),
                    (measured, 90.0),
                    [("with", "With it, or across"), ("against", "Against it")],
                )
            };
            match ties.settle(question).as_deref() {
                Some("against") => Current::Against,
                _ => Current::With,
            }
        }
    })
}

/// The reasons against a course; empty if it is permitted.
pub(crate) fn reasons(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
    course: &Course,
    current: Current,
) -> Vec<Reason> {
    let name = &ship.card.name;
    let mut reasons = Vec::new();
    let SpeedLimits { low, high } = limits(tables, state, ship, current);
    if !(low..=high).contains(&course.speed) {
        let rule = if course.speed < 0 {
            "NOD-4"
        } else if current == Current::Against
            && course.speed <= ship.speed.saturating_add(change(tables, ship))
        {
            "NOD-3"
        } else {
            "NOD-5"
        };
        let text = format!("{name} may make {} to {} knots now.", knots(low), knots(high));
        reasons.push(Reason::new(rule, text));
    }
    if !course.turn_deg.is_finite() {
        reasons.push(Reason::new("NOD-6", format!("{name} must turn by a number of degrees.")));
        return reasons;
    }
    let most = tables.turn_deg(ship.card.build);
    if course.turn_deg.abs() > most {
        reasons.push(Reason::new("NOD-6", format!("{name} may turn {most} degrees at most.")));
    }
    if course.turn_deg != 0.0 && (ship.steering_until >= state.turn || ship.helmless_until >= state.turn) {
        reasons
            .push(Reason::new("NOD-19", format!("{name} keeps her present course: she can't be steered.")));
    }
    reasons
}

/// Half knots in words: "5", "5½", "-1".
pub fn knots(half_knots: HalfKnots) -> String {
    let sign = if half_knots < 0 { "-" } else { "" };
    let size = half_knots.unsigned_abs();
    match (size / 2, size % 2) {
        (0, 1) => format!("{sign}½"),
        (whole, 1) => format!("{sign}{whole}½"),
        (whole, _) => format!("{sign}{whole}"),
    }
}

/// Parses typed orders: the speed in knots ("6", "4.5", "-1" or "astern 1"), then the turn ("30 S", "P15", "30 to
/// port").
///
/// # Errors One sentence: what can't be parsed, and how orders are typed.
pub fn read_course(text: &str) -> Result<Course, String> {
    let unreadable =
        || format!("“{text}” can't be read as orders: type them like “6, 30 S”, “4.5 P15” or “astern 1”.");
    let lower = text.to_lowercase().replace([',', ';', '°'], " ");
    let mut course = Course { speed: 0, turn_deg: 0.0 };
    let (mut astern, mut numbers, mut side) = (false, Vec::new(), None);
    for word in lower.split_whitespace() {
        let digits: String = word.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | '-')).collect();
        let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
        match letters.as_str() {
            "astern" | "back" => astern = true,
            "s" | "starboard" => side = Some(1.0),
            "p" | "port" => side = Some(-1.0),
            "" | "to" | "kn" | "knots" | "knot" | "ahead" | "deg" | "degrees" => {}
            "stop" => numbers.push(0.0),
            _ => return Err(unreadable()),
        }
        if !digits.is_empty() {
            numbers.push(digits.parse::<f64>().map_err(|_| unreadable())?);
        }
    }
    match (numbers.as_slice(), side) {
        ([speed], None) => course.speed = half_knots(*speed).ok_or_else(unreadable)?,
        ([speed, turn], Some(side)) if *turn >= 0.0 => {
            course.speed = half_knots(*speed).ok_or_else(unreadable)?;
            course.turn_deg = side * turn;
        }
        _ => return Err(unreadable()),
    }
    if astern {
        course.speed = -course.speed.abs();
    }
    Ok(course)
}

/// Converts knots to half knots; none if not a whole number of half knots.
fn half_knots(knots: f64) -> Option<HalfKnots> {
    let half = knots * 2.0;
    (half.fract() == 0.0 && half.abs() <= 200.0).then_some(half as HalfKnots)
}
