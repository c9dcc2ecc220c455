//! What a book knows when it makes its forms, and the error of an answer that says nothing.

use crate::record::events::Player;
use crate::view::RuledSentence;
use crate::view::rulings::reason_view;
use geometry::ShipId;
use rulesets::core::{Actor, Audience, MoveJudged, PlacedTable, Refusal, TableFacts};
use std::collections::BTreeSet;

/// What a book knows when it makes its forms, and the error of an answer that says nothing.
#[derive(Debug, Clone, Copy)]
pub struct FormContext<'a, S> {
    /// The battle, as far as the viewer may know it.
    pub state: &'a S,
    /// Who is asked.
    pub viewer: &'a Audience,
    /// The table as rulings would rest on it now.
    pub table: &'a PlacedTable,
    /// Moves are judged.
    pub judged: bool,
    /// An umpire sits at the table.
    pub umpire: bool,
    /// The moves made on the table and not decided yet.
    pub moved: &'a [MoveJudged],
    /// Ships whose models must still be set down where they officially stand.
    pub to_set_out: &'a BTreeSet<ShipId>,
    /// Everybody who was named.
    pub players: &'a [Player],
}

impl<S> FormContext<'_, S> {
    /// The ships among these whose models were moved and whose moves can stand (also if the players settle a
    /// measure that is too close): the form asks about them.
    pub(crate) fn moved_to_stand(&self, ships: &[ShipId]) -> Vec<String> {
        let moved = self.moved.iter();
        let moved = moved.filter(|judged| judged.reasons.is_empty() && ships.contains(&judged.ship));
        moved.map(|judged| judged.ship.to_string()).collect()
    }

    /// Those of these ships whose hulls this one touches, or may touch; all of them where the table can't say.
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

    /// May the viewer see this form being filled in?
    pub(crate) fn may_see(&self, who: &Actor) -> bool {
        match who {
            Actor::AllSides => true,
            Actor::Side(side) => Audience::Side(side.clone()).includes(self.viewer),
            Actor::Umpire => Audience::Umpire.includes(self.viewer),
        }
    }
}

/// Why an answer can not be read as a decision. No rule refuses it: it says nothing that can be decided.
#[derive(Debug, Clone, PartialEq)]
pub struct FormError(pub Vec<RuledSentence>);

impl FormError {
    /// One sentence.
    pub fn because(text: impl Into<String>) -> Self {
        Self(vec![RuledSentence { text: text.into(), rules: Vec::new() }])
    }

    /// What was chosen is not offered (any more).
    pub(crate) fn not_offered() -> Self {
        Self::because("Choose one that is offered.")
    }
}

impl From<Refusal> for FormError {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.reasons.iter().map(reason_view).collect())
    }
}
