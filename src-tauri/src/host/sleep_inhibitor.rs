//! Keeps the machine awake during a battle, because nobody touches mouse or keyboard for minutes while models are
//! moved.

use crate::ipc::messages::Trouble;
use keepawake::{Builder, KeepAwake};
use std::sync::{Mutex, PoisonError};

/// Keeps the machine awake while it holds an inhibitor.
#[derive(Default)]
pub struct Awake(Mutex<Held>);

#[derive(Default)]
struct Held {
    on: bool,
    /// Never read: the machine stays awake while these values live.
    _holds: Vec<KeepAwake>,
    trouble: Option<Trouble>,
}

impl Awake {
    /// Keeps the machine awake from now on, or stops doing so; does nothing if nothing changes.
    pub fn keep(&self, on: bool) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.on == on {
            return;
        }
        *held = if on { Held::take() } else { Held::default() };
    }

    /// Why the machine may fall asleep during a battle, if it may.
    pub fn trouble(&self) -> Option<Trouble> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).trouble.clone()
    }
}

impl Held {
    /// Asks separately for the screen: desktops support that even without a login manager that controls sleep.
    fn take() -> Self {
        let reason = |builder: &mut Builder| {
            builder
                .reason("A battle is on")
                .app_name("Ironclad Table")
                .app_reverse_domain("table.ironclad.app")
                .create()
        };
        let screen = reason(Builder::default().display(true));
        let idle = reason(Builder::default().idle(true));
        let trouble = match (&screen, &idle) {
            (Err(error), Err(_)) if has_desktop() => Some(
                Trouble::new(
                    "The machine may fall asleep during the battle: turn its sleep off for this evening.",
                )
                .with_details(error),
            ),
            _ => None,
        };
        Self { on: true, _holds: [screen, idle].into_iter().flatten().collect(), trouble }
    }
}

/// Returns whether a desktop runs: without its message bus there is none that could put the machine to sleep.
fn has_desktop() -> bool {
    cfg!(not(target_os = "linux")) || std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
}
