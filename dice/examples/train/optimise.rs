//! Steps of training.

use crate::backward::{Adam, Gradients};
use dice::network::Network;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// How a network is trained: so many steps, from this rate down to almost none, with samples of these seeds.
pub struct Plan {
    pub steps: usize,
    pub rate: f32,
    pub first_seed: u64,
}

/// Takes the steps: two threads, each with half of the batch, added up in a fixed order. Writes the network now and then.
pub fn train(
    network: &mut Network,
    file: &Path,
    &Plan { steps, rate, first_seed }: &Plan,
    part: impl Fn(&Network, &mut ChaCha8Rng) -> (f32, Gradients) + Sync,
) -> std::io::Result<()> {
    let mut adam = Adam::new();
    let begun = std::time::Instant::now();
    let mut mean = 0.0;
    for step in 0..steps {
        let half = |number: u64| {
            let mut random = ChaCha8Rng::seed_from_u64(first_seed + 2 * step as u64 + number);
            part(network, &mut random)
        };
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| half(1));
            (half(0), second.join())
        });
        let (mut loss, mut sum) = first;
        if let Ok((more, gradients)) = second {
            loss = 0.5 * (loss + more);
            sum.add(&gradients);
        }
        let progress = step as f32 / steps as f32;
        let warm = ((step + 1) as f32 / 200.0).min(1.0);
        let slowed = 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()) + 0.003;
        adam.step(network, &sum, rate * warm * slowed, 0.01);
        mean += loss / 250.0;
        if (step + 1) % 250 == 0 || step + 1 == steps {
            println!("step {}: loss {mean:.4}, {:.0} s", step + 1, begun.elapsed().as_secs_f32());
            mean = 0.0;
            std::fs::write(file, network.to_bytes())?;
        }
    }
    Ok(())
}
