//! The dice of a throw that the camera read: checked against its evidence before a roll counts them.

use crate::forms::book_adapter::BookAdapter;
use crate::record::dice::read::{DiceRead, DieRead, faces_read, misfit};
use crate::record::events::{DomainEvent, DomainEventOf};
use crate::record::stored::hex;
use crate::session::battle::Battle;
use crate::table::picture::Picture;
use crate::table::throw::{DieEvidence, ThrowEvidence};
use crate::view::{DecisionView, ReadFace};
use rulesets::core::{Audience, Die, Rolled};

/// The largest picture of a throw, bytes.
const MOST_PICTURE_BYTES: usize = 8 << 20;
/// The longest name of a die, characters.
const LONGEST_NAME: usize = 40;

/// Why the dice of a throw can't count: one sentence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ThrowRefused {
    /// The shell has no such throw.
    #[error("The picture of that throw is no longer at hand: throw again, or type the faces.")]
    Gone,
    /// Its picture is no JPEG, or too large.
    #[error("The picture of that throw can't be kept: throw again, or type the faces.")]
    NoPicture,
    /// An index beyond its dice.
    #[error("That throw has {dice} dice and no such die: throw again.")]
    NoSuchDie {
        /// The number of its dice.
        dice: usize,
    },
    /// A die that was given for two faces.
    #[error("A die of the throw was given twice, and each counts once: throw again.")]
    Twice,
    /// A die that no book asks for, or a reading that can't be one.
    #[error("A die of the throw can't be counted here: throw those asked for.")]
    OtherDie,
    /// A face that the die does not have.
    #[error("{face} is no face of a {die}: give a number from 1 to {}.", die.faces())]
    NoFace {
        /// The face.
        face: u8,
        /// The die.
        die: Die,
    },
    /// Faces of the camera without a throw.
    #[error("No throw was read for these dice: throw again, or type the faces.")]
    NotRead,
    /// Other dice than the rolls ask for.
    #[error("The dice read are not those asked for ({why}): throw again, or type the faces.")]
    Misfit {
        /// What does not fit.
        why: String,
    },
    /// Dice that a standing event has counted.
    #[error("Event {seq} has counted these dice already: throw them again.")]
    Counted {
        /// The event.
        seq: i64,
    },
}

/// The dice that a decision takes from a throw.
#[derive(Debug)]
pub(crate) struct TakenDice {
    /// The picture of the throw, JPEG.
    jpeg: Vec<u8>,
    read: DiceRead,
    /// All dice of the throw that a book could ask for.
    lying: Vec<DieRead>,
}

impl TakenDice {
    /// The dice that a decision takes, if it takes any.
    ///
    /// # Errors
    /// When they are not in the evidence as the decision says.
    pub(crate) fn of(
        asked: &DecisionView,
        evidence: Option<&ThrowEvidence>,
    ) -> Result<Option<Self>, ThrowRefused> {
        let DecisionView::Roll { read: Some(read), .. } = asked else { return Ok(None) };
        let evidence = evidence.ok_or(ThrowRefused::Gone)?;
        if !evidence.jpeg.starts_with(&[0xff, 0xd8, 0xff]) || evidence.jpeg.len() > MOST_PICTURE_BYTES {
            return Err(ThrowRefused::NoPicture);
        }
        let mut dice: Vec<DieRead> = Vec::new();
        for (at, given) in read.faces.iter().enumerate() {
            if read.faces.iter().take(at).any(|other| other.die == given.die) {
                return Err(ThrowRefused::Twice);
            }
            dice.push(taken(given, &evidence.dice)?);
        }
        Ok(Some(Self {
            jpeg: evidence.jpeg.clone(),
            read: DiceRead { picture: hex(&evidence.jpeg), dice },
            lying: evidence.dice.iter().filter_map(as_read).collect(),
        }))
    }

    /// The picture of the throw. It names no calibration, because nothing is measured in it.
    pub(crate) fn into_picture(self) -> Picture {
        Picture { jpeg: Ok(self.jpeg), calibration: "{}".to_owned() }
    }
}

/// A die of the throw with the face that a player takes.
fn taken(given: &ReadFace, dice: &[DieEvidence]) -> Result<DieRead, ThrowRefused> {
    let die = usize::try_from(given.die).ok().and_then(|at| dice.get(at));
    let read =
        as_read(die.ok_or(ThrowRefused::NoSuchDie { dice: dice.len() })?).ok_or(ThrowRefused::OtherDie)?;
    let no_face = ThrowRefused::NoFace { face: given.face, die: read.kind };
    let face = face_of(read.kind, given.face).ok_or(no_face)?;
    Ok(DieRead { read_as: (face != read.face).then_some(read.face), face, ..read })
}

/// The reading of a die, rounded for the record; `None` where no book could ask for the die, or the reading is none.
fn as_read(die: &DieEvidence) -> Option<DieRead> {
    let kind = match die.kind.as_str() {
        "d6" => Die::D6,
        "d10" => Die::D10,
        "d20" => Die::D20,
        _ => return None,
    };
    let place = [die.x_px, die.y_px, die.side_px];
    if !(0.0..=1.0).contains(&die.p) || place.iter().any(|px| !(0.0..1e5).contains(px)) {
        return None;
    }
    let round_px = |px: f64| (px * 10.0).round() / 10.0;
    let name = die.name.as_deref().unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    Some(DieRead {
        kind,
        name: Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
        face: face_of(kind, die.face)?,
        read_as: None,
        p: (die.p * 1e4).round() / 1e4,
        sure: die.sure,
        x_px: round_px(die.x_px),
        y_px: round_px(die.y_px),
        side_px: round_px(die.side_px),
    })
}

/// The face of a die; the printed 0 of a ten-sided die counts as ten (GUN-1).
fn face_of(kind: Die, face: u8) -> Option<u8> {
    let face = if kind == Die::D10 && face == 0 { 10 } else { face };
    (1..=kind.faces()).contains(&face).then_some(face)
}

impl<B: BookAdapter> Battle<B> {
    /// Checks that the dice of these events, which are not recorded yet, are those that were taken. `by`: who is told.
    ///
    /// # Errors
    /// When they are not, or were counted before.
    pub(crate) fn check_dice(
        &self,
        events: &[B::Event],
        taken: Option<&TakenDice>,
        by: &Audience,
    ) -> Result<(), ThrowRefused> {
        let state = &self.situation.book;
        let rolled: Vec<Rolled> = events.iter().flat_map(|event| B::rolled(state, event)).collect();
        let Some(TakenDice { read, lying, .. }) = taken else {
            return faces_read(&rolled).next().map_or(Ok(()), |_| Err(ThrowRefused::NotRead));
        };
        if let Some(why) = misfit::<B>(&read.dice, lying, &rolled) {
            let may_know = events.iter().all(|event| self.book.audience(state, event).includes(by));
            return Err(ThrowRefused::Misfit {
                why: if may_know { why } else { "they are secret".to_owned() },
            });
        }
        self.event_that_counted(read).map_or(Ok(()), |seq| Err(ThrowRefused::Counted { seq }))
    }

    /// The standing event that counted one of these dice.
    fn event_that_counted(&self, read: &DiceRead) -> Option<i64> {
        let counts = |of_event: &DiceRead| {
            of_event.picture == read.picture
                && of_event.dice.iter().any(|die| read.dice.iter().any(|other| die.lies_at(other)))
        };
        let standing = self.entries().iter().filter(|entry| self.taken_back_by(entry.seq).is_none());
        let mut read_before = standing.filter(|entry| entry.event.dice_read().is_some_and(counts));
        read_before.next().map(|entry| entry.seq)
    }

    /// Adds to each event the dice that were read for it.
    pub(crate) fn record_dice(&self, taken: &TakenDice, domain_events: &mut [DomainEventOf<B>]) {
        let mut dice = taken.read.dice.iter();
        for domain_event in domain_events {
            let DomainEvent::Book(of_book) = domain_event else { continue };
            let rolled = B::rolled(&self.situation.book, &of_book.event);
            let dice: Vec<DieRead> = dice.by_ref().take(faces_read(&rolled).count()).cloned().collect();
            let picture = taken.read.picture.clone();
            of_book.dice_read = (!dice.is_empty()).then_some(DiceRead { picture, dice });
        }
    }
}
