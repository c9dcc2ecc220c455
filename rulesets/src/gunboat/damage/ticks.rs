//! Checking off hits: the boxes that the target's owner must and may choose (GUN-38, GUN-40).

use crate::core::{Reason, Refusal};
use crate::gunboat::events::apply::check_off;
use crate::gunboat::events::decision::BoxTick;
use crate::gunboat::events::event::Event;
use crate::gunboat::events::roll_requests::{Numbers, table_roll, takes_hold};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{Section, SectionKind};
use crate::gunboat::state::due::{DueId, HitsDue, Into, TableId};
use crate::gunboat::state::ship::{ShipState, fate};
use crate::gunboat::state::step::TakesHold;
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// A row of boxes and the number of free ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowRoom {
    /// The row.
    pub row: Section,
    /// The boxes that can still be checked off.
    pub free: u8,
}

/// Hits that must go into one section, or one of several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedHits {
    /// The sections to choose from, without those that have no free box.
    pub sections: Vec<SectionKind>,
    /// The number of hits.
    pub hits: u8,
}

/// The legal ways to check off one group of hits, as data for a screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalTicks {
    /// The id of the hits.
    pub due: DueId,
    /// The ship whose card it is.
    pub ship: ShipId,
    /// The exact number of boxes to check off.
    pub boxes: u32,
    /// The hits among these that must go into given sections, as far as there is room.
    pub named: Vec<NamedHits>,
    /// Every row with free boxes.
    pub rows: Vec<RowRoom>,
}

/// The legal ways to check off a group of hits; none if there is no such group.
pub fn legal_ticks(state: &State, due: DueId) -> Option<LegalTicks> {
    let lot = state.due(due)?;
    let ship = state.ships.get(&lot.ship)?;
    let named = lot.demands.iter().filter_map(|demand| match &demand.into {
        Into::Any => None,
        Into::OneOf(kinds) => Some(NamedHits { sections: open_sections(ship, kinds), hits: demand.hits }),
    });
    let rows = ship.card.sections().into_iter().map(|row| RowRoom { free: ship.free(&row), row });
    Some(LegalTicks {
        due,
        ship: lot.ship.clone(),
        boxes: boxes_due(lot, ship),
        named: named.filter(|named| !named.sections.is_empty()).collect(),
        rows: rows.filter(|room| room.free > 0).collect(),
    })
}

/// The order in which free hits are suggested: the least harmful first, the hull last.
const SUGGESTED_ORDER: [SectionKind; 7] = [
    SectionKind::Midships,
    SectionKind::Speed,
    SectionKind::Gun,
    SectionKind::Armor,
    SectionKind::Ram,
    SectionKind::Stack,
    SectionKind::Draft,
];

/// One legal way to check off a group of hits; empty if there is no such group.
pub fn suggest_ticks(state: &State, due: DueId) -> Vec<BoxTick> {
    let Some((lot, ship)) = state.due(due).and_then(|lot| Some((lot, state.ships.get(&lot.ship)?))) else {
        return Vec::new();
    };
    let rows = ship.card.sections();
    let mut suggestion = Suggestion { ship, rows: &rows, ticks: Vec::new(), left: boxes_due(lot, ship) };
    for demand in &lot.demands {
        if let Into::OneOf(kinds) = &demand.into
            && let Some(kind) = open_sections(ship, kinds).first()
        {
            suggestion.fill(*kind, u32::from(demand.hits));
        }
    }
    for kind in SUGGESTED_ORDER {
        suggestion.fill(kind, suggestion.left);
    }
    suggestion.ticks
}

struct Suggestion<'a> {
    ship: &'a ShipState,
    /// The rows of its card.
    rows: &'a [Section],
    ticks: Vec<BoxTick>,
    left: u32,
}

impl Suggestion<'_> {
    fn fill(&mut self, kind: SectionKind, hits: u32) {
        let mut hits = hits.min(self.left);
        for row in self.rows.iter().filter(|row| row.kind() == kind) {
            if hits == 0 {
                return;
            }
            let taken: u8 = self.ticks.iter().filter(|tick| tick.row == *row).map(|tick| tick.count).sum();
            let room = u32::from(self.ship.free(row).saturating_sub(taken));
            let count = u8::try_from(hits.min(room)).unwrap_or(u8::MAX);
            if count == 0 {
                continue;
            }
            hits -= u32::from(count);
            self.left -= u32::from(count);
            match self.ticks.iter_mut().find(|tick| tick.row == *row) {
                Some(tick) => tick.count += count,
                None => self.ticks.push(BoxTick { row: row.clone(), count }),
            }
        }
    }
}

/// Checks ticks against the hits due.
///
/// # Errors A refusal with every reason.
pub(crate) fn check_ticks(lot: &HitsDue, ship: &ShipState, boxes: &[BoxTick]) -> Result<(), Refusal> {
    let mut reasons = Vec::new();
    let name = &ship.card.name;
    if let Some(chooser) = lot.chooser {
        let text = format!("{} must choose the section first.", chooser.word());
        reasons.push(Reason::new("GUN-AMB-15", text));
    }
    for (i, tick) in boxes.iter().enumerate() {
        if boxes.iter().take(i).any(|earlier| earlier.row == tick.row) {
            continue;
        }
        let asked: u32 =
            boxes.iter().filter(|other| other.row == tick.row).map(|other| u32::from(other.count)).sum();
        let (free, printed) = (u32::from(ship.free(&tick.row)), ship.card.printed(&tick.row));
        if printed == 0 && asked > 0 {
            reasons.push(Reason::new("GUN-72", format!("{name}'s card has no {} boxes.", tick.row)));
        } else if asked > free {
            let text = format!("{name} has {free} {} boxes left to check off, not {asked}.", tick.row);
            reasons.push(Reason::new("GUN-38", text));
        }
    }
    let (given, due) = (boxes.iter().map(|tick| u32::from(tick.count)).sum::<u32>(), boxes_due(lot, ship));
    if given != due {
        let text = format!("{}: exactly {due} boxes must be checked off, not {given}.", lot.cause);
        reasons.push(Reason::new("GUN-40", text));
    }
    for demand in &lot.demands {
        let Into::OneOf(kinds) = &demand.into else { continue };
        let open = open_sections(ship, kinds);
        let enough =
            |kind: &SectionKind| ticked(boxes, *kind) >= u32::from(demand.hits).min(room(ship, *kind));
        if !open.is_empty() && !open.iter().any(enough) {
            let sections: Vec<String> = open
                .iter()
                .map(|kind| format!("{} into {}", u32::from(demand.hits).min(room(ship, *kind)), kind.word()))
                .collect();
            let text = format!("{}: {} at least.", lot.cause, sections.join(" or "));
            reasons.push(Reason { rule: demand.rule.clone(), text });
        }
    }
    Refusal::unless_clear(reasons)
}

/// The number of boxes to check off: the hits, but at most the boxes that the ship has left.
fn boxes_due(lot: &HitsDue, ship: &ShipState) -> u32 {
    let hits: u32 = lot.demands.iter().map(|demand| u32::from(demand.hits)).sum();
    hits.min(ship.free_in_all())
}

fn open_sections(ship: &ShipState, kinds: &[SectionKind]) -> Vec<SectionKind> {
    kinds.iter().copied().filter(|kind| room(ship, *kind) > 0).collect()
}

fn room(ship: &ShipState, kind: SectionKind) -> u32 {
    u32::from(ship.free_of(kind))
}

fn ticked(boxes: &[BoxTick], kind: SectionKind) -> u32 {
    boxes.iter().filter(|tick| tick.row.kind() == kind).map(|tick| u32::from(tick.count)).sum()
}

/// Chooses the section that hits go into (GUN-AMB-15).
pub(in crate::gunboat) fn choose(
    state: &State,
    due: DueId,
    section: SectionKind,
) -> Result<Vec<Event>, Refusal> {
    let lot = state.due(due).ok_or_else(|| no_such_lot(due))?;
    let named = |kind: SectionKind| lot.demands.iter().any(|demand| demand.into.names(kind));
    let free = |kind: SectionKind| state.ships.get(&lot.ship).is_some_and(|ship| ship.free_of(kind) > 0);
    // Earlier hits may have filled every named section in the meantime: then any of them is allowed.
    let any_free = SectionKind::ALL.into_iter().any(|kind| named(kind) && free(kind));
    if lot.chooser.is_none() {
        return Err(Refusal::because("GUN-AMB-15", "Nobody has to choose a section for these hits."));
    }
    if !named(section) || (any_free && !free(section)) {
        let text = format!("These hits can't go into {}: choose another section.", section.word());
        return Err(Refusal::because("GUN-AMB-15", text));
    }
    Ok(vec![Event::SectionChosen { due, section }])
}

/// Checks off the boxes of a group of hits (GUN-40).
pub(in crate::gunboat) fn tick(
    tables: &Tables,
    state: &State,
    due: DueId,
    boxes: &[BoxTick],
) -> Result<Vec<Event>, Refusal> {
    let lot = state.due(due).ok_or_else(|| no_such_lot(due))?;
    let ship = state.ships.get(&lot.ship).ok_or_else(|| no_such_lot(due))?;
    check_ticks(lot, ship, boxes)?;
    let boxes: Vec<BoxTick> = boxes.iter().filter(|tick| tick.count > 0).cloned().collect();
    let mut numbers = Numbers::after(state);
    // GUN-AMB-43: a stack that the owner gives up needs the roll too, or only one that was shot away does.
    let shot_away = lot.demands.iter().any(|demand| demand.into.names(SectionKind::Stack));
    let stack_lost = boxes.iter().any(|tick| tick.row == Section::Stack)
        && (shot_away || state.options.stack_table_on_ram);
    let rolls = stack_lost
        .then(|| table_roll(state, tables, &mut numbers, &lot.ship, lot.salvo, (TableId::Stack, vec![])));
    let takes_hold = takes_hold(state);
    // Only draft boxes that are gone at once decide the ship's fate.
    let draft = takes_hold == TakesHold::Now && boxes.iter().any(|tick| tick.row == Section::Draft);
    let fate = if draft {
        let mut after = ship.clone();
        check_off(&mut after, &boxes, takes_hold);
        fate(&after)
    } else {
        fate(ship)
    };
    Ok(vec![Event::Ticked {
        due,
        ship: lot.ship.clone(),
        boxes,
        takes_hold,
        fate,
        rolls: rolls.into_iter().collect(),
    }])
}

fn no_such_lot(due: DueId) -> Refusal {
    Refusal::because("GUN-40", format!("The hits numbered {} are not due (any more).", due.0))
}
