//! Which of a die's faces is the upper one. Along an edge between two faces a die alone can't say it: it looks the same whichever
//! of them lies level. But all level dice of a picture stand on one table under one camera, so each face that may be the upper
//! one is asked how well "up" there agrees with the other dice.

use crate::camera_filter::{CameraFilter, Up};

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

/// The mean of some ways, each with its share.
fn mean_up(ways: &[(Up, f64)]) -> Up {
    let mean = |of: fn(&Up) -> f64| ways.iter().map(|(up, share)| share * of(up)).sum::<f64>();
    Up { right: mean(|up| up.right), below: mean(|up| up.below), width: mean(|up| up.width) }
}

/// The probability of each sighting of each die; `stranger` is the logarithm of the likelihood that it is none of them. Also returns
/// how likely this all is (the logarithm) by each way in which the camera may see "up".
pub(crate) fn verdicts(
    dice: &[Vec<Sighting>],
    stranger: f64,
    exactness: &Exactness,
    camera: &CameraFilter,
) -> (Vec<Verdict>, Vec<f64>) {
    // For each way the logarithm of how likely all this is, and the shares of each die's sightings.
    let by_way: Vec<(f64, Vec<Vec<f64>>)> = camera
        .ways()
        .map(|(up, _)| {
            let shares = |die: &Vec<Sighting>| {
                let log = |sighting: &Sighting| {
                    let agreement = sighting.agreement(camera.up_at(up, sighting.middle_px), exactness);
                    sighting.log_likelihood + agreement
                };
                let each: Vec<f64> = die.iter().map(|sighting| log(sighting).exp()).collect();
                let total = each.iter().sum::<f64>() + stranger.exp();
                (total.ln(), each.into_iter().map(|each| each / total).collect::<Vec<f64>>())
            };
            let (logs, shares): (Vec<f64>, Vec<Vec<f64>>) = dice.iter().map(shares).unzip();
            (logs.iter().sum(), shares)
        })
        .collect();
    let logs: Vec<f64> = by_way.iter().map(|way| way.0).collect();
    let ways: Vec<(Up, f64)> = camera.ways_after(&logs).collect();
    let mean = mean_up(&ways);
    let of_die = |(number, die): (usize, &Vec<Sighting>)| {
        let mut p = vec![0.0; die.len()];
        for ((_, shares), (_, weight)) in by_way.iter().zip(&ways) {
            p.iter_mut().zip(&shares[number]).for_each(|(p, share)| *p += weight * share);
        }
        let likeliest = p.iter().zip(die).max_by(|a, b| a.0.total_cmp(b.0)).map(|(_, sighting)| sighting);
        let up = likeliest.map_or((0.0, 0.0), |sighting| camera.up_at(mean, sighting.middle_px));
        Verdict { p, up, apart: likeliest.map_or(1.0, |sighting| sighting.apart(up)) }
    };
    (dice.iter().enumerate().map(of_die).collect(), logs)
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
        let level =
            verdicts(&thrown((0.0, 0.05)), -6.0, &Exactness::OF_FACES, &CameraFilter::of((400, 400))).0;
        assert!(level[2].p[1] > 0.8 && level[2].p[0] < 0.2, "{level:?}");
        let aslant =
            verdicts(&thrown((0.7, 0.0)), -6.0, &Exactness::OF_FACES, &CameraFilter::of((400, 400))).0;
        // Few cameras look so much aslant: less sure.
        assert!(aslant[2].p[0] > 0.7 && aslant[2].p[1] < 0.3, "{aslant:?}");
        assert!(level[0].p[0] > 0.95 && level[0].apart < 0.2);
    }

    #[test]
    fn earlier_throws_under_the_same_camera_say_it_too() {
        let (size_px, both) = ((400, 400), thrown((0.0, 0.0)).pop().unwrap());
        let of_next = |camera: &CameraFilter, dice: &[Vec<Sighting>]| {
            let camera = camera.next(size_px);
            let (verdicts, logs) = verdicts(dice, -6.0, &Exactness::OF_FACES, &camera);
            (verdicts, camera.after(&[&logs]))
        };
        let mut camera = CameraFilter::default();
        let (alone, _) = of_next(&camera, std::slice::from_ref(&both));
        for _ in 0..3 {
            // A die that shows two faces says as little as it does alone; one beside it says more.
            camera = of_next(&camera, &thrown((0.7, 0.0))[1..]).1;
        }
        let (known, _) = of_next(&camera, std::slice::from_ref(&both));
        assert!(known[0].p[0] > 0.6 && alone[0].p[0] < 0.4, "{alone:?} {known:?}");
        // A camera that was moved is soon seen otherwise.
        for _ in 0..3 {
            camera = of_next(&camera, &thrown((0.0, 0.05))).1;
        }
        let (moved, _) = of_next(&camera, &[both]);
        assert!(moved[0].p[1] > 0.6, "{moved:?}");
    }

    #[test]
    fn what_looks_like_no_taught_face_gets_no_probability() {
        let stranger = Sighting { log_likelihood: -20.0, ..sighting((0.0, 0.0), (0.0, 0.0), (0.0, 0.0)) };
        let verdict =
            verdicts(&[vec![stranger]], -6.0, &Exactness::OF_FACES, &CameraFilter::of((400, 400))).0;
        assert!(verdict[0].p[0] < 0.01);
        assert!(verdicts(&[], -6.0, &Exactness::OF_FACES, &CameraFilter::of((400, 400))).0.is_empty());
    }
}
