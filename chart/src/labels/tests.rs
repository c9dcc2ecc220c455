//! Labels on random tables: they never overlap, never leave the view, and stand still.
#![allow(clippy::unwrap_used)]

use super::rectangle::Rectangle;
use super::{ALWAYS_SHOWN, LabelPlacer, LabelRequest, LabelStyle, PlaceLabels};
use crate::display_list::Label;
use crate::plane::PlanePoint;
use crate::view::{Extent, Light, View};
use std::collections::BTreeMap;

const TABLE: Extent = Extent { left: 0.0, top: 0.0, width: 60.0, height: 36.0 };
const TABLES: u64 = 50;
const NAMES: [&str; 14] = [
    "USS Monitor",
    "CSS Virginia",
    "USS Cumberland",
    "CSS Jamestown (Thomas Jefferson)",
    "USS Minnesota",
    "CSS Patrick Henry (Yorktown)",
    "USS Roanoke",
    "CSS Teaser",
    "USS St. Lawrence",
    "CSS Raleigh",
    "USS Congress",
    "CSS Beaufort",
    "USS Zouave",
    "CSS General Sterling Price",
];

/// A label that turned this far about its ship has changed its side.
const ANOTHER_SIDE_RAD: f64 = 0.7;

/// Numbers from 0 to 1 that follow from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.share() * (high - low)
    }
}

/// A hull on the table: its middle, its heading and its length, inches.
#[derive(Clone, Copy)]
struct Hull {
    at: PlanePoint,
    heading_rad: f64,
    length_in: f64,
}

impl Hull {
    fn outline(&self) -> Vec<PlanePoint> {
        let (sin, cos) = self.heading_rad.sin_cos();
        let half = (self.length_in / 2.0, self.length_in / 8.0);
        [(1.0, 0.0), (0.6, 1.0), (-0.9, 1.0), (-1.0, 0.3), (-1.0, -0.3), (-0.9, -1.0), (0.6, -1.0)]
            .map(|(ahead, aside)| (ahead * half.0, aside * half.1))
            .map(|(ahead, aside)| {
                (self.at.0 + ahead * sin + aside * cos, self.at.1 - ahead * cos + aside * sin)
            })
            .to_vec()
    }
}

struct Table {
    hulls: Vec<Hull>,
    soundings: Vec<PlanePoint>,
    view: View,
}

impl Table {
    /// Every third table has its ships in a heap, every fourth in a corner; some views are enlarged.
    fn random(seed: u64) -> Self {
        let mut random = Random(seed);
        let ships = 2 + (random.share() * 13.0) as usize;
        let (crowded, corner) = (seed.is_multiple_of(3), seed % 4 == 1);
        let heap = (random.between(8.0, 52.0), random.between(6.0, 30.0));
        let hull = |random: &mut Random| {
            let at = if corner {
                (random.between(0.5, 12.0), random.between(0.5, 6.0))
            } else if crowded {
                (heap.0 + random.between(-6.0, 6.0), heap.1 + random.between(-4.0, 4.0))
            } else {
                (random.between(1.0, 59.0), random.between(1.0, 35.0))
            };
            Hull { at, heading_rad: random.between(0.0, 6.3), length_in: random.between(1.0, 3.0) }
        };
        let hulls = (0..ships).map(|_| hull(&mut random)).collect();
        let soundings = (0..40).map(|_| (random.between(0.0, 60.0), random.between(0.0, 36.0))).collect();
        let (width_px, height_px, type_px) =
            [(1280.0, 800.0, 15.0), (1920.0, 1080.0, 18.0), (800.0, 480.0, 16.0)][(seed % 3) as usize];
        let zoom = if seed % 5 == 2 { 2.2 } else { 1.0 };
        let px_per_unit = f64::min(width_px / 60.0, height_px / 36.0) * zoom;
        let (width, height) = (width_px / px_per_unit, height_px / px_per_unit);
        let left = if zoom > 1.0 { random.between(0.0, 60.0 - width) } else { 0.0 };
        let top = if zoom > 1.0 { random.between(0.0, 36.0 - height) } else { 0.0 };
        let view =
            View { seen: Extent { left, top, width, height }, px_per_unit, type_px, light: Light::Picture };
        Self { hulls, soundings, view }
    }

    fn jittered(&self, random: &mut Random, by_px: f64) -> Vec<Hull> {
        let by = by_px / self.view.px_per_unit;
        let moved = |hull: &Hull| Hull {
            at: (hull.at.0 + random.between(-by, by), hull.at.1 + random.between(-by, by)),
            ..*hull
        };
        self.hulls.iter().map(moved).collect()
    }
}

fn request(
    key: String,
    text: &str,
    anchor: PlanePoint,
    outline: Vec<PlanePoint>,
    priority: u8,
    size: f64,
) -> LabelRequest {
    let style = LabelStyle {
        size_px: size,
        weight: 400,
        italic: false,
        colour: String::new(),
        halo: String::new(),
        turned_deg: 0.0,
    };
    LabelRequest { key, text: text.to_owned(), ship: None, anchor, outline, priority, style, opacity: 1.0 }
}

/// The names of the ships, the range between the first two, and soundings.
fn requests(hulls: &[Hull], table: &Table) -> Vec<LabelRequest> {
    let size = table.view.type_px;
    let names = hulls.iter().zip(NAMES).map(|(hull, name)| {
        request(format!("ship:{name}"), name, hull.at, hull.outline(), ALWAYS_SHOWN, size)
    });
    let (one, other) = (hulls[0].at, hulls[1].at);
    let middle = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
    let range = request("range".to_owned(), "12 15/16 in", middle, Vec::new(), 9, size * 1.2);
    let soundings = table
        .soundings
        .iter()
        .enumerate()
        .map(|(at, place)| request(format!("sounding:{at}"), "2½", *place, Vec::new(), 1, size * 0.8));
    names.chain([range]).chain(soundings).collect()
}

fn place(placer: &mut LabelPlacer, hulls: &[Hull], table: &Table, view: &View) -> Vec<Label> {
    let occupied: Vec<_> = hulls.iter().map(Hull::outline).collect();
    placer.place(&requests(hulls, table), &occupied, TABLE, view)
}

fn centre_px(label: &Label, view: &View) -> (f64, f64) {
    (
        (label.at.0 - view.seen.left) * view.px_per_unit + label.offset_px.0,
        (label.at.1 - view.seen.top) * view.px_per_unit + label.offset_px.1,
    )
}

fn boxes(labels: &[Label], view: &View) -> Vec<Rectangle> {
    labels.iter().map(|label| Rectangle::centred(centre_px(label, view), label.box_px)).collect()
}

/// Overlaps of labels (with 2 pixels of air), labels outside the view, and labels on hulls.
fn faults(labels: &[Label], hulls: &[Hull], view: &View) -> (usize, usize, usize) {
    let boxes = boxes(labels, view);
    let screen = Rectangle {
        left: 0.0,
        top: 0.0,
        right: view.seen.width * view.px_per_unit,
        bottom: view.seen.height * view.px_per_unit,
    };
    let pairs =
        boxes.iter().enumerate().flat_map(|(at, one)| boxes[at + 1..].iter().map(move |other| (one, other)));
    let overlaps = pairs.filter(|(one, other)| one.grown(1.999).meets(other)).count();
    let leaving = boxes.iter().filter(|area| !screen.grown(0.01).contains(area)).count();
    let on_screen = |hull: &Hull| -> Vec<(f64, f64)> {
        let px = |at: &PlanePoint| {
            ((at.0 - view.seen.left) * view.px_per_unit, (at.1 - view.seen.top) * view.px_per_unit)
        };
        hull.outline().iter().map(px).collect()
    };
    let covers = |area: &Rectangle, outline: &[(f64, f64)]| {
        outline
            .iter()
            .zip(outline.iter().cycle().skip(1))
            .any(|(one, other)| area.grown(-1.0).is_crossed(*one, *other))
    };
    let on_hulls =
        boxes.iter().filter(|area| hulls.iter().any(|hull| covers(area, &on_screen(hull)))).count();
    (overlaps, leaving, on_hulls)
}

fn by_key(labels: &[Label], view: &View) -> BTreeMap<String, (f64, f64)> {
    labels.iter().map(|label| (label.key.clone(), centre_px(label, view))).collect()
}

#[test]
fn labels_of_random_tables_never_overlap_never_leave_the_view_and_name_every_ship() {
    let (mut overlaps, mut leaving, mut on_hulls, mut unnamed) = (0, 0, 0, 0);
    let (mut shown, mut asked, mut with_leader, mut shortened, mut crossed) = (0, 0, 0, 0, 0);
    for seed in 0..TABLES {
        let table = Table::random(seed);
        let mut placer = LabelPlacer::default();
        let labels = place(&mut placer, &table.hulls, &table, &table.view);
        let found = faults(&labels, &table.hulls, &table.view);
        overlaps += found.0;
        leaving += found.1;
        on_hulls += found.2;
        unnamed += placer.left_out().needed;
        shown += labels.len();
        asked += labels.len() + placer.left_out().optional + placer.left_out().needed;
        with_leader += labels.iter().filter(|label| label.leader_px.is_some()).count();
        let names = labels.iter().filter_map(|label| Some((label, label.key.strip_prefix("ship:")?)));
        shortened += names.filter(|(label, name)| label.text != *name).count();
        let areas = boxes(&labels, &table.view);
        for label in &labels {
            let Some((from, to)) = label.leader_px else { continue };
            let (x, y) = (
                centre_px(label, &table.view).0 - label.offset_px.0,
                centre_px(label, &table.view).1 - label.offset_px.1,
            );
            let (from, to) = ((x + from.0, y + from.1), (x + to.0, y + to.1));
            crossed += areas.iter().filter(|area| area.grown(-1.0).is_crossed(from, to)).count();
        }
    }
    println!(
        "{TABLES} tables: {overlaps} overlaps, {leaving} leaving, {on_hulls} on hulls, {unnamed} ships without a name; \
         {shown} of {asked} labels shown, {with_leader} with leader lines ({crossed} crossed labels), {shortened} shortened"
    );
    assert_eq!((overlaps, leaving, on_hulls, unnamed), (0, 0, 0, 0));
    assert!(shown * 10 > asked * 7, "too many labels were left out: {shown} of {asked}");
    // In a corner full of ships there may be no other way.
    assert!(crossed * 4 <= with_leader, "{crossed} labels lie on the {with_leader} leader lines");
}

#[test]
fn on_a_still_table_no_label_hops() {
    let (mut hops, mut shown) = (0, 0);
    for seed in 0..TABLES {
        let table = Table::random(seed);
        let mut random = Random(seed + 1000);
        let mut placer = LabelPlacer::default();
        place(&mut placer, &table.hulls, &table, &table.view);
        place(&mut placer, &table.hulls, &table, &table.view);
        let mut before = by_key(&place(&mut placer, &table.hulls, &table, &table.view), &table.view);
        for _ in 0..20 {
            let hulls = table.jittered(&mut random, 0.5);
            let labels = place(&mut placer, &hulls, &table, &table.view);
            assert_eq!(faults(&labels, &hulls, &table.view), (0, 0, 0), "table {seed}");
            let now = by_key(&labels, &table.view);
            let stays = |(key, at): &(&String, &(f64, f64))| {
                before.get(*key).is_some_and(|was| (was.0 - at.0).hypot(was.1 - at.1) < 0.01)
            };
            hops += now.iter().filter(|label| !stays(label)).count() + before.len().saturating_sub(now.len());
            shown += now.len();
            before = now;
        }
    }
    println!("{shown} labels on still tables with half a pixel of jitter: {hops} hops");
    assert_eq!(hops, 0);
}

#[test]
fn while_panning_and_zooming_labels_keep_their_side() {
    let (mut changed, mut by_zoom, mut seen) = (0, 0, 0);
    for seed in 0..TABLES {
        let table = Table::random(seed);
        let mut placer = LabelPlacer::default();
        let start = View { px_per_unit: table.view.px_per_unit * 1.5, ..table.view };
        let (width, height) = (table.view.seen.width / 1.5, table.view.seen.height / 1.5);
        let mut before: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        for step in 0..30 {
            let along = f64::from(step);
            let zoom = if step < 15 { 1.0 } else { 1.0 + (along - 15.0) * 0.02 };
            let seen_now = Extent {
                left: 8.0 + along * 0.11,
                top: 5.0 + along * 0.07,
                width: width / zoom,
                height: height / zoom,
            };
            let view = View { seen: seen_now, px_per_unit: start.px_per_unit * zoom, ..start };
            let labels = place(&mut placer, &table.hulls, &table, &view);
            assert_eq!(faults(&labels, &table.hulls, &view), (0, 0, 0), "table {seed}");
            let offsets: BTreeMap<_, _> =
                labels.iter().map(|label| (label.key.clone(), label.offset_px)).collect();
            for (key, offset) in offsets.iter().filter(|(key, _)| key.starts_with("ship:")) {
                if let Some(was) = before.get(key) {
                    seen += 1;
                    let turned_rad = was.1.atan2(was.0) - offset.1.atan2(offset.0);
                    let hopped = usize::from(turned_rad.cos() < ANOTHER_SIDE_RAD.cos());
                    changed += hopped;
                    by_zoom += if step > 15 { hopped } else { 0 };
                }
            }
            before = offsets;
        }
    }
    println!("{changed} of {seen} names changed their side, {by_zoom} of these while the view was enlarged");
    assert!(changed * 100 < seen, "{changed} of {seen}");
}
