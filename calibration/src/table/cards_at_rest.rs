//! Are the corner cards at rest: all four found, none twice, none moved for a while?

use crate::camera::model::Pixel;
use crate::detect::cards::{FoundCard, TableCorner};
use std::time::Duration;

/// Watches cards while they are placed. It needs no clock: frames and times are passed in.
#[derive(Debug, Default)]
pub struct CardsAtRest {
    /// The cards as they lay when they came to rest.
    rested: Option<(Duration, Vec<FoundCard>)>,
}

/// State of the corner cards.
#[derive(Debug, Clone, PartialEq)]
pub enum CardsState {
    /// These are not seen.
    Missing(Vec<TableCorner>),
    /// This one is seen twice.
    Twice(TableCorner),
    /// All are there; the share of the required time that they have been at rest.
    Settling(f64),
    /// All are at rest.
    AtRest,
}

/// How long the cards must not move.
const REST: Duration = Duration::from_millis(900);
/// A corner that moves less than this is at rest, as a share of a card's side in the picture; noise is a tenth of it.
const STILL_SHARE: f64 = 0.02;

impl CardsAtRest {
    /// Evaluates the cards of a frame; the time may count from any instant.
    pub fn look(&mut self, found: &[FoundCard], now: Duration) -> CardsState {
        let count = |corner: TableCorner| found.iter().filter(|card| card.corner == corner).count();
        let missing: Vec<_> = TableCorner::ALL.into_iter().filter(|corner| count(*corner) == 0).collect();
        if !missing.is_empty() {
            self.rested = None;
            return CardsState::Missing(missing);
        }
        if let Some(twice) = TableCorner::ALL.into_iter().find(|corner| count(*corner) > 1) {
            self.rested = None;
            return CardsState::Twice(twice);
        }
        match &self.rested {
            Some((since, rested)) if rested.iter().zip(found).all(|(before, card)| lies(before, card)) => {
                let share = now.saturating_sub(*since).as_secs_f64() / REST.as_secs_f64();
                if share >= 1.0 { CardsState::AtRest } else { CardsState::Settling(share) }
            }
            _ => {
                self.rested = Some((now, found.to_vec()));
                CardsState::Settling(0.0)
            }
        }
    }
}

impl CardsState {
    /// The instruction for the players.
    pub fn sentence(&self) -> String {
        match self {
            Self::Missing(missing) => {
                let names: Vec<_> = missing.iter().map(|corner| corner.name()).collect();
                let found = TableCorner::ALL.len() - missing.len();
                match names.as_slice() {
                    [only] => format!("{found} of 4 cards found: lay the {only} card, or uncover it"),
                    [others @ .., last] if found > 0 => {
                        format!("{found} of 4 cards found: lay the {} and {last} cards", others.join(", "))
                    }
                    _ => "No card is found yet: lay the four cards face up, in full view of the camera"
                        .to_owned(),
                }
            }
            Self::Twice(corner) => {
                format!(
                    "The {} card is seen twice: take the one away that does not belong there",
                    corner.name()
                )
            }
            Self::Settling(_) => "All four cards are found: leave them still".to_owned(),
            Self::AtRest => "All four cards lie still".to_owned(),
        }
    }
}

fn lies(before: &FoundCard, card: &FoundCard) -> bool {
    let side_px = before.corners_px[0].distance_px(before.corners_px[1]);
    let moved = |(was, is): (&Pixel, &Pixel)| was.distance_px(*is);
    let most = before.corners_px.iter().zip(&card.corners_px).map(moved).fold(0.0, f64::max);
    before.corner == card.corner && most < STILL_SHARE * side_px
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(corner: TableCorner, x_px: f64) -> FoundCard {
        let at = |dx: f64, dy: f64| Pixel::new(x_px + dx, 100.0 + dy);
        FoundCard { corner, corners_px: [at(0.0, 0.0), at(40.0, 0.0), at(40.0, 40.0), at(0.0, 40.0)] }
    }

    fn cards(shift_px: f64) -> Vec<FoundCard> {
        TableCorner::ALL.map(|corner| card(corner, 200.0 * f64::from(corner.id()) + shift_px)).to_vec()
    }

    #[test]
    fn all_four_must_be_found_and_lie_still_for_a_while() {
        let at = Duration::from_millis;
        let mut rest = CardsAtRest::default();
        let three = rest.look(&cards(0.0)[..3], at(0));
        assert_eq!(three.sentence(), "3 of 4 cards found: lay the north-west card, or uncover it");
        assert_eq!(rest.look(&cards(0.0), at(100)), CardsState::Settling(0.0));
        assert!(matches!(rest.look(&cards(0.3), at(600)), CardsState::Settling(share) if share > 0.5));
        assert_eq!(rest.look(&cards(3.0), at(900)), CardsState::Settling(0.0), "one was pushed");
        assert!(matches!(rest.look(&cards(3.0), at(1_500)), CardsState::Settling(_)));
        assert_eq!(rest.look(&cards(3.2), at(1_850)), CardsState::AtRest);
        let mut twice = cards(3.0);
        twice.push(card(TableCorner::SouthEast, 900.0));
        twice.sort_by_key(|card| card.corner);
        assert_eq!(rest.look(&twice, at(1_900)), CardsState::Twice(TableCorner::SouthEast));
        assert!(rest.look(&[], at(2_000)).sentence().starts_with("No card is found yet"));
        let two = rest.look(&cards(0.0)[1..3], at(2_100)).sentence();
        assert_eq!(two, "2 of 4 cards found: lay the south-west and north-west cards");
    }
}
