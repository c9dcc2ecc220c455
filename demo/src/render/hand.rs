//! A hand that holds a ship between finger tips: fingers across its middle from one side, the thumb against that
//! side, both ends of the hull in sight.

use crate::model::solids::Vec3;
use crate::render::arm::{Arm, TableEdge};
use crate::render::limb::Limb;
use crate::setup::colour::{Colour, scaled};
use crate::setup::sampler::split_mix;
use crate::setup::ship_records::DemoShip;
use calibration::TableCamera;
use geometry::{Heading, Point, Pose};
use std::f64::consts::FRAC_PI_2;

/// The part of a hull's length that the fingers cover.
const COVERED: f32 = 0.44;

/// The radius of a finger tip, inches. Boats are held with the very tips.
const TIP_RADIUS_IN: std::ops::RangeInclusive<f32> = 0.08..=0.31;

/// The hand grips a hull anew from the other side when its own side has turned away from the arm by more than 120
/// degrees: this is the cosine.
const GRIPS_ANEW: f64 = -0.5;

/// The amplitude of the wrist's tremor, inches. The finger tips move with the ship.
const TREMOR_IN: f32 = 0.03;

/// Skins and sleeves; a table has one of each.
const SKINS: [Colour; 5] = [
    Colour(226, 182, 156),
    Colour(218, 170, 140),
    Colour(196, 146, 112),
    Colour(150, 104, 76),
    Colour(102, 70, 54),
];
const SLEEVES: [Colour; 6] = [
    Colour(150, 48, 52),
    Colour(44, 58, 92),
    Colour(70, 84, 70),
    Colour(206, 204, 198),
    Colour(48, 48, 52),
    Colour(120, 96, 70),
];

/// How a hand holds a ship between finger tips: kept from grip to release, so that the arm moves with the ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FingerGrip {
    edge: TableEdge,
    to_starboard: bool,
}

impl FingerGrip {
    /// The grip of a player at the nearest edge of the table, from the side of the hull that is nearer to the player.
    pub(crate) fn taken(ship: &DemoShip, pose: Pose, sea_in: (f64, f64)) -> Self {
        let edge = TableEdge::nearest(pose.stack, sea_in);
        let grip = Self { edge, to_starboard: true };
        Self { to_starboard: grip.toward_player(ship, pose, sea_in) >= 0.0, ..grip }
    }

    /// The grip after the ship was moved or turned.
    pub(crate) fn kept(self, ship: &DemoShip, pose: Pose, sea_in: (f64, f64)) -> Self {
        let turned_away = self.toward_player(ship, pose, sea_in) < GRIPS_ANEW;
        Self { to_starboard: self.to_starboard != turned_away, ..self }
    }

    /// The direction abeam in which the palm lies.
    fn abeam(self, pose: Pose) -> Heading {
        pose.heading.turned(if self.to_starboard { FRAC_PI_2 } else { -FRAC_PI_2 })
    }

    /// The cosine of the angle between the palm's side of the hull and the way to the elbow.
    fn toward_player(self, ship: &DemoShip, pose: Pose, sea_in: (f64, f64)) -> f64 {
        let middle = ship.hull().middle(pose);
        let elbow = self.edge.elbow(middle, sea_in);
        let way = (f64::from(elbow.x) - middle.x_in, f64::from(elbow.y) - middle.y_in);
        let abeam = self.abeam(pose).unit();
        (way.0 * abeam.0 + way.1 * abeam.1) / way.0.hypot(way.1).max(1e-9)
    }
}

/// Places about a held hull: as the camera sees them over the deck, whatever their height.
struct HandFrame {
    grip: Vec3,
    ahead: Vec3,
    aside: Vec3,
    eye: Vec3,
}

impl HandFrame {
    /// A place so far ahead of the grip and to the palm's side, at some height above the deck. It is shifted along the
    /// line of sight: the hand covers the same part of the hull wherever the camera is.
    fn at(&self, ahead: f32, aside: f32, above: f32) -> Vec3 {
        let on_deck = self.grip + self.ahead * ahead + self.aside * aside;
        on_deck + (self.eye - on_deck) * (above / (self.eye.z - on_deck.z).max(1.0))
    }
}

impl Arm {
    /// An arm whose hand holds a ship that stands (or is lifted) at `pose`; `look` picks skin and sleeve, `tremble`
    /// the wrist's tremor.
    pub(crate) fn holding(
        ship: &DemoShip,
        (pose, lifted_in): (Pose, f64),
        grip: FingerGrip,
        sea_in: (f64, f64),
        camera: &TableCamera,
        (look, tremble): (u64, u64),
    ) -> Self {
        let level = |(x, y): (f64, f64)| Vec3::new(x as f32, y as f32, 0.0);
        let middle = ship.hull().middle(pose);
        // Near the stack, where a model is easiest to hold.
        let held_at = middle.moved(pose.heading, ship.stack_ahead_in.clamp(-0.1, 0.1) * ship.length_in);
        let deck = (ship.deck_height_in + lifted_in) as f32;
        let frame = HandFrame {
            grip: level((held_at.x_in, held_at.y_in)) + Vec3::new(0.0, 0.0, deck),
            ahead: level(pose.heading.unit()),
            aside: level(grip.abeam(pose).unit()),
            eye: camera.position_in.cast(),
        };
        let half_beam = ship.beam_in as f32 / 2.0;
        let covered = COVERED * ship.length_in as f32;
        let fingers = (covered / (2.0 * TIP_RADIUS_IN.end())).ceil().clamp(1.0, 4.0);
        let tip = (covered / (2.0 * fingers)).clamp(*TIP_RADIUS_IN.start(), *TIP_RADIUS_IN.end());
        let skin = pick(&SKINS, look).linear();
        let sleeve = pick(&SLEEVES, look >> 8).linear();
        let limb = |from, from_radius, to, to_radius| Limb { from, to, from_radius, to_radius, skin };
        // The thumb ends against the near side, below the fingers.
        let mut limbs = vec![limb(
            frame.at(-1.15, half_beam + 2.1, 0.9),
            0.4,
            frame.at(-0.5 * tip * fingers, half_beam + 0.5 * tip, 0.1),
            1.1 * tip,
        )];
        let knuckle = |number: f32| frame.at(0.72 * (number - 1.5), half_beam + 1.75, 1.7);
        let first = ((4.0 - fingers) / 2.0).floor();
        for number in [0.0_f32, 1.0, 2.0, 3.0] {
            let holds = number >= first && number < first + fingers;
            if holds {
                let along = 2.0 * tip * (number - first - (fingers - 1.0) / 2.0);
                let joint = frame.at(1.1 * along, half_beam + 0.7, 1.0);
                limbs.push(limb(joint, tip.max(0.24), frame.at(along, -0.7 * half_beam, 0.2), tip));
                limbs.push(limb(knuckle(number), 0.4, joint, tip.max(0.24)));
            } else {
                // Curled into the palm.
                let along = 0.66 * (number - 1.5);
                limbs.push(limb(knuckle(number), 0.4, frame.at(along, half_beam + 0.95, 1.0), 0.32));
            }
        }
        let tremor = |salt: u64| {
            let unit = (split_mix(tremble ^ (salt << 32)) >> 40) as f32 / (1 << 24) as f32;
            TREMOR_IN * (2.0 * unit - 1.0)
        };
        let palm = frame.at(tremor(1), half_beam + 2.9 + tremor(2), 2.0);
        let elbow = grip.edge.elbow(Point::new(f64::from(palm.x), f64::from(palm.y)), sea_in);
        let way = Vec3::new(elbow.x - palm.x, elbow.y - palm.y, 0.0).normalize();
        // The wrist bends between the hand and the forearm.
        let bend = (way + frame.aside).normalize();
        let wrist = palm + bend * 2.5 + Vec3::new(0.0, 0.0, 0.8);
        let cuff = wrist + (elbow - wrist) * 0.22;
        limbs.push(limb(
            frame.at(-0.4, half_beam + 2.6, 1.9),
            1.05,
            frame.at(0.45, half_beam + 2.6, 1.9),
            1.05,
        ));
        limbs.push(Limb { skin: scaled(skin, 0.97), ..limb(wrist, 0.95, palm, 1.25) });
        limbs.push(limb(cuff, 1.2, wrist, 0.95));
        limbs.push(Limb { skin: sleeve, ..limb(elbow, 1.95, cuff, 1.5) });
        Self { limbs }
    }
}

fn pick<const N: usize>(colours: &[Colour; N], look: u64) -> Colour {
    colours[split_mix(look) as usize % N]
}
