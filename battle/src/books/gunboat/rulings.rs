//! What the umpire of a Gunboat battle, or the players by agreement, may rule, type or set right.

use super::forms::bond_option;
use crate::forms::builder::ship_options;
use crate::forms::common_rulings::{option_form, option_set, typed_fact, typed_forms};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, Book, OptionSpec, PlayedBook, RollId};
use rulesets::gunboat::{
    Decision, DueId, Fate, Gunboat, HalfKnots, MountChoice, ShipValue, State, Step, UmpireOrder, row_key,
    row_label, row_of_key,
};

/// No ship makes more, knots.
const FASTEST_KN: f64 = 30.0;
/// The ways in which a ship is lost, and none of them.
const FATES: [(&str, &str, Option<Fate>); 5] = [
    ("fights", "She fights", None),
    ("sunk", "Sunk", Some(Fate::Sunk)),
    ("exploded", "Blown up", Some(Fate::Exploded)),
    ("captured", "Captured", Some(Fate::Captured)),
    ("went_home", "Gone home", Some(Fate::WentHome)),
];

/// The forms that are offered now.
pub(super) fn forms(gunboat: &Gunboat, context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    if !state.opened {
        return Vec::new();
    }
    let lines = Gunboat::ships(state);
    let all = ship_options(&lines, state.ships.keys());
    let afloat = || state.ships.values().filter(|ship| ship.afloat());
    let living = ship_options(&lines, &afloat().map(|ship| ship.card.id.clone()).collect::<Vec<_>>());
    if living.is_empty() {
        return Vec::new();
    }
    let ship = |options: &[OptionView]| FieldView::choice("ship", "Whose", options.to_vec());
    let rule = |key: &str, rule: &str, sentence: &str| {
        FormView::optional(&Actor::Umpire, key, rule, sentence, "Rule so")
    };
    let mut forms = vec![late(state, &living)];
    let guns = state.guns_ashore();
    let ashore = guns.iter().map(|(gun, _)| OptionView::of(gun.as_str(), gun.as_str()));
    forms.extend(typed_forms(&living.iter().cloned().chain(ashore).collect::<Vec<_>>(), "GUN-22"));
    let unmoved = afloat().filter(|ship| ship.present() && !ship.has_moved);
    let unmoved: Vec<ShipId> = unmoved.map(|ship| ship.card.id.clone()).collect();
    if state.step.moving_side().is_some() && !unmoved.is_empty() {
        forms.push(
            rule("allow_move", "GUN-4", "A ship's move stands as the table shows it.")
                .with(ship(&ship_options(&lines, &unmoved)))
                .with_reason(),
        );
    }
    let rows: Vec<OptionView> = afloat()
        .flat_map(|ship| {
            ship.card.sections().into_iter().map(move |row| {
                let label = format!("{}: {}", ship.card.name, row_label(&ship.card, &row));
                OptionView::of(format!("{}/{}", ship.card.id, row_key(&row)), label)
            })
        })
        .collect();
    forms.push(
        rule("ticked", "GUN-40", "So many boxes of a row are checked off.")
            .with(FieldView::choice("row", "Which row", rows))
            .with(FieldView::count("boxes", "Boxes checked off in all", (0, 99), 0))
            .with_reason(),
    );
    forms.push(
        rule("speed", "GUN-9", "A ship makes so many knots.")
            .with(ship(&living))
            .with(FieldView::number("knots", "Speed", (0.0, FASTEST_KN), 0.5, "kn", 0.0))
            .with_reason(),
    );
    forms.push(
        rule("aground", "GUN-54", "A ship is aground, or afloat again.")
            .with(ship(&living))
            .with(FieldView::yes_no("aground", "Aground", true))
            .with_reason(),
    );
    forms.push(
        rule("moved", "GUN-4", "A ship's move of this turn is made, or she may move (again).")
            .with(ship(&living))
            .with(FieldView::yes_no("moved", "Her move is made", false))
            .with_reason(),
    );
    forms.push(
        rule("critical", "GUN-CRIT", "A ship takes a critical hit: it is thrown for.")
            .with(ship(&living))
            .with_reason(),
    );
    forms.push(
        rule("parties", "GUN-76", "So many boarding parties are on a ship.")
            .with(ship(&living))
            .with(FieldView::count("parties", "Parties", (0, 9), 0))
            .with_reason()
            .hidden(context, &Actor::Umpire),
    );
    let fates = FATES.map(|(key, label, _)| OptionView::of(key, label)).to_vec();
    forms.push(
        rule("fate", "GUN-41", "A ship is lost, or in the battle again.")
            .with(ship(&all))
            .with(FieldView::choice("fate", "What became of her", fates))
            .with_reason(),
    );
    forms.extend(waivers(context));
    if !state.bonds.is_empty() {
        let bonds = state.bonds.iter().enumerate().map(|(at, bond)| bond_option(at, bond, &lines)).collect();
        forms.push(
            rule("unbind", "GUN-16", "Ships that hang together are free.")
                .with(FieldView::choice("bond", "What", bonds))
                .with_reason(),
        );
    }
    let specs: Vec<OptionSpec> = gunboat.options().to_vec();
    forms.push(option_form(&specs, "GUN-3"));
    forms
}

/// A shot that was forgotten.
fn late(state: &State, living: &[OptionView]) -> FormView {
    let steps =
        [Step::FirstFire, Step::SecondFire].map(|step| OptionView::of(step.key(), step.title())).to_vec();
    FormView::optional(
        &Actor::AllSides,
        "fire_late",
        "GUN-4",
        "A shot that was forgotten is fired from the places of its step; its damage takes hold now.",
        "Fire late",
    )
    .with(FieldView::count("turn", "Of turn", (1, state.turn.max(1)), state.turn))
    .with(FieldView::choice("step", "In the step", steps))
    .with(FieldView::choice("shooter", "Who fires", living.to_vec()))
    .with(FieldView::choice("target", "At whom", living.to_vec()))
    .with_reason()
}

/// Dice and hits that the umpire may waive, as far as the viewer may see them.
fn waivers(context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    let seen = state.rolls.iter().filter(|roll| state.roll_audience(roll).includes(context.viewer));
    let rolls: Vec<OptionView> =
        seen.map(|roll| OptionView::of(roll.request.id.0.to_string(), roll.request.label.as_str())).collect();
    let hits = state.hits.iter().map(|lot| {
        OptionView::of(lot.id.0.to_string(), format!("{} ({})", state.name(&lot.ship), lot.cause))
    });
    let hits: Vec<OptionView> = hits.collect();
    let form = |key: &str, rule: &str, sentence: &str, options: Vec<OptionView>| {
        (!options.is_empty()).then(|| {
            FormView::optional(&Actor::Umpire, key, rule, sentence, "Waive")
                .with(FieldView::choice("which", "Which", options))
                .with_reason()
        })
    };
    let rolls = form("waive_roll", "GUN-1", "A roll is not thrown.", rolls);
    rolls.into_iter().chain(form("waive_hits", "GUN-40", "Hits are not checked off.", hits)).collect()
}

/// The decision that a ruling stands for; none where the form is no ruling.
pub(super) fn decision(
    context: &FormContext<'_, State>,
    filled: &FilledForm<'_>,
) -> Result<Option<Decision>, FormError> {
    if let Some((facts, reason)) = typed_fact(filled)? {
        return Ok(Some(Decision::TypeFacts { facts, reason }));
    }
    if let Some((option, reason)) = option_set(filled)? {
        return Ok(Some(Decision::SetOption { option, reason }));
    }
    if filled.key().0 == "fire_late" {
        let step =
            if filled.text("step") == Step::FirstFire.key() { Step::FirstFire } else { Step::SecondFire };
        return Ok(Some(Decision::FireLate {
            turn: filled.count("turn"),
            step,
            shooter: filled.ship("shooter"),
            target: filled.ship("target"),
            mounts: MountChoice::AllThatBear,
            settled: filled.settled(),
            reason: filled.reason()?,
        }));
    }
    let Some(order) = order(context.state, filled)? else { return Ok(None) };
    Ok(Some(Decision::Umpire { order, reason: filled.reason()? }))
}

fn order(state: &State, filled: &FilledForm<'_>) -> Result<Option<UmpireOrder>, FormError> {
    let ship = filled.ship("ship");
    let set = |ship, value| UmpireOrder::Set { ship, value };
    let number = || filled.text("which").parse::<u32>().map_err(|_| FormError::because("Choose which."));
    Ok(Some(match filled.key().0 {
        "allow_move" => UmpireOrder::AllowMove { ship },
        "critical" => UmpireOrder::CriticalHit { ship },
        "aground" => UmpireOrder::Aground { ship, aground: filled.flag("aground") },
        "moved" => set(ship, ShipValue::Moved { moved: filled.flag("moved") }),
        "speed" => set(ship, ShipValue::Speed { speed: (filled.number("knots") * 2.0).round() as HalfKnots }),
        "parties" => set(ship, ShipValue::BoardingParties { parties: filled.byte("parties") }),
        "fate" => {
            let found = FATES.into_iter().find(|(key, _, _)| *key == filled.text("fate"));
            set(ship, ShipValue::Fate { fate: found.and_then(|(_, _, fate)| fate) })
        }
        "ticked" => {
            let row = filled.text("row").split_once('/');
            let row = row.and_then(|(ship, row)| Some((ShipId::new(ship), row_of_key(row)?)));
            let (ship, row) = row.ok_or_else(|| FormError::because("Choose a row of a card."))?;
            set(ship, ShipValue::Ticked { row, boxes: filled.byte("boxes") })
        }
        "waive_roll" => UmpireOrder::WaiveRoll { roll: RollId(number()?) },
        "waive_hits" => UmpireOrder::WaiveHits { due: DueId(number()?) },
        "unbind" => {
            let at: Option<usize> = filled.text("bond").parse().ok();
            let mut bonds = state.bonds.clone();
            let at = at.filter(|at| *at < bonds.len());
            bonds.remove(at.ok_or_else(|| FormError::because("Nothing hangs together there."))?);
            UmpireOrder::SetBonds { bonds }
        }
        _ => return Ok(None),
    }))
}
