//! An event as it may leave the campaign file: without what foretells the dice.

use crate::record::events::DomainEvent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An event's body as it may leave the campaign file: without what the app's dice follow from.
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

/// A moment as it is shown and exported, to the second. In battles begun before the app's dice followed from the system's
/// randomness, the nanosecond of their beginning foretells them.
pub fn to_the_second(at: &str) -> String {
    let Some((seconds, rest)) = at.split_once('.') else { return at.to_owned() };
    let offset = rest.find(|letter: char| !letter.is_ascii_digit()).and_then(|from| rest.get(from..));
    format!("{seconds}{}", offset.unwrap_or_default())
}
