//! Rulings that several books know: measures typed from a tape, options changed during a battle.

use crate::forms::context::FormError;
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{Measured, round_deg, round_in};
use rulesets::core::{Actor, Answer, Asked, BearingFact, OptionSpec, OptionValue, Query, RangeFact};

/// No table is longer, inches.
const LONGEST_IN: f64 = 400.0;

/// Forms for measures taken by hand; `all` are the ships (and guns ashore) that are measured between.
pub(crate) fn typed_forms(all: &[OptionView], rule: &str) -> Vec<FormView> {
    let form = |key: &str, sentence: &str| {
        FormView::optional(&Actor::AllSides, key, rule, sentence, "Type the measure")
            .with(FieldView::choice("from", "From", all.to_vec()))
            .with(FieldView::choice("to", "To", all.to_vec()))
    };
    if all.len() < 2 {
        return Vec::new();
    }
    let inches = |key: &str, label: &str, value: f64| {
        FieldView::number(key, label, (0.0, LONGEST_IN), 0.0, "in", value)
    };
    let degrees = |key: &str, label: &str| FieldView::number(key, label, (0.0, 360.0), 0.0, "°", 0.0);
    vec![
        form("type_range", "A range measured with a tape stands before what the camera says, for the next ruling that asks for it.")
            .with(inches("range_in", "Stack to stack", 10.0))
            .with(inches("sigma_in", "Give or take (standard deviation)", 0.05))
            .with_reason(),
        form("type_bearing", "A bearing measured by hand stands before what the camera says, for the next ruling that asks for it.")
            .with(degrees("bearing_deg", "Clockwise from the bow of the first"))
            .with(degrees("sigma_deg", "Give or take (standard deviation)"))
            .with_reason(),
    ]
}

/// The measure that such a form holds; none where it is another form.
pub(crate) fn typed_fact(filled: &FilledForm<'_>) -> Result<Option<(Vec<Asked>, String)>, FormError> {
    let (from, to) = (filled.ship("from"), filled.ship("to"));
    let asked = match filled.key().0 {
        "type_range" => {
            let measured =
                Measured::new(round_in(filled.number("range_in")), round_in(filled.number("sigma_in")));
            Asked {
                query: Query::Range { from, to },
                answer: Answer::Range(RangeFact { range_in: measured }),
            }
        }
        "type_bearing" => {
            let bearing_deg =
                Measured::new(round_deg(filled.number("bearing_deg")), round_deg(filled.number("sigma_deg")));
            Asked { query: Query::Bearing { from, to }, answer: Answer::Bearing(BearingFact { bearing_deg }) }
        }
        _ => return Ok(None),
    };
    Ok(Some((vec![asked], filled.reason()?)))
}

/// A form to change an option.
pub(crate) fn option_form(specs: &[OptionSpec], rule: &str) -> FormView {
    let option = |spec: &OptionSpec| {
        OptionView::of(spec.name.as_str(), format!("{} ({})", spec.text, spec.choices_text()))
    };
    FormView::optional(
        &Actor::Umpire,
        "set_option",
        rule,
        "An option is read otherwise from now on.",
        "Change it",
    )
    .with(FieldView::choice("option", "Which", specs.iter().map(option).collect()))
    .with(FieldView::text("value", "To", ""))
    .with_reason()
}

/// The option that such a form changes; none where it is another form.
pub(crate) fn option_set(filled: &FilledForm<'_>) -> Result<Option<(OptionValue, String)>, FormError> {
    if filled.key().0 != "set_option" {
        return Ok(None);
    }
    let typed = filled.text("value").trim();
    // A number, true or false; anything else is a word.
    let value = match serde_json::from_str(typed) {
        Ok(value @ (serde_json::Value::Number(_) | serde_json::Value::Bool(_))) => value,
        _ => serde_json::Value::String(typed.to_owned()),
    };
    Ok(Some((OptionValue { name: filled.text("option").to_owned(), value }, filled.reason()?)))
}
