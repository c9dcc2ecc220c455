//! Every book played only through what screens show: asks, forms and buttons, drawn by lot.

use crate::at_the_table::AtTheTable;
use crate::common::throws::read_as_asked;
use crate::common::{Evening, NOW, begin_on_table, choice_of};
use battle::view::{
    AnswerView, AskView, BattleChoice, BattleNow, DecisionView, FieldKind, FieldValue, FieldValues, FormView,
    MovesChoice, OddsView, OptionValueView, PlaceView, SettledView,
};
use battle::{Audience, Battle, Command, Session, ThrowEvidence};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::SideId;
use rulesets::core::play_out::Lot;
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::{MahanBook, play as mahan};
use rulesets::noddy::{MoveOrder, Noddy, Step};
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

fn drawn(lot: &mut Lot, form: &FormView) -> FieldValues {
    let mut values = FieldValues::new();
    for field in &form.fields {
        let words = ["reason", "text"].contains(&field.key.as_str());
        if lot.chance(0.4) && !words {
            continue;
        }
        let value = match &field.kind {
            FieldKind::Choice { options, .. } => FieldValue::Text(lot.pick(options).unwrap().key.clone()),
            FieldKind::Several { options, .. } => FieldValue::Several(
                options.iter().filter(|_| lot.chance(0.5)).map(|option| option.key.clone()).collect(),
            ),
            FieldKind::Number { min, max, step, .. } if *step > 0.0 => {
                let steps = ((max - min) / step).floor() as u32;
                FieldValue::Number(min + step * f64::from(lot.below(steps + 1)))
            }
            FieldKind::Number { min, max, .. } => FieldValue::Number(lot.between(*min, *max)),
            FieldKind::Text { .. } if words => FieldValue::Text("The umpire has seen it.".to_owned()),
            FieldKind::Text { value } => FieldValue::Text(value.clone()),
            FieldKind::YesNo { .. } => FieldValue::Flag(lot.chance(0.5)),
        };
        values.insert(field.key.clone(), value);
    }
    values
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

/// A player who sees only the screens.
struct Player {
    lot: Lot,
    /// The probability of trying rulings and optional actions, 0 to 1.
    whims: f64,
    done: u32,
    /// The number of forecasts with odds.
    foreseen: u32,
    /// The last throw of real dice, and the number of throws that were taken.
    thrown: Option<ThrowEvidence>,
    read: u32,
    /// The reason why the last wish was refused.
    refused: String,
    /// That reason in the player's words.
    told: String,
    /// Kinds of forms that were completed.
    kinds: BTreeSet<String>,
}

impl Player {
    fn wish(&mut self, now: &BattleNow) -> Option<DecisionView> {
        let form = |lot: &mut Lot, form: &FormView| DecisionView::Answer {
            form: form.key.clone(),
            values: drawn(lot, form),
            settled: Vec::new(),
            frame: None,
        };
        if self.lot.chance(self.whims) {
            let all: Vec<&FormView> = now.also.iter().chain(&now.rulings).collect();
            let chosen = *self.lot.pick(&all)?;
            return Some(form(&mut self.lot, chosen));
        }
        let asks = &now.battle.asks;
        let urgent = asks.iter().find(|ask| match ask {
            AskView::Roll { .. } | AskView::Tick { .. } | AskView::Choose { .. } => true,
            AskView::Form(form) => form.must && !form.fields.is_empty(),
            _ => false,
        });
        let ask = match urgent {
            Some(ask) if self.lot.chance(0.9) => ask,
            _ => self.lot.pick(asks)?,
        };
        Some(match ask {
            AskView::Roll { rolls, .. } => {
                let faces: Vec<u8> =
                    rolls.iter().map(|roll| self.lot.below(u32::from(roll.faces)) as u8 + 1).collect();
                match self.lot.below(3) {
                    0 => DecisionView::Roll { typed: None, read: None },
                    1 => DecisionView::Roll { typed: Some(faces), read: None },
                    _ => {
                        let (wish, thrown) = read_as_asked(now.battle.seq as u32, rolls, &faces);
                        self.thrown = Some(thrown);
                        wish
                    }
                }
            }
            AskView::Tick { ship, suggestion, .. } => {
                DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() }
            }
            AskView::Choose { ship, sections, .. } => {
                let section = self.lot.pick(sections)?.clone();
                DecisionView::Choose { ship: ship.clone(), section }
            }
            AskView::Fire { ships, .. } if self.lot.chance(0.8) => {
                let shooter = self.lot.pick(ships)?.clone();
                let target = self.lot.pick(&now.battle.ships)?.id.clone();
                let (mounts, settled) = (Vec::new(), Vec::new());
                DecisionView::DeclareSalvo { shooter, target, mounts, settled, frame: None }
            }
            AskView::Fire { .. } | AskView::Move { .. } | AskView::EndStep { .. } => DecisionView::NextStep,
            AskView::Form(chosen) => form(&mut self.lot, chosen),
            AskView::Wait { .. } => return None,
        })
    }

    /// Requests a forecast before declaring: exact odds, and only for fire that is not refused then.
    fn forecast_command(
        &mut self,
        battle: &mut dyn Session,
        viewer: &Audience,
        wish: &DecisionView,
    ) -> Option<OddsView> {
        let forecast = battle.forecast_command(wish, viewer);
        let odds = forecast.odds?;
        assert!(forecast.refusals.is_empty() && forecast.too_close.is_empty(), "{wish:?}");
        for spread in &odds.spreads {
            let sum: f64 = spread.chances.iter().map(|it| it.chance).sum();
            let mean: f64 = spread.chances.iter().map(|it| f64::from(it.number) * it.chance).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (mean - spread.expected).abs() < 1e-9, "{spread:?}");
            assert!(spread.chances.windows(2).all(|pair| pair[0].number < pair[1].number), "{spread:?}");
        }
        assert!(odds.events.iter().all(|event| (-1e-9..=1.0 + 1e-9).contains(&event.chance)), "{odds:?}");
        self.foreseen += 1;
        Some(odds)
    }

    /// Decides, and settles measures too close to call.
    fn decide(&mut self, battle: &mut dyn Session, viewer: &Audience, mut wish: DecisionView) {
        for _ in 0..4 {
            let odds = self.forecast_command(battle, viewer, &wish);
            let by_throw = self.thrown.take();
            let command = match &by_throw {
                Some(thrown) => Command::DecideByThrow(&wish, thrown),
                None => Command::Decide(&wish),
            };
            match battle.give(viewer, &command, NOW, &mut || None).unwrap() {
                AnswerView::Done { .. } => {
                    self.done += 1;
                    self.read += u32::from(by_throw.is_some());
                    if let DecisionView::Answer { form, .. } = &wish {
                        self.kinds.insert(form.split(':').next().unwrap().to_owned());
                    }
                    return;
                }
                AnswerView::Refused { reasons } => {
                    assert_eq!(odds, None, "{wish:?}: {reasons:?}");
                    let misread = reasons.iter().find(|reason| reason.text.contains("throw again"));
                    assert_eq!(misread, None, "{by_throw:?}");
                    assert!(!reasons.is_empty(), "{wish:?}");
                    self.told = reasons.iter().map(|reason| format!("{} ", reason.text)).collect();
                    self.refused = format!("{wish:?}: {reasons:?}");
                    return;
                }
                AnswerView::TooClose { questions } => {
                    assert_eq!(odds, None, "{wish:?}: {questions:?}");
                    let (DecisionView::Answer { settled, .. } | DecisionView::DeclareSalvo { settled, .. }) =
                        &mut wish
                    else {
                        panic!("asked of {wish:?}")
                    };
                    for question in questions {
                        let reading = self.lot.pick(&question.readings).unwrap().key.clone();
                        settled.push(SettledView { key: question.key, reading });
                    }
                }
            }
        }
    }

    /// Moves models before moves are judged: as ordered where a book has orders, a little ahead elsewhere.
    fn sail(&mut self, battle: &mut dyn Session) {
        for (ship, pose) in self.courses(battle) {
            // A ship that left the table can't be placed.
            drop(battle.lay_by_hand(&ship, pose, NOW, &mut || None));
        }
    }

    fn courses(&mut self, battle: &mut dyn Session) -> Vec<(ShipId, Pose)> {
        if let Some(duel) = battle.as_any().downcast_ref::<Battle<HexDuel>>() {
            let state = &duel.situation().book;
            let routes = duel.book().routes(state);
            let to = self.lot.pick(&routes).and_then(rulesets::hex_duel::Route::to);
            let grid = state.grid.unwrap();
            return state.acting.iter().cloned().zip(to.map(|place| place.pose(&grid))).collect();
        }
        if let Some(mahan) = battle.as_any().downcast_ref::<Battle<MahanBook>>() {
            let state = &mahan.situation().book;
            if state.phase == mahan::Phase::MahanMove {
                return mahan.book().ghosts(state);
            }
            let grid = state.grid.unwrap();
            let groups = state.groups.keys().map(|group| mahan.book().ways(state, group, &[]));
            let ways: Vec<_> = groups.filter_map(|ways| self.lot.pick(&ways).cloned()).collect();
            let places = ways.into_iter().flat_map(|way| way.places);
            return places.map(|(ship, place)| (ship, place.pose(&grid))).collect();
        }
        if let Some(noddy) = battle.as_any().downcast_ref::<Battle<Noddy>>() {
            let state = &noddy.situation().book;
            let table = rulesets::core::PlacedTable::default();
            let owed = noddy.situation().places.iter().filter_map(|(ship, place)| {
                let order = MoveOrder { ship: ship.clone(), short: None, settled: Vec::new() };
                let review = noddy.book().review_move(state, &table, &order)?;
                let course = state.ships.get(ship)?.course?;
                let turn = course.turn_deg;
                let (ahead_in, turn) = match state.step {
                    Step::Turn => (0.0, turn),
                    _ if course.speed < 0 => (-review.expected_in.abs(), 0.0),
                    _ => (review.expected_in, 0.0),
                };
                Some((ship.clone(), ahead(place.pose(), ahead_in, turn)))
            });
            return owed.collect();
        }
        let ships: Vec<(ShipId, PlaceView)> = battle
            .view_for(&Audience::Umpire)
            .ships
            .into_iter()
            .filter_map(|ship| Some((ShipId::new(ship.id), ship.place?)))
            .collect();
        let some = ships.into_iter().filter(|_| self.lot.chance(0.3));
        some.map(|(ship, at)| {
            let pose =
                Pose { stack: Point::new(at.x_in, at.y_in), heading: Heading::from_deg(at.heading_deg) };
            (ship, ahead(pose, 0.4, 0.0))
        })
        .collect()
    }
}

fn ahead(pose: Pose, by_in: f64, turned_deg: f64) -> Pose {
    let rad = pose.heading.rad();
    let stack = Point::new(pose.stack.x_in + by_in * rad.sin(), pose.stack.y_in + by_in * rad.cos());
    Pose { stack, heading: pose.heading.turned(turned_deg.to_radians()) }
}

/// Plays this number of wishes; there is no dead end. Returns the turn reached and the kinds of forms
/// completed.
fn play(choice: &BattleChoice, seed: u64, wishes: u32, whims: f64) -> (u32, BTreeSet<String>) {
    let evening = Evening::new();
    let mut battle = begin(&evening, choice);
    let mut player = Player {
        lot: Lot::new(seed),
        whims,
        done: 0,
        foreseen: 0,
        thrown: None,
        read: 0,
        refused: String::new(),
        told: String::new(),
        kinds: BTreeSet::new(),
    };
    let mut stuck = 0;
    for _ in 0..wishes {
        let whole = battle.now_for(&Audience::Umpire);
        let viewer = player.lot.pick(&seats(&whole)).unwrap().clone();
        let mut asks = whole.battle.asks.iter();
        let moves = asks.any(|ask| {
            matches!(ask, AskView::Form(form) if ["move", "mahan_moved"].iter().any(|key| form.key.starts_with(key)))
        });
        if moves && player.lot.chance(0.5) {
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
