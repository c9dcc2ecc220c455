//! A measure against a limit, for rules that have no other measure.

use crate::core::ruling::refusal::{Halt, Refusal};
use crate::core::ruling::settlement::{Settlement, TooClose};
use crate::core::ruling::tie_resolver::TieResolver;
use crate::core::table::facts::Unknown;
use geometry::Measured;

/// Whether a measure ("her way") is at most `limit_in`, inches, by the measure or as the players settled it.
///
/// # Errors
/// When the table can't answer, or the measure is too close to call and not settled.
pub fn at_most_in(
    limit_in: f64,
    (what, rule): (&str, &'static str),
    measured_in: Result<Measured, Unknown>,
    settled: &[Settlement],
) -> Result<bool, Halt> {
    let measured_in = measured_in.map_err(|why| Refusal::because(rule, why.to_string()))?;
    let mut ties = TieResolver::new(settled);
    let within = ties.holds(measured_in.at_most(limit_in), "within", || {
        let text = format!("Is {what} at most {limit_in} inches?");
        let readings = [("within", "It is"), ("beyond", "It is longer")];
        TooClose::inches((what, rule), text, (measured_in, limit_in), readings)
    });
    Halt::unless_clear(Vec::new(), ties.into_parts().0)?;
    Ok(within == Some(true))
}
