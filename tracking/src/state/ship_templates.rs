//! The learnt templates of a ship, which no picture changes.

use crate::background::table_background::TableBackground;
use crate::hull::pose::HullPose;
use crate::learn::fleet::{FleetError, LearntShip};
use crate::template::parallax::{DeckHeights, ViewAspect};
use crate::template::registration::Template;
use crate::template::sparse::SparseTemplate;
use calibration::TableCamera;
use std::borrow::Cow;

/// The sparse template keeps one coarse sample in this many.
const SKETCH_EVERY: usize = 3;

/// The templates of one ship.
#[derive(Debug, PartialEq)]
pub struct ShipTemplates {
    /// Height of their plane over the table, inches.
    pub height_in: f64,
    /// The view from which they were learnt.
    pub learnt: ViewAspect,
    /// The sparse template used for searching.
    pub sketch: SparseTemplate,
    coarse: Template,
    fine: Template,
    /// Heights of the superstructure, if the templates are corrected for parallax.
    relief: Option<DeckHeights>,
}

impl ShipTemplates {
    /// Prepares the templates of a learnt ship.
    ///
    /// # Errors
    /// When the stored templates are damaged.
    pub fn new(ship: &LearntShip, camera: &TableCamera) -> Result<Self, FleetError> {
        let (fine, coarse) = ship.looks()?;
        let length_in = ship.words.hull().length_in;
        let coarse = Template::new(&coarse, length_in, false);
        let sketch = coarse.sketch(SKETCH_EVERY);
        let learnt = ship.aspect.unwrap_or_else(|| ViewAspect::of(camera, None, ship.pose()));
        // Templates without a known view, and those of a tag, are not corrected for parallax.
        let relief = ship.aspect.and_then(|_| DeckHeights::of(&ship.words));
        let raised = |deck: Template| match &relief {
            Some(relief) => deck.raised(relief, &relief.view(learnt)),
            None => deck,
        };
        Ok(Self {
            height_in: ship.template_height_in(),
            learnt,
            sketch,
            fine: raised(Template::new(&fine, length_in, false)),
            coarse: raised(coarse),
            relief,
        })
    }

    /// The coarse template as learnt.
    pub fn coarse(&self) -> &Template {
        &self.coarse
    }

    /// The coarse template as the camera sees it when the ship lies near `pose`.
    pub fn coarse_at(&self, background: &TableBackground, pose: HullPose) -> Cow<'_, Template> {
        self.appears(&self.coarse, background, pose)
    }

    /// The full-resolution template as the camera sees it when the ship lies near `pose`.
    pub fn fine_at(&self, background: &TableBackground, pose: HullPose) -> Cow<'_, Template> {
        self.appears(&self.fine, background, pose)
    }

    fn appears<'d>(
        &self,
        deck: &'d Template,
        background: &TableBackground,
        pose: HullPose,
    ) -> Cow<'d, Template> {
        let Some(relief) = &self.relief else { return Cow::Borrowed(deck) };
        let view = relief.view(ViewAspect::of(&background.camera, background.lamp.as_ref(), pose));
        let (ahead, starboard) = self.learnt.lean;
        let more = (view.lean.0 - ahead as f32, view.lean.1 - starboard as f32);
        Cow::Owned(deck.seen(relief, &view, more))
    }
}
