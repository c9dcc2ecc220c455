//! What the hex duel asks, as forms.

use crate::forms::builder::{roll_ask, ship_options};
use crate::forms::common_rulings::{option_form, option_set};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::view::{AskView, FieldView, FormView, OptionView};
use geometry::{Facing, HexGrid, ShipId};
use rulesets::core::{Actor, Book, PlayedBook, Question};
use rulesets::hex_duel::{Ask, Decision, Gun, HexDuel, HexPose, Kind, Piece, State, UmpireOrder};

/// What is asked now.
pub(super) fn asks(book: &HexDuel, context: &FormContext<'_, State>) -> Vec<AskView> {
    let state = context.state;
    let mut asks = Vec::new();
    for question in book.questions(state) {
        match &question.ask {
            Ask::Roll => {
                // The coin is the umpire's by the book: at the table whoever is nearest tosses it.
                let by = match &question.who {
                    Actor::Side(side) => side.title(),
                    Actor::AllSides | Actor::Umpire => "Anybody".to_owned(),
                };
                let rolls: Vec<_> = state.rolls.iter().map(|roll| (by.clone(), &roll.request)).collect();
                asks.extend(roll_ask(&rolls));
            }
            ask => asks.extend(forms(state, &question, ask).into_iter().map(AskView::Form)),
        }
    }
    asks
}

fn forms(state: &State, question: &Question<Ask>, ask: &Ask) -> Vec<FormView> {
    let lines = HexDuel::ships(state);
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    match ask {
        Ask::ChooseShip => {
            // Her own side's first: it stands there at first, and Enter gives nobody away.
            let mut ships: Vec<&ShipId> = state.ships.keys().collect();
            ships.sort_by_key(|ship| state.ships.get(*ship).map(|it| &it.side) != state.toss_winner.as_ref());
            let ships = ship_options(&lines, ships);
            vec![form("choose_ship".to_owned(), "Take her").with(FieldView::choice("ship", "Which", ships))]
        }
        Ask::PlaceTerrain => {
            let hint = |word: &str| format!("{word}: column,row of each, as “4,5 7,6”; empty for none");
            vec![
                form("place_terrain".to_owned(), "Place them")
                    .with(FieldView::text("islands", &hint("Islands"), ""))
                    .with(FieldView::text("rocks", &hint("Rocks"), "")),
            ]
        }
        Ask::SetOut => vec![form("set_out".to_owned(), "Both stand there")],
        Ask::Move { ship } => vec![form(format!("move:{ship}"), "The move stands")],
        Ask::LieStill { ship } => vec![form(format!("lie_still:{ship}"), "She lies still")],
        Ask::Alter { ship } => vec![form(format!("alter:{ship}"), "As she stands now")],
        Ask::Fire { ship, guns } => {
            let options: Vec<OptionView> =
                guns.iter().map(|gun| OptionView::of(gun.word(), gun.word())).collect();
            let all: Vec<String> = guns.iter().map(|gun| gun.word().to_owned()).collect();
            let hold = form(format!("hold_fire:{ship}"), "Hold fire");
            let fire = form(format!("fire:{ship}"), "Fire");
            let fire = fire.with(FieldView::several("guns", "Which guns", options, all.clone())).foreseen();
            if all.is_empty() { vec![hold] } else { vec![fire, hold] }
        }
        Ask::Open | Ask::Roll | Ask::Over => Vec::new(),
    }
}

/// What an umpire may set right.
pub(super) fn rulings(book: &HexDuel, context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    let Some(grid) = state.grid else { return Vec::new() };
    let ships = ship_options(&HexDuel::ships(state), state.ships.keys());
    let form = |key: &str, sentence: &str| {
        FormView::optional(&Actor::Umpire, key, "CHA-1", sentence, "Rule so").with(FieldView::choice(
            "ship",
            "Who",
            ships.clone(),
        ))
    };
    let facings = (0..6).map(|number| {
        let heading = grid.heading(Facing::new(number)).deg().rem_euclid(360.0);
        OptionView::of(number.to_string(), format!("{heading:.0}°"))
    });
    vec![
        form("put", "A ship stands in another hex.")
            .with(FieldView::count("column", "Column", (1, grid.board.columns), 1))
            .with(FieldView::count("row", "Row", (1, grid.board.rows), 1))
            .with(FieldView::choice("facing", "Heading", facings.collect()))
            .with_reason(),
        form("flotation", "A ship has so much flotation left.")
            .with(FieldView::count("flotation", "Flotation", (1, 99), 20))
            .with_reason(),
        option_form(book.options(), "CHA-1"),
    ]
}

/// The decision that a form stands for.
pub(super) fn decision(
    context: &FormContext<'_, State>,
    filled: &FilledForm<'_>,
) -> Result<Decision, FormError> {
    if let Some((option, reason)) = option_set(filled)? {
        return Ok(Decision::SetOption { option, reason });
    }
    let (kind, about) = filled.key();
    let (ship, settled) = (ShipId::new(about), filled.settled());
    Ok(match kind {
        "choose_ship" => Decision::ChooseShip { ship: filled.ship("ship") },
        "place_terrain" => {
            let grid = grid(context.state)?;
            let mut all = pieces(&grid, Kind::Island, filled.text("islands"))?;
            all.extend(pieces(&grid, Kind::Rock, filled.text("rocks"))?);
            Decision::PlaceTerrain { pieces: all }
        }
        "set_out" => Decision::SetOut { settled },
        "move" => Decision::Move { ship, settled },
        "lie_still" => Decision::LieStill { ship },
        "alter" => Decision::Alter { ship, settled },
        "hold_fire" => Decision::HoldFire { ship },
        "fire" => {
            let chosen = filled.several("guns");
            let guns = Gun::ALL.into_iter().filter(|gun| chosen.iter().any(|key| key == gun.word()));
            let guns: Vec<Gun> = if filled.all_chosen("guns") { Vec::new() } else { guns.collect() };
            if guns.is_empty() && !filled.all_chosen("guns") {
                return Err(FormError::because("Choose a gun, or hold fire."));
            }
            Decision::Fire { ship, guns }
        }
        "put" => {
            let grid = grid(context.state)?;
            let cell = |field: &str| i32::try_from(filled.count(field)).unwrap_or(1) - 1;
            let hex = grid.board.hex(cell("column"), cell("row"));
            let facing = Facing::new(filled.text("facing").parse().unwrap_or(0));
            let order = UmpireOrder::Put { ship: filled.ship("ship"), place: HexPose { hex, facing } };
            Decision::Umpire { order, reason: filled.reason()? }
        }
        "flotation" => {
            let order =
                UmpireOrder::SetFlotation { ship: filled.ship("ship"), flotation: filled.count("flotation") };
            Decision::Umpire { order, reason: filled.reason()? }
        }
        other => return Err(FormError::because(format!("No form is called “{other}”."))),
    })
}

fn grid(state: &State) -> Result<HexGrid, FormError> {
    state.grid.ok_or_else(|| FormError::because("No board lies on the table yet."))
}

/// Hexes as players write them: "4,5 7,6", columns and rows from 1.
fn pieces(grid: &HexGrid, kind: Kind, text: &str) -> Result<Vec<Piece>, FormError> {
    let unreadable =
        |word: &str| FormError::because(format!("“{word}” is no hex: write its column and row, as “4,5”."));
    let words = text.split([' ', ';']).filter(|word| !word.is_empty());
    words
        .map(|word| {
            let (column, row) = word.split_once(',').ok_or_else(|| unreadable(word))?;
            let number = |text: &str| text.trim().parse::<i32>().map_err(|_| unreadable(word));
            let hex = grid.board.hex(number(column)?.saturating_sub(1), number(row)?.saturating_sub(1));
            if grid.board.holds(hex) { Ok(Piece { kind, hex }) } else { Err(unreadable(word)) }
        })
        .collect()
}
