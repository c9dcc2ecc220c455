//! Advice: the best things that a side can do now, from what its seat may know.

use crate::admiral::rank::Rank;
use crate::admiral::why::reason;
use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::chances::{ChanceNow, chance_by_plans};
use crate::plans::Plans;
use crate::position::Position;
use crate::search::{Question, think, unknown};
use rulesets::core::SideId;

/// The number of things advised.
const ADVISED: usize = 3;
/// The simulations to the end of the battle from which the chance of each is taken.
const PLAYED_TO_THE_END: u32 = 48;

/// One thing to do, with what it promises.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// One sentence for each kind of ship's plan in it.
    pub sentence: String,
    /// The plans.
    pub plans: Plans,
    /// The chance to win by it, 0 to 1.
    pub chance: f64,
    /// The standard error of the chance.
    pub standard_error: f64,
}

/// The three best things for a side to do now, best first; fewer if `thinking` stops before that many were compared.
/// `position` is what its seat may know ([`Position::seen`]).
pub fn advise<B: ThinksAhead>(
    book: &B,
    (position, side): (&Position<B>, &SideId),
    (rank, seed): (Rank, u64),
    thinking: &mut impl Thinking,
) -> Vec<Advice> {
    let lines = B::ships(&position.state);
    let own = lines.iter().filter(|line| line.side == *side && line.on_table);
    let ships: Vec<_> = own.map(|line| line.ship.clone()).collect();
    // A ship that is held in her place has nothing to choose.
    let may_move = ships.iter().find(|ship| B::held_by(&position.state, ship).is_none());
    let Some(leader) = may_move.or(ships.first()) else { return Vec::new() };
    let sides = B::sides(&position.state);
    let Some(enemy) = sides.iter().find(|other| *other != side) else { return Vec::new() };
    let question = Question {
        book,
        position,
        side,
        present: None,
        enemy: unknown(book, position, enemy),
        simulations: rank.simulations_per_ship(1).saturating_mul(ships.len() as u32),
        depth: rank.depth(),
        seed,
    };
    let thought = think(&question, |_| true, thinking);
    let known = thought.weighed.into_iter().filter(|weighed| weighed.arm.count > 0);
    let known: Vec<(Plans, ChanceNow)> =
        known.take(ADVISED).map(|weighed| (weighed.plans, ChanceNow::of(&weighed.arm))).collect();
    // Few turns ahead are enough to compare plans, but what they promise shows only at the end of the battle.
    let mut to_the_end = |(plans, _): &(Plans, ChanceNow)| {
        let now = chance_by_plans(book, position, (side, plans), (PLAYED_TO_THE_END, seed), thinking)?;
        thinking.keep_thinking().then(|| (plans.clone(), now))
    };
    let played: Option<Vec<(Plans, ChanceNow)>> = known.iter().map(&mut to_the_end).collect();
    let mut best = played.unwrap_or(known);
    best.sort_by(|(_, one), (_, other)| other.chance.total_cmp(&one.chance));
    let advice = best.into_iter().map(|(plans, ChanceNow { chance, standard_error, .. })| {
        let sentence = reason(&position.outlook(book), (side, leader), &plans.usual, Some(chance));
        Advice { sentence, plans, chance, standard_error }
    });
    advice.collect()
}
