//! Reviews the moves of ships (NOD-7, NOD-8, NOD-9): their positions, and what they met on the way.

use crate::core::{
    Answer, Asked, EdgeKey, Entered, Halt, Query, Reason, Recorder, RuleId, TableFacts, TieResolver,
    TooClose, Unit, WatersFact, WayFact, reading,
};
use crate::noddy::events::apply::apply;
use crate::noddy::events::change::{Becomes, Change};
use crate::noddy::events::decision::{MoveOrder, Short};
use crate::noddy::events::event::Event;
use crate::noddy::events::outcome::MoveReview;
use crate::noddy::movement::contact;
use crate::noddy::movement::orders::knots;
use crate::noddy::state::battle::{HiddenKind, State};
use crate::noddy::state::due::{Numbers, RollUse};
use crate::noddy::state::ship::{Course, ShipState};
use crate::noddy::state::step::Step;
use geometry::{Measured, Pose, Steering, TerrainId, TerrainKind, Verdict};

/// The steering of a ship in this step.
pub(crate) fn steering(step: Step, course: &Course) -> Steering {
    match step {
        Step::FirstHalf | Step::SecondHalf if course.speed < 0 => Steering::Astern,
        Step::FirstHalf | Step::SecondHalf => Steering::Straight,
        _ => Steering::Pivot,
    }
}

/// The distance that the orders require in this step, inches: half the speed, an inch per knot (NOD-1). In a segment it
/// is the segment's share; the distance already gone is subtracted.
pub(crate) fn expected_in(state: &State, ship: &ShipState, course: &Course) -> f64 {
    if !state.step.is_half() {
        return 0.0;
    }
    let whole_in = f64::from(course.speed.unsigned_abs()) / 4.0 / f64::from(state.segments.max(1));
    (whole_in - ship.gone_in).max(0.0)
}

/// Returns true if the ship must still move or turn in this step.
pub(crate) fn must_act(state: &State, ship: &ShipState) -> bool {
    let Some(course) = &ship.course else { return false };
    let does = match state.step {
        Step::FirstHalf | Step::SecondHalf => course.speed != 0,
        Step::Turn => course.turn_deg != 0.0 && ship.steers(state.turn),
        _ => false,
    };
    does && ship.present() && !ship.moved && !ship.stopped && ship.aground.is_none()
}

/// The hazards on a ship's way.
#[derive(Debug, Default)]
pub(crate) struct Met {
    /// The terrain on which the ship grounds (NOD-AMB-17).
    pub(crate) ground: Option<TerrainId>,
    /// Mined areas of the umpire's chart.
    pub(crate) mines: Vec<TerrainId>,
    /// Areas of the umpire's chart that the ship entered.
    pub(crate) charted: Vec<TerrainId>,
}

/// Reviews a move as it would be judged now.
pub(crate) fn review(
    state: &State,
    facts: &dyn TableFacts,
    ship: &ShipState,
    order: &MoveOrder,
) -> (MoveReview, Met) {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(&order.settled).with_tie(state.options.too_close);
    let mut reasons = Vec::new();
    let course = ship.course.unwrap_or(Course { speed: 0, turn_deg: 0.0 });
    let name = &ship.card.name;
    let turns = state.step == Step::Turn;
    let (expected_in, expected_deg) =
        (expected_in(state, ship, &course), if turns { course.turn_deg } else { 0.0 });
    let mut way = None;
    let (mut short, mut touching) = (order.short, Vec::new());
    let mut met = Met::default();
    if must_act(state, ship) {
        let measured = recorder.way(&order.ship, steering(state.step, &course));
        if state.step.is_half() {
            match recorder.waters(&order.ship, steering(state.step, &course)) {
                Ok(waters) => met = hazards_met(state, ship, (order.short, &waters), &mut ties),
                Err(why) => reasons.push(Reason::new("NOD-AMB-17", why.to_string())),
            }
            let falls_short = measured.as_ref().is_ok_and(|way| falls_short(state, way, expected_in));
            // If the table shows the contact, the players need not give it as the reason for stopping short.
            let stopped_short = short == Some(Short::Contact) || (short.is_none() && falls_short);
            match contact::touching(state, &recorder, ship, stopped_short, &mut ties) {
                Ok(found) => touching = found,
                Err(why) if short == Some(Short::Contact) => {
                    reasons.push(Reason::new("NOD-11", why.to_string()));
                }
                // If the table can't answer, no contact was observed.
                Err(_) => {}
            }
            if stopped_short && (!touching.is_empty() || ties.asks()) {
                short = Some(Short::Contact);
            }
            let evidence =
                Evidence { ground: met.ground.is_some(), touches: !touching.is_empty(), asks: ties.asks() };
            reasons.extend(missing_evidence(&recorder, ship, short, evidence));
        }
        match measured {
            Ok(fact) => {
                way = Some(fact);
                judge(state, ship, &fact, (expected_in, expected_deg, short), &mut reasons);
            }
            Err(why) => reasons.push(Reason::new("NOD-9", why.to_string())),
        }
    } else {
        let why = match (&ship.course, state.step) {
            (None, Step::FirstHalf | Step::Turn | Step::SecondHalf) => {
                format!("{name} has no orders that are read out.")
            }
            (_, Step::Turn) => format!("{name} does not turn now."),
            _ => format!("{name} does not move now."),
        };
        reasons.push(Reason::new("NOD-7", why));
    }
    ties.refuse_unasked("NOD-11", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    let review = MoveReview {
        ship: order.ship.clone(),
        step: state.step,
        course,
        expected_in,
        expected_deg,
        way,
        short,
        touching,
        reasons,
        too_close,
        asked: recorder.into_asked(),
        settled,
    };
    (review, met)
}

/// Returns true if the way is certainly shorter than the orders require.
fn falls_short(state: &State, way: &WayFact, expected_in: f64) -> bool {
    way.length_in.at_least(expected_in - state.options.move_tolerance_in) == Verdict::No
}

/// Checks that a model is where its orders take it, within the players' tolerance and the uncertainty of the measure.
fn judge(
    state: &State,
    ship: &ShipState,
    way: &WayFact,
    (expected_in, expected_deg, short): (f64, f64, Option<Short>),
    reasons: &mut Vec<Reason>,
) {
    let name = &ship.card.name;
    let (off_in, off_deg) = (state.options.move_tolerance_in, state.options.turn_tolerance_deg);
    // Only a certain deviation is refused: the tolerance is the players' choice, so its edge needs no question.
    let within = |value: Measured, low: f64, high: f64| value.between(low, high) != Verdict::No;
    let length_in = if state.step == Step::Turn { way.straight_in } else { way.length_in };
    let shortest = if short.is_some() { -off_in } else { expected_in - off_in };
    if !within(length_in, shortest, expected_in + off_in) {
        let text = format!(
            "{name} went {:.2} in, and her orders take her {expected_in:.2} in: put her there.",
            length_in.value
        );
        reasons.push(Reason::new("NOD-9", text));
    }
    if state.step == Step::Turn {
        if !within(way.turned_deg, expected_deg - off_deg, expected_deg + off_deg) {
            let text = format!(
                "{name} turned {:.0} degrees, and her orders turn her {expected_deg:.0}: put her there.",
                way.turned_deg.value
            );
            reasons.push(Reason::new("NOD-8", text));
        }
        return;
    }
    if !is_straight(state, way) {
        let text = format!(
            "{name} stands {:.2} in and {:.0} degrees off a straight way: vessels turn at half way only.",
            way.off_in.value, way.off_deg.value
        );
        reasons.push(Reason::new("NOD-8", text));
    }
}

fn is_straight(state: &State, way: &WayFact) -> bool {
    let (off_in, off_deg) = (state.options.move_tolerance_in, state.options.turn_tolerance_deg);
    let within = |value: Measured, most: f64| value.between(-most, most) != Verdict::No;
    within(way.off_in, off_in) && within(way.off_deg, off_deg)
}

/// Where the orders of a half move take a ship that set out from `from`, if she went further than that, or beside the
/// straight way there.
pub(crate) fn overshot(state: &State, review: &MoveReview, from: Pose) -> Option<Pose> {
    let way = review.way.filter(|_| review.step.is_half())?;
    let most_in = review.expected_in + state.options.move_tolerance_in;
    if way.length_in.at_most(most_in) != Verdict::No && is_straight(state, &way) {
        return None;
    }
    let ahead_in = if review.course.speed < 0 { -review.expected_in } else { review.expected_in };
    Some(Pose { stack: from.stack.moved(from.heading, ahead_in), heading: from.heading })
}

/// The ground and the chart's areas on the ship's way; any part of the way counts (NOD-AMB-17).
fn hazards_met(
    state: &State,
    ship: &ShipState,
    (short, waters): (Option<Short>, &WatersFact),
    ties: &mut TieResolver<'_>,
) -> Met {
    let mut met = Met::default();
    for entered in &waters.areas {
        let hidden = state.hidden.iter().find(|hidden| hidden.area.id == entered.area);
        let on_table = state.terrain.iter().find(|piece| piece.id == entered.area);
        let draught = ship.card.draught_ft;
        let (grounds, mined) = match (hidden.map(|hidden| hidden.kind), on_table.map(|piece| piece.kind)) {
            (Some(HiddenKind::Mines { .. }), _) => (false, true),
            (Some(HiddenKind::Shallow { depth_ft }), _) => (f64::from(depth_ft) < draught, false),
            (None, Some(TerrainKind::Shoal { depth_ft })) => (depth_ft < draught, false),
            (None, Some(TerrainKind::Land | TerrainKind::Fort | TerrainKind::Obstacle)) => (true, false),
            (None, Some(TerrainKind::Mined) | None) => (false, false),
        };
        // One test for each mined area in a half move, whatever the number of segments (NOD-AMB-31).
        let tested = mined && ship.mines_tested.contains(&entered.area);
        if !(grounds || mined) || tested {
            continue;
        }
        let was_in_it = entered_it(state, ship, (entered, grounds && short == Some(Short::Ground)), ties);
        if ties.asks() {
            // If the ship grounds here, nothing beyond is met. So questions about it wait for this answer.
            break;
        }
        if !was_in_it {
            continue;
        }
        if hidden.is_some() {
            met.charted.push(entered.area.clone());
        }
        if mined {
            met.mines.push(entered.area.clone());
        } else {
            // The ship does not meet anything beyond the place where it grounds.
            met.ground = Some(entered.area.clone());
            break;
        }
    }
    met
}

/// Returns true if the ship's way was in the area. `claimed` is true if the ship stopped because of such water: then
/// the reading in its favour is that it was in it.
fn entered_it(
    state: &State,
    ship: &ShipState,
    (entered, claimed): (&Entered, bool),
    ties: &mut TieResolver<'_>,
) -> bool {
    match entered.entered {
        Verdict::Yes => true,
        Verdict::No => false,
        Verdict::TooClose => {
            let question = || {
                let mut readings =
                    vec![reading("clear", "She passed clear"), reading("entered", "She was in it")];
                if claimed {
                    readings.reverse();
                }
                TooClose {
                    key: EdgeKey(format!("waters:{}:{}", ship.card.id, entered.area)),
                    rule: RuleId::of("NOD-AMB-17"),
                    what: format!("Did {}'s way lie in {}?", ship.card.name, state.area_name(&entered.area)),
                    measured: entered.clearance_in,
                    edge: 0.0,
                    unit: Unit::Inch,
                    readings,
                }
            };
            ties.settle(question).as_deref() == Some("entered")
        }
    }
}

/// The evidence on the table for stopping short.
struct Evidence {
    ground: bool,
    touches: bool,
    /// True if a question is open whose answer completes the evidence.
    asks: bool,
}

/// A reason against a ship that stopped short without evidence on the table; none if there is evidence.
fn missing_evidence(
    facts: &dyn TableFacts,
    ship: &ShipState,
    short: Option<Short>,
    evidence: Evidence,
) -> Option<Reason> {
    let name = &ship.card.name;
    let text = match short? {
        Short::Ground if evidence.ground || evidence.asks => return None,
        Short::Ground => format!("{name} is in nothing she could ground on."),
        Short::Contact if evidence.touches || evidence.asks => return None,
        Short::Contact => format!("{name} touches nobody: move her on."),
        Short::Edge => match facts.edge_of(&ship.card.id) {
            Ok(edge) if edge.distance_in.at_most(EDGE_IN) != Verdict::No => return None,
            Ok(_) => format!("{name} is not at the edge of the table."),
            Err(why) => why.to_string(),
        },
    };
    Some(Reason::new("NOD-11", text))
}

/// The greatest distance from the stack to the edge at which a ship counts as at the edge, inches (house).
pub(crate) const EDGE_IN: f64 = 2.0;

/// Judges the moves of several ships; all are accepted, or none.
pub(crate) fn make_moves(
    state: &State,
    facts: &dyn TableFacts,
    moves: &[MoveOrder],
) -> Result<Vec<Event>, Halt> {
    let (mut reasons, mut too_close, mut judged) = (Vec::new(), Vec::new(), Vec::new());
    for (i, order) in moves.iter().enumerate() {
        let Some(ship) = state.ships.get(&order.ship) else {
            reasons.push(Reason::new("NOD-9", format!("{} does not take part.", order.ship)));
            continue;
        };
        if moves.iter().take(i).any(|other| other.ship == order.ship) {
            reasons.push(Reason::new("NOD-9", format!("{} is named twice.", ship.card.name)));
        }
        let (review, met) = review(state, facts, ship, order);
        reasons.extend(review.reasons.clone());
        too_close.extend(review.too_close.clone());
        judged.push((review, met));
    }
    if moves.is_empty() {
        reasons.push(Reason::new("NOD-9", "Name the ships that were moved."));
    }
    Halt::unless_clear(reasons, too_close)?;
    let mut events: Vec<Event> = Vec::new();
    for (review, met) in judged {
        // Each ship moves in the state that the moves before it leave.
        let before = (!events.is_empty()).then(|| events.iter().fold(state.clone(), apply));
        events.extend(carried_out(before.as_ref().unwrap_or(state), review, met));
    }
    Ok(events)
}

fn carried_out(state: &State, mut review: MoveReview, met: Met) -> Vec<Event> {
    let mut events = Vec::new();
    let id = review.ship.clone();
    let hidden = |entered: &Entered| state.hidden.iter().any(|hidden| hidden.area.id == entered.area);
    let names_chart = |asked: &Asked| match (&asked.query, &asked.answer) {
        (Query::Waters { .. }, Answer::Waters(waters)) => waters.areas.iter().any(hidden),
        _ => false,
    };
    if review.asked.iter().any(names_chart) {
        // The chart's secrets must not be deducible from the ship's public move.
        let asked: Vec<Asked> = review.asked.iter().filter(|asked| names_chart(asked)).cloned().collect();
        review.asked.retain(|asked| !names_chart(asked));
        let mut numbers = Numbers::after(state);
        let mines = met.mines.iter();
        let rolls =
            mines.map(|area| numbers.roll(state, &id, RollUse::Mine { area: area.clone() })).collect();
        events.push(Event::ChartMet { ship: id.clone(), areas: met.charted.clone(), asked, rolls });
    }
    let mut changes = Vec::new();
    let mut found = Vec::new();
    let new_contacts = state.ships.get(&id).map(|ship| contact::new_contacts(state, ship, &review.touching));
    let new_contacts = new_contacts.unwrap_or_default();
    if let Some(area) = met.ground {
        changes.push(Change::of(&id, Becomes::Aground { attempts: Some(0) }));
        found.extend(state.hidden.iter().any(|hidden| hidden.area.id == area).then_some(area));
    } else if !new_contacts.is_empty() {
        changes.push(Change::of(&id, Becomes::InContact { with: new_contacts }));
    } else if review.short.is_some_and(|short| short != Short::Ground) {
        changes.push(Change::of(&id, Becomes::Stopped));
    }
    events.push(Event::Moved { review, changes, found });
    events
}

/// The ship's task in this step, in words for a question.
pub(crate) fn task(state: &State, ship: &ShipState) -> String {
    let course = ship.course.unwrap_or(Course { speed: 0, turn_deg: 0.0 });
    match state.step {
        Step::Turn if course.turn_deg < 0.0 => {
            format!("{} turns {:.0} degrees to port.", ship.card.name, -course.turn_deg)
        }
        Step::Turn => format!("{} turns {:.0} degrees to starboard.", ship.card.name, course.turn_deg),
        _ => {
            let to = if course.speed < 0 { "astern" } else { "ahead" };
            let inches = expected_in(state, ship, &course);
            format!("{} goes {inches:.2} in {to} ({} knots).", ship.card.name, knots(course.speed.abs()))
        }
    }
}
