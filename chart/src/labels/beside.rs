//! The simplest placement: each label where it covers least among a few places beside what it names.

use super::{LabelRequest, PlaceLabels};
use crate::display_list::Label;
use crate::lettering::Face;
use crate::plane::PlanePoint;
use crate::view::{Extent, View};

/// Places labels one by one, by priority. It keeps no memory of earlier drawings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Beside;

/// An axis-parallel box, screen pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Box {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Box {
    fn around(points: &[PlanePoint]) -> Option<Self> {
        let (x, y) = *points.first()?;
        let one = Self { left: x, top: y, right: x, bottom: y };
        Some(points.iter().fold(one, |all, (x, y)| Self {
            left: all.left.min(*x),
            top: all.top.min(*y),
            right: all.right.max(*x),
            bottom: all.bottom.max(*y),
        }))
    }

    fn centred((x, y): PlanePoint, (width, height): (f64, f64)) -> Self {
        Self {
            left: x - width / 2.0,
            top: y - height / 2.0,
            right: x + width / 2.0,
            bottom: y + height / 2.0,
        }
    }

    fn overlap(&self, other: &Self) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }

    fn area(&self) -> f64 {
        (self.right - self.left) * (self.bottom - self.top)
    }
}

impl PlaceLabels for Beside {
    fn place(
        &mut self,
        requests: &[LabelRequest],
        occupied: &[Vec<PlanePoint>],
        plane: Extent,
        view: &View,
    ) -> Vec<Label> {
        let scale = view.px_per_unit;
        let px = |outline: &[PlanePoint]| {
            Box::around(&outline.iter().map(|(x, y)| (x * scale, y * scale)).collect::<Vec<_>>())
        };
        let sheet = Box {
            left: plane.left * scale,
            top: plane.top * scale,
            right: (plane.left + plane.width) * scale,
            bottom: (plane.top + plane.height) * scale,
        };
        let mut taken: Vec<Box> = occupied.iter().filter_map(|outline| px(outline)).collect();
        let mut order: Vec<&LabelRequest> = requests.iter().collect();
        order.sort_by_key(|request| std::cmp::Reverse(request.priority));
        let mut placed = Vec::new();
        for request in order {
            let size = request.style.size_px;
            let face = Face::of(request.style.weight, request.style.italic);
            let box_px = (face.width(&request.text) * size, size * 1.1);
            let turned = request.style.turned_deg.to_radians();
            let reach = (
                (box_px.0 * turned.cos()).abs() + (box_px.1 * turned.sin()).abs(),
                (box_px.0 * turned.sin()).abs() + (box_px.1 * turned.cos()).abs(),
            );
            let anchor = (request.anchor.0 * scale, request.anchor.1 * scale);
            let named = px(&request.outline);
            let best = candidates(anchor, named, reach, size)
                .into_iter()
                .map(|at| {
                    let own = Box::centred(at, reach);
                    let off_sheet = own.area() - own.overlap(&sheet);
                    (taken.iter().map(|other| own.overlap(other)).sum::<f64>() + 4.0 * off_sheet, at)
                })
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((covered, at)) = best else { continue };
            if covered > 0.3 * reach.0 * reach.1 {
                continue;
            }
            taken.push(Box::centred(at, reach));
            placed.push(Label {
                key: request.key.clone(),
                text: request.text.clone(),
                ship: request.ship.clone(),
                at: request.anchor,
                offset_px: (at.0 - anchor.0, at.1 - anchor.1),
                box_px,
                size_px: size,
                weight: request.style.weight,
                italic: request.style.italic,
                colour: request.style.colour.clone(),
                halo: request.style.halo.clone(),
                turned_deg: request.style.turned_deg,
                leader_px: None,
                opacity: request.opacity,
            });
        }
        placed
    }
}

/// The centres at which a label may stand, the preferred first.
fn candidates(anchor: PlanePoint, named: Option<Box>, reach: (f64, f64), size: f64) -> Vec<PlanePoint> {
    let at_anchor = Box::centred(anchor, (0.0, 0.0));
    let around = named.unwrap_or(at_anchor);
    let (x, y) = ((around.left + around.right) / 2.0, (around.top + around.bottom) / 2.0);
    let gap = size * 0.3;
    let (right, left) = (around.right + gap + reach.0 / 2.0, around.left - gap - reach.0 / 2.0);
    let (below, above) = (around.bottom + gap + reach.1 / 2.0, around.top - gap - reach.1 / 2.0);
    let far = reach.1 * 1.2;
    let mut places = vec![
        (x, above),
        (x, below),
        (right, y),
        (left, y),
        (right, above),
        (left, above),
        (right, below),
        (left, below),
        (x, above - far),
        (x, below + far),
        (right, above - far),
        (left, below + far),
    ];
    if named.is_none() {
        places.insert(0, anchor);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::LabelStyle;
    use crate::view::Light;

    #[test]
    fn names_at_one_place_do_not_cover_each_other_or_leave_the_plane() {
        let plane = Extent { left: 0.0, top: 0.0, width: 60.0, height: 36.0 };
        let view = View { seen: plane, px_per_unit: 20.0, type_px: 16.0, light: Light::Day };
        let outline = vec![(1.0, 34.0), (2.0, 35.0)];
        let request = |name: &str| LabelRequest {
            key: name.to_owned(),
            text: name.to_owned(),
            ship: None,
            anchor: (1.5, 34.5),
            outline: outline.clone(),
            priority: 1,
            style: LabelStyle {
                size_px: 16.0,
                weight: 400,
                italic: false,
                colour: String::new(),
                halo: String::new(),
                turned_deg: 0.0,
            },
            opacity: 1.0,
        };
        let requests = ["Monitor", "Virginia", "Congress"].map(request);
        let placed = Beside.place(&requests, std::slice::from_ref(&outline), plane, &view);
        assert_eq!(placed.len(), 3);
        let boxes: Vec<Box> = placed
            .iter()
            .map(|label| Box::centred((30.0 + label.offset_px.0, 690.0 + label.offset_px.1), label.box_px))
            .collect();
        for (at, one) in boxes.iter().enumerate() {
            assert!(one.left >= 0.0 && one.bottom <= 720.0, "{one:?} leaves the plane");
            assert!(boxes[at + 1..].iter().all(|other| one.overlap(other) == 0.0), "{boxes:?}");
        }
    }
}
