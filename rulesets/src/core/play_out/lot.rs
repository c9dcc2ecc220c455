//! Reproducible random choices: the same seed always gives the same choices.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seeded source of random choices.
#[derive(Debug, Clone)]
pub struct Lot(ChaCha8Rng);

impl Lot {
    /// Creates a source; all choices follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns true with this probability.
    pub fn chance(&mut self, chance: f64) -> bool {
        self.0.random_range(0.0..1.0) < chance
    }

    /// A number in [`low`, `high`).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random_range(0.0..1.0)
    }

    /// An integer below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: u32) -> u32 {
        self.0.random_range(0..end.max(1))
    }

    /// A random element; none for an empty slice.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        from.get(self.below(from.len() as u32) as usize)
    }
}
