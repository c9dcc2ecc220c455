//! The picture agrees with the truth, measured with methods independent of the renderer's code.

use calibration::{CARD_THICKNESS_IN, Dictionary, Pixel, Search, TableCamera, detect_markers};
use demo::{BOARD_VIEWS, DemoTable, Hold, SensorSetup, ShipKind, TableSetup, TruthShip};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::{Mat, MatTraitConst, MatTraitConstManual, Vec3b};

/// Linear light of the green channel.
fn light(picture: &Mat, x: i32, y: i32) -> f64 {
    let code = picture.at_2d::<Vec3b>(y, x).map_or(f64::NAN, |pixel| f64::from(pixel[1])) / 255.0;
    if code <= 0.040_45 { code / 12.92 } else { ((code + 0.055) / 1.055).powf(2.4) }
}

fn light_between(picture: &Mat, at: Pixel) -> f64 {
    let (x, y) = (at.x_px.floor(), at.y_px.floor());
    let (right, down) = (at.x_px - x, at.y_px - y);
    let (x, y) = (x as i32, y as i32);
    let row = |y| light(picture, x, y) * (1.0 - right) + light(picture, x + 1, y) * right;
    row(y) * (1.0 - down) + row(y + 1) * down
}

/// The outward displacement of the edge between two points of the table, pixels: the mean over its middle
/// part.
///
/// The missing light across the edge, as an area, gives the edge's place without a threshold.
fn edge_error_px(picture: &Mat, camera: &TableCamera, ends: (Point, Point), inside: Point) -> f64 {
    let between = |a: Point, b: Point, share: f64| {
        Point::new(a.x_in + (b.x_in - a.x_in) * share, a.y_in + (b.y_in - a.y_in) * share)
    };
    let nowhere = Pixel::new(f64::NAN, f64::NAN);
    let pixel = |point| camera.pixel_from_table(point, CARD_THICKNESS_IN).unwrap_or(nowhere);
    let errors = (0..40).map(|step| {
        let share = 0.2 + 0.6 * f64::from(step) / 39.0;
        let (on_edge, within) = (between(ends.0, ends.1, share), between(ends.0, ends.1, share + 0.01));
        let (here, along, middle) = (pixel(on_edge), pixel(within), pixel(inside));
        let length = here.distance_px(along);
        let mut out = ((along.y_px - here.y_px) / length, (here.x_px - along.x_px) / length);
        if (middle.x_px - here.x_px) * out.0 + (middle.y_px - here.y_px) * out.1 > 0.0 {
            out = (-out.0, -out.1);
        }
        let value =
            |off: f64| light_between(picture, Pixel::new(here.x_px + out.0 * off, here.y_px + out.1 * off));
        let (black, white) = (value(-2.0), value(2.0));
        let lost = |tenth: i32| (white - value((f64::from(tenth) + 0.5) / 10.0)) / (white - black) * 0.1;
        (-20..20).map(lost).sum::<f64>() - 2.0
    });
    errors.sum::<f64>() / 40.0
}

#[test]
fn the_edges_of_the_cards_lie_where_the_camera_says() {
    for (width, height) in [(1280, 720), (1920, 1080)] {
        let mut setup = TableSetup::standard(11).at_size(width, height);
        setup.camera.dist = [-0.16, 0.04, 0.001, -0.001, 0.0];
        setup.camera.looks_at = Point::new(31.0, 20.5);
        let mut table = DemoTable::new(setup.clone()).unwrap();
        let camera = table.camera();
        let picture = table.frame().unwrap();
        for card in &setup.cards {
            let corners = card.square();
            for side in 0..4 {
                let error =
                    edge_error_px(&picture, &camera, (corners[side], corners[(side + 1) % 4]), card.middle);
                assert!(error.abs() < 0.05, "{width}: card {} side {side} is {error:.3} px off", card.id);
            }
        }
    }
}

#[test]
fn opencv_reads_the_corner_cards() {
    let setup = TableSetup::standard(2);
    let mut table = DemoTable::new(setup.clone()).unwrap();
    let camera = table.camera();
    let found = detect_markers(&table.frame().unwrap(), Dictionary::CARDS, Search::default()).unwrap();
    assert_eq!(found.iter().map(|marker| marker.id).collect::<Vec<_>>(), [0, 1, 2, 3]);
    for (marker, card) in found.iter().zip(&setup.cards) {
        // Contours run through the outermost black pixels: a marker appears slightly small, but its middle is
        // right to half a pixel. (The edges themselves are tested to 0.05 px above.)
        let middle = camera.pixel_from_table(card.middle, CARD_THICKNESS_IN).unwrap();
        let error = marker.middle().distance_px(middle);
        assert!(error < 0.5, "card {}: {error} px", card.id);
    }
}

/// The middle of the dark stack's top: of all pixels darker than a shadow.
fn darkest_middle(picture: &Mat, around: Pixel, reach: i32) -> Pixel {
    let (x0, y0) = (around.x_px.round() as i32, around.y_px.round() as i32);
    let (mut sum, mut sum_x, mut sum_y) = (0.0, 0.0, 0.0);
    for y in y0 - reach..=y0 + reach {
        for x in x0 - reach..=x0 + reach {
            let dark = (0.2 - light(picture, x, y)).max(0.0);
            sum += dark;
            sum_x += dark * f64::from(x);
            sum_y += dark * f64::from(y);
        }
    }
    Pixel::new(sum_x / sum, sum_y / sum)
}

#[test]
fn a_stack_leans_as_far_out_as_its_height_says() {
    // A white monitor with a black turret roof under bright, even light: the roof is the only dark thing.
    let mut setup = TableSetup::standard(3).at_size(1920, 1080);
    setup.light.ambient = 0.97;
    setup.sea.colour = demo::Colour(250, 250, 250);
    setup.sea.mottle = 0.0;
    setup.sensor = SensorSetup { noise_codes: 0.0, blur_px: 0.5, vignetting: 0.0, jpeg_quality: 93 };
    setup.fleet.retain(|ship| ship.kind == ShipKind::Monitor);
    let white = demo::Colour(255, 255, 255);
    let ship = &mut setup.fleet[0];
    ship.paint = demo::ShipPaint {
        hull: white,
        deck: white,
        house: demo::Colour(5, 5, 5),
        stack: white,
        band: None,
        ends: None,
    };
    ship.stack_height_in = 0.66;
    ship.pose = Pose { stack: Point::new(53.0, 27.0), heading: Heading::from_deg(40.0) };
    let pose = ship.pose;
    let mut table = DemoTable::new(setup).unwrap();
    let camera = table.camera();
    let picture = table.frame().unwrap();
    let top = camera.pixel_from_table(pose.stack, 0.66).unwrap();
    let foot = camera.pixel_from_table(pose.stack, 0.0).unwrap();
    assert!(top.distance_px(foot) > 7.0);
    let seen = darkest_middle(&picture, top, 6);
    assert!(seen.distance_px(top) < 0.15, "seen {seen:?}, truth {top:?}");
}

#[test]
fn the_same_setup_draws_the_same_pictures_bit_for_bit() {
    let frames = || {
        let mut table = DemoTable::new(TableSetup::standard(9).at_size(640, 360)).unwrap();
        table.grab(Point::new(30.0, 14.0)).unwrap();
        table.drag_to(Point::new(32.0, 16.0));
        let held = table.frame().unwrap().data_bytes().unwrap().to_vec();
        table.release();
        let first = table.frame().unwrap().data_bytes().unwrap().to_vec();
        let second = table.frame().unwrap().data_bytes().unwrap().to_vec();
        (held, first, second)
    };
    let (held, first, second) = frames();
    assert_ne!(first, second, "noise differs from frame to frame");
    assert_ne!(held, first);
    assert_eq!((held, first, second), frames());
}

#[test]
fn what_is_drawn_in_parts_is_what_is_drawn_at_once() {
    let quiet = |mut setup: TableSetup| {
        setup.sensor.noise_codes = 0.0;
        setup.at_size(640, 360)
    };
    let pose = Pose { stack: Point::new(31.0, 16.5), heading: Heading::from_deg(77.0) };
    let id = ShipId::new("virginia");
    let mut moved = DemoTable::new(quiet(TableSetup::standard(4))).unwrap();
    for step in 0..5 {
        let aside = Pose { stack: Point::new(28.0 + f64::from(step), 14.0), heading: pose.heading };
        moved.place(&id, aside).unwrap();
        moved.frame().unwrap();
    }
    moved.grab(Point::new(32.0, 14.0)).unwrap();
    moved.drag_to(Point::new(30.0, 18.0));
    moved.frame().unwrap();
    moved.release().unwrap();
    moved.place(&id, pose).unwrap();
    let mut setup = TableSetup::standard(4);
    setup.fleet[0].pose = pose;
    let mut fresh = DemoTable::new(quiet(setup)).unwrap();
    let bytes = |table: &mut DemoTable| table.frame().unwrap().data_bytes().unwrap().to_vec();
    assert!(bytes(&mut moved) == bytes(&mut fresh), "the moved ship leaves traces");
}

#[test]
fn a_held_ship_is_hidden_by_the_hand() {
    let setup = TableSetup::standard(6);
    for ship in &setup.fleet {
        let mut table = DemoTable::new(setup.clone()).unwrap();
        let camera = table.camera();
        let middle = ship.hull().middle(ship.pose);
        assert_eq!(table.grab(middle), Some(ship.id.clone()));
        let picture = table.frame().unwrap();
        let at = camera.pixel_from_table(middle, 0.2).unwrap();
        let seen = *picture.at_2d::<Vec3b>(at.y_px.round() as i32, at.x_px.round() as i32).unwrap();
        assert!(seen[2] > seen[0], "skin, not sea or ship, lies over {}: {seen:?}", ship.id);
    }
}

/// The share of green pixels among those between two stations along a hull (-0.5: stern, 0.5: stem).
fn green_share(picture: &Mat, camera: &TableCamera, ship: &TruthShip, from: f64, to: f64) -> f64 {
    let middle = ship.hull.middle(ship.pose);
    let samples: Vec<bool> = (0..400)
        .filter_map(|sample| {
            let along = from + (to - from) * f64::from(sample % 40) / 39.0;
            let aside = (f64::from(sample / 40) / 9.0 - 0.5) * 0.5 * ship.hull.beam_in;
            let abeam = ship.pose.heading.turned(std::f64::consts::FRAC_PI_2);
            let place = middle.moved(ship.pose.heading, along * ship.hull.length_in).moved(abeam, aside);
            let at = camera.pixel_from_table(place, 0.12)?;
            let seen = picture.at_2d::<Vec3b>(at.y_px.round() as i32, at.x_px.round() as i32).ok()?;
            Some(i32::from(seen[1]) > 2 * i32::from(seen[0]).max(i32::from(seen[2])))
        })
        .collect();
    samples.iter().filter(|green| **green).count() as f64 / samples.len() as f64
}

#[test]
fn finger_tips_cover_the_middle_of_a_held_ship_and_leave_both_ends_in_sight() {
    let mut setup = TableSetup::standard(6).at_size(1920, 1080);
    let green = demo::Colour(20, 160, 20);
    for ship in &mut setup.fleet {
        ship.kind = ShipKind::Mortar;
        ship.deck_height_in = 0.12;
        ship.stack_height_in = 0.14;
        ship.paint =
            demo::ShipPaint { hull: green, deck: green, house: green, stack: green, band: None, ends: None };
    }
    setup.fleet.truncate(3);
    let mut table = DemoTable::new(setup).unwrap();
    table.hold_with(Hold::FingerTips);
    let camera = table.camera();
    for (at, to) in [(0, (8.0, 8.0)), (1, (50.0, 28.0)), (2, (31.0, 18.0))] {
        assert!(table.grab(table.truth()[at].pose.stack).is_some());
        table.drag_to(Point::new(to.0, to.1));
        for _ in 0..8 {
            table.turn_by(0.785);
            let picture = table.frame().unwrap();
            let ship = &table.truth()[at];
            let share = |from, to| green_share(&picture, &camera, ship, from, to);
            let (seen, stern, bow) = (share(-0.45, 0.4), share(-0.45, -0.35), share(0.32, 0.4));
            println!("{}: seen {seen:.2}, stern {stern:.2}, bow {bow:.2}", ship.ship);
            assert!((0.35..0.7).contains(&seen), "{}: {seen:.2} is seen", ship.ship);
            assert!(stern > 0.6 && bow > 0.6, "{}: stern {stern:.2}, bow {bow:.2}", ship.ship);
        }
        table.lift_to(1.5);
        let (lifted, shown) = (table.frame().unwrap(), table.truth()[at].clone());
        let (_, pose) = table.release().unwrap();
        assert_eq!(pose, shown.pose);
        assert!(green_share(&lifted, &camera, &shown, -0.4, 0.4) < 0.5, "lifted, it leans out of its place");
        assert!(green_share(&table.frame().unwrap(), &camera, &shown, -0.4, 0.4) > 0.6);
    }
}

#[test]
fn a_dropped_ship_never_lies_inside_another_or_off_the_table() {
    let mut table = DemoTable::new(TableSetup::standard(7).at_size(320, 180)).unwrap();
    let monitor = table.truth()[3].pose.stack;
    assert_eq!(table.grab(Point::new(30.0, 14.0)), Some(ShipId::new("virginia")));
    table.drag_to(monitor);
    let (id, pose) = table.release().unwrap();
    assert_eq!(id.as_str(), "virginia");
    let gap = pose.stack.distance_in(monitor);
    assert!(gap > 0.45 && gap < 3.0, "{gap}");
    table.grab(pose.stack).unwrap();
    table.drag_to(Point::new(-20.0, 90.0));
    table.turn_by(1.0);
    let (_, pose) = table.release().unwrap();
    for corner in table.truth()[0].hull.outline(pose) {
        assert!((0.0..=60.0).contains(&corner.x_in) && (0.0..=36.0).contains(&corner.y_in));
    }
    assert_eq!(table.grab(Point::new(50.0, 5.0)), None);
}

#[test]
fn every_view_of_the_lens_board_shows_most_of_its_markers() {
    let mut table = DemoTable::new(TableSetup::standard(8).at_size(1280, 720)).unwrap();
    for view in 0..BOARD_VIEWS {
        let picture = table.board_view(view).unwrap();
        let found = detect_markers(&picture, Dictionary::BOARD, Search::default()).unwrap();
        assert!(found.len() >= 24, "view {view}: {} markers", found.len());
    }
}

#[test]
fn the_players_words_are_rough_but_not_wrong() {
    let table = DemoTable::new(TableSetup::standard(12).at_size(320, 180)).unwrap();
    let words = table.fleet_annotation();
    let mut misses = Vec::new();
    for (word, truth) in words.ships.iter().zip(table.truth()) {
        assert_eq!(word.id, truth.ship);
        let miss = Point::new(word.near[0], word.near[1]).distance_in(truth.pose.stack);
        assert!(miss < 0.31, "{miss}");
        assert!(Heading::from_deg(word.heading_deg).angle_to(truth.pose.heading).to_degrees() < 9.1);
        misses.push(miss);
    }
    assert!(misses.iter().sum::<f64>() > 0.1, "clicks are off: {misses:?}");
}
