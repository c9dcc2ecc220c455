//! What the stage keeps from one drawing to the next, for each window and phone: places of labels, ways, a replayed
//! moment.

use crate::ipc::messages::Trouble;
use crate::ipc::seat::Asker;
use crate::ipc::stage::{StageRequest, Surface};
use crate::stage::OnStage;
use crate::table_session::latest::lock;
use battle::view::BattleView;
use chart::{DisplayList, LabelPlacer, Light, Plane, Scene, Track, TrackKind, View, draw};
use chronicle::TurnWay;
use companion::wire::PhoneId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A drawing whose labels keep their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Drawing {
    /// Over the camera's picture.
    Picture,
    /// Over the picture from above.
    FromAbove,
    /// The chart of the table in play.
    Chart,
    /// The chart of a past moment.
    Replay,
}

/// A moment of a battle, as one seat sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayedMoment {
    /// The seat.
    pub viewer: String,
    /// The battle.
    pub battle: i64,
    /// The last event.
    pub seq: i64,
}

/// What was made for the moment that each window or phone showed last.
type OfMoment<T> = Mutex<BTreeMap<Asker, (ReplayedMoment, T)>>;
/// Where the labels of each drawing stood. Each has a lock of its own, so that eight phones are drawn at a time.
type Labels = Mutex<BTreeMap<(Asker, Drawing), Arc<Mutex<LabelPlacer>>>>;

/// What is kept for each window and phone.
#[derive(Default)]
pub struct Kept {
    labels: Labels,
    ways: OfMoment<Arc<[Track]>>,
    replayed: OfMoment<Arc<Scene>>,
}

impl Kept {
    /// Forgets the phones that are not among these.
    pub fn keep_phones(&self, phones: &[PhoneId]) {
        let stays = |asker: &Asker| !matches!(asker, Asker::Phone(phone) if !phones.contains(phone));
        lock(&self.labels).retain(|(asker, _), _| stays(asker));
        lock(&self.ways).retain(|asker, _| stays(asker));
        lock(&self.replayed).retain(|asker, _| stays(asker));
    }

    /// The phones for which anything is kept.
    #[cfg(test)]
    pub fn phones(&self) -> Vec<PhoneId> {
        let labels: Vec<Asker> = lock(&self.labels).keys().map(|(asker, _)| *asker).collect();
        let moments = lock(&self.ways).keys().chain(lock(&self.replayed).keys()).copied().collect::<Vec<_>>();
        let phone = |asker| match asker {
            Asker::Phone(phone) => Some(phone),
            Asker::Main | Asker::Umpire => None,
        };
        let mut phones: Vec<PhoneId> = labels.into_iter().chain(moments).filter_map(phone).collect();
        phones.sort();
        phones.dedup();
        phones
    }

    /// Draws a scene with the labels where they stood in this window's last drawing.
    pub fn draw(
        &self,
        scene: &Scene,
        plane: &dyn Plane,
        request: &StageRequest,
        of: (Asker, Drawing),
    ) -> DisplayList {
        let view = match request.surface {
            // Over a picture there is no paper, whatever the light in the room.
            Surface::Picture | Surface::FromAbove => View { light: Light::Picture, ..request.view },
            Surface::Chart => request.view,
        };
        let placer = Arc::clone(lock(&self.labels).entry(of).or_default());
        draw(scene, plane, &view, &mut *lock(&placer))
    }

    /// The tracks of the last turns of the battle in play. They change only with its events.
    pub fn ways(&self, on: OnStage<'_>, view: &BattleView) -> Result<Arc<[Track]>, Trouble> {
        let moment = ReplayedMoment { viewer: on.by.1.to_owned(), battle: view.battle, seq: view.seq };
        kept(&self.ways, on.by.0, moment, || {
            Ok(Arc::from(tracks_of(view, &on.desk.turn_ways(view.battle, view.seq, on.by)?)))
        })
    }

    /// The scene of a replayed moment, made anew when the window looks at another one.
    pub fn replayed(
        &self,
        window: Asker,
        moment: ReplayedMoment,
        make: impl FnOnce() -> Result<Scene, Trouble>,
    ) -> Result<Arc<Scene>, Trouble> {
        kept(&self.replayed, window, moment, || make().map(Arc::new))
    }
}

/// The value that is kept for a window's moment, or a new one.
fn kept<T: Clone>(
    all: &OfMoment<T>,
    window: Asker,
    moment: ReplayedMoment,
    make: impl FnOnce() -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    if let Some((of, value)) = lock(all).get(&window)
        && *of == moment
    {
        return Ok(value.clone());
    }
    // Made without the lock, because a long battle takes time to read.
    let value = make()?;
    lock(all).insert(window, (moment, value.clone()));
    Ok(value)
}

/// Ways as tracks of a scene.
pub fn tracks_of(view: &BattleView, ways: &[TurnWay]) -> Vec<Track> {
    let track = |way: &TurnWay| {
        let ship = view.ships.iter().find(|ship| ship.id == way.ship)?;
        Some(Track {
            ship: way.ship.clone(),
            side: ship.side.clone(),
            points_in: way.places.iter().map(|place| (place.x_in, place.y_in)).collect(),
            kind: if way.turn == view.turn { TrackKind::ThisTurn } else { TrackKind::Earlier },
        })
    };
    ways.iter().filter_map(track).collect()
}
