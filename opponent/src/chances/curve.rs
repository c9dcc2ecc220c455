//! The chance to win of a position, by simulation.

use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::plans::Plans;
use crate::position::{Position, play_on, simulation_seed};
use crate::search::{Arm, likely_plans};
use rulesets::core::SideId;
use rulesets::core::play_out::Lot;
use std::borrow::Cow;

/// Turns after which a playout stops: never, before the battle's own last turn.
const TO_THE_END: u32 = u32::MAX;

/// A side's chance to win at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceNow {
    /// The chance, 0 to 1.
    pub chance: f64,
    /// Its standard error by the number of simulations; it says nothing of how well playouts play.
    pub standard_error: f64,
    /// The simulations done.
    pub simulations: u32,
}

impl ChanceNow {
    pub(crate) fn of(arm: &Arm) -> Self {
        Self { chance: arm.mean(), standard_error: arm.standard_error(), simulations: arm.count }
    }
}

/// A side's chance to win from a position that is fully known: both sides play on by likely plans to the end of the
/// battle. (Cut short and valued, playouts say too little: battles said to be won in 65 % came to 86 %.) The same seed
/// gives the same dice and plans at every position, so that the differences between turns are surer than each chance.
/// None if `thinking` stops before the first simulation.
pub fn chance_now<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    side: &SideId,
    how: (u32, u64),
    thinking: &mut impl Thinking,
) -> Option<ChanceNow> {
    by_plans(book, position, (side, None), how, thinking)
}

/// The same for a side that goes by these plans, from a position as far as it knows it: what it does not know is drawn
/// anew for every simulation.
pub fn chance_by_plans<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    (side, plans): (&SideId, &Plans),
    how: (u32, u64),
    thinking: &mut impl Thinking,
) -> Option<ChanceNow> {
    by_plans(book, position, (side, Some(plans)), how, thinking)
}

fn by_plans<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    (side, plans): (&SideId, Option<&Plans>),
    (simulations, seed): (u32, u64),
    thinking: &mut impl Thinking,
) -> Option<ChanceNow> {
    let mut arm = Arm::default();
    for number in 0..u64::from(simulations) {
        if !thinking.keep_thinking() {
            break;
        }
        let seed = simulation_seed(seed, number);
        let mut drawn = Cow::Borrowed(position);
        if plans.is_some() {
            drawn.to_mut().state = book.with_secrets_drawn(&position.state, side, &mut Lot::new(seed ^ 1));
        }
        let captains = captains(book, position, (side, plans), (number, seed));
        if let Ok(stopped) = play_on(book, &drawn, captains, (TO_THE_END, seed), thinking) {
            arm.add(stopped.chance(book, side));
        }
    }
    (arm.count > 0).then(|| ChanceNow::of(&arm))
}

/// The captains of a simulation: every pairing of the sides' likely plans comes up in turn; a side with plans of its own
/// keeps them.
fn captains<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    (side, plans): (&SideId, Option<&Plans>),
    (number, seed): (u64, u64),
) -> Vec<(SideId, B::Captain)> {
    let mut captains = Vec::new();
    let mut left = number;
    for (at, own) in B::sides(&position.state).into_iter().enumerate() {
        let likely = match plans.filter(|_| own == *side) {
            Some(plans) => vec![plans.clone()],
            None => likely_plans(book, position, &own),
        };
        let all = likely.len().max(1) as u64;
        let chosen = usize::try_from(left % all).unwrap_or(0);
        left /= all;
        let Some(plans) = likely.into_iter().nth(chosen) else { continue };
        let captain = book.captain(&own, plans, seed ^ at as u64);
        captains.push((own, captain));
    }
    captains
}
