//! The last throws in the tray, and what they are for.

use crate::ipc::dice::{DiceView, DieSeenView, TrayState, kind_key, kind_with};
use crate::ipc::messages::Trouble;
use crate::table_session::source::encoding::{PHOTO_QUALITY, jpeg};
use crate::table_session::state::tray::Tray;
use battle::view::RollView;
use battle::{DieEvidence, ThrowEvidence};
use dice::{AskedDie, DieKind, DieReading, Fit, fit};
use opencv::core::Mat;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many throws are kept: a screen may be a throw behind.
const KEPT: usize = 4;

/// A throw that was read.
#[derive(Debug, Clone)]
pub struct KeptThrow {
    /// Its number in this session.
    pub number: u32,
    /// Since when it lies there, milliseconds since 1970.
    pub rested_at_ms: f64,
    /// The tray cut out of the frame, BGR.
    pub picture: Arc<Mat>,
    /// The corner of the cut-out in the frame, pixels.
    pub corner_px: (f64, f64),
    /// Its dice, those that count first; places in the cut-out.
    pub dice: Vec<DieReading>,
    /// How many of them count: the others lay there before.
    pub counting: usize,
    /// How many dice lie beside the tray, if some are missing in it.
    pub outside: usize,
    /// The rolls that were asked for when it was thrown.
    pub thrown_for: Vec<RollView>,
    /// Whether its roll was thrown already, by it or otherwise.
    pub spent: bool,
}

impl KeptThrow {
    /// What the log keeps of it.
    ///
    /// # Errors
    /// When its picture can't be encoded.
    pub fn evidence(&self) -> Result<ThrowEvidence, Trouble> {
        let dice = self.dice.iter().map(|die| DieEvidence {
            kind: kind_key(die.kind).to_owned(),
            name: die.name.clone(),
            face: face_of(die),
            p: die.p,
            sure: die.sure,
            x_px: die.x,
            y_px: die.y,
            side_px: die.side_px,
        });
        Ok(ThrowEvidence { jpeg: jpeg(&self.picture, PHOTO_QUALITY)?, dice: dice.collect() })
    }
}

/// A die may seem to lie elsewhere by this share of its side, and still lie as before.
const UNMOVED: f64 = 0.25;

/// The last throws.
#[derive(Debug, Default)]
pub struct Throws {
    kept: VecDeque<KeptThrow>,
    count: u32,
    /// Whether the newest still lies in the tray.
    lies: bool,
}

impl Throws {
    /// Adds the newest throw; returns its number.
    pub fn add(&mut self, throw: impl FnOnce(u32) -> KeptThrow) {
        self.count += 1;
        self.kept.push_back(throw(self.count));
        self.lies = true;
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
    }

    /// Dice of a new throw, those that count for its rolls first, and how many they are. Each comes with whether it lay there
    /// before: then it counts only if it did so in the throw before, for the same rolls, as when a missing die is thrown after
    /// the others.
    pub fn counting_first(
        &self,
        dice: Vec<(DieReading, bool)>,
        thrown_for: &[RollView],
    ) -> (Vec<DieReading>, usize) {
        let before = self.kept.back().filter(|throw| !throw.spent && throw.thrown_for == thrown_for);
        let counted = before.map_or(&[][..], |throw| throw.dice.get(..throw.counting).unwrap_or_default());
        let is_there = |die: &DieReading| {
            let off_px = |other: &DieReading| (other.x - die.x).hypot(other.y - die.y);
            counted.iter().any(|other| off_px(other) < UNMOVED * die.side_px)
        };
        let (mut counting, old): (Vec<_>, Vec<_>) =
            dice.into_iter().partition(|(die, lay_before)| !lay_before || is_there(die));
        let count = counting.len();
        counting.extend(old);
        (counting.into_iter().map(|(die, _)| die).collect(), count)
    }

    /// The newest throw no longer lies as it fell.
    pub fn disturbed(&mut self) {
        self.lies = false;
    }

    /// The roll asked for has been thrown: what lies in the tray is for no other.
    pub fn spend(&mut self) {
        self.kept.iter_mut().for_each(|throw| throw.spent = true);
    }

    /// A throw by its number.
    pub fn numbered(&self, number: u32) -> Option<&KeptThrow> {
        self.kept.iter().find(|throw| throw.number == number)
    }

    /// The throw that lies in the tray.
    pub fn lying(&self) -> Option<&KeptThrow> {
        self.kept.back().filter(|_| self.lies)
    }

    /// What screens show, while these rolls are asked for. Without a tray nothing lies in it.
    pub fn view(&self, tray: Option<&Tray>, state: TrayState, asked: &[RollView]) -> DiceView {
        let Some(tray) = tray else { return DiceView::default() };
        let view = DiceView { tray_px: Some(tray.edges_px), state, ..DiceView::default() };
        let Some(throw) = self.lying() else { return view };
        let numbered = throw.dice.iter().enumerate();
        let dice = numbered.map(|(at, die)| seen(die, throw.corner_px, at < throw.counting)).collect();
        let view =
            DiceView { throw: Some(throw.number), rested_at_ms: Some(throw.rested_at_ms), dice, ..view };
        if throw.spent || asked.is_empty() {
            return view;
        }
        if throw.thrown_for != asked {
            const EARLY: &str = "These dice were thrown before they were asked for: throw them now.";
            return DiceView { sentence: Some(EARLY.to_owned()), ..view };
        }
        let indices = |order: Vec<usize>| order.into_iter().filter_map(|at| u32::try_from(at).ok()).collect();
        let (counting, old) =
            throw.dice.split_at_checked(throw.counting).unwrap_or((throw.dice.as_slice(), &[]));
        match fit_of(asked, counting) {
            Fit::Fits(order) => DiceView { order: Some(indices(order)), all_sure: true, ..view },
            Fit::Unsure { order, sentence } => {
                DiceView { order: Some(indices(order)), sentence: Some(sentence), ..view }
            }
            Fit::Differs { sentence } => {
                let missing = counting.len() < asked.len();
                let sentence = match (missing, throw.outside, old.is_empty()) {
                    (true, 1, _) => "A die lies outside the tray: throw it again.".to_owned(),
                    (true, 2.., _) => {
                        format!("{} dice lie outside the tray: throw them again.", throw.outside)
                    }
                    (_, _, true) => sentence,
                    (_, _, false) => {
                        "Dice that lay in the tray before don't count, and the others are not those asked for: take all out, and \
                         throw again."
                            .to_owned()
                    }
                };
                DiceView { sentence: Some(sentence), ..view }
            }
        }
    }
}

/// The face of a die as rule books count it: the zero of a D10 is ten.
pub fn face_of(die: &DieReading) -> u8 {
    if die.kind == DieKind::D10 && die.value == 0 { 10 } else { die.value }
}

fn fit_of(asked: &[RollView], dice: &[DieReading]) -> Fit {
    let die =
        |roll: &RollView| kind_with(roll.faces).map(|kind| AskedDie { kind, name: roll.die_name.clone() });
    match asked.iter().map(die).collect::<Option<Vec<_>>>() {
        Some(asked) => fit(&asked, dice),
        None => Fit::Differs {
            sentence: "The camera reads no dice of this kind: type what they show.".to_owned(),
        },
    }
}

fn seen(die: &DieReading, corner_px: (f64, f64), counts: bool) -> DieSeenView {
    DieSeenView {
        kind: kind_key(die.kind).to_owned(),
        name: die.name.clone(),
        value: face_of(die),
        x: die.x + corner_px.0,
        y: die.y + corner_px.1,
        side_px: die.side_px,
        sure: die.sure,
        p: die.p,
        counts,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn roll(purpose: &str) -> RollView {
        RollView { faces: 6, purpose: purpose.to_owned(), rule: "GUN-20".to_owned(), die_name: None }
    }

    fn die(sure: bool) -> DieReading {
        DieReading { kind: DieKind::D6, value: 5, x: 20.0, y: 30.0, side_px: 25.0, sure, p: 0.9, name: None }
    }

    fn thrown(throws: &mut Throws, dice: Vec<DieReading>, thrown_for: &[RollView]) {
        lie(throws, dice.into_iter().map(|die| (die, false)).collect(), thrown_for, 0);
    }

    /// Dice that lie there now, each with whether it did before.
    fn lie(throws: &mut Throws, dice: Vec<(DieReading, bool)>, thrown_for: &[RollView], outside: usize) {
        let (dice, counting) = throws.counting_first(dice, thrown_for);
        throws.add(|number| KeptThrow {
            number,
            rested_at_ms: 0.0,
            picture: Arc::default(),
            corner_px: (100.0, 200.0),
            dice,
            counting,
            outside,
            thrown_for: thrown_for.to_vec(),
            spent: false,
        });
    }

    fn view_of(throws: &Throws, asked: &[RollView]) -> DiceView {
        let tray = Tray::whole(calibration::PictureSize { width: 640, height: 480 });
        throws.view(Some(&tray), TrayState::Thrown, asked)
    }

    fn at(x: f64) -> DieReading {
        DieReading { x, ..die(true) }
    }

    #[test]
    fn dice_that_lay_there_before_dont_count() {
        let (one, other) = ([roll("Chart A")], [roll("Chart B")]);
        let mut throws = Throws::default();
        thrown(&mut throws, vec![at(20.0)], &one);
        throws.spend();
        lie(&mut throws, vec![(at(20.0), true), (at(90.0), false)], &other, 0);
        let view = view_of(&throws, &other);
        assert_eq!((view.order, view.all_sure), (Some(vec![0]), true));
        let places: Vec<(f64, bool)> = view.dice.iter().map(|die| (die.x, die.counts)).collect();
        assert_eq!(places, [(190.0, true), (120.0, false)]);

        // Two are asked for: the one from before is none of them.
        let two = [roll("Chart C"), roll("Chart C")];
        lie(&mut throws, vec![(at(20.0), true), (at(90.0), true), (at(150.0), false)], &two, 0);
        let missing = view_of(&throws, &two);
        assert!(missing.order.is_none() && missing.sentence.unwrap().contains("lay in the tray before"));
        // The missing one is thrown after it: the two of this roll count.
        let after = vec![(at(20.0), true), (at(90.0), true), (at(151.0), true), (at(200.0), false)];
        lie(&mut throws, after, &two, 0);
        let both = view_of(&throws, &two);
        assert_eq!(both.order, Some(vec![0, 1]));
        assert_eq!(
            both.dice.iter().filter(|die| die.counts).map(|die| die.x).collect::<Vec<_>>(),
            [251.0, 300.0]
        );
    }

    #[test]
    fn a_die_beside_the_tray_is_asked_to_be_thrown_again() {
        let (mut throws, two) = (Throws::default(), [roll("Chart A"), roll("Chart A")]);
        let said = |throws: &Throws| view_of(throws, &two).sentence.unwrap();
        lie(&mut throws, vec![(at(20.0), false)], &two, 1);
        assert_eq!(said(&throws), "A die lies outside the tray: throw it again.");
        lie(&mut throws, Vec::new(), &two, 2);
        assert_eq!(said(&throws), "2 dice lie outside the tray: throw them again.");
    }

    #[test]
    fn a_throw_is_offered_for_the_rolls_that_it_was_thrown_for_and_only_once() {
        let (mut throws, asked) = (Throws::default(), [roll("Chart A")]);
        let view = view_of;
        assert_eq!(view(&throws, &asked).throw, None);

        thrown(&mut throws, vec![die(true)], &asked);
        let fits = view(&throws, &asked);
        assert_eq!((fits.throw, fits.order, fits.all_sure), (Some(1), Some(vec![0]), true));
        assert_eq!((fits.dice[0].x, fits.dice[0].y, fits.dice[0].value), (120.0, 230.0, 5));
        let other = view(&throws, &[roll("Chart B")]);
        assert!(other.order.is_none() && other.sentence.unwrap().contains("before they were asked for"));
        let nothing_asked = view(&throws, &[]);
        assert_eq!((nothing_asked.order, nothing_asked.sentence), (None, None));

        throws.spend();
        let spent = view(&throws, &asked);
        assert_eq!((spent.throw, spent.order, spent.sentence), (Some(1), None, None));

        thrown(&mut throws, vec![die(false)], &asked);
        let unsure = view(&throws, &asked);
        assert!(unsure.order.is_some() && !unsure.all_sure && unsure.sentence.is_some());
        thrown(&mut throws, vec![at(20.0), at(90.0)], &asked);
        assert!(view(&throws, &asked).sentence.unwrap().contains("too many"));
        throws.disturbed();
        assert_eq!(view(&throws, &asked).dice, []);
        assert_eq!(throws.view(None, TrayState::Thrown, &asked), DiceView::default());

        (0..KEPT).for_each(|_| thrown(&mut throws, Vec::new(), &asked));
        assert!(throws.numbered(3).is_none() && throws.numbered(4).is_some());
    }

    #[test]
    fn the_zero_of_a_ten_sided_die_is_ten() {
        assert_eq!(face_of(&DieReading { kind: DieKind::D10, value: 0, ..die(true) }), 10);
        assert_eq!(face_of(&DieReading { kind: DieKind::Tens, value: 0, ..die(true) }), 0);
    }
}
