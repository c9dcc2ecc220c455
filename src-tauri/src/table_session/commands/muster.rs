//! Commands that muster ships: proposals by the looks of the player's models, then the muster from clicks.

use crate::ipc::messages::{MusterProposalView, MusterShipView, Trouble};
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::calibrate::models::alike;
use crate::table_session::calibrate::ship_outline::DECK_HEIGHT_IN;
use crate::table_session::session::table_session::{Glance, TableSession};
use crate::table_session::state::table_state::TableState;
use calibration::TableCamera;
use geometry::{HullShape, Point, ShipId};
use opencv::core::Mat;
use tracking::{FleetAnnotation, ModelProposal, recognise};

/// Probability from which a model is named; below it the players name it.
const NAMED: f64 = 0.5;
/// Probability from which a bow is certain.
const BOW_SURE: f64 = 0.97;

impl TableSession {
    /// Everything that stands on the newest picture, with the name of the model if it is recognised.
    ///
    /// # Errors
    /// When there is no calibrated table, or the picture has another size.
    pub fn propose_muster(&self) -> Result<Vec<MusterProposalView>, Trouble> {
        let Glance { frame, table: glanced_at } = self.glance()?;
        let CalibratedTable { table, models, .. } = glanced_at.calibrated.as_ref();
        let table = table.as_ref().ok_or_else(|| {
            Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
        })?;
        let camera = table.camera();
        let mut found = recognise(&frame.image, None, &camera, table.size_in, models)?;
        // Each model is proposed once, at the place where it is most probable.
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
            let name_of = |id: &ShipId| self.source.record.name_and_side(id).0;
            let advice = alike(proposal, models, &name_of);
            Some(MusterProposalView { advice, ..proposal_view(proposal, model, &camera, &name_of)? })
        });
        let views = views.collect();
        // The search takes a while, so the result is dropped if the table was changed meanwhile.
        self.take(glanced_at.epoch, |_| Ok(()))?;
        Ok(views)
    }

    /// Musters the ships on the newest picture, from clicks or from a file.
    ///
    /// # Errors
    /// When the muster fails.
    pub fn muster(
        &self,
        words: impl FnOnce(&CalibratedTable) -> Result<FleetAnnotation, Trouble>,
    ) -> Result<(), Trouble> {
        let work = |calibrated: &mut CalibratedTable, picture: &Mat| {
            let words = words(calibrated)?;
            calibrated.muster(picture, None, &words)?;
            calibrated.keep_models();
            calibrated.note_look_alikes(picture, &|ship| self.source.record.name_and_side(ship).0)
        };
        // The mustered positions take precedence over earlier ones.
        self.work_on_calibrated(work, TableState::forget_places)
    }
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
