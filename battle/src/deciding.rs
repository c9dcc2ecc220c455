//! Decisions: the table they are ruled on, the book asked, what follows kept before anything changes.

use crate::battle::Battle;
use crate::beginning::book_facts;
use crate::error::BattleError;
use crate::live::{Stale, stands_elsewhere};
use crate::on_screen::OnScreen;
use crate::set_up::Picture;
use crate::telling::{reason_view, too_close_view};
use crate::view::{AnswerView, RuledSentence};
use geometry::{CalibrationId, FrameId, Observation, ShipId};
use rulesets::core::{AppDice, Halt, PlacedShip, PlacedTable};

/// A decision as it is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked<D> {
    /// What is decided, as the book's own data.
    pub decision: D,
    /// The frame the player looked at: refused if the table has changed since.
    pub frame: Option<u64>,
}

impl<D> Asked<D> {
    /// A decision that rests on no frame.
    pub fn of(decision: D) -> Self {
        Self { decision, frame: None }
    }
}

/// What the players last looked at for some ships. Their decision is ruled on these very measures while every ship
/// still stands there, so that what was shown is what is decided.
#[derive(Debug)]
pub(crate) struct Look {
    ships: Vec<ShipId>,
    observations: Vec<Observation>,
}

impl<B: OnScreen> Battle<B> {
    /// Decides: asks the book, keeps what follows, and only then changes anything. `picture` is called where the
    /// picture of the table belongs to what happened.
    ///
    /// # Errors
    /// Where what follows could not be kept: then nothing has happened.
    pub fn decide(
        &mut self,
        asked: &Asked<B::Decision>,
        now: &str,
        picture: impl FnOnce() -> Option<Picture>,
    ) -> Result<AnswerView, BattleError> {
        let changed = self.changed_since(asked);
        if !changed.is_empty() {
            return Ok(AnswerView::Refused { reasons: changed });
        }
        let ships: Vec<ShipId> = B::ships_concerned(&asked.decision).into_iter().cloned().collect();
        let observations = self.observations_for(&ships);
        let table = self.table(&observations);
        let state = &self.situation.book;
        let decision = self.book.only_open(state, &table, asked.decision.clone());
        let mut dice = self.app_dice()?;
        match self.book.decide(state, &decision, &table, &mut dice) {
            Ok(events) => {
                let log = self.append(book_facts::<B>(&decision, events), now, picture)?;
                self.look = None;
                Ok(AnswerView::Done { log, battle: self.view() })
            }
            Err(Halt::Refused(refusal)) => {
                Ok(AnswerView::Refused { reasons: refusal.reasons.iter().map(reason_view).collect() })
            }
            Err(Halt::TooClose { questions }) => {
                if !ships.is_empty() {
                    self.look = Some(Look { ships, observations });
                }
                Ok(AnswerView::TooClose { questions: questions.iter().map(too_close_view).collect() })
            }
        }
    }

    /// The table as the players look at it now for these ships: a decision about them is ruled on it.
    pub(crate) fn look_at(&mut self, ships: &[&ShipId]) -> PlacedTable {
        let observations = self.observations();
        let table = self.table(&observations);
        self.look = Some(Look { ships: ships.iter().copied().cloned().collect(), observations });
        table
    }

    /// The app's dice for the state at hand: the same decision from the same state gets the same faces.
    fn app_dice(&self) -> Result<AppDice, BattleError> {
        let state_key = serde_json::to_vec(&self.situation.book)
            .map_err(|error| BattleError::Unwritable { detail: error.to_string() })?;
        Ok(AppDice::new(self.situation.begun.dice_seed, &state_key))
    }

    /// Why a decision can't stand, if the table changed since the frame it names.
    fn changed_since(&self, asked: &Asked<B::Decision>) -> Vec<RuledSentence> {
        let Some(frame) = asked.frame.filter(|_| self.live.is_watched()) else { return Vec::new() };
        let changed = B::ships_concerned(&asked.decision).into_iter().filter_map(|ship| {
            let stale = self.live.check(ship, FrameId(frame)).err()?;
            let name = B::name(&self.situation.book, ship);
            let what = match stale {
                Stale::Moved => format!("The table changed since: {name} has moved. Look again."),
                Stale::Hidden => format!("The table changed since: {name} is hidden now. Look again."),
            };
            Some(RuledSentence { text: what, rules: Vec::new() })
        });
        changed.collect()
    }

    /// Every ship afloat as it is seen now; where nothing looks at the table, as it officially stands.
    fn observations(&self) -> Vec<Observation> {
        let afloat = crate::placing::afloat::<B>(&self.situation.book);
        afloat.filter_map(|ship| self.observation_of(&ship)).collect()
    }

    fn observation_of(&self, ship: &ShipId) -> Option<Observation> {
        if self.live.is_watched() {
            return self.live.of(ship).cloned();
        }
        let place = self.situation.places.get(ship)?;
        Some(Observation {
            ship: ship.clone(),
            pose: place.pose(),
            sigma_in: place.sigma_in,
            heading_sigma_rad: place.heading_sigma_deg.to_radians(),
            seen: true,
            sure: true,
            confidence: geometry::Confidence::CERTAIN,
            frame: FrameId(0),
            calibration: CalibrationId(String::new()),
        })
    }

    /// The observations a decision about these ships is ruled on: those the players looked at, if they still hold.
    fn observations_for(&self, ships: &[ShipId]) -> Vec<Observation> {
        let now = self.observations();
        let Some(look) = self.look.as_ref().filter(|look| look.ships == ships) else { return now };
        let holds = look.observations.len() == now.len()
            && look.observations.iter().zip(&now).all(|(then, now)| {
                then.ship == now.ship
                    && then.seen == now.seen
                    && then.sure == now.sure
                    && !stands_elsewhere(then, now)
            });
        if holds { look.observations.clone() } else { now }
    }

    fn table(&self, observations: &[Observation]) -> PlacedTable {
        let placed = observations.iter().filter_map(|observation| {
            let hull = *self.situation.begun.hulls.get(&observation.ship)?;
            Some(PlacedShip::at_rest(observation.clone(), hull))
        });
        PlacedTable::new(placed.collect())
            .with_terrain(self.situation.terrain.clone())
            .with_guns_ashore(B::guns_ashore(&self.situation.book))
            .with_edges(self.situation.begun.table_in)
    }
}
