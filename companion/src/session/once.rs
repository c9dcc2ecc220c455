//! Commands are carried out once: a repeated id is answered as the first was.

use crate::wire::{Answer, Call, CallMessage, Refusal};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;

/// Commands whose ids are kept.
const MAX_COMMANDS: usize = 256;
/// Bytes of answers that are kept; of older commands only the id is.
const MAX_ANSWER_BYTES: usize = 512 * 1024;

/// The last commands of a session with their answers.
#[derive(Default)]
pub struct Once {
    newest_first: VecDeque<Kept>,
}

struct Kept {
    id: String,
    content: [u8; 32],
    answer: Option<Answer>,
}

/// What is known of a command's id.
#[derive(Debug)]
pub enum Earlier {
    /// Nothing: it is to be carried out.
    None,
    /// The same command was carried out, and is answered like this.
    Answered(Answer),
    /// Another command had the id.
    Other,
}

impl Once {
    /// Looks a command up by its id.
    pub fn earlier(&self, message: &CallMessage) -> Earlier {
        let Some(kept) = self.newest_first.iter().find(|kept| kept.id == message.id) else {
            return Earlier::None;
        };
        if kept.content != content_hash(&message.call) {
            return Earlier::Other;
        }
        let gone = || Answer {
            id: message.id.clone(),
            ok: None,
            refused: Some(Refusal::new(
                "This command was carried out long ago, and its answer is no longer kept: reload the page.",
            )),
        };
        Earlier::Answered(kept.answer.clone().unwrap_or_else(gone))
    }

    /// Keeps the answer of a command that was carried out.
    pub fn keep(&mut self, message: &CallMessage, answer: &Answer) {
        let content = content_hash(&message.call);
        self.newest_first.push_front(Kept { id: message.id.clone(), content, answer: Some(answer.clone()) });
        self.newest_first.truncate(MAX_COMMANDS);
        let mut bytes = 0;
        for (place, kept) in self.newest_first.iter_mut().enumerate() {
            bytes +=
                kept.answer.as_ref().and_then(|answer| answer.ok.as_ref()).map_or(0, |ok| ok.json().len());
            if bytes > MAX_ANSWER_BYTES && place > 0 {
                kept.answer = None;
            }
        }
    }
}

fn content_hash(call: &Call) -> [u8; 32] {
    // A call that came as JSON can be written as JSON.
    Sha256::digest(serde_json::to_vec(call).unwrap_or_default()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Reply;

    fn command(id: usize, about: i64) -> CallMessage {
        let call = Call::Remark { about, text: "seen".to_owned(), private: false };
        CallMessage { id: id.to_string(), call }
    }

    fn answer(id: usize, text: &str) -> Answer {
        Answer { id: id.to_string(), ok: Some(Reply::of(&text).unwrap()), refused: None }
    }

    #[test]
    fn the_last_256_are_kept_and_their_answers_up_to_a_size() {
        let mut once = Once::default();
        for id in 0..300 {
            assert!(matches!(once.earlier(&command(id, 1)), Earlier::None));
            once.keep(&command(id, 1), &answer(id, "short"));
        }
        assert!(matches!(once.earlier(&command(43, 1)), Earlier::None));
        let Earlier::Answered(kept) = once.earlier(&command(44, 1)) else { panic!("44 was forgotten") };
        assert_eq!(kept.ok.unwrap().json(), "\"short\"");
        assert!(matches!(once.earlier(&command(44, 2)), Earlier::Other));

        let long = "x".repeat(MAX_ANSWER_BYTES);
        once.keep(&command(300, 1), &answer(300, &long));
        once.keep(&command(301, 1), &answer(301, &long));
        let Earlier::Answered(newest) = once.earlier(&command(301, 1)) else { panic!("301 was forgotten") };
        assert!(newest.ok.is_some());
        let Earlier::Answered(older) = once.earlier(&command(300, 1)) else { panic!("300 was forgotten") };
        assert!(older.ok.is_none() && older.refused.is_some());
    }
}
