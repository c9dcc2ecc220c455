//! Migrates an older campaign file, after making a copy.

use crate::error::JournalError;
use crate::file::copies::{free_name, keep_copy};
use crate::format::schema::Format;
use rusqlite::Connection;
use std::path::Path;

/// Copies the file unchanged, then brings it to the newest schema. If the copy fails nothing is changed.
pub(crate) fn migrate(
    path: &Path,
    connection: &mut Connection,
    format: &Format,
    version: u32,
) -> Result<(), JournalError> {
    let copy = free_name(path, &format!(".format-{version}"));
    keep_copy(connection, &copy).map_err(|error| error.about(&copy))?;
    format.migrate(connection).map_err(|error| JournalError::NotMigrated {
        path: path.to_path_buf(),
        copy,
        detail: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{connect, create, open};
    use crate::format::schema::SCHEMA_VERSION;
    use crate::format::wal::with_suffix;
    use std::fs;
    use std::path::PathBuf;

    fn user_version(path: &Path) -> u32 {
        let alone = connect::alone(path).unwrap();
        alone.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    fn campaign(folder: &Path) -> PathBuf {
        let path = folder.join("campaign");
        create::create(&path, &Format::current()).unwrap();
        let opened = open::open(&path, &Format::current()).unwrap();
        opened
            .connection
            .execute("INSERT INTO battles VALUES (1, 'One', 'gunboat', '1', 'then')", [])
            .unwrap();
        path
    }

    #[test]
    fn an_older_file_is_copied_before_it_is_migrated() {
        let folder = tempfile::tempdir().unwrap();
        let path = campaign(folder.path());
        let before = fs::read(&path).unwrap();
        let tomorrow = Format::with_one_more("CREATE TABLE weather (battle INTEGER, wind TEXT) STRICT;");
        drop(open::open(&path, &tomorrow).unwrap());
        assert_eq!(user_version(&path), SCHEMA_VERSION + 1);
        let copy = with_suffix(&path, ".format-1");
        assert_eq!(fs::read(&copy).unwrap().len(), before.len());
        let old = open::open(&copy, &Format::current()).unwrap();
        let name: String =
            old.connection.query_row("SELECT name FROM battles", [], |row| row.get(0)).unwrap();
        assert_eq!(name, "One");
        // Today's program doesn't touch a file of a newer program.
        let migrated = fs::read(&path).unwrap();
        let refused = open::open(&path, &Format::current()).unwrap_err();
        assert!(matches!(refused, JournalError::Newer { found: 2, known: 1, .. }), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), migrated);
        // A migrated file gets no more copies.
        drop(open::open(&path, &tomorrow).unwrap());
        assert!(!with_suffix(&path, ".format-1-2").exists());
    }

    #[test]
    fn a_migration_that_fails_changes_nothing_and_names_the_copy() {
        let folder = tempfile::tempdir().unwrap();
        let path = campaign(folder.path());
        let before = fs::read(&path).unwrap();
        // The last statement of a step fails: its first one is rolled back.
        let halfway = Format::with_one_more(
            "CREATE TABLE weather (x); INSERT INTO battles VALUES (1, 'One', 'gunboat', '1', 'again');",
        );
        let refused = open::open(&path, &halfway).unwrap_err();
        let JournalError::NotMigrated { copy, .. } = refused else { panic!("{refused}") };
        assert_eq!(copy, with_suffix(&disk::canonical(&path).unwrap(), ".format-1"));
        assert_eq!(fs::read(&path).unwrap(), before);
        drop(open::open(&path, &Format::current()).unwrap());
        drop(open::open(&copy, &Format::current()).unwrap());
    }

    #[test]
    fn no_copy_no_migration() {
        let folder = tempfile::tempdir().unwrap();
        let path = campaign(folder.path());
        // A folder blocks the name for the draft of the copy.
        fs::create_dir(with_suffix(&path, ".format-1.part")).unwrap();
        let tomorrow = Format::with_one_more("CREATE TABLE weather (x TEXT) STRICT;");
        open::open(&path, &tomorrow).unwrap_err();
        assert_eq!(user_version(&path), SCHEMA_VERSION);
    }
}
