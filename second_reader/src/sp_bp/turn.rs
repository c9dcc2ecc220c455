//! The turn: its steps in order, the consequences of each, and the side that acts next (SPB-1 to SPB-7).

use super::due::{Due, Entry, Expected, Follows, What};
use super::ship::{Place, Ship};
use super::world::{World, whole};
use crate::record::{Event, ReadError};
use std::collections::BTreeSet;

/// The phases with their lettered parts, in the sheet's order, and the rule of each phase.
const STEPS: [(&str, &str); 13] = [
    ("sinking", "SPB-1"),
    ("fires", "SPB-1"),
    ("flooding", "SPB-1"),
    ("repairs", "SPB-1"),
    ("initiative", "SPB-2"),
    ("movement", "SPB-3"),
    ("drift", "SPB-4"),
    ("razor_sharp", "SPB-5"),
    ("torpedoes", "SPB-5"),
    ("gunfire", "SPB-5"),
    ("slow_witted", "SPB-5"),
    ("boarding", "SPB-6"),
    ("morale", "SPB-7"),
];

/// The rule of a step's phase.
pub fn rule(step: &str) -> &'static str {
    STEPS.iter().find(|(name, _)| *name == step).map_or("SPB-1", |(_, rule)| rule)
}

/// Tells whether a step belongs to the Shooting Phase.
fn shoots(step: &str) -> bool {
    rule(step) == "SPB-5"
}

impl World<'_> {
    /// Tells whether a ship acts in a step at all: in the Shooting Phase its captain may act first or last
    /// (SPB-5).
    pub fn acts_in(&self, step: &str, ship: &Ship) -> bool {
        let captain = if self.options.personality { ship.now.captain.as_str() } else { "ordinary" };
        let hers = match step {
            "movement" | "boarding" => true,
            "razor_sharp" => captain == "razor_sharp",
            "slow_witted" => captain == "slow_witted",
            "gunfire" => !matches!(captain, "razor_sharp" | "slow_witted"),
            _ => false,
        };
        ship.present() && hers
    }

    /// The sides in order of action.
    fn sides_in_order(&self) -> Vec<String> {
        if !self.order.is_empty() {
            return self.order.clone();
        }
        let sides: BTreeSet<&String> = self.ships.values().map(|ship| &ship.card.side).collect();
        sides.into_iter().cloned().collect()
    }

    /// The side that acts first in a step.
    fn first(&self, step: &str) -> Option<String> {
        let has = |side: &String| {
            self.ships.values().any(|ship| ship.card.side == *side && self.acts_in(step, ship))
        };
        self.sides_in_order().into_iter().find(has)
    }

    /// The side that acts after a ship: the sides alternate as long as they have ships that have not acted.
    fn after(&self, done: &Ship) -> Option<String> {
        let sides = self.sides_in_order();
        let at = sides.iter().position(|side| *side == done.card.side).map_or(0, |at| at + 1);
        let waits = |side: &&String| {
            self.ships.values().any(|ship| {
                let other = ship.card.id != done.card.id;
                other && ship.card.side == **side && !ship.acted && self.acts_in(&self.step, ship)
            })
        };
        sides.iter().cycle().skip(at).take(sides.len()).find(waits).cloned()
    }

    /// Tells whether there is anything to do in a step.
    fn is_played(&self, step: &str) -> bool {
        match step {
            "sinking" => {
                self.present().any(|ship| !ship.now.aground && (ship.now.sp == 0 || ship.now.bp == 0))
            }
            "fires" => self.present().any(|ship| ship.now.fires > 0),
            "flooding" => self.present().any(|ship| ship.now.floods > 0),
            "drift" => self.present().any(|ship| self.drifts(ship) != (false, false)),
            "razor_sharp" | "gunfire" | "slow_witted" => self.first(step).is_some(),
            "torpedoes" => !self.markers.is_empty(),
            "morale" => self.present().any(Ship::shaken),
            _ => true,
        }
    }

    /// The next step, and its turn.
    fn next_step(&self) -> (u32, &'static str) {
        let at = STEPS.iter().position(|(step, _)| *step == self.step).map_or(0, |at| at + 1);
        let rest = STEPS.iter().skip(at).map(|(step, _)| (self.turn, *step));
        let again = STEPS.iter().map(|(step, _)| (self.turn + 1, *step));
        rest.chain(again).find(|(_, step)| self.is_played(step)).unwrap_or((self.turn + 1, "repairs"))
    }

    /// Whether a ship drifts with the current, and with the wind (SPB-4, SPB-AMB-25).
    pub fn drifts(&self, ship: &Ship) -> (bool, bool) {
        let free = ship.present() && !ship.now.anchored && !ship.now.aground;
        let water = self.options.water.as_str();
        let downwind = matches!(water, "sea" | "estuary") && ship.now.speed == 0;
        (free && matches!(water, "river" | "estuary"), free && downwind)
    }

    /// Checks the start of a step.
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn step_began(&mut self, event: &Event) -> Result<(), ReadError> {
        let (turn, step): (u32, String) = (event.read("/event/turn")?, event.read("/event/step")?);
        let next = self.next_step();
        let rule = rule(&step);
        self.compare(rule, (next.0, next.1.to_owned()), (turn, step.clone()));
        self.hold(rule, !self.something_due(), "dice or entries are still due", &step);
        self.left_undone();
        let shooting = shoots(&step) && !shoots(&self.step);
        for ship in self.ships.values_mut() {
            ship.acted = false;
            ship.letter = 'a';
            if turn != self.turn {
                ship.parties_used = 0;
            }
            if step == "movement" {
                (ship.now.moved, ship.made_way) = (false, false);
            }
            if shooting {
                ship.fired.clear();
                ship.busy = false;
            }
        }
        if turn != self.turn || step == "initiative" {
            self.order.clear();
            self.totals.clear();
        }
        (self.turn, self.step, self.active, self.typed, self.drifting) = (turn, step, None, false, None);
        self.began_at = self.places.clone();
        self.stops.clear();
        self.to_act = event.text("/event/to_act").map(str::to_owned);
        self.compare(rule, self.first(&self.step), self.to_act.clone());
        let expected = self.brings();
        let recorded = event.read::<Follows>("/event/follows")?;
        let rule = match self.step.as_str() {
            "sinking" => "SPB-8",
            "movement" => "SPB-11",
            "morale" => "SPB-13",
            _ => rule,
        };
        self.follow(rule, &expected, &recorded);
        // A planned change is recorded once, and made once (SPB-3e).
        self.ships.values_mut().filter(|_| self.step == "movement").for_each(|ship| ship.planned = None);
        Ok(())
    }

    /// Checks that nothing obligatory in a step is left undone.
    fn left_undone(&mut self) {
        let late: Vec<String> = match self.step.as_str() {
            "movement" if self.options.must_make_way => self
                .present()
                .filter(|ship| !ship.still() && !ship.now.moved)
                .map(|ship| ship.card.id.clone())
                .collect(),
            _ => return,
        };
        self.hold("SPB-AMB-32", late.is_empty(), "ships with way on have not moved", format!("{late:?}"));
    }

    /// The consequences of the start of a step.
    fn brings(&self) -> Expected {
        let mut expected = Expected::default();
        let d10 = |ship: &Ship, what: What| Due::new(("d10", 1), &ship.card.side, &ship.card.id, what);
        for ship in self.present() {
            let id = &ship.card.id;
            match self.step.as_str() {
                "sinking" if !ship.now.aground => {
                    for (points, left) in [("sp", ship.now.sp), ("bp", ship.now.bp)] {
                        if left == 0 {
                            expected.rolls.push(d10(ship, What::Sinking { points: points.to_owned() }));
                        }
                    }
                }
                "fires" if ship.now.fires > 0 => match whole(self.options.fire_sp) {
                    0 => expected.entries.push(Entry::new("fire_damage", id)),
                    each => {
                        expected.of(id, &ship.now).sp = (ship.now.sp - each * ship.now.fires).max(0);
                    }
                },
                "flooding" if ship.now.floods > 0 => match whole(self.options.flood_bp) {
                    0 => expected.entries.push(Entry::new("flood_damage", id)),
                    each => {
                        expected.of(id, &ship.now).bp = (ship.now.bp - each * ship.now.floods).max(0);
                    }
                },
                "movement" => {
                    let values = expected.of(id, &ship.now);
                    values.speed = self.makes(ship);
                    values.helmsman = values.helmsman.filter(|through| *through >= self.turn);
                }
                "morale" if ship.shaken() => expected.rolls.push(d10(ship, What::Morale)),
                _ => {}
            }
        }
        match self.step.as_str() {
            "initiative" => expected.rolls = self.initiative_dice(),
            "torpedoes" => {
                expected.entries = self.markers.iter().map(|from| Entry::new("torpedo", from)).collect();
            }
            _ => {}
        }
        expected
    }

    /// The speed at the start of a Movement Phase: the planned one, limited by the best speed; with damaged
    /// valves three knots less than before (SPB-3e, SPB-11, SPB-31).
    fn makes(&self, ship: &Ship) -> i32 {
        let wanted = ship.planned.unwrap_or(ship.now.speed).min(self.best(ship).1);
        if ship.now.valves { wanted.min((ship.now.speed - 3).max(0)) } else { wanted }
    }

    /// A D10 for each side that still has ships in the battle (SPB-2).
    pub fn initiative_dice(&self) -> Vec<Due> {
        let fights = |ship: &&Ship| ship.now.fate.is_none() && !matches!(ship.now.location, Place::Left {});
        let sides: BTreeSet<&String> =
            self.ships.values().filter(fights).map(|ship| &ship.card.side).collect();
        let dice = sides.into_iter().filter_map(|side| {
            let ship = self.ships.values().find(|ship| ship.card.side == *side)?;
            let modifier = self.added.get(side).copied().unwrap_or(0);
            Some(Due::new(("d10", 1), side, &ship.card.id, What::Initiative { modifier }))
        });
        dice.collect()
    }

    /// Checks a side's initiative die (SPB-2): the highest acts first, equal totals throw again.
    pub fn initiative(
        &mut self,
        due: &Due,
        modifier: i32,
        die: i32,
        event: &Event,
    ) -> Result<Expected, ReadError> {
        let mut expected = Expected::default();
        self.totals.insert(due.by.clone(), die + modifier);
        let waits = self.rolls.iter().any(|roll| matches!(roll.what, What::Initiative { .. }));
        let (mut order, mut tied): (Vec<String>, bool) = (Vec::new(), false);
        if !waits {
            order = self.totals.keys().cloned().collect();
            order.sort_by_key(|side| std::cmp::Reverse(self.totals.get(side).copied()));
            let totals: BTreeSet<i32> = self.totals.values().copied().collect();
            tied = totals.len() < order.len();
            if tied {
                order.clear();
                self.totals.clear();
                expected.rolls = self.initiative_dice();
            }
        }
        self.compare("SPB-2", die + modifier, event.read("/event/read/total")?);
        self.compare(
            "SPB-2",
            (order, tied),
            (event.read("/event/read/order")?, event.read("/event/read/tied")?),
        );
        self.order = event.read("/event/read/order")?;
        Ok(expected)
    }

    /// Checks the start of a ship's action.
    pub fn action_began(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/ship")?;
        let ship = self.ship(event, &id)?;
        let may = self.acts_in(&self.step, ship) && !ship.acted && self.active.is_none();
        let turn = self.to_act.as_ref().is_none_or(|side| *side == ship.card.side);
        let rule = rule(&self.step);
        self.hold(rule, may && turn, "it is not her turn to act", id.as_str());
        self.active = Some(id);
        Ok(())
    }

    /// Checks the end of a ship's action.
    pub fn action_ended(&mut self, event: &Event) -> Result<(), ReadError> {
        let id: String = event.read("/event/ship")?;
        let to_act = event.text("/event/to_act").map(str::to_owned);
        let reads = self.after(self.ship(event, &id)?);
        let rule = rule(&self.step);
        // Where the players go on to the next step, no side acts.
        if to_act.is_some() || self.decision["decision"] != "next_step" {
            self.compare(rule, reads, to_act.clone());
        }
        (self.active, self.to_act) = (None, to_act);
        if let Some(ship) = self.ships.get_mut(&id) {
            ship.acted = true;
        }
        Ok(())
    }

    /// Notes a lettered part of the Movement Phase: parts before the move must come before it (SPB-3a to 3c).
    /// The moment of planning the next speed is free.
    pub fn lettered(&mut self, id: &str, letter: char) {
        let Some(ship) = self.ships.get_mut(id) else { return };
        let before = ship.letter;
        ship.letter = letter.max(before);
        self.hold(
            "SPB-3",
            letter >= before,
            "the parts of the phase come in their order",
            format!("{id}: {before} before {letter}"),
        );
    }
}
