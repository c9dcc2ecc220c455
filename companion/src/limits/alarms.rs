//! What the host should know.

/// Something that a player at the table would not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alarm {
    /// A wrong key.
    WrongKey,
    /// More connections than allowed.
    Connections,
    /// More messages than a person can give.
    Flood,
    /// A request that another website's page has made.
    ForeignOrigin,
    /// More phones want to come in than are listed.
    WaitList,
}

/// The alarms, each kind once with its count: an attacker can't fill the host's screen or memory.
#[derive(Debug, Default)]
pub struct Alarms {
    newest_first: Vec<Raised>,
}

#[derive(Debug)]
struct Raised {
    alarm: Alarm,
    times: u64,
    last: String,
}

impl Alarms {
    /// Counts an alarm and its origin: an address or the name of a phone. Returns whether the host's screen should be
    /// told at once: at the 1st, 2nd, 4th, 8th … time.
    pub fn raise(&mut self, alarm: Alarm, by: impl Into<String>) -> bool {
        let place = self.newest_first.iter().position(|raised| raised.alarm == alarm);
        let times = place.map_or(0, |place| self.newest_first.remove(place).times) + 1;
        self.newest_first.insert(0, Raised { alarm, times, last: by.into() });
        times.is_power_of_two()
    }

    /// The alarms as sentences, newest first.
    pub fn sentences(&self) -> Vec<String> {
        self.newest_first.iter().map(Raised::sentence).collect()
    }
}

impl Raised {
    fn sentence(&self) -> String {
        let Self { alarm, times, last } = self;
        let times = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
        match alarm {
            Alarm::WrongKey => format!(
                "A wrong code was tried {times}, last from {last}: if nobody at the table did, a stranger is in this \
                 network."
            ),
            Alarm::Connections => format!(
                "Connections were refused {times} because there were too many, last from {last}: a phone with many \
                 tabs, or a stranger in this network."
            ),
            Alarm::Flood => format!(
                "More messages came than a person can give, {times}, last from {last}: it was disconnected. If it goes \
                 on, throw that phone out."
            ),
            Alarm::ForeignOrigin => format!(
                "Another website's page tried to reach this table {times}, last from {last}: it was refused."
            ),
            Alarm::WaitList => format!(
                "Phones were refused {times} because too many are waiting or seated, last from {last}: let some in, or \
                 throw some out."
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_listed_once_with_its_count() {
        let mut alarms = Alarms::default();
        let told: Vec<bool> =
            (1..=5).map(|last| alarms.raise(Alarm::WrongKey, format!("10.0.0.{last}"))).collect();
        assert_eq!(told, [true, true, false, true, false]);
        alarms.raise(Alarm::Flood, "Ann");
        let sentences = alarms.sentences();
        assert_eq!(sentences.len(), 2);
        assert!(sentences[0].contains("once, last from Ann"), "{}", sentences[0]);
        assert!(sentences[1].contains("5 times, last from 10.0.0.5"), "{}", sentences[1]);
    }
}
