//! The report: one self-contained page to send to others. It runs no script and loads nothing, and every word
//! from a player or a file is escaped (by `maud`, which escapes everything that is not marked as markup).

mod album;
mod cards;
mod figures;
mod head;
mod photographs;
mod story;
mod text;
mod throws;
mod turning;

use crate::scene::{DrawnSheet, Plot};
use crate::story::story as turns;
use album::Album;
use battle::account::{Audience, BattleAccount};
use battle::view::TurningView;
use chart::files::FACES;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");

/// The page's content policy: inline styles, embedded pictures and fonts only.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/// The report of a battle, as one HTML page, with where it turned if that was found. `photo` gives a photograph of the
/// battle by its id, as JPEG; missing ones are left out, and the page says so.
pub fn report(
    account: &BattleAccount,
    turning: Option<&TurningView>,
    photo: impl Fn(i64) -> Option<Vec<u8>>,
) -> String {
    let album = Album::of(account, photo);
    page(account, turning, &album).into_string()
}

fn page(account: &BattleAccount, turning: Option<&TurningView>, album: &Album) -> Markup {
    let story_turns = turns(&account.events);
    let mut whole = Plot::new(account);
    for event in &account.events {
        whole.take(event);
    }
    let (sheet, drawn_once) = DrawnSheet::of(&whole.scene(&account.name));
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
                style { (PreEscaped(STYLE)) (PreEscaped(&*FACES)) }
            }
            body {
                (drawn_once)
                (head::title_page(account, &whole, &sheet))
                main {
                    (head::orders_of_battle(account))
                    (story::story(account, &story_turns, album, &sheet))
                    (cards::cards(account))
                    (turning::turning_section(turning))
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
            format!("The copy of the side “{}”: what others keep secret is not in it.", side.as_str())
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
