//! Serialises a shared value (`Arc`) as if each copy of the state owned it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// Writes what is shared.
pub fn serialize<T: Serialize, S: Serializer>(shared: &Arc<T>, to: S) -> Result<S::Ok, S::Error> {
    shared.as_ref().serialize(to)
}

/// Reads it: a copy of its own.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Arc<T>, D::Error> {
    T::deserialize(from).map(Arc::new)
}
