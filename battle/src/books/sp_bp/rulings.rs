//! What the umpire of an SP/BP battle enters, rules, types or sets right.

use crate::forms::builder::ship_options;
use crate::forms::common_rulings::{option_form, option_set, typed_fact, typed_forms};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, Book, PlayedBook, RollId, SideId};
use rulesets::sp_bp::{Change, Decision, Fate, GuidedId, ShipChange, SpBp, State, Step, UmpireOrder};

/// No ship makes more, knots.
const FASTEST_KN: u32 = 30;
/// The most that a modifier typed by hand adds.
const MOST_MODIFIER: f64 = 10.0;
/// The ways in which a ship is lost, and none of them.
const FATES: [(&str, &str, Option<Fate>); 5] = [
    ("fights", "She fights", None),
    ("sunk", "Sunk", Some(Fate::Sunk)),
    ("abandoned", "Abandoned", Some(Fate::Abandoned)),
    ("struck", "Struck her flag", Some(Fate::Struck)),
    ("captured", "Captured", Some(Fate::Captured)),
];

/// What the log says of an entry without words.
const AS_ENTERED: &str = "as entered";

/// The form for something that the sheet gives no procedure for: the values of whom it concerns, as they are.
pub(super) fn adjudicate(state: &State, form: FormView, ship: &ShipId) -> FormView {
    let guided = state.guided.iter().find(|guided| format!("adjudicate:{}", guided.id.0) == form.key);
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
    let lines = SpBp::ships(state);
    let bonds: Vec<OptionView> = state
        .bonds
        .iter()
        .enumerate()
        .map(|(at, bond)| {
            let name =
                |ship: &ShipId| lines.iter().find(|line| line.ship == *ship).map_or("", |line| &line.name);
            OptionView::of(at.to_string(), format!("{} and {}", name(&bond.first), name(&bond.second)))
        })
        .collect();
    if bonds.is_empty() {
        form
    } else {
        form.with(FieldView::several("freed", "Let go of one another", bonds, Vec::new()))
    }
}

/// The forms that are offered now.
pub(super) fn forms(book: &SpBp, context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    let lines = SpBp::ships(state);
    let all = ship_options(&lines, state.ships.keys());
    if !state.opened || all.is_empty() {
        return Vec::new();
    }
    let rule = |key: &str, rule: &str, sentence: &str| {
        FormView::optional(&Actor::Umpire, key, rule, sentence, "Rule so").with(FieldView::choice(
            "ship",
            "Whose",
            all.clone(),
        ))
    };
    let mut forms = typed_forms(&all, "SPB-15");
    if state.step == Step::Movement {
        forms.push(rule("allow_move", "SPB-3", "A ship's move stands as the table shows it.").with_reason());
    }
    for (key, sentence, label, most) in [
        ("sp", "A ship has so many structure points left.", "SP left", 999),
        ("bp", "A ship has so many buoyancy points left.", "BP left", 999),
        ("speed", "A ship makes so many knots.", "Knots", FASTEST_KN),
        ("fires", "So many fires burn on a ship.", "Fires", 99),
        ("floods", "So many flood markers lie on a ship.", "Flood markers", 99),
        ("parties", "So many crew parties are left to a ship.", "Crew parties", 20),
    ] {
        forms.push(
            rule(key, "SPB-8", sentence).with(FieldView::count("value", label, (0, most), 0)).with_reason(),
        );
    }
    forms.push(
        rule("aground", "SPB-3", "A ship is aground, or afloat again.")
            .with(FieldView::yes_no("aground", "Aground", true))
            .with_reason(),
    );
    forms.push(
        rule("moved", "SPB-3", "A ship's move is made, or she may move (again).")
            .with(FieldView::yes_no("moved", "Her move is made", false))
            .with_reason(),
    );
    let fates = FATES.map(|(key, label, _)| OptionView::of(key, label)).to_vec();
    forms.push(
        rule("fate", "SPB-8", "A ship is lost, or in the battle again.")
            .with(FieldView::choice("fate", "What became of her", fates))
            .with_reason(),
    );
    let sides: Vec<OptionView> =
        state.sides().into_iter().map(|side| OptionView::of(side.0.as_str(), side.title())).collect();
    let initiative = FormView::optional(
        &Actor::AllSides,
        "initiative",
        "SPB-2",
        "Something is added to a side's initiative (the sheet's own modifiers are missing).",
        "Add it",
    );
    forms.push(
        initiative
            .with(FieldView::choice("side", "Whose", sides.clone()))
            .with(FieldView::number("modifier", "How much", (-MOST_MODIFIER, MOST_MODIFIER), 1.0, "", 0.0))
            .with_reason(),
    );
    forms.push(
        FormView::optional(&Actor::Umpire, "to_act", "SPB-3", "It is a side's turn to act.", "Rule so")
            .with(FieldView::choice("side", "Whose", sides))
            .with_reason(),
    );
    let rolls = state.rolls.iter();
    let rolls: Vec<OptionView> = rolls
        .map(|roll| OptionView::of(roll.request.id.0.to_string(), roll.request.label.as_str()))
        .collect();
    if !rolls.is_empty() {
        forms.push(
            FormView::optional(&Actor::Umpire, "waive_roll", "SPB-15", "A roll is not thrown.", "Waive")
                .with(FieldView::choice("which", "Which", rolls))
                .with_reason(),
        );
    }
    forms.push(option_form(book.options(), "SPB-1"));
    forms
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
    let (kind, about) = filled.key();
    Ok(Some(match kind {
        "adjudicate" => {
            let entry = about.parse().map_err(|_| FormError::because("Nothing is to be entered there."))?;
            // The values entered say what happened; words are for those who have any.
            let note = match filled.text("note").trim() {
                "" => AS_ENTERED.to_owned(),
                note => note.to_owned(),
            };
            Decision::Adjudicate {
                entry: GuidedId(entry),
                changes: changes(context.state, filled),
                bonds: bonds_left(context.state, filled),
                note,
            }
        }
        "initiative" => Decision::AddToInitiative {
            side: SideId(filled.text("side").to_owned()),
            modifier: filled.number("modifier").round() as i32,
            reason: filled.reason()?,
        },
        _ => {
            let Some(order) = order(filled)? else { return Ok(None) };
            Decision::Umpire { order, reason: filled.reason()? }
        }
    }))
}

/// The values that differ from what they are.
fn changes(state: &State, filled: &FilledForm<'_>) -> Vec<ShipChange> {
    let mut changes = Vec::new();
    for (id, ship) in &state.ships {
        let mut change = |change: Change| changes.push(ShipChange { ship: id.clone(), change });
        let entered = |key: &str| {
            let field = format!("{key}:{id}");
            filled.numbers().find(|(name, _)| *name == field).map(|_| filled.count(&field))
        };
        let short = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
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

/// All bonds without those that let go; none where all stay.
fn bonds_left(state: &State, filled: &FilledForm<'_>) -> Option<Vec<rulesets::sp_bp::Bond>> {
    let freed = filled.several("freed");
    let stays = |at: usize| freed.iter().all(|key| *key != at.to_string());
    let left = state.bonds.iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, bond)| bond.clone());
    (!freed.is_empty()).then(|| left.collect())
}

fn order(filled: &FilledForm<'_>) -> Result<Option<UmpireOrder>, FormError> {
    let ship = filled.ship("ship");
    let set = |change: Change| UmpireOrder::Set {
        changes: vec![ShipChange { ship: ship.clone(), change }],
        bonds: None,
    };
    let points = || u16::try_from(filled.count("value")).unwrap_or(u16::MAX);
    Ok(Some(match filled.key().0 {
        "allow_move" => UmpireOrder::AllowMove { ship },
        "sp" => set(Change::Sp { left: points() }),
        "bp" => set(Change::Bp { left: points() }),
        "speed" => set(Change::Speed { knots: filled.byte("value") }),
        "fires" => set(Change::Fires { fires: filled.byte("value") }),
        "floods" => set(Change::Floods { floods: filled.byte("value") }),
        "parties" => set(Change::CrewParties { parties: filled.byte("value") }),
        "aground" => set(Change::Aground { aground: filled.flag("aground") }),
        "moved" => set(Change::Moved { moved: filled.flag("moved") }),
        "fate" => {
            let found = FATES.into_iter().find(|(key, _, _)| *key == filled.text("fate"));
            set(Change::Fate { fate: found.and_then(|(_, _, fate)| fate) })
        }
        "to_act" => UmpireOrder::SetToAct { side: SideId(filled.text("side").to_owned()) },
        "waive_roll" => {
            let roll = filled.text("which").parse().map_err(|_| FormError::because("Choose which."))?;
            UmpireOrder::WaiveRoll { roll: RollId(roll) }
        }
        _ => return Ok(None),
    }))
}
