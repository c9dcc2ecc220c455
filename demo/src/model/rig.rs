//! Masts, yards, sails and rigging of a full-rigged ship, in true inches. Yards and bowsprit lean out over the hull's
//! sides, as they do on models.

use crate::model::solids::{Paint, Solid, Vec3};
use crate::setup::colour::Colour;
use crate::setup::ship_records::{DemoShip, RigSetup, Sails};

/// Fore, main and mizzen mast: where they stand (shares of half the hull's length), how high, and how long their yards are,
/// as shares of the main mast's.
const MASTS: [(f32, f32, f32); 3] = [(0.56, 0.92, 0.92), (-0.10, 1.0, 1.0), (-0.62, 0.78, 0.68)];

/// The yards of a mast from the deck up: height (shares of the mast) and length (shares of its lowest yard).
const YARDS: [(f32, f32); 3] = [(0.44, 1.0), (0.68, 0.76), (0.87, 0.5)];

/// Half the thickness of a rope and of a sail, inches.
const ROPE_IN: f32 = 0.005;
const CANVAS_IN: f32 = 0.006;

/// The colour of tarred rope.
const ROPE: Colour = Colour(56, 50, 42);

/// The rig of a ship.
pub(crate) fn rig_of(ship: &DemoShip, setup: &RigSetup) -> Vec<Solid> {
    let rigger = Rigger {
        half_length: ship.length_in as f32 / 2.0,
        half_beam: ship.beam_in as f32 / 2.0,
        deck: ship.deck_height_in as f32,
        main_top: setup.mast_in as f32,
        main_yard: setup.yard_in as f32,
        braced: (setup.braced_rad.sin() as f32, setup.braced_rad.cos() as f32),
        sails: setup.sails,
        spar: Paint::Plain(setup.spars.linear()),
        canvas: Paint::Plain(setup.canvas.linear()),
        rope: Paint::Plain(ROPE.linear()),
    };
    let mut solids: Vec<Solid> = MASTS.into_iter().flat_map(|mast| rigger.mast(mast)).collect();
    solids.extend(rigger.bowsprit());
    solids.extend(rigger.spanker());
    solids
}

struct Rigger {
    half_length: f32,
    half_beam: f32,
    deck: f32,
    main_top: f32,
    main_yard: f32,
    /// Sine and cosine of the angle by which the yards are braced.
    braced: (f32, f32),
    sails: Sails,
    spar: Paint,
    canvas: Paint,
    rope: Paint,
}

impl Rigger {
    fn spar(&self, from: Vec3, to: Vec3, radius: f32) -> Solid {
        Solid::bar(from, to, radius, &self.spar)
    }

    fn rope(&self, from: Vec3, to: Vec3) -> Solid {
        Solid::bar(from, to, ROPE_IN, &self.rope)
    }

    /// A mast with its yards, sails, shrouds and stays.
    fn mast(&self, (along, height, yards): (f32, f32, f32)) -> Vec<Solid> {
        let foot = Vec3::new(along * self.half_length, 0.0, self.deck);
        let top = self.main_top * height;
        let radius = 0.011 * self.main_top;
        let at = |share: f32| Vec3::new(foot.x, 0.0, share * top);
        let mut solids = vec![
            Solid::cylinder((foot.x, 0.0), radius, (0.0, 0.56 * top), self.spar.clone(), self.spar.clone()),
            Solid::cylinder(
                (foot.x, 0.0),
                0.6 * radius,
                (0.5 * top, top),
                self.spar.clone(),
                self.spar.clone(),
            ),
        ];
        let platform = 2.4 * radius;
        solids.push(Solid::block(
            (foot.x - platform, foot.x + platform),
            (-1.4 * platform, 1.4 * platform),
            (0.52 * top, 0.53 * top),
            self.spar.clone(),
            self.spar.clone(),
        ));
        let (sin, cos) = self.braced;
        let athwart = Vec3::new(-sin, cos, 0.0);
        let lengths = YARDS.map(|(height, length)| (height, self.main_yard * yards * length / 2.0));
        for (height, half) in lengths {
            let middle = at(height) + Vec3::new(1.5 * radius, 0.0, 0.0);
            let thick = 0.016 * half.max(0.4);
            solids.push(self.spar(middle - athwart * half, middle + athwart * half, thick));
            if self.sails == Sails::Furled {
                let (bundle, above) = (0.85 * half, Vec3::new(0.0, 0.0, 2.0 * thick));
                let ends = (middle - athwart * bundle + above, middle + athwart * bundle + above);
                solids.push(Solid::bar(ends.0, ends.1, 2.2 * thick, &self.canvas));
            }
        }
        if self.sails == Sails::Set {
            // Below each yard but the lowest hangs a sail to the next yard, below the lowest one to the deck.
            let clear = (self.deck + 0.25 * (lengths[0].0 * top - self.deck)) / top;
            let feet = [(clear, lengths[0].1), lengths[0], lengths[1]];
            for ((head, head_half), (foot, foot_half)) in lengths.into_iter().zip(feet) {
                solids.push(self.sail(at(head), at(foot), athwart, 0.46 * (head_half + foot_half)));
            }
        }
        for side in [-1.0_f32, 1.0] {
            for step in [0.0, 0.04, 0.08] {
                let rail =
                    Vec3::new(foot.x - step * self.half_length, side * 0.96 * self.half_beam, self.deck);
                solids.push(self.rope(rail, at(0.52)));
            }
            let aft = Vec3::new(foot.x - 0.14 * self.half_length, side * 0.94 * self.half_beam, self.deck);
            solids.push(self.rope(aft, at(0.95)));
        }
        let ahead = Vec3::new((along + 0.42).min(1.0) * self.half_length, 0.0, self.deck);
        solids.extend([self.rope(at(0.52), ahead), self.rope(at(0.95), ahead)]);
        solids
    }

    /// A square sail between two heights, its foot blown forward.
    fn sail(&self, head: Vec3, foot: Vec3, athwart: Vec3, half: f32) -> Solid {
        let drop = head.z - foot.z;
        let ahead = Vec3::new(athwart.y, -athwart.x, 0.0);
        let hangs = (foot - head + ahead * (0.22 * drop)).normalize();
        let middle = head + hangs * (0.5 * drop) + ahead * 0.03;
        let axes = [athwart, hangs, athwart.cross(&hangs)];
        Solid::tilted_box(middle, axes, [half, 0.48 * drop, CANVAS_IN], &self.canvas)
    }

    fn bowsprit(&self) -> Vec<Solid> {
        let reach = 0.34 * self.half_length;
        let heel = Vec3::new(0.86 * self.half_length, 0.0, self.deck + 0.03);
        let end = Vec3::new(self.half_length + reach, 0.0, self.deck + 0.03 + 0.4 * reach);
        let (along, height, _) = MASTS[0];
        let fore = |share: f32| Vec3::new(along * self.half_length, 0.0, share * height * self.main_top);
        let mid = heel + (end - heel) * 0.65;
        let mut solids = vec![
            self.spar(heel, end, 0.009 * self.main_top),
            self.rope(end, fore(0.95)),
            self.rope(mid, fore(0.52)),
        ];
        if self.sails == Sails::Set {
            // A jib, as a narrow strip of canvas along its stay.
            let (tack, head) = (mid, mid + (fore(0.86) - mid) * 0.8);
            let stay = (head - tack).normalize();
            let down = stay.cross(&Vec3::y()).normalize();
            let width = 0.16 * (head - tack).norm();
            let middle = (tack + head) / 2.0 + down * width;
            let half = [0.5 * (head - tack).norm(), CANVAS_IN, width];
            solids.push(Solid::tilted_box(middle, [stay, Vec3::y(), down], half, &self.canvas));
        }
        solids
    }

    /// The gaff, boom and fore-and-aft sail behind the mizzen mast.
    fn spanker(&self) -> Vec<Solid> {
        let (along, height, _) = MASTS[2];
        let (x, top) = (along * self.half_length, height * self.main_top);
        let reach = 0.46 * self.half_length;
        let boom = Vec3::new(x, 0.0, self.deck + 0.14 * top);
        let gaff = Vec3::new(x, 0.0, 0.5 * top);
        let thick = 0.007 * self.main_top;
        let aft = Vec3::new(-reach, 0.0, 0.0);
        let mut solids = vec![
            self.spar(boom, boom + aft, thick),
            self.spar(gaff, gaff + aft * 0.75 + Vec3::new(0.0, 0.0, 0.14 * top), thick),
        ];
        if self.sails != Sails::Bare {
            let (middle, width) = match self.sails {
                Sails::Set => ((boom + gaff) / 2.0 + aft * 0.42, 0.4 * reach),
                _ => ((boom + gaff) / 2.0 + aft * 0.04, 0.02 * reach),
            };
            let half = [
                width,
                if self.sails == Sails::Set { CANVAS_IN } else { 2.0 * thick },
                0.48 * (gaff.z - boom.z),
            ];
            solids.push(Solid::tilted_box(middle, [Vec3::x(), Vec3::y(), Vec3::z()], half, &self.canvas));
        }
        solids
    }
}
