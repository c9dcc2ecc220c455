//! Shoals, banks, mines and the shore (GUN-53 to GUN-58).

use super::Battle;
use super::damage::Due;
use super::ship::Ship;
use super::way::Way;
use crate::plane::{gap_in, outline_in};
use crate::record::{Event, ReadError};
use serde_json::Value;

/// The strip along every shore that is always shoal, inches (GUN-55).
const STRIP_IN: f64 = 1.0;
/// The spacing of samples along a way, inches.
const LOOK_IN: f64 = 0.05;
/// The uncertainty at an edge, inches: the difference between two ways of measuring.
const DOUBT_IN: f64 = 0.03;

impl Battle<'_> {
    /// Reads the recorded hazards on a ship's way, and checks that its hull met just those.
    pub(super) fn hazards(
        &mut self,
        event: &Event,
        ship: &Ship,
        way: Option<Way>,
        straight_in: f64,
    ) -> Result<Vec<(String, String)>, ReadError> {
        let recorded: Vec<Value> = event.read("/event/review/hazards")?;
        let recorded: Vec<(String, String)> = recorded
            .iter()
            .map(|met| {
                let word = |path| met.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
                (word("/area"), word("/kind/is"))
            })
            .collect();
        self.calls_for(event, "GUN-53", &rolls_for(&recorded))?;
        let settled: Vec<Value> = event.read("/event/review/settled")?;
        let steered = event.text("/event/review/steering/steering");
        // With players' settlements, or with a jammed helm, the record decides what was met.
        let Some(way) = way.filter(|_| settled.is_empty() && steered == Some("circle")) else {
            return Ok(recorded);
        };
        let moved = straight_in > super::sailing::NUDGE_IN;
        for piece in self.terrain.clone() {
            let clearance_in =
                if moved { self.clearance_in(&ship.card.id, &way, &piece) } else { f64::INFINITY };
            for (kind, edge_in) in self.may_meet(ship, &piece) {
                let rule = match kind {
                    "shoal" => "GUN-53",
                    "bank" => "GUN-55",
                    _ => "GUN-56",
                };
                let met = recorded.contains(&(piece.id.clone(), kind.to_owned()));
                let doubtful = (clearance_in - edge_in).abs() <= DOUBT_IN;
                let reads = clearance_in <= edge_in;
                let holds = doubtful || reads == met;
                let words = (format!("{}: {clearance_in:.3} in", piece.id), format!("{kind} met: {met}"));
                self.report.hold(rule, event.seq, holds, &words.0, &words.1);
            }
        }
        Ok(recorded)
    }

    /// The hazards that a piece can be to the ship, and the distance for each.
    fn may_meet(&self, ship: &Ship, piece: &super::Piece) -> Vec<(&'static str, f64)> {
        let depth_ft = self.amount("gun.bank_shoal_depth_ft");
        match piece.is.as_str() {
            "shoal" if ship.draws_ft() > piece.depth_ft => vec![("shoal", 0.0)],
            "mined" if !ship.card.launch => vec![("mined", 0.0)],
            "land" | "fort" if ship.draws_ft() > depth_ft => vec![("bank", STRIP_IN * self.scale())],
            _ => Vec::new(),
        }
    }

    /// The smallest distance between the hull on its way and a piece, inches.
    fn clearance_in(&self, id: &str, way: &Way, piece: &super::Piece) -> f64 {
        let hull = self.record.ships.iter().find(|known| known.ship == id);
        let (hull, outline) = (hull.map_or(&[][..], |hull| &hull.hull_in), piece.points());
        let gaps = way.places(LOOK_IN).into_iter().map(|place| gap_in(&outline_in(hull, place), &outline));
        gaps.fold(f64::INFINITY, f64::min)
    }

    pub(super) fn shoal_tested(&mut self, event: &Event) -> Result<(), ReadError> {
        let aground = self.die(event)? == 1;
        self.report.compare("GUN-53", event.seq, aground, event.read("/event/aground")?);
        let ship = self.named(event, "/event/ship")?;
        if aground {
            (ship.aground, ship.ashore, ship.speed) = (true, false, 0);
        }
        Ok(())
    }

    pub(super) fn mine_tested(&mut self, event: &Event) -> Result<(), ReadError> {
        let die = self.die(event)?;
        let area: String = event.read("/event/area")?;
        // An area that was not marked as a dummy is mined.
        let real = self.mines.get(&area).copied().unwrap_or(true);
        let ship = self.named(event, "/event/ship")?;
        let struck = real && die >= 5 && ship.fate.is_none();
        self.report.compare("GUN-56", event.seq, struck, event.read("/event/struck")?);
        self.calls_for(event, "GUN-58", if struck { &["torpedo"] } else { &[] })
    }

    pub(super) fn refloat_tried(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/ship")?;
        self.her_step(event, &id)?;
        let ship = self.named(event, "/event/ship")?;
        let may = ship.aground && !ship.ashore;
        (ship.has_moved, ship.speed, ship.rung) = (true, 0, None);
        self.report.hold(
            "GUN-54",
            event.seq,
            may,
            "she is not aground, or ashore for good",
            "she tries to refloat",
        );
        self.calls_for(event, "GUN-54", &["refloat"])
    }

    pub(super) fn refloat_rolled(&mut self, event: &Event) -> Result<(), ReadError> {
        let afloat = self.die(event)? == 1;
        self.report.compare("GUN-54", event.seq, afloat, event.read("/event/afloat")?);
        let ship = self.named(event, "/event/ship")?;
        ship.aground &= !afloat;
        // A ship without draft boxes sinks once afloat (GUN-AMB-33).
        let (id, sinks) = (ship.card.id.clone(), ship.sinks());
        let reads = sinks.then_some("sunk");
        self.report.compare("GUN-41", event.seq, reads, event.text("/event/fate"));
        if sinks {
            self.lose(&id, "sunk");
        }
        Ok(())
    }

    /// A torpedo on an ironclad: four draft hits, four engine hits, and a D6 of guns (GUN-58, GUN-AMB-35).
    pub(super) fn torpedo_guns_rolled(&mut self, event: &Event) -> Result<(), ReadError> {
        let guns = u32::from(self.die(event)?);
        let id: String = event.read("/event/ship")?;
        let reads = Due::of(&id, vec![(4, vec!["draft"]), (4, vec!["speed"]), (guns, vec!["gun"])]);
        self.due(event, "GUN-58", reads)
    }
}

fn rolls_for(hazards: &[(String, String)]) -> Vec<&'static str> {
    let roll = |(_, kind): &(String, String)| match kind.as_str() {
        "shoal" | "bank" => Some("shoal"),
        "mined" => Some("mine"),
        _ => None,
    };
    hazards.iter().filter_map(roll).collect()
}
