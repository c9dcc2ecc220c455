//! The player's models: what the mustered ships look like, kept from evening to evening.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use geometry::ShipId;
use opencv::core::Mat;
use tracking::{ModelLibrary, ModelProposal, recognise};

/// Which two look too alike, by their printed names, and what to do.
pub fn alike(
    proposal: &ModelProposal,
    models: &ModelLibrary,
    name_of: &dyn Fn(&ShipId) -> String,
) -> Option<String> {
    let advice = proposal.advice.as_ref()?;
    // The tracker knows models by their ids only.
    Some(proposal.names.iter().take(2).fold(advice.clone(), |sentence, name| {
        let model = models.models().iter().find(|model| model.id == name.model);
        match model.map(|model| name_of(&model.words().id)) {
            Some(printed) => sentence.replacen(&name.model, &printed, 1),
            None => sentence,
        }
    }))
}

impl CalibratedTable {
    /// Notes which of the ships mustered on this picture look too alike to be told apart, by these names of theirs.
    ///
    /// # Errors
    /// A picture of another size.
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
        // Each of the two says so: once is enough.
        let pair = |sentence: &String| {
            let mut words: Vec<String> = sentence.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        sentences.dedup_by_key(|sentence| pair(sentence));
        self.look_alike = sentences;
        Ok(())
    }

    /// The player's models, as kept.
    pub fn recall_models(&mut self, folder: &AppFolder) -> Result<(), Trouble> {
        let path = folder.models();
        if path.exists() {
            let text = crate::files::read::read_text(&path)?;
            self.models = ModelLibrary::from_json(&text)
                .map_err(|error| Trouble::new(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }

    /// Keeps what the mustered ships look like with the player's models.
    pub fn keep_models(&mut self) {
        let Some(fleet) = &self.fleet else { return };
        for ship in &fleet.ships {
            // Any model of a class may play any sister.
            self.models.keep(ship.words.id.as_str(), &ship.words.kind, Vec::new(), ship);
        }
    }
}
