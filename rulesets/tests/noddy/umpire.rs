//! The umpire's entries, cards and options.

use crate::field::*;
use rulesets::core::{AppDice, Audience, Book, BookData, OptionValue, PlacedTable};
use rulesets::noddy::*;
use serde_json::Value;

#[test]
fn nod_28_nobody_is_asked_about_morale() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.set("b", Becomes::TopSpeed { half_knots: 1 });
    battle.set("b", Becomes::Burning { attempts: Some(3) });
    battle.order("b", 0, 0.0);
    battle.go_to(2, Step::Orders);
    // The die is for fighting the fire; apart from that the ship takes orders as usual.
    battle.throw(&[6]);
    let asks: Vec<Ask> =
        battle.book.questions(&battle.state).into_iter().map(|question| question.ask).collect();
    assert!(asks.iter().all(|ask| matches!(ask, Ask::Orders { .. } | Ask::NextStep)), "{asks:?}");
    assert!(battle.ship("b").takes_orders(2));
}

#[test]
fn nod_29_what_a_hit_did_is_shown_to_the_owner_alone() {
    let mut battle = Battle::duel(10.0, &[]);
    battle.go_to(1, Step::FirstFire);
    battle.must(fire("a", "b"));
    battle.throw(&[6, 1]);
    let roll = battle.state.rolls.first().unwrap().clone();
    assert_eq!(
        (roll.request.purpose.as_str(), &roll.audience),
        ("effect", &Audience::Side(side("confederate")))
    );
    let before = battle.state.clone();
    for event in battle.throw(&[4]) {
        assert_eq!(battle.book.audience(&before, &event), Audience::Side(side("confederate")), "{event:?}");
    }
    assert_eq!(battle.ship("b").top_speed, 18);
    let seen =
        |of: &str| battle.book.seen_by(&battle.state, &Audience::Side(side(of))).ships[&id("b")].top_speed;
    assert_eq!((seen("union"), seen("confederate")), (20, 18));
}

#[test]
fn nod_30_amb_21_mines_are_the_umpires_secret_with_his_own_odds() {
    let begin = |hit_on_d6, shown_to: Option<&str>| {
        let ships = vec![
            (card("a", "union"), (10.0, 10.0, 0.0), 4),
            (card("b", "confederate"), (30.0, 10.0, 0.0), 4),
        ];
        let hidden = vec![mines(hit_on_d6, shown_to.map(side))];
        let mut battle = Battle::begin(ships, vec![], (vec![], hidden), &[]);
        battle.order("a", 8, 0.0);
        battle.go_to(1, Step::FirstHalf);
        battle.sail(&id("a"));
        battle
    };
    let mut battle = begin(4, Some("confederate"));
    let knows = |battle: &Battle, of: &str| {
        !battle.book.seen_by(&battle.state, &Audience::Side(side(of))).hidden.is_empty()
    };
    assert!(knows(&battle, "confederate") && !knows(&battle, "union"));
    let before = battle.state.clone();
    let events = battle.must(moved("a", None));
    let audiences: Vec<Audience> = events.iter().map(|event| battle.book.audience(&before, event)).collect();
    assert_eq!(audiences, [Audience::Umpire, Audience::Everyone]);
    // The public event does not reveal the chart.
    assert!(!serde_json::to_string(&events[1]).unwrap().contains("mines"));
    assert_eq!(battle.state.rolls[0].audience, Audience::Umpire);
    let before = battle.state.clone();
    let events = battle.throw(&[3]);
    assert!(events.iter().all(|event| battle.book.audience(&before, event) == Audience::Umpire));
    assert!(battle.ship("a").present());
    let mut battle = begin(4, None);
    assert!(!knows(&battle, "confederate"));
    battle.must(moved("a", None));
    let before = battle.state.clone();
    let events = battle.throw(&[4]);
    assert_eq!(battle.book.audience(&before, &events[1]), Audience::Everyone);
    assert_eq!(battle.ship("a").fate, Some(Fate::Sunk));
    let mut battle = begin(7, None);
    battle.must(moved("a", None));
    battle.throw(&[6]);
    assert!(battle.ship("a").present());
}

#[test]
fn nod_31_the_umpire_punishes_with_a_random_special_effect() {
    let mut battle = Battle::duel(20.0, &[]);
    battle.umpire(UmpireOrder::Special { ship: id("a") });
    battle.throw(&[3, 4]);
    assert!(battle.ship("a").pipes);
}

#[test]
fn nod_32_a_card_that_cannot_be_is_refused() {
    let open = |change: fn(&mut ShipCard)| {
        let mut a = card("a", "union");
        change(&mut a);
        let decision = Decision::Open {
            ships: vec![a.into()],
            batteries: vec![],
            regiments: vec![],
            options: vec![],
            terrain: vec![],
            hidden: vec![],
        };
        let book = Noddy::embedded().unwrap();
        book.decide(&State::default(), &decision, &PlacedTable::default(), &mut AppDice::new(0, &[])).is_ok()
    };
    assert!(open(|_| {}));
    assert!(!open(|card| card.armour.hull = 13));
    assert!(!open(|card| card.draught_ft = f64::NAN));
    assert!(!open(|card| card.top_speed = -1));
    assert!(!open(|card| card.guns = [card.guns.clone(), card.guns.clone()].concat()));
}

#[test]
fn nod_33_cards_are_made_from_the_shared_facts_and_say_what_is_converted() {
    let tables = rulesets::gunboat::Gunboat::embedded().unwrap().tables().clone();
    let library = rulesets::gunboat::Library::embedded(&tables).unwrap();
    let card = |name: &str| card_from_facts(library.ship(name).unwrap(), false);
    let monitor = card("monitor");
    assert_eq!((monitor.build, monitor.armour.hull), (Build::Monitor, 12));
    assert!(monitor.guns.iter().all(|gun| gun.place == GunPosition::Turret && gun.class == GunClass::Daddy));
    let virginia = card("virginia");
    assert_eq!(virginia.build, Build::IroncladRam);
    assert!(virginia.reinforced_bow);
    assert_eq!(card("cairo").build, Build::Riverboat);
    // A howitzer on a pivot amidships does not make a river steamer a monitor.
    assert_eq!(["carondelet", "essex"].map(|name| card(name).build), [Build::Riverboat; 2]);
    let explains = |card: &ShipCard, what: &str| card.guessed.iter().any(|guess| guess.what == what);
    for facts in library.ships() {
        let card = card_from_facts(facts, false);
        assert!((6..=12).contains(&card.armour.hull), "{}", card.name);
        assert!(["armour", "build", "top_speed"].iter().all(|what| explains(&card, what)), "{}", card.name);
    }
}

#[test]
fn nod_6_15_options_are_named_and_bounded() {
    let mut battle = Battle::duel(10.0, &[]);
    let set = |name: &str, value: Value| Decision::SetOption {
        option: OptionValue { name: name.to_owned(), value },
        reason: "Test.".to_owned(),
    };
    assert!(battle.may(&set("nod.arc_half_angle_deg", 50.0.into())).is_err());
    assert!(battle.may(&set("nod.nothing", 1.into())).is_err());
    for spec in battle.book.options().to_vec() {
        battle.must(set(&spec.name, spec.default.clone()));
    }
    assert_eq!(battle.state.options, NodOptions::default(), "the defaults of data and code are the same");
}

#[test]
fn nod_30_amb_31_mines_are_tested_once_in_a_half_move_however_many_segments_it_has() {
    let mut battle = Battle::begin(
        vec![(card("a", "union"), (10.0, 12.0, 0.0), 8), (card("b", "confederate"), (40.0, 10.0, 0.0), 0)],
        vec![],
        (vec![], vec![mines(6, None)]),
        &[],
    );
    let mut tests = 0;
    battle.go_to(1, Step::FirstHalf);
    battle.umpire(UmpireOrder::Split { segments: 4 });
    while battle.state.turn == 1 {
        battle.next_without_dice();
        while battle.state.rolls.iter().any(|roll| matches!(roll.decides, RollUse::Mine { .. })) {
            tests += 1;
            battle.throw(&[1]);
        }
        battle.must(Decision::NextStep);
    }
    // Once in the four segments of the first half, and once more in the second half.
    assert_eq!(tests, 2);
}
