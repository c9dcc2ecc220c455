//! What the page may ask: each command one line into the room that knows.

use crate::files::kit_of;
use crate::shell::Shell;
use crate::table_wire::{AccuracyView, StickView, TableReportView, TableWay};
use crate::wire::shore::{ShoreAsk, ShoreView};
use crate::wire::{
    AppView, BattleRow, BoardChoice, CardFoundView, HandWord, LaidView, LensReportView, LiveView,
    MeasureView, MusterProposalView, MusterShipView, PaperChoice, ScenarioView, SourceChoice, Trouble,
};
use battle::view::{AnswerView, BattleView, DecisionView, LogLine, SalvoPreviewView};
use calibration::{LensFile, write_atomically};
use chronicle::Track;
use geometry::ShipId;
use std::path::Path;
use tauri::State;
use tauri::ipc::{Channel, Invoke, InvokeResponseBody, Response};
use tracking::MusterWords;

type Answer<T> = Result<T, Trouble>;

/// Every command of the window.
pub fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
    tauri::generate_handler![
        app,
        open_source,
        watch_frames,
        frame_shown,
        stop_frames,
        watch_live,
        measure,
        lay,
        tell,
        shore,
        hand_grab,
        hand_drag,
        hand_turn,
        hand_release,
        step_picture,
        restart_video,
        cards,
        calibrate_table,
        accuracy,
        check_stick,
        demo_bump,
        demo_stick,
        take_lens_view,
        clear_lens_views,
        calibrate_lens,
        load_lens,
        save_kit,
        propose_muster,
        muster,
        muster_from_file,
        battles,
        scenarios,
        begin_battle,
        open_battle,
        battle,
        log,
        preview_salvo,
        decide,
        replay_at,
        replay_log,
        replay_tracks,
        photo,
    ]
}

#[tauri::command(async)]
fn app(shell: State<Shell>) -> Answer<AppView> {
    shell.app_view()
}

#[tauri::command(async)]
fn open_source(shell: State<Shell>, choice: SourceChoice) -> Answer<AppView> {
    shell.live.change_source(choice)?;
    shell.app_view()
}

#[tauri::command(async)]
fn watch_frames(shell: State<Shell>, frames: Channel<InvokeResponseBody>) {
    shell.live.watch_pictures(Box::new(move |message| frames.send(InvokeResponseBody::Raw(message)).is_ok()));
}

#[tauri::command(async)]
fn frame_shown(shell: State<Shell>) {
    shell.live.picture_shown();
}

#[tauri::command(async)]
fn stop_frames(shell: State<Shell>) {
    shell.live.stop_pictures();
}

#[tauri::command(async)]
fn watch_live(shell: State<Shell>, live: Channel<LiveView>) {
    shell.live.watch_live(Box::new(move |view| live.send(view).is_ok()));
}

#[tauri::command(async)]
fn measure(shell: State<Shell>, from: String, to: String) -> Answer<MeasureView> {
    shell.live.measure(&ShipId::new(from), &ShipId::new(to), shell.desk.tables())
}

#[tauri::command(async)]
fn lay(shell: State<Shell>, ship: String, stack_px: (f64, f64), ahead_px: (f64, f64)) -> Answer<LaidView> {
    shell.live.lay(&ship, stack_px, ahead_px)
}

#[tauri::command(async)]
fn tell(shell: State<Shell>, word: HandWord) -> Answer<Option<BattleView>> {
    shell.tell(&word)
}

#[tauri::command(async)]
fn shore(shell: State<Shell>, ask: ShoreAsk) -> Answer<ShoreView> {
    shell.shore(&ask)
}

#[tauri::command(async)]
fn hand_grab(shell: State<Shell>, x_px: f64, y_px: f64) -> Answer<Option<String>> {
    shell.live.hand_grab((x_px, y_px))
}

#[tauri::command(async)]
fn hand_drag(shell: State<Shell>, x_px: f64, y_px: f64) -> Answer<()> {
    shell.live.hand_drag((x_px, y_px))
}

#[tauri::command(async)]
fn hand_turn(shell: State<Shell>, clockwise_deg: f64) -> Answer<()> {
    shell.live.hand_turn(clockwise_deg)
}

#[tauri::command(async)]
fn hand_release(shell: State<Shell>) -> Answer<()> {
    shell.live.hand_release()
}

#[tauri::command(async)]
fn step_picture(shell: State<Shell>, by: i32) -> Answer<()> {
    shell.live.step_picture(by)
}

#[tauri::command(async)]
fn restart_video(shell: State<Shell>) -> Answer<()> {
    shell.live.restart_video()
}

#[tauri::command(async)]
fn cards(shell: State<Shell>) -> Answer<Vec<CardFoundView>> {
    shell.live.cards()
}

#[tauri::command(async)]
fn calibrate_table(shell: State<Shell>, way: TableWay, guess_lens: bool) -> Answer<TableReportView> {
    shell.calibrate_table(&way, guess_lens)
}

#[tauri::command(async)]
fn accuracy(shell: State<Shell>) -> Option<AccuracyView> {
    shell.live.accuracy()
}

#[tauri::command(async)]
fn check_stick(shell: State<Shell>, stick_in: f64, raised_in: f64) -> Answer<StickView> {
    shell.check_stick(stick_in, raised_in)
}

#[tauri::command(async)]
fn demo_bump(shell: State<Shell>) -> Answer<()> {
    shell.live.demo_bump()
}

#[tauri::command(async)]
fn demo_stick(shell: State<Shell>, lie: bool) -> Answer<()> {
    shell.live.demo_stick(lie)
}

#[tauri::command(async)]
fn take_lens_view(shell: State<Shell>) -> Answer<Vec<String>> {
    shell.live.take_lens_view()
}

#[tauri::command(async)]
fn clear_lens_views(shell: State<Shell>) {
    shell.live.clear_lens_views();
}

#[tauri::command(async)]
fn calibrate_lens(shell: State<Shell>, board: BoardChoice, folder: Option<String>) -> Answer<LensReportView> {
    let kept = shell.live.keep(shell.live.folder().lens());
    shell.live.with_bench(|bench, _| {
        bench.calibrate_lens(&board, folder.as_deref().map(Path::new), kept.as_deref())
    })
}

#[tauri::command(async)]
fn load_lens(shell: State<Shell>, path: String) -> Answer<AppView> {
    let lens = LensFile::read(Path::new(&path))?;
    shell.live.with_bench(|bench, _| {
        bench.take_lens(lens);
        Ok(())
    })?;
    shell.app_view()
}

#[tauri::command(async)]
fn save_kit(shell: State<Shell>, paper: PaperChoice) -> Answer<Vec<String>> {
    let path = shell.live.folder().kit(paper);
    write_atomically(&path, &kit_of(paper)?)?;
    Ok(vec![path.to_string_lossy().into_owned()])
}

#[tauri::command(async)]
fn propose_muster(shell: State<Shell>) -> Answer<Vec<MusterProposalView>> {
    shell.live.propose_muster()
}

#[tauri::command(async)]
fn muster(shell: State<Shell>, ships: Vec<MusterShipView>) -> Answer<AppView> {
    let words = shell.live.bench(|bench| bench.words_of(&ships))?;
    shell.muster(&words)
}

#[tauri::command(async)]
fn muster_from_file(shell: State<Shell>, path: String) -> Answer<AppView> {
    let words = MusterWords::from_json(&crate::files::read_text(Path::new(&path))?)?;
    shell.muster(&words)
}

#[tauri::command(async)]
fn battles(shell: State<Shell>) -> Answer<Vec<BattleRow>> {
    shell.desk.battles()
}

#[tauri::command(async)]
fn scenarios(shell: State<Shell>) -> Vec<ScenarioView> {
    shell.desk.scenarios()
}

#[tauri::command(async)]
fn begin_battle(shell: State<Shell>, scenario: Option<String>) -> Answer<BattleView> {
    shell.begin_battle(scenario.as_deref())
}

#[tauri::command(async)]
fn open_battle(shell: State<Shell>, battle: i64) -> Answer<BattleView> {
    shell.desk.open_battle(battle)
}

#[tauri::command(async)]
fn battle(shell: State<Shell>) -> Option<BattleView> {
    shell.desk.view()
}

#[tauri::command(async)]
fn log(shell: State<Shell>) -> Vec<LogLine> {
    shell.desk.log()
}

#[tauri::command(async)]
fn preview_salvo(shell: State<Shell>, shooter: String, target: String) -> Answer<SalvoPreviewView> {
    shell.desk.preview(&shooter, &target)
}

#[tauri::command(async)]
fn decide(shell: State<Shell>, decision: DecisionView) -> Answer<AnswerView> {
    shell.desk.decide(&decision, || shell.live.photo())
}

#[tauri::command(async)]
fn replay_at(shell: State<Shell>, battle: i64, seq: i64) -> Answer<BattleView> {
    shell.desk.replay_at(battle, seq)
}

#[tauri::command(async)]
fn replay_log(shell: State<Shell>, battle: i64) -> Answer<Vec<LogLine>> {
    shell.desk.replay_log(battle)
}

#[tauri::command(async)]
fn replay_tracks(shell: State<Shell>, battle: i64) -> Answer<Vec<Track>> {
    shell.desk.replay_tracks(battle)
}

#[tauri::command(async)]
fn photo(shell: State<Shell>, id: i64) -> Answer<Response> {
    Ok(Response::new(shell.desk.photo(id)?))
}
