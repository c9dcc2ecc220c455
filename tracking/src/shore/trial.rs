//! Trials of the shore on random tables: outlines against the truth, and no proposals where nothing lies.

use super::*;
use calibration::Pixel;
use demo::{Bank, Colour, DemoTable, SeaPrint, TableSetup};
use geometry::{Heading, Point, Pose};
use opencv::core::Mat;
use opencv::prelude::*;

/// A stream of numbers in [0, 1) from a seed (splitmix64).
pub(crate) struct Chances(u64);

impl Chances {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x0053_484F_5245)
    }

    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.unit() * from.len() as f64) as usize]
    }
}

/// Slope of the demo's banks: inward lean in inches per inch of height.
pub(crate) const SLOPE: f64 = 0.3;

/// A convex island about a point.
fn island(chances: &mut Chances, middle: Point, reach_in: f64) -> Vec<Point> {
    let corners = 5 + (chances.unit() * 4.0) as usize;
    let (long, turn) = (chances.between(0.55, 1.0), chances.between(0.0, 3.0));
    (0..corners)
        .map(|at| {
            let angle = std::f64::consts::TAU * (at as f64 + chances.between(-0.25, 0.25)) / corners as f64;
            // Corners on an ellipse make a convex polygon at any angles.
            let (x, y) = (reach_in * angle.cos(), reach_in * long * angle.sin());
            Point::new(
                middle.x_in + x * f64::cos(turn) - y * f64::sin(turn),
                middle.y_in + x * f64::sin(turn) + y * f64::cos(turn),
            )
        })
        .collect()
}

/// A table with a random sea, light, camera and four pieces, with ships beside them.
pub(crate) fn table(seed: u64) -> TableSetup {
    let mut chances = Chances::new(seed);
    let mut setup = TableSetup::standard(seed).at_size(1280, 720);
    let seas = [
        Colour(52, 98, 132),
        Colour(96, 92, 58),
        Colour(40, 70, 96),
        Colour(88, 120, 128),
        Colour(70, 84, 70),
    ];
    setup.sea.colour = chances.pick(&seas);
    setup.sea.mottle = chances.between(0.05, 0.3);
    setup.sea.gloss = chances.between(0.0, 0.6);
    setup.sea.creases = (chances.unit() * 6.0) as u32;
    setup.sea.print = match (chances.unit() * 4.0) as u32 {
        0 => SeaPrint::Waves { length_in: 1.4 },
        1 => SeaPrint::Hexes { across_in: 1.0 },
        _ => SeaPrint::Plain,
    };
    setup.light.lamp_in =
        (chances.between(0.0, 70.0), chances.between(0.0, 70.0), chances.between(80.0, 130.0));
    setup.light.brightness = chances.between(0.7, 1.1);
    setup.light.ambient = chances.between(0.35, 0.7);
    setup.light.tint = chances.pick(&[Colour(255, 249, 240), Colour(255, 214, 165), Colour(235, 243, 255)]);
    setup.sensor.noise_codes = chances.between(1.0, 2.6);
    setup.sensor.vignetting = chances.between(0.1, 0.35);
    setup.camera.position_in =
        (chances.between(24.0, 36.0), chances.between(8.0, 20.0), chances.between(51.0, 55.0));
    setup.camera.looks_at = Point::new(chances.between(29.5, 30.5), chances.between(17.3, 18.5));
    setup.camera.focal_px = 860.0;
    let lands = [
        Colour(92, 124, 62),
        Colour(176, 150, 96),
        Colour(120, 84, 52),
        Colour(150, 150, 146),
        Colour(60, 92, 44),
    ];
    let land = |chances: &mut Chances| loop {
        let colour = chances.pick(&lands);
        let far = (i32::from(colour.0) - i32::from(setup.sea.colour.0)).abs()
            + (i32::from(colour.1) - i32::from(setup.sea.colour.1)).abs()
            + (i32::from(colour.2) - i32::from(setup.sea.colour.2)).abs();
        if far > 60 {
            return colour;
        }
    };
    for (x, y) in [(12.0, 9.0), (47.0, 9.5), (30.0, 19.0), (45.0, 28.0)] {
        let middle = Point::new(x + chances.between(-1.5, 1.5), y + chances.between(-1.5, 1.5));
        let reach_in = chances.between(1.6, 4.5);
        let outline = island(&mut chances, middle, reach_in);
        let colour = land(&mut chances);
        setup.banks.push(Bank { outline, height_in: chances.between(0.05, 0.5), colour });
    }
    // Each ship lies close alongside a bank, or away from it.
    let count = setup.fleet.len();
    let banks = setup.banks.clone();
    for (at, ship) in setup.fleet.iter_mut().enumerate() {
        let stack = match banks.get(at) {
            Some(bank) => {
                let places = outline::polygon::places_along(&bank.outline, 0.5);
                let (place, out) = places[(chances.unit() * places.len() as f64) as usize];
                let off_in = ship.beam_in / 2.0 + chances.between(0.15, 0.6);
                let heading = Heading::of_vector(-out.1, out.0);
                ship.pose.heading = heading;
                Point::new(place.x_in + off_in * out.0, place.y_in + off_in * out.1)
            }
            None => Point::new(5.0 + 50.0 * at as f64 / count as f64, 33.5),
        };
        ship.pose = Pose { stack, heading: ship.pose.heading };
    }
    setup
}

pub(crate) fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

/// Distances between two outlines, both ways.
pub(crate) fn misses(found: &[Point], truth: &[Point]) -> Vec<f64> {
    let one_way = |from: &[Point], to: &[Point]| -> Vec<f64> {
        outline::polygon::places_along(from, 0.1)
            .into_iter()
            .map(|(p, _)| outline::polygon::distance_to_rim_in(to, p))
            .collect()
    };
    [one_way(found, truth), one_way(truth, found)].concat()
}

fn pixel_in(setup: &TableSetup, bank: &Bank) -> Pixel {
    let n = bank.outline.len() as f64;
    let (x, y) = bank.outline.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x_in, y + p.y_in));
    setup.camera.table_camera().pixel_from_table(Point::new(x / n, y / n), bank.height_in).unwrap()
}

pub(crate) fn bare_of(setup: &TableSetup) -> Mat {
    let bare = TableSetup { banks: Vec::new(), fleet: Vec::new(), ..setup.clone() };
    DemoTable::new(bare).unwrap().empty_frame().unwrap()
}

/// The conditions of a trial.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Way {
    bare: bool,
    ships_known: bool,
}

fn survey(setup: &TableSetup, picture: &Mat, way: Way) -> Survey {
    let bare = way.bare.then(|| bare_of(setup));
    let survey = Survey::new(picture, &setup.camera.table_camera(), setup.sea_in, bare.as_ref()).unwrap();
    if !way.ships_known {
        return survey;
    }
    let ships: Vec<_> = setup.fleet.iter().map(|ship| ship.hull().outline(ship.pose)).collect();
    survey.without(&ships).unwrap()
}

#[test]
fn clicked_pieces_have_the_outlines_they_were_cut_to() {
    let ways = [(false, false), (false, true), (true, true)];
    let mut results = vec![(Vec::new(), 0_usize, Vec::new(), 0); 3];
    for seed in 1..=seeds() {
        let setup = table(seed);
        let picture = DemoTable::new(setup.clone()).unwrap().frame().unwrap();
        for ((bare, ships_known), result) in ways.into_iter().zip(&mut results) {
            let survey = survey(&setup, &picture, Way { bare, ships_known });
            for (number, bank) in setup.banks.iter().enumerate() {
                let relief = Relief { height_in: bank.height_in, slope: SLOPE };
                match survey.piece_at(pixel_in(&setup, bank), relief) {
                    Ok(found) => {
                        let mut misses = misses(&found.outline, &bank.outline);
                        result.1 += misses.iter().filter(|miss| **miss < 1.96 * found.sigma_in).count();
                        let p95 = percentile(&mut misses, 0.95);
                        if p95 > 0.1 {
                            println!(
                                "seed {seed} bank {number} bare {bare} known {ships_known}: p95 {p95:.3} sigma {:.3} hidden {:.2} separation {:.1}",
                                found.sigma_in, found.hidden, found.separation
                            );
                        }
                        result.2.push(p95);
                        result.0.extend(misses);
                    }
                    Err(error) => {
                        println!("seed {seed} bank {number} bare {bare} known {ships_known}: {error}");
                        result.3 += 1;
                    }
                }
            }
        }
    }
    for ((bare, ships_known), (mut all, inside, pieces, refused)) in ways.into_iter().zip(results) {
        let p95 = percentile(&mut all, 0.95);
        let good = pieces.iter().filter(|piece| **piece <= 0.1).count();
        let honest = inside as f64 / all.len() as f64;
        println!(
            "bare {bare}, ships known {ships_known}: outline p50 {:.3} p95 {p95:.3} in; within 1.96 sigma {:.3}; {good} of {} pieces within 0.1 in, {refused} refused",
            percentile(&mut all, 0.5),
            honest,
            pieces.len()
        );
        assert!(p95 <= 0.1 && honest > 0.9, "p95 {p95} honest {honest}");
        assert!(good as f64 >= 0.85 * pieces.len() as f64 && refused as f64 <= 0.1 * pieces.len() as f64);
    }
}

fn seeds() -> u64 {
    std::env::var("SHORE_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(8)
}

/// False proposals, missed banks, and the distances of the others.
fn proposals(setup: &TableSetup, picture: &Mat, way: Way) -> (usize, usize, Vec<f64>) {
    let found = survey(setup, picture, way).all_pieces(Relief { height_in: 0.25, slope: SLOPE }).unwrap();
    let mut hit = vec![false; setup.banks.len()];
    let (mut invented, mut gaps) = (0, Vec::new());
    for proposal in &found {
        let middle = crate::shore::outline::icp::middle(&proposal.outline);
        let bank = setup.banks.iter().position(|bank| geometry::outline_contains(&bank.outline, middle));
        match bank.filter(|bank| !hit[*bank]) {
            Some(bank) => {
                hit[bank] = true;
                gaps.push(percentile(&mut misses(&proposal.outline, &setup.banks[bank].outline), 0.95));
            }
            None => {
                invented += 1;
                println!(
                    "  invented at ({:.1}, {:.1}): {:.1} sq in, separation {:.1}",
                    middle.x_in,
                    middle.y_in,
                    outline::polygon::area_in2(&proposal.outline),
                    proposal.separation
                );
            }
        }
    }
    (invented, hit.iter().filter(|hit| !**hit).count(), gaps)
}

#[test]
fn all_pieces_are_proposed_and_none_is_invented() {
    let (mut invented, mut missed, mut invented_bare, mut arms) = (0, 0, 0, 0);
    let (mut all, mut count) = (Vec::new(), 0);
    for seed in 101..=100 + seeds() {
        let setup = table(seed);
        let way = Way { bare: false, ships_known: false };
        let mut demo = DemoTable::new(setup.clone()).unwrap();
        let picture = demo.frame().unwrap();
        let (i, m, gaps) = proposals(&setup, &picture, way);
        if m + i > 0 {
            println!("seed {seed}: {i} invented, {m} missed");
        }
        invented += i;
        missed += m;
        count += setup.banks.len();
        all.extend(gaps);
        // The same table without any bank, and with a hand over it.
        let setup = TableSetup { banks: Vec::new(), ..setup };
        let mut demo = DemoTable::new(setup.clone()).unwrap();
        let picture = demo.frame().unwrap();
        invented_bare += proposals(&setup, &picture, way).0;
        demo.show_arm(Some(Point::new(30.0, 18.0)));
        let with_arm = proposals(&setup, &demo.frame().unwrap(), way).0;
        arms += with_arm;
    }
    println!(
        "{count} pieces: {missed} missed, {invented} invented; {invented_bare} invented on tables without any, {arms} more under an arm; outline p95 of the middling piece {:.3} in, of nine in ten {:.3}",
        percentile(&mut all, 0.5),
        percentile(&mut all, 0.9)
    );
    assert_eq!((invented, invented_bare), (0, 0));
    assert!(missed * 10 <= count, "{missed} of {count} missed");
    assert!(arms as u64 * 4 <= seeds(), "{arms} pieces made of arms");
}

/// The same table with a bank moved.
fn with_moved(setup: &TableSetup, number: usize, shift: Shift) -> TableSetup {
    let mut moved = setup.clone();
    moved.banks[number].outline = shift.outline(&setup.banks[number].outline);
    moved
}

#[test]
fn a_moved_bank_is_seen_and_one_that_lies_still_is_left_alone() {
    let way = Way { bare: false, ships_known: true };
    let (mut wrong, mut off, mut count, mut arms) = (0, Vec::new(), 0, 0);
    for seed in 201..=200 + seeds() / 2 {
        let setup = table(seed);
        let picture = DemoTable::new(setup.clone()).unwrap().frame().unwrap();
        let before = survey(&setup, &picture, way);
        let mut pieces = Vec::new();
        for (number, bank) in setup.banks.iter().enumerate() {
            let relief = Relief { height_in: bank.height_in, slope: SLOPE };
            let Ok(found) = before.piece_at(pixel_in(&setup, bank), relief) else { continue };
            let id = geometry::TerrainId(number.to_string());
            let terrain = found.terrain(id, "Bank", geometry::TerrainKind::Land, bank.height_in, true);
            pieces.push(StoredPiece { terrain, slope: SLOPE, look: found.look });
        }
        let mut chances = Chances::new(seed);
        let number = (chances.unit() * pieces.len() as f64) as usize;
        let bank: usize = pieces[number].terrain.id.0.parse().unwrap();
        let far = chances.pick(&[0.25, 0.5, 1.0, 2.5]);
        let shift = Shift {
            about: crate::shore::outline::icp::middle(&setup.banks[bank].outline),
            turn_rad: chances.between(-0.3, 0.3),
            east_in: far,
            north_in: -0.5 * far,
        };
        let moved = with_moved(&setup, bank, shift);
        let mut demo = DemoTable::new(moved.clone()).unwrap();
        for arm in [None, Some(Point::new(30.0, 18.0))] {
            demo.show_arm(arm);
            let picture = demo.frame().unwrap();
            let reviews = survey(&moved, &picture, way).review(&pieces).unwrap();
            for (at, review) in reviews.iter().enumerate() {
                let right = if at == number { PieceChange::Moved } else { PieceChange::Still };
                let number: usize = review.id.0.parse().unwrap();
                count += 1;
                if review.verdict == PieceChange::Hidden && arm.is_some() {
                    arms += 1;
                } else if review.verdict != right {
                    wrong += 1;
                    println!(
                        "seed {seed} piece {number} arm {}: {:?} for {right:?}, hidden {:.2} confidence {:.2} far {far}",
                        arm.is_some(),
                        review.verdict,
                        review.hidden,
                        review.confidence
                    );
                } else if let (Some(found), PieceChange::Moved) = (review.shift, right) {
                    let truth = &setup.banks[number].outline;
                    let worst =
                        truth.iter().map(|&p| found.moved(p).distance_in(shift.moved(p))).fold(0.0, f64::max);
                    off.push(worst);
                }
            }
        }
    }
    println!(
        "{count} reviews: {wrong} wrong, {arms} hidden by the arm; shifts off p50 {:.3} p95 {:.3} in",
        percentile(&mut off, 0.5),
        percentile(&mut off, 0.95)
    );
    assert!(wrong * 20 <= count, "{wrong} of {count} wrong");
    assert!(percentile(&mut off, 0.95) <= 0.1);
}

#[test]
fn a_rough_tracing_is_drawn_to_the_edges() {
    let (mut rough, mut snapped) = (Vec::new(), Vec::new());
    for seed in 301..=303 {
        let setup = table(seed);
        let picture = DemoTable::new(setup.clone()).unwrap().frame().unwrap();
        let camera = setup.camera.table_camera();
        let survey = survey(&setup, &picture, Way { bare: false, ships_known: false });
        let mut chances = Chances::new(seed);
        for bank in &setup.banks {
            let relief = Relief { height_in: bank.height_in, slope: SLOPE };
            let mut hand = |corner: &Point| {
                let off = Point::new(
                    corner.x_in + chances.between(-0.15, 0.15),
                    corner.y_in + chances.between(-0.15, 0.15),
                );
                camera.pixel_from_table(off, 0.0).unwrap()
            };
            let line: Vec<Pixel> = bank.outline.iter().map(&mut hand).collect();
            let foot = traced(&camera, &line, Traced::Foot, relief).unwrap();
            rough.extend(misses(&foot, &bank.outline));
            snapped.extend(misses(&survey.snapped(&foot, relief).unwrap(), &bank.outline));
        }
    }
    let (before, after) = (percentile(&mut rough, 0.95), percentile(&mut snapped, 0.95));
    println!("traced p95 {before:.3} in, drawn to the edges {after:.3} in");
    assert!(after < 0.1 && after < 0.7 * before);
}

#[test]
fn a_traced_top_gives_the_foot_that_stands_below_it() {
    let setup = table(7);
    let camera = setup.camera.table_camera();
    let foot = &setup.banks[0].outline;
    let relief = Relief::upright(0.4);
    let line: Vec<Pixel> = foot.iter().map(|&p| camera.pixel_from_table(p, 0.4).unwrap()).collect();
    let found = traced(&camera, &line, Traced::Top, relief).unwrap();
    assert!(misses(&found, foot).into_iter().fold(0.0, f64::max) < 1e-6);
    assert!(matches!(traced(&camera, &line[..2], Traced::Top, relief), Err(ShoreError::NoOutline)));
}

#[test]
fn the_mask_holds_every_pixel_of_a_bank_and_little_else() {
    let mut setup = table(7);
    setup.fleet.clear();
    let with = DemoTable::new(setup.clone()).unwrap().frame().unwrap();
    let bare = bare_of(&setup);
    let pieces: Vec<_> = setup
        .banks
        .iter()
        .enumerate()
        .map(|(at, bank)| geometry::Terrain {
            id: geometry::TerrainId(at.to_string()),
            name: "Bank".into(),
            kind: geometry::TerrainKind::Land,
            outline: bank.outline.clone(),
            outline_sigma_in: 0.0,
            height_in: bank.height_in,
            blocks_sight: true,
        })
        .collect();
    let camera = setup.camera.table_camera();
    let mask = terrain_mask(&camera, &pieces, 1, 0.1).unwrap();
    let at = |mat: &Mat, x: i32, y: i32| mat.at_2d::<opencv::core::Vec3b>(y, x).unwrap().0.map(i32::from);
    let (mut outside, mut changed, mut masked) = (0, 0, 0);
    for y in 0..mask.rows() {
        for x in 0..mask.cols() {
            let (a, b) = (at(&with, x, y), at(&bare, x, y));
            let differs = (0..3).map(|c| (a[c] - b[c]).abs()).sum::<i32>() > 60;
            let inside = *mask.at_2d::<u8>(y, x).unwrap() != 0;
            masked += i32::from(inside);
            changed += i32::from(differs);
            outside += i32::from(differs && !inside);
        }
    }
    println!("{changed} pixels of banks, {masked} masked, {outside} left out");
    assert!(changed > 2000 && outside * 500 < changed && masked < 2 * changed + 2000);
}

#[test]
fn a_ghost_is_ticked_off_when_the_piece_lies_there() {
    let outline = table(7).banks[0].outline.clone();
    let plan = Plan {
        frame: (Point::new(0.0, 0.0), Point::new(60.0, 36.0)),
        pieces: vec![PlanPiece {
            name: "Island".into(),
            kind: geometry::TerrainKind::Land,
            height_in: 0.2,
            blocks_sight: true,
            outline: outline.clone(),
        }],
    };
    let ghost = plan.ghosts(PlanScaling::AsDrawn, (60.0, 36.0)).unwrap().remove(0);
    let shift = Shift {
        about: crate::shore::outline::icp::middle(&outline),
        turn_rad: 0.2,
        east_in: 1.5,
        north_in: -1.0,
    };
    let laid = shift.outline(&outline);
    let laying = ghost.laying(&laid, 0.25);
    assert!(!laying.done && laying.gap_in > 0.8 && laying.shape_in < 0.01, "{laying:?}");
    let put_right = laying.move_it.outline(&laid);
    assert!(ghost.laying(&put_right, 0.25).done);
    let camera = table(7).camera.table_camera();
    assert!(ghost.pixels(&camera, true).unwrap().len() >= outline.len());
}
