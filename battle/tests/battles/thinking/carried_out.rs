//! Small orders of a commander, carried out by a hand and seen by a camera, and orders that a player overtakes.

use super::turned_by_steps;
use crate::common::{Evening, NOW, seen};
use battle::view::AnswerView;
use battle::{
    Audience, Battle, CommanderOutcome, DecisionRequest, DomainEvent, GhostWhy, MovesAre, Seat, SetUp,
    Settling, Sighting, verify_file,
};
use geometry::{Pose, ShipId};
use rulesets::core::SideId;
use rulesets::core::play_out::{ByLot, Goal, Lot};
use rulesets::mahan::command::{Helm, Leg, NoddyCaptain, View};
use rulesets::noddy::{Decision, MoveOrder, Noddy, Step};
use std::collections::BTreeMap;

/// Every ship turns to port by so little: a hand that turns models by steps goes a little too far, and the ghost is still
/// near to where the ship stood.
const TURN_DEG: f64 = 4.0;
/// What a player turns instead: enough, by the players' tolerance.
const OVERTAKEN_DEG: f64 = 2.0;
/// The readings after which a place counts, and as many again.
const READINGS: usize = 6;

/// Steers a ship so that she turns a little at half way.
#[derive(Debug, Clone)]
struct LittleTurns;

impl Helm for LittleTurns {
    fn course(&mut self, view: &View<'_>, _: &mut Lot) -> Vec<Leg> {
        let own = view.own;
        let halfway = own.stack.moved(own.heading, view.allowance_in / 2.0);
        let to = halfway.moved(own.heading.turned(-TURN_DEG.to_radians()), 10.0);
        vec![Leg { share: 1.0, goal: Goal::Point(to) }]
    }
}

/// Newport News, both sides commanded, seen by a camera.
struct OnTheTable {
    battle: Battle<Noddy>,
    seats: Vec<Seat<Noddy>>,
    models: BTreeMap<ShipId, Pose>,
    frame: u64,
}

impl OnTheTable {
    fn begin(evening: &Evening) -> Self {
        let staged = Noddy::embedded().unwrap().staged("newport-news", None).unwrap();
        let set_up = SetUp::of_staged(&staged, MovesAre::Judged, 1862);
        let battle = Battle::<Noddy>::begin(evening.journal(), &set_up, NOW).unwrap();
        let seat = |side| {
            let side = SideId::of(side);
            let captain = NoddyCaptain::new(side.clone(), LittleTurns, 1);
            Seat::taken(Audience::Side(side), Box::new(captain))
        };
        let seats = ["union", "confederate"].map(seat).into();
        let mut table = Self { battle, seats, models: set_up.set_out, frame: 0 };
        table.look();
        table.to(Step::Turn);
        table
    }

    /// The camera looks at models that stand still; the commanders may act after every reading.
    fn look(&mut self) {
        for _ in 0..READINGS {
            self.frame += 1;
            let read = |(ship, pose): (&ShipId, &Pose)| {
                seen(ship.as_str(), pose.stack.x_in, pose.stack.y_in, pose.heading.deg(), self.frame)
            };
            let observations = self.models.iter().map(read).collect();
            self.battle.observe(&Sighting { observations, still: true }, NOW, || None).unwrap();
            self.act();
        }
    }

    fn act(&mut self) {
        for seat in &mut self.seats {
            let outcome = self.battle.let_command(seat, NOW, || None).unwrap();
            let refused = matches!(outcome, CommanderOutcome::Answered(AnswerView::Refused { .. }));
            assert!(!refused, "reading {}: {outcome:?}", self.frame);
            assert!(seat.wanted().iter().all(|ghost| ghost.why == GhostWhy::Ordered), "{outcome:?}");
        }
    }

    /// Sets every model on its ghost, as exactly as a hand that turns by steps can; returns the number.
    fn set_down(&mut self) -> usize {
        let ghosts: Vec<_> = self.seats.iter().flat_map(Seat::wanted).cloned().collect();
        for ghost in &ghosts {
            let (stands, wanted) = (self.models[&ghost.ship], ghost.place.pose());
            let heading = turned_by_steps(stands.heading, wanted.heading);
            self.models.insert(ghost.ship.clone(), Pose { heading, ..wanted });
        }
        self.look();
        ghosts.len()
    }

    /// Plays on to this step.
    fn to(&mut self, step: Step) {
        for _ in 0..20 {
            if self.battle.situation().book.step == step {
                return;
            }
            if self.set_down() == 0 {
                self.must(Decision::NextStep);
                self.act();
            }
        }
        panic!("{step:?} never came: {:?}", self.seats);
    }

    fn must(&mut self, decision: Decision) {
        let answer = self.battle.decide(&DecisionRequest::of(decision.clone()), NOW, || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{decision:?}: {answer:?}");
    }

    /// The ships that have still to turn.
    fn to_turn(&self) -> Vec<ShipId> {
        let ships = self.battle.situation().book.ships.iter();
        let turns = ships.filter(|(_, ship)| {
            ship.course.is_some_and(|course| course.turn_deg != 0.0) && ship.present() && !ship.moved
        });
        turns.map(|(id, _)| id.clone()).collect()
    }
}

#[test]
fn little_turns_are_carried_out_once_each() {
    let evening = Evening::new();
    let mut table = OnTheTable::begin(&evening);
    let ships = table.to_turn();
    assert!(ships.len() >= 2, "{ships:?}");
    let mut times = 0;
    while !table.to_turn().is_empty() {
        times += table.set_down();
        assert!(times <= ships.len(), "set down {times} times: {:?}", table.battle.ghosts());
    }
    assert_eq!(times, ships.len());
    let nudged = table.battle.entries().iter().filter(
        |entry| matches!(&entry.event, DomainEvent::Settled(settled) if settled.why == Settling::Nudge),
    );
    assert_eq!(nudged.count(), 0, "nobody pushed a model");
    for (ship, pose) in &table.models {
        let official = table.battle.situation().places[ship].pose();
        assert!(official.heading.angle_to(pose.heading).to_degrees() < 0.1, "{ship}: {official:?} {pose:?}");
    }
    drop(table);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn an_order_that_a_player_overtakes_is_an_order_no_more() {
    let evening = Evening::new();
    let mut table = OnTheTable::begin(&evening);
    let ordered = table.seats.iter().flat_map(Seat::wanted).next().unwrap().ship.clone();
    let left = table.to_turn();
    // By the players' tolerance she turns enough if she is turned by a degree.
    let stands = table.models[&ordered];
    let heading = stands.heading.turned(-OVERTAKEN_DEG.to_radians());
    table.battle.lay_by_hand(&ordered, Pose { heading, ..stands }, NOW, || None).unwrap();
    let order = MoveOrder { ship: ordered.clone(), short: None, settled: Vec::new() };
    table.must(Decision::Move { moves: vec![order] });
    table.models.insert(ordered.clone(), Pose { heading, ..stands });
    table.act();
    assert!(table.battle.ghosts().iter().all(|ghost| ghost.ship != ordered), "{:?}", table.seats);
    let mut times = 0;
    while !table.to_turn().is_empty() {
        times += table.set_down();
        assert!(times < left.len(), "set down {times} times: {:?}", table.battle.ghosts());
    }
    assert_eq!(times, left.len() - 1, "the others turn as ordered");
}
