//! Serialisation of a shared value (`Arc`) as if each state owned a copy.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// Serialises the shared value.
pub fn serialize<T: Serialize, S: Serializer>(shared: &Arc<T>, to: S) -> Result<S::Ok, S::Error> {
    shared.as_ref().serialize(to)
}

/// Deserialises it into a new `Arc`.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Arc<T>, D::Error> {
    T::deserialize(from).map(Arc::new)
}
