//! A phone's clock.

/// How far the clocks may differ without a word.
const AGREE_WITHIN_S: u64 = 120;

/// How wrong a phone's clock is; none if it agrees with the host's within two minutes.
pub fn clock_sentence(phone_ms: i64, host_ms: i64) -> Option<String> {
    let off_s = phone_ms.abs_diff(host_ms) / 1000;
    if off_s <= AGREE_WITHIN_S {
        return None;
    }
    let (number, unit) = match off_s {
        0..7200 => (off_s / 60, "minutes"),
        7200..172_800 => (off_s / 3600, "hours"),
        _ => (off_s / 86_400, "days"),
    };
    let direction = if phone_ms < host_ms { "behind" } else { "ahead of" };
    Some(format!(
        "The phone's clock is {number} {unit} {direction} the computer's: set the phone's time to automatic, or its \
         browser may refuse the certificate."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_wrong_clock_is_reported() {
        let host = 1_700_000_000_000;
        assert_eq!(clock_sentence(host + 119_000, host), None);
        assert!(clock_sentence(host - 420_000, host).unwrap().contains("7 minutes behind"));
        assert!(clock_sentence(host + 3 * 86_400_000, host).unwrap().contains("3 days ahead of"));
        assert!(clock_sentence(i64::MIN, host).is_some());
    }
}
