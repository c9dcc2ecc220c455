//! Edits a campaign file with another program's connection. Also used by `battle`'s tests.

use rusqlite::Connection;
use std::path::Path;

/// Edits the file directly, with its guard triggers removed and restored.
pub fn edit_behind_its_back(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    let guards: Vec<(String, String)> = connection
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    for (name, _) in &guards {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    connection.execute_batch(sql).unwrap();
    for (_, sql) in &guards {
        connection.execute_batch(sql).unwrap();
    }
}
