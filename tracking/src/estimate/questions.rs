//! The tracker's questions to the player.

use crate::detect::detection::Detection;
use crate::identity::hypotheses::HypothesisTree;
use crate::identity::question::{Question, SURE, SURE_OF_NAME, WhoIsWhere};
use crate::state::tracked_ship::TrackedShip;

/// The most alternatives of one question, and the least probability of each.
const MOST_ALTERNATIVES: usize = 6;
const LEAST_ALTERNATIVE: f64 = 0.005;

/// All doubts that only a player can resolve.
pub fn questions(
    ships: &[TrackedShip],
    hulls: &[Option<Detection>],
    hypotheses: &HypothesisTree,
) -> Vec<Question> {
    let names = hypotheses.ambiguous_clusters().filter_map(|(cluster, alternatives)| {
        if cluster.iter().all(|ship| hypotheses.confidence(*ship) > SURE_OF_NAME) {
            return None;
        }
        let told: Vec<WhoIsWhere> = alternatives
            .into_iter()
            .take(MOST_ALTERNATIVES)
            .filter(|alternative| alternative.probability > LEAST_ALTERNATIVE)
            .map(|alternative| {
                let stands = cluster.iter().zip(&alternative.at);
                let at = stands.map(|(ship, pose)| ships[*ship].stack_pose(*pose)).collect();
                WhoIsWhere { probability: alternative.probability, at }
            })
            .collect();
        Some(Question::Names {
            ships: cluster.iter().map(|ship| ships[*ship].annotation.id.clone()).collect(),
            places: told.first()?.at.iter().map(|pose| pose.stack).collect(),
            alternatives: told,
        })
    });
    let bows = ships.iter().zip(hulls).filter_map(|(ship, hull)| {
        let probability = ship.bow.confidence();
        (hull.is_some() && probability <= SURE).then(|| Question::Bow {
            ship: ship.annotation.id.clone(),
            pose: ship.stack_pose(ship.last),
            probability,
        })
    });
    names.chain(bows).collect()
}
