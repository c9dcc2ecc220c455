//! Films of dice trays: throws, and everything that is none.

use demo::{Colour, DemoTable, DiceFilm, FilmKind, TableSetup, ThrownDie};
use dice::{DieReading, Disturbance, ThrowWatch, TrayNow, read};
use opencv::core::{CV_8U, CV_16SC3, Mat, Rect, Scalar, add, no_array, randn};
use opencv::prelude::*;
use std::time::{Duration, Instant};

/// What a watch says about films of one kind.
#[derive(Default)]
struct Counts {
    films: u32,
    /// Films with exactly one throw where there is one, and none where there is none.
    right: u32,
    thrown: u32,
    disturbed: u32,
    /// Throws of which a picture came after the last change, before it was sure that they lie; and dice that such pictures show
    /// otherwise than that of the throw.
    ahead: u32,
    otherwise: usize,
    /// From dice at rest and the hand away to the throw.
    latencies: Vec<(Duration, f64)>,
    looked: Vec<Duration>,
}

/// The pictures that arrive, and when, for one that was taken at this time by a camera of so many frames a second.
type Delivery = fn(Mat, Duration, f64) -> Vec<(Mat, Duration)>;

/// A camera's own noise.
const NOISE_CODES: f64 = 3.0;

/// As it is taken.
fn once(picture: Mat, at: Duration, _: f64) -> Vec<(Mat, Duration)> {
    vec![(picture, at)]
}

/// Twice, the second time at once, as a busy machine sends it.
fn twice_at_once(picture: Mat, at: Duration, _: f64) -> Vec<(Mat, Duration)> {
    vec![(picture.clone(), at), (picture, at + Duration::from_millis(3))]
}

/// The same, but each time with noise of its own.
fn twice_with_noise(picture: Mat, at: Duration, _: f64) -> Vec<(Mat, Duration)> {
    let noisy = |after_ms: u64| {
        let mut noise =
            Mat::new_size_with_default(picture.size().unwrap(), CV_16SC3, Scalar::all(0.0)).unwrap();
        randn(&mut noise, &Scalar::all(0.0), &Scalar::all(NOISE_CODES)).unwrap();
        let mut noisy = Mat::default();
        add(&picture, &noise, &mut noisy, &no_array(), CV_8U).unwrap();
        (noisy, at + Duration::from_millis(after_ms))
    };
    vec![noisy(0), noisy(3)]
}

/// At three times the camera's rate, as virtual cameras send it.
fn at_three_times_its_rate(picture: Mat, at: Duration, fps: f64) -> Vec<(Mat, Duration)> {
    let part_s = 1.0 / (3.0 * fps);
    (0..3).map(|part| (picture.clone(), at + Duration::from_secs_f64(f64::from(part) * part_s))).collect()
}

impl Counts {
    fn watch(&mut self, kind: FilmKind, seed: u64, delivery: Delivery) {
        let mut film = DiceFilm::random(kind, seed).unwrap();
        let [x, y, width, height] = film.tray_px();
        let mut watch = ThrowWatch::new(Rect::new(x, y, width, height));
        let free = film.rest().map(|rest| rest.max(film.hand_gone()));
        let (mut thrown, mut disturbed) = (0, 0);
        let mut settling: Option<(Duration, Mat)> = None;
        while let Some((at, frame)) = film.next_frame().unwrap() {
            for (frame, at) in delivery(frame, at, film.fps()) {
                let began = Instant::now();
                let now = watch.see(&frame, at).unwrap();
                self.looked.push(began.elapsed());
                match now {
                    TrayNow::Thrown(throw) => {
                        assert_eq!((throw.picture.cols(), throw.picture.rows()), (width, height));
                        thrown += 1;
                        let after = at.saturating_sub(free.unwrap_or_default());
                        self.latencies.push((after, after.as_secs_f64() * film.fps()));
                        if let Some((_, early)) = settling.take().filter(|(at, _)| *at > throw.changed) {
                            self.ahead += 1;
                            self.otherwise += dice_otherwise(&early, &throw.picture);
                        }
                    }
                    TrayNow::Settling { changed } if at > changed => {
                        let tray = Mat::roi(&frame, Rect::new(x, y, width, height)).unwrap();
                        let first = settling.take().filter(|(at, _)| *at > changed);
                        settling = first.or_else(|| Some((at, tray.try_clone().unwrap())));
                    }
                    TrayNow::Disturbed(_) => disturbed += 1,
                    _ => {}
                }
            }
        }
        self.films += 1;
        self.thrown += thrown;
        self.disturbed += disturbed;
        if thrown == u32::from(kind.is_throw()) {
            self.right += 1;
        } else {
            println!(
                "{kind:?} {seed} at {:.0} frames a second: {thrown} throws, {disturbed} disturbances",
                film.fps()
            );
        }
    }

    fn slowest_but(&self, twentieths: usize) -> (Duration, f64) {
        let mut latencies = self.latencies.clone();
        latencies.sort_by_key(|(after, _)| *after);
        let at = (latencies.len() * (20 - twentieths) / 20).min(latencies.len().saturating_sub(1));
        latencies.get(at).copied().unwrap_or_default()
    }
}

/// How many dice are read for sure in one picture and lie elsewhere or show something else in another.
fn dice_otherwise(one: &Mat, other: &Mat) -> usize {
    let [one, other] = [one, other].map(|picture| read(picture, None).unwrap());
    let is_same = |die: &DieReading, other: &DieReading| {
        die.value == other.value && (die.x - other.x).hypot(die.y - other.y) < 0.1 * die.side_px
    };
    one.iter().filter(|die| die.sure && !other.iter().any(|other| is_same(die, other))).count()
}

/// Seeds that nobody looks at.
const SEEDS: std::ops::Range<u64> = 20_000..if cfg!(feature = "long") { 20_040 } else { 20_002 };

/// How many of them in each way in which pictures are repeated.
const SEEDS_REPEATED: u64 = if cfg!(feature = "long") { 10 } else { 1 };

#[test]
fn throws_are_told_from_everything_else() {
    throws_are_told(SEEDS, once);
}

/// A picture that is sent again says nothing new: dice still roll.
#[test]
fn throws_are_told_from_everything_else_where_pictures_are_repeated() {
    for (name, delivery) in [
        ("twice at once", twice_at_once as Delivery),
        ("twice, with other noise", twice_with_noise),
        ("at three times its rate", at_three_times_its_rate),
    ] {
        println!("each picture {name}:");
        throws_are_told(SEEDS.start..SEEDS.start + SEEDS_REPEATED, delivery);
    }
}

fn throws_are_told(seeds: std::ops::Range<u64>, delivery: Delivery) {
    let (mut missed, mut wrong, mut ahead) = (0, 0, 0);
    for kind in FilmKind::ALL {
        let mut counts = Counts::default();
        seeds.clone().for_each(|seed| counts.watch(kind, seed, delivery));
        let (median, slow) = (counts.slowest_but(10), counts.slowest_but(1));
        println!(
            "{kind:?}: {} of {} right, {} throws, {} disturbances; after rest {:?} ({:.1} frames), all but a twentieth \
             within {:?} ({:.1}); {:.0} us a frame",
            counts.right,
            counts.films,
            counts.thrown,
            counts.disturbed,
            median.0,
            median.1,
            slow.0,
            slow.1,
            middle(&mut counts.looked).as_secs_f64() * 1e6,
        );
        ahead += counts.ahead;
        assert_eq!(counts.otherwise, 0, "dice that lay otherwise in pictures that were read ahead");
        if kind.is_throw() {
            assert!(median.1 < 4.0, "{median:?}");
        }
        let amiss = counts.films - counts.right;
        if kind.is_throw() { missed += amiss } else { wrong += amiss }
    }
    println!("{missed} throws missed, {wrong} films with false throws; {ahead} throws could be read ahead");
    assert_eq!((missed, wrong), (0, 0));
    assert!(ahead > 0);
}

fn middle(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// What the window does on the demo table: dice are thrown into a free place, read, and taken away.
#[test]
fn dice_thrown_on_the_demo_table_are_read_and_taken_away() {
    let mut table = DemoTable::new(TableSetup::standard(5)).unwrap();
    let tray_px = table.free_tray_px().unwrap();
    let [left, top, right, bottom] = tray_px.map(|at| at as i32);
    let tray = Rect::new(left, top, right - left, bottom - top);
    println!("tray {tray:?}");
    let (white, red, black) = (Colour(232, 228, 214), Colour(160, 24, 28), Colour(24, 24, 28));
    let dice: Vec<ThrownDie> = [(1, white, black), (4, red, white), (6, white, black), (3, black, white)]
        .map(|(value, body, pips)| ThrownDie::with_pips(value, DemoTable::DIE_EDGE_IN, body, pips))
        .to_vec();
    let mut watch = ThrowWatch::new(tray);
    let mut clock = Duration::ZERO;
    let mut play = |table: &mut DemoTable| {
        let begins = clock;
        let mut seen = Vec::new();
        // What is played, and a second after it.
        let mut ends = None;
        while ends.is_none_or(|end| clock < end) {
            let goes_on = table.play_dice((clock - begins).as_secs_f64());
            if !goes_on && ends.is_none() {
                ends = Some(clock + Duration::from_secs(1));
            }
            let now = watch.see(&table.frame().unwrap(), clock).unwrap();
            if matches!(now, TrayNow::Thrown(_) | TrayNow::Disturbed(_)) {
                seen.push(now);
            }
            clock += Duration::from_millis(33);
        }
        seen
    };
    play(&mut table);
    table.begin_throw(&dice, tray_px).unwrap();
    let seen = play(&mut table);
    let [TrayNow::Thrown(throw)] = &seen[..] else { panic!("{seen:?}") };
    let readings = read(&throw.picture, None).unwrap();
    println!("{readings:?}");
    for (value, at) in table.dice_truth() {
        let x = at.x_px - f64::from(throw.corner_px.0);
        let y = at.y_px - f64::from(throw.corner_px.1);
        let nearest = readings.iter().min_by_key(|die| (die.x - x).hypot(die.y - y) as i64).unwrap();
        assert!((nearest.x - x).hypot(nearest.y - y) < 0.5 * nearest.side_px, "{value} at {x:.0} {y:.0}");
        assert_eq!(nearest.value, value, "at {x:.0} {y:.0}");
        assert!(nearest.side_px > 24.0, "{}", nearest.side_px);
    }
    assert_eq!(table.dice_truth().len(), dice.len());
    table.begin_taking_dice();
    let seen = play(&mut table);
    assert!(matches!(seen[..], [TrayNow::Disturbed(Disturbance::TakenAway)]), "{seen:?}");
    assert_eq!(table.dice_truth(), []);
}

/// Dice that lie in a tray from before: those of the next throw are told from them, wherever it pushes them.
#[test]
fn dice_that_lay_before_are_told_from_those_that_were_thrown() {
    let (mut new, mut taken_for_old, mut old, mut taken_for_new) = (0, 0, 0, 0);
    for seed in SEEDS {
        let mut setup = TableSetup::dice_tray(seed);
        setup.light.ambient = 0.3 + 0.05 * (seed % 8) as f64;
        let mut table = DemoTable::new(setup).unwrap();
        let tray_px = [0.0, 0.0, 800.0, 600.0];
        let (white, red, black) = (Colour(232, 228, 214), Colour(160, 24, 28), Colour(24, 24, 28));
        let thrown = |salt: u64, count: u64| -> Vec<ThrownDie> {
            let die = |at: u64| {
                let value = (1 + (3 * seed + 5 * at + salt) % 6) as u8;
                let (body, pips) = [(white, black), (red, white), (black, white)][((at + salt) % 3) as usize];
                ThrownDie::with_pips(value, 0.63, body, pips)
            };
            (0..count).map(die).collect()
        };
        let mut watch = ThrowWatch::new(Rect::new(0, 0, 800, 600));
        let mut clock = Duration::ZERO;
        let mut play = |table: &mut DemoTable| {
            let (begins, mut ends, mut seen) = (clock, None, Vec::new());
            while ends.is_none_or(|end| clock < end) {
                let goes_on = table.play_dice((clock - begins).as_secs_f64());
                if !goes_on && ends.is_none() {
                    ends = Some(clock + Duration::from_secs(1));
                }
                if let TrayNow::Thrown(throw) = watch.see(&table.frame().unwrap(), clock).unwrap() {
                    seen.push(throw);
                }
                clock += Duration::from_millis(33);
            }
            seen
        };
        play(&mut table);
        for (salt, count) in [(1, 2), (4, 3)] {
            let before = table.dice_truth();
            table.begin_throw(&thrown(salt, count), tray_px).unwrap();
            let seen = play(&mut table);
            let [throw] = &seen[..] else { panic!("{} throws", seen.len()) };
            for die in read(&throw.picture, None).unwrap() {
                let side = (die.side_px / 800.0, die.side_px / 600.0);
                let is_old = throw.lay_before((die.x / 800.0, die.y / 600.0), side);
                let lay =
                    before.iter().any(|(_, at)| (at.x_px - die.x).hypot(at.y_px - die.y) < 0.1 * die.side_px);
                match (lay, is_old) {
                    (true, true) => old += 1,
                    (true, false) => taken_for_new += 1,
                    (false, false) => new += 1,
                    (false, true) => taken_for_old += 1,
                }
            }
        }
    }
    println!(
        "new dice: {new} told, {taken_for_old} taken for old ones; dice from before: {old} told, {taken_for_new} taken for new \
         ones"
    );
    assert!(new > 0 && old > 0);
    assert_eq!((taken_for_old, taken_for_new), (0, 0));
}
