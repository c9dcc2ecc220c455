//! Verification: reads the whole file and recomputes every recorded result from its decision, measures and dice.

use crate::error::BattleError;
use crate::record::decision_events::placements_by_book;
use crate::record::dice::read::misfit;
use crate::record::events::{DomainEvent, DomainEventOf, RecordedEvent, RecordedEventOf, ShipMoved};
use crate::record::moved::ship_moved;
use crate::record::place::Place;
use crate::record::returning::may_return;
use crate::record::situation::{Situation, SituationOf};
use crate::record::stored::{book_as_kept, hex, read_entries};
use crate::record::timeline::Timeline;
use crate::registry::with_book;
use geometry::ShipId;
use journal::{BattleRow, Journal, JournalError};
use rulesets::core::{DataFile, PlayedBook, RecordedDice, Scripted};
use std::collections::BTreeMap;
use std::path::Path;

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Number of battles checked.
    pub battles: usize,
    /// Number of events checked.
    pub events: usize,
    /// Number of decisions recomputed.
    pub decisions: usize,
    /// The first difference, in one sentence; `None` if there is none.
    pub difference: Option<String>,
    /// Battles played with other rule tables than this program's: results that follow from the change are no
    /// difference.
    pub changed_since: Vec<String>,
}

/// Verifies a campaign file.
///
/// # Errors
/// When the file can't be read at all; a manipulated file is a difference, not an error.
pub fn verify_file(path: &Path) -> Result<Verification, BattleError> {
    match Journal::open(path) {
        Ok(journal) => verify(&journal),
        Err(error) => broken(error),
    }
}

/// Verifies an open campaign.
///
/// # Errors
/// When the file can't be read.
pub fn verify(journal: &Journal) -> Result<Verification, BattleError> {
    verify_each(journal, |row, found| {
        let other_book = BattleError::OtherBook { battle: row.number, book: row.book.clone() };
        with_book!(row.book.as_str(), B => verify_battle::<B>(journal, row, found), else {
            Err(Stop::Error(other_book))
        })
    })
}

/// Verifies an open campaign whose battles are all by one book, which need not be registered.
///
/// # Errors
/// As [`verify`], and when a battle is by another book.
pub fn verify_by<B: PlayedBook>(journal: &Journal) -> Result<Verification, BattleError> {
    verify_each(journal, |row, found| verify_battle::<B>(journal, row, found))
}

fn verify_each(
    journal: &Journal,
    mut verify: impl FnMut(&BattleRow, &mut Verification) -> Result<(), Stop>,
) -> Result<Verification, BattleError> {
    if let Err(error) = journal.verify_chain() {
        return broken(error);
    }
    let mut found = nothing_found();
    for row in journal.battles()? {
        found.battles += 1;
        match verify(&row, &mut found) {
            Ok(()) => {}
            Err(Stop::Difference(difference)) => {
                found.difference = Some(difference);
                break;
            }
            Err(Stop::Error(error)) => match error {
                BattleError::Journal(_) | BattleError::NewerEvent { .. } | BattleError::OtherBook { .. } => {
                    return Err(error);
                }
                // The chain of events is intact, so the record was wrong when it was written.
                _ => {
                    found.difference = Some(error.to_string());
                    break;
                }
            },
        }
    }
    Ok(found)
}

/// Why verification of a battle stopped.
enum Stop {
    Difference(String),
    Error(BattleError),
}

impl From<BattleError> for Stop {
    fn from(error: BattleError) -> Self {
        Self::Error(error)
    }
}

fn nothing_found() -> Verification {
    Verification { battles: 0, events: 0, decisions: 0, difference: None, changed_since: Vec::new() }
}

fn broken(error: JournalError) -> Result<Verification, BattleError> {
    match error {
        JournalError::ChainBroken { .. } | JournalError::Damaged { .. } => {
            Ok(Verification { difference: Some(error.to_string()), ..nothing_found() })
        }
        other => Err(other.into()),
    }
}

fn verify_battle<B: PlayedBook>(
    journal: &Journal,
    row: &BattleRow,
    found: &mut Verification,
) -> Result<(), Stop> {
    let battle = row.number;
    let entries = read_entries::<B>(journal, battle)?;
    let book: B = book_as_kept(journal, battle, entries.first())?;
    let mut situation: SituationOf<B> =
        entries.first().and_then(Situation::begin).ok_or(BattleError::NoBeginning { battle })?;
    let begun = &situation.begun;
    if (&begun.name, &begun.book, &begun.book_version) != (&row.name, &row.book, &row.book_version) {
        let text = format!("Battle {battle} stands in the list of battles under another name or rule book.");
        return Err(Stop::Difference(text));
    }
    let (own_version, played_version) = (B::BODY_VERSION.to_string(), begun.book_version.clone());
    let older_rules = played_version != own_version;
    let (mut decisions, mut otherwise) = (0_usize, 0_usize);
    if B::embedded().is_ok_and(|own| by_name(own.data()) != by_name(book.data())) {
        let text =
            format!("Battle {battle} was played with other rule tables than this program's: changed since.");
        found.changed_since.push(text);
    }
    let mut line: Timeline<B> = Timeline::new();
    let mut rest = entries.as_slice();
    while let Some((entry, behind)) = rest.split_first() {
        let taken = match &entry.event {
            DomainEvent::Book(_) => {
                found.decisions += 1;
                decisions += 1;
                verify_dice_read::<B>(journal, &situation, rest)?;
                match verify_decision(&book, &situation, rest) {
                    // Rules corrected since are no error of the record: the old ruling stands.
                    Err(Stop::Difference(_)) if older_rules && decides::<B>(rest) => {
                        otherwise += 1;
                        recorded_events::<B>(rest)
                    }
                    taken => taken?,
                }
            }
            DomainEvent::TakenBack(back) => {
                let then = line.index(back.to).and_then(|to| line.situation(to));
                let then =
                    then.ok_or_else(|| differs(entry, "it goes back to an event that is not there"))?;
                if !may_return::<B>(&situation, &then, &back.ships) {
                    return Err(differs(entry, "other ships return than it names"));
                }
                situation = then;
                1
            }
            domain_event => {
                verify_places::<B>(&situation, entry, domain_event)?;
                1
            }
        };
        if matches!(entry.event, DomainEvent::Begun(_)) && found_before(&entries, entry) {
            return Err(differs(entry, "a battle begins only once"));
        }
        found.events += taken;
        for entry in rest.iter().take(taken) {
            situation.apply::<B>(entry);
            line.push(entry.clone());
        }
        rest = rest.get(taken..).unwrap_or(&behind[behind.len()..]);
    }
    if older_rules {
        found.changed_since.push(format!(
            "Battle {battle} was played with version {played_version} of its rule book, this program has version \
             {own_version}: changed since; {otherwise} of its {decisions} decisions would be ruled otherwise today."
        ));
    }
    Ok(())
}

/// Returns whether the first of these events carries a decision.
fn decides<B: PlayedBook>(rest: &[RecordedEventOf<B>]) -> bool {
    matches!(rest.first().map(|entry| &entry.event), Some(DomainEvent::Book(of_book)) if of_book.decision.is_some())
}

/// The number of events recorded for one decision, including the models it moved.
fn recorded_events<B: PlayedBook>(rest: &[RecordedEventOf<B>]) -> usize {
    let group = decision_group::<B>(rest).len();
    group + usize::from(matches!(next_fact(rest, group), Some(DomainEvent::SetDown(_))))
}

/// Checks that the dice of a decision that the camera read are those of its rolls and of its photograph.
fn verify_dice_read<B: PlayedBook>(
    journal: &Journal,
    before: &SituationOf<B>,
    rest: &[RecordedEventOf<B>],
) -> Result<(), Stop> {
    for entry in rest.iter().take(decision_group::<B>(rest).len()) {
        let DomainEvent::Book(of_book) = &entry.event else { continue };
        let read = of_book.dice_read.as_ref();
        let dice = read.map(|read| read.dice.as_slice()).unwrap_or_default();
        if let Some(why) = misfit::<B>(dice, dice, &B::rolled(&before.book, &of_book.event)) {
            return Err(differs(entry, &format!("of its dice read by the camera, {why}")));
        }
        let (Some(read), Some(photo)) = (read, entry.photo) else { continue };
        if hex(&journal.photo(photo).map_err(BattleError::from)?.jpeg) != read.picture {
            return Err(differs(entry, "its photograph is not the one in which its dice were read"));
        }
    }
    Ok(())
}

/// Checks that the places in an event fit the situation before it.
fn verify_places<B: PlayedBook>(
    before: &SituationOf<B>,
    entry: &RecordedEventOf<B>,
    domain_event: &DomainEventOf<B>,
) -> Result<(), Stop> {
    let stood = |ship: &ShipId, from: &Place| before.places.get(ship) == Some(from);
    let fits = match domain_event {
        DomainEvent::Moved(moved) => moved.ships.iter().all(|ship| {
            let again =
                ShipMoved { stops: ship.stops.clone(), ..ship_moved(&ship.ship, &ship.from, &ship.to) };
            stood(&ship.ship, &ship.from) && again == *ship
        }),
        DomainEvent::Settled(settled) => settled.ships.iter().all(|ship| stood(&ship.ship, &ship.from)),
        DomainEvent::SetDown(_) => return Err(differs(entry, "no decision led to it")),
        DomainEvent::Begun(_)
        | DomainEvent::Placed(_)
        | DomainEvent::Corrected(_)
        | DomainEvent::Terrain(_)
        | DomainEvent::Table(_)
        | DomainEvent::Frame(_)
        | DomainEvent::TakenBack(_)
        | DomainEvent::SettingUp(_)
        | DomainEvent::Players(_)
        | DomainEvent::Remark(_)
        | DomainEvent::Planned(_)
        | DomainEvent::Advice(_)
        | DomainEvent::Affair(_)
        | DomainEvent::Book(_) => true,
    };
    if fits {
        Ok(())
    } else {
        Err(differs(entry, "the move it records does not fit the places before and after"))
    }
}

fn by_name(files: &[DataFile]) -> BTreeMap<&str, &str> {
    files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect()
}

fn found_before<D, E>(entries: &[RecordedEvent<D, E>], entry: &RecordedEvent<D, E>) -> bool {
    entries.first().is_some_and(|first| first.seq != entry.seq)
}

/// Recomputes a recorded decision; returns the number of its events.
fn verify_decision<B: PlayedBook>(
    book: &B,
    before: &SituationOf<B>,
    rest: &[RecordedEventOf<B>],
) -> Result<usize, Stop> {
    let group = decision_group::<B>(rest);
    let (Some(first), Some((decision, _))) = (rest.first(), group.first().map(|(d, e)| (*d, *e))) else {
        return Ok(rest.len());
    };
    let Some(decision) = decision else {
        return Err(differs(first, "no decision led to it"));
    };
    let recorded: Vec<&B::Event> = group.iter().map(|(_, event)| *event).collect();
    let facts = Scripted::new(recorded.iter().flat_map(|event| B::asked(event)).cloned().collect());
    let rolled = recorded.iter().flat_map(|event| B::rolled(&before.book, event));
    let mut dice = RecordedDice::new(rolled.map(|rolled| rolled.thrown).collect());
    let again = match book.decide(&before.book, decision, &facts, &mut dice) {
        Ok(events) => events,
        Err(halt) => return Err(differs(first, &format!("the rules say of it: {halt}"))),
    };
    for (at, (_, event)) in group.iter().enumerate() {
        if again.get(at) != Some(*event) {
            let entry = rest.get(at).unwrap_or(first);
            let told = again.get(at).map(|event| book.sentences(&before.book, event).join(" "));
            let told =
                told.filter(|told| !told.is_empty()).unwrap_or_else(|| "nothing of the kind".to_owned());
            return Err(differs(
                entry,
                &format!("from the same decision, measures and dice the rules make: {told}"),
            ));
        }
    }
    let last = rest.get(group.len() - 1).unwrap_or(first);
    if again.len() > group.len() {
        return Err(differs(last, "the rules make more of the same decision than is recorded after it"));
    }
    // The opening decisions are recorded together, and models are placed only after all of them.
    if before.places.is_empty() {
        return Ok(
            group.len() + usize::from(matches!(next_fact(rest, group.len()), Some(DomainEvent::SetDown(_))))
        );
    }
    match (placements_by_book(book, before, &again), next_fact(rest, group.len())) {
        (None, _) => Ok(group.len()),
        (Some(put), Some(DomainEvent::SetDown(recorded))) if put == *recorded => Ok(group.len() + 1),
        (Some(_), _) => Err(differs(last, "the rules put its ships elsewhere than is recorded after it")),
    }
}

fn next_fact<D, E>(rest: &[RecordedEvent<D, E>], taken: usize) -> Option<&DomainEvent<D, E>> {
    rest.get(taken).map(|entry| &entry.event)
}

/// The book's events of one decision: the first carries it, the others do not.
fn decision_group<B: PlayedBook>(rest: &[RecordedEventOf<B>]) -> Vec<(Option<&B::Decision>, &B::Event)> {
    let mut group: Vec<(Option<&B::Decision>, &B::Event)> = Vec::new();
    for entry in rest {
        match &entry.event {
            DomainEvent::Book(of_book) if group.is_empty() || of_book.decision.is_none() => {
                group.push((of_book.decision.as_ref(), &of_book.event));
            }
            _ => break,
        }
    }
    group
}

fn differs<D, E>(entry: &RecordedEvent<D, E>, why: &str) -> Stop {
    Stop::Difference(format!("Event {} ({}) is not as it should be: {why}.", entry.seq, entry.kind))
}
