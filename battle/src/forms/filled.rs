//! A filled-in form, each value checked against its field.

use crate::forms::builder::{EDGE, EDGES, REASON};
use crate::forms::context::FormError;
use crate::seats::players::subject_of_form;
use crate::view::{FieldKind, FieldValue, FieldValues, FieldView, FormView, OptionView, SettledView};
use geometry::ShipId;
use rulesets::core::{Edge, EdgeKey, Settlement};
use std::str::FromStr;

/// A filled-in form, each value checked against its field.
#[derive(Debug)]
pub struct FilledForm<'a> {
    form: &'a FormView,
    values: FieldValues,
    settled: Vec<Settlement>,
}

impl<'a> FilledForm<'a> {
    /// Checks the values; fields without a value keep their default.
    pub(crate) fn of(
        form: &'a FormView,
        said: &FieldValues,
        settled: &[SettledView],
    ) -> Result<Self, FormError> {
        if let Some(unknown) = said.keys().find(|key| form.fields.iter().all(|field| field.key != **key)) {
            return Err(FormError::because(format!(
                "“{}” has no field “{unknown}” (any more): look again, and answer anew.",
                form.submit
            )));
        }
        let mut values = FieldValues::new();
        for field in &form.fields {
            let value = said.get(&field.key).cloned().unwrap_or_else(|| field.value());
            if let Some(fault) = fault(field, &value) {
                return Err(FormError::because(fault));
            }
            values.insert(field.key.clone(), value);
        }
        let settled = settled.iter().map(|settled| Settlement {
            key: EdgeKey(settled.key.clone()),
            reading: settled.reading.clone(),
        });
        Ok(Self { form, values, settled: settled.collect() })
    }

    /// The subject of the form: the part of its key after the colon.
    pub(crate) fn subject(&self) -> &str {
        subject_of_form(&self.form.key)
    }

    /// The ship that is the subject of the form.
    pub(crate) fn subject_ship(&self) -> ShipId {
        ShipId::new(self.subject())
    }

    /// The readings that the players chose for close measures.
    pub(crate) fn settled(&self) -> Vec<Settlement> {
        self.settled.clone()
    }

    /// Those readings that are about this ship, in forms where each ship has its own.
    pub(crate) fn settled_for(&self, ship: &str) -> Vec<Settlement> {
        let about = |settled: &&Settlement| settled.key.0.split(':').nth(1) == Some(ship);
        self.settled.iter().filter(about).cloned().collect()
    }

    /// The chosen key, or the text.
    pub(crate) fn text(&self, field: &str) -> &str {
        match self.values.get(field) {
            Some(FieldValue::Text(text)) => text,
            _ => "",
        }
    }

    /// The chosen ship.
    pub(crate) fn ship(&self, field: &str) -> ShipId {
        ShipId::new(self.text(field))
    }

    /// The chosen key, parsed.
    ///
    /// # Errors
    /// When it can't be parsed.
    pub(crate) fn parsed<T: FromStr>(&self, field: &str) -> Result<T, FormError> {
        self.text(field).parse().map_err(|_| FormError::not_offered())
    }

    /// The chosen one of these values, each with key and label.
    ///
    /// # Errors
    /// When none of them was chosen.
    pub(crate) fn among<T: Clone>(&self, field: &str, all: &[(&str, &str, T)]) -> Result<T, FormError> {
        let chosen = all.iter().find(|(key, _, _)| *key == self.text(field));
        chosen.map(|(_, _, value)| value.clone()).ok_or_else(FormError::not_offered)
    }

    /// The chosen item of a list, by its place in it.
    ///
    /// # Errors
    /// When there is no such item.
    pub(crate) fn listed<'t, T>(&self, field: &str, all: &'t [T]) -> Result<&'t T, FormError> {
        all.get(self.parsed::<usize>(field)?).ok_or_else(FormError::not_offered)
    }

    /// The chosen edge.
    ///
    /// # Errors
    /// When there is no such edge.
    pub(crate) fn edge(&self) -> Result<Edge, FormError> {
        EDGES.into_iter().find(|edge| edge.word() == self.text(EDGE)).ok_or_else(FormError::not_offered)
    }

    /// The chosen keys.
    pub(crate) fn several(&self, field: &str) -> &[String] {
        match self.values.get(field) {
            Some(FieldValue::Several(keys)) => keys,
            _ => &[],
        }
    }

    /// The chosen keys; `None` if all were chosen.
    pub(crate) fn fewer_than_all(&self, field: &str) -> Option<&[String]> {
        let field_of = self.form.fields.iter().find(|it| it.key == field);
        let chosen = self.several(field);
        match field_of.map(|field| &field.kind) {
            Some(FieldKind::Several { options, .. }) if chosen.len() == options.len() => None,
            _ => Some(chosen),
        }
    }

    /// The number in a field.
    pub(crate) fn number(&self, field: &str) -> f64 {
        match self.values.get(field) {
            Some(FieldValue::Number(number)) => *number,
            _ => 0.0,
        }
    }

    /// All numbers, with the keys of their fields.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (String, f64)> + '_ {
        self.values.iter().filter_map(|(key, value)| match value {
            FieldValue::Number(number) => Some((key.clone(), *number)),
            _ => None,
        })
    }

    /// The number in a field, as a count.
    pub(crate) fn count(&self, field: &str) -> u32 {
        // The value was checked against the field's bounds.
        self.number(field).round().clamp(0.0, f64::from(u32::MAX)) as u32
    }

    /// The count in a field, as a byte.
    pub(crate) fn byte(&self, field: &str) -> u8 {
        u8::try_from(self.count(field)).unwrap_or(u8::MAX)
    }

    /// The yes or no of a field.
    pub(crate) fn flag(&self, field: &str) -> bool {
        matches!(self.values.get(field), Some(FieldValue::Flag(true)))
    }

    /// The reason of the ruling.
    ///
    /// # Errors
    /// When the reason is empty.
    pub(crate) fn reason(&self) -> Result<String, FormError> {
        match self.text(REASON).trim() {
            "" => Err(FormError::because("Say why: the log keeps it.")),
            reason => Ok(reason.to_owned()),
        }
    }
}

/// What is wrong with a value; `None` if nothing is.
fn fault(field: &FieldView, value: &FieldValue) -> Option<String> {
    let label = &field.label;
    let known = |options: &[OptionView], key: &String| options.iter().any(|it| it.key == *key);
    match (&field.kind, value) {
        (FieldKind::Choice { options, .. }, FieldValue::Text(key)) => {
            (!known(options, key)).then(|| format!("{label}: choose one that is offered."))
        }
        (FieldKind::Several { options, .. }, FieldValue::Several(keys)) => {
            let twice = keys.iter().enumerate().any(|(at, key)| keys.iter().take(at).any(|it| it == key));
            let bad = twice || !keys.iter().all(|key| known(options, key));
            bad.then(|| format!("{label}: choose among those that are offered, each once."))
        }
        (FieldKind::Number { min, max, step, unit, .. }, FieldValue::Number(number)) => {
            let steps = (number - min) / step;
            let between = number.is_finite() && number >= min && number <= max;
            let fits = *step <= 0.0 || (steps - steps.round()).abs() < 1e-6;
            let steps = if *step > 0.0 { format!(", in steps of {step}") } else { String::new() };
            (!(between && fits)).then(|| format!("{label}: give {min} to {max} {unit}{steps}."))
        }
        (FieldKind::Text { .. }, FieldValue::Text(_)) | (FieldKind::YesNo { .. }, FieldValue::Flag(_)) => {
            None
        }
        _ => Some(format!("{label}: this is no answer to that.")),
    }
}
