//! Judges moves as the table shows them. The sheet gives neither scale nor turning circles (SPB-AMB-4):
//! restrictions by critical hits are judged, everything else only by the house options.

use crate::core::{Contact, Halt, Reason, Recorder, Settlement, TableFacts, TieResolver, TooClose, WayFact};
use crate::sp_bp::events::activation::{activate, may_act};
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::decision::Declares;
use crate::sp_bp::events::event::{Event, Follows, MoveReview};
use crate::sp_bp::movement::house_procedures::{contact, entry, explosion};
use crate::sp_bp::movement::speed::best_speed;
use crate::sp_bp::state::battle::{Numbers, State, has_moved};
use crate::sp_bp::state::card::Spar;
use crate::sp_bp::state::guided::{Guided, Procedure};
use crate::sp_bp::state::options::whole;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use crate::sp_bp::tables::table_set::Tables;
use geometry::{Flank, Measured, ShipId, Steering, TerrainId, TerrainKind};

/// Tolerance around the places that the helm allows, inches (house).
const STEERED_WITHIN_IN: f64 = 0.25;

/// The least change of heading that counts as turned by a jammed helm, degrees (house).
const TURNED_FROM_DEG: f64 = 5.0;

/// Tolerance around a course that must be kept, degrees (house).
const COURSE_WITHIN_DEG: f64 = 10.0;

/// The current turning radius, inches; none where turns are not judged.
fn radius_in(tables: &Tables, state: &State, ship: &ShipState) -> Option<f64> {
    let class = ship.card.turn_class.saturating_add(best_speed(tables, &state.options, ship).tc_worse);
    let radius_in = state.options.turn_radius_in * f64::from(class);
    (radius_in > 0.0).then_some(radius_in)
}

/// How the ship must be steered, and the rule for it.
pub(crate) fn steering(tables: &Tables, state: &State, ship: &ShipState) -> (Steering, &'static str) {
    let radius_in = radius_in(tables, state, ship);
    if ship.steering {
        return (Steering::Straight, "SPB-25");
    }
    if ship.helmsman_through.is_some_and(|through| through >= state.turn) {
        return (Steering::Straight, "SPB-30");
    }
    match (ship.helm, radius_in) {
        (Some(helm), Some(radius_in)) => (Steering::HardOver { helm, radius_in }, "SPB-30"),
        (None, Some(radius_in)) => (Steering::Circle { radius_in }, "SPB-AMB-4"),
        (_, None) => (Steering::Pivot, "SPB-AMB-4"),
    }
}

/// The distance that the ship may go, inches; none where moves are not measured.
pub(crate) fn allowance_in(state: &State, ship: &ShipState) -> Option<f64> {
    let scale = state.options.inches_per_knot;
    (scale > 0.0).then(|| f64::from(ship.speed) * scale)
}

/// The reason why the ship can't move (SPB-3); none if it can.
fn immobile_reason(ship: &ShipState) -> Option<Reason> {
    let name = &ship.card.name;
    let because = |text: String| Some(Reason::new("SPB-3", text));
    if ship.moved {
        because(format!("{name} has moved in this turn."))
    } else if ship.anchored {
        because(format!("{name} lies at anchor, and does not move."))
    } else if ship.aground {
        because(format!("{name} is aground, and does not move."))
    } else if ship.speed == 0 {
        because(format!("{name} has no speed, and does not move: plan one for the next turn."))
    } else {
        None
    }
}

/// Judges a ship's move.
pub(in crate::sp_bp) fn review(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    ship: &ShipState,
    settled: &[Settlement],
) -> MoveReview {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    let (steering, rule) = steering(tables, state, ship);
    let allowance_in = allowance_in(state, ship);
    let mut reasons = may_act(state, ship);
    reasons.extend(immobile_reason(ship));
    let id = &ship.card.id;
    let mut way = None;
    match recorder.way(id, steering) {
        Err(unknown) => reasons.push(Reason::new("SPB-3", unknown.to_string())),
        Ok(found) => {
            let judged = Judge { ship, rule, steering };
            judged.course(&found, &mut ties, &mut reasons);
            judged.helm(&found, &mut ties, &mut reasons);
            if let Some(allowance_in) = allowance_in {
                judged.length(found.length_in, allowance_in, &mut ties, &mut reasons);
            }
            way = Some(found);
        }
    }
    let went = way.as_ref().is_some_and(has_moved);
    let met = waters_met(state, &recorder, (ship, went), steering, &mut ties);
    if state.options.must_make_way && way.is_some() && !went {
        let text = format!("{name} makes {} knots, and must move.", ship.speed, name = ship.card.name);
        reasons.push(Reason::new("SPB-AMB-32", text));
    }
    let touches = if went { touches(state, &recorder, id, &mut ties) } else { Vec::new() };
    ties.refuse_unasked("SPB-3", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    MoveReview {
        ship: id.clone(),
        speed: ship.speed,
        allowance_in,
        steering,
        way,
        mined: met.mined,
        obstacles: met.obstacles,
        touches,
        reasons,
        too_close,
        asked: recorder.into_asked(),
        settled,
    }
}

struct Judge<'a> {
    ship: &'a ShipState,
    rule: &'static str,
    steering: Steering,
}

impl Judge<'_> {
    /// Checks that the helm allows the ship's place.
    fn course(&self, way: &WayFact, ties: &mut TieResolver<'_>, reasons: &mut Vec<Reason>) {
        let name = &self.ship.card.name;
        let must = match self.steering {
            Steering::Pivot => return,
            Steering::Straight => "keep her course",
            Steering::HardOver { .. } => "turn as tightly as she can",
            _ => "turn on her own circle or a wider one",
        };
        let off = way.off_in.at_most(STEERED_WITHIN_IN);
        let turned = Measured::new(way.off_deg.value.abs(), way.off_deg.sigma).at_most(COURSE_WITHIN_DEG);
        let allowed = ties.holds(off.and(turned), "kept", || {
            TooClose::inches(
                (format!("course:{}", self.ship.card.id), self.rule),
                format!("{name} must {must}: did she?"),
                (way.off_in, STEERED_WITHIN_IN),
                [("kept", "She did"), ("not", "She did not")],
            )
        });
        if allowed == Some(false) {
            let text = format!(
                "{name} must {must}, and stands {:.1} in and {:.0} degrees off it.",
                way.off_in.value, way.off_deg.value
            );
            reasons.push(Reason::new(self.rule, text));
        }
    }

    /// Checks that a jammed helm turns the ship to its side, also where no turning radius is chosen
    /// (SPB-AMB-30).
    fn helm(&self, way: &WayFact, ties: &mut TieResolver<'_>, reasons: &mut Vec<Reason>) {
        let (Some(helm), Steering::Pivot) = (self.ship.helm, self.steering) else { return };
        if !has_moved(way) {
            return;
        }
        let name = &self.ship.card.name;
        let (to, sign) = match helm {
            Flank::Port => ("port", -1.0),
            Flank::Starboard => ("starboard", 1.0),
        };
        let turned = Measured::new(sign * way.turned_deg.value, way.turned_deg.sigma);
        let allowed = ties.holds(turned.at_least(TURNED_FROM_DEG), "turned", || {
            TooClose::degrees(
                (format!("helm:{}", self.ship.card.id), "SPB-AMB-30"),
                format!("{name}'s helm is jammed to {to}: did she turn that way?"),
                (turned, TURNED_FROM_DEG),
                [("turned", "She did"), ("not", "She did not")],
            )
        });
        if allowed == Some(false) {
            let text = format!(
                "{name}'s helm is jammed to {to}: she must turn that way, as tightly as she can, and turned {:.0} \
                 degrees to {}.",
                way.turned_deg.value.abs(),
                if way.turned_deg.value < 0.0 { "port" } else { "starboard" }
            );
            reasons.push(Reason::new("SPB-30", text));
        }
    }

    fn length(
        &self,
        length_in: Measured,
        allowance_in: f64,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) {
        let name = &self.ship.card.name;
        let within = ties.holds(length_in.at_most(allowance_in), "within", || {
            TooClose::inches(
                (format!("length:{}", self.ship.card.id), "SPB-AMB-4"),
                format!("Did {name} go no further than {allowance_in:.1} in?"),
                (length_in, allowance_in),
                [("within", "She did not"), ("beyond", "She went too far")],
            )
        });
        if within == Some(false) {
            let text = format!(
                "{name} went {:.1} in; {} knots let her go {allowance_in:.1} in.",
                length_in.value, self.ship.speed
            );
            reasons.push(Reason::new("SPB-AMB-4", text));
        }
    }
}

/// Terrain met on a ship's way.
#[derive(Default)]
struct WatersMet {
    /// Mined areas that the ship entered (SPB-3).
    mined: Vec<TerrainId>,
    /// Obstacles that the ship touches (SPB-AMB-33).
    obstacles: Vec<TerrainId>,
}

/// Returns the mined areas that the way entered, except those it began in: the ship was tested for them at
/// the start of the phase (SPB-AMB-31). Obstacles count only if the ship moved.
fn waters_met(
    state: &State,
    facts: &dyn TableFacts,
    (ship, went): (&ShipState, bool),
    steering: Steering,
    ties: &mut TieResolver<'_>,
) -> WatersMet {
    let mut met = WatersMet::default();
    if state.terrain.is_empty() {
        return met;
    }
    let Ok(waters) = facts.waters(&ship.card.id, steering) else { return met };
    for area in waters.areas {
        let Some(piece) = state.terrain.iter().find(|piece| piece.id == area.area) else { continue };
        let mined = piece.kind == TerrainKind::Mined;
        let list = if mined { &mut met.mined } else { &mut met.obstacles };
        let passed_over = if mined { ship.mined.contains(&area.area) } else { !went };
        if passed_over || list.contains(&area.area) {
            continue;
        }
        let (key, what) = if mined {
            ("mined", format!("Did she enter {}?", piece.name))
        } else {
            ("obstacle", format!("Did she touch {}?", piece.name))
        };
        let is_in = ties.holds(area.entered, "entered", || {
            TooClose::inches(
                (format!("{key}:{}", area.area), if mined { "SPB-3" } else { "SPB-AMB-33" }),
                what,
                (area.clearance_in, 0.0),
                [("clear", "She kept clear"), ("entered", "She did")],
            )
        });
        if is_in == Some(true) {
            list.push(area.area);
        }
    }
    met
}

/// Ships that the hull touches, except those it is bonded to.
fn touches(state: &State, facts: &dyn TableFacts, ship: &ShipId, ties: &mut TieResolver<'_>) -> Vec<ShipId> {
    let Ok(touching) = facts.touching(ship) else { return Vec::new() };
    let bonded = |other: &ShipId| state.bonds.iter().any(|bond| bond.joins(ship) && bond.joins(other));
    let mut met = Vec::new();
    for contact in touching.near {
        let known = state.ships.get(&contact.ship).is_some_and(|other| other.present());
        if !known || bonded(&contact.ship) || met.contains(&contact.ship) || contact.ship == *ship {
            continue;
        }
        if in_contact(state, &contact, ties) == Some(true) {
            met.push(contact.ship);
        }
    }
    met
}

/// Whether a ship's hull touches another's (SPB-3).
pub(in crate::sp_bp) fn in_contact(
    state: &State,
    contact: &Contact,
    ties: &mut TieResolver<'_>,
) -> Option<bool> {
    ties.holds(contact.touching, "touching", || {
        TooClose::inches(
            (format!("touching:{}", contact.ship), "SPB-3"),
            format!("Does she touch {}?", state.name(&contact.ship)),
            (contact.gap_in, 0.0),
            [("touching", "They touch"), ("clear", "There is water between them")],
        )
    })
}

/// Completes a ship's move: mines first, then the spar torpedo, then rams and collisions (SPB-3).
pub(in crate::sp_bp) fn make_move(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    (ship, declares): (&ShipState, &[Declares]),
    settled: &[Settlement],
) -> Result<Vec<Event>, Halt> {
    let mut review = review(tables, state, facts, ship, settled);
    review.reasons.extend(declaration_reasons(state, ship, declares, &review.touches));
    Halt::unless_clear(review.reasons.clone(), review.too_close.clone())?;
    let mut events = activate(state, ship);
    events.push(moved(state, ship, review, declares));
    Ok(events)
}

fn declaration_reasons(
    state: &State,
    ship: &ShipState,
    declares: &[Declares],
    touches: &[ShipId],
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let name = &ship.card.name;
    for declared in declares {
        let target = declared.target();
        if !touches.contains(target) {
            let text = format!("{name} does not touch {}, whom she means to strike.", state.name(target));
            reasons.push(Reason::new("SPB-3", text));
        }
        if matches!(declared, Declares::Spar { .. }) && ship.spar != Spar::Rigged {
            reasons.push(Reason::new("SPB-5", format!("{name} has no spar torpedo rigged.")));
        }
    }
    let twice = declares.iter().enumerate().any(|(i, one)| declares.iter().take(i).any(|other| other == one));
    if twice {
        reasons.push(Reason::new("SPB-3", format!("{name} declares the same twice.")));
    }
    reasons
}

/// The completed move with all its consequences.
pub(in crate::sp_bp) fn moved(
    state: &State,
    ship: &ShipState,
    review: MoveReview,
    declares: &[Declares],
) -> Event {
    let mut follows = Follows::default();
    let mut numbers = Numbers::after(state);
    for area in &review.mined {
        explosion(state, &mut numbers, ship, Procedure::Mine, Some(area), &mut follows);
    }
    let spars = declares.iter().filter(|declared| matches!(declared, Declares::Spar { .. }));
    for target in spars.filter_map(|declared| state.ships.get(declared.target())) {
        explosion(state, &mut numbers, target, Procedure::SparStrike, None, &mut follows);
        follows.changes.push(ShipChange::of(ship, Change::Spar { spar: Spar::None }));
    }
    let mut rammer = ship.clone();
    for target in review.touches.iter().filter_map(|other| state.ships.get(other)) {
        let declared: Vec<&Declares> =
            declares.iter().filter(|declared| *declared.target() == target.card.id).collect();
        // The collision follows the spar attack and still counts as one (SPB-AMB-33).
        let rams = declared.iter().any(|declared| matches!(declared, Declares::Ram { .. }));
        let procedure = if rams { Procedure::Ram } else { Procedure::Collision };
        contact(state, &mut numbers, (&mut rammer, target), procedure, &mut follows);
    }
    for obstacle in review.obstacles.iter().filter(|obstacle| !ship.against.contains(*obstacle)) {
        let collision = entry(&mut numbers, ship, Procedure::Collision, None);
        follows.guided.push(Guided { area: Some(obstacle.clone()), ..collision });
    }
    Event::Moved { review, declares: declares.to_vec(), follows }
}

/// Raises or lowers the anchor, at speed 0 (SPB-3); an anchor carried away is gone (SPB-25).
pub(in crate::sp_bp) fn anchor(state: &State, ship: &ShipState, down: bool) -> Result<Vec<Event>, Halt> {
    let mut reasons = movement_reasons(state, ship);
    let name = &ship.card.name;
    if ship.speed > 0 {
        reasons.push(Reason::new("SPB-3", format!("{name} makes {} knots: stop first.", ship.speed)));
    }
    if ship.anchored == down {
        let text = if down { "lies at anchor already" } else { "does not lie at anchor" };
        reasons.push(Reason::new("SPB-3", format!("{name} {text}.")));
    }
    if down && ship.anchor_lost {
        reasons.push(Reason::new("SPB-25", format!("{name} has no anchor.")));
    }
    Halt::unless_clear(reasons, Vec::new())?;
    let mut events = activate(state, ship);
    events.push(Event::Anchored { ship: ship.card.id.clone(), down });
    Ok(events)
}

fn movement_reasons(state: &State, ship: &ShipState) -> Vec<Reason> {
    if state.step == Step::Movement {
        return may_act(state, ship);
    }
    let text = format!("That is done in the Movement Phase; this is “{}”.", state.step.title());
    vec![Reason::new("SPB-3", text)]
}

/// The lowest and the highest speed that may be planned for the next turn.
pub(in crate::sp_bp) fn speeds(tables: &Tables, state: &State, ship: &ShipState) -> (u8, u8) {
    let best = best_speed(tables, &state.options, ship).knots;
    match u8::try_from(whole(state.options.knots_a_turn)).unwrap_or(0) {
        0 => (0, best),
        step => {
            let fastest = ship.speed.saturating_add(step).min(best);
            (ship.speed.saturating_sub(step).min(fastest), fastest)
        }
    }
}

/// Records a planned change of speed (SPB-3).
pub(in crate::sp_bp) fn plan_speed(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
    knots: u8,
) -> Result<Vec<Event>, Halt> {
    let mut reasons = movement_reasons(state, ship);
    let (slowest, fastest) = speeds(tables, state, ship);
    if !(slowest..=fastest).contains(&knots) {
        let text = format!("{} can plan {slowest} to {fastest} knots, not {knots}.", ship.card.name);
        reasons.push(Reason::new(if knots > fastest { "SPB-11" } else { "SPB-AMB-4" }, text));
    }
    if ship.valves && knots > 0 {
        let text = format!("{}'s boiler valves are damaged: she can only slow down.", ship.card.name);
        reasons.push(Reason::new("SPB-31", text));
    }
    Halt::unless_clear(reasons, Vec::new())?;
    let mut events = activate(state, ship);
    events.push(Event::SpeedPlanned { ship: ship.card.id.clone(), knots });
    Ok(events)
}
