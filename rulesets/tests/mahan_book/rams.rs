//! Rams and spar torpedoes.

use crate::field::*;
use rulesets::mahan::play::*;
use rulesets::mahan::{PlayerOrder, RamRun};

fn ram(name: &str) -> ShipCard {
    ShipCard { ram_bow: true, engine: 8, ..card(name) }
}

fn spar(name: &str) -> ShipCard {
    ShipCard { spar_torpedo: true, engine: 8, ..card(name) }
}

/// All moves of this ship until it meets another, or the turn ends.
fn run(battle: &mut Battle, ship: &str) -> Vec<Passage> {
    let mut all = Vec::new();
    loop {
        battle.play_until(|state| matches!(state.phase, Phase::MahanMove | Phase::PlayerOrders));
        if battle.state.phase == Phase::PlayerOrders {
            break;
        }
        let moved = battle.mahan_moves();
        let own = moved.into_iter().find_map(|event| match event {
            Event::Moved { passages, .. } => passages.into_iter().find(|passage| passage.ship == id(ship)),
            _ => None,
        });
        let Some(passage) = own else { break };
        all.push(passage.clone());
        if passage.end != End::Chart {
            break;
        }
    }
    all
}

#[test]
fn mah_32_33_amb_14_a_ram_aims_ahead_of_the_bow_and_then_for_the_broadside_by_the_chart() {
    let ships = vec![player(card("ann"), at(10, 10, 0)), mahan(ram("bob"), at(16, 10, 5))];
    let mut battle = Begin::by_hand(ships).open().unwrap();
    battle.take(battle.orders(&[("ann", 0, PlayerOrder::Ahead)]));
    // The ship no longer uses the display: no dice, and the highest speed.
    assert_eq!(battle.group("bob").course, Course::Ram { target: id("ann") });
    assert_eq!(battle.group("bob").speed, 8);
    let passages = run(&mut battle, "bob");
    // One hex a round at speed 8, the last one into the target.
    assert!(passages.iter().all(|passage| passage.places.len() <= 1), "{passages:?}");
    let aim = at(10, 10, 0).hex.moved(at(10, 10, 0).facing, 2);
    let first = &passages[0];
    assert!(first.to().hex.distance(aim) < first.from.hex.distance(aim));
    let end = &passages.last().unwrap().end;
    assert_eq!(*end, End::Rammed { target: id("ann"), part: RamRun::Broadside });
    assert_eq!(battle.group("bob").speed, 0);
}

#[test]
fn mah_30_31_who_rams_whom() {
    for (bow, enemy, rams) in [(true, 0, true), (false, 0, false), (true, 6, false)] {
        let ann = ShipCard { ram_bow: bow, ..card("ann") };
        let bob = ShipCard { engine: enemy, top_speed: enemy, ..card("bob") };
        let ships =
            vec![player(ann, at(10, 14, 0)), mahan(bob, at(10, 12, 0)), mahan(card("bill"), at(28, 3, 0))];
        let mut battle = Begin::by_hand(ships).open().unwrap();
        battle.take(battle.orders(&[("ann", 4, PlayerOrder::Ahead)]));
        battle.until(Phase::PlayerMove, 1);
        let order = UmpireOrder::Put { ship: id("bob"), place: at(10, 13, 1) };
        battle.take(Decision::Umpire { order, reason: "In her way.".to_owned() });
        let way = battle.book.ways(&battle.state, &group("ann"), &[]).remove(0);
        let end = if rams {
            // Sixty degrees from the target's keel: in the broadside.
            End::Rammed { target: id("bob"), part: RamRun::Broadside }
        } else {
            End::Ship { ship: id("bob") }
        };
        let speed = battle.group("bob").speed;
        assert!(way.passages[0].end == end, "{bow} {enemy} {speed}: {:?}", way.passages[0].end);
    }
}

#[test]
fn mah_32_a_ram_whose_target_is_gone_goes_back_to_her_orders() {
    let ships = vec![
        player(card("ann"), at(10, 10, 0)),
        player(card("amy"), at(2, 2, 0)),
        mahan(ram("bob"), at(20, 10, 5)),
    ];
    let mut battle = Begin::by_hand(ships).open().unwrap();
    let orders = [("ann", 0, PlayerOrder::Ahead), ("amy", 0, PlayerOrder::Ahead)];
    battle.take(battle.orders(&orders));
    battle.until(Phase::MahanMove, 2);
    battle.enter("ann", Becomes::Lost { fate: Fate::Sunk });
    let moved = battle.mahan_moves();
    let set = moved.iter().any(|event| matches!(event, Event::CourseSet { course: Course::Ordered, rule, .. } if rule.as_str() == "MAH-32"));
    assert!(set, "{moved:?}");
}

#[test]
fn mah_34_35_a_spar_torpedo_strikes_at_any_speed_with_one_turn_left() {
    // Straight ahead, and the target is faster than 2.
    let ships =
        vec![player(ShipCard { engine: 8, ..card("ann") }, at(10, 9, 3)), mahan(spar("bob"), at(10, 14, 0))];
    let mut battle = Begin::by_hand(ships).open().unwrap();
    battle.take(battle.orders(&[("ann", 5, PlayerOrder::Ahead)]));
    assert_eq!(battle.group("bob").course, Course::Spar { target: id("ann"), turns: 0 });
    let passages = run(&mut battle, "bob");
    assert_eq!(passages.last().unwrap().end, End::Struck { target: id("ann") });
    assert!(battle.state.ships[&id("bob")].spar_spent);
}

#[test]
fn mah_35_a_spar_torpedo_that_can_not_hit_takes_another_target_or_is_raised() {
    for other in [false, true] {
        let mut ships = vec![player(card("ann"), at(10, 10, 0)), mahan(spar("bob"), at(10, 13, 3))];
        let far = if other { at(10, 17, 0) } else { at(2, 2, 0) };
        ships.push(player(card("amy"), far));
        let mut battle = Begin::by_hand(ships).open().unwrap();
        let orders = [("ann", 0, PlayerOrder::Ahead), ("amy", 0, PlayerOrder::Ahead)];
        battle.take(battle.orders(&orders));
        assert_eq!(battle.group("bob").course, Course::Spar { target: id("ann"), turns: 0 });
        let moved = battle.mahan_moves();
        let set = moved.iter().find_map(|event| match event {
            Event::CourseSet { course, .. } => Some(course.clone()),
            _ => None,
        });
        let wanted = if other { Course::Spar { target: id("amy"), turns: 0 } } else { Course::Ordered };
        assert_eq!(set, Some(wanted));
    }
}

#[test]
fn mah_30_amb_2_a_rams_dice_are_gunboats() {
    let monarch = ShipCard { ram_bow: true, ..of_gunboat("arkansas") };
    let still = ShipCard { engine: 0, ..of_gunboat("cairo") };
    let ships = vec![player(still, at(10, 10, 0)), mahan(monarch, at(13, 10, 5))];
    let mut battle = Begin { ships, ..Begin::default() }.open().unwrap();
    battle.take(battle.orders(&[("cairo", 0, PlayerOrder::Ahead)]));
    let passages = run(&mut battle, "arkansas");
    assert!(matches!(passages.last().unwrap().end, End::Rammed { .. }), "{passages:?}");
    assert_eq!(battle.state.guns.rolls.len(), 2, "a white die and a coloured one");
    // All other decisions wait for them.
    battle.refused(&Decision::Draw { chits: None }, "MAH-AMB-2");
    let faces = rulesets::core::Faces::Typed(vec![6, 6]);
    battle.gunnery(rulesets::gunboat::Decision::Roll { rolls: vec![], faces });
    let hurt = |ship: &str| battle.state.guns.ships[&id(ship)].ticks != Default::default();
    assert!(!battle.state.guns.hits.is_empty() || hurt("cairo") || hurt("arkansas"));
}
