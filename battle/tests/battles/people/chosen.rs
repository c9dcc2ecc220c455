//! Battles set up by choice: complete, by any book, on the present table.

use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW, choice_of, no_table};
use battle::view::{
    AnswerView, AskView, BattleChoice, DecisionView, FieldValue, FieldValues, OptionValueView,
};
use battle::{
    Audience, Battle, BattleError, GhostWhy, Session, SetupContext, TakeBack, begin, books, open, scenarios,
    verify_file,
};
use geometry::{HullShape, Point, ShipId, Terrain, TerrainId, TerrainKind};
use rulesets::core::SideId;
use rulesets::gunboat::{Gunboat, Library};
use rulesets::noddy::Noddy;
use std::any::Any;
use std::collections::BTreeMap;

/// Sets every model down where its ghost stands.
fn set_down_all(battle: &mut dyn Session) {
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
}

fn library() -> Library {
    Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap()
}

/// The table, its models and the drawn shore.
#[derive(Default)]
struct Stage {
    hulls: BTreeMap<ShipId, HullShape>,
    terrain: Vec<Terrain>,
    table_in: Option<(f64, f64)>,
}

impl Stage {
    fn begin(&self, evening: &Evening, choice: &BattleChoice) -> Result<Box<dyn Session>, BattleError> {
        let library = library();
        let ground = SetupContext {
            table_in: self.table_in,
            terrain: &self.terrain,
            ..no_table(&library, &self.hulls)
        };
        begin(evening.journal(), choice, &ground, NOW)
    }
}

#[test]
fn every_gap_of_every_book_is_described_with_its_options() {
    let is_gap = |rule: &str| rule.contains("-AMB-");
    let says = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    let mut gaps = 0;
    for book in books().unwrap() {
        for gap in book.glossary.iter().filter(|rule| is_gap(&rule.id)) {
            assert!(says(&gap.question) && says(&gap.reading) && !gap.title.is_empty(), "{gap:?}");
            for switch in &gap.switches {
                let known = book.options.iter().any(|option| option.name == switch.name);
                assert!(known && !switch.text.is_empty(), "{}: {switch:?}", gap.id);
            }
            gaps += 1;
        }
        // For a gap, every option that settles it can be found.
        for option in book.options.iter().filter(|option| is_gap(&option.rule)) {
            let gap = book.glossary.iter().find(|rule| rule.id == option.rule).unwrap();
            let named = gap.switches.iter().any(|switch| switch.name == option.name);
            assert!(named, "{} does not name {}", gap.id, option.name);
        }
    }
    // As many as in the catalogue: 44 and 34, 31, 18 and 19.
    assert_eq!(gaps, 146);
}

#[test]
fn every_scenario_of_every_book_begins_whole() {
    let library = library();
    let hulls = BTreeMap::new();
    let ground = no_table(&library, &hulls);
    let evening = Evening::new();
    let mut begun = 0;
    for book in books().unwrap() {
        assert!(!book.glossary.is_empty() && !book.options.is_empty(), "{}", book.id);
        for scenario in scenarios(&book.id, &ground).unwrap() {
            let battle = Stage::default().begin(&evening, &choice_of(&book.id, Some(&scenario.id))).unwrap();
            let now = battle.now_for(&Audience::Umpire);
            assert_eq!(now.battle.ships.len(), scenario.ships.len(), "{}", scenario.id);
            assert_eq!(now.battle.table_in, scenario.table_in, "{}", scenario.id);
            assert!(now.judged, "{}", scenario.id);
            assert!(!now.ghosts.is_empty(), "nobody is to be set out: {}", scenario.id);
            assert!(!now.battle.asks.is_empty(), "{}", scenario.id);
            let lies = |name: &str| now.battle.terrain.iter().any(|piece| piece.name == name);
            assert!(scenario.terrain.iter().all(|piece| lies(&piece.name)), "{}", scenario.id);
            begun += 1;
        }
    }
    assert!(begun >= 13, "{begun} scenarios");
}

#[test]
fn a_scenarios_secrets_are_nobodys_but_the_umpires() {
    let evening = Evening::new();
    let battle = Stage::default().begin(&evening, &choice_of("noddy", Some("mobile-bay-mines"))).unwrap();
    let noddy = battle.as_any().downcast_ref::<Battle<Noddy>>().unwrap();
    let hidden: Vec<String> =
        noddy.situation().book.hidden.iter().map(|area| area.area.name.clone()).collect();
    assert!(!hidden.is_empty());
    let shown = serde_json::to_string(&battle.now_for(&Audience::Everyone)).unwrap()
        + &serde_json::to_string(&battle.log_for(&Audience::Everyone)).unwrap();
    for name in hidden {
        assert!(!shown.contains(&name), "“{name}” is told to everybody");
    }
}

#[test]
fn ships_on_the_table_meet_by_any_book() {
    let hull = HullShape { length_in: 3.0, beam_in: 0.7, stack_ahead_in: 0.0 };
    let hulls = ["monitor", "virginia"].map(|id| (ShipId::new(id), hull)).into();
    let stage = Stage { hulls, table_in: Some((48.0, 30.0)), ..Stage::default() };
    let evening = Evening::new();
    for book in books().unwrap() {
        let battle = stage.begin(&evening, &choice_of(&book.id, None)).unwrap();
        let now = battle.now_for(&Audience::Everyone);
        assert_eq!((now.battle.ships.len(), now.battle.table_in), (2, (48.0, 30.0)), "{}", book.id);
    }
    let nowhere = Stage { table_in: None, ..stage };
    assert!(nowhere.begin(&evening, &choice_of("gunboat", None)).is_err(), "no table is calibrated");
}

#[test]
fn a_table_too_small_and_a_ship_that_takes_no_part_are_refused() {
    let evening = Evening::new();
    let small = Stage { table_in: Some((40.0, 30.0)), ..Stage::default() };
    let scenario = choice_of("gunboat", Some("plum-point-bend"));
    let error = small.begin(&evening, &scenario).unwrap_err().to_string();
    assert!(error.contains("60 x 36 in, and yours is 40.0 x 30.0 in"), "{error}");
    let other = BattleChoice { ships: vec!["virginia".to_owned()], ..scenario };
    let error = Stage::default().begin(&evening, &other).unwrap_err().to_string();
    assert!(error.contains("virginia"), "{error}");
    assert!(evening.journal().battles().unwrap().is_empty(), "nothing was begun");
}

#[test]
fn chosen_options_ships_and_the_drawn_shore_are_taken() {
    let evening = Evening::new();
    let bank = Terrain {
        id: TerrainId("bank".to_owned()),
        name: "The bank as it lies".to_owned(),
        kind: TerrainKind::Land,
        outline: [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)].map(|(x, y)| Point::new(x, y)).to_vec(),
        outline_sigma_in: 0.05,
        height_in: 0.0,
        blocks_sight: true,
    };
    let stage = Stage { terrain: vec![bank.clone()], ..Stage::default() };
    let whole = Stage::default().begin(&evening, &choice_of("gunboat", Some("plum-point-bend"))).unwrap();
    let all = whole.view_for(&Audience::Everyone);
    let two: Vec<String> = all.ships.iter().map(|ship| ship.id.clone()).take(2).collect();
    let option = OptionValueView { name: "gun.battering".to_owned(), value: "off".into() };
    let specs = books().unwrap();
    let spec = specs[0].options.iter().find(|spec| spec.name == option.name).unwrap();
    let other = spec.choices.iter().find(|value| **value != spec.default).unwrap().clone();
    let chosen = BattleChoice {
        ships: two.clone(),
        options: vec![OptionValueView { value: other.clone(), ..option }],
        umpire: true,
        ..choice_of("gunboat", Some("plum-point-bend"))
    };
    let battle = stage.begin(&evening, &chosen).unwrap();
    let now = battle.now_for(&Audience::Everyone);
    assert_eq!(now.battle.ships.len(), two.len());
    assert!(now.umpire && now.battle.terrain.iter().any(|piece| piece.name == bank.name));
    assert!(battle.terrain_at_first().len() > all.terrain.len());
    let gunboat = battle.as_any().downcast_ref::<Battle<Gunboat>>().unwrap();
    let options = serde_json::to_value(&gunboat.situation().book.options).unwrap();
    assert_eq!(options["gun.battering"], other);
    // With an umpire at the table, only the umpire makes corrections.
    assert!(now.rulings.iter().all(|form| form.who != "umpire"));
    assert!(battle.now_for(&Audience::Umpire).rulings.iter().any(|form| form.key == "aground"));
}

#[test]
fn secret_orders_are_written_in_their_own_seat_only() {
    let evening = Evening::new();
    let mut battle = Stage::default().begin(&evening, &choice_of("noddy", Some("memphis"))).unwrap();
    set_down_all(battle.as_mut());
    let write = |values: FieldValues| DecisionView::Answer {
        form: "orders:union".to_owned(),
        values,
        settled: Vec::new(),
        frame: None,
    };
    let union = Audience::Side(SideId::of("union"));
    // What the form itself answers, whom the gate lets through or not.
    let battle: &mut dyn Any = battle.as_mut();
    let battle = battle.downcast_mut::<Battle<Noddy>>().unwrap();
    let mut told = |by: &Audience, wish: &DecisionView| {
        serde_json::to_string(&battle.decide_as_shown_to(wish, by, NOW, || None).unwrap()).unwrap()
    };
    let refused = told(&Audience::Everyone, &write(FieldValues::new()));
    assert!(refused.contains("take that seat first"), "{refused}");
    let other = Audience::Side(SideId::of("confederate"));
    assert!(told(&other, &write(FieldValues::new())).contains("not asked"));
    let unknown = FieldValues::from([("fog".to_owned(), FieldValue::Flag(true))]);
    assert!(told(&union, &write(unknown)).contains("no field"));
    let done = told(&union, &write(FieldValues::new()));
    assert!(done.starts_with("{\"answer\":\"done\""), "{done}");
}

#[test]
fn the_last_decision_is_taken_back_and_done_again() {
    let evening = Evening::new();
    let mut battle =
        Stage::default().begin(&evening, &choice_of("gunboat", Some("plum-point-bend"))).unwrap();
    set_down_all(battle.as_mut());
    let undo = |battle: &dyn Session| battle.now_for(&Audience::Everyone).undo;
    assert_eq!(undo(battle.as_ref()).back, None, "nothing was decided yet");
    let phase = |battle: &dyn Session| battle.view_for(&Audience::Everyone).phase;
    let first = phase(battle.as_ref());
    let mut phases = vec![first.clone()];
    for _ in 0..2 {
        let next = DecisionView::NextStep;
        drop(battle.decide_as_shown_to(&next, &Audience::Everyone, NOW, &mut || None).unwrap());
        phases.push(phase(battle.as_ref()));
    }
    assert!(phases[0] != phases[1] && phases[1] != phases[2], "{phases:?}");
    let go = |battle: &mut Box<dyn Session>, to: i64| {
        let asked = TakeBack { to, by: "Ann".to_owned(), why: "A slip.".to_owned(), umpire: false };
        drop(battle.take_back(&asked, NOW).unwrap());
        phase(battle.as_ref())
    };
    for expected in [&phases[1], &phases[0]] {
        let back = undo(battle.as_ref()).back.expect("something can be taken back");
        assert!(!back.sentence.is_empty() && !back.needs_umpire);
        assert_eq!(go(&mut battle, back.to), **expected);
    }
    assert_eq!(undo(battle.as_ref()).back, None);
    for expected in [&phases[1], &phases[2]] {
        let forward = undo(battle.as_ref()).forward.expect("it can be done again");
        assert_eq!(go(&mut battle, forward.to), **expected);
    }
    assert_eq!(undo(battle.as_ref()).forward, None);
    // After another decision there is no redo.
    let back = undo(battle.as_ref()).back.unwrap();
    go(&mut battle, back.to);
    let next = DecisionView::NextStep;
    drop(battle.decide_as_shown_to(&next, &Audience::Everyone, NOW, &mut || None).unwrap());
    assert_eq!(undo(battle.as_ref()).forward, None);
}

#[test]
fn a_side_that_the_app_commands_says_where_its_ships_go_and_takes_its_own_steps() {
    let evening = Evening::new();
    for book in ["gunboat", "noddy"] {
        let stranger = BattleChoice { commanded: vec!["neutral".to_owned()], ..choice_of("hex_duel", None) };
        let error = Stage::default().begin(&evening, &stranger).unwrap_err().to_string();
        assert!(error.contains("Nobody but a player"), "{error}");
        let scenario = scenarios_of(book).remove(0);
        let both = ["confederate", "union"].map(str::to_owned).to_vec();
        let alone = BattleChoice { commanded: both.clone(), ..choice_of(book, Some(&scenario)) };
        let mut battle = Stage::default().begin(&evening, &alone).unwrap();
        assert_eq!(battle.now_for(&Audience::Everyone).commanded, both);
        set_down_all(battle.as_mut());
        let number = battle.number();
        let mut ordered = 0;
        for round in 0..60 {
            battle.let_commanders_act(NOW, &mut || None).unwrap();
            ordered += battle.ghosts().iter().filter(|ghost| ghost.why == GhostWhy::Ordered).count();
            set_down_all(battle.as_mut());
            battle.let_commanders_act(NOW, &mut || None).unwrap();
            let step = DecisionView::NextStep;
            // Dice that belong to no side are thrown by the umpire.
            let throw = DecisionView::Roll { typed: None, read: None };
            battle.decide_as_shown_to(&throw, &Audience::Umpire, NOW, &mut || None).unwrap();
            // Collisions of friends are the umpire's to rule.
            for ask in battle.view_for(&Audience::Umpire).asks {
                if let AskView::Form(form) = ask
                    && form.key.starts_with("contact:")
                {
                    let (values, settled) = (FieldValues::new(), Vec::new());
                    let rests = DecisionView::Answer { form: form.key, values, settled, frame: None };
                    battle.decide_as_shown_to(&rests, &Audience::Umpire, NOW, &mut || None).unwrap();
                }
            }
            battle.let_commanders_act(NOW, &mut || None).unwrap();
            battle.decide_as_shown_to(&step, &Audience::Umpire, NOW, &mut || None).unwrap();
            if round == 20 {
                battle = open(evening.journal(), number).unwrap();
            }
        }
        let turn = battle.view_for(&Audience::Everyone).turn;
        println!("{book}: {ordered} models ordered, turn {turn}");
        assert!(ordered > 0 && turn > 2, "{book}: {ordered} models ordered, turn {turn}");
    }
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

fn scenarios_of(book: &str) -> Vec<String> {
    let library = library();
    let hulls = BTreeMap::new();
    let ground = no_table(&library, &hulls);
    scenarios(book, &ground).unwrap().into_iter().map(|scenario| scenario.id).collect()
}

/// The keys of the forms that the shared screen asks for, and whether the step can only be ended.
fn asked_of_all(battle: &dyn Session) -> (Vec<String>, bool) {
    let asks = battle.now_for(&Audience::Everyone).battle.asks;
    let key = |ask: &AskView| match ask {
        AskView::Form(form) if form.must => Some(form.key.clone()),
        _ => None,
    };
    (asks.iter().filter_map(key).collect(), matches!(asks.first(), Some(AskView::EndStep { .. })))
}

#[test]
fn the_shared_screen_asks_no_more_for_what_was_written_in_secret() {
    let evening = Evening::new();
    let mut battle = Stage::default().begin(&evening, &choice_of("noddy", Some("memphis"))).unwrap();
    set_down_all(battle.as_mut());
    let both = ["orders:confederate", "orders:union"].map(str::to_owned);
    assert_eq!(asked_of_all(battle.as_ref()), (both.to_vec(), false));
    for (side, left) in [("union", &both[..1]), ("confederate", &[])] {
        let write = DecisionView::Answer {
            form: format!("orders:{side}"),
            values: FieldValues::new(),
            settled: Vec::new(),
            frame: None,
        };
        let by = Audience::Side(SideId::new(side));
        let answer = battle.decide_as_shown_to(&write, &by, NOW, &mut || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
        assert_eq!(asked_of_all(battle.as_ref()), (left.to_vec(), left.is_empty()));
        // In its own seat a side may still write them anew.
        let own = battle.now_for(&by).battle.asks;
        assert!(
            own.iter().any(|ask| matches!(ask, AskView::Form(form) if form.key == format!("orders:{side}")))
        );
    }
}

#[test]
fn the_shared_screen_does_not_ask_for_what_the_app_writes_in_secret() {
    let evening = Evening::new();
    let choice =
        BattleChoice { commanded: vec!["confederate".to_owned()], ..choice_of("noddy", Some("memphis")) };
    let mut battle = Stage::default().begin(&evening, &choice).unwrap();
    set_down_all(battle.as_mut());
    assert_eq!(asked_of_all(battle.as_ref()), (vec!["orders:union".to_owned()], false));
}
