//! Placement by priority on an occupancy bitmap, with a memory: labels keep their places as long as these are good.

use super::candidates::{Mark, Spot};
use super::occupancy::Occupancy;
use super::rectangle::{Rectangle, ScreenPoint, length, shortest_line};
use super::{ALWAYS_SHOWN, LabelRequest, LabelStyle, PlaceLabels};
use crate::display_list::Label;
use crate::lettering::Face;
use crate::plane::PlanePoint;
use crate::view::{Extent, View};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The room between two labels, pixels.
const AIR_PX: f64 = 2.0;
/// The room between a label and a hull where it is placed anew. It may then shrink to nothing while the hull jitters.
const HULL_AIR_PX: f64 = 3.0;
/// The room between a label and a leader line where one of them is placed anew; later they may touch as much.
const LINE_AIR_PX: f64 = 1.5;
/// The additional room that a label needs which found none in the last drawing, so that it doesn't flicker.
const RETURN_AIR_PX: f64 = 3.0;
/// A mark that moved less than this since its label was placed counts as still, pixels.
const STILL_PX: f64 = 2.5;
/// A label changes its side only if that is better by this much, pixels of distance.
const GAIN_PX: f64 = 26.0;
/// What it costs that a leader line crosses a label, or a label lies on a leader line, pixels of distance.
const CROSSING_PX: f64 = 300.0;
/// Labels closer than this to their marks need no leader line, as a multiple of the text size.
const LEADER_FROM: f64 = 0.9;
/// Marks closer than this crowd each other, as a multiple of the text size.
const NEAR: f64 = 6.0;
/// Places closer than this are the same, pixels.
const ROUNDING_PX: f64 = 1e-6;
/// The spacing of the last search for any free place, pixels.
const SEARCH_STEP_PX: f64 = 6.0;

/// Places labels and remembers where they stand. One placer serves one drawing that is made again and again.
#[derive(Debug, Default)]
pub struct LabelPlacer {
    memory: BTreeMap<String, Remembered>,
    last_view: Option<View>,
    left_out: LeftOut,
}

/// How many labels found no room in the last drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Labels that give way.
    pub optional: usize,
    /// Labels that should always be shown.
    pub needed: usize,
}

/// Where a label stood in the last drawing.
#[derive(Debug, Clone, PartialEq)]
enum Remembered {
    At(Stood),
    /// It found no room.
    Nowhere,
}

/// The place of a label, and what it was placed for.
#[derive(Debug, Clone, PartialEq)]
struct Stood {
    text: String,
    spot: Option<Spot>,
    /// The mark's anchor when the label was placed, in units of the plane.
    anchor: PlanePoint,
    /// The centre of its box, in units of the plane.
    centre: PlanePoint,
    /// The ends of its leader line, in units of the plane. The nearest corners may change places while a hull jitters.
    leader: Option<(PlanePoint, PlanePoint)>,
    px_per_unit: f64,
}

impl Stood {
    /// Returns whether the mark is where it was when the label was placed, in a view of the same scale.
    fn is_still(&self, mark: &Mark, projection: &Projection) -> bool {
        self.px_per_unit == projection.px_per_unit
            && length((projection.screen(self.anchor), mark.anchor)) <= STILL_PX
    }
}

/// A label that wants a place.
struct Wanted<'a> {
    request: &'a LabelRequest,
    mark: Mark,
    /// Whether it must be shown.
    needed: bool,
}

impl<'a> Wanted<'a> {
    fn new(request: &'a LabelRequest, projection: &Projection) -> Self {
        let mark = Mark {
            outline: projection.outline(&request.outline),
            anchor: projection.screen(request.anchor),
            size_px: request.style.size_px,
        };
        Self { request, mark, needed: request.priority >= ALWAYS_SHOWN }
    }
}

/// A place that was found.
#[derive(Debug, Clone)]
struct Found {
    text: String,
    area: Rectangle,
    /// None for a place outside the usual ones.
    spot: Option<Spot>,
    cost: f64,
    leader: Option<(ScreenPoint, ScreenPoint)>,
}

/// The room that a place needs, pixels. Negative: so much may be covered.
#[derive(Debug, Clone, Copy)]
struct Air {
    hulls_px: f64,
    labels_px: f64,
    lines_px: f64,
}

impl Air {
    /// For a label that stands, while hulls and lines jitter.
    const STANDING: Self = Self { hulls_px: 0.0, labels_px: AIR_PX, lines_px: -LINE_AIR_PX };
    /// For a label that moves along with its mark.
    const MOVING: Self = Self { hulls_px: 1.0, ..Self::STANDING };
    /// For a new place.
    const NEW: Self = Self { hulls_px: HULL_AIR_PX, labels_px: AIR_PX, lines_px: LINE_AIR_PX };
    /// For a label that found no room in the last drawing: more, so that it doesn't flicker.
    const RETURNING: Self = Self {
        hulls_px: HULL_AIR_PX + RETURN_AIR_PX,
        labels_px: AIR_PX + RETURN_AIR_PX,
        lines_px: LINE_AIR_PX + RETURN_AIR_PX,
    };
}

/// What is on the screen so far.
struct Screen {
    /// The part of the screen in which labels may stand.
    limits: Rectangle,
    marks: Occupancy,
    labels: Occupancy,
    boxes: Vec<Rectangle>,
    leaders: Vec<(ScreenPoint, ScreenPoint)>,
}

/// From the plane to the screen. The screen's origin is shifted by whole pixels only, so that boxes cover the same pixels
/// while a view is panned.
struct Projection {
    px_per_unit: f64,
    shift: (f64, f64),
}

impl Projection {
    fn new(view: &View) -> Self {
        let px_per_unit = view.px_per_unit;
        Self {
            px_per_unit,
            shift: ((view.seen.left * px_per_unit).floor(), (view.seen.top * px_per_unit).floor()),
        }
    }

    fn screen(&self, (x, y): PlanePoint) -> ScreenPoint {
        (x * self.px_per_unit - self.shift.0, y * self.px_per_unit - self.shift.1)
    }

    fn plane(&self, (x, y): ScreenPoint) -> PlanePoint {
        ((x + self.shift.0) / self.px_per_unit, (y + self.shift.1) / self.px_per_unit)
    }

    fn outline(&self, outline: &[PlanePoint]) -> Vec<ScreenPoint> {
        outline.iter().map(|at| self.screen(*at)).collect()
    }

    fn rectangle(&self, extent: Extent) -> Rectangle {
        let (left, top) = self.screen((extent.left, extent.top));
        let (right, bottom) = self.screen((extent.left + extent.width, extent.top + extent.height));
        Rectangle { left, top, right, bottom }
    }
}

impl LabelPlacer {
    /// How many labels found no room in the last drawing.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }
}

impl PlaceLabels for LabelPlacer {
    fn place(
        &mut self,
        requests: &[LabelRequest],
        occupied: &[Vec<PlanePoint>],
        plane: Extent,
        view: &View,
    ) -> Vec<Label> {
        let projection = Projection::new(view);
        let mut screen = Screen::new(projection.rectangle(view.seen).common(&projection.rectangle(plane)));
        occupied.iter().for_each(|outline| screen.marks.take_outline(&projection.outline(outline)));
        let mut waiting: Vec<Wanted<'_>> = requests
            .iter()
            .map(|request| Wanted::new(request, &projection))
            .filter(|wanted| wanted.mark.around().meets(&screen.limits))
            .collect();
        waiting.iter().for_each(|wanted| screen.marks.take_outline(&wanted.mark.outline));
        self.memory.retain(|key, _| requests.iter().any(|request| request.key == *key));
        sort(&mut waiting);
        let still = self.is_still(&waiting, view, &projection);
        let mut found = BTreeMap::new();
        let (needed, optional): (Vec<_>, Vec<_>) = waiting.iter().partition(|wanted| wanted.needed);
        for group in [needed, optional] {
            self.place_group(&group, still, &mut screen, &projection, &mut found);
        }
        self.left_out = LeftOut::default();
        let mut labels = Vec::new();
        for wanted in &waiting {
            let key = wanted.request.key.as_str();
            match found.remove(key) {
                Some(found) => {
                    self.remember(wanted.request, &found, &projection);
                    labels.push(label(wanted, found));
                }
                None => {
                    self.memory.insert(key.to_owned(), Remembered::Nowhere);
                    self.left_out.needed += usize::from(wanted.needed);
                    self.left_out.optional += usize::from(!wanted.needed);
                }
            }
        }
        self.last_view = Some(*view);
        labels
    }
}

impl LabelPlacer {
    /// Places labels of one rank: whoever stands well keeps the place, before anybody else looks for one; then the new
    /// ones; then those move that can stand clearly better.
    fn place_group<'a>(
        &self,
        group: &[&'a Wanted<'a>],
        still: bool,
        screen: &mut Screen,
        projection: &Projection,
        found: &mut BTreeMap<&'a str, Found>,
    ) {
        for wanted in group {
            if let Some(kept) = self.kept(wanted, still, screen, projection) {
                screen.take(&kept);
                found.insert(&wanted.request.key, kept);
            }
        }
        for wanted in group {
            let key = wanted.request.key.as_str();
            let remembered = self.memory.get(key);
            let is_left_out = still && remembered == Some(&Remembered::Nowhere);
            if !found.contains_key(key)
                && !is_left_out
                && let Some(new) = screen.place(wanted, remembered)
            {
                screen.take(&new);
                found.insert(key, new);
            }
        }
        for wanted in group.iter().filter(|_| !still) {
            if let Some(stands) = found.get_mut(wanted.request.key.as_str())
                && let Some(better) = screen.better(wanted, stands)
            {
                *stands = better;
            }
        }
    }

    /// Returns whether neither the view nor any mark has changed since the last drawing. Then no label moves, appears or
    /// disappears, however the hulls jitter.
    fn is_still(&self, waiting: &[Wanted<'_>], view: &View, projection: &Projection) -> bool {
        let stands = |wanted: &Wanted<'_>| match self.memory.get(&wanted.request.key) {
            Some(Remembered::At(stood)) => stood.is_still(&wanted.mark, projection),
            Some(Remembered::Nowhere) => true,
            None => false,
        };
        self.last_view.as_ref() == Some(view) && waiting.iter().all(stands)
    }

    /// The remembered place of a label, if it is free: exactly there while the mark is still, or on the same side of a
    /// mark that moved. A text that was shortened gets another chance as soon as anything moves.
    fn kept(
        &self,
        wanted: &Wanted<'_>,
        still: bool,
        screen: &Screen,
        projection: &Projection,
    ) -> Option<Found> {
        let Some(Remembered::At(stood)) = self.memory.get(&wanted.request.key) else { return None };
        let text = if still && shorter(&wanted.request.text).contains(&stood.text) {
            &stood.text
        } else {
            &wanted.request.text
        };
        let box_px = box_of(text, &wanted.request.style);
        if stood.text == *text && stood.is_still(&wanted.mark, projection) {
            let area = Rectangle::centred(projection.screen(stood.centre), box_px);
            if screen.limits.grown(ROUNDING_PX).contains(&area)
                && screen.is_free(wanted, &area, Air::STANDING)
            {
                let leader = stood.leader.map(|(from, to)| (projection.screen(from), projection.screen(to)));
                return Some(Found { leader, ..screen.rated(wanted, text, area, stood.spot, Air::STANDING) });
            }
        }
        let spot = stood.spot?;
        let area = wanted.mark.at(spot, box_px).shifted_into(&screen.limits)?;
        screen
            .is_free(wanted, &area, Air::MOVING)
            .then(|| screen.rated(wanted, text, area, Some(spot), Air::MOVING))
    }

    fn remember(&mut self, request: &LabelRequest, found: &Found, projection: &Projection) {
        // A label that stayed keeps the anchor for which it was placed, so that small steps of a mark add up.
        if let Some(Remembered::At(stood)) = self.memory.get(&request.key)
            && stood.text == found.text
            && length((projection.screen(stood.centre), found.area.centre())) < ROUNDING_PX
        {
            return;
        }
        let stands = Stood {
            text: found.text.clone(),
            spot: found.spot,
            anchor: request.anchor,
            centre: projection.plane(found.area.centre()),
            leader: found.leader.map(|(from, to)| (projection.plane(from), projection.plane(to))),
            px_per_unit: projection.px_per_unit,
        };
        self.memory.insert(request.key.clone(), Remembered::At(stands));
    }
}

/// Sorts by priority, and labels in a crowd first: who stands at its edge has room outward.
fn sort(waiting: &mut [Wanted<'_>]) {
    let anchors: Vec<ScreenPoint> = waiting.iter().map(|wanted| wanted.mark.anchor).collect();
    let crowd = |mark: &Mark| -> f64 {
        let near_px = NEAR * mark.size_px;
        anchors.iter().map(|other| near_px / (near_px + length((mark.anchor, *other)))).sum()
    };
    waiting.sort_by_cached_key(|wanted| {
        (Reverse(wanted.request.priority), Reverse((crowd(&wanted.mark) * 1000.0) as u32))
    });
}

impl Screen {
    fn new(limits: Rectangle) -> Self {
        let free = Occupancy::free(&limits);
        Self { limits, marks: free.clone(), labels: free, boxes: Vec::new(), leaders: Vec::new() }
    }

    fn take(&mut self, found: &Found) {
        self.labels.take(&found.area);
        self.boxes.push(found.area);
        self.leaders.extend(found.leader);
    }

    /// Takes a label off again. No other label has pixels of its box.
    fn leave(&mut self, found: &Found) {
        self.labels.leave(&found.area);
        self.boxes.retain(|area| *area != found.area);
        self.leaders.retain(|leader| found.leader != Some(*leader));
    }

    /// A place for a label that has none: a label that is needed is placed anywhere, or written shorter.
    fn place(&self, wanted: &Wanted<'_>, remembered: Option<&Remembered>) -> Option<Found> {
        let air = if remembered == Some(&Remembered::Nowhere) { Air::RETURNING } else { Air::NEW };
        let text = &wanted.request.text;
        if !wanted.needed {
            return self.best(wanted, text, air, f64::INFINITY);
        }
        let texts = std::iter::once(text.clone()).chain(shorter(text));
        texts.into_iter().find_map(|text| {
            self.best(wanted, &text, air, f64::INFINITY).or_else(|| self.anywhere(wanted, &text))
        })
    }

    /// A clearly better place for a label that stands; it takes it at once.
    fn better(&mut self, wanted: &Wanted<'_>, stands: &Found) -> Option<Found> {
        if stands.cost <= GAIN_PX {
            return None;
        }
        self.leave(stands);
        let better = self.best(wanted, &stands.text, Air::NEW, stands.cost - GAIN_PX);
        self.take(better.as_ref().unwrap_or(stands));
        better
    }

    /// The best free place that costs less than `most`.
    fn best(&self, wanted: &Wanted<'_>, text: &str, air: Air, most: f64) -> Option<Found> {
        let box_px = box_of(text, &wanted.request.style);
        let mut best: Option<Found> = None;
        for spot in wanted.mark.spots() {
            let limit = best.as_ref().map_or(most, |best| best.cost);
            if wanted.mark.ring_px(spot) >= limit {
                break;
            }
            let area = wanted.mark.at(spot, box_px).shifted_into(&self.limits)?;
            if self.is_free(wanted, &area, air) {
                let found = self.rated(wanted, text, area, Some(spot), air);
                if found.cost < limit {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// Any free place, the nearest to the mark.
    fn anywhere(&self, wanted: &Wanted<'_>, text: &str) -> Option<Found> {
        let (width, height) = box_of(text, &wanted.request.style);
        let room =
            (self.limits.right - self.limits.left - width, self.limits.bottom - self.limits.top - height);
        if room.0 < 0.0 || room.1 < 0.0 {
            return None;
        }
        let steps = |room_px: f64| (room_px / SEARCH_STEP_PX) as u32;
        let at = |column: u32, row: u32| {
            let left = self.limits.left + f64::from(column) * SEARCH_STEP_PX;
            let top = self.limits.top + f64::from(row) * SEARCH_STEP_PX;
            Rectangle { left, top, right: left + width, bottom: top + height }
        };
        let all = (0..=steps(room.0)).flat_map(|column| (0..=steps(room.1)).map(move |row| at(column, row)));
        let away = |area: &Rectangle| length((area.centre(), wanted.mark.anchor));
        let free = all.filter(|area| self.is_free(wanted, area, Air::NEW));
        let nearest = free.min_by(|one, other| away(one).total_cmp(&away(other)))?;
        Some(self.rated(wanted, text, nearest, None, Air::NEW))
    }

    /// Returns whether a label may stand there. Only labels that are needed may lie on leader lines.
    fn is_free(&self, wanted: &Wanted<'_>, area: &Rectangle, air: Air) -> bool {
        self.labels.is_free(&area.grown(air.labels_px))
            && self.marks.is_free(&area.grown(air.hulls_px))
            && (wanted.needed || self.leaders_on(&area.grown(air.lines_px)) == 0)
    }

    fn leaders_on(&self, area: &Rectangle) -> usize {
        self.leaders.iter().filter(|(from, to)| area.is_crossed(*from, *to)).count()
    }

    /// What a place costs, and its leader line.
    fn rated(&self, wanted: &Wanted<'_>, text: &str, area: Rectangle, spot: Option<Spot>, air: Air) -> Found {
        let mark = &wanted.mark;
        let line = shortest_line(&area, &mark.outline);
        let away_px = line.map_or_else(|| length((area.centre(), mark.anchor)), length);
        let leader = line.filter(|_| away_px > LEADER_FROM * mark.size_px);
        let by_leader = leader.map_or(0, |(from, to)| {
            let crosses = |other: &&Rectangle| other.grown(air.lines_px).is_crossed(from, to);
            self.boxes.iter().filter(crosses).count()
        });
        let crossings = (by_leader + self.leaders_on(&area.grown(air.lines_px))) as f64 * CROSSING_PX;
        let cost = away_px + spot.map_or(0.0, |spot| mark.side_cost(spot)) + crossings;
        Found { text: text.to_owned(), area, spot, cost, leader }
    }
}

/// The size of a label's box, pixels, across and down, as it stands turned.
fn box_of(text: &str, style: &LabelStyle) -> (f64, f64) {
    let (width, height) = text_box(text, style);
    let (sin, cos) = style.turned_deg.to_radians().sin_cos();
    ((width * cos).abs() + (height * sin).abs(), (width * sin).abs() + (height * cos).abs())
}

/// The size of a text with its halo, pixels.
fn text_box(text: &str, style: &LabelStyle) -> (f64, f64) {
    const HALO: f64 = 0.2;
    const LINE: f64 = 1.15;
    let width = Face::of(style.weight, style.italic).width(text) + HALO;
    (width * style.size_px, LINE * style.size_px)
}

/// A shorter form of a ship's name: without what stands in brackets, then without the prefix of her navy.
fn shorter(name: &str) -> Vec<String> {
    let plain = name.split(" (").next().unwrap_or(name);
    let bare = ["USS ", "CSS "].into_iter().find_map(|prefix| plain.strip_prefix(prefix)).unwrap_or(plain);
    [plain, bare].into_iter().filter(|short| short.len() < name.len()).map(str::to_owned).collect()
}

fn label(wanted: &Wanted<'_>, found: Found) -> Label {
    let (request, anchor) = (wanted.request, wanted.mark.anchor);
    let from_anchor = |(x, y): ScreenPoint| (x - anchor.0, y - anchor.1);
    Label {
        key: request.key.clone(),
        ship: request.ship.clone(),
        at: request.anchor,
        offset_px: from_anchor(found.area.centre()),
        box_px: text_box(&found.text, &request.style),
        text: found.text,
        size_px: request.style.size_px,
        weight: request.style.weight,
        italic: request.style.italic,
        colour: request.style.colour.clone(),
        halo: request.style.halo.clone(),
        turned_deg: request.style.turned_deg,
        leader_px: found.leader.map(|(from, to)| (from_anchor(from), from_anchor(to))),
        opacity: request.opacity,
    }
}
