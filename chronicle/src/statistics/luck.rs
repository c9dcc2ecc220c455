//! Luck: the dice thrown compared with their expectation.
//!
//! Every die is fair and independent: `n` dice of `f` faces have the mean `n (f + 1) / 2` and the variance
//! `n (f² - 1) / 12`. High is not always good, so the sum of faces shows how unusual the dice were, and hits
//! compared with expected hits show which side they helped. Dice that were taken back are listed, but don't
//! count.

use battle::account::{BattleAccount, DiceKind};
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;

/// The luck of a battle.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
pub struct Luck {
    /// Dice, by side, kind and die.
    pub dice: Vec<DiceLuck>,
    /// Each named die, by name: whoever threw it.
    pub named: Vec<DiceLuck>,
    /// Fire, by side.
    pub fire: Vec<FireLuck>,
}

/// The dice of one side, of one kind, with one number of faces; or one named die.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct DiceLuck {
    /// The name of a named die ("the green die"); absent for all dice of a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The side's key; none for dice that belong to no side.
    pub side: Option<String>,
    /// "app", "typed" or "camera".
    pub kind: String,
    /// The die ("D6").
    pub die: String,
    /// The frequency of each face, from the lowest.
    pub faces: Vec<u32>,
    /// Dice that count.
    pub thrown: u32,
    /// Dice that were taken back and don't count.
    pub taken_back: u32,
    /// The sum of the faces.
    pub sum: u32,
    /// The mean of the faces.
    pub mean: f64,
    /// The expected mean.
    pub expected_mean: f64,
    /// The deviation of the sum from the expected one, in standard deviations of the sum.
    pub deviations: f64,
    /// The probability that fair dice deviate at least as much, on either side (exact).
    pub chance: f64,
}

/// The fire of one side.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct FireLuck {
    /// The side's key.
    pub side: String,
    /// Shots for which the book gives odds.
    pub shots: u32,
    /// Shots of those that were taken back and don't count.
    pub taken_back: u32,
    /// The expected number of hits.
    pub expected_hits: f64,
    /// Its standard deviation.
    pub sigma_hits: f64,
    /// The number of hits scored.
    pub hits: u32,
    /// The deviation from the expected number, in standard deviations; none where chance had no part.
    pub deviations: Option<f64>,
}

/// The luck of a battle, from the dice that the reader may know.
pub fn luck(account: &BattleAccount) -> Luck {
    let mut named = NamedPiles::default();
    for event in &account.events {
        for die in &event.line.dice {
            if let Some(name) = die.read.as_ref().and_then(|read| read.name.as_deref()) {
                named.count(name, die.faces, die.face, event.taken_back);
            }
        }
    }
    Luck { dice: dice(account), named: named.luck(), fire: fire(account) }
}

#[derive(Debug, Clone, Default)]
struct Pile {
    faces: Vec<u32>,
    taken_back: u32,
}

/// The faces of named dice, by name and number of faces.
#[derive(Debug, Clone, Default)]
pub(crate) struct NamedPiles(BTreeMap<(String, u8), Pile>);

impl NamedPiles {
    /// Counts one throw of a die.
    pub(crate) fn count(&mut self, name: &str, faces: u8, face: u8, taken_back: bool) {
        self.0.entry((name.to_owned(), faces)).or_insert_with(|| Pile::of(faces)).count(face, taken_back);
    }

    /// A line for each die.
    pub(crate) fn luck(&self) -> Vec<DiceLuck> {
        let line = |((name, faces), pile): (&(String, u8), &Pile)| {
            let luck = pile.clone().luck(None, kind_key(DiceKind::Camera), format!("D{faces}"));
            DiceLuck { name: Some(name.clone()), ..luck }
        };
        self.0.iter().map(line).collect()
    }
}

fn dice(account: &BattleAccount) -> Vec<DiceLuck> {
    let mut piles: BTreeMap<(Option<&str>, &str, u8, String), Pile> = BTreeMap::new();
    for event in &account.events {
        for rolled in &event.rolled {
            let (die, kind) = (rolled.request.die, kind_key(rolled.thrown.kind));
            let side = rolled.by.as_ref().map(|side| side.as_str());
            let key = (side, kind, die.faces(), die.to_string());
            let pile = piles.entry(key).or_insert_with(|| Pile::of(die.faces()));
            rolled.thrown.faces.iter().for_each(|face| pile.count(*face, event.taken_back));
        }
    }
    piles.into_iter().map(|((side, kind, _, die), pile)| pile.luck(side, kind, die)).collect()
}

/// The text for a kind of dice.
pub(crate) fn kind_key(kind: DiceKind) -> &'static str {
    match kind {
        DiceKind::App => "app",
        DiceKind::Typed => "typed",
        DiceKind::Camera => "camera",
    }
}

impl Pile {
    /// No dice yet, with this number of faces.
    fn of(faces: u8) -> Self {
        Self { faces: vec![0; usize::from(faces)], taken_back: 0 }
    }

    fn count(&mut self, face: u8, taken_back: bool) {
        if taken_back {
            self.taken_back += 1;
        } else if let Some(count) = self.faces.get_mut(usize::from(face).wrapping_sub(1)) {
            *count += 1;
        }
    }

    fn luck(self, side: Option<&str>, kind: &str, die: String) -> DiceLuck {
        let thrown: u32 = self.faces.iter().sum();
        let sum: u32 = (1..).zip(&self.faces).map(|(face, count)| face * count).sum();
        let (faces, dice) = (self.faces.len() as f64, f64::from(thrown));
        let expected_mean = (faces + 1.0) / 2.0;
        let sigma = (dice * (faces * faces - 1.0) / 12.0).sqrt();
        let off = f64::from(sum) - dice * expected_mean;
        DiceLuck {
            name: None,
            side: side.map(str::to_owned),
            kind: kind.to_owned(),
            die,
            thrown,
            taken_back: self.taken_back,
            sum,
            mean: if thrown == 0 { 0.0 } else { f64::from(sum) / dice },
            expected_mean,
            deviations: if sigma > 0.0 { off / sigma } else { 0.0 },
            chance: chance_of_sum(thrown, self.faces.len(), sum),
            faces: self.faces,
        }
    }
}

/// The probability that this many fair dice deviate at least as much from their expected sum, on either side:
/// exact, from the distribution of the sum.
fn chance_of_sum(dice: u32, faces: usize, sum: u32) -> f64 {
    // `spread[k]` is the probability of the sum `k` + the number of dice.
    let mut spread = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; spread.len() + faces.saturating_sub(1)];
        let mut window = 0.0;
        for (at, chance) in next.iter_mut().enumerate() {
            window += spread.get(at).copied().unwrap_or(0.0);
            window -= at.checked_sub(faces).and_then(|gone| spread.get(gone)).copied().unwrap_or(0.0);
            *chance = window / faces as f64;
        }
        spread = next;
    }
    let middle = (spread.len() - 1) as f64 / 2.0;
    let off = (f64::from(sum.saturating_sub(dice)) - middle).abs();
    let as_far = (0_u32..).zip(&spread).filter(|(at, _)| (f64::from(*at) - middle).abs() >= off - 1e-9);
    as_far.map(|(_, chance)| chance).sum::<f64>().clamp(0.0, 1.0)
}

#[derive(Debug, Default)]
struct Fire {
    shots: u32,
    taken_back: u32,
    expected: f64,
    variance: f64,
    hits: u32,
}

fn fire(account: &BattleAccount) -> Vec<FireLuck> {
    let mut sides: BTreeMap<&str, Fire> = BTreeMap::new();
    let mut side_of_shot: BTreeMap<&str, &str> = BTreeMap::new();
    for event in &account.events {
        if let Some(forecast) = &event.forecast {
            let side = forecast.by.as_str();
            let fire = sides.entry(side).or_default();
            if event.taken_back {
                fire.taken_back += 1;
                continue;
            }
            fire.shots += 1;
            fire.expected += forecast.expected;
            fire.variance += forecast.variance;
            side_of_shot.insert(&forecast.shot, side);
        }
        for scored in event.hits.iter().filter(|_| !event.taken_back) {
            let side = scored.shot.as_deref().and_then(|shot| side_of_shot.get(shot));
            if let Some(fire) = side.and_then(|side| sides.get_mut(side)) {
                fire.hits += scored.hits;
            }
        }
    }
    let line = |(side, fire): (&str, Fire)| {
        let sigma_hits = fire.variance.sqrt();
        FireLuck {
            side: side.to_owned(),
            shots: fire.shots,
            taken_back: fire.taken_back,
            expected_hits: fire.expected,
            sigma_hits,
            hits: fire.hits,
            deviations: (sigma_hits > 0.0).then(|| (f64::from(fire.hits) - fire.expected) / sigma_hits),
        }
    };
    sides.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pile(faces: &[u32]) -> DiceLuck {
        Pile { faces: faces.to_vec(), taken_back: 0 }.luck(None, "app", format!("D{}", faces.len()))
    }

    #[test]
    fn fair_dice_are_as_expected() {
        let even = pile(&[2, 2, 2, 2, 2, 2]);
        assert_eq!((even.thrown, even.sum, even.mean, even.deviations), (12, 42, 3.5, 0.0));
        assert!((even.chance - 1.0).abs() < 1e-9);
        let none = pile(&[0; 10]);
        assert_eq!((none.thrown, none.mean, none.deviations, none.chance), (0, 0.0, 0.0, 1.0));
    }

    #[test]
    fn odd_dice_are_counted_by_hand() {
        // Two sixes on two dice: 12 and 2 deviate equally from 7, each 1 in 36; sigma of the sum is sqrt(35 /
        // 6).
        let sixes = pile(&[0, 0, 0, 0, 0, 2]);
        assert!((sixes.chance - 2.0 / 36.0).abs() < 1e-12, "{}", sixes.chance);
        assert!((sixes.deviations - 5.0 / (35.0_f64 / 6.0).sqrt()).abs() < 1e-12);
        // One D10 with a 10: 10 and 1 deviate equally.
        let ten = pile(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert!((ten.chance - 0.2).abs() < 1e-12);
    }
}
