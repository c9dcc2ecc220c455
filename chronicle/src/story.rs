//! The events of a battle grouped by turn and step.

use battle::account::EventAccount;

/// A turn of the story.
#[derive(Debug, Clone, PartialEq)]
pub struct StoryTurn<'a> {
    /// The turn; 0 before the first.
    pub turn: u32,
    /// Its steps.
    pub steps: Vec<StoryStep<'a>>,
}

/// The events of one step of one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct StoryStep<'a> {
    /// The step's name.
    pub phase: &'a str,
    /// The events, in order.
    pub events: Vec<&'a EventAccount>,
}

/// Groups the events by turn and step, in order: every event once.
pub fn story(events: &[EventAccount]) -> Vec<StoryTurn<'_>> {
    let mut turns: Vec<StoryTurn<'_>> = Vec::new();
    for event in events {
        let line = &event.line;
        if turns.last().is_none_or(|turn| turn.turn != line.turn) {
            turns.push(StoryTurn { turn: line.turn, steps: Vec::new() });
        }
        let Some(turn) = turns.last_mut() else { continue };
        match turn.steps.last_mut() {
            Some(step) if step.phase == line.phase => step.events.push(event),
            _ => turn.steps.push(StoryStep { phase: &line.phase, events: vec![event] }),
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::event;

    #[test]
    fn a_step_for_each_run_of_events() {
        let events = [
            event(1, 1, "First fire"),
            event(2, 1, "First fire"),
            event(3, 1, "Boarding"),
            event(4, 2, "Boarding"),
        ];
        let grouped: Vec<(u32, Vec<usize>)> = story(&events)
            .iter()
            .map(|turn| (turn.turn, turn.steps.iter().map(|step| step.events.len()).collect()))
            .collect();
        assert_eq!(grouped, [(1, vec![2, 1]), (2, vec![1])]);
        assert!(story(&[]).is_empty());
    }
}
