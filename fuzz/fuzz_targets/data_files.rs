//! Ship, fort and scenario files of the player's own, and rule tables as a campaign file holds them: used or refused
//! with a sentence. The input's first line is the file's name, the rest its text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rulesets::core::{BookData, DataFile};
use rulesets::gunboat::{Gunboat, Library};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static BOOK: LazyLock<(Gunboat, Library, BTreeSet<String>)> = LazyLock::new(|| {
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let own = library.scenarios().iter().map(|scenario| scenario.id.clone()).collect();
    (book, library, own)
});

fuzz_target!(|input: &str| {
    let Some((name, text)) = input.split_once('\n') else { return };
    let (book, library, own) = &*BOOK;
    let file = DataFile { name: name.to_owned(), text: text.to_owned() };
    if book.data().iter().any(|own| own.name == file.name) {
        let mut files = book.data().to_vec();
        files.retain(|own| own.name != file.name);
        files.push(file);
        if let Ok(book) = Gunboat::with_data(files) {
            let _ = Library::embedded(book.tables());
        }
        return;
    }
    let (library, _) = library.clone().with_files(&[file]);
    for scenario in library.scenarios().iter().filter(|scenario| !own.contains(&scenario.id)) {
        let _ = library.scene(scenario, 1.0);
    }
});
