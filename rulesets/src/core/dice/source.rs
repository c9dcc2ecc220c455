//! Sources of dice: rolled by the app, real dice (typed or read by the camera), or read from the record. One trait for
//! all.

use crate::core::ruling::refusal::{Refusal, RuleId};
use crate::core::text::Text;
use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of dice that the books use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Die {
    /// Six faces.
    D6,
    /// Ten faces, read 1 to 10 (a printed 0 is ten).
    D10,
    /// Twenty faces.
    D20,
}

impl Die {
    /// The number of faces.
    pub fn faces(self) -> u8 {
        match self {
            Self::D6 => 6,
            Self::D10 => 10,
            Self::D20 => 20,
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "D{}", self.faces())
    }
}

/// The id of one roll within a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RollId(pub u32);

/// A roll that is due. Its purpose is fixed before it is thrown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollRequest {
    /// The id of the roll.
    pub id: RollId,
    /// The kind of die.
    pub die: Die,
    /// The number of dice.
    pub count: u8,
    /// The purpose, short and stable ("chart_a", "critical", "stack_loss").
    pub purpose: Text,
    /// The purpose in words for a screen ("Chart A: Virginia at Congress").
    pub label: Text,
    /// The rule that requires it.
    pub rule: RuleId,
}

impl RollRequest {
    /// A roll of `count` dice: its purpose, short and stable, and its label for a screen.
    pub fn of(
        id: u32,
        (count, die): (u8, Die),
        (purpose, label): (&'static str, impl Into<Text>),
        rule: impl Into<RuleId>,
    ) -> Self {
        let (purpose, label, rule) = (Text::of(purpose), label.into(), rule.into());
        Self { id: RollId(id), die, count, purpose, label, rule }
    }
}

/// The source of faces, as the log records it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceKind {
    /// Rolled by the app.
    App,
    /// Typed from real dice.
    Typed,
    /// Real dice, read by the camera.
    Camera,
}

/// The way in which a player wants the pending rolls thrown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", content = "faces", rename_all = "snake_case")]
pub enum Faces {
    /// The app throws.
    App,
    /// Real dice, in the order of the rolls; a D10's printed 0 is typed as 10 (or 0).
    Typed(Vec<u8>),
    /// Real dice read by the camera, in the same order and with the same zero.
    Camera(Vec<u8>),
}

/// The faces of one roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// Each face, 1 to the number of faces.
    pub faces: Vec<u8>,
    /// The source of the faces.
    pub kind: DiceKind,
}

/// A source of faces for rolls.
pub trait Dice {
    /// Returns the faces for a request.
    ///
    /// # Errors If the dice have no (more) faces for this request, or invalid ones.
    fn throw(&mut self, request: &RollRequest) -> Result<Thrown, Refusal>;
}

/// Checks faces against a request: their number and the range of each.
///
/// # Errors A reason for every invalid face.
pub fn check_faces(request: &RollRequest, faces: &[u8]) -> Result<(), Refusal> {
    let mut refusal = Refusal::default();
    if faces.len() != usize::from(request.count) {
        refusal.reasons.push(crate::core::Reason {
            rule: request.rule.clone(),
            text: format!(
                "{} takes {} {}, but {} faces were given.",
                request.label,
                request.count,
                request.die,
                faces.len()
            ),
        });
    }
    for face in faces {
        if *face < 1 || *face > request.die.faces() {
            refusal.reasons.push(crate::core::Reason {
                rule: request.rule.clone(),
                text: format!(
                    "{face} is no face of the {} for {}: give a number from 1 to {}.",
                    request.die,
                    request.label,
                    request.die.faces()
                ),
            });
        }
    }
    if refusal.reasons.is_empty() { Ok(()) } else { Err(refusal) }
}

/// Dice rolled by the app. The faces depend only on the battle's seed, the state and the roll, so the same decision
/// from the same state gets the same faces, also after an undo.
#[derive(Debug, Clone)]
pub struct AppDice {
    seed: u64,
    state_key: u64,
}

impl AppDice {
    /// Dice for one state. `state_key` is any byte string that is equal for equal states and different for different
    /// ones (for example the serialised state).
    pub fn new(seed: u64, state_key: &[u8]) -> Self {
        Self { seed, state_key: fnv1a(state_key, FNV_BASIS) }
    }
}

impl Dice for AppDice {
    fn throw(&mut self, request: &RollRequest) -> Result<Thrown, Refusal> {
        let mut key = [0_u8; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..16].copy_from_slice(&self.state_key.to_le_bytes());
        key[16..24].copy_from_slice(&fnv1a(request.purpose.as_bytes(), FNV_BASIS).to_le_bytes());
        key[24..28].copy_from_slice(&request.id.0.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        let faces = (0..request.count).map(|_| rng.random_range(1..=request.die.faces())).collect();
        Ok(Thrown { faces, kind: DiceKind::App })
    }
}

const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// The FNV-1a hash, which never changes, unlike the standard library's hasher.
fn fnv1a(bytes: &[u8], basis: u64) -> u64 {
    bytes.iter().fold(basis, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A list of faces, used up in order.
#[derive(Debug, Clone)]
struct FaceList {
    faces: Vec<u8>,
    used: usize,
}

impl FaceList {
    fn take(&mut self, request: &RollRequest) -> Result<Vec<u8>, Refusal> {
        let end = (self.used + usize::from(request.count)).min(self.faces.len());
        let mut faces = self.faces.get(self.used..end).unwrap_or_default().to_vec();
        if request.die == Die::D10 {
            // The printed 0 of a ten-sided die counts as ten (GUN-1).
            faces.iter_mut().filter(|face| **face == 0).for_each(|face| *face = 10);
        }
        check_faces(request, &faces)?;
        self.used = end;
        Ok(faces)
    }
}

/// Faces of real dice, typed or read by the camera, in the order of the rolls.
#[derive(Debug, Clone)]
pub struct RealDice {
    list: FaceList,
    kind: DiceKind,
}

impl RealDice {
    /// Typed faces, in the order in which they will be used.
    pub fn typed(faces: Vec<u8>) -> Self {
        Self { list: FaceList { faces, used: 0 }, kind: DiceKind::Typed }
    }

    /// Faces that the camera read, in the order in which they will be used.
    pub fn read_by_camera(faces: Vec<u8>) -> Self {
        Self { kind: DiceKind::Camera, ..Self::typed(faces) }
    }

    /// The number of unused faces.
    pub fn left(&self) -> usize {
        self.list.faces.len() - self.list.used
    }
}

impl Dice for RealDice {
    fn throw(&mut self, request: &RollRequest) -> Result<Thrown, Refusal> {
        Ok(Thrown { faces: self.list.take(request)?, kind: self.kind })
    }
}

/// Faces read from the record, for replay and verification. They never come from a seed.
#[derive(Debug, Clone)]
pub struct RecordedDice {
    throws: Vec<Thrown>,
    used: usize,
}

impl RecordedDice {
    /// The recorded throws, in order.
    pub fn new(throws: Vec<Thrown>) -> Self {
        Self { throws, used: 0 }
    }
}

impl Dice for RecordedDice {
    fn throw(&mut self, request: &RollRequest) -> Result<Thrown, Refusal> {
        let thrown = self.throws.get(self.used).ok_or_else(|| Refusal {
            reasons: vec![crate::core::Reason {
                rule: request.rule.clone(),
                text: format!("The record holds no faces for {}.", request.label),
            }],
        })?;
        check_faces(request, &thrown.faces)?;
        self.used += 1;
        Ok(thrown.clone())
    }
}
