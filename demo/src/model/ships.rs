//! Ship models: each kind as a handful of simple solids.

use crate::model::base::{base_of, mark_of};
use crate::model::rig::rig_of;
use crate::model::solids::{Paint, Solid, Vec3};
use crate::setup::colour::Colour;
use crate::setup::ship_records::{DemoShip, ShipKind};
use calibration::{Dictionary, MarkerError, marker_bits};

/// A thing that stands on the table, in its own frame (see [`crate::model::solids`]).
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) solids: Vec<Solid>,
    /// How far it reaches from its upright axis, inches.
    pub(crate) reach_in: f32,
    /// How high it is, inches.
    pub(crate) top_in: f32,
    /// Has it parts finer than a pixel, as rigging? Then no pixel within its reach is drawn coarsely.
    pub(crate) fine: bool,
}

impl Model {
    pub(crate) fn new(solids: Vec<Solid>) -> Self {
        let (reach_in, top_in) = solids
            .iter()
            .map(Solid::extent)
            .fold((0.0, 0.0), |most, extent| (f32::max(most.0, extent.0), f32::max(most.1, extent.1)));
        Self { solids, reach_in, top_in, fine: false }
    }

    pub(crate) fn of_ship(ship: &DemoShip) -> Result<Self, MarkerError> {
        let scale = ship.scale as f32;
        let mut solids: Vec<Solid> =
            Yard::new(ship).build(ship.kind).into_iter().map(|solid| solid.grown(scale)).collect();
        solids.extend(ship.base.iter().flat_map(|base| base_of(ship, base)));
        solids.extend(ship.mark.map(|mark| mark_of(ship, mark)));
        solids.extend(ship.rig.iter().flat_map(|rig| rig_of(ship, rig)));
        if let Some(tag) = ship.tag {
            solids.extend(tag_plate(tag)?);
        }
        Ok(Self { fine: ship.rig.is_some(), ..Self::new(solids) })
    }

    /// The same model standing on something so high.
    pub(crate) fn raised(self, by_in: f64) -> Self {
        let solids = self.solids.into_iter().map(|solid| solid.raised(by_in as f32)).collect();
        Self { fine: self.fine, ..Self::new(solids) }
    }

    /// A die, half an inch wide.
    pub(crate) fn die(pips: u32) -> Self {
        let ivory = plain(Colour(236, 232, 220));
        let mut solids =
            vec![Solid::block((-0.25, 0.25), (-0.25, 0.25), (0.0, 0.5), ivory.clone(), ivory.clone())];
        let ink = plain(Colour(25, 25, 28));
        let (far, row) = (0.14, [-0.14, 0.0, 0.14]);
        let places: Vec<(f32, f32)> = match pips {
            1 => vec![(0.0, 0.0)],
            2 => vec![(-far, -far), (far, far)],
            3 => vec![(-far, -far), (0.0, 0.0), (far, far)],
            4 => vec![(-far, -far), (-far, far), (far, -far), (far, far)],
            5 => vec![(-far, -far), (-far, far), (far, -far), (far, far), (0.0, 0.0)],
            _ => row.iter().flat_map(|&x| [(x, -far), (x, far)]).collect(),
        };
        solids.extend(
            places.into_iter().map(|at| Solid::cylinder(at, 0.05, (0.49, 0.502), ink.clone(), ink.clone())),
        );
        Self::new(solids)
    }

    /// A puff of cotton.
    pub(crate) fn puff(lumps: &[(Vec3, f32)]) -> Self {
        let cotton = plain(Colour(224, 222, 216));
        // Twenty-six directions: faces, edges and corners of a cube.
        let directions: Vec<Vec3> = (0..27)
            .filter(|&code| code != 13)
            .map(|code| {
                let step = |digit: i32| (digit % 3 - 1) as f32;
                Vec3::new(step(code), step(code / 3), step(code / 9)).normalize()
            })
            .collect();
        Self::new(
            lumps.iter().map(|&(middle, radius)| Solid::lump(middle, radius, &directions, &cotton)).collect(),
        )
    }
}

fn plain(colour: Colour) -> Paint {
    Paint::Plain(colour.linear())
}

/// The height of a ship's tag above the table and the side of its black square, inches.
pub(crate) const TAG_HEIGHT_IN: f64 = 0.80;
pub(crate) const TAG_SIDE_IN: f64 = 0.75;

fn tag_plate(tag: u32) -> Result<Vec<Solid>, MarkerError> {
    let (side_in, height) = (TAG_SIDE_IN as f32, TAG_HEIGHT_IN as f32);
    let bits = marker_bits(Dictionary::CARDS, tag)?;
    let paper = Colour(236, 236, 232);
    let half = side_in / 2.0 + 0.09;
    let print = Paint::Marker { bits, side_in, black: Colour(28, 28, 30).linear(), white: paper.linear() };
    let post = plain(Colour(90, 84, 70));
    Ok(vec![
        Solid::block((-half, half), (-half, half), (height - 0.03, height), plain(paper), print),
        Solid::cylinder((0.0, 0.0), 0.03, (0.0, height - 0.03), post.clone(), post),
    ])
}

/// Where a model is put together: its measures and paints at hand.
struct Yard {
    half_length: f32,
    half_beam: f32,
    deck: f32,
    stack_top: f32,
    stack_at: f32,
    stack_off: bool,
    /// Masts and yards are made elsewhere, in true inches.
    is_rigged: bool,
    turret_rad: f32,
    hull: Paint,
    planks: Paint,
    house: Paint,
    stack: Paint,
    band: Option<Paint>,
    dark: Paint,
}

type Plan = Vec<(f32, f32)>;

impl Yard {
    fn new(ship: &DemoShip) -> Self {
        let deck = ship.paint.deck.linear();
        // All fittings are made at 1:1200 and grow with the ship.
        let made = |measure_in: f64| (measure_in / ship.scale) as f32;
        let half_length = made(ship.length_in) / 2.0;
        let ended = |paint: Paint| match ship.paint.ends {
            Some(ends) => {
                Paint::Ended { amidships: Box::new(paint), ends: ends.linear(), from_in: 0.75 * half_length }
            }
            None => paint,
        };
        Self {
            half_length,
            half_beam: made(ship.beam_in) / 2.0,
            deck: made(ship.deck_height_in),
            stack_top: made(ship.stack_height_in),
            stack_at: made(ship.stack_ahead_in),
            stack_off: ship.stack_off,
            is_rigged: ship.rig.is_some(),
            turret_rad: ship.turret_rad as f32,
            hull: ended(plain(ship.paint.hull)),
            planks: ended(Paint::Planks { light: deck, dark: deck.map(|part| part * 0.72), pitch_in: 0.065 }),
            house: plain(ship.paint.house),
            stack: plain(ship.paint.stack),
            band: ship.paint.band.map(plain),
            dark: plain(Colour(38, 34, 30)),
        }
    }

    fn build(&self, kind: ShipKind) -> Vec<Solid> {
        match kind {
            ShipKind::Casemate => self.casemate(),
            ShipKind::Monitor => self.monitor(),
            ShipKind::Sidewheel => self.sidewheel(),
            ShipKind::Tinclad => self.tinclad(),
            ShipKind::City => self.city(),
            ShipKind::Sloop => self.sloop(),
            ShipKind::Launch => self.launch(),
            ShipKind::Mortar => self.mortar(),
        }
    }

    /// A plan from fractions of half the length and half the beam, port side, stem to stern.
    fn plan(&self, port_side: &[(f32, f32)]) -> Plan {
        let starboard = port_side.iter().rev().filter(|(_, across)| *across > 0.0);
        port_side
            .iter()
            .copied()
            .chain(starboard.map(|&(along, across)| (along, -across)))
            .map(|(along, across)| (along * self.half_length, across * self.half_beam))
            .collect()
    }

    /// The plan that `geometry::HullShape` has: pointed bow, rounded stern.
    fn ship_plan(&self) -> Plan {
        self.plan(&[(1.0, 0.0), (0.72, 0.62), (0.40, 1.0), (-0.60, 1.0), (-0.90, 0.72), (-1.0, 0.30)])
    }

    /// Hull with a painted rim and a planked deck a little inside it.
    fn hull(&self, plan: &Plan, rim: f32) -> Vec<Solid> {
        let inside: Plan = plan.iter().map(|&(x, y)| (x * (1.0 - 0.4 * rim), y * (1.0 - rim))).collect();
        vec![
            Solid::prism(plan, (0.0, self.deck), 0.0, self.hull.clone(), self.hull.clone()),
            Solid::prism(&inside, (0.0, self.deck + 0.004), 0.0, self.hull.clone(), self.planks.clone()),
        ]
    }

    fn funnel(&self, y: f32, radius: f32) -> Vec<Solid> {
        if self.stack_off {
            return Vec::new();
        }
        let at = (self.stack_at, y);
        let mut solids =
            vec![Solid::cylinder(at, radius, (0.0, self.stack_top), self.stack.clone(), self.dark.clone())];
        if let Some(band) = &self.band {
            let heights = (self.stack_top * 0.72, self.stack_top * 0.92);
            solids.push(Solid::cylinder(at, radius * 1.15, heights, band.clone(), band.clone()));
        }
        solids
    }

    /// A block from fractions of half the length and half the beam, standing on the deck.
    fn block(&self, along: (f32, f32), half_across: f32, height: f32, side: &Paint, roof: &Paint) -> Solid {
        let (x0, x1) = (along.0 * self.half_length, along.1 * self.half_length);
        let y = half_across * self.half_beam;
        Solid::block((x0, x1), (-y, y), (self.deck, self.deck + height), side.clone(), roof.clone())
    }

    /// An open boat: gunwale, dark inside, thwarts, a boiler amidships and a thin stack.
    fn launch(&self) -> Vec<Solid> {
        let boat =
            self.plan(&[(1.0, 0.0), (0.62, 0.74), (0.20, 1.0), (-0.50, 0.94), (-0.92, 0.62), (-1.0, 0.40)]);
        let inside: Plan = boat.iter().map(|&(x, y)| (x * 0.84, y * 0.66)).collect();
        let mut solids = vec![
            Solid::prism(&boat, (0.0, self.deck), 0.0, self.hull.clone(), self.hull.clone()),
            Solid::prism(&inside, (0.0, self.deck + 0.002), 0.0, self.dark.clone(), self.planks.clone()),
        ];
        for at in [-0.56, 0.44] {
            solids.push(self.block((at - 0.06, at + 0.06), 0.66, 0.01, &self.house, &self.house));
        }
        solids.push(self.block((-0.30, 0.12), 0.34, 0.05, &self.stack, &self.stack));
        solids.extend(self.funnel(0.0, 0.022));
        solids
    }

    /// A scow with a bulwark, the mortar in a dark pit amidships.
    fn mortar(&self) -> Vec<Solid> {
        let scow = self.plan(&[(1.0, 0.36), (0.80, 1.0), (-0.84, 1.0), (-1.0, 0.60)]);
        let mut solids = self.hull(&scow, 0.14);
        solids.push(self.block((-0.70, -0.42), 0.50, 0.05, &self.house, &self.house));
        let pit = 0.62 * self.half_beam;
        let at = (self.stack_at, 0.0);
        let deck = self.deck + 0.012;
        solids.push(Solid::cylinder(at, pit, (0.0, deck), self.dark.clone(), self.dark.clone()));
        let top = (0.0, self.stack_top);
        solids.push(Solid::cylinder(at, 0.5 * pit, top, self.stack.clone(), self.stack.clone()));
        solids
    }

    fn casemate(&self) -> Vec<Solid> {
        let mut solids = self.hull(&self.ship_plan(), 0.12);
        let shield = self.plan(&[(0.50, 0.42), (0.42, 0.92), (-0.60, 0.92), (-0.68, 0.42)]);
        let top = self.deck + 0.22;
        solids.push(Solid::prism(&shield, (self.deck, top), 0.45, self.house.clone(), self.house.clone()));
        let grating = self.block((-0.48, 0.30), 0.34, 0.225, &self.hull, &self.dark);
        let pilot = Solid::cylinder(
            (0.36 * self.half_length, 0.0),
            0.06,
            (top, top + 0.07),
            self.stack.clone(),
            self.hull.clone(),
        );
        solids.extend([grating, pilot, self.block((-0.92, -0.86), 0.2, 0.05, &self.dark, &self.dark)]);
        solids.extend(self.funnel(0.0, 0.065));
        solids
    }

    fn monitor(&self) -> Vec<Solid> {
        let raft =
            self.plan(&[(1.0, 0.0), (0.68, 0.66), (0.30, 1.0), (-0.45, 1.0), (-0.78, 0.66), (-1.0, 0.16)]);
        let mut solids = self.hull(&raft, 0.10);
        let turret = (self.stack_at, 0.0);
        let radius = 0.36 * self.half_beam + 0.06;
        solids.push(Solid::cylinder(
            turret,
            radius,
            (0.0, self.stack_top),
            self.stack.clone(),
            self.house.clone(),
        ));
        if let Some(band) = &self.band {
            let heights = (self.stack_top * 0.55, self.stack_top * 0.8);
            solids.push(Solid::cylinder(turret, radius * 1.04, heights, band.clone(), band.clone()));
        }
        // Two gun muzzles, drawn as dark slots over the roof's edge: they show which way the turret is trained.
        let (sin, cos) = self.turret_rad.sin_cos();
        for side in [-0.35, 0.35] {
            let along = [(0.55, side - 0.10), (1.06, side - 0.10), (1.06, side + 0.10), (0.55, side + 0.10)];
            let slot: Plan = along
                .iter()
                .map(|&(ahead, port)| {
                    let (ahead, port) = (ahead * radius, port * radius);
                    (turret.0 + ahead * cos + port * sin, port * cos - ahead * sin)
                })
                .collect();
            let heights = (self.stack_top - 0.06, self.stack_top + 0.003);
            solids.push(Solid::prism(&slot, heights, 0.0, self.dark.clone(), self.dark.clone()));
        }
        solids.push(self.block((0.66, 0.76), 0.22, 0.07, &self.hull, &self.dark));
        solids.push(self.block((-0.62, -0.44), 0.26, 0.05, &self.dark, &self.dark));
        solids.push(Solid::cylinder(
            (-0.30 * self.half_length, 0.0),
            0.045,
            (0.0, self.deck + 0.14),
            self.dark.clone(),
            self.dark.clone(),
        ));
        solids
    }

    fn sidewheel(&self) -> Vec<Solid> {
        let slender =
            self.plan(&[(1.0, 0.0), (0.70, 0.50), (0.36, 0.76), (-0.55, 0.78), (-0.88, 0.58), (-1.0, 0.22)]);
        let mut solids = self.hull(&slender, 0.10);
        let wheel = (self.stack_at - 0.16, self.stack_at + 0.16);
        for side in [-1.0_f32, 1.0] {
            let edges = (side * 0.70 * self.half_beam, side * self.half_beam);
            let across = (edges.0.min(edges.1), edges.0.max(edges.1));
            let guard = (wheel.0 - 0.10, wheel.1 + 0.10);
            let deck = (self.deck * 0.6, self.deck);
            solids.push(Solid::block(
                guard,
                (across.0, across.1),
                deck,
                self.hull.clone(),
                self.planks.clone(),
            ));
            let heights = (0.0, self.deck + 0.20);
            solids.push(Solid::block(wheel, across, heights, self.house.clone(), self.stack.clone()));
        }
        solids.push(self.block((-0.62, 0.34), 0.46, 0.12, &self.house, &self.house));
        solids.push(self.block((0.20, 0.32), 0.30, 0.19, &self.house, &self.hull));
        solids.push(self.block((0.62, 0.70), 0.18, 0.03, &self.dark, &self.dark));
        for side in [-1.0, 1.0] {
            solids.extend(self.funnel(side * 0.075, 0.042));
        }
        solids
    }

    fn tinclad(&self) -> Vec<Solid> {
        let scow = self.plan(&[(1.0, 0.34), (0.74, 1.0), (-0.74, 1.0), (-0.80, 0.90)]);
        let mut solids = self.hull(&scow, 0.08);
        solids.push(self.block((-0.68, 0.50), 0.82, 0.17, &self.house, &self.house));
        solids.push(self.block((-0.50, 0.20), 0.54, 0.26, &self.house, &self.planks));
        solids.push(self.block((0.02, 0.16), 0.34, 0.34, &self.house, &self.hull));
        let (aft, fore) = (-self.half_length, -0.80 * self.half_length);
        let wheel = plain(Colour(168, 44, 38));
        let across = (-0.78 * self.half_beam, 0.78 * self.half_beam);
        solids.push(Solid::block((aft, fore), across, (0.02, self.deck + 0.12), wheel.clone(), wheel));
        for side in [-1.0, 1.0] {
            solids.extend(self.funnel(side * 0.45 * self.half_beam, 0.028));
        }
        solids
    }

    fn city(&self) -> Vec<Solid> {
        let broad = self.plan(&[(1.0, 0.20), (0.84, 0.74), (0.62, 1.0), (-0.86, 1.0), (-1.0, 0.78)]);
        let mut solids = self.hull(&broad, 0.08);
        let shield = self.plan(&[(0.66, 0.90), (-0.74, 0.90)]);
        let top = self.deck + 0.20;
        solids.push(Solid::prism(&shield, (self.deck, top), 0.6, self.house.clone(), self.planks.clone()));
        solids.push(self.block((-0.62, -0.24), 0.42, 0.29, &self.house, &self.hull));
        solids.push(self.block((0.40, 0.50), 0.20, 0.29, &self.stack, &self.dark));
        solids.push(self.block((-0.10, 0.04), 0.30, 0.215, &self.dark, &self.dark));
        for side in [-1.0, 1.0] {
            solids.extend(self.funnel(side * 0.34 * self.half_beam, 0.048));
        }
        solids
    }

    fn sloop(&self) -> Vec<Solid> {
        let mut solids = self.hull(&self.ship_plan(), 0.16);
        let spar = plain(Colour(150, 112, 66));
        let masts: &[(f32, f32)] =
            if self.is_rigged { &[] } else { &[(0.56, 0.86), (-0.10, 0.95), (-0.62, 0.78)] };
        for &(at, top) in masts {
            let x = at * self.half_length;
            solids.push(Solid::cylinder((x, 0.0), 0.024, (0.0, top), spar.clone(), spar.clone()));
            let yard = 0.85 * self.half_beam;
            let height = 0.62 * top;
            let thick = (height - 0.02, height + 0.02);
            solids.push(Solid::block(
                (x - 0.016, x + 0.016),
                (-yard, yard),
                thick,
                spar.clone(),
                spar.clone(),
            ));
        }
        solids.push(self.block((-0.96, -0.70), 0.48, 0.05, &self.hull, &self.house));
        for at in [0.30, -0.34] {
            solids.push(self.block((at - 0.05, at + 0.05), 0.22, 0.02, &self.dark, &self.dark));
        }
        solids.extend(self.funnel(0.0, 0.055));
        solids
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::solids::Ray;
    use crate::setup::standard_fleet::hampton_roads;

    /// The extent of a model along and across, found with upright lines of sight.
    fn measured(model: &Model) -> (f32, f32) {
        let covered = |x: f32, y: f32| {
            let ray = Ray::new(Vec3::new(x, y, 50.0), -Vec3::z());
            model.solids.iter().any(|solid| solid.meet(&ray).is_some())
        };
        let step = |at: i32| at as f32 * 0.005;
        let along = |x: f32| (-120..120).any(|y| covered(x, step(y)));
        let across = |y: f32| (-300..300).any(|x| covered(step(x), y));
        (
            (-300..300).filter(|&x| along(step(x))).count() as f32 * 0.005,
            (-120..120).filter(|&y| across(step(y))).count() as f32 * 0.005,
        )
    }

    #[test]
    fn every_model_is_as_long_and_broad_as_it_is_told() {
        for ship in hampton_roads() {
            let (length, beam) = measured(&Model::of_ship(&ship).unwrap());
            assert!((f64::from(length) - ship.length_in).abs() < 0.02, "{}: {length}", ship.id);
            assert!((f64::from(beam) - ship.beam_in).abs() < 0.02, "{}: {beam}", ship.id);
        }
    }

    #[test]
    fn the_stack_stands_where_it_is_told_and_as_high() {
        for ship in hampton_roads() {
            let model = Model::of_ship(&ship).unwrap();
            let y = match ship.kind {
                ShipKind::Sidewheel => 0.075,
                ShipKind::Tinclad => 0.45 * ship.beam_in as f32 / 2.0,
                ShipKind::City => 0.34 * ship.beam_in as f32 / 2.0,
                _ => 0.0,
            };
            let from = Vec3::new(ship.stack_ahead_in as f32, y, 50.0);
            let ray = Ray::new(from, -Vec3::z());
            let met =
                model.solids.iter().filter_map(|solid| solid.meet(&ray)).map(|meeting| meeting.distance);
            let top = 50.0 - met.fold(f32::INFINITY, f32::min);
            assert!((f64::from(top) - ship.stack_height_in).abs() < 1e-3, "{}: {top}", ship.id);
        }
    }
}
