//! What the app's dice follow from, besides a battle's seed and the roll itself.

use crate::error::BattleError;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How the faces of the app's dice follow from where a battle stands. It belongs to the battle: one that was begun under an
/// older key keeps it, so that dice still to be thrown fall as they would have fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceKey {
    /// The book's state, serialised. Battles begun before there were other keys: for their sake no field of a state may be
    /// renamed or moved (a golden test holds that).
    #[default]
    State,
    /// How many of the book's events stand: nothing that depends on how a state is laid out. Taking a decision back and making
    /// it again gives the same faces, as does any other decision in its place that asks for the same roll.
    Events,
}

impl DiceKey {
    /// What new battles begin with.
    pub(crate) const NEWEST: Self = Self::Events;

    /// For serde: battles begun before the key had a name of its own say nothing of it.
    pub(crate) fn is_of_the_state(&self) -> bool {
        *self == Self::State
    }

    /// The key's bytes where so many of the book's events stand, which lead to that state.
    ///
    /// # Errors
    /// The state can't be written down.
    pub(crate) fn bytes<'s, S: Serialize + Clone + 's>(
        self,
        events_that_stand: usize,
        state: impl FnOnce() -> Cow<'s, S>,
    ) -> Result<Vec<u8>, BattleError> {
        match self {
            Self::State => serde_json::to_vec(state().as_ref())
                .map_err(|error| BattleError::Unwritable { detail: error.to_string() }),
            Self::Events => Ok((events_that_stand as u64).to_le_bytes().to_vec()),
        }
    }
}
