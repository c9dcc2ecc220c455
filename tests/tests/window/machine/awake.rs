//! During a battle the desktop is asked to stay awake; where it can't, players are informed.

use crate::desk::Window;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// A message bus of the test's own, without a service that could keep a screen on.
struct Bus {
    daemon: Child,
    monitor: Child,
    address: String,
    /// The messages on the bus, line by line.
    said: mpsc::Receiver<String>,
}

impl Bus {
    fn start() -> Self {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address=1"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-daemon starts (./check installs it)");
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        let mut monitor = Command::new("dbus-monitor")
            .args(["--address", &address])
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-monitor starts (./check installs it)");
        let lines = BufReader::new(monitor.stdout.take().unwrap()).lines();
        let (tell, said) = mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { daemon, monitor, address, said }
    }

    /// Waits until a line contains this text; earlier lines are skipped.
    fn wait_for(&self, part: &str) {
        loop {
            match self.said.recv_timeout(Duration::from_secs(60)) {
                Ok(line) if line.contains(part) => return,
                Ok(_) => {}
                Err(error) => panic!("'{part}' was never said on the bus: {error}"),
            }
        }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        for process in [&mut self.monitor, &mut self.daemon] {
            drop(process.kill());
            drop(process.wait());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desktop_is_asked_to_stay_awake_while_a_battle_is_on() {
    let data = tempfile::tempdir().unwrap();
    let bus = Bus::start();
    let arguments = ["--data", data.path().to_str().unwrap()];
    let window = Window::open_among(&arguments, &[("DBUS_SESSION_BUS_ADDRESS", &bus.address)]).await;
    window.click("tour-leave").await;
    window.click("home-new").await;
    window.click("begin-battle").await;
    window.wait_for("ask").await;
    bus.wait_for("member=Inhibit");
    bus.wait_for("table.ironclad.app");
    bus.wait_for("A battle is on");
    window.wait_for_text("trouble", "fall asleep").await;
    window.close().await;
}
