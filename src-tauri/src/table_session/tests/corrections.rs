//! Tests with ships moved, lifted off and corrected by hand, and with terrain pieces that were pushed.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::messages::{HandWord, Presence};
use crate::ipc::shore::ShoreAsk;
use crate::table_session::latest::lock;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::tests::stepped_table::SteppedTable;
use battle::ReadingCorrected;
use geometry::{Point, Pose, ShipId};
use std::collections::BTreeMap;

#[test]
fn the_demo_table_stands_as_it_was_left_on_another_evening() {
    let stepped = SteppedTable::new();
    let session = stepped.live.session();
    let first = stepped.hand.truth().swap_remove(0);
    let at = |east_in: f64| {
        let grip = Point::new(first.pose.stack.x_in + east_in, first.pose.stack.y_in);
        let pixel = stepped.hand.camera().pixel_from_table(grip, 0.12).unwrap();
        (pixel.x_px, pixel.y_px)
    };
    assert_eq!(session.hand_grab(at(0.0)).unwrap(), Some(first.ship.to_string()));
    session.hand_drag(at(1.5)).unwrap();
    session.hand_release().unwrap();
    let places = |stepped: &SteppedTable| -> BTreeMap<ShipId, Pose> {
        stepped.hand.truth().into_iter().map(|standing| (standing.ship, standing.pose)).collect()
    };
    let left = places(&stepped);
    assert!((left[&first.ship].stack.x_in - first.pose.stack.x_in - 1.5).abs() < 0.01);
    drop(session);
    assert_eq!(places(&SteppedTable::in_folder(stepped.folder)), left);
}

#[test]
fn a_ship_picked_up_is_off_the_table_until_she_is_seen_again_and_a_wreck_is_not_asked_about() {
    let mut stepped = SteppedTable::new();
    lock(&stepped.listener.truth).clear();
    let session = stepped.live.session();
    let all = stepped.hand.setup().fleet;
    let ship = all[0].id.clone();
    let lift = |stepped: &mut SteppedTable, gone: bool| {
        let fleet = all.iter().filter(|other| !gone || other.id != ship).cloned().collect();
        stepped.hand.rearrange(|setup| setup.fleet = fleet).unwrap();
        stepped.look(8);
        let view = stepped.view();
        view.ships.iter().find(|seen| seen.id == ship.to_string()).unwrap().presence
    };
    assert_eq!(lift(&mut stepped, true), Presence::Missing, "asked: sunk? picked up?");
    let (_, logged) = session.correct(&HandWord::OffTable { ship: ship.to_string() }).unwrap();
    assert_eq!(logged, Some(ReadingCorrected::TakenOff { ship: ship.clone() }));
    assert_eq!(lift(&mut stepped, true), Presence::Off);
    assert_eq!(lift(&mut stepped, false), Presence::Seen);
    assert_eq!(lift(&mut stepped, true), Presence::Missing, "what was said of her then does not hold now");
    lock(&stepped.listener.lost).push(ship.clone());
    assert_eq!(lift(&mut stepped, true), Presence::Off, "her wreck was taken away");
}

#[test]
fn a_bank_that_was_pushed_is_asked_about_and_its_new_outline_taken() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    let place = |off_in: f64| {
        let corner = |x_in: f64, y_in: f64| Point::new(x_in + off_in, y_in);
        vec![
            corner(21.0, 26.0),
            corner(27.0, 26.0),
            corner(28.0, 29.0),
            corner(24.0, 31.0),
            corner(21.0, 29.0),
        ]
    };
    let lay = |stepped: &mut SteppedTable, off_in: f64| {
        let bank = demo::Bank { outline: place(off_in), height_in: 0.25, colour: demo::Colour(150, 120, 70) };
        stepped.hand.rearrange(|setup| setup.banks = vec![bank]).unwrap();
        stepped.look(8);
    };
    lay(&mut stepped, 0.0);
    let found = session.shore(&ShoreAsk::ProposeAll { height_in: 0.25 }).unwrap();
    assert_eq!(found.pieces.len(), 1, "{found:?}");
    let words = found.pieces[0].words.clone();
    let id = words.id.clone();
    session.shore(&ShoreAsk::Take { words }).unwrap();
    // Distance from the worst corner of the piece to the nearest corner of the outline.
    let off_in = |session: &TableSession, truth: &[Point]| {
        let outline = session.terrain().remove(0).outline;
        let nearest_in = |corner: &Point| {
            outline.iter().map(|other| other.distance_in(*corner)).fold(f64::INFINITY, f64::min)
        };
        truth.iter().map(nearest_in).fold(0.0, f64::max)
    };
    assert!(off_in(&session, &place(0.0)) < 0.3);
    let still = session.shore(&ShoreAsk::Review).unwrap();
    assert!(still.pieces[0].news.is_none(), "{:?}", still.pieces[0].news);
    lay(&mut stepped, 1.5);
    let moved = session.shore(&ShoreAsk::Review).unwrap();
    let news = moved.pieces[0].news.clone().unwrap();
    assert!(news.sentence.contains("take the new outline?") && news.outline_px.is_some(), "{news:?}");
    session.shore(&ShoreAsk::TakeNew { id }).unwrap();
    assert!(off_in(&session, &place(1.5)) < 0.3, "{:?}", session.terrain());
}
