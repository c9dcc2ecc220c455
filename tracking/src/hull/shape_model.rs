//! Shape models by kind of ship, seen from above: the outline of the hull, and the superstructure on it.

use crate::hull::raster::Raster;
use geometry::HullShape;

/// One end of an outline: width at the tip as a share of the full width, and length of the taper as a share of the
/// hull's length.
#[derive(Debug, Clone, Copy)]
struct EndShape {
    tip: f64,
    taper: f64,
}

/// A deckhouse as a box: fore and aft ends as shares of half the length, half width as a share of half the
/// beam, height of the roof over the deck as a share of the beam.
#[derive(Debug, Clone, Copy)]
struct DeckHouse {
    aft: f64,
    fore: f64,
    across: f64,
    rise: f64,
}

/// Stacks or a turret: distance from the keel line as a share of half the beam (0: a single one on the line),
/// and the radius in inches and as a share of half the beam.
#[derive(Debug, Clone, Copy)]
struct StackLayout {
    abreast: f64,
    radius_in: f64,
    radius: f64,
}

/// The shape of a kind of ship: both ends, full width of the hull as a share of the given beam (paddle boxes
/// extend beyond it), and the superstructure.
#[derive(Debug, Clone, Copy)]
pub struct ShapeModel {
    bow: EndShape,
    stern: EndShape,
    full: f64,
    houses: &'static [DeckHouse],
    /// The places of its stacks, if they are useful for recognition.
    stacks: Option<StackLayout>,
    /// True if it has paddle boxes abreast of the stack.
    paddles: bool,
}

const fn house(aft: f64, fore: f64, across: f64, rise: f64) -> DeckHouse {
    DeckHouse { aft, fore, across, rise }
}

/// A sloped casemate, at half its height and at its top.
const CASEMATE: [DeckHouse; 2] = [house(-0.6, 0.42, 0.72, 0.22), house(-0.6, 0.42, 0.53, 0.44)];
/// The same, with a house aft on its roof and a pilot house forward.
const CITY: [DeckHouse; 4] = [
    house(-0.68, 0.6, 0.69, 0.18),
    house(-0.63, 0.55, 0.49, 0.36),
    house(-0.62, -0.24, 0.42, 0.52),
    house(0.4, 0.5, 0.2, 0.52),
];
const SIDEWHEEL: [DeckHouse; 1] = [house(-0.62, 0.34, 0.46, 0.21)];
/// Two decks of houses, and the paddle wheel at the stern.
const TINCLAD: [DeckHouse; 3] =
    [house(-0.68, 0.5, 0.82, 0.46), house(-0.5, 0.2, 0.54, 0.7), house(-1.0, -0.8, 0.78, 0.32)];
/// Masts.
const SLOOP: [DeckHouse; 3] =
    [house(0.55, 0.57, 0.1, 2.0), house(-0.11, -0.09, 0.1, 2.2), house(-0.63, -0.61, 0.1, 1.8)];
/// Half lengths of a paddle box and of its guard, shares of the length; height of the box, a share of the
/// beam.
const PADDLE: (f64, f64, f64) = (0.076, 0.124, 0.35);

impl ShapeModel {
    /// The rectangle of a base.
    pub const RECTANGLE: Self = Self {
        bow: EndShape { tip: 1.0, taper: 0.0 },
        stern: EndShape { tip: 1.0, taper: 0.0 },
        full: 1.0,
        houses: &[],
        stacks: None,
        paddles: false,
    };

    /// True if both ends are blunt.
    pub fn is_blunt(&self) -> bool {
        self.bow.taper == 0.0 && self.stern.taper == 0.0
    }

    /// The shape by kind: monitors are pointed at both ends; tinclads, mortar boats and city-class ironclads
    /// have blunt ends; all others have a sharp bow and a rounded stern.
    pub fn of_kind(kind: &str) -> Self {
        let of = |bow: (f64, f64), stern: (f64, f64), full, houses, stacks| Self {
            bow: EndShape { tip: bow.0, taper: bow.1 },
            stern: EndShape { tip: stern.0, taper: stern.1 },
            full,
            houses,
            stacks,
            paddles: kind == "sidewheel",
        };
        let one = |radius_in, radius| Some(StackLayout { abreast: 0.0, radius_in, radius });
        let two = |abreast, radius_in| Some(StackLayout { abreast, radius_in, radius: 0.0 });
        match kind {
            "monitor" => of((0.14, 0.31), (0.27, 0.24), 1.0, &[], one(0.05, 0.36)),
            "sidewheel" => of((0.12, 0.29), (0.42, 0.17), 0.78, &SIDEWHEEL, two(0.28, 0.04)),
            "tinclad" | "gunboat" => of((0.34, 0.13), (0.8, 0.02), 1.0, &TINCLAD, two(0.45, 0.03)),
            "city" => of((0.33, 0.17), (0.78, 0.07), 1.0, &CITY, two(0.34, 0.05)),
            "launch" => of((0.16, 0.33), (0.5, 0.15), 1.0, &[], None),
            "mortar" => of((0.36, 0.1), (0.6, 0.08), 1.0, &[], None),
            "casemate" => of((0.13, 0.27), (0.45, 0.15), 1.0, &CASEMATE, one(0.06, 0.0)),
            "sloop" => of((0.13, 0.27), (0.45, 0.15), 1.0, &SLOOP, one(0.055, 0.0)),
            _ => of((0.13, 0.27), (0.45, 0.15), 1.0, &[], None),
        }
    }
}

/// A shape model scaled to a length and beam, with blurred edges. Inches, in the hull's frame.
#[derive(Debug, Clone, PartialEq)]
pub struct SizedShape {
    half_length_in: f32,
    /// Half widths at the bow's tip, amidships and at the stern's end; then inches of taper at bow and stern.
    half_widths_in: [f32; 3],
    tapers_in: [f32; 2],
    /// Width of a blurred edge, inches.
    blur_in: f32,
    /// Deckhouses and other parts large enough to cast a shadow.
    pub boxes: Vec<Superstructure>,
    /// Stacks and turrets, and a tag.
    stacks: Vec<Superstructure>,
}

/// A tag on a post over the middle of a deck, inches.
#[derive(Debug, Clone, Copy)]
pub struct TagPlate {
    /// Half its side, including the paper's margin.
    pub half_side_in: f64,
    /// Height over the deck.
    pub rise_in: f64,
}

/// A box on the deck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Superstructure {
    /// Its middle ahead of the hull's middle, inches.
    pub ahead_in: f32,
    /// Its middle to starboard of the keel line, inches.
    pub starboard_in: f32,
    /// Half its length and width, inches.
    pub half_in: (f32, f32),
    /// Height of its roof over the deck, inches.
    pub rise_in: f32,
}

/// A blurred step: approximately the integral of a Gaussian.
#[inline]
fn rises(beyond_in: f32, blur_in: f32) -> f32 {
    let share = (beyond_in / blur_in + 0.5).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

impl SizedShape {
    /// The shape scaled to a plan; its stacks rise `stack_rise_in` over the deck.
    pub fn new(form: ShapeModel, plan: HullShape, stack_rise_in: f64, blur_in: f64) -> Self {
        let (half_length_in, half_beam_in) = (plan.length_in / 2.0, plan.beam_in / 2.0);
        let full_in = form.full * half_beam_in;
        let boxed = |ahead_in: f64, half_length_in: f64, half_width_in: f64, rise_in: f64| Superstructure {
            ahead_in: ahead_in as f32,
            starboard_in: 0.0,
            half_in: (half_length_in as f32, half_width_in as f32),
            rise_in: rise_in as f32,
        };
        let mut boxes: Vec<Superstructure> = form
            .houses
            .iter()
            .map(|house| {
                let ahead_in = half_length_in * f64::midpoint(house.fore, house.aft);
                let half_in = half_length_in * (house.fore - house.aft) / 2.0;
                boxed(ahead_in, half_in, house.across * half_beam_in, house.rise * plan.beam_in)
            })
            .collect();
        if form.paddles {
            let (wheel, guard, rise) = PADDLE;
            boxes.push(boxed(plan.stack_ahead_in, wheel * plan.length_in, half_beam_in, rise * plan.beam_in));
            boxes.push(boxed(plan.stack_ahead_in, guard * plan.length_in, half_beam_in, 0.0));
        }
        let stacks = form.stacks.filter(|_| stack_rise_in > 0.0).map_or_else(Vec::new, |stacks| {
            let radius_in = stacks.radius_in + stacks.radius * half_beam_in;
            let stack = |side: f64| Superstructure {
                starboard_in: (side * stacks.abreast * half_beam_in) as f32,
                ..boxed(plan.stack_ahead_in, radius_in, radius_in, stack_rise_in)
            };
            if stacks.abreast > 0.0 { vec![stack(-1.0), stack(1.0)] } else { vec![stack(0.0)] }
        });
        let half_widths_in = [form.bow.tip * full_in, full_in, form.stern.tip * full_in];
        let tapers_in = [form.bow.taper, form.stern.taper].map(|taper| (taper * plan.length_in).max(1e-3));
        Self {
            half_length_in: half_length_in as f32,
            half_widths_in: half_widths_in.map(|width_in| width_in as f32),
            tapers_in: tapers_in.map(|taper_in| taper_in as f32),
            blur_in: blur_in as f32,
            boxes,
            stacks,
        }
    }

    /// The same shape with a tag over its middle.
    pub fn carrying(mut self, plate: Option<TagPlate>) -> Self {
        self.stacks.extend(plate.map(|plate| Superstructure {
            ahead_in: 0.0,
            starboard_in: 0.0,
            half_in: (plate.half_side_in as f32, plate.half_side_in as f32),
            rise_in: plate.rise_in as f32,
        }));
        self
    }

    /// Every box of the superstructure.
    pub fn standing(&self) -> impl Iterator<Item = &Superstructure> {
        self.boxes.iter().chain(&self.stacks)
    }

    /// How far the blurred hull reaches ahead and abeam of its middle, inches.
    pub fn hull_reach_in(&self) -> (f32, f32) {
        let [_, full, _] = self.half_widths_in;
        (self.half_length_in + self.blur_in / 2.0, full + self.blur_in / 2.0)
    }

    /// How far a blurred box reaches ahead and abeam of its own middle, inches.
    pub fn box_reach_in(&self, on_deck: &Superstructure) -> (f32, f32) {
        (on_deck.half_in.0 + self.blur_in / 2.0, on_deck.half_in.1 + self.blur_in / 2.0)
    }

    /// The cross-section at a station: coverage between the ends (0 to 1), and half the width, inches.
    #[inline]
    pub fn section(&self, ahead_in: f32) -> (f32, f32) {
        let [bow, full, stern] = self.half_widths_in;
        let from_bow_in = (self.half_length_in - ahead_in).max(0.0);
        let from_stern_in = (self.half_length_in + ahead_in).max(0.0);
        let half_width_in = full
            .min(bow + (full - bow) * from_bow_in / self.tapers_in[0])
            .min(stern + (full - stern) * from_stern_in / self.tapers_in[1]);
        (rises(self.half_length_in - ahead_in.abs(), self.blur_in), half_width_in)
    }

    /// Coverage of a point by a strip of this half width.
    #[inline]
    pub fn strip(&self, off_in: f32, half_width_in: f32) -> f32 {
        rises(half_width_in - off_in, self.blur_in) - rises(-half_width_in - off_in, self.blur_in)
    }

    /// Coverage of a point by the hull.
    #[inline]
    pub fn hull(&self, ahead_in: f32, starboard_in: f32) -> f32 {
        let reach_in = self.hull_reach_in();
        if ahead_in.abs() > reach_in.0 || starboard_in.abs() > reach_in.1 {
            return 0.0;
        }
        let (along, half_width_in) = self.section(ahead_in);
        along * self.strip(starboard_in, half_width_in)
    }

    /// Coverage of a point by a box, seen from straight above.
    #[inline]
    pub fn superstructure(&self, on_deck: &Superstructure, ahead_in: f32, starboard_in: f32) -> f32 {
        let (u, v) = (ahead_in - on_deck.ahead_in, starboard_in - on_deck.starboard_in);
        let reach_in = self.box_reach_in(on_deck);
        if u.abs() > reach_in.0 || v.abs() > reach_in.1 {
            return 0.0;
        }
        self.strip(u, on_deck.half_in.0) * self.strip(v, on_deck.half_in.1)
    }
}

/// The shadow of a shape on the table, as seen on the plane of its deck.
#[derive(Debug, Clone)]
pub struct CastShadow {
    of_hull: Vec<(f32, f32)>,
    of_boxes: Vec<(Superstructure, (f32, f32))>,
}

/// Number of steps in which a shadow is drawn over the hull's height, and over the superstructure's.
const SHADED_STEPS: (usize, usize) = (3, 2);

impl CastShadow {
    /// Prepares the shadow. `foot_in`: parallax of the table relative to the deck plane; `falls`: shadow
    /// vector per inch of height; both ahead and to starboard.
    pub fn new(shape: &SizedShape, height_in: f32, foot_in: (f32, f32), falls: (f32, f32)) -> Self {
        let thrown = |high_in: f32| (foot_in.0 + high_in * falls.0, foot_in.1 + high_in * falls.1);
        let shares = |steps: usize| (1..=steps).map(move |step| step as f32 / steps as f32);
        let of_boxes = shape.boxes.iter().flat_map(|on_deck| {
            shares(SHADED_STEPS.1).map(move |share| (*on_deck, height_in + share * on_deck.rise_in))
        });
        Self {
            of_hull: shares(SHADED_STEPS.0).map(|share| thrown(share * height_in)).collect(),
            of_boxes: of_boxes.map(|(on_deck, high_in)| (on_deck, thrown(high_in))).collect(),
        }
    }

    /// Draws the shadow into a raster with darkness `dark`.
    pub fn draw(&self, shape: &SizedShape, drawing: &mut Raster, dark: f32) {
        for off in &self.of_hull {
            drawing.hull(shape, *off, |_| dark);
        }
        for (on_deck, off) in &self.of_boxes {
            drawing.superstructure(shape, on_deck, *off, dark);
        }
    }

    /// The certainty that a point lies in shadow, 0 to 1.
    pub fn at(&self, shape: &SizedShape, ahead_in: f32, starboard_in: f32) -> f32 {
        let hull = self
            .of_hull
            .iter()
            .fold(0f32, |most, off| most.max(shape.hull(ahead_in - off.0, starboard_in - off.1)));
        self.of_boxes.iter().fold(hull, |most, (on_deck, off)| {
            most.max(shape.superstructure(on_deck, ahead_in - off.0, starboard_in - off.1))
        })
    }
}
