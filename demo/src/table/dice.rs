//! Dice on the demo table, and the hands that throw them and take them away.

use crate::dice::{Carried, DiceAct, DiceBounds, DiceStage, DieSetup, DieStance, PlacedDie, Roll, ThrownDie};
use crate::model::placement::PlacedShip;
use crate::render::arm::{Arm, HandLook, TableEdge};
use crate::setup::sampler::{Sampler, split_mix};
use crate::table::demo_table::DemoTable;
use calibration::Pixel;
use geometry::Point;

/// How long a camera gathers light for a frame, seconds.
const EXPOSURE_S: f64 = 0.016;

/// The size of a dice tray on the table, and the room that corner cards need, inches.
const TRAY_IN: (f64, f64) = (16.0, 9.0);
const CARD_IN: f64 = 3.0;

/// A hand comes over the tray, waits there a moment, and goes again within these times, seconds.
const HAND_COMES_S: f64 = 0.35;
const HAND_WAITS_S: f64 = 0.2;
const HAND_GOES_S: f64 = 0.4;

impl DemoTable {
    /// Sets what is seen of dice from now on.
    pub(crate) fn stage_dice(&mut self, stage: DiceStage) {
        self.dice_hand = stage.hand;
        let mut before = std::mem::take(&mut self.dice);
        let mut now = Vec::with_capacity(stage.dice.len());
        for (number, poses) in (0_u64..).zip(stage.dice) {
            if let Some(same) = before.iter().position(|die| die.is_at(&poses)) {
                now.push(before.swap_remove(same));
            } else if let Some(placed) =
                PlacedDie::new(&self.scene, poses, self.setup.seed ^ split_mix(number))
            {
                self.stale.push(placed.part);
                now.push(placed);
            }
        }
        self.stale.extend(before.iter().map(|gone| gone.part));
        self.dice = now;
    }

    /// An edge that a die with pips needs on a table of this size to be read in a picture 1280 pixels wide, inches.
    pub const DIE_EDGE_IN: f64 = 2.0;

    /// Prepares a throw of dice into a part of the picture (left, top, right, bottom, pixels); what lies there stays. None
    /// where the part doesn't look at the table. [`DemoTable::play_dice`] plays it.
    pub fn begin_throw(&mut self, dice: &[ThrownDie], tray_px: [f64; 4]) -> Option<()> {
        let mut chances = Sampler::new(self.setup.seed ^ split_mix(self.frames));
        let lying = self.lying_dice();
        let largest_in = dice.iter().map(|die| die.edge_in).fold(0.5, f64::max);
        let bounds = self.bounds(tray_px, largest_in)?;
        let (palm, out) = self.hand_way(bounds);
        let release_s = HAND_COMES_S + HAND_WAITS_S;
        let roll = Roll::new(dice, (palm.x_in, palm.y_in), bounds, &lying, &mut chances);
        self.dice_act = Some(DiceAct {
            hand: vec![(0.0, out), (HAND_COMES_S, palm), (release_s, palm), (release_s + HAND_GOES_S, out)],
            look: HandLook::default(),
            lying,
            roll: Some((release_s, roll)),
            carried: Vec::new(),
        });
        Some(())
    }

    /// Prepares a hand that takes all dice away.
    pub fn begin_taking_dice(&mut self) {
        let dice = self.lying_dice();
        let Some(last) = dice.last() else { return };
        let over = Point::new(last.at_in.0, last.at_in.1);
        let out = TableEdge::nearest(over, self.setup.sea_in).beyond(over, self.setup.sea_in);
        let from_s = HAND_COMES_S + HAND_WAITS_S;
        let until_s = from_s + HAND_GOES_S;
        let taken =
            |die| Carried { die, from_s, until_s, lies_before: true, lies_after: false, lifted_in: 1.0 };
        self.dice_act = Some(DiceAct {
            hand: vec![(0.0, out), (HAND_COMES_S, over), (from_s, over), (until_s, out)],
            look: HandLook::default(),
            lying: Vec::new(),
            roll: None,
            carried: dice.into_iter().map(taken).collect(),
        });
    }

    /// Shows what was prepared as it is `since_s` seconds after its beginning; false when it is over.
    pub fn play_dice(&mut self, since_s: f64) -> bool {
        let Some(act) = self.dice_act.take() else { return false };
        let goes_on = since_s < act.lasts_s();
        // At the end nothing moves any more: what was taken away is gone.
        self.stage_dice(act.stage(since_s, if goes_on { EXPOSURE_S } else { 0.0 }));
        if goes_on {
            self.dice_act = Some(act);
        }
        goes_on
    }

    /// Lays one die at a place at once, in place of all others.
    pub fn lay_die(&mut self, die: &ThrownDie, at: Point, turned_rad: f64) {
        self.dice_act = None;
        let lying = DieSetup {
            value: die.value,
            edge_in: die.edge_in,
            at_in: (at.x_in, at.y_in, 0.5 * die.edge_in),
            turned_rad,
            lean_rad: 0.0,
            lean_to_rad: 0.0,
            stance: DieStance::Flat,
            look: die.look,
        };
        self.stage_dice(DiceStage { dice: vec![vec![lying]], ..DiceStage::default() });
    }

    /// Takes all dice away at once, without a hand.
    pub fn clear_dice(&mut self) {
        self.dice_act = None;
        self.stage_dice(DiceStage::default());
    }

    /// A part of the picture at an edge of the table, as far as can be from all ships: a place for a dice tray (left, top,
    /// right, bottom, pixels).
    pub fn free_tray_px(&self) -> Option<[f64; 4]> {
        let (width, height) = self.setup.sea_in;
        let (half_x, half_y) = (0.5 * TRAY_IN.0, 0.5 * TRAY_IN.1);
        let along = |size: f64, half: f64| {
            let (low, high) = (half + CARD_IN, size - half - CARD_IN);
            (0..=8).map(move |step| low + (high - low) * f64::from(step) / 8.0)
        };
        let across = along(width, half_x).flat_map(|x| [(x, half_y), (x, height - half_y)]);
        let aside = along(height, half_y).flat_map(|y| [(half_x, y), (width - half_x, y)]);
        let free_in = |&(x, y): &(f64, f64)| {
            let beyond = |ship: &PlacedShip| {
                let middle = ship.ship.hull().middle(ship.pose);
                ((middle.x_in - x).abs() - half_x).max((middle.y_in - y).abs() - half_y)
            };
            self.ships.iter().map(beyond).fold(f64::INFINITY, f64::min)
        };
        let (x, y) = across.chain(aside).max_by(|a, b| free_in(a).total_cmp(&free_in(b)))?;
        let pixel = |x: f64, y: f64| self.scene.camera.pixel_from_table(Point::new(x, y), 0.0);
        let (west_north, east_south) = (pixel(x - half_x, y + half_y)?, pixel(x + half_x, y - half_y)?);
        let (size_x, size_y) = self.scene.size();
        Some([
            west_north.x_px.max(0.0),
            west_north.y_px.max(0.0),
            east_south.x_px.min(size_x as f64),
            east_south.y_px.min(size_y as f64),
        ])
    }

    /// The dice that lie on the table: value, and the middle of the upper face in the picture.
    pub fn dice_truth(&self) -> Vec<(u8, Pixel)> {
        let top = |die: DieSetup| {
            let (x, y, z) = die.at_in;
            let top = self.scene.camera.pixel_from_table(Point::new(x, y), z + 0.5 * die.edge_in)?;
            Some((die.value, top))
        };
        self.lying_dice().into_iter().filter_map(top).collect()
    }

    fn lying_dice(&self) -> Vec<DieSetup> {
        self.dice.iter().filter_map(PlacedDie::last_pose).collect()
    }

    /// The rectangle on the table inside of a part of the picture, with room for half a die at its rims.
    fn bounds(&self, [left, top, right, bottom]: [f64; 4], die_in: f64) -> Option<DiceBounds> {
        let place = |x, y| self.scene.camera.table_from_pixel(Pixel::new(x, y), 0.0);
        let corners = [place(left, top)?, place(right, top)?, place(right, bottom)?, place(left, bottom)?];
        let inner = |mut values: [f64; 4]| {
            values.sort_by(f64::total_cmp);
            let [_, low, high, _] = values;
            let room = die_in.min(0.45 * (high - low));
            (low + room, high - room)
        };
        let ((west, east), (south, north)) =
            (inner(corners.map(|corner| corner.x_in)), inner(corners.map(|corner| corner.y_in)));
        Some(DiceBounds([west, south, east, north]))
    }

    /// Where the palm lets dice go, near the edge of the table, and where it comes from.
    fn hand_way(&self, DiceBounds([west, south, east, north]): DiceBounds) -> (Point, Point) {
        let middle = Point::new(0.5 * (west + east), 0.5 * (south + north));
        let edge = TableEdge::nearest(middle, self.setup.sea_in);
        let palm = match edge {
            TableEdge::South => Point::new(middle.x_in, south),
            TableEdge::North => Point::new(middle.x_in, north),
            TableEdge::West => Point::new(west, middle.y_in),
            TableEdge::East => Point::new(east, middle.y_in),
        };
        (palm, edge.beyond(palm, self.setup.sea_in))
    }

    /// The arm of the hand over the dice.
    pub(crate) fn dice_arm(&self, frame: u64) -> Option<Arm> {
        let (over, look) = self.dice_hand?;
        let tremble = self.setup.seed ^ (frame << 8);
        Some(Arm::reaching(over, self.setup.sea_in, &self.scene.camera, (look, tremble)))
    }
}
