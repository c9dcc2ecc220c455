//! Ship cards and gauges for printing in true size, for players who use paper cards and measure by hand.

use battle::view::{BattleView, CardView, MountView, ShipView, TurningCircle};
use paper::{Block, PT, Page, Paper, Shape, outline, ruler, words, write_pdf};
use std::f64::consts::PI;

/// The unprintable margin of any printer, points.
const MARGIN: f64 = 0.5 * PT;
/// The side of a box to tick, points.
const BOX: f64 = 0.15 * PT;
/// The distance between rows of a card, points.
const ROW: f64 = 0.22 * PT;
/// The number of boxes in one row.
const ACROSS: u32 = 12;
/// The width of a row's name, points.
const LABEL: f64 = 1.25 * PT;
/// The radius of the protractor of gun arcs, points.
const PROTRACTOR: f64 = 2.9 * PT;
/// The length of a turning gauge along its circle, inches.
const WAY_IN: f64 = 6.0;

/// A PDF file with the ship cards of a battle, then its gauges: the turning circles of its book and the arcs
/// of its guns.
pub fn printed(view: &BattleView, circles: &[TurningCircle], paper: Paper) -> Vec<u8> {
    let mut pages = card_pages(&view.ships, paper);
    if !circles.is_empty() {
        pages.push(turning_page(circles, paper));
    }
    let arcs = arcs_of(&view.ships);
    if !arcs.is_empty() {
        pages.push(arcs_page(&arcs, paper));
    }
    write_pdf(&pages)
}

/// Two columns of cards, as many as fit on each page.
fn card_pages(ships: &[ShipView], paper: Paper) -> Vec<Page> {
    let (width, height) = paper.size_pt();
    let column = (width - 3.0 * MARGIN) / 2.0;
    let mut pages = vec![Page { width, height, shapes: Vec::new() }];
    let (mut at, mut top) = (0, height - MARGIN);
    for ship in ships {
        let card_height = card_height(&ship.card);
        if top - card_height < MARGIN {
            at += 1;
            top = height - MARGIN;
            if at % 2 == 0 {
                pages.push(Page { width, height, shapes: Vec::new() });
            }
        }
        let left = MARGIN + f64::from(at % 2) * (column + MARGIN);
        if let Some(page) = pages.last_mut() {
            let area = Block { x: left, y: top - card_height, width: column, height: card_height };
            page.shapes.extend(card(ship, area));
        }
        top -= card_height + 0.15 * PT;
    }
    pages
}

/// The rows of boxes on a card: name, number printed and number ticked.
fn rows(card: &CardView) -> Vec<(String, u32, u32)> {
    let sections = card.sections.iter().map(|row| (row.label.clone(), row.printed, row.ticked));
    let mounts = card.mounts.iter().map(|mount| {
        let name = format!("{}: {} (PF {})", mount.place, mount.gun, mount.penetration);
        (name, mount.guns, mount.guns.saturating_sub(mount.guns_left))
    });
    sections.chain(mounts).collect()
}

/// Tells whether a name needs a line of its own above its boxes.
fn is_long(name: &str) -> bool {
    name.chars().count() > 20
}

fn lines(row: &(String, u32, u32)) -> u32 {
    row.1.div_ceil(ACROSS).max(1) + u32::from(is_long(&row.0))
}

fn card_height(card: &CardView) -> f64 {
    let lines: u32 = rows(card).iter().map(lines).sum();
    0.45 * PT + f64::from(lines) * ROW
}

fn card(ship: &ShipView, area: Block) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = outline(area).collect();
    let left = area.x + 0.1 * PT;
    let mut y = area.y + area.height - 0.25 * PT;
    shapes.push(words((left, y), 12.0, ship.name.clone()));
    y -= ROW;
    for row in rows(&ship.card) {
        let (name, printed, ticked) = &row;
        shapes.push(words((left, y), 8.0, name.clone()));
        if is_long(name) {
            y -= ROW;
        }
        for number in 0..*printed {
            let (line, place) = (number / ACROSS, number % ACROSS);
            let square = Block {
                x: left + LABEL + f64::from(place) * 1.2 * BOX,
                y: y - f64::from(line) * ROW - 0.02 * PT,
                width: BOX,
                height: BOX,
            };
            let (x, y) = (square.x, square.y);
            shapes.push(Shape::Path(vec![(x, y), (x + BOX, y), (x + BOX, y + BOX), (x, y + BOX), (x, y)]));
            if number < *ticked {
                shapes.push(Shape::Path(vec![(x, y), (x + BOX, y + BOX)]));
                shapes.push(Shape::Path(vec![(x, y + BOX), (x + BOX, y)]));
            }
        }
        y -= f64::from(printed.div_ceil(ACROSS).max(1)) * ROW;
    }
    shapes
}

/// The point at this distance along a circle to starboard that begins at `from`, bow up, points.
fn along(from: (f64, f64), radius_in: f64, way_in: f64) -> (f64, f64) {
    let (radius, turned) = (radius_in * PT, way_in / radius_in);
    (from.0 + radius * (1.0 - turned.cos()), from.1 + radius * turned.sin())
}

/// The turning circles, all from one place with the bow up; the tightest is innermost.
fn turning_page(circles: &[TurningCircle], paper: Paper) -> Page {
    let (width, height) = paper.size_pt();
    let from = (MARGIN + 0.4 * PT, height - 6.2 * PT);
    let mut shapes = vec![
        words((MARGIN, height - 0.75 * PT), 15.0, "Turning gauge"),
        words(
            (MARGIN, height - 0.98 * PT),
            9.0,
            "Lay the arrow along the keel, its foot at the stack; turn the sheet over to go to port. A tick every half inch.",
        ),
        Shape::Path(vec![(from.0, from.1 - 0.5 * PT), from]),
        Shape::Path(vec![(from.0 - 5.0, from.1 - 8.0), from, (from.0 + 5.0, from.1 - 8.0)]),
    ];
    for circle in circles {
        let reach_in = (PI * circle.radius_in).min(WAY_IN);
        let steps = 120;
        let point = |step: u32| along(from, circle.radius_in, reach_in * f64::from(step) / f64::from(steps));
        shapes.push(Shape::Path((0..=steps).map(point).collect()));
        let halves = (reach_in * 2.0).floor() as u32;
        for half in 1..=halves {
            let way_in = f64::from(half) / 2.0;
            let (x, y) = along(from, circle.radius_in, way_in);
            // Across the way: towards the circle's centre and away from it.
            let turned = way_in / circle.radius_in;
            let (out, up) = (-turned.cos(), turned.sin());
            let length = if half % 2 == 0 { 5.0 } else { 3.0 };
            shapes.push(Shape::Path(vec![
                (x - length * out, y - length * up),
                (x + length * out, y + length * up),
            ]));
            if half % 2 == 0 {
                shapes.push(words((x + 9.0 * out - 2.0, y + 9.0 * up - 3.0), 7.0, (half / 2).to_string()));
            }
        }
        let end = along(from, circle.radius_in, reach_in);
        let label = format!("{}: {} in across ({})", circle.name, 2.0 * circle.radius_in, circle.rule);
        shapes.push(words((end.0 - 20.0, end.1 - 14.0), 8.0, label));
    }
    shapes.extend(ruler((MARGIN + 0.2 * PT, 1.5 * PT)));
    Page { width, height, shapes }
}

/// An arc of fire, with the mounts that have it.
#[derive(Debug, Clone, PartialEq)]
struct GunArc {
    from_deg: f64,
    to_deg: f64,
    places: Vec<String>,
}

/// Every different arc of these ships' mounts.
fn arcs_of(ships: &[ShipView]) -> Vec<GunArc> {
    let mut arcs: Vec<GunArc> = Vec::new();
    for MountView { place, arc_from_deg, arc_to_deg, .. } in ships.iter().flat_map(|ship| &ship.card.mounts) {
        let known = arcs.iter_mut().find(|arc| arc.from_deg == *arc_from_deg && arc.to_deg == *arc_to_deg);
        match known {
            Some(arc) if arc.places.contains(place) => {}
            Some(arc) => arc.places.push(place.clone()),
            None => arcs.push(GunArc {
                from_deg: *arc_from_deg,
                to_deg: *arc_to_deg,
                places: vec![place.clone()],
            }),
        }
    }
    arcs.sort_by(|one, other| one.from_deg.total_cmp(&other.from_deg));
    arcs
}

/// The point at a bearing from the bow, degrees clockwise, on a circle about the centre.
fn at_bearing(middle: (f64, f64), radius: f64, bearing_deg: f64) -> (f64, f64) {
    let (sin, cos) = bearing_deg.to_radians().sin_cos();
    (middle.0 + radius * sin, middle.1 + radius * cos)
}

/// A protractor about a ship with its bow up, and inside it a ring for every arc.
fn arcs_page(arcs: &[GunArc], paper: Paper) -> Page {
    let (width, height) = paper.size_pt();
    let middle = (width / 2.0, height - 1.6 * PT - PROTRACTOR);
    let mut shapes = vec![
        words((MARGIN, height - 0.75 * PT), 15.0, "Gun-arc gauge"),
        words(
            (MARGIN, height - 0.98 * PT),
            9.0,
            "Lay the cross on the stack and 0 along the bow: the target bears within the ring of the mount, or it does not.",
        ),
    ];
    let ring = |radius: f64, from_deg: f64, to_deg: f64| {
        let sweep = if to_deg > from_deg { to_deg - from_deg } else { to_deg - from_deg + 360.0 };
        let steps = 90;
        let point =
            |step: u32| at_bearing(middle, radius, from_deg + sweep * f64::from(step) / f64::from(steps));
        Shape::Path((0..=steps).map(point).collect())
    };
    shapes.push(ring(PROTRACTOR, 0.0, 360.0));
    for tick in 0..72 {
        let bearing_deg = f64::from(tick) * 5.0;
        let length = if tick % 2 == 0 { 8.0 } else { 4.0 };
        let ends = [PROTRACTOR, PROTRACTOR - length].map(|radius| at_bearing(middle, radius, bearing_deg));
        shapes.push(Shape::Path(ends.to_vec()));
        if tick % 6 == 0 {
            let (x, y) = at_bearing(middle, PROTRACTOR + 10.0, bearing_deg);
            shapes.push(words((x - 6.0, y - 3.0), 8.0, format!("{bearing_deg}")));
        }
    }
    let cross = 0.15 * PT;
    for bearing_deg in [0.0, 90.0] {
        let ends = [cross, -cross].map(|radius| at_bearing(middle, radius, bearing_deg));
        shapes.push(Shape::Path(ends.to_vec()));
    }
    let apart = (PROTRACTOR - 0.7 * PT) / arcs.len() as f64;
    let below = middle.1 - PROTRACTOR - 0.45 * PT;
    for (index, arc) in arcs.iter().enumerate() {
        let radius = PROTRACTOR - 0.25 * PT - apart * index as f64;
        shapes.push(ring(radius, arc.from_deg, arc.to_deg));
        for edge_deg in [arc.from_deg, arc.to_deg] {
            let ends = [radius - 5.0, radius + 5.0].map(|at| at_bearing(middle, at, edge_deg));
            shapes.push(Shape::Path(ends.to_vec()));
        }
        let (x, y) = at_bearing(middle, radius - 3.0, arc.from_deg + 4.0);
        shapes.push(words((x, y - 3.0), 8.0, (index + 1).to_string()));
        let label =
            format!("{}: {} to {} degrees, {}", index + 1, arc.from_deg, arc.to_deg, arc.places.join(", "));
        let (column, row) = (index % 2, index / 2);
        let at = (MARGIN + column as f64 * (width / 2.0 - MARGIN), below - row as f64 * 11.0);
        shapes.push(words(at, 7.5, label));
    }
    shapes.extend(ruler((MARGIN + 0.2 * PT, 1.0 * PT)));
    Page { width, height, shapes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::view::SectionView;

    fn mount(place: &str, (arc_from_deg, arc_to_deg): (f64, f64)) -> MountView {
        MountView {
            mount: place.to_owned(),
            place: place.to_owned(),
            gun: "32-LB RIFLE".to_owned(),
            guns: 3,
            guns_left: 2,
            penetration: 4,
            arc_from_deg,
            arc_to_deg,
            fired: false,
        }
    }

    fn ship(name: &str) -> ShipView {
        let sections = vec![SectionView {
            section: "midships".to_owned(),
            label: "Midships".to_owned(),
            printed: 14,
            ticked: 3,
        }];
        ShipView {
            id: name.to_owned(),
            name: name.to_owned(),
            side: "union".to_owned(),
            class: "monitor".to_owned(),
            place: None,
            outline_in: Vec::new(),
            card: CardView {
                sections,
                mounts: vec![mount("Port broadside", (225.0, 315.0)), mount("Bow", (315.0, 45.0))],
                notes: Vec::new(),
            },
            sunk: false,
        }
    }

    fn paths(shapes: &[Shape]) -> Vec<&Vec<(f64, f64)>> {
        shapes
            .iter()
            .filter_map(|shape| if let Shape::Path(points) = shape { Some(points) } else { None })
            .collect()
    }

    #[test]
    fn every_box_of_a_card_is_printed_and_the_ticked_are_crossed() {
        let area = Block { x: 36.0, y: 300.0, width: 250.0, height: 200.0 };
        let shapes = card(&ship("Cairo"), area);
        let boxes = paths(&shapes).iter().filter(|points| points.len() == 5).count();
        let strokes = paths(&shapes).iter().filter(|points| points.len() == 2).count();
        assert_eq!((boxes, strokes), (14 + 3 + 3, 2 * (3 + 1 + 1)));
    }

    #[test]
    fn a_turning_gauge_is_true_in_inches() {
        let circle = TurningCircle { name: "B".to_owned(), radius_in: 1.75, rule: "GUN-13".to_owned() };
        let page = turning_page(&[circle], Paper::A4);
        let all = paths(&page.shapes);
        let curve = all.iter().find(|points| points.len() > 100).unwrap();
        let (start, end) = (curve[0], curve[curve.len() - 1]);
        // Half a circle: straight abeam, one diameter off.
        assert!((end.0 - start.0 - 3.5 * PT).abs() < 1e-6 && (end.1 - start.1).abs() < 1e-6);
        let way: f64 = curve.windows(2).map(|two| (two[1].0 - two[0].0).hypot(two[1].1 - two[0].1)).sum();
        assert!((way / PT - PI * 1.75).abs() < 0.001, "{}", way / PT);
        // A tick is across the way, two inches along it.
        let (x, y) = along(start, 1.75, 2.0);
        let crosses = |points: &&&Vec<(f64, f64)>| {
            points.len() == 2
                && ((points[0].0 + points[1].0) / 2.0 - x).abs() < 1e-6
                && ((points[0].1 + points[1].1) / 2.0 - y).abs() < 1e-6
        };
        assert_eq!(all.iter().filter(crosses).count(), 1);
    }

    #[test]
    fn an_arc_is_drawn_where_the_guns_bear_and_once_for_all_ships() {
        let arcs = arcs_of(&[ship("Cairo"), ship("Carondelet")]);
        let spans: Vec<_> = arcs.iter().map(|arc| (arc.from_deg, arc.to_deg)).collect();
        assert_eq!(spans, [(225.0, 315.0), (315.0, 45.0)]);
        let page = arcs_page(&arcs, Paper::Letter);
        let (width, _) = Paper::Letter.size_pt();
        let rings: Vec<_> = paths(&page.shapes).into_iter().filter(|points| points.len() == 91).collect();
        // The protractor, the broadside fully to port, the bow guns symmetric.
        assert_eq!(rings.len(), 3);
        assert!(rings[1].iter().all(|point| point.0 < width / 2.0));
        assert!((rings[2][0].0 + rings[2][90].0 - width).abs() < 1e-6);
    }

    #[test]
    fn cards_and_gauges_stay_on_their_pages() {
        let ships: Vec<_> = (0..30).map(|number| ship(&format!("Ship {number}"))).collect();
        let circles = [1.0, 1.25, 1.75, 2.25].map(|radius_in| TurningCircle {
            name: "C".to_owned(),
            radius_in,
            rule: "GUN-13".to_owned(),
        });
        for paper in [Paper::Letter, Paper::A4] {
            let mut pages = card_pages(&ships, paper);
            assert!(pages.len() > 2);
            pages.push(turning_page(&circles, paper));
            pages.push(arcs_page(&arcs_of(&ships), paper));
            let reach = 0.3 * PT;
            for (number, page) in pages.iter().enumerate() {
                for shape in &page.shapes {
                    let points = match shape {
                        Shape::Path(points) => points.clone(),
                        Shape::Line { from, to } => vec![*from, *to],
                        // Helvetica is about half as wide as it is high.
                        Shape::Words { at, size, words } => {
                            vec![*at, (at.0 + 0.5 * size * words.len() as f64, at.1)]
                        }
                        Shape::Black(_) => Vec::new(),
                    };
                    for (x, y) in points {
                        let fits =
                            x >= reach && y >= reach && x <= page.width - reach && y <= page.height - reach;
                        assert!(fits, "{paper:?}, page {number}: {shape:?}");
                    }
                }
            }
        }
    }
}
