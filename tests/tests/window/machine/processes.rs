//! The app's processes, those of its web engine included, as `/proc` shows them.

use crate::desk::Window;
use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

/// The bound and the aim for the processor time of the app on a table at rest, percent of one core.
pub const REST_BOUND_PERCENT: f64 = 25.0;
pub const REST_AIM_PERCENT: f64 = 10.0;

/// Clock ticks a second in `/proc`, the same on every Linux.
const TICKS_A_SECOND: f64 = 100.0;

/// The app's own process: the one below the driver's that bears its name.
pub fn app(window: &Window) -> u32 {
    let found = below(window.driver_id()).into_iter().find(|id| {
        fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.trim() == "ironclad-table")
    });
    found.expect("the app runs below its driver")
}

/// A process and all processes below it.
pub fn below(id: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut next = vec![id];
    while let Some(id) = next.pop() {
        for task in fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            next.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
        }
        found.insert(id);
    }
    found
}

/// The fields of `/proc/ID/stat` after the name: the first is field 3 of the manual.
pub fn stat(id: u32) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    Some(stat.rsplit(')').next()?.split_whitespace().map(str::to_owned).collect())
}

/// The processor time of a process so far, seconds; 0 if it has ended.
fn busy_s(id: u32) -> f64 {
    // Fields 14 and 15: in its own code and in the kernel.
    let ticks = |at: usize| stat(id).and_then(|fields| fields.get(at)?.parse::<f64>().ok());
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / TICKS_A_SECOND
}

/// What the app and all processes below it take of one core over some time, percent each, by name.
pub async fn processor_percent(app: u32, over: Duration) -> Vec<(String, f64)> {
    let before: Vec<(u32, f64)> = below(app).into_iter().map(|id| (id, busy_s(id))).collect();
    let began = Instant::now();
    tokio::time::sleep(over).await;
    let took_s = began.elapsed().as_secs_f64();
    let name = |id| fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default().trim().to_owned();
    before.into_iter().map(|(id, busy)| (name(id), 100.0 * (busy_s(id) - busy).max(0.0) / took_s)).collect()
}

/// Prints the processor time of the app on a table at rest beside bound and aim; returns it, percent of one core.
pub async fn print_rest_percent(window: &Window, over: Duration) -> f64 {
    let each = processor_percent(app(window), over).await;
    let percent: f64 = each.iter().map(|(_, percent)| percent).sum();
    let said: Vec<String> = each.iter().map(|(name, percent)| format!("{name} {percent:.1}")).collect();
    println!(
        "at rest, 1280x720: {percent:.1} % of a core (bound {REST_BOUND_PERCENT:.0} % aim {REST_AIM_PERCENT:.0} %): {}",
        said.join(", ")
    );
    percent
}
