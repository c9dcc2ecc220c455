//! The start of a ship's way: with the current part of its move, not always with the step.

use crate::common::{Evening, NOW};
use battle::view::{AnswerView, AskView, DecisionView, FieldKind, FieldValue, FieldValues, FormView};
use battle::{Audience, Battle, DecisionRequest, MovesAre, SetUp, TakeBack, verify_file};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::SideId;
use rulesets::core::play_out::ByLot;
use rulesets::noddy::{
    Course, Decision, MoveOrder, Noddy, ShipOrder, ShipState, Short, UmpireOrder, Written,
};

/// Half a move at the common speed, inches.
const HALF_MOVE_IN: f64 = 2.0;

/// A Union ship that goes four knots northward, and another ship `water_in` ahead of its bow: a friend or an
/// enemy. Orders are revealed, and the first half of the move is due.
struct Meeting {
    evening: Evening,
    battle: Battle<Noddy>,
    who: ShipId,
    whom: ShipId,
}

impl Meeting {
    fn begun(water_in: f64, with: &str, umpire: bool) -> Self {
        let staged = Noddy::embedded().unwrap().staged("memphis", None).unwrap();
        let mut set_up = SetUp { umpire, ..SetUp::of_staged(&staged, MovesAre::Judged, 1863) };
        let Decision::Open { ships, .. } = &mut set_up.opening[0] else { panic!("not opened first") };
        let mut seen = Vec::new();
        // Two ships of each side only.
        ships.retain(|setup| {
            seen.push(setup.card.side.clone());
            seen.iter().filter(|side| **side == setup.card.side).count() <= 2
        });
        for setup in ships.iter_mut() {
            setup.speed = 0;
        }
        let of = |side: &str, at: usize| {
            let own = ships.iter().filter(|setup| setup.card.side.as_str() == side);
            own.map(|setup| setup.card.id.clone()).nth(at).unwrap()
        };
        let (who, whom) = (of("union", 0), of(with, usize::from(with == "union")));
        ships.iter_mut().filter(|setup| setup.card.id == who).for_each(|setup| setup.speed = 8);
        let afloat: Vec<ShipId> = ships.iter().map(|setup| setup.card.id.clone()).collect();
        set_up.hulls.retain(|ship, _| afloat.contains(ship));
        set_up.set_out.retain(|ship, _| afloat.contains(ship));
        set_up.terrain.clear();
        let (own, other) = (set_up.hulls[&who], set_up.hulls[&whom]);
        let evening = Evening::new();
        let mut battle = Battle::<Noddy>::begin(evening.journal(), &set_up, NOW).unwrap();
        let apart_in = own.length_in / 2.0 - own.stack_ahead_in
            + water_in
            + other.stack_ahead_in
            + other.length_in / 2.0;
        for (at, ship) in afloat.iter().enumerate() {
            let (x_in, y_in) = match ship {
                ship if *ship == who => (10.0, 8.0),
                ship if *ship == whom => (10.0, 8.0 + apart_in),
                _ => (20.0 + 5.0 * at as f64, 8.0),
            };
            lay(&mut battle, ship, x_in, y_in);
        }
        let mut meeting = Self { evening, battle, who, whom };
        for side in ["union", "confederate"] {
            let state = &meeting.battle.situation().book;
            let own = state.ships.values().filter(|ship| ship.card.side.as_str() == side);
            let order = |ship: &ShipState| ShipOrder {
                ship: ship.card.id.clone(),
                order: Written::Here { course: Course { speed: ship.speed, turn_deg: 0.0 } },
                settled: Vec::new(),
            };
            let orders = own.map(order).collect();
            meeting.must(Decision::WriteOrders { orders });
        }
        meeting.must(Decision::NextStep);
        meeting
    }

    fn answer(&mut self, decision: Decision) -> AnswerView {
        self.battle.decide(&DecisionRequest::of(decision), NOW, || None).unwrap()
    }

    fn must(&mut self, decision: Decision) {
        let answer = self.answer(decision);
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    }

    /// Sets the model down this far north of the starting place.
    fn go_to(&mut self, ahead_in: f64) {
        let who = self.who.clone();
        lay(&mut self.battle, &who, 10.0, 8.0 + ahead_in);
    }

    /// The length of the way as judged now, and the expected length; the move is legal.
    fn judged_in(&self) -> (f64, f64) {
        let judged = self.battle.proposals().remove(0).judged;
        assert!(judged.legal(), "{judged:?}");
        (judged.way_in.unwrap().0, judged.allowed_in.unwrap())
    }

    fn moves(&mut self, short: Option<Short>) {
        let order = MoveOrder { ship: self.who.clone(), short, settled: Vec::new() };
        self.must(Decision::Move { moves: vec![order] });
    }

    /// The ship meets a hull 1.2 in ahead.
    fn meets(&mut self) {
        self.go_to(1.2);
        self.moves(Some(Short::Contact));
        assert_eq!(self.battle.situation().book.ships[&self.who].contact, std::slice::from_ref(&self.whom));
    }

    /// The events of this battle fold to the played state, now, on another evening and after an undo.
    fn assert_the_same_whenever(mut self, there: i64) {
        let live = self.battle.situation().clone();
        let stood = self.battle.situation_at(there).unwrap();
        assert_eq!(stood.ways, Default::default());
        assert_ne!(live.ways, Default::default());
        assert_eq!(self.battle.situation_at(live.seq).unwrap(), live);
        self.battle = Battle::resume(self.evening.journal(), 1).unwrap();
        assert_eq!(*self.battle.situation(), live);
        let back = TakeBack { to: there, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire: true };
        assert!(matches!(self.battle.take_back(&back, NOW).unwrap(), AnswerView::Done { .. }));
        assert_eq!(self.battle.situation().ways, stood.ways);
        self.go_to(HALF_MOVE_IN);
        assert!(near(self.judged_in().0, self.judged_in().1), "{:?}", self.judged_in());
        self.moves(None);
        assert_eq!(self.battle.situation().ways, live.ways);
        assert_eq!(verify_file(&self.evening.file()).unwrap().difference, None);
    }
}

fn lay(battle: &mut Battle<Noddy>, ship: &ShipId, x_in: f64, y_in: f64) {
    let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(0.0) };
    battle.lay_by_hand(ship, pose, NOW, || None).unwrap();
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.02
}

#[test]
fn a_ship_that_goes_on_after_a_contact_is_measured_from_there() {
    let mut meeting = Meeting::begun(1.2, "union", false);
    meeting.meets();
    meeting.must(Decision::SettleContact { ship: meeting.who.clone(), goes_on: true });
    let there = meeting.battle.situation().seq;
    meeting.go_to(HALF_MOVE_IN);
    let (way_in, allowed_in) = meeting.judged_in();
    assert!(near(way_in, 0.8) && near(allowed_in, 0.8), "{way_in} {allowed_in}");
    meeting.moves(None);
    assert_eq!(meeting.battle.situation().ways[&meeting.who][0].y_in, 9.2);
    meeting.assert_the_same_whenever(there);
}

#[test]
fn a_ship_that_may_move_again_is_measured_from_its_present_place() {
    let mut meeting = Meeting::begun(9.0, "union", false);
    meeting.go_to(HALF_MOVE_IN);
    meeting.moves(None);
    let order = UmpireOrder::MoveAgain { ship: meeting.who.clone() };
    meeting.must(Decision::Umpire { order, reason: "The helm was put over too late.".to_owned() });
    meeting.go_to(2.0 * HALF_MOVE_IN);
    let (way_in, allowed_in) = meeting.judged_in();
    assert!(near(way_in, HALF_MOVE_IN) && near(allowed_in, HALF_MOVE_IN), "{way_in} {allowed_in}");
    meeting.moves(None);
}

#[test]
fn each_segment_of_a_split_half_move_is_measured_from_where_it_begins() {
    let mut meeting = Meeting::begun(9.0, "union", false);
    let order = UmpireOrder::Split { segments: 2 };
    meeting.must(Decision::Umpire { order, reason: "They may collide.".to_owned() });
    meeting.go_to(HALF_MOVE_IN / 2.0);
    meeting.moves(None);
    meeting.must(Decision::NextStep);
    let there = meeting.battle.situation().seq;
    meeting.go_to(HALF_MOVE_IN);
    let (way_in, allowed_in) = meeting.judged_in();
    assert!(
        near(way_in, HALF_MOVE_IN / 2.0) && near(allowed_in, HALF_MOVE_IN / 2.0),
        "{way_in} {allowed_in}"
    );
    meeting.moves(None);
    meeting.assert_the_same_whenever(there);
}

/// The form that settles the contact, for this viewer.
fn contact_form(meeting: &Meeting, viewer: &Audience) -> Option<FormView> {
    let mut asks = meeting.battle.view_for(viewer).asks.into_iter();
    asks.find_map(|ask| match ask {
        AskView::Form(form) if form.key == format!("contact:{}", meeting.who) => Some(form),
        _ => None,
    })
}

fn says(meeting: &mut Meeting, viewer: &Audience, then: &str) -> AnswerView {
    let wish = DecisionView::Answer {
        form: format!("contact:{}", meeting.who),
        values: FieldValues::from([("then".to_owned(), FieldValue::Text(then.to_owned()))]),
        settled: Vec::new(),
        frame: None,
    };
    meeting.battle.decide_as_shown_to(&wish, viewer, NOW, || None).unwrap()
}

/// The choices of the form.
fn offered(form: &FormView) -> Vec<String> {
    let keys = form.fields.iter().map(|field| match &field.kind {
        FieldKind::Choice { options, .. } => options.iter().map(|option| option.key.clone()).collect(),
        other => panic!("{other:?}"),
    });
    keys.collect::<Vec<Vec<String>>>().concat()
}

#[test]
fn going_on_after_a_contact_is_offered_to_seats_that_may_permit_it() {
    // Players at one screen decide for the missing umpire.
    let mut meeting = Meeting::begun(1.2, "confederate", false);
    meeting.meets();
    let form = contact_form(&meeting, &Audience::Everyone).unwrap();
    assert_eq!(offered(&form), ["rests", "goes_on"]);
    assert!(matches!(says(&mut meeting, &Audience::Everyone, "goes_on"), AnswerView::Done { .. }));
    meeting.go_to(HALF_MOVE_IN);
    assert!(near(meeting.judged_in().0, 0.8));
    // With an umpire, a side can only let the ship rest.
    let mut meeting = Meeting::begun(1.2, "confederate", true);
    meeting.meets();
    let union = Audience::Side(SideId::of("union"));
    assert_eq!(offered(&contact_form(&meeting, &union).unwrap()), [""; 0]);
    assert_eq!(offered(&contact_form(&meeting, &Audience::Everyone).unwrap()), [""; 0]);
    assert_eq!(offered(&contact_form(&meeting, &Audience::Umpire).unwrap()), ["rests", "goes_on"]);
    assert!(matches!(says(&mut meeting, &union, "goes_on"), AnswerView::Refused { .. }));
    assert!(matches!(says(&mut meeting, &Audience::Umpire, "goes_on"), AnswerView::Done { .. }));
    meeting.go_to(HALF_MOVE_IN);
    assert!(near(meeting.judged_in().0, 0.8));
}
