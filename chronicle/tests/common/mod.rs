//! Whole battles, played by lot into a campaign of their own.
#![allow(dead_code)] // Each test file uses some of this.

use battle::account::BattleAccount;
use battle::{Audience, PlayOuts, play_outs};
use journal::Journal;
use std::path::Path;

pub const NOW: &str = "2025-03-08T19:30:00Z";

/// Plays Gunboat battles of one scenario into a campaign file.
pub fn play(campaign: &Path, scenario: &str, seed: u64, count: u32) {
    play_by("gunboat", campaign, scenario, seed, count);
}

/// Plays battles of one scenario into a campaign file, by any book.
pub fn play_by(book: &str, campaign: &Path, scenario: &str, seed: u64, count: u32) {
    let asked = PlayOuts { book, scenario, seed, count, carried: None };
    play_outs(&asked, Some(campaign), NOW).unwrap();
}

/// A battle's account.
pub fn account(campaign: &Path, battle: i64, viewer: &Audience) -> BattleAccount {
    battle::open(Journal::open(campaign).unwrap(), battle).unwrap().account(viewer)
}
