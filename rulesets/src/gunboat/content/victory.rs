//! Who has won: points and conditions of a scenario, judged from a state (house, all of them: the seed has none).

use crate::core::Edge;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{SectionKind, Side};
use crate::gunboat::state::fort::FortState;
use crate::gunboat::state::ship::{Fate, Location, ShipState};
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// What may have become of a ship or a fort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Out of the battle: sunk, exploded or captured; a fort: given up, or without a gun.
    Lost,
    /// Sunk or exploded.
    Sunk,
    /// Captured by boarders.
    Captured,
    /// Aground, and still in the battle.
    Aground,
    /// Lost, or no speed box left, or no gun left of those she had, or at most a third of her draft boxes.
    Crippled,
    /// A third of all her boxes are checked off, or she is lost.
    HurtByAThird,
    /// Her ram box is checked off.
    RamLost,
    /// She has a gun that can still fire, and is not lost; a fort: a gun stands.
    StillFires,
    /// Not lost.
    Afloat,
    /// On the table, and not lost.
    OnTable,
    /// She has left the table.
    Left,
}

/// Ships or forts to which something may have happened.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Which ships or forts, by their ids in the scenario.
    pub of: Vec<String>,
    /// What: any of these.
    pub when: Vec<Deed>,
    /// Of ships that left: only over this edge.
    #[serde(default)]
    pub edge: Option<Edge>,
    /// Of ships that left: not before this turn.
    #[serde(default)]
    pub from_turn: Option<u32>,
    /// Of ships that left: not after this turn.
    #[serde(default)]
    pub by_turn: Option<u32>,
}

impl Tally {
    /// Those to which it happened.
    pub fn found<'a>(&'a self, state: &'a State) -> impl Iterator<Item = ShipId> + 'a {
        let ids = self.of.iter().map(|id| ShipId::new(id.clone()));
        ids.filter(|id| self.when.iter().any(|deed| self.happened(state, id, *deed)))
    }

    fn happened(&self, state: &State, id: &ShipId, deed: Deed) -> bool {
        let ship = state.ships.get(id).is_some_and(|ship| self.befell(ship, deed));
        ship || state.forts.get(id).is_some_and(|fort| befell_fort(fort, deed))
    }

    fn befell(&self, ship: &ShipState, deed: Deed) -> bool {
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

fn befell_fort(fort: &FortState, deed: Deed) -> bool {
    let stands = fort.card.guns.iter().any(|gun| fort.stands(&gun.id));
    match deed {
        Deed::Lost | Deed::Crippled => !stands,
        Deed::StillFires | Deed::Afloat | Deed::OnTable => stands,
        Deed::Sunk | Deed::Captured | Deed::Aground | Deed::HurtByAThird | Deed::RamLost | Deed::Left => {
            false
        }
    }
}

/// What brings points.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// To whom.
    pub side: Side,
    /// How many: for each, or once where a number of ships is named. May be negative.
    pub points: i32,
    /// For what.
    pub ships: Tally,
    /// Once, if it happened to so many at least.
    #[serde(default)]
    pub at_least: Option<usize>,
    /// Once, if it happened to fewer.
    #[serde(default)]
    pub fewer_than: Option<usize>,
    /// For the players.
    pub text: String,
}

/// Points to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsNeeded {
    /// Whose points.
    pub of: Side,
    /// At least so many.
    #[serde(default)]
    pub at_least: Option<i32>,
    /// Fewer than so many.
    #[serde(default)]
    pub under: Option<i32>,
    /// More than the enemy by at least so many.
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

/// A way to win.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryCondition {
    /// Who wins; nobody for a draw.
    #[serde(default)]
    pub winner: Option<Side>,
    /// It takes these points.
    #[serde(default)]
    pub points: Option<PointsNeeded>,
    /// And that this happened.
    #[serde(default)]
    pub ships: Option<Tally>,
    /// To so many; to one, if nothing is said.
    #[serde(default)]
    pub at_least: Option<usize>,
    /// It ends the battle as soon as it holds.
    #[serde(default)]
    pub at_once: bool,
    /// For the players.
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
    /// Those of a side.
    pub fn of(self, side: Side) -> i32 {
        match side {
            Side::Union => self.union,
            Side::Confederate => self.confederate,
        }
    }
}

/// One line of the reckoning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ScoreLine {
    /// To whom.
    pub side: Side,
    /// How many points.
    pub points: i32,
    /// For what.
    pub text: String,
    /// The ships or forts that count.
    pub ships: Vec<ShipId>,
}

/// How the battle stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// The points as they stand.
    pub points: Points,
    /// What they were given for.
    pub lines: Vec<ScoreLine>,
    /// The battle is over: its last turn is past, a verdict ended it, or one side has nothing left to fight with.
    pub over: bool,
    /// Who wins if it ended now; none for a draw.
    pub winner: Option<Side>,
    /// Why, for the players.
    pub verdict: String,
}

/// Judges a battle as it stands: `turns` is its last turn.
pub(super) fn judge(turns: u32, scores: &[Score], verdicts: &[VictoryCondition], state: &State) -> Standings {
    let lines: Vec<ScoreLine> = scores.iter().filter_map(|score| line(score, state)).collect();
    let sum = |side: Side| lines.iter().filter(|line| line.side == side).map(|line| line.points).sum();
    let points = Points { union: sum(Side::Union), confederate: sum(Side::Confederate) };
    let at_once = verdicts.iter().find(|verdict| verdict.at_once && verdict.holds(state, points));
    let swept = [Side::Union, Side::Confederate].into_iter().any(|side| !still_fights(state, side));
    let over = state.turn > turns || at_once.is_some() || swept;
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

/// A side fights on while a ship of its own is on the table or still to come, or a gun of its forts stands.
fn still_fights(state: &State, side: Side) -> bool {
    let afloat = state.ships.values().any(|ship| {
        let away = matches!(ship.location, Location::Left { .. });
        ship.card.side == side && ship.afloat() && !away
    });
    let ashore =
        |fort: &FortState| fort.card.side == side && fort.card.guns.iter().any(|gun| fort.stands(&gun.id));
    afloat || state.forts.values().any(ashore)
}
