//! The hex duel behind the shape that all books share.

use crate::core::{
    Audience, Book, DataError, DataFile, Dice, Die, Faces, Halt, OptionSpec, Question, Reason, Refusal,
    RollId, RollRequest, RuleId, Settlement, TableFacts, TypedDice, throw_all, with_option,
};
use crate::core::{OptionValue, SideId, grid_between, hex_words};
use crate::hex_duel::board::{self, Piece, terrain_faults};
use crate::hex_duel::decision::{Decision, Entry, UmpireOrder};
use crate::hex_duel::event::{Event, MoveKind};
use crate::hex_duel::gunnery::{self, Aim, DuelOdds, Gun, effect, odds};
use crate::hex_duel::movement::{End, Route, routes};
use crate::hex_duel::options::ChaOptions;
use crate::hex_duel::questions::{Ask, questions};
use crate::hex_duel::reading::read;
use crate::hex_duel::sentences::sentences;
use crate::hex_duel::state::{Ironclad, PendingRoll, Phase, Place, RollUse, Start, State};
use crate::hex_duel::tables::Tables;
use crate::hex_duel::turn::Log;
use geometry::{HexBoard, HexClick, HexFit, HexGrid, HexGridError, Point, ShipId};

/// The version of the bodies of states, decisions and events.
pub const BODY_VERSION: u32 = 1;

/// The book with its tables.
#[derive(Debug, Clone)]
pub struct HexDuel {
    tables: Tables,
}

impl HexDuel {
    /// The book with the tables compiled in.
    ///
    /// # Errors
    /// When a data file contradicts itself (a test holds that the compiled ones don't).
    pub fn embedded() -> Result<Self, DataError> {
        Ok(Self { tables: Tables::embedded()? })
    }

    /// The book with the data files that a battle kept.
    ///
    /// # Errors
    /// Names the file, the place and what is wrong.
    pub fn with_data(files: Vec<DataFile>) -> Result<Self, DataError> {
        Ok(Self { tables: Tables::load(files)? })
    }

    /// The book's tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The board's hexes under these options.
    pub fn board(&self, options: &ChaOptions) -> HexBoard {
        options.board.hexes(self.tables.board())
    }

    /// The board as large as fits between two opposite corners: those of the table, or of its corner cards. On 60 by
    /// 36 inches its hexes are 85 mm across the flats.
    ///
    /// # Errors
    /// When there is no room between them.
    pub fn grid_in(&self, options: &ChaOptions, corners: (Point, Point)) -> Result<HexGrid, HexGridError> {
        grid_between(self.board(options), corners)
    }

    /// The board by the middles of three or more hexes that were clicked.
    ///
    /// # Errors
    /// When the clicks are too few or contradict each other.
    pub fn grid_from_clicks(
        &self,
        options: &ChaOptions,
        clicks: &[HexClick],
    ) -> Result<HexFit, HexGridError> {
        board::grid_from_clicks(self.board(options), clicks)
    }

    /// The hexes in which a ship may begin.
    pub fn start_hexes(&self, grid: &HexGrid, start: Start) -> Vec<geometry::Hex> {
        board::start_hexes(&grid.board, start)
    }

    /// Every way that the acting ship may take now: the hexes a screen marks.
    pub fn routes(&self, state: &State) -> Vec<Route> {
        match (&state.acting, move_kind(state.phase)) {
            (Some(ship), Some(kind)) => routes(&self.tables, state, ship, kind),
            _ => Vec::new(),
        }
    }

    /// The guns that bear on something at a bearing, degrees clockwise from the bow.
    pub fn guns_at(&self, options: &ChaOptions, bearing_deg: f64) -> Vec<Gun> {
        gunnery::guns_at(&self.tables, options.broadside_arc, bearing_deg)
    }

    /// Where a hex lies from a ship, degrees clockwise from her bow, middle to middle.
    pub fn bearing_deg(from: Place, to: geometry::Hex) -> f64 {
        from.bearing_deg(to)
    }

    /// The guns of a ship that could hit her enemy now.
    pub fn guns_ready(&self, state: &State, ship: &ShipId) -> Vec<Gun> {
        Aim::of(&self.tables, state, ship).map_or_else(Vec::new, |aim| aim.ready().to_vec())
    }

    /// What these guns may do to a ship with so much flotation; the dice of a salvo are read by the same code.
    pub fn odds(&self, guns: &[Gun], flotation: u32) -> DuelOdds {
        odds(&self.tables, guns, flotation)
    }

    /// A move as it would be judged now.
    pub(super) fn judge(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        ship: &ShipId,
    ) -> Result<Vec<Event>, Halt> {
        let decision = Decision::Move { ship: ship.clone(), settled: Vec::new() };
        self.decide(state, &decision, facts, &mut TypedDice::new(Vec::new()))
    }
}

/// What kind of move a phase waits for.
pub(super) fn move_kind(phase: Phase) -> Option<MoveKind> {
    match phase {
        Phase::Move => Some(MoveKind::Ordinary),
        Phase::Dash => Some(MoveKind::Dash),
        Phase::Restart => Some(MoveKind::Restart),
        _ => None,
    }
}

fn refused(rule: &'static str, text: impl Into<String>) -> Halt {
    Halt::Refused(Refusal::because(rule, text))
}

fn acting<'s>(
    state: &'s State,
    ship: &ShipId,
    phases: &[Phase],
    rule: &'static str,
) -> Result<&'s Ironclad, Halt> {
    let found = state.ships.get(ship).ok_or_else(|| refused(rule, format!("There is no ship {ship}.")))?;
    if phases.contains(&state.phase) && state.acting.as_ref() == Some(ship) {
        return Ok(found);
    }
    let turn = state.acting.as_ref().map_or_else(String::new, |ship| format!(", {}", state.name(ship)));
    Err(refused(rule, format!("{} can't do that now: it is “{}”{turn}.", found.name, state.phase.title())))
}

impl HexDuel {
    fn open(
        &self,
        state: &State,
        (ships, sides): (&[Entry], &[SideId]),
        grid: HexGrid,
        values: &[OptionValue],
    ) -> Result<Vec<Event>, Halt> {
        let mut reasons = Vec::new();
        let mut refuse = |text: &str| reasons.push(Reason::new("CHA-1", text));
        if state.phase != Phase::SetUp {
            refuse("The duel has begun already.");
        }
        let starts: Vec<Start> = ships.iter().map(|entry| entry.start).collect();
        let one_each = matches!(starts.as_slice(), [one, other] if one != other);
        if !one_each || ships.iter().any(|entry| ships.iter().filter(|it| it.ship == entry.ship).count() > 1)
        {
            refuse("A duel has two different ironclads, one at the north edge and one at the south.");
        }
        if !matches!(sides, [one, other] if one != other) {
            refuse("A duel has two sides.");
        }
        let mut options = ChaOptions::default();
        for value in values {
            options = with_option(&options, value, self.tables.option_specs(), "CHA-1")?;
        }
        if grid.board != self.board(&options)
            || !(grid.across_flats_in.is_finite() && grid.across_flats_in > 0.0)
        {
            refuse("The board that is laid out is not the one that is played on: register it anew.");
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let [first, second] = [0, 1].map(|at| sides.get(at).map_or_else(String::new, SideId::title));
        let request = RollRequest {
            id: RollId(state.next_roll),
            die: Die::D6,
            count: 1,
            purpose: "toss".to_owned(),
            label: format!("The coin (1 to 3: {first}, 4 to 6: {second})"),
            rule: RuleId::of("CHA-3"),
        };
        Ok(vec![Event::Opened {
            body_version: BODY_VERSION,
            ships: ships.to_vec(),
            sides: sides.to_vec(),
            grid,
            options,
            toss: PendingRoll { request, decides: RollUse::Toss },
        }])
    }

    fn roll(&self, state: &State, faces: &Faces, dice: &mut dyn Dice) -> Result<Vec<Event>, Halt> {
        if state.rolls.is_empty() {
            return Err(refused("CHA-14", "No dice are due now."));
        }
        let mut typed;
        let dice: &mut dyn Dice = match faces {
            Faces::App => dice,
            Faces::Typed(faces) => {
                if faces.len() != state.rolls.len() {
                    let text =
                        format!("{} faces are needed, but {} were given.", state.rolls.len(), faces.len());
                    return Err(refused("CHA-14", text));
                }
                typed = TypedDice::new(faces.clone());
                &mut typed
            }
        };
        let requests: Vec<&RollRequest> = state.rolls.iter().map(|roll| &roll.request).collect();
        let thrown = throw_all(&requests, dice)?;
        let face = |at: usize| thrown.get(at).and_then(|roll| roll.faces.first()).copied().unwrap_or(1);
        let mut log = Log::of(&self.tables, state);
        let guns: Vec<(Gun, u8)> = state
            .rolls
            .iter()
            .enumerate()
            .filter_map(|(at, roll)| match roll.decides {
                RollUse::Gun { gun } => Some((gun, face(at))),
                RollUse::Toss => None,
            })
            .collect();
        let toss = face(0);
        log.push(Event::DiceThrown { thrown });
        let target = state.acting.as_ref().and_then(|ship| Some((ship, state.enemy_of(ship)?)));
        match target {
            Some((ship, (target, enemy))) => {
                let effect = effect(&self.tables, &guns, enemy.flotation);
                let disabled = effect.disabled;
                log.push(Event::ShotsRead {
                    ship: ship.clone(),
                    target: target.clone(),
                    shots: effect.shots,
                    flotation: effect.flotation,
                    disabled,
                });
                log.hit(ship, state.phase, disabled);
            }
            None => {
                let winner = state.sides.get(usize::from(toss > 3)).cloned();
                let side = winner.ok_or_else(|| refused("CHA-3", "A duel has two sides."))?;
                log.push(Event::TossWon { side });
                log.begin_phase(Phase::ChooseShip, None);
            }
        }
        Ok(log.events)
    }

    fn choose(&self, state: &State, ship: &ShipId) -> Result<Vec<Event>, Halt> {
        let side = state.toss_winner.clone().filter(|_| state.phase == Phase::ChooseShip);
        let side = side.ok_or_else(|| refused("CHA-3", "Nobody chooses an ironclad now."))?;
        if !state.ships.contains_key(ship) {
            return Err(refused("CHA-3", format!("There is no ship {ship}.")));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::ShipChosen { side, ship: ship.clone() });
        log.begin_phase(Phase::PlaceTerrain, None);
        Ok(log.events)
    }

    fn place_terrain(&self, state: &State, pieces: &[Piece]) -> Result<Vec<Event>, Halt> {
        let grid = state.grid.filter(|_| state.phase == Phase::PlaceTerrain);
        let grid = grid
            .ok_or_else(|| refused("CHA-4", "Islands and rocks are placed before the ships are set out."))?;
        Halt::unless_clear(terrain_faults(&self.tables, &grid.board, pieces), Vec::new())?;
        let mut log = Log::of(&self.tables, state);
        log.push(Event::TerrainPlaced { pieces: pieces.to_vec() });
        log.begin_phase(Phase::SetOut, None);
        Ok(log.events)
    }

    fn set_out(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        let grid = state.grid.filter(|_| state.phase == Phase::SetOut);
        let grid = grid.ok_or_else(|| refused("CHA-3", "The ships are not set out now."))?;
        let ids: Vec<&ShipId> = state.ships.keys().collect();
        let read = read(state, facts, &ids, settled)?;
        let mut reasons = Vec::new();
        for (id, place) in &read.places {
            let Some(ship) = state.ships.get(id) else { continue };
            let hexes = self.start_hexes(&grid, ship.start);
            if !hexes.contains(&place.hex) || place.facing != ship.start.facing() {
                let words: Vec<String> = hexes.iter().map(|hex| hex_words(&grid, *hex)).collect();
                let text = format!(
                    "{} begins at the {} edge, in {}, heading for the other edge; she stands in {}.",
                    ship.name,
                    ship.start.word(),
                    words.join(" or "),
                    hex_words(&grid, place.hex)
                );
                reasons.push(Reason::new("CHA-3", text));
            }
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let mut log = Log::of(&self.tables, state);
        log.push(Event::SetOut { places: read.places, asked: read.asked, settled: read.settled });
        // The loser of the toss moves first (CHA-5).
        let loser = |(_, ship): &(&ShipId, &Ironclad)| Some(&ship.side) != state.toss_winner.as_ref();
        if let Some((first, _)) = state.ships.iter().find(loser) {
            log.begin_turn(first.clone());
        }
        Ok(log.events)
    }

    fn make_move(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        id: &ShipId,
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Move, Phase::Dash, Phase::Restart], "CHA-6")?;
        let (Some(kind), Some(from), Some(grid)) = (move_kind(state.phase), ship.place, state.grid) else {
            return Err(refused("CHA-6", "The ships are not set out yet."));
        };
        let read = read(state, facts, &[id], settled)?;
        let place = read.places.first().map_or(from, |(_, place)| *place);
        let ways = routes(&self.tables, state, id, kind);
        let Some(route) = ways.into_iter().find(|route| route.to() == Some(place)) else {
            return Err(self.no_way(state, id, (from, place), kind, &grid));
        };
        let end = route.end;
        let mut log = Log::of(&self.tables, state);
        log.push(Event::Moved {
            ship: id.clone(),
            kind,
            from,
            route,
            off_deg: read.off_deg,
            asked: read.asked,
            settled: read.settled,
        });
        log.moved(id, kind, end);
        Ok(log.events)
    }

    /// Why a ship may not come to stand there.
    fn no_way(
        &self,
        state: &State,
        id: &ShipId,
        (from, to): (Place, Place),
        kind: MoveKind,
        grid: &HexGrid,
    ) -> Halt {
        let name = state.name(id);
        let turned = from.facing.hexsides_to(to.facing);
        let reason = match kind {
            MoveKind::Ordinary if to.hex == from.hex => {
                Reason::new("CHA-7", format!("{name} may not stop: she moves one hex."))
            }
            MoveKind::Ordinary if turned.abs() > 1 => Reason::new(
                "CHA-8",
                format!("{name} may turn one hexside only, and has turned {}.", turned.abs()),
            ),
            MoveKind::Ordinary if to.hex == from.hex.moved(from.facing, -1) => {
                Reason::new("CHA-10", format!("{name} may never go astern."))
            }
            MoveKind::Ordinary => Reason::new(
                "CHA-9",
                format!(
                    "{name} turns first and then moves one hex straight ahead; she stands in {}.",
                    hex_words(grid, to.hex)
                ),
            ),
            MoveKind::Dash => {
                let hexes = self.tables.dash_hexes();
                Reason::new(
                    "CHA-17",
                    format!("{name} dashes {hexes} hexes; no such dash ends in {}.", hex_words(grid, to.hex)),
                )
            }
            MoveKind::Restart => {
                Reason::new("CHA-17", format!("{name} gets under way one hex straight ahead."))
            }
        };
        Halt::Refused(Refusal { reasons: vec![reason] })
    }

    fn alter(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        id: &ShipId,
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Alter], "CHA-18")?;
        let read = read(state, facts, &[id], settled)?;
        let (Some(from), Some((_, place))) = (ship.place, read.places.first().cloned()) else {
            return Err(refused("CHA-18", "The ships are not set out yet."));
        };
        if place.hex != from.hex || from.facing.hexsides_to(place.facing).abs() > 1 {
            let text =
                format!("{} is disabled: she may turn one hexside where she lies, no more.", ship.name);
            return Err(refused("CHA-18", text));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::Altered { ship: id.clone(), place, asked: read.asked, settled: read.settled });
        let dasher = state.enemy_of(id).map(|(enemy, _)| enemy.clone());
        log.begin_phase(Phase::Dash, dasher);
        Ok(log.events)
    }

    fn lie_still(&self, state: &State, id: &ShipId) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Move, Phase::Dash, Phase::Restart], "CHA-7")?;
        let kind = move_kind(state.phase).unwrap_or(MoveKind::Ordinary);
        if !routes(&self.tables, state, id, kind).is_empty() {
            return Err(refused("CHA-7", format!("{} can move, and so she must.", ship.name)));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::LayStill { ship: id.clone(), kind });
        log.moved(id, kind, End::Water);
        Ok(log.events)
    }

    fn fire(&self, state: &State, id: &ShipId, guns: &[Gun]) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Fire, Phase::ReturnFire], "CHA-15")?;
        if !state.rolls.is_empty() {
            return Err(refused("CHA-15", format!("{} has fired: throw the dice.", ship.name)));
        }
        let aim = Aim::of(&self.tables, state, id);
        let (Some(aim), Some((target, _))) = (aim, state.enemy_of(id)) else {
            return Err(refused("CHA-15", "The ships are not set out yet."));
        };
        let mut reasons = Vec::new();
        if !aim.in_range {
            let text = format!("The enemy is {} hexes away: too far.", aim.distance_hexes);
            reasons.push(Reason::new("CHA-13", text));
        }
        if aim.blocked {
            reasons.push(Reason::new("CHA-16", "An island lies between."));
        }
        for gun in guns.iter().filter(|gun| !aim.guns.contains(gun)) {
            let text = format!("The {} gun does not bear at {}°.", gun.word(), aim.bearing_deg);
            reasons.push(Reason::new("CHA-12", text));
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let chosen = |gun: &&Gun| guns.is_empty() || guns.contains(gun);
        let roll = |(at, gun): (usize, &Gun)| PendingRoll {
            request: RollRequest {
                id: RollId(state.next_roll + at as u32),
                die: Die::D6,
                count: 1,
                purpose: gun.word().to_owned(),
                label: format!("{}'s {} gun", ship.name, gun.word()),
                rule: RuleId::of("CHA-14"),
            },
            decides: RollUse::Gun { gun: *gun },
        };
        Ok(vec![Event::FireDeclared {
            ship: id.clone(),
            target: target.clone(),
            distance_hexes: aim.distance_hexes,
            bearing_deg: aim.bearing_deg,
            rolls: aim.guns.iter().filter(chosen).enumerate().map(roll).collect(),
            rule: RuleId::of("CHA-15"),
        }])
    }

    fn hold_fire(&self, state: &State, id: &ShipId) -> Result<Vec<Event>, Halt> {
        acting(state, id, &[Phase::Fire, Phase::ReturnFire], "CHA-15")?;
        if !state.rolls.is_empty() {
            return Err(refused("CHA-15", "The guns have fired: throw the dice."));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::FireHeld { ship: id.clone() });
        log.fired(id, state.phase);
        Ok(log.events)
    }

    fn umpire(&self, state: &State, order: &UmpireOrder, reason: &str) -> Result<Vec<Event>, Halt> {
        let (UmpireOrder::Put { ship, .. } | UmpireOrder::SetFlotation { ship, .. }) = order;
        let fit = match order {
            UmpireOrder::Put { place, .. } => {
                state.grid.is_some_and(|grid| grid.board.holds(place.hex))
                    && state
                        .enemy_of(ship)
                        .is_none_or(|(_, enemy)| enemy.place.is_none_or(|at| at.hex != place.hex))
                    && !state.terrain.iter().any(|piece| piece.hex == place.hex)
            }
            UmpireOrder::SetFlotation { flotation, .. } => *flotation > 0,
        };
        if !fit || !state.ships.contains_key(ship) || state.phase == Phase::Over {
            return Err(refused(
                "CHA-6",
                "That can't be set: name a ship, a free hex of the board, at least 1 point.",
            ));
        }
        Ok(vec![Event::UmpireOrdered { order: order.clone(), reason: reason.to_owned() }])
    }
}

impl Book for HexDuel {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Ask;

    fn id(&self) -> &'static str {
        "hex_duel"
    }

    fn body_version(&self) -> u32 {
        BODY_VERSION
    }

    fn data(&self) -> &[DataFile] {
        self.tables.files()
    }

    fn options(&self) -> &[OptionSpec] {
        self.tables.option_specs()
    }

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        match decision {
            Decision::Open { ships, sides, grid, options } => {
                self.open(state, (ships, sides), *grid, options)
            }
            _ if state.phase == Phase::SetUp => {
                Err(refused("CHA-1", "The duel has not begun: open it first."))
            }
            Decision::Roll { faces } => self.roll(state, faces, dice),
            Decision::ChooseShip { ship } => self.choose(state, ship),
            Decision::PlaceTerrain { pieces } => self.place_terrain(state, pieces),
            Decision::SetOut { settled } => self.set_out(state, facts, settled),
            Decision::Move { ship, settled } => self.make_move(state, facts, ship, settled),
            Decision::Alter { ship, settled } => self.alter(state, facts, ship, settled),
            Decision::LieStill { ship } => self.lie_still(state, ship),
            Decision::Fire { ship, guns } => self.fire(state, ship, guns),
            Decision::HoldFire { ship } => self.hold_fire(state, ship),
            Decision::RegisterGrid { grid, reason } => {
                if state.grid.is_some_and(|own| own.board != grid.board) {
                    return Err(refused("CHA-1", "The board that is played on has other hexes."));
                }
                Ok(vec![Event::GridRegistered { grid: *grid, reason: reason.clone() }])
            }
            Decision::SetOption { option, reason } => {
                let options = with_option(&state.options, option, self.options(), "CHA-1")?;
                if self.board(&options) != self.board(&state.options) {
                    return Err(refused("CHA-AMB-3", "The board is chosen before the duel begins."));
                }
                Ok(vec![Event::OptionSet { option: option.clone(), options, reason: reason.clone() }])
            }
            Decision::Umpire { order, reason } => self.umpire(state, order, reason),
        }
    }

    fn apply(state: State, event: &Event) -> State {
        apply(state, event)
    }

    fn questions(&self, state: &State) -> Vec<Question<Ask>> {
        questions(&self.tables, state)
    }

    fn sentences(&self, state: &State, event: &Event) -> Vec<String> {
        sentences(state, event)
    }

    /// Nothing of a duel is secret.
    fn audience(&self, _: &State, _: &Event) -> Audience {
        Audience::Everyone
    }

    fn seen_by(&self, state: &State, _: &Audience) -> State {
        state.clone()
    }
}

/// Folds an event into the state.
pub(super) fn apply(mut state: State, event: &Event) -> State {
    let place = |state: &mut State, ship: &ShipId, place: Place| {
        if let Some(ship) = state.ships.get_mut(ship) {
            ship.place = Some(place);
        }
    };
    match event {
        Event::Opened { ships, sides, grid, options, toss, .. } => {
            state.phase = Phase::Toss;
            state.sides = sides.clone();
            state.grid = Some(*grid);
            state.options = options.clone();
            state.next_roll = toss.request.id.0.saturating_add(1);
            state.rolls = vec![toss.clone()];
            let entered = ships.iter().zip(sides).map(|(entry, side)| {
                let ship = Ironclad {
                    name: entry.name.clone(),
                    side: side.clone(),
                    start: entry.start,
                    place: None,
                    flotation: options.flotation as u32,
                    fate: None,
                };
                (entry.ship.clone(), ship)
            });
            state.ships = entered.collect();
        }
        Event::DiceThrown { .. } => state.rolls.clear(),
        Event::TossWon { side } => state.toss_winner = Some(side.clone()),
        Event::ShipChosen { side, ship } => {
            let other = state.sides.iter().find(|other| *other != side).cloned();
            for (id, own) in &mut state.ships {
                own.side =
                    if id == ship { side.clone() } else { other.clone().unwrap_or_else(|| side.clone()) };
            }
        }
        Event::TerrainPlaced { pieces } => state.terrain = pieces.clone(),
        Event::SetOut { places, .. } => {
            places.iter().for_each(|(ship, at)| place(&mut state, ship, *at));
        }
        Event::Moved { ship, kind, route, .. } => {
            if let Some(to) = route.to() {
                place(&mut state, ship, to);
            }
            if *kind != MoveKind::Dash {
                state.moved_last = Some(ship.clone());
            }
        }
        Event::LayStill { ship, kind } => {
            if *kind != MoveKind::Dash {
                state.moved_last = Some(ship.clone());
            }
        }
        Event::Altered { ship, place: at, .. } => place(&mut state, ship, *at),
        Event::FireDeclared { rolls, .. } => {
            state.next_roll = state.next_roll.saturating_add(rolls.len() as u32);
            state.rolls = rolls.clone();
        }
        Event::ShotsRead { target, flotation, .. } => {
            if let Some(target) = state.ships.get_mut(target) {
                target.flotation = *flotation;
            }
        }
        Event::Lost { ship, fate, .. } => {
            if let Some(ship) = state.ships.get_mut(ship) {
                ship.fate = Some(*fate);
            }
        }
        Event::Ended { outcome } => state.outcome = Some(outcome.clone()),
        Event::PhaseBegan { turn, phase, acting } => {
            state.turn = *turn;
            state.phase = *phase;
            state.acting = acting.clone();
        }
        Event::GridRegistered { grid, .. } => state.grid = Some(*grid),
        Event::OptionSet { options, .. } => state.options = options.clone(),
        Event::UmpireOrdered { order, .. } => match order {
            UmpireOrder::Put { ship, place: at } => place(&mut state, ship, *at),
            UmpireOrder::SetFlotation { ship, flotation } => {
                if let Some(ship) = state.ships.get_mut(ship) {
                    ship.flotation = *flotation;
                }
            }
        },
        Event::FireHeld { .. } => {}
    }
    state
}
