//! Network cameras that speak RTSP: GStreamer's server sends H.264.

use super::*;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::time::SystemTime;

/// As `rtsp_server.py` says the time: the least brightness, the number of levels, and the time of each.
const LOWEST: f64 = 40.0;
const LEVELS: f64 = 160.0;
const STEP_MS: f64 = 20.0;

/// The limit for the time from the server's camera to a frame. A queue of a second would exceed it.
const LATE_MS: f64 = 700.0;

/// GStreamer's server, ended when dropped.
struct Camera {
    server: Child,
    /// The ports of the open server and of the one with a password.
    ports: [u16; 2],
}

impl Camera {
    /// Starts the server at a port, 0: any free one. `None` if GStreamer's server is not installed here, which is
    /// never so in `./check`.
    fn at(port: u16) -> Option<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/source/tests/rtsp_server.py");
        let server = std::process::Command::new("/usr/bin/python3")
            .args(["-W", "ignore", script, &port.to_string()])
            .stdout(Stdio::piped())
            .spawn();
        let started = server.ok().and_then(|mut server| {
            let mut line = String::new();
            BufReader::new(server.stdout.take()?).read_line(&mut line).ok()?;
            let mut ports = line.split_whitespace().filter_map(|port| port.parse().ok());
            Some(Self { server, ports: [ports.next()?, ports.next()?] })
        });
        if started.is_none() {
            assert!(std::env::var_os("CI").is_none(), "GStreamer's RTSP server does not start");
            // Not captured, as a line printed by a test that passes would be.
            let said =
                "SKIPPED: GStreamer's RTSP server does not start; ./check installs it (scripts/setup.sh)\n";
            std::io::stderr().write_all(said.as_bytes()).unwrap();
        }
        started
    }

    /// Opens a stream of the open server, or of the locked one with this name and password.
    fn source(&self, path: &str, login: Option<&str>) -> Source {
        let port = self.ports[usize::from(login.is_some())];
        let login = login.map(|login| format!("{login}@")).unwrap_or_default();
        open(SourceSpec::Url(format!("rtsp://{login}127.0.0.1:{port}/{path}"))).unwrap()
    }
}

impl Drop for Camera {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The age of a frame by the time that it shows, milliseconds; it goes round after some seconds.
fn age_ms(frame: &Frame) -> f64 {
    let now_ms = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs_f64() * 1e3;
    // Brightness is coded from 16 to 235.
    let level = f64::from(value(frame)) * 219.0 / 255.0 + 16.0;
    // A frame can't come from the future: what looks so is the rounding of its brightness.
    let round_ms = LEVELS * STEP_MS;
    (now_ms - (level - LOWEST) * STEP_MS + 5.0 * STEP_MS).rem_euclid(round_ms) - 5.0 * STEP_MS
}

/// The ages of the next frames, and the newest one.
fn ages_ms(source: &Source, count: usize) -> Vec<f64> {
    let mut last = source.newest().map_or(FrameId(0), |frame| frame.id);
    let mut ages = Vec::new();
    while ages.len() < count
        && let Some(frame) = source.wait_newer(last, LONG)
    {
        last = frame.id;
        ages.push(age_ms(&frame));
    }
    ages
}

fn is_lost(state: &SourceState) -> bool {
    matches!(state, SourceState::Lost { .. })
}

#[test]
fn a_camera_is_followed_without_a_queue_and_found_again_after_it_was_off() {
    let Some(camera) = Camera::at(0) else { return };
    let [port, _] = camera.ports;
    let began = Instant::now();
    let source = camera.source("table", None);
    assert!(is_live(&state_when(&source, is_live)), "{:?}", source.state());
    println!("first picture after {:.1} s", began.elapsed().as_secs_f64());
    // The pictures of the time while the stream was opened come first, all at once.
    thread::sleep(Duration::from_millis(500));
    let ages = ages_ms(&source, 25);
    let oldest = ages.iter().copied().fold(0.0, f64::max);
    println!("25 frames, the oldest {oldest:.0} ms after it was taken (limit {LATE_MS:.0})");
    assert!(ages.len() == 25 && oldest < LATE_MS, "{ages:.0?}");
    // Nobody takes a frame for two seconds: the next one is a new one.
    thread::sleep(Duration::from_secs(2));
    let age = age_ms(&source.newest().unwrap());
    println!("after two seconds without a reader: {age:.0} ms");
    assert!(age < LATE_MS, "{age}");

    drop(camera);
    let off = Instant::now();
    let lost = state_when(&source, is_lost).sentence();
    println!("lost after {:.1} s: {lost}", off.elapsed().as_secs_f64());
    assert!(lost.starts_with("The picture is lost: 127.0.0.1 ") && lost.contains("Trying again"), "{lost}");
    let seen = source.newest().unwrap().id;
    let _camera = Camera::at(port).unwrap();
    let on = Instant::now();
    assert!(source.wait_newer(seen, LONG).is_some(), "{:?}", source.state());
    println!("found again after {:.1} s", on.elapsed().as_secs_f64());
    assert!(is_live(&state_when(&source, is_live)));
}

#[test]
fn a_camera_with_a_password_or_over_udp_is_seen_and_a_wrong_address_is_explained() {
    let Some(camera) = Camera::at(0) else { return };
    let seen = [camera.source("table", Some("anna:secret")), camera.source("udp", None)];
    let locked = format!("rtsp://127.0.0.1:{}/table", camera.ports[1]);
    let refused = [
        ("a wrong path", camera.source("attic", None), "has no stream at this address"),
        (
            "a wrong password",
            camera.source("table", Some("anna:hunter2")),
            "refuses the name or the password",
        ),
        ("no password", open(SourceSpec::Url(locked)).unwrap(), "asks for a name and a password"),
    ];
    for (what, source, wanted) in &refused {
        let sentence = state_when(source, is_lost).sentence();
        println!("{what}: {sentence}");
        assert!(sentence.contains(wanted) && sentence.ends_with('.'), "{what}: {sentence}");
        assert!(!sentence.contains("hunter2") && !sentence.contains("attic"), "{sentence}");
    }
    for source in &seen {
        assert!(is_live(&state_when(source, is_live)), "{:?}", source.state());
    }
}
