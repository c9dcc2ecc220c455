//! Who stands there: ships named from the player's models before anybody has clicked.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{MusterProposalView, MusterShipView, Trouble};
use crate::table_session::LiveTable;
use crate::table_session::calibrate::calibrated::Bench;
use crate::table_session::observe::corrections::DECK_HEIGHT_IN;
use crate::table_session::table::Glance;
use calibration::TableCamera;
use geometry::{HullShape, Point, ShipId};
use opencv::core::Mat;
use tracking::{ModelLibrary, ModelProposal, recognise};

/// A model likelier than this is named; below it the players say who it is.
const NAMED: f64 = 0.5;
/// A bow likelier than this is no guess.
const BOW_SURE: f64 = 0.97;

impl LiveTable {
    /// Everything that stands on the newest picture, with the name of the model where it is known.
    ///
    /// # Errors
    /// No calibrated table, or a picture of another size.
    pub fn propose_muster(&self) -> Result<Vec<MusterProposalView>, Trouble> {
        let Glance { made_for, frame, bench: Bench { table, models, .. }, .. } = self.0.glance()?;
        let table = table.ok_or_else(|| {
            Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
        })?;
        let camera = table.camera();
        let mut found = recognise(&frame.image, None, &camera, table.size_in, &models)?;
        // Each model once: the place where it is likeliest has it.
        found.sort_by(|a, b| likeliest(b).total_cmp(&likeliest(a)));
        let mut taken: Vec<String> = Vec::new();
        let views = found.iter().filter_map(|proposal| {
            let model = proposal
                .names
                .iter()
                .find(|name| !taken.contains(&name.model))
                .filter(|name| name.probability > NAMED)
                .and_then(|name| models.models().iter().find(|model| model.id == name.model));
            taken.extend(model.map(|model| model.id.clone()));
            let name_of = |id: &ShipId| self.0.audience.name_and_side(id).0;
            let advice = alike(proposal, &models, &name_of);
            Some(MusterProposalView { advice, ..proposal_view(proposal, model, &camera, &name_of)? })
        });
        let views = views.collect();
        // They were looked for a while: what they lie over is another picture by now if the table is another.
        drop(self.0.table_of(made_for)?);
        Ok(views)
    }
}

/// Which two look too alike, by their printed names, and what to do.
fn alike(
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

fn likeliest(proposal: &ModelProposal) -> f64 {
    proposal.names.first().map_or(0.0, |name| name.probability)
}

fn proposal_view(
    proposal: &ModelProposal,
    model: Option<&tracking::Model>,
    camera: &TableCamera,
    name_of: &dyn Fn(&ShipId) -> String,
) -> Option<MusterProposalView> {
    let at =
        |point: Point| camera.pixel_from_table(point, DECK_HEIGHT_IN).map(|pixel| (pixel.x_px, pixel.y_px));
    let hull = model.map_or(
        HullShape { length_in: proposal.length_in, beam_in: proposal.beam_in, stack_ahead_in: 0.0 },
        |model| model.words().hull(),
    );
    let middle = hull.middle(proposal.pose);
    let end = |share: f64| at(middle.moved(proposal.pose.heading, share * hull.length_in));
    let (bow_px, stern_px) = (end(0.5)?, end(-0.5)?);
    let ship = model.map(|model| {
        let words = model.words();
        MusterShipView {
            id: words.id.to_string(),
            kind: words.kind.clone(),
            tag: words.tag.and_then(|tag| u32::try_from(tag).ok()),
            length_in: hull.length_in,
            beam_in: hull.beam_in,
            stack_height_in: words.stack_height_in(),
            stack_ahead_in: hull.stack_ahead_in,
            bow_px,
            stern_px,
        }
    });
    Some(MusterProposalView {
        name: model.map(|model| name_of(&model.words().id)).unwrap_or_default(),
        ship,
        probability: likeliest(proposal),
        bow_sure: proposal.bow > BOW_SURE,
        outline_px: proposal.outline.iter().filter_map(|&corner| at(corner)).collect(),
        bow_px,
        stern_px,
        length_in: hull.length_in,
        beam_in: hull.beam_in,
        advice: None,
    })
}

impl Bench {
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
    pub(in crate::table_session) fn recall_models(&mut self, folder: &AppFolder) -> Result<(), Trouble> {
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
