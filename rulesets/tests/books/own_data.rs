//! A player's own files: the allowed content, and one sentence for each faulty file.

use rulesets::core::DataFile;
use rulesets::gunboat::*;
use std::path::Path;

fn library() -> Library {
    Library::embedded(Gunboat::embedded().unwrap().tables()).unwrap()
}

fn file(name: &str, text: &str) -> DataFile {
    DataFile { name: name.to_owned(), text: text.to_owned() }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// With UPDATE_SENTENCES=1 the file is written again, for review.
#[test]
fn a_bad_file_gets_one_sentence_with_file_line_and_column() {
    let path = "tests/data/bad_content.txt";
    let cases = read(path);
    let ours = library();
    let mut parts = cases.split("=== ");
    let mut fresh = parts.next().unwrap().to_owned();
    let mut count = 0;
    for case in parts {
        let (title, rest) = case.split_once('\n').unwrap();
        let (text, expected) = rest.split_once("--- ").unwrap();
        let (_, errors) = ours.clone().with_files(&[file("mine.toml", text)]);
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        fresh += &format!("=== {title}\n{text}--- {}\n", said.join(" | "));
        if std::env::var_os("UPDATE_SENTENCES").is_none() {
            assert_eq!(said, [expected.trim_end()], "{title}");
        }
        count += 1;
    }
    assert!(count >= 30, "{count}");
    if std::env::var_os("UPDATE_SENTENCES").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), fresh).unwrap();
    }
}

#[test]
fn the_example_in_the_docs_loads_and_is_played_by() {
    let example = file("own-data-example.toml", &read("../docs/own-data-example.toml"));
    let (library, errors) = library().with_files(&[example]);
    assert_eq!(errors, []);
    let card = library.card(library.ship("osage-belle").unwrap()).unwrap();
    assert_eq!((card.speed, card.half_speed, card.midships, card.draft), (7, 1, 2, 2));
    assert_eq!((card.mounts[0].kind, card.mounts[0].pf), (GunKind::Rifle, 3));
    assert_eq!(card.mounts[3].place, "Upper deck aft");
    assert_eq!(card.guessed, ["speed_knots"]);
    let scenario = library.scenario("belle-at-the-bend").unwrap();
    let scene = library.scene(scenario, 1.0).unwrap();
    let named = |name: &str| scene.options.iter().find(|it| it.name == name).map(|it| it.value.clone());
    assert_eq!(named("gun.current_in"), Some(2.0.into()));
    assert_eq!(named("gun.battering"), Some("off".into()));
}

#[test]
fn a_players_ship_takes_the_place_of_ours() {
    let hampton = HAMPTON_ROADS;
    let start = hampton.find("[[ship]]").unwrap();
    let one = &hampton[start..start + hampton[start + 8..].find("[[ship]]").unwrap() + 8];
    assert!(one.contains("id = \"virginia\""));
    let changed = one.replace("speed_knots = 6.0", "speed_knots = 9.0");
    let count = library().ships().len();
    let (library, errors) = library().with_files(&[file("mine.toml", &changed)]);
    assert_eq!(errors, []);
    assert_eq!(library.ships().len(), count);
    assert_eq!(library.card(library.ship("virginia").unwrap()).unwrap().speed, 9);
}

#[test]
fn a_bad_file_is_left_out_whole_and_the_others_are_taken() {
    let gun = |name: &str| format!("[[gun]]\nname = \"{name}\"\nkind = \"rifle\"\npf = 3\n");
    let files = [
        file("a.toml", &gun("Whitworth")),
        file("b.toml", &format!("{}[[gun]]\n", gun("Armstrong"))),
        file("c.toml", &gun("Whitworth")),
    ];
    let (library, errors) = library().with_files(&files);
    let names: Vec<&str> = library.guns().iter().map(|gun| gun.name.as_str()).collect();
    assert_eq!(names, ["Whitworth"]);
    let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "b.toml, line 5, column 1: “name” is missing here.",
            "c.toml, line 2, column 8: there are two guns called “Whitworth”: give one of them another name.",
        ]
    );
}

#[test]
fn a_scenario_may_use_a_ship_of_another_file() {
    let example = read("../docs/own-data-example.toml");
    let at = example.find("# A battle for her.").unwrap();
    let files = [file("battle.toml", &example[at..]), file("ship.toml", &example[..at])];
    let (with_both, errors) = library().with_files(&files);
    assert_eq!(errors, []);
    assert!(with_both.scenario("belle-at-the-bend").is_some());
    // Without the ship the battle is rejected, too.
    let (_, errors) = library().with_files(&files[..1]);
    assert_eq!(
        errors[0].to_string(),
        "battle.toml, line 21, column 14: no ship “osage-belle” is known: name one of the book's or your own."
    );
}

/// A file as saved by Windows editors.
#[test]
fn a_file_whose_lines_end_as_on_windows_says_the_same() {
    let text = read("../docs/own-data-example.toml");
    let windows = text.replace('\n', "\r\n");
    let (one, errors) = library().with_files(&[file("own-data-example.toml", &text)]);
    assert_eq!(errors, []);
    let (other, errors) = library().with_files(&[file("own-data-example.toml", &windows)]);
    assert_eq!(errors, []);
    assert_eq!(one.ship("osage-belle"), other.ship("osage-belle"));
    assert_eq!(
        format!("{:?}", one.scenario("belle-at-the-bend")),
        format!("{:?}", other.scenario("belle-at-the-bend"))
    );
    // A fault in it is found on the same line.
    let wrong = windows.replacen("speed_knots", "speed_nots", 1);
    let line_of = |text: &str| text.lines().position(|line| line.contains("speed_knots")).unwrap() + 1;
    let (_, errors) = library().with_files(&[file("own-data-example.toml", &wrong)]);
    let said = errors.first().map(ToString::to_string).unwrap_or_default();
    assert!(said.contains(&line_of(&text).to_string()), "{said}");
}
