//! Random rendered trays, which no network was trained on.

use crate::score::{Score, TrueDie};
use demo::{DiceTray, TraySetup};

fn score(seeds: std::ops::Range<u64>) -> Score {
    let mut score = Score::default();
    for seed in seeds {
        let tray = DiceTray::new(TraySetup::random(seed));
        let truth: Vec<TrueDie> = tray
            .truth()
            .iter()
            .map(|die| {
                let ((x, y), half) = (die.middle_px, 0.5 * die.side_px);
                let sides = [x - half, y - half, x + half, y + half];
                TrueDie { value: die.value, sides, readable: die.readable }
            })
            .collect();
        let readings = dice::read(&tray.picture().unwrap(), None).unwrap();
        for sentence in score.add(&truth, &readings) {
            println!("tray {seed}: {sentence}");
        }
    }
    println!("{score}");
    score
}

/// Seeds that nobody looks at.
const SEEDS: std::ops::Range<u64> = 10_000..if cfg!(feature = "long") { 10_300 } else { 10_016 };

/// Measured on the first 16: 95 % right, none wrong though sure, 19 % asked, 6 unreadable ones sure; on 120 others 97.2 %, 0.3 %
/// and 14 %.
#[test]
fn random_trays_are_read() {
    let score = score(SEEDS);
    assert!(score.percent(score.right) > 92.0);
    assert!(score.percent(score.wrong_and_sure) < 1.0);
    assert!(score.percent(score.asked) < 25.0);
}
