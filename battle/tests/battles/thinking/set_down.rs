//! Battles of every book in which the models that a commander orders are set down as exactly as a hand can: no ghost
//! stays, and nothing is ever too far.

use super::every_book::{act, umpire};
use super::turned_by_steps;
use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW, choice_of, no_table, seen};
use battle::view::{AskView, BattleChoice, BookView, DecisionView};
use battle::{Audience, BattleError, GhostWhy, Session, Sighting, begin, books, scenarios, verify_file};
use geometry::{Heading, Point, Pose, ShipId};
use opponent::admiral::Rank;
use rulesets::gunboat::{Gunboat, Library};
use std::collections::{BTreeMap, BTreeSet};

/// How far a hand misses a ghost at most, on each axis, inches; and the heading on a map, degrees.
const MISSED_IN: f64 = 0.1;
const MISSED_DEG: f64 = 2.0;
/// How far the camera errs at most: half of the deviation that it states.
const MISREAD_IN: f64 = 0.015;
const MISREAD_DEG: f64 = 0.3;
/// As often may a model be set down at the same place in one step: where it is, and once more where it was a stop.
const MOST_TIMES: u32 = 3;
const ROUNDS: u32 = 40;

/// A number between -1 and 1 from a row of them.
struct Misses(u32);

impl Misses {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1_u32 << 23) - 1.0
    }

    fn off(&mut self, pose: Pose, (off_in, off_deg): (f64, f64)) -> Pose {
        let (east_in, north_in) = (off_in * self.next(), off_in * self.next());
        Pose {
            stack: Point::new(pose.stack.x_in + east_in, pose.stack.y_in + north_in),
            heading: Heading::from_deg(pose.heading.deg() + off_deg * self.next()),
        }
    }
}

/// Hands that carry models, seen by a camera or noted on the map.
struct Hands {
    models: Option<BTreeMap<ShipId, Pose>>,
    frame: u64,
    misses: Misses,
    /// How often dice waited that players at one screen are not shown.
    secret_throws: u32,
}

impl Hands {
    /// Sets every model on its ghost; returns where they were to go, in words.
    fn set_down(&mut self, battle: &mut Box<dyn Session>) -> Vec<String> {
        let ghosts = battle.ghosts();
        for ghost in &ghosts {
            let mut pose = self.misses.off(ghost.place.pose(), (MISSED_IN, MISSED_DEG));
            let Some(models) = &mut self.models else {
                battle.lay_by_hand(&ghost.ship, pose, NOW, &mut || None).unwrap();
                continue;
            };
            if let Some(stands) = models.get(&ghost.ship) {
                pose.heading = turned_by_steps(stands.heading, ghost.place.pose().heading);
            }
            models.insert(ghost.ship.clone(), pose);
        }
        self.look(battle);
        let proposals = battle.proposals_for(&Audience::Everyone);
        let line = |ghost: &battle::Ghost| {
            assert_ne!(ghost.why, GhostWhy::TooFar, "{}: {ghost:?} {proposals:?}", battle.book_id());
            let pose = ghost.place.pose();
            let (east_in, north_in) = (pose.stack.x_in, pose.stack.y_in);
            format!("{} {:?} {east_in:.1} {north_in:.1} {:.0}", ghost.ship, ghost.why, pose.heading.deg())
        };
        ghosts.iter().map(line).collect()
    }

    /// Lets the camera look until places count; as in the app, commanders may act after every reading.
    fn look(&mut self, battle: &mut Box<dyn Session>) {
        let Some(models) = &self.models else { return };
        for _ in 0..4 {
            self.frame += 1;
            let read = |(ship, pose): (&ShipId, &Pose)| {
                let read = self.misses.off(*pose, (MISREAD_IN, MISREAD_DEG));
                seen(ship.as_str(), read.stack.x_in, read.stack.y_in, read.heading.deg(), self.frame)
            };
            let observations = models.iter().map(read).collect();
            battle.observe(&Sighting { observations, still: true }, NOW, &mut || None).unwrap();
            battle.let_commanders_act(NOW, &mut || None).unwrap();
        }
    }

    /// Plays a battle whose sides are all commanded; returns how many models were set down.
    fn play(&mut self, battle: &mut Box<dyn Session>) -> usize {
        let (mut times, mut ordered) = (BTreeMap::new(), 0);
        self.set_down(battle);
        for _ in 0..ROUNDS {
            act(battle);
            loop {
                let ghosts = self.set_down(battle);
                if ghosts.is_empty() {
                    break;
                }
                ordered += ghosts.len();
                act(battle);
                let view = battle.view_for(&Audience::Everyone);
                for ghost in ghosts {
                    let key = (view.turn, view.phase.clone(), ghost);
                    let so_often = times.entry(key.clone()).or_insert(0);
                    *so_often += 1;
                    assert!(*so_often <= MOST_TIMES, "{} {}: {key:?} stays", view.book, view.name);
                }
            }
            self.secret_throws += u32::from(says_where_dice_wait(battle));
            umpire(battle);
            act(battle);
            let step = DecisionView::NextStep;
            battle.decide_as_shown_to(&step, &Audience::Umpire, NOW, &mut || None).unwrap();
        }
        ordered
    }
}

/// Whether the umpire's dice wait, hidden from players at one screen: they are then shown whose seat to take.
fn says_where_dice_wait(battle: &mut Box<dyn Session>) -> bool {
    let dice = |viewer: &Audience| {
        battle.view_for(viewer).asks.iter().any(|ask| matches!(ask, AskView::Roll { .. }))
    };
    let hidden = dice(&Audience::Umpire) && !dice(&Audience::Everyone);
    let seats = battle.now_for(&Audience::Everyone).hidden_in;
    assert!(!hidden || seats == ["umpire"], "{seats:?}");
    hidden
}

fn plays_every_scenario(
    book: &BookView,
    commander: Option<battle::ThinkingCommander>,
) -> Result<(), BattleError> {
    let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
    let hulls = BTreeMap::new();
    for scenario in scenarios(&book.id, &no_table(&library, &hulls))? {
        for by_camera in [false, true] {
            let evening = Evening::new();
            let sides: BTreeSet<String> = scenario.ships.iter().map(|ship| ship.side.clone()).collect();
            // Minnesota is hard aground, and how she comes afloat is an umpire's to say.
            let ships = match scenario.id.as_str() {
                "spb-hampton-roads-1862-03-09" => vec!["monitor".to_owned(), "virginia".to_owned()],
                _ => Vec::new(),
            };
            let choice = BattleChoice {
                commanded: sides.into_iter().collect(),
                commander,
                ships,
                ..choice_of(&book.id, Some(&scenario.id))
            };
            let mut battle = begin(evening.journal(), &choice, &no_table(&library, &hulls), NOW)?;
            let mut hands = Hands {
                models: by_camera.then(BTreeMap::new),
                frame: 0,
                misses: Misses(29),
                secret_throws: 0,
            };
            let ordered = hands.play(&mut battle);
            // What a hit does is thrown in secret (NOD-18).
            assert_eq!(hands.secret_throws > 0, book.id == "noddy", "{} {}", book.id, scenario.id);
            let view = battle.view_for(&Audience::Everyone);
            let how = if by_camera { "by camera" } else { "on the map" };
            assert!(ordered > 3, "{} {} {how}: {ordered} models", book.id, scenario.id);
            println!("{} {} {how}: {ordered} models set down, turn {}", book.id, scenario.id, view.turn);
            drop(battle);
            assert_eq!(verify_file(&evening.file())?.difference, None);
        }
    }
    Ok(())
}

#[test]
fn models_set_down_by_mahans_orders_stand_where_they_should() -> Result<(), BattleError> {
    let mut books = books()?.into_iter().filter(|book| book.by_procedure && book.id != "mahan");
    books.try_for_each(|book| plays_every_scenario(&book, None))
}

#[test]
fn models_set_down_by_a_thinkers_orders_stand_where_they_should() -> Result<(), BattleError> {
    let mut books = books()?.into_iter().filter(|book| book.by_thinking);
    books.try_for_each(|book| plays_every_scenario(&book, super::thinking(Rank::Midshipman)))
}
