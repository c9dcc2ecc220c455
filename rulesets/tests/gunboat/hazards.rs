//! Hazards of movement: shoals, banks, mines, rams, the current (GUN-41 to GUN-58).

use crate::common::*;
use geometry::{Arc, HullPart, Measured, Point, Steering, Terrain, TerrainId, TerrainKind, Verdict};
use rulesets::core::{
    Actor, Answer, Audience, Book, Entered, Halt, Query, Settlement, StrikeFact, WatersFact, WayFact,
};
use rulesets::gunboat::*;

const B: Steering = Steering::Circle { radius_in: 1.75 };

fn ship(name: &str, side: Side) -> ShipSetup {
    let mut setup =
        ShipSetup::from(card(name, side, 0, vec![mount("guns", "8\" SMOOTHBORE", 2, Arc::ALL_ROUND)]));
    setup.speed = 12;
    setup
}

fn piece(name: &str, kind: TerrainKind) -> Terrain {
    let outline = vec![Point::new(0.0, 0.0), Point::new(5.0, 0.0), Point::new(5.0, 5.0)];
    Terrain {
        id: TerrainId(name.to_owned()),
        name: name.to_owned(),
        kind,
        outline,
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: false,
    }
}

/// A battle with "mover" (Union) at 6 knots, "enemy", and terrain on the table.
fn battle(
    terrain: Vec<Terrain>,
    options: &[(&str, serde_json::Value)],
    change: impl FnOnce(&mut Vec<ShipSetup>),
) -> Battle {
    let mut ships = vec![ship("mover", Side::Union), ship("enemy", Side::Confederate)];
    change(&mut ships);
    Battle::begin(ships, vec![], terrain, options)
}

/// Moves "mover" by three inches, past these areas at these clearances.
fn goes(battle: &mut Battle, met: &[(&str, f64, f64)]) {
    let (three, zero) = (Measured::new(3.0, 0.01), Measured::exact(0.0));
    let way = WayFact { length_in: three, off_in: zero, off_deg: zero, straight_in: three, turned_deg: zero };
    let area = |(name, clearance, sigma): &(&str, f64, f64)| {
        let clearance_in = Measured::new(*clearance, *sigma);
        Entered {
            area: TerrainId((*name).to_owned()),
            clearance_in,
            entered: clearance_in.at_most(0.0),
            after_in: 2.9,
        }
    };
    let waters = WatersFact { areas: met.iter().map(area).collect() };
    battle.facts = std::mem::take(&mut battle.facts)
        .with(Query::Way { ship: id("mover"), steering: B }, Answer::Way(way))
        .with(Query::Waters { ship: id("mover"), steering: B }, Answer::Waters(waters));
}

fn move_it(ashore: bool) -> Decision {
    Decision::Move { moves: vec![MoveOrder { ship: id("mover"), settled: vec![], ashore }] }
}

fn text(result: Result<Vec<Event>, Halt>) -> String {
    match result {
        Err(halt) => halt.to_string(),
        Ok(events) => panic!("not refused: {events:?}"),
    }
}

#[test]
fn gun_53_42_a_ship_that_draws_more_than_the_shoal_throws_and_grounds_on_a_one() {
    // GUN-53, GUN-42: the ship draws 12 ft.
    for (depth_ft, rolls) in [(12.0, 0), (11.0, 1)] {
        let mut battle = battle(vec![piece("bar", TerrainKind::Shoal { depth_ft })], &[], |_| {});
        goes(&mut battle, &[("bar", -0.5, 0.02)]);
        battle.must(move_it(false));
        assert_eq!(battle.state.rolls.len(), rolls);
        if rolls == 1 {
            battle.throw(&[1]);
            assert!(battle.ship("mover").aground && battle.ship("mover").speed == 0);
        }
    }
    // Near the edge the players decide whether the ship was in it, if it matters.
    let mut battle = battle(vec![piece("bar", TerrainKind::Shoal { depth_ft: 5.0 })], &[], |_| {});
    goes(&mut battle, &[("bar", 0.01, 0.02)]);
    let Err(Halt::TooClose { questions }) = battle.may(&move_it(false)) else { panic!("asked nothing") };
    let settled = vec![Settlement { key: questions[0].key.clone(), reading: "entered".to_owned() }];
    let moves = vec![MoveOrder { ship: id("mover"), settled, ashore: false }];
    battle.must(Decision::Move { moves });
    assert_eq!(battle.state.rolls.len(), 1);
}

#[test]
fn gun_55_amb_31_the_strip_along_every_shore_is_a_shoal_of_the_options_depth() {
    // GUN-55, GUN-AMB-31.
    for (depth_ft, clearance_in, rolls) in [(0.0, 0.9, 1), (0.0, 1.2, 0), (12.0, 0.5, 0)] {
        let options = [("gun.bank_shoal_depth_ft", serde_json::json!(depth_ft))];
        let mut battle = battle(vec![piece("bank", TerrainKind::Land)], &options, |_| {});
        goes(&mut battle, &[("bank", clearance_in, 0.01)]);
        battle.must(move_it(false));
        assert_eq!(battle.state.rolls.len(), rolls, "{depth_ft} ft, {clearance_in} in");
    }
}

#[test]
fn gun_57_amb_32_running_ashore_is_declared_and_lasts_for_the_battle() {
    // GUN-57, GUN-54, GUN-AMB-32: the ship may ground in the shoal before the shore.
    for (die, ashore) in [(3, true), (1, false)] {
        let mut battle = battle(vec![piece("bank", TerrainKind::Land)], &[], |_| {});
        goes(&mut battle, &[("bank", -0.05, 0.01)]);
        assert!(text(battle.may(&move_it(false))).contains("GUN-57"));
        battle.must(move_it(true));
        battle.throw(&[die]);
        assert!(battle.ship("mover").aground);
        assert_eq!(battle.ship("mover").ashore, ashore);
        for _ in 0..6 {
            battle.must(Decision::NextStep);
        }
        let refloat = battle.may(&Decision::Refloat { ship: id("mover") });
        assert_eq!(refloat.is_err(), ashore);
    }
    let mut battle = battle(vec![piece("bank", TerrainKind::Land)], &[], |_| {});
    goes(&mut battle, &[("bank", 2.0, 0.01)]);
    assert!(text(battle.may(&move_it(true))).contains("touches no shore"));
}

#[test]
fn gun_54_amb_32_33_a_ship_aground_refloats_on_a_one_and_sinks_without_draft_boxes() {
    // GUN-54, GUN-AMB-32, GUN-AMB-33.
    for (die, afloat, draft_lost) in [(1, true, 0), (2, false, 6), (1, true, 6)] {
        let mut battle = battle(vec![], &[], |ships| {
            ships[0].aground = true;
            ships[0].ticks.draft = draft_lost;
        });
        battle.must(Decision::Refloat { ship: id("mover") });
        assert!(battle.may(&Decision::Refloat { ship: id("mover") }).is_err(), "once a turn");
        battle.throw(&[die]);
        assert_eq!(battle.ship("mover").aground, !afloat);
        assert_eq!(battle.ship("mover").fate.is_some(), afloat && draft_lost == 6);
    }
}

fn mined(real: bool, laid_by: Option<Side>) -> Battle {
    let mut battle = battle(vec![piece("channel", TerrainKind::Mined)], &[], |_| {});
    let area = MineArea { area: TerrainId("channel".to_owned()), real, laid_by };
    battle.must(Decision::LayMines { areas: vec![area] });
    goes(&mut battle, &[("channel", -1.0, 0.02)]);
    battle.must(move_it(false));
    battle
}

#[test]
fn gun_56_58_amb_34_dice_for_mines_are_secret_to_the_side_that_laid_them() {
    // GUN-56, GUN-58, GUN-AMB-34.
    let layer = Some(Side::Confederate);
    let mut dummy = mined(false, layer);
    let asked = dummy.book.questions(&dummy.state);
    assert!(matches!(&asked[0].who, Actor::Side(side) if *side == Side::Confederate.id()), "{asked:?}");
    assert_eq!(mined(true, None).book.questions(&mined(true, None).state)[0].who, Actor::Umpire);
    let seen = |battle: &Battle, viewer: &Audience| battle.book.seen_by(&battle.state, viewer).mines.len();
    let (own, other) = (Audience::Side(Side::Confederate.id()), Audience::Side(Side::Union.id()));
    assert_eq!([&own, &other, &Audience::Umpire, &Audience::Everyone].map(|v| seen(&dummy, v)), [1, 0, 1, 0]);
    let before = dummy.state.clone();
    let events = dummy.throw(&[6]);
    assert!(
        events.iter().all(|event| dummy.book.audience(&before, event) == own),
        "nobody else learns of it"
    );
    assert!(dummy.state.rolls.is_empty(), "a dummy does nothing");

    let mut real = mined(true, layer);
    assert!(real.may(&Decision::LayMines { areas: real.state.mines.clone() }).is_err(), "too late");
    let before = real.state.clone();
    let events = real.throw(&[5]);
    let struck = events.last().unwrap();
    assert!(matches!(struck, Event::MineTested { struck: true, .. }));
    assert_eq!(real.book.audience(&before, struck), Audience::Everyone);
    real.throw(&[3]);
    assert_eq!(real.ship("mover").fate, Some(Fate::Sunk), "a wooden ship sinks on a 3");
}

fn torpedoed(option: &str) -> Battle {
    let options = [("gun.torpedo_ironclad_34", serde_json::json!(option))];
    let mut battle = battle(vec![piece("channel", TerrainKind::Mined)], &options, |ships| {
        ships[0].card.ironclad = true;
    });
    goes(&mut battle, &[("channel", -1.0, 0.02)]);
    battle.must(move_it(false));
    battle.throw(&[6]);
    battle.throw(&[4]);
    battle.throw(&[2]);
    battle
}

#[test]
fn gun_58_amb_35_a_torpedo_costs_an_ironclad_draft_engines_and_guns() {
    // GUN-58, GUN-AMB-35.
    let mut all = torpedoed("all");
    all.tick_all();
    let ticks = &all.ship("mover").ticks;
    assert_eq!((ticks.draft, ticks.speed, ticks.guns.values().sum::<u8>()), (4, 4, 2));
    let mut choice = torpedoed("target_choice");
    let due = choice.state.hits[0].id;
    choice.must(Decision::Choose { due, section: SectionKind::Gun });
    choice.tick_all();
    let ticks = &choice.ship("mover").ticks;
    assert_eq!((ticks.draft, ticks.speed, ticks.guns.values().sum::<u8>()), (0, 0, 2));
}

fn strike(angle_deg: f64, part: HullPart, sigma: f64) -> StrikeFact {
    StrikeFact {
        gap_in: Measured::exact(0.0),
        touching: Verdict::Yes,
        angle_deg: Measured::new(angle_deg, sigma),
        part,
        part_margin_in: Measured::exact(0.6),
    }
}

fn ram() -> Decision {
    Decision::Ram { rammer: id("mover"), target: id("enemy"), settled: vec![] }
}

fn in_contact(options: &[(&str, serde_json::Value)], fact: StrikeFact) -> Battle {
    let mut battle = battle(vec![], options, |ships| ships[0].card.ram = 1);
    goes(&mut battle, &[]);
    battle.facts = std::mem::take(&mut battle.facts)
        .with(Query::Strike { rammer: id("mover"), target: id("enemy") }, Answer::Strike(fact));
    battle
}

#[test]
fn gun_47_48_49_50_51_amb_25_26_28_a_ram_follows_the_move_once_and_stops_the_rammer() {
    // GUN-47 to GUN-51, GUN-AMB-25 to GUN-AMB-28, GUN-AMB-43.
    for (stops, stack_table) in [(true, true), (false, false)] {
        let options = [
            ("gun.ram_stops", serde_json::json!(stops)),
            ("gun.stack_table_on_ram", serde_json::json!(stack_table)),
        ];
        let mut battle = in_contact(&options, strike(90.0, HullPart::Side, 1.0));
        assert!(text(battle.may(&ram())).contains("review that first"));
        battle.must(move_it(false));
        battle.must(ram());
        assert_eq!(battle.ship("mover").speed, if stops { 0 } else { 12 });
        assert!(battle.may(&ram()).is_err(), "once a turn");
        // Six knots: 6 draft for the target; for the rammer 2 minus one, the loss of its ram, and a stack check.
        battle.throw(&[5, 6]);
        battle.throw(&[1, 2]);
        assert_eq!(battle.state.rolls.len(), usize::from(stack_table));
        battle.tick_all();
        assert_eq!(battle.ship("enemy").fate, Some(Fate::Sunk));
        let ticks = &battle.ship("mover").ticks;
        assert_eq!((ticks.draft, ticks.ram, ticks.stack), (1, 1, 1));
    }
}

#[test]
fn gun_48_49_50_51_the_odds_of_a_ram_agree_with_its_dice() {
    let mut battle = in_contact(&[], strike(90.0, HullPart::Side, 1.0));
    battle.must(move_it(false));
    let (mover, enemy) = (id("mover"), id("enemy"));
    let impact = battle.book.preview_ram(&battle.state, &battle.facts, (&mover, &enemy), &[]);
    let odds = battle.book.ram_odds(&battle.state, &impact).unwrap();
    battle.must(ram());
    let due = battle.state.clone();
    // Every face of both dice.
    let (mut target, mut rammer, mut lost) = (0.0, 0.0, 0.0);
    for face in 1..=6 {
        battle.state = due.clone();
        for event in battle.throw(&[face, face]) {
            let Event::RamRead { ship, draft, ram_lost, .. } = event else { continue };
            *if ship == enemy { &mut target } else { &mut rammer } += f64::from(draft) / 6.0;
            lost += if ram_lost { 1.0 / 6.0 } else { 0.0 };
        }
    }
    assert!(target > rammer && rammer > 0.0);
    assert!((odds.target.expected_hits - target).abs() < 1e-9, "{odds:?}, thrown {target}");
    assert!((odds.rammer.expected_hits - rammer).abs() < 1e-9, "{odds:?}, thrown {rammer}");
    for side in [&odds.target, &odds.rammer] {
        assert!((side.hits.iter().map(|it| it.chance).sum::<f64>() - 1.0).abs() < 1e-9);
    }
    assert!(lost > 0.0 && odds.ram_lost > 0.0 && odds.ram_lost <= lost + 1e-9, "{odds:?}, thrown {lost}");
    // A collision has no effect, so it has no odds.
    let slow = in_contact(&[], strike(30.0, HullPart::Side, 1.0));
    let impact = slow.book.preview_ram(&slow.state, &slow.facts, (&mover, &enemy), &[]);
    assert!(slow.book.ram_odds(&slow.state, &impact).is_none());
}

#[test]
fn gun_47_amb_25_bonded_ships_do_not_ram_and_an_uncertain_angle_is_a_question() {
    // GUN-47, GUN-AMB-25.
    let mut battle = in_contact(&[], strike(60.5, HullPart::Side, 1.0));
    battle.must(move_it(false));
    let Err(Halt::TooClose { questions }) = battle.may(&ram()) else { panic!("asked nothing") };
    let said = |reading: &str| Decision::Ram {
        rammer: id("mover"),
        target: id("enemy"),
        settled: vec![Settlement { key: questions[0].key.clone(), reading: reading.to_owned() }],
    };
    assert!(matches!(battle.may(&said("yes")).unwrap()[0], Event::Rammed { .. }));
    assert!(matches!(battle.may(&said("no")).unwrap()[0], Event::Collided { .. }));
    let bond = Bond { kind: BondKind::Grappled, first: id("enemy"), second: id("mover") };
    battle.state.bonds.push(bond);
    assert!(text(battle.may(&said("yes"))).contains("bound"));
    // Also if they are bound through a third ship.
    let bond =
        |first: &str, second: &str| Bond { kind: BondKind::Lashed, first: id(first), second: id(second) };
    battle.state.bonds = vec![bond("enemy", "prize"), bond("mover", "prize")];
    assert!(text(battle.may(&said("yes"))).contains("bound"));
}

#[test]
fn gun_47_an_open_question_about_contact_is_no_reason_against_the_ram() {
    let unsure = StrikeFact { touching: Verdict::TooClose, ..strike(90.0, HullPart::Side, 1.0) };
    let mut battle = in_contact(&[], unsure);
    battle.must(move_it(false));
    let (mover, enemy) = (id("mover"), id("enemy"));
    let impact = |settled: &[Settlement]| {
        battle.book.preview_ram(&battle.state, &battle.facts, (&mover, &enemy), settled)
    };
    let open = impact(&[]);
    assert!(open.reasons.is_empty() && open.too_close.len() == 1, "{open:?}");
    let said = |reading: &str| Settlement { key: open.too_close[0].key.clone(), reading: reading.to_owned() };
    let no = impact(&[said("no")]);
    assert!(no.too_close.is_empty() && no.reasons[0].text.contains("does not touch"), "{no:?}");
    let yes = impact(&[said("yes")]);
    assert!(yes.too_close.is_empty() && yes.reasons.is_empty(), "{yes:?}");
}

#[test]
fn gun_4_amb_40_the_current_moves_the_fleet_but_not_ships_that_are_held() {
    // GUN-4, GUN-AMB-40: a ship lashed to one at anchor does not drift; the drift does not count as movement.
    let options =
        [("gun.current_in", serde_json::json!(2.0)), ("gun.current_toward_deg", serde_json::json!(90.0))];
    let mut battle = battle(vec![], &options, |ships| {
        ships[1].anchored = true;
        ships.push(ship("lashed", Side::Confederate));
        ships.push(ship("free", Side::Confederate));
    });
    battle.state.bonds.push(Bond { kind: BondKind::Lashed, first: id("lashed"), second: id("enemy") });
    for _ in 0..5 {
        battle.must(Decision::NextStep);
    }
    let Some(Event::Drifted { drift }) = battle.events.last() else { panic!("nothing drifts") };
    assert_eq!((drift.east_in, drift.north_in), (2.0, 0.0));
    assert_eq!(drift.ships, [id("free"), id("mover")]);
    assert_eq!(drift.held, [id("enemy"), id("lashed")]);
    assert!(battle.ship("free").under_way_turn.is_none());
}

/// A launch "mover" with a spar torpedo, its bow against "enemy", an ironclad or a wooden ship.
fn spar_attack(ironclad: bool, fact: StrikeFact, dud_spent: bool) -> Battle {
    let options = [("gun.launches", true.into()), ("gun.spar_dud_spent", dud_spent.into())];
    let mut battle = battle(vec![], &options, |ships| {
        (ships[0].card.launch, ships[0].spar_torpedo) = (true, true);
        ships[1].card.ironclad = ironclad;
    });
    goes(&mut battle, &[]);
    battle.facts = std::mem::take(&mut battle.facts)
        .with(Query::Strike { rammer: id("mover"), target: id("enemy") }, Answer::Strike(fact));
    battle.must(move_it(false));
    battle
}

#[test]
fn gun_89_a_spar_torpedo_strikes_like_a_ram_and_sinks_its_own_launch_when_it_explodes() {
    // GUN-58, GUN-89; every face against ironclads and wooden ships.
    for (ironclad, face, explodes, sinks) in [
        (true, 1, false, false),
        (true, 2, false, false),
        (true, 3, true, false),
        (true, 4, true, false),
        (true, 5, true, true),
        (true, 6, true, true),
        (false, 2, false, false),
        (false, 3, true, true),
        (false, 6, true, true),
    ] {
        let mut battle = spar_attack(ironclad, strike(75.0, HullPart::Side, 1.0), true);
        let events = battle.must(ram());
        assert!(matches!(&events[..], [Event::Special(SpecialEvent::SparStruck { spent: true, .. })]));
        let [due] = &battle.state.rolls[..] else { panic!("one roll, no dice of a ram") };
        assert_eq!((due.request.purpose.as_str(), due.by), ("torpedo", Side::Union), "the attacker throws");
        let events = battle.throw(&[face]);
        assert_eq!(battle.ship("mover").fate, explodes.then_some(Fate::Sunk), "{ironclad} {face}");
        assert_eq!(battle.ship("enemy").fate, sinks.then_some(Fate::Sunk), "{ironclad} {face}");
        let Event::TableRead { sinks_launch, rules, .. } = &events[1] else { panic!("{events:?}") };
        assert_eq!(sinks_launch.is_some(), explodes);
        assert_eq!(rules.iter().any(|rule| rule.as_str() == "GUN-89"), explodes);
        // A 3 or 4 against an ironclad: 4 draft, 4 engines and as many guns as the next die.
        assert_eq!(battle.state.rolls.len(), usize::from(explodes && !sinks));
        let said = battle.book.sentences(&battle.state, &events[1]);
        assert_eq!(said.iter().any(|line| line.contains("her own torpedo")), explodes, "{said:?}");
    }
}

#[test]
fn gun_89_a_spar_torpedo_has_the_conditions_of_a_ram_and_a_dud_is_used_up() {
    for fact in [strike(59.0, HullPart::Side, 0.1), strike(90.0, HullPart::Stern, 0.1)] {
        let mut battle = spar_attack(false, fact, true);
        let events = battle.must(ram());
        assert!(matches!(&events[..], [Event::Collided { .. }]), "GUN-47 is not met: {events:?}");
        assert!(battle.ship("mover").spar_torpedo, "it did not strike");
    }
    for dud_spent in [true, false] {
        let mut battle = spar_attack(true, strike(61.0, HullPart::Side, 0.1), dud_spent);
        battle.must(ram());
        battle.throw(&[2]);
        assert_eq!(battle.ship("mover").spar_torpedo, !dud_spent);
        assert_eq!(battle.ship("mover").fate, None);
    }
}

#[test]
fn gun_58_steam_launches_cannot_be_torpedoed() {
    let mut battle = spar_attack(false, strike(90.0, HullPart::Side, 1.0), true);
    let card = &mut battle.state.ships.get_mut(&id("enemy")).unwrap().card;
    card.launch = true;
    assert_eq!(battle.rules(ram()), ["GUN-58"]);
}

#[test]
fn gun_amb_30_the_card_not_the_armor_decides_about_ironclads() {
    // The rule sheet mentions "a wooden target with a armor factor of 1".
    for (armor, ironclad, table) in [
        (1, false, TableId::TorpedoWooden),
        (0, true, TableId::TorpedoIronclad),
        (8, true, TableId::TorpedoIronclad),
    ] {
        let mut battle = battle(vec![piece("channel", TerrainKind::Mined)], &[], |ships| {
            (ships[0].card.armor, ships[0].card.ironclad) = (armor, ironclad);
        });
        goes(&mut battle, &[("channel", -1.0, 0.02)]);
        battle.must(move_it(false));
        battle.throw(&[6]);
        assert!(matches!(battle.state.rolls[0].decides, RollUse::Table { table: due, .. } if due == table));
    }
}

#[test]
fn gun_48_amb_27_two_rows_of_the_ramming_table_are_alike() {
    // 3 or 4 knots, the colored die: 1 and 2 as well as 3 and 4 cost one box.
    for (die, draft) in [(1, 1), (2, 1), (3, 1), (4, 1), (5, 0), (6, 0)] {
        let mut battle = in_contact(&[], strike(90.0, HullPart::Side, 1.0));
        let card = &mut battle.state.ships.get_mut(&id("mover")).unwrap().card;
        card.ram = 0;
        battle.must(Decision::RingUp { orders: vec![SpeedOrder { ship: id("mover"), speed: 8 }] });
        battle.must(move_it(false));
        battle.must(ram());
        battle.throw(&[1, die]);
        battle.tick_all();
        assert_eq!(battle.ship("mover").ticks.draft, draft, "die {die}");
    }
}
