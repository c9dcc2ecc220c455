//! What the umpire of a Noddy battle, or the players by agreement, may rule, type or set right.

use crate::forms::builder::ship_options;
use crate::forms::common_rulings::{option_form, option_set, typed_fact, typed_forms};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, Book, PlayedBook};
use rulesets::noddy::{Becomes, Change, Decision, Fate, GunId, HalfKnots, Noddy, State, UmpireOrder};

/// No ship makes more, knots.
const FASTEST_KN: f64 = 30.0;
/// The ways in which a ship is lost.
const FATES: [(&str, Fate); 3] = [("sunk", Fate::Sunk), ("blown up", Fate::BlewUp), ("left", Fate::Left)];

/// The forms that are offered now.
pub(super) fn forms(book: &Noddy, context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    let lines = Noddy::ships(state);
    let present: Vec<ShipId> =
        state.ships.values().filter(|ship| ship.present()).map(|ship| ship.card.id.clone()).collect();
    let ships = ship_options(&lines, &present);
    if !state.opened || ships.is_empty() {
        return Vec::new();
    }
    let rule = |key: &str, rule: &str, sentence: &str| {
        FormView::optional(&Actor::Umpire, key, rule, sentence, "Rule so").with(FieldView::choice(
            "ship",
            "Whose",
            ships.clone(),
        ))
    };
    let ashore = state.batteries.values().filter(|it| it.stands());
    let ashore = ashore.map(|it| OptionView::of(it.card.id.as_str(), it.card.name.as_str()));
    let all: Vec<OptionView> = ships.iter().cloned().chain(ashore).collect();
    let knots = |key: &str, label: &str, least: f64| {
        FieldView::number(key, label, (least, FASTEST_KN), 0.5, "kn", 0.0)
    };
    let guns: Vec<OptionView> = state
        .ships
        .values()
        .flat_map(|ship| {
            ship.card.guns.iter().map(move |gun| {
                OptionView::of(
                    format!("{}/{}", ship.card.id, gun.id),
                    format!("{}: {}", ship.card.name, gun.id),
                )
            })
        })
        .collect();
    let mut forms = typed_forms(&all, "NOD-11");
    forms
        .push(rule("move_again", "NOD-11", "A ship may make her move of this step once more.").with_reason());
    forms.push(rule("special", "NOD-31", "A special effect is thrown for.").with_reason());
    forms.push(rule("hit", "NOD-27", "A ship is hit: the effect is thrown for.").with_reason());
    forms.push(
        rule("lose_speed", "NOD-26", "A ship loses top speed by enemy action.")
            .with(knots("knots", "How much", 0.0))
            .with_reason(),
    );
    forms.push(
        rule("top_speed", "NOD-26", "A ship's top speed is set right.")
            .with(knots("knots", "Top speed", -FASTEST_KN))
            .with_reason()
            .hidden(context, &Actor::Umpire),
    );
    forms.push(
        rule("speed", "NOD-5", "A ship makes so many knots.")
            .with(knots("knots", "Speed (astern below 0)", -FASTEST_KN))
            .with_reason(),
    );
    forms.push(
        FormView::optional(
            &Actor::Umpire,
            "gun",
            "NOD-27",
            "A gun is struck off, or there again.",
            "Rule so",
        )
        .with(FieldView::choice("gun", "Which", guns))
        .with(FieldView::yes_no("lost", "Struck off", true))
        .with_reason(),
    );
    forms.push(
        rule("aground", "NOD-10", "A ship is aground, or free.")
            .with(FieldView::yes_no("aground", "Aground", true))
            .with_reason(),
    );
    forms.push(
        rule("burning", "NOD-28", "A ship burns, or the fire is out.")
            .with(FieldView::yes_no("burning", "Burns", true))
            .with_reason(),
    );
    let fates = FATES.map(|(key, _)| OptionView::of(key, key)).to_vec();
    forms.push(
        rule("lost", "NOD-26", "A ship is lost.").with(FieldView::choice("fate", "How", fates)).with_reason(),
    );
    forms.push(
        FormView::optional(&Actor::Umpire, "note", "NOD-11", "A ruling is noted.", "Note it")
            .with(FieldView::text("text", "What is ruled", ""))
            .with_reason(),
    );
    forms.push(option_form(book.options(), "NOD-11"));
    forms
}

/// The decision that a ruling stands for; none where the form is no ruling.
pub(super) fn decision(filled: &FilledForm<'_>) -> Result<Option<Decision>, FormError> {
    if let Some((facts, reason)) = typed_fact(filled)? {
        return Ok(Some(Decision::TypeFacts { facts, reason }));
    }
    if let Some((option, reason)) = option_set(filled)? {
        return Ok(Some(Decision::SetOption { option, reason }));
    }
    let Some(order) = order(filled)? else { return Ok(None) };
    Ok(Some(Decision::Umpire { order, reason: filled.reason()? }))
}

fn order(filled: &FilledForm<'_>) -> Result<Option<UmpireOrder>, FormError> {
    let ship = filled.ship("ship");
    let half_knots = (filled.number("knots") * 2.0).round() as HalfKnots;
    let set = |ship: &ShipId, to: Becomes| UmpireOrder::Set { change: Change { ship: ship.clone(), to } };
    Ok(Some(match filled.key().0 {
        "move_again" => UmpireOrder::MoveAgain { ship },
        "special" => UmpireOrder::Special { ship },
        "hit" => UmpireOrder::Hit { ship, struck: None },
        "lose_speed" => UmpireOrder::LoseSpeed { ship, half_knots },
        "top_speed" => set(&ship, Becomes::TopSpeed { half_knots }),
        "speed" => set(&ship, Becomes::Speed { half_knots }),
        "gun" => {
            let (ship, gun) = filled
                .text("gun")
                .split_once('/')
                .ok_or_else(|| FormError::because("Choose a gun of a ship."))?;
            let to = Becomes::Gun { gun: GunId(gun.to_owned()), lost: filled.flag("lost") };
            set(&ShipId::new(ship), to)
        }
        "aground" => set(&ship, Becomes::Aground { attempts: filled.flag("aground").then_some(0) }),
        "burning" => set(&ship, Becomes::Burning { attempts: filled.flag("burning").then_some(0) }),
        "lost" => {
            let found = FATES.into_iter().find(|(key, _)| *key == filled.text("fate"));
            let (_, fate) = found.ok_or_else(|| FormError::because("Say how she was lost."))?;
            set(&ship, Becomes::Lost { fate })
        }
        "note" => UmpireOrder::Note { text: filled.text("text").to_owned() },
        _ => return Ok(None),
    }))
}
