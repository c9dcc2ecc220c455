//! The rulings of the umpire of a Noddy battle, or of the players by agreement: orders, typed measures, corrections.

use crate::forms::book_form::BookForm;
use crate::forms::builder::{choice_among, ship_options};
use crate::forms::common_rulings::{option_form, typed_forms};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, BookData};
use rulesets::noddy::{Becomes, Change, Decision, Fate, GunId, HalfKnots, Noddy, State, UmpireOrder};

/// The highest speed that can be entered, knots; no ship is faster.
const FASTEST_KN: f64 = 30.0;
/// The ways in which a ship is lost.
const FATES: [(&str, &str, Fate); 3] =
    [("sunk", "sunk", Fate::Sunk), ("blown up", "blown up", Fate::BlewUp), ("left", "left", Fate::Left)];

/// Makes a decision of an umpire's order and its reason.
pub(super) const ORDER: fn(UmpireOrder, String) -> Decision =
    |order, reason| Decision::Umpire { order, reason };

/// The rulings that are offered now.
pub(super) fn forms<'a>(book: &Noddy, context: &FormContext<'a, State>) -> Vec<BookForm<'a, Decision>> {
    let state = context.state;
    let present = state.ships.values().filter(|ship| ship.present());
    let ships = ship_options::<Noddy>(state, present.map(|ship| &ship.card.id));
    if !state.opened || ships.is_empty() {
        return Vec::new();
    }
    let ashore = state.batteries.values().filter(|it| it.stands());
    let ashore = ashore.map(|it| OptionView::of(it.card.id.as_str(), it.card.name.as_str()));
    let measured: Vec<OptionView> = ships.iter().cloned().chain(ashore).collect();
    let rule = |key: &str, rule: &str, sentence: &str| {
        FormView::ruling(key, rule, sentence).with(FieldView::choice("ship", "Whose", ships.clone()))
    };
    let knots =
        |label: &str, least: f64| FieldView::number("knots", label, (least, FASTEST_KN), 0.5, "kn", 0.0);
    let half_knots = |filled: &FilledForm<'_>| (filled.number("knots") * 2.0).round() as HalfKnots;
    let becomes = |filled: &FilledForm<'_>, to: Becomes| Ok(set(filled.ship("ship"), to));

    let mut forms = typed_forms(&measured, "NOD-11", |facts, reason| Decision::TypeFacts { facts, reason });
    forms.extend([
        rule("move_again", "NOD-11", "A ship may make her move of this step once more.")
            .rules(ORDER, |filled| Ok(UmpireOrder::MoveAgain { ship: filled.ship("ship") })),
        rule("special", "NOD-31", "A special effect is thrown for.")
            .rules(ORDER, |filled| Ok(UmpireOrder::Special { ship: filled.ship("ship") })),
        rule("hit", "NOD-27", "A ship is hit: the effect is thrown for.")
            .rules(ORDER, |filled| Ok(UmpireOrder::Hit { ship: filled.ship("ship"), struck: None })),
        rule("lose_speed", "NOD-26", "A ship loses top speed by enemy action.")
            .with(knots("How much", 0.0))
            .rules(ORDER, move |filled| {
                let half_knots = half_knots(filled);
                Ok(UmpireOrder::LoseSpeed { ship: filled.ship("ship"), half_knots })
            }),
        rule("top_speed", "NOD-26", "A ship's top speed is set right.")
            .with(knots("Top speed", -FASTEST_KN))
            .hidden(context, &Actor::Umpire)
            .rules(ORDER, move |filled| {
                becomes(filled, Becomes::TopSpeed { half_knots: half_knots(filled) })
            }),
        rule("speed", "NOD-5", "A ship makes so many knots.")
            .with(knots("Speed (astern below 0)", -FASTEST_KN))
            .rules(ORDER, move |filled| becomes(filled, Becomes::Speed { half_knots: half_knots(filled) })),
        gun(state),
        rule("aground", "NOD-10", "A ship is aground, or free.")
            .with(FieldView::yes_no("aground", "Aground", true))
            .rules(ORDER, move |filled| {
                becomes(filled, Becomes::Aground { attempts: filled.flag("aground").then_some(0) })
            }),
        rule("burning", "NOD-28", "A ship burns, or the fire is out.")
            .with(FieldView::yes_no("burning", "Burns", true))
            .rules(ORDER, move |filled| {
                becomes(filled, Becomes::Burning { attempts: filled.flag("burning").then_some(0) })
            }),
        rule("lost", "NOD-26", "A ship is lost.")
            .with(choice_among("fate", "How", &FATES))
            .rules(ORDER, move |filled| {
                becomes(filled, Becomes::Lost { fate: filled.among("fate", &FATES)? })
            }),
        FormView::optional(&Actor::Umpire, "note", "NOD-11", "A ruling is noted.", "Note it")
            .with(FieldView::text("text", "What is ruled", ""))
            .rules(ORDER, |filled| Ok(UmpireOrder::Note { text: filled.text("text").to_owned() })),
        option_form(book.options(), "NOD-11", |option, reason| Decision::SetOption { option, reason }),
    ]);
    forms
}

fn set(ship: ShipId, to: Becomes) -> UmpireOrder {
    UmpireOrder::Set { change: Change { ship, to } }
}

/// The form about a gun of any ship.
fn gun<'a>(state: &State) -> BookForm<'a, Decision> {
    let guns = state.ships.values().flat_map(|ship| {
        let option = move |id: &GunId| {
            OptionView::of(format!("{}/{id}", ship.card.id), format!("{}: {id}", ship.card.name))
        };
        ship.card.guns.iter().map(move |gun| option(&gun.id))
    });
    FormView::ruling("gun", "NOD-27", "A gun is struck off, or there again.")
        .with(FieldView::choice("gun", "Which", guns.collect()))
        .with(FieldView::yes_no("lost", "Struck off", true))
        .rules(ORDER, |filled| {
            let (ship, gun) = filled.text("gun").split_once('/').ok_or_else(FormError::not_offered)?;
            let to = Becomes::Gun { gun: GunId::new(gun), lost: filled.flag("lost") };
            Ok(set(ShipId::new(ship), to))
        })
}
