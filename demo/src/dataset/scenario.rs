//! Scripted scenarios: short sets of turns, each about one difficulty of real tables, with the ground truth.
//!
//! Sea, camera and light are random; the fleet and what happens to it follow the script.

use crate::dataset::picture_set::{SetError, SetWriter, is_free, move_ships, scatter, write_beginning};
use crate::model::placement::footprint;
use crate::setup::colour::Colour;
use crate::setup::random_fleet::{random_ship, stand_on_base};
use crate::setup::records::{Bank, TableSetup};
use crate::setup::sampler::Sampler;
use crate::setup::ship_records::{BaseSetup, DemoShip, LabelPlace, ShipKind};
use crate::table::demo_table::DemoTable;
use geometry::{Heading, Point, Pose, ShipId, signed_outline_gap_in};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::f64::consts::{FRAC_PI_2, PI};
use std::path::{Path, PathBuf};

/// A scripted difficulty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Five identical sisters in line ahead: all move one place up, each to where the next one was.
    SistersMoveUp,
    /// The same, but bands of different colours distinguish them.
    BandedSistersMoveUp,
    /// Ships ram one another's sides at many angles; gaps from 0 to 0.1 in.
    Rams,
    /// Ships lie side by side, heads the same or opposite way; gaps from 0 to 0.1 in.
    Alongside,
    /// Ships close astern of one another; gaps from 0 to 0.1 in.
    InTow,
    /// Ships on bases ram one another: the bases touch, the hulls do not.
    BasesTouch,
    /// Monitors train their turrets elsewhere from turn to turn.
    TurretTurned,
    /// Some ships' stacks are taken off after the ships were learnt.
    StackOff,
    /// A die or a puff of smoke lies on a quarter of some decks.
    Covered,
    /// After the first turn a lamp is switched on: other shadows, another glare, another tint.
    LampSwitchedOn,
    /// Every turn is a little lighter or darker and warmer than the one before.
    LightDrift,
    /// The whole picture is 30 % brighter or darker from turn to turn.
    Brightness,
    /// The camera is knocked after the first turn, and again later.
    CameraBumped,
    /// One ship after the other is removed from the table.
    LiftedOff,
    /// One corner card is covered after the ships were learnt.
    CardCovered,
    /// Two corner cards are covered after the ships were learnt.
    TwoCardsHidden,
}

impl Scenario {
    /// Every scenario.
    pub const ALL: [Scenario; 16] = [
        Scenario::SistersMoveUp,
        Scenario::BandedSistersMoveUp,
        Scenario::Rams,
        Scenario::Alongside,
        Scenario::InTow,
        Scenario::BasesTouch,
        Scenario::TurretTurned,
        Scenario::StackOff,
        Scenario::Covered,
        Scenario::LampSwitchedOn,
        Scenario::LightDrift,
        Scenario::Brightness,
        Scenario::CameraBumped,
        Scenario::LiftedOff,
        Scenario::CardCovered,
        Scenario::TwoCardsHidden,
    ];

    /// Its name, as folders carry it.
    pub fn name(self) -> &'static str {
        match self {
            Scenario::SistersMoveUp => "sisters-move-up",
            Scenario::BandedSistersMoveUp => "banded-sisters-move-up",
            Scenario::Rams => "rams",
            Scenario::Alongside => "alongside",
            Scenario::InTow => "in-tow",
            Scenario::BasesTouch => "bases-touch",
            Scenario::TurretTurned => "turret-turned",
            Scenario::StackOff => "stack-off",
            Scenario::Covered => "covered",
            Scenario::LampSwitchedOn => "lamp-switched-on",
            Scenario::LightDrift => "light-drift",
            Scenario::Brightness => "brightness",
            Scenario::CameraBumped => "camera-bumped",
            Scenario::LiftedOff => "lifted-off",
            Scenario::CardCovered => "card-covered",
            Scenario::TwoCardsHidden => "two-cards-hidden",
        }
    }

    fn number(self) -> u64 {
        Scenario::ALL.iter().position(|story| *story == self).unwrap_or_default() as u64
    }

    /// The table the scenario starts from, before anything happens.
    pub fn setup(self, seed: u64) -> TableSetup {
        let mut setup = TableSetup::random(seed.wrapping_mul(1000) + self.number()).at_size(1920, 1080);
        let mut chances = Sampler::new(setup.seed ^ 0x0073_746F_7279);
        setup.banks.clear();
        setup.fleet = self.fleet(&mut chances, setup.sea.colour);
        for (ship, at) in setup.fleet.iter_mut().zip(1..) {
            ship.id = ShipId::new(format!("ship-{at}"));
        }
        setup
    }

    fn fleet(self, chances: &mut Sampler, sea: Colour) -> Vec<DemoShip> {
        // Hulls whose plan is just `geometry::HullShape`'s: true gaps are those between such outlines.
        const PLAIN: [ShipKind; 2] = [ShipKind::Casemate, ShipKind::Sloop];
        const MIXED: [ShipKind; 6] = [
            ShipKind::Casemate,
            ShipKind::Sidewheel,
            ShipKind::Monitor,
            ShipKind::Tinclad,
            ShipKind::Sloop,
            ShipKind::City,
        ];
        let mut of_kinds = |kinds: &[ShipKind], count: usize| -> Vec<DemoShip> {
            kinds.iter().cycle().take(count).map(|kind| random_ship(chances, *kind, 1.0)).collect()
        };
        match self {
            Scenario::SistersMoveUp | Scenario::BandedSistersMoveUp => {
                let sister = of_kinds(&[ShipKind::City], 1);
                let mut sisters: Vec<DemoShip> = sister.into_iter().cycle().take(5).collect();
                if self == Scenario::BandedSistersMoveUp {
                    let bands =
                        [(190, 40, 36), (224, 190, 50), (222, 218, 208), (60, 90, 180), (70, 150, 80)];
                    for (ship, (red, green, blue)) in sisters.iter_mut().zip(bands) {
                        ship.paint.band = Some(Colour(red, green, blue));
                    }
                }
                sisters.extend(of_kinds(&[ShipKind::Sidewheel, ShipKind::Monitor], 2));
                sisters
            }
            Scenario::Rams | Scenario::Alongside | Scenario::InTow => of_kinds(&PLAIN, 6),
            Scenario::BasesTouch => {
                let mut fleet = of_kinds(&PLAIN, 6);
                let base = BaseSetup {
                    length_in: 0.3,
                    width_in: 0.25,
                    height_in: 0.06,
                    colour: chances.near(sea, 30.0),
                    texture: 0.25,
                    label: chances.happens(0.5),
                    label_at: LabelPlace::Stripes,
                };
                fleet.iter_mut().for_each(|ship| stand_on_base(ship, base));
                fleet
            }
            Scenario::TurretTurned => of_kinds(&[ShipKind::Monitor, ShipKind::Monitor, ShipKind::Sloop], 6),
            _ => of_kinds(&MIXED, 7),
        }
    }
}

/// Turns of a scenario.
const TURNS: u32 = 5;

/// Writes a scenario into a folder, as [`crate::write_set`] writes a set.
///
/// # Errors
/// The folder can't be written, or the table can't be drawn.
pub fn write_scenario(
    story: Scenario,
    seed: u64,
    lens_views: usize,
    folder: &Path,
) -> Result<Vec<PathBuf>, SetError> {
    let setup = story.setup(seed);
    let mut writer = SetWriter::new(folder, setup.sensor.jpeg_quality)?;
    let mut table = DemoTable::new(setup)?;
    write_beginning(&mut writer, &mut table, lens_views)?;
    let mut teller = ScenarioRunner {
        story,
        random: ChaCha8Rng::seed_from_u64(seed ^ 0x6163_7473),
        chances: Sampler::new(seed ^ 0x6661_7465),
        table,
    };
    teller.set_out()?;
    let muster = teller.table.frame()?;
    writer.picture("muster", &muster, &teller.table.truth_picture())?;
    writer.json("muster.json", &teller.table.fleet_annotation())?;
    for turn in 1..=TURNS {
        teller.table.clear_loose();
        teller.play(turn)?;
        let picture = teller.table.frame()?;
        writer.picture(&format!("turn{turn:02}"), &picture, &teller.table.truth_picture())?;
    }
    Ok(writer.written)
}

struct ScenarioRunner {
    story: Scenario,
    random: ChaCha8Rng,
    chances: Sampler,
    table: DemoTable,
}

impl ScenarioRunner {
    fn fleet(&self) -> Vec<DemoShip> {
        self.table.setup().fleet.clone()
    }

    fn set_out(&mut self) -> Result<(), SetError> {
        match self.story {
            Scenario::SistersMoveUp | Scenario::BandedSistersMoveUp => self.form_line(),
            _ => scatter(&mut self.table, &mut self.random),
        }
    }

    /// Five in line ahead across the sea, the others in the corners that are left.
    fn form_line(&mut self) -> Result<(), SetError> {
        let (width, depth) = self.table.setup().sea_in;
        let heading = Heading::from_deg(if self.chances.happens(0.5) { 84.0 } else { 276.0 });
        let fleet = self.fleet();
        let spaced_in = 1.5 * fleet.first().map_or(2.0, |ship| ship.length_in);
        let van = Point::new(width / 2.0, depth / 2.0).moved(heading, spaced_in);
        for (at, ship) in fleet.iter().enumerate() {
            let pose = match at {
                0..5 => Pose { stack: van.moved(heading, -(at as f64) * spaced_in), heading },
                _ => Pose {
                    stack: Point::new(width * if at == 5 { 0.3 } else { 0.7 }, depth * 0.82),
                    heading: Heading::from_deg(30.0),
                },
            };
            // Each place is free once those ahead have come to theirs.
            self.table.place(&ship.id, pose).map_err(|_| SetError::Crowded(ship.id.clone()))?;
        }
        Ok(())
    }

    fn play(&mut self, turn: u32) -> Result<(), SetError> {
        match self.story {
            Scenario::SistersMoveUp | Scenario::BandedSistersMoveUp => {
                // Every second turn nothing moves: what was ambiguous must not become certain by itself.
                if turn % 2 == 1 {
                    self.move_up()?;
                }
            }
            Scenario::Rams | Scenario::Alongside | Scenario::InTow | Scenario::BasesTouch => self.close_in(),
            Scenario::TurretTurned => {
                let trained: Vec<f64> = (0..16).map(|_| self.chances.between(-PI, PI)).collect();
                self.rearrange(|setup| {
                    for (ship, trained) in setup.fleet.iter_mut().zip(trained) {
                        ship.turret_rad = trained;
                    }
                })?;
                self.some_move();
            }
            Scenario::StackOff => {
                self.rearrange(|setup| {
                    setup.fleet.iter_mut().step_by(2).for_each(|ship| ship.stack_off = true);
                })?;
                self.some_move();
            }
            Scenario::Covered => {
                self.some_move();
                self.cover_decks(turn);
            }
            Scenario::LampSwitchedOn => {
                if turn == 2 {
                    self.switch_on()?;
                }
                self.some_move();
            }
            Scenario::LightDrift => {
                let (by, warmer) = (self.chances.between(0.90, 1.08), self.chances.count(0, 6) as u8);
                self.rearrange(|setup| {
                    setup.light.brightness *= by;
                    setup.light.tint.2 = setup.light.tint.2.saturating_sub(warmer);
                })?;
                self.some_move();
            }
            Scenario::Brightness => {
                let by = if turn == 1 {
                    1.3
                } else if turn.is_multiple_of(2) {
                    0.7 / 1.3
                } else {
                    1.3 / 0.7
                };
                self.rearrange(|setup| setup.light.brightness *= by)?;
                self.some_move();
            }
            Scenario::CameraBumped => {
                if turn == 2 || turn == 4 {
                    self.bump()?;
                }
                self.some_move();
            }
            Scenario::LiftedOff => {
                // One more ship is removed in each turn but the first.
                if turn > 1 {
                    self.rearrange(|setup| {
                        setup.fleet.pop();
                    })?;
                }
                self.some_move();
            }
            Scenario::CardCovered | Scenario::TwoCardsHidden => {
                if turn == 1 {
                    self.cover_cards(if self.story == Scenario::CardCovered { 1 } else { 2 })?;
                }
                self.some_move();
            }
        }
        Ok(())
    }

    fn rearrange(&mut self, change: impl FnOnce(&mut TableSetup)) -> Result<(), SetError> {
        Ok(self.table.rearrange(change)?)
    }

    fn some_move(&mut self) {
        move_ships(&mut self.table, &mut self.random);
    }

    /// From the van to the rear, each to where the next one ahead stood; the van leads on.
    fn move_up(&mut self) -> Result<(), SetError> {
        let truth = self.table.truth();
        let Some([van, second]) = truth.get(..2) else { return Ok(()) };
        let spaced_in = van.pose.stack.distance_in(second.pose.stack);
        let mut to = Pose { stack: van.pose.stack.moved(van.pose.heading, spaced_in), ..van.pose };
        for ship in truth.iter().take(5) {
            self.table.place(&ship.ship, to).map_err(|_| SetError::Crowded(ship.ship.clone()))?;
            to = ship.pose;
        }
        Ok(())
    }

    /// Every second ship moves on, and the next one closes in on it.
    fn close_in(&mut self) {
        let fleet = self.fleet();
        for pair in fleet.chunks_exact(2) {
            let [target, mover] = pair else { continue };
            let closed = (0..60).any(|_| {
                let stack = Point::new(
                    self.chances.between(0.12, 0.88) * self.table.setup().sea_in.0,
                    self.chances.between(0.12, 0.88) * self.table.setup().sea_in.1,
                );
                let here = Pose { stack, heading: Heading::from_deg(self.chances.between(0.0, 360.0)) };
                if !is_free(&self.table, target, &here) || !self.is_clear(target, &here, mover) {
                    return false;
                }
                let there = self.closed(mover, target, here);
                is_free(&self.table, mover, &there)
                    && self.is_clear(mover, &there, target)
                    && self.table.place(&target.id, here).is_ok()
                    && self.table.place(&mover.id, there).is_ok()
            });
            // A pair that finds no room stays where it is.
            let _stays = !closed;
        }
    }

    /// Is there an inch of sea between the ship and all others but one?
    fn is_clear(&self, ship: &DemoShip, pose: &Pose, but: &DemoShip) -> bool {
        let outline = footprint(ship, *pose);
        self.fleet()
            .iter()
            .zip(self.table.truth())
            .filter(|(o, _)| o.id != ship.id && o.id != but.id)
            .all(|(other, truth)| signed_outline_gap_in(&outline, &footprint(other, truth.pose)) > 1.0)
    }

    /// Where `mover` comes to stand when it closes in on `target` at `here`, as the scenario has it.
    fn closed(&mut self, mover: &DemoShip, target: &DemoShip, here: Pose) -> Pose {
        let side = if self.chances.happens(0.5) { 1.0 } else { -1.0 };
        let (heading, way) = match self.story {
            Scenario::Alongside => {
                let about = if self.chances.happens(0.5) { PI } else { 0.0 };
                let askew = self.chances.between(-0.06, 0.06);
                (here.heading.turned(about + askew), here.heading.turned(side * FRAC_PI_2))
            }
            Scenario::InTow => (here.heading.turned(self.chances.between(-0.2, 0.2)), here.heading),
            _ => {
                let heading = here.heading.turned(side * self.chances.between(0.35, PI - 0.35));
                (heading, heading)
            }
        };
        let along = if self.story == Scenario::InTow { 0.0 } else { self.chances.between(-0.3, 0.3) };
        let aim = target.hull().middle(here).moved(here.heading, along * target.length_in);
        let gap_in = self.chances.one_of(0.0, &[0.0, 0.02, 0.05, 0.1]);
        let outline = footprint(target, here);
        let at = |back_in: f64| {
            let middle = aim.moved(way, -back_in);
            Pose { stack: middle.moved(heading, mover.stack_ahead_in), heading }
        };
        // From inside the target to well clear of it: the gap grows all the way.
        let (mut inside, mut clear) = (0.0, 1.5 * (mover.length_in + target.length_in));
        for _ in 0..50 {
            let between = f64::midpoint(inside, clear);
            if signed_outline_gap_in(&footprint(mover, at(between)), &outline) < gap_in {
                inside = between;
            } else {
                clear = between;
            }
        }
        at(clear)
    }

    /// A die or a puff of smoke on every second deck.
    fn cover_decks(&mut self, turn: u32) {
        let fleet = self.fleet();
        for (at, (ship, truth)) in (0..).zip(fleet.iter().zip(self.table.truth())) {
            if (at + turn).is_multiple_of(2) {
                let along = self.chances.between(-0.3, 0.3) * ship.length_in;
                let place = ship.hull().middle(truth.pose).moved(truth.pose.heading, along);
                if at % 4 < 2 {
                    self.table.put_die_at(place, ship.deck_height_in);
                } else {
                    self.table.put_smoke(place);
                }
            }
        }
    }

    fn switch_on(&mut self) -> Result<(), SetError> {
        let (width, depth) = self.table.setup().sea_in;
        let lamp_in = (
            self.chances.between(-0.3, 1.3) * width,
            self.chances.between(-0.5, 1.5) * depth,
            self.chances.between(50.0, 90.0),
        );
        self.rearrange(|setup| {
            let light = &mut setup.light;
            // What there was before is now part of the light from all round.
            *light = crate::setup::records::LightSetup {
                lamp_in,
                lamp_radius_in: 4.0,
                ambient: 0.55,
                brightness: 1.25 * light.brightness,
                tint: Colour(255, 228, 186),
                second: None,
            };
        })
    }

    fn bump(&mut self) -> Result<(), SetError> {
        let mut by = || self.chances.between(0.1, 0.4) * if self.chances.happens(0.5) { 1.0 } else { -1.0 };
        let (aside, ahead, east, north, turned) = (by(), by(), by(), by(), 0.01 * by());
        self.rearrange(|setup| {
            let camera = &mut setup.camera;
            camera.position_in.0 += aside;
            camera.position_in.1 += ahead;
            camera.looks_at = Point::new(camera.looks_at.x_in + east, camera.looks_at.y_in + north);
            camera.roll_rad += turned;
        })
    }

    /// Lays books on a number of corner cards.
    fn cover_cards(&mut self, count: usize) -> Result<(), SetError> {
        let first = self.chances.count(0, 3) as usize;
        let height_in = self.chances.between(0.2, 0.8);
        let (dark, light) = (Colour(92, 40, 44), Colour(150, 140, 120));
        let colour = self.chances.one_of(dark, &[dark, light]);
        self.rearrange(|setup| {
            let cards = setup.cards.clone();
            for card in cards.iter().cycle().skip(first).step_by(2).take(count) {
                let corner =
                    |east: f64, north: f64| Point::new(card.middle.x_in + east, card.middle.y_in + north);
                setup.banks.push(Bank {
                    outline: vec![corner(-1.5, -1.4), corner(1.4, -1.5), corner(1.5, 1.3), corner(-1.3, 1.5)],
                    height_in,
                    colour,
                });
            }
        })
    }
}
