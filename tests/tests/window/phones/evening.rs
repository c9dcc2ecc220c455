//! An evening with three phones: three turns of Noddy with secret orders, and a salvo of Gunboat to its end. One phone is
//! reloaded in the middle of an order, and one is thrown out. Every evening is played over each transport.

use crate::desk::Window;
use crate::phones::host::Transport;
use crate::{go_to_a_fire_step, open_on};
use std::time::Duration;

/// The limit for a phone that was reloaded to be back in its seat.
const BACK_BOUND: Duration = Duration::from_secs(2);
/// The same for a busy machine that also draws the host's window and three browsers.
const BACK_LIMIT: Duration = Duration::from_secs(20);

/// The phones, and their numbers in the host's list.
struct Phones {
    ann: (Window, u32),
    ben: (Window, u32),
    una: (Window, u32),
}

/// A battle of Noddy with the ships on the table, and an umpire at it.
async fn begin_noddy(host: &Window) {
    host.click("home-new").await;
    host.wait_for("[data-testid='book'] option").await;
    host.choose_book("noddy").await;
    host.click("scenario-table").await;
    host.click("with-umpire").await;
    host.click("begin-battle").await;
    host.wait_for("ask").await;
}

async fn join(host: &Window, transport: Transport) -> Phones {
    host.switch_phones_on().await;
    let phones = Phones {
        ann: host.lets_in("Ann", "union", transport).await,
        ben: host.lets_in("Ben", "confederate", transport).await,
        una: host.lets_in("Una", "umpire", transport).await,
    };
    host.picture(&format!("phones-host-{transport:?}")).await;
    host.keys("\u{e00c}").await;
    host.wait_gone("phones").await;
    phones
}

/// One turn of Noddy: both write their orders at once, and the umpire's phone leads through the steps until the next
/// orders.
async fn turn_of_noddy(host: &Window, phones: &Phones, turn: u32) {
    let [ann, ben, una] = [&phones.ann.0, &phones.ben.0, &phones.una.0];
    for (phone, side) in [(ann, "union"), (ben, "confederate")] {
        let form = format!("orders:{side}");
        phone.wait_for_form(&form).await;
        phone.submit(&form).await;
        phone.wait_for("result").await;
    }
    for _ in 0..40 {
        if turn_of(una).await > turn {
            break;
        }
        let way = if una.wait_for_ask().await == "roll" { "throw-app" } else { "next-step" };
        una.click(way).await;
    }
    host.wait_for_text("phase", &format!("Turn {}", turn + 1)).await;
}

async fn turn_of(phone: &Window) -> u32 {
    let text = phone.text("phase").await;
    text.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(0)
}

async fn an_evening(transport: Transport) {
    let data = tempfile::tempdir().unwrap();
    let host = open_on(data.path().to_str().unwrap()).await;
    begin_noddy(&host).await;
    let phones = join(&host, transport).await;

    phones.ben.0.wait_for_form("orders:confederate").await;
    phones.ben.0.picture(&format!("phones-orders-{transport:?}")).await;
    // Ann's phone is reloaded in the middle of her order: seat and draft are there again.
    let ann = &phones.ann.0;
    ann.wait_for_form("orders:union").await;
    let back = ann.reload_until("[data-form='orders:union']").await;
    println!(
        "{transport:?}: back in the seat {:.2} s after a reload (bound {} s)",
        back.as_secs_f64(),
        BACK_BOUND.as_secs()
    );
    assert!(back < BACK_LIMIT, "back after {back:?}");

    // The transports differ in how messages travel only: one whole evening of three turns is enough.
    let turns = if transport == Transport::Socket { 3 } else { 1 };
    for turn in 1..=turns {
        turn_of_noddy(&host, &phones, turn).await;
    }
    ann.picture(&format!("phones-player-{transport:?}")).await;
    phones.una.0.picture(&format!("phones-umpire-{transport:?}")).await;

    salvo_of_gunboat(&host, &phones).await;

    // Ben is thrown out: his phone shows nothing of the battle any more, nor when its page is loaded again.
    let ben = &phones.ben.0;
    host.click("open-phones").await;
    host.click(&format!("take-seat-back-{}", phones.ben.1)).await;
    ben.wait_for("thrown-out").await;
    assert!(!ben.has("phase").await, "a phone that was thrown out still shows the battle");
    ben.client.refresh().await.unwrap();
    ben.wait_for("thrown-out").await;
    for (phone, _) in [phones.ann, phones.ben, phones.una] {
        phone.close().await;
    }
    host.close().await;
}

/// The seats of Noddy's battle end with it: both players ask for theirs in the next one. Ann fires a salvo and types the
/// dice, and Ben ticks what it hit, to its end.
async fn salvo_of_gunboat(host: &Window, phones: &Phones) {
    let [ann, ben] = [&phones.ann.0, &phones.ben.0];
    host.click("tab-home").await;
    host.click("home-new").await;
    host.wait_for("[data-testid='book'] option").await;
    host.choose_book("gunboat").await;
    host.click("as-seen").await;
    host.click("begin-battle").await;
    host.wait_for("ask").await;
    for (phone, side) in [(ann, "union"), (ben, "confederate")] {
        phone.wait_for("seat-ended").await;
        phone.click(&format!("join-seat-{side}")).await;
        host.lets_waiting_phone_in().await;
    }
    go_to_a_fire_step(ann).await;
    ann.click("shooter-monitor").await;
    ann.click("target-virginia").await;
    ann.wait_for("preview").await;
    ann.picture("phones-salvo").await;
    ann.click("declare").await;
    ann.wait_for_text("ask", "throws").await;
    let mut face = "2";
    loop {
        match ann.wait_for_ask().await.as_str() {
            "roll" => {
                for die in 0..ann.count_matching("die-").await {
                    ann.type_into(&format!("die-{die}"), face).await;
                }
                ann.click("throw-typed").await;
                // A 4 is a face of every die that can follow.
                face = "4";
            }
            "wait" => {
                ben.wait_for("tick").await;
                ben.picture("phones-ticks").await;
                ben.click("tick").await;
            }
            _ => break,
        }
    }
    ann.click("phone-tab-log").await;
    ann.wait_for_log("GUN-").await;
    host.wait_for_log("Monitor").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_over_web_sockets() {
    an_evening(Transport::Socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_over_server_sent_events() {
    an_evening(Transport::Events).await;
}
