//! Speed limits and steering of a ship, and the legality of its way.

use crate::core::{Reason, Recorder, RuleId, Settlement, TableFacts, TieResolver, TooClose, WayFact};
use crate::gunboat::events::move_review::{MoveReview, SpeedLimits};
use crate::gunboat::movement::hazards::Passage;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::bond::BondKind;
use crate::gunboat::state::card::{Circle, HalfKnots, Propulsion, Section};
use crate::gunboat::state::options::Distance;
use crate::gunboat::state::ship::{Effect, Location, NUDGE_IN, ShipState, has_moved};
use crate::gunboat::tables::table_set::Tables;
use geometry::{Flank, Measured, Steering, Verdict};

/// The greatest length of a ship's move, inches (GUN-8), at the battle's length factor (GUN-2).
pub(crate) fn allowance_in(state: &State, speed: HalfKnots) -> f64 {
    f64::from(speed) / 2.0 * state.options.length_factor
}

/// The speed that the engines can give this turn, half knots.
fn power(state: &State, ship: &ShipState) -> HalfKnots {
    let engines = if ship.card.propulsion.steams() { ship.top_speed_half_knots() } else { 0 };
    match ship.limited_power_knots(state.turn) {
        Some(knots) => engines.min(2 * u16::from(knots)),
        None => engines,
    }
}

/// The speed of the present move: as rung up for the ship, or for a ship that takes it along, or the usual one.
pub(crate) fn rung_speed(state: &State, ship: &ShipState, limits: SpeedLimits) -> HalfKnots {
    let companion_speed = || {
        let others = state.bonded_with(&ship.card.id).into_iter().filter_map(|id| state.ships.get(id));
        let rung = others.filter_map(|other| other.rung.or(other.has_moved.then_some(other.speed))).max()?;
        (power(state, ship) == 0).then_some(rung.clamp(limits.slowest, limits.fastest))
    };
    ship.rung.or_else(companion_speed).unwrap_or_else(|| limits.usual(ship.speed))
}

/// The permitted speeds of a ship in this move.
pub(crate) fn speed_limits(tables: &Tables, state: &State, ship: &ShipState) -> SpeedLimits {
    let rates = tables.speed_rates();
    let last = ship.speed;
    let coast_to = last.saturating_sub(2 * rates.coast_knots);
    let available = power(state, ship);
    let gained = last.saturating_add(2 * rates.gain_knots);
    if available == 0 {
        // A ship without power that is in tow, or lashed to a ship with power, goes along with it.
        let companion_power =
            state.bonded_with(&ship.card.id).into_iter().filter_map(|id| state.ships.get(id));
        let companion_power = companion_power.map(|other| power(state, other)).max().unwrap_or(0);
        if companion_power > 0 {
            let fastest = gained.min(companion_power.max(coast_to));
            let slowest = last.saturating_sub(2 * rates.back_knots).min(fastest);
            return SpeedLimits { slowest, fastest, coasting: false };
        }
        let free = state.options.coast_first_turn_free && !ship.coasting;
        let speed = if free { last } else { coast_to };
        return SpeedLimits { slowest: speed, fastest: speed, coasting: true };
    }
    let fastest = gained.min(available.max(coast_to));
    let slowest = last.saturating_sub(2 * rates.back_knots).min(fastest);
    // A ship lashed to others goes no faster than the slowest of them.
    let bonded = state.bonded_with(&ship.card.id).into_iter().filter_map(|id| state.ships.get(id));
    let slowest_companion = bonded.map(|other| other.speed.saturating_add(2 * rates.gain_knots)).min();
    let fastest = slowest_companion.map_or(fastest, |limit| fastest.min(limit.max(slowest)));
    SpeedLimits { slowest, fastest, coasting: false }
}

/// The reason why a ship can't move at all; none if it can.
pub(crate) fn held(state: &State, ship: &ShipState) -> Option<Reason> {
    let name = &ship.card.name;
    let because = |rule, text: String| Some(Reason::new(rule, text));
    match &ship.location {
        Location::Arriving { .. } => {
            return because("GUN-3", format!("{name} has not arrived yet."));
        }
        Location::Left { .. } => return because("GUN-3", format!("{name} has left the table.")),
        Location::OnTable => {}
    }
    if !ship.afloat() {
        return because("GUN-41", format!("{name} is lost."));
    }
    if ship.ashore {
        return because("GUN-57", format!("{name} is ashore for the rest of the battle."));
    }
    if ship.aground {
        return because("GUN-54", format!("{name} is aground: she must be refloated first."));
    }
    if ship.anchored {
        return because("GUN-40", format!("{name} lies at anchor: weigh first."));
    }
    if ship.in_melee {
        return because("GUN-81", format!("{name} is held by a melee on her deck."));
    }
    if ship.grapple_turn == Some(state.turn) {
        return because("GUN-77", format!("{name} has grappled this turn, and stays where she is."));
    }
    if ship.mortar_fired_turn == Some(state.turn) {
        return because("GUN-59", format!("{name} has fired her mortar this turn, and can't move in it."));
    }
    let locked = state.bonds.iter().any(|bond| bond.kind == BondKind::Locked && bond.joins(&ship.card.id));
    locked.then(|| Reason::new("GUN-86", format!("{name} is locked in a melee of launches.")))
}

/// The greatest distance straight astern, inches; 0 unless the ship was stopped and the option allows it (GUN-AMB-21).
pub(in crate::gunboat) fn astern_allowance_in(state: &State, ship: &ShipState) -> f64 {
    let steered = |effect: &Effect| !matches!(effect, Effect::RudderJammed { .. });
    if ship.speed > 0 || !ship.effects.iter().all(steered) {
        return 0.0;
    }
    let knots = f64::from(power(state, ship)) / 2.0;
    knots.min(state.options.astern_max) * state.options.length_factor
}

/// The radius of a turning circle at the battle's length factor, inches.
fn radius_in(tables: &Tables, state: &State, circle: Circle) -> f64 {
    tables.circle_in(circle) / 2.0 * state.options.length_factor
}

/// The steering of a ship, and the rule for it.
pub(in crate::gunboat) fn steering(tables: &Tables, state: &State, ship: &ShipState) -> (Steering, RuleId) {
    let own_in = radius_in(tables, state, ship.card.circle);
    let jammed = ship.effects.iter().find_map(|effect| match effect {
        Effect::RudderJammed { helm, .. } => Some(*helm),
        _ => None,
    });
    let forces_straight =
        |effect: &Effect| matches!(effect, Effect::PilotBlinded { .. } | Effect::RudderBound { .. });
    let straight_only = ship.effects.iter().any(forces_straight);
    match (jammed, straight_only) {
        (Some(helm), _) => (Steering::HardOver { helm, radius_in: own_in }, RuleId::of("GUN-AMB-17")),
        (None, true) => (Steering::Straight, RuleId::of("GUN-46")),
        // Sidewheel steamers may use any circle (GUN-15).
        (None, false) if ship.card.propulsion == Propulsion::Sidewheel && any_circle(tables, state, ship) => {
            let tightest_in = radius_in(tables, state, Circle::A).min(own_in);
            (Steering::Circle { radius_in: tightest_in }, RuleId::of("GUN-15"))
        }
        (None, false) => (Steering::Circle { radius_in: own_in }, RuleId::of("GUN-14")),
    }
}

/// The steering of a ship by its own circle, and the greatest length of its move, inches (GUN-8).
pub(crate) fn means(tables: &Tables, state: &State, ship: &ShipState) -> (Steering, f64) {
    let speed = rung_speed(state, ship, speed_limits(tables, state, ship));
    (steering(tables, state, ship).0, allowance_in(state, speed))
}

/// GUN-AMB-24: whether any circle is allowed in every move, or only in short ones.
fn any_circle(tables: &Tables, state: &State, ship: &ShipState) -> bool {
    let speed = rung_speed(state, ship, speed_limits(tables, state, ship));
    let limit_in = tables.tight_limit_in() * state.options.length_factor;
    state.options.sidewheel_any_circle_always || allowance_in(state, speed) <= limit_in
}

/// Additional steering that is permitted in a short move (GUN-15, GUN-16).
pub(in crate::gunboat) fn tight_steering(
    tables: &Tables,
    state: &State,
    ship: &ShipState,
) -> Option<(Steering, RuleId)> {
    if ship.card.propulsion == Propulsion::Sidewheel {
        return Some((Steering::Pivot, RuleId::of("GUN-15")));
    }
    let tugged = state.bonds.iter().any(|bond| bond.kind == BondKind::Tugged && bond.second == ship.card.id);
    let circle = Steering::Circle { radius_in: radius_in(tables, state, Circle::A) };
    tugged.then_some((circle, RuleId::of("GUN-16")))
}

/// The greatest deviation from a way with the helm hard over, or without helm, that still counts as intended, inches
/// (house).
const STEERED_WITHIN_IN: f64 = 0.25;

/// Judges a ship's move.
pub(crate) fn review(
    tables: &Tables,
    state: &State,
    facts: &dyn TableFacts,
    ship: &ShipState,
    settled: &[Settlement],
    ashore: bool,
) -> MoveReview {
    let recorder = Recorder::new(facts);
    let mut ties = TieResolver::new(settled).with_tie(state.options.too_close);
    let limits = speed_limits(tables, state, ship);
    let mut speed = rung_speed(state, ship, limits);
    let mut judge = Judge { tables, state, ship, allowance_in: allowance_in(state, speed) };
    let mut reasons: Vec<Reason> = held(state, ship).into_iter().collect();
    let (own, rule) = steering(tables, state, ship);
    let (steering, way) = match recorder.way(&ship.card.id, own) {
        Ok(way) if !reasons.is_empty() => {
            // The ship may not move. If it has not moved, there is nothing to refuse.
            if !has_moved(&way) {
                reasons.clear();
            }
            (own, Some(way))
        }
        Ok(way) => {
            if let Some((way, allowance_in)) = judge.astern(&recorder, &way) {
                // Going astern gives a ship no speed for its next turn.
                (speed, judge.allowance_in) = (0, allowance_in);
                judge.length(&way, &mut ties, &mut reasons);
                (Steering::Astern, Some(way))
            } else {
                let tight = judge.tight(&recorder, &way);
                let (steering, way, rule) = tight.unwrap_or((own, way, rule));
                judge.length(&way, &mut ties, &mut reasons);
                judge.all_the_way(&way, &mut reasons);
                judge.steered(steering, &way, rule, &mut ties, &mut reasons);
                (steering, Some(way))
            }
        }
        Err(unknown) => {
            reasons.push(Reason::new("GUN-19", unknown.to_string()));
            (own, None)
        }
    };
    let hazards = match &way {
        Some(way) if has_moved(way) => {
            judge.steams_away(&recorder, &mut reasons);
            let passage = Passage { tables, state, ship, steering, length_in: way.length_in, ashore };
            passage.hazards(&recorder, &mut ties, &mut reasons)
        }
        _ => Vec::new(),
    };
    ties.refuse_unasked("GUN-19", &mut reasons);
    let (too_close, settled) = ties.into_parts();
    MoveReview {
        ship: ship.card.id.clone(),
        last: ship.speed,
        limits,
        speed,
        allowance_in: judge.allowance_in,
        steering,
        way,
        hazards,
        reasons,
        too_close,
        asked: recorder.into_asked(),
        settled,
    }
}

struct Judge<'a> {
    tables: &'a Tables,
    state: &'a State,
    ship: &'a ShipState,
    allowance_in: f64,
}

impl Judge<'_> {
    /// A short move that the ship's own circle does not allow may still be legal by turning in place or with a tug.
    fn tight(&self, facts: &dyn TableFacts, own: &WayFact) -> Option<(Steering, WayFact, RuleId)> {
        if own.length_in.at_most(self.allowance_in) == Verdict::Yes {
            return None;
        }
        let (steering, rule) = tight_steering(self.tables, self.state, self.ship)?;
        let way = facts.way(&self.ship.card.id, steering).ok()?;
        let limit_in = self.tables.tight_limit_in() * self.state.options.length_factor;
        (way.length_in.at_most(limit_in) != Verdict::No && own.off_in.value <= STEERED_WITHIN_IN)
            .then_some((steering, way, rule))
    }

    /// A ship that was stopped may go straight astern if the option allows it (GUN-AMB-21). Returns the way and its
    /// greatest length, inches.
    fn astern(&self, facts: &dyn TableFacts, own: &WayFact) -> Option<(WayFact, f64)> {
        let most_in = astern_allowance_in(self.state, self.ship);
        if most_in <= 0.0 || own.length_in.at_most(self.allowance_in) == Verdict::Yes {
            return None;
        }
        let way = facts.way(&self.ship.card.id, Steering::Astern).ok()?;
        let straight = has_moved(&way) && way.off_in.value <= STEERED_WITHIN_IN;
        straight.then_some((way, most_in))
    }

    /// GUN-80: a ship full of smoke must steam away; its move must not reduce the distance to the nearest enemy
    /// (house).
    fn steams_away(&self, facts: &dyn TableFacts, reasons: &mut Vec<Reason>) {
        if !self.ship.effects.contains(&Effect::SmokedOut) {
            return;
        }
        let own = &self.ship.card.id;
        let enemies = self
            .state
            .ships
            .values()
            .filter(|other| other.card.side != self.ship.card.side && other.present());
        let ranges = enemies.filter_map(|enemy| {
            let now = facts.range(own, &enemy.card.id).ok()?.range_in;
            let before = facts.range_before(own, &enemy.card.id).ok()?.range_in;
            Some((now, before))
        });
        let ranges: Vec<(Measured, Measured)> = ranges.collect();
        let nearest = |which: fn(&(Measured, Measured)) -> Measured| {
            ranges.iter().map(which).min_by(|a, b| a.value.total_cmp(&b.value))
        };
        let (Some(now), Some(before)) = (nearest(|pair| pair.0), nearest(|pair| pair.1)) else { return };
        // In doubt the move counts as legal.
        if now.value + now.half_width_95() + before.half_width_95() < before.value {
            let name = &self.ship.card.name;
            let text = format!(
                "{name} is full of smoke and must steam away: she came from {:.1} to {:.1} in of the enemy.",
                before.value, now.value
            );
            reasons.push(Reason::new("GUN-80", text));
        }
    }

    /// GUN-18: the way must not be longer than the speed allows (or must have exactly that length, GUN-AMB-21).
    fn length(&self, way: &WayFact, ties: &mut TieResolver<'_>, reasons: &mut Vec<Reason>) {
        let name = &self.ship.card.name;
        let limit_in = self.allowance_in;
        let ask = |what: String, rule: &'static str| {
            TooClose::inches(
                (format!("move:{}", self.ship.card.id), rule),
                what,
                (way.length_in, limit_in),
                [("legal", "It is legal"), ("too_far", "It is too far")],
            )
        };
        let too_far = match way.length_in.at_most(limit_in) {
            Verdict::Yes => false,
            Verdict::No => true,
            Verdict::TooClose => {
                let text = format!(
                    "{name} went {:.2} ± {:.2} in of {limit_in:.2} in: too close to call.",
                    way.length_in.value,
                    way.length_in.half_width_95()
                );
                ties.settle(|| ask(text, "GUN-18")).as_deref() == Some("too_far")
            }
        };
        if too_far {
            let over_in = way.length_in.value - limit_in;
            let text = format!(
                "{name} went {:.2} in of {limit_in:.2} in: {over_in:.2} in too far.",
                way.length_in.value
            );
            reasons.push(Reason::new("GUN-18", text));
        }
    }

    /// GUN-AMB-21: under one reading a ship must go the full distance of its speed.
    fn all_the_way(&self, way: &WayFact, reasons: &mut Vec<Reason>) {
        let (name, limit_in) = (&self.ship.card.name, self.allowance_in);
        let short_in = limit_in - way.length_in.value - way.length_in.half_width_95();
        if self.state.options.distance == Distance::Exact && short_in > NUDGE_IN {
            let text = format!(
                "{name} must go all of her {limit_in:.2} in, and went {:.2} in.",
                way.length_in.value
            );
            reasons.push(Reason::new("GUN-AMB-21", text));
        }
    }

    fn steered(
        &self,
        steering: Steering,
        way: &WayFact,
        rule: RuleId,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) {
        let text = match steering {
            Steering::Straight => "no change of course is allowed",
            Steering::HardOver { helm: Flank::Port, .. } => "her rudder is jammed hard left",
            Steering::HardOver { helm: Flank::Starboard, .. } => "her rudder is jammed hard right",
            _ => return,
        };
        let name = &self.ship.card.name;
        let off = ties.holds(way.off_in.at_most(STEERED_WITHIN_IN), "legal", || {
            TooClose::inches(
                (format!("steered:{}", self.ship.card.id), rule.clone()),
                format!("Did {name} go as she must ({text})?"),
                (way.off_in, STEERED_WITHIN_IN),
                [("legal", "She did"), ("elsewhere", "She went elsewhere")],
            )
        }) == Some(false);
        if off {
            let text = format!("{name} stands {:.2} in from where she must: {text}.", way.off_in.value);
            reasons.push(Reason { rule, text });
        }
    }
}

/// The present draft of a ship, feet: two lost draft boxes add one foot (GUN-42).
pub fn draft_ft(ship: &ShipState) -> f64 {
    let printed = f64::from(ship.card.printed(&Section::Draft)) * 2.0;
    let undamaged = if ship.card.draft_ft > 0.0 { ship.card.draft_ft } else { printed };
    undamaged + f64::from(ship.extra_draft_ft())
}
