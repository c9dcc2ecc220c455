//! Rule coverage, book by book: every id of a book's list is named by a test and cited in the book.
//!
//! A test names an id in its function name ("gun_25_26_27_double_close", "amb_44_two_turrets"), in a string
//! that it compares with, or in the `rule_ids` (or `depends_on_ambiguity`) of a worked example. Comments
//! don't count. "amb" alone means a gap of the first book; the others are written "nod_amb_4".

use rulesets::core::{BookTables, OptionSpec, RuleEntry, TableSource};
use rulesets::{gunboat, hex_duel, mahan, noddy, sp_bp};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// A book with the data for counting its rules.
struct Covered {
    /// The prefix of its ids ("GUN").
    prefix: &'static str,
    /// Its folder below `src`.
    folder: &'static str,
    /// The seed that it was read from ("000").
    seed: &'static str,
    /// The numbers of rules and of gaps in the catalogue.
    counts: (u32, u32),
    list: Vec<RuleEntry>,
    tables: Vec<TableSource>,
    options: Vec<OptionSpec>,
}

fn gunboat() -> Covered {
    let book = gunboat::Gunboat::embedded().unwrap();
    Covered {
        prefix: "GUN",
        folder: "src/gunboat",
        seed: "000",
        counts: (89, 44),
        list: gunboat::rule_list().unwrap(),
        tables: book.tables().sources().to_vec(),
        options: book.tables().option_specs().to_vec(),
    }
}

fn sp_bp() -> Covered {
    let book = sp_bp::SpBp::embedded().unwrap();
    Covered {
        prefix: "SPB",
        folder: "src/sp_bp",
        seed: "003",
        counts: (37, 34),
        list: sp_bp::rule_list().unwrap(),
        tables: book.tables().sources().to_vec(),
        options: book.tables().option_specs().to_vec(),
    }
}

fn hex_duel() -> Covered {
    let book = hex_duel::HexDuel::embedded().unwrap();
    Covered {
        prefix: "CHA",
        folder: "src/hex_duel",
        seed: "001",
        counts: (20, 18),
        list: hex_duel::rule_list().unwrap(),
        tables: book.tables().sources().to_vec(),
        options: book.tables().option_specs().to_vec(),
    }
}

fn noddy() -> Covered {
    let book = noddy::Noddy::embedded().unwrap();
    Covered {
        prefix: "NOD",
        folder: "src/noddy",
        seed: "002",
        counts: (33, 31),
        list: noddy::rule_list().unwrap(),
        tables: book.tables().sources().to_vec(),
        options: book.tables().option_specs().to_vec(),
    }
}

fn mahan() -> Covered {
    let tables = mahan::Tables::embedded().unwrap();
    Covered {
        prefix: "MAH",
        folder: "src/mahan",
        seed: "004",
        counts: (36, 19),
        list: mahan::rule_list().unwrap(),
        tables: tables.sources().to_vec(),
        options: tables.option_specs().to_vec(),
    }
}

impl Covered {
    /// All ids in a text, such as "GUN-33" and "GUN-AMB-11".
    fn ids_in(&self, text: &str) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for part in text.split(&format!("{}-", self.prefix)).skip(1) {
            let (gap, rest) = part.strip_prefix("AMB-").map_or(("", part), |rest| ("AMB-", rest));
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            if !number.is_empty() {
                ids.insert(format!("{}-{gap}{number}", self.prefix));
            }
        }
        ids
    }

    /// The ids in the name of a test: "gun_25_26_amb_7_and_so_on" names GUN-25, GUN-26 and GUN-AMB-7.
    fn ids_in_name(&self, name: &str) -> Vec<String> {
        let own = self.prefix.to_lowercase();
        let (mut ids, mut book, mut gap, mut counts) = (Vec::new(), "gun", "", false);
        for word in name.split('_') {
            match word {
                "gun" | "nod" | "cha" | "spb" | "mah" => (book, gap, counts) = (word, "", true),
                "amb" => (gap, counts) = ("AMB-", true),
                number if number.chars().all(|c| c.is_ascii_digit()) => {
                    ids.extend((counts && book == own).then(|| format!("{}-{gap}{number}", self.prefix)));
                }
                _ => (book, gap, counts) = ("gun", "", false),
            }
        }
        ids
    }

    fn named_by_tests(&self) -> BTreeSet<String> {
        let mut named = BTreeSet::new();
        for (path, text) in files("tests", "rs") {
            if path.ends_with("coverage.rs") {
                continue;
            }
            let code = without_comments(&text);
            named.extend(self.ids_in(&code));
            let functions =
                code.split("#[test]").skip(1).filter_map(|rest| rest.trim_start().strip_prefix("fn "));
            named.extend(functions.flat_map(|rest| self.ids_in_name(rest.split('(').next().unwrap_or(""))));
        }
        for (_, text) in files("tests/data", "jsonl") {
            for line in text.lines() {
                let example: serde_json::Value = serde_json::from_str(line).unwrap();
                let lists = [&example["rule_ids"], &example["depends_on_ambiguity"]];
                let ids = lists.into_iter().filter_map(|list| list.as_array()).flatten();
                // Examples of all books are in one file.
                let own = ids.filter_map(|id| id.as_str()).flat_map(|id| self.ids_in(id));
                named.extend(own);
            }
        }
        named
    }

    fn cited(&self) -> BTreeSet<String> {
        let mut cited = BTreeSet::new();
        let data = format!("{}/data", self.folder);
        for (path, text) in files(self.folder, "rs").into_iter().chain(files(&data, "toml")) {
            if !path.ends_with("rules.toml") {
                cited.extend(self.ids_in(&text));
            }
        }
        cited
    }

    /// Ids of the list that were not found, and found ids that are not in the list.
    fn differences<'a>(&'a self, found: &'a BTreeSet<String>) -> (Vec<&'a str>, Vec<&'a String>) {
        let ids: BTreeSet<&str> = self.list.iter().map(|entry| entry.id.as_str()).collect();
        let missing =
            self.list.iter().map(|entry| entry.id.as_str()).filter(|id| !found.contains(*id)).collect();
        (missing, found.iter().filter(|id| !ids.contains(id.as_str())).collect())
    }

    /// Checks that the list is complete, that every id is named by a test and cited in the book, and that
    /// tables and options cite only its ids.
    fn check(&self) {
        let ids: Vec<&str> = self.list.iter().map(|entry| entry.id.as_str()).collect();
        let rules = (1..=self.counts.0).map(|number| format!("{}-{number}", self.prefix));
        let gaps = (1..=self.counts.1).map(|number| format!("{}-AMB-{number}", self.prefix));
        assert_eq!(ids, rules.chain(gaps).collect::<Vec<_>>());
        for entry in &self.list {
            let source = format!("[{}:", self.seed);
            assert!(!entry.title.is_empty() && entry.source.starts_with(&source), "{entry:?}");
        }
        let named = self.named_by_tests();
        let (missing, unknown) = self.differences(&named);
        assert!(missing.is_empty(), "no test names {missing:?}");
        assert!(unknown.is_empty(), "tests name rules that the book does not have: {unknown:?}");
        let cited = self.cited();
        let (missing, unknown) = self.differences(&cited);
        assert!(missing.is_empty(), "nothing in the book cites {missing:?}");
        assert!(unknown.is_empty(), "the book cites rules that are not in its list: {unknown:?}");
        let tables = self.tables.iter().map(|source| (&source.name, &source.rule));
        let options = self.options.iter().map(|spec| (&spec.name, &spec.rule));
        for (name, rule) in tables.chain(options) {
            assert!(ids.contains(&rule.as_str()), "{name} cites {rule}");
        }
    }
}

#[test]
fn every_rule_of_gunboat_is_tested_and_cited() {
    gunboat().check();
}

#[test]
fn every_rule_of_sp_bp_is_tested_and_cited() {
    sp_bp().check();
}

#[test]
fn every_rule_of_the_hex_duel_is_tested_and_cited() {
    hex_duel().check();
}

#[test]
fn every_rule_of_noddy_is_tested_and_cited() {
    noddy().check();
}

#[test]
fn every_rule_of_mahan_is_tested_and_cited() {
    mahan().check();
}
