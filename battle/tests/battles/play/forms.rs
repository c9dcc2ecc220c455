//! Every book played only through what screens show: asks, forms and buttons, drawn by lot.

use crate::at_the_table::AtTheTable;
use crate::common::throws::{read_as_asked, rolls_asked};
use crate::common::{Evening, NOW, begin_on_table, choice_of};
use crate::play::player::Player;
use battle::view::{
    AnswerView, AskView, BattleChoice, BattleNow, DecisionView, FieldKind, FieldValues, FormView,
    MovesChoice, OptionValueView,
};
use battle::{Audience, Battle, Command, DecisionRequest, Session};
use geometry::{Measured, ShipId};
use rulesets::core::{Answer, Asked, BearingFact, Query, RangeFact, SideId};
use rulesets::noddy::{Decision, Noddy, Step};
use std::collections::{BTreeMap, BTreeSet};

fn choice(book: &str, scenario: &str) -> BattleChoice {
    BattleChoice { moves: Some(MovesChoice::Judged), ..choice_of(book, Some(scenario)) }
}

fn begin(evening: &Evening, choice: &BattleChoice) -> Box<dyn Session> {
    let mut battle = begin_on_table(evening, choice, &BTreeMap::new()).unwrap();
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
    battle
}

fn seats(now: &BattleNow) -> Vec<Audience> {
    let sides = now.sides.iter().map(|side| Audience::Side(SideId::new(side.key.clone())));
    [Audience::Everyone, Audience::Umpire].into_iter().chain(sides).collect()
}

/// A form is valid: its initial values may be sent, and every key is unique.
fn sound(form: &FormView, viewer: &Audience) {
    let keys: BTreeSet<&str> = form.fields.iter().map(|field| field.key.as_str()).collect();
    assert_eq!(keys.len(), form.fields.len(), "{form:?}");
    assert!(!form.sentence.is_empty() && !form.submit.is_empty() && !form.rule.is_empty(), "{form:?}");
    for field in &form.fields {
        match &field.kind {
            FieldKind::Choice { options, value } => {
                assert!(options.iter().any(|option| option.key == *value), "{form:?}");
            }
            FieldKind::Several { options, value } => {
                assert!(value.iter().all(|key| options.iter().any(|option| option.key == *key)), "{form:?}");
            }
            FieldKind::Number { min, max, value, .. } => {
                assert!(min <= max && (*min..=*max).contains(value), "{form:?}");
            }
            FieldKind::Text { .. } | FieldKind::YesNo { .. } => {}
        }
    }
    if form.secret && *viewer == Audience::Everyone {
        assert!(form.fields.is_empty(), "filled in out of sight: {form:?}");
    }
}

/// The words of a sentence.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
}

/// Texts use names: no key of a side, and no id of a ship with another name.
fn told_by_name(now: &BattleNow, text: &str) {
    let sides = now.sides.iter().map(|side| side.key.as_str());
    let ids =
        now.battle.ships.iter().filter(|ship| !ship.name.contains(&ship.id)).map(|ship| ship.id.as_str());
    let keys: BTreeSet<&str> = sides.chain(ids).collect();
    let told = words_of(text).find(|word| keys.contains(word));
    assert_eq!(told, None, "a key in place of a name: {text}");
}

fn sentence_of(ask: &AskView) -> &str {
    match ask {
        AskView::Form(form) => &form.sentence,
        AskView::Move { sentence, .. }
        | AskView::Fire { sentence, .. }
        | AskView::Roll { sentence, .. }
        | AskView::Tick { sentence, .. }
        | AskView::Choose { sentence, .. }
        | AskView::EndStep { sentence }
        | AskView::Wait { sentence, .. } => sentence,
    }
}

/// An optional form that the book can judge in every way: its offers must succeed.
fn is_judged_offer(form: &FormView) -> bool {
    let choices = form.fields.iter().map(|field| match &field.kind {
        FieldKind::Choice { options, .. } | FieldKind::Several { options, .. } => options.len() + 1,
        FieldKind::YesNo { .. } => 2,
        FieldKind::Number { min, max, step, .. } if *step > 0.0 => ((max - min) / step).round() as usize + 2,
        FieldKind::Number { .. } | FieldKind::Text { .. } => usize::MAX,
    });
    let ways = choices.fold(1_usize, usize::saturating_mul);
    !form.must && form.refusal.is_none() && ways <= 64 && !(form.secret && form.fields.is_empty())
}

/// Sends an offer unchanged: the book may ask first, but never refuses it.
fn take_as_it_comes(battle: &mut dyn Session, form: &FormView) -> bool {
    let (values, settled) = (FieldValues::new(), Vec::new());
    let wish = DecisionView::Answer { form: form.key.clone(), values, settled, frame: None };
    match battle.decide_as_shown_to(&wish, &Audience::Umpire, NOW, &mut || None).unwrap() {
        AnswerView::Done { .. } => true,
        AnswerView::TooClose { .. } => false,
        AnswerView::Refused { reasons } => panic!("offered, and refused: {form:?}: {reasons:?}"),
    }
}

fn asks_to_move(now: &BattleNow) -> bool {
    let is_move = |key: &str| key.starts_with("move") || key.starts_with("mahan_moved");
    now.battle.asks.iter().any(|ask| matches!(ask, AskView::Form(form) if is_move(&form.key)))
}

/// Plays this number of wishes; there is no dead end. Returns the turn reached and the kinds of forms
/// completed.
fn play(choice: &BattleChoice, seed: u64, wishes: u32, whims: f64) -> (u32, BTreeSet<String>) {
    let evening = Evening::new();
    let mut battle = begin(&evening, choice);
    let mut player = Player::new(seed, whims);
    let mut stuck = 0;
    for _ in 0..wishes {
        let whole = battle.now_for(&Audience::Umpire);
        let viewer = player.lot.pick(&seats(&whole)).unwrap().clone();
        if asks_to_move(&whole) && player.lot.chance(0.5) {
            player.sail(battle.as_mut());
        }
        let now = battle.now_for(&viewer);
        let asked = now.battle.asks.iter().filter_map(|ask| match ask {
            AskView::Form(form) => Some(form),
            _ => None,
        });
        let forms: Vec<&FormView> = asked.chain(&now.also).chain(&now.rulings).collect();
        forms.iter().for_each(|form| sound(form, &viewer));
        now.battle.asks.iter().for_each(|ask| told_by_name(&now, sentence_of(ask)));
        let keys: BTreeSet<&str> = forms.iter().map(|form| form.key.as_str()).collect();
        assert_eq!(keys.len(), forms.len(), "two forms of one key: {forms:?}");
        if now.battle.asks.is_empty() && viewer == Audience::Umpire {
            break;
        }
        let before = player.done;
        let offers: Vec<&FormView> = forms.iter().copied().filter(|form| is_judged_offer(form)).collect();
        // The umpire sees everything; others may be refused because of what they don't know.
        // In Noddy a whole side's models are sailed and judged at once, and nobody here sails in between.
        let takes = viewer == Audience::Umpire && choice.book != "noddy" && player.lot.chance(0.2);
        let offer = player.lot.pick(&offers).filter(|_| takes).copied();
        let besides = || now.also.iter().chain(&now.rulings);
        if let Some(offer) = offer.filter(|offer| besides().all(|form| form.key != offer.key)) {
            player.done += u32::from(take_as_it_comes(battle.as_mut(), offer));
        } else if let Some(wish) = player.wish(&now) {
            player.decide(battle.as_mut(), &viewer, wish);
        }
        told_by_name(&now, &std::mem::take(&mut player.told));
        stuck = if player.done > before { 0 } else { stuck + 1 };
        let asks = &now.battle.asks;
        assert!(stuck < 150, "stuck in turn {}: {asks:?}\n{}", now.battle.turn, player.refused);
    }
    let turn = battle.view_for(&Audience::Everyone).turn;
    let whole = battle.now_for(&Audience::Umpire);
    for line in seats(&whole).iter().flat_map(|viewer| battle.log_for(viewer)) {
        let texts: Vec<&str> = line.sentences.iter().map(|sentence| sentence.text.trim()).collect();
        assert!(!texts.is_empty() && texts.iter().all(|text| !text.is_empty()), "a blank line: {line:?}");
        texts.iter().for_each(|text| told_by_name(&whole, text));
    }
    for viewer in seats(&whole) {
        hides_what_is_not_theirs(battle.as_ref(), &viewer);
    }
    drop(battle);
    let found = battle::verify_file(&evening.file()).unwrap();
    assert_eq!(found.difference, None);
    if player.read > 0 {
        println!("{} throws were read by the camera", player.read);
        player.kinds.insert("read".to_owned());
    }
    if player.foreseen > 0 {
        player.kinds.insert("foreseen".to_owned());
    }
    (turn, player.kinds)
}

/// No photograph and no die of an event that this viewer may not know is in what the viewer gets.
fn hides_what_is_not_theirs(battle: &dyn Session, viewer: &Audience) {
    let own: BTreeSet<i64> = battle.log_for(viewer).iter().map(|line| line.seq).collect();
    let seen = serde_json::to_string(&(battle.log_for(viewer), battle.events_for(viewer).unwrap())).unwrap();
    let hidden = battle.log_for(&Audience::Umpire).into_iter().filter(|line| !own.contains(&line.seq));
    for line in hidden {
        assert!(line.photo.is_none_or(|photo| battle.photo_for(photo, viewer).is_err()), "{line:?}");
        let names = line.dice.iter().filter_map(|die| die.read.as_ref()?.name.as_deref());
        names.for_each(|name| assert!(!seen.contains(&format!("\"{name}\"")), "{name} for {viewer:?}"));
    }
}

fn has(kinds: &BTreeSet<String>, wanted: &[&str]) {
    for kind in wanted {
        assert!(kinds.contains(*kind), "no “{kind}” among {kinds:?}");
    }
}

#[test]
fn gunboat_is_played_through_its_forms() {
    let (turn, kinds) = play(&choice("gunboat", "plum-point-bend"), 7, 500, 0.02);
    assert!(turn >= 2, "turn {turn}");
    has(&kinds, &["ring_up", "move", "read"]);
}

#[test]
fn gunboat_rulings_are_made_through_forms() {
    let (_, kinds) = play(&choice("gunboat", "plum-point-bend"), 8, 300, 0.7);
    has(&kinds, &["speed", "aground", "moved", "ticked", "type_range"]);
}

#[test]
fn noddy_is_played_through_its_forms() {
    // Gunboats before a fort's guns, and rams that meet in the river.
    let (turn, kinds) = play(&choice("noddy", "fort-henry"), 7, 500, 0.01);
    assert!(turn >= 2, "turn {turn}");
    has(&kinds, &["orders", "move", "fire", "foreseen", "read"]);
    let (turn, kinds) = play(&choice("noddy", "memphis"), 7, 500, 0.01);
    assert!(turn >= 2, "turn {turn}");
    has(&kinds, &["orders", "move"]);
}

#[test]
fn a_regiments_muskets_are_read_by_the_camera() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &choice("noddy", "fort-henry"));
    let mut player = Player::new(7, 0.0);
    let step = |battle: &dyn Session| {
        battle.as_any().downcast_ref::<Battle<Noddy>>().map(|noddy| noddy.situation().book.step)
    };
    for _ in 0..200 {
        if step(battle.as_ref()) == Some(Step::FirstFire) {
            break;
        }
        let whole = battle.now_for(&Audience::Umpire);
        let viewer = player.lot.pick(&seats(&whole)).unwrap().clone();
        if asks_to_move(&whole) {
            player.sail(battle.as_mut());
        }
        if let Some(wish) = player.wish(&battle.now_for(&viewer)) {
            player.decide(battle.as_mut(), &viewer, wish);
        }
    }
    let (regiment, target) = (ShipId::new("tennessee-infantry"), ShipId::new("essex"));
    let range = Answer::Range(RangeFact { range_in: Measured::exact(2.0) });
    let bearing = Answer::Bearing(BearingFact { bearing_deg: Measured::exact(90.0) });
    let (there, back) = ((regiment.clone(), target.clone()), (target.clone(), regiment.clone()));
    let facts = vec![
        Asked { query: Query::Range { from: there.0, to: there.1 }, answer: range },
        Asked { query: Query::Bearing { from: back.0, to: back.1 }, answer: bearing },
    ];
    for decision in [
        Decision::TypeFacts { facts, reason: "Measured by hand.".to_owned() },
        Decision::Musketry { regiment, target, settled: Vec::new() },
    ] {
        let asked = DecisionRequest::of(serde_json::to_value(decision).unwrap());
        let answer = battle.decide_json(asked, NOW, &mut || None).unwrap();
        assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    }
    let rolls = rolls_asked(&battle.view_for(&Audience::Umpire).asks);
    assert_eq!(rolls.iter().map(|roll| roll.faces).collect::<Vec<_>>(), [6]);
    let (wish, thrown) = read_as_asked(1, &rolls, &[6]);
    let by_throw = Command::DecideByThrow(&wish, &thrown);
    let answer = battle.give(&Audience::Everyone, &by_throw, NOW, &mut || None).unwrap();
    let AnswerView::Done { log } = answer else { panic!("{answer:?}") };
    assert_eq!(log[0].dice[0].read.as_ref().unwrap().name.as_deref(), Some("die-1-0"));
    assert_eq!(battle.photo_for(log[0].photo.unwrap(), &Audience::Everyone).unwrap(), thrown.jpeg);
    drop(battle);
    assert_eq!(battle::verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn noddy_rulings_are_made_through_forms() {
    let (_, kinds) = play(&choice("noddy", "memphis"), 8, 250, 0.7);
    has(&kinds, &["top_speed", "aground", "note"]);
}

#[test]
fn sp_bp_is_played_through_its_forms() {
    // Two ships alone: with most seeds they don't come near enough for fire.
    let mut kinds = BTreeSet::new();
    for seed in 7..19 {
        let (turn, found) = play(&choice("sp_bp", "spb-hampton-roads-1862-03-09"), seed, 600, 0.02);
        assert!(turn >= 2, "turn {turn}");
        kinds.extend(found);
        if kinds.contains("fire") && kinds.contains("foreseen") {
            break;
        }
    }
    has(&kinds, &["move", "plan_speed", "fire", "foreseen", "read"]);
}

#[test]
fn sp_bp_rulings_are_made_through_forms() {
    let (_, kinds) = play(&choice("sp_bp", "spb-hampton-roads-1862-03-09"), 8, 250, 0.7);
    has(&kinds, &["sp", "bp", "fires"]);
}

#[test]
fn a_hex_duel_is_played_through_its_forms() {
    let (turn, kinds) = play(&choice("hex_duel", "duel"), 7, 300, 0.0);
    assert!(turn >= 2, "turn {turn}");
    has(&kinds, &["choose_ship", "place_terrain", "set_out", "move", "fire", "foreseen"]);
}

#[test]
fn mahan_is_played_through_his_forms() {
    let (turn, kinds) = play(&choice("mahan", "meeting"), 7, 600, 0.0);
    assert!(turn >= 2, "turn {turn}");
    has(&kinds, &["set_out", "orders", "mahan_moved", "move", "draw", "for_mahan"]);
}

#[test]
fn what_the_base_game_does_to_mahans_ships_is_entered_through_forms() {
    let by_hand = OptionValueView { name: "mah.combat_backend".to_owned(), value: "manual".into() };
    let choice = BattleChoice { options: vec![by_hand], ..choice("mahan", "meeting") };
    let mut kinds = BTreeSet::new();
    for seed in 8..12 {
        kinds.extend(play(&choice, seed, 80, 0.6).1);
    }
    has(&kinds, &["speed_lost", "gun", "hull", "fouled", "put", "end"]);
}
