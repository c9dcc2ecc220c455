//! Ship cards: the state before the battle, and the state after it.

use battle::account::{BattleAccount, CardRow, ShipAccount};
use battle::in_words;
use maud::{Markup, html};

/// Rows with more boxes than this are given as numbers.
const MOST_BOXES: u32 = 40;

/// Every card.
pub(super) fn cards(account: &BattleAccount) -> Markup {
    let sides = crate::scene::sides(account);
    html! {
        section class="cards" {
            h2 { "The ship cards, before and after" }
            p class="legend" {
                span class="box" {} " left "
                span class="box lost" {} " lost in this battle "
                span class="box old" {} " lost before it"
            }
            @for (at, side) in sides.into_iter().enumerate() {
                h3 class={ "side" (at % 4) } { (in_words(side)) }
                div class="deck" {
                    @for ship in account.ships.iter().filter(|ship| ship.side == side) { (card(ship)) }
                }
            }
        }
    }
}

fn card(ship: &ShipAccount) -> Markup {
    let before = |key: &str| ship.before.rows.iter().find(|row| row.key == key);
    html! {
        article class="card" {
            h4 {
                (ship.name)
                @if let Some(fate) = &ship.fate { " " span class="stamp" { (fate) } }
            }
            table {
                @for row in ship.after.rows.iter().filter(|row| row.printed > 0) {
                    tr {
                        th scope="row" { (row.label) }
                        td { (boxes(row, before(&row.key).map_or(row.printed, |before| before.left))) }
                        td class="figures" { (row.left) " / " (row.printed) }
                    }
                }
            }
            @if !ship.after.notes.is_empty() { p class="notes" { (ship.after.notes.join("; ")) } }
        }
    }
}

/// A row's boxes: left, lost in this battle, lost before it.
fn boxes(row: &CardRow, at_first: u32) -> Markup {
    if row.printed > MOST_BOXES {
        return html! {};
    }
    html! {
        @for _ in 0..row.left { span class="box" {} }
        @for _ in row.left..at_first.max(row.left) { span class="box lost" {} }
        @for _ in at_first.max(row.left)..row.printed { span class="box old" {} }
    }
}
