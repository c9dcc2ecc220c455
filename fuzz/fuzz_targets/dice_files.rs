//! Files of taught dice, lists of dice to be taught and unfinished lessons: read, or refused with a sentence. A set that is
//! read can be written and read again.
#![no_main]

use dice::{DiceSet, Grouping, Lesson, Teaching};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(set) = DiceSet::from_json(text) {
        let written = serde_json::to_string(&set).unwrap();
        assert_eq!(DiceSet::from_json(&written).unwrap().dice.len(), set.dice.len());
    }
    if let Ok(lesson) = Lesson::from_json(text) {
        let _ = lesson.learn(|_| Err("There is no picture.".to_owned()));
    }
    if let Ok(teaching) = serde_json::from_str::<Teaching>(text) {
        let _ = teaching.finish();
    }
    if let Ok(grouping) = serde_json::from_str::<Grouping>(text) {
        let grouped: usize = grouping.groups().iter().map(Vec::len).sum();
        assert_eq!(grouped, grouping.throws());
        let _ = grouping.die("a die");
    }
});
