//! Rule coverage: every id of the book's list is named by a test and cited in the book.
//!
//! A test names an id by its own name ("gun_25_26_27_double_close", "amb_44_two_turrets"), by a string that it compares
//! with, or in the `rule_ids` (or `depends_on_ambiguity`)
//! of a worked example. Comments don't count.
#![allow(clippy::unwrap_used, reason = "the exemption for tests does not reach their helper functions")]

use rulesets::gunboat::{Gunboat, rule_list};
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

/// "GUN-33" and "GUN-AMB-11" wherever they stand in a text.
fn ids_in(text: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for part in text.split("GUN-").skip(1) {
        let (gap, rest) = part.strip_prefix("AMB-").map_or(("", part), |rest| ("AMB-", rest));
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        if !number.is_empty() {
            ids.insert(format!("GUN-{gap}{number}"));
        }
    }
    ids
}

/// The ids in the name of a test: "gun_25_26_amb_7_and_so_on" names GUN-25, GUN-26 and GUN-AMB-7.
fn ids_in_name(name: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut prefix = None;
    for word in name.split('_') {
        match word {
            "gun" => prefix = Some("GUN-"),
            "amb" => prefix = Some("GUN-AMB-"),
            number if number.chars().all(|c| c.is_ascii_digit()) => {
                ids.extend(prefix.map(|prefix| format!("{prefix}{number}")));
            }
            _ => prefix = None,
        }
    }
    ids
}

fn named_by_tests() -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for (path, text) in files("tests", "rs") {
        if path.ends_with("coverage.rs") {
            continue;
        }
        let code = without_comments(&text);
        named.extend(ids_in(&code));
        let functions =
            code.split("#[test]").skip(1).filter_map(|rest| rest.trim_start().strip_prefix("fn "));
        named.extend(functions.flat_map(|rest| ids_in_name(rest.split('(').next().unwrap_or(""))));
    }
    for (_, text) in files("tests/data", "jsonl") {
        for line in text.lines() {
            let example: serde_json::Value = serde_json::from_str(line).unwrap();
            let lists = [&example["rule_ids"], &example["depends_on_ambiguity"]];
            let ids = lists.into_iter().filter_map(|list| list.as_array()).flatten();
            // Examples of all books stand in one file.
            let own = ids.filter_map(|id| id.as_str()).filter(|id| id.starts_with("GUN-"));
            named.extend(own.map(str::to_owned));
        }
    }
    named
}

#[test]
fn the_list_is_whole() {
    let ids: Vec<String> = rule_list().unwrap().into_iter().map(|entry| entry.id.to_string()).collect();
    let rules = (1..=89).map(|number| format!("GUN-{number}"));
    let gaps = (1..=44).map(|number| format!("GUN-AMB-{number}"));
    assert_eq!(ids, rules.chain(gaps).collect::<Vec<_>>());
    for entry in rule_list().unwrap() {
        assert!(!entry.title.is_empty() && entry.source.starts_with("[000:"), "{entry:?}");
    }
}

#[test]
fn every_rule_is_named_by_a_test() {
    let named = named_by_tests();
    let list = rule_list().unwrap();
    let missing: Vec<&str> =
        list.iter().map(|entry| entry.id.as_str()).filter(|id| !named.contains(*id)).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
    let unknown: Vec<&String> =
        named.iter().filter(|id| !list.iter().any(|entry| entry.id.as_str() == *id)).collect();
    assert!(unknown.is_empty(), "tests name rules that the book does not have: {unknown:?}");
}

#[test]
fn every_rule_is_cited_in_the_book() {
    let mut cited = BTreeSet::new();
    for (path, text) in files("src/gunboat", "rs").into_iter().chain(files("src/gunboat/data", "toml")) {
        if !path.ends_with("rules.toml") {
            cited.extend(ids_in(&text));
        }
    }
    let list = rule_list().unwrap();
    let missing: Vec<&str> =
        list.iter().map(|entry| entry.id.as_str()).filter(|id| !cited.contains(*id)).collect();
    assert!(missing.is_empty(), "nothing in the book cites {missing:?}");
    let unknown: Vec<&String> =
        cited.iter().filter(|id| !list.iter().any(|entry| entry.id.as_str() == *id)).collect();
    assert!(unknown.is_empty(), "the book cites rules that are not in its list: {unknown:?}");
}

#[test]
fn every_table_and_option_names_a_rule_of_the_list() {
    let book = Gunboat::embedded().unwrap();
    let list = rule_list().unwrap();
    let tables = book.tables().sources().iter().map(|source| (&source.name, &source.rule));
    let options = book.tables().option_specs().iter().map(|spec| (&spec.name, &spec.rule));
    for (name, rule) in tables.chain(options) {
        assert!(list.iter().any(|entry| entry.id == *rule), "{name} cites {rule}");
    }
}
