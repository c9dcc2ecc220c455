//! An event as it may leave the campaign file: without what foretells the dice.

use crate::record::events::DomainEvent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The body of an event for exports: without the seed of the app's dice.
///
/// # Errors
/// Where it can't be written.
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

/// A time stamp as it is shown and exported, to the second. In battles of old versions the dice followed from
/// the nanosecond of their beginning.
pub fn to_the_second(at: &str) -> String {
    let Some((seconds, rest)) = at.split_once('.') else { return at.to_owned() };
    let offset = rest.find(|letter: char| !letter.is_ascii_digit()).and_then(|from| rest.get(from..));
    format!("{seconds}{}", offset.unwrap_or_default())
}
