//! Which dice lean: level dice agree about where up is, as all stand on one table under one camera.

/// A die leans when its normal is this far from what the others say (the sine of 20 degrees).
const APART: f32 = 0.34;

/// How fast "up" turns outwards from the middle of a picture: tangents per pixel, times the picture's spread. From a
/// camera far away to a wide lens.
const WIDTHS: [f32; 4] = [0.0, 0.25, 0.5, 0.75];

/// Where an upper face is, pixels, and its normal in lengths of its side.
pub(crate) struct Stand {
    pub(crate) middle_px: (f32, f32),
    pub(crate) up: (f32, f32),
}

/// Of each die, whether it disagrees with the others about where up is. Of two that disagree both may lean.
pub(crate) fn leaning(dice: &[Stand]) -> Vec<bool> {
    let Some(spread) = spread(dice) else { return vec![false; dice.len()] };
    let residuals = |width: f32| {
        let off: Vec<(f32, f32)> = dice
            .iter()
            .map(|die| {
                let (x, y) = die.middle_px;
                (die.up.0 - width * x / spread, die.up.1 - width * y / spread)
            })
            .collect();
        let (x, y) = (median(off.iter().map(|off| off.0)), median(off.iter().map(|off| off.1)));
        off.iter().map(|off| (off.0 - x).hypot(off.1 - y)).collect::<Vec<f32>>()
    };
    let total = |residuals: &Vec<f32>| residuals.iter().sum::<f32>();
    let best = WIDTHS.map(residuals).into_iter().min_by(|a, b| total(a).total_cmp(&total(b)));
    // The median of two lies half way between them.
    let apart = if dice.len() == 2 { 0.5 * APART } else { APART };
    best.unwrap_or_default().iter().map(|residual| *residual > apart).collect()
}

/// The farthest that two dice are apart, pixels; none for a single die.
fn spread(dice: &[Stand]) -> Option<f32> {
    let side = |places: &mut dyn Iterator<Item = f32>| {
        let (low, high) = places.fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)));
        high - low
    };
    let across = side(&mut dice.iter().map(|die| die.middle_px.0));
    let down = side(&mut dice.iter().map(|die| die.middle_px.1));
    Some(across.hypot(down)).filter(|spread| dice.len() > 1 && *spread > 1.0)
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    let middle = values.len() / 2;
    match (values.get(middle.wrapping_sub(1)), values.get(middle)) {
        (Some(below), Some(above)) if values.len().is_multiple_of(2) => 0.5 * (below + above),
        (_, Some(middle)) => *middle,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dice at places of a picture with a wide lens, level but for one.
    fn thrown(leaning: Option<usize>, count: usize) -> Vec<Stand> {
        let places = [(50.0, 60.0), (420.0, 80.0), (250.0, 240.0), (90.0, 400.0), (400.0, 390.0)];
        let dice = places.into_iter().take(count).enumerate().map(|(number, (x, y))| {
            let lean = if leaning == Some(number) { 0.6 } else { 0.0 };
            Stand { middle_px: (x, y), up: (0.001 * (x - 240.0), 0.2 + lean + 0.001 * (y - 240.0)) }
        });
        dice.collect()
    }

    #[test]
    fn the_one_that_disagrees_leans() {
        assert_eq!(leaning(&thrown(None, 5)), [false; 5]);
        assert_eq!(leaning(&thrown(Some(2), 5)), [false, false, true, false, false]);
    }

    #[test]
    fn of_two_that_disagree_both_may_lean_and_one_alone_is_not_judged() {
        assert_eq!(leaning(&thrown(Some(1), 2)), [true, true]);
        assert_eq!(leaning(&thrown(Some(0), 1)), [false]);
        assert!(leaning(&[]).is_empty());
    }
}
