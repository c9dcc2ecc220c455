//! Numbers in words.

/// "1 die", "2 dice".
pub(super) fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
