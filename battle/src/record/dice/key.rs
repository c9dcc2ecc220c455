//! The key from which the app's dice are computed, besides the battle's seed and the roll.

use crate::error::BattleError;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Selects how the app's dice are computed from the state of a battle. It is stored with the battle: a battle begun
/// with an older key keeps it, so that its later dice do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceKey {
    /// The book's state, serialised: for battles from before the key existed. For their sake no field of a state may be
    /// renamed or moved (checked by a golden test).
    #[default]
    State,
    /// The number of the book's events that stand, which does not depend on how a state is stored. A decision that is
    /// taken back and made again gets the same dice, and so does any other decision that asks for the same roll.
    Events,
}

impl DiceKey {
    /// The key of new battles.
    pub(crate) const NEWEST: Self = Self::Events;

    /// For serde: battles from before the key existed do not store it.
    pub(crate) fn is_of_the_state(&self) -> bool {
        *self == Self::State
    }

    /// The bytes of the key for this number of book events, which lead to this state.
    ///
    /// # Errors
    /// When the state can't be serialised.
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
