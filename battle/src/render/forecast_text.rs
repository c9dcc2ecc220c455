//! Sentences that the forecasts of several books share.

use crate::view::ForecastView;
use crate::view::rulings::{reason_view, too_close_view};
use geometry::{Measured, TOO_CLOSE_SIGMAS};
use rulesets::core::{Reason, TooClose};

/// "CSS Arkansas lies 12.40 ± 0.06 in away."; empty if the table can't tell.
pub(crate) fn range_sentence(name: &str, range_in: Option<Measured>) -> String {
    let sentence = |range: Measured| {
        let plus_minus = TOO_CLOSE_SIGMAS * range.sigma;
        format!("{name} lies {:.2} ± {plus_minus:.2} in away.", range.value)
    };
    range_in.map_or_else(String::new, sentence)
}

/// "78 ± 2°".
pub(crate) fn angle_text(angle_deg: Measured) -> String {
    format!("{:.0} ± {:.0}°", angle_deg.value, TOO_CLOSE_SIGMAS * angle_deg.sigma)
}

/// The sentence about what strikes what, and how. It is empty if the ships can't touch, because then no angle may have
/// been measured.
pub(crate) fn contact_sentence(reasons: &[Reason], sentence: impl FnOnce() -> String) -> String {
    if reasons.is_empty() { sentence() } else { String::new() }
}

/// A forecast without odds yet: the refusals, and the readings that players must choose first.
pub(crate) fn forecast_against(reasons: &[Reason], too_close: &[TooClose]) -> ForecastView {
    ForecastView {
        refusals: reasons.iter().map(reason_view).collect(),
        too_close: too_close.iter().map(too_close_view).collect(),
        ..ForecastView::default()
    }
}
