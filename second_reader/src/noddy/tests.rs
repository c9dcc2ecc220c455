//! A small battle, checked as recorded and with every kind of falsification.

use crate::noddy::check;
use crate::record::Record;
use crate::report::Report;
use serde_json::{Value, json};

fn exact(value: f64) -> Value {
    json!({"value": value, "sigma": 0.0})
}

fn ship(id: &str, side: &str, place: &str) -> Value {
    let gun = json!({"id": format!("{place}-1"), "place": place, "class": "mummy", "rifled": true});
    let card = json!({
        "id": id, "name": id, "side": side, "build": "riverboat", "top_speed": 12, "guns": [gun],
        "armour": {"hull": 7, "bow": null, "side": null, "stern": null},
        "reinforced_bow": false, "draught_ft": 6.0,
    });
    json!({"card": card, "speed": 4, "aground": false})
}

fn due(id: u64, count: u8, ship: &str, decides: Value) -> Value {
    let request = json!({"id": id, "count": count});
    let audience = json!({"who": "side", "side": "confederate"});
    json!({"request": request, "ship": ship, "audience": audience, "decides": decides})
}

fn thrown(id: u64, faces: &[u8]) -> Value {
    json!({"event": "dice_thrown", "thrown": [{"faces": faces, "request": {"id": id, "count": faces.len()}}]})
}

fn read(roll: u64, faces: &[u8], (total, needs): (u8, Option<u8>), outcome: &str, then: [Value; 2]) -> Value {
    let [changes, rolls] = then;
    let read = json!({
        "roll": roll, "ship": "b", "faces": faces, "total": total, "needs": needs, "outcome": outcome,
        "changes": changes, "rolls": rolls,
    });
    json!({"event": "read", "read": read})
}

fn step(turn: u8, step: &str) -> Value {
    json!({"event": "step_began", "turn": turn, "step": step, "segment": 0, "segments": 1, "rolls": []})
}

fn moved(ship: &str) -> Value {
    let way = json!({"length_in": exact(1.0), "straight_in": exact(1.0), "turned_deg": exact(0.0)});
    let review = json!({
        "ship": ship, "step": "first_half", "course": {"speed": 4, "turn_deg": 0.0}, "expected_in": 1.0,
        "expected_deg": 0.0, "way": way, "short": null, "touching": [], "asked": [],
    });
    json!({"event": "moved", "review": review, "changes": []})
}

fn orders(ship: &str, side: &str) -> Value {
    let order = json!({"written": "here", "course": {"speed": 4, "turn_deg": 0.0}});
    json!({"event": "orders_written", "side": side, "orders": [{"ship": ship, "order": order}]})
}

fn place(ship: &str, x_in: f64, y_in: f64) -> Value {
    json!({"ship": ship, "place": {"x_in": x_in, "y_in": y_in, "heading_deg": 90.0}})
}

/// Each event's body, with the places that it changes.
fn story() -> Vec<(Value, Value)> {
    let options = json!({
        "nod.arc_half_angle_deg": 5.0, "nod.arc_target": "any_part", "nod.current_toward_deg": 180.0,
        "nod.end_on_half_deg": 30.0, "nod.musket_range_in": 3.0, "nod.move_tolerance_in": 0.25,
        "nod.turn_tolerance_deg": 3.0, "nod.side_on_min_deg": 45.0, "nod.ram_stops": true,
    });
    let regiment = json!({"id": "r", "name": "r", "side": "union", "x_in": 11.0, "y_in": 2.5});
    let opened = json!({
        "event": "opened", "ships": [ship("a", "union", "starboard"), ship("b", "confederate", "port")],
        "batteries": [], "regiments": [regiment], "options": options, "terrain": [],
    });
    let course = json!({"speed": 4, "turn_deg": 0.0});
    let courses = ["a", "b"].map(|ship| json!({"ship": ship, "course": course, "of_itself": false}));
    let revealed = json!({"event": "orders_revealed", "courses": courses});
    let to_hit = json!({
        "decides": "to_hit", "firer": "a", "gun": "starboard-1", "plus": 3, "needs": 7, "struck": "port",
    });
    let fire = json!({
        "firer": "a", "target": "b", "range_in": exact(6.0), "band": "effective", "armour": 7, "struck": "port",
        "guns": [{"gun": "starboard-1", "class": "mummy", "value": 2, "modifier": 1}], "asked": [],
    });
    let fire = json!({"event": "fire_declared", "fire": fire, "rolls": [due(0, 1, "b", to_hit)]});
    let effect = due(1, 1, "b", json!({"decides": "effect", "struck": "port"}));
    let gun = json!([{"ship": "b", "becomes": "gun", "gun": "port-1", "lost": true}]);
    let muskets = json!({"decides": "musketry", "regiment": "r", "struck": "starboard"});
    let volley = json!({"regiment": "r", "target": "b", "range_in": exact(1.5), "struck": "starboard"});
    let volley = json!({"event": "musketry_declared", "fire": volley, "rolls": [due(2, 1, "b", muskets)]});
    let special = due(3, 2, "b", json!({"decides": "special", "struck": "starboard", "musketry": true}));
    let helmless = json!([{"ship": "b", "becomes": "helmless", "until": 2}]);
    let here = |body: Value| (body, json!([]));
    vec![
        (opened, json!([place("a", 10.0, 10.0), place("b", 10.0, 4.0)])),
        here(orders("a", "union")),
        here(orders("b", "confederate")),
        here(revealed),
        here(step(1, "first_half")),
        (json!({}), json!([place("a", 11.0, 10.0)])),
        here(moved("a")),
        (json!({}), json!([place("b", 11.0, 4.0)])),
        here(moved("b")),
        here(step(1, "turn")),
        here(step(1, "first_fire")),
        here(fire),
        here(thrown(0, &[4])),
        here(read(0, &[4], (7, Some(7)), "hit", [json!([]), json!([effect])])),
        here(thrown(1, &[2])),
        here(read(1, &[2], (2, None), "damaged", [gun, json!([])])),
        here(volley),
        here(thrown(2, &[6])),
        here(read(2, &[6], (6, Some(6)), "hit", [json!([]), json!([special])])),
        here(thrown(3, &[1, 2])),
        here(read(3, &[1, 2], (3, None), "damaged", [helmless, json!([])])),
        here(step(1, "second_half")),
    ]
}

fn reread(story: Vec<(Value, Value)>) -> Report {
    let line = |seq: usize| json!({"seq": seq, "turn": 1, "phase": "", "kind": ""});
    let event = |(seq, (body, places)): (usize, (Value, Value))| {
        let decision = json!({"guns": {"guns": "all_that_bear"}});
        json!({
            "line": line(seq), "taken_back": false, "rolled": [], "places": places, "changed": [],
            "body": {"event": body, "decision": decision},
        })
    };
    let hull_in = [[-0.15, -0.5], [0.15, -0.5], [0.15, 0.5], [-0.15, 0.5]];
    let ship = |id: &str| json!({"ship": id, "name": id, "side": "", "hull_in": hull_in});
    let events: Vec<Value> = story.into_iter().enumerate().map(event).collect();
    let export = json!({
        "format": "ironclad-table/battle", "version": 1, "book": "noddy", "table_in": [60.0, 36.0],
        "terrain": [], "ships": [ship("a"), ship("b")], "events": events,
    });
    let record = Record::read(&export.to_string()).unwrap();
    let mut report = Report::new("noddy");
    check(&record, &mut report).unwrap();
    report
}

/// The rules that disagree after a change at a path of an event's body.
fn falsified(event: usize, path: &str, to: Value) -> Vec<String> {
    let mut story = story();
    *story[event].0.pointer_mut(path).unwrap() = to;
    reread(story).disagreements.into_iter().map(|found| found.rule).collect()
}

#[test]
fn a_true_record_reads_as_recorded() {
    let report = reread(story());
    assert_eq!(report.disagreements, vec![]);
    for rule in ["NOD-1", "NOD-5", "NOD-6", "NOD-14", "NOD-15", "NOD-17", "NOD-AMB-23", "NOD-21", "NOD-29"] {
        assert!(report.counts.contains_key(rule), "{rule}");
    }
}

#[test]
fn false_orders_and_ways_are_found() {
    let says = |event, path, to, rule: &str| {
        let found = falsified(event, path, to);
        assert!(found.iter().any(|it| it == rule), "{rule}: {found:?}");
    };
    says(1, "/orders/0/order/course/speed", json!(9), "NOD-5");
    says(1, "/orders/0/order/course/speed", json!(-4), "NOD-4");
    says(1, "/orders/0/order/course/turn_deg", json!(61.0), "NOD-6");
    says(1, "/side", json!("confederate"), "NOD-9");
    says(3, "/courses/0/course/speed", json!(6), "NOD-9");
    says(6, "/review/expected_in", json!(1.5), "NOD-1");
    says(6, "/review/touching", json!(["b"]), "NOD-11");
    says(6, "/changes", json!([{"ship": "a", "becomes": "stopped"}]), "NOD-AMB-26");
    says(9, "/step", json!("first_fire"), "NOD-7");
}

#[test]
fn false_fire_and_dice_are_found() {
    let says = |event, path, to, rule: &str| {
        let found = falsified(event, path, to);
        assert!(found.iter().any(|it| it == rule), "{rule}: {found:?}");
    };
    says(11, "/fire/range_in/value", json!(5.5), "NOD-14");
    says(11, "/fire/band", json!("point_blank"), "NOD-14");
    says(11, "/fire/struck", json!("bow"), "NOD-AMB-23");
    says(11, "/fire/armour", json!(8), "NOD-16");
    says(11, "/fire/guns", json!([]), "NOD-15");
    says(11, "/fire/guns/0/value", json!(3), "NOD-13");
    says(11, "/fire/guns/0/modifier", json!(2), "NOD-17");
    says(13, "/read/outcome", json!("miss"), "NOD-17");
    says(13, "/read/faces", json!([5]), "NOD-1");
    says(15, "/read/changes/0/gun", json!("stern-1"), "NOD-AMB-23");
    says(16, "/fire/range_in/value", json!(3.5), "NOD-21");
    says(20, "/read/changes/0/until", json!(3), "NOD-19");
    says(15, "/read/roll", json!(9), "NOD-1");
}

#[test]
fn due_dice_must_be_thrown_before_play_goes_on() {
    let mut story = story();
    story.remove(20);
    let found = reread(story).disagreements;
    assert!(found.iter().any(|it| it.rule == "NOD-7" && it.reads.contains("dice")), "{found:?}");
}
