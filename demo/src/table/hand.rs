//! The hand at the demo table: takes ships, carries, lifts and turns them, lets them go.

use crate::model::placement::{PlacedShip, distance_to_ship_in, nearest_free, onto_table};
use crate::model::ships::Model;
use crate::render::arm::{Arm, HandLook};
use crate::render::hand::FingerGrip;
use crate::table::demo_table::DemoTable;
use geometry::{Point, Pose, ShipId};

/// How near a grip must come to a ship's middle line to take it, inches.
const GRIP_REACH_IN: f64 = 1.2;

pub(crate) struct HeldShip {
    ship: usize,
    /// From where the hand gripped to the stack.
    grip_to_stack_in: (f64, f64),
    /// The model as it stands on the table.
    grounded: Model,
    /// How high above the table the hand holds it, inches.
    lifted_in: f64,
    /// Of a hand that holds ships between finger tips.
    fingers: FingerGrip,
}

/// A ship between the finger tips of one of several hands.
pub(crate) struct CarriedShip {
    ship: usize,
    fingers: FingerGrip,
}

/// How the hand holds a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hold {
    /// The palm over the ship hides all of it, or nearly.
    #[default]
    Covering,
    /// Finger tips across the middle hide about half of the hull; both ends are in sight.
    FingerTips,
}

impl DemoTable {
    /// Takes the ship nearest to a point, if one is within reach; the arm comes over the table.
    pub fn grab(&mut self, at: Point) -> Option<ShipId> {
        self.release();
        let (ship, distance_in) = self
            .ships
            .iter()
            .map(|standing| distance_to_ship_in(&standing.ship.hull(), standing.pose, at))
            .enumerate()
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        if distance_in > GRIP_REACH_IN {
            return None;
        }
        let standing = self.ships.get(ship)?;
        let stack = standing.pose.stack;
        let id = standing.ship.id.clone();
        self.held = Some(HeldShip {
            ship,
            grip_to_stack_in: (stack.x_in - at.x_in, stack.y_in - at.y_in),
            grounded: self.models.get(ship)?.0.clone(),
            lifted_in: 0.0,
            fingers: FingerGrip::taken(&standing.ship, standing.pose, self.setup.sea_in),
        });
        self.arm_follows();
        Some(id)
    }

    /// Moves the held ship so that the point where it was gripped comes to `to`; it stays on the table.
    pub fn drag_to(&mut self, to: Point) {
        let Some(held) = &self.held else { return };
        let stack = Point::new(to.x_in + held.grip_to_stack_in.0, to.y_in + held.grip_to_stack_in.1);
        let ship = held.ship;
        if let Some(standing) = self.ships.get(ship) {
            let wanted = Pose { stack, heading: standing.pose.heading };
            let pose = onto_table(&standing.ship, wanted, self.setup.sea_in);
            self.stand(ship, pose);
        }
        self.arm_follows();
    }

    /// Turns the held ship about its stack, radians clockwise.
    pub fn turn_by(&mut self, clockwise_rad: f64) {
        let Some(ship) = self.held.as_ref().map(|held| held.ship) else { return };
        if let Some(standing) = self.ships.get(ship) {
            let wanted =
                Pose { stack: standing.pose.stack, heading: standing.pose.heading.turned(clockwise_rad) };
            let pose = onto_table(&standing.ship, wanted, self.setup.sea_in);
            self.stand(ship, pose);
        }
        self.arm_follows();
    }

    /// How the hand holds ships from now on, also the one in it.
    pub fn hold_with(&mut self, hold: Hold) {
        self.hold = hold;
    }

    /// Lifts the held ship so high above the table, inches; let go, it stands on the table again.
    pub fn lift_to(&mut self, height_in: f64) {
        let Some(held) = &mut self.held else { return };
        held.lifted_in = height_in.max(0.0);
        let model = held.grounded.clone();
        let model = if held.lifted_in > 0.0 { model.raised(held.lifted_in) } else { model };
        let ship = held.ship;
        let (Some(standing), Some((drawn, _))) = (self.ships.get(ship), self.models.get_mut(ship)) else {
            return;
        };
        *drawn = model;
        let pose = standing.pose;
        self.redraw(ship, pose);
    }

    /// Lets the held ship go and takes the arm away. A ship let go inside another slides to the nearest free place;
    /// returns where it stands now.
    pub fn release(&mut self) -> Option<(ShipId, Pose)> {
        self.lift_to(0.0);
        let held = self.held.take()?;
        self.arm_over = None;
        self.stale.append(&mut self.coarse);
        let standing = self.ships.get(held.ship)?;
        let pose = nearest_free(&standing.ship, standing.pose, &self.ships, self.setup.sea_in)?;
        let id = standing.ship.id.clone();
        self.stand(held.ship, pose);
        Some((id, pose))
    }

    /// Carries ships between finger tips, a hand for each; a ship carried before and not named any more is set down, at
    /// the nearest free place. A ship that the mouse holds is left to it.
    pub fn carry(&mut self, poses: &[(ShipId, Pose)]) {
        let mut before = std::mem::take(&mut self.carried);
        for (id, wanted) in poses {
            let Some(at) = self.ships.iter().position(|standing| standing.ship.id == *id) else { continue };
            if self.held.as_ref().is_some_and(|held| held.ship == at) {
                continue;
            }
            let Some(PlacedShip { ship, pose }) = self.ships.get(at) else { continue };
            let known =
                before.iter().position(|carried| carried.ship == at).map(|known| before.remove(known));
            let fingers = match known {
                Some(known) => known.fingers.kept(ship, *pose, self.setup.sea_in),
                None => FingerGrip::taken(ship, *pose, self.setup.sea_in),
            };
            let pose = onto_table(ship, *wanted, self.setup.sea_in);
            self.stand(at, pose);
            self.carried.push(CarriedShip { ship: at, fingers });
        }
        for CarriedShip { ship: at, .. } in before {
            let Some(PlacedShip { ship, pose }) = self.ships.get(at) else { continue };
            if let Some(free) = nearest_free(ship, *pose, &self.ships, self.setup.sea_in) {
                self.stand(at, free);
            }
        }
    }

    /// Puts an arm over the table so that its hand hides the point `over`; `None` removes it.
    pub fn show_arm(&mut self, over: Option<Point>) {
        self.arm_over = over;
    }

    /// Whether a hand holds a ship.
    pub fn is_held(&self) -> bool {
        self.held.is_some() || !self.carried.is_empty()
    }

    /// The arms over the table in some frame.
    pub(crate) fn arms(&self, frame: u64) -> Vec<Arm> {
        let (sea_in, camera) = (self.setup.sea_in, &self.scene.camera);
        let carrying = self.carried.iter().zip(1..).filter_map(|(carried, number): (_, u64)| {
            let PlacedShip { ship, pose } = self.ships.get(carried.ship)?;
            let look = (self.setup.seed ^ number, self.setup.seed ^ (frame << 8) ^ (number << 40));
            Some(Arm::holding(ship, (*pose, 0.0), carried.fingers, sea_in, camera, look))
        });
        self.arm(frame).into_iter().chain(self.dice_arm(frame)).chain(carrying).collect()
    }

    /// The arm of the hand that the mouse or a test moves.
    fn arm(&self, frame: u64) -> Option<Arm> {
        let (sea_in, camera) = (self.setup.sea_in, &self.scene.camera);
        let tremble = self.setup.seed ^ (frame << 8);
        match (&self.held, self.hold) {
            (Some(held), Hold::FingerTips) => {
                let PlacedShip { ship, pose } = self.ships.get(held.ship)?;
                let look = (self.setup.seed, tremble);
                Some(Arm::holding(ship, (*pose, held.lifted_in), held.fingers, sea_in, camera, look))
            }
            _ => Some(Arm::reaching(self.arm_over?, sea_in, camera, (HandLook::default(), tremble))),
        }
    }

    fn arm_follows(&mut self) {
        let Some(held) = &mut self.held else { return };
        let Some(PlacedShip { ship, pose }) = self.ships.get(held.ship) else { return };
        held.fingers = held.fingers.kept(ship, *pose, self.setup.sea_in);
        self.arm_over = Some(ship.hull().middle(*pose));
    }
}
