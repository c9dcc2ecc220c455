//! The rulings of the umpire of an SP/BP battle: results entered, orders, typed measures, corrections.

use crate::forms::book_form::BookForm;
use crate::forms::builder::{choice_among, listed_options, ship_options};
use crate::forms::common_rulings::{option_form, typed_forms, waive_roll_form};
use crate::forms::context::FormContext;
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, BookData, SideId};
use rulesets::sp_bp::{Bond, Change, Decision, Fate, GuidedId, ShipChange, SpBp, State, Step, UmpireOrder};

/// The highest speed that can be entered, knots; no ship is faster.
const FASTEST_KN: u32 = 30;
/// The largest modifier that can be typed by hand.
const MOST_MODIFIER: f64 = 10.0;
/// The ways in which a ship is lost, and the choice of none.
const FATES: [(&str, &str, Option<Fate>); 5] = [
    ("fights", "She fights", None),
    ("sunk", "Sunk", Some(Fate::Sunk)),
    ("abandoned", "Abandoned", Some(Fate::Abandoned)),
    ("struck", "Struck her flag", Some(Fate::Struck)),
    ("captured", "Captured", Some(Fate::Captured)),
];

/// The log text of an entry without a note.
const AS_ENTERED: &str = "as entered";

/// The form for an event for which the sheet has no procedure, with the present values of the ships concerned.
pub(super) fn adjudicate<'a>(
    state: &'a State,
    form: FormView,
    entry: GuidedId,
    ship: &ShipId,
) -> BookForm<'a, Decision> {
    let guided = state.guided.iter().find(|guided| guided.id == entry);
    let other = guided.and_then(|guided| guided.other.as_ref());
    let mut form = form.with(FieldView::text("note", "More for the log, if you like", ""));
    for id in [Some(ship), other].into_iter().flatten() {
        let Some(of) = state.ships.get(id) else { continue };
        let (name, card) = (&of.card.name, &of.card);
        let field = |key: &str, what: &str, most: u32, now: u32| {
            FieldView::count(&format!("{key}:{id}"), &format!("{name}: {what}"), (0, most.max(now)), now)
        };
        form = form
            .with(field("sp", "SP left", card.sp.into(), of.sp.into()))
            .with(field("bp", "BP left", card.bp.into(), of.bp.into()))
            .with(field("speed", "knots", FASTEST_KN, of.speed.into()))
            .with(FieldView::yes_no(&format!("aground:{id}"), &format!("{name} is aground"), of.aground));
    }
    if !state.bonds.is_empty() {
        let bond = |bond: &Bond| format!("{} and {}", state.name(&bond.first), state.name(&bond.second));
        let bonds = listed_options(&state.bonds, bond);
        form = form.with(FieldView::several("freed", "Let go of one another", bonds, Vec::new()));
    }
    form.decides(move |filled| Decision::Adjudicate {
        entry,
        changes: changes(state, filled),
        bonds: bonds_left(state, filled),
        // The note is optional, because the entered values already say what happened.
        note: match filled.text("note").trim() {
            "" => AS_ENTERED.to_owned(),
            note => note.to_owned(),
        },
    })
}

/// A counted value of a ship: key, what is ruled, label, maximum, and the change to a new value.
type Counted = (&'static str, &'static str, &'static str, u32, fn(u32) -> Change);

/// The counted values of a ship.
const COUNTED: [Counted; 6] = [
    ("sp", "A ship has so many structure points left.", "SP left", 999, |n| Change::Sp { left: short(n) }),
    ("bp", "A ship has so many buoyancy points left.", "BP left", 999, |n| Change::Bp { left: short(n) }),
    ("speed", "A ship makes so many knots.", "Knots", FASTEST_KN, |n| Change::Speed { knots: byte(n) }),
    ("fires", "So many fires burn on a ship.", "Fires", 99, |n| Change::Fires { fires: byte(n) }),
    ("floods", "So many flood markers lie on a ship.", "Flood markers", 99, |n| Change::Floods {
        floods: byte(n),
    }),
    ("parties", "So many crew parties are left to a ship.", "Crew parties", 20, |n| Change::CrewParties {
        parties: byte(n),
    }),
];

/// Makes a decision of an umpire's order and its reason.
const ORDER: fn(UmpireOrder, String) -> Decision = |order, reason| Decision::Umpire { order, reason };

fn set(ship: ShipId, change: Change) -> UmpireOrder {
    UmpireOrder::Set { changes: vec![ShipChange { ship, change }], bonds: None }
}

/// The rulings that are offered now.
pub(super) fn forms<'a>(book: &SpBp, context: &FormContext<'a, State>) -> Vec<BookForm<'a, Decision>> {
    let state = context.state;
    let all = ship_options::<SpBp>(state, state.ships.keys());
    if !state.opened || all.is_empty() {
        return Vec::new();
    }
    let rule = |key: &str, rule: &str, sentence: &str| {
        FormView::ruling(key, rule, sentence).with(FieldView::choice("ship", "Whose", all.clone()))
    };
    let sides: Vec<OptionView> =
        state.sides().into_iter().map(|side| OptionView::of(side.as_str(), side.title())).collect();
    let whose = || FieldView::choice("side", "Whose", sides.clone());
    let side = |filled: &FilledForm<'_>| SideId::new(filled.text("side").to_owned());

    let mut forms = typed_forms(&all, "SPB-15", |facts, reason| Decision::TypeFacts { facts, reason });
    if state.step == Step::Movement {
        forms.push(
            rule("allow_move", "SPB-3", "A ship's move stands as the table shows it.")
                .rules(ORDER, |filled| Ok(UmpireOrder::AllowMove { ship: filled.ship("ship") })),
        );
    }
    forms.extend(COUNTED.map(|(key, sentence, label, most, change)| {
        rule(key, "SPB-8", sentence)
            .with(FieldView::count("value", label, (0, most), 0))
            .rules(ORDER, move |filled| Ok(set(filled.ship("ship"), change(filled.count("value")))))
    }));
    forms.extend([
        rule("aground", "SPB-3", "A ship is aground, or afloat again.")
            .with(FieldView::yes_no("aground", "Aground", true))
            .rules(ORDER, |filled| {
                Ok(set(filled.ship("ship"), Change::Aground { aground: filled.flag("aground") }))
            }),
        rule("moved", "SPB-3", "A ship's move is made, or she may move (again).")
            .with(FieldView::yes_no("moved", "Her move is made", false))
            .rules(ORDER, |filled| {
                Ok(set(filled.ship("ship"), Change::Moved { moved: filled.flag("moved") }))
            }),
        rule("fate", "SPB-8", "A ship is lost, or in the battle again.")
            .with(choice_among("fate", "What became of her", &FATES))
            .rules(ORDER, |filled| {
                Ok(set(filled.ship("ship"), Change::Fate { fate: filled.among("fate", &FATES)? }))
            }),
        FormView::optional(
            &Actor::AllSides,
            "initiative",
            "SPB-2",
            "Something is added to a side's initiative (the sheet's own modifiers are missing).",
            "Add it",
        )
        .with(whose())
        .with(FieldView::number("modifier", "How much", (-MOST_MODIFIER, MOST_MODIFIER), 1.0, "", 0.0))
        .with_reason()
        .reads(move |filled| {
            let modifier = filled.number("modifier").round() as i32;
            Ok(Decision::AddToInitiative { side: side(filled), modifier, reason: filled.reason()? })
        }),
        FormView::ruling("to_act", "SPB-3", "It is a side's turn to act.")
            .with(whose())
            .rules(ORDER, move |filled| Ok(UmpireOrder::SetToAct { side: side(filled) })),
    ]);
    let waive = |roll, reason| Decision::Umpire { order: UmpireOrder::WaiveRoll { roll }, reason };
    forms.extend(waive_roll_form(state.rolls.iter().map(|roll| &roll.request), "SPB-15", waive));
    let option = |option, reason| Decision::SetOption { option, reason };
    forms.push(option_form(book.options(), "SPB-1", option));
    forms
}

// The field's bounds are within the type's.
fn short(value: u32) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}

fn byte(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// The values that differ from the present ones.
fn changes(state: &State, filled: &FilledForm<'_>) -> Vec<ShipChange> {
    let mut changes = Vec::new();
    for (id, ship) in &state.ships {
        let mut change = |change: Change| changes.push(ShipChange { ship: id.clone(), change });
        let entered = |key: &str| {
            let field = format!("{key}:{id}");
            filled.numbers().find(|(name, _)| *name == field).map(|_| filled.count(&field))
        };
        if let Some(left) = entered("sp").map(short).filter(|left| *left != ship.sp) {
            change(Change::Sp { left });
        }
        if let Some(left) = entered("bp").map(short).filter(|left| *left != ship.bp) {
            change(Change::Bp { left });
        }
        let knots = entered("speed").and_then(|knots| u8::try_from(knots).ok());
        if let Some(knots) = knots.filter(|knots| *knots != ship.speed) {
            change(Change::Speed { knots });
        }
        let aground = filled.flag(&format!("aground:{id}"));
        if entered("sp").is_some() && aground != ship.aground {
            change(Change::Aground { aground });
        }
    }
    changes
}

/// The bonds without the chosen ones; `None` if all stay.
fn bonds_left(state: &State, filled: &FilledForm<'_>) -> Option<Vec<Bond>> {
    let freed = filled.several("freed");
    let stays = |at: usize| freed.iter().all(|key| *key != at.to_string());
    let left = state.bonds.iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, bond)| bond.clone());
    (!freed.is_empty()).then(|| left.collect())
}
