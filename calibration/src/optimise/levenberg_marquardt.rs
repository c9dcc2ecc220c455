//! Levenberg-Marquardt, run until it converges: stopped early, the focal length of a wide lens can be several per
//! cent off. `bundle` says how libraries compare.

/// A state of the minimisation.
pub(crate) trait Descent: Sized {
    /// The normal equations of a state.
    type Normal;

    /// Computes them.
    fn normal(&self) -> Self::Normal;

    /// Half the weighted sum of squares.
    fn cost(&self) -> f64;

    /// The state after one damped step; `None` if the damped equations can't be solved or lead out of bounds.
    fn step(&self, normal: &Self::Normal, damping: f64) -> Option<Self>;
}

/// At most this many steps; a solve that is well posed converges long before.
const MOST_STEPS: usize = 400;
/// The solve converges when the cost falls by less than this share, this many times running.
const STILL_SHARE: f64 = 1e-12;
const STILL_TIMES: usize = 3;
/// Costs below this are zero.
const NO_COST: f64 = 1e-18;
const FIRST_DAMPING: f64 = 1e-4;
const LEAST_DAMPING: f64 = 1e-12;
/// With more damping than this no step lowers the cost.
const MOST_DAMPING: f64 = 1e12;

/// Minimises the cost; returns the final state and its normal equations.
pub(crate) fn descend<D: Descent>(mut here: D) -> (D, D::Normal) {
    let mut damping = FIRST_DAMPING;
    let mut still = 0;
    let mut normal = here.normal();
    let mut cost = here.cost();
    for _ in 0..MOST_STEPS {
        let next = here.step(&normal, damping).map(|next| (next.cost(), next));
        match next {
            Some((next_cost, next)) if next_cost.is_finite() && next_cost <= cost => {
                still = if cost - next_cost <= STILL_SHARE * cost { still + 1 } else { 0 };
                damping = (damping * 0.1).max(LEAST_DAMPING);
                (here, cost) = (next, next_cost);
                normal = here.normal();
                if still >= STILL_TIMES || cost < NO_COST {
                    break;
                }
            }
            _ => {
                damping *= 10.0;
                if damping > MOST_DAMPING {
                    break;
                }
            }
        }
    }
    (here, normal)
}
