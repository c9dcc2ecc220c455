//! The witness: reads the acknowledgements and checks the remains of a kill.

use battle::verify;
use journal::Journal;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

/// Pseudo-random numbers, the same every time (SplitMix64).
pub struct Lot(pub u64);

impl Lot {
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most.max(1)
    }
}

/// One campaign, killed repeatedly.
pub struct Witness {
    folder: tempfile::TempDir,
    runs: u64,
    /// Kind and time of every acknowledged event.
    acknowledged: BTreeMap<i64, (String, String)>,
}

impl Witness {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), runs: 0, acknowledged: BTreeMap::new() }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.path().join("campaign.ironclad")
    }

    pub fn next_run(&mut self) -> u64 {
        self.runs += 1;
        self.runs
    }

    /// Reads a player's acknowledgements until its output ends; returns the number of events. An incomplete
    /// line doesn't count.
    pub fn hear(&mut self, said: impl Read) -> usize {
        let (mut said, mut line, mut heard) = (BufReader::new(said), String::new(), 0);
        while said.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            if let Some(whole) = line.strip_suffix('\n') {
                for event in whole.split(';') {
                    let [seq, kind, at] = event.split(' ').collect::<Vec<_>>().try_into().unwrap();
                    let seq = seq.parse().unwrap();
                    let again = self.acknowledged.insert(seq, (kind.to_owned(), at.to_owned()));
                    assert_eq!(again, None, "event {seq} was acknowledged twice");
                    heard += 1;
                }
            }
            line.clear();
        }
        heard
    }

    /// Checks a copy of the remains, so that the next player finds them unchanged.
    pub fn look(&self, moment: &str) {
        if !self.file().exists() {
            assert!(self.acknowledged.is_empty(), "{moment}: the campaign is gone");
            return;
        }
        let copy = tempfile::tempdir().unwrap();
        for name in ["campaign.ironclad", "campaign.ironclad-wal", "campaign.ironclad-journal"] {
            let from = self.folder.path().join(name);
            if from.exists() {
                fs::copy(from, copy.path().join(name)).unwrap();
            }
        }
        let left = copy.path().join("campaign.ironclad");
        let journal = Journal::open(&left).unwrap_or_else(|error| panic!("{moment}: {error}"));
        // Pages (integrity_check), chain, photographs, guards; then every ruling is recomputed.
        journal.verify_chain().unwrap_or_else(|error| panic!("{moment}: {error}"));
        let found = verify(&journal).unwrap_or_else(|error| panic!("{moment}: {error}"));
        assert_eq!(found.difference, None, "{moment}");
        if journal.battles().unwrap().is_empty() {
            assert!(self.acknowledged.is_empty(), "{moment}: the battle is gone");
            return;
        }
        let events = journal.events(1).unwrap();
        let there: BTreeMap<i64, (String, String)> =
            events.iter().map(|event| (event.seq, (event.kind.clone(), event.at.clone()))).collect();
        for (seq, said) in &self.acknowledged {
            assert_eq!(there.get(seq), Some(said), "{moment}: event {seq} was acknowledged");
        }
        self.none_twice(moment, &events);
    }

    /// Checks that no step is stored twice: every step has its own time and its number of events.
    fn none_twice(&self, moment: &str, events: &[journal::StoredEvent]) {
        let mut times: BTreeSet<&str> = BTreeSet::new();
        for step in events.chunk_by(|one, next| one.at == next.at) {
            let Some(first) = step.first() else { continue };
            assert!(times.insert(&first.at), "{moment}: event {} is there twice", first.seq);
            assert_eq!(first.more as usize + 1, step.len(), "{moment}: the step of event {}", first.seq);
        }
    }
}
