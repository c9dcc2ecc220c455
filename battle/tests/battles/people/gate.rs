//! Every command, from every seat, in every book: a seat without a say is refused, and so is a command on a
//! battle that has gone on since.

use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW, begin_on_table, choice_of};
use battle::view::{
    AnswerView, AskView, BattleChoice, BattleNow, DecisionView, FieldKind, FieldValue, FieldValues, FormView,
    MovesChoice, PlayerChoice, QuestionView,
};
use battle::{Affair, Audience, Command, CommandSeat, Denied, Session, TakeBack};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::SideId;
use rulesets::core::play_out::Lot;
use std::collections::{BTreeMap, BTreeSet};

/// A scenario of every book.
const SCENARIOS: [(&str, &str); 5] = [
    ("gunboat", "plum-point-bend"),
    ("noddy", "fort-henry"),
    ("sp_bp", "spb-hampton-roads-1862-03-09"),
    ("hex_duel", "duel"),
    ("mahan", "meeting"),
];

fn choice(book: &str, scenario: &str, umpire: bool, players: Vec<PlayerChoice>) -> BattleChoice {
    BattleChoice { moves: Some(MovesChoice::Judged), umpire, players, ..choice_of(book, Some(scenario)) }
}

fn begin(evening: &Evening, choice: &BattleChoice) -> Box<dyn Session> {
    let mut battle = begin_on_table(evening, choice, &BTreeMap::new()).unwrap();
    set_out(battle.as_mut());
    battle
}

fn set_out(battle: &mut dyn Session) {
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, &mut || None).unwrap();
    }
}

/// A battle with a player for the first ship of each side, and one for all others of the first side.
fn begin_with_players(evening: &Evening, book: &str, scenario: &str, umpire: bool) -> Box<dyn Session> {
    let sides =
        begin(&Evening::new(), &choice(book, scenario, false, Vec::new())).now_for(&Audience::Umpire).sides;
    let player = |name: &str, side: &str, ships: &[String]| PlayerChoice {
        name: name.to_owned(),
        side: side.to_owned(),
        ships: ships.to_vec(),
    };
    let mut players = Vec::new();
    for (side, name) in sides.iter().zip(["Ann", "Cleo"]) {
        players.push(player(name, &side.key, &side.ships[..1]));
    }
    if sides[0].ships.len() > 1 {
        players.push(player("Ben", &sides[0].key, &sides[0].ships[1..]));
    }
    begin(evening, &choice(book, scenario, umpire, players))
}

/// A seat: its name, its audience, and a player's own ships.
struct Sitting {
    word: String,
    viewer: Audience,
    own: Option<Vec<String>>,
}

fn sittings(now: &BattleNow) -> Vec<Sitting> {
    let side = |key: &str| Audience::Side(SideId::new(key));
    let seat = |word: &str, viewer: Audience| Sitting { word: word.to_owned(), viewer, own: None };
    let mut all = vec![seat("everyone", Audience::Everyone), seat("umpire", Audience::Umpire)];
    all.extend(now.sides.iter().map(|it| seat(&it.key, side(&it.key))));
    all.extend(
        now.players.iter().map(|player| Sitting {
            own: Some(player.ships.clone()),
            ..seat(&player.seat, side(&player.side))
        }),
    );
    all
}

/// The owners of a matter: all of these must have a say. `ships` are those concerned; a player's own seat
/// must have them.
struct Whose {
    actors: Vec<String>,
    ships: Vec<String>,
}

impl Whose {
    fn of(actors: &[&str]) -> Self {
        Self { actors: actors.iter().map(|it| (*it).to_owned()).collect(), ships: Vec::new() }
    }

    fn ship(now: &BattleNow, ship: &str) -> Self {
        Self { ships: vec![ship.to_owned()], ..Self::of(&[&side_of(now, ship)]) }
    }

    /// The rules of the table, derived from what the screens show and independent of the gate.
    fn has_say(&self, sitting: &Sitting, umpire: bool) -> bool {
        let one = |actor: &String| match &sitting.viewer {
            Audience::Umpire => true,
            Audience::Everyone => actor != "umpire" || !umpire,
            Audience::Side(side) => side.as_str() == *actor || actor == "everyone",
        };
        let own = |ship: &String| sitting.own.as_ref().is_none_or(|own| own.contains(ship));
        self.actors.iter().all(one) && self.ships.iter().all(own)
    }
}

fn side_of(now: &BattleNow, ship: &str) -> String {
    now.sides.iter().find(|side| side.ships.iter().any(|it| it == ship)).unwrap().key.clone()
}

/// The form as offered, with a reason.
fn filled(form: &FormView) -> FieldValues {
    let words = form.fields.iter().filter(|field| ["reason", "note", "value"].contains(&field.key.as_str()));
    let words = words.filter(|field| matches!(field.kind, FieldKind::Text { .. }));
    words.map(|field| (field.key.clone(), FieldValue::Text("true".to_owned()))).collect()
}

/// The ships that a form's key or its fields refer to, if they are ships.
fn whose_form(now: &BattleNow, form: &FormView) -> Option<Whose> {
    let (kind, about) = form.key.split_once(':').unwrap_or((&form.key, ""));
    let chosen = |field: &str| {
        form.fields.iter().find(|it| it.key == field).and_then(|field| match &field.kind {
            FieldKind::Choice { value, .. } => Some(value.clone()),
            _ => None,
        })
    };
    Some(match kind {
        // Offered to all, and still one side's: the other side's shot, the other side's initiative.
        "fire_late" => Whose::ship(now, &chosen("shooter")?).of_side_only(),
        "initiative" => Whose::of(&[&chosen("side")?]),
        // Either ship may cast off.
        "cast_off" => return None,
        _ if about.starts_with("player:") => Whose {
            ships: now.players.iter().find(|player| player.seat == about)?.ships.clone(),
            ..Whose::of(&[&form.who])
        },
        _ => Whose {
            ships: now
                .sides
                .iter()
                .flat_map(|side| &side.ships)
                .filter(|ship| *ship == about)
                .cloned()
                .collect(),
            ..Whose::of(&[&form.who])
        },
    })
}

impl Whose {
    /// Without named players.
    fn of_side_only(self) -> Self {
        Self { ships: Vec::new(), ..self }
    }
}

fn answer(form: &FormView) -> DecisionView {
    DecisionView::Answer { form: form.key.clone(), values: filled(form), settled: Vec::new(), frame: None }
}

/// The sides that the book itself asks this.
fn asked_of(questions: &[QuestionView], ask: &str) -> Vec<String> {
    let named = |question: &&QuestionView| {
        [&question.ask, &question.ask["gunboat"]].iter().any(|it| it["ask"] == ask)
    };
    questions.iter().filter(named).map(|question| question.who.clone()).collect()
}

/// All possible decisions, with their owners.
fn decisions(battle: &dyn Session, now: &BattleNow) -> Vec<(DecisionView, Whose)> {
    let questions = battle.questions_for(&Audience::Umpire);
    let mut all = Vec::new();
    let mut choosers = asked_of(&questions, "choose").into_iter();
    for ask in &now.battle.asks {
        match ask {
            AskView::Roll { rolls, .. } => {
                // Dice of an absent umpire are thrown by the host of the table.
                let mut throwers = asked_of(&questions, "roll");
                throwers.retain(|thrower| now.umpire || thrower != "umpire");
                let whose = Whose::of(&throwers.iter().map(String::as_str).collect::<Vec<_>>());
                let typed = rolls.iter().map(|_| 1).collect();
                all.push((DecisionView::Roll { typed: Some(typed), read: None }, whose));
            }
            AskView::Tick { ship, suggestion, .. } => {
                let tick = DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() };
                all.push((tick, Whose::ship(now, ship)));
            }
            AskView::Choose { ship, sections, .. } => {
                let chooser = choosers.next().unwrap();
                let whose = if chooser == side_of(now, ship) {
                    Whose::ship(now, ship)
                } else {
                    Whose::of(&[&chooser])
                };
                let section = sections[0].clone();
                all.push((DecisionView::Choose { ship: ship.clone(), section }, whose));
            }
            AskView::Fire { .. } | AskView::Move { .. } | AskView::EndStep { .. } => {
                let fired = asked_of(&questions, "fire_done");
                let whose = fired.first().map_or("everyone", String::as_str);
                all.push((DecisionView::NextStep, Whose::of(&[whose])));
            }
            AskView::Form(_) | AskView::Wait { .. } => {}
        }
    }
    let asked = now.battle.asks.iter().filter_map(|ask| match ask {
        AskView::Form(form) => Some(form),
        _ => None,
    });
    for form in asked.chain(&now.also).chain(&now.rulings) {
        all.extend(whose_form(now, form).map(|whose| (answer(form), whose)));
    }
    if ["gunboat", "mahan"].contains(&battle.book_id()) {
        for ship in &now.battle.ships {
            let other = now.battle.ships.iter().find(|it| it.side != ship.side).unwrap();
            let salvo = crate::common::salvo(&ship.id, &other.id, None);
            all.push((salvo, Whose::ship(now, &ship.id)));
        }
    }
    all
}

/// A note: whose it is doesn't depend on what it says.
const NOTE: Command<'_> = Command::Remark { about: 1, text: "Now!", private: false };

/// Back, with the umpire's leave or without; whose it is doesn't depend on how far.
fn back(leave: bool) -> Command<'static> {
    Command::TakeBack { to: 1, why: "Too soon.", leave }
}

fn laid(ship: &ShipId) -> Command<'_> {
    Command::LayByHand(ship, Pose { stack: Point::new(1.0, 1.0), heading: Heading::from_deg(0.0) })
}

/// What is no decision of a book's.
fn others<'a>(now: &BattleNow, ships: &'a [ShipId], affair: &'a Affair) -> Vec<(Command<'a>, Whose)> {
    let mut all = vec![
        (back(false), Whose::of(&["everyone"])),
        (Command::SetUpAgain, Whose::of(&["everyone"])),
        (Command::TakePlaces, Whose::of(&["everyone"])),
        (NOTE, Whose::of(&["everyone"])),
        (Command::CorrectReading, Whose::of(&["everyone"])),
        (Command::WaiveSetUp(ships), Whose::of(&["umpire"])),
        (Command::NoteAffair(affair), Whose::of(&["umpire"])),
    ];
    // Without an umpire, everybody is asked for permission, whatever seat the screen has.
    let leave = if now.umpire { "umpire" } else { "everyone" };
    all.push((back(true), Whose::of(&[leave])));
    for ship in ships {
        let whose = || Whose::ship(now, ship.as_str()).of_side_only();
        all.push((Command::AcceptShifts(std::slice::from_ref(ship)), whose()));
        all.push((Command::ForgetMoves(std::slice::from_ref(ship)), whose()));
        let stands = now.battle.ships.iter().any(|it| it.id == ship.as_str() && it.place.is_some());
        let awaited = now.ghosts.iter().any(|ghost| ghost.ship == ship.as_str());
        if stands && !awaited {
            all.push((laid(ship), whose()));
        }
        if now.battle.ships.iter().any(|it| it.id == ship.as_str() && !it.sunk) {
            all.push((Command::RuleSunk(ship), Whose::of(&["umpire"])));
        }
    }
    all
}

fn kind_of(command: &Command<'_>) -> String {
    match command {
        Command::Decide(DecisionView::Answer { form, .. }) => form.split(':').next().unwrap().to_owned(),
        Command::Decide(decision) => {
            serde_json::to_value(decision).unwrap()["do"].as_str().unwrap().to_owned()
        }
        other => format!("{other:?}").split(['(', ' ']).next().unwrap().to_owned(),
    }
}

/// Tries all commands from all seats; notes the kinds of commands that were refused.
fn try_all(battle: &dyn Session, turned_away: &mut BTreeSet<(String, String)>) {
    let now = battle.now_for(&Audience::Umpire);
    let ships: Vec<ShipId> = now.battle.ships.iter().map(|ship| ShipId::new(ship.id.as_str())).collect();
    let affair = Affair::Dated { date: "1862-05-10".to_owned() };
    let decided = decisions(battle, &now);
    let decided = decided.iter().map(|(decision, whose)| (Command::Decide(decision), whose));
    let others = others(&now, &ships, &affair);
    let all: Vec<(Command<'_>, &Whose)> =
        decided.chain(others.iter().map(|(command, whose)| (*command, whose))).collect();
    for sitting in sittings(&now) {
        let seat = CommandSeat { word: &sitting.word, viewer: &sitting.viewer };
        let asks = battle.view_for(&sitting.viewer).asks;
        let sees_dice = asks.iter().any(|ask| matches!(ask, AskView::Roll { .. }));
        for (command, whose) in &all {
            // A seat that may not know of secret dice gets the answer that none are due.
            if matches!(command, Command::Decide(DecisionView::Roll { .. })) && !sees_dice {
                continue;
            }
            let admitted = battle.admit(seat, now.battle.seq, command);
            let told =
                format!("{} of {:?}, from {}: {admitted:?}", kind_of(command), whose.actors, sitting.word);
            assert_eq!(admitted.is_ok(), whose.has_say(&sitting, now.umpire), "{told}\n{command:?}");
            if let Err(denied) = admitted {
                assert!(matches!(denied, Denied::NotTheirs { .. }), "{told}");
                turned_away.insert((kind_of(command), sitting.word.clone()));
            }
        }
    }
}

/// Plays by lot with all decisions made by an authorised seat, and tries every command from every seat at
/// every turn.
fn played(book: &str, scenario: &str, umpire: bool, wishes: u32) -> BTreeSet<(String, String)> {
    let evening = Evening::new();
    let mut battle = begin_with_players(&evening, book, scenario, umpire);
    let mut turned_away = BTreeSet::new();
    let mut lot = Lot::new(11);
    let mut done = 0;
    for _ in 0..wishes {
        try_all(battle.as_ref(), &mut turned_away);
        let now = battle.now_for(&Audience::Umpire);
        let rulings: BTreeSet<&str> = now.rulings.iter().chain(&now.also).map(|it| it.key.as_str()).collect();
        let asked = decisions(battle.as_ref(), &now).into_iter().map(|(decision, _)| decision);
        let asked: Vec<DecisionView> = asked
            .filter(|it| !matches!(it, DecisionView::Answer { form, .. } if rulings.contains(form.as_str())))
            .collect();
        // Salvos of all ships at all others are many, and most of them out of range.
        let goes_on: Vec<DecisionView> =
            asked.iter().filter(|it| !matches!(it, DecisionView::DeclareSalvo { .. })).cloned().collect();
        let salvo = goes_on.is_empty() || lot.chance(0.2);
        let Some(wish) = lot.pick(if salvo { &asked } else { &goes_on }) else { break };
        let told = battle.decide_as_shown_to(wish, &Audience::Umpire, NOW, &mut || None).unwrap();
        done += u32::from(matches!(told, AnswerView::Done { .. }));
        set_out(battle.as_mut());
    }
    // Books on a hex board get as far as their first move: no models are moved here.
    assert!(done >= 2, "{book}: {done} decisions");
    turned_away
}

#[test]
fn every_command_from_every_seat_in_every_book() {
    for (book, scenario) in SCENARIOS {
        for umpire in [false, true] {
            let turned_away = played(book, scenario, umpire, 40);
            let any = |kind: &str, seat: &str| turned_away.contains(&(kind.to_owned(), seat.to_owned()));
            // The players' common window can't give an umpire's order if there is an umpire; without one it
            // can, publicly.
            for kind in ["RuleSunk", "WaiveSetUp", "NoteAffair"] {
                assert_eq!(any(kind, "everyone"), umpire, "{book}: {kind}");
            }
            assert_eq!(any("set_option", "everyone"), umpire, "{book}");
            let sides: BTreeSet<&str> = turned_away.iter().map(|(_, seat)| seat.as_str()).collect();
            assert!(sides.len() >= 3 && !sides.contains("umpire"), "{book}: {sides:?}");
        }
    }
}

#[test]
fn a_side_declares_nothing_for_the_other() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &choice("gunboat", "plum-point-bend", false, Vec::new()));
    let now = battle.now_for(&Audience::Umpire);
    let (union, enemy) = (&now.sides[1], &now.sides[0]);
    let salvo = crate::common::salvo(&enemy.ships[0], &union.ships[0], None);
    let viewer = Audience::Side(SideId::new(union.key.clone()));
    let seat = CommandSeat { word: &union.key, viewer: &viewer };
    let denied = battle.admit(seat, now.battle.seq, &Command::Decide(&salvo)).unwrap_err();
    assert_eq!(
        denied.to_string(),
        "That is for the Confederate to say: take that side's seat, or the seat of everyone."
    );
    assert!(matches!(denied.refused(), AnswerView::Refused { .. }));
    // Nor its moves, which are made on the table.
    let there = now.battle.ships.iter().find(|ship| ship.side == enemy.key && ship.place.is_some()).unwrap();
    let ships = [ShipId::new(there.id.as_str())];
    assert!(battle.admit(seat, now.battle.seq, &laid(&ships[0])).is_err());
    assert!(battle.admit(seat, now.battle.seq, &Command::ForgetMoves(&ships)).is_err());
    battle.set_up_again(NOW).unwrap();
    let seq = battle.view_for(&viewer).seq;
    let laid = battle.admit(seat, seq, &laid(&ships[0]));
    assert_eq!(laid, Ok(()), "whoever sets the table up sets all of it up");
}

#[test]
fn a_command_on_an_earlier_moment_is_refused() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &choice("gunboat", "plum-point-bend", false, Vec::new()));
    let everyone = CommandSeat { word: "everyone", viewer: &Audience::Everyone };
    let seen = battle.view_for(&Audience::Everyone).seq;
    let next = DecisionView::NextStep;
    let step = Command::Decide(&next);
    // A note, and what the camera sees, change nothing of what was meant.
    battle.remark(seen, "Now!", NOW).unwrap();
    assert_eq!(battle.admit(everyone, seen, &step), Ok(()));
    let answer = battle.decide_as_shown_to(&next, &Audience::Everyone, NOW, &mut || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    // Two windows pressed at once: the second press must not end a step that its window has not shown.
    let denied = battle.admit(everyone, seen, &step).unwrap_err();
    let Denied::TooLate { sentence } = &denied else { panic!("{denied:?}") };
    assert!(sentence.starts_with("Something has happened since this was said ("), "{sentence}");
    assert!(sentence.ends_with("): look again, and say it anew."), "{sentence}");
    let now = battle.view_for(&Audience::Everyone).seq;
    assert_eq!(battle.admit(everyone, now, &step), Ok(()));
    // To go back is to undo what came since, too.
    assert!(matches!(battle.admit(everyone, seen, &back(true)), Err(Denied::TooLate { .. })));
    let undo = TakeBack { to: seen, by: "Ann".to_owned(), why: "Too soon.".to_owned(), umpire: true };
    battle.take_back(&undo, NOW).unwrap();
    assert!(matches!(battle.admit(everyone, now, &step), Err(Denied::TooLate { .. })));
    // Notes, and places that are taken as they are seen, are as good now as then.
    assert_eq!(battle.admit(everyone, seen, &NOTE), Ok(()));
    assert_eq!(battle.admit(everyone, seen, &Command::TakePlaces), Ok(()));
    let other = begin(&evening, &choice("hex_duel", "duel", false, Vec::new()));
    let denied = other.admit(everyone, seen, &Command::TakePlaces).unwrap_err();
    assert!(denied.to_string().contains("another battle"), "{denied}");
}

#[test]
fn a_refusal_reveals_no_secret() {
    let evening = Evening::new();
    let mut battle = begin(&evening, &choice("noddy", "memphis", true, Vec::new()));
    let seen = battle.view_for(&Audience::Everyone).seq;
    let union = Audience::Side(SideId::of("union"));
    let now = battle.now_for(&union);
    let orders = now.battle.asks.iter().find_map(|ask| match ask {
        AskView::Form(form) if form.key == "orders:union" => Some(answer(form)),
        _ => None,
    });
    let written = battle.decide_as_shown_to(&orders.unwrap(), &union, NOW, &mut || None).unwrap();
    assert!(matches!(written, AnswerView::Done { .. }), "{written:?}");
    let next = DecisionView::NextStep;
    let enemy = Audience::Side(SideId::of("confederate"));
    let seat = CommandSeat { word: "confederate", viewer: &enemy };
    let denied = battle.admit(seat, seen, &Command::Decide(&next)).unwrap_err();
    assert_eq!(
        denied.to_string(),
        "Something has happened since this was said: look again, and say it anew."
    );
}
