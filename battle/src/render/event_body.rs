//! The body of an event for export, without anything that would predict the dice.

use crate::record::events::DomainEvent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The body of an event for exports: without the seed of the app's dice.
///
/// # Errors
/// When it can't be serialised.
pub(crate) fn body_without_seed<D, E>(domain_event: &DomainEvent<D, E>) -> Result<Value, serde_json::Error>
where
    D: Serialize + DeserializeOwned + PartialEq,
    E: Serialize + DeserializeOwned + PartialEq,
{
    let mut body: Value = serde_json::from_str(&domain_event.body()?)?;
    if let (Some(fields), DomainEvent::Begun(_)) = (body.as_object_mut(), domain_event) {
        fields.remove("dice_seed");
    }
    Ok(body)
}

/// A time stamp for display and export, cut to seconds. In old battles the dice followed from the nanosecond of the
/// beginning.
pub fn to_the_second(at: &str) -> String {
    let Some((seconds, rest)) = at.split_once('.') else { return at.to_owned() };
    let offset = rest.find(|letter: char| !letter.is_ascii_digit()).and_then(|from| rest.get(from..));
    format!("{seconds}{}", offset.unwrap_or_default())
}
