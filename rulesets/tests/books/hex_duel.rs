//! The hex duel: every rule and gap, on a computed table.

use geometry::{Facing, Hex, HexClick, HexGrid, HullShape, Observation, Point, Pose, ShipId, Verdict};
use rulesets::core::play_out::options_by_lot;
use rulesets::core::{
    AppDice, Audience, Book, BookData, Faces, Halt, OptionValue, PlacedShip, PlacedTable, PlayedBook,
    Settlement, SideId,
};
use rulesets::hex_duel::play_out::{by_lot, staged};
use rulesets::hex_duel::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const NORTH: &str = "north";
const SOUTH: &str = "south";

fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

fn option(name: &str, value: impl Into<Value>) -> OptionValue {
    OptionValue { name: name.to_owned(), value: value.into() }
}

/// A duel in which the south ship has the first move.
struct Duel {
    book: HexDuel,
    state: State,
    table: PlacedTable,
    grid: HexGrid,
    told: Vec<String>,
}

impl Duel {
    fn open(options: &[OptionValue]) -> Self {
        let book = HexDuel::embedded().unwrap();
        let deep = options.iter().any(|option| option.value == json!("10x12"));
        let all = ChaOptions { board: if deep { Board::Deep } else { Board::Wide }, ..ChaOptions::default() };
        let grid = book.grid_in(&all, (Point::new(0.0, 0.0), Point::new(60.0, 36.0))).unwrap();
        let hull = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.0 };
        let starts = [(NORTH, Start::North), (SOUTH, Start::South)];
        let model = |(name, start): (&str, Start)| {
            let place = HexPose { hex: book.start_hexes(&grid, start)[0], facing: start.facing() };
            PlacedShip::at_rest(Observation::placed(id(name), place.pose(&grid)), hull)
        };
        let table = PlacedTable::new(starts.map(model).to_vec());
        let mut duel = Self { book, state: State::default(), table, grid, told: Vec::new() };
        let entry = |(name, start): (&str, Start)| Entry { ship: id(name), name: name.to_owned(), start };
        duel.take(Decision::Open {
            ships: starts.map(entry).to_vec(),
            sides: vec![SideId::of("a"), SideId::of("b")],
            grid,
            options: options.to_vec(),
        });
        duel
    }

    /// Side a has won the toss and taken the north ship; with this terrain.
    fn begun(options: &[OptionValue], pieces: Vec<Piece>) -> Self {
        let mut duel = Self::open(options);
        duel.take(Decision::Roll { faces: Faces::Typed(vec![3]) });
        duel.take(Decision::ChooseShip { ship: id(NORTH) });
        duel.take(Decision::PlaceTerrain { pieces });
        duel.take(Decision::SetOut { settled: vec![] });
        duel
    }

    fn may(&self, decision: &Decision) -> Result<Vec<Event>, Halt> {
        self.book.decide(&self.state, decision, &self.table, &mut AppDice::new(7, &[]))
    }

    fn take(&mut self, decision: Decision) -> Vec<Event> {
        let events = self.may(&decision).unwrap_or_else(|halt| panic!("{decision:?}: {halt}"));
        for event in &events {
            self.told.extend(self.book.sentences(&self.state, event));
            self.state = HexDuel::apply(self.state.clone(), event);
            assert_eq!(faults(&self.state), Vec::<String>::new(), "after {event:?}");
        }
        events
    }

    fn at(&self, column: i32, row: i32, facing: i32) -> HexPose {
        HexPose { hex: self.grid.board.hex(column, row), facing: Facing::new(facing) }
    }

    fn lay(&mut self, ship: &str, place: HexPose) {
        self.table.set_down(&id(ship), place.pose(&self.grid));
    }

    fn put(&mut self, ship: &str, place: HexPose) {
        let order = UmpireOrder::Put { ship: id(ship), place };
        self.take(Decision::Umpire { order, reason: "Test.".to_owned() });
        self.lay(ship, place);
    }

    fn go(&mut self, ship: &str, place: HexPose) -> Vec<Event> {
        self.lay(ship, place);
        self.take(Decision::Move { ship: id(ship), settled: vec![] })
    }

    fn refused(&mut self, ship: &str, place: HexPose, rule: &str) {
        self.lay(ship, place);
        let halt = self.may(&Decision::Move { ship: id(ship), settled: vec![] }).unwrap_err();
        assert!(halt.to_string().contains(&format!("({rule})")), "{halt}");
    }

    fn fire(&mut self, ship: &str, faces: &[u8]) {
        self.take(Decision::Fire { ship: id(ship), guns: vec![] });
        self.take(Decision::Roll { faces: Faces::Typed(faces.to_vec()) });
    }

    fn place(&self, ship: &str) -> HexPose {
        self.state.ships[&id(ship)].place.unwrap()
    }

    fn fate(&self, ship: &str) -> Option<Fate> {
        self.state.ships[&id(ship)].fate
    }

    fn acts(&self) -> (Phase, &str) {
        (self.state.phase, self.state.acting.as_ref().map_or("", |ship| ship.as_str()))
    }

    /// The south ship has moved to `from` and disabled the north one at `target` with its first gun.
    fn disabled(options: &[OptionValue], from: (i32, i32, i32), target: (i32, i32, i32)) -> Self {
        let mut duel = Self::begun(options, vec![]);
        let (from, target) = (duel.at(from.0, from.1, from.2), duel.at(target.0, target.1, target.2));
        duel.put(NORTH, target);
        duel.put(SOUTH, HexPose { hex: from.hex.moved(from.facing, -1), facing: from.facing });
        duel.go(SOUTH, from);
        let guns = duel.book.guns_ready(&duel.state, &id(SOUTH)).len();
        let faces: Vec<u8> = (0..guns).map(|gun| if gun == 0 { 1 } else { 6 }).collect();
        duel.fire(SOUTH, &faces);
        duel
    }
}

#[test]
fn cha_1_amb_3_the_board_is_12_by_10_and_as_large_as_fits() {
    let duel = Duel::open(&[]);
    assert_eq!((duel.grid.board.columns, duel.grid.board.rows), (12, 10));
    let across_mm = duel.grid.across_flats_in * 25.4;
    assert!((across_mm - 85.0).abs() < 3.0, "{across_mm} mm");
    // CHA-AMB-3: flat tops, so that facing 0 is north.
    assert_eq!(duel.grid.heading(Facing::new(0)).deg(), 0.0);
    let swapped = Duel::open(&[option("cha.board", "10x12")]);
    assert_eq!((swapped.grid.board.columns, swapped.grid.board.rows), (10, 12));
    assert!(swapped.grid.across_flats_in < duel.grid.across_flats_in);
}

#[test]
fn cha_1_three_clicked_hexes_register_a_board_of_any_size() {
    let book = HexDuel::embedded().unwrap();
    let options = ChaOptions::default();
    let wanted = HexGrid {
        rotation_rad: 0.1,
        across_flats_in: 2.0,
        ..book.grid_in(&options, (Point::new(5.0, 30.0), Point::new(45.0, 4.0))).unwrap()
    };
    let click =
        |(column, row)| HexClick { column, row, middle: wanted.middle(wanted.board.hex(column, row)) };
    let fit = book.grid_from_clicks(&options, &[(0, 0), (11, 1), (4, 9)].map(click)).unwrap();
    assert!((fit.grid.across_flats_in - 2.0).abs() < 1e-9 && (fit.grid.rotation_rad - 0.1).abs() < 1e-9);
    assert!(book.grid_from_clicks(&options, &[(0, 0), (11, 1)].map(click)).is_err());
    // After a new registration in the middle of a duel, the ships are still in their hexes.
    let mut duel = Duel::begun(&[], vec![]);
    let place = duel.place(SOUTH);
    duel.take(Decision::RegisterGrid { grid: fit.grid, reason: "The table was moved.".to_owned() });
    assert_eq!((duel.place(SOUTH), duel.state.grid), (place, Some(fit.grid)));
}

#[test]
fn cha_3_5_amb_18_toss_choice_and_setting_out() {
    for (face, winner) in [(1, "a"), (3, "a"), (4, "b"), (6, "b")] {
        let mut duel = Duel::open(&[]);
        duel.take(Decision::Roll { faces: Faces::Typed(vec![face]) });
        assert_eq!(duel.state.toss_winner, Some(SideId::new(winner)));
        duel.take(Decision::ChooseShip { ship: id(SOUTH) });
        assert_eq!(duel.state.ships[&id(SOUTH)].side.as_str(), winner);
        assert_ne!(duel.state.ships[&id(NORTH)].side.as_str(), winner);
        duel.take(Decision::PlaceTerrain { pieces: vec![] });
        // CHA-AMB-18: either of the two hexes in the centre.
        let hexes = duel.book.start_hexes(&duel.grid, Start::South);
        assert_eq!(hexes.len(), 2);
        duel.lay(SOUTH, HexPose { hex: hexes[1], facing: Facing::new(0) });
        let wrong = HexPose { hex: hexes[1].moved(Facing::new(5), 1), facing: Facing::new(0) };
        let before = duel.table.clone();
        duel.lay(SOUTH, wrong);
        assert!(duel.may(&Decision::SetOut { settled: vec![] }).unwrap_err().to_string().contains("CHA-3"));
        duel.table = before;
        duel.take(Decision::SetOut { settled: vec![] });
        // CHA-5: the loser moves first.
        assert_eq!(duel.acts(), (Phase::Move, NORTH));
    }
}

#[test]
fn cha_2_4_amb_2_islands_and_rocks_by_rule() {
    let mut duel = Duel::open(&[]);
    duel.take(Decision::Roll { faces: Faces::Typed(vec![1]) });
    duel.take(Decision::ChooseShip { ship: id(NORTH) });
    let piece = |kind, column, row| Piece { kind, hex: duel.grid.board.hex(column, row) };
    use Kind::{Island, Rock};
    let try_out =
        |pieces: Vec<Piece>| duel.may(&Decision::PlaceTerrain { pieces }).map_err(|halt| halt.to_string());
    assert!(try_out(vec![piece(Island, 1, 2), piece(Rock, 1, 4), piece(Rock, 10, 8)]).is_ok());
    for wrong in
        [piece(Island, 3, 1), piece(Island, 3, 8), piece(Rock, 3, 0), piece(Rock, 0, 4), piece(Rock, 11, 4)]
    {
        assert!(try_out(vec![wrong]).unwrap_err().contains("CHA-4"), "{wrong:?}");
    }
    assert!(try_out(vec![piece(Rock, 3, 4), piece(Island, 4, 4)]).unwrap_err().contains("CHA-4"));
    let four = [(2, 2), (5, 2), (8, 2), (2, 5)].map(|(column, row)| piece(Rock, column, row));
    assert!(try_out(four.to_vec()).unwrap_err().contains("CHA-2"));
    assert_eq!(piece(Island, 1, 2).terrain(&duel.grid).outline.len(), 6);
}

#[test]
fn cha_6_7_8_9_10_one_hex_after_one_turn_alternately() {
    let mut duel = Duel::begun(&[], vec![]);
    let from = duel.place(SOUTH);
    let onward = |turn: i32, hexes: i32| {
        let facing = from.facing.turned(turn);
        HexPose { hex: from.hex.moved(facing, hexes), facing }
    };
    duel.refused(SOUTH, from, "CHA-7");
    duel.refused(SOUTH, onward(0, 2), "CHA-9");
    duel.refused(
        SOUTH,
        HexPose { hex: from.hex.moved(from.facing, 1), facing: from.facing.turned(2) },
        "CHA-8",
    );
    let astern = duel.at(5, 5, 0);
    duel.put(SOUTH, astern);
    duel.refused(
        SOUTH,
        HexPose { hex: astern.hex.moved(astern.facing, -1), facing: astern.facing },
        "CHA-10",
    );
    duel.put(SOUTH, from);
    // It is not the north ship's turn.
    let north = duel.place(NORTH);
    duel.refused(NORTH, HexPose { hex: north.hex.moved(north.facing, 1), facing: north.facing }, "CHA-6");
    duel.go(SOUTH, onward(-1, 1));
    assert_eq!((duel.acts(), duel.state.turn), ((Phase::Move, NORTH), 2));
    assert_eq!(duel.place(SOUTH), onward(-1, 1));
}

/// CHA-6, CHA-8: a model on the line between two hexes, or between two facings.
#[test]
fn a_model_between_two_hexes_or_facings_raises_a_question() {
    let mut duel = Duel::begun(&[], vec![]);
    let to = {
        let from = duel.place(SOUTH);
        HexPose { hex: from.hex.moved(from.facing, 1), facing: from.facing }
    };
    let Pose { stack, heading } = to.pose(&duel.grid);
    let mut placed = duel.table.placed(&id(SOUTH)).unwrap().clone();
    placed.observation.sigma_in = 0.05;
    placed.observation.heading_sigma_rad = 0.02;
    let half_in = duel.grid.across_flats_in / 2.0;
    placed.observation.pose =
        Pose { stack: stack.moved(heading, half_in - 0.02), heading: heading.turned(0.515) };
    duel.table.put(placed);
    let Err(Halt::TooClose { questions }) = duel.may(&Decision::Move { ship: id(SOUTH), settled: vec![] })
    else {
        panic!("not asked");
    };
    let keys: Vec<&str> = questions.iter().map(|question| question.key.0.as_str()).collect();
    assert_eq!(keys, ["hex:south", "facing:south"]);
    let settled = questions
        .iter()
        .map(|question| Settlement { key: question.key.clone(), reading: question.readings[0].id.clone() })
        .collect();
    duel.take(Decision::Move { ship: id(SOUTH), settled });
    assert_eq!(duel.place(SOUTH), to);
    assert!(duel.told.iter().any(|line| line.contains("straighten her")), "{:?}", duel.told);
}

#[test]
fn cha_12_13_15_amb_4_16_17_guns_that_bear() {
    let book = HexDuel::embedded().unwrap();
    let (wide, narrow) =
        (ChaOptions::default(), ChaOptions { broadside_arc: BroadsideArc::Deg60, ..ChaOptions::default() });
    use Gun::{Bow, Port, Starboard, Stern};
    for (bearing_deg, guns) in [
        (0.0, vec![Bow]),
        (30.0, vec![Bow, Starboard]),
        (60.0, vec![Bow, Starboard]),
        (90.0, vec![Starboard]),
        (120.0, vec![Starboard, Stern]),
        (150.0, vec![Starboard, Stern]),
        (180.0, vec![Stern]),
        (270.0, vec![Port]),
        (330.0, vec![Bow, Port]),
    ] {
        assert_eq!(book.guns_at(&wide, bearing_deg), guns, "{bearing_deg}");
    }
    // CHA-AMB-4: the other reading differs off the rows of hexes, and is equal along them.
    assert_eq!(book.guns_at(&narrow, 45.0), [Bow]);
    assert_eq!(book.guns_at(&narrow, 60.0), [Bow, Starboard]);
    // CHA-15: a ship fires only after its move; both guns may fire (CHA-AMB-17), or one.
    let mut duel = Duel::begun(&[], vec![]);
    let target = duel.at(7, 4, 3);
    duel.put(NORTH, target);
    let from = HexPose { hex: target.hex.moved(Facing::new(4), 2), facing: Facing::new(0) };
    duel.put(SOUTH, HexPose { hex: from.hex.moved(from.facing, -1), facing: from.facing });
    assert!(duel.may(&Decision::Fire { ship: id(SOUTH), guns: vec![] }).is_err());
    duel.go(SOUTH, from);
    let Event::FireDeclared { rolls, bearing_deg, .. } =
        &duel.may(&Decision::Fire { ship: id(SOUTH), guns: vec![] }).unwrap()[0]
    else {
        panic!()
    };
    assert_eq!((rolls.len(), *bearing_deg), (2, 60.0));
    let stern = duel.may(&Decision::Fire { ship: id(SOUTH), guns: vec![Stern] }).unwrap_err();
    assert!(stern.to_string().contains("CHA-12"));
    duel.take(Decision::Fire { ship: id(SOUTH), guns: vec![Bow] });
    duel.take(Decision::Roll { faces: Faces::Typed(vec![2]) });
    assert_eq!(duel.state.ships[&id(NORTH)].flotation, 18);
}

#[test]
fn cha_16_amb_14_islands_block_and_rocks_do_not_nor_does_a_touch() {
    let piece = |kind, q, r| Piece { kind, hex: Hex::new(q, r) };
    for (kind, fires) in [(Kind::Island, false), (Kind::Rock, true)] {
        let probe = Duel::open(&[]);
        let hex = probe.at(5, 5, 0).hex;
        let mut duel = Duel::begun(&[], vec![piece(kind, hex.q, hex.r)]);
        let target = duel.at(5, 3, 3);
        duel.put(NORTH, target);
        let place = duel.at(5, 8, 0);
        duel.put(SOUTH, place);
        let place = duel.at(5, 7, 0);
        duel.go(SOUTH, place);
        assert_eq!(!duel.book.guns_ready(&duel.state, &id(SOUTH)).is_empty(), fires);
    }
    // CHA-AMB-14: the line from corner to corner runs along the side of the island, not through it.
    let probe = Duel::open(&[]);
    let island = probe.at(5, 5, 0).hex;
    let mut duel = Duel::begun(&[], vec![piece(Kind::Island, island.q, island.r)]);
    // Between facings 0 and 1 is a corner: to the second hex that way, the line only touches the sides of
    // both hexes in between.
    let from = HexPose { hex: island.moved(Facing::new(4), 1), facing: Facing::new(0) };
    let target =
        HexPose { hex: from.hex.moved(Facing::new(0), 1).moved(Facing::new(1), 1), facing: Facing::new(3) };
    assert!(from.hex.distance(target.hex) == 2 && from.hex.moved(Facing::new(1), 1) == island);
    duel.put(NORTH, target);
    duel.put(SOUTH, HexPose { hex: from.hex.moved(from.facing, -1), facing: from.facing });
    duel.go(SOUTH, from);
    assert!(!duel.book.guns_ready(&duel.state, &id(SOUTH)).is_empty());
}

#[test]
fn cha_14_18_20_amb_1_15_the_dice_and_their_odds() {
    // CHA-AMB-1: the die is rule 12 of the seed, flotation rule 18.
    let duel = Duel::disabled(&[], (5, 8, 0), (5, 5, 0));
    assert_eq!(duel.state.ships[&id(NORTH)].flotation, 16);
    // Disabled twice costs 8 points and gives one dash (CHA-18).
    let mut twice = Duel::begun(&[], vec![]);
    let target = twice.at(7, 4, 3);
    twice.put(NORTH, target);
    let from = HexPose { hex: target.hex.moved(Facing::new(4), 2), facing: Facing::new(0) };
    twice.put(SOUTH, HexPose { hex: from.hex.moved(from.facing, -1), facing: from.facing });
    twice.go(SOUTH, from);
    twice.fire(SOUTH, &[1, 1]);
    assert_eq!((twice.state.ships[&id(NORTH)].flotation, twice.acts()), (12, (Phase::Alter, NORTH)));
    let odds = duel.book.odds(&[Gun::Bow], 20);
    let sixth = 1.0 / 6.0;
    let near = |one: f64, other: f64| (one - other).abs() < 1e-12;
    assert!(near(odds.loss[&4], sixth) && near(odds.loss[&0], 0.5) && near(odds.disables, sixth));
    assert!(near(odds.sinks, 0.0) && near(odds.loss.values().sum(), 1.0));
    // CHA-AMB-15: a D4 that sinks the ship does not disable it; two guns at 4 points sink it in 3 of 12 and 1
    // of 36.
    let odds = duel.book.odds(&[Gun::Bow, Gun::Starboard], 4);
    assert!(near(odds.sinks, 12.0 / 36.0) && near(odds.disables, 0.0), "{odds:?}");
}

#[test]
fn cha_17_amb_6_a_dash_is_three_hexes_with_a_turn_before_each() {
    let mut duel = Duel::disabled(&[], (5, 8, 0), (5, 5, 0));
    duel.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
    assert_eq!(duel.acts(), (Phase::Dash, SOUTH));
    let routes = duel.book.routes(&duel.state);
    assert!(routes.iter().all(|route| route.places.len() == 3 || route.end != End::Water));
    let short = duel.at(5, 7, 0);
    duel.refused(SOUTH, short, "CHA-17");
    // No fire (CHA-17).
    assert!(duel.may(&Decision::Fire { ship: id(SOUTH), guns: vec![] }).is_err());
    // Three turns to one side reach a place that one_per_hex also allows.
    let turned = |duel: &Duel| {
        let routes = duel.book.routes(&duel.state);
        routes.iter().filter_map(Route::to).map(|to| Facing::new(0).hexsides_to(to.facing).abs()).max()
    };
    assert_eq!(turned(&duel), Some(3));
    let here = duel.place(SOUTH);
    let first = |duel: &Duel| {
        let routes = duel.book.routes(&duel.state);
        routes.iter().map(|route| here.facing.hexsides_to(route.places[0].facing).abs()).max()
    };
    assert_eq!(first(&duel), Some(1));
    let mut free = Duel::disabled(&[option("cha.dash_turns", "unlimited")], (5, 8, 0), (5, 5, 0));
    free.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
    assert!(first(&free) > Some(1));
}

#[test]
fn cha_17_amb_6_a_dash_that_meets_the_enemy_ends_as_a_ram_or_goes_on_as_the_players_have_it() {
    // The disabled ship is in the second hex ahead.
    let dash = |options: &[OptionValue]| {
        let mut duel = Duel::disabled(options, (5, 8, 0), (5, 5, 0));
        duel.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
        let enemy = duel.place(NORTH).hex;
        let rams = |route: &&Route| route.end == End::Rammed;
        let routes = duel.book.routes(&duel.state);
        let early = routes.iter().filter(rams).filter(|route| route.places.len() < 3).count();
        let last = routes.iter().filter(rams).filter(|route| route.places.len() == 3).count();
        let through = routes
            .iter()
            .filter(|route| route.end == End::Water && route.places.iter().any(|place| place.hex == enemy));
        (early > 0, last > 0, through.count() > 0)
    };
    let near = dash(&[]);
    let goes_on = dash(&[option("cha.dash_meets", "goes_on_to_three")]);
    assert!(!near.2, "a dash that meets her ends there");
    assert!(!goes_on.0, "only who finishes on her hex rams");
    assert!(near.1 && goes_on.1, "three hexes that end on hers ram either way");
}

#[test]
fn cha_17_amb_6_going_on_takes_a_dash_through_the_enemys_hex() {
    let ways = |options: &[OptionValue]| {
        let mut duel = Duel::disabled(options, (5, 8, 0), (5, 5, 0));
        duel.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
        // The enemy is right ahead now.
        let own = duel.place(SOUTH);
        duel.put(NORTH, HexPose { hex: own.hex.moved(own.facing, 1), facing: own.facing });
        let enemy = duel.place(NORTH).hex;
        let routes = duel.book.routes(&duel.state);
        let rams: Vec<usize> =
            routes.iter().filter(|it| it.end == End::Rammed).map(|it| it.places.len()).collect();
        let passes = |route: &&Route| route.places.len() == 3 && route.places[0].hex == enemy;
        (rams.contains(&1), routes.iter().filter(passes).count() > 0)
    };
    assert_eq!(ways(&[]), (true, false));
    assert_eq!(ways(&[option("cha.dash_meets", "goes_on_to_three")]), (false, true));
}

#[test]
fn cha_17_19_amb_13_rammed_or_under_way_again() {
    let mut rams = Duel::disabled(&[], (5, 8, 0), (5, 5, 0));
    rams.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
    let hex = rams.at(5, 5, 0);
    rams.go(SOUTH, hex);
    assert_eq!(rams.fate(NORTH), Some(Fate::Rammed));
    assert_eq!(rams.state.outcome, Some(Outcome::Won { side: SideId::of("b") }));
    let mut misses = Duel::disabled(&[], (5, 8, 0), (5, 5, 0));
    misses.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
    let past = misses.book.routes(&misses.state).into_iter().find(|route| route.end == End::Water).unwrap();
    misses.go(SOUTH, past.to().unwrap());
    assert_eq!(misses.acts(), (Phase::Restart, NORTH));
    let turned = misses.at(5, 4, 1);
    misses.refused(NORTH, turned, "CHA-17");
    let onward = misses.at(5, 4, 0);
    misses.go(NORTH, onward);
    if misses.state.phase == Phase::Fire {
        misses.take(Decision::HoldFire { ship: id(NORTH) });
    }
    // CHA-AMB-13: that counted as the disabled ship's turn.
    assert_eq!(misses.acts(), (Phase::Move, SOUTH));
}

#[test]
fn cha_18_amb_7_when_a_disabled_ship_may_turn() {
    let mut before = Duel::disabled(&[], (5, 8, 0), (5, 5, 0));
    assert_eq!(before.acts(), (Phase::Alter, NORTH));
    let (twice, once) = (before.at(5, 5, 2), before.at(5, 5, 1));
    before.lay(NORTH, twice);
    assert!(before.may(&Decision::Alter { ship: id(NORTH), settled: vec![] }).is_err());
    before.lay(NORTH, once);
    before.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
    assert_eq!(before.place(NORTH), once);
    for (value, ways) in [("before_restart", 3), ("none", 1)] {
        let mut duel = Duel::disabled(&[option("cha.disabled_turn", value)], (5, 8, 0), (5, 5, 0));
        assert_eq!(duel.acts(), (Phase::Dash, SOUTH));
        let past = duel.book.routes(&duel.state).into_iter().find(|route| route.end == End::Water).unwrap();
        duel.go(SOUTH, past.to().unwrap());
        assert_eq!(duel.book.routes(&duel.state).len(), ways, "{value}");
    }
}

#[test]
fn cha_19_amb_8_9_ramming_at_any_time_and_head_on() {
    let meet = |options: &[OptionValue], facing: i32| {
        let mut duel = Duel::begun(options, vec![]);
        let (target, from) = (duel.at(5, 4, facing), duel.at(5, 5, 0));
        duel.put(NORTH, target);
        duel.put(SOUTH, from);
        (duel, target)
    };
    // CHA-AMB-9: through any hexside except the bow's.
    for facing in [0, 1, 2, 4, 5] {
        let (mut duel, target) = meet(&[], facing);
        duel.go(SOUTH, HexPose { hex: target.hex, facing: Facing::new(0) });
        assert_eq!(duel.fate(NORTH), Some(Fate::Rammed), "{facing}");
    }
    let (mut scrapes, target) = meet(&[], 3);
    let beyond = HexPose { hex: target.hex.moved(Facing::new(0), 1), facing: Facing::new(0) };
    scrapes.go(SOUTH, beyond);
    assert_eq!((scrapes.fate(NORTH), scrapes.place(SOUTH)), (None, beyond));
    let (mut illegal, _) = meet(&[option("cha.head_on", "illegal")], 3);
    illegal.refused(SOUTH, beyond, "CHA-9");
    let (mut never, target) = meet(&[option("cha.ram_any_time", false)], 0);
    never.refused(SOUTH, HexPose { hex: target.hex, facing: Facing::new(0) }, "CHA-9");
}

#[test]
fn cha_11_amb_10_12_the_open_sea() {
    let escape = |options: &[OptionValue]| {
        let mut duel = Duel::begun(options, vec![]);
        let (from, to) = (duel.at(2, 1, 0), duel.at(2, 0, 0));
        duel.put(SOUTH, from);
        duel.go(SOUTH, to);
        assert_eq!(duel.fate(SOUTH), Some(Fate::Escaped));
        duel.state.outcome
    };
    assert_eq!(escape(&[]), Some(Outcome::Draw));
    let wins = escape(&[option("cha.escape_result", "escaper_wins")]);
    assert_eq!(wins, Some(Outcome::Won { side: SideId::of("b") }));
    // CHA-AMB-12: also in a dash, which ends there.
    let mut duel = Duel::disabled(&[], (5, 3, 0), (9, 4, 0));
    duel.take(Decision::Alter { ship: id(NORTH), settled: vec![] });
    let out = duel.book.routes(&duel.state).into_iter().find(|route| route.end == End::OpenSea).unwrap();
    duel.go(SOUTH, out.to().unwrap());
    assert_eq!((duel.fate(SOUTH), duel.state.outcome.clone()), (Some(Fate::Escaped), Some(Outcome::Draw)));
}

#[test]
fn cha_amb_5_the_other_ship_fires_too() {
    for both in [false, true] {
        let mut duel = Duel::begun(&[option("cha.both_fire_each_move", both)], vec![]);
        let (target, from, to) = (duel.at(5, 4, 3), duel.at(5, 8, 0), duel.at(5, 7, 0));
        duel.put(NORTH, target);
        duel.put(SOUTH, from);
        duel.go(SOUTH, to);
        duel.fire(SOUTH, &[6]);
        let next = if both { Phase::ReturnFire } else { Phase::Move };
        assert_eq!(duel.acts(), (next, NORTH));
        if both {
            duel.fire(NORTH, &[2]);
            assert_eq!(duel.state.ships[&id(SOUTH)].flotation, 18);
            assert_eq!(duel.acts(), (Phase::Move, NORTH));
        }
    }
}

#[test]
fn cha_amb_11_a_ship_with_nowhere_to_go_is_wrecked() {
    let stuck = |loss: bool| {
        let mut duel = Duel::begun(&[option("cha.no_move_is_loss", loss)], vec![]);
        // In the corner, heading for the side edge: ahead and both turns lead off the board.
        let (corner, from, to) = (duel.at(0, 0, 5), duel.at(8, 7, 0), duel.at(8, 6, 0));
        duel.put(NORTH, corner);
        duel.put(SOUTH, from);
        duel.go(SOUTH, to);
        duel
    };
    let wrecked = stuck(true);
    assert_eq!(wrecked.fate(NORTH), Some(Fate::Wrecked));
    assert_eq!(wrecked.state.outcome, Some(Outcome::Won { side: SideId::of("b") }));
    let mut still = stuck(false);
    assert_eq!(still.acts(), (Phase::Move, NORTH));
    still.take(Decision::LieStill { ship: id(NORTH) });
    assert_eq!(still.acts(), (Phase::Move, SOUTH));
    assert!(still.may(&Decision::LieStill { ship: id(SOUTH) }).is_err());
}

#[test]
fn options_are_what_their_file_says() {
    let book = HexDuel::embedded().unwrap();
    let defaults = serde_json::to_value(ChaOptions::default()).unwrap();
    for spec in book.options() {
        let own = &defaults[&spec.name];
        assert!(*own == spec.default || own.as_f64() == spec.default.as_f64(), "{}: {own}", spec.name);
        assert!(spec.allows(&spec.default), "{}", spec.name);
    }
    assert_eq!(defaults.as_object().unwrap().len(), book.options().len());
}

#[test]
fn the_screens_see_both_ships_and_their_points() {
    let duel = Duel::disabled(&[], (5, 8, 0), (5, 5, 0));
    let card = duel.book.card(&duel.state, &id(NORTH));
    assert_eq!((card.rows[0].printed, card.rows[0].left, card.notes), (20, 16, vec!["disabled".to_owned()]));
    assert_eq!(<HexDuel as PlayedBook>::ships(&duel.state).len(), 2);
    assert_eq!(duel.book.movers(&duel.state), [id(NORTH)]);
    assert_eq!(duel.book.seen_by(&duel.state, &Audience::Everyone), duel.state);
    let fact = rulesets::core::TableFacts::hex_of(&duel.table, &id(SOUTH), duel.grid).unwrap();
    assert_eq!((fact.hex, fact.sure_of_hex), (duel.place(SOUTH).hex, Verdict::Yes));
}

/// Duels by lot, with models anywhere in their hexes: they end, are sound, and fold from their logs.
#[test]
fn duels_by_lot_end_and_their_logs_fold() {
    let book = HexDuel::embedded().unwrap();
    let (mut ends, mut turns) = (BTreeMap::<String, u32>::new(), 0);
    let (first, count) = if cfg!(feature = "long") { (1_000_000, 5_000) } else { (0, 400) };
    for seed in first..first + count {
        let options = if seed % 3 == 0 { vec![] } else { options_by_lot(book.options(), seed) };
        let begun = staged(&book, &options).unwrap().measured(if seed % 2 == 0 { 0.0 } else { 0.1 });
        let begun = begun.set_out(&book).unwrap();
        let mut folded = begun.state.clone();
        let ending = by_lot(&book, begun, seed, |duel, played| {
            for event in &played.events {
                folded = HexDuel::apply(std::mem::take(&mut folded), event);
                assert!(!book.sentences(&folded, event).is_empty());
            }
            assert_eq!(folded, *duel.state(), "seed {seed}");
        });
        let ending = ending.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"));
        let text = serde_json::to_string(&folded).unwrap();
        assert_eq!(serde_json::from_str::<State>(&text).unwrap(), folded);
        *ends.entry(ending.ended.to_string()).or_default() += 1;
        ending.fates.into_iter().for_each(|(fate, ships)| *ends.entry(fate).or_default() += ships);
        turns += ending.turns;
    }
    println!("{count} duels, {turns} turns: {ends:?}");
    for end in ["union victory", "confederate victory", "draw", "sunk", "rammed", "escaped"] {
        assert!(ends.contains_key(end), "no duel ended so: {end}");
    }
}
