//! A finished analysis, as it is kept beside its campaign, and what it was made of.

use crate::analysis::course::Course;
use crate::analysis::findings::findings;
use crate::analysis::search::{Effort, simulate};
use crate::error::BattleError;
use crate::forms::book_adapter::BookAdapter;
use crate::record::stored::{book_as_kept, hex, read_entries};
use crate::record::timeline::Timeline;
use crate::registry::with_book;
use crate::session::battle::Battle;
use crate::view::TurningView;
use journal::{Journal, JournalError, StoredEvent};
use opponent::books::ThinksAhead;
use rulesets::core::Audience;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the code that analyses: an analysis of another version is made again.
const CODE: u32 = 1;

/// Kinds of events that change nothing in a battle's chances.
const NO_PART: [&str; 8] = [
    "remark",
    "players_seated",
    "table_checked",
    "table_moved",
    "card_moved",
    "picture_missing",
    "commander_planned",
    "advice_given",
];

/// An analysis with what it was made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptTurning {
    /// The version of the code that made it.
    code: u32,
    /// A hash of the events that it was made of.
    made_of: String,
    /// The analysis.
    pub turning: TurningView,
}

impl KeptTurning {
    /// Analyses a battle of the file as it stands now, with everything that is secret. `goes_on` is told the share done,
    /// again and again; if it returns false, the work stops and there is no result.
    ///
    /// # Errors
    /// When the battle can't be read, or nobody has played a turn of it.
    pub fn find(
        journal: &Journal,
        battle: i64,
        effort: Effort,
        goes_on: &mut dyn FnMut(f64) -> bool,
    ) -> Result<Option<Self>, BattleError> {
        let row = journal.battles()?.into_iter().find(|row| row.number == battle);
        let row = row.ok_or(JournalError::NoSuchBattle { battle })?;
        let turning = with_book!(row.book.as_str(), B => turning_of::<B>((journal, battle), effort, goes_on), else {
            Err(BattleError::OtherBook { battle, book: row.book })
        })?;
        let made_of = made_of(&journal.events(battle)?);
        Ok(turning.map(|turning| Self { code: CODE, made_of, turning }))
    }

    /// Reads a kept analysis; none if it isn't one of this battle as it stands now, or of other code.
    ///
    /// # Errors
    /// When the battle's events can't be read.
    pub fn read(text: &str, journal: &Journal, battle: i64) -> Result<Option<Self>, BattleError> {
        let Ok(kept) = serde_json::from_str::<Self>(text) else { return Ok(None) };
        let holds = kept.code == CODE && kept.made_of == made_of(&journal.events(battle)?);
        Ok(holds.then_some(kept))
    }

    /// The text to keep.
    ///
    /// # Errors
    /// When a number of it is none.
    pub fn written(&self) -> Result<String, BattleError> {
        serde_json::to_string(self).map_err(|error| BattleError::Unwritable { detail: error.to_string() })
    }
}

impl<B: BookAdapter> Battle<B> {
    /// Returns whether this viewer may know all of the battle: it is over, or the viewer is the umpire, or nothing in it
    /// is secret.
    pub fn is_open_to(&self, viewer: &Audience) -> bool {
        self.is_over() || *viewer == Audience::Umpire || !self.has_secrets()
    }
}

/// A hash of the events that an analysis is made of.
fn made_of(events: &[StoredEvent]) -> String {
    let ends = |event: &StoredEvent| {
        let body: Option<Value> = serde_json::from_slice(&event.body).ok();
        body.is_some_and(|body| body.get("affair").and_then(Value::as_str) == Some("ended"))
    };
    let takes_part = |event: &&StoredEvent| match event.kind.as_str() {
        "campaign_affair" => ends(event),
        kind => !NO_PART.contains(&kind),
    };
    let mut text = Vec::new();
    for event in events.iter().filter(takes_part) {
        text.extend(format!("{} {}\n", event.seq, event.kind).into_bytes());
        text.extend(&event.body);
        text.push(b'\n');
    }
    hex(&text)
}

fn turning_of<B>(
    (journal, battle): (&Journal, i64),
    effort: Effort,
    goes_on: &mut dyn FnMut(f64) -> bool,
) -> Result<Option<TurningView>, BattleError>
where
    B: ThinksAhead + Sync,
    B::State: Sync,
    B::Scene: Sync,
    B::Decision: Sync,
{
    let entries = read_entries::<B>(journal, battle)?;
    let book: B = book_as_kept(journal, battle, entries.first())?;
    let mut timeline = Timeline::new();
    entries.into_iter().for_each(|entry| timeline.push(entry));
    let course = Course::of(&book, &timeline).ok_or(BattleError::NoBeginning { battle })?;
    let [first, .., _] = course.turns.as_slice() else {
        return Err(BattleError::NothingPlayed { battle });
    };
    let sides = B::sides(&first.position.state);
    let [side, others, ..] = sides.as_slice() else { return Err(BattleError::NothingPlayed { battle }) };
    let found = simulate((&book, &course), side, effort, goes_on);
    Ok(found.map(|found| findings((&book, &course), (side, others), &found, effort.simulations)))
}
