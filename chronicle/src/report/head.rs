//! The title page, the orders of battle, and the result.

use super::text::counted;
use crate::scene::{DrawnSheet, Plot};
use battle::account::{BattleAccount, ShipAccount};
use battle::{Affair, in_words};
use maud::{Markup, html};

/// The title page, with the whole battle on one chart.
pub(super) fn title_page(account: &BattleAccount, whole: &Plot<'_>, sheet: &DrawnSheet) -> Markup {
    let sides: Vec<String> = crate::scene::sides(account).into_iter().map(in_words).collect();
    let (east, north) = account.table_in;
    html! {
        header class="title" {
            (compass_rose())
            p class="kicker" { "An account of the battle of" }
            h1 { (account.name) }
            @if let Some(date) = date(account) { p class="date" { (long_date(date)) } }
            p class="sides" {
                @for (at, side) in sides.iter().enumerate() {
                    @if at > 0 { span class="against" { " against " } }
                    span class={ "side" (at % 4) } { (side) }
                }
            }
            @if let Some(result) = result_line(account) { p class="result" { (result) } }
            p class="imprint" {
                "Fought by the " (account.book_title) " on a table of " (east) " × " (north) " inches"
                @if let Some(day) = evening(&account.began_at) { ", " (day) }
            }
            figure {
                (sheet.chart(&whole.scene(&format!("The whole battle: {}", account.name))))
                figcaption { "The whole battle. Dashed lines join the places where a ship officially stood; squares are six inches." }
            }
        }
    }
}

fn date(account: &BattleAccount) -> Option<&str> {
    standing_affairs(account).find_map(|affair| match affair {
        Affair::Dated { date } => Some(date.as_str()),
        _ => None,
    })
}

/// The day of the evening when it was played, in local time. Records of older program versions lack the
/// offset from UTC: they give the day in UTC, and the text says so.
fn evening(began_at: &str) -> Option<String> {
    let (day, time) = began_at.split_once('T')?;
    let zone = if time.ends_with('Z') { " (UTC)" } else { "" };
    Some(format!("{}{zone}", long_date(day)))
}

/// The affairs that were not taken back, latest first.
fn standing_affairs(account: &BattleAccount) -> impl Iterator<Item = &Affair> {
    account.events.iter().rev().filter(|event| !event.taken_back).filter_map(|event| event.affair.as_ref())
}

/// The result, if it was declared.
fn result_line(account: &BattleAccount) -> Option<String> {
    standing_affairs(account).find_map(|affair| match affair {
        Affair::Ended { winner: Some(side), why } => {
            Some(format!("{} victory: {why}", in_words(side.as_str())))
        }
        Affair::Ended { winner: None, why } => Some(format!("A draw: {why}")),
        _ => None,
    })
}

/// "1862-03-09" as "9 March 1862"; any other text unchanged.
fn long_date(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = date.splitn(3, '-');
    let month = |number: &str| number.parse::<usize>().ok().and_then(|n| MONTHS.get(n.checked_sub(1)?));
    match (parts.next(), parts.next().and_then(month), parts.next()) {
        (Some(year), Some(month), Some(day)) => format!("{} {month} {year}", day.trim_start_matches('0')),
        _ => date.to_owned(),
    }
}

/// The ships of each side, as they entered the battle.
pub(super) fn orders_of_battle(account: &BattleAccount) -> Markup {
    html! {
        section class="orders" {
            h2 { "Orders of battle" }
            div class="columns" {
                @for (at, side) in crate::scene::sides(account).into_iter().enumerate() {
                    div class="order" {
                        h3 class={ "side" (at % 4) } { (in_words(side)) }
                        dl {
                            @for ship in account.ships.iter().filter(|ship| ship.side == side) {
                                dt { (ship.name) @if let Some(player) = &ship.player { " — " (player) } }
                                dd { (strength(ship)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The strength as on the card: "Armor 4, Midships 12; guns: turret 2 …".
fn strength(ship: &ShipAccount) -> String {
    let (guns, rows): (Vec<_>, Vec<_>) =
        ship.before.rows.iter().filter(|row| row.printed > 0).partition(|row| row.key.starts_with("gun:"));
    let row = |row: &&battle::account::CardRow| {
        if row.left == row.printed {
            format!("{} {}", row.label, row.printed)
        } else {
            format!("{} {} of {}", row.label, row.left, row.printed)
        }
    };
    let mut parts = vec![rows.iter().map(row).collect::<Vec<String>>().join(", ")];
    if !guns.is_empty() {
        let gun = |row: &&battle::account::CardRow| {
            let label = row.label.trim_start_matches("Guns, ");
            format!("{} × {label}", row.left)
        };
        parts.push(guns.iter().map(gun).collect::<Vec<String>>().join(", "));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}

/// The state at the end.
pub(super) fn outcome(account: &BattleAccount) -> Markup {
    html! {
        section class="outcome" {
            h2 { "The result" }
            p class="result" { (result_line(account).unwrap_or_else(|| "The battle has not been declared over.".to_owned())) }
            div class="columns" {
                @for (at, side) in crate::scene::sides(account).into_iter().enumerate() {
                    div {
                        h3 class={ "side" (at % 4) } { (in_words(side)) }
                        p { (losses(account, side)) }
                    }
                }
            }
        }
    }
}

fn losses(account: &BattleAccount, side: &str) -> String {
    let own: Vec<&ShipAccount> = account.ships.iter().filter(|ship| ship.side == side).collect();
    let lost: Vec<String> = own
        .iter()
        .filter_map(|ship| ship.fate.as_ref().map(|fate| format!("{} ({fate})", ship.name)))
        .collect();
    let ships = counted(own.len() as u32, "ship", "ships");
    match lost.as_slice() {
        [] => format!("{ships} engaged, none out of the battle."),
        lost => format!("{ships} engaged; out of the battle: {}.", lost.join(", ")),
    }
}

/// The compass rose.
fn compass_rose() -> Markup {
    html! {
        svg class="rose" viewBox="-60 -60 120 120" aria-hidden="true" {
            circle r="44" {}
            circle r="40" {}
            @for quarter in 0..4 {
                g transform={ "rotate(" (quarter * 90) ")" } {
                    path class="minor" transform="rotate(45)" d="M0-38 5-5 0 0-5-5Z" {}
                }
            }
            @for quarter in 0..4 {
                g transform={ "rotate(" (quarter * 90) ")" } {
                    path class="lit" d="M0-56 0 0 8-8Z" {}
                    path class="dark" d="M0-56 0 0-8-8Z" {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evening_is_dated_where_it_was_played() {
        // Half past nine in the evening in Boston; already the next day in UTC.
        assert_eq!(evening("2025-03-08T21:30:05-05:00").as_deref(), Some("8 March 2025"));
        assert_eq!(evening("2025-03-09T00:10:00+01:00").as_deref(), Some("9 March 2025"));
        assert_eq!(evening("2025-03-09T02:30:05Z").as_deref(), Some("9 March 2025 (UTC)"));
        assert_eq!(evening("some day"), None);
    }

    #[test]
    fn dates_are_written_out() {
        assert_eq!(long_date("1862-03-09"), "9 March 1862");
        assert_eq!(long_date("some day"), "some day");
        assert_eq!(long_date("1862-13-09"), "1862-13-09");
    }
}
