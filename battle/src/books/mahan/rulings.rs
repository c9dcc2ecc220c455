//! The rulings of an umpire, or of the Player alone: results of the base game entered by hand (MAH-AMB-2), ships moved
//! elsewhere, retreats, the end.

use crate::forms::book_form::BookForm;
use crate::forms::builder::{choice_among, ship_options};
use crate::forms::common_rulings::option_form;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{Flank, ShipId};
use rulesets::core::{Actor, BookData, SideId};
use rulesets::mahan::play::{
    Becomes, Change, Decision, FASTEST, Fate, GroupId, Outcome, Phase, Ship, State, UmpireOrder,
};
use rulesets::mahan::{MahanBook, Side};

/// The rule for results entered by hand.
const BY_HAND: &str = "MAH-AMB-2";
/// The choice of nobody.
const NOBODY: &str = "nobody";
/// The ways in which a ship is lost.
const FATES: [Fate; 3] = [Fate::Sunk, Fate::Captured, Fate::Left];
/// The flanks with their keys and labels.
const FLANKS: [(&str, &str, Flank); 2] =
    [("port", "port", Flank::Port), ("starboard", "starboard", Flank::Starboard)];

type Form<'a> = BookForm<'a, Decision>;

/// Makes a decision of an umpire's order and its reason.
const ORDER: fn(UmpireOrder, String) -> Decision = |order, reason| Decision::Umpire { order, reason };
/// Makes a decision of a ship's change and its reason.
const ENTRY: fn(Change, String) -> Decision =
    |change, reason| Decision::Enter { changes: vec![change], reason };

/// The rulings that are offered now.
pub(super) fn forms<'a>(book: &MahanBook, context: &FormContext<'a, State>) -> Vec<Form<'a>> {
    let state = context.state;
    if matches!(state.phase, Phase::SetUp | Phase::SetOut | Phase::Over) {
        return Vec::new();
    }
    let Some(grid) = &state.grid else { return Vec::new() };
    let there: Vec<(&ShipId, &Ship)> = state.ships.iter().filter(|(_, ship)| ship.present()).collect();
    let ships = ship_options::<MahanBook>(state, there.iter().map(|(id, _)| *id));
    let about = |key: &str, rule: &str, sentence: &str| {
        FormView::ruling(key, rule, sentence).with(FieldView::choice("ship", "Who", ships.clone()))
    };
    let becomes = |filled: &FilledForm<'_>, to: Becomes| Ok(Change { ship: filled.ship("ship"), to });
    let fates = FATES.map(|fate| OptionView::of(fate.word(), fate.word()));

    let mut all = vec![
        about("put", "MAH-13", "A ship stands in another hex.").with_hex_place(grid).rules(ORDER, |filled| {
            Ok(UmpireOrder::Put { ship: filled.ship("ship"), place: filled.hex_place(grid) })
        }),
        about("speed_lost", BY_HAND, "A ship has lost so much of her top speed in all.")
            .with(FieldView::count("lost", "Speed lost", (0, u32::from(FASTEST)), 1))
            .rules(ENTRY, move |filled| becomes(filled, Becomes::SpeedLost { lost: filled.byte("lost") })),
        about("anchored", BY_HAND, "A ship lies at anchor, or has weighed.")
            .with(FieldView::yes_no("so", "At anchor", true))
            .rules(ENTRY, move |filled| becomes(filled, Becomes::Anchored { anchored: filled.flag("so") })),
        about("fouled", BY_HAND, "A ship is fouled, or free again.")
            .with(FieldView::yes_no("so", "Fouled", true))
            .rules(ENTRY, move |filled| becomes(filled, Becomes::Fouled { fouled: filled.flag("so") })),
        about("lost", BY_HAND, "A ship is out of the battle.")
            .with(FieldView::choice("fate", "How", fates.to_vec()))
            .rules(ENTRY, move |filled| {
                let fate = FATES.into_iter().find(|fate| fate.word() == filled.text("fate"));
                becomes(filled, Becomes::Lost { fate: fate.ok_or_else(FormError::not_offered)? })
            }),
    ];
    if !state.by_gunboat() {
        all.extend(there.iter().flat_map(|(id, ship)| by_hand(id, ship)));
    }
    let retreating = state.groups_of(Side::Mahan).into_iter();
    let groups: Vec<OptionView> = retreating
        .map(|group| OptionView::of(group.0.as_str(), state.group_name(&group).to_owned()))
        .collect();
    if !groups.is_empty() {
        all.push(
            FormView::ruling("retreat", "MAH-13", "A formation of Mahan's retreats, or fights again.")
                .with(FieldView::choice("group", "Which", groups))
                .with(FieldView::yes_no("so", "It retreats", true))
                .rules(ORDER, |filled| {
                    let group = GroupId(filled.text("group").to_owned());
                    Ok(UmpireOrder::Retreat { group, retreats: filled.flag("so") })
                }),
        );
    }
    let winners = [Side::Player, Side::Mahan].map(|side| state.side_id(side).to_string());
    let winners = winners.into_iter().map(|key| OptionView::of(key.as_str(), key.as_str()));
    let winners = winners.chain([OptionView::of(NOBODY, "Nobody: a draw")]);
    all.push(
        FormView::ruling("end", "MAH-AMB-13", "The battle is at its end.")
            .with(FieldView::choice("winner", "Who has won", winners.collect()))
            .rules(ORDER, |filled| {
                let outcome = match filled.text("winner") {
                    NOBODY => Outcome::Draw,
                    side => Outcome::Won { side: SideId::new(side) },
                };
                Ok(UmpireOrder::End { outcome })
            }),
    );
    let option = |option, reason| Decision::SetOption { option, reason };
    all.push(option_form(book.options(), BY_HAND, option));
    all
}

/// The forms for damage from the base game's own gunnery: one set for each ship, because guns and sections differ.
fn by_hand<'a>(id: &ShipId, ship: &Ship) -> Vec<Form<'a>> {
    let form = |key: String, sentence: String| {
        FormView::optional(&Actor::Umpire, key, BY_HAND, &sentence, "Enter it")
    };
    let card = &ship.card;
    let guns: Vec<OptionView> =
        card.guns.iter().map(|gun| OptionView::of(gun.id.as_str(), gun.id.replace('-', " "))).collect();
    let gun = (!guns.is_empty()).then(|| {
        form(format!("gun:{id}"), format!("A gun of {} is lost, or serves again.", card.name))
            .with(FieldView::choice("gun", "Which", guns))
            .with(FieldView::yes_no("so", "Lost", true))
            .rules(ENTRY, |filled| {
                let to = Becomes::Gun { gun: filled.text("gun").to_owned(), lost: filled.flag("so") };
                Ok(Change { ship: filled.subject_ship(), to })
            })
    });
    let sections = card.hull.port.len().min(card.hull.starboard.len());
    let most = card.hull.port.iter().chain(&card.hull.starboard).copied().max().unwrap_or_default();
    let hull = u32::try_from(sections).ok().filter(|sections| *sections > 0).map(|sections| {
        form(format!("hull:{id}"), format!("A section of the hull of {} has so much left.", card.name))
            .with(choice_among("flank", "On which side", &FLANKS))
            .with(FieldView::count("section", "Section, from the bow", (1, sections), 1))
            .with(FieldView::count("left", "Left", (0, u32::from(most)), 0))
            .rules(ENTRY, |filled| {
                let side = filled.among("flank", &FLANKS)?;
                let section = usize::from(filled.byte("section")).saturating_sub(1);
                let to = Becomes::Hull { side, section, left: filled.byte("left") };
                Ok(Change { ship: filled.subject_ship(), to })
            })
    });
    gun.into_iter().chain(hull).collect()
}
