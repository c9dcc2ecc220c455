//! A commander, or an umpire, who decides by lot.

use crate::core::play_out::{Goal, Lot, Means, Met, sail, touched};
use crate::core::{
    Audience, Commander, Faces, Halt, Order, Outlook, PlacedShip, Question, Settlement, TooClose,
};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::events::decision::{Decision, Declares, MountChoice, MountGuns};
use crate::sp_bp::movement::review::{allowance_in, steering};
use crate::sp_bp::play_out::unprompted::{entry, unprompted};
use crate::sp_bp::presentation::questions::Ask;
use crate::sp_bp::state::card::Spar;
use crate::sp_bp::state::guided::Procedure;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use geometry::{Point, ShipId, range_in};

/// Inches per knot where the players have chosen none (house).
const USUAL_SCALE: f64 = 0.6;

/// Decides by lot.
#[derive(Debug, Clone)]
pub struct RandomCommander {
    role: Audience,
    lot: Lot,
    /// The probability of an unprompted decision.
    unprompted_chance: f64,
}

impl RandomCommander {
    /// One who plays this role; everything he does follows from the seed.
    pub fn new(role: Audience, seed: u64) -> Self {
        Self { role, lot: Lot::new(seed), unprompted_chance: 0.02 }
    }

    /// The same commander, who decides only what is asked.
    #[must_use]
    pub fn only_asked(self) -> Self {
        Self { unprompted_chance: 0.0, ..self }
    }

    fn answer(&mut self, outlook: &Outlook<'_, SpBp>, question: &Question<Ask>) -> Option<Order<Decision>> {
        match &question.ask {
            Ask::Open | Ask::NextStep => None,
            Ask::Roll { rolls } => {
                let typed = self.lot.chance(0.1).then(|| self.typed(outlook, rolls)).flatten();
                let faces = typed.map_or(Faces::App, Faces::Typed);
                Some(Order::only(Decision::Roll { rolls: rolls.clone(), faces }))
            }
            Ask::Adjudicate { entry: id, procedure, ship } => {
                Some(Order::only(entry(&mut self.lot, outlook.state, *id, *procedure, ship)))
            }
            Ask::Repair { ship, tasks, parties } => {
                let task = self.lot.pick(tasks)?.clone();
                let parties = 1 + self.lot.below(u32::from(*parties)) as u8;
                let repair = Decision::Repair { ship: ship.clone(), task, parties };
                self.lot.chance(0.8).then(|| Order::only(repair))
            }
            Ask::Move { ship } => self.movement(outlook, ship),
            Ask::PlanSpeed { ship, slowest, fastest } => {
                let state = outlook.state.ships.get(ship)?;
                if (state.planned.is_some() || state.speed > 0) && !self.lot.chance(0.1) {
                    return None;
                }
                if state.speed == 0 && self.lot.chance(0.1) {
                    let down = !state.anchored;
                    return Some(Order::only(Decision::Anchor { ship: ship.clone(), down }));
                }
                let low = slowest + (fastest - slowest) / 2;
                let knots = low + self.lot.below(u32::from(fastest - low) + 1) as u8;
                Some(Order::only(Decision::PlanSpeed { ship: ship.clone(), knots }))
            }
            Ask::Fire { shooter, targets, .. } => self.fire(outlook, shooter, targets),
            Ask::Undertake { ship, procedures } => self.undertaking(outlook, ship, procedures),
        }
    }

    /// Faces of real dice.
    fn typed(&mut self, outlook: &Outlook<'_, SpBp>, rolls: &[crate::core::RollId]) -> Option<Vec<u8>> {
        let mut faces = Vec::new();
        for id in rolls {
            let request = &outlook.state.roll(*id)?.request;
            for _ in 0..request.count {
                faces.push(1 + self.lot.below(u32::from(request.die.faces())) as u8);
            }
        }
        Some(faces)
    }

    /// Moves mostly towards an enemy; away from all when the ship must withdraw.
    fn movement(&mut self, outlook: &Outlook<'_, SpBp>, id: &ShipId) -> Option<Order<Decision>> {
        let ship = outlook.state.ships.get(id)?;
        let model = outlook.table.placed(id)?;
        let enemies = enemies(outlook, ship);
        let (east_in, north_in) = outlook.table.size_in().unwrap_or((60.0, 36.0));
        let anywhere = Point::new(self.lot.between(0.0, east_in), self.lot.between(0.0, north_in));
        let nearest = enemies.first();
        let goal = match nearest {
            Some(enemy) if self.lot.chance(0.15) => Goal::Alongside(enemy.observation.ship.clone()),
            Some(enemy) if !ship.withdrawing && self.lot.chance(0.8) => {
                Goal::Point(enemy.observation.pose.stack)
            }
            _ => Goal::Point(anywhere),
        };
        let (steering, _) = steering(outlook.book.tables(), outlook.state, ship);
        let most_in = allowance_in(outlook.state, ship).unwrap_or(f64::from(ship.speed) * USUAL_SCALE);
        let means = Means { steering, length_in: most_in * self.lot.between(0.5, 0.98) };
        let (pose, met) = sail(outlook.table, model, &goal, means)?;
        if let (Met::Edge(edge), true) = (met, ship.withdrawing || self.lot.chance(0.02)) {
            return Some(Order::only(Decision::Leave { ship: id.clone(), edge }));
        }
        let mut there = outlook.table.clone();
        there.set_down(id, pose);
        let touched = there.placed(id).map(|placed| touched(&there, placed)).unwrap_or_default();
        let mut struck = enemies.iter().map(|enemy| &enemy.observation.ship);
        let struck = struck.find(|enemy| touched.contains(enemy)).cloned();
        let mut declares = Vec::new();
        if let Some(target) = struck {
            if ship.spar == Spar::Rigged {
                declares.push(Declares::Spar { target: target.clone() });
            }
            if self.lot.chance(0.7) {
                declares.push(Declares::Ram { target });
            }
        }
        let decision = Decision::Move { ship: id.clone(), declares, settled: Vec::new() };
        Some(Order { models: vec![(id.clone(), vec![pose])], decision })
    }

    /// Fires mostly at the nearest enemy, sometimes with a few guns only.
    fn fire(
        &mut self,
        outlook: &Outlook<'_, SpBp>,
        shooter: &ShipId,
        targets: &[ShipId],
    ) -> Option<Order<Decision>> {
        let ship = outlook.state.ships.get(shooter)?;
        let in_order: Vec<ShipId> =
            enemies(outlook, ship).iter().map(|enemy| enemy.observation.ship.clone()).collect();
        let target = match in_order.first() {
            Some(first) if self.lot.chance(0.8) => first.clone(),
            _ => self.lot.pick(targets)?.clone(),
        };
        let mounts = match self.lot.pick(&ship.card.mounts) {
            Some(mount) if self.lot.chance(0.15) => MountChoice::These(vec![MountGuns {
                mount: mount.id.clone(),
                guns: 1 + self.lot.below(u32::from(ship.ready(mount))) as u8,
            }]),
            _ => MountChoice::AllThatBear,
        };
        let fire = Decision::Fire { shooter: shooter.clone(), target, mounts, settled: Vec::new() };
        Some(Order::only(fire))
    }

    fn undertaking(
        &mut self,
        outlook: &Outlook<'_, SpBp>,
        id: &ShipId,
        procedures: &[Procedure],
    ) -> Option<Order<Decision>> {
        let ship = outlook.state.ships.get(id)?;
        let procedure = *self.lot.pick(procedures)?;
        let done = |lot: &mut Lot| {
            let alternates = outlook.state.step.alternates();
            (alternates && lot.chance(0.7)).then(|| Order::only(Decision::Done { ship: id.clone() }))
        };
        let sensible = match procedure {
            Procedure::Refloat => ship.aground,
            Procedure::RigSpar => ship.spar == Spar::Carried,
            Procedure::Unlock | Procedure::CutAway => outlook.state.bonds.iter().any(|bond| bond.joins(id)),
            Procedure::Board | Procedure::PassTow => true,
            _ => self.lot.chance(0.05),
        };
        if !sensible {
            return done(&mut self.lot);
        }
        let near = outlook.table.placed(id).map(|placed| touched(outlook.table, placed)).unwrap_or_default();
        let other = if procedure.needs_other() { self.lot.pick(&near).cloned() } else { None };
        if procedure.needs_other() && other.is_none() {
            return done(&mut self.lot);
        }
        let undertake = Decision::Undertake { ship: id.clone(), procedure, other, settled: Vec::new() };
        Some(Order::only(undertake))
    }

    /// Settles what is too close to call: mostly by the first reading.
    fn settle(&mut self, questions: &[TooClose]) -> Vec<Settlement> {
        let settle = |question: &TooClose| {
            let reading = if self.lot.chance(0.7) {
                question.readings.first()?
            } else {
                self.lot.pick(&question.readings)?
            };
            Some(Settlement { key: question.key.clone(), reading: reading.id.clone() })
        };
        questions.iter().filter_map(settle).collect()
    }
}

/// Models of enemies, nearest first.
fn enemies<'t>(outlook: &Outlook<'t, SpBp>, ship: &ShipState) -> Vec<&'t PlacedShip> {
    let Some(own) = outlook.table.placed(&ship.card.id) else { return Vec::new() };
    let enemy = |placed: &&PlacedShip| {
        let other = outlook.state.ships.get(&placed.observation.ship);
        other.is_some_and(|other| other.card.side != ship.card.side && other.present())
    };
    let mut enemies: Vec<&PlacedShip> = outlook.table.ships().iter().filter(enemy).collect();
    enemies.sort_by(|a, b| {
        let far = |placed: &PlacedShip| range_in(&own.observation, &placed.observation).value;
        far(a).total_cmp(&far(b))
    });
    enemies
}

impl Commander<SpBp> for RandomCommander {
    fn order(&mut self, outlook: &Outlook<'_, SpBp>) -> Option<Order<Decision>> {
        if self.lot.chance(self.unprompted_chance)
            && let Some(unprompted) = unprompted(&mut self.lot, outlook, &self.role)
        {
            return Some(Order::only(unprompted));
        }
        let must = outlook.questions.iter().find(|question| question.must);
        if let Some(question) = must {
            return self.answer(outlook, question);
        }
        let mut open: Vec<&Question<Ask>> = outlook.questions.iter().collect();
        while !open.is_empty() {
            let at = self.lot.below(open.len() as u32) as usize;
            let question = open.remove(at);
            if let Some(order) = self.answer(outlook, question) {
                return Some(order);
            }
        }
        None
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, SpBp>,
        mut order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        if let Halt::TooClose { questions } = halt {
            let more = self.settle(questions);
            return match &mut order.decision {
                Decision::Fire { settled, .. }
                | Decision::Move { settled, .. }
                | Decision::Undertake { settled, .. } => {
                    settled.extend(more);
                    Some(order)
                }
                _ => None,
            };
        }
        // A ship that can't do what was chosen ends its action, so that the other side gets its turn.
        let ship = match order.decision {
            Decision::Fire { shooter, .. } => shooter,
            Decision::Move { ship, .. } | Decision::Undertake { ship, .. } => ship,
            _ => return None,
        };
        let alternates = outlook.state.step.alternates() && outlook.state.step != Step::Boarding;
        alternates.then_some(Order::only(Decision::Done { ship }))
    }
}
