//! A situation as a view model: cards, places, terrain.

use crate::forms::book_adapter::BookAdapter;
use crate::record::place::Place;
use crate::record::situation::SituationOf;
use crate::view::audience::who_word;
use crate::view::place::{hull_outline, piece_on_map, place_view};
use crate::view::{BattleView, CardView, PieceOnMap, QuestionView, SectionView, ShipView};
use geometry::HullShape;
use rulesets::core::{CardRow, ShipLine, WordedQuestion};
use serde::Serialize;

/// The battle in a situation, without questions.
pub(crate) fn battle_view<B: BookAdapter>(number: i64, book: &B, situation: &SituationOf<B>) -> BattleView {
    let state = &situation.book;
    BattleView {
        battle: number,
        name: situation.begun.name.clone(),
        book: format!("{}, version {}", B::TITLE, situation.begun.book_version),
        turn: B::turn(state),
        phase: B::phase_title(state),
        table_in: situation.begun.table_in,
        terrain: pieces_on_map::<B>(situation),
        ships: B::ships(state).iter().map(|line| ship_view(book, situation, line)).collect(),
        asks: Vec::new(),
        seq: situation.seq,
    }
}

/// A question of the book as a view.
pub(crate) fn question_view<A: Serialize>(question: &WordedQuestion<A>) -> QuestionView {
    QuestionView {
        who: who_word(&question.who),
        what: question.what.clone(),
        must: question.must,
        rule: question.rule.to_string(),
        ask: serde_json::to_value(&question.ask).unwrap_or_default(),
    }
}

/// The terrain that is public.
pub(crate) fn pieces_on_map<B: BookAdapter>(situation: &SituationOf<B>) -> Vec<PieceOnMap> {
    let laid = B::laid_by_the_book(&situation.book);
    situation.terrain.iter().chain(&laid).filter_map(piece_on_map).collect()
}

fn ship_view<B: BookAdapter>(book: &B, situation: &SituationOf<B>, line: &ShipLine) -> ShipView {
    let place = situation.places.get(&line.ship);
    let hull = situation.begun.hulls.get(&line.ship);
    let outline_in = place.map_or_else(Vec::new, |place| outline(hull, place));
    ShipView {
        id: line.ship.to_string(),
        name: line.name.clone(),
        side: line.side.to_string(),
        class: situation.begun.class(&line.ship),
        place: place.map(place_view),
        outline_in,
        card: card_view(book, &situation.book, line),
        sunk: line.fate.is_some(),
    }
}

/// The outline of a hull at a place, table inches; empty for an unknown hull.
pub(crate) fn outline(hull: Option<&HullShape>, place: &Place) -> Vec<(f64, f64)> {
    hull.map(|hull| hull_outline(hull, place.pose())).unwrap_or_default()
}

fn card_view<B: BookAdapter>(book: &B, state: &B::State, line: &ShipLine) -> CardView {
    let card = book.card(state, &line.ship);
    let mounts = book.mounts(state, &line.ship);
    // Guns that are listed by mount are not listed again as rows.
    let rows = card.rows.into_iter().filter(|row| mounts.is_empty() || !row.key.starts_with("gun:"));
    let section = |row: CardRow| SectionView {
        ticked: row.printed.saturating_sub(row.left),
        section: row.key,
        label: row.label,
        printed: row.printed,
    };
    CardView { sections: rows.map(section).collect(), mounts, notes: card.notes }
}
