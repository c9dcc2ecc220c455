//! Replay: the battle at any moment, and searches in its events.

use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::situation::SituationOf;
use crate::session::battle::Battle;
use crate::session::form_prompts::FormGround;
use crate::view::BattleView;
use geometry::ShipId;
use rulesets::core::Audience;
use serde_json::Value;

/// A search in the events of a battle; an unset field matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventQuery {
    /// In this turn.
    pub turn: Option<u32>,
    /// In this step, named as in the log.
    pub phase: Option<String>,
    /// About this ship.
    pub ship: Option<ShipId>,
    /// Of this kind.
    pub kind: Option<String>,
}

impl<B: BookAdapter> Battle<B> {
    /// The battle after an event, with public information only.
    ///
    /// # Errors
    /// When the battle has no such event.
    pub fn replay_at(&self, seq: i64) -> Result<BattleView, BattleError> {
        self.replay_at_for(seq, &Audience::Everyone)
    }

    /// The battle after an event, with what this viewer may see now.
    ///
    /// # Errors
    /// When the battle has no such event.
    pub fn replay_at_for(&self, seq: i64, viewer: &Audience) -> Result<BattleView, BattleError> {
        let seen = self.cut_for(&self.situation_at(seq)?, viewer);
        Ok(self.view_on(&FormGround::of_moment(seen), viewer))
    }

    /// The situation after an event.
    ///
    /// # Errors
    /// When the battle has no such event.
    pub fn situation_at(&self, seq: i64) -> Result<SituationOf<B>, BattleError> {
        let situation = self.timeline.index(seq).and_then(|index| self.timeline.situation(index));
        situation.ok_or(BattleError::NoSuchMoment { battle: self.number(), seq })
    }

    /// The sequence numbers of the matching events that this viewer may know, in order.
    pub fn moments(&self, wanted: &EventQuery, viewer: &Audience) -> Vec<i64> {
        let told = self.entries().iter().zip(&self.log);
        let fits = told.filter(|(entry, line)| {
            entry.audience.includes(viewer)
                && wanted.turn.is_none_or(|turn| turn == line.turn)
                && wanted.phase.as_ref().is_none_or(|phase| *phase == line.phase)
                && wanted.kind.as_ref().is_none_or(|kind| *kind == entry.kind)
                && wanted.ship.as_ref().is_none_or(|ship| {
                    let body = entry.event.body().ok();
                    let body = body.and_then(|body| serde_json::from_str(&body).ok());
                    body.is_some_and(|mut body: Value| {
                        // A decision may name ships that nothing happened to.
                        body.as_object_mut().map(|fields| fields.remove("decision"));
                        names(&body, ship.as_str())
                    })
                })
        });
        fits.map(|(entry, _)| entry.seq).collect()
    }
}

/// Returns whether the name occurs in the value as a separate word.
fn names(value: &Value, ship: &str) -> bool {
    match value {
        Value::String(text) => text == ship,
        Value::Array(items) => items.iter().any(|item| names(item, ship)),
        Value::Object(fields) => fields.iter().any(|(key, field)| key == ship || names(field, ship)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
