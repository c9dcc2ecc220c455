//! Which of a die's faces is the upper one. Along an edge between two faces a die alone can't say it: it looks the same whichever
//! of them lies level. But all level dice of a picture stand on one table under one camera, so each face that may be the upper
//! one is asked how well "up" there agrees with the other dice.

/// A face that may be the upper one of its die.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sighting {
    /// Where it is, pixels.
    pub(crate) middle_px: (f32, f32),
    /// The logarithm of its likelihood by itself.
    pub(crate) log_likelihood: f64,
    /// Its normal from the line of sight, by what is foreshortened: right and down in the picture. The opposite way looks alike.
    pub(crate) lean: (f32, f32),
    /// The same as the network sees it; it knows the way.
    pub(crate) seen: (f32, f32),
}

/// What is known about a die in the light of the others.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    /// The probability of each of its sightings; what is left is that of none.
    pub(crate) p: Vec<f64>,
    /// The sine of the angle between the likeliest one's normal and where the dice say up is.
    pub(crate) apart: f64,
}

/// How exact a normal's two measures are (standard deviations of its sine).
const LEAN_SPREAD: f64 = 0.22;
const SEEN_SPREAD: f64 = 0.28;

/// What is farther off than so many deviations is a mistake, and says no more.
const MISTAKEN: f64 = 2.2;

/// Cameras look from above to 45 degrees.
const TILT_SPREAD: f64 = 0.4;
const MOST_TILT: f64 = 0.8;
const TILT_STEP: f64 = 0.1;

/// How fast "up" turns outwards from the middle of the dice: sines, from the middle to the farthest die. From a camera far away to
/// a wide lens.
const WIDTHS: [f64; 4] = [0.0, 0.12, 0.25, 0.4];

/// The probability of each sighting of each die; `stranger` is the logarithm of the likelihood that it is none of them.
pub(crate) fn verdicts(dice: &[Vec<Sighting>], stranger: f64) -> Vec<Verdict> {
    let (middle, reach) = spread(dice);
    let mut verdicts: Vec<Verdict> =
        dice.iter().map(|die| Verdict { p: vec![0.0; die.len()], apart: 0.0 }).collect();
    let mut ways: Vec<(f64, Vec<Vec<f64>>, (f64, f64, f64))> = Vec::new();
    let steps = (MOST_TILT / TILT_STEP).round() as i32;
    for (across, down) in (-steps..=steps).flat_map(|x| (-steps..=steps).map(move |y| (x, y))) {
        let (right, below) = (f64::from(across) * TILT_STEP, f64::from(down) * TILT_STEP);
        if right.hypot(below) > MOST_TILT {
            continue;
        }
        for width in WIDTHS {
            let mut log = -0.5 * (right.powi(2) + below.powi(2)) / TILT_SPREAD.powi(2);
            let mut shares = Vec::with_capacity(dice.len());
            for die in dice {
                let each: Vec<f64> = die
                    .iter()
                    .map(|sighting| {
                        let off = |at: f32, middle: f32| width * f64::from((at - middle) / reach);
                        let up = (
                            right + off(sighting.middle_px.0, middle.0),
                            below + off(sighting.middle_px.1, middle.1),
                        );
                        (sighting.log_likelihood + sighting.agreement(up)).exp()
                    })
                    .collect();
                let total = each.iter().sum::<f64>() + stranger.exp();
                log += total.ln();
                shares.push(each.into_iter().map(|each| each / total).collect());
            }
            ways.push((log, shares, (right, below, width)));
        }
    }
    let most = ways.iter().map(|way| way.0).fold(f64::MIN, f64::max);
    let total: f64 = ways.iter().map(|way| (way.0 - most).exp()).sum();
    let mut up = (0.0, 0.0, 0.0);
    for (log, shares, way) in &ways {
        let weight = (log - most).exp() / total;
        up = (up.0 + weight * way.0, up.1 + weight * way.1, up.2 + weight * way.2);
        for (verdict, shares) in verdicts.iter_mut().zip(shares) {
            verdict.p.iter_mut().zip(shares).for_each(|(p, share)| *p += weight * share);
        }
    }
    for (verdict, die) in verdicts.iter_mut().zip(dice) {
        let likeliest = verdict.p.iter().zip(die).max_by(|a, b| a.0.total_cmp(b.0));
        verdict.apart = likeliest.map_or(1.0, |(_, sighting)| {
            let off = |at: f32, middle: f32| up.2 * f64::from((at - middle) / reach);
            sighting.apart((
                up.0 + off(sighting.middle_px.0, middle.0),
                up.1 + off(sighting.middle_px.1, middle.1),
            ))
        });
    }
    verdicts
}

impl Sighting {
    /// The logarithm of the likelihood of its normal's measures, where "up" is so.
    fn agreement(&self, up: (f64, f64)) -> f64 {
        let log = |off: f64, spread: f64| {
            let square = (off / spread).powi(2);
            // A Gaussian with a floor.
            ((-0.5 * square).exp() + (-0.5 * MISTAKEN * MISTAKEN).exp()).ln()
        };
        log(self.lean_apart(up), LEAN_SPREAD) + log(distance(self.seen, up), SEEN_SPREAD)
    }

    fn lean_apart(&self, up: (f64, f64)) -> f64 {
        distance(self.lean, up).min(distance((-self.lean.0, -self.lean.1), up))
    }

    /// How far the measures are from "up", together.
    fn apart(&self, up: (f64, f64)) -> f64 {
        0.5 * (self.lean_apart(up) + distance(self.seen, up))
    }
}

fn distance(a: (f32, f32), b: (f64, f64)) -> f64 {
    (f64::from(a.0) - b.0).hypot(f64::from(a.1) - b.1)
}

/// The middle of all dice and the distance of the farthest one from it, pixels.
fn spread(dice: &[Vec<Sighting>]) -> ((f32, f32), f32) {
    let places: Vec<(f32, f32)> =
        dice.iter().filter_map(|die| die.first()).map(|sighting| sighting.middle_px).collect();
    let count = places.len().max(1) as f32;
    let middle = (
        places.iter().map(|place| place.0).sum::<f32>() / count,
        places.iter().map(|place| place.1).sum::<f32>() / count,
    );
    let far = |place: &(f32, f32)| (place.0 - middle.0).hypot(place.1 - middle.1);
    (middle, places.iter().map(far).fold(1.0, f32::max))
}
