//! A program that plays a real battle is killed (SIGKILL) repeatedly, at named moments and at random ones.
//! After every kill the campaign opens, its pages, chain and rulings are valid, and every acknowledged event
//! is there exactly once.
//!
//! The player is a new process of this program. Named moments are system calls: strace kills the player as it
//! enters the n-th call of a kind, so the product contains no test code. Without strace the test fails with a
//! message; on Windows, which has no strace, players are killed only by the clock.
//! SIGKILL leaves the system's caches alive: `journal/tests/durable/` shows that each acknowledgement was
//! synced.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../common/mod.rs"]
mod common;
mod player;
mod witness;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use witness::{Lot, Witness};

/// The number of kills: those at named moments, and as many by the clock.
const KILLS: usize = match (cfg!(feature = "long"), TRACES) {
    (true, _) => 2000,
    (false, true) => 208,
    (false, false) => 52,
};

/// True where players are traced: strace supports only Linux.
const TRACES: bool = cfg!(target_os = "linux");

/// A kill by the clock comes within this time, microseconds: from before the file is open to some hundred
/// steps later. Wine takes a second to start a program.
const CLOCK_MICROS: u64 = if TRACES { 400_000 } else { 2_000_000 };

/// The number of kills before a new campaign is begun.
const KILLS_A_CAMPAIGN: usize = 13;

/// The number of tries without a hit after which a moment counts as unreachable, and the test as wrong.
const TRIES: usize = 20;

/// The moment of a kill.
struct Moment {
    name: &'static str,
    /// The system call; none for a kill by the clock.
    call: &'static str,
    /// Only calls on this file: the suffix after the campaign's name.
    on: Option<&'static str>,
    /// The upper limit for the drawn number of the call.
    upto: u64,
    /// The size of a photograph, bytes.
    picture: usize,
    /// The number of steps before the player closes the campaign.
    steps: u64,
    /// True for a moment before the file exists; the others need an existing file.
    new_file: bool,
}

const fn moment(name: &'static str, call: &'static str, on: Option<&'static str>, upto: u64) -> Moment {
    Moment { name, call, on, upto, picture: 3000, steps: 400, new_file: false }
}

const MOMENTS: [Moment; 12] = [
    moment("by the clock", "", None, 0),
    Moment {
        new_file: true,
        ..moment("while the file is made", "pwrite64,link,fsync,fdatasync,unlink", None, 40)
    },
    moment("while locks are taken, before a step begins", "fcntl", None, 150),
    moment("while a step is written to the log", "pwrite64", Some("-wal"), 120),
    Moment {
        picture: 200_000,
        ..moment("while a photograph is written to the log", "pwrite64", Some("-wal"), 400)
    },
    moment("before a step is synced", "fsync,fdatasync", Some("-wal"), 40),
    moment("after a step is kept, before it is acknowledged", "write", None, 40),
    Moment { picture: 200_000, ..moment("while the log is folded in", "pwrite64", Some(""), 60) },
    Moment { picture: 200_000, ..moment("before the folded log is synced", "fsync,fdatasync", Some(""), 2) },
    Moment {
        steps: 3,
        ..moment("while the campaign is closed", "pwrite64,fsync,fdatasync,ftruncate", Some(""), 8)
    },
    Moment { steps: 2, ..moment("before the log is taken away", "unlink", Some("-wal"), 1) },
    moment("while a log is taken up again", "pread64", Some("-wal"), 30),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, play, file, run, steps, picture] = arguments.as_slice()
        && play == "play"
    {
        let number = |text: &str| text.parse().expect("a number");
        return player::play(Path::new(file), number(run), number(steps), number(picture) as usize);
    }
    // Queries by the test runner (`cargo nextest`): one test, never ignored.
    if arguments.iter().any(|argument| argument == "--list") {
        if !arguments.iter().any(|argument| argument == "--ignored") {
            println!("whatever_moment_it_is_killed_in_nothing_acknowledged_is_lost: test");
        }
        return;
    }
    if TRACES {
        let told = Command::new("strace").arg("--version").stdout(Stdio::null()).status();
        let told = told.is_ok_and(|told| told.success());
        assert!(told, "strace is missing: install it (apt-get install strace).");
    }
    kill_over_and_over();
    println!("test whatever_moment_it_is_killed_in_nothing_acknowledged_is_lost ... ok");
}

/// The moments that are possible on this system.
fn moments() -> impl Iterator<Item = &'static Moment> {
    MOMENTS.iter().filter(|moment| TRACES || moment.call.is_empty())
}

fn kill_over_and_over() {
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<&str, (usize, usize)>::new()));
    let lanes = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 4);
    std::thread::scope(|scope| {
        for lane in 0..lanes {
            let (next, tally) = (&next, &tally);
            scope.spawn(move || {
                let mut lot = Lot(0x1862 + lane as u64);
                while next.fetch_add(KILLS_A_CAMPAIGN, Ordering::Relaxed) < KILLS {
                    let mut witness = Witness::new();
                    for _ in 0..KILLS_A_CAMPAIGN {
                        let (name, acknowledged) = kill_once(&mut witness, &mut lot);
                        let mut tally = tally.lock().expect("a lane failed");
                        let of_it = tally.entry(name).or_default();
                        *of_it = (of_it.0 + 1, of_it.1 + acknowledged);
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().expect("a lane failed");
    for (name, (kills, acknowledged)) in &tally {
        println!("{kills:5} kills {name}: {acknowledged} events acknowledged before them");
    }
    let kills: usize = tally.values().map(|(kills, _)| kills).sum();
    let acknowledged: usize = tally.values().map(|(_, acknowledged)| acknowledged).sum();
    assert!(kills >= KILLS, "{kills} kills");
    assert_eq!(tally.len(), moments().count(), "a moment was never hit");
    assert!(acknowledged > 0, "no player came as far as to acknowledge anything");
    println!("{kills} kills; {acknowledged} acknowledged events, each there once");
}

/// Kills a player once and checks the remains; returns the moment, and the number of acknowledged events.
fn kill_once(witness: &mut Witness, lot: &mut Lot) -> (&'static str, usize) {
    let new_file = !witness.file().exists();
    let may_be: Vec<&Moment> = moments().filter(|moment| moment.new_file == new_file || !TRACES).collect();
    for _ in 0..TRIES {
        let moment = may_be[lot.below(may_be.len() as u64) as usize];
        let (status, acknowledged) = let_play(witness, moment, lot);
        witness.look(moment.name);
        if was_killed(status) {
            return (moment.name, acknowledged);
        }
        assert!(status.success(), "the player failed by itself ({status}); its own words stand above");
    }
    panic!("no kill hit in {TRIES} tries");
}

/// strace ends the same way as the traced program.
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(9) || status.code() == Some(137)
}

/// The exit code of `Child::kill`; a panic ends with 101.
#[cfg(windows)]
fn was_killed(status: ExitStatus) -> bool {
    status.code() == Some(1)
}

/// Lets a player play until it is killed or done; returns its exit status, and the number of events it
/// acknowledged.
fn let_play(witness: &mut Witness, moment: &Moment, lot: &mut Lot) -> (ExitStatus, usize) {
    let player = std::env::current_exe().unwrap();
    let file = witness.file();
    let words = [
        "play".to_owned(),
        file.display().to_string(),
        witness.next_run().to_string(),
        moment.steps.to_string(),
        moment.picture.to_string(),
    ];
    let mut command = if moment.call.is_empty() {
        Command::new(player)
    } else {
        let mut strace = Command::new("strace");
        let when = 1 + lot.below(moment.upto);
        strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={}", moment.call)]);
        strace.args(["-e", &format!("inject={}:signal=SIGKILL:when={when}", moment.call)]);
        if let Some(on) = moment.on {
            strace.args(["-P", &format!("{}{on}", file.display())]);
        }
        strace.arg(player);
        strace
    };
    let mut child = command.args(words).stdout(Stdio::piped()).spawn().unwrap();
    let said = child.stdout.take().unwrap();
    if moment.call.is_empty() {
        std::thread::scope(|scope| {
            let heard = scope.spawn(|| witness.hear(said));
            std::thread::sleep(Duration::from_micros(lot.below(CLOCK_MICROS)));
            child.kill().unwrap();
            let heard = heard.join().unwrap();
            (child.wait().unwrap(), heard)
        })
    } else {
        let heard = witness.hear(said);
        (child.wait().unwrap(), heard)
    }
}
