//! Converts the tracker's doubts into questions for players: one sentence each, answered with one click.

use crate::ipc::messages::{AnswerChoice, HandWord, QuestionView};
use crate::table_session::battle_record::BattleRecord;
use crate::table_session::calibrate::ship_outline::draw;
use calibration::TableCamera;
use geometry::{HullShape, Observation, ShipId};
use std::collections::BTreeMap;
use tracking::{LiveReading, Question, WhoIsWhere};

/// Places further apart than this are different, inches.
const ELSEWHERE_IN: f64 = 0.5;

/// All questions of a reading.
pub fn questions(
    reading: &LiveReading,
    camera: &TableCamera,
    hulls: &BTreeMap<ShipId, HullShape>,
    record: &dyn BattleRecord,
) -> Vec<QuestionView> {
    let ring = |seen: &Observation| {
        hulls.get(&seen.ship).and_then(|hull| draw(camera, hull, seen.pose)).map(|drawn| drawn.stack_px)
    };
    let asked = reading.questions.iter().filter_map(|question| match question {
        Question::Names { ships, .. } => {
            let seen = least_sure(&reading.observations, ships)?;
            Some(QuestionView { ring_px: ring(seen)?, ..names_question(question, seen, record)? })
        }
        Question::Bow { ship, .. } => {
            let seen = reading.observations.iter().find(|seen| seen.ship == *ship)?;
            Some(QuestionView { ring_px: ring(seen)?, ..bow_question(ship, record) })
        }
    });
    asked.collect()
}

/// The ship with the least certain name: it is asked about first, because its answer decides the others.
fn least_sure<'a>(observations: &'a [Observation], ships: &[ShipId]) -> Option<&'a Observation> {
    observations
        .iter()
        .filter(|seen| seen.seen && ships.contains(&seen.ship))
        .min_by(|a, b| a.confidence.name.total_cmp(&b.confidence.name))
}

fn names_question(
    question: &Question,
    seen: &Observation,
    record: &dyn BattleRecord,
) -> Option<QuestionView> {
    let Question::Names { ships, alternatives, .. } = question else { return None };
    let place = seen.pose.stack;
    // The probability of each ship at that place, over all alternatives.
    let mut chances: BTreeMap<&ShipId, f64> = BTreeMap::new();
    for way in alternatives {
        let nearest = ships
            .iter()
            .zip(&way.at)
            .min_by(|a, b| a.1.stack.distance_in(place).total_cmp(&b.1.stack.distance_in(place)));
        if let Some((ship, _)) = nearest {
            *chances.entry(ship).or_default() += way.probability;
        }
    }
    let mut candidates: Vec<(&ShipId, f64)> = chances.into_iter().collect();
    candidates.sort_by(|a, b| b.1.total_cmp(&a.1));
    let name = |ship: &ShipId| record.name_and_side(ship).0;
    if let [ship] = ships.as_slice() {
        let elsewhere = |way: &WhoIsWhere| way.at.iter().any(|at| at.stack.distance_in(place) > ELSEWHERE_IN);
        let places = 1 + alternatives.iter().filter(|way| elsewhere(way)).count();
        return (places > 1).then(|| one_ship_question(ship, places, &name(ship)));
    }
    let names: Vec<String> = candidates.iter().map(|(ship, _)| name(ship)).collect();
    let (last, first) = names.split_last().filter(|(_, first)| !first.is_empty())?;
    Some(QuestionView {
        key: format!("name:{}", ships.iter().map(ShipId::as_str).collect::<Vec<_>>().join("+")),
        sentence: format!("{} or {last}: which of them stands in the ring?", first.join(", ")),
        ships: ships.iter().map(ToString::to_string).collect(),
        ring_px: (0.0, 0.0),
        answers: candidates
            .iter()
            .zip(&names)
            .map(|((ship, _), name)| AnswerChoice {
                label: name.clone(),
                says: HandWord::Named { taken_for: seen.ship.to_string(), ship: ship.to_string() },
            })
            .collect(),
    })
}

/// The question about one ship that may be at several places: two tags with its number, or a similar object.
fn one_ship_question(ship: &ShipId, places: usize, name: &str) -> QuestionView {
    QuestionView {
        key: format!("name:{ship}"),
        sentence: format!(
            "{name} may stand at {places} places (is her tag there twice?): does she stand in the ring? If not, lay her outline where she stands."
        ),
        ships: vec![ship.to_string()],
        ring_px: (0.0, 0.0),
        answers: vec![AnswerChoice {
            label: "Yes, she stands there".to_owned(),
            says: HandWord::Named { taken_for: ship.to_string(), ship: ship.to_string() },
        }],
    }
}

fn bow_question(ship: &ShipId, record: &dyn BattleRecord) -> QuestionView {
    let name = record.name_and_side(ship).0;
    QuestionView {
        key: format!("bow:{ship}"),
        sentence: format!("Does the arrow of {name} point out of her bow?"),
        ships: vec![ship.to_string()],
        ring_px: (0.0, 0.0),
        answers: vec![
            AnswerChoice {
                label: "Yes, that is the bow".to_owned(),
                says: HandWord::BowRight { ship: ship.to_string() },
            },
            AnswerChoice {
                label: "No, turn her about".to_owned(),
                says: HandWord::TurnedAbout { ship: ship.to_string() },
            },
        ],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::table_session::fixtures::Nobody;
    use geometry::{CalibrationId, Confidence, FrameId, Heading, Point, Pose};

    fn pose(x_in: f64) -> Pose {
        Pose { stack: Point::new(x_in, 10.0), heading: Heading::from_deg(90.0) }
    }

    /// A ship at the first place whose name is not certain.
    fn unsure(ship: ShipId) -> Observation {
        Observation {
            ship,
            pose: pose(10.0),
            sigma_in: 0.01,
            heading_sigma_rad: 0.01,
            seen: true,
            sure: false,
            confidence: Confidence { name: 0.6, bow: 1.0 },
            frame: FrameId(1),
            calibration: CalibrationId(String::new()),
            camera_error: None,
        }
    }

    #[test]
    fn two_sisters_are_asked_about_in_one_sentence_with_the_likelier_first() {
        let (cairo, carondelet) = (ShipId::new("cairo"), ShipId::new("carondelet"));
        let question = Question::Names {
            ships: vec![cairo.clone(), carondelet],
            places: vec![pose(10.0).stack, pose(20.0).stack],
            alternatives: vec![
                WhoIsWhere { probability: 0.6, at: vec![pose(10.0), pose(20.0)] },
                WhoIsWhere { probability: 0.4, at: vec![pose(20.0), pose(10.0)] },
            ],
        };
        let seen = unsure(cairo);
        let view = names_question(&question, &seen, &Nobody).unwrap();
        assert_eq!(view.sentence, "cairo or carondelet: which of them stands in the ring?");
        let says: Vec<_> = view.answers.iter().map(|answer| answer.says.clone()).collect();
        let named = |ship: &str| HandWord::Named { taken_for: "cairo".to_owned(), ship: ship.to_owned() };
        assert_eq!(says, [named("cairo"), named("carondelet")]);
    }

    #[test]
    fn one_ship_at_two_places_is_asked_about_and_answered_with_her_own_name() {
        let cairo = ShipId::new("cairo");
        let at = |x_in: f64, probability| WhoIsWhere { probability, at: vec![pose(x_in)] };
        let question = |other: f64| Question::Names {
            ships: vec![cairo.clone()],
            places: vec![pose(10.0).stack],
            alternatives: vec![at(10.0, 0.6), at(other, 0.4)],
        };
        let seen = unsure(cairo.clone());
        let view = names_question(&question(28.0), &seen, &Nobody).unwrap();
        assert!(view.sentence.starts_with("cairo may stand at 2 places"), "{}", view.sentence);
        let own = HandWord::Named { taken_for: "cairo".to_owned(), ship: "cairo".to_owned() };
        assert_eq!(view.answers.len(), 1);
        assert_eq!(view.answers[0].says, own);
        assert!(names_question(&question(10.1), &seen, &Nobody).is_none(), "one place is no question");
    }
}
