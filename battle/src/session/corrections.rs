//! Corrections by hand: of the camera's readings, and of the terrain on the table.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::corrections::{ReadingCorrected, TerrainLaid};
use crate::record::events::DomainEvent;
use crate::session::battle::Battle;
use crate::table::picture::Picture;
use crate::view::LogLine;
use geometry::{Point, Terrain};

/// Corners closer than this are equal, inches; it allows for rounding in two frames of reference.
const SAME_CORNER_IN: f64 = 0.005;

/// Returns whether two pieces are equal except for rounding.
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
    /// Records a player's correction of a reading. Nothing is recorded for ships that are not in the battle, or once it
    /// is over.
    ///
    /// # Errors
    /// When it could not be stored; then nothing has changed.
    pub fn correct_reading(
        &mut self,
        correction: ReadingCorrected,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<Vec<LogLine>, BattleError> {
        // The places of a finished battle do not change.
        if self.situation().over {
            return Ok(Vec::new());
        }
        let known = B::ships(&self.situation().book);
        if correction.ships().into_iter().any(|ship| known.iter().all(|line| line.ship != *ship)) {
            return Ok(Vec::new());
        }
        self.append(vec![DomainEvent::Corrected(correction)], now, picture)
    }

    /// The number of events in the opening of the battle.
    pub(crate) fn opening_events(&self) -> usize {
        match self.situation().begun.opening_events as usize {
            // Old versions did not store the number: count up to the first event that no opening contains.
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

    /// The terrain at the beginning of the battle, from its scenario, in the present frame of reference.
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

    /// Takes the terrain on the table, by which lines of fire are ruled from now on. Nothing is recorded if it has not
    /// changed or the battle is over.
    ///
    /// # Errors
    /// When it could not be stored; then nothing has changed.
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
