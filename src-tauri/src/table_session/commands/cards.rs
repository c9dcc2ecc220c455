//! Commands about the corner cards before calibration, and about the quality of the picture.

use crate::ipc::messages::{CardFoundView, Trouble};
use crate::ipc::table::{CardsView, CareView};
use crate::table_session::calibrate::ship_outline::pair;
use crate::table_session::session::table_session::{Glance, TableSession};
use crate::table_session::source::choices::first_picture;
use calibration::{CardsState, FoundCard, ImageQuality, TableCorner, find_cards};

impl TableSession {
    /// The corner cards in the newest picture, and whether they lie still.
    ///
    /// # Errors
    /// When there is no picture, or the table was changed meanwhile.
    pub fn cards(&self) -> Result<CardsView, Trouble> {
        let made_for = self.now().epoch;
        let Glance { frame, .. } = self.glance()?;
        let found = find_cards(&frame.image)?;
        let cards = TableCorner::ALL.into_iter().map(|corner| card_view(corner, &found)).collect();
        let laid = self.take(made_for, move |table| Ok(table.look_at_cards(&found)))?;
        Ok(CardsView {
            cards,
            sentence: laid.sentence(),
            settled: match &laid {
                CardsState::AtRest => 1.0,
                CardsState::Settling(share) => *share,
                CardsState::Missing(_) | CardsState::Twice(_) => 0.0,
            },
            at_rest: laid == CardsState::AtRest,
        })
    }

    /// Checks whether the newest picture is good enough to measure in.
    ///
    /// # Errors
    /// When there is no picture.
    pub fn care(&self) -> Result<CareView, Trouble> {
        let care = ImageQuality::of(&first_picture(&self.source.frames)?.image)?;
        Ok(CareView {
            sharp: care.is_sharp(),
            glare: care.glare.is_some(),
            well_lit: care.is_well_lit(),
            even: care.is_even(),
            advice: care.advice(),
        })
    }
}

fn card_view(corner: TableCorner, found: &[FoundCard]) -> CardFoundView {
    let card = found.iter().find(|card| card.corner == corner);
    CardFoundView {
        id: corner.id(),
        corner: corner.name().to_owned(),
        corners_px: card
            .map(|card| card.corners_px.iter().map(|pixel| pair(*pixel)).collect())
            .unwrap_or_default(),
        found: card.is_some(),
    }
}
