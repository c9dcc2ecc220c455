//! What an umpire, or the Player alone, may set right: results of the base game entered by hand (MAH-AMB-2), ships put
//! elsewhere, retreats, the end.

use super::sides::key;
use crate::forms::builder::ship_options;
use crate::forms::common_rulings::{option_form, option_set};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{Facing, Flank, ShipId};
use rulesets::core::{Actor, Book, PlayedBook, SideId};
use rulesets::mahan::play::{
    Becomes, Change, Decision, FASTEST, Fate, GroupId, HexPose, Outcome, Phase, Ship, State, UmpireOrder,
};
use rulesets::mahan::{MahanBook, Side};

/// What entering results rests on.
const BY_HAND: &str = "MAH-AMB-2";
/// Nobody.
const NOBODY: &str = "nobody";
/// How a ship is lost.
const FATES: [Fate; 3] = [Fate::Sunk, Fate::Captured, Fate::Left];
/// The flanks, by their words.
const FLANKS: [(&str, Flank); 2] = [("port", Flank::Port), ("starboard", Flank::Starboard)];

pub(super) fn forms(book: &MahanBook, context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    if matches!(state.phase, Phase::SetUp | Phase::SetOut | Phase::Over) {
        return Vec::new();
    }
    let Some(grid) = state.grid else { return Vec::new() };
    let there: Vec<&ShipId> =
        state.ships.iter().filter(|(_, ship)| ship.present()).map(|(id, _)| id).collect();
    let ships = ship_options(&MahanBook::ships(state), there.iter().copied());
    let form = |key: &str, rule: &str, sentence: &str| {
        FormView::optional(&Actor::Umpire, key, rule, sentence, "Rule so")
    };
    let about = |key: &str, rule: &str, sentence: &str| {
        form(key, rule, sentence).with(FieldView::choice("ship", "Who", ships.clone()))
    };
    let facings = (0..6).map(|number| {
        let heading = grid.heading(Facing::new(number)).deg().rem_euclid(360.0);
        OptionView::of(number.to_string(), format!("{heading:.0}°"))
    });
    let fates = FATES.map(|fate| OptionView::of(fate.word(), fate.word()));
    let mut all = vec![
        about("put", "MAH-13", "A ship stands in another hex.")
            .with(FieldView::count("column", "Column", (1, grid.board.columns), 1))
            .with(FieldView::count("row", "Row", (1, grid.board.rows), 1))
            .with(FieldView::choice("facing", "Heading", facings.collect()))
            .with_reason(),
        about("speed_lost", BY_HAND, "A ship has lost so much of her top speed in all.")
            .with(FieldView::count("lost", "Speed lost", (0, u32::from(FASTEST)), 1))
            .with_reason(),
        about("anchored", BY_HAND, "A ship lies at anchor, or has weighed.")
            .with(FieldView::yes_no("so", "At anchor", true))
            .with_reason(),
        about("fouled", BY_HAND, "A ship is fouled, or free again.")
            .with(FieldView::yes_no("so", "Fouled", true))
            .with_reason(),
        about("lost", BY_HAND, "A ship is out of the battle.")
            .with(FieldView::choice("fate", "How", fates.to_vec()))
            .with_reason(),
    ];
    if !state.by_gunboat() {
        all.extend(by_hand(state, &there));
    }
    let retreating = state.groups_of(Side::Mahan).into_iter();
    let groups: Vec<OptionView> = retreating
        .map(|group| OptionView::of(group.0.as_str(), state.group_name(&group).to_owned()))
        .collect();
    if !groups.is_empty() {
        all.push(
            form("retreat", "MAH-13", "A formation of Mahan's retreats, or fights again.")
                .with(FieldView::choice("group", "Which", groups))
                .with(FieldView::yes_no("so", "It retreats", true))
                .with_reason(),
        );
    }
    let winners = [Side::Player, Side::Mahan].map(|side| OptionView::of(key(state, side), key(state, side)));
    let winners = winners.into_iter().chain([OptionView::of(NOBODY, "Nobody: a draw")]);
    all.push(
        form("end", "MAH-AMB-13", "The battle is at its end.")
            .with(FieldView::choice("winner", "Who has won", winners.collect()))
            .with_reason(),
    );
    all.push(option_form(book.options(), BY_HAND));
    all
}

/// What only the base game's own gunnery ticks off: a form for each ship, for guns and sections are her card's own.
fn by_hand(state: &State, there: &[&ShipId]) -> Vec<FormView> {
    let form = |key: String, sentence: String| {
        FormView::optional(&Actor::Umpire, key, BY_HAND, &sentence, "Enter it")
    };
    let of = |id: &ShipId, ship: &Ship| {
        let card = &ship.card;
        let guns: Vec<OptionView> =
            card.guns.iter().map(|gun| OptionView::of(gun.id.as_str(), gun.id.replace('-', " "))).collect();
        let gun = (!guns.is_empty()).then(|| {
            form(format!("gun:{id}"), format!("A gun of {} is lost, or serves again.", card.name))
                .with(FieldView::choice("gun", "Which", guns))
                .with(FieldView::yes_no("so", "Lost", true))
                .with_reason()
        });
        let sections = card.hull.port.len().min(card.hull.starboard.len());
        let most = card.hull.port.iter().chain(&card.hull.starboard).copied().max().unwrap_or_default();
        let hull = u32::try_from(sections).ok().filter(|sections| *sections > 0).map(|sections| {
            let flanks = FLANKS.map(|(word, _)| OptionView::of(word, word)).to_vec();
            form(format!("hull:{id}"), format!("A section of the hull of {} has so much left.", card.name))
                .with(FieldView::choice("flank", "On which side", flanks))
                .with(FieldView::count("section", "Section, from the bow", (1, sections), 1))
                .with(FieldView::count("left", "Left", (0, u32::from(most)), 0))
                .with_reason()
        });
        gun.into_iter().chain(hull)
    };
    there
        .iter()
        .filter_map(|id| Some((*id, state.ships.get(*id)?)))
        .flat_map(|(id, ship)| of(id, ship))
        .collect()
}

/// The ruling that a form stands for; none where it is another form.
pub(super) fn decision(
    context: &FormContext<'_, State>,
    filled: &FilledForm<'_>,
) -> Result<Option<Decision>, FormError> {
    if let Some((option, reason)) = option_set(filled)? {
        return Ok(Some(Decision::SetOption { option, reason }));
    }
    let (kind, about) = filled.key();
    let entered = |ship: ShipId, to: Becomes| {
        Ok(Some(Decision::Enter { changes: vec![Change { ship, to }], reason: filled.reason()? }))
    };
    let order = match kind {
        "speed_lost" => {
            return entered(filled.ship("ship"), Becomes::SpeedLost { lost: filled.byte("lost") });
        }
        "anchored" => {
            return entered(filled.ship("ship"), Becomes::Anchored { anchored: filled.flag("so") });
        }
        "fouled" => return entered(filled.ship("ship"), Becomes::Fouled { fouled: filled.flag("so") }),
        "lost" => {
            let fate = FATES.into_iter().find(|fate| fate.word() == filled.text("fate"));
            let fate = fate.ok_or_else(|| FormError::because("Choose how she was lost."))?;
            return entered(filled.ship("ship"), Becomes::Lost { fate });
        }
        "gun" => {
            let gun = filled.text("gun").to_owned();
            return entered(ShipId::new(about), Becomes::Gun { gun, lost: filled.flag("so") });
        }
        "hull" => {
            let side = FLANKS.into_iter().find(|(word, _)| *word == filled.text("flank"));
            let (_, side) = side.ok_or_else(|| FormError::because("Choose port or starboard."))?;
            let section = usize::from(filled.byte("section")).saturating_sub(1);
            return entered(ShipId::new(about), Becomes::Hull { side, section, left: filled.byte("left") });
        }
        "put" => {
            let grid = context.state.grid.as_ref();
            let grid = grid.ok_or_else(|| FormError::because("No board lies on the table yet."))?;
            let cell = |field: &str| i32::try_from(filled.count(field)).unwrap_or(1) - 1;
            let hex = grid.board.hex(cell("column"), cell("row"));
            let facing = Facing::new(filled.text("facing").parse().unwrap_or(0));
            UmpireOrder::Put { ship: filled.ship("ship"), place: HexPose { hex, facing } }
        }
        "retreat" => {
            let group = GroupId(filled.text("group").to_owned());
            UmpireOrder::Retreat { group, retreats: filled.flag("so") }
        }
        "end" => UmpireOrder::End {
            outcome: match filled.text("winner") {
                NOBODY => Outcome::Draw,
                side => Outcome::Won { side: SideId(side.to_owned()) },
            },
        },
        _ => return Ok(None),
    };
    Ok(Some(Decision::Umpire { order, reason: filled.reason()? }))
}
