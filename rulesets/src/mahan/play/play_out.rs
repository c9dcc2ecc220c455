//! Battles played out by lot on a computed table: Mahan by his rules, the Player and the umpire by lot.

use crate::core::play_out::{self, ByLot, Lot, NotStaged, PlayOut, PlaysOut, SetOut, Staged, set_in_hex};
pub use crate::core::play_out::{JudgedEnd as Ended, LastTurn};
use crate::core::{
    AppDice, Audience, Book, Commander, DataError, Edge, Faces, Halt, OptionValue, Order, Outlook,
    PlacedShip, PlacedTable, PlayedBook, Refusal, Settlement, SideId,
};
use crate::gunboat::{self, MountChoice, suggest_ticks};
use crate::mahan::orders::{Chit, PlayerOrder, Side};
use crate::mahan::play::HexPose;
use crate::mahan::play::book::MahanBook;
use crate::mahan::play::captain::Solo;
use crate::mahan::play::events::decision::{
    Becomes, Change, Decision, Entry, Formation, GroupOrder, UmpireOrder,
};
use crate::mahan::play::events::event::Event;
use crate::mahan::play::events::invariants;
use crate::mahan::play::presentation::questions::{Ask, NeedsOrder};
use crate::mahan::play::state::battle::{End, Fate, GroupId, Phase, Piece, State};
use crate::mahan::play::state::card::ShipCard;
use crate::mahan::play::turn::gunnery;
use geometry::{Facing, Flank, Heading, HexGrid, HullShape, Observation, Point, Pose, ShipId};

/// A model's length, as a share of a hex.
const HULL_SHARE: f64 = 0.8;

/// The scenario included with the program: two Player gunboats meet two Mahan rams (house).
const MEETING: &str = "meeting";

/// The scenario's number of turns.
const TURNS: u32 = 30;

/// The ships of both sides, each with its starting column and row.
const PLAYERS: [(&str, i32, i32); 2] = [("cairo", 4, 6), ("essex", 4, 10)];

const MAHANS: [(&str, i32, i32); 2] = [("general-bragg", 20, 6), ("general-sterling-price", 20, 10)];

const BOARD: (u32, u32) = (24, 16);

impl PlaysOut for MahanBook {
    type Scene = LastTurn;
    type Ended = Ended;

    fn ended(&self, scene: &LastTurn, state: &State) -> Option<Ended> {
        Ended::of(state.outcome.as_ref(), state.turn, *scene)
    }

    fn fates(state: &State) -> Vec<&'static str> {
        state.ships.values().map(|ship| ship.fate.map_or("afloat", Fate::word)).collect()
    }

    fn stands(state: &State, ship: &ShipId) -> bool {
        state.ships.get(ship).is_some_and(|ship| ship.present())
    }

    fn after(&self, _: &mut LastTurn, table: &mut PlacedTable, state: &State, event: &Event) {
        let place = |id: &ShipId| table.placed(id).map(|placed| placed.observation.pose);
        let set_down = self.set_down(state, event, &place);
        set_down.iter().for_each(|(id, pose)| table.set_down(id, *pose));
    }

    fn faults(state: &State) -> Vec<String> {
        invariants::faults(state)
    }

    fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
        invariants::acts_from_nowhere(before, event)
    }
}

/// The Player, or the umpire, who decides by lot.
#[derive(Debug, Clone)]
pub struct RandomPlayer {
    lot: Lot,
    umpire: bool,
    only_asked: bool,
}

impl RandomPlayer {
    /// The same seed gives the same result.
    pub fn new(seed: u64, umpire: bool) -> Self {
        Self { lot: Lot::new(seed), umpire, only_asked: false }
    }

    /// The same commander, who decides only what is asked.
    #[must_use]
    pub fn only_asked(self) -> Self {
        Self { only_asked: true, ..self }
    }

    fn order(&mut self, needs: &NeedsOrder) -> GroupOrder {
        let most = u32::from(needs.fastest);
        let speed = self.lot.below(most + 1).max(self.lot.below(most + 1)) as u8;
        let orders = needs.orders.get(usize::from(speed)).map_or(&[][..], |orders| orders);
        let order = self.lot.pick(orders).copied().unwrap_or(PlayerOrder::Ahead);
        GroupOrder { group: needs.group.clone(), speed, order }
    }

    fn make_move(
        &mut self,
        outlook: &Outlook<'_, MahanBook>,
        group: &GroupId,
        ships: &[ShipId],
    ) -> Option<Order<Decision>> {
        let grid = outlook.state.grid?;
        let stay = |ways: &[crate::mahan::play::Plan]| {
            let off = |way: &crate::mahan::play::Plan| way.passages.iter().any(|it| it.end == End::Edge);
            ways.iter().any(off)
        };
        let mut leave = Vec::new();
        let mut ways = outlook.book.ways(outlook.state, group, &leave);
        // Some ships that reach the edge leave the map.
        if stay(&ways) && ships.len() == 1 && self.lot.chance(0.2) {
            leave = ships.to_vec();
            ways = outlook.book.ways(outlook.state, group, &leave);
            ways.retain(|way| way.places.is_empty());
        }
        let way = self.lot.pick(&ways)?.clone();
        let models =
            way.places.iter().map(|(id, place)| (id.clone(), vec![set_in_hex(&mut self.lot, &grid, *place)]));
        let models: Vec<(ShipId, Vec<Pose>)> = models.collect();
        let ships = models.iter().map(|(id, _)| id.clone()).collect();
        let decision = Decision::Move { group: group.clone(), ships, leave, settled: Vec::new() };
        Some(Order { models, decision })
    }

    fn gunnery(&mut self, outlook: &Outlook<'_, MahanBook>, ask: &gunboat::Ask) -> Option<Decision> {
        let state = outlook.state;
        let decision = match ask {
            gunboat::Ask::Roll { rolls } => {
                gunboat::Decision::Roll { rolls: rolls.clone(), faces: Faces::App }
            }
            gunboat::Ask::Choose { due, sections } => {
                gunboat::Decision::Choose { due: *due, section: *self.lot.pick(sections)? }
            }
            gunboat::Ask::Tick { due } => {
                gunboat::Decision::Tick { due: *due, boxes: suggest_ticks(&state.guns, *due) }
            }
            gunboat::Ask::Fire { shooter, targets, .. } => {
                let table = gunnery::table(state);
                let all = MountChoice::AllThatBear;
                let may = |target: &&ShipId| {
                    let gunboat = outlook.book.gunboat();
                    let plan = gunboat.salvo_plan(&state.guns, &table, (shooter, target), &all, &[]);
                    plan.reasons.is_empty()
                };
                let can: Vec<&ShipId> = targets.iter().filter(may).collect();
                let target = (*self.lot.pick(&can)?).clone();
                let (shooter, mounts, settled) = (shooter.clone(), all, Vec::new());
                gunboat::Decision::Fire { shooter, target, mounts, settled }
            }
            _ => return None,
        };
        Some(Decision::Gunnery { decision })
    }

    /// Random results of the base game as players enter them by hand, and retreats.
    fn unprompted(&mut self, state: &State) -> Option<Decision> {
        let reason = "By lot.".to_owned();
        if self.lot.chance(0.03) {
            let groups = state.groups_of(Side::Mahan);
            let group = self.lot.pick(&groups)?.clone();
            let order = UmpireOrder::Retreat { group, retreats: self.lot.chance(0.7) };
            return Some(Decision::Umpire { order, reason });
        }
        let manual = !state.by_gunboat();
        if !self.lot.chance(if manual { 0.3 } else { 0.03 }) || state.phase == Phase::SetOut {
            return None;
        }
        let ships: Vec<&ShipId> =
            state.ships.iter().filter(|(_, it)| it.present()).map(|(id, _)| id).collect();
        let ship = (*self.lot.pick(&ships)?).clone();
        let card = &state.ships.get(&ship)?.card;
        let to = match self.lot.below(7) {
            0 | 1 => Becomes::SpeedLost { lost: self.lot.below(u32::from(card.top_speed) + 1) as u8 },
            2 if !card.hull.port.is_empty() => Becomes::Hull { side: Flank::Port, section: 0, left: 0 },
            3 => Becomes::Gun { gun: self.lot.pick(&card.guns)?.id.clone(), lost: true },
            4 => Becomes::Fouled { fouled: self.lot.chance(0.5) },
            5 => Becomes::Anchored { anchored: self.lot.chance(0.5) },
            _ if manual && self.lot.chance(0.3) => Becomes::Lost { fate: Fate::Sunk },
            _ => return None,
        };
        Some(Decision::Enter { changes: vec![Change { ship, to }], reason })
    }
}

impl Commander<MahanBook> for RandomPlayer {
    fn order(&mut self, outlook: &Outlook<'_, MahanBook>) -> Option<Order<Decision>> {
        let state = outlook.state;
        if self.umpire && !self.only_asked && outlook.questions.is_empty() {
            return self.unprompted(state).map(Order::only);
        }
        for question in outlook.questions {
            let decision = match &question.ask {
                Ask::SetOut { ships } => {
                    let grid = state.grid?;
                    let mut models = Vec::new();
                    for (id, ship) in &state.ships {
                        let place = ship.place?;
                        models.push((id.clone(), vec![set_in_hex(&mut self.lot, &grid, place)]));
                    }
                    let decision = Decision::SetOut { ships: ships.clone(), settled: Vec::new() };
                    return Some(Order { models, decision });
                }
                Ask::PlayerOrders { groups } => {
                    Decision::PlayerOrders { orders: groups.iter().map(|needs| self.order(needs)).collect() }
                }
                Ask::Move { group, ships } => return self.make_move(outlook, group, ships),
                Ask::Draw if self.lot.chance(0.9) => Decision::Draw { chits: None },
                Ask::Draw => {
                    let mut cup = state.cup?;
                    let mut chits: Vec<Chit> = Vec::new();
                    for _ in 0..2 {
                        let chit = cup.at(self.lot.below(u32::from(cup.left())) as u8);
                        cup.take(chit);
                        chits.push(chit);
                    }
                    Decision::Draw { chits: Some(chits) }
                }
                Ask::Gunnery { ask } => match self.gunnery(outlook, ask) {
                    Some(decision) => decision,
                    None => continue,
                },
                Ask::FireDone => Decision::FireDone,
                Ask::Open | Ask::Roll | Ask::MahanMoved { .. } | Ask::ForMahan | Ask::Over => continue,
            };
            return Some(Order::only(decision));
        }
        None
    }

    fn instead(
        &mut self,
        _: &Outlook<'_, MahanBook>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let Halt::TooClose { questions } = halt else { return None };
        let Order { models, mut decision } = order;
        let (Decision::SetOut { settled, .. } | Decision::Move { settled, .. }) = &mut decision else {
            return None;
        };
        for question in questions {
            let reading = self.lot.pick(&question.readings)?.id.clone();
            settled.push(Settlement { key: question.key.clone(), reading });
        }
        Some(Order { models, decision })
    }
}

/// The two sides, the Player's first.
pub fn sides() -> (SideId, SideId) {
    (SideId::of("union"), SideId::of("confederate"))
}

/// Opens a battle on this board, with its models beside it. `sigma_in` is the standard deviation of their
/// places, inches.
///
/// # Errors
/// When the book refuses the battle.
pub fn set_out(
    book: &MahanBook,
    (ships, formations, terrain): (Vec<Entry>, Vec<Formation>, Vec<Piece>),
    grid: HexGrid,
    options: Vec<OptionValue>,
    sigma_in: f64,
) -> Result<(State, PlacedTable), Halt> {
    let length_in = HULL_SHARE * grid.across_flats_in;
    let hull = HullShape { length_in, beam_in: length_in / 4.0, stack_ahead_in: 0.0 };
    let beside = Pose { stack: Point::new(-1.0, -1.0), heading: Heading::from_deg(0.0) };
    let model = |entry: &Entry| {
        let mut observation = Observation::placed(entry.card.id.clone(), beside);
        observation.sigma_in = sigma_in;
        observation.heading_sigma_rad = sigma_in / 3.0;
        PlacedShip::at_rest(observation, hull)
    };
    let table = PlacedTable::new(ships.iter().map(model).collect());
    let mahan_edge = Edge::East;
    let open = Decision::Open { ships, formations, sides: sides(), mahan_edge, terrain, grid, options };
    let events = book.decide(&State::default(), &open, &table, &mut AppDice::new(0, &[]))?;
    Ok((events.iter().fold(State::default(), MahanBook::apply), table))
}

/// A battle played to its end.
pub type Ending = play_out::Ending<Ended>;

/// Plays a battle to its end: Mahan by his rules, the others by lot. The same seed gives the same battle.
/// `watch` is called after each decision.
///
/// # Errors
/// When the battle gets stuck, or breaks an invariant.
pub fn by_lot(
    book: &MahanBook,
    (state, table): (State, PlacedTable),
    turns: u32,
    seed: u64,
    watch: impl FnMut(&play_out::PlayOut<'_, MahanBook>, play_out::Played<MahanBook>),
) -> Result<Ending, play_out::Stuck> {
    let mut player = RandomPlayer::new(seed.wrapping_mul(3), false);
    let mut umpire = RandomPlayer::new(seed.wrapping_mul(3).wrapping_add(1), true);
    let mut mahan = Solo;
    let (own, his) = sides();
    let players =
        play_out::Players { sides: vec![(own, &mut player), (his, &mut mahan)], umpire: &mut umpire };
    let begun = SetOut { state, table, later: Vec::new(), scene: LastTurn(turns) };
    PlayOut::new(book, begun, players, seed).looked_after().to_the_end(watch)
}

/// A commander by lot, or Mahan by his rules.
#[derive(Debug, Clone)]
pub enum Drawing {
    /// The Player, or the umpire.
    ByLot(Box<RandomPlayer>),
    /// Mahan.
    Mahan(Solo),
}

impl Drawing {
    fn commander(&mut self) -> &mut dyn Commander<MahanBook> {
        match self {
            Self::ByLot(player) => player.as_mut(),
            Self::Mahan(solo) => solo,
        }
    }
}

impl Commander<MahanBook> for Drawing {
    fn order(&mut self, outlook: &Outlook<'_, MahanBook>) -> Option<Order<Decision>> {
        self.commander().order(outlook)
    }

    fn instead(
        &mut self,
        outlook: &Outlook<'_, MahanBook>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        self.commander().instead(outlook, order, halt)
    }
}

impl ByLot for MahanBook {
    type Drawing = Drawing;

    fn drawing(role: Audience, seed: u64) -> Drawing {
        match role {
            Audience::Side(side) if side == sides().1 => Drawing::Mahan(Solo),
            role => Drawing::ByLot(Box::new(RandomPlayer::new(seed, role == Audience::Umpire))),
        }
    }

    fn sides(_: &State) -> Vec<SideId> {
        let (own, his) = sides();
        vec![own, his]
    }

    fn scenarios(&self) -> Result<Vec<String>, DataError> {
        Ok(vec![MEETING.to_owned()])
    }

    fn as_printed(&self, scenario: &str) -> Result<Staged<Self>, NotStaged> {
        NotStaged::find(&[MEETING], scenario, |known| known)?;
        meeting(self)
    }

    fn winner(_: &State, ended: &Ended) -> Option<SideId> {
        ended.winner()
    }
}

fn meeting(book: &MahanBook) -> Result<Staged<MahanBook>, NotStaged> {
    let table_in = (60.0, 36.0);
    let corners = (Point::new(0.0, 0.0), Point::new(table_in.0, table_in.1));
    let grid = book
        .grid_in(MahanBook::board(BOARD.0, BOARD.1), corners)
        .map_err(|error| Refusal::because("MAH-1", error.to_string()))?;
    let tables = book.gunboat().tables();
    let library = gunboat::Library::embedded(tables)?;
    let length_in = HULL_SHARE * grid.across_flats_in;
    let hull = HullShape { length_in, beam_in: length_in / 4.0, stack_ahead_in: 0.0 };
    let (mut ships, mut models) = (Vec::new(), Vec::new());
    let facing = |side| Facing::new(if side == Side::Player { 2 } else { 4 });
    let all = PLAYERS.map(|it| (Side::Player, it)).into_iter().chain(MAHANS.map(|it| (Side::Mahan, it)));
    for (side, (name, column, row)) in all {
        let Some(facts) = library.ship(name) else { continue };
        let card = ShipCard::from_gunboat(tables, library.card(facts)?);
        let place = HexPose { hex: grid.board.hex(column, row), facing: facing(side) };
        let observation = Observation::placed(card.id.clone(), place.pose(&grid));
        models.push(PlacedShip::at_rest(observation, hull));
        ships.push(Entry { card, side, place });
    }
    Ok(Staged {
        id: MEETING.to_owned(),
        name: "A meeting of four".to_owned(),
        opening: vec![Decision::Open {
            ships,
            formations: Vec::new(),
            sides: sides(),
            mahan_edge: Edge::East,
            terrain: Vec::new(),
            grid,
            options: Vec::new(),
        }],
        models,
        later: Vec::new(),
        terrain: Vec::new(),
        table_in,
        scene: LastTurn(TURNS),
    })
}
