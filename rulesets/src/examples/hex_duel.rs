//! Examples of the hex duel, each played by decisions of the book on a table of numbers.

use crate::core::{AppDice, Book, Faces, Halt, PlacedShip, PlacedTable, SideId};
use crate::examples::{Example, Given, GivenDie, Played};
use crate::hex_duel::{
    ChaOptions, Decision, End, Entry, Event, Fate, Gun, HexDuel, HexPose, Kind, Phase, Piece, Start, State,
    UmpireOrder, piece_fault,
};
use geometry::{Facing, Hex, HexGrid, HullShape, Observation, Point, ShipId};
use serde_json::{Map, Value, json};

/// Plays one example.
pub(crate) fn play(book: &HexDuel, example: &Example) -> Played {
    // The special die is no [`crate::core::Die`]: its words stand for the faces of an ordinary one (CHA-14).
    let dice = example.special_dice();
    let given = &example.given;
    let winner = match example.action() {
        "setup" => given.text("toss_winner"),
        // The loser of the toss moves first.
        "move" => given.text("ship").map(enemy_of),
        _ => None,
    };
    let mut duel = Duel::tossed(book, dice, winner.unwrap_or(SIDES[0]))?;
    match example.action() {
        "fire" => duel.fire(given)?,
        "which_guns" => {
            let bearing_deg = given.number("relative_bearing_deg").ok_or("it has no bearing")?;
            duel.found.insert("guns".to_owned(), words(&book.guns_at(&ChaOptions::default(), bearing_deg)));
        }
        "dash" => duel.dash(given)?,
        "dash_fire" => duel.dash_fire(given)?,
        "line_of_fire" => duel.line_of_fire(given)?,
        "legal_moves" => duel.legal_moves(given)?,
        "move" => duel.gain_open_sea(given)?,
        "place_terrain" => duel.place_terrain(given)?,
        "setup" => duel.set_up(given)?,
        other => return Err(format!("not played yet (CHA {other})")),
    }
    if duel.dice.is_empty() {
        Ok(duel.found)
    } else {
        Err(format!("the book did not ask for {} of its dice", duel.dice.len()))
    }
}

fn words(guns: &[Gun]) -> Value {
    json!(guns.iter().map(|gun| gun.word()).collect::<Vec<_>>())
}

/// The other side; what is none stays none.
fn enemy_of(side: &str) -> &str {
    let other = SIDES.into_iter().find(|other| *other != side);
    other.filter(|_| SIDES.contains(&side)).unwrap_or(side)
}

/// The kind of a piece of terrain.
fn kind_of(word: Option<&str>) -> Result<Kind, String> {
    [Kind::Island, Kind::Rock]
        .into_iter()
        .find(|kind| Some(kind.word()) == word)
        .ok_or_else(|| format!("“{}” is neither an island nor a rock", word.unwrap_or_default()))
}

/// A duel on its way. Where the example does not say otherwise, A has won the toss, and B's ironclad moves first.
struct Duel<'a> {
    book: &'a HexDuel,
    state: State,
    table: PlacedTable,
    grid: HexGrid,
    dice: Vec<GivenDie>,
    found: Map<String, Value>,
}

const NORTH: &str = "north";
const SOUTH: &str = "south";
/// The two sides; a low face is the toss of the first.
const SIDES: [&str; 2] = ["A", "B"];

impl<'a> Duel<'a> {
    fn new(book: &'a HexDuel) -> Result<Self, String> {
        Self::tossed(book, Vec::new(), SIDES[0])
    }

    /// The ironclads are there, and this side has won the toss.
    fn tossed(book: &'a HexDuel, dice: Vec<GivenDie>, winner: &str) -> Result<Self, String> {
        let options = ChaOptions::default();
        let corners = (Point::new(0.0, 0.0), Point::new(60.0, 36.0));
        let grid = book.grid_in(&options, corners).map_err(|error| error.to_string())?;
        let hull = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.0 };
        let model = |(name, start): (&str, Start)| {
            let hex = book.start_hexes(&grid, start).first().copied().unwrap_or(Hex::new(0, 0));
            let pose = HexPose { hex, facing: start.facing() }.pose(&grid);
            PlacedShip::at_rest(Observation::placed(ShipId::new(name), pose), hull)
        };
        let starts = [(NORTH, Start::North), (SOUTH, Start::South)];
        let mut duel = Self {
            book,
            state: State::default(),
            table: PlacedTable::new(starts.map(model).to_vec()),
            grid,
            dice,
            found: Map::new(),
        };
        let entry =
            |(name, start): (&str, Start)| Entry { ship: ShipId::new(name), name: name.to_owned(), start };
        let face = match SIDES.iter().position(|side| *side == winner) {
            Some(0) => 1,
            Some(_) => 6,
            None => return Err(format!("“{winner}” is no side of the duel")),
        };
        duel.decide(&Decision::Open {
            ships: starts.map(entry).to_vec(),
            sides: SIDES.map(SideId::new).to_vec(),
            grid,
            options: Vec::new(),
        })?;
        duel.decide(&Decision::Roll { faces: Faces::Typed(vec![face]) })?;
        Ok(duel)
    }

    fn may(&self, decision: &Decision) -> Result<Vec<Event>, Halt> {
        self.book.decide(&self.state, decision, &self.table, &mut AppDice::new(0, &[]))
    }

    fn decide(&mut self, decision: &Decision) -> Result<(), String> {
        let events = self.may(decision).map_err(|halt| format!("the book says: {halt}"))?;
        self.state = events.iter().fold(std::mem::take(&mut self.state), HexDuel::apply);
        Ok(())
    }

    /// The winner takes this ironclad and places this terrain, and the loser's turn begins.
    fn begin(&mut self, choice: &str, pieces: Vec<Piece>) -> Result<(), String> {
        self.decide(&Decision::ChooseShip { ship: ShipId::new(choice) })?;
        self.decide(&Decision::PlaceTerrain { pieces })?;
        self.decide(&Decision::SetOut { settled: Vec::new() })
    }

    fn set_down(&mut self, ship: &str, place: HexPose) {
        self.table.set_down(&ShipId::new(ship), place.pose(&self.grid));
    }

    fn put(&mut self, ship: &str, place: HexPose) -> Result<(), String> {
        let order = UmpireOrder::Put { ship: ShipId::new(ship), place };
        self.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() })?;
        self.set_down(ship, place);
        Ok(())
    }

    fn set_flotation(&mut self, ship: &str, points: f64) -> Result<(), String> {
        let order = UmpireOrder::SetFlotation { ship: ShipId::new(ship), flotation: points as u32 };
        self.decide(&Decision::Umpire { order, reason: "Worked example.".to_owned() })
    }

    fn move_to(&mut self, ship: &str, place: HexPose) -> Result<(), String> {
        self.set_down(ship, place);
        self.decide(&Decision::Move { ship: ShipId::new(ship), settled: Vec::new() })
    }

    /// The south ship, having moved one hex ahead, stands at this place.
    fn south_at(&mut self, place: HexPose) -> Result<(), String> {
        let behind = HexPose { hex: place.hex.moved(place.facing, -1), facing: place.facing };
        self.put(SOUTH, behind)?;
        self.move_to(SOUTH, place)
    }

    /// Every place on the board that is no open sea, with a hex astern.
    fn places(&self) -> Vec<HexPose> {
        let board = self.grid.board;
        let inner = |hex: &Hex| {
            let (_, row) = board.column_row(*hex);
            row > 0 && u32::try_from(row + 1).is_ok_and(|row| row < board.rows)
        };
        board
            .hexes()
            .filter(inner)
            .flat_map(|hex| Facing::ALL.map(|facing| HexPose { hex, facing }))
            .filter(|place| board.holds(place.hex.moved(place.facing, -1)))
            .collect()
    }

    /// Fires all that bears, if anything does, with the faces of the example.
    fn fire_all(&mut self, ship: &str) -> Result<Vec<Gun>, String> {
        let ship = ShipId::new(ship);
        let guns = self.book.guns_ready(&self.state, &ship);
        if guns.is_empty() {
            return Ok(guns);
        }
        self.decide(&Decision::Fire { ship, guns: Vec::new() })?;
        if self.dice.len() < guns.len() {
            return Err("it has too few dice".to_owned());
        }
        let mut faces = Vec::new();
        for (die, gun) in self.dice.drain(..guns.len()).zip(&guns) {
            if !die.purpose.contains(gun.word()) {
                return Err(format!("the die for {} is asked for {}", die.purpose, gun.word()));
            }
            let word = die.value.as_str().unwrap_or_default();
            faces.push(self.book.tables().face_of(word).ok_or_else(|| format!("“{word}” is no face"))?);
        }
        self.decide(&Decision::Roll { faces: Faces::Typed(faces) })?;
        Ok(guns)
    }

    fn flotation(&self, ship: &str) -> u32 {
        self.state.ships.get(&ShipId::new(ship)).map_or(0, |ship| ship.flotation)
    }

    fn fate(&self, ship: &str) -> Option<Fate> {
        self.state.ships.get(&ShipId::new(ship)).and_then(|ship| ship.fate)
    }

    fn fire(&mut self, given: &Given) -> Result<(), String> {
        // Of the hexes between two ships all are clear but theirs.
        let clear = given.number("clear_hexes").map(|clear| clear + 1.0);
        let distance = given.number("distance_hexes").or(clear).ok_or("it has no distance")?;
        if clear.is_some_and(|clear| clear != distance) {
            return Err("its distance is not that of its clear hexes".to_owned());
        }
        let bearing_deg = given.number("relative_bearing_deg").ok_or("it has no bearing")?;
        self.begin(NORTH, Vec::new())?;
        let fits = |from: &HexPose, to: &Hex| {
            f64::from(from.hex.distance(*to)) == distance && HexDuel::bearing_deg(*from, *to) == bearing_deg
        };
        let places = self.places();
        let pair = places.iter().find_map(|from| {
            let to =
                places.iter().find(|to| fits(from, &to.hex) && to.hex != from.hex.moved(from.facing, -1))?;
            Some((*from, *to))
        });
        let (from, to) = pair.ok_or("no two hexes of the board lie so")?;
        self.put(NORTH, to)?;
        self.set_flotation(NORTH, given.number("target_flotation").unwrap_or(20.0))?;
        self.south_at(from)?;
        let guns = self.fire_all(SOUTH)?;
        self.found.insert("in_range".to_owned(), json!(!guns.is_empty()));
        self.found.insert("guns".to_owned(), words(&guns));
        self.found.insert("target_flotation".to_owned(), json!(self.flotation(NORTH)));
        self.found.insert("sunk".to_owned(), json!(self.fate(NORTH) == Some(Fate::Sunk)));
        let disabled = matches!(self.state.phase, Phase::Alter | Phase::Dash);
        self.found.insert("disabled".to_owned(), json!(disabled));
        self.found.insert("dash".to_owned(), json!(disabled));
        self.found.insert("ramming_attempts".to_owned(), json!(u8::from(disabled)));
        let won = self.fate(NORTH) == Some(Fate::Sunk);
        self.found.insert("winner".to_owned(), if won { json!("firer") } else { Value::Null });
        Ok(())
    }

    /// The north ship lies disabled at `target`, the south ship at `from`: who disabled her fires first.
    fn disable(&mut self, from: HexPose, target: HexPose) -> Result<(), String> {
        self.begin(NORTH, Vec::new())?;
        self.put(NORTH, target)?;
        self.south_at(from)?;
        let ship = ShipId::new(SOUTH);
        let guns = self.book.guns_ready(&self.state, &ship).len();
        self.decide(&Decision::Fire { ship, guns: Vec::new() })?;
        let face = |word: &str| self.book.tables().face_of(word).ok_or("there is no such face");
        let (disables, miss) = (face("D4")?, face("M")?);
        let faces = (0..guns).map(|gun| if gun == 0 { disables } else { miss }).collect();
        self.decide(&Decision::Roll { faces: Faces::Typed(faces) })?;
        self.decide(&Decision::Alter { ship: ShipId::new(NORTH), settled: Vec::new() })
    }

    fn target_in_the_middle(&self, facing: Facing) -> HexPose {
        HexPose { hex: self.grid.board.hex(5, 5), facing }
    }

    fn dash(&mut self, given: &Given) -> Result<(), String> {
        let facing = |key: &str| Facing::new((given.number(key).unwrap_or(0.0) / 60.0) as i32);
        let flag = |key: &str| given.flag(key).unwrap_or(false);
        let target = self.target_in_the_middle(facing("target_heading_deg"));
        let heading = facing("rammer_heading_deg");
        if given.flag("target_disabled") == Some(false) {
            self.begin(NORTH, Vec::new())?;
            self.put(NORTH, target)?;
            self.south_at(HexPose { hex: target.hex.moved(heading, -1), facing: heading })?;
            self.set_down(SOUTH, HexPose { hex: target.hex, facing: heading });
            let dash = Decision::Move { ship: ShipId::new(SOUTH), settled: Vec::new() };
            if flag("path_ends_in_target_hex") && self.may(&dash).is_ok() {
                self.decide(&dash)?;
            }
        } else if flag("path_ends_in_target_hex") {
            let hexes = self.book.tables().dash_hexes() as i32;
            self.disable(HexPose { hex: target.hex.moved(heading, -hexes), facing: heading }, target)?;
            self.move_to(SOUTH, HexPose { hex: target.hex, facing: heading })?;
        } else {
            self.miss(given, target)?;
        }
        let rammed = self.fate(NORTH) == Some(Fate::Rammed);
        self.found.insert("rammed".to_owned(), json!(rammed));
        self.found.insert("winner".to_owned(), if rammed { json!("rammer") } else { Value::Null });
        Ok(())
    }

    /// A dash that ends where the disabled ship, one hex on, has the other as the example wants.
    fn miss(&mut self, given: &Given, target: HexPose) -> Result<(), String> {
        let after = given.get("disabled_ship_after").ok_or("it has no place after")?;
        let distance = after.number("distance_hexes").ok_or("it has no distance after")?;
        let bearing_deg = after.number("relative_bearing_deg").ok_or("it has no bearing after")?;
        let on = HexPose { hex: target.hex.moved(target.facing, 1), facing: target.facing };
        let wanted = |hex: Hex| {
            f64::from(on.hex.distance(hex)) == distance && HexDuel::bearing_deg(on, hex) == bearing_deg
        };
        // Nobody else can say from where such a dash is possible: each place is tried.
        let places = self.places();
        let mut found = None;
        for from in places.iter().filter(|from| (2..=5).contains(&from.hex.distance(target.hex))) {
            let mut tried = Duel::new(self.book)?;
            if tried.disable(*from, target).is_err() {
                continue;
            }
            let routes = tried.book.routes(&tried.state);
            let ends = routes.iter().filter(|route| route.end == End::Water).filter_map(|route| route.to());
            if let Some(to) = ends.into_iter().find(|to| wanted(to.hex)) {
                found = Some((*from, to));
                break;
            }
        }
        let (from, to) = found.ok_or("no dash of the book ends so")?;
        self.disable(from, target)?;
        self.move_to(SOUTH, to)?;
        self.move_to(NORTH, on)?;
        self.set_flotation(SOUTH, given.number("rammer_flotation").unwrap_or(20.0))?;
        self.fire_all(NORTH)?;
        let now = self.state.ships.get(&ShipId::new(NORTH)).and_then(|ship| ship.place).unwrap_or(target);
        let turned = target.facing.hexsides_to(now.facing);
        self.found.insert("disabled_ship_moves_hexes".to_owned(), json!(now.hex.distance(target.hex)));
        self.found.insert("disabled_ship_course_change".to_owned(), json!(turned));
        self.found.insert("rammer_flotation".to_owned(), json!(self.flotation(SOUTH)));
        Ok(())
    }

    fn dash_fire(&mut self, given: &Given) -> Result<(), String> {
        let mut guns = Vec::new();
        for word in given.items("guns_bearing_during_dash").into_iter().flatten() {
            let word = word.as_text().unwrap_or_default();
            let gun = Gun::ALL.into_iter().find(|gun| gun.word() == word);
            guns.push(gun.ok_or_else(|| format!("there is no gun “{word}”"))?);
        }
        // Nobody fires in a dash, in range or not.
        given.names("in_range");
        let target = self.target_in_the_middle(Facing::new(0));
        self.disable(HexPose { hex: target.hex.moved(target.facing, -3), facing: target.facing }, target)?;
        let fires = Decision::Fire { ship: ShipId::new(SOUTH), guns };
        let dice = match self.may(&fires) {
            Ok(_) => 1,
            Err(_) => 0,
        };
        self.found.insert("dice_rolled".to_owned(), json!(dice));
        Ok(())
    }

    fn line_of_fire(&mut self, given: &Given) -> Result<(), String> {
        let target = self.target_in_the_middle(Facing::new(0));
        let between = target.hex.moved(Facing::new(3), 2);
        let mut pieces = Vec::new();
        for word in given.items("between").into_iter().flatten() {
            let kind = kind_of(word.as_text())?;
            pieces.push(Piece { kind, hex: between });
        }
        self.begin(NORTH, pieces)?;
        self.put(NORTH, target)?;
        // She comes up abreast of the line and turns on to it.
        let place = HexPose { hex: target.hex.moved(Facing::new(3), 3), facing: Facing::new(0) };
        self.south_at(place)?;
        let blocked = self.book.guns_ready(&self.state, &ShipId::new(SOUTH)).is_empty();
        self.found.insert("blocked".to_owned(), json!(blocked));
        Ok(())
    }

    fn legal_moves(&mut self, given: &Given) -> Result<(), String> {
        self.begin(NORTH, Vec::new())?;
        let from = self.target_in_the_middle(Facing::new(0));
        self.put(SOUTH, from)?;
        let mut legal = Vec::new();
        for case in given.must_list("cases")? {
            let turn = case.number("alter_deg").unwrap_or(0.0) / 60.0;
            let hexes = case.number("hexes").unwrap_or(1.0);
            let facing = from.facing.turned(turn as i32);
            self.set_down(SOUTH, HexPose { hex: from.hex.moved(facing, hexes as i32), facing });
            let decision = Decision::Move { ship: ShipId::new(SOUTH), settled: Vec::new() };
            legal.push(json!(self.may(&decision).is_ok()));
        }
        self.found.insert("legal".to_owned(), Value::Array(legal));
        Ok(())
    }

    fn gain_open_sea(&mut self, given: &Given) -> Result<(), String> {
        // The winner takes the other ironclad: hers moves first.
        let (mover, other) = match given.text("start_edge") {
            Some(NORTH) => (NORTH, SOUTH),
            None | Some(SOUTH) => (SOUTH, NORTH),
            Some(start) => return Err(format!("no ironclad begins at the {start} edge")),
        };
        // Whoever comes from the north heads for the south.
        let (row, facing) = match given.text("enters_hex_of_edge").unwrap_or(other) {
            NORTH => (0, Start::South.facing()),
            SOUTH => (self.grid.board.rows as i32 - 1, Start::North.facing()),
            edge => return Err(format!("nobody gains the open sea at the {edge} edge")),
        };
        self.begin(other, Vec::new())?;
        let last = HexPose { hex: self.grid.board.hex(2, row), facing };
        self.put(mover, HexPose { hex: last.hex.moved(facing, -1), facing })?;
        self.set_flotation(other, given.number("opponent_flotation").unwrap_or(20.0))?;
        self.move_to(mover, last)?;
        self.found.insert("open_sea_gained".to_owned(), json!(self.fate(mover) == Some(Fate::Escaped)));
        let runs = self.state.outcome.is_none();
        self.found.insert("opponent_can_still_win_by_sinking".to_owned(), json!(runs));
        Ok(())
    }

    fn place_terrain(&mut self, given: &Given) -> Result<(), String> {
        let mut legal = Vec::new();
        for case in given.must_list("cases")? {
            let count = |key: &str| case.count(key);
            let kind = kind_of(case.text("kind"))?;
            let ends = count("clear_hexes_from_north").unwrap_or(5) as i32;
            let sides = count("clear_from_side").unwrap_or(5) as i32;
            let others = count("clear_from_others").map(|count| count as u32);
            legal.push(json!(piece_fault(self.book.tables(), kind, ends, sides, others).is_none()));
        }
        self.found.insert("legal".to_owned(), Value::Array(legal));
        Ok(())
    }

    fn set_up(&mut self, given: &Given) -> Result<(), String> {
        let choice = given.text("toss_winner_choice").unwrap_or_default();
        let choice = choice.split(' ').next().unwrap_or_default();
        self.decide(&Decision::ChooseShip { ship: ShipId::new(choice) })?;
        let places = self.book.questions(&self.state).into_iter().next().map(|question| question.who);
        self.decide(&Decision::PlaceTerrain { pieces: Vec::new() })?;
        self.decide(&Decision::SetOut { settled: Vec::new() })?;
        let first = self.state.acting.as_ref().and_then(|ship| self.state.ships.get(ship));
        self.found.insert("first_move".to_owned(), json!(first.map(|ship| ship.side.to_string())));
        if let Some(crate::core::Actor::Side(side)) = places {
            self.found.insert("terrain_placed_by".to_owned(), json!(side.as_str()));
        }
        Ok(())
    }
}
