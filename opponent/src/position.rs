//! A battle at one moment as somebody sees it, and playing on from there.

use crate::books::ThinksAhead;
use crate::budget::Thinking;
use crate::setting::Setting;
use crate::value::{chance, strength_left};
use rulesets::core::play_out::{Ending, PlayOut, Players, SetOut, Stuck};
use rulesets::core::{Commander, Outlook, PlacedShip, PlacedTable, SideId};

/// A battle at one moment.
#[derive(Debug, Clone)]
pub struct Position<B: ThinksAhead> {
    /// The state, possibly only as far as one side knows it.
    pub state: B::State,
    /// The table.
    pub table: PlacedTable,
    /// The rest of the battle.
    pub setting: Setting<B>,
}

impl<B: ThinksAhead> Position<B> {
    /// The position that a commander sees.
    pub fn seen(outlook: &Outlook<'_, B>, setting: &Setting<B>) -> Self {
        let setting = Setting {
            scene: setting.scene.clone(),
            // Whoever is on the table has arrived.
            later: setting.later.iter().filter(|ship| !is_placed(outlook.table, ship)).cloned().collect(),
            terrain: setting.terrain.clone(),
        };
        let table = setting.table_seen(outlook).into_owned();
        Self { state: outlook.state.clone(), table, setting }
    }

    /// What a commander sees of this position, without a question.
    pub fn outlook<'p>(&'p self, book: &'p B) -> Outlook<'p, B> {
        Outlook { book, state: &self.state, table: &self.table, questions: &[] }
    }

    /// The position at the beginning of a battle.
    pub fn of(set_out: &SetOut<B>) -> Self {
        Self { state: set_out.state.clone(), table: set_out.table.clone(), setting: Setting::of(set_out) }
    }

    /// The same as a beginning.
    pub fn set_out(&self) -> SetOut<B> {
        SetOut {
            state: self.state.clone(),
            table: self.table.clone(),
            later: self.setting.later.clone(),
            scene: self.setting.scene.clone(),
        }
    }
}

fn is_placed(table: &PlacedTable, ship: &PlacedShip) -> bool {
    table.placed(&ship.observation.ship).is_some()
}

/// Where a playout stopped.
#[derive(Debug, Clone)]
pub struct Stopped<B: ThinksAhead> {
    /// The position there.
    pub position: Position<B>,
    /// The ending, if the battle has ended.
    pub ending: Option<Ending<B::Ended>>,
}

impl<B: ThinksAhead> Stopped<B> {
    /// A side's chance to win from there, 0 to 1: certain if the battle has ended by its rules, else by the value of
    /// the position.
    pub fn chance(&self, book: &B, side: &SideId) -> f64 {
        let Position { state, setting, .. } = &self.position;
        let ended = self.ending.as_ref().map(|ending| &ending.ended);
        match ended.and_then(|ended| B::winner(state, ended)) {
            Some(winner) if winner == *side => 1.0,
            Some(_) => 0.0,
            None if ended.is_some_and(B::is_drawn) => 0.5,
            // A battle out of time whose book names no winner goes to who kept the greater share of his strength.
            None if ended.is_some() => match strength_left(book, state, side) {
                (own, others) if own > others => 1.0,
                (own, others) if own < others => 0.0,
                _ => 0.5,
            },
            None => chance(book, &self.position.table, setting, state, side),
        }
    }
}

/// Why a playout came to no end.
#[derive(Debug)]
pub enum NotPlayed {
    /// The commanders got stuck.
    Stuck(Stuck),
    /// Whoever asked for it does not wait any more.
    Interrupted,
}

/// The seed of a simulation: the same number means the same dice, plans and secrets in everything that is compared.
pub(crate) fn simulation_seed(seed: u64, number: u64) -> u64 {
    seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Captains of every side play on from a position for some turns, or to the end of the battle. A playout of a large battle
/// takes longer than anybody should wait who has asked for an answer now, so `thinking` may end it at every decision.
///
/// # Errors
/// [`NotPlayed`]: why it came to no end.
pub fn play_on<B: ThinksAhead>(
    book: &B,
    position: &Position<B>,
    mut captains: Vec<(SideId, B::Captain)>,
    (turns, seed): (u32, u64),
    thinking: &mut impl Thinking,
) -> Result<Stopped<B>, NotPlayed> {
    let last = B::turn(&position.state).saturating_add(turns);
    // The order in which sides act is that of the book's sides, as in the battle itself.
    let order = B::sides(&position.state);
    captains.sort_by_key(|(side, _)| order.iter().position(|own| own == side));
    let sides = captains.iter_mut();
    let sides = sides.map(|(side, captain)| (side.clone(), captain as &mut dyn Commander<B>)).collect();
    let mut umpire = book.umpire(seed ^ 4);
    let players = Players { sides, umpire: umpire.as_mut() };
    let mut battle = PlayOut::new(book, position.set_out(), players, seed);
    let ending = loop {
        if let Some(ending) = battle.ending() {
            break Some(ending);
        }
        if B::turn(battle.state()) >= last {
            break None;
        }
        if !thinking.keep_thinking() {
            return Err(NotPlayed::Interrupted);
        }
        battle.play_on().map_err(NotPlayed::Stuck)?;
    };
    let position = Position {
        state: battle.state().clone(),
        table: battle.table().clone(),
        setting: position.setting.clone(),
    };
    Ok(Stopped { position, ending })
}
