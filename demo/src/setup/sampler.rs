//! Random choices from a seed.

use crate::setup::colour::Colour;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A random source: the same seed makes the same choices.
pub(crate) struct Sampler(ChaCha8Rng);

impl Sampler {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// A whole number from `low` to `high`, both possible.
    pub(crate) fn count(&mut self, low: u32, high: u32) -> u32 {
        self.0.random_range(low..=high)
    }

    /// `true` with this probability.
    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        self.0.random::<f64>() < probability
    }

    /// One of several, each as likely.
    pub(crate) fn one_of<T: Copy>(&mut self, first: T, others: &[T]) -> T {
        let at = self.0.random_range(0..=others.len());
        at.checked_sub(1).and_then(|at| others.get(at)).copied().unwrap_or(first)
    }

    /// Puts a list in any order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.0.random_range(0..=at));
        }
    }

    /// A colour up to `spread` codes from another, channel by channel.
    pub(crate) fn near(&mut self, Colour(red, green, blue): Colour, spread: f64) -> Colour {
        let mut channel =
            |code: u8| (f64::from(code) + self.between(-spread, spread)).round().clamp(4.0, 251.0) as u8;
        Colour(channel(red), channel(green), channel(blue))
    }
}

/// A well-mixed number from a counter (Steele, Lea and Flood, 2014).
pub(crate) fn split_mix(counter: u64) -> u64 {
    let mut bits = counter.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
