//! Which seats are offered, and when one has ended.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::seat::Asker;
use crate::phones::tests::evening::{Evening, Seated, chart_request, choice};
use crate::table_session::Epoch;
use battle::view::PlayerChoice;
use companion::TableService;
use companion::wire::{Call, SeatRole};

fn keys(service: &impl TableService) -> Vec<(String, String, SeatRole)> {
    service.seats().into_iter().map(|seat| (seat.key, seat.title, seat.role)).collect()
}

#[test]
fn a_battles_players_are_its_seats_and_the_apps_side_is_none() {
    let evening = Evening::new();
    let service = evening.service();
    let onlooker = || ("everyone".to_owned(), "Onlooker".to_owned(), SeatRole::Onlooker);
    let player = |key: &str, title: &str| (key.to_owned(), title.to_owned(), SeatRole::Player);
    assert_eq!(keys(&service), [onlooker()], "no battle is in play");
    let ann = PlayerChoice { name: "Ann".to_owned(), side: "union".to_owned(), ships: Vec::new() };
    evening.begin(&choice("noddy", "memphis", true, vec![ann]));
    let umpire = ("umpire".to_owned(), "Umpire".to_owned(), SeatRole::Umpire);
    let seats = keys(&service);
    let ann = player("player:Ann", "Ann (Union)");
    let (confederate, all) = (player("confederate", "Confederate"), [&umpire, &onlooker()]);
    assert!([&ann, &confederate].into_iter().chain(all).all(|seat| seats.contains(seat)), "{seats:?}");
    assert_eq!(seats.len(), 4, "{seats:?}");
    let mut commanded = choice("noddy", "memphis", false, Vec::new());
    commanded.commanded = vec!["confederate".to_owned()];
    evening.begin(&commanded);
    assert_eq!(keys(&evening.service()), [player("union", "Union"), onlooker()]);
}

#[test]
fn a_seat_ends_with_its_battle_and_reads_others_as_an_onlooker_does() {
    let evening = Evening::new();
    evening.begin(&choice("noddy", "memphis", true, Vec::new()));
    let service = evening.service();
    let (union, umpire) = (Seated::at(&service, 1, "union"), Seated::at(&service, 2, "umpire"));
    let onlooker = Seated::at(&service, 3, "everyone");
    let changes = Call::Changes { seq: 0 };
    assert_eq!(union.call(&changes).unwrap()["now"]["viewer"], "union");
    assert_eq!(umpire.call(&changes).unwrap()["now"]["viewer"], "umpire");
    evening.begin(&choice("noddy", "memphis", false, Vec::new()));
    let ended = union.call(&changes).unwrap_err().sentence;
    assert!(ended.contains("ended with its battle"), "{ended}");
    assert!(umpire.call(&Call::Chart { request: chart_request(&[]) }).is_err());
    assert_eq!(onlooker.call(&changes).unwrap()["now"]["viewer"], "everyone", "onlookers stay");
    // In the new battle's record these phones have no seat.
    let log = |phone: &Seated<'_>| phone.call(&Call::ReplayLog { battle: 2 }).unwrap();
    assert_eq!(log(&union), log(&onlooker));
    assert_eq!(log(&umpire), log(&onlooker));
    evening.shell.open_battle(1, Asker::Main).unwrap();
    assert_eq!(union.call(&changes).unwrap()["now"]["viewer"], "union", "its battle is in play again");
}

#[test]
fn a_seat_is_none_in_another_campaigns_battle_of_the_same_number() {
    let evening = Evening::new();
    evening.begin(&choice("noddy", "memphis", true, Vec::new()));
    let service = evening.service();
    let umpire = Seated::at(&service, 1, "umpire");
    let at_first = service.seats();
    evening.shell.desk.turn_to(&evening.file("club.campaign"), Epoch::default(), || {}).unwrap();
    evening.begin(&choice("noddy", "memphis", true, Vec::new()));
    assert_eq!(evening.shell.desk.number(), Some(1), "the same number");
    let ended = umpire.call(&Call::Changes { seq: 0 }).unwrap_err().sentence;
    assert!(ended.contains("ended with its battle"), "{ended}");
    assert!(service.seats().iter().all(|seat| seat.role == SeatRole::Onlooker || !at_first.contains(seat)));
    let log = |phone: &Seated<'_>| phone.call(&Call::ReplayLog { battle: 1 }).unwrap();
    assert_eq!(log(&umpire), log(&Seated::at(&service, 2, "everyone")));
}

#[test]
fn no_chart_of_any_size_is_drawn() {
    let evening = Evening::new();
    let service = evening.service();
    let onlooker = Seated::at(&service, 1, "everyone");
    let asked = |px_per_unit: f64, width: f64, type_px: f64| {
        let mut request = chart_request(&[]);
        (request.view.px_per_unit, request.view.seen.width, request.view.type_px) =
            (px_per_unit, width, type_px);
        onlooker.call(&Call::Chart { request }).is_ok()
    };
    assert!(asked(20.0, 60.0, 14.0));
    let hostile = [
        (20.0, 1e9, 14.0),
        (1e9, 60.0, 14.0),
        (f64::NAN, 60.0, 14.0),
        (20.0, f64::INFINITY, 14.0),
        (20.0, -60.0, 14.0),
        (20.0, 60.0, 1e9),
        (0.0, 60.0, 14.0),
    ];
    for (px_per_unit, width, type_px) in hostile {
        assert!(!asked(px_per_unit, width, type_px), "{px_per_unit} {width} {type_px}");
    }
}
