//! The state that the commands share, and the operations that need both table and battle.

use crate::battle_session::Desk;
use crate::battle_session::export::{self, Stop, TellAs, TellingProgress};
use crate::battle_session::turning::TurningSearch;
use crate::files::dialogs::Chosen;
use crate::host::sleep_inhibitor::Awake;
use crate::ipc::lens::LensWord;
use crate::ipc::messages::{AppView, HandWord, MeasureView, SourceChoice, Trouble};
use crate::ipc::seat::{Asker, By};
use crate::ipc::shore::{ShoreAsk, ShoreView};
use crate::ipc::table::{StickView, TableReportView, TableWay};
use crate::stage::{OnStage, Stage};
use crate::table_session::{CalibratedTable, LiveTable, table_words};
use battle::view::{AnswerView, BattleChanges, BattleChoice, DecisionAnswer, DecisionView, TurningView};
use battle::{Command, TableNews};
use geometry::ShipId;
use std::path::PathBuf;
use std::sync::Arc;
use tracking::FleetAnnotation;

/// The state that the commands work on.
pub struct Shell {
    /// The table under the camera.
    pub live: LiveTable,
    /// The campaign and the battle in play.
    pub desk: Arc<Desk>,
    /// The drawing over the table.
    pub stage: Stage,
    /// Stops the report or export in progress.
    pub stop: Stop,
    /// Finds where a battle turned.
    pub turning: TurningSearch,
    /// Keeps the machine awake during a battle.
    pub awake: Awake,
    /// The files that the players chose.
    pub chosen: Chosen,
    /// The campaign named on the command line: it stays in use, whichever source is opened.
    pub named_campaign: Option<PathBuf>,
}

impl Shell {
    /// The current state of the app.
    pub fn app_view(&self) -> Result<AppView, Trouble> {
        let session = self.live.session();
        let mut troubles = session.troubles.clone();
        troubles.extend(self.awake.trouble());
        troubles.extend(self.desk.troubles());
        let (source, battle) = (session.source.view(), self.desk.number());
        let campaign = self.desk.campaign().display().to_string();
        let known_ships = self.desk.known_ships();
        let calibrated = session.calibrated();
        Ok(AppView {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source,
            lens_known: calibrated.lens.is_some(),
            table_known: calibrated.table.is_some(),
            mustered: calibrated
                .fleet
                .iter()
                .flat_map(|fleet| &fleet.ships)
                .map(|ship| ship.words.id.to_string())
                .collect(),
            campaign,
            battle: battle.and_then(|number| i32::try_from(number).ok()),
            troubles,
            known_ships,
            look_alike: calibrated.look_alike.clone(),
        })
    }

    /// The table and the battle that are drawn for a window's seat.
    pub fn on_stage<'a>(&'a self, asker: Asker, viewer: &'a str) -> OnStage<'a> {
        OnStage { live: &self.live, desk: &self.desk, by: (asker, viewer) }
    }

    /// Opens another source. The demo table has a campaign of its own, so a change between it and a real table also
    /// changes the campaign and the battle in play.
    pub fn open_source(&self, choice: SourceChoice) -> Result<AppView, Trouble> {
        self.chosen.source(&choice)?;
        let of_source = self.live.folder().campaign(choice == SourceChoice::Demo);
        let campaign = self.named_campaign.as_ref().unwrap_or(&of_source);
        self.live
            .change_source(choice, |epoch, open_table| self.desk.turn_to(campaign, epoch, open_table))?;
        self.app_view()
    }

    /// Measures range and bearing from one ship to another as last seen, with the range bands of the book in play.
    pub fn measure(&self, from: &ShipId, to: &ShipId) -> Result<MeasureView, Trouble> {
        self.live.session().measure(from, to, |range_in| self.desk.bands(range_in))
    }

    /// Musters the ships on the newest picture, from clicks or from a file.
    pub fn muster(
        &self,
        words: impl FnOnce(&CalibratedTable) -> Result<FleetAnnotation, Trouble>,
    ) -> Result<AppView, Trouble> {
        self.live.session().muster(words)?;
        self.app_view()
    }

    /// Passes a player's correction to the tracker and to the log of the battle in play.
    pub fn tell(&self, by: By<'_>, word: &HandWord) -> Result<Option<BattleChanges>, Trouble> {
        self.desk.may_tell(by, word)?;
        let (made_for, correction) = self.live.session().correct(word)?;
        if let Some(correction) = correction {
            self.desk.correct_reading(made_for, correction, &mut || self.live.photo())?;
        }
        if let HandWord::Sunk { ship } = word {
            self.desk.rule_sunk(made_for, by, &ShipId::new(ship), &mut || self.live.photo())?;
        }
        self.changes(by.asker, by.seat, by.made_on)
    }

    /// Calibrates the table; if that redraws the playing area, all stored positions are converted to the new frame.
    pub fn calibrate_table(&self, way: &TableWay, guess_lens: bool) -> Result<TableReportView, Trouble> {
        let (report, redrawn) = self.live.session().calibrate_table(&table_words(way), guess_lens)?;
        if let Some((area, epoch)) = redrawn {
            self.desk.redraw(&area, epoch, &mut || self.live.photo())?;
            self.lay_terrain()?;
        }
        Ok(report)
    }

    /// Passes a command to the lens wizard.
    pub fn tell_lens(&self, word: LensWord) -> Result<(), Trouble> {
        if let LensWord::Folder { path, .. } = &word {
            self.chosen.path(path)?;
        }
        self.live.session().lens.tell(word)
    }

    /// Measures the check stick and logs the result in the battle in play.
    pub fn check_stick(&self, stick_in: f64, raised_in: f64) -> Result<StickView, Trouble> {
        let (view, checked, made_for) = self.live.session().check_stick(stick_in, raised_in)?;
        let news = TableNews::Checked(checked);
        let logged = self.desk.hear_of_table(made_for, news, &mut || self.live.photo())?;
        Ok(StickView { logged, ..view })
    }

    /// Carries out a shore request and passes the changed terrain to the battle in play.
    pub fn shore(&self, ask: &ShoreAsk) -> Result<ShoreView, Trouble> {
        if let ShoreAsk::Plan { path, .. } = ask {
            self.chosen.path(path)?;
        }
        let view = self.live.session().shore(ask)?;
        if *ask != ShoreAsk::Look {
            self.lay_terrain()?;
        }
        Ok(view)
    }

    fn lay_terrain(&self) -> Result<(), Trouble> {
        self.desk.lay_terrain(|| self.live.session().terrain(), &mut || self.live.photo())
    }

    /// Begins the chosen battle with the table as it is now.
    pub fn begin_battle(&self, choice: &BattleChoice, asker: Asker) -> Result<BattleChanges, Trouble> {
        self.desk.begin(choice, &self.live.session().now().on_table(), &mut || self.live.photo())?;
        self.whole_battle(asker)
    }

    /// Writes a report or export of a battle into the app's folder; returns its path.
    pub fn save_told(
        &self,
        of: (i64, (Asker, &str)),
        tell_as: TellAs,
        progress: impl Fn(TellingProgress),
    ) -> Result<String, Trouble> {
        let path = export::save(&self.desk, of, tell_as, &self.live.folder().told(), (&self.stop, progress))?;
        Ok(path.display().to_string())
    }

    /// Finds where a battle turned, for a seat that may know all of it.
    pub fn find_turning(
        &self,
        (number, by): (i64, (Asker, &str)),
        progress: impl FnMut(f64),
    ) -> Result<TurningView, Trouble> {
        if !self.desk.turning(number, by)?.open {
            return Err(Trouble::new(
                "Where this battle turned rests on what is still secret: end the battle first, or ask the umpire.",
            ));
        }
        self.turning.find(&self.desk.journal(), number, progress)
    }

    /// Opens another battle of the campaign.
    pub fn open_battle(&self, number: i64, asker: Asker) -> Result<BattleChanges, Trouble> {
        self.desk.open_battle(number, &mut || self.live.photo())?;
        self.whole_battle(asker)
    }

    /// Carries out a window's command, with a picture of the table where the event needs one. The machine stays awake
    /// while the battle goes on.
    pub fn carry_out(&self, by: By<'_>, command: &Command<'_>) -> Result<DecisionAnswer, Trouble> {
        let dice = &self.live.session().dice;
        let thrown = match command {
            Command::Decide(DecisionView::Roll { read: Some(read), .. }) => Some(dice.evidence(read.throw)?),
            _ => None,
        };
        let by_throw = match (command, &thrown) {
            (Command::Decide(decision), Some(thrown)) => Command::DecideByThrow(decision, thrown),
            _ => *command,
        };
        let answered = self.desk.carry_out(by, &by_throw, &mut || self.live.photo())?;
        let is_roll = matches!(command, Command::Decide(DecisionView::Roll { .. }));
        if is_roll && matches!(answered.answer, AnswerView::Done { .. }) {
            dice.spend();
        }
        self.awake.keep(!answered.changes.now.over);
        Ok(answered)
    }

    /// The changes in the battle in play since the event `seq`, for a window.
    pub fn changes(&self, asker: Asker, viewer: &str, seq: i64) -> Result<Option<BattleChanges>, Trouble> {
        let changes = self.desk.changes(asker, viewer, seq)?;
        self.awake.keep(changes.as_ref().is_some_and(|changes| !changes.now.over));
        Ok(changes)
    }

    fn whole_battle(&self, asker: Asker) -> Result<BattleChanges, Trouble> {
        let changes = self.changes(asker, "everyone", 0)?;
        changes.ok_or_else(|| Trouble::new("The battle was closed as it began: begin another one."))
    }
}

#[cfg(test)]
#[path = "shell_tests.rs"]
pub(crate) mod tests;
