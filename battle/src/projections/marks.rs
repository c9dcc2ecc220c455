//! The marks on the table for the ships that a window's player looks at, with that player's knowledge only.

use crate::forms::book_adapter::BookAdapter;
use crate::record::events::MovesAre;
use crate::session::battle::Battle;
use crate::view::{ArcMark, FireMark, GunSector, RangeBandMark, ReachMark, TableMarks};
use geometry::{
    Arc, Barrier, Heading, Measured, Point, Pose, ShipId, Standing, Steering, TerrainKind, Verdict, bears,
};
use rulesets::core::{Audience, PlacedShip, PlacedTable};
use std::f64::consts::FRAC_PI_2;

impl<B: BookAdapter> Battle<B> {
    /// The marks for the ship that a player looks at, and for the one that she is measured to. A book may forbid
    /// measures before decisions; then ranges and lines of fire are left out.
    pub fn marks_for(&self, ship: Option<&ShipId>, target: Option<&ShipId>, viewer: &Audience) -> TableMarks {
        let seen = self.situation_for(viewer);
        let secrets = self.book.secret_areas(&seen.book, &seen.terrain, viewer);
        let table = self.table_now();
        let placed = |ship: &ShipId| table.ships().iter().find(|placed| placed.observation.ship == *ship);
        let Some(from) = ship.and_then(placed) else {
            return TableMarks { secrets, ..TableMarks::default() };
        };
        let reaches = self.reach_marks(&seen.book, from);
        if !self.book.may_measure(&seen.book) {
            return TableMarks { reaches, secrets, ..TableMarks::default() };
        }
        let to = target.and_then(placed);
        TableMarks {
            arcs: arc_marks(&self.book.gun_sectors(&seen.book, &from.observation.ship), from, to),
            bands: self.band_marks(&seen.book, from),
            reaches,
            fire: to.map(|to| fire_mark(&table, from, to)),
            secrets,
        }
    }

    fn band_marks(&self, state: &B::State, from: &PlacedShip) -> Vec<RangeBandMark> {
        let ship = &from.observation.ship;
        let mut from_in = 0.0;
        let mark = |edge: crate::view::RangeEdge| {
            let band = RangeBandMark {
                ship: ship.to_string(),
                at: from.observation.pose.stack,
                from_in,
                to_in: edge.to_in,
                name: edge.name,
            };
            from_in = edge.to_in;
            band
        };
        self.book.range_edges(state, ship).into_iter().map(mark).collect()
    }

    /// Where the ship can go from the place where her move begins, while she may be moved.
    fn reach_marks(&self, state: &B::State, from: &PlacedShip) -> Vec<ReachMark> {
        let ship = &from.observation.ship;
        let judged = self.situation.begun.moves == MovesAre::Judged;
        if self.situation.over || judged && !self.book.movers(state).contains(ship) {
            return Vec::new();
        }
        let start = from.way.first().unwrap_or(&from.observation).pose;
        let mark = |(steering, reach)| ReachMark {
            ship: ship.to_string(),
            reach,
            circles: turning_circles(start, steering),
        };
        self.book.reaches(state, ship, start).into_iter().map(mark).collect()
    }
}

/// The turning circles of a ship that begins its move here: to port and to starboard.
fn turning_circles(start: Pose, steering: Steering) -> Vec<(Point, f64)> {
    match steering {
        Steering::Circle { radius_in } => [-FRAC_PI_2, FRAC_PI_2]
            .map(|aside_rad| (start.stack.moved(start.heading.turned(aside_rad), radius_in), radius_in))
            .to_vec(),
        _ => Vec::new(),
    }
}

/// The sectors of guns on the table; those with the same edges only once.
fn arc_marks(sectors: &[GunSector], from: &PlacedShip, to: Option<&PlacedShip>) -> Vec<ArcMark> {
    let pose = from.observation.pose;
    let bearing_deg =
        to.map(|to| in_degrees(geometry::relative_bearing_rad(&from.observation, &to.observation)));
    let mut marks: Vec<ArcMark> = Vec::new();
    for sector in sectors {
        let arc = Arc::new(sector.from_deg, sector.to_deg);
        let mark = ArcMark {
            ship: from.observation.ship.to_string(),
            at: pose.stack,
            from_deg: Heading::from_deg(pose.heading.deg() + sector.from_deg).deg(),
            sweep_deg: arc.width_deg(),
            reach_in: sector.reach_in,
            bears: bearing_deg.map(|bearing_deg| bears(&[arc], bearing_deg)),
        };
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks
}

fn in_degrees(angle_rad: Measured) -> Measured {
    Measured::new(angle_rad.value.to_degrees(), angle_rad.sigma.to_degrees())
}

fn fire_mark(table: &PlacedTable, from: &PlacedShip, to: &PlacedShip) -> FireMark {
    let others: Vec<(&ShipId, Standing)> = table
        .ships()
        .iter()
        .map(|placed| (&placed.observation.ship, placed.standing()))
        .filter(|(ship, _)| **ship != from.observation.ship && **ship != to.observation.ship)
        .collect();
    // What a chart keeps secret must not show in a line of fire.
    let visible =
        table.terrain().iter().filter(|piece| piece.blocks_sight && piece.kind != TerrainKind::Mined);
    let visible: Vec<_> = visible.cloned().collect();
    let line = geometry::line_of_fire(
        &from.standing(),
        &to.standing(),
        others.iter().map(|(ship, standing)| (*ship, standing)),
        &visible,
    );
    let outline = |barrier: &Barrier| match barrier {
        Barrier::Ship(ship) => {
            others.iter().find(|(other, _)| *other == ship).map(|(_, standing)| standing.outline.clone())
        }
        Barrier::Terrain(id) => {
            visible.iter().find(|piece| piece.id == *id).map(|piece| piece.outline.clone())
        }
    };
    let end = |placed: &PlacedShip| (placed.observation.ship.to_string(), placed.observation.pose.stack);
    FireMark {
        from: end(from),
        to: end(to),
        clear: line.clear,
        in_the_way: line
            .in_the_way
            .iter()
            .filter(|near| near.clear != Verdict::Yes)
            .filter_map(|near| outline(&near.barrier))
            .collect(),
    }
}
