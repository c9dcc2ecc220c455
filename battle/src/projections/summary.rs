//! Computes the summary of a battle for its campaign, with one fold of the events that stand.

use crate::error::{BattleError, Unread};
use crate::projections::account::{BattleSummary, EventSummary, NamedThrow, ShipSummary};
use crate::record::campaign_affair::Affair;
use crate::record::events::{DomainEvent, RecordedEventOf};
use crate::record::situation::{Situation, SituationOf};
use crate::record::stored::{book_as_kept, read_entries};
use crate::record::timeline::Timeline;
use crate::registry::with_book;
use crate::render::event_body::to_the_second;
use crate::seats::players::owner;
use geometry::ShipId;
use journal::{BattleRow, Journal};
use rulesets::core::{Audience, CardLines, HitsScored, PlayedBook, ShipLine};
use std::collections::BTreeMap;

/// The summaries of all battles of a campaign in order, computed one by one as they are taken: for the umpire, or for
/// the players (everything of a battle once it is over, before that only what is public).
///
/// # Errors
/// When the list of battles can't be read; then for each battle that can't be read.
pub fn summaries(
    journal: &Journal,
    umpire: bool,
) -> Result<impl Iterator<Item = Result<BattleSummary, Unread>> + use<>, BattleError> {
    summaries_from(journal, 0, umpire)
}

/// The summaries of battles with a greater number than this.
///
/// # Errors
/// As [`summaries`].
pub fn summaries_from(
    journal: &Journal,
    after: i64,
    umpire: bool,
) -> Result<impl Iterator<Item = Result<BattleSummary, Unread>> + use<>, BattleError> {
    let (rows, journal) = (journal.battles()?, journal.clone());
    let rows = rows.into_iter().filter(move |row| row.number > after);
    Ok(rows.map(move |row| {
        summary(&journal, &row, umpire).map_err(|error| Unread { battle: row.number, name: row.name, error })
    }))
}

fn summary(journal: &Journal, row: &BattleRow, umpire: bool) -> Result<BattleSummary, BattleError> {
    let other = || BattleError::OtherBook { battle: row.number, book: row.book.clone() };
    with_book!(row.book.as_str(), B => summary_by::<B>(journal, row.number, umpire), else { Err(other()) })
}

fn summary_by<B: PlayedBook>(
    journal: &Journal,
    number: i64,
    umpire: bool,
) -> Result<BattleSummary, BattleError> {
    let entries = read_entries::<B>(journal, number)?;
    let book: B = book_as_kept(journal, number, entries.first())?;
    let seq = entries.last().map_or(0, |entry| entry.seq);
    let mut timeline: Timeline<B> = Timeline::new();
    entries.into_iter().for_each(|entry| timeline.push(entry));
    let no_beginning = BattleError::NoBeginning { battle: number };
    let way = timeline.standing_events().ok_or(no_beginning.clone())?;
    let first: &RecordedEventOf<B> = way.first().ok_or(no_beginning.clone())?;
    let situation = Situation::begin(first).ok_or(no_beginning)?;
    let over = way.iter().any(|entry| matches!(entry.event, DomainEvent::Affair(Affair::Ended { .. })));
    let viewer = if umpire || over { Audience::Umpire } else { Audience::Everyone };
    let mut projection = SummaryProjection {
        book: &book,
        viewer: &viewer,
        cards: BTreeMap::new(),
        ships: Vec::new(),
        events: Vec::new(),
        named_dice: Vec::new(),
    };
    let situation = way.iter().fold(situation, |situation, entry| projection.count(situation, entry));
    Ok(projection.summary((number, seq), &first.at, &situation))
}

struct SummaryProjection<'a, B> {
    book: &'a B,
    viewer: &'a Audience,
    /// Each ship's card when it first entered the book.
    cards: BTreeMap<ShipId, CardLines>,
    /// The ships at present.
    ships: Vec<ShipLine>,
    events: Vec<EventSummary>,
    named_dice: Vec<NamedThrow>,
}

impl<B: PlayedBook> SummaryProjection<'_, B> {
    /// Applies an event, and counts it if the reader may know it.
    fn count(&mut self, mut situation: SituationOf<B>, entry: &RecordedEventOf<B>) -> SituationOf<B> {
        let hits: Vec<HitsScored> = match &entry.event {
            DomainEvent::Book(of_book) => B::hits(&situation.book, &of_book.event),
            _ => Vec::new(),
        };
        situation.apply::<B>(entry);
        let lost = match &entry.event {
            // Only book events change ships.
            DomainEvent::Book(_) => self.look_at_ships(&situation),
            _ => Vec::new(),
        };
        let affair = match &entry.event {
            DomainEvent::Affair(affair) => Some(affair.clone()),
            _ => None,
        };
        let counts = !hits.is_empty() || !lost.is_empty() || affair.is_some();
        if counts && entry.audience.includes(self.viewer) {
            let (turn, phase) = (B::turn(&situation.book), B::phase_title(&situation.book));
            self.events.push(EventSummary { turn, phase, hits, lost, affair });
        }
        if entry.audience.includes(self.viewer) {
            let read = entry.event.dice_read().into_iter().flat_map(|read| &read.dice);
            self.named_dice.extend(read.filter_map(|die| {
                let name = die.name.clone()?;
                Some(NamedThrow { name, die: die.kind, face: die.face })
            }));
        }
        situation
    }

    /// Stores the present state of the ships; returns the ships that are out of the battle and have changed.
    fn look_at_ships(&mut self, situation: &SituationOf<B>) -> Vec<(ShipId, String)> {
        let ships = B::ships(&situation.book);
        if ships.iter().any(|ship| !self.cards.contains_key(&ship.ship)) {
            let seen = self.book.seen_by(&situation.book, self.viewer);
            for ship in &ships {
                let card = || self.book.card(&seen, &ship.ship);
                self.cards.entry(ship.ship.clone()).or_insert_with(card);
            }
        }
        let changed = ships.iter().filter(|ship| ship.lost && !self.ships.contains(ship));
        let lost = changed.filter_map(|ship| Some((ship.ship.clone(), ship.fate.clone()?))).collect();
        self.ships = ships;
        lost
    }

    fn summary(self, (battle, seq): (i64, i64), began_at: &str, situation: &SituationOf<B>) -> BattleSummary {
        let seen = self.book.seen_by(&situation.book, self.viewer);
        let ship = |line: ShipLine| ShipSummary {
            before: self.cards.get(&line.ship).map(|card| card.rows.clone()).unwrap_or_default(),
            after: self.book.card(&seen, &line.ship).rows,
            player: owner(&situation.players, &line).map(|player| player.name.clone()),
            ship: line.ship.to_string(),
            name: line.name,
            side: line.side.to_string(),
            fate: line.fate,
            lost: line.lost,
        };
        BattleSummary {
            battle,
            name: situation.begun.name.clone(),
            book: situation.begun.book.clone(),
            began_at: to_the_second(began_at),
            seq,
            turns: B::turn(&seen),
            ships: B::ships(&seen).into_iter().map(ship).collect(),
            events: self.events,
            named_dice: self.named_dice,
        }
    }
}
