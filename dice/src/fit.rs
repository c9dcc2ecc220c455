//! Which die is which roll's: the dice that lie in a tray against the dice that are asked for.

use crate::reading::{DieKind, DieReading};
use std::collections::BTreeMap;

/// A die that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedDie {
    /// Its kind.
    pub kind: DieKind,
    /// The name by which a book asks for it, if it does: "white".
    pub name: Option<String>,
}

/// How the dice in the tray fit the dice asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fit {
    /// Number and kinds fit, and all are sure: the index of the die for each one asked for.
    Fits(Vec<usize>),
    /// Number and kinds fit, but a player has to look at something first.
    Unsure {
        /// The index of the likeliest die for each one asked for.
        order: Vec<usize>,
        /// What is unsure and what to do.
        sentence: String,
    },
    /// Other dice are asked for.
    Differs {
        /// What is wrong and what to do.
        sentence: String,
    },
}

/// Finds the die for each one asked for. Dice that are asked for by name are found by name, the others of a kind are taken
/// from left to right in the picture.
pub fn fit(asked: &[AskedDie], dice: &[DieReading]) -> Fit {
    let (wanted, seen) = (counts(asked.iter().map(|die| die.kind)), counts(dice.iter().map(|die| die.kind)));
    if wanted != seen {
        return Fit::Differs { sentence: difference(&wanted, &seen) };
    }
    let mut free: Vec<usize> = (0..dice.len()).collect();
    free.sort_by(|one, other| dice[*one].x.total_cmp(&dice[*other].x));
    let mut order: Vec<Option<usize>> = asked.iter().map(|die| by_name(die, dice, &free)).collect();
    free.retain(|die| !order.contains(&Some(*die)));
    let nameless = asked.iter().zip(&order).find_map(|(die, found)| {
        let others = free.iter().filter(|at| dice[**at].kind == die.kind).count();
        // The last die of a kind is the one asked for, whatever it is called.
        (found.is_none() && others > 1).then_some(die.name.as_deref()).flatten()
    });
    for (die, found) in asked.iter().zip(&mut order).filter(|(_, found)| found.is_none()) {
        let next = free.iter().position(|at| dice[*at].kind == die.kind);
        *found = next.map(|next| free.remove(next));
    }
    let order: Vec<usize> = order.into_iter().flatten().collect();
    let doubt = order.iter().find(|at| !dice[**at].sure).map(|at| {
        format!("{} is not read for sure: type what it shows, or throw again.", place_of(*at, dice))
    });
    let doubt = doubt.or_else(|| {
        nameless.map(|name| {
            format!(
                "Nobody has said which is the {name} die: name your dice, or check the values and take them."
            )
        })
    });
    match doubt {
        Some(sentence) => Fit::Unsure { order, sentence },
        None => Fit::Fits(order),
    }
}

/// The one die of this name that is asked for by name.
fn by_name(asked: &AskedDie, dice: &[DieReading], among: &[usize]) -> Option<usize> {
    let name = asked.name.as_deref()?;
    let is_called = |at: &&usize| {
        let die = &dice[**at];
        die.kind == asked.kind && die.name.as_deref().is_some_and(|called| has_word(called, name))
    };
    let mut called = among.iter().filter(is_called);
    let first = called.next()?;
    called.next().is_none().then_some(*first)
}

/// Whether a word is in a name, in either spelling of "coloured".
fn has_word(name: &str, word: &str) -> bool {
    let spelt = |text: &str| text.to_lowercase().replace("colored", "coloured");
    spelt(name).split(|letter: char| !letter.is_alphanumeric()).any(|part| part == spelt(word))
}

/// "The second D6 from the left".
fn place_of(die: usize, dice: &[DieReading]) -> String {
    const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];
    let DieReading { kind, x, name, .. } = &dice[die];
    if let Some(name) = name {
        let mut letters = name.chars();
        return letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    }
    let others = || dice.iter().filter(|other| other.kind == *kind);
    let before = others().filter(|other| other.x < *x).count();
    match (others().count(), PLACES.get(before)) {
        (1, _) => format!("The {kind}"),
        (_, Some(place)) => format!("The {place} {kind} from the left"),
        (_, None) => format!("The {kind} at {} from the left", before + 1),
    }
}

fn counts(kinds: impl Iterator<Item = DieKind>) -> BTreeMap<DieKind, usize> {
    let mut counts = BTreeMap::new();
    for kind in kinds {
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

/// "2 D10 and 1 D6".
fn in_words(counts: &BTreeMap<DieKind, usize>) -> String {
    let each: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    each.join(" and ")
}

fn difference(wanted: &BTreeMap<DieKind, usize>, seen: &BTreeMap<DieKind, usize>) -> String {
    let asked = in_words(wanted);
    if seen.is_empty() {
        return format!("{asked} asked for, and no die is seen in the tray: throw into it.");
    }
    let lie = in_words(seen);
    let has = |all: &BTreeMap<DieKind, usize>, kind, count| all.get(kind).copied().unwrap_or(0) >= count;
    if wanted.iter().all(|(kind, count)| has(seen, kind, *count)) {
        format!(
            "{asked} asked for, and there are too many in the tray ({lie}): take all out, and throw again."
        )
    } else if seen.iter().all(|(kind, count)| has(wanted, kind, *count)) {
        format!("{asked} asked for, and there are too few in the tray ({lie}): throw the missing ones too.")
    } else {
        format!("{asked} asked for, and {lie} in the tray: take all out, and throw the right ones.")
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;

    fn asked(kind: DieKind, name: Option<&str>) -> AskedDie {
        AskedDie { kind, name: name.map(str::to_owned) }
    }

    fn die(kind: DieKind, x: f64, name: Option<&str>) -> DieReading {
        DieReading {
            kind,
            value: 3,
            x,
            y: 9.0,
            side_px: 30.0,
            sure: true,
            p: 0.999,
            name: name.map(str::to_owned),
        }
    }

    const D6: DieKind = DieKind::D6;
    const D10: DieKind = DieKind::D10;

    #[test]
    fn equal_dice_are_taken_from_left_to_right_and_kinds_apart() {
        let rolls = [asked(D10, None), asked(D6, None), asked(D6, None)];
        let dice = [die(D6, 80.0, None), die(D6, 20.0, None), die(D10, 50.0, None)];
        assert_eq!(fit(&rolls, &dice), Fit::Fits(vec![2, 1, 0]));
        assert_eq!(fit(&[], &[]), Fit::Fits(Vec::new()));
    }

    #[test]
    fn a_die_asked_for_by_name_is_found_by_its_name() {
        let rolls = [asked(D10, Some("white")), asked(D10, Some("coloured"))];
        let (white, red) = (die(D10, 90.0, Some("the white die")), die(D10, 10.0, Some("the red die")));
        assert_eq!(
            fit(&rolls, &[red.clone(), white.clone()]),
            Fit::Fits(vec![1, 0]),
            "the other one is left"
        );
        assert_eq!(fit(&rolls, &[die(D10, 10.0, Some("Colored")), white]), Fit::Fits(vec![1, 0]));
        let Fit::Unsure { order, sentence } = fit(&rolls, &[red, die(D10, 90.0, None)]) else {
            panic!("nobody knows which is white")
        };
        assert_eq!(order, [0, 1]);
        assert!(sentence.contains("which is the white die"), "{sentence}");
    }

    #[test]
    fn an_unsure_die_is_asked_about_by_its_place() {
        let unsure = DieReading { sure: false, ..die(D6, 50.0, None) };
        let Fit::Unsure { order, sentence } =
            fit(&[asked(D6, None), asked(D6, None)], &[unsure, die(D6, 20.0, None)])
        else {
            panic!("one is unsure")
        };
        assert_eq!(order, [1, 0]);
        assert!(sentence.starts_with("The second D6 from the left is not read for sure"), "{sentence}");
    }

    #[test]
    fn too_many_too_few_and_other_dice_are_told_apart() {
        let differs = |dice: &[DieReading]| match fit(&[asked(D6, None), asked(D6, None)], dice) {
            Fit::Differs { sentence } => sentence,
            other => panic!("{other:?}"),
        };
        let one = || die(D6, 1.0, None);
        assert!(differs(&[one(), one(), one()]).contains("too many in the tray (3 D6)"));
        assert!(differs(&[one()]).contains("too few in the tray (1 D6)"));
        assert!(differs(&[]).contains("no die is seen"));
        assert!(differs(&[one(), die(D10, 4.0, None)]).contains("1 D6 and 1 D10 in the tray: take all out"));
    }
}
