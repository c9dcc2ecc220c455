//! The report: one page that can be sent to a friend. Nothing in it runs or is fetched, and every word that came from
//! a player or a file is escaped (by `maud`, which escapes whatever is not marked as markup).

mod cards;
mod figures;
mod head;
mod photographs;
mod story;

use crate::chart::Plot;
use crate::story::story as turns;
use battle::account::{Audience, BattleAccount};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use photographs::data_uri;
use std::collections::{BTreeMap, BTreeSet};

const STYLE: &str = include_str!("style.css");

/// What the page may do: be styled by itself, and show the pictures it contains. Nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// Photographs in one report, and what they may take together as text.
const MOST_PHOTOGRAPHS: usize = 40;
const PHOTOGRAPH_BYTES: usize = 16 << 20;

/// The report of a battle, as one HTML page. `photo` gives a photograph of the battle by its id, as JPEG; those that
/// can't be had are left out, and the page says so.
pub fn report(account: &BattleAccount, photo: impl Fn(i64) -> Option<Vec<u8>>) -> String {
    let album = Album::of(account, photo);
    page(account, &album).into_string()
}

fn page(account: &BattleAccount, album: &Album) -> Markup {
    let told = turns(&account.events);
    let mut whole = Plot::new(account);
    for event in &account.events {
        whole.take(event);
    }
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (account.name) " · a battle report" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (head::title_page(account, &whole))
                main {
                    (head::orders_of_battle(account))
                    (story::story(account, &told, album))
                    (cards::cards(account))
                    (figures::luck_section(account))
                    (head::outcome(account))
                }
                (colophon(account, album))
            }
        }
    }
}

fn colophon(account: &BattleAccount, album: &Album) -> Markup {
    let copy = match &account.viewer {
        Audience::Umpire => "The umpire's copy: it tells what was secret.".to_owned(),
        Audience::Everyone => "The public copy: what is still secret is not in it.".to_owned(),
        Audience::Side(side) => {
            format!("The copy of the side “{}”: what others keep secret is not in it.", side.0)
        }
    };
    html! {
        footer {
            p { (copy) " Told by Ironclad Table from the " (account.events.len()) " events of battle " (account.battle) "." }
            @if album.left_out > 0 {
                p { (album.left_out) " more photographs are in the campaign file." }
            }
            @if album.unreadable > 0 {
                p { (album.unreadable) " photographs could not be read." }
            }
        }
    }
}

/// "1 die", "2 dice".
fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// The photographs of a report.
#[derive(Debug, Default)]
struct Album {
    by_id: BTreeMap<i64, String>,
    left_out: usize,
    unreadable: usize,
}

impl Album {
    fn of(account: &BattleAccount, photo: impl Fn(i64) -> Option<Vec<u8>>) -> Self {
        let ids: BTreeSet<i64> = account.events.iter().filter_map(|event| event.line.photo).collect();
        let mut album = Self::default();
        let mut bytes = 0;
        for (at, id) in ids.iter().enumerate() {
            // Where there are too many, those that are shown are spread over the whole battle.
            let shown = (at + 1) * MOST_PHOTOGRAPHS / ids.len().max(MOST_PHOTOGRAPHS)
                > at * MOST_PHOTOGRAPHS / ids.len().max(MOST_PHOTOGRAPHS);
            let uri = if shown || ids.len() <= MOST_PHOTOGRAPHS {
                photo(*id).map(|jpeg| data_uri(&jpeg))
            } else {
                None
            };
            match uri {
                Some(Some(uri)) if bytes + uri.len() <= PHOTOGRAPH_BYTES => {
                    bytes += uri.len();
                    album.by_id.insert(*id, uri);
                }
                Some(None) => album.unreadable += 1,
                Some(Some(_)) | None => album.left_out += 1,
            }
        }
        album
    }
}
