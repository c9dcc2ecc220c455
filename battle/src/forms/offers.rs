//! Finds out which forms can succeed. A book says what may be done in a step. For each form, the book is asked about
//! every way to fill it in, with the viewer's knowledge only; what it would always refuse is not offered.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::book_form::BookForm;
use crate::forms::context::FormContext;
use crate::view::rulings::reason_view;
use crate::view::{
    AskView, FieldKind, FieldValue, FieldValues, FieldView, FormView, RuledSentence, SettledView,
};
use geometry::ShipId;
use rulesets::core::{AppDice, Halt, TooClose};

/// A form with more ways to fill it in is offered unchecked.
const MOST_WAYS: usize = 64;
/// The most rounds of answers to close measures, because a reading may raise further questions.
const MOST_ROUNDS: usize = 4;

/// The book's answer to one way to fill in a form.
enum Trial {
    /// It is allowed, perhaps after a reading of a close measure.
    Fits,
    /// It is refused as long as a model is not back at its place.
    AwaitsModel(RuledSentence),
    /// It is refused.
    Refused(RuledSentence),
}

/// The form without choices that can't succeed, and with a default that can. `None` if no way can succeed. A form that
/// must be answered, or that is answered by moving a model, stays and carries the reason for refusal.
pub(crate) fn offered<B: BookAdapter>(
    book: &B,
    context: &FormContext<'_, B::State>,
    asked: &BookForm<'_, B::Decision>,
) -> Option<FormView> {
    let mut form = asked.view.clone();
    // Without judged moves, a hand over the table may hide ships for a moment, so nothing is checked.
    if !context.judged || form.is_hidden() {
        return Some(form);
    }
    let Some(ways) = combinations(&form) else { return Some(form) };
    let tried: Vec<(FieldValues, Trial)> =
        ways.into_iter().map(|way| (way.clone(), try_filling(book, context, asked, &way))).collect();
    let fits = || tried.iter().filter(|(_, taken)| matches!(taken, Trial::Fits)).map(|(way, _)| way);
    let Some(first) = fits().next() else {
        let awaits_model = tried.iter().find_map(|(_, taken)| match taken {
            Trial::AwaitsModel(why) => Some(why.clone()),
            _ => None,
        });
        let refused = tried.iter().find_map(|(_, taken)| match taken {
            Trial::Refused(why) => Some(why.clone()),
            _ => None,
        });
        let stays = form.must || is_answered_by_models(&form) || awaits_model.is_some();
        form.refusal = awaits_model.or(refused);
        return stays.then_some(form);
    };
    for field in &mut form.fields {
        let key = &field.key;
        if let FieldKind::Choice { options, .. } = &mut field.kind {
            options.retain(|option| {
                fits().any(|way| way.get(key) == Some(&FieldValue::Text(option.key.clone())))
            });
        }
        if let Some(value) = first.get(&field.key) {
            field.set(value);
        }
    }
    Some(form)
}

/// Returns whether a form is answered by moving a model and then confirming the move.
fn is_answered_by_models(form: &FormView) -> bool {
    form.key.split(':').next() == Some("move")
}

/// All ways to fill in a form, the default first; `None` if there are too many, or if text is asked for.
fn combinations(form: &FormView) -> Option<Vec<FieldValues>> {
    let mut ways = vec![FieldValues::new()];
    for field in &form.fields {
        let values = values(field)?;
        if ways.len() * values.len() > MOST_WAYS {
            return None;
        }
        ways = values
            .iter()
            .flat_map(|value| {
                ways.iter().map(|way| {
                    let mut way = way.clone();
                    way.insert(field.key.clone(), value.clone());
                    way
                })
            })
            .collect();
    }
    Some(ways)
}

/// All values of a field, the default first; `None` if there are too many.
fn values(field: &FieldView) -> Option<Vec<FieldValue>> {
    let others: Vec<FieldValue> = match &field.kind {
        FieldKind::Choice { options, .. } => {
            options.iter().map(|option| FieldValue::Text(option.key.clone())).collect()
        }
        FieldKind::Several { options, value } if value.is_empty() => {
            options.iter().map(|option| FieldValue::Several(vec![option.key.clone()])).collect()
        }
        FieldKind::Several { .. } => Vec::new(),
        FieldKind::Number { min, max, step, .. } => {
            let steps = ((max - min) / step).round();
            // Without steps, or with too many, a valid number may lie between those that would be tried.
            if !(*step > 0.0 && steps < MOST_WAYS as f64) {
                return None;
            }
            (0..=steps as u32).map(|at| FieldValue::Number(min + step * f64::from(at))).collect()
        }
        FieldKind::YesNo { .. } => vec![FieldValue::Flag(false), FieldValue::Flag(true)],
        FieldKind::Text { .. } => return None,
    };
    let mut values = vec![field.value()];
    for other in others {
        if !values.contains(&other) {
            values.push(other);
        }
    }
    Some(values)
}

/// Asks the book about one way to fill in a form. Close measures are read in favour of the acting side, which is the
/// first reading of each question.
fn try_filling<B: BookAdapter>(
    book: &B,
    context: &FormContext<'_, B::State>,
    form: &BookForm<'_, B::Decision>,
    way: &FieldValues,
) -> Trial {
    let mut settled = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let decision = match form.decision(way, &settled) {
            Ok(decision) => decision,
            Err(unclear) => return unclear.0.into_iter().next().map_or(Trial::Fits, Trial::Refused),
        };
        if let Some(ship) =
            B::ships_concerned(&decision).into_iter().find(|ship| context.to_set_out.contains(*ship))
        {
            return Trial::AwaitsModel(not_back::<B>(context.state, ship));
        }
        match book.decide(context.state, &decision, context.table, &mut AppDice::new(0, &[])) {
            Ok(_) => return Trial::Fits,
            Err(Halt::TooClose { questions }) => {
                settled.extend(questions.iter().filter_map(favourable_reading))
            }
            Err(Halt::Refused(refusal)) => {
                let reason = refusal.reasons.first();
                return reason.map_or(Trial::Fits, |reason| Trial::Refused(reason_view(reason)));
            }
        }
    }
    Trial::Fits
}

fn favourable_reading(question: &TooClose) -> Option<SettledView> {
    let reading = question.readings.first()?.id.clone();
    Some(SettledView { key: question.key.0.clone(), reading })
}

/// The reason that nothing can be ruled about a ship whose model is not back at its place.
pub(crate) fn not_back<B: BookAdapter>(state: &B::State, ship: &ShipId) -> RuledSentence {
    let text = format!(
        "{} is not back on her place yet: set her down on her ghost, or let the umpire waive it.",
        B::name(state, ship)
    );
    RuledSentence { text, rules: Vec::new() }
}

/// Puts the usual next command first. If nothing must be done and no form is the usual one, it is the end of the step.
pub(crate) fn forward_first(mut asks: Vec<AskView>) -> Vec<AskView> {
    if asks.iter().any(|ask| matches!(ask, AskView::EndStep { .. })) {
        asks.sort_by_key(|ask| match ask {
            AskView::Form(form) if !form.must && !form.forward => 2,
            AskView::EndStep { .. } => 1,
            _ => 0,
        });
    }
    asks
}
