//! One example on its way through a book: its state, the facts of the table, the dice that are left, and what was found.

use crate::core::{AppDice, Book, Die, Halt, Scripted};
use crate::examples::{GivenDie, Played};
use serde_json::{Map, Value, json};

/// An example on its way; `more` is what one book's examples need besides.
pub(super) struct Run<'a, B: Book, M> {
    pub(super) book: &'a B,
    pub(super) state: B::State,
    pub(super) facts: Scripted,
    pub(super) dice: Vec<GivenDie>,
    pub(super) found: Map<String, Value>,
    pub(super) more: M,
}

impl<'a, B: Book, M> Run<'a, B, M> {
    pub(super) fn new(book: &'a B, dice: Vec<GivenDie>, more: M) -> Self {
        let (state, facts, found) = (B::State::default(), Scripted::default(), Map::new());
        Self { book, state, facts, dice, found, more }
    }

    /// What a decision would bring.
    pub(super) fn may(&self, decision: &B::Decision) -> Result<Vec<B::Event>, Halt> {
        self.book.decide(&self.state, decision, &self.facts, &mut AppDice::new(0, &[]))
    }

    /// The events of a decision; `note` sees each of them once it is applied.
    pub(super) fn carry_out(
        &mut self,
        decision: &B::Decision,
        mut note: impl FnMut(&mut Self, &B::Event),
    ) -> Result<Vec<B::Event>, String> {
        let events = self.may(decision).map_err(|halt| format!("the book says: {halt}"))?;
        for event in &events {
            self.state = B::apply(std::mem::take(&mut self.state), event);
            note(self, event);
        }
        Ok(events)
    }

    /// Takes the first die with such a purpose, which must be this one; none if there is none.
    pub(super) fn take_face(
        &mut self,
        die: Die,
        is_for: impl Fn(&str) -> bool,
    ) -> Result<Option<u8>, String> {
        let Some(at) = self.dice.iter().position(|given| is_for(&given.purpose)) else { return Ok(None) };
        let given = self.dice.remove(at);
        if given.die.is_some_and(|other| other != die) {
            return Err(format!("{} is thrown with another die than the example's", given.purpose));
        }
        face_of(&given).map(Some)
    }

    pub(super) fn put(&mut self, key: &str, value: Value) {
        self.found.insert(key.to_owned(), value);
    }

    pub(super) fn add(&mut self, key: &str, more: u32) {
        let so_far = self.found.get(key).and_then(Value::as_u64).unwrap_or(0);
        self.put(key, json!(so_far + u64::from(more)));
    }

    /// What was found, if every die of the example was thrown.
    pub(super) fn finish(self) -> Played {
        match self.dice.first() {
            Some(die) => Err(format!("the book does not ask for the die “{}”", die.purpose)),
            None => Ok(self.found),
        }
    }
}

/// The face that a die shows.
pub(super) fn face_of(die: &GivenDie) -> Result<u8, String> {
    let face = die.value.as_u64().and_then(|face| u8::try_from(face).ok());
    face.ok_or_else(|| format!("the die “{}” shows no number", die.purpose))
}
