//! A phone as the camera, without phone and network: its pictures are made of the demo table as a browser makes them,
//! and go through the real feed and a whole table session. Beside it the same film, read as files.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::files::app_folder::AppFolder;
use crate::ipc::dice::{DiceAsk, DiceView};
use crate::ipc::messages::{LiveView, SourceChoice};
use crate::table_session::fixtures::{Nobody, opening};
use crate::table_session::latest::lock;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::source::encoding::jpeg;
use crate::table_session::source::phone_cameras::PhoneCameras;
use crate::table_session::tests::stepped_table::{Listener, view_of};
use crate::table_session::{FrameTrigger, LiveTable};
use battle::view::RollView;
use calibration::{LensFile, TableInput, decode_picture};
use companion::PictureFrom;
use companion::wire::{CameraOffer, CameraStatus, CameraWish, PhoneId};
use demo::{Colour, DemoTable, TableSetup, ThrownDie};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::{Mat, MatTraitConst, Size};
use opencv::imgproc;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tracking::FleetAnnotation;

/// The film's quality, and that of the phone's own pictures.
const FILM_QUALITY: i32 = 95;
const FULL_QUALITY: i32 = 95;
const REDUCED_QUALITY: i32 = 70;
/// A phone may be at most this much worse than the same film read as a file, inches.
const BOUND_IN: f64 = 0.01;
const WITHIN: Duration = Duration::from_secs(40);
/// The time from picture to picture of rolling dice, seconds.
const PICTURE_S: f64 = 0.1;

/// A phone that films a demo table.
struct FilmingPhone {
    table: Arc<Mutex<DemoTable>>,
    /// Full and reduced pictures sent.
    sent: Arc<Mutex<(u64, u64)>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

const PHONE: PhoneId = PhoneId(1);

fn offer(setup: &TableSetup) -> CameraOffer {
    CameraOffer {
        device: "00112233445566778899aabbccddeeff".to_owned(),
        lens: "camera2 0, facing back".to_owned(),
        width_px: setup.camera.width,
        height_px: setup.camera.height,
        focus_fixed: true,
        exposure_fixed: true,
    }
}

/// A frame as the film holds it.
fn filmed(table: &Mutex<DemoTable>) -> Mat {
    let bytes = jpeg(&lock(table).frame().unwrap(), FILM_QUALITY).unwrap();
    decode_picture(&bytes, Path::new("film")).unwrap()
}

impl FilmingPhone {
    fn offering(setup: TableSetup, phones: &Arc<PhoneCameras>) -> Self {
        let wish: Arc<Mutex<Option<CameraWish>>> = Arc::default();
        let wished = Arc::clone(&wish);
        phones.send_wishes_by(Some(Arc::new(move |_, wish| *lock(&wished) = Some(wish))));
        phones.offered(PHONE, "Ann", Some(&offer(&setup))).unwrap();
        let table = Arc::new(Mutex::new(DemoTable::new(setup).unwrap()));
        let (sent, stop) = (Arc::<Mutex<(u64, u64)>>::default(), Arc::new(AtomicBool::new(false)));
        let (filming, counts, stopped, phones) =
            (Arc::clone(&table), Arc::clone(&sent), Arc::clone(&stop), Arc::clone(phones));
        let thread = std::thread::spawn(move || {
            let (mut number, mut fulls, mut played_s) = (0, 0, 0.0);
            while !stopped.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(60));
                let Some(wish) = lock(&wish).filter(|wish| wish.in_use) else { continue };
                // Dice that were thrown roll from picture to picture.
                played_s = if lock(&filming).play_dice(played_s) { played_s + PICTURE_S } else { 0.0 };
                let picture = filmed(&filming);
                number += 1;
                let full = wish.full_pictures > fulls;
                fulls = wish.full_pictures;
                let bytes = if full { jpeg(&picture, FULL_QUALITY) } else { reduced(&picture, &wish) };
                // A picture that comes after its source was closed is refused.
                drop(phones.picture(PictureFrom { phone: PHONE, full, number, jpeg: &bytes.unwrap() }));
                let mut counts = lock(&counts);
                if full { counts.0 += 1 } else { counts.1 += 1 }
            }
        });
        Self { table, sent, stop, thread: Some(thread) }
    }
}

impl Drop for FilmingPhone {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        drop(self.thread.take().map(JoinHandle::join));
    }
}

fn reduced(picture: &Mat, wish: &CameraWish) -> Result<Vec<u8>, crate::ipc::messages::Trouble> {
    let width = wish.stream_width_px as i32;
    let mut small = Mat::default();
    let size = Size::new(width, width * picture.rows() / picture.cols());
    imgproc::resize(picture, &mut small, size, 0.0, 0.0, imgproc::INTER_LINEAR).unwrap();
    jpeg(&small, REDUCED_QUALITY)
}

/// The app on a phone's camera, or on a folder of pictures.
struct Table {
    live: LiveTable,
    session: Arc<TableSession>,
    _folder: tempfile::TempDir,
}

impl Table {
    fn in_folder(folder: &tempfile::TempDir) -> LiveTable {
        let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
        LiveTable::open(&opening(1), own, Arc::new(Nobody), FrameTrigger::EveryFrame).unwrap()
    }

    fn on(choice: SourceChoice, live: LiveTable, folder: tempfile::TempDir) -> Self {
        change_to(&live, choice);
        let session = live.session();
        Self { live, session, _folder: folder }
    }

    /// Calibrates from the cards and musters, as players do.
    fn set_up(&self, table: &Mutex<DemoTable>) {
        let (lens, words) = {
            let table = lock(table);
            let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
            (LensFile::from_lens(table.camera().lens, 0.0), FleetAnnotation::from_json(&words).unwrap())
        };
        let cards =
            TableInput::CornerCards { size_in: (60.0, 36.0), card_in: 2.0, heights_in: BTreeMap::new() };
        let done = |trouble: crate::ipc::messages::Trouble| panic!("{}", trouble.sentence);
        self.session.take_chosen_lens(lens).unwrap_or_else(done);
        self.session.calibrate_table(&cards, false).map(drop).unwrap_or_else(done);
        self.session.muster(|_| Ok(words)).unwrap_or_else(done);
    }

    fn until(&self, what: &str, is_so: impl Fn(&Self) -> bool) -> Duration {
        let began = Instant::now();
        while !is_so(self) {
            assert!(began.elapsed() < WITHIN, "{what}: {:?}", view_of(&self.session));
            std::thread::sleep(Duration::from_millis(10));
        }
        began.elapsed()
    }

    /// How far off the worst ship is, inches.
    fn worst_in(&self, truth: &[(ShipId, Pose)]) -> f64 {
        let now = self.session.now();
        let off_in = |(ship, pose): &(ShipId, Pose)| {
            let seen = now.observations.iter().find(|seen| seen.ship == *ship);
            seen.map_or(f64::INFINITY, |seen| seen.pose.stack.distance_in(pose.stack))
        };
        truth.iter().map(off_in).fold(0.0, f64::max)
    }

    /// The errors of the ranges between all pairs, inches.
    fn range_errors_in(&self, truth: &[(ShipId, Pose)]) -> Vec<f64> {
        let now = self.session.now();
        let place =
            |ship: &ShipId| now.observations.iter().find(|seen| seen.ship == *ship).unwrap().pose.stack;
        let mut errors = Vec::new();
        for (at, (one, from)) in truth.iter().enumerate() {
            for (other, to) in &truth[..at] {
                let true_in = from.stack.distance_in(to.stack);
                errors.push((place(one).distance_in(place(other)) - true_in).abs());
            }
        }
        errors
    }
}

fn change_to(live: &LiveTable, choice: SourceChoice) {
    live.change_source(choice, |_, switch| {
        switch();
        Ok(())
    })
    .unwrap_or_else(|trouble| panic!("{}", trouble.sentence));
}

fn truth(table: &Mutex<DemoTable>) -> Vec<(ShipId, Pose)> {
    lock(table).truth().into_iter().map(|truth| (truth.ship, truth.pose)).collect()
}

fn p95(errors: &mut [f64]) -> f64 {
    errors.sort_by(f64::total_cmp);
    errors[((0.95 * errors.len() as f64).ceil() as usize).max(1) - 1]
}

/// Moves of one ship after another, inches and degrees.
const MOVES: [(&str, f64, f64, f64); 5] = [
    ("monitor", 2.4, 0.8, 20.0),
    ("virginia", -2.1, 1.2, -15.0),
    ("minnesota", 1.5, -1.4, 30.0),
    ("teaser", -1.2, -1.6, 10.0),
    ("congress", 1.8, 1.1, -25.0),
];

fn moved(pose: Pose, (east_in, north_in, turn_deg): (f64, f64, f64)) -> Pose {
    Pose {
        stack: Point::new(pose.stack.x_in + east_in, pose.stack.y_in + north_in),
        heading: Heading::from_deg(pose.heading.deg() + turn_deg),
    }
}

#[test]
fn ranges_through_a_phone_are_as_exact_as_from_the_same_film_read_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let live = Table::in_folder(&folder);
    let phone = FilmingPhone::offering(TableSetup::standard(5), &live.phones);
    let rows = live.sources();
    let row = rows.iter().find(|row| matches!(row.choice, SourceChoice::Phone { .. })).unwrap();
    assert_eq!(row.name, "Ann's phone (camera2 0, facing back)");
    let table = Table::on(row.choice.clone(), live, folder);
    table.set_up(&phone.table);

    let pictures = tempfile::tempdir().unwrap();
    let mut truths = Vec::new();
    let (mut phone_in, mut settled_ms) = (Vec::new(), Vec::new());
    for step in 0..=MOVES.len() {
        if let Some((ship, east_in, north_in, turn_deg)) = step.checked_sub(1).map(|at| MOVES[at]) {
            let id = ShipId::new(ship);
            let pose = truth(&phone.table).into_iter().find(|(ship, _)| *ship == id).unwrap().1;
            lock(&phone.table).place(&id, moved(pose, (east_in, north_in, turn_deg))).unwrap();
        }
        let now = truth(&phone.table);
        let took = table.until("every ship is measured where it stands", |table| table.worst_in(&now) < 0.3);
        settled_ms.push(took.as_millis());
        phone_in.extend(table.range_errors_in(&now));
        let film = jpeg(&lock(&phone.table).frame().unwrap(), FILM_QUALITY).unwrap();
        std::fs::write(pictures.path().join(format!("{step}.jpg")), film).unwrap();
        truths.push(now);
    }
    let sent = *lock(&phone.sent);
    // Nothing but motion was seen in reduced pictures, and a table at rest costs few full ones.
    std::thread::sleep(Duration::from_secs(4));
    let later = *lock(&phone.sent);
    let at_rest = (later.0 - sent.0, later.1 - sent.1);
    assert!(at_rest.0 >= 1 && at_rest.1 > 4 * at_rest.0, "{at_rest:?} pictures in four seconds of rest");
    drop(phone);

    let as_file = SourceChoice::Pictures { path: pictures.path().to_string_lossy().into_owned() };
    let begin = Arc::new(Mutex::new(DemoTable::new(TableSetup::standard(5)).unwrap()));
    let folder = tempfile::tempdir().unwrap();
    let file = Table::on(as_file, Table::in_folder(&folder), folder);
    file.set_up(&begin);
    let mut file_in = Vec::new();
    for (step, now) in truths.iter().enumerate() {
        if step > 0 {
            file.session.step_picture(1).unwrap();
        }
        file.until("the file is measured", |file| file.worst_in(now) < 0.3);
        file_in.extend(file.range_errors_in(now));
    }
    let (phone_p95_in, file_p95_in) = (p95(&mut phone_in), p95(&mut file_in));
    println!(
        "{} ranges: p95 {phone_p95_in:.4} in through the phone, {file_p95_in:.4} in from the file, difference {:+.4} in; \
         measured {settled_ms:?} ms after each move; {sent:?} full and reduced pictures, {at_rest:?} in four seconds of rest",
        phone_in.len(),
        phone_p95_in - file_p95_in
    );
    assert!(phone_p95_in < file_p95_in + BOUND_IN);
}

#[test]
fn a_phones_calibration_is_kept_for_it_and_checked_against_the_cards_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let live = Table::in_folder(&folder);
    let mut setup = TableSetup::standard(6);
    let phone = FilmingPhone::offering(setup.clone(), &live.phones);
    let choice = live.phones.rows().remove(0).choice;
    let table = Table::on(choice.clone(), live, folder);
    table.set_up(&phone.table);
    let now = truth(&phone.table);
    table.until("the ships are measured", |table| table.worst_in(&now) < 0.3);

    // Another source in between has no part in it.
    change_to(&table.live, SourceChoice::Demo);
    change_to(&table.live, choice.clone());
    let again = Table { session: table.live.session(), live: table.live, _folder: table._folder };
    assert!(again.session.calibrated().table.is_some() && again.session.calibrated().fleet.is_some());
    again.until("the ships are measured again", |table| table.worst_in(&now) < 0.3);
    let steady = view_of(&again.session);
    assert!(steady.notices.is_empty(), "{:?}", steady.notices);

    // The phone focuses otherwise on another evening: the cards show it before any ship is measured. Where a camera of
    // the old lens could stand so that they fit, the table is corrected; else no place is certain.
    change_to(&again.live, SourceChoice::Demo);
    drop(phone);
    setup.camera.focal_px *= 1.03;
    let phone = FilmingPhone::offering(setup, &again.live.phones);
    change_to(&again.live, choice);
    let other = Table { session: again.live.session(), live: again.live, _folder: again._folder };
    other.until("the cards contradict the lens", |table| !view_of(&table.session).notices.is_empty());
    other.until("the ships are measured", |table| table.session.now().observations.len() == now.len());
    let (view, worst_in) = (view_of(&other.session), other.worst_in(&now));
    println!("another focus: {:?}; places off by at most {worst_in:.3} in", view.notices);
    assert!(worst_in < 0.1 || view.ships.iter().all(|ship| !ship.sure), "{worst_in}: {:?}", view.ships);

    // What the phone says of itself is shown.
    let status = CameraStatus { battery: Some(0.12), charging: Some(false), camera_fps: 20.0, dropped: 0 };
    other.live.phones.reported(PHONE, &status);
    other.until("its battery is shown", |table| {
        view_of(&table.session)
            .notices
            .iter()
            .any(|notice| notice == "Ann's phone has 12 % battery left: plug it in.")
    });
    drop(phone);
}

/// A phone over the tray: motion is watched in its reduced pictures, dice are read in a full one that it is asked for. It is
/// lost in between, and goes on when it comes back.
#[test]
fn a_phone_over_the_tray_reads_dice_and_goes_on_after_it_was_lost() {
    let folder = tempfile::tempdir().unwrap();
    let listener = Arc::new(Listener::default());
    let roll = |purpose: &str| RollView {
        faces: 6,
        die_name: None,
        purpose: purpose.to_owned(),
        rule: "NOD-17".to_owned(),
    };
    *lock(&listener.asked) = (1, vec![roll("A gun"), roll("A gun")]);
    let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
    let live =
        LiveTable::open(&opening(1), own, Arc::clone(&listener) as _, FrameTrigger::OnRequest).unwrap();
    let setup = TableSetup::dice_tray(11).at_size(1024, 768);
    let phone = FilmingPhone::offering(setup.clone(), &live.phones);
    let session = live.session();
    session.with_owner(|owner| owner.send(owner.view()));
    let shown = Arc::new(Mutex::new(DiceView::default()));
    let keeps = Arc::clone(&shown);
    live.watch_live(
        "main",
        Box::new(move |view: LiveView| {
            *lock(&keeps) = view.dice;
            true
        }),
    );
    let choice = live.phones.rows().remove(0).choice;
    session.dice_request(&DiceAsk::Camera { choice: Some(choice) }).unwrap();
    let until = |what: &str, is_so: &dyn Fn(&DiceView) -> bool| {
        let began = Instant::now();
        loop {
            let view = lock(&shown).clone();
            if is_so(&view) {
                return view;
            }
            assert!(began.elapsed() < 3 * WITHIN, "{what}: {:?} pictures, {view:?}", lock(&phone.sent));
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    until("the tray is seen", &|view| view.tray_px == Some([0.0, 0.0, 1024.0, 768.0]));
    let (white, ink, red) = (Colour(232, 228, 214), Colour(24, 24, 28), Colour(168, 30, 34));
    let throws_two = |values: [u8; 2], after: Option<u32>| {
        // The empty tray is seen first.
        std::thread::sleep(Duration::from_secs(1));
        let before = *lock(&phone.sent);
        let dice = [(values[0], white, ink), (values[1], red, white)]
            .map(|(value, body, pips)| ThrownDie::with_pips(value, 0.63, body, pips));
        lock(&phone.table).begin_throw(&dice, [0.0, 0.0, 1024.0, 768.0]).unwrap();
        let is_read = |view: &DiceView| view.throw.is_some() && view.throw != after;
        let view = until("the throw is read", &is_read);
        let sent = *lock(&phone.sent);
        println!("{} full and {} reduced pictures: {view:?}", sent.0 - before.0, sent.1 - before.1);
        assert!(sent.1 - before.1 > 4 * (sent.0 - before.0), "motion is watched in reduced pictures");
        assert_eq!(view.dice.len(), 2, "{view:?}");
        for (value, at) in lock(&phone.table).dice_truth() {
            let off_px = |die: &crate::ipc::dice::DieSeenView| (die.x - at.x_px).hypot(die.y - at.y_px);
            let die = view.dice.iter().min_by(|a, b| off_px(a).total_cmp(&off_px(b))).unwrap();
            // Places and sizes are those of the full picture.
            assert!(off_px(die) < 0.3 * die.side_px && die.side_px > 60.0, "{value}: {die:?}");
            assert!(!die.sure || die.value == value, "{value}: {die:?}");
        }
        let evidence = session.dice.evidence(view.throw.unwrap()).unwrap();
        let size = decode_picture(&evidence.jpeg, Path::new("throw")).unwrap().size().unwrap();
        assert_eq!((size.width, size.height), (1024, 768));
        view.throw
    };
    let first = throws_two([3, 5], None);

    session.dice.spend();
    *lock(&listener.asked) = (2, vec![roll("Next"), roll("Next")]);
    live.phones.offered(PHONE, "Ann", None).unwrap();
    let lost =
        until("it is said", &|view| view.sentence.as_ref().is_some_and(|said| said.contains("has left")));
    assert_eq!(lost.order, None);
    lock(&phone.table).clear_dice();
    live.phones.offered(PHONE, "Ann", Some(&offer(&setup))).unwrap();
    until("it is back", &|view| view.sentence.as_ref().is_none_or(|said| !said.contains("has left")));
    throws_two([6, 2], first);
}
