//! The forms of Mahan's book: orders, moves, chits, and the rules' actions for Mahan.

use crate::forms::book_form::BookForm;
use crate::forms::builder::ship_options;
use crate::forms::context::FormContext;
use crate::forms::filled::FilledForm;
use crate::view::audience::who_word;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{Flank, ShipId};
use rulesets::core::WordedQuestion;
use rulesets::mahan::play::{Ask, Decision, End, GroupId, GroupOrder, HexPose, NeedsOrder, ORDERS, State};
use rulesets::mahan::{Chit, MahanBook, PlayerOrder};

/// The option that the app draws.
const BY_THE_APP: &str = "app";
/// All pairs of chits that can be drawn from a real cup, regardless of order.
const PAIRS: [(&str, &str, [Chit; 2]); 6] = [
    ("blank-blank", "Two blanks", [Chit::Blank, Chit::Blank]),
    ("player-blank", "Player fires, and a blank", [Chit::Player, Chit::Blank]),
    ("mahan-blank", "Mahan fires, and a blank", [Chit::Mahan, Chit::Blank]),
    ("player-mahan", "Player fires, and Mahan fires", [Chit::Player, Chit::Mahan]),
    ("player-player", "Player fires, twice", [Chit::Player, Chit::Player]),
    ("mahan-mahan", "Mahan fires, twice", [Chit::Mahan, Chit::Mahan]),
];

type Form<'a> = BookForm<'a, Decision>;

/// The form of a question; `None` if it is asked without a form.
pub(super) fn form<'a>(
    book: &'a MahanBook,
    context: &FormContext<'a, State>,
    question: &WordedQuestion<Ask>,
) -> Option<Form<'a>> {
    let state = context.state;
    let form = |key: &str, submit: &str| FormView::of(question, key, submit);
    Some(match &question.ask {
        Ask::SetOut { .. } => form("set_out", "They all stand there").decides(|filled| Decision::SetOut {
            ships: state.ships.keys().cloned().collect(),
            settled: filled.settled(),
        }),
        Ask::PlayerOrders { groups } => orders(state, question, groups),
        Ask::MahanMoved { places } => {
            FormView { details: goes(state, places), ..form("mahan_moved", "They stand there") }.decides(
                |filled| {
                    let ships = book.ghosts(state).into_iter().map(|(ship, _)| ship).collect();
                    Decision::MahanMoved { ships, settled: filled.settled() }
                },
            )
        }
        Ask::Move { group, ships } => moved(book, state, question, group, ships),
        Ask::Draw => {
            let app = OptionView::of(BY_THE_APP, "The app draws");
            let pairs = PAIRS.map(|(key, label, _)| OptionView::of(key, label));
            let options = [app].into_iter().chain(pairs).collect();
            form("draw", "Drawn").with(FieldView::choice("chits", "Out of the cup", options)).decides(
                |filled| Decision::Draw {
                    chits: filled.among("chits", &PAIRS).ok().map(|pair| pair.to_vec()),
                },
            )
        }
        Ask::ForMahan => form("for_mahan", "Do it for Mahan").decides(|_| Decision::ForMahan),
        Ask::Open | Ask::Roll | Ask::Gunnery { .. } | Ask::FireDone | Ask::Over => return None,
    })
}

/// The destination of each of Mahan's ships in words, for tables without ghosts.
fn goes(state: &State, places: &[(ShipId, HexPose)]) -> Vec<String> {
    let Some(grid) = &state.grid else { return Vec::new() };
    let words = |(ship, place): &(ShipId, HexPose)| {
        let (column, row) = grid.board.column_row(place.hex);
        let heading = grid.heading(place.facing).deg().rem_euclid(360.0);
        format!("{} to column {}, row {}, {heading:.0}°", state.name(ship), column + 1, row + 1)
    };
    places.iter().map(words).collect()
}

/// The key and the label of an order.
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

/// The form for orders, one for each formation (MAH-5): a speed, and a manoeuvre that its turning capacity allows at
/// that speed.
fn orders<'a>(state: &State, question: &WordedQuestion<Ask>, groups: &[NeedsOrder]) -> Form<'a> {
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
    form.decides(|filled| Decision::PlayerOrders { orders: written(filled) })
}

/// The form for a formation moved on the table; ships that its chart moves over the edge may leave the map (MAH-24).
fn moved<'a>(
    book: &MahanBook,
    state: &'a State,
    question: &WordedQuestion<Ask>,
    group: &GroupId,
    ships: &[ShipId],
) -> Form<'a> {
    let mut form = FormView::of(question, format!("move:{group}"), "The move stands");
    let at_the_edge = book
        .ways(state, group, &[])
        .iter()
        .any(|way| way.passages.iter().any(|passage| matches!(passage.end, End::Edge | End::Left)));
    if at_the_edge {
        let options = ship_options::<MahanBook>(state, ships);
        form = form.with(FieldView::several("leave", "Over the edge, off the map", options, Vec::new()));
    }
    form.decides(|filled| {
        let group = GroupId(filled.subject().to_owned());
        let leave: Vec<ShipId> =
            filled.several("leave").iter().map(|ship| ShipId::new(ship.as_str())).collect();
        let members = state.members(&group).into_iter().map(|(ship, _, _)| ship.clone());
        let ships = members.filter(|ship| !leave.contains(ship)).collect();
        Decision::Move { group, ships, leave, settled: filled.settled() }
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
