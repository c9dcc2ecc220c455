//! Small hand-written battles: checked as recorded, and with errors inserted.

use super::check;
use crate::record::Record;
use crate::report::Report;
use serde_json::{Value, json};

fn ship(id: &str, side: &str, (gun, pf, guns): (&str, u32, u32), speed: u32) -> Value {
    let mount = json!({
        "id": "guns", "gun": gun, "kind": if gun.contains("HOWITZER") { "howitzer" } else { "smoothbore" },
        "guns": guns, "pf": pf, "arcs": [{"from_deg": 0.0, "to_deg": 360.0}], "turret": null,
    });
    let card = json!({
        "id": id, "side": side, "ironclad": false, "launch": false, "propulsion": "screw", "circle": "a", "armor": 0,
        "speed": 10, "half_speed": 0, "midships": 1, "stack": 1, "draft": 4, "ram": 0, "draft_ft": 9.5,
        "mounts": [mount],
    });
    json!({
        "card": card, "ticks": {}, "speed": speed, "aground": false, "anchored": false, "boarding_parties": 0,
        "location": {"is": "on_table"},
    })
}

fn event(seq: i64, decided: bool, event_body: Value) -> Value {
    let line = json!({"seq": seq, "turn": 1, "phase": "", "kind": event_body["event"]});
    let mut body = json!({"event": event_body});
    if decided {
        body["decision"] = json!({});
    }
    json!({"line": line, "taken_back": false, "rolled": [], "body": body, "places": [], "changed": []})
}

/// A battle with these ships at these places; all head north.
fn battle(ships: Vec<(Value, [f64; 2])>, events: Vec<Value>) -> Value {
    let stands = |(ship, at): &(Value, [f64; 2])| json!({"ship": ship["card"]["id"], "place": {"x_in": at[0], "y_in": at[1], "heading_deg": 0.0}});
    let mut placed = event(2, true, json!({"event": "ships_placed"}));
    placed["places"] = ships.iter().map(stands).collect();
    let hull = |(ship, _): &(Value, [f64; 2])| {
        let (id, side) = (&ship["card"]["id"], &ship["card"]["side"]);
        json!({"ship": id, "name": id, "side": side, "hull_in": [[0.0, 0.5], [0.2, -0.5], [-0.2, -0.5]]})
    };
    let options = json!({
        "gun.length_factor": 1.0, "gun.fire_simultaneous": true, "gun.volley_scope": "per_target",
        "gun.armor_basis": "current",
    });
    let setups: Vec<&Value> = ships.iter().map(|(ship, _)| ship).collect();
    let opened = json!({"event": "opened", "options": options, "ships": setups, "forts": [], "terrain": [], "rolls": []});
    let hulls: Vec<Value> = ships.iter().map(hull).collect();
    let events = [vec![event(1, true, opened), placed], events].concat();
    json!({
        "format": "ironclad-table/battle", "version": 1, "book": "gunboat", "table_in": [60.0, 36.0], "terrain": [],
        "ships": hulls,
        "events": events,
    })
}

/// The disagreements: event and rule.
fn otherwise(battle: &Value) -> Vec<(i64, String)> {
    let record = Record::read(&battle.to_string()).unwrap();
    let mut report = Report::new(&record.book);
    check(&record, &mut report).unwrap();
    report.disagreements.into_iter().map(|found| (found.seq, found.rule)).collect()
}

fn rolls(purpose: &str) -> Value {
    json!([{"request": {"id": 7, "purpose": purpose}}])
}

fn pool(total: u32, label: &str) -> Value {
    json!([{"chart": "a", "counted_guns": total, "total": total, "column_label": label}])
}

/// A salvo at the target, five inches off.
fn salvo(seq: i64, (id, shooter, bearing_deg): (u64, &str, f64), firing: Value, pools: Value) -> Value {
    let exact = |value: f64| json!({"value": value, "sigma": 0.0});
    let fact = |ask: &str, answer: Value| json!({"query": {"ask": ask, "from": shooter, "to": "target"}, "answer": answer});
    let asked = json!([
        fact("range", json!({"range_in": exact(5.0)})),
        fact("bearing", json!({"bearing_deg": exact(bearing_deg)})),
        fact("line_of_fire", json!({"clear": "yes"})),
    ]);
    let salvo = json!({
        "id": id, "shooter": shooter, "target": "target", "aim": {"at": "ship"}, "late": null, "armor": 0,
        "mounts": [firing], "settled": [], "asked": asked, "pools": pools,
    });
    event(seq, true, json!({"event": "salvo_declared", "salvo": salvo, "rolls": []}))
}

#[test]
fn salvos_at_one_target_are_thrown_together() {
    // GUN-AMB-9: one howitzer at normal range, and four guns that count double at close range.
    let volley = |closed: Value, total: u32, hits: u32| {
        let normal = json!({"mount": "guns", "guns": 1, "band": "normal", "pf": 2, "penetrates": true});
        let close = json!({"mount": "guns", "guns": 4, "band": "close", "pf": 10, "penetrates": true});
        let mut thrown = event(7, true, json!({"event": "dice_thrown"}));
        let request =
            json!({"id": 7, "die": "d10", "count": 1, "purpose": "chart_a", "label": "", "rule": "GUN-33"});
        thrown["rolled"] = json!([{"request": request, "thrown": {"faces": [7]}, "by": "union"}]);
        let due = json!({
            "id": 8, "ship": "target", "either": false,
            "demands": [{"hits": hits, "into": {"into": "any"}, "rule": "GUN-33"}],
        });
        let read = json!({
            "event": "chart_read", "roll": 7, "salvo": 1, "chart": "a", "die": 7, "target": "target", "total": total,
            "cell": {"cell": "hits", "hits": hits, "party": false}, "parties_lost": 0, "rolls": [], "due": due,
        });
        let close_it =
            json!({"event": "volley_closed", "target": "target", "pools": closed, "rolls": rolls("chart_a")});
        let events = vec![
            event(3, true, json!({"event": "step_began", "turn": 1, "step": "first_fire", "rolls": []})),
            salvo(4, (1, "first", 90.0), normal, pool(1, "1")),
            salvo(5, (2, "second", 180.0), close, pool(8, "5-8")),
            event(6, true, close_it),
            thrown,
            event(8, false, read),
        ];
        let ships = vec![
            (ship("first", "union", ("24-LB HOWITZER", 2, 1), 0), [10.0, 10.0]),
            (ship("second", "union", ("8\" SMOOTHBORE", 5, 4), 0), [15.0, 15.0]),
            (ship("target", "confederate", ("8\" SMOOTHBORE", 5, 1), 0), [15.0, 10.0]),
        ];
        otherwise(&battle(ships, events))
    };
    assert_eq!(volley(pool(9, "9-14"), 9, 3), []);
    let slips = volley(pool(8, "5-8"), 1, 1);
    assert_eq!(slips[0], (6, "GUN-26".to_owned()), "nine are counted");
    assert_eq!(slips[1], (8, "GUN-33".to_owned()), "{slips:?}");
}

#[test]
fn lashed_ships_that_move_by_one_decision_are_judged_as_it_found_them() {
    let moved = |fastest: u32| {
        let limits = |fastest: u32| json!({"slowest": 0, "fastest": fastest, "coasting": false});
        let way = json!({"value": 0.0, "sigma": 0.0});
        let way = json!({"length_in": way, "off_in": way, "straight_in": way, "turned_deg": way});
        let moves = |seq: i64, decided: bool, ship: &str, last: u32, limits: Value| {
            let review = json!({
                "ship": ship, "limits": limits, "last": last, "speed": 4, "allowance_in": 2.0, "settled": [],
                "steering": {"steering": "circle", "radius_in": 1.25}, "way": way, "hazards": [], "reasons": [],
            });
            event(seq, decided, json!({"event": "moved", "review": review, "rolls": []}))
        };
        let bonds = json!([{"first": "slow", "kind": "lashed", "second": "fast"}]);
        let order = json!({"order": "set_bonds", "bonds": bonds});
        let rung = |seq: i64, decided: bool, ship: &str, fastest: u32| {
            let event_body =
                json!({"event": "speed_rung", "ship": ship, "speed": 4, "limits": limits(fastest)});
            event(seq, decided, event_body)
        };
        let events = vec![
            event(3, true, json!({"event": "umpire_ordered", "order": order})),
            rung(4, true, "slow", 4),
            rung(5, false, "fast", 4),
            moves(6, true, "slow", 2, limits(4)),
            moves(7, false, "fast", 4, limits(fastest)),
        ];
        let ships = vec![
            (ship("slow", "union", ("8\" SMOOTHBORE", 5, 1), 2), [10.0, 10.0]),
            (ship("fast", "union", ("8\" SMOOTHBORE", 5, 1), 4), [11.0, 10.0]),
        ];
        otherwise(&battle(ships, events))
    };
    assert_eq!(moved(4), []);
    assert_eq!(moved(6), [(7, "GUN-10".to_owned())]);
}
