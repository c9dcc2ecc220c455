//! Calls of phones, and their answers.

use crate::wire::{CameraOffer, CameraStatus, Refusal};
use battle::view::DecisionView;
use chart::View;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;
use ts_rs::TS;

/// What a phone asks. The seat is never part of it: it is the one that the host has granted.
///
/// `made_on`: the number of the last event that the phone showed when the command was given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "call", rename_all = "snake_case")]
pub enum Call {
    /// The battle in play with the log lines after this event: `BattleChanges`, or null without a battle.
    Changes {
        /// The last event shown; 0 for the whole log.
        #[ts(type = "number")]
        seq: i64,
    },
    /// Decides: `DecisionAnswer`.
    Decide {
        /// See [`Call`].
        #[ts(type = "number")]
        made_on: i64,
        /// The decision.
        decision: DecisionView,
    },
    /// Undoes to the state after an event, or redoes up to it: `DecisionAnswer`.
    TakeBack {
        /// See [`Call`].
        #[ts(type = "number")]
        made_on: i64,
        /// The last event that will stand.
        #[ts(type = "number")]
        to: i64,
        /// Why.
        why: String,
        /// Whether the umpire allows it.
        umpire: bool,
    },
    /// Accepts the places of models that were pushed: `BattleChanges`.
    AcceptShifts {
        /// See [`Call`].
        #[ts(type = "number")]
        made_on: i64,
        /// The ships.
        ships: Vec<String>,
    },
    /// Adds a bookmark (no text) or a note to an event: null.
    Remark {
        /// The event. It is also what the note was made on.
        #[ts(type = "number")]
        about: i64,
        /// The note.
        text: String,
        /// Whether only this seat may read it.
        private: bool,
    },
    /// Asks what the seat's side could do: `BattleChanges`. The advice follows as news.
    AskAdvice {
        /// See [`Call`].
        #[ts(type = "number")]
        made_on: i64,
    },
    /// Lets whoever thinks decide with what has been thought so far: null.
    DecideNow,
    /// A preview of a salvo: `SalvoPreviewView`.
    PreviewSalvo {
        /// The firing ship.
        shooter: String,
        /// Its target.
        target: String,
    },
    /// The forecast of a decision: `ForecastView`.
    Foresee {
        /// The decision.
        decision: DecisionView,
    },
    /// The range and bearing between two ships as the camera sees them: `MeasureView`.
    Measure {
        /// From this ship.
        from: String,
        /// To this one.
        to: String,
    },
    /// The chart of the table in play: `DisplayList`.
    Chart {
        /// What is drawn.
        request: ChartRequest,
    },
    /// The battles of the campaign: a list of `BattleRow`.
    Battles,
    /// The rule books: a list of `BookView`.
    Books,
    /// A battle as it was after an event: `BattleView`.
    ReplayAt {
        /// The battle.
        #[ts(type = "number")]
        battle: i64,
        /// The event.
        #[ts(type = "number")]
        seq: i64,
    },
    /// The chart of that moment: `DisplayList`.
    ReplayChart {
        /// The battle.
        #[ts(type = "number")]
        battle: i64,
        /// The event.
        #[ts(type = "number")]
        seq: i64,
        /// What is drawn.
        request: ChartRequest,
    },
    /// The whole log of a battle: a list of `LogLine`.
    ReplayLog {
        /// The battle.
        #[ts(type = "number")]
        battle: i64,
    },
    /// The tracks of its ships: a list of `Track`.
    ReplayTracks {
        /// The battle.
        #[ts(type = "number")]
        battle: i64,
    },
    /// Asks for another seat, after the phone's own has ended: null. The host is asked again.
    AskForSeat {
        /// The seat's key.
        seat: String,
    },
    /// Offers this phone's camera as a source, or (null) withdraws it: null.
    OfferCamera {
        /// The camera.
        offer: Option<CameraOffer>,
    },
    /// Reports the state of this phone's camera: null.
    CameraStatus {
        /// The state.
        status: CameraStatus,
    },
    /// Leaves the table: null.
    Leave,
}

impl Call {
    /// Whether it changes a battle: onlookers may not, and its answer is kept, so that it is never carried out twice.
    pub fn is_command(&self) -> bool {
        matches!(
            self,
            Self::Decide { .. }
                | Self::TakeBack { .. }
                | Self::AcceptShifts { .. }
                | Self::Remark { .. }
                | Self::AskAdvice { .. }
                | Self::DecideNow
        )
    }
}

/// What a chart shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChartRequest {
    /// Clockwise quarter turns of the view.
    pub quarters: u8,
    /// What is seen, in units of the turned plane.
    pub view: View,
    /// The chosen ships: the first, and the one it is measured to.
    pub chosen: Vec<String>,
    /// The ship that the finger is on.
    pub pointed: Option<String>,
}

/// A call as it is sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CallMessage {
    /// Made by the phone, 1 to 40 characters, and the same when the call is sent again: a command with the id of an
    /// earlier one is not carried out a second time, but answered as that one was.
    pub id: String,
    /// The call.
    pub call: Call,
}

/// An answer that is serialised already, for its seat. Copies share the text.
#[derive(Debug, Clone)]
pub struct Reply(Arc<RawValue>);

impl Reply {
    /// Serialises an answer.
    ///
    /// # Errors
    /// When it can't be written as JSON.
    pub fn of(answer: &impl Serialize) -> Result<Self, Refusal> {
        let text = serde_json::value::to_raw_value(answer);
        text.map(|text| Self(text.into())).map_err(|error| {
            Refusal::new(format!("The answer can't be sent to a phone ({error}): look at the host's screen."))
        })
    }

    /// The answer as JSON.
    pub fn json(&self) -> &str {
        self.0.get()
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        RawValue::serialize(&self.0, to)
    }
}

/// An answer as it is sent: exactly one of `ok` and `refused` is there.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Answer {
    /// The id of the call.
    pub id: String,
    /// The answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub ok: Option<Reply>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refused: Option<Refusal>,
}
