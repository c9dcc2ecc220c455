//! Answers to the calls of phones, by the functions that the windows' commands call.

use crate::ipc::messages::Trouble;
use crate::ipc::seat::{Asker, By};
use crate::ipc::stage::{StageRequest, Surface};
use crate::phones::service::PhoneService;
use battle::Command;
use chart::View;
use companion::CallFrom;
use companion::wire::{Call, ChartRequest, PhoneId, Refusal, Reply, SeatOffer, SeatRole};
use geometry::ShipId;

/// The largest screen that a chart is drawn for, pixels: the labels of a larger one would take memory without limit.
const LARGEST_SCREEN_PX: f64 = 8192.0;
/// The text sizes that a chart is drawn with, pixels.
const TYPE_PX: std::ops::RangeInclusive<f64> = 4.0..=96.0;
/// The scales that a chart is drawn to, pixels per inch of the table.
const PX_PER_UNIT: std::ops::RangeInclusive<f64> = 0.5..=4096.0;

impl PhoneService {
    /// Answers a call, or says why not.
    pub(super) fn reply_to(&self, from: CallFrom<'_>) -> Result<Reply, Refusal> {
        let shell = &self.shell;
        let CallFrom { phone, seat, call } = from;
        if call.is_command() && seat.role == SeatRole::Onlooker {
            return Err(Refusal::new("Onlookers decide nothing: ask for a player's seat first."));
        }
        let by = || self.by_in_play(phone, seat);
        let carry_out = |made_on: i64, command: &Command<'_>| {
            let (asker, seat) = by()?;
            Ok::<_, Refusal>(shell.carry_out(By { asker, seat, made_on }, command)?)
        };
        match call {
            Call::Changes { seq } => {
                let (asker, seat) = by()?;
                Reply::of(&shell.changes(asker, seat, *seq)?)
            }
            Call::Decide { made_on, decision } => {
                Reply::of(&carry_out(*made_on, &Command::Decide(decision))?)
            }
            Call::TakeBack { made_on, to, why, umpire } => {
                Reply::of(&carry_out(*made_on, &Command::TakeBack { to: *to, why, leave: *umpire })?)
            }
            Call::AcceptShifts { made_on, ships } => {
                let ships: Vec<ShipId> = ships.iter().map(ShipId::new).collect();
                Reply::of(&carry_out(*made_on, &Command::AcceptShifts(&ships))?.changes)
            }
            Call::Remark { about, text, private } => {
                let remark = Command::Remark { about: *about, text, private: *private };
                carry_out(*about, &remark)?;
                Reply::of(&())
            }
            Call::AskAdvice { made_on } => Reply::of(&carry_out(*made_on, &Command::AskAdvice)?.changes),
            Call::DecideNow => Reply::of(&shell.desk.decide_now(by()?)?),
            Call::PreviewSalvo { shooter, target } => {
                Reply::of(&shell.desk.preview(by()?, (shooter, target))?)
            }
            Call::Foresee { decision } => Reply::of(&shell.desk.foresee(by()?, decision)?),
            Call::Measure { from, to } => Reply::of(&shell.measure(&ShipId::new(from), &ShipId::new(to))?),
            Call::Chart { request } => {
                let (asker, seat) = by()?;
                Reply::of(&shell.stage.table(shell.on_stage(asker, seat), &chart_of(request)?)?)
            }
            Call::Battles => Reply::of(&shell.desk.battles()?),
            Call::Books => Reply::of(&shell.desk.books()?),
            Call::ReplayAt { battle, seq } => {
                let by = self.by_for_battle(phone, seat, *battle);
                Reply::of(&shell.desk.replay_at(*battle, *seq, by)?)
            }
            Call::ReplayChart { battle, seq, request } => {
                let (asker, seat) = self.by_for_battle(phone, seat, *battle);
                let on = shell.on_stage(asker, seat);
                Reply::of(&shell.stage.replay(on, (*battle, *seq), &chart_of(request)?)?)
            }
            Call::ReplayLog { battle } => {
                let by = self.by_for_battle(phone, seat, *battle);
                Reply::of(&shell.desk.replay_log(*battle, by)?)
            }
            Call::ReplayTracks { battle } => {
                let by = self.by_for_battle(phone, seat, *battle);
                Reply::of(&shell.desk.replay_tracks(*battle, by)?)
            }
            Call::AskForSeat { .. } | Call::OfferCamera { .. } | Call::CameraStatus { .. } | Call::Leave => {
                Err(Refusal::new("The table answers no such call: load the page again."))
            }
        }
    }

    /// The phone and its seat in the battle in play.
    fn by_in_play<'s>(&self, phone: PhoneId, seat: &'s SeatOffer) -> Result<(Asker, &'s str), Refusal> {
        let in_play = self.shell.desk.number();
        if seat.role == SeatRole::Onlooker || in_play.is_some_and(|battle| self.is_seat_of(seat, battle)) {
            return Ok((Asker::Phone(phone), &seat.key));
        }
        Err(Trouble::new("This seat has ended with its battle: ask for another one.").into())
    }

    /// The phone and its seat in any battle of the campaign: in another battle than its own it is an onlooker.
    pub(super) fn by_for_battle<'s>(
        &self,
        phone: PhoneId,
        seat: &'s SeatOffer,
        battle: i64,
    ) -> (Asker, &'s str) {
        let viewer = if self.is_seat_of(seat, battle) { &seat.key } else { "everyone" };
        (Asker::Phone(phone), viewer)
    }
}

/// The drawing that a phone asks for, if its size is one of a screen.
fn chart_of(request: &ChartRequest) -> Result<StageRequest, Refusal> {
    let ChartRequest { quarters, view, chosen, pointed } = request.clone();
    if !is_of_a_screen(&view) {
        return Err(Refusal::new("A chart of this size can't be drawn: load the page again."));
    }
    Ok(StageRequest { surface: Surface::Chart, quarters: quarters % 4, view, chosen, pointed })
}

fn is_of_a_screen(view: &View) -> bool {
    let seen = view.seen;
    let sides_px = [seen.width, seen.height].map(|side| side * view.px_per_unit);
    PX_PER_UNIT.contains(&view.px_per_unit)
        && TYPE_PX.contains(&view.type_px)
        && sides_px.iter().all(|side_px| (0.0..=LARGEST_SCREEN_PX).contains(side_px))
        && [seen.left, seen.top].iter().all(|edge| edge.is_finite())
}
