//! The questions of the hex duel, as forms.

use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::book_forms::{BookForms, asks_in_order};
use crate::forms::builder::{all_of, ship_options};
use crate::forms::common_rulings::option_form;
use crate::forms::context::{FormContext, FormError};
use crate::view::{FieldView, FormView, OptionView};
use geometry::{HexGrid, ShipId};
use rulesets::core::{Actor, Book, BookData, Faces, WordedQuestion};
use rulesets::hex_duel::{Ask, Decision, Gun, HexDuel, Kind, Piece, State, UmpireOrder};

type Form<'a> = BookForm<'a, Decision>;

/// Makes a decision of an umpire's order and its reason.
const ORDER: fn(UmpireOrder, String) -> Decision = |order, reason| Decision::Umpire { order, reason };

impl BookForms for HexDuel {
    fn asks<'a>(&'a self, context: &FormContext<'a, State>) -> Vec<BookAsk<'a, Decision>> {
        let state = context.state;
        // By the book the umpire tosses the coin; at the table anybody may.
        let by = self.questions(state).first().map_or(Actor::Umpire, |question| question.who.clone());
        let by = if let Actor::Side(side) = by { side.title() } else { "Anybody".to_owned() };
        let dice: Vec<_> = state.rolls.iter().map(|roll| (by.clone(), &roll.request)).collect();
        asks_in_order(self, state, &dice, |question| forms(state, question))
    }

    fn decision_to_roll(&self, context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
        (!context.state.rolls.is_empty()).then_some(Decision::Roll { faces })
    }

    fn rulings<'a>(&'a self, context: &FormContext<'a, State>) -> Vec<Form<'a>> {
        let state = context.state;
        let Some(grid) = &state.grid else { return Vec::new() };
        let ships = ship_options::<Self>(state, state.ships.keys());
        let form = |key: &str, sentence: &str| {
            FormView::ruling(key, "CHA-1", sentence).with(FieldView::choice("ship", "Who", ships.clone()))
        };
        vec![
            form("put", "A ship stands in another hex.").with_hex_place(grid).rules(ORDER, |filled| {
                Ok(UmpireOrder::Put { ship: filled.ship("ship"), place: filled.hex_place(grid) })
            }),
            form("flotation", "A ship has so much flotation left.")
                .with(FieldView::count("flotation", "Flotation", (1, 99), 20))
                .rules(ORDER, |filled| {
                    let flotation = filled.count("flotation");
                    Ok(UmpireOrder::SetFlotation { ship: filled.ship("ship"), flotation })
                }),
            option_form(self.options(), "CHA-1", |option, reason| Decision::SetOption { option, reason }),
        ]
    }
}

fn forms<'a>(state: &'a State, question: &WordedQuestion<Ask>) -> Vec<Form<'a>> {
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    match &question.ask {
        Ask::ChooseShip => {
            // The toss winner's own ship is the default, so that Enter does not give a ship away by mistake.
            let mut ships: Vec<&ShipId> = state.ships.keys().collect();
            ships.sort_by_key(|ship| state.ships.get(*ship).map(|it| &it.side) != state.toss_winner.as_ref());
            vec![
                form("choose_ship".to_owned(), "Take her")
                    .with(FieldView::choice("ship", "Which", ship_options::<HexDuel>(state, ships)))
                    .decides(|filled| Decision::ChooseShip { ship: filled.ship("ship") }),
            ]
        }
        Ask::PlaceTerrain => {
            let hint = |word: &str| format!("{word}: column,row of each, as “4,5 7,6”; empty for none");
            vec![
                form("place_terrain".to_owned(), "Place them")
                    .with(FieldView::text("islands", &hint("Islands"), ""))
                    .with(FieldView::text("rocks", &hint("Rocks"), ""))
                    .reads(|filled| {
                        let no_board = || FormError::because("No board lies on the table yet.");
                        let grid = state.grid.as_ref().ok_or_else(no_board)?;
                        let mut all = pieces(grid, Kind::Island, filled.text("islands"))?;
                        all.extend(pieces(grid, Kind::Rock, filled.text("rocks"))?);
                        Ok(Decision::PlaceTerrain { pieces: all })
                    }),
            ]
        }
        Ask::SetOut => vec![
            form("set_out".to_owned(), "Both stand there")
                .decides(|filled| Decision::SetOut { settled: filled.settled() }),
        ],
        Ask::Move { ship } => vec![
            form(format!("move:{ship}"), "The move stands")
                .decides(|filled| Decision::Move { ship: filled.subject_ship(), settled: filled.settled() }),
        ],
        Ask::LieStill { ship } => vec![
            form(format!("lie_still:{ship}"), "She lies still")
                .decides(|filled| Decision::LieStill { ship: filled.subject_ship() }),
        ],
        Ask::Alter { ship } => vec![
            form(format!("alter:{ship}"), "As she stands now")
                .decides(|filled| Decision::Alter { ship: filled.subject_ship(), settled: filled.settled() }),
        ],
        Ask::Fire { ship, guns } => {
            let hold = form(format!("hold_fire:{ship}"), "Hold fire")
                .decides(|filled| Decision::HoldFire { ship: filled.subject_ship() });
            if guns.is_empty() { vec![hold] } else { vec![fire(question, ship, guns), hold] }
        }
        Ask::Open | Ask::Roll | Ask::Over => Vec::new(),
    }
}

fn fire<'a>(question: &WordedQuestion<Ask>, ship: &ShipId, guns: &[Gun]) -> Form<'a> {
    let options = guns.iter().map(|gun| OptionView::of(gun.word(), gun.word())).collect();
    FormView::of(question, format!("fire:{ship}"), "Fire")
        .with(all_of("guns", "Which guns", options))
        .foreseen()
        .reads(|filled| {
            let guns = match filled.fewer_than_all("guns") {
                None => Vec::new(),
                Some([]) => return Err(FormError::because("Choose a gun, or hold fire.")),
                Some(these) => {
                    Gun::ALL.into_iter().filter(|gun| these.iter().any(|key| key == gun.word())).collect()
                }
            };
            Ok(Decision::Fire { ship: filled.subject_ship(), guns })
        })
}

/// Reads hexes as players write them: "4,5 7,6", columns and rows from 1.
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
