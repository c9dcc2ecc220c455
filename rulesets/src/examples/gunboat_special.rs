//! Gunboat examples: `mortar` and `fire_on_boarders`.

use crate::core::{Answer, Query, RangeFact, Scripted, Under, UnderCircleFact};
use crate::examples::Given;
use crate::examples::gunboat::{Table, shooter_setup, target_setup};
use crate::gunboat::{
    Decision, FortCard, FortGun, GunKind, GunMount, MortarAim, MortarSpot, MountChoice, MountId, Side,
};
use geometry::{Measured, ShipId, Verdict};
use serde_json::json;

impl Table<'_> {
    /// One mortar at a fort, or at a ship that lies still.
    pub(super) fn mortar(&mut self, given: &Given) -> Result<(), String> {
        let bore_in = given.number("mortar_in").ok_or("it has no mortar_in")?;
        let range_in = given.number("range_in").ok_or("it has no range_in")?;
        let nothing = Given::default();
        let target = given.get("target").unwrap_or(&nothing);
        let at_fort = match target.text("kind") {
            Some("fort") => true,
            None | Some("ship") => false,
            Some(other) => return Err(format!("“{other}” is nothing that mortars fire at")),
        };
        let mut boat = target_setup(&nothing)?;
        boat.card.id = ShipId::new("boat");
        boat.card.side = Side::Union;
        let mount = MountId::of("mortar");
        boat.card.mounts = vec![GunMount {
            id: mount.clone(),
            place: "Mortar".to_owned(),
            gun: format!("{bore_in}\" MORTAR"),
            kind: GunKind::Mortar,
            pf: 0,
            guns: 1,
            arcs: vec![geometry::Arc::ALL_ROUND],
            turret: None,
        }];
        let own = boat.card.id.clone();
        self.facts = Scripted::pair(&own, &self.more.target, range_in, 0.0);
        let gun = ShipId::new("gun");
        let range = Answer::Range(RangeFact { range_in: Measured::exact(range_in) });
        let lies = Under { ship: gun.clone(), clearance_in: Measured::exact(-0.1), under: Verdict::Yes };
        let clear = crate::core::LineOfFireFact { clear: Verdict::Yes, near: Vec::new() };
        let facts = std::mem::take(&mut self.facts)
            .with(Query::Range { from: own.clone(), to: gun.clone() }, range)
            .with(Query::LineOfFire { from: own.clone(), to: gun.clone() }, Answer::LineOfFire(clear));
        let circles =
            [0.5, 0.75, 0.875].map(|diameter_in| Query::UnderCircle { x_in: 0.0, y_in: 0.0, diameter_in });
        self.facts = circles.into_iter().fold(facts, |facts, query| {
            facts.with(query, Answer::UnderCircle(UnderCircleFact { under: vec![lies.clone()] }))
        });
        let mut ships = vec![boat];
        let (mut forts, mut at) = (Vec::new(), MortarAim::Ship { ship: self.more.target.clone() });
        if at_fort {
            forts.push(fort(&gun));
            at = MortarAim::FortGun { gun };
        } else {
            ships.push(target_setup(target)?);
        }
        self.decide(&Decision::Open { ships, forts, options: Vec::new(), terrain: Vec::new() })?;
        self.decide(&Decision::NextStep)?;
        self.put("hit", json!(false));
        // What went before: earlier turns at the same spot, and her own move.
        let turn = self.state.turn + 1;
        self.state.turn = turn;
        let turns = given.number("same_spot_successive_turn").unwrap_or(1.0).clamp(1.0, 99.0) as u8;
        let moved = given.flag("mortar_moved").unwrap_or(false);
        let moving = target.flag("moving").unwrap_or(false);
        for (ship, under_way) in [(own.clone(), moved), (self.more.target.clone(), moving)] {
            if let Some(ship) = self.state.ships.get_mut(&ship) {
                ship.under_way_turn = under_way.then_some(turn);
            }
        }
        if let Some(ship) = self.state.ships.get_mut(&own).filter(|_| turns > 1) {
            let spot = MortarSpot { aim: at.clone(), turn: turn - 1, turns: turns - 1 };
            ship.mortar_spots.insert(mount.clone(), spot);
        }
        self.attempt(&Decision::FireMortar { ship: own, mount, at, settled: Vec::new() })
    }

    /// One ship's fire at parties on a friend's deck.
    pub(super) fn fire_on_boarders(&mut self, given: &Given) -> Result<(), String> {
        let shooter = shooter_setup(self.book, given)?;
        let range_in = given.number("range_in").ok_or("it has no range_in")?;
        let nothing = Given::default();
        let boarded = given.get("boarded_ship").unwrap_or(&nothing);
        let mut ship = target_setup(boarded)?;
        ship.card.side = Side::Union;
        if let Some(ironclad) = boarded.flag("ironclad") {
            ship.card.ironclad = ironclad;
        }
        let firer = shooter.card.id.clone();
        self.facts = Scripted::pair(&firer, &self.more.target, range_in, 0.0);
        self.decide(&Decision::Open {
            ships: vec![shooter, ship],
            forts: Vec::new(),
            options: Vec::new(),
            terrain: Vec::new(),
        })?;
        self.decide(&Decision::NextStep)?;
        let parties = given.number("parties_on_deck").unwrap_or(1.0).clamp(0.0, 99.0) as u8;
        if let Some(ship) = self.state.ships.get_mut(&self.more.target) {
            ship.boarders = parties;
        }
        self.put("parties_destroyed", json!(0));
        let fire = Decision::FireAtBoarders {
            shooter: firer,
            boarded: self.more.target.clone(),
            mounts: MountChoice::AllThatBear,
            settled: Vec::new(),
        };
        self.attempt(&fire)?;
        let lost = self.target().map_or(0, |ship| {
            let all: u32 = ship.card.sections().iter().map(|row| u32::from(ship.card.printed(row))).sum();
            all - ship.free_in_all()
        });
        self.put("boarded_ship_hits", json!(lost));
        Ok(())
    }
}

/// A fort of one gun at the table's corner.
fn fort(gun: &ShipId) -> FortCard {
    FortCard {
        id: ShipId::new("fort"),
        name: "Fort".to_owned(),
        side: Side::Confederate,
        guns: vec![FortGun {
            id: gun.clone(),
            place: "Parapet".to_owned(),
            gun: "8\" SMOOTHBORE".to_owned(),
            kind: GunKind::Smoothbore,
            pf: 5,
            armor: 4,
            x_in: 0.0,
            y_in: 0.0,
            arcs: vec![geometry::Arc::ALL_ROUND],
        }],
    }
}
