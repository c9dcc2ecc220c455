//! Ways and turns (NOD-7, NOD-8), contacts (NOD-11, NOD-AMB-26), and terrain on the way (NOD-AMB-17, NOD-30).

use crate::noddy::battle::{Battle, HiddenKind};
use crate::noddy::kept::{Asked, Becomes, Change, Decides, Due, Entered, Review, Step};
use crate::plane::{self, Point};
use crate::record::{Event, Place, ReadError};
use crate::report::Report;
use serde::Deserialize;

/// Outlines closer than this touch, inches: models are placed by hand.
const TOUCH_IN: f64 = 0.05;
/// The effect of rounding on a measure, inches.
const ROUNDED_IN: f64 = 0.012;
/// The depth from which a hull on the way counts as met, inches: places are rounded to 0.001 in.
const GRAZED_IN: f64 = 0.003;
/// The spacing of samples along a way, inches.
const EVERY_IN: f64 = 0.02;
/// The distance of the stack from the edge of the table at which a ship is at the edge, inches (house).
const EDGE_IN: f64 = 2.0;

/// A ship's way between its recorded places.
struct Gone {
    /// Along the keel, ahead or astern as ordered, inches.
    along_in: f64,
    /// Across the keel, inches.
    off_in: f64,
    /// From first to last, inches.
    straight_in: f64,
    /// Clockwise, degrees.
    turned_deg: f64,
    /// Places along it, closely spaced.
    places: Vec<Place>,
}

fn gone(battle: &Battle, id: &str, astern: bool) -> Option<Gone> {
    let stops = battle.ways.get(id)?;
    let (first, last) = (*stops.first()?, *stops.last()?);
    let (mut along_in, mut off_in, mut places) = (0.0, 0.0_f64, vec![first]);
    for (from, to) in stops.iter().zip(stops.iter().skip(1)) {
        let (sin, cos) = from.heading_deg.to_radians().sin_cos();
        let (east, north) = (to.x_in - from.x_in, to.y_in - from.y_in);
        let ahead = east * sin + north * cos;
        along_in += if astern { -ahead } else { ahead };
        off_in = off_in.max((east * cos - north * sin).abs());
        let parts = (1..).take_while(|part| f64::from(*part) * EVERY_IN < east.hypot(north)).count();
        let parts = i32::try_from(parts).unwrap_or(i32::MAX);
        for part in 1..=parts {
            let share = f64::from(part) / f64::from(parts + 1);
            let place = Place { x_in: from.x_in + share * east, y_in: from.y_in + share * north, ..*from };
            places.push(place);
        }
        places.push(*to);
    }
    let turned = (last.heading_deg - first.heading_deg).rem_euclid(360.0);
    let turned_deg = if turned > 180.0 { turned - 360.0 } else { turned };
    let straight_in = plane::distance_in(plane::point(first), plane::point(last));
    Some(Gone { along_in, off_in, straight_in, turned_deg, places })
}

/// Tells whether a ship must still move (or turn) in this step.
pub fn owes(battle: &Battle, id: &str) -> bool {
    let Some(ship) = battle.ships.get(id) else { return false };
    let Some(course) = ship.course else { return false };
    let does = match battle.step {
        Step::FirstHalf | Step::SecondHalf => course.speed != 0,
        Step::Turn => course.turn_deg != 0.0 && ship.steers(battle.turn),
        _ => false,
    };
    does && ship.present() && !ship.moved && !ship.stopped && ship.aground.is_none()
}

/// The chart's areas on a way.
pub fn chart_met(battle: &mut Battle, event: &Event, report: &mut Report) -> Result<(), ReadError> {
    let id: String = event.read("/event/ship")?;
    let charted: Vec<String> = event.read("/event/areas")?;
    let rolls: Vec<Due> = event.read("/event/rolls")?;
    let asked: Vec<Asked> = event.read("/event/asked")?;
    let waters = waters(&asked);
    judge_waters(battle, event, report, &id, &waters);
    let met = ran_into(battle, &id, &waters);
    report.compare("NOD-30", event.seq, &met.charted, &charted);
    let mines = |due: &Due| match &due.decides {
        Decides::Mine { area } if due.ship == id => Some(area.clone()),
        _ => None,
    };
    let tested: Option<Vec<String>> = rolls.iter().map(mines).collect();
    report.compare("NOD-AMB-31", event.seq, Some(&met.mines), tested.as_ref());
    if let Some(ship) = battle.ships.get_mut(&id) {
        ship.mines_tested.extend(tested.unwrap_or_default());
    }
    battle.due.extend(rolls);
    battle.charted_way = Some((id, waters));
    Ok(())
}

fn waters(asked: &[Asked]) -> Vec<Entered> {
    let areas = Asked::find(asked, "waters").and_then(|answer| answer.get("areas"));
    areas.and_then(|areas| Vec::deserialize(areas).ok()).unwrap_or_default()
}

/// Checks for each area whether the hull was in it on its way.
fn judge_waters(battle: &Battle, event: &Event, report: &mut Report, id: &str, waters: &[Entered]) {
    let astern = battle.ships.get(id).and_then(|ship| ship.course).is_some_and(|course| course.speed < 0);
    let Some(gone) = gone(battle, id, astern) else { return };
    let hulls: Vec<Vec<Point>> = gone.places.iter().map(|place| battle.hull_at(id, *place)).collect();
    for piece in battle.terrain.iter().chain(battle.hidden.iter().map(|hidden| &hidden.area)) {
        let entry = waters.iter().find(|entered| entered.area == piece.id);
        // Settled by players, or within rounding.
        if entry.is_some_and(|entry| entry.clearance_in.near(0.0) || entry.entered == "too_close") {
            continue;
        }
        let outline = piece.outline_in();
        let reads = hulls.iter().any(|hull| plane::gap_in(hull, &outline) == 0.0);
        let recorded = entry.is_some_and(|entry| entry.entered == "yes");
        report.compare("NOD-AMB-17", event.seq, (&piece.id, reads), (&piece.id, recorded));
    }
}

#[derive(Default)]
struct Met {
    ground: Option<String>,
    mines: Vec<String>,
    charted: Vec<String>,
}

/// The effects of the water a ship was in: shoals and shallows with less depth than its draught, and land;
/// mines, once in a half move. A way ends where the ship grounds.
fn ran_into(battle: &Battle, id: &str, waters: &[Entered]) -> Met {
    let mut met = Met::default();
    let Some(ship) = battle.ships.get(id) else { return met };
    let draught_ft = ship.card.draught_ft;
    for entered in waters.iter().filter(|entered| entered.entered == "yes") {
        let area = &entered.area;
        if let Some(hidden) = battle.hidden.iter().find(|hidden| hidden.area.id == *area) {
            match hidden.kind {
                HiddenKind::Mines { .. } if ship.mines_tested.contains(area) => {}
                HiddenKind::Mines { .. } => {
                    met.mines.push(area.clone());
                    met.charted.push(area.clone());
                }
                HiddenKind::Shallow { depth_ft } if depth_ft < draught_ft => {
                    met.charted.push(area.clone());
                    met.ground = Some(area.clone());
                    return met;
                }
                HiddenKind::Shallow { .. } => {}
            }
        } else if let Some(piece) = battle.terrain.iter().find(|piece| piece.id == *area) {
            let grounds = match piece.is.as_str() {
                "shoal" => piece.depth_ft.is_some_and(|depth_ft| depth_ft < draught_ft),
                "land" | "fort" | "obstacle" => true,
                _ => false,
            };
            if grounds {
                met.ground = Some(area.clone());
                return met;
            }
        }
    }
    met
}

/// Checks a ship's way, or its turn.
pub fn moved(
    battle: &mut Battle,
    event: &Event,
    report: &mut Report,
    table_in: [f64; 2],
) -> Result<(), ReadError> {
    let review: Review = event.read("/event/review")?;
    let changes: Vec<Change> = event.read("/event/changes")?;
    let (id, seq) = (review.ship.clone(), event.seq);
    report.compare("NOD-7", seq, battle.step, review.step);
    report.hold("NOD-7", seq, owes(battle, &id), &format!("{id} does not move now"), "she moves");
    let Some(ship) = battle.ships.get(&id) else { return Ok(()) };
    report.compare("NOD-9", seq, ship.course, Some(review.course));
    length(battle, event, report, &review);
    let mut reads = Vec::new();
    if review.step.is_half() {
        touching(battle, event, report, &review);
        through(battle, event, report, &review);
        let stash = battle.charted_way.take().filter(|(ship, _)| *ship == id);
        let waters = match stash {
            Some((_, waters)) => waters,
            None => {
                let waters = waters(&review.asked);
                judge_waters(battle, event, report, &id, &waters);
                waters
            }
        };
        let met = ran_into(battle, &id, &waters);
        why_short(battle, event, report, (&review, &met), table_in);
        let here = |other: &&String| battle.ships.get(*other).is_some_and(|ship| ship.present());
        let anew = |other: &&String| !battle.lie_alongside(&id, other);
        let with: Vec<String> = review.touching.iter().filter(here).filter(anew).cloned().collect();
        if met.ground.is_some() {
            reads.push(Becomes::Aground { attempts: Some(0) });
        } else if !with.is_empty() {
            reads.push(Becomes::InContact { with });
        } else if matches!(review.short.as_deref(), Some("contact" | "edge")) {
            reads.push(Becomes::Stopped);
        }
    }
    let reads: Vec<Change> = reads.into_iter().map(|to| Change { ship: id.clone(), to }).collect();
    let grounds = |change: &Change| matches!(change.to, Becomes::Aground { .. });
    let rule = if reads.iter().chain(&changes).any(grounds) { "NOD-AMB-17" } else { "NOD-AMB-26" };
    report.compare(rule, seq, &reads, &changes);
    if let Some(ship) = battle.ships.get_mut(&id) {
        ship.moved = true;
        ship.turned |= review.step == Step::Turn;
        if review.step.is_half() {
            ship.gone_in += review.way.map_or(0.0, |way| way.length_in.value.max(0.0));
        }
    }
    if review.step.is_half() && review.way.is_some() {
        battle.part(&id, &review.touching);
    }
    battle.take_up(&changes);
    battle.begin_way(&id);
    Ok(())
}

/// Checks that the ship went as far as ordered, straight, and turned as ordered (NOD-7, NOD-8): "1 knot speed
/// = 1 inch movement", half of it in each half.
fn length(battle: &Battle, event: &Event, report: &mut Report, review: &Review) {
    let (id, seq) = (&review.ship, event.seq);
    let Some(ship) = battle.ships.get(id) else { return };
    let half_in = f64::from(review.course.speed.abs()) / 2.0 / 2.0;
    let parts = f64::from(i32::try_from(battle.segments.max(1)).unwrap_or(1));
    let (reads_in, reads_deg) = match review.step {
        Step::Turn => (0.0, review.course.turn_deg),
        _ => ((half_in / parts - ship.gone_in).max(0.0), 0.0),
    };
    let close = |one: f64, other: f64, by: f64| (one - other).abs() <= by;
    let (told_in, told_deg) = (review.expected_in, review.expected_deg);
    let holds = close(reads_in, told_in, 0.005) && reads_deg == told_deg;
    report.hold(
        "NOD-1",
        seq,
        holds,
        &format!("{reads_in} in, {reads_deg} deg"),
        &format!("{told_in}, {told_deg}"),
    );
    let Some((way, gone)) = review.way.zip(gone(battle, id, review.course.speed < 0)) else { return };
    let (off_in, off_deg) = (battle.options.move_tolerance_in, battle.options.turn_tolerance_deg);
    // The camera's place may differ from the ship's last recorded place.
    let unsure_in =
        ROUNDED_IN + if way.length_in.sigma > 0.0 { 4.0 * way.length_in.sigma + 0.15 } else { 0.0 };
    let unsure_deg = 0.03 + 4.0 * way.turned_deg.sigma;
    if review.step == Step::Turn {
        let holds = close(gone.turned_deg, way.turned_deg.value, unsure_deg)
            && close(gone.straight_in, way.straight_in.value, unsure_in);
        let recorded = format!("{way:?}");
        let reads = format!("{} deg, {} in", gone.turned_deg, gone.straight_in);
        report.hold("NOD-8", seq, holds, &reads, &recorded);
        let holds =
            close(gone.turned_deg, reads_deg, off_deg + unsure_deg) && gone.straight_in <= off_in + unsure_in;
        report.hold("NOD-8", seq, holds, &format!("{id} turns {reads_deg} where she lies"), &recorded);
        return;
    }
    let holds = close(gone.along_in.max(0.0), way.length_in.value, unsure_in);
    report.hold("NOD-1", seq, holds, &format!("{} in", gone.along_in), &format!("{:?}", way.length_in));
    let far_enough = review.short.is_some() || gone.along_in >= reads_in - off_in - unsure_in;
    let holds = far_enough && gone.along_in <= reads_in + off_in + unsure_in;
    report.hold("NOD-7", seq, holds, &format!("{id} goes {reads_in} in"), &format!("{} in", gone.along_in));
    let holds = gone.off_in <= off_in + unsure_in && gone.turned_deg.abs() <= off_deg + unsure_deg;
    let recorded = format!("{} in, {} deg off", gone.off_in, gone.turned_deg);
    report.hold("NOD-8", seq, holds, "a straight way: she turns at half way only", &recorded);
}

/// Checks the ships whose hulls are touched at the end.
fn touching(battle: &Battle, event: &Event, report: &mut Report, review: &Review) {
    let Some(own) = battle.hull(&review.ship) else { return };
    let unsure_in = review.way.map_or(0.0, |way| 4.0 * way.length_in.sigma);
    for (other, hull) in battle.others(&[&review.ship]) {
        let gap_in = plane::gap_in(&own, &hull);
        if (gap_in - TOUCH_IN).abs() > 0.004 + unsure_in {
            let (reads, recorded) = (gap_in < TOUCH_IN, review.touching.contains(&other));
            report.compare("NOD-11", event.seq, (&other, reads), (&other, recorded));
        }
    }
}

/// Checks that a half move that meets another hull ends there (NOD-AMB-26): no ship passes through one.
fn through(battle: &Battle, event: &Event, report: &mut Report, review: &Review) {
    let Some(gone) = gone(battle, &review.ship, review.course.speed < 0) else { return };
    let Some((first, last)) = gone.places.first().zip(gone.places.last()) else { return };
    let start = battle.hull_at(&review.ship, *first);
    let reach_in = gone.straight_in + 6.0;
    let near =
        |hull: &[Point]| hull.iter().any(|&at| plane::distance_in(at, plane::point(*first)) < reach_in);
    let others = battle.others(&[&review.ship]).into_iter().filter(|(_, hull)| near(hull));
    for (other, hull) in others {
        if plane::gap_in(&start, &hull) <= TOUCH_IN {
            continue;
        }
        // A corner grazed by less than rounding does not count.
        let meets = |place: &&Place| {
            let abeam = (place.heading_deg + 90.0).to_radians();
            [-GRAZED_IN, GRAZED_IN].into_iter().all(|off_in| {
                let (x_in, y_in) = (place.x_in + off_in * abeam.sin(), place.y_in + off_in * abeam.cos());
                plane::gap_in(&battle.hull_at(&review.ship, Place { x_in, y_in, ..**place }), &hull) == 0.0
            })
        };
        let met = gone.places.iter().find(meets);
        let beyond_in = met.map_or(0.0, |met| plane::distance_in(plane::point(*met), plane::point(*last)));
        let holds = beyond_in <= battle.options.move_tolerance_in + ROUNDED_IN;
        let reads = format!("{} meets {other}: her way ends there", review.ship);
        report.hold("NOD-AMB-26", event.seq, holds, &reads, &format!("{beyond_in} in further"));
    }
}

/// Checks that a ship that stops short has a real obstacle.
fn why_short(
    battle: &Battle,
    event: &Event,
    report: &mut Report,
    (review, met): (&Review, &Met),
    [east_in, north_in]: [f64; 2],
) {
    let at_edge = || {
        let place = battle.place(&review.ship)?;
        let to_edge = [place.x_in, place.y_in, east_in - place.x_in, north_in - place.y_in];
        Some(to_edge.into_iter().any(|in_| in_ <= EDGE_IN + ROUNDED_IN))
    };
    let holds = match review.short.as_deref() {
        None => return,
        Some("contact") => !review.touching.is_empty(),
        Some("ground") => met.ground.is_some(),
        Some("edge") => at_edge().unwrap_or(false),
        Some(_) => false,
    };
    report.hold("NOD-11", event.seq, holds, "nothing holds her up", &format!("{:?}", review.short));
}
