//! Chits and fire: which ship fires when, at which target, and with which guns; Gunboat or the players
//! resolve it.

use crate::field::*;
use rulesets::core::{Book, Faces, RuleId};
use rulesets::gunboat::{self, MountChoice, suggest_ticks};
use rulesets::mahan::play::*;
use rulesets::mahan::{Chit, Load, PlayerOrder};

const STAY: PlayerOrder = PlayerOrder::Ahead;

/// No ship moves: bob lies between ann, to starboard of him, and amy, further away to port.
fn between(ann: ShipCard, scope: &str) -> Battle {
    let still = |card: ShipCard| ShipCard { engine: 0, ..card };
    let ships = vec![
        player(still(ann), at(13, 10, 0)),
        player(still(card("amy")), at(5, 10, 0)),
        mahan(still(card("bob")), at(10, 10, 0)),
    ];
    let mut battle = Begin::by_hand(ships).with("mah.target_scope", scope).open().unwrap();
    battle.take(battle.orders(&[("ann", 0, STAY), ("amy", 0, STAY)]));
    battle.until(Phase::Draw, 1);
    let order = UmpireOrder::Put { ship: id("bob"), place: at(10, 10, 0) };
    battle.take(Decision::Umpire { order, reason: "Test.".to_owned() });
    battle
}

fn shots(battle: &mut Battle) -> Vec<(String, String, Load)> {
    battle.draw(Chit::Mahan, Chit::Blank);
    let events = battle.take(Decision::ForMahan);
    let fired = events.into_iter().find_map(|event| match event {
        Event::MahanFired { shots } => Some(shots),
        _ => None,
    });
    fired.unwrap().into_iter().map(|shot| (shot.gun, shot.target.to_string(), shot.load)).collect()
}

#[test]
fn mah_25_amb_16_each_gun_at_its_nearest_or_all_at_the_ships_nearest() {
    let shot = |gun: &str, at: &str| (gun.to_owned(), at.to_owned(), Load::Solid);
    let mut battle = between(card("ann"), "gun");
    assert_eq!(shots(&mut battle), [shot("starboard", "ann"), shot("port", "amy")]);
    // The slow gun loads (MAH-27).
    assert_eq!(battle.state.ships[&id("bob")].loading.get("port"), Some(&2));
    let mut battle = between(card("ann"), "ship");
    assert_eq!(shots(&mut battle), [shot("starboard", "ann")]);
}

#[test]
fn mah_27_28_29_solid_shot_but_for_shell_where_it_goes_through_or_the_side_is_bare() {
    let load = |mut battle: Battle| shots(&mut battle)[0].2;
    assert_eq!(load(between(card("ann"), "gun")), Load::Solid);
    let hull = |armor: u8| HullArmor { port: vec![armor, 1], starboard: vec![20, 20] };
    let wooden = |armor: u8| ShipCard { wooden: true, hull: hull(armor), ..card("ann") };
    assert_eq!(load(between(wooden(5), "gun")), Load::Shell);
    assert_eq!(load(between(wooden(6), "gun")), Load::Solid);
    // The load is chosen when the rounds hit, by the armor that is left then.
    let mut battle = between(card("ann"), "gun");
    for section in [0, 1] {
        battle.enter("ann", Becomes::Hull { side: PORT, section, left: 0 });
    }
    assert_eq!(load(battle), Load::Shell);
    // Grape, hot shot, double and triple loads do not exist here: there are only these two.
    let all = [Load::Solid, Load::Shell].map(|load| serde_json::to_value(load).unwrap());
    assert_eq!(all, ["solid", "shell"]);
}

#[test]
fn mah_amb_2_results_are_entered_by_hand() {
    let mut battle = between(card("ann"), "gun");
    battle.enter("ann", Becomes::SpeedLost { lost: 5 });
    assert_eq!(battle.state.top_speed(&id("ann")), 3);
    battle.enter("ann", Becomes::Gun { gun: "port".to_owned(), lost: true });
    battle.enter("ann", Becomes::Fouled { fouled: true });
    assert_eq!(battle.state.top_speed(&id("ann")), 0);
    let unknown = Change { ship: id("ann"), to: Becomes::Gun { gun: "none".to_owned(), lost: true } };
    battle.refused(&Decision::Enter { changes: vec![unknown], reason: String::new() }, "MAH-AMB-2");
    // Gunboat is not used here.
    let fire = gunboat::Decision::Fire {
        shooter: id("ann"),
        target: id("bob"),
        mounts: MountChoice::AllThatBear,
        settled: vec![],
    };
    battle.refused(&Decision::Gunnery { decision: fire }, "MAH-AMB-2");
    battle.enter("bob", Becomes::Lost { fate: Fate::Sunk });
    assert_eq!(battle.state.phase, Phase::Over);
}

/// Cairo and Arkansas lie broadside to broadside, and do not move.
fn broadside() -> Battle {
    let still = |name: &str| ShipCard { engine: 0, ..of_gunboat(name) };
    let ships = vec![player(still("cairo"), at(10, 10, 0)), mahan(still("arkansas"), at(13, 10, 0))];
    let mut battle = Begin { ships, ..Begin::default() }.open().unwrap();
    battle.take(battle.orders(&[("cairo", 0, STAY)]));
    battle.until(Phase::Draw, 1);
    let order = UmpireOrder::Put { ship: id("arkansas"), place: at(13, 10, 0) };
    battle.take(Decision::Umpire { order, reason: "Test.".to_owned() });
    battle
}

fn fire_of(shooter: &str, target: &str) -> Decision {
    Decision::Gunnery {
        decision: gunboat::Decision::Fire {
            shooter: id(shooter),
            target: id(target),
            mounts: MountChoice::AllThatBear,
            settled: vec![],
        },
    }
}

/// Throws Gunboat's dice and checks the Player's hits off until nothing is due.
fn settle(battle: &mut Battle) {
    for _ in 0..50 {
        let questions = battle.book.questions(&battle.state);
        let due = questions.into_iter().map(|question| question.ask).find(|ask| {
            matches!(ask, Ask::ForMahan)
                || matches!(ask, Ask::Gunnery { ask } if !matches!(ask, gunboat::Ask::Fire { .. }))
        });
        match due {
            Some(Ask::ForMahan) if battle.state.guns_wait() => {
                battle.take(Decision::ForMahan);
            }
            Some(Ask::Gunnery { ask: gunboat::Ask::Roll { rolls } }) => {
                battle.gunnery(gunboat::Decision::Roll { rolls, faces: Faces::App });
            }
            Some(Ask::Gunnery { ask: gunboat::Ask::Tick { due } }) => {
                let boxes = suggest_ticks(&battle.state.guns, due);
                battle.gunnery(gunboat::Decision::Tick { due, boxes });
            }
            Some(Ask::Gunnery { ask: gunboat::Ask::Choose { due, sections } }) => {
                battle.gunnery(gunboat::Decision::Choose { due, section: sections[0] });
            }
            _ => return,
        }
    }
    panic!("it never settles");
}

#[test]
fn mah_26_amb_2_5_both_fire_at_once_and_gunboat_resolves_it() {
    let mut battle = broadside();
    // No ship fires before its chit is drawn.
    battle.refused(&fire_of("cairo", "arkansas"), "MAH-25");
    battle.draw(Chit::Player, Chit::Mahan);
    assert!(battle.state.firing.player && battle.state.firing.mahan && battle.state.firing.ready);
    // The Player chooses his targets and guns by the base rules, but not for Mahan's guns.
    battle.refused(&fire_of("arkansas", "cairo"), "MAH-25");
    battle.take(fire_of("cairo", "arkansas"));
    settle(&mut battle);
    let guns = |battle: &Battle, ship: &str| battle.state.guns.ships[&id(ship)].clone();
    let boxes = |ticks: &gunboat::Ticks| -> u32 {
        let rows =
            [ticks.armor, ticks.speed, ticks.half_speed, ticks.midships, ticks.stack, ticks.draft, ticks.ram];
        rows.iter().chain(ticks.guns.values()).map(|boxes| u32::from(*boxes)).sum()
    };
    // Damage takes effect only after both have fired: the ship fires with all its guns.
    assert_eq!(boxes(&guns(&battle, "arkansas").ticks), 0);
    let fired = battle.take(Decision::ForMahan);
    let salvos =
        |event: &&Event| matches!(event, Event::Gunnery { event: gunboat::Event::SalvoDeclared { .. } });
    assert_eq!(fired.iter().filter(salvos).count(), 1, "{fired:?}");
    settle(&mut battle);
    assert!(battle.state.firing.player && !battle.state.firing.mahan);
    let both = ["cairo", "arkansas"];
    let waiting = both.map(|ship| boxes(&guns(&battle, ship).ticks_at_step_end));
    assert!(waiting.iter().sum::<u32>() > 0, "nobody was hit: choose other dice");
    battle.take(Decision::FireDone);
    assert_eq!(both.map(|ship| boxes(&guns(&battle, ship).ticks)), waiting);
    assert_ne!(battle.state.phase, Phase::Fire);
    // Each side fires once a turn, so the other draws have no effect. Next turn the guns are ready again.
    battle.until(Phase::PlayerOrders, 0);
    battle.take(battle.orders(&[("cairo", 0, STAY)]));
    battle.until(Phase::Draw, 1);
    battle.draw(Chit::Player, Chit::Blank);
    assert!(battle.state.firing.ready && battle.state.guns.turn == 2);
}

#[test]
fn mah_amb_4_chits_stay_out_of_the_cup_or_go_back() {
    for back in [false, true] {
        let ships = vec![player(card("ann"), at(4, 4, 0)), mahan(card("bob"), at(28, 20, 0))];
        let mut battle = Begin::by_hand(ships).with("mah.chit_replacement", back).open().unwrap();
        battle.take(battle.orders(&[("ann", 0, STAY)]));
        battle.until(Phase::Draw, 1);
        battle.draw(Chit::Player, Chit::Blank);
        battle.until(Phase::Draw, 2);
        let again = Decision::Draw { chits: Some(vec![Chit::Player, Chit::Blank]) };
        assert_eq!(battle.may(&again).is_ok(), back);
        let app = battle.take(Decision::Draw { chits: None });
        let thrown = app.iter().find_map(|event| match event {
            Event::ChitsDrawn { drawn, thrown, .. } => Some((drawn.len(), thrown.len() >= 2)),
            _ => None,
        });
        assert_eq!(thrown, Some((2, true)));
    }
}

#[test]
fn a_ship_without_a_card_in_gunboat_is_told_of() {
    let ships = vec![player(card("ann"), at(4, 4, 0)), mahan(of_gunboat("arkansas"), at(20, 4, 0))];
    let Err(halt) = (Begin { ships, ..Begin::default() }).open() else { panic!("ann has no card") };
    assert!(halt.to_string().contains("MAH-AMB-2"), "{halt}");
}

/// Hits due to a ship of Mahan's are void once others have sunk it, so that the battle can continue.
#[test]
fn mah_3_hits_on_a_ship_that_an_earlier_lot_sinks_hold_nobody_up() {
    let ships =
        vec![player(of_gunboat("essex"), at(4, 10, 0)), mahan(of_gunboat("general-bragg"), at(20, 10, 0))];
    let mut battle = Begin { ships, ..Begin::default() }.open().unwrap();
    let lot = |due, section| gunboat::HitsDue {
        id: gunboat::DueId(due),
        ship: id("general-bragg"),
        salvo: None,
        cause: "Test".to_owned(),
        demands: vec![gunboat::Demand {
            hits: 99,
            into: gunboat::Into::OneOf(vec![section]),
            rule: RuleId::of("GUN-48"),
        }],
        either: false,
        chooser: None,
    };
    *battle.state.guns.hits =
        vec![lot(901, gunboat::SectionKind::Draft), lot(902, gunboat::SectionKind::Speed)];
    battle.take(Decision::ForMahan);
    assert_eq!(battle.state.ships[&id("general-bragg")].fate, Some(Fate::Sunk));
    assert!(battle.state.guns.hits.is_empty());
}
