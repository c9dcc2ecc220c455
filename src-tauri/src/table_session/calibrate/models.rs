//! The player's models: the appearance of mustered ships, saved between sessions.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use geometry::ShipId;
use opencv::core::Mat;
use tracking::{ModelLibrary, ModelProposal, recognise};

/// Which two models look too similar, by their printed names, and what to do.
pub fn alike(
    proposal: &ModelProposal,
    models: &ModelLibrary,
    name_of: &dyn Fn(&ShipId) -> String,
) -> Option<String> {
    let advice = proposal.advice.as_ref()?;
    // The tracker knows models only by their ids.
    Some(proposal.names.iter().take(2).fold(advice.clone(), |sentence, name| {
        let model = models.models().iter().find(|model| model.id == name.model);
        match model.map(|model| name_of(&model.words().id)) {
            Some(printed) => sentence.replacen(&name.model, &printed, 1),
            None => sentence,
        }
    }))
}

impl CalibratedTable {
    /// Notes which of the ships mustered on this picture look too similar, with the given names.
    ///
    /// # Errors
    /// When the picture has another size than the table's.
    pub fn note_look_alikes(
        &mut self,
        picture: &Mat,
        name_of: &dyn Fn(&ShipId) -> String,
    ) -> Result<(), Trouble> {
        let (Some(fleet), Some(table)) = (&self.fleet, &self.table) else { return Ok(()) };
        let mut models = ModelLibrary::default();
        for ship in &fleet.ships {
            models.keep(ship.words.id.as_str(), &ship.words.kind, Vec::new(), ship);
        }
        let found = recognise(picture, None, &table.camera(), table.size_in, &models)?;
        let mut sentences: Vec<String> =
            found.iter().filter_map(|proposal| alike(proposal, &models, name_of)).collect();
        sentences.sort();
        sentences.dedup();
        // Both ships of a pair report it; it is listed once.
        let pair = |sentence: &String| {
            let mut words: Vec<String> = sentence.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        sentences.dedup_by_key(|sentence| pair(sentence));
        self.look_alike = sentences;
        Ok(())
    }

    /// Reads the saved models.
    pub fn recall_models(&mut self, folder: &AppFolder) -> Result<(), Trouble> {
        let path = folder.models();
        if path.exists() {
            let text = crate::files::read::read_text(&path)?;
            self.models = ModelLibrary::from_json(&text)
                .map_err(|error| Trouble::new(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }

    /// Saves the appearance of the mustered ships as the player's models.
    pub fn keep_models(&mut self) {
        let Some(fleet) = &self.fleet else { return };
        for ship in &fleet.ships {
            // Any model of a class may represent any ship of the class.
            self.models.keep(ship.words.id.as_str(), &ship.words.kind, Vec::new(), ship);
        }
    }
}
