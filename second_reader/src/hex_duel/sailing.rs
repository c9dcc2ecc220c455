//! Moves of a ship: one hex, the three of a dash, or the one of a restart.

use super::{Duel, sheet};
use crate::hexes::Stand;
use crate::record::{Event, ReadError};

/// The end of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Water,
    ScrapedPast,
    Rammed,
    OpenSea,
}

impl End {
    fn word(self) -> &'static str {
        match self {
            Self::Water => "water",
            Self::ScrapedPast => "scraped_past",
            Self::Rammed => "rammed",
            Self::OpenSea => "open_sea",
        }
    }
}

impl Duel<'_> {
    /// One hex straight ahead on a facing: the new place, and what ends the move; none where the ship may not
    /// go.
    fn one_hex(&self, id: &str, from: Stand, facing: i32, kind: &str) -> Option<(Stand, End)> {
        let enemy = self.enemy(id).and_then(|enemy| self.ships.get(&enemy)?.stand)?;
        let free = |stand: &Stand| {
            self.grid.holds(stand.hex) && !self.pieces.iter().any(|piece| piece.hex == stand.hex)
        };
        let next = Some(Stand { hex: from.hex.next(facing), facing }).filter(&free)?;
        let (stand, end) = if next.hex != enemy.hex {
            (next, End::Water)
        } else if (enemy.facing + 3).rem_euclid(6) == facing {
            // Bow to bow: no ram, the ships scrape past each other (CHA-19, CHA-AMB-9).
            let beyond = Some(Stand { hex: next.hex.next(facing), facing }).filter(&free)?;
            (beyond, if self.readings.head_on == "illegal" { return None } else { End::ScrapedPast })
        } else if kind == "dash" || self.readings.ram_any_time {
            (next, End::Rammed)
        } else {
            return None;
        };
        let (_, row) = self.grid.column_row(stand.hex);
        let far_edge = if self.ships.get(id)?.northern { self.grid.size().1 - 1 } else { 0 };
        let gained = end != End::Rammed && row == far_edge;
        Some((stand, if gained { End::OpenSea } else { end }))
    }

    /// The hexsides that a ship may turn before each hex.
    fn turns(&self, kind: &str) -> &'static [i32] {
        match kind {
            "dash" if self.readings.dash_turns == "unlimited" => &[0, 1, 2, 3, 4, 5],
            "restart" if self.readings.disabled_turn != "before_restart" => &[0],
            _ => &[0, 1, 5],
        }
    }

    /// Tells whether a dash passes through the disabled ship's hex in its first two hexes, where the option
    /// allows it (CHA-AMB-6).
    fn passes(&self, kind: &str, end: End, left: usize) -> bool {
        kind == "dash" && self.readings.dash_meets == "goes_on_to_three" && end == End::Rammed && left > 1
    }

    /// Tells whether the ship has any way for this move.
    pub(super) fn can_move(&self, id: &str, kind: &str) -> bool {
        let hexes = if kind == "dash" { sheet::DASH } else { 1 };
        let from = self.ships.get(id).and_then(|ship| ship.stand);
        from.is_some_and(|from| self.can_go(id, from, kind, hexes))
    }

    fn can_go(&self, id: &str, from: Stand, kind: &str, left: usize) -> bool {
        left == 0
            || self.turns(kind).iter().any(|turn| {
                let step = self.one_hex(id, from, (from.facing + turn).rem_euclid(6), kind);
                step.is_some_and(|(stand, end)| {
                    let goes_on = end == End::Water || self.passes(kind, end, left);
                    !goes_on || self.can_go(id, stand, kind, left - 1)
                })
            })
    }

    pub(super) fn moved(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, kind): (String, String) = (event.read("/event/ship")?, event.read("/event/kind")?);
        let (rule, phase, hexes) = match kind.as_str() {
            "dash" => ("CHA-17", "dash", sheet::DASH),
            "restart" => ("CHA-17", "restart", 1),
            _ => ("CHA-8", "move", 1),
        };
        self.acts(event, &id, phase);
        let places: Vec<Stand> = event.read("/event/route/places")?;
        let recorded: String = event.read("/event/route/end")?;
        let mut here = self.ship(event, &id)?.stand.ok_or_else(|| event.lacks("where she stands"))?;
        self.report.compare(rule, event.seq, here, event.read("/event/from")?);
        let mut end = End::Water;
        for (gone, place) in places.iter().enumerate() {
            let turned = (place.facing - here.facing).rem_euclid(6);
            let step = self.one_hex(&id, here, place.facing, &kind);
            let lawful =
                self.turns(&kind).contains(&turned) && step.is_some_and(|(stand, _)| stand == *place);
            let reads = format!("{step:?} after one alteration of course");
            self.report.hold(rule, event.seq, lawful, &reads, &format!("{here:?} to {place:?}"));
            let step_end = step.map_or(End::Water, |(_, end)| end);
            end = if self.passes(&kind, step_end, hexes - gone) { End::Water } else { step_end };
            here = *place;
            if end != End::Water && gone + 1 != places.len() {
                self.report.disagree(rule, event.seq, format!("she ends there: {end:?}"), "she goes on");
            }
        }
        let whole = places.len() == hexes || end != End::Water;
        self.report.hold(
            rule,
            event.seq,
            whole,
            &format!("{hexes} hexes"),
            &format!("{} hexes", places.len()),
        );
        self.report.compare("CHA-19", event.seq, end.word(), recorded.as_str());
        self.model_stands(event, &id, here)?;
        self.ship(event, &id)?.stand = Some(here);
        self.has_moved(&id, &kind, end);
        Ok(())
    }

    pub(super) fn lay_still(&mut self, event: &Event) -> Result<(), ReadError> {
        let (id, kind): (String, String) = (event.read("/event/ship")?, event.read("/event/kind")?);
        let stuck = !self.can_move(&id, &kind);
        self.report.hold("CHA-7", event.seq, stuck, "she can move", "she lies still");
        self.has_moved(&id, &kind, End::Water);
        Ok(())
    }

    /// Consequences of a move: a ram, the open sea, the disabled ship's restart, fire if any gun bears, or
    /// the other ship's turn.
    fn has_moved(&mut self, id: &str, kind: &str, end: End) {
        if kind != "dash" {
            self.last_moved = Some(id.to_owned());
        }
        let enemy = self.enemy(id);
        match end {
            End::Rammed => {
                self.lost = enemy.map(|enemy| (enemy, "rammed"));
                self.next = None;
            }
            End::OpenSea => {
                self.lost = Some((id.to_owned(), "escaped"));
                self.next = None;
            }
            // A dash has no fire.
            End::Water | End::ScrapedPast if kind == "dash" => self.expect("restart", enemy),
            End::Water | End::ScrapedPast if self.bearing_guns(id).is_empty() => self.after_fire(),
            End::Water | End::ScrapedPast => self.expect("fire", Some(id.to_owned())),
        }
    }
}
