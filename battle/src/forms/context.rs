//! What a book may use to make its forms, and the error of an answer that can't be read.

use crate::record::events::Player;
use crate::view::RuledSentence;
use crate::view::rulings::reason_view;
use geometry::ShipId;
use rulesets::core::{Actor, Audience, MoveJudged, PlacedTable, Refusal, TableFacts};
use std::collections::BTreeSet;

/// What a book may use to make its forms.
#[derive(Debug, Clone, Copy)]
pub struct FormContext<'a, S> {
    /// The state of the battle, without what the viewer may not know.
    pub state: &'a S,
    /// The viewer who is asked.
    pub viewer: &'a Audience,
    /// The table as rulings would use it now.
    pub table: &'a PlacedTable,
    /// Whether moves are judged.
    pub judged: bool,
    /// Whether an umpire sits at the table.
    pub umpire: bool,
    /// The moves made on the table that are not decided yet.
    pub moved: &'a [MoveJudged],
    /// Ships whose models must still be placed where they officially stand.
    pub to_set_out: &'a BTreeSet<ShipId>,
    /// All named players.
    pub players: &'a [Player],
}

impl<S> FormContext<'_, S> {
    /// Those of these ships that were moved and whose moves can stand, perhaps after a reading of a close measure: the
    /// form asks about them.
    pub(crate) fn moved_to_stand(&self, ships: &[ShipId]) -> Vec<String> {
        let moved = self.moved.iter();
        let moved = moved.filter(|judged| judged.reasons.is_empty() && ships.contains(&judged.ship));
        moved.map(|judged| judged.ship.to_string()).collect()
    }

    /// Those of these ships that this one touches or may touch; all of them if the table can't tell.
    pub(crate) fn near<'s>(
        &self,
        ship: &ShipId,
        others: impl IntoIterator<Item = &'s ShipId>,
    ) -> Vec<&'s ShipId> {
        let others = others.into_iter();
        match self.table.touching(ship) {
            Ok(fact) => others.filter(|other| fact.near.iter().any(|near| near.ship == **other)).collect(),
            Err(_) => others.collect(),
        }
    }

    /// Returns whether the viewer may see this form being filled in.
    pub(crate) fn may_see(&self, who: &Actor) -> bool {
        match who {
            Actor::AllSides => true,
            Actor::Side(side) => Audience::Side(side.clone()).includes(self.viewer),
            Actor::Umpire => Audience::Umpire.includes(self.viewer),
        }
    }
}

/// Why an answer can't be read as a decision. This is no refusal by a rule: the answer is incomplete or not offered.
#[derive(Debug, Clone, PartialEq)]
pub struct FormError(pub Vec<RuledSentence>);

impl FormError {
    /// An error with one sentence.
    pub fn because(text: impl Into<String>) -> Self {
        Self(vec![RuledSentence { text: text.into(), rules: Vec::new() }])
    }

    /// The error that a choice is not offered (any more).
    pub(crate) fn not_offered() -> Self {
        Self::because("Choose one that is offered.")
    }
}

impl From<Refusal> for FormError {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.reasons.iter().map(reason_view).collect())
    }
}
