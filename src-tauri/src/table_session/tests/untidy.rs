//! Tests with things on the table beside the ships, and with readings that players call wrong.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::messages::{HandWord, LiveView, Presence, ThingWord};
use crate::table_session::tests::stepped_table::SteppedTable;
use tracking::{Case, Statement, Verdict};

/// Frames within which a thing must be learnt: two seconds of the demo table's thirty a second.
const TWO_SECONDS: usize = 60;

fn until(stepped: &mut SteppedTable, what: &str, is_so: impl Fn(&LiveView) -> bool) -> LiveView {
    for _ in 0..TWO_SECONDS {
        stepped.look(1);
        if is_so(&stepped.view()) {
            return stepped.view();
        }
    }
    panic!("never: {what}: {:?}", stepped.view().things);
}

#[test]
fn things_on_the_demo_table_are_outlined_and_do_not_stop_the_game() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    session.demo_things(true).unwrap();
    let view = until(&mut stepped, "things are learnt", |view| view.things.len() >= 3 && !view.moving);
    assert!(view.ships.iter().all(|ship| ship.presence == Presence::Seen), "{:?}", view.ships);
    assert!(view.things.iter().all(|thing| thing.outline_px.len() >= 3));
    session.demo_things(false).unwrap();
    until(&mut stepped, "things are forgotten", |view| view.things.is_empty() && !view.moving);
}

#[test]
fn what_players_say_of_a_thing_holds_until_it_has_gone() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    session.demo_things(true).unwrap();
    let all = until(&mut stepped, "things are learnt", |view| view.things.len() >= 3 && !view.moving).things;
    let (first, second) = (all[0].number, all[1].number);
    session.name_thing(first, ThingWord::Nothing).unwrap();
    session.name_thing(second, ThingWord::Marker { name: "Mine field".to_owned() }).unwrap();
    let nameless = session.name_thing(second, ThingWord::Marker { name: " ".to_owned() });
    assert!(nameless.unwrap_err().sentence.contains("needs a name"));
    let view = stepped.view();
    assert_eq!(view.things.len(), all.len() - 1, "{:?}", view.things);
    let marked: Vec<_> = view.things.iter().filter_map(|thing| thing.marker.clone()).collect();
    assert_eq!(marked, ["Mine field"]);
    session.demo_things(false).unwrap();
    until(&mut stepped, "things are forgotten", |view| view.things.is_empty() && !view.moving);
    session.demo_things(true).unwrap();
    let anew = until(&mut stepped, "they are learnt anew", |view| view.things.len() == all.len());
    assert!(anew.things.iter().all(|thing| thing.marker.is_none()), "{:?}", anew.things);
}

#[test]
fn a_reading_that_a_player_calls_wrong_is_kept_and_can_be_read_again() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    let virginia = stepped.hand.truth().swap_remove(0);
    let pixel = stepped.hand.camera().pixel_from_table(virginia.pose.stack, 0.12).unwrap();
    session.hand_grab((pixel.x_px, pixel.y_px)).unwrap();
    session.hand_drag((pixel.x_px + 30.0, pixel.y_px)).unwrap();
    stepped.look(3);
    session.hand_release().unwrap();
    stepped.look(6);
    session.correct(&HandWord::TurnedAbout { ship: virginia.ship.to_string() }).unwrap();
    assert!(stepped.apply_corrections());
    stepped.look(2);
    let folder = session.keep_wrong_reading("2026-03-08T20:30:05.25-05:00").unwrap();
    assert_eq!(folder.file_name().unwrap(), "2026-03-08-20-30-05");
    let case = Case::read(&folder).unwrap();
    let before = case.before.as_ref().unwrap();
    let place = |ships: &[tracking::TrackShip]| {
        ships.iter().find(|ship| ship.id == virginia.ship.as_str()).unwrap().clone()
    };
    assert!(
        (place(&case.after.read.ships).x - place(&before.read.ships).x).abs() > 0.5,
        "both moments are kept"
    );
    assert!(
        matches!(&case.said[..], [Statement::Points { ship, .. }] if *ship == virginia.ship),
        "{:?}",
        case.said
    );
    // Read again, the bow is where the camera saw it, and not where this player says it is.
    assert_ne!(case.review().unwrap().ships[0].verdict, Verdict::Right);
    let again = session.keep_wrong_reading("2026-03-08T20:30:05.25-05:00").unwrap();
    assert_eq!(again.file_name().unwrap(), "2026-03-08-20-30-05-2", "nothing is overwritten");
}
