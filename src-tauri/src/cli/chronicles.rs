//! What is told of battles that were played: report, export, animation, campaign.

use super::Outcome;
use super::arguments::{OfBattle, Reader};
use super::commands::print_line;
use crate::clock::now;
use crate::wire::Trouble;
use battle::account::BattleAccount;
use battle::{Affair, Endings, Play, PlayOuts};
use calibration::write_atomically;
use chronicle::CampaignStanding;
use journal::Journal;
use std::path::Path;

pub fn report(of: &OfBattle, out: &Path) -> Result<Outcome, Trouble> {
    let (battle, account) = read(of)?;
    let page = chronicle::report(&account, |photo| battle.photo(photo).ok());
    write(of, out, page.as_bytes())
}

pub fn export(of: &OfBattle, csv: Option<&Path>, json: Option<&Path>) -> Result<Outcome, Trouble> {
    let (_, account) = read(of)?;
    // Both are made before either is written.
    let table = csv.map(|path| Ok::<_, Trouble>((path, chronicle::csv(&account)?))).transpose()?;
    let text = json.map(|path| Ok::<_, Trouble>((path, chronicle::json(&account)?))).transpose()?;
    for (path, text) in table.into_iter().chain(text) {
        write(of, path, text.as_bytes())?;
    }
    Ok(Outcome::Right)
}

pub fn animate(of: &OfBattle, out: &Path) -> Result<Outcome, Trouble> {
    let (_, account) = read(of)?;
    write(of, out, &chronicle::animation(&account)?)
}

pub fn campaign(campaign: &Path, note: Option<(i64, &str)>) -> Result<Outcome, Trouble> {
    let journal = Journal::open(campaign)?;
    if let Some((number, note)) = note {
        let affair: Affair = serde_json::from_str(note).map_err(|error| {
            Trouble::new(format!(
                "The note can't be read ({error}): write it like {{\"affair\": \"dated\", \"date\": \"1862-03-09\"}}."
            ))
        })?;
        battle::open(journal.clone(), number)?.note_affair(affair, &now())?;
    }
    print_line(&serde_json::to_string_pretty(&standing(&journal)?)?)?;
    Ok(Outcome::Right)
}

/// Battles by lot, each with the ships as the ones before left them.
pub fn carry_on(asked: &PlayOuts<'_>, campaign: &Path, now: &str) -> Result<Endings, Trouble> {
    let mut endings = Endings::default();
    for seed in (asked.seed..).take(asked.count as usize) {
        let journal = Journal::create_or_open(campaign)?;
        let carried = standing(&journal)?.carried(asked.book);
        drop(journal);
        let next = PlayOuts { seed, count: 1, carried: Some(&carried), ..*asked };
        endings.merge(battle::play_outs(&next, Some(campaign), now)?);
    }
    Ok(endings)
}

fn standing(journal: &Journal) -> Result<CampaignStanding, Trouble> {
    Ok(CampaignStanding::of(&battle::accounts(journal)?))
}

fn read(of: &OfBattle) -> Result<(Box<dyn Play>, BattleAccount), Trouble> {
    let battle = battle::open(Journal::open(&of.campaign)?, of.battle)?;
    let account = battle::account_for(battle.as_ref(), of.reader == Reader::Umpire);
    Ok((battle, account))
}

/// Writes what was made of a campaign, never over the campaign itself.
fn write(of: &OfBattle, out: &Path, bytes: &[u8]) -> Result<Outcome, Trouble> {
    let same = |path: &Path| path.canonicalize().ok();
    if same(out).is_some_and(|out| Some(out) == same(&of.campaign)) {
        let text = format!("{} is the campaign file itself: write to another file.", out.display());
        return Err(Trouble::new(text));
    }
    write_atomically(out, bytes)?;
    print_line(&out.display().to_string())?;
    Ok(Outcome::Right)
}
