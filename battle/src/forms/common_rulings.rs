//! Rulings that several books share: measures typed from a tape, options changed during a battle, rolls waived.

use crate::forms::book_form::BookForm;
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{Measured, round_deg, round_in};
use rulesets::core::{
    Actor, Answer, Asked, BearingFact, OptionSpec, OptionValue, Query, RangeFact, RollId, RollRequest,
};

/// The largest measure that can be typed, inches; no table is longer.
const LONGEST_IN: f64 = 400.0;

/// The forms for measures taken by hand between `all`, the ships (and guns ashore). `decision` makes a decision of the
/// measures and the reason.
pub(crate) fn typed_forms<'a, D: 'a>(
    all: &[OptionView],
    rule: &str,
    decision: fn(Vec<Asked>, String) -> D,
) -> Vec<BookForm<'a, D>> {
    if all.len() < 2 {
        return Vec::new();
    }
    let form = |key: &str, sentence: &str| {
        FormView::optional(&Actor::AllSides, key, rule, sentence, "Type the measure")
            .with(FieldView::choice("from", "From", all.to_vec()))
            .with(FieldView::choice("to", "To", all.to_vec()))
    };
    let inches = |key: &str, label: &str, value: f64| {
        FieldView::number(key, label, (0.0, LONGEST_IN), 0.0, "in", value)
    };
    let degrees = |key: &str, label: &str| FieldView::number(key, label, (0.0, 360.0), 0.0, "°", 0.0);
    let ships = |filled: &FilledForm<'_>| (filled.ship("from"), filled.ship("to"));
    vec![
        form("type_range", "A range measured with a tape stands before what the camera says, for the next ruling that asks for it.")
            .with(inches("range_in", "Stack to stack", 10.0))
            .with(inches("sigma_in", "Give or take (standard deviation)", 0.05))
            .rules(decision, move |filled| {
                let (from, to) = ships(filled);
                let range_in =
                    Measured::new(round_in(filled.number("range_in")), round_in(filled.number("sigma_in")));
                let answer = Answer::Range(RangeFact { range_in });
                Ok(vec![Asked { query: Query::Range { from, to }, answer }])
            }),
        form("type_bearing", "A bearing measured by hand stands before what the camera says, for the next ruling that asks for it.")
            .with(degrees("bearing_deg", "Clockwise from the bow of the first"))
            .with(degrees("sigma_deg", "Give or take (standard deviation)"))
            .rules(decision, move |filled| {
                let (from, to) = ships(filled);
                let (value, sigma) = (filled.number("bearing_deg"), filled.number("sigma_deg"));
                let bearing_deg = Measured::new(round_deg(value), round_deg(sigma));
                let answer = Answer::Bearing(BearingFact { bearing_deg });
                Ok(vec![Asked { query: Query::Bearing { from, to }, answer }])
            }),
    ]
}

/// A form to change an option; `decision` makes a decision of its new value and the reason.
pub(crate) fn option_form<'a, D: 'a>(
    specs: &[OptionSpec],
    rule: &str,
    decision: fn(OptionValue, String) -> D,
) -> BookForm<'a, D> {
    let option = |spec: &OptionSpec| {
        OptionView::of(spec.name.as_str(), format!("{} ({})", spec.text, spec.choices_text()))
    };
    let sentence = "An option is read otherwise from now on.";
    FormView::optional(&Actor::Umpire, "set_option", rule, sentence, "Change it")
        .with(FieldView::choice("option", "Which", specs.iter().map(option).collect()))
        .with(FieldView::text("value", "To", ""))
        .rules(decision, |filled| {
            let typed = filled.text("value").trim();
            // A number, true or false; anything else is taken as a word.
            let value = match serde_json::from_str(typed) {
                Ok(value @ (serde_json::Value::Number(_) | serde_json::Value::Bool(_))) => value,
                _ => serde_json::Value::String(typed.to_owned()),
            };
            Ok(OptionValue { name: filled.text("option").to_owned(), value })
        })
}

/// A form to waive one of these rolls, which is then not thrown; `None` if there is none. `decision` makes a decision
/// of the roll and the reason.
pub(crate) fn waive_roll_form<'a, 'r, D: 'a>(
    rolls: impl IntoIterator<Item = &'r RollRequest>,
    rule: &str,
    decision: fn(RollId, String) -> D,
) -> Option<BookForm<'a, D>> {
    let option = |roll: &RollRequest| OptionView::of(roll.id.0.to_string(), roll.label.as_str());
    let rolls: Vec<OptionView> = rolls.into_iter().map(option).collect();
    let form = |rolls| {
        FormView::optional(&Actor::Umpire, "waive_roll", rule, "A roll is not thrown.", "Waive")
            .with(FieldView::choice("which", "Which", rolls))
            .rules(decision, |filled| Ok(RollId(filled.parsed("which")?)))
    };
    (!rolls.is_empty()).then(|| form(rolls))
}
