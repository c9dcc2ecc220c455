//! The photographs of a report: a limited number, spread over the whole battle.

use super::photographs::{Photograph, photograph};
use battle::account::BattleAccount;
use battle::view::DieView;
use std::collections::{BTreeMap, BTreeSet};

/// The most photographs of one kind in a report, and their longest side, pixels.
#[derive(Debug, Clone, Copy)]
struct Limit {
    most: usize,
    longest_px: u32,
}

/// The limit for photographs of the table.
const OF_TABLE: Limit = Limit { most: 40, longest_px: 1_280 };
/// The limit for photographs of throws: a tray is small, and is thrown into often.
const OF_THROWS: Limit = Limit { most: 120, longest_px: 480 };
/// The largest total size of all photographs, as text.
const PHOTOGRAPH_BYTES: usize = 16 << 20;

/// The photographs of a report.
#[derive(Debug, Default)]
pub(super) struct Album {
    pub(super) by_id: BTreeMap<i64, Photograph>,
    pub(super) left_out: usize,
    pub(super) unreadable: usize,
}

impl Album {
    pub(super) fn of(account: &BattleAccount, photo: impl Fn(i64) -> Option<Vec<u8>>) -> Self {
        let ids = |of_throws: bool| -> BTreeSet<i64> {
            let is_throw = |dice: &[DieView]| dice.iter().any(|die| die.read.is_some());
            let lines = account.events.iter().map(|event| &event.line);
            lines.filter(|line| is_throw(&line.dice) == of_throws).filter_map(|line| line.photo).collect()
        };
        let (mut album, mut bytes) = (Self::default(), 0);
        for (ids, limit) in [(ids(false), OF_TABLE), (ids(true), OF_THROWS)] {
            for (at, id) in ids.iter().enumerate() {
                // If there are too many, the ones shown are spread over the whole battle.
                let before = |at: usize| at * limit.most / ids.len().max(limit.most);
                let shown = before(at + 1) > before(at) || ids.len() <= limit.most;
                let jpeg = if shown { photo(*id) } else { None };
                match jpeg.map(|jpeg| photograph(&jpeg, limit.longest_px)) {
                    Some(Some(found)) if bytes + found.uri.len() <= PHOTOGRAPH_BYTES => {
                        bytes += found.uri.len();
                        album.by_id.insert(*id, found);
                    }
                    Some(None) => album.unreadable += 1,
                    Some(Some(_)) | None => album.left_out += 1,
                }
            }
        }
        album
    }
}
