//! What networks are trained for: dice with pips, upper faces of numbered dice, and the numbers on them.

use crate::architecture::{new_faces, new_wide_faces};
use demo::{DieShape, TrayDie, TraySetup};
use dice::DieKind;
use dice::faces::{self, FaceKind, NUMBERED, PIPS, VALUES};
use dice::network::Network;
use dice::taught::numbers::{self, NUMBERS};

/// Dice that two networks of their own find and tell apart.
#[derive(Clone, Copy)]
pub struct DiceKind {
    /// Classes of the face network.
    pub classes: usize,
    /// The side of an upper face in its views, pixels.
    pub face_px: f32,
    /// Is a wider view seen as well?
    pub surroundings: bool,
    /// Do faces mean the same in a mirror?
    pub mirrors: bool,
    /// From how far the face network tells where the upper face of a die is; without it, only at the face itself.
    pub reach: Option<Reach>,
    /// Random trays with such dice: the first seed, the tray of a seed, and the class of a die in it; none if no face of that die
    /// is one of these.
    pub first_seed: u64,
    pub tray: fn(u64) -> TraySetup,
    pub class: fn(&TraySetup, &TrayDie) -> Option<usize>,
    /// The files of the weights: detector and faces.
    pub files: [&'static str; 2],
    /// The face network before it has learnt anything.
    new_network: fn(usize, usize) -> Network,
}

/// From how far a network finds an upper face, in its sides.
#[derive(Clone, Copy)]
pub struct Reach {
    /// From any place within this it leads to the face.
    pub within: f32,
    /// From no place farther than this it sees one.
    pub beyond: f32,
    /// The share of its looks that are taken anywhere within reach, instead of at the face.
    pub share: f32,
}

impl DiceKind {
    /// Dice with pips, among nothing else.
    pub fn pips() -> Self {
        let files = ["detector.weights", "faces.weights"];
        let kind = Self::new(PIPS, true, (1_000_000, TraySetup::random), class_of_pips, files);
        Self { new_network: new_faces, ..kind }
    }

    /// The values of dice with pips, where the first two networks see a face. Some trays hold numbered dice, which have none.
    pub fn values() -> Self {
        let tray = |seed| if seed % 3 == 0 { TraySetup::numbered(seed) } else { TraySetup::random(seed) };
        let files = ["detector.weights", "values.weights"];
        let kind = Self::new(VALUES, true, (1_000_000, tray), class_of_pips, files);
        Self { reach: Some(Reach { within: 0.5, beyond: 0.65, share: 0.3 }), ..kind }
    }

    /// Dice with numbers, among some with pips.
    pub fn numbered() -> Self {
        let files = ["numbered-detector.weights", "numbered-faces.weights"];
        let kind = Self::new(NUMBERED, true, (2_000_000, TraySetup::numbered), class_of_numbered, files);
        Self { reach: Some(Reach { within: 1.0, beyond: 1.5, share: 0.45 }), ..kind }
    }

    /// The numbers on numbered dice, found by the detector of these.
    pub fn numbers() -> Self {
        let files = ["numbered-detector.weights", "numbers.weights"];
        Self::new(NUMBERS, false, (3_000_000, TraySetup::numbered), class_of_number, files)
    }

    fn new<const CLASSES: usize>(
        faces: FaceKind<CLASSES>,
        mirrors: bool,
        (first_seed, tray): (u64, fn(u64) -> TraySetup),
        class: fn(&TraySetup, &TrayDie) -> Option<usize>,
        files: [&'static str; 2],
    ) -> Self {
        Self {
            classes: CLASSES,
            face_px: faces.face_px,
            surroundings: faces.surroundings,
            mirrors,
            reach: None,
            first_seed,
            tray,
            class,
            files,
            new_network: new_wide_faces,
        }
    }

    /// Its face network before it has learnt anything.
    pub fn new_faces(&self) -> Network {
        (self.new_network)(self.channels(), self.classes)
    }

    /// How many numbers its views have for a pixel.
    pub fn channels(&self) -> usize {
        faces::channels(self.surroundings)
    }
}

fn shape_with_numbers(setup: &TraySetup, die: &TrayDie) -> Option<DieShape> {
    setup.dice.get(die.die)?.look.numbers.map(|numbers| numbers.shape)
}

/// The class of an upper face, as [`PIPS`] has them.
fn class_of_pips(setup: &TraySetup, die: &TrayDie) -> Option<usize> {
    shape_with_numbers(setup, die).is_none().then_some(die.value.into())
}

/// The class of an upper face, as [`NUMBERED`] has them.
fn class_of_numbered(setup: &TraySetup, die: &TrayDie) -> Option<usize> {
    Some(match shape_with_numbers(setup, die) {
        Some(DieShape::D6) => 1,
        Some(DieShape::D8) => 2,
        Some(DieShape::D10 | DieShape::Tens) => 3,
        Some(DieShape::D20) => 4,
        None => 5,
    })
}

/// The class of the number on an upper face, as [`NUMBERS`] has them.
fn class_of_number(setup: &TraySetup, die: &TrayDie) -> Option<usize> {
    let class = shape_with_numbers(setup, die).and_then(|shape| match shape {
        DieShape::Tens => numbers::class_of(DieKind::Tens, die.value),
        DieShape::D6 | DieShape::D8 | DieShape::D10 | DieShape::D20 => {
            numbers::class_of(DieKind::D20, die.value)
        }
    });
    Some(class.unwrap_or(0))
}
