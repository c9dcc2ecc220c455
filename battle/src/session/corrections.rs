//! Corrections by hand: readings of the camera, and the terrain that lies on the table.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::corrections::{ReadingCorrected, TerrainLaid};
use crate::record::events::DomainEvent;
use crate::session::battle::Battle;
use crate::table::picture::Picture;
use crate::view::LogLine;
use geometry::{Point, Terrain};

/// Corners that agree within this are one: what was rounded in one frame of reference is rounded in another one, inches.
const SAME_CORNER_IN: f64 = 0.005;

/// Does a piece lie as it lay, but for rounding?
fn is_same_piece(one: &Terrain, other: &Terrain) -> bool {
    let near = |(one, other): (&Point, &Point)| one.distance_in(*other) <= SAME_CORNER_IN;
    let without_outline =
        |piece: &Terrain| Terrain { outline: Vec::new(), outline_sigma_in: 0.0, ..piece.clone() };
    one.outline.len() == other.outline.len()
        && one.outline.iter().zip(&other.outline).all(near)
        && (one.outline_sigma_in - other.outline_sigma_in).abs() <= SAME_CORNER_IN
        && without_outline(one) == without_outline(other)
}

impl<B: BookAdapter> Battle<B> {
    /// Records that a player corrected a reading. Nothing is recorded for models of ships that are not in the
    /// battle, or once it is over.
    ///
    /// # Errors
    /// Where it could not be kept; then nothing has changed.
    pub fn correct_reading(
        &mut self,
        correction: ReadingCorrected,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        // The places of a finished battle are those it ended with.
        if self.situation().over {
            return Ok(Vec::new());
        }
        let known = B::ships(&self.situation().book);
        if correction.ships().into_iter().any(|ship| known.iter().all(|line| line.ship != *ship)) {
            return Ok(Vec::new());
        }
        self.append(vec![DomainEvent::Corrected(correction)], now, picture)
    }

    /// How many events the battle began with.
    pub(crate) fn opening_events(&self) -> usize {
        match self.situation().begun.opening_events as usize {
            // Nobody counted them: until something came that no battle begins with.
            0 => {
                let opens = |domain_event: &_| {
                    matches!(
                        domain_event,
                        DomainEvent::Begun(_)
                            | DomainEvent::Book(_)
                            | DomainEvent::SetDown(_)
                            | DomainEvent::Terrain(_)
                    )
                };
                self.entries().iter().take_while(|entry| opens(&entry.event)).count()
            }
            counted => counted,
        }
    }

    /// What lay on the table when the battle was begun: its scenario's terrain, in the frame of reference now in force.
    pub fn terrain_at_first(&self) -> Vec<Terrain> {
        let mut opening = self.entries().iter().take(self.opening_events()).map(|entry| &entry.event);
        let laid = opening.find_map(|domain_event| match domain_event {
            DomainEvent::Terrain(laid) => Some(laid.pieces.clone()),
            _ => None,
        });
        let changes = self.timeline.frames_changed(0..self.entries().len());
        changes.fold(laid.unwrap_or_default(), |pieces, changed| {
            let there: Vec<Terrain> = pieces.iter().map(|piece| changed.change.terrain(piece)).collect();
            TerrainLaid::of(&there).pieces
        })
    }

    /// Takes the pieces of terrain that lie on the table: lines of fire are ruled on them from now on. Nothing is kept
    /// where they lie as they lay, or the battle is over.
    ///
    /// # Errors
    /// Where it could not be kept; then they lie as they lay.
    pub fn lay_terrain(
        &mut self,
        pieces: &[Terrain],
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        let laid = TerrainLaid::of(pieces);
        let lies = &self.situation().terrain;
        let as_before = laid.pieces.len() == lies.len()
            && laid.pieces.iter().zip(lies).all(|(one, other)| is_same_piece(one, other));
        if as_before || self.situation().over {
            return Ok(Vec::new());
        }
        self.append(vec![DomainEvent::Terrain(laid)], now, picture)
    }
}
