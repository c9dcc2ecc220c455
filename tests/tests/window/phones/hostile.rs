//! Hostile clients in the same network: the host's window goes on at its rate, and the phones at the table are answered.

use crate::desk::Window;
use crate::phones::host::Transport;
use crate::{FRAMES_A_SECOND, open_on};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Connections of one attacker.
const CONNECTIONS: usize = 500;

/// A flood that has not begun by then never will.
const FLOOD_BEGINS_WITHIN: Duration = Duration::from_secs(20);

/// How long the window's rate is measured, after it has settled, in peace and under attack.
const SETTLES_WITHIN: Duration = Duration::from_secs(4);
const MEASURED_S: usize = 8;

/// The share of its rate in peace that the window keeps under attack. How high that rate is depends on the machine; how much of
/// it an attacker can take does not.
const KEPT_SHARE: f64 = 0.7;

/// In the page of a phone that has a seat: 10,000 messages a second over a WebSocket of its own, that is opened again
/// when the server closes it; half are random letters, half are calls for another seat's secrets.
const FLOOD: &str = "
    const open = () => {
        const socket = new WebSocket('wss://' + location.host + '/api/socket');
        const flood = setInterval(() => {
            if (socket.readyState !== WebSocket.OPEN) return;
            for (let n = 0; n < 200; n++) {
                const noise = Math.random().toString(36).repeat(4);
                const call = { call: 'changes', seq: 0, seat: 'confederate', viewer: 'umpire' };
                socket.send(n % 2 ? noise : JSON.stringify({ id: noise.slice(0, 20), call }));
                window.flooded = (window.flooded ?? 0) + 1;
            }
        }, 20);
        socket.onclose = () => { clearInterval(flood); setTimeout(open, 300); };
    };
    open();";

impl Window {
    /// The messages that the page of a flood has sent so far.
    async fn messages_sent(&self) -> f64 {
        let sent = self.client.execute("return window.flooded ?? 0;", vec![]).await.unwrap();
        sent.as_f64().unwrap_or(0.0)
    }

    /// The frames a second that the window shows, on average over some seconds. A table at rest is shown a few times a second,
    /// so a ship is held.
    async fn mean_frames_a_second(&self) -> f64 {
        let (x, y) = self.middle_of("ship-virginia").await;
        self.hold(&[(x, y), (x + 9.0, y), (x, y)]).await;
        tokio::time::sleep(SETTLES_WITHIN).await;
        let mut sum = 0.0;
        for _ in 0..MEASURED_S {
            sum += self.wait_number("fps", "data-fps", |fps| fps > 0.0).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        self.let_go().await;
        sum / MEASURED_S as f64
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_keeps_its_rate_under_hostile_clients() {
    let data = tempfile::tempdir().unwrap();
    let host = open_on(data.path().to_str().unwrap()).await;
    host.click("home-new").await;
    host.click("as-seen").await;
    host.click("begin-battle").await;
    host.wait_for("ask").await;
    host.switch_phones_on().await;
    let url = host.text("phones-url").await;
    let hostile = Window::phone_that_gives_way().await;
    host.lets_phone_in(&hostile, "Mallory", "union", Transport::Socket).await;
    host.keys("\u{e00c}").await;
    host.wait_gone("phones").await;
    let in_peace = host.mean_frames_a_second().await;

    let address = url.trim_start_matches("https://").split('/').next().unwrap_or_default().to_owned();
    // The flood is seen to flow first: the server has one limit for all connections of an address, and the silent ones
    // would otherwise keep the flood's own out.
    hostile.client.execute(FLOOD, vec![]).await.unwrap();
    let began = Instant::now();
    while hostile.messages_sent().await == 0.0 {
        assert!(began.elapsed() < FLOOD_BEGINS_WITHIN, "the hostile page sent nothing");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let silent: Vec<TcpStream> = (0..CONNECTIONS).filter_map(|_| TcpStream::connect(&address).ok()).collect();
    let attacked = host.mean_frames_a_second().await;
    let per_second = hostile.messages_sent().await / began.elapsed().as_secs_f64();
    println!(
        "{} silent connections and {per_second:.0} hostile messages a second: the window shows {attacked:.1} frames a second, \
        {in_peace:.1} in peace (bound {FRAMES_A_SECOND})",
        silent.len()
    );
    assert!(attacked > KEPT_SHARE * in_peace);
    drop(silent);
    // The host still rules: the seat is taken back.
    host.click("open-phones").await;
    host.click("[data-testid^='take-seat-back-']").await;
    hostile.wait_for("thrown-out").await;
    hostile.close().await;
    host.close().await;
}
