-- Schema 1 of the campaign file. Migrations are append-only: never edit this file once it has been released.

-- The campaign's own random name. Every event's hash covers it, so that no event of another campaign ever fits in.
-- The row is written when the file is made and never again.
CREATE TABLE campaign (
    only     INTEGER PRIMARY KEY CHECK (only = 1),
    identity BLOB NOT NULL CHECK (length(identity) = 16)
) STRICT;

CREATE TABLE battles (
    number       INTEGER PRIMARY KEY,
    name         TEXT NOT NULL,
    book         TEXT NOT NULL,
    book_version TEXT NOT NULL,
    began_at     TEXT NOT NULL
) STRICT;

-- Rule data by content: the same table of the same book is stored once a campaign.
CREATE TABLE rule_data (
    hash  BLOB PRIMARY KEY CHECK (length(hash) = 32),
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE battle_rule_data (
    battle INTEGER NOT NULL REFERENCES battles (number),
    name   TEXT NOT NULL,
    hash   BLOB NOT NULL REFERENCES rule_data (hash),
    PRIMARY KEY (battle, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE photos (
    id           INTEGER PRIMARY KEY,
    battle       INTEGER NOT NULL REFERENCES battles (number),
    taken_at     TEXT NOT NULL,
    hash         BLOB NOT NULL CHECK (length(hash) = 32),
    observations TEXT NOT NULL,
    calibration  TEXT NOT NULL,
    -- Last: whoever reads only the columns before it need not read the picture's pages.
    jpeg         BLOB NOT NULL
) STRICT;

-- AUTOINCREMENT keeps the greatest sequence ever given, so that events cut off at the end are missed.
CREATE TABLE events (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    battle       INTEGER NOT NULL REFERENCES battles (number),
    turn         INTEGER NOT NULL CHECK (turn >= 0),
    phase        TEXT NOT NULL,
    audience     TEXT NOT NULL,
    kind         TEXT NOT NULL,
    body         BLOB NOT NULL,
    body_version INTEGER NOT NULL,
    rules        TEXT NOT NULL,
    at           TEXT NOT NULL,
    -- How many events of the same decision follow: a battle is only ever cut off behind an event with none.
    more         INTEGER NOT NULL CHECK (more >= 0),
    photo        INTEGER REFERENCES photos (id),
    photo_hash   BLOB CHECK (length(photo_hash) = 32),
    hash_before  BLOB NOT NULL CHECK (length(hash_before) = 32),
    hash         BLOB NOT NULL CHECK (length(hash) = 32),
    CHECK ((photo IS NULL) = (photo_hash IS NULL))
) STRICT;

-- Events that a salvaged campaign could not get back: a link of the chain in their place, so that every other event
-- keeps its number.
CREATE TABLE lost_events (
    first_seq   INTEGER PRIMARY KEY CHECK (first_seq >= 1),
    last_seq    INTEGER NOT NULL CHECK (last_seq >= first_seq),
    hash_before BLOB NOT NULL CHECK (length(hash_before) = 32),
    hash        BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE INDEX events_of_battle ON events (battle, seq);

CREATE TRIGGER campaign_is_never_changed BEFORE UPDATE ON campaign
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER campaign_is_never_deleted BEFORE DELETE ON campaign
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER battles_are_never_changed BEFORE UPDATE ON battles
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER battles_are_never_deleted BEFORE DELETE ON battles
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER rule_data_is_never_changed BEFORE UPDATE ON rule_data
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER rule_data_is_never_deleted BEFORE DELETE ON rule_data
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER battle_rule_data_is_never_changed BEFORE UPDATE ON battle_rule_data
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER battle_rule_data_is_never_deleted BEFORE DELETE ON battle_rule_data
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER photos_are_never_changed BEFORE UPDATE ON photos
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER photos_are_never_deleted BEFORE DELETE ON photos
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER lost_events_are_never_changed BEFORE UPDATE ON lost_events
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER lost_events_are_never_deleted BEFORE DELETE ON lost_events
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;

INSERT INTO campaign (only, identity) VALUES (1, randomblob(16));
