//! Mortar fire (GUN-59 to GUN-71): declared and settled before other guns in a fire step.

use crate::core::{
    Asked, Desk, Die, EdgeKey, Halt, Reason, Recorder, Refusal, RuleId, Settlement, TableFacts, TooClose,
    Unit, reading,
};
use crate::gunboat::aim::{absent, silenced};
use crate::gunboat::card::{GunKind, GunMount, MountId, Side};
use crate::gunboat::event::Event;
use crate::gunboat::files::GunSize;
use crate::gunboat::fort::{FortRoll, FortTable, fort_roll};
use crate::gunboat::options::Spotters;
use crate::gunboat::resolve::{Numbers, table_roll};
use crate::gunboat::special::MortarRow;
use crate::gunboat::state::{PendingRoll, RollUse, SalvoId, ShipState, State, TableId};
use crate::gunboat::tables::Tables;
use geometry::{Barrier, Measured, ShipId, Verdict};
use serde::{Deserialize, Serialize};

/// Where a mortar shell is to burst.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum MortarAim {
    /// On a ship.
    Ship {
        /// Which.
        ship: ShipId,
    },
    /// On a gun of a fort: the circle lies about it.
    FortGun {
        /// Which.
        gun: ShipId,
    },
    /// At a point of the table.
    Point {
        /// Inches east.
        x_in: f64,
        /// Inches north.
        y_in: f64,
    },
}

/// Where a mortar fired last, and for how many turns running (GUN-63).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MortarSpot {
    /// The spot.
    pub aim: MortarAim,
    /// In this turn.
    pub turn: u32,
    /// Turns running, the last one included.
    pub turns: u8,
}

/// A mortar's shot as declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MortarShot {
    /// Names it.
    pub id: SalvoId,
    /// Who fires.
    pub ship: ShipId,
    /// Which mortar.
    pub mount: MountId,
    /// At what.
    pub aim: MortarAim,
    /// From her stack, inches.
    pub range_in: Measured,
    /// The diameter of the burst circle, inches.
    pub circle_in: f64,
    /// Turns running that it fires at this very spot, this one included (GUN-63).
    pub turns: u8,
    /// Guns of forts under the circle.
    pub under: Vec<ShipId>,
    /// The ship that spots for her, where one must (GUN-71).
    pub spotter: Option<ShipId>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// What the players said about measures too close to call.
    pub settled: Vec<Settlement>,
}

/// A gun of a fort silenced by a shell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silenced {
    /// Which fort.
    pub fort: ShipId,
    /// Which gun.
    pub gun: ShipId,
    /// Fire phases, this one included; none for the rest of the battle.
    pub phases: Option<u8>,
}

/// A mortar shot that is asked about.
pub(crate) struct MortarOrder<'a> {
    pub(crate) ship: &'a ShipId,
    pub(crate) mount: &'a MountId,
    pub(crate) aim: &'a MortarAim,
    pub(crate) settled: &'a [Settlement],
}

/// The bore of a mortar, inches; none when its name doesn't say.
fn bore_in(mount: &GunMount) -> Option<f64> {
    GunSize::parse(&mount.gun).filter(|size| !size.pounds).map(|size| size.size)
}

/// Does she lie still, so that a mortar may fire at her (GUN-60)? A ship that has not moved yet this turn is under
/// way if she went anywhere last turn and still makes way.
pub(crate) fn stationary(state: &State, ship: &ShipState) -> bool {
    let this_turn = ship.under_way_turn == Some(state.turn);
    let still_under_way =
        !ship.has_moved && ship.speed > 0 && ship.under_way_turn.is_some_and(|turn| turn + 1 == state.turn);
    !this_turn && !still_under_way
}

/// Why this mortar boat can't fire her mortars now; empty if she can.
pub(crate) fn boat_reasons(state: &State, ship: &ShipState) -> Vec<Reason> {
    let name = &ship.card.name;
    let mut reasons = Vec::new();
    if !state.step.is_fire() {
        reasons.push(Reason::new("GUN-59", "Mortars fire in steps 2 and 4, before the other guns."));
    }
    if !state.salvos.is_empty() {
        let text = "Other guns have fired in this step: mortars fire first.";
        reasons.push(Reason::new("GUN-59", text));
    }
    reasons.extend(absent(ship).or_else(|| silenced(state, ship)));
    if ship.under_way_turn == Some(state.turn) {
        let text = format!("{name} has moved this turn: her mortars fire only if she has not.");
        reasons.push(Reason::new("GUN-59", text));
    }
    reasons
}

/// Judges a shot and calls for its die.
pub(crate) fn fire(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    order: &MortarOrder<'_>,
) -> Result<Vec<Event>, Halt> {
    let Some(ship) = state.ships.get(order.ship) else {
        let text = format!("No ship called “{}” takes part in this battle.", order.ship);
        return Err(Halt::Refused(Refusal::because("GUN-72", text)));
    };
    let mut reasons = boat_reasons(state, ship);
    let name = &ship.card.name;
    let mortar = ship.card.mount(order.mount).filter(|mount| mount.kind == GunKind::Mortar);
    let row = mortar.and_then(bore_in).and_then(|bore_in| tables.special().mortar.row(bore_in));
    let Some(row) = row else {
        let text = format!("{name} has no mortar called “{}” whose bore is known.", order.mount);
        reasons.push(Reason::new("GUN-61", text));
        return Err(Halt::Refused(Refusal { reasons }));
    };
    if ship.ready_guns(order.mount) == 0 {
        reasons.push(Reason::new("GUN-7", format!("{name}: that mortar has fired, or is lost.")));
    }
    reasons.extend(mark_reasons(state, ship.card.side, order.aim));
    let recorder = Recorder::new(facts);
    let mut desk = Desk::new(order.settled);
    let gunner = Gunner { tables, state, ship, facts: &recorder };
    let mut found = None;
    if reasons.is_empty() {
        found = gunner.measure(order.aim, row, &mut desk, &mut reasons);
    }
    desk.refuse_unasked("GUN-AMB-6", &mut reasons);
    let (questions, settled) = desk.into_parts();
    Halt::unless_clear(reasons, questions)?;
    let Some((range_in, under, spotter)) = found else {
        return Err(Halt::Refused(Refusal::because("GUN-61", "The table gave no range.")));
    };
    let mut numbers = Numbers::after(state);
    let shot = MortarShot {
        id: SalvoId(numbers.next()),
        ship: order.ship.clone(),
        mount: order.mount.clone(),
        aim: order.aim.clone(),
        range_in,
        circle_in: row.circle_in,
        turns: turns_running(state, ship, order),
        under,
        spotter,
        asked: recorder.into_asked(),
        settled,
    };
    let target = match order.aim {
        MortarAim::Ship { ship } => ship.clone(),
        // What becomes of guns ashore is told fort by fort: the roll itself is the boat's own.
        MortarAim::FortGun { .. } | MortarAim::Point { .. } => order.ship.clone(),
    };
    let roll = numbers.roll(
        (Die::D10, 1),
        ("mortar", format!("Mortar of {name} at {}", aim_name(state, order.aim)), RuleId::of("GUN-62")),
        (&target, ship.card.side),
        RollUse::Mortar {
            shot: shot.id,
            turns: shot.turns,
            on_ship: matches!(order.aim, MortarAim::Ship { .. }),
            under: shot.under.clone(),
        },
    );
    Ok(vec![Event::MortarFired { shot, rolls: vec![roll] }])
}

/// A mark's name for people.
pub(crate) fn aim_name(state: &State, aim: &MortarAim) -> String {
    match aim {
        MortarAim::Ship { ship } => state.name(ship).to_owned(),
        MortarAim::FortGun { gun } => fort_of(state, gun).map_or_else(
            || gun.to_string(),
            |(fort, _)| format!("{}, {}", fort.card.name, fort.gun(gun).map_or("", |gun| gun.place.as_str())),
        ),
        MortarAim::Point { x_in, y_in } => format!("the point {x_in:.2} in east, {y_in:.2} in north"),
    }
}

fn fort_of<'a>(state: &'a State, gun: &ShipId) -> Option<(&'a crate::gunboat::fort::FortState, &'a ShipId)> {
    state.forts.iter().find(|(_, fort)| fort.gun(gun).is_some()).map(|(id, fort)| (fort, id))
}

/// Firing at the same spot in the turn after the last shot counts on; several mortars of a mount fire in one turn.
fn turns_running(state: &State, ship: &ShipState, order: &MortarOrder<'_>) -> u8 {
    match ship.mortar_spots.get(order.mount) {
        Some(spot) if spot.aim == *order.aim && spot.turn == state.turn => spot.turns,
        Some(spot) if spot.aim == *order.aim && spot.turn + 1 == state.turn => spot.turns.saturating_add(1),
        _ => 1,
    }
}

fn mark_reasons(state: &State, side: Side, aim: &MortarAim) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match aim {
        MortarAim::Ship { ship } => match state.ships.get(ship) {
            None => reasons.push(Reason::new("GUN-72", format!("No ship called “{ship}” takes part."))),
            Some(ship) => {
                let name = &ship.card.name;
                reasons.extend(absent(ship));
                if ship.card.side == side {
                    reasons.push(Reason::new("GUN-4", format!("{name} is on the mortar's own side.")));
                }
                if !stationary(state, ship) {
                    let text = format!("{name} is moving: mortars fire at stationary targets only.");
                    reasons.push(Reason::new("GUN-60", text));
                }
            }
        },
        MortarAim::FortGun { gun } => match fort_of(state, gun) {
            None => reasons.push(Reason::new("GUN-74", format!("No fort has a gun called “{gun}”."))),
            Some((fort, _)) => {
                let name = &fort.card.name;
                if fort.card.side == side {
                    reasons.push(Reason::new("GUN-4", format!("{name} is on the mortar's own side.")));
                }
                if fort.fate.is_some() {
                    reasons.push(Reason::new("GUN-75", format!("{name} is out of the battle.")));
                }
            }
        },
        MortarAim::Point { x_in, y_in } => {
            if !(x_in.is_finite() && y_in.is_finite()) {
                reasons.push(Reason::new("GUN-62", "Say where on the table the circle is laid."));
            }
        }
    }
    reasons
}

struct Gunner<'a> {
    tables: &'a Tables,
    state: &'a State,
    ship: &'a ShipState,
    facts: &'a dyn TableFacts,
}

type Measures = (Measured, Vec<ShipId>, Option<ShipId>);

impl Gunner<'_> {
    /// Range, guns under the circle, and who spots.
    fn measure(
        &self,
        aim: &MortarAim,
        row: MortarRow,
        desk: &mut Desk<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Option<Measures> {
        let own = &self.ship.card.id;
        let factor = self.state.options.length_factor;
        let range = match aim {
            MortarAim::Ship { ship } => self.facts.range(own, ship),
            MortarAim::FortGun { gun } => self.facts.range(own, gun),
            MortarAim::Point { x_in, y_in } => self.facts.range_to_point(own, *x_in, *y_in),
        };
        let range_in = match range {
            Ok(fact) => fact.range_in,
            Err(unknown) => {
                reasons.push(Reason::new("GUN-61", unknown.to_string()));
                return None;
            }
        };
        let least_in = self.tables.special().mortar.least_in * factor;
        self.reach(range_in, (least_in, row.most_in * factor), desk, reasons);
        let middle = match aim {
            MortarAim::Ship { .. } => None,
            MortarAim::FortGun { gun } => {
                fort_of(self.state, gun).and_then(|(fort, _)| fort.gun(gun)).map(|gun| (gun.x_in, gun.y_in))
            }
            MortarAim::Point { x_in, y_in } => Some((*x_in, *y_in)),
        };
        let under = match middle {
            Some(middle) => self.under(middle, row.circle_in, desk, reasons),
            None => Vec::new(),
        };
        let mark = match aim {
            MortarAim::Ship { ship } => Some(ship),
            MortarAim::FortGun { gun } => Some(gun),
            // Nothing under the circle: there is nothing that must be seen.
            MortarAim::Point { .. } => under.first(),
        };
        let spotter = mark.and_then(|mark| self.spotter(mark, desk, reasons));
        Some((range_in, under, spotter))
    }

    fn reach(
        &self,
        range_in: Measured,
        (least_in, most_in): (f64, f64),
        desk: &mut Desk<'_>,
        reasons: &mut Vec<Reason>,
    ) {
        let verdicts = [(least_in, range_in.at_most(least_in)), (most_in, range_in.at_most(most_in))];
        let too_near = verdicts[0].1 == Verdict::Yes && range_in.value < least_in;
        let mut out = too_near || verdicts[1].1 == Verdict::No;
        for (edge, _) in verdicts.into_iter().filter(|(_, verdict)| *verdict == Verdict::TooClose) {
            let question = || TooClose {
                key: EdgeKey(format!("range:mortar:{edge}")),
                rule: RuleId::of("GUN-61"),
                what: format!(
                    "Range {:.2} ± {:.2} in is too close to the mortar's limit of {edge} in.",
                    range_in.value,
                    range_in.half_width_95()
                ),
                measured: range_in,
                edge,
                unit: Unit::Inch,
                readings: vec![
                    reading("reaches", "It reaches"),
                    reading("out_of_range", "It is out of range"),
                ],
            };
            out |= desk.settle(question).as_deref() == Some("out_of_range");
        }
        if out {
            let text = format!(
                "{:.2} in is not between the {least_in} and {most_in} in of this mortar.",
                range_in.value
            );
            reasons.push(Reason::new("GUN-61", text));
        }
    }

    /// Guns of enemy forts under the circle.
    fn under(
        &self,
        (x_in, y_in): (f64, f64),
        circle_in: f64,
        desk: &mut Desk<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Vec<ShipId> {
        let fact = match self.facts.under_circle(x_in, y_in, circle_in) {
            Ok(fact) => fact,
            Err(unknown) => {
                reasons.push(Reason::new("GUN-64", unknown.to_string()));
                return Vec::new();
            }
        };
        let mut under = Vec::new();
        for it in &fact.under {
            let Some((fort, _)) = fort_of(self.state, &it.ship) else { continue };
            let place = fort.gun(&it.ship).map_or("", |gun| gun.place.as_str());
            let lies = match it.under {
                Verdict::Yes => true,
                Verdict::No => false,
                Verdict::TooClose => {
                    let question = || TooClose {
                        key: EdgeKey(format!("under:{}", it.ship)),
                        rule: RuleId::of("GUN-66"),
                        what: format!("Does {}, {place}, lie under the burst circle?", fort.card.name),
                        measured: it.clearance_in,
                        edge: 0.0,
                        unit: Unit::Inch,
                        readings: vec![reading("under", "It does"), reading("clear", "It does not")],
                    };
                    desk.settle(question).as_deref() == Some("under")
                }
            };
            if lies {
                under.push(it.ship.clone());
            }
        }
        under
    }

    /// Land hides a mark, ships don't (GUN-71); then somebody else must see both.
    fn spotter(&self, mark: &ShipId, desk: &mut Desk<'_>, reasons: &mut Vec<Reason>) -> Option<ShipId> {
        let own = &self.ship.card.id;
        if self.sees(own, mark, desk) {
            return None;
        }
        let side = self.ship.card.side;
        let ashore = match self.state.options.ground_spotters {
            Spotters::None => false,
            Spotters::Union => side == Side::Union,
            Spotters::Confederate => side == Side::Confederate,
            Spotters::Both => true,
        };
        if ashore {
            return None;
        }
        let anchored = self.state.ships.values().filter(|other| {
            other.card.side == side && other.present() && other.anchored && other.card.id != *own
        });
        for other in anchored {
            let id = &other.card.id;
            if self.sees(id, mark, desk) && self.sees(id, own, desk) {
                return Some(id.clone());
            }
        }
        if !desk.asks() {
            let text =
                "Land hides the mark, and no ground spotter or anchored friend sees both it and the mortar.";
            reasons.push(Reason::new("GUN-71", text));
        }
        None
    }

    fn sees(&self, from: &ShipId, to: &ShipId, desk: &mut Desk<'_>) -> bool {
        let Ok(fact) = self.facts.line_of_fire(from, to) else { return false };
        let land = fact.near.iter().filter(|blocker| matches!(blocker.barrier, Barrier::Terrain(_)));
        let mut sees = true;
        for blocker in land {
            let name = self.state.barrier_name(&blocker.barrier);
            sees &= match blocker.clear {
                Verdict::Yes => true,
                Verdict::No => false,
                Verdict::TooClose => {
                    let question = || TooClose {
                        key: EdgeKey(format!("sight:{from}:{to}:{name}")),
                        rule: RuleId::of("GUN-71"),
                        what: format!(
                            "Does {name} hide {} from {}?",
                            self.state.name(to),
                            self.state.name(from)
                        ),
                        measured: blocker.clearance_in,
                        edge: 0.0,
                        unit: Unit::Inch,
                        readings: vec![reading("clear", "It is seen"), reading("blocked", "It is hidden")],
                    };
                    desk.settle(question).as_deref() == Some("clear")
                }
            };
        }
        sees
    }
}

/// Reads a mortar's die.
pub(crate) fn read(
    tables: &Tables,
    state: &State,
    pending: &PendingRoll,
    (shot, turns, on_ship): (SalvoId, u8, bool),
    under: &[ShipId],
    die: u8,
) -> Event {
    let table = &tables.special().mortar;
    let total = die.saturating_add(turns.saturating_sub(1));
    let hit = total >= table.hits_on;
    let mut numbers = Numbers::after(state);
    let mut rules = vec![RuleId::of("GUN-62")];
    if turns > 1 {
        rules.push(RuleId::of("GUN-63"));
    }
    let (mut rolls, mut silenced) = (Vec::new(), Vec::new());
    if hit && on_ship {
        rules.push(RuleId::of("GUN-65"));
        let critical = (TableId::Critical, vec![]);
        let roll = table_roll(state, tables, &mut numbers, &pending.ship, None, critical);
        rolls.push(PendingRoll { by: pending.by, ..roll });
    } else if hit && !under.is_empty() {
        rules.push(RuleId::of("GUN-66"));
        for (id, fort) in &state.forts {
            let own: Vec<ShipId> = under.iter().filter(|gun| fort.gun(gun).is_some()).cloned().collect();
            if own.is_empty() || fort.fate.is_some() {
                continue;
            }
            silenced.extend(own.iter().map(|gun| {
                let hits = fort.guns.get(gun).map_or(0, |state| state.mortar_hits);
                let phases = table.silent_phases.get(usize::from(hits)).copied();
                Silenced { fort: id.clone(), gun: gun.clone(), phases }
            }));
            // One extra die a turn, however many shells hit (GUN-67).
            if fort.mortar_check_turn != Some(state.turn) {
                rules.push(RuleId::of("GUN-67"));
                rolls.push(check_roll(state, &mut numbers, pending.by, id, own));
            }
        }
    }
    Event::MortarRead {
        roll: pending.request.id,
        shot,
        ship: pending.ship.clone(),
        die,
        total,
        hit,
        silenced,
        rolls,
        rules,
    }
}

fn check_roll(
    state: &State,
    numbers: &mut Numbers,
    by: Side,
    fort: &ShipId,
    guns: Vec<ShipId>,
) -> PendingRoll {
    numbers.roll(
        (Die::D10, 1),
        (
            "fort_critical_check",
            format!("Critical hit by mortars: {}", state.name(fort)),
            RuleId::of("GUN-67"),
        ),
        (fort, by),
        RollUse::FortCheck { guns },
    )
}

/// Reads the extra die for shells that hit a fort (GUN-67).
pub(crate) fn read_check(
    tables: &Tables,
    state: &State,
    pending: &PendingRoll,
    guns: &[ShipId],
    die: u8,
) -> Event {
    let critical = die >= tables.special().mortar.fort_critical_on;
    let roll = || {
        let roll = FortRoll {
            fort: pending.ship.clone(),
            table: FortTable::Critical,
            guns: guns.to_vec(),
            path: Vec::new(),
            by_mortar: true,
            salvo: None,
        };
        fort_roll(state, &mut Numbers::after(state), pending.by, roll)
    };
    let rolls = critical.then(roll).into_iter().collect();
    Event::FortCheckRead { roll: pending.request.id, fort: pending.ship.clone(), die, critical, rolls }
}

/// Folds a shot into the state.
pub(crate) fn apply_shot(state: &mut State, shot: &MortarShot) {
    let turn = state.turn;
    state.mortar_shots.push(shot.id);
    if let Some(ship) = state.ships.get_mut(&shot.ship) {
        let fired = ship.fired.entry(shot.mount.clone()).or_default();
        *fired = fired.saturating_add(1);
        ship.mortar_fired_turn = Some(turn);
        let spot = MortarSpot { aim: shot.aim.clone(), turn, turns: shot.turns };
        ship.mortar_spots.insert(shot.mount.clone(), spot);
    }
}

/// Folds its burst into the state.
pub(crate) fn apply_burst(state: &mut State, silenced: &[Silenced]) {
    let turn = state.turn;
    for one in silenced {
        let Some(fort) = state.forts.get_mut(&one.fort) else { continue };
        fort.mortar_check_turn = Some(turn);
        if let Some(gun) = fort.guns.get_mut(&one.gun) {
            gun.mortar_hits = gun.mortar_hits.saturating_add(1);
            match one.phases {
                Some(phases) => gun.silent_phases = gun.silent_phases.max(phases),
                None => gun.silent_for_good = true,
            }
        }
    }
}
