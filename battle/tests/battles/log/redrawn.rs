//! A playing area redrawn in mid-battle: everything is converted to its frame of reference, and no ship has
//! moved; also where the battle goes back past the change, and forward again.

use crate::at_the_table::AtTheTable;
use crate::common::*;
use battle::view::{AnswerView, PlaceView};
use battle::{
    AreaRedrawn, Audience, Battle, BookAdapter, DomainEvent, GhostWhy, Place, Session, Sighting, TakeBack,
    begin, books, scenarios, verify, verify_file,
};
use geometry::{Point, Pose, ShipId, Similarity};
use rulesets::core::PlayedBook;
use rulesets::gunboat::{Decision, Gunboat, Library, MoveOrder, SpeedOrder};
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use std::collections::BTreeMap;

/// A turn of 30 degrees and a shift: the cards have new places.
fn redrawn() -> AreaRedrawn {
    let (sin, cos) = 30.0_f64.to_radians().sin_cos();
    let change = Similarity::new((cos, sin), Point::new(12.0, -7.0)).unwrap();
    AreaRedrawn { change, before_in: (60.0, 36.0), after_in: (70.0, 40.0) }
}

/// The camera's sightings after the area was redrawn.
fn in_new(sighting: impl Fn(u64) -> Sighting) -> impl Fn(u64) -> Sighting {
    move |frame| {
        let mut all = sighting(frame);
        all.observations.iter_mut().for_each(|seen| seen.pose = redrawn().change.pose(seen.pose));
        all
    }
}

fn is_at(place: Pose, pose: Pose) -> bool {
    place.stack.distance_in(pose.stack) < 3e-3 && place.heading.angle_to(pose.heading) < 4e-4
}

fn monitor() -> ShipId {
    ShipId::new("monitor")
}

fn monitor_at(y_in: f64) -> impl Fn(u64) -> Sighting {
    move |frame| sighting_with(frame, seen("monitor", 35.0, y_in, 0.0, frame))
}

fn monitors_pose(y_in: f64) -> Pose {
    redrawn().change.pose(seen("monitor", 35.0, y_in, 0.0, 0).pose)
}

fn take_back(battle: &mut Battle<Gunboat>, to: i64) {
    let asked = TakeBack { to, by: "Ann".to_owned(), why: "Once more.".to_owned(), umpire: false };
    let answer = battle.take_back(&asked, NOW).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
}

#[test]
fn a_playing_area_drawn_anew_moves_nobody() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let before = battle.situation().places.clone();
    let log = battle.redraw(&redrawn(), NOW, picture).unwrap();
    assert_eq!((log.len(), log[0].kind.as_str()), (1, "frame_changed"));
    assert!(log[0].sentences[0].text.contains("nobody has moved") && log[0].photo.is_some(), "{log:?}");
    assert_eq!(battle.view().table_in, (70.0, 40.0));
    for (ship, place) in &battle.situation().places {
        assert!(is_at(place.pose(), redrawn().change.pose(before[ship].pose())), "{place:?}");
        assert_eq!(battle.situation().moored[ship], *place);
    }
    // Seen there in the new frame, no ship has moved either.
    let lines = battle.log().len();
    settle(&mut battle, 40, in_new(sighting));
    assert_eq!(battle.log().len(), lines, "{:?}", battle.log().last());
    assert!(verify(&evening.journal()).unwrap().difference.is_none());
}

/// Monitor on a way with two stops; the sequence numbers before the move and after it.
fn moved(evening: &Evening) -> (Battle<Gunboat>, i64, i64) {
    let mut battle = begin_judged(evening);
    settle(&mut battle, 1, sighting);
    let orders = vec![SpeedOrder { ship: monitor(), speed: 2 }];
    must(&mut battle, Decision::RingUp { orders });
    let before = battle.situation().seq;
    settle(&mut battle, 10, monitor_at(18.4));
    settle(&mut battle, 20, monitor_at(18.7));
    let order = MoveOrder { ship: monitor(), settled: Vec::new(), ashore: false };
    must(&mut battle, Decision::Move { moves: vec![order] });
    let after = battle.situation().seq;
    (battle, before, after)
}

#[test]
fn an_earlier_moment_is_shown_in_the_frame_now_in_force() {
    let evening = Evening::new();
    let (mut battle, before, after) = moved(&evening);
    battle.redraw(&redrawn(), NOW, picture).unwrap();
    let changed = battle.situation().seq;
    let stands = |battle: &Battle<Gunboat>, y_in: f64| {
        is_at(battle.situation().places[&monitor()].pose(), monitors_pose(y_in))
    };
    assert!(stands(&battle, 18.7));
    let way = battle.situation().ways[&monitor()].clone();
    assert!(
        is_at(way[0].pose(), monitors_pose(18.0)) && is_at(way[1].pose(), monitors_pose(18.4)),
        "{way:?}"
    );
    // Back past the change: the ship returns to its old place, in inches of the present frame.
    take_back(&mut battle, before);
    assert!(stands(&battle, 18.0), "{:?}", battle.situation().places[&monitor()]);
    assert_eq!(battle.view().table_in, (70.0, 40.0));
    let ghosts = battle.ghosts();
    assert_eq!((ghosts.len(), ghosts[0].why), (1, GhostWhy::Return));
    assert!(is_at(ghosts[0].place.pose(), monitors_pose(18.0)));
    assert_eq!(settle(&mut battle, 50, in_new(sighting)).len(), 1, "she alone was set down again");
    assert!(battle.ghosts().is_empty() && battle.shifts().is_empty());
    // Forward again, to before and to after the change: the same results.
    for to in [after, changed] {
        take_back(&mut battle, to);
        assert!(stands(&battle, 18.7));
        take_back(&mut battle, before);
        assert!(stands(&battle, 18.0));
    }
    // Replayed as it was.
    let then = battle.replay_at(after).unwrap();
    let ship = then.ships.iter().find(|ship| ship.id == "monitor").unwrap();
    let PlaceView { x_in, y_in, .. } = ship.place.unwrap();
    assert!(Point::new(x_in, y_in).distance_in(monitors_pose(18.7).stack) < 3e-3);
    let told = battle.account(&Audience::Umpire);
    assert_eq!(told.table_in, (70.0, 40.0));
    let first = told.events.iter().find(|event| !event.places.is_empty()).unwrap();
    let place = first.places.iter().find(|stands| stands.ship == "monitor").unwrap().place;
    assert!(Point::new(place.x_in, place.y_in).distance_in(monitors_pose(18.0).stack) < 3e-3, "{place:?}");
    assert!(told.events.iter().all(|event| event.line.kind != "frame_changed" || event.places.is_empty()));
    let (now, number) = (battle.situation().clone(), battle.number());
    drop(battle);
    assert_eq!(*evening.resume(number).situation(), now);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_move_that_is_not_decided_yet_goes_along() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let orders = vec![SpeedOrder { ship: monitor(), speed: 2 }];
    must(&mut battle, Decision::RingUp { orders });
    settle(&mut battle, 10, monitor_at(18.4));
    settle(&mut battle, 20, monitor_at(18.7));
    battle.redraw(&redrawn(), NOW, picture).unwrap();
    settle(&mut battle, 50, in_new(monitor_at(18.7)));
    let proposal = battle.proposals().remove(0);
    assert_eq!(proposal.moved.stops.len(), 1);
    let (way_in, _) = proposal.judged.way_in.unwrap();
    assert!(proposal.judged.legal() && (way_in - 0.7).abs() < 0.01, "{proposal:?}");
    let order = MoveOrder { ship: monitor(), settled: Vec::new(), ashore: false };
    must(&mut battle, Decision::Move { moves: vec![order] });
    assert!(is_at(battle.situation().places[&monitor()].pose(), monitors_pose(18.7)));
    // The redrawing is no step of its own to take back.
    let back = battle.undo_line(&Audience::Everyone).back.unwrap();
    take_back(&mut battle, back.to);
    assert!(is_at(battle.situation().places[&monitor()].pose(), monitors_pose(18.0)));
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn dice_are_not_thrown_anew_for_it() {
    let faces = |redraw: bool| {
        let evening = Evening::new();
        let (_, scene) = scene_with("fort");
        let set_up = battle::SetUp::of_scene(&scene, battle::MovesAre::Judged, 3);
        let mut battle: Battle<Gunboat> = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
        for ghost in battle.ghosts() {
            battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, || None).unwrap();
        }
        if redraw {
            battle.redraw(&redrawn(), NOW, picture).unwrap();
        }
        let ship = scene.ships[0].setup.card.id.clone();
        let order = rulesets::gunboat::UmpireOrder::CriticalHit { ship };
        must(&mut battle, Decision::Umpire { order, reason: "For the test.".to_owned() });
        must(&mut battle, throw());
        let thrown = battle.entries().iter().rev().find_map(|entry| match &entry.event {
            DomainEvent::Book(told) if entry.kind == "dice_thrown" => serde_json::to_value(&told.event).ok(),
            _ => None,
        });
        thrown.unwrap()
    };
    assert_eq!(faces(true), faces(false));
}

#[test]
fn a_redrawing_that_failed_is_stored_before_anything_seen_in_the_new_frame() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    settle(&mut battle, 1, sighting);
    let other = rusqlite::Connection::open(evening.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(battle.redraw(&redrawn(), NOW, picture).is_err());
    assert_eq!(battle.view().table_in, (60.0, 36.0), "nothing has changed");
    assert!(battle.observe(&in_new(sighting)(40), NOW, picture).is_err());
    // Redrawn once more in the meantime: further to the east.
    let further = AreaRedrawn {
        change: Similarity::new((1.0, 0.0), Point::new(6.0, 0.0)).unwrap(),
        before_in: (70.0, 40.0),
        after_in: (76.0, 40.0),
    };
    assert!(battle.redraw(&further, NOW, picture).is_err());
    other.execute_batch("ROLLBACK").unwrap();
    let log = settle(&mut battle, 50, |frame| {
        let mut all = in_new(sighting)(frame);
        all.observations.iter_mut().for_each(|seen| seen.pose = further.change.pose(seen.pose));
        all
    });
    let kinds: Vec<&str> = log.iter().map(|line| line.kind.as_str()).collect();
    assert_eq!(kinds, ["frame_changed"], "and nobody has moved");
    assert_eq!(battle.view().table_in, (76.0, 40.0));
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

/// The book's state of a battle, if it is played by this book.
fn state_of<B: BookAdapter>(play: &dyn Session) -> Option<&B::State> {
    play.as_any().downcast_ref::<Battle<B>>().map(|battle| &battle.situation().book)
}

/// Places stored in books' own states: guns ashore, terrain.
fn held_by_books(play: &dyn Session) -> Vec<Point> {
    let mut points = Vec::new();
    if let Some(state) = state_of::<Gunboat>(play) {
        points.extend(Gunboat::guns_ashore(state).into_iter().map(|gun| gun.1));
        points.extend(state.terrain.iter().flat_map(|piece| piece.outline.clone()));
    }
    if let Some(state) = state_of::<Noddy>(play) {
        points.extend(Noddy::guns_ashore(state).into_iter().map(|gun| gun.1));
        let hidden = state.hidden.iter().map(|hidden| &hidden.area);
        points.extend(state.terrain.iter().chain(hidden).flat_map(|piece| piece.outline.clone()));
    }
    if let Some(state) = state_of::<SpBp>(play) {
        points.extend(state.terrain.iter().flat_map(|piece| piece.outline.clone()));
    }
    points
}

/// Bearings from north stored by books: currents, winds, arcs of guns ashore.
fn bearings_deg(play: &dyn Session) -> Vec<f64> {
    let mut bearings = Vec::new();
    if let Some(state) = state_of::<Gunboat>(play) {
        bearings.push(state.options.current_toward_deg);
        let guns = state.forts.values().flat_map(|fort| &fort.card.guns).flat_map(|gun| &gun.arcs);
        bearings.extend(guns.flat_map(|arc| [arc.from_deg, arc.to_deg]));
    }
    if let Some(state) = state_of::<Noddy>(play) {
        bearings.push(state.options.current_toward_deg);
        bearings.extend(state.batteries.values().map(|battery| battery.card.facing_deg));
    }
    if let Some(state) = state_of::<SpBp>(play) {
        bearings.extend([state.options.current_toward_deg, state.options.wind_toward_deg]);
    }
    bearings
}

fn poses(places: impl IntoIterator<Item = (String, Pose)>) -> BTreeMap<String, Pose> {
    places.into_iter().collect()
}

/// A quarter turn on a table of this size, and its inverse.
fn quarter(table_in: (f64, f64)) -> (AreaRedrawn, AreaRedrawn) {
    let (east_in, north_in) = table_in;
    let turned_in = (north_in, east_in);
    let change = |across: f64, origin: Point| Similarity::new((0.0, across), origin).unwrap();
    (
        AreaRedrawn {
            change: change(1.0, Point::new(north_in, 0.0)),
            before_in: table_in,
            after_in: turned_in,
        },
        AreaRedrawn {
            change: change(-1.0, Point::new(0.0, north_in)),
            before_in: turned_in,
            after_in: table_in,
        },
    )
}

#[test]
fn whatever_a_book_lays_on_the_table_goes_along() {
    let library = Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap();
    let hulls = BTreeMap::new();
    let ground = no_table(&library, &hulls);
    let evening = Evening::new();
    let (mut boards, mut held) = (0, 0);
    for book in books().unwrap() {
        for scenario in scenarios(&book.id, &ground).unwrap() {
            let choice = choice_of(&book.id, Some(&scenario.id));
            let mut play = begin(evening.journal(), &choice, &ground, NOW).unwrap();
            let look = |play: &dyn Session| {
                let now = play.now_for(&Audience::Umpire);
                let ghosts =
                    poses(play.ghosts().into_iter().map(|it| (it.ship.to_string(), it.place.pose())));
                let corners: Vec<Point> = now
                    .battle
                    .terrain
                    .iter()
                    .flat_map(|piece| &piece.outline_in)
                    .map(|corner| Point::new(corner.0, corner.1))
                    .collect();
                let first: Vec<Point> =
                    play.terrain_at_first().into_iter().flat_map(|it| it.outline).collect();
                let middles = now.board.iter().flat_map(|board| &board.middles);
                let board: Vec<Point> = middles.map(|middle| Point::new(middle.0, middle.1)).collect();
                (ghosts, [corners, first, board, held_by_books(play)], now.battle.table_in)
            };
            let (ghosts, points, table_in) = look(play.as_ref());
            boards += usize::from(!points[2].is_empty());
            held += points[3].len();
            let bearings_deg = bearings_deg(play.as_ref());
            let (there, back) = quarter(table_in);
            play.redraw(&there, NOW, &mut || None).unwrap();
            let (turned_ghosts, turned_points, turned_in) = look(play.as_ref());
            assert_eq!(turned_in, (table_in.1, table_in.0), "{}", scenario.id);
            let turned_deg = self::bearings_deg(play.as_ref());
            assert_eq!(turned_deg.len(), bearings_deg.len());
            for (was_deg, is_deg) in bearings_deg.iter().zip(turned_deg) {
                let off_deg = (was_deg - 90.0 - is_deg).rem_euclid(360.0);
                assert!(off_deg.min(360.0 - off_deg) < 0.02, "{}: {was_deg} {is_deg}", scenario.id);
            }
            assert!(!ghosts.is_empty() && ghosts.len() == turned_ghosts.len());
            for (ship, pose) in &ghosts {
                assert!(is_at(turned_ghosts[ship], there.change.pose(*pose)), "{}: {ship}", scenario.id);
            }
            let near = |one: &[Point], other: &[Point], change: &Similarity| {
                assert_eq!(one.len(), other.len(), "{}", scenario.id);
                let off = |(one, other): (&Point, &Point)| change.point(*one).distance_in(*other);
                assert!(one.iter().zip(other).map(off).all(|off_in| off_in < 3e-3), "{}", scenario.id);
            };
            for (one, other) in points.iter().zip(&turned_points) {
                near(one, other, &there.change);
            }
            play.redraw(&back, NOW, &mut || None).unwrap();
            let (again, points_again, size_in) = look(play.as_ref());
            assert_eq!(size_in, table_in);
            assert!(ghosts.iter().all(|(ship, pose)| is_at(again[ship], *pose)), "{}", scenario.id);
            for (one, other) in points.iter().zip(&points_again) {
                near(one, other, &Similarity::IDENTITY);
            }
        }
    }
    assert!(boards >= 1 && held > 20, "{boards} boards, {held} places that books hold");
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_place_by_hand_stays_one() {
    let place = Place::by_hand(seen("monitor", 3.0, 4.0, 10.0, 0).pose);
    let there = place.in_frame(&redrawn().change);
    assert!(there.by_hand && there.sigma_in == 0.0);
    assert!(is_at(there.pose(), redrawn().change.pose(place.pose())));
}
