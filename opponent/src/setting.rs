//! What a battle is besides state and table.

use crate::books::ThinksAhead;
use geometry::Terrain;
use rulesets::core::play_out::SetOut;
use rulesets::core::{Outlook, PlacedShip, PlacedTable};
use std::borrow::Cow;

/// What a battle's scenario adds to state and table: when it ends, and the models that arrive later.
#[derive(Debug, Clone)]
pub struct Setting<B: ThinksAhead> {
    /// The last turn, the victory conditions.
    pub scene: B::Scene,
    /// Models that arrive later, at the places where they enter.
    pub later: Vec<PlacedShip>,
    /// The terrain that everybody sees.
    pub terrain: Vec<Terrain>,
}

impl<B: ThinksAhead> Setting<B> {
    /// The setting of a battle that begins.
    pub fn of(set_out: &SetOut<B>) -> Self {
        let charted = B::charted(&set_out.state);
        let all = set_out.table.terrain().iter();
        let terrain =
            all.filter(|piece| !charted.iter().any(|secret| secret.id == piece.id)).cloned().collect();
        Self { scene: set_out.scene.clone(), later: set_out.later.clone(), terrain }
    }

    /// The table of an outlook without what its seat may not know. The book rules on a table with its secret chart
    /// (`PlayedBook::charted`), and that is the table of an outlook, too.
    pub fn table_seen<'o>(&self, outlook: &Outlook<'o, B>) -> Cow<'o, PlacedTable> {
        let known = B::charted(outlook.state);
        let knows = |piece: &Terrain| self.terrain.iter().chain(&known).any(|seen| seen.id == piece.id);
        let all = outlook.table.terrain();
        if all.iter().all(knows) {
            return Cow::Borrowed(outlook.table);
        }
        let seen = all.iter().filter(|piece| knows(piece)).cloned().collect();
        Cow::Owned(outlook.table.clone().with_terrain(seen))
    }
}
