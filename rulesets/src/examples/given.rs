//! What an example gives, and what of it was read: a key that nobody reads says something that is not played.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::cell::Cell;
use std::collections::BTreeMap;

/// A value that an example gives. It counts as read once it was taken as what it is.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Value")]
pub(crate) struct Given {
    holds: Holds,
    read: Cell<bool>,
}

#[derive(Debug, Clone)]
enum Holds {
    One(Value),
    List(Vec<Given>),
    Fields(BTreeMap<String, Given>),
}

impl From<Value> for Given {
    fn from(value: Value) -> Self {
        let holds = match value {
            Value::Array(items) => Holds::List(items.into_iter().map(Self::from).collect()),
            Value::Object(fields) => {
                Holds::Fields(fields.into_iter().map(|(key, value)| (key, Self::from(value))).collect())
            }
            one => Holds::One(one),
        };
        Self { holds, read: Cell::new(false) }
    }
}

impl Default for Given {
    /// Nothing is said.
    fn default() -> Self {
        Self::from(Value::Object(Map::new()))
    }
}

impl Given {
    /// What is given under a key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match &self.holds {
            Holds::Fields(fields) => fields.get(key),
            Holds::One(_) | Holds::List(_) => None,
        }
    }

    /// What is given under one key within another.
    pub(super) fn within(&self, outer: &str, key: &str) -> Option<&Self> {
        self.get(outer)?.get(key)
    }

    /// The number under a key.
    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.as_number()
    }

    /// The count under a key: a whole number, not below 0.
    pub(super) fn count(&self, key: &str) -> Option<u64> {
        self.get(key)?.as_count()
    }

    /// The word under a key.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// Yes or no under a key.
    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.get(key)?.as_flag()
    }

    /// Whether a key is given, whatever it says.
    pub(super) fn names(&self, key: &str) -> bool {
        let given = self.get(key);
        given.into_iter().for_each(Self::read_whole);
        given.is_some()
    }

    /// The items of the list under a key.
    pub(super) fn items(&self, key: &str) -> Option<&[Self]> {
        match self.get(key) {
            Some(Self { holds: Holds::List(items), read }) => {
                read.set(true);
                Some(items)
            }
            _ => None,
        }
    }

    /// The items of a list that can't be left out.
    ///
    /// # Errors
    /// Names the list that is missing.
    pub(super) fn must_list(&self, key: &str) -> Result<&[Self], String> {
        self.items(key).ok_or_else(|| format!("it has no {key}"))
    }

    /// All that is given under a key, as a type of the book's; a missing key is read as `null`.
    ///
    /// # Errors
    /// Why it is no such thing.
    pub(super) fn whole<T: DeserializeOwned>(&self, key: &str) -> Result<T, String> {
        let value = self.get(key).map_or(Value::Null, Self::value);
        let read = serde_json::from_value(value).map_err(|error| format!("{key} can't be read: {error}"))?;
        self.names(key);
        Ok(read)
    }

    /// It as a number.
    pub(super) fn as_number(&self) -> Option<f64> {
        self.taken(Value::as_f64)
    }

    /// It as a count.
    pub(super) fn as_count(&self) -> Option<u64> {
        self.taken(Value::as_u64)
    }

    /// It as a word.
    pub(super) fn as_text(&self) -> Option<&str> {
        self.taken(Value::as_str)
    }

    /// It as yes or no.
    pub(super) fn as_flag(&self) -> Option<bool> {
        self.taken(Value::as_bool)
    }

    fn taken<'a, T>(&'a self, of: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let Holds::One(value) = &self.holds else { return None };
        let taken = of(value)?;
        self.read.set(true);
        Some(taken)
    }

    /// It as it was given.
    fn value(&self) -> Value {
        match &self.holds {
            Holds::One(value) => value.clone(),
            Holds::List(items) => items.iter().map(Self::value).collect(),
            Holds::Fields(fields) => {
                fields.iter().map(|(key, given)| (key.clone(), given.value())).collect::<Map<_, _>>().into()
            }
        }
    }

    /// It was read with all that it holds.
    fn read_whole(&self) {
        self.read.set(true);
        match &self.holds {
            Holds::One(_) => {}
            Holds::List(items) => items.iter().for_each(Self::read_whole),
            Holds::Fields(fields) => fields.values().for_each(Self::read_whole),
        }
    }

    /// The first key that nobody has read, as its way from the outside in (`.cases[0].kind`); none where all were.
    pub(super) fn unread(&self) -> Option<String> {
        let below = |name: String, given: &Self| given.unread().map(|below| name + &below);
        match &self.holds {
            Holds::List(items) if !items.is_empty() => {
                items.iter().enumerate().find_map(|(at, given)| below(format!("[{at}]"), given))
            }
            Holds::Fields(fields) => fields.iter().find_map(|(key, given)| below(format!(".{key}"), given)),
            Holds::One(_) | Holds::List(_) => (!self.read.get()).then(String::new),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_nobody_has_read_is_named_with_its_way() {
        let given = Given::from(json!({
            "range_in": 6, "target": {"armour": 9, "on_fire": "yes"}, "cases": [{"step": 4}, {"step": 5}], "seen": [],
        }));
        assert_eq!(given.unread().as_deref(), Some(".cases[0].step"));
        for case in given.must_list("cases").unwrap() {
            assert!(case.count("step").is_some());
        }
        assert_eq!(
            (given.number("range_in"), given.within("target", "armour").unwrap().as_count()),
            (Some(6.0), Some(9))
        );
        assert_eq!(given.unread().as_deref(), Some(".seen"));
        assert_eq!(given.items("seen").map(<[_]>::len), Some(0));
        // What is not what it should be is not read.
        assert_eq!(given.get("target").unwrap().flag("on_fire"), None);
        assert_eq!(given.unread().as_deref(), Some(".target.on_fire"));
        assert!(given.names("target"));
        assert_eq!(given.unread(), None);
    }
}
