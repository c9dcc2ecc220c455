//! Victory: points and conditions of a scenario, evaluated on a state (all of it house rules: the sheet has none).

use crate::core::Edge;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{SectionKind, Side};
use crate::gunboat::state::fort::FortState;
use crate::gunboat::state::ship::{Fate, Location, ShipState};
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// A condition of a ship or fort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Out of the battle: sunk, exploded or captured; a fort: surrendered, or without a gun.
    Lost,
    /// Sunk or exploded.
    Sunk,
    /// Captured by boarders.
    Captured,
    /// Aground, and still in the battle.
    Aground,
    /// Lost, or without speed boxes, or without the guns that it had, or with at most a third of its draft boxes.
    Crippled,
    /// Lost, or at least a third of all boxes checked off.
    HurtByAThird,
    /// The ram box is checked off.
    RamLost,
    /// Not lost, and with a gun that can still fire; a fort: with an intact gun.
    StillFires,
    /// Not lost.
    Afloat,
    /// On the table, and not lost.
    OnTable,
    /// Has left the table.
    Left,
}

/// A count of ships or forts in some condition.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The ships or forts, by their ids in the scenario.
    pub of: Vec<String>,
    /// The conditions, any of which counts.
    pub when: Vec<Deed>,
    /// For ships that left: only over this edge.
    #[serde(default)]
    pub edge: Option<Edge>,
    /// For ships that left: not before this turn.
    #[serde(default)]
    pub from_turn: Option<u32>,
    /// For ships that left: not after this turn.
    #[serde(default)]
    pub by_turn: Option<u32>,
}

impl Tally {
    /// The ships or forts that meet a condition.
    pub fn found<'a>(&'a self, state: &'a State) -> impl Iterator<Item = ShipId> + 'a {
        let ids = self.of.iter().map(|id| ShipId::new(id.clone()));
        ids.filter(|id| self.when.iter().any(|deed| self.is_met(state, id, *deed)))
    }

    fn is_met(&self, state: &State, id: &ShipId, deed: Deed) -> bool {
        let ship = state.ships.get(id).is_some_and(|ship| self.ship_meets(ship, deed));
        ship || state.forts.get(id).is_some_and(|fort| fort_meets(fort, deed))
    }

    fn ship_meets(&self, ship: &ShipState, deed: Deed) -> bool {
        let lost = !ship.afloat() && ship.fate != Some(Fate::WentHome);
        let gone = |kind: SectionKind| printed(ship, kind) > 0 && left(ship, kind) == 0;
        match deed {
            Deed::Lost => lost,
            Deed::Sunk => matches!(ship.fate, Some(Fate::Sunk | Fate::Exploded)),
            Deed::Captured => ship.fate == Some(Fate::Captured),
            Deed::Aground => ship.afloat() && (ship.aground || ship.ashore),
            Deed::Crippled => {
                lost || gone(SectionKind::Speed)
                    || gone(SectionKind::Gun)
                    || 3 * left(ship, SectionKind::Draft) <= printed(ship, SectionKind::Draft)
            }
            Deed::HurtByAThird => {
                let all = |count: fn(&ShipState, SectionKind) -> u32| -> u32 {
                    SectionKind::ALL.into_iter().map(|kind| count(ship, kind)).sum()
                };
                lost || 3 * all(left) <= 2 * all(printed)
            }
            Deed::RamLost => gone(SectionKind::Ram),
            Deed::StillFires => ship.afloat() && left(ship, SectionKind::Gun) > 0,
            Deed::Afloat => ship.afloat(),
            Deed::OnTable => ship.present(),
            Deed::Left => match ship.location {
                Location::Left { turn, edge } => {
                    ship.afloat()
                        && self.edge.is_none_or(|wanted| wanted == edge)
                        && self.from_turn.is_none_or(|first| turn >= first)
                        && self.by_turn.is_none_or(|last| turn <= last)
                }
                Location::OnTable | Location::Arriving { .. } => false,
            },
        }
    }
}

fn printed(ship: &ShipState, kind: SectionKind) -> u32 {
    let rows = ship.card.sections().into_iter().filter(|row| row.kind() == kind);
    rows.map(|row| u32::from(ship.card.printed(&row))).sum()
}

fn left(ship: &ShipState, kind: SectionKind) -> u32 {
    let rows = ship.card.sections().into_iter().filter(|row| row.kind() == kind);
    rows.map(|row| u32::from(ship.in_force(&row))).sum()
}

fn fort_meets(fort: &FortState, deed: Deed) -> bool {
    let stands = fort.card.guns.iter().any(|gun| fort.stands(&gun.id));
    match deed {
        Deed::Lost | Deed::Crippled => !stands,
        Deed::StillFires | Deed::Afloat | Deed::OnTable => stands,
        Deed::Sunk | Deed::Captured | Deed::Aground | Deed::HurtByAThird | Deed::RamLost | Deed::Left => {
            false
        }
    }
}

/// A way to score points.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The side that gets the points.
    pub side: Side,
    /// The number of points: for each ship, or once if a number of ships is given. May be negative.
    pub points: i32,
    /// The ships or forts that count.
    pub ships: Tally,
    /// Scored once, if at least this number counts.
    #[serde(default)]
    pub at_least: Option<usize>,
    /// Scored once, if fewer than this number count.
    #[serde(default)]
    pub fewer_than: Option<usize>,
    /// The text for the players.
    pub text: String,
}

/// A comparison of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsNeeded {
    /// The side whose points are compared.
    pub of: Side,
    /// At least this number.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Fewer than this number.
    #[serde(default)]
    pub under: Option<i32>,
    /// At least this number more than the enemy.
    #[serde(default)]
    pub lead: Option<i32>,
}

impl PointsNeeded {
    fn holds(&self, points: Points) -> bool {
        let own = points.of(self.of);
        let lead = own - points.of(self.of.other());
        self.at_least.is_none_or(|least| own >= least)
            && self.under.is_none_or(|under| own < under)
            && self.lead.is_none_or(|least| lead >= least)
    }
}

/// A victory condition.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryCondition {
    /// The winner; none for a draw.
    #[serde(default)]
    pub winner: Option<Side>,
    /// The required points.
    #[serde(default)]
    pub points: Option<PointsNeeded>,
    /// The required conditions of ships.
    #[serde(default)]
    pub ships: Option<Tally>,
    /// The number of ships required; one by default.
    #[serde(default)]
    pub at_least: Option<usize>,
    /// True if it ends the battle as soon as it is met.
    #[serde(default)]
    pub at_once: bool,
    /// The text for the players.
    pub text: String,
}

impl VictoryCondition {
    fn holds(&self, state: &State, points: Points) -> bool {
        let least = self.at_least.unwrap_or(1);
        let happened = |tally: &Tally| tally.found(state).count() >= least;
        self.points.as_ref().is_none_or(|needed| needed.holds(points))
            && self.ships.as_ref().is_none_or(happened)
    }
}

/// The points of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Points {
    /// The Union's.
    pub union: i32,
    /// The Confederates'.
    pub confederate: i32,
}

impl Points {
    /// The points of one side.
    pub fn of(self, side: Side) -> i32 {
        match side {
            Side::Union => self.union,
            Side::Confederate => self.confederate,
        }
    }
}

/// One line of the score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScoreLine {
    /// The side.
    pub side: Side,
    /// The number of points.
    pub points: i32,
    /// The reason, in words.
    pub text: String,
    /// The ships or forts that count.
    pub ships: Vec<ShipId>,
}

/// The points and the winner of a battle at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// The present points.
    pub points: Points,
    /// The score lines behind them.
    pub lines: Vec<ScoreLine>,
    /// True if the battle is over: its last turn is past, a condition ended it, or one side has nothing left to fight
    /// with.
    pub over: bool,
    /// The winner if the battle ended now; none for a draw.
    pub winner: Option<Side>,
    /// The reason, for the players.
    pub verdict: String,
}

/// Evaluates a battle; `turns` is its last turn.
pub(super) fn judge(turns: u32, scores: &[Score], verdicts: &[VictoryCondition], state: &State) -> Standings {
    let lines: Vec<ScoreLine> = scores.iter().filter_map(|score| line(score, state)).collect();
    let sum = |side: Side| lines.iter().filter(|line| line.side == side).map(|line| line.points).sum();
    let points = Points { union: sum(Side::Union), confederate: sum(Side::Confederate) };
    let at_once = verdicts.iter().find(|verdict| verdict.at_once && verdict.holds(state, points));
    let side_beaten = [Side::Union, Side::Confederate].into_iter().any(|side| !still_fights(state, side));
    let over = state.turn > turns || at_once.is_some() || side_beaten;
    let verdict = at_once.or_else(|| verdicts.iter().find(|verdict| verdict.holds(state, points)));
    Standings {
        points,
        lines,
        over,
        winner: verdict.and_then(|verdict| verdict.winner),
        verdict: verdict
            .map_or_else(|| "Neither side has what it needs: a draw.".to_owned(), |it| it.text.clone()),
    }
}

fn line(score: &Score, state: &State) -> Option<ScoreLine> {
    let ships: Vec<ShipId> = score.ships.found(state).collect();
    let once = score.at_least.is_some() || score.fewer_than.is_some();
    let reached = score.at_least.is_none_or(|least| ships.len() >= least)
        && score.fewer_than.is_none_or(|limit| ships.len() < limit);
    let times = if once { i32::from(reached) } else { i32::try_from(ships.len()).unwrap_or(i32::MAX) };
    (times > 0).then(|| ScoreLine {
        side: score.side,
        points: score.points.saturating_mul(times),
        text: score.text.clone(),
        ships,
    })
}

/// Returns true if a side has a ship on the table or arriving later, or an intact gun of a fort.
fn still_fights(state: &State, side: Side) -> bool {
    let afloat = state.ships.values().any(|ship| {
        let away = matches!(ship.location, Location::Left { .. });
        ship.card.side == side && ship.afloat() && !away
    });
    let ashore =
        |fort: &FortState| fort.card.side == side && fort.card.guns.iter().any(|gun| fort.stands(&gun.id));
    afloat || state.forts.values().any(ashore)
}
