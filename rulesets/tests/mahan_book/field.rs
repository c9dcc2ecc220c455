//! A small test battle on a small board.

use geometry::{Arc, Facing, Flank, Hex, HexGrid, HullShape, Observation, Point, Pose, ShipId};
use rulesets::core::{
    AppDice, Book, BookData, Edge, Faces, Halt, OptionValue, PlacedShip, PlacedTable, SideId,
};
use rulesets::gunboat::{self, Library};
use rulesets::mahan::play::*;
use rulesets::mahan::{Chit, PlayerOrder, Side, TurnCapacity};
use serde_json::Value;
use std::sync::LazyLock;

pub fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

pub fn group(name: &str) -> GroupId {
    GroupId(name.to_owned())
}

pub fn option(name: &str, value: impl Into<Value>) -> OptionValue {
    OptionValue { name: name.to_owned(), value: value.into() }
}

/// The board: 30 columns, 24 rows, on 60 by 54 inches.
pub fn grid() -> HexGrid {
    *GRID
}

pub fn hex(column: i32, row: i32) -> Hex {
    grid().board.hex(column, row)
}

pub fn at(column: i32, row: i32, facing: i32) -> HexPose {
    HexPose { hex: hex(column, row), facing: Facing::new(facing) }
}

pub fn gun(name: &str, (from_deg, to_deg): (f64, f64), every_turn: bool) -> GunCard {
    GunCard { id: name.to_owned(), arc: Arc::new(from_deg, to_deg), range_hexes: 8, every_turn, shell_pf: 15 }
}

/// A ship with only the base game's figures.
pub fn card(name: &str) -> ShipCard {
    ShipCard {
        id: id(name),
        name: name.to_owned(),
        value: 10,
        top_speed: 8,
        engine: 4,
        turning: vec![
            TurnRow { to_speed: 4, capacity: TurnCapacity { per_hex: 2, per_turn: 3 } },
            TurnRow { to_speed: 6, capacity: TurnCapacity { per_hex: 1, per_turn: 2 } },
            TurnRow { to_speed: 16, capacity: TurnCapacity { per_hex: 1, per_turn: 1 } },
        ],
        ram_bow: false,
        spar_torpedo: false,
        wooden: false,
        hull: HullArmor { port: vec![8, 8, 8], starboard: vec![8, 8, 8] },
        guns: vec![gun("starboard", (30.0, 150.0), true), gun("port", (210.0, 330.0), false)],
        gunboat: None,
    }
}

/// A ship of the shared facts, with its card in Gunboat.
pub fn of_gunboat(name: &str) -> ShipCard {
    let card = LIBRARY.card(LIBRARY.ship(name).unwrap()).unwrap();
    ShipCard::from_gunboat(BOOK.gunboat().tables(), card)
}

static BOOK: LazyLock<MahanBook> = LazyLock::new(|| MahanBook::embedded().unwrap());
static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded(BOOK.gunboat().tables()).unwrap());
static GRID: LazyLock<HexGrid> = LazyLock::new(|| {
    let corners = (Point::new(0.0, 0.0), Point::new(60.0, 54.0));
    BOOK.grid_in(MahanBook::board(30, 24), corners).unwrap()
});

pub fn player(card: ShipCard, place: HexPose) -> Entry {
    Entry { card, side: Side::Player, place }
}

pub fn mahan(card: ShipCard, place: HexPose) -> Entry {
    Entry { card, side: Side::Mahan, place }
}

/// A battle in play.
pub struct Battle {
    pub book: MahanBook,
    pub state: State,
    pub table: PlacedTable,
    pub told: Vec<String>,
}

/// The start of a battle.
#[derive(Clone, Default)]
pub struct Begin {
    pub ships: Vec<Entry>,
    pub formations: Vec<Formation>,
    pub terrain: Vec<Piece>,
    pub options: Vec<OptionValue>,
}

impl Begin {
    /// A battle with fire entered by hand.
    pub fn by_hand(ships: Vec<Entry>) -> Self {
        Self { ships, options: vec![option("mah.combat_backend", "manual")], ..Self::default() }
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.push(option(name, value));
        self
    }

    pub fn formation(mut self, name: &str, ships: &[&str]) -> Self {
        let ships = ships.iter().map(|ship| id(ship)).collect();
        self.formations.push(Formation { id: group(name), ships });
        self
    }

    pub fn shore(mut self, ground: Ground, hexes: &[(i32, i32)]) -> Self {
        self.terrain.extend(hexes.iter().map(|(column, row)| Piece { ground, hex: hex(*column, *row) }));
        self
    }

    pub fn open(self) -> Result<Battle, Halt> {
        let book = BOOK.clone();
        let hull = HullShape { length_in: 1.4, beam_in: 0.4, stack_ahead_in: 0.0 };
        let model = |entry: &Entry| {
            PlacedShip::at_rest(Observation::placed(entry.card.id.clone(), entry.place.pose(&grid())), hull)
        };
        let table = PlacedTable::new(self.ships.iter().map(model).collect());
        let mut battle = Battle { book, state: State::default(), table, told: Vec::new() };
        let open = Decision::Open {
            ships: self.ships,
            formations: self.formations,
            sides: (SideId::of("union"), SideId::of("confederate")),
            mahan_edge: Edge::East,
            terrain: self.terrain,
            grid: grid(),
            options: self.options,
        };
        let events = battle.may(&open)?;
        battle.fold(&events);
        let ships = battle.state.ships.keys().cloned().collect();
        battle.take(Decision::SetOut { ships, settled: vec![] });
        Ok(battle)
    }
}

impl Battle {
    pub fn may(&self, decision: &Decision) -> Result<Vec<Event>, Halt> {
        self.book.decide(&self.state, decision, &self.table, &mut AppDice::new(7, &[]))
    }

    pub fn fold(&mut self, events: &[Event]) {
        for event in events {
            self.told.extend(self.book.sentences(&self.state, event));
            self.state = MahanBook::apply(self.state.clone(), event);
            assert_eq!(faults(&self.state), Vec::<String>::new(), "after {event:?}");
        }
    }

    pub fn take(&mut self, decision: Decision) -> Vec<Event> {
        let events = self.may(&decision).unwrap_or_else(|halt| panic!("{decision:?}: {halt}"));
        self.fold(&events);
        events
    }

    pub fn refused(&self, decision: &Decision, rule: &str) {
        let halt = self.may(decision).unwrap_err().to_string();
        assert!(halt.contains(&format!("({rule})")), "{halt}");
    }

    pub fn orders(&self, orders: &[(&str, u8, PlayerOrder)]) -> Decision {
        let order = |(name, speed, order): &(&str, u8, PlayerOrder)| GroupOrder {
            group: group(name),
            speed: *speed,
            order: *order,
        };
        Decision::PlayerOrders { orders: orders.iter().map(order).collect() }
    }

    /// Throws Mahan's dice that are due, with these faces.
    pub fn dice(&mut self, faces: &[u8]) -> Vec<Event> {
        self.take(Decision::Roll { faces: Faces::Typed(faces.to_vec()) })
    }

    pub fn lay(&mut self, ship: &ShipId, place: HexPose) {
        let pose: Pose = place.pose(&grid());
        self.table.set_down(ship, pose);
    }

    /// Moves Mahan's models to their ghosts.
    pub fn mahan_moves(&mut self) -> Vec<Event> {
        let ghosts = self.book.ghosts(&self.state);
        for (ship, pose) in &ghosts {
            self.table.set_down(ship, *pose);
        }
        let ships = ghosts.into_iter().map(|(ship, _)| ship).collect();
        self.take(Decision::MahanMoved { ships, settled: vec![] })
    }

    pub fn move_to(&mut self, name: &str, places: &[(&str, HexPose)]) -> Decision {
        for (ship, place) in places {
            self.lay(&id(ship), *place);
        }
        let ships = places.iter().map(|(ship, _)| id(ship)).collect();
        Decision::Move { group: group(name), ships, leave: vec![], settled: vec![] }
    }

    /// Moves all of the Player's formations that must move straight ahead.
    pub fn player_moves(&mut self) {
        while let Some(Ask::Move { group, .. }) =
            self.book.questions(&self.state).into_iter().next().map(|question| question.ask)
        {
            let ways = self.book.ways(&self.state, &group, &[]);
            let places = ways[0].places.clone();
            for (ship, place) in &places {
                self.lay(ship, *place);
            }
            let ships = places.into_iter().map(|(ship, _)| ship).collect();
            self.take(Decision::Move { group, ships, leave: vec![], settled: vec![] });
        }
    }

    pub fn draw(&mut self, one: Chit, other: Chit) -> Vec<Event> {
        self.take(Decision::Draw { chits: Some(vec![one, other]) })
    }

    /// Plays on until this phase of this round: with blank chits as long as there are any, and threes for all
    /// dice.
    pub fn until(&mut self, phase: Phase, round: u8) {
        self.play_until(|state| state.phase == phase && state.round == round);
    }

    /// Plays on in the same way until a condition holds.
    pub fn play_until(&mut self, holds: impl Fn(&State) -> bool) {
        for _ in 0..200 {
            if holds(&self.state) && self.state.rolls.is_empty() {
                return;
            }
            if !self.state.rolls.is_empty() {
                let faces = vec![9; self.state.rolls.len()];
                self.dice(&faces);
                continue;
            }
            match self.state.phase {
                Phase::MahanMove => {
                    self.mahan_moves();
                }
                Phase::PlayerMove => self.player_moves(),
                Phase::Draw => {
                    let mut cup = self.state.cup.unwrap();
                    let mut take = || {
                        let chit = cup.at(cup.left() - 1);
                        cup.take(chit);
                        chit
                    };
                    let (one, other) = (take(), take());
                    self.draw(one, other);
                }
                Phase::Fire if self.state.firing.mahan => {
                    self.take(Decision::ForMahan);
                }
                Phase::Fire => {
                    self.take(Decision::FireDone);
                }
                other => panic!("{other:?} is where it stands"),
            }
        }
        panic!("it never came");
    }

    pub fn place(&self, ship: &str) -> HexPose {
        self.state.ships[&id(ship)].place.unwrap()
    }

    pub fn group(&self, name: &str) -> &Group {
        &self.state.groups[&group(name)]
    }

    pub fn enter(&mut self, ship: &str, to: Becomes) -> Vec<Event> {
        let changes = vec![Change { ship: id(ship), to }];
        self.take(Decision::Enter { changes, reason: "By the base game.".to_owned() })
    }

    pub fn gunnery(&mut self, decision: gunboat::Decision) -> Vec<Event> {
        self.take(Decision::Gunnery { decision })
    }
}

pub const PORT: Flank = Flank::Port;
pub const STARBOARD: Flank = Flank::Starboard;
