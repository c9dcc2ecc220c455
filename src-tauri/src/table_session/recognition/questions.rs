//! Converts the tracker's doubts into questions for players: one sentence each, answered with one key.

use crate::ipc::messages::{AnswerChoice, HandWord, QuestionView};
use crate::table_session::battle_record::BattleRecord;
use crate::table_session::calibrate::ship_outline::{DrawnShip, draw};
use calibration::TableCamera;
use geometry::{HullShape, Observation, ShipId};
use std::collections::BTreeMap;
use tracking::{LiveReading, Question, WhoIsWhere};

/// Places further apart than this are different, inches.
const ELSEWHERE_IN: f64 = 0.5;
/// The part of the picture shown with a question is this many times as large as the ship's outline.
const PART_OF_OUTLINE: f64 = 1.8;
/// The corners of that part are multiples of this, so that it is the same for readings that differ slightly, pixels.
const PART_STEP_PX: f64 = 16.0;

/// All questions of a reading, those on which the decision in hand depends first. Which end of a ship is the bow is
/// asked after her name, because the name may answer it.
pub fn questions(
    reading: &LiveReading,
    camera: &TableCamera,
    hulls: &BTreeMap<ShipId, HullShape>,
    record: &dyn BattleRecord,
) -> Vec<QuestionView> {
    if reading.questions.is_empty() {
        return Vec::new();
    }
    let in_hand = record.ships_in_hand();
    let due = |question: &Question| {
        let concerned = |ship: &ShipId| in_hand.as_ref().is_none_or(|in_hand| in_hand.contains(ship));
        question.ships().iter().any(concerned)
    };
    let shown = |question: &Question, seen: &Observation, view: QuestionView| {
        let drawn = draw(camera, hulls.get(&seen.ship)?, seen.pose)?;
        let part_px = part_of_picture(camera, &drawn)?;
        Some(QuestionView { due: due(question), ring_px: drawn.stack_px, part_px, ..view })
    };
    let (names, bows): (Vec<_>, Vec<_>) =
        reading.questions.iter().partition(|question| matches!(question, Question::Names { .. }));
    let named = names.into_iter().filter_map(|question| {
        let seen = least_sure(&reading.observations, question.ships())?;
        shown(question, seen, names_question(question, seen, record)?)
    });
    let mut asked: Vec<QuestionView> = named.collect();
    let names_asked: Vec<String> = asked.iter().flat_map(|view| view.ships.clone()).collect();
    asked.extend(bows.into_iter().filter_map(|question| {
        let ship =
            question.ships().first().filter(|ship| names_asked.iter().all(|asked| asked != ship.as_str()))?;
        let seen = reading.observations.iter().find(|seen| seen.ship == *ship)?;
        shown(question, seen, bow_question(ship, record))
    }));
    asked.sort_by_key(|view| !view.due);
    asked
}

/// The part of the picture with a ship in its middle, cut off at the picture's edges; `None` if she is not in it.
fn part_of_picture(camera: &TableCamera, drawn: &DrawnShip) -> Option<(f64, f64, f64, f64)> {
    let span = |of: fn(&(f64, f64)) -> f64| {
        let sides = drawn.outline_px.iter().map(of);
        let (low, high) = sides.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
        ((low + high) / 2.0, high - low)
    };
    let ((x, width), (y, height)) = (span(|at| at.0), span(|at| at.1));
    let half = PART_OF_OUTLINE * width.max(height) / 2.0;
    let cut = |middle: f64, size: u32| {
        let step = |at: f64| (at / PART_STEP_PX).round() * PART_STEP_PX;
        let (low, high) = (step(middle - half).max(0.0), step(middle + half).min(f64::from(size)));
        (high > low).then_some((low, high - low))
    };
    let ((left, width), (top, height)) = (cut(x, camera.lens.width)?, cut(y, camera.lens.height)?);
    Some((left, top, width, height))
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
        due: true,
        ring_px: (0.0, 0.0),
        part_px: (0.0, 0.0, 0.0, 0.0),
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
        due: true,
        ring_px: (0.0, 0.0),
        part_px: (0.0, 0.0, 0.0, 0.0),
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
        due: true,
        ring_px: (0.0, 0.0),
        part_px: (0.0, 0.0, 0.0, 0.0),
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
    use crate::table_session::Epoch;
    use crate::table_session::fixtures::{Nobody, camera};
    use battle::TableNews;
    use geometry::{CalibrationId, Confidence, FrameId, Heading, Point, Pose};
    use std::collections::BTreeSet;
    use tracking::source::Frame;

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

    /// A battle in which the decision in hand depends on one ship.
    struct Deciding(&'static str);

    impl BattleRecord for Deciding {
        fn sees(&self, _: Epoch, _: &LiveReading, _: &Frame, _: &str) {}
        fn hears(&self, _: Epoch, _: TableNews, _: &Frame, _: &str) {}
        fn follow(&self, _: Epoch) {}
        fn places(&self) -> Vec<(ShipId, Pose)> {
            Vec::new()
        }
        fn name_and_side(&self, ship: &ShipId) -> (String, String) {
            Nobody.name_and_side(ship)
        }
        fn ships_in_hand(&self) -> Option<BTreeSet<ShipId>> {
            Some(BTreeSet::from([ShipId::new(self.0)]))
        }
    }

    #[test]
    fn a_doubt_is_due_when_the_decision_in_hand_depends_on_it_and_a_bow_waits_for_the_name() {
        let ships = ["cairo", "carondelet", "essex"].map(ShipId::new);
        let seen = |(at, ship): (usize, &ShipId)| Observation {
            pose: pose(10.0 * (at + 1) as f64),
            ..unsure(ship.clone())
        };
        let names = Question::Names {
            ships: ships[..2].to_vec(),
            places: vec![pose(10.0).stack, pose(20.0).stack],
            alternatives: vec![
                WhoIsWhere { probability: 0.6, at: vec![pose(10.0), pose(20.0)] },
                WhoIsWhere { probability: 0.4, at: vec![pose(20.0), pose(10.0)] },
            ],
        };
        let bow = |at: usize| Question::Bow {
            ship: ships[at].clone(),
            pose: pose(10.0 * (at + 1) as f64),
            probability: 0.8,
        };
        let reading = LiveReading {
            wants_full: false,
            moving: false,
            covered: false,
            mostly_covered: false,
            things: Vec::new(),
            observations: ships.iter().enumerate().map(seen).collect(),
            presence: vec![tracking::Presence::Seen; 3],
            followed: Vec::new(),
            lessons: Vec::new(),
            questions: vec![bow(0), names, bow(2)],
            fresh: true,
            ms: 0.0,
        };
        let hull = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.3 };
        let hulls = ships.iter().map(|ship| (ship.clone(), hull)).collect();
        let asked = |record: &dyn BattleRecord| {
            let asked = questions(&reading, &camera(), &hulls, record).into_iter();
            asked.map(|view| (view.key, view.due)).collect::<Vec<_>>()
        };
        let both = |names: bool, bow: bool| {
            [("name:cairo+carondelet".to_owned(), names), ("bow:essex".to_owned(), bow)]
        };
        assert_eq!(asked(&Nobody), both(true, true), "without a battle all are due");
        assert_eq!(asked(&Deciding("carondelet")), both(true, false));
        let [names, bow] = both(false, true);
        assert_eq!(asked(&Deciding("essex")), [bow, names], "the one that is due comes first");
        for view in questions(&reading, &camera(), &hulls, &Nobody) {
            let (left, top, width, height) = view.part_px;
            assert!(left <= view.ring_px.0 && view.ring_px.0 <= left + width, "{view:?}");
            assert!(top <= view.ring_px.1 && view.ring_px.1 <= top + height, "{view:?}");
        }
    }
}
