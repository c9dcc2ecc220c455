//! Files of taught dice and lists of dice to be taught: read, or refused with a sentence. A set that is read can be written
//! and read again.
#![no_main]

use dice::{DiceSet, Lesson};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(set) = DiceSet::from_json(text) {
        let written = serde_json::to_string(&set).unwrap();
        assert_eq!(DiceSet::from_json(&written).unwrap().dice.len(), set.dice.len());
    }
    if let Ok(lesson) = Lesson::from_json(text) {
        let _ = lesson.learn(|_| Err("There is no picture.".to_owned()));
    }
});
