//! Second reader for the hex duel ("A simple Ironclad vs. Ironclad wargame").

mod sailing;
mod sheet;

use crate::hexes::{Grid, Hex, Stand};
use crate::record::{Event, Place, ReadError, Record};
use crate::report::Report;

use serde::Deserialize;
use sheet::Readings;
use std::collections::BTreeMap;

/// An ironclad.
#[derive(Debug, Clone)]
struct Ironclad {
    side: Option<String>,
    /// True if it started at the north edge.
    northern: bool,
    flotation: i64,
    stand: Option<Stand>,
}

/// An island or a rock.
#[derive(Debug, Clone, Deserialize)]
struct Piece {
    kind: String,
    hex: Hex,
}

/// An expected step, and its ship.
#[derive(Debug, Clone, PartialEq)]
struct Next {
    phase: &'static str,
    acting: Option<String>,
}

/// The second umpire's state of a duel.
struct Duel<'a> {
    record: &'a Record,
    report: &'a mut Report,
    readings: Readings,
    grid: Grid,
    sides: Vec<String>,
    ships: BTreeMap<String, Ironclad>,
    pieces: Vec<Piece>,
    /// The models' official places.
    models: BTreeMap<String, Place>,
    faces: BTreeMap<u64, u8>,
    toss: u64,
    winner: Option<String>,
    /// The ship that had the last turn.
    last_moved: Option<String>,
    /// The roll of each gun that fired, in order.
    fired: Vec<(u64, String)>,
    /// The step that must begin next; none while no step must.
    next: Option<Next>,
    /// The lost ship and its fate, before the end is recorded.
    lost: Option<(String, &'static str)>,
}

#[derive(Deserialize)]
struct Entry {
    ship: String,
    start: String,
}

#[derive(Deserialize)]
struct GunRoll {
    request: crate::record::Request,
    decides: Decides,
}

#[derive(Deserialize)]
struct Decides {
    gun: String,
}

/// Replays a duel and recomputes its rulings.
///
/// # Errors
/// When an event lacks what a ruling needs.
pub fn check(record: &Record, report: &mut Report) -> Result<(), ReadError> {
    let Some(opened) = record.standing().find(|event| event.kind == "opened") else { return Ok(()) };
    let readings: Readings = opened.read("/event/options")?;
    let entries: Vec<Entry> = opened.read("/event/ships")?;
    let flotation = readings.flotation as i64;
    let ship = |entry: Entry| {
        let northern = entry.start == "north";
        (entry.ship, Ironclad { side: None, northern, flotation, stand: None })
    };
    let mut duel = Duel {
        record,
        report,
        grid: opened.read("/event/grid")?,
        sides: opened.read("/event/sides")?,
        toss: opened.read("/event/toss/request/id")?,
        ships: entries.into_iter().map(ship).collect(),
        readings,
        pieces: Vec::new(),
        models: BTreeMap::new(),
        faces: BTreeMap::new(),
        winner: None,
        last_moved: None,
        fired: Vec::new(),
        next: None,
        lost: None,
    };
    for event in record.standing() {
        duel.read(event)?;
    }
    Ok(())
}

impl Duel<'_> {
    fn read(&mut self, event: &Event) -> Result<(), ReadError> {
        for stands in &event.places {
            self.models.insert(stands.ship.clone(), stands.place);
        }
        for rolled in &event.rolled {
            self.faces.extend(rolled.thrown.faces.first().map(|face| (rolled.request.id, *face)));
        }
        match event.kind.as_str() {
            "toss_won" => self.toss_won(event),
            "ship_chosen" => self.ship_chosen(event),
            "terrain_placed" => self.terrain_placed(event),
            "set_out" => self.set_out(event),
            "moved" => self.moved(event),
            "altered" => self.altered(event),
            "lay_still" => self.lay_still(event),
            "fire_declared" => self.fire_declared(event),
            "fire_held" => self.fire_done(event),
            "shots_read" => self.shots_read(event),
            "lost" => self.lost(event),
            "ended" => self.ended(event),
            "phase_began" => self.phase_began(event),
            "option_set" => {
                self.readings = event.read("/event/options")?;
                Ok(())
            }
            "grid_registered" => {
                self.grid = event.read("/event/grid")?;
                Ok(())
            }
            "umpire_ordered" => self.umpire_ordered(event),
            _ => Ok(()),
        }
    }

    fn toss_won(&mut self, event: &Event) -> Result<(), ReadError> {
        let recorded: String = event.read("/event/side")?;
        // The coin, thrown as a die: 1 to 3 is the first side.
        let face = self.faces.get(&self.toss).copied().ok_or_else(|| event.lacks("the toss's die"))?;
        let reads = self.sides.get(usize::from(face > 3)).cloned().unwrap_or_default();
        self.report.compare("CHA-3", event.seq, &reads, &recorded);
        self.winner = Some(recorded);
        self.expect("choose_ship", None);
        Ok(())
    }

    fn ship_chosen(&mut self, event: &Event) -> Result<(), ReadError> {
        let (side, ship): (String, String) = (event.read("/event/side")?, event.read("/event/ship")?);
        self.report.compare("CHA-3", event.seq, self.winner.as_ref(), Some(&side));
        let other = self.sides.iter().find(|other| **other != side).cloned();
        for (id, ironclad) in &mut self.ships {
            ironclad.side = if *id == ship { Some(side.clone()) } else { other.clone() };
        }
        self.expect("place_terrain", None);
        Ok(())
    }

    /// Checks the distances around each piece (CHA-4), and the number of pieces (CHA-2).
    fn terrain_placed(&mut self, event: &Event) -> Result<(), ReadError> {
        self.pieces = event.read("/event/pieces")?;
        for kind in ["island", "rock"] {
            let count = self.pieces.iter().filter(|piece| piece.kind == kind).count();
            let holds = count <= sheet::MOST_OF_A_KIND;
            self.report.hold("CHA-2", event.seq, holds, "at most three", &format!("{count} {kind}s"));
        }
        let (columns, rows) = self.grid.size();
        for (at, piece) in self.pieces.iter().enumerate() {
            let (column, row) = self.grid.column_row(piece.hex);
            let ends = if piece.kind == "island" { 2 } else { 1 };
            let clear_of_edges = row.min(rows - 1 - row) >= ends && column.min(columns - 1 - column) >= 1;
            let mut others = self.pieces.iter().enumerate().filter(|(other, _)| *other != at);
            let clear_of_others = others.all(|(_, other)| piece.hex.distance(other.hex) > 1);
            let holds = clear_of_edges && clear_of_others;
            self.report.hold("CHA-4", event.seq, holds, "too near to something", &format!("{piece:?}"));
        }
        self.expect("set_out", None);
        Ok(())
    }

    /// Checks the start: a hex in the centre of the ship's edge, heading for the other edge (CHA-3,
    /// CHA-AMB-18). The loser of the toss moves first.
    fn set_out(&mut self, event: &Event) -> Result<(), ReadError> {
        let places: Vec<(String, Stand)> = event.read("/event/places")?;
        let (columns, rows) = self.grid.size();
        let middle = [(columns - 1) / 2, columns / 2];
        for (id, stand) in places {
            self.model_stands(event, &id, stand)?;
            let (column, row) = self.grid.column_row(stand.hex);
            let ship = self.ship(event, &id)?;
            let (edge, facing) = if ship.northern { (0, 3) } else { (rows - 1, 0) };
            ship.stand = Some(stand);
            let holds = row == edge && stand.facing == facing && middle.contains(&column);
            self.report.hold("CHA-3", event.seq, holds, "the middle of her edge", &format!("{stand:?}"));
        }
        let loses = self.ships.iter().find(|(_, ship)| ship.side != self.winner);
        let first = loses.map(|(id, _)| id.clone());
        self.turn_of(first);
        Ok(())
    }

    /// Checks the model's hex and hexside, where the table was certain and players settled nothing.
    fn model_stands(&mut self, event: &Event, ship: &str, recorded: Stand) -> Result<(), ReadError> {
        let settled: Vec<serde_json::Value> = event.read("/event/settled")?;
        let Some(place) = self.models.get(ship).copied().filter(|_| settled.is_empty()) else {
            return Ok(());
        };
        let hull = self.record.ships.iter().find(|known| known.ship == ship);
        let outline = crate::plane::outline_in(hull.map_or(&[][..], |hull| &hull.hull_in), place);
        let middle = crate::plane::middle(&outline).unwrap_or([place.x_in, place.y_in]);
        let reads = self.grid.stand_of(middle, place.heading_deg);
        self.report.compare("CHA-6", event.seq, reads, recorded);
        Ok(())
    }

    fn altered(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, stand): (String, Stand) = (event.read("/event/ship")?, event.read("/event/place")?);
        self.acts(event, &id, "alter");
        self.model_stands(event, &id, stand)?;
        let ship = self.ship(event, &id)?;
        let before = ship.stand.replace(stand);
        let turned = before.map(|before| (stand.facing - before.facing).rem_euclid(6));
        let stays = before.is_some_and(|before| before.hex == stand.hex);
        let holds = stays && turned.is_some_and(|turned| [0, 1, 5].contains(&turned));
        self.report.hold(
            "CHA-18",
            event.seq,
            holds,
            "one hexside at most",
            &format!("{before:?} to {stand:?}"),
        );
        let dashes = self.enemy(&id);
        self.expect("dash", dashes);
        Ok(())
    }

    /// The guns that bear, if anything can be hit (CHA-12, CHA-13, CHA-15, CHA-16).
    fn bearing_guns(&self, id: &str) -> Vec<&'static str> {
        let stand_of = |id: &str| self.ships.get(id).and_then(|ship| ship.stand);
        let Some((from, to)) = stand_of(id).zip(self.enemy(id).and_then(|enemy| stand_of(&enemy))) else {
            return Vec::new();
        };
        let between = |piece: &&Piece| piece.kind == "island" && piece.hex.under_ruler(from.hex, to.hex);
        let in_range = from.hex.distance(to.hex) - 1 <= sheet::CLEAR_HEXES;
        if !in_range || self.pieces.iter().any(|piece| between(&piece)) {
            return Vec::new();
        }
        sheet::guns_at(from.bearing_deg(to.hex), &self.readings)
    }

    fn fire_declared(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, target): (String, String) = (event.read("/event/ship")?, event.read("/event/target")?);
        self.report.compare("CHA-15", event.seq, self.enemy(&id), Some(target.clone()));
        let from = self.ship(event, &id)?.stand.ok_or_else(|| event.lacks("where she stands"))?;
        let to = self.ship(event, &target)?.stand.ok_or_else(|| event.lacks("where her target stands"))?;
        let distance: i32 = event.read("/event/distance_hexes")?;
        self.report.compare("CHA-13", event.seq, from.hex.distance(to.hex), distance);
        let bearing: f64 = event.read("/event/bearing_deg")?;
        let near = crate::plane::apart_deg(from.bearing_deg(to.hex), bearing) < 0.01;
        let reads = format!("{:.2}", from.bearing_deg(to.hex));
        self.report.hold("CHA-12", event.seq, near, &reads, &format!("{bearing}"));
        // One die a gun. Without named guns all that bear fire; otherwise those of the named guns that bear.
        let rolls: Vec<GunRoll> = event.read("/event/rolls")?;
        let recorded: Vec<&str> = rolls.iter().map(|roll| roll.decides.gun.as_str()).collect();
        let named: Vec<String> =
            event.at("/decision/guns").map_or(Ok(Vec::new()), |_| event.read("/decision/guns"))?;
        let mut reads = self.bearing_guns(&id);
        reads.retain(|gun| named.is_empty() || named.iter().any(|named| named == gun));
        self.report.compare("CHA-15", event.seq, reads, recorded);
        self.fired = rolls.into_iter().map(|roll| (roll.request.id, roll.decides.gun)).collect();
        self.next = None;
        Ok(())
    }

    fn shots_read(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, target): (String, String) = (event.read("/event/ship")?, event.read("/event/target")?);
        let shots: Vec<serde_json::Value> = event.read("/event/shots")?;
        let mut loss = 0;
        let mut disabled = false;
        for ((roll, gun), shot) in std::mem::take(&mut self.fired).into_iter().zip(&shots) {
            let face = self.faces.get(&roll).copied().ok_or_else(|| event.lacks("a gun's die"))?;
            let marked = sheet::DIE.get(usize::from(face).wrapping_sub(1));
            let (word, lost, disables) = *marked.ok_or_else(|| event.lacks("a face of 1 to 6"))?;
            let reads = serde_json::json!({
                "gun": gun, "face": face, "rule": "CHA-14",
                "read": { "word": word, "face": face, "loss": lost, "disables": disables },
            });
            self.report.compare("CHA-14", event.seq, &reads, shot);
            loss += lost;
            disabled |= disables;
        }
        let ship = self.ship(event, &target)?;
        let left = (ship.flotation - loss).max(0);
        ship.flotation = left;
        self.report.compare("CHA-20", event.seq, left, event.read("/event/flotation")?);
        // Disabled twice counts once, and a sinking ship is not there to be rammed (CHA-18, CHA-AMB-15).
        let disabled = disabled && left > 0;
        self.report.compare("CHA-17", event.seq, disabled, event.read("/event/disabled")?);
        if left == 0 {
            self.lost = Some((target, "sunk"));
        } else if disabled && self.readings.disabled_turn == "before_dash" {
            self.expect("alter", Some(target));
        } else if disabled {
            self.expect("dash", Some(id));
        } else {
            self.after_fire();
        }
        Ok(())
    }

    fn fire_done(&mut self, event: &Event) -> Result<(), ReadError> {
        self.report.agree("CHA-15");
        let _: String = event.read("/event/ship")?;
        self.after_fire();
        Ok(())
    }

    fn lost(&mut self, event: &Event) -> Result<(), ReadError> {
        let (ship, fate): (String, String) = (event.read("/event/ship")?, event.read("/event/fate")?);
        if fate == "wrecked" {
            let kind = if self.next.as_ref().is_some_and(|next| next.phase == "restart") {
                "restart"
            } else {
                "ordinary"
            };
            let stuck = !self.can_move(&ship, kind);
            self.report.hold("CHA-AMB-11", event.seq, stuck, "she can move", "wrecked");
            self.lost = Some((ship, "wrecked"));
            return Ok(());
        }
        let rule = match fate.as_str() {
            "sunk" => "CHA-20",
            "rammed" => "CHA-19",
            _ => "CHA-11",
        };
        let reads = self.lost.clone().map(|(ship, fate)| (ship, fate.to_owned()));
        self.report.compare(rule, event.seq, reads, Some((ship, fate)));
        Ok(())
    }

    fn ended(&mut self, event: &Event) -> Result<(), ReadError> {
        let side_of = |ship: &str| self.ships.get(ship).and_then(|ship| ship.side.clone());
        let winner = match &self.lost {
            Some((ship, "escaped")) if self.readings.escape_result == "escaper_wins" => side_of(ship),
            Some((_, "escaped")) | None => None,
            Some((ship, _)) => self.enemy(ship).and_then(|enemy| side_of(&enemy)),
        };
        let recorded = event.text("/event/outcome/side").map(str::to_owned);
        self.report.compare("CHA-11", event.seq, winner, recorded);
        self.expect("over", None);
        Ok(())
    }

    fn phase_began(&mut self, event: &Event) -> Result<(), ReadError> {
        let phase: String = event.read("/event/phase")?;
        let acting = event.text("/event/acting").map(str::to_owned);
        if let Some((ship, fate)) = self.lost.as_ref().filter(|_| phase != "over") {
            self.report.disagree("CHA-11", event.seq, format!("it is over, {ship} is {fate}"), &phase);
        }
        if let Some(next) = self.next.take() {
            let (reads, recorded) = ((next.phase, next.acting.clone()), (phase.as_str(), acting));
            self.report.compare("CHA-6", event.seq, reads, recorded);
            self.next = Some(next);
        }
        Ok(())
    }

    fn umpire_ordered(&mut self, event: &Event) -> Result<(), ReadError> {
        if let Some(ship) = event.text("/event/order/ship").map(str::to_owned) {
            if event.at("/event/order/flotation").is_some() {
                let flotation = event.read("/event/order/flotation")?;
                self.ship(event, &ship)?.flotation = flotation;
            } else {
                let stand = event.read("/event/order/place")?;
                self.ship(event, &ship)?.stand = Some(stand);
            }
        }
        Ok(())
    }

    fn ship(&mut self, event: &Event, id: &str) -> Result<&mut Ironclad, ReadError> {
        self.ships.get_mut(id).ok_or_else(|| event.lacks("a ship that takes part"))
    }

    fn enemy(&self, id: &str) -> Option<String> {
        self.ships.keys().find(|other| *other != id).cloned()
    }

    fn expect(&mut self, phase: &'static str, acting: Option<String>) {
        self.next = Some(Next { phase, acting });
    }

    /// Checks that the acting ship is the one whose step it is.
    fn acts(&mut self, event: &Event, id: &str, phase: &str) {
        if let Some(next) = self.next.take() {
            let reads = (next.phase, next.acting.as_deref());
            self.report.compare("CHA-6", event.seq, reads, (phase, Some(id)));
        }
    }

    /// Players alternate (CHA-6).
    fn turn_of(&mut self, ship: Option<String>) {
        self.expect("move", ship);
    }

    /// After fire the other ship has the next move; where both fire, it fires first (CHA-AMB-5).
    fn after_fire(&mut self) {
        let Some(mover) = self.last_moved.clone() else { return };
        let other = self.enemy(&mover);
        let fires_back = self.readings.both_fire_each_move
            && self.next.as_ref().is_none_or(|next| next.phase != "return_fire");
        match other.clone().filter(|other| fires_back && !self.bearing_guns(other).is_empty()) {
            Some(other) => self.expect("return_fire", Some(other)),
            None => self.turn_of(other),
        }
    }
}
