//! The log, step by step.

use battle::view::LogLine;
use serde::{Deserialize, Serialize};

/// All that happened in one step of one turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chapter {
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// What happened, in order.
    pub lines: Vec<LogLine>,
}

/// The log cut into the steps of its turns, in order.
pub fn chapters(log: &[LogLine]) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in log {
        match chapters.last_mut() {
            Some(chapter) if chapter.turn == line.turn && chapter.phase == line.phase => {
                chapter.lines.push(line.clone());
            }
            _ => chapters.push(Chapter {
                turn: line.turn,
                phase: line.phase.clone(),
                lines: vec![line.clone()],
            }),
        }
    }
    chapters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seq: i64, turn: u32, phase: &str) -> LogLine {
        LogLine {
            seq,
            turn,
            phase: phase.to_owned(),
            kind: "step_began".to_owned(),
            sentences: Vec::new(),
            at: String::new(),
            photo: None,
        }
    }

    #[test]
    fn a_chapter_for_each_step_that_has_a_line() {
        let log = [
            line(1, 1, "First fire"),
            line(2, 1, "First fire"),
            line(3, 1, "Boarding"),
            line(4, 2, "Boarding"),
        ];
        let told: Vec<(u32, usize)> = chapters(&log).iter().map(|c| (c.turn, c.lines.len())).collect();
        assert_eq!(told, [(1, 2), (1, 1), (2, 1)]);
        assert!(chapters(&[]).is_empty());
    }
}
