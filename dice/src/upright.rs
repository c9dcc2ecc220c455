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
    /// Its normal from the line of sight, by what is foreshortened, where that was measured: right and down in the picture. The
    /// opposite way looks alike.
    pub(crate) lean: Option<(f32, f32)>,
    /// The same as the network sees it; it knows the way.
    pub(crate) seen: (f32, f32),
    /// The same by the pose of the whole die, where that was found.
    pub(crate) posed: Option<(f32, f32)>,
}

/// What is known about a die in the light of the others.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verdict {
    /// The probability of each of its sightings; what is left is that of none.
    pub(crate) p: Vec<f64>,
    /// Where all dice say up is at the likeliest one: the sine of the angle from the line of sight, right and down.
    pub(crate) up: (f64, f64),
    /// The sine of the angle between the likeliest one's normal and that.
    pub(crate) apart: f64,
}

/// A measure of normals: how exact it is (standard deviation of its sine), and the power of its likelihood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Measure {
    pub(crate) spread: f64,
    pub(crate) power: f64,
}

/// How exact a normal's two measures are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Exactness {
    pub(crate) lean: Measure,
    pub(crate) seen: Measure,
    pub(crate) posed: Measure,
}

impl Exactness {
    /// Of faces as a network sees them.
    pub(crate) const OF_FACES: Self = Self {
        lean: Measure { spread: 0.22, power: 1.0 },
        seen: Measure { spread: 0.28, power: 1.0 },
        posed: Measure { spread: 0.1, power: 1.0 },
    };
}

/// What is farther off than so many deviations is a mistake, and says no more.
const MISTAKEN: f64 = 2.2;

/// Cameras look from above to 45 degrees.
const TILT_SPREAD: f64 = 0.4;
const MOST_TILT: f64 = 0.8;
const TILT_STEP: f64 = 0.1;

/// How fast "up" turns outwards from the middle of the dice: sines, from the middle to the farthest die. From a camera far away to
/// a wide lens.
const WIDTHS: [f64; 4] = [0.0, 0.12, 0.25, 0.4];

/// Where "up" is in a picture: at the middle of the dice, and how fast it turns outwards from there.
#[derive(Debug, Clone, Copy)]
struct Up {
    right: f64,
    below: f64,
    width: f64,
}

/// The dice's middle and the distance of the farthest one from it, pixels.
struct Spread {
    middle_px: (f32, f32),
    reach_px: f32,
}

/// The probability of each sighting of each die; `stranger` is the logarithm of the likelihood that it is none of them.
pub(crate) fn verdicts(dice: &[Vec<Sighting>], stranger: f64, exactness: &Exactness) -> Vec<Verdict> {
    let spread = Spread::of(dice);
    // The logarithm of how likely "up" is there, and the shares of each die's sightings.
    let ways: Vec<(Up, f64, Vec<Vec<f64>>)> = ups()
        .map(|up| {
            let shares = |die: &Vec<Sighting>| {
                let log = |sighting: &Sighting| {
                    let agreement = sighting.agreement(up.at(sighting.middle_px, &spread), exactness);
                    sighting.log_likelihood + agreement
                };
                let each: Vec<f64> = die.iter().map(|sighting| log(sighting).exp()).collect();
                let total = each.iter().sum::<f64>() + stranger.exp();
                (total.ln(), each.into_iter().map(|each| each / total).collect::<Vec<f64>>())
            };
            let (logs, shares): (Vec<f64>, Vec<Vec<f64>>) = dice.iter().map(shares).unzip();
            (up, up.log_prior() + logs.iter().sum::<f64>(), shares)
        })
        .collect();
    let most = ways.iter().map(|way| way.1).fold(f64::MIN, f64::max);
    let total: f64 = ways.iter().map(|way| (way.1 - most).exp()).sum();
    let mut mean = Up { right: 0.0, below: 0.0, width: 0.0 };
    let mut verdicts: Vec<Verdict> =
        dice.iter().map(|die| Verdict { p: vec![0.0; die.len()], up: (0.0, 0.0), apart: 1.0 }).collect();
    for (up, log, shares) in &ways {
        let weight = (log - most).exp() / total;
        mean.right += weight * up.right;
        mean.below += weight * up.below;
        mean.width += weight * up.width;
        for (verdict, shares) in verdicts.iter_mut().zip(shares) {
            verdict.p.iter_mut().zip(shares).for_each(|(p, share)| *p += weight * share);
        }
    }
    for (verdict, die) in verdicts.iter_mut().zip(dice) {
        let likeliest = verdict.p.iter().zip(die).max_by(|a, b| a.0.total_cmp(b.0));
        if let Some((_, sighting)) = likeliest {
            verdict.up = mean.at(sighting.middle_px, &spread);
            verdict.apart = sighting.apart(verdict.up);
        }
    }
    verdicts
}

/// All ways in which "up" may be seen.
fn ups() -> impl Iterator<Item = Up> {
    let steps = (MOST_TILT / TILT_STEP).round() as i32;
    let sines = (-steps..=steps).flat_map(move |x| (-steps..=steps).map(move |y| (x, y)));
    sines
        .map(|(x, y)| (f64::from(x) * TILT_STEP, f64::from(y) * TILT_STEP))
        .filter(|(right, below)| right.hypot(*below) <= MOST_TILT)
        .flat_map(|(right, below)| WIDTHS.map(|width| Up { right, below, width }))
}

impl Up {
    fn log_prior(self) -> f64 {
        -0.5 * (self.right.powi(2) + self.below.powi(2)) / TILT_SPREAD.powi(2)
    }

    /// "Up" at a place: the sine of its angle from the line of sight, right and down.
    fn at(self, (x, y): (f32, f32), spread: &Spread) -> (f64, f64) {
        let off = |at: f32, middle: f32| self.width * f64::from((at - middle) / spread.reach_px);
        (self.right + off(x, spread.middle_px.0), self.below + off(y, spread.middle_px.1))
    }
}

impl Spread {
    fn of(dice: &[Vec<Sighting>]) -> Self {
        let places: Vec<(f32, f32)> =
            dice.iter().filter_map(|die| die.first()).map(|sighting| sighting.middle_px).collect();
        let count = places.len().max(1) as f32;
        let middle_px = (
            places.iter().map(|place| place.0).sum::<f32>() / count,
            places.iter().map(|place| place.1).sum::<f32>() / count,
        );
        let far = |place: &(f32, f32)| (place.0 - middle_px.0).hypot(place.1 - middle_px.1);
        Self { middle_px, reach_px: places.iter().map(far).fold(1.0, f32::max) }
    }
}

impl Measure {
    /// The logarithm of the likelihood to be so far off: a Gaussian with a floor.
    fn log_likelihood(&self, off: f64) -> f64 {
        let square = (off / self.spread).powi(2);
        self.power * ((-0.5 * square).exp() + (-0.5 * MISTAKEN * MISTAKEN).exp()).ln()
    }
}

impl Sighting {
    /// The logarithm of the likelihood of its normal's measures, where "up" is so.
    fn agreement(&self, up: (f64, f64), exactness: &Exactness) -> f64 {
        let lean = self.lean_apart(up).map_or(0.0, |apart| exactness.lean.log_likelihood(apart));
        let posed = self.posed.map_or(0.0, |posed| exactness.posed.log_likelihood(distance(posed, up)));
        lean + posed + exactness.seen.log_likelihood(distance(self.seen, up))
    }

    fn lean_apart(&self, up: (f64, f64)) -> Option<f64> {
        self.lean.map(|lean| distance(lean, up).min(distance((-lean.0, -lean.1), up)))
    }

    /// How far the measures are from "up", together.
    fn apart(&self, up: (f64, f64)) -> f64 {
        let seen = distance(self.seen, up);
        self.lean_apart(up).map_or(seen, |lean| 0.5 * (lean + seen))
    }
}

/// How far apart two normals are (sines).
pub(crate) fn distance(a: (f32, f32), b: (f64, f64)) -> f64 {
    (f64::from(a.0) - b.0).hypot(f64::from(a.1) - b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sighting(middle_px: (f32, f32), lean: (f32, f32), seen: (f32, f32)) -> Sighting {
        Sighting { middle_px, log_likelihood: 3.0, lean: Some(lean), seen, posed: None }
    }

    /// Two dice whose upper faces look so, and one that shows two faces as well as each other.
    fn thrown(lean: (f32, f32)) -> Vec<Vec<Sighting>> {
        let sure = |middle_px| vec![sighting(middle_px, lean, lean)];
        let seen = (0.35, 0.0);
        let both =
            vec![sighting((200.0, 300.0), (0.7, 0.0), seen), sighting((230.0, 300.0), (0.05, 0.0), seen)];
        vec![sure((100.0, 100.0)), sure((400.0, 120.0)), both]
    }

    #[test]
    fn the_other_dice_say_which_face_is_the_upper_one() {
        let level = verdicts(&thrown((0.0, 0.05)), -6.0, &Exactness::OF_FACES);
        assert!(level[2].p[1] > 0.8 && level[2].p[0] < 0.2, "{level:?}");
        let aslant = verdicts(&thrown((0.7, 0.0)), -6.0, &Exactness::OF_FACES);
        // Few cameras look so much aslant: less sure.
        assert!(aslant[2].p[0] > 0.7 && aslant[2].p[1] < 0.3, "{aslant:?}");
        assert!(level[0].p[0] > 0.95 && level[0].apart < 0.2);
    }

    #[test]
    fn what_looks_like_no_taught_face_gets_no_probability() {
        let stranger = Sighting { log_likelihood: -20.0, ..sighting((0.0, 0.0), (0.0, 0.0), (0.0, 0.0)) };
        let verdict = verdicts(&[vec![stranger]], -6.0, &Exactness::OF_FACES);
        assert!(verdict[0].p[0] < 0.01);
        assert!(verdicts(&[], -6.0, &Exactness::OF_FACES).is_empty());
    }
}
