//! Hazards on a ship's way: shoals, banks, mines and the shore (GUN-53 to GUN-58).

use crate::core::{Die, Halt, Reason, Refusal, RuleId, TableFacts, TieResolver, TooClose};
use crate::gunboat::events::apply::apply;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::move_review::{Hazard, HazardKind};
use crate::gunboat::events::roll_requests::{Numbers, lot, table_roll};
use crate::gunboat::movement::actions::mover;
use crate::gunboat::movement::review::draft_ft;
use crate::gunboat::state::battle::{MineArea, State};
use crate::gunboat::state::card::{SectionKind, Side};
use crate::gunboat::state::due::{Demand, Into, PendingRoll, RollUse, TableId};
use crate::gunboat::state::options::TorpedoHit;
use crate::gunboat::state::ship::{ShipState, fate, has_moved};
use crate::gunboat::state::step::Step;
use crate::gunboat::tables::table_set::Tables;
use geometry::{Measured, ShipId, Steering, Terrain, TerrainId, TerrainKind, Verdict};

/// The greatest measured way past the shore line that still counts as touching the shore, inches (house); beyond it the
/// ship went over land.
const OVER_LAND_IN: f64 = 0.5;

/// A ship's way with the data to judge its hazards.
pub(crate) struct Passage<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) state: &'a State,
    pub(crate) ship: &'a ShipState,
    pub(crate) steering: Steering,
    pub(crate) length_in: Measured,
    /// True if the ship is run ashore on purpose.
    pub(crate) ashore: bool,
}

impl Passage<'_> {
    /// The hazards of the way, in the order in which the ship met them.
    pub(crate) fn hazards(
        &self,
        facts: &dyn TableFacts,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Vec<Hazard> {
        let mut found = Vec::new();
        if !self.state.terrain.is_empty() {
            match facts.waters(&self.ship.card.id, self.steering) {
                Ok(waters) => {
                    for entered in &waters.areas {
                        let Some(piece) = self.state.terrain.iter().find(|piece| piece.id == entered.area)
                        else {
                            continue;
                        };
                        let kind =
                            self.hazard_kinds(piece, entered.clearance_in, entered.after_in, ties, reasons);
                        found.extend(kind.into_iter().map(|kind| Hazard {
                            area: entered.area.clone(),
                            kind,
                            after_in: entered.after_in,
                        }));
                    }
                }
                Err(unknown) => reasons.push(Reason::new("GUN-53", unknown.to_string())),
            }
        }
        if self.ashore && !found.iter().any(|hazard| hazard.kind == HazardKind::Shore) {
            let text = format!("{} touches no shore: bring her up to it.", self.ship.card.name);
            reasons.push(Reason::new("GUN-57", text));
        }
        found
    }

    /// The hazards of one piece of terrain; a shore also has a shallow strip.
    fn hazard_kinds(
        &self,
        piece: &Terrain,
        clearance_in: Measured,
        after_in: f64,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Vec<HazardKind> {
        let name = &self.ship.card.name;
        let draft = draft_ft(self.ship);
        match piece.kind {
            TerrainKind::Shoal { depth_ft } if draft > depth_ft => {
                let entered = self.within(piece, clearance_in, 0.0, ("shoal", "GUN-53"), ties);
                entered.then_some(HazardKind::Shoal { depth_ft }).into_iter().collect()
            }
            // Mines do not harm a launch (GUN-58).
            TerrainKind::Mined if !self.ship.card.launch => {
                let entered = self.within(piece, clearance_in, 0.0, ("mined", "GUN-56"), ties);
                entered.then_some(HazardKind::Mined).into_iter().collect()
            }
            TerrainKind::Shoal { .. } | TerrainKind::Mined => Vec::new(),
            TerrainKind::Obstacle => {
                if self.within(piece, clearance_in, 0.0, ("obstacle", "GUN-18"), ties) {
                    let text = format!("{name} can't go there: {} is in the way.", piece.name);
                    reasons.push(Reason::new("GUN-18", text));
                }
                Vec::new()
            }
            TerrainKind::Land | TerrainKind::Fort => {
                let mut kinds = Vec::new();
                let options = &self.state.options;
                let strip_in = self.tables.bank_strip_in() * options.length_factor;
                let depth_ft = options.bank_shoal_depth_ft;
                if draft > depth_ft && self.within(piece, clearance_in, strip_in, ("bank", "GUN-55"), ties) {
                    kinds.push(HazardKind::Bank { depth_ft });
                }
                let hits = if self.ashore {
                    clearance_in.at_most(0.0) != Verdict::No
                } else {
                    self.within(piece, clearance_in, 0.0, ("shore", "GUN-57"), ties)
                };
                let over_in = self.length_in.value - after_in - self.length_in.half_width_95();
                if hits && over_in > OVER_LAND_IN {
                    let text = format!("{name} went on over {}: she stops where she hits it.", piece.name);
                    reasons.push(Reason::new("GUN-57", text));
                } else if hits && self.ashore {
                    kinds.push(HazardKind::Shore);
                } else if hits {
                    let text = format!(
                        "{name} would run ashore on {}: put her back, or say that she is run ashore.",
                        piece.name
                    );
                    reasons.push(Reason::new("GUN-57", text));
                }
                kinds
            }
        }
    }

    /// Returns true if the way came within `edge_in` of the piece. Too close to call is a question for the players.
    fn within(
        &self,
        piece: &Terrain,
        clearance_in: Measured,
        edge_in: f64,
        (key, rule): (&str, &'static str),
        ties: &mut TieResolver<'_>,
    ) -> bool {
        {
            let name = &self.ship.card.name;
            ties.holds(clearance_in.at_most(edge_in), "entered", || {
                TooClose::inches(
                    (format!("{key}:{}:{}", self.ship.card.id, piece.id), rule),
                    if edge_in > 0.0 {
                        format!("Did {name} come within {edge_in} in of {}?", piece.name)
                    } else {
                        format!("Did {name} come into {}?", piece.name)
                    },
                    (clearance_in, edge_in),
                    [("clear", "She kept clear"), ("entered", "She did")],
                )
            }) == Some(true)
        }
    }
}

/// A single D6 that decides something about a ship.
pub(crate) fn d6(
    numbers: &mut Numbers,
    (ship, by): (&ShipId, Side),
    (purpose, label, rule): (&str, String, &'static str),
    decides: RollUse,
) -> PendingRoll {
    numbers.roll((Die::D6, 1), (purpose, label, RuleId::of(rule)), (ship, by), decides)
}

/// The rolls that hazards require: one for each area in each move.
pub(crate) fn hazard_rolls(
    state: &State,
    numbers: &mut Numbers,
    ship: &ShipState,
    hazards: &[Hazard],
) -> Vec<PendingRoll> {
    let (id, name, own) = (&ship.card.id, &ship.card.name, ship.card.side);
    let roll = |hazard: &Hazard| {
        let area = hazard.area.clone();
        let place = state.area_name(&hazard.area);
        match hazard.kind {
            HazardKind::Shoal { .. } => {
                let label = format!("Shoal, {place}: {name}");
                Some(d6(numbers, (id, own), ("shoal", label, "GUN-53"), RollUse::Shoal { area }))
            }
            HazardKind::Bank { .. } => {
                let label = format!("Shoal along {place}: {name}");
                Some(d6(numbers, (id, own), ("shoal", label, "GUN-55"), RollUse::Shoal { area }))
            }
            HazardKind::Mined => {
                let by = state.mine_area(&area).laid_by.unwrap_or(own.other());
                let label = format!("Mines, {place}: {name}");
                Some(d6(numbers, (id, by), ("mine", label, "GUN-56"), RollUse::Mine { area }))
            }
            HazardKind::Shore => None,
        }
    };
    hazards.iter().filter_map(roll).collect()
}

/// A roll on the torpedo table for this kind of ship (GUN-58, GUN-AMB-34).
pub(crate) fn torpedo_roll(
    state: &State,
    tables: &Tables,
    numbers: &mut Numbers,
    ship: &ShipState,
) -> PendingRoll {
    let table = if ship.card.ironclad { TableId::TorpedoIronclad } else { TableId::TorpedoWooden };
    table_roll(state, tables, numbers, &ship.card.id, None, (table, Vec::new()))
}

/// Reads the die for a shoal.
pub(crate) fn read_shoal(tables: &Tables, roll: &PendingRoll, area: &TerrainId, die: u8) -> Event {
    Event::ShoalTested {
        roll: roll.request.id,
        ship: roll.ship.clone(),
        area: area.clone(),
        die,
        aground: tables.shoal().happens(die),
    }
}

/// Reads the die for a mined area; in a dummy area nothing ever happens.
pub(crate) fn read_mine(
    tables: &Tables,
    state: &State,
    roll: &PendingRoll,
    ship: &ShipState,
    (area, die): (&TerrainId, u8),
) -> Event {
    let struck = state.mine_area(area).real && tables.mine().happens(die) && ship.afloat();
    let mut numbers = Numbers::after(state);
    Event::MineTested {
        roll: roll.request.id,
        ship: roll.ship.clone(),
        area: area.clone(),
        die,
        struck,
        rolls: struck.then(|| torpedo_roll(state, tables, &mut numbers, ship)).into_iter().collect(),
    }
}

/// Reads the number of guns that a torpedo destroys, which completes its hits (GUN-58, GUN-AMB-35).
pub(crate) fn read_torpedo_guns(
    state: &State,
    roll: &PendingRoll,
    ship: &ShipState,
    (draft, speed): (u8, u8),
    die: u8,
) -> Event {
    let demand = |hits, kind| Demand { hits, into: Into::OneOf(vec![kind]), rule: RuleId::of("GUN-58") };
    let demands = vec![
        demand(draft, SectionKind::Draft),
        demand(speed, SectionKind::Speed),
        demand(die, SectionKind::Gun),
    ];
    let mut numbers = Numbers::after(state);
    let mut due = lot(ship, &mut numbers, format!("Torpedo, {die} guns"), demands);
    if let Some(due) = &mut due
        && state.options.torpedo_ironclad_34 == TorpedoHit::TargetChoice
    {
        (due.either, due.chooser) = (true, Some(ship.card.side));
    }
    Event::TorpedoGunsRolled { roll: roll.request.id, ship: roll.ship.clone(), die, due }
}

/// Records which mined areas are real (GUN-56).
pub(crate) fn lay_mines(state: &State, areas: &[MineArea]) -> Result<Vec<Event>, Refusal> {
    let mut reasons = Vec::new();
    let mut refuse = |text: String| reasons.push(Reason::new("GUN-56", text));
    if areas.is_empty() {
        refuse("Name a mined area.".to_owned());
    }
    for laid in areas {
        let mined = |piece: &Terrain| piece.id == laid.area && piece.kind == TerrainKind::Mined;
        if !state.terrain.iter().any(mined) {
            refuse(format!("No mined area called “{}” lies on the table.", laid.area));
        }
        let other = |known: &&MineArea| known.area == laid.area && known.laid_by != laid.laid_by;
        if state.mines.iter().any(|known| other(&known)) {
            refuse(format!("{} is another's to mine.", state.area_name(&laid.area)));
        }
    }
    if areas.windows(2).any(|pair| pair[0].laid_by != pair[1].laid_by) {
        refuse("Each side notes its own areas by itself.".to_owned());
    }
    let begun =
        state.turn > 1 || state.step != Step::UnionMove || state.ships.values().any(|ship| ship.has_moved);
    if begun && areas.iter().any(|laid| laid.laid_by.is_some()) {
        refuse("Mines are laid before the first move.".to_owned());
    }
    if reasons.is_empty() {
        Ok(vec![Event::MinesLaid { areas: areas.to_vec() }])
    } else {
        Err(Refusal { reasons })
    }
}

/// Lets a ship aground try to refloat, instead of moving (GUN-54, GUN-AMB-32).
pub(crate) fn refloat(state: &State, facts: &dyn TableFacts, id: &ShipId) -> Result<Vec<Event>, Halt> {
    let refuse = |rule, text: String| Err(Halt::because(rule, text));
    let ship = mover(state, id).map_err(|reason| Refusal { reasons: vec![reason] })?;
    let name = &ship.card.name;
    if !ship.present() {
        return refuse("GUN-54", format!("{name} is not in the battle."));
    }
    if ship.ashore {
        return refuse("GUN-57", format!("{name} is ashore for the rest of the battle."));
    }
    if !ship.aground {
        return refuse("GUN-54", format!("{name} is not aground."));
    }
    if facts.way(id, Steering::Pivot).is_ok_and(|way| has_moved(&way)) {
        return refuse("GUN-54", format!("{name} is aground: put her back where she grounded."));
    }
    let mut numbers = Numbers::after(state);
    let label = format!("Refloat: {name}");
    let roll = d6(&mut numbers, (id, ship.card.side), ("refloat", label, "GUN-54"), RollUse::Refloat);
    Ok(vec![Event::RefloatTried { ship: id.clone(), rolls: vec![roll] }])
}

/// Reads the die for refloating; a ship without draft boxes sinks when it floats again (GUN-AMB-33).
pub(crate) fn read_refloat(tables: &Tables, state: &State, roll: &PendingRoll, die: u8) -> Event {
    let afloat = tables.refloat().happens(die);
    let event =
        |fate| Event::RefloatRolled { roll: roll.request.id, ship: roll.ship.clone(), die, afloat, fate };
    let after = apply(state.clone(), &event(None));
    event(after.ships.get(&roll.ship).and_then(fate))
}
