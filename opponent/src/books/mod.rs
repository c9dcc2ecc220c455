//! What thinking ahead needs of a book besides its rules: a captain who carries out plans, and what there is to plan.

mod gunboat;
mod hex_duel;
mod mahan;
mod noddy;
mod places;
mod sp_bp;

pub use hex_duel::DuelCaptain;
pub use mahan::PlayerCaptain;

use crate::plans::{Manoeuvre, Plan, Plans};
use geometry::ShipId;
use rulesets::core::play_out::{ByLot, Lot};
use rulesets::core::{Commander, PlacedTable, Question, SideId};
use rulesets::mahan::command::Mahan;
use std::fmt::Debug;
use std::sync::{Arc, LazyLock};

/// A ship's anchor or the ground under her, in words.
fn anchor_or_ground(anchored: bool, aground: bool) -> Option<&'static str> {
    match (aground, anchored) {
        (true, _) => Some("lies aground"),
        (false, true) => Some("lies at anchor"),
        (false, false) => None,
    }
}

/// Mahan's display, if some ship's plan asks for it: read once, because playouts make a captain each.
fn display_for(plans: &Plans) -> Option<Arc<Mahan>> {
    static DISPLAY: LazyLock<Option<Arc<Mahan>>> = LazyLock::new(|| Mahan::embedded().ok().map(Arc::new));
    if plans.uses_mahan() { DISPLAY.clone() } else { None }
}

/// A commander that can be kept and passed to a thread.
pub type AnyCommander<B> = Box<dyn Commander<B> + Send>;

/// A book whose battles can be thought ahead.
pub trait ThinksAhead: ByLot + Clone {
    /// The captain who carries out plans.
    type Captain: Commander<Self> + Clone + Debug + Send;

    /// True if both sides order at once, each without knowing the other's orders.
    const AT_ONCE: bool = false;

    /// True if a side plans anew at each move, because ships move one after the other by places.
    const PLANS_EACH_STEP: bool = false;

    /// A rank above the lowest does so many times more simulations: a duel's cost little ([`crate::admiral::Rank`]).
    const CHEAP: u32 = 1;

    /// The unit of the ranges in plans.
    const RANGE_UNIT: &'static str = "in";

    /// How far apart two ships are, in [`Self::RANGE_UNIT`]; none unless both are on the table.
    fn range(state: &Self::State, table: &PlacedTable, (one, other): (&ShipId, &ShipId)) -> Option<f64> {
        let _ = state;
        let place = |ship| table.placed(ship).map(|placed| placed.observation.pose.stack);
        Some(place(one)?.distance_in(place(other)?))
    }

    /// What holds a ship in her place, in words ("lies at anchor"); none if she may move.
    fn held_by(state: &Self::State, ship: &ShipId) -> Option<&'static str> {
        let _ = (state, ship);
        None
    }

    /// The turns that a playout needs to show what a plan is worth.
    const HORIZON_TURNS: u32;

    /// A captain with these plans; all choices follow from the seed.
    fn captain(&self, side: &SideId, plans: Plans, seed: u64) -> Self::Captain;

    /// The same for a real table, where models never stand exactly in place.
    fn captain_by_hand(&self, side: &SideId, plans: Plans, seed: u64) -> Self::Captain {
        self.captain(side, plans, seed)
    }

    /// The commander who steams straight on and fires at the nearest.
    fn straight(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(self.captain(side, Plans::all(Plan::of(Manoeuvre::Ahead)), seed))
    }

    /// Mahan's procedure for this side; none if the book doesn't have it.
    fn mahan(&self, side: &SideId, seed: u64) -> Option<AnyCommander<Self>> {
        let _ = (side, seed);
        None
    }

    /// Returns true if the rules command this side, and nobody can plan for it.
    fn is_by_the_rules(&self, side: &SideId) -> bool {
        let _ = side;
        false
    }

    /// The umpire, who decides what he is asked and nothing else.
    fn umpire(&self, seed: u64) -> AnyCommander<Self>;

    /// A side's commander who chooses at random among what he is asked.
    fn lot(&self, side: &SideId, seed: u64) -> AnyCommander<Self>;

    /// Returns true if plans are to be made before these questions are answered.
    fn is_time_to_plan(questions: &[Question<Self::Ask>]) -> bool;

    /// The manoeuvres worth a thought for a ship.
    fn manoeuvres(&self, scene: &Self::Scene, state: &Self::State, ship: &ShipId) -> Vec<Manoeuvre>;

    /// The places to which a ship may go first, for a book that moves by places.
    fn first_places(&self, state: &Self::State, ship: &ShipId) -> Vec<geometry::Pose> {
        let _ = (state, ship);
        Vec::new()
    }

    /// Draws what this side may not know: `seen` is what it knows. By default that is taken for all there is.
    fn with_secrets_drawn(&self, seen: &Self::State, side: &SideId, lot: &mut Lot) -> Self::State {
        let _ = (side, lot);
        seen.clone()
    }

    /// The same decision with its dice thrown by the app, whoever threw them.
    fn thrown_anew(decision: &Self::Decision) -> Self::Decision;

    /// The decision that carries on what is pending: dice that are due, hits to check off as the book suggests; none if
    /// nothing is.
    fn pending(&self, state: &Self::State) -> Option<Self::Decision>;

    /// The state with all damage in force that was dealt but takes hold later. By default damage takes hold at once.
    fn in_force(&self, state: Self::State) -> Self::State {
        state
    }

    /// Returns true if the book has decided that nobody won; false if a winner is named, or time was out.
    fn is_drawn(ended: &Self::Ended) -> bool;

    /// How the battle would be judged if it ended now, for this side: -1 lost to 1 won, in between by points; none if
    /// the book or scenario has no victory conditions.
    fn judged_now(&self, scene: &Self::Scene, state: &Self::State, side: &SideId) -> Option<f64> {
        let _ = (scene, state, side);
        None
    }
}
