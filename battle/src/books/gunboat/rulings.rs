//! The rulings of the umpire of a Gunboat battle, or of the players by agreement: orders, typed measures, corrections.

use super::forms::bond_options;
use crate::forms::book_form::BookForm;
use crate::forms::builder::{choice_among, ship_options};
use crate::forms::common_rulings::{option_form, typed_forms, waive_roll_form};
use crate::forms::context::{FormContext, FormError};
use crate::view::{FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, BookData};
use rulesets::gunboat::{
    Decision, DueId, Fate, Gunboat, HalfKnots, MountChoice, ShipState, ShipValue, State, Step, UmpireOrder,
    row_key, row_label, row_of_key,
};

/// The highest speed that can be entered, knots; no ship is faster.
const FASTEST_KN: f64 = 30.0;
/// The ways in which a ship is lost, and the choice of none.
const FATES: [(&str, &str, Option<Fate>); 5] = [
    ("fights", "She fights", None),
    ("sunk", "Sunk", Some(Fate::Sunk)),
    ("exploded", "Blown up", Some(Fate::Exploded)),
    ("captured", "Captured", Some(Fate::Captured)),
    ("went_home", "Gone home", Some(Fate::WentHome)),
];

/// The steps in which a forgotten shot can be fired late.
const FIRE_STEPS: [Step; 2] = [Step::FirstFire, Step::SecondFire];

/// Makes a decision of an umpire's order and its reason.
const ORDER: fn(UmpireOrder, String) -> Decision = |order, reason| Decision::Umpire { order, reason };

/// The rulings that are offered now.
pub(super) fn forms<'a>(gunboat: &Gunboat, context: &FormContext<'a, State>) -> Vec<BookForm<'a, Decision>> {
    let state = context.state;
    let afloat = || state.ships.values().filter(|ship| ship.afloat());
    let options =
        |ships: Vec<&ShipState>| ship_options::<Gunboat>(state, ships.into_iter().map(|ship| &ship.card.id));
    let living = options(afloat().collect());
    if !state.opened || living.is_empty() {
        return Vec::new();
    }
    let guns = state.guns_ashore();
    let ashore = guns.iter().map(|(gun, _)| OptionView::of(gun.as_str(), gun.as_str()));
    let measured: Vec<OptionView> = living.iter().cloned().chain(ashore).collect();
    let unmoved: Vec<&ShipState> = afloat().filter(|ship| ship.present() && !ship.has_moved).collect();
    let of = |ships: &[OptionView]| FieldView::choice("ship", "Whose", ships.to_vec());
    let rule =
        |key: &str, rule: &str, sentence: &str| FormView::ruling(key, rule, sentence).with(of(&living));
    let set = |ship: ShipId, value: ShipValue| Ok(UmpireOrder::Set { ship, value });

    let mut forms = vec![late(state, &living)];
    forms.extend(typed_forms(&measured, "GUN-22", |facts, reason| Decision::TypeFacts { facts, reason }));
    if state.step.moving_side().is_some() && !unmoved.is_empty() {
        forms.push(
            FormView::ruling("allow_move", "GUN-4", "A ship's move stands as the table shows it.")
                .with(of(&options(unmoved)))
                .rules(ORDER, |filled| Ok(UmpireOrder::AllowMove { ship: filled.ship("ship") })),
        );
    }
    forms.extend([
        ticked(state),
        rule("speed", "GUN-9", "A ship makes so many knots.")
            .with(FieldView::number("knots", "Speed", (0.0, FASTEST_KN), 0.5, "kn", 0.0))
            .rules(ORDER, move |filled| {
                let speed = (filled.number("knots") * 2.0).round() as HalfKnots;
                set(filled.ship("ship"), ShipValue::Speed { speed })
            }),
        rule("aground", "GUN-54", "A ship is aground, or afloat again.")
            .with(FieldView::yes_no("aground", "Aground", true))
            .rules(ORDER, |filled| {
                Ok(UmpireOrder::Aground { ship: filled.ship("ship"), aground: filled.flag("aground") })
            }),
        rule("moved", "GUN-4", "A ship's move of this turn is made, or she may move (again).")
            .with(FieldView::yes_no("moved", "Her move is made", false))
            .rules(ORDER, move |filled| {
                set(filled.ship("ship"), ShipValue::Moved { moved: filled.flag("moved") })
            }),
        rule("critical", "GUN-CRIT", "A ship takes a critical hit: it is thrown for.")
            .rules(ORDER, |filled| Ok(UmpireOrder::CriticalHit { ship: filled.ship("ship") })),
        rule("parties", "GUN-76", "So many boarding parties are on a ship.")
            .with(FieldView::count("parties", "Parties", (0, 9), 0))
            .hidden(context, &Actor::Umpire)
            .rules(ORDER, move |filled| {
                set(filled.ship("ship"), ShipValue::BoardingParties { parties: filled.byte("parties") })
            }),
        FormView::ruling("fate", "GUN-41", "A ship is lost, or in the battle again.")
            .with(of(&options(state.ships.values().collect())))
            .with(choice_among("fate", "What became of her", &FATES))
            .rules(ORDER, move |filled| {
                set(filled.ship("ship"), ShipValue::Fate { fate: filled.among("fate", &FATES)? })
            }),
    ]);
    let seen = state.rolls.iter().filter(|roll| state.roll_audience(roll).includes(context.viewer));
    let waive = |roll, reason| Decision::Umpire { order: UmpireOrder::WaiveRoll { roll }, reason };
    forms.extend(waive_roll_form(seen.map(|roll| &roll.request), "GUN-1", waive));
    forms.extend(waive_hits(state));
    if !state.bonds.is_empty() {
        forms.push(
            FormView::ruling("unbind", "GUN-16", "Ships that hang together are free.")
                .with(FieldView::choice("bond", "What", bond_options(state)))
                .rules(ORDER, move |filled| {
                    let freed = filled.listed("bond", &state.bonds)?;
                    let left = state.bonds.iter().filter(|bond| !std::ptr::eq(*bond, freed));
                    let bonds = left.cloned().collect();
                    Ok(UmpireOrder::SetBonds { bonds })
                }),
        );
    }
    forms.push(option_form(gunboat.options(), "GUN-3", |option, reason| Decision::SetOption {
        option,
        reason,
    }));
    forms
}

/// The form for a forgotten shot.
fn late<'a>(state: &State, living: &[OptionView]) -> BookForm<'a, Decision> {
    let steps = FIRE_STEPS.map(|step| OptionView::of(step.key(), step.title())).to_vec();
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
    .reads(|filled| {
        let step = FIRE_STEPS.into_iter().find(|step| step.key() == filled.text("step"));
        Ok(Decision::FireLate {
            turn: filled.count("turn"),
            step: step.ok_or_else(FormError::not_offered)?,
            shooter: filled.ship("shooter"),
            target: filled.ship("target"),
            mounts: MountChoice::AllThatBear,
            settled: filled.settled(),
            reason: filled.reason()?,
        })
    })
}

/// The form to set the ticked boxes of a row of a card.
fn ticked<'a>(state: &State) -> BookForm<'a, Decision> {
    let rows = state.ships.values().filter(|ship| ship.afloat()).flat_map(|ship| {
        ship.card.sections().into_iter().map(move |row| {
            let label = format!("{}: {}", ship.card.name, row_label(&ship.card, &row));
            OptionView::of(format!("{}/{}", ship.card.id, row_key(&row)), label)
        })
    });
    FormView::ruling("ticked", "GUN-40", "So many boxes of a row are checked off.")
        .with(FieldView::choice("row", "Which row", rows.collect()))
        .with(FieldView::count("boxes", "Boxes checked off in all", (0, 99), 0))
        .rules(ORDER, |filled| {
            let row = filled.text("row").split_once('/');
            let row = row.and_then(|(ship, row)| Some((ShipId::new(ship), row_of_key(row)?)));
            let (ship, row) = row.ok_or_else(FormError::not_offered)?;
            let value = ShipValue::Ticked { row, boxes: filled.byte("boxes") };
            Ok(UmpireOrder::Set { ship, value })
        })
}

/// The form to waive hits.
fn waive_hits<'a>(state: &State) -> Option<BookForm<'a, Decision>> {
    let hits = state.hits.iter().map(|lot| {
        OptionView::of(lot.id.0.to_string(), format!("{} ({})", state.name(&lot.ship), lot.cause))
    });
    let hits: Vec<OptionView> = hits.collect();
    (!hits.is_empty()).then(|| {
        FormView::optional(&Actor::Umpire, "waive_hits", "GUN-40", "Hits are not checked off.", "Waive")
            .with(FieldView::choice("which", "Which", hits))
            .rules(ORDER, |filled| Ok(UmpireOrder::WaiveHits { due: DueId(filled.parsed("which")?) }))
    })
}
