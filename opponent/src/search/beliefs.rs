//! What the enemy seems to do: each likely plan counts by how well it foretold where his ships now stand.

use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::plans::{Manoeuvre, Plan, Plans};
use crate::position::{NotPlayed, Position, play_on};
use crate::search::arms::{likely_plans, ships_of};
use rulesets::core::SideId;

/// A mix of plans, with their shares.
pub type Mix = Vec<(f64, Plans)>;

/// Places foretold to about this distance count as foretold, as a share of the distance that the ship went; nobody
/// steers exactly as another would.
const FORETOLD_SHARE: f64 = 0.3;
/// A plan that foretold everything wrongly keeps this share, because an enemy may change his mind.
const LEAST_SHARE: f64 = 0.05;

/// The likely plans of an enemy, all with the same share.
pub fn unknown<B: ThinksAhead>(book: &B, position: &Position<B>, enemy: &SideId) -> Mix {
    let plans = candidates(book, position, enemy);
    let share = 1.0 / plans.len().max(1) as f64;
    plans.into_iter().map(|plans| (share, plans)).collect()
}

/// The likely plans, and Mahan's display where ships of this book may manoeuvre by it.
fn candidates<B: ThinksAhead>(book: &B, position: &Position<B>, enemy: &SideId) -> Vec<Plans> {
    let mut all = likely_plans(book, position, enemy);
    let ships = ships_of(position, enemy, true);
    let by_mahan = |ship| {
        let hers = book.manoeuvres(&position.setting.scene, &position.state, ship);
        hers.contains(&Manoeuvre::ByMahan)
    };
    if ships.first().is_some_and(by_mahan) {
        all.push(Plans::all(Plan::of(Manoeuvre::ByMahan)));
    }
    all
}

/// The shares after a turn: `before` is the position at which the side last planned, `own` its plans since, `now` where
/// everybody stands. If `thinking` ends it, they stay as they were.
pub fn updated<B: ThinksAhead>(
    book: &B,
    mix: &Mix,
    (before, now): (&Position<B>, &Position<B>),
    (side, enemy, own): (&SideId, &SideId, &Plans),
    (seed, thinking): (u64, &mut impl Thinking),
) -> Mix {
    let turns = B::turn(&now.state).saturating_sub(B::turn(&before.state));
    let place = |position: &Position<B>, ship: &_| {
        position.table.placed(ship).map(|placed| placed.observation.pose.stack)
    };
    let ships = ships_of(now, enemy, true);
    let mut likelihood = |plans: &Plans| {
        let captains = vec![
            (side.clone(), book.captain(side, own.clone(), seed)),
            (enemy.clone(), book.captain(enemy, plans.clone(), seed ^ 1)),
        ];
        let foretold = match play_on(book, before, captains, (turns, seed), thinking) {
            Ok(foretold) => foretold,
            Err(NotPlayed::Stuck(_)) => return Some(0.0),
            Err(NotPlayed::Interrupted) => return None,
        };
        let off = ships.iter().filter_map(|ship| {
            let (was, is) = (place(before, ship)?, place(now, ship)?);
            let should_be = place(&foretold.position, ship)?;
            let went_in = was.distance_in(is).max(was.distance_in(should_be)).max(1.0);
            Some((is.distance_in(should_be) / (FORETOLD_SHARE * went_in)).powi(2))
        });
        let (sum, count) = off.fold((0.0, 0.0), |(sum, count), off| (sum + off, count + 1.0));
        Some(if count > 0.0 { (-sum / count / 2.0_f64).exp() } else { 1.0 })
    };
    let weights: Option<Vec<f64>> =
        mix.iter().map(|(share, plans)| Some(share * likelihood(plans)?)).collect();
    let Some(weights) = weights else { return mix.clone() };
    let sum: f64 = weights.iter().sum();
    if sum <= f64::MIN_POSITIVE {
        return unknown(book, now, enemy);
    }
    let count = mix.len() as f64;
    let floored = |weight: f64| LEAST_SHARE / count + (1.0 - LEAST_SHARE) * weight / sum;
    mix.iter().zip(weights).map(|((_, plans), weight)| (floored(weight), plans.clone())).collect()
}
