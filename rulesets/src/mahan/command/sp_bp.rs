//! A captain for a side of an SP/BP battle (house: the procedure was written for other books).

use crate::core::play_out::{Lot, Means, Met, sail, touched};
use crate::core::{Commander, Faces, Halt, Order, Outlook, PlacedTable, SideId, TooClose};
use crate::mahan::command::helm::{Enemy, Helm, View};
use crate::sp_bp::{
    Ask, Decision, Declares, MountChoice, Procedure, ShipState, SpBp, Spar, Step, allowance_in, steering,
};
use geometry::{Pose, ShipId};
use std::collections::BTreeSet;

/// A way ends this far short of what the speed allows, because facts are rounded, inches.
const MARGIN_IN: f64 = 0.01;
/// The same where models are set down by hand and measured, inches.
const BY_HAND_MARGIN_IN: f64 = 0.15;
/// Inches per knot where the players have chosen none (house).
const USUAL_SCALE: f64 = 0.6;
/// A ship's draught, feet, for a sheet that gives none: shoals are avoided by all (house).
const DRAUGHT_FT: f64 = 30.0;

/// Actions taken, or left out, at most once in a step by each ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    Plan,
    Move,
    Undertake,
    Done,
}

/// Commands a side of an SP/BP battle: best speed, all guns that bear on the nearest enemy, crew parties to every
/// fire, leak and repair, and a helm.
#[derive(Debug, Clone)]
pub struct SpBpCaptain<H> {
    side: SideId,
    helm: H,
    lot: Lot,
    margin_in: f64,
    now: (u32, Step),
    done: BTreeSet<(Action, ShipId)>,
    refused_pairs: BTreeSet<(ShipId, ShipId)>,
}

impl<H: Helm> SpBpCaptain<H> {
    /// The same seed gives the same battle.
    pub fn new(side: SideId, helm: H, seed: u64) -> Self {
        let (done, refused_pairs) = (BTreeSet::new(), BTreeSet::new());
        let (lot, now) = (Lot::new(seed), (0, Step::default()));
        Self { side, helm, lot, margin_in: MARGIN_IN, now, done, refused_pairs }
    }

    /// The same for a real table, where models never stand exactly in place: ways are kept shorter.
    #[must_use]
    pub fn by_hand(self) -> Self {
        Self { margin_in: BY_HAND_MARGIN_IN, ..self }
    }

    /// The helm, to give it new orders.
    pub fn helm_mut(&mut self) -> &mut H {
        &mut self.helm
    }

    fn first_time(&mut self, kind: Action, ship: &ShipId) -> Option<()> {
        self.done.insert((kind, ship.clone())).then_some(())
    }

    fn answer(&mut self, outlook: &Outlook<'_, SpBp>, ask: &Ask) -> Option<Order<Decision>> {
        let decision = match ask {
            Ask::Roll { rolls } => Decision::Roll { rolls: rolls.clone(), faces: Faces::App },
            Ask::Repair { ship, tasks, parties } => {
                let (ship, task) = (ship.clone(), tasks.first()?.clone());
                Decision::Repair { ship, task, parties: *parties }
            }
            Ask::Move { ship } => return self.sail(outlook, ship),
            Ask::PlanSpeed { ship, slowest, fastest } => {
                self.first_time(Action::Plan, ship)?;
                let own = outlook.state.ships.get(ship)?;
                if own.anchored {
                    return Some(Order::only(Decision::Anchor { ship: ship.clone(), down: false }));
                }
                let pace = (f64::from(*fastest) * self.helm.pace(ship)).round() as u8;
                let knots = pace.clamp(*slowest, *fastest);
                (own.planned.unwrap_or(own.speed) != knots)
                    .then(|| Decision::PlanSpeed { ship: ship.clone(), knots })?
            }
            Ask::Fire { shooter, targets, .. } => self.fire(outlook, shooter, targets)?,
            Ask::Undertake { ship, procedures } => {
                self.first_time(Action::Undertake, ship)?;
                let own = outlook.state.ships.get(ship)?;
                let sensible = |procedure: &&Procedure| match procedure {
                    Procedure::Refloat => own.aground,
                    Procedure::RigSpar => own.spar == Spar::Carried,
                    Procedure::Unlock => outlook.state.bonds.iter().any(|bond| bond.joins(ship)),
                    _ => false,
                };
                let procedure = *procedures.iter().find(sensible)?;
                Decision::Undertake { ship: ship.clone(), procedure, other: None, settled: Vec::new() }
            }
            Ask::Open | Ask::Adjudicate { .. } | Ask::NextStep => return None,
        };
        Some(Order::only(decision))
    }

    /// Ends the action of a ship with nothing left to do, so that the other side gets its turn.
    fn done(&mut self, outlook: &Outlook<'_, SpBp>) -> Option<Order<Decision>> {
        let alternates = outlook.state.step.alternates();
        let waits = |question: &crate::core::Question<Ask>| match &question.ask {
            Ask::Move { ship }
            | Ask::PlanSpeed { ship, .. }
            | Ask::Fire { shooter: ship, .. }
            | Ask::Undertake { ship, .. } => Some(ship.clone()),
            _ => None,
        };
        let ship = outlook.questions.iter().filter(|_| alternates).find_map(waits)?;
        self.first_time(Action::Done, &ship)?;
        Some(Order::only(Decision::Done { ship }))
    }

    /// Fires at the target that the helm names, or at the nearest, unless the book has refused it.
    fn fire(
        &mut self,
        outlook: &Outlook<'_, SpBp>,
        shooter: &ShipId,
        targets: &[ShipId],
    ) -> Option<Decision> {
        let here = outlook.table.placed(shooter)?.observation.pose.stack;
        let wanted = self.helm.target(shooter);
        let far = |target: &ShipId| match outlook.table.placed(target) {
            _ if Some(target) == wanted => -1.0,
            Some(placed) => here.distance_in(placed.observation.pose.stack),
            None => f64::INFINITY,
        };
        let open =
            |target: &&ShipId| !self.refused_pairs.iter().any(|(by, at)| by == shooter && at == *target);
        let target = targets.iter().filter(open).min_by(|one, other| far(one).total_cmp(&far(other)))?;
        let (shooter, target) = (shooter.clone(), target.clone());
        Some(Decision::Fire { shooter, target, mounts: MountChoice::AllThatBear, settled: Vec::new() })
    }

    fn enemies(&self, outlook: &Outlook<'_, SpBp>) -> Vec<Enemy> {
        let enemy = |ship: &ShipState| {
            let pose = outlook.table.placed(&ship.card.id)?.observation.pose;
            Some(Enemy {
                ship: ship.card.id.clone(),
                pose,
                knots: ship.speed,
                helpless: ship.anchored || ship.aground,
                value: u32::from(ship.card.sp) + u32::from(ship.card.bp),
            })
        };
        let ships = outlook.state.ships.values();
        ships.filter(|ship| ship.card.side != self.side && ship.present()).filter_map(enemy).collect()
    }

    fn sail(&mut self, outlook: &Outlook<'_, SpBp>, id: &ShipId) -> Option<Order<Decision>> {
        self.first_time(Action::Move, id)?;
        let ship = outlook.state.ships.get(id)?;
        let model = outlook.table.placed(id)?;
        let allowance_in = allowance_in(outlook.state, ship).unwrap_or(f64::from(ship.speed) * USUAL_SCALE);
        let view = View {
            ship: id,
            own: model.observation.pose,
            ram_bow: ship.ram_bow,
            allowance_in,
            table_in: outlook.table.size_in()?,
            enemies: self.enemies(outlook),
            terrain: outlook.table.terrain(),
            draught_ft: DRAUGHT_FT,
        };
        let legs = self.helm.course(&view, &mut self.lot);
        let (steering, _) = steering(outlook.book.tables(), outlook.state, ship);
        let mut moved = model.clone();
        let (mut stops, mut last): (Vec<Pose>, Met) = (Vec::new(), Met::Nothing);
        for leg in &legs {
            let length_in = allowance_in * leg.share - self.margin_in;
            let Some((pose, met)) = sail(outlook.table, &moved, &leg.goal, Means { steering, length_in })
            else {
                break;
            };
            (moved.observation.pose, last) = (pose, met);
            stops.push(pose);
        }
        if let Met::Edge(edge) = last
            && (ship.withdrawing || self.helm.edge(id) == Some(edge))
        {
            return Some(Order::only(Decision::Leave { ship: id.clone(), edge }));
        }
        let pose = *stops.last()?;
        let declares = self.declares(outlook, (id, ship), pose);
        let decision = Decision::Move { ship: id.clone(), declares, settled: Vec::new() };
        Some(Order { models: vec![(id.clone(), stops)], decision })
    }

    /// Rams, and strikes with a spar, what she touches there, if that is an enemy.
    fn declares(
        &self,
        outlook: &Outlook<'_, SpBp>,
        (id, ship): (&ShipId, &ShipState),
        pose: Pose,
    ) -> Vec<Declares> {
        let mut there: PlacedTable = outlook.table.clone();
        there.set_down(id, pose);
        let near = there.placed(id).map(|placed| touched(&there, placed)).unwrap_or_default();
        let enemy =
            |other: &ShipId| outlook.state.ships.get(other).is_some_and(|other| other.card.side != self.side);
        let Some(target) = near.into_iter().find(enemy) else { return Vec::new() };
        let spar = (ship.spar == Spar::Rigged).then(|| Declares::Spar { target: target.clone() });
        let ram = self.helm.rams(id).then_some(Declares::Ram { target });
        spar.into_iter().chain(ram).collect()
    }
}

impl<H: Helm> Commander<SpBp> for SpBpCaptain<H> {
    fn order(&mut self, outlook: &Outlook<'_, SpBp>) -> Option<Order<Decision>> {
        let now = (outlook.state.turn, outlook.state.step);
        if self.now != now {
            self.now = now;
            self.done.clear();
            self.refused_pairs.clear();
        }
        // A ship moves before she plans: an active ship does all she does at once, as her questions follow each other.
        let order = outlook.questions.iter().find_map(|question| self.answer(outlook, &question.ask));
        order.or_else(|| self.done(outlook))
    }

    fn instead(
        &mut self,
        _: &Outlook<'_, SpBp>,
        mut order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        if let Halt::TooClose { questions } = halt
            && let Decision::Fire { settled, .. }
            | Decision::Move { settled, .. }
            | Decision::Undertake { settled, .. } = &mut order.decision
        {
            // Take the reading in favour of the acting ship; a person may choose otherwise.
            let readings: Vec<_> = questions.iter().filter_map(TooClose::first_reading).collect();
            if readings.iter().any(|reading| !settled.contains(reading)) {
                settled.extend(readings);
                return Some(order);
            }
        }
        if let Decision::Fire { shooter, target, .. } = order.decision {
            self.refused_pairs.insert((shooter, target));
        }
        None
    }
}
