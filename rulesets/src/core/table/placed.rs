//! The table as the camera sees it: answers a book's queries from the poses of the models.

use crate::core::table::facts::{
    Answer, BearingFact, Blocker, Contact, Edge, EdgeFact, HeadingFact, HexFact, LineOfFireFact, Query,
    RangeFact, SightFact, SpanFact, StrikeFact, TableFacts, TouchingFact, Under, UnderCircleFact,
};
use crate::core::table::way::WaysBegin;
use geometry::{
    ArcTarget, Bounds, CONTACT_TOLERANCE_IN, Heading, HexGrid, HullEnds, HullShape, Measured, Observation,
    Point, Pose, ShipId, Standing, Terrain, Verdict, round_bearing_deg, segment_gap_in,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The largest gap at which hulls are reported as near, inches.
const NEIGHBOURS_IN: f64 = 3.0;

/// The margin of a quick test of distances for rounding, inches.
const QUICK_IN: f64 = 1e-6;

/// The plan of a gun on shore: almost a point.
const GUN_ASHORE: HullShape = HullShape { length_in: 0.02, beam_in: 0.02, stack_ahead_in: 0.0 };

/// A ship on the table: its position and the shape of its hull.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedShip {
    /// The position with its uncertainty.
    pub observation: Observation,
    /// Its plan.
    pub hull: HullShape,
    /// The position when the way began and every later position except the present one; empty for a ship that was not
    /// moved.
    pub way: Vec<Observation>,
}

impl PlacedShip {
    /// A ship that has not moved.
    pub fn at_rest(observation: Observation, hull: HullShape) -> Self {
        Self { observation, hull, way: Vec::new() }
    }

    /// The ship's outline on the table.
    pub fn standing(&self) -> Standing {
        Standing::of_hull(&self.observation, &self.hull)
    }

    /// No part of the hull is further from the stack than this, inches.
    pub(crate) fn reach_in(&self) -> f64 {
        (self.hull.length_in + self.hull.beam_in) / 2.0 + self.hull.stack_ahead_in.abs()
    }

    /// Returns false if the gap between this ship's hull, placed there, and the other's is certainly wider than this,
    /// inches: a quick test before the outlines are compared.
    pub(crate) fn may_be_within(&self, there: Pose, other: &Self, gap_in: f64) -> bool {
        let (one, two) = (there.stack, other.observation.pose.stack);
        let apart_in2 = (one.x_in - two.x_in).powi(2) + (one.y_in - two.y_in).powi(2);
        apart_in2 <= (self.reach_in() + other.reach_in() + gap_in + QUICK_IN).powi(2)
    }

    /// The ship at every position of its way, the present one last.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let stops = self.way.iter().chain(std::iter::once(&self.observation));
        stops.map(|stop| Standing::of_hull(stop, &self.hull)).collect()
    }
}

/// A table that answers from the positions of ships and terrain.
#[derive(Debug, Clone, Default)]
pub struct PlacedTable {
    ships: Vec<PlacedShip>,
    guns_ashore: Vec<PlacedShip>,
    /// Shared, because commanders try their moves on copies of the table.
    terrain: Arc<Vec<Terrain>>,
    /// The rectangle around each piece of terrain.
    terrain_bounds: Arc<Vec<Bounds>>,
    size_in: Option<(f64, f64)>,
    /// The names of ships for sentences.
    names: Arc<BTreeMap<ShipId, String>>,
}

impl PlacedTable {
    /// A table with these ships. The caller leaves out ships that are sunk or away.
    pub fn new(ships: Vec<PlacedShip>) -> Self {
        Self { ships, ..Self::default() }
    }

    /// The same table with guns of forts at these points, inches east and north. Ranges are measured to and from them
    /// as for ships (heading north), and burst circles cover them, but they block nothing.
    #[must_use]
    pub fn with_guns_ashore(self, guns: impl IntoIterator<Item = (ShipId, Point)>) -> Self {
        let place = |(ship, stack): (ShipId, Point)| {
            let observation = Observation::placed(ship, Pose { stack, heading: Heading::from_deg(0.0) });
            PlacedShip::at_rest(observation, GUN_ASHORE)
        };
        Self { guns_ashore: guns.into_iter().map(place).collect(), ..self }
    }

    /// The same table with this terrain.
    #[must_use]
    pub fn with_terrain(self, terrain: Vec<Terrain>) -> Self {
        let terrain_bounds = terrain.iter().map(|piece| Bounds::of(&piece.outline)).collect();
        Self { terrain: Arc::new(terrain), terrain_bounds: Arc::new(terrain_bounds), ..self }
    }

    /// The same table with edges: its size in inches east and north of the south-west corner.
    #[must_use]
    pub fn with_edges(self, size_in: (f64, f64)) -> Self {
        Self { size_in: Some(size_in), ..self }
    }

    /// The same table with the names of ships for sentences; a ship without a name is called by its id.
    #[must_use]
    pub fn with_names(self, names: impl IntoIterator<Item = (ShipId, String)>) -> Self {
        Self { names: Arc::new(names.into_iter().collect()), ..self }
    }

    /// The ships on the table.
    pub fn ships(&self) -> &[PlacedShip] {
        &self.ships
    }

    /// A ship, or a gun of a fort, by its id.
    pub fn placed(&self, id: &ShipId) -> Option<&PlacedShip> {
        self.ships.iter().chain(&self.guns_ashore).find(|placed| placed.observation.ship == *id)
    }

    /// The terrain on the table.
    pub fn terrain(&self) -> &[Terrain] {
        &self.terrain
    }

    /// The terrain within this distance of a point, inches, and perhaps some that is a little further off.
    pub(crate) fn terrain_near(&self, from: Point, distance_in: f64) -> impl Iterator<Item = &Terrain> {
        let from = Bounds::of(&[from]);
        let all = self.terrain.iter().zip(self.terrain_bounds.iter());
        all.filter(move |(_, bounds)| !from.is_clear_of(**bounds, distance_in)).map(|(piece, _)| piece)
    }

    /// The size, inches east and north; none if it is unknown.
    pub fn size_in(&self) -> Option<(f64, f64)> {
        self.size_in
    }

    /// Puts a model on the table, in place of any with the same id.
    pub fn put(&mut self, ship: PlacedShip) {
        self.take_off(&ship.observation.ship);
        self.ships.push(ship);
    }

    /// Takes a model, or a gun of a fort, off the table.
    pub fn take_off(&mut self, id: &ShipId) {
        self.ships.retain(|placed| placed.observation.ship != *id);
        self.guns_ashore.retain(|placed| placed.observation.ship != *id);
    }

    /// Keeps the models of these ships only.
    pub(crate) fn keep(&mut self, stands: impl Fn(&ShipId) -> bool) {
        self.ships.retain(|placed| stands(&placed.observation.ship));
    }

    /// Moves a model; its previous position becomes part of its way.
    pub fn set_down(&mut self, id: &ShipId, pose: Pose) {
        if let Some(placed) = self.ships.iter_mut().find(|placed| placed.observation.ship == *id) {
            placed.way.push(placed.observation.clone());
            placed.observation.pose = pose;
        }
    }

    /// Starts new ways at the present positions of these ships.
    pub fn begin_ways(&mut self, whose: &WaysBegin) {
        let beginning = self.ships.iter_mut().filter(|placed| whose.includes(&placed.observation.ship));
        beginning.for_each(|placed| placed.way.clear());
    }

    pub(in crate::core) fn find(&self, ship: &ShipId) -> Result<&PlacedShip, Answer> {
        let unknown = |why: String| Answer::Unknown { why };
        let name = self.names.get(ship).map_or(ship.as_str(), String::as_str);
        let mut all = self.ships.iter().chain(&self.guns_ashore);
        let placed = all.find(|placed| placed.observation.ship == *ship).ok_or_else(|| {
            unknown(format!("{name} is not on the table: set the model out, or place it by hand."))
        })?;
        if !placed.observation.seen {
            return Err(unknown(format!("Something hides {name}: clear the view and try again.")));
        }
        if !placed.observation.sure {
            return Err(unknown(format!("It isn't certain which model is {name}: confirm it first.")));
        }
        Ok(placed)
    }

    fn others<'a>(&'a self, except: &'a [&ShipId]) -> impl Iterator<Item = &'a PlacedShip> {
        self.ships.iter().filter(|placed| !except.contains(&&placed.observation.ship))
    }

    fn range(&self, from: &ShipId, to: &ShipId) -> Result<Answer, Answer> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let range_in = geometry::range_in(&from.observation, &to.observation).rounded_in();
        Ok(Answer::Range(RangeFact { range_in }))
    }

    fn range_before(&self, from: &ShipId, to: &ShipId) -> Result<Answer, Answer> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let first = from.way.first().unwrap_or(&from.observation);
        Ok(Answer::Range(RangeFact { range_in: geometry::range_in(first, &to.observation).rounded_in() }))
    }

    fn bearing(&self, from: &ShipId, to: &ShipId) -> Result<Answer, Answer> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let bearing = geometry::relative_bearing_rad(&from.observation, &to.observation);
        let bearing_deg = Measured::new(
            round_bearing_deg(bearing.value.to_degrees()),
            geometry::round_deg(bearing.sigma.to_degrees()),
        );
        Ok(Answer::Bearing(BearingFact { bearing_deg }))
    }

    fn line_of_fire(&self, from: &ShipId, to: &ShipId) -> Result<Answer, Answer> {
        let (shooter, target) = (self.find(from)?.standing(), self.find(to)?.standing());
        let (clear, near) = self.line([from, to], &shooter, &target);
        Ok(Answer::LineOfFire(LineOfFireFact { clear, near }))
    }

    fn span(&self, from: &ShipId, to: &ShipId) -> Result<Answer, Answer> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let seen = geometry::in_arc(&from.standing(), &[], &to.standing(), ArcTarget::AnyPart);
        Ok(Answer::Span(SpanFact {
            bearing_deg: Measured::new(
                round_bearing_deg(seen.bearing_deg.value),
                geometry::round_deg(seen.bearing_deg.sigma),
            ),
            before_deg: geometry::round_deg(seen.before_deg),
            after_deg: geometry::round_deg(seen.after_deg),
        }))
    }

    fn heading(&self, ship: &ShipId) -> Result<Answer, Answer> {
        let observation = &self.find(ship)?.observation;
        Ok(Answer::Heading(HeadingFact {
            heading_deg: Measured::new(
                round_bearing_deg(observation.pose.heading.deg()),
                geometry::round_deg(observation.heading_sigma_rad.to_degrees()),
            ),
        }))
    }

    /// The obstacles between two ships' reference points.
    fn line(&self, pair: [&ShipId; 2], shooter: &Standing, target: &Standing) -> (Verdict, Vec<Blocker>) {
        let ends_err_in = [shooter, target].map(|end| {
            let lever_in = end.middle.distance_in(end.pose.stack);
            let err_in = end.middle_sigma_in + end.heading_sigma_rad * lever_in;
            if end.camera_error.is_some() { f64::INFINITY } else { err_in }
        });
        let between: Vec<(&ShipId, Standing)> = self
            .others(&pair)
            .filter(|placed| {
                let seen = &placed.observation;
                let (reach_in, gap_in) = (
                    placed.reach_in(),
                    segment_gap_in(shooter.pose.stack, target.pose.stack, &[seen.pose.stack]),
                );
                let own_err_in = 2.0 * (seen.sigma_in + seen.heading_sigma_rad * reach_in);
                let err_in = ends_err_in.iter().sum::<f64>() + own_err_in;
                // A hull is certainly clear of the line beyond two standard deviations of everything.
                seen.camera_error.is_some() || gap_in <= reach_in + 2.0 * err_in + QUICK_IN
            })
            .map(|placed| (&placed.observation.ship, placed.standing()))
            .collect();
        let ships = between.iter().map(|(id, standing)| (*id, standing));
        let found = geometry::line_of_fire(shooter, target, ships, &self.terrain);
        let mut near: Vec<Blocker> = found
            .in_the_way
            .into_iter()
            .map(|it| Blocker { barrier: it.barrier, clear: it.clear, clearance_in: it.gap_in.rounded_in() })
            .collect();
        near.sort_by(|a, b| a.barrier.cmp(&b.barrier));
        (found.clear, near)
    }

    fn touching(&self, ship: &ShipId) -> Result<Answer, Answer> {
        let placed = self.find(ship)?;
        let own = placed.standing();
        let mut near: Vec<Contact> = self
            .others(&[ship])
            .filter(|other| placed.may_be_within(own.pose, other, NEIGHBOURS_IN))
            .map(|other| (other, geometry::gap(&own, &other.standing())))
            .filter(|(_, gap)| gap.gap_in.value < NEIGHBOURS_IN)
            .map(|(other, gap)| Contact {
                ship: other.observation.ship.clone(),
                gap_in: gap.gap_in.rounded_in(),
                touching: gap.touching(CONTACT_TOLERANCE_IN),
            })
            .collect();
        near.sort_by(|a, b| a.gap_in.value.total_cmp(&b.gap_in.value).then_with(|| a.ship.cmp(&b.ship)));
        Ok(Answer::Touching(TouchingFact { near }))
    }

    fn strike(&self, rammer: &ShipId, target: &ShipId) -> Result<Answer, Answer> {
        let (rammer, target) = (self.find(rammer)?.standing(), self.find(target)?.standing());
        let strike = geometry::strike(&rammer, &target, HullEnds::default());
        let deg = |rad: f64| geometry::round_deg(rad.to_degrees());
        Ok(Answer::Strike(StrikeFact {
            gap_in: strike.gap_in.rounded_in(),
            touching: strike.touching(CONTACT_TOLERANCE_IN),
            angle_deg: Measured::new(deg(strike.angle_rad.value), deg(strike.angle_rad.sigma)),
            part: strike.part,
            part_margin_in: strike.part_margin_in.rounded_in(),
        }))
    }

    fn edge_of(&self, ship: &ShipId) -> Result<Answer, Answer> {
        let placed = self.find(ship)?;
        let (east_in, north_in) = self.size_in.ok_or_else(|| Answer::Unknown {
            why: "Nobody said how large the table is: give its sides.".to_owned(),
        })?;
        let Point { x_in, y_in } = placed.observation.pose.stack;
        let distances = [
            (Edge::North, north_in - y_in),
            (Edge::East, east_in - x_in),
            (Edge::South, y_in),
            (Edge::West, x_in),
        ];
        let (edge, distance_in) =
            distances.into_iter().fold((Edge::North, f64::INFINITY), |nearest, other| {
                if other.1 < nearest.1 { other } else { nearest }
            });
        let distance_in = Measured::new(distance_in, placed.observation.sigma_in).rounded_in();
        Ok(Answer::EdgeOf(EdgeFact { edge, distance_in }))
    }

    /// A ship is under a circle if any part of its hull is.
    fn under_circle(&self, middle: Point, diameter_in: f64) -> Answer {
        let mut under: Vec<Under> = self
            .ships
            .iter()
            .chain(&self.guns_ashore)
            .map(|placed| (placed, geometry::signed_gap_in(&placed.standing().outline, middle)))
            .map(|(placed, gap_in)| {
                let clearance_in =
                    Measured::new(gap_in - diameter_in / 2.0, placed.observation.sigma_in).rounded_in();
                Under {
                    ship: placed.observation.ship.clone(),
                    clearance_in,
                    under: clearance_in.at_most(0.0),
                }
            })
            .filter(|under| under.clearance_in.value < NEIGHBOURS_IN)
            .collect();
        under.sort_by(|a, b| a.ship.cmp(&b.ship));
        Answer::UnderCircle(UnderCircleFact { under })
    }

    fn hex_of_ship(&self, ship: &ShipId, grid: &HexGrid) -> Result<Answer, Answer> {
        let place = grid.place(&self.find(ship)?.standing());
        let deg = |rad: f64| geometry::round_deg(rad.to_degrees());
        Ok(Answer::HexOf(HexFact {
            hex: place.hex,
            margin_in: place.margin_in.rounded_in(),
            next_hex: place.next_hex,
            sure_of_hex: place.sure_of_hex,
            facing: place.facing,
            off_deg: deg(place.off_rad),
            margin_deg: Measured::new(deg(place.margin_rad.value), deg(place.margin_rad.sigma)),
            next_facing: place.next_facing,
            sure_of_facing: place.sure_of_facing,
        }))
    }

    fn range_to_point(&self, from: &ShipId, point: Point) -> Result<Answer, Answer> {
        let placed = self.find(from)?;
        let distance_in = placed.observation.pose.stack.distance_in(point);
        let range_in = Measured::new(distance_in, placed.observation.sigma_in).rounded_in();
        Ok(Answer::RangeToPoint(RangeFact { range_in }))
    }
}

impl PlacedTable {
    fn sight(&self, from: &ShipId, ahead_in: f64, to: &ShipId) -> Result<Answer, Answer> {
        let pair = [from, to];
        let (from, to) = (self.find(from)?, self.find(to)?);
        let mut turret = from.observation.clone();
        turret.pose.stack = turret.pose.stack.moved(turret.pose.heading, ahead_in);
        // An error of the heading moves the turret around the stack.
        turret.sigma_in = turret.sigma_in.hypot(ahead_in * turret.heading_sigma_rad);
        let bearing = geometry::relative_bearing_rad(&turret, &to.observation);
        // The hull stays where it is when its reference point moves to the turret.
        let hull = HullShape { stack_ahead_in: from.hull.stack_ahead_in + ahead_in, ..from.hull };
        let (_, near) = self.line(pair, &Standing::of_hull(&turret, &hull), &to.standing());
        Ok(Answer::Sight(SightFact {
            near: Some(near),
            range_in: geometry::range_in(&turret, &to.observation).rounded_in(),
            bearing_deg: Measured::new(
                round_bearing_deg(bearing.value.to_degrees()),
                geometry::round_deg(bearing.sigma.to_degrees()),
            ),
        }))
    }
}

impl TableFacts for PlacedTable {
    fn answer(&self, query: &Query) -> Answer {
        let answer = match query {
            Query::Range { from, to } => self.range(from, to),
            Query::RangeBefore { from, to } => self.range_before(from, to),
            Query::Bearing { from, to } => self.bearing(from, to),
            Query::Span { from, to } => self.span(from, to),
            Query::Heading { ship } => self.heading(ship),
            Query::LineOfFire { from, to } => self.line_of_fire(from, to),
            Query::Way { ship, steering } => self.way(ship, *steering),
            Query::Touching { ship } => self.touching(ship),
            Query::Strike { rammer, target } => self.strike(rammer, target),
            Query::Waters { ship, steering } => self.waters(ship, *steering),
            Query::EdgeOf { ship } => self.edge_of(ship),
            Query::UnderCircle { x_in, y_in, diameter_in } => {
                Ok(self.under_circle(Point::new(*x_in, *y_in), *diameter_in))
            }
            Query::HexOf { ship, grid } => self.hex_of_ship(ship, grid),
            Query::Sight { from, ahead_in, to } => self.sight(from, *ahead_in, to),
            Query::RangeToPoint { from, x_in, y_in } => self.range_to_point(from, Point::new(*x_in, *y_in)),
        };
        answer.unwrap_or_else(|unknown| unknown)
    }
}
