//! Whether hits sink a ship whichever boxes its owner checks off: computes the smallest number of draft boxes that must
//! be lost.

use crate::gunboat::state::card::SectionKind;
use crate::gunboat::state::due::{HitsDue, Into};
use crate::gunboat::state::ship::ShipState;

/// Numbers of hits by the section that they must go into.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::gunboat) struct Toll {
    /// Hits in draft boxes, prescribed by a chart or chosen by the firer.
    draft: u32,
    /// Groups of hits in draft or guns, as the owner chooses (GUN-AMB-15).
    draft_or_guns: Vec<u32>,
    /// Hits in the stack, prescribed by a chart.
    stack: u32,
    /// All other hits. Hits without room in their section go into another one (GUN-38).
    others: u32,
}

impl Toll {
    /// The numbers for the hits of one entry.
    pub(in crate::gunboat) fn of(due: &HitsDue) -> Self {
        let mut toll = Self::default();
        for demand in &due.demands {
            let hits = u32::from(demand.hits);
            match &demand.into {
                Into::OneOf(kinds) if !kinds.contains(&SectionKind::Draft) => {
                    let stack = *kinds == [SectionKind::Stack];
                    *(if stack { &mut toll.stack } else { &mut toll.others }) += hits;
                }
                // The firer chooses the most harmful section.
                Into::OneOf(kinds) if kinds.len() == 1 || due.chooser.is_some() => toll.draft += hits,
                Into::OneOf(_) => toll.draft_or_guns.push(hits),
                Into::Any => toll.others += hits,
            }
        }
        toll
    }

    /// The sum of both.
    pub(in crate::gunboat) fn with(&self, other: &Self) -> Self {
        let mut draft_or_guns: Vec<u32> =
            self.draft_or_guns.iter().chain(&other.draft_or_guns).copied().collect();
        draft_or_guns.sort_unstable();
        Self {
            draft: self.draft + other.draft,
            draft_or_guns,
            stack: self.stack + other.stack,
            others: self.others + other.others,
        }
    }
}

/// Free boxes on the ship's card.
pub(in crate::gunboat) struct Room {
    draft: u32,
    guns: u32,
    stack: u32,
    /// All boxes except draft, but including guns and stack.
    above_water: u32,
    aground: bool,
}

impl Room {
    pub(in crate::gunboat) fn of(ship: &ShipState) -> Self {
        let free = |kind| u32::from(ship.free_of(kind));
        let draft = free(SectionKind::Draft);
        Self {
            draft,
            guns: free(SectionKind::Gun),
            stack: free(SectionKind::Stack),
            above_water: ship.free_in_all().saturating_sub(draft),
            aground: ship.aground,
        }
    }

    /// The probability that the ship sinks whatever is checked off. `stack_loss` are the additional hits after the loss
    /// of the stack, with their probabilities.
    pub(in crate::gunboat) fn sinks(&self, toll: &Toll, stack_loss: &[(u32, f64)]) -> f64 {
        if self.aground {
            return 0.0;
        }
        // The owner gives up the stack last, because its loss may cause more hits.
        let own_choice = self.stack.saturating_sub(toll.stack);
        if self.least_draft(toll, self.above_water - own_choice) < self.draft {
            return 0.0;
        }
        if own_choice == 0 {
            return 1.0;
        }
        let with = |hits: u32| Toll { others: toll.others + hits, ..toll.clone() };
        let lost = |hits: u32| self.least_draft(&with(hits), self.above_water) >= self.draft;
        stack_loss.iter().filter(|(hits, _)| lost(*hits)).map(|(_, chance)| chance).sum()
    }

    /// The smallest number of draft boxes that must be lost, with this number of free boxes above water.
    fn least_draft(&self, toll: &Toll, above_water: u32) -> u32 {
        let lots = &toll.draft_or_guns;
        let choices = 1_u32 << lots.len().min(8);
        let cost = |choice: u32| {
            let mut draft = toll.draft;
            let mut others = toll.stack + toll.others;
            let mut guns_taken = 0;
            for (i, hits) in lots.iter().enumerate() {
                // Hits may go into guns while one is left.
                if choice & (1 << i.min(31)) != 0 && guns_taken < self.guns {
                    guns_taken += hits;
                    others += hits;
                } else {
                    draft += hits;
                }
            }
            draft + others.saturating_sub(above_water)
        };
        (0..choices).map(cost).min().unwrap_or(toll.draft)
    }
}
