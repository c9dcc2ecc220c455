//! What a playout must know of a battle besides its state and its table, and the positions that it starts from.

use crate::record::situation::SituationOf;
use crate::table::official::official_table;
use crate::table::placing::standing;
use opponent::books::ThinksAhead;
use opponent::position::Position;
use opponent::setting::Setting;
use rulesets::core::PlacedShip;
use rulesets::core::play_out::Limited;

/// The last turn of a battle whose scenario gives none.
const USUAL_TURNS: u32 = 20;

/// The setting of a battle as it stands: when it ends, who is still to arrive, and the terrain that everybody sees.
///
/// A battle of any ships, one of the player's own scenarios and one of an old version have no victory conditions here.
/// Nor has one that goes on after its scenario's last turn: all plans would then be worth the same.
pub fn setting_of<B: ThinksAhead>(book: &B, situation: &SituationOf<B>) -> Setting<B> {
    let begun = &situation.begun;
    let turn = B::turn(&situation.book);
    let staged = begun.scenario.as_ref().and_then(|id| book.staged(id, None).ok());
    let scene = staged.map(|staged| staged.scene).filter(|scene| scene.last_turn() >= turn);
    let to_come = turn.saturating_add(B::HORIZON_TURNS).saturating_add(1);
    let scene = scene.unwrap_or_else(|| B::Scene::until(USUAL_TURNS.max(to_come)));
    let arrives = |(ship, place): (&_, &_)| {
        let hull = *begun.hulls.get(ship)?;
        let to_come = !situation.places.contains_key(ship);
        to_come.then(|| PlacedShip::at_rest(standing(ship, place), hull))
    };
    let later = begun.arriving.iter().filter_map(arrives).collect();
    Setting { scene, later, terrain: situation.terrain.clone() }
}

/// The position of a battle as it officially is, with everything that is secret: `situation` may also be one of a past
/// turn, or cut to what somebody knows.
pub fn position_of<B: ThinksAhead>(book: &B, situation: &SituationOf<B>) -> Position<B> {
    Position {
        state: situation.book.clone(),
        table: official_table::<B>(situation),
        setting: setting_of(book, situation),
    }
}
