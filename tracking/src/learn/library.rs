//! The player's library of models, recognised by appearance from one evening to the next.
//!
//! A model is a physical piece; a ship is a name in a battle. Any model of a class may play any ship of that
//! class.

use crate::learn::fleet::{FleetError, LearntShip};
use crate::learn::model_appearance::ModelAppearance;
use crate::template::stack_colours::StackColours;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// The version of the library's format.
const FORMAT: u32 = 1;

/// One of the player's models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// The player's name for it: "the second casemate", "no. 14".
    pub id: String,
    /// Its class: any model of a class may play any ship of it.
    pub class: String,
    /// The ships it is reserved for; empty: any of its class.
    #[serde(default)]
    pub plays: Vec<ShipId>,
    pub(crate) looks: ModelAppearance,
    #[serde(default)]
    pub(crate) stack: StackColours,
}

/// All models of a player, as plain data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelLibrary {
    format: u32,
    pub(crate) models: Vec<Model>,
}

impl Default for ModelLibrary {
    fn default() -> Self {
        Self { format: FORMAT, models: Vec::new() }
    }
}

impl Model {
    /// Its annotation: dimensions and kind.
    pub fn words(&self) -> &crate::hull::annotation::ShipAnnotation {
        &self.looks.words
    }

    /// True if it may play this ship of the class `class`.
    pub fn may_play(&self, ship: &ShipId, class: &str) -> bool {
        self.plays.contains(ship) || (self.plays.is_empty() && self.class == class)
    }
}

impl ModelLibrary {
    /// Reads and checks a stored library.
    ///
    /// # Errors
    /// When the file is damaged or a newer program wrote it; the text is one sentence for the player.
    pub fn from_json(text: &str) -> Result<Self, FleetError> {
        let library: Self = serde_json::from_str(text).map_err(|e| FleetError::Shape(e.to_string()))?;
        if library.format > FORMAT {
            return Err(FleetError::Newer(library.format));
        }
        library.models.iter().try_for_each(|model| model.looks.check())?;
        Ok(library)
    }

    /// The library as text.
    ///
    /// # Errors
    /// When a number cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, FleetError> {
        serde_json::to_string(self).map_err(|e| FleetError::Shape(e.to_string()))
    }

    /// The models.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// Stores the appearance of a learnt ship's model under an id, replacing an earlier one. Returns `false`
    /// if its deck is not known because only its tag was learnt.
    pub fn keep(&mut self, id: &str, class: &str, plays: Vec<ShipId>, ship: &LearntShip) -> bool {
        let Some(looks) = ship.model.clone() else { return false };
        self.forget(id);
        let (id, class) = (id.to_owned(), class.to_owned());
        self.models.push(Model { id, class, plays, looks, stack: ship.stack.clone() });
        true
    }

    /// Removes a model.
    pub fn forget(&mut self, id: &str) {
        self.models.retain(|model| model.id != id);
    }
}
