//! The commands of the page: each is one call into the module that does the work.

use crate::app::blocking::apart;
use crate::app::window;
use crate::battle_session::export::{self, BattleFigures, TellAs, TellingProgress};
use crate::battle_session::turning::TurningNow;
use crate::files::clock::now;
use crate::files::dialogs::ChooseFor;
use crate::files::read::kit_of;
use crate::ipc::dice::{DiceAsk, KnownDieView};
use crate::ipc::lens::{LensWizardView, LensWord};
use crate::ipc::messages::{
    AppView, BattleRow, HandWord, LaidView, LiveView, MeasureView, MusterProposalView, MusterShipView,
    PaperChoice, SourceChoice, SourceRow, ThingWord, Trouble,
};
use crate::ipc::seat::{Asker, AtTheTable, By};
use crate::ipc::shore::{ShoreAsk, ShoreView};
use crate::ipc::stage::{StageRequest, Surface};
use crate::ipc::table::{AccuracyView, CardsView, CareView, StickView, TableReportView, TableWay};
use crate::phones::Phones;
use crate::shell::Shell;
use battle::view::{
    BattleChanges, BattleChoice, BattleView, BookView, DecisionAnswer, DecisionView, ForecastView, LogLine,
    PlaceView, SalvoPreviewView, ScenarioView, TurningView,
};
use battle::{Affair, Command};
use calibration::LensFile;
use chart::DisplayList;
use chronicle::{CampaignStanding, Track};
use companion::wire::{PhoneId, PhonesView};
use disk::write_whole;
use geometry::{FrameId, Heading, Point, Pose, ShipId};
use std::sync::Arc;
use tauri::ipc::{Channel, Invoke, Response};
use tauri::{AppHandle, State, WebviewWindow};
use tracking::FleetAnnotation;

type Answer<T> = Result<T, Trouble>;

/// Returns the handler of every window command. Each runs on a thread that may block.
pub fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
    apart::<tauri::Wry>(tauri::generate_handler![
        app,
        choose,
        save_copy,
        open_source,
        sources,
        source_picture,
        close_gallery,
        picture_care,
        next_picture,
        next_tray_picture,
        enlarged_part,
        watch_live,
        measure,
        stage,
        replay_chart,
        scenario_chart,
        lay,
        tell,
        name_thing,
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
        demo_things,
        demo_set_up,
        keep_wrong_reading,
        demo_stick,
        dice,
        demo_throw,
        tell_lens,
        lens_wizard,
        load_lens,
        save_kit,
        propose_muster,
        muster,
        muster_from_file,
        battles,
        books,
        scenarios,
        begin_battle,
        open_battle,
        battle_changes,
        preview_salvo,
        foresee,
        decide,
        take_back,
        accept_shifts,
        forget_moves,
        set_up_again,
        waive_set_up,
        lay_by_hand,
        take_places,
        remark,
        ask_advice,
        decide_now,
        replay_at,
        replay_log,
        replay_tracks,
        turning,
        find_turning,
        stop_turning,
        photo,
        save_told,
        stop_telling,
        campaign,
        figures,
        note_affair,
        open_umpire_window,
        watch_phones,
        start_phones,
        stop_phones,
        let_phone_in,
        throw_phone_out,
    ])
}

#[tauri::command]
fn app(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<AppView> {
    shell.app_view()
}

#[tauri::command]
fn choose(
    _: AtTheTable,
    window: WebviewWindow,
    shell: State<Arc<Shell>>,
    what: ChooseFor,
) -> Answer<Option<String>> {
    shell.chosen.ask(&window, what)
}

#[tauri::command]
fn save_copy(
    _: AtTheTable,
    window: WebviewWindow,
    shell: State<Arc<Shell>>,
    written: String,
) -> Answer<Option<String>> {
    shell.chosen.save_copy(&window, shell.live.folder(), &written)
}

#[tauri::command]
fn open_source(_: AtTheTable, shell: State<Arc<Shell>>, choice: SourceChoice) -> Answer<AppView> {
    shell.open_source(choice)
}

#[tauri::command]
fn sources(_: AtTheTable, shell: State<Arc<Shell>>) -> Vec<SourceRow> {
    let rows = shell.live.sources();
    rows.iter().for_each(|row| shell.chosen.recall(&row.choice));
    rows
}

#[tauri::command]
fn source_picture(_: AtTheTable, shell: State<Arc<Shell>>, choice: SourceChoice) -> Answer<Response> {
    shell.chosen.source(&choice)?;
    Ok(Response::new(shell.live.source_picture(&choice)?))
}

#[tauri::command]
fn close_gallery(_: AtTheTable, shell: State<Arc<Shell>>) {
    shell.live.close_gallery();
}

#[tauri::command]
fn picture_care(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<CareView> {
    shell.live.session().care()
}

#[tauri::command]
fn next_picture(_: AtTheTable, shell: State<Arc<Shell>>, after: u64, surface: Surface) -> Answer<Response> {
    Ok(Response::new(shell.live.session().next_picture(FrameId(after), surface)?))
}

#[tauri::command]
fn next_tray_picture(_: AtTheTable, shell: State<Arc<Shell>>, after: u64) -> Answer<Response> {
    Ok(Response::new(shell.live.session().next_tray_picture(FrameId(after))?))
}

#[tauri::command]
fn enlarged_part(_: AtTheTable, shell: State<Arc<Shell>>, part_px: (f64, f64, f64, f64)) -> Answer<Response> {
    Ok(Response::new(shell.live.session().enlarged(part_px)?))
}

#[tauri::command]
fn watch_live(asker: Asker, shell: State<Arc<Shell>>, live: Channel<LiveView>) {
    shell.live.watch_live(asker.label(), Box::new(move |view| live.send(view).is_ok()));
}

#[tauri::command]
fn measure(shell: State<Arc<Shell>>, _: Asker, from: String, to: String) -> Answer<MeasureView> {
    shell.measure(&ShipId::new(from), &ShipId::new(to))
}

#[tauri::command]
fn stage(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    request: StageRequest,
) -> Answer<DisplayList> {
    shell.stage.table(shell.on_stage(asker, &viewer), &request)
}

#[tauri::command]
fn replay_chart(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    battle: i64,
    seq: i64,
    request: StageRequest,
) -> Answer<DisplayList> {
    shell.stage.replay(shell.on_stage(asker, &viewer), (battle, seq), &request)
}

#[tauri::command]
fn scenario_chart(
    shell: State<Arc<Shell>>,
    _: Asker,
    book: String,
    scenario: String,
    request: StageRequest,
) -> Answer<DisplayList> {
    let on = shell.live.session().now().on_table();
    shell.stage.scenario((&shell.desk, &on), (&book, &scenario), &request)
}

#[tauri::command]
fn lay(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    ship: String,
    stack_px: (f64, f64),
    ahead_px: (f64, f64),
) -> Answer<LaidView> {
    shell.live.session().lay(&ship, stack_px, ahead_px)
}

#[tauri::command]
fn tell(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
    word: HandWord,
) -> Answer<Option<BattleChanges>> {
    shell.tell(by(asker, &viewer, made_on), &word)
}

#[tauri::command]
fn name_thing(_: AtTheTable, shell: State<Arc<Shell>>, thing: u32, word: ThingWord) -> Answer<()> {
    shell.live.session().name_thing(thing, word)
}

#[tauri::command]
fn shore(_: AtTheTable, shell: State<Arc<Shell>>, ask: ShoreAsk) -> Answer<ShoreView> {
    shell.shore(&ask)
}

#[tauri::command]
fn hand_grab(_: AtTheTable, shell: State<Arc<Shell>>, x_px: f64, y_px: f64) -> Answer<Option<String>> {
    shell.live.session().hand_grab((x_px, y_px))
}

#[tauri::command]
fn hand_drag(_: AtTheTable, shell: State<Arc<Shell>>, x_px: f64, y_px: f64) -> Answer<()> {
    shell.live.session().hand_drag((x_px, y_px))
}

#[tauri::command]
fn hand_turn(_: AtTheTable, shell: State<Arc<Shell>>, clockwise_deg: f64) -> Answer<()> {
    shell.live.session().hand_turn(clockwise_deg)
}

#[tauri::command]
fn hand_release(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<()> {
    shell.live.session().hand_release()
}

#[tauri::command]
fn step_picture(_: AtTheTable, shell: State<Arc<Shell>>, by: i32) -> Answer<()> {
    shell.live.session().step_picture(by)
}

#[tauri::command]
fn restart_video(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<()> {
    shell.live.session().restart_video()
}

#[tauri::command]
fn cards(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<CardsView> {
    shell.live.session().cards()
}

#[tauri::command]
fn calibrate_table(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    way: TableWay,
    guess_lens: bool,
) -> Answer<TableReportView> {
    shell.calibrate_table(&way, guess_lens)
}

#[tauri::command]
fn accuracy(_: AtTheTable, shell: State<Arc<Shell>>) -> Option<AccuracyView> {
    shell.live.session().accuracy()
}

#[tauri::command]
fn check_stick(_: AtTheTable, shell: State<Arc<Shell>>, stick_in: f64, raised_in: f64) -> Answer<StickView> {
    shell.check_stick(stick_in, raised_in)
}

#[tauri::command]
fn demo_bump(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<()> {
    shell.live.session().demo_bump()
}

#[tauri::command]
fn keep_wrong_reading(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<String> {
    shell.live.session().keep_wrong_reading(&now()).map(|folder| folder.display().to_string())
}

#[tauri::command]
fn demo_things(_: AtTheTable, shell: State<Arc<Shell>>, lie: bool) -> Answer<()> {
    shell.live.session().demo_things(lie)
}

#[tauri::command]
fn demo_set_up(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<Option<String>> {
    shell.live.session().demo_set_up()
}

#[tauri::command]
fn demo_stick(_: AtTheTable, shell: State<Arc<Shell>>, lie: bool) -> Answer<()> {
    shell.live.session().demo_stick(lie)
}

#[tauri::command]
fn dice(_: AtTheTable, shell: State<Arc<Shell>>, ask: DiceAsk) -> Answer<Vec<KnownDieView>> {
    shell.live.session().dice_request(&ask)
}

#[tauri::command]
fn demo_throw(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<()> {
    shell.live.session().demo_throw()
}

#[tauri::command]
fn tell_lens(_: AtTheTable, shell: State<Arc<Shell>>, word: LensWord) -> Answer<()> {
    shell.tell_lens(word)
}

#[tauri::command]
fn lens_wizard(_: AtTheTable, shell: State<Arc<Shell>>) -> LensWizardView {
    shell.live.session().lens.view()
}

#[tauri::command]
fn load_lens(_: AtTheTable, shell: State<Arc<Shell>>, path: String) -> Answer<AppView> {
    let lens = LensFile::read(&shell.chosen.path(&path)?)?;
    shell.live.session().take_chosen_lens(lens)?;
    shell.app_view()
}

#[tauri::command]
fn save_kit(_: AtTheTable, shell: State<Arc<Shell>>, paper: PaperChoice) -> Answer<Vec<String>> {
    let path = shell.live.folder().kit(paper);
    write_whole(&path, &kit_of(paper)?)?;
    Ok(vec![path.to_string_lossy().into_owned()])
}

#[tauri::command]
fn propose_muster(_: AtTheTable, shell: State<Arc<Shell>>) -> Answer<Vec<MusterProposalView>> {
    shell.live.session().propose_muster()
}

#[tauri::command]
fn muster(_: AtTheTable, shell: State<Arc<Shell>>, ships: Vec<MusterShipView>) -> Answer<AppView> {
    shell.muster(|calibrated| calibrated.words_of(&ships))
}

#[tauri::command]
fn muster_from_file(_: AtTheTable, shell: State<Arc<Shell>>, path: String) -> Answer<AppView> {
    let words = FleetAnnotation::from_json(&crate::files::read::read_text(&shell.chosen.path(&path)?)?)?;
    shell.muster(|_| Ok(words))
}

#[tauri::command]
fn battles(shell: State<Arc<Shell>>, _: Asker) -> Answer<Vec<BattleRow>> {
    shell.desk.battles()
}

#[tauri::command]
fn books(shell: State<Arc<Shell>>, _: Asker) -> Answer<Vec<BookView>> {
    shell.desk.books()
}

#[tauri::command]
fn scenarios(shell: State<Arc<Shell>>, _: Asker, book: String) -> Answer<Vec<ScenarioView>> {
    shell.desk.scenarios(&book, &shell.live.session().now().on_table())
}

#[tauri::command]
fn begin_battle(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    choice: BattleChoice,
) -> Answer<BattleChanges> {
    shell.begin_battle(&choice, asker)
}

#[tauri::command]
fn open_battle(_: AtTheTable, shell: State<Arc<Shell>>, asker: Asker, battle: i64) -> Answer<BattleChanges> {
    shell.open_battle(battle, asker)
}

#[tauri::command]
fn battle_changes(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    seq: i64,
) -> Answer<Option<BattleChanges>> {
    shell.changes(asker, &viewer, seq)
}

#[tauri::command]
fn preview_salvo(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    shooter: String,
    target: String,
) -> Answer<SalvoPreviewView> {
    shell.desk.preview((asker, &viewer), (&shooter, &target))
}

#[tauri::command]
fn foresee(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    decision: DecisionView,
) -> Answer<ForecastView> {
    shell.desk.foresee((asker, &viewer), &decision)
}

#[tauri::command]
fn decide(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
    decision: DecisionView,
) -> Answer<DecisionAnswer> {
    shell.carry_out(by(asker, &viewer, made_on), &Command::Decide(&decision))
}

#[tauri::command]
fn take_back(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
    to: i64,
    why: String,
    umpire: bool,
) -> Answer<DecisionAnswer> {
    let back = Command::TakeBack { to, why: &why, leave: umpire };
    shell.carry_out(by(asker, &viewer, made_on), &back)
}

#[tauri::command]
fn accept_shifts(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
    ships: Vec<String>,
) -> Answer<BattleChanges> {
    change(&shell, by(asker, &viewer, made_on), &Command::AcceptShifts(&ids(ships)))
}

#[tauri::command]
fn forget_moves(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
    ships: Vec<String>,
) -> Answer<BattleChanges> {
    change(&shell, by(asker, &viewer, made_on), &Command::ForgetMoves(&ids(ships)))
}

#[tauri::command]
fn set_up_again(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
) -> Answer<BattleChanges> {
    change(&shell, by(asker, &viewer, made_on), &Command::SetUpAgain)
}

#[tauri::command]
fn waive_set_up(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
    ships: Vec<String>,
) -> Answer<BattleChanges> {
    change(&shell, by(asker, &viewer, made_on), &Command::WaiveSetUp(&ids(ships)))
}

#[tauri::command]
fn lay_by_hand(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
    ship: String,
    place: PlaceView,
) -> Answer<BattleChanges> {
    let laid = Command::LayByHand(&ShipId::new(ship), pose_of(place));
    change(&shell, by(asker, &viewer, made_on), &laid)
}

#[tauri::command]
fn take_places(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    made_on: i64,
) -> Answer<BattleChanges> {
    change(&shell, by(asker, &viewer, made_on), &Command::TakePlaces)
}

#[tauri::command]
fn remark(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    about: i64,
    text: String,
    private: bool,
) -> Answer<()> {
    // A note may refer to an older event, so that event's number is what it was made on.
    change(&shell, by(asker, &viewer, about), &Command::Remark { about, text: &text, private }).map(drop)
}

#[tauri::command]
fn ask_advice(shell: State<Arc<Shell>>, asker: Asker, viewer: String, made_on: i64) -> Answer<BattleChanges> {
    change(&shell, by(asker, &viewer, made_on), &Command::AskAdvice)
}

#[tauri::command]
fn decide_now(shell: State<Arc<Shell>>, asker: Asker, viewer: String) -> Answer<()> {
    shell.desk.decide_now((asker, &viewer))
}

#[tauri::command]
fn replay_at(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    battle: i64,
    seq: i64,
) -> Answer<BattleView> {
    shell.desk.replay_at(battle, seq, (asker, &viewer))
}

#[tauri::command]
fn replay_log(shell: State<Arc<Shell>>, asker: Asker, viewer: String, battle: i64) -> Answer<Vec<LogLine>> {
    shell.desk.replay_log(battle, (asker, &viewer))
}

#[tauri::command]
fn replay_tracks(shell: State<Arc<Shell>>, asker: Asker, viewer: String, battle: i64) -> Answer<Vec<Track>> {
    shell.desk.replay_tracks(battle, (asker, &viewer))
}

#[tauri::command]
fn turning(shell: State<Arc<Shell>>, asker: Asker, viewer: String, battle: i64) -> Answer<TurningNow> {
    shell.desk.turning(battle, (asker, &viewer))
}

#[tauri::command]
fn find_turning(
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    battle: i64,
    progress: Channel<TellingProgress>,
) -> Answer<TurningView> {
    shell.find_turning((battle, (asker, &viewer)), |share| drop(progress.send(TellingProgress { share })))
}

#[tauri::command]
fn stop_turning(_: Asker, shell: State<Arc<Shell>>) {
    shell.turning.stop();
}

#[tauri::command]
fn photo(shell: State<Arc<Shell>>, asker: Asker, viewer: String, id: i64) -> Answer<Response> {
    Ok(Response::new(shell.desk.photo(id, |_| (asker, &viewer))?))
}

#[tauri::command]
fn save_told(
    _: AtTheTable,
    shell: State<Arc<Shell>>,
    asker: Asker,
    viewer: String,
    battle: i64,
    tell_as: TellAs,
    progress: Channel<TellingProgress>,
) -> Answer<String> {
    shell.save_told((battle, (asker, &viewer)), tell_as, |share| drop(progress.send(share)))
}

#[tauri::command]
fn stop_telling(_: AtTheTable, shell: State<Arc<Shell>>) {
    shell.stop.stop();
}

#[tauri::command]
fn campaign(shell: State<Arc<Shell>>, asker: Asker) -> Answer<CampaignStanding> {
    export::campaign(&shell.desk, asker)
}

#[tauri::command]
fn figures(shell: State<Arc<Shell>>, asker: Asker, viewer: String, battle: i64) -> Answer<BattleFigures> {
    export::figures(&shell.desk, battle, (asker, &viewer))
}

#[tauri::command]
fn note_affair(
    shell: State<Arc<Shell>>,
    asker: Asker,
    battle: i64,
    made_on: i64,
    affair: Affair,
) -> Answer<()> {
    shell.desk.note_affair(battle, (asker, made_on), &affair)
}

#[tauri::command]
fn open_umpire_window(_: AtTheTable, app: AppHandle) -> Answer<()> {
    window::open_umpires(&app)
}

#[tauri::command]
fn watch_phones(_: AtTheTable, at_table: State<Arc<Phones>>, phones: Channel<PhonesView>) {
    at_table.watch(Box::new(move |view| phones.send(view).is_ok()));
}

#[tauri::command]
fn start_phones(_: AtTheTable, at_table: State<Arc<Phones>>, address: String) -> Answer<()> {
    at_table.start(&address)
}

#[tauri::command]
fn stop_phones(_: AtTheTable, at_table: State<Arc<Phones>>) {
    at_table.stop();
}

#[tauri::command]
fn let_phone_in(_: AtTheTable, at_table: State<Arc<Phones>>, phone: u32) -> Answer<()> {
    at_table.let_in(PhoneId(phone))
}

#[tauri::command]
fn throw_phone_out(_: AtTheTable, at_table: State<Arc<Phones>>, phone: u32) -> Answer<()> {
    at_table.throw_out(PhoneId(phone))
}

fn by(asker: Asker, seat: &str, made_on: i64) -> By<'_> {
    By { asker, seat, made_on }
}

/// Carries out a command that either succeeds or fails; returns what has changed.
fn change(shell: &Shell, by: By<'_>, command: &Command<'_>) -> Answer<BattleChanges> {
    shell.carry_out(by, command).map(|answered| answered.changes)
}

fn ids(ships: Vec<String>) -> Vec<ShipId> {
    ships.into_iter().map(ShipId::new).collect()
}

fn pose_of(place: PlaceView) -> Pose {
    Pose { stack: Point::new(place.x_in, place.y_in), heading: Heading::from_deg(place.heading_deg) }
}
