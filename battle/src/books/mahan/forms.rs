//! What Mahan's book asks through forms: orders, moves, chits, and what the rules do for Mahan.

use crate::forms::builder::ship_options;
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::audience::who_word;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{Flank, ShipId};
use rulesets::core::{PlayedBook, Question};
use rulesets::mahan::play::{Ask, Decision, End, GroupId, GroupOrder, HexPose, NeedsOrder, ORDERS, State};
use rulesets::mahan::{Chit, MahanBook, PlayerOrder};

/// The app draws.
const BY_THE_APP: &str = "app";
/// Every pair of chits that a real cup may give, in no order.
const PAIRS: [(&str, &str, [Chit; 2]); 6] = [
    ("blank-blank", "Two blanks", [Chit::Blank, Chit::Blank]),
    ("player-blank", "Player fires, and a blank", [Chit::Player, Chit::Blank]),
    ("mahan-blank", "Mahan fires, and a blank", [Chit::Mahan, Chit::Blank]),
    ("player-mahan", "Player fires, and Mahan fires", [Chit::Player, Chit::Mahan]),
    ("player-player", "Player fires, twice", [Chit::Player, Chit::Player]),
    ("mahan-mahan", "Mahan fires, twice", [Chit::Mahan, Chit::Mahan]),
];

/// The form of a question; none where it is asked otherwise.
pub(super) fn form(
    book: &MahanBook,
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ask: &Ask,
) -> Option<FormView> {
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    Some(match ask {
        Ask::SetOut { .. } => form("set_out".to_owned(), "They all stand there"),
        Ask::PlayerOrders { groups } => orders(context.state, question, groups),
        Ask::MahanMoved { places } => FormView {
            details: goes(context.state, places),
            ..form("mahan_moved".to_owned(), "They stand there")
        },
        Ask::Move { group, ships } => moved(book, context.state, question, group, ships),
        Ask::Draw => {
            let app = OptionView::of(BY_THE_APP, "The app draws");
            let pairs = PAIRS.map(|(key, label, _)| OptionView::of(key, label));
            let options = [app].into_iter().chain(pairs).collect();
            form("draw".to_owned(), "Drawn").with(FieldView::choice("chits", "Out of the cup", options))
        }
        Ask::ForMahan => form("for_mahan".to_owned(), "Do it for Mahan"),
        Ask::Open | Ask::Roll | Ask::Gunnery { .. } | Ask::FireDone | Ask::Over => return None,
    })
}

/// Where each of Mahan's ships goes, in words: who moves them without ghosts reads it here.
fn goes(state: &State, places: &[(ShipId, HexPose)]) -> Vec<String> {
    let Some(grid) = &state.grid else { return Vec::new() };
    let words = |(ship, place): &(ShipId, HexPose)| {
        let (column, row) = grid.board.column_row(place.hex);
        let heading = grid.heading(place.facing).deg().rem_euclid(360.0);
        format!("{} to column {}, row {}, {heading:.0}°", state.name(ship), column + 1, row + 1)
    };
    places.iter().map(words).collect()
}

/// An order's key and its words.
fn order_words(order: PlayerOrder) -> (String, String) {
    let turn = |key: &str, words: &str, flank: Flank| {
        let side = match flank {
            Flank::Port => "port",
            Flank::Starboard => "starboard",
        };
        (format!("{key}_{side}"), format!("{words} to {side}"))
    };
    match order {
        PlayerOrder::Ahead => ("ahead".to_owned(), "Straight ahead".to_owned()),
        PlayerOrder::Turn60(flank) => turn("turn60", "Turn 60°", flank),
        PlayerOrder::Turn120(flank) => turn("turn120", "Turn 120°", flank),
        PlayerOrder::About(flank) => turn("about", "About", flank),
        PlayerOrder::STurn(flank) => turn("s_turn", "S-turn, first", flank),
    }
}

/// Orders are given for each formation (MAH-5): a speed, and a manoeuvre that its turning capacity allows at that speed.
fn orders(state: &State, question: &Question<Ask>, groups: &[NeedsOrder]) -> FormView {
    let mut form = FormView::of(question, format!("orders:{}", who_word(&question.who)), "Give the orders");
    for needs in groups {
        let name = state.group_name(&needs.group);
        let speed = state.groups.get(&needs.group).map_or(0, |group| u32::from(group.speed));
        let fastest = u32::from(needs.fastest);
        let option = |order: PlayerOrder| {
            let speeds = needs.orders.iter().enumerate().filter(|(_, orders)| orders.contains(&order));
            let (key, words) = order_words(order);
            let most = speeds.map(|(speed, _)| speed).max()?;
            let all = u32::try_from(most).is_ok_and(|most| most >= fastest);
            let until = if all { String::new() } else { format!(", to speed {most}") };
            Some(OptionView::of(key, format!("{words}{until}")))
        };
        form = form
            .with(FieldView::count(
                &format!("speed:{}", needs.group),
                &format!("{name}: speed"),
                (0, fastest),
                speed.min(fastest),
            ))
            .with(FieldView::choice(
                &format!("order:{}", needs.group),
                &format!("{name}: manoeuvre"),
                ORDERS.into_iter().filter_map(option).collect(),
            ));
    }
    form
}

/// A formation was moved on the table; ships that its chart moves over the edge may leave the map (MAH-24).
fn moved(
    book: &MahanBook,
    state: &State,
    question: &Question<Ask>,
    group: &GroupId,
    ships: &[ShipId],
) -> FormView {
    let form = FormView::of(question, format!("move:{group}"), "The move stands");
    let at_the_edge = book
        .ways(state, group, &[])
        .iter()
        .any(|way| way.passages.iter().any(|passage| matches!(passage.end, End::Edge | End::Left)));
    if !at_the_edge {
        return form;
    }
    let options = ship_options(&MahanBook::ships(state), ships);
    form.with(FieldView::several("leave", "Over the edge, off the map", options, Vec::new()))
}

/// The decision that a form stands for.
pub(super) fn decision(
    book: &MahanBook,
    context: &FormContext<'_, State>,
    filled: &FilledForm<'_>,
) -> Result<Decision, FormError> {
    let state = context.state;
    let (kind, about) = filled.key();
    let settled = filled.settled();
    Ok(match kind {
        "set_out" => Decision::SetOut { ships: state.ships.keys().cloned().collect(), settled },
        "orders" => Decision::PlayerOrders { orders: written(filled) },
        "mahan_moved" => {
            let ships = book.ghosts(state).into_iter().map(|(ship, _)| ship).collect();
            Decision::MahanMoved { ships, settled }
        }
        "move" => {
            let group = GroupId(about.to_owned());
            let leave: Vec<ShipId> =
                filled.several("leave").iter().map(|ship| ShipId::new(ship.as_str())).collect();
            let members = state.members(&group).into_iter().map(|(ship, _, _)| ship.clone());
            let ships = members.filter(|ship| !leave.contains(ship)).collect();
            Decision::Move { group, ships, leave, settled }
        }
        "draw" => {
            let key = filled.text("chits");
            let pair = PAIRS.into_iter().find(|(pair, _, _)| *pair == key);
            Decision::Draw { chits: pair.map(|(_, _, chits)| chits.to_vec()) }
        }
        "for_mahan" => Decision::ForMahan,
        other => return Err(FormError::because(format!("No form is called “{other}”."))),
    })
}

fn written(filled: &FilledForm<'_>) -> Vec<GroupOrder> {
    let order = |(key, _): (String, f64)| {
        let group = key.strip_prefix("speed:")?;
        let chosen = filled.text(&format!("order:{group}")).to_owned();
        let order = ORDERS.into_iter().find(|order| order_words(*order).0 == chosen)?;
        Some(GroupOrder { group: GroupId(group.to_owned()), speed: filled.byte(&key), order })
    };
    filled.numbers().filter_map(order).collect()
}
