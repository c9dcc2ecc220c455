//! A map of a state (its ships, its forts) that copies of the state share.

use crate::core::data::shared::Shared;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, btree_map};
use std::iter::Map;
use std::ops::Index;

/// A map shared between copies of a state, and so is each of its values: changing one value of a shared map copies that
/// value only. It reads, compares and serialises as a map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    transparent,
    bound(
        serialize = "K: Serialize, V: Serialize",
        deserialize = "K: Ord + Deserialize<'de>, V: Deserialize<'de>"
    )
)]
pub struct SharedMap<K, V>(Shared<BTreeMap<K, Shared<V>>>);

type Entries<'a, K, V> = Map<btree_map::Iter<'a, K, Shared<V>>, fn((&'a K, &'a Shared<V>)) -> (&'a K, &'a V)>;

fn entry<'a, K, V>((key, value): (&'a K, &'a Shared<V>)) -> (&'a K, &'a V) {
    (key, value)
}

impl<K, V> SharedMap<K, V> {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries in the order of their keys.
    pub fn iter(&self) -> Entries<'_, K, V> {
        self.0.iter().map(entry)
    }

    /// The keys in order.
    pub fn keys(&self) -> btree_map::Keys<'_, K, Shared<V>> {
        self.0.keys()
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.0.values().map(|value| &**value)
    }
}

impl<K: Ord, V> SharedMap<K, V> {
    /// A value by its key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.0.get(key).map(|value| &**value)
    }

    /// An entry by its key.
    pub fn get_key_value(&self, key: &K) -> Option<(&K, &V)> {
        self.0.get_key_value(key).map(entry)
    }

    /// Returns true if there is an entry with this key.
    pub fn contains_key(&self, key: &K) -> bool {
        self.0.contains_key(key)
    }
}

impl<K: Ord + Clone, V: Clone> SharedMap<K, V> {
    /// A value by its key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.0.get_mut(key).map(|value| &mut **value)
    }

    /// Changes the value with this key, if there is one.
    pub fn change(&mut self, key: &K, how: impl FnOnce(&mut V)) {
        if let Some(value) = self.get_mut(key) {
            how(value);
        }
    }

    /// The entries in the order of their keys, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (key, &mut **value))
    }

    /// The values in the order of their keys, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.values_mut().map(|value| &mut **value)
    }

    /// Adds an entry, in place of any with the same key.
    pub fn insert(&mut self, key: K, value: V) {
        self.0.insert(key, value.into());
    }
}

impl<K, V> Default for SharedMap<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new().into())
    }
}

impl<K: Ord, V> Index<&K> for SharedMap<K, V> {
    type Output = V;

    fn index(&self, key: &K) -> &V {
        &self.0[key]
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SharedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let shared = |(key, value)| (key, Shared::from(value));
        Self(entries.into_iter().map(shared).collect())
    }
}

impl<'a, K, V> IntoIterator for &'a SharedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Entries<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
