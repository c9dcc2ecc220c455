//! The photographs of a report: a limited number, spread over the whole battle.

use super::photographs::{Photograph, photograph};
use battle::account::BattleAccount;
use std::collections::{BTreeMap, BTreeSet};

/// The most photographs in one report, and their largest total size as text.
const MOST_PHOTOGRAPHS: usize = 40;

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
        let ids: BTreeSet<i64> = account.events.iter().filter_map(|event| event.line.photo).collect();
        let mut album = Self::default();
        let mut bytes = 0;
        for (at, id) in ids.iter().enumerate() {
            // If there are too many, the ones shown are spread over the whole battle.
            let shown = (at + 1) * MOST_PHOTOGRAPHS / ids.len().max(MOST_PHOTOGRAPHS)
                > at * MOST_PHOTOGRAPHS / ids.len().max(MOST_PHOTOGRAPHS);
            let found = if shown || ids.len() <= MOST_PHOTOGRAPHS {
                photo(*id).map(|jpeg| photograph(&jpeg))
            } else {
                None
            };
            match found {
                Some(Some(found)) if bytes + found.uri.len() <= PHOTOGRAPH_BYTES => {
                    bytes += found.uri.len();
                    album.by_id.insert(*id, found);
                }
                Some(None) => album.unreadable += 1,
                Some(Some(_)) | None => album.left_out += 1,
            }
        }
        album
    }
}
