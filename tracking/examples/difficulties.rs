//! Scripted difficulties on demo tables, each scored against the truth: hulls that touch at every angle, launches and
//! ships of 6 in, dice and cotton on decks, ships lifted off: `difficulties [SEED [NAME...]]`. The camera is the true
//! one, so that only finding and registration are judged.

use demo::{Colour, DemoShip, DemoTable, ShipKind, ShipPaint, Side, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, HullShape, Point, Pose, ShipId, outline_gap_in};
use std::error::Error;
use std::f64::consts::TAU;
use std::time::Instant;
use tracking::{Fleet, MusterWords, Tracker, muster};

type Outcome<T> = Result<T, Box<dyn Error>>;

const SEA_IN: (f64, f64) = (60.0, 36.0);
const FRAMES: u64 = 8;
const NAMES: [&str; 7] = ["tilted", "touching", "oblique", "boats", "large", "covered", "spread"];

/// A repeatable stream of numbers from 0 to 1 (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

fn boat(id: &str, length_in: f64, hull: Colour, deck: Colour) -> DemoShip {
    DemoShip {
        id: ShipId::new(id),
        kind: ShipKind::Sloop,
        side: Side::Union,
        scale: 1.0,
        length_in,
        beam_in: 0.32 * length_in,
        stack_height_in: 0.22,
        stack_ahead_in: 0.0,
        deck_height_in: 0.06,
        paint: ShipPaint {
            hull,
            deck,
            house: Colour(150, 112, 66),
            stack: Colour(40, 40, 42),
            band: None,
            ends: None,
        },
        base: None,
        tag: None,
        turret_rad: 0.0,
        stack_off: false,
        pose: Pose { stack: Point::new(0.0, 0.0), heading: Heading::from_deg(0.0) },
    }
}

/// What a case sets out: a table, and how often its ships stand in pairs.
fn table(name: &str, seed: u64) -> Outcome<DemoTable> {
    let mut setup = TableSetup::standard(seed).at_size(1920, 1080);
    match name {
        "oblique" | "tilted" => {
            setup.camera.position_in = (26.0, -8.0, 50.0);
            setup.camera.looks_at = Point::new(30.0, 15.5);
            setup.camera.focal_px = 1250.0;
        }
        "boats" => {
            setup.fleet.truncate(3);
            let (white, brown) = (Colour(222, 218, 206), Colour(120, 92, 62));
            setup.fleet.extend([
                boat("launch", 0.45, white, Colour(192, 160, 108)),
                boat("cutter", 0.55, brown, Colour(206, 176, 122)),
                boat("mortar", 0.65, Colour(40, 40, 44), Colour(150, 150, 146)),
                boat("picket", 0.75, Colour(96, 98, 98), Colour(192, 160, 108)),
            ]);
        }
        "large" => {
            setup.fleet.truncate(2);
            for ship in &mut setup.fleet {
                let grown = 6.0 / ship.length_in;
                ship.length_in *= grown;
                ship.beam_in *= grown * 0.8;
                ship.stack_ahead_in *= grown;
                ship.deck_height_in *= 2.0;
                ship.stack_height_in *= 2.0;
            }
        }
        _ => {}
    }
    for (at, ship) in setup.fleet.iter_mut().enumerate() {
        let at = at as f64;
        ship.pose.stack = Point::new(9.0 + 7.0 * at, 12.0 + 6.0 * (at % 3.0));
        ship.pose.heading = Heading::from_deg(40.0 + 57.0 * at);
    }
    Ok(DemoTable::new(setup)?)
}

fn stack_of(hull: &HullShape, middle: Point, heading: Heading) -> Pose {
    Pose { stack: middle.moved(heading, hull.stack_ahead_in), heading }
}

/// Lays ship `two` against ship `one`: seen from `one`, at `bearing_deg` off its bow, heading `turned_deg` off it; the
/// hulls `gap_in` apart.
fn laid_against(
    one: (&HullShape, Pose),
    two: &HullShape,
    bearing_deg: f64,
    turned_deg: f64,
    gap_in: f64,
) -> Pose {
    let outline = one.0.outline(one.1);
    let toward = one.1.heading.turned(bearing_deg.to_radians());
    let heading = one.1.heading.turned(turned_deg.to_radians());
    let at = |away_in: f64| stack_of(two, one.0.middle(one.1).moved(toward, away_in), heading);
    let (mut near, mut far) = (0.0, one.0.length_in + two.length_in + 1.0);
    for _ in 0..50 {
        let half = (near + far) / 2.0;
        if outline_gap_in(&outline, &two.outline(at(half))) > gap_in { far = half } else { near = half }
    }
    at(far + 1e-4)
}

/// Sets the ships out anew; gives the pairs that touch.
fn set_out(name: &str, table: &mut DemoTable, chance: &mut Chance) -> Outcome<Vec<(usize, usize)>> {
    let fleet: Vec<(ShipId, HullShape)> =
        table.setup().fleet.iter().map(|ship| (ship.id.clone(), ship.hull())).collect();
    table.clear_loose();
    // Out of the way, so that no old place is in a new one's.
    let mut order: Vec<usize> = (0..fleet.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, (chance.next() * (at + 1) as f64) as usize);
    }
    let places = loop {
        let spots: Vec<Point> = (0..fleet.len())
            .map(|_| Point::new(chance.between(5.0, 55.0), chance.between(5.0, 31.0)))
            .collect();
        let apart =
            |(at, spot): (usize, &Point)| spots[..at].iter().all(|other| other.distance_in(*spot) > 7.0);
        if spots.iter().enumerate().all(apart) {
            break spots;
        }
    };
    let mut poses = Vec::new();
    let mut pairs = Vec::new();
    let pairing = matches!(name, "touching" | "oblique");
    for (at, &ship) in order.iter().enumerate() {
        let heading = Heading::from_deg(chance.between(0.0, 360.0));
        let hull = &fleet[ship].1;
        let pose = if pairing && at % 2 == 1 {
            let (partner, partner_pose): (usize, Pose) = poses[at - 1];
            pairs.push((partner, ship));
            let gap_in = [0.0, 0.0, 0.03, 0.08][(chance.next() * 4.0) as usize];
            let (bearing, turned) = match (chance.next() * 3.0) as u32 {
                // Ramming somewhere, alongside, in tow.
                0 => (chance.between(0.0, 360.0), chance.between(0.0, 360.0)),
                1 => (90.0 + chance.between(-12.0, 12.0), chance.between(-6.0, 6.0)),
                _ => (180.0, chance.between(-8.0, 8.0)),
            };
            laid_against((&fleet[partner].1, partner_pose), hull, bearing, turned, gap_in)
        } else {
            stack_of(hull, places[at], heading)
        };
        poses.push((ship, pose));
    }
    // Two rounds: a place may still be taken by a ship that has not moved yet.
    for (at, &(ship, _)) in poses.iter().enumerate() {
        let corner = Point::new(3.5 + 5.5 * at as f64, 33.0);
        let away = Pose { stack: corner, heading: Heading::from_deg(0.0) };
        if table.place(&fleet[ship].0, away).is_err() {
            let low = Pose { stack: Point::new(corner.x_in, 3.5), heading: away.heading };
            table.place(&fleet[ship].0, low)?;
        }
    }
    for (ship, pose) in &poses {
        table.place(&fleet[*ship].0, *pose)?;
    }
    if name == "covered" {
        for (ship, pose) in &poses {
            let hull = &fleet[*ship].1;
            let along = chance.between(-0.3, 0.3) * hull.length_in;
            let spot = hull.middle(*pose).moved(pose.heading, along);
            if chance.next() < 0.5 { table.put_die(spot) } else { table.put_smoke(spot) }
        }
    }
    Ok(pairs)
}

#[derive(Default)]
struct Score {
    ships: usize,
    missed: usize,
    wild: usize,
    flipped: usize,
    unsure: usize,
    strangers: usize,
    within: usize,
    place_in: Vec<f64>,
    heading_deg: Vec<f64>,
    gap_in: Vec<f64>,
    angle_deg: Vec<f64>,
    ms: Vec<f64>,
}

fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (share * (values.len() as f64 - 1.0)).round().max(0.0) as usize;
    values.get(at).copied().unwrap_or(f64::NAN)
}

fn run(name: &str, seed: u64) -> Outcome<Score> {
    let mut table = table(name, seed)?;
    let mut chance = Chance(seed);
    let words = MusterWords::from_json(&serde_json::to_string(&table.muster_words())?)?;
    let id = CalibrationId(name.into());
    let fleet = muster(&table.frame()?, Some(&table.empty_frame()?), &table.camera(), id.clone(), &words)?;
    let fleet = Fleet::from_json(&fleet.to_json()?)?;
    let mut tracker = Tracker::new(table.camera(), id, &fleet)?.within(SEA_IN);
    let mut score = Score::default();
    for frame in 1..=FRAMES {
        let pairs = set_out(name, &mut table, &mut chance)?;
        let picture = table.frame()?;
        let begin = Instant::now();
        let reading = tracker.observe(&picture, FrameId(frame))?;
        score.ms.push(begin.elapsed().as_secs_f64() * 1e3);
        score.strangers += reading.strangers.len();
        let truth = table.truth();
        let mut good = vec![false; truth.len()];
        for (at, (ship, seen)) in truth.iter().zip(&reading.observations).enumerate() {
            score.ships += 1;
            let off_in = ship.pose.stack.distance_in(seen.pose.stack);
            let off_deg = ship.pose.heading.angle_to(seen.pose.heading).to_degrees();
            let say = |what: &str| {
                let (p, l) = (ship.pose.stack, table.setup().fleet[at].length_in);
                eprintln!(
                    "{name}-{seed} frame {frame}: {} {what} {off_in:.3} in {off_deg:.1} deg sure {} at {:.1} {:.1} length {l}",
                    ship.ship, seen.sure, p.x_in, p.y_in
                );
            };
            score.unsure += usize::from(!seen.sure);
            if !seen.seen {
                score.missed += 1;
                say("missed");
            } else if off_in > 0.5 {
                score.wild += 1;
                say("wild");
            } else if off_deg > 90.0 {
                score.flipped += 1;
                say("flipped");
            } else {
                good[at] = true;
                if off_in > 0.1 || off_deg > 5.0 {
                    say("poor");
                }
                score.within += usize::from(off_in < 2.448 * seen.sigma_in);
                score.place_in.push(off_in);
                score.heading_deg.push(off_deg);
            }
        }
        for (one, two) in pairs.into_iter().filter(|&(one, two)| good[one] && good[two]) {
            let hull = |at: usize| table.setup().fleet[at].hull();
            let gap = |a: Pose, b: Pose| outline_gap_in(&hull(one).outline(a), &hull(two).outline(b));
            let (a, b) = (&reading.observations[one].pose, &reading.observations[two].pose);
            score.gap_in.push((gap(*a, *b) - gap(truth[one].pose, truth[two].pose)).abs());
            let angle = |a: Pose, b: Pose| a.heading.relative(b.heading).rad();
            let off = angle(*a, *b) - angle(truth[one].pose, truth[two].pose);
            score.angle_deg.push((off + TAU / 2.0).rem_euclid(TAU).abs().to_degrees() - 180.0);
        }
    }
    Ok(score)
}

fn main() -> Outcome<()> {
    opencv::core::set_num_threads(1)?;
    let mut arguments = std::env::args().skip(1);
    let seed: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let asked: Vec<String> = arguments.collect();
    for name in NAMES.iter().filter(|name| asked.is_empty() || asked.iter().any(|a| a == **name)) {
        let mut score = run(name, seed)?;
        for angle in &mut score.angle_deg {
            *angle = angle.abs();
        }
        let share = score.within as f64 / score.place_in.len().max(1) as f64;
        println!(
            "{name:<10} {:3} ships missed {} wild {} flipped {} unsure {} strangers {} | place p50 {:.3} p95 {:.3} max {:.3} | heading p95 {:.2} max {:.2} | gap p95 {:.3} max {:.3} angle p95 {:.2} max {:.2} | within {:.2} | {:.0} ms, most {:.0}",
            score.ships,
            score.missed,
            score.wild,
            score.flipped,
            score.unsure,
            score.strangers,
            quantile(&mut score.place_in, 0.5),
            quantile(&mut score.place_in, 0.95),
            quantile(&mut score.place_in, 1.0),
            quantile(&mut score.heading_deg, 0.95),
            quantile(&mut score.heading_deg, 1.0),
            quantile(&mut score.gap_in, 0.95),
            quantile(&mut score.gap_in, 1.0),
            quantile(&mut score.angle_deg, 0.95),
            quantile(&mut score.angle_deg, 1.0),
            share,
            quantile(&mut score.ms, 0.5),
            quantile(&mut score.ms, 1.0),
        );
    }
    Ok(())
}
