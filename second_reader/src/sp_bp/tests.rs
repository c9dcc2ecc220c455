//! The start of a battle of Lissa, played by lot and shortened: checked as recorded, and with errors
//! inserted.

use super::check;
use super::due::Opened;
use super::ship::Ship;
use super::world::World;
use crate::record::Record;
use crate::report::Report;
use serde_json::{Value, json};

/// Fields that no ruling needs are removed.
const LISSA: &str = include_str!("lissa.json");

fn lissa() -> Value {
    serde_json::from_str(LISSA).unwrap()
}

/// Runs a test with the opened battle.
pub fn with_world(test: impl FnOnce(&mut World<'_>)) {
    let record = Record::read(LISSA).unwrap();
    let mut report = Report::new(&record.book);
    let opened = record.standing().find(|event| event.kind == "opened").unwrap();
    let battle: Opened = opened.read("/event").unwrap();
    let ships = battle.ships.into_iter().map(Ship::new).collect();
    test(&mut World::new(&record, opened.read("/event/options").unwrap(), ships, &mut report));
}

fn event(battle: &mut Value, seq: i64) -> &mut Value {
    let events = battle["events"].as_array_mut().unwrap();
    events.iter_mut().find(|event| event["line"]["seq"] == seq).unwrap()
}

/// Inserts an event after another.
fn put(battle: &mut Value, behind: i64, event_body: Value) {
    let events = battle["events"].as_array_mut().unwrap();
    let at = events.iter().position(|event| event["line"]["seq"] == behind).unwrap();
    let line = json!({"seq": 1000 + behind, "turn": 1, "phase": "", "kind": event_body["event"]});
    let event = json!({
        "line": line, "taken_back": false, "rolled": [], "body": {"event": event_body}, "places": [], "changed": [],
    });
    events.insert(at + 1, event);
}

fn read(battle: &Value) -> Report {
    let record = Record::read(&battle.to_string()).unwrap();
    let mut report = Report::new(&record.book);
    check(&record, &mut report).unwrap();
    report
}

/// The rules of an event that disagree.
fn otherwise(battle: &Value, seq: i64) -> Vec<String> {
    let found = read(battle).disagreements;
    found.into_iter().filter(|found| found.seq == seq).map(|found| found.rule).collect()
}

#[test]
fn a_battle_reads_as_it_is_recorded() {
    let report = read(&lissa());
    assert_eq!(report.disagreements, []);
    assert!(report.checks() > 250, "{report:?}");
}

#[test]
fn a_slip_is_found_where_it_is_made() {
    let shot = "/event/rolls/0/shot";
    let cases = [
        (9, "/event/to_act".to_owned(), json!("austria"), "SPB-3"),
        (18, "/event/review/speed".to_owned(), json!(9), "SPB-11"),
        (18, "/event/review/allowance_in".to_owned(), json!(4.5), "SPB-AMB-4"),
        (18, "/event/review/way/straight_in/value".to_owned(), json!(2.0), "SPB-3"),
        (18, "/event/review/way/length_in/value".to_owned(), json!(3.0), "SPB-3"),
        (18, "/event/review/touches".to_owned(), json!(["palestro"]), "SPB-3"),
        (34, "/event/salvo/range_in/value".to_owned(), json!(3.0), "SPB-14"),
        (34, "/event/salvo/side".to_owned(), json!("starboard"), "SPB-18"),
        (34, "/event/salvo/mounts/0/cell/needed".to_owned(), json!(6), "SPB-14"),
        (34, "/event/salvo/mounts/0/modifier".to_owned(), json!(0), "SPB-15"),
        (34, "/event/salvo/mounts/0/guns".to_owned(), json!(1), "SPB-14"),
        (34, format!("{shot}/dr"), json!([2, 4]), "SPB-15"),
        (34, format!("{shot}/engaged"), json!([]), "SPB-15"),
        (36, "/event/read/shots/0/hit".to_owned(), json!(false), "SPB-15"),
        (39, "/event/read/location".to_owned(), json!("critical"), "SPB-19"),
        (47, "/event/read/guns_lost".to_owned(), json!(1), "SPB-18"),
        (55, "/event/read/fire_instead".to_owned(), json!(true), "SPB-34"),
        (56, "/event/follows/changes/0/left".to_owned(), json!(58), "SPB-26"),
        (58, "/event/follows/rolls/0/modifier".to_owned(), json!(-2), "SPB-26"),
        (60, "/event/read/total".to_owned(), json!(8), "SPB-26"),
    ];
    for (seq, path, slip, rule) in cases {
        let mut battle = lissa();
        *event(&mut battle, seq)["body"].pointer_mut(&path).unwrap() = slip;
        assert!(otherwise(&battle, seq).iter().any(|found| found == rule), "{seq} {path}");
    }
}

#[test]
fn a_jammed_helm_turns_her_to_its_side() {
    // SPB-30, SPB-AMB-30: judged also without a chosen turning radius.
    let moved = |helm: &str| {
        let mut battle = lissa();
        event(&mut battle, 2)["body"]["event"]["options"]["spb.house.turn_radius_in"] = json!(0.0);
        event(&mut battle, 18)["body"]["event"]["review"]["steering"] = json!({"steering": "pivot"});
        let jam = json!([{"ship": "affondatore", "set": "helm", "jammed": helm}]);
        put(&mut battle, 9, json!({"event": "umpire_ordered", "order": {"order": "set", "changes": jam}}));
        otherwise(&battle, 18).iter().any(|rule| rule == "SPB-30")
    };
    // The ship turned to port.
    assert_eq!([moved("port"), moved("starboard")], [false, true]);
}

#[test]
fn a_ship_in_mines_is_tested_at_the_start_of_the_phase() {
    // SPB-AMB-31: with or without a move.
    let found = |ships: Value, guided: Value| {
        let mut battle = lissa();
        let stands = event(&mut battle, 3)["places"][0].clone();
        let (ship, place) = (stands["ship"].as_str().unwrap(), &stands["place"]);
        let corner = |east: f64, north: f64| json!({"x_in": place["x_in"].as_f64().unwrap() + east, "y_in": place["y_in"].as_f64().unwrap() + north});
        let outline = json!([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
        event(&mut battle, 2)["body"]["event"]["terrain"] =
            json!([{"id": "field", "is": "mined", "outline": outline, "blocks_sight": false}]);
        let named = |value: Value| serde_json::from_str(&value.to_string().replace("HER", ship)).unwrap();
        let (ships, guided): (Value, Value) = (named(ships), named(guided));
        put(&mut battle, 9, json!({"event": "lie_in_mines", "ships": ships, "follows": {"guided": guided}}));
        otherwise(&battle, 1009)
    };
    let entry = json!([{"id": 900, "procedure": "mine", "ship": "HER", "area": "field"}]);
    assert_eq!(found(json!([["HER", ["field"]]]), entry), [""; 0]);
    assert_eq!(found(json!([]), json!([])), ["SPB-AMB-31"], "she lies in it");
    assert_eq!(found(json!([["HER", ["field"]]]), json!([])), ["SPB-AMB-31"], "nothing comes of it");
}
