//! Searches the picture for the shore. A search may take seconds; its result is applied to the shore as it is then.

use crate::ipc::messages::Trouble;
use crate::ipc::shore::ShoreAsk;
use crate::table_session::shore::pieces::{Shore, is_nearly};
use calibration::{Pixel, TableCamera};
use geometry::{HullShape, Observation, Point, ShipId};
use opencv::core::Mat;
use std::collections::BTreeMap;
use tracking::shore::{OutlineProposal, Relief, Review, StoredPiece, Survey};

/// How much a ship's outline is enlarged, inches, because its height hides more of the table than its outline.
const SHIP_MARGIN_IN: f64 = 0.5;

/// What a search uses of the table.
pub struct Sight<'a> {
    /// The newest picture.
    pub picture: &'a Mat,
    /// The camera that took it.
    pub camera: TableCamera,
    /// The table's sides, inches.
    pub size_in: (f64, f64),
    /// The outlines of the areas that ships hide.
    pub ships: Vec<Vec<Point>>,
}

/// The result of a search, for the shore as it was at its start.
pub enum Found {
    /// Nothing was searched for.
    Nothing,
    /// Proposals, with the outlines that were known at the start.
    Pieces { all: Vec<OutlineProposal>, known: Vec<Vec<Point>>, height_in: f64 },
    /// The piece that was clicked on.
    Piece { proposal: OutlineProposal, height_in: f64 },
    /// The checks of pieces, with the pieces as they were at the start.
    Reviews { reviews: Vec<Review>, laid: Vec<StoredPiece> },
}

impl Sight<'_> {
    fn survey(&self) -> Result<Survey, Trouble> {
        Ok(Survey::new(self.picture, &self.camera, self.size_in, None)?.without(&self.ships)?)
    }
}

/// The outlines of the areas that ships hide.
pub fn hidden_by_ships(hulls: &BTreeMap<ShipId, HullShape>, seen: &[Observation]) -> Vec<Vec<Point>> {
    seen.iter().filter_map(|seen| Some(hulls.get(&seen.ship).map(widened)?.outline(seen.pose))).collect()
}

fn widened(hull: &HullShape) -> HullShape {
    HullShape {
        length_in: hull.length_in + SHIP_MARGIN_IN,
        beam_in: hull.beam_in + SHIP_MARGIN_IN,
        stack_ahead_in: hull.stack_ahead_in,
    }
}

impl Shore {
    /// Searches the picture for what is asked; may take seconds.
    ///
    /// # Errors
    /// When nothing can be found there.
    pub fn find(&self, ask: &ShoreAsk, sight: &Sight<'_>) -> Result<Found, Trouble> {
        Ok(match ask {
            ShoreAsk::ProposeAll { height_in } => Found::Pieces {
                all: sight.survey()?.all_pieces(Relief::upright(*height_in))?,
                known: self.pieces.iter().map(|piece| piece.terrain.outline.clone()).collect(),
                height_in: *height_in,
            },
            ShoreAsk::ProposeAt { at_px: (x, y), height_in } => Found::Piece {
                proposal: sight.survey()?.piece_at(Pixel::new(*x, *y), Relief::upright(*height_in))?,
                height_in: *height_in,
            },
            ShoreAsk::Review => self.review(&sight.survey()?)?,
            _ => Found::Nothing,
        })
    }

    /// Applies the result of a search.
    ///
    /// # Errors
    /// When nothing new was found.
    pub fn take(&mut self, found: Found) -> Result<(), Trouble> {
        match found {
            Found::Nothing => {}
            Found::Pieces { all, known, height_in } => {
                // Leaves out what was known at the start and what is known now: a piece removed during the search was
                // known at the start and stays removed.
                let is_known = |outline: &[Point]| {
                    self.knows(outline) || known.iter().any(|known| is_nearly(known, outline))
                };
                let fresh: Vec<OutlineProposal> =
                    all.into_iter().filter(|proposal| !is_known(&proposal.outline)).collect();
                if fresh.is_empty() {
                    return Err(Trouble::new(
                        "Nothing else on the table has a colour of its own: click inside a piece, or trace it.",
                    ));
                }
                fresh.into_iter().for_each(|proposal| self.propose(proposal, height_in));
            }
            Found::Piece { proposal, height_in } => self.propose(proposal, height_in),
            Found::Reviews { reviews, laid } => self.take_reviews(&reviews, &laid),
        }
        Ok(())
    }

    fn review(&self, survey: &Survey) -> Result<Found, Trouble> {
        let laid: Vec<StoredPiece> = self
            .taken()
            .filter_map(|piece| {
                Some(StoredPiece { terrain: piece.terrain.clone(), slope: 0.0, look: piece.look? })
            })
            .collect();
        Ok(Found::Reviews { reviews: survey.review(&laid)?, laid })
    }

    /// Stores the checks of the pieces, except for pieces that were changed during the search.
    fn take_reviews(&mut self, reviews: &[Review], laid: &[StoredPiece]) {
        for piece in &mut self.pieces {
            let looked_for = laid.iter().any(|looked_for| {
                looked_for.terrain.id == piece.terrain.id
                    && looked_for.terrain.outline == piece.terrain.outline
            });
            let review = reviews.iter().find(|review| review.id == piece.terrain.id);
            piece.news = review.filter(|_| looked_for).cloned();
        }
    }
}
