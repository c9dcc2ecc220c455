//! Setting out models where a book or a scenario says: only correctly placed models count, and no offer is
//! refused.

use crate::at_the_table::AtTheTable;
use crate::common::{Evening, NOW, begin_on_table, choice_of, seen};
use battle::view::{AnswerView, AskView, BattleNow, DecisionView, FormView, GhostReason};
use battle::{Audience, BattleError, Place, Session, Sighting};
use geometry::ShipId;
use std::collections::BTreeMap;

const SHIPS: [&str; 2] = ["monitor", "virginia"];

fn begin(evening: &Evening, book: &str, scenario: &str) -> Box<dyn Session> {
    begin_on_table(evening, &choice_of(book, Some(scenario)), &BTreeMap::new()).unwrap()
}

fn now(battle: &dyn Session) -> BattleNow {
    battle.now_for(&Audience::Everyone)
}

/// The camera looks three times; the sighting counts then.
fn look(battle: &mut dyn Session, frame: u64, at: &[(&str, f64, f64, f64)]) {
    for frame in frame..frame + 3 {
        let see =
            |&(ship, x_in, y_in, heading): &(&str, f64, f64, f64)| seen(ship, x_in, y_in, heading, frame);
        let sighting = Sighting { observations: at.iter().map(see).collect(), still: true };
        battle.observe(&sighting, NOW, &mut || None).unwrap();
    }
}

fn ghosts(battle: &dyn Session) -> Vec<(String, GhostReason, bool)> {
    now(battle).ghosts.into_iter().map(|ghost| (ghost.ship, ghost.why, ghost.may_stay)).collect()
}

fn answer(battle: &mut dyn Session, form: &str) -> AnswerView {
    let (values, settled) = (Default::default(), Vec::new());
    let wish = DecisionView::Answer { form: form.to_owned(), values, settled, frame: None };
    battle.decide_as_shown_to(&wish, &Audience::Everyone, NOW, &mut || None).unwrap()
}

fn done(battle: &mut dyn Session, form: &str) {
    let answered = answer(battle, form);
    assert!(matches!(answered, AnswerView::Done { .. }), "{form}: {answered:?}");
}

fn form(now: &BattleNow, key: &str) -> FormView {
    let mut asks = now.battle.asks.iter();
    let found = asks.find_map(|ask| match ask {
        AskView::Form(form) if form.key == key => Some(form.clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no form “{key}” in {:?}", now.battle.asks))
}

/// A duel up to the step in which its ships are set out; both stand anywhere.
fn duel(evening: &Evening) -> (Box<dyn Session>, [Place; 2]) {
    let mut battle = begin(evening, "hex_duel", "duel");
    let places = SHIPS.map(|ship| {
        let ghosts = battle.ghosts();
        ghosts.iter().find(|ghost| ghost.ship.as_str() == ship).unwrap().place
    });
    look(battle.as_mut(), 1, &[("monitor", 20.0, 18.0, 60.0), ("virginia", 40.0, 18.0, 240.0)]);
    let typed = Some(vec![2]);
    let thrown = battle.decide_as_shown_to(
        &DecisionView::Roll { typed, read: None },
        &Audience::Everyone,
        NOW,
        &mut || None,
    );
    assert!(matches!(thrown.unwrap(), AnswerView::Done { .. }));
    done(battle.as_mut(), "choose_ship");
    done(battle.as_mut(), "place_terrain");
    (battle, places)
}

const TO_BE_SET_OUT: GhostReason = GhostReason::SetOut;

#[test]
fn a_duel_keeps_its_ghosts_until_both_models_stand_on_their_hexes() {
    let evening = Evening::new();
    let (mut battle, places) = duel(&evening);
    let waiting = || SHIPS.map(|ship| (ship.to_owned(), TO_BE_SET_OUT, false)).to_vec();
    assert_eq!(ghosts(battle.as_ref()), waiting());
    // Whether places are taken as seen, left as they are, or set by hand: the ships still begin on their
    // hexes.
    battle.take_places(NOW, &mut || None).unwrap();
    assert_eq!(ghosts(battle.as_ref()), waiting());
    let ids = SHIPS.map(ShipId::new);
    let error = battle.waive_set_up(&ids, NOW, &mut || None).unwrap_err();
    assert_eq!(error, BattleError::NotSetOut { ship: "USS Monitor".to_owned() });
    for (ship, place) in ids.iter().zip(places) {
        battle.lay_by_hand(ship, place.pose(), NOW, &mut || None).unwrap();
    }
    look(battle.as_mut(), 10, &[("monitor", 20.0, 18.0, 60.0), ("virginia", 40.0, 18.0, 240.0)]);
    assert_eq!(ghosts(battle.as_ref()), waiting(), "the camera sees them elsewhere");
    let asked = form(&now(battle.as_ref()), "set_out");
    assert!(asked.refusal.is_some_and(|why| why.text.contains("begins at the")), "it says what is missing");
    // Anywhere in the hex, as set down by hand: the models count, and need not be in its centre.
    let [one, other] = places;
    let at = [
        ("monitor", one.x_in + 0.5, one.y_in, one.heading_deg),
        ("virginia", other.x_in - 0.5, other.y_in, other.heading_deg + 8.0),
    ];
    look(battle.as_mut(), 20, &at);
    assert!(ghosts(battle.as_ref()).is_empty());
    assert_eq!(form(&now(battle.as_ref()), "set_out").refusal, None);
    done(battle.as_mut(), "set_out");
    look(battle.as_mut(), 30, &at);
    assert!(ghosts(battle.as_ref()).is_empty(), "in the right hex is where she should be");
    assert_eq!(now(battle.as_ref()).movers.len(), 1);
}

#[test]
fn a_scenarios_ships_may_be_let_stand_before_they_were_ever_placed() {
    let evening = Evening::new();
    let mut battle = begin(&evening, "sp_bp", "spb-hampton-roads-1862-03-09");
    look(battle.as_mut(), 1, &[("monitor", 20.0, 18.0, 90.0)]);
    let waiting = ghosts(battle.as_ref());
    assert!(
        waiting.len() == 3 && waiting.iter().all(|ghost| ghost.1 == TO_BE_SET_OUT && ghost.2),
        "{waiting:?}"
    );
    let ids: Vec<ShipId> = waiting.iter().map(|ghost| ShipId::new(ghost.0.as_str())).collect();
    battle.waive_set_up(&ids, NOW, &mut || None).unwrap();
    assert!(ghosts(battle.as_ref()).is_empty());
    let view = now(battle.as_ref()).battle;
    let stands = |ship: &str| view.ships.iter().find(|it| it.id == ship).unwrap().place.unwrap();
    assert_eq!((stands("monitor").x_in, stands("monitor").y_in), (20.0, 18.0), "where she is seen");
    assert_eq!((stands("minnesota").x_in, stands("minnesota").y_in), (8.0, 30.0), "on her ghost");
}

#[test]
fn offers_never_include_what_a_book_would_refuse() {
    let evening = Evening::new();
    let mut battle = begin(&evening, "sp_bp", "spb-hampton-roads-1862-03-09");
    let ids: Vec<ShipId> = battle.ghosts().into_iter().map(|ghost| ghost.ship).collect();
    battle.waive_set_up(&ids, NOW, &mut || None).unwrap();
    let asked = now(battle.as_ref());
    assert!(matches!(asked.battle.asks.first(), Some(AskView::EndStep { .. })), "{:?}", asked.battle.asks);
    let offers = |ship: &str| -> Vec<String> {
        match &form(&asked, &format!("undertake:{ship}")).fields[0].kind {
            battle::view::FieldKind::Choice { options, value } => {
                assert!(options.iter().any(|option| option.key == *value));
                options.iter().map(|option| option.label.clone()).collect()
            }
            other => panic!("{other:?}"),
        }
    };
    // Monitor has one friend to tow, Virginia none; no ship has another alongside.
    assert_eq!(offers("monitor"), ["pass a tow: USS Minnesota", "prepare a mortar raft"]);
    assert_eq!(offers("virginia"), ["prepare a mortar raft"]);
}

#[test]
fn fire_waits_for_a_model_that_is_to_be_put_back() {
    let evening = Evening::new();
    let mut battle = begin(&evening, "sp_bp", "spb-hampton-roads-1862-03-09");
    // Virginia is in front of Monitor's turret.
    let at = [("monitor", 30.0, 18.0, 90.0), ("virginia", 30.0, 13.0, 90.0), ("minnesota", 8.0, 30.0, 100.0)];
    look(battle.as_mut(), 1, &at);
    let ids: Vec<ShipId> = battle.ghosts().into_iter().map(|ghost| ghost.ship).collect();
    battle.waive_set_up(&ids, NOW, &mut || None).unwrap();
    for _ in 0..20 {
        let asks = now(battle.as_ref()).battle.asks;
        if now(battle.as_ref()).battle.phase.contains("gunfire") {
            break;
        }
        let wish = match asks.first() {
            Some(AskView::Roll { .. }) => DecisionView::Roll { typed: Some(vec![9, 1]), read: None },
            _ => DecisionView::NextStep,
        };
        battle.decide_as_shown_to(&wish, &Audience::Everyone, NOW, &mut || None).unwrap();
    }
    // The ebb has moved two of them: rulings wait until their models are there.
    let waiting = now(battle.as_ref());
    let Some(AskView::Form(first)) = waiting.battle.asks.first() else { panic!("{:?}", waiting.battle.asks) };
    assert!(first.key.starts_with("fire:") && first.forward, "{first:?}");
    assert!(
        first.refusal.as_ref().is_some_and(|why| why.text.contains("not back on her place")),
        "{first:?}"
    );
    let places: Vec<_> = battle.ghosts().into_iter().map(|ghost| (ghost.ship, ghost.place)).collect();
    let mut at: Vec<(&str, f64, f64, f64)> =
        places.iter().map(|(ship, at)| (ship.as_str(), at.x_in, at.y_in, at.heading_deg)).collect();
    at.push(("minnesota", 8.0, 30.0, 100.0));
    look(battle.as_mut(), 40, &at);
    let asked = now(battle.as_ref());
    let keys: Vec<String> = asked
        .battle
        .asks
        .iter()
        .filter_map(|ask| match ask {
            AskView::Form(form) => Some(form.key.clone()),
            _ => None,
        })
        .collect();
    let acting = if keys.contains(&"fire:monitor".to_owned()) { "monitor" } else { "virginia" };
    let fire = form(&asked, &format!("fire:{acting}"));
    assert_eq!(fire.refusal, None);
    // Sent unchanged, it fires, or first asks what is too close to call.
    let answered = answer(battle.as_mut(), &fire.key);
    assert!(!matches!(answered, AnswerView::Refused { .. }), "{answered:?}");
}
