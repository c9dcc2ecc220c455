//! The errors of a battle, one sentence each.

use journal::JournalError;

/// A battle of a campaign that can't be read, and why; its other battles can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Battle {battle} ({name}) can't be read and was left out: {error}")]
pub struct Unread {
    /// The battle's number.
    pub battle: i64,
    /// Its name.
    pub name: String,
    /// Why it can't be read.
    pub error: BattleError,
}

/// Why a battle can't be begun, opened or continued.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BattleError {
    /// The campaign file could not be written; nothing of the step was stored, and the battle is unchanged.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The set-up can't be played.
    #[error("This set-up can't be played: {reasons} Change it and begin again.")]
    SetUp {
        /// Every reason, as sentences.
        reasons: String,
    },
    /// An affair of the campaign that can't be stored.
    #[error("This can't be noted: {reasons} Change it and note it again.")]
    Affair {
        /// Every reason, as sentences.
        reasons: String,
    },
    /// The battle was played with a book that this program does not have.
    #[error(
        "Battle {battle} is played by the rule book \"{book}\", which this program does not have: use the program \
         it was begun with."
    )]
    OtherBook {
        /// The battle's number.
        battle: i64,
        /// The book's key.
        book: String,
    },
    /// An event was written by a newer version of the program.
    #[error(
        "Event {seq} ({kind}) was written by a newer version of this program: update the program to go on with \
         this battle."
    )]
    NewerEvent {
        /// Its sequence number.
        seq: i64,
        /// Its kind.
        kind: String,
    },
    /// An event can't be read.
    #[error(
        "Event {seq} ({kind}) can't be read ({detail}): the campaign file was changed or damaged, so go on from a \
         copy made before."
    )]
    Unreadable {
        /// Its sequence number.
        seq: i64,
        /// Its kind.
        kind: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The first event is not a beginning.
    #[error(
        "Battle {battle} does not start with its beginning: the campaign file was changed or damaged, so go on \
         from a copy made before."
    )]
    NoBeginning {
        /// The battle's number.
        battle: i64,
    },
    /// Nothing of the battle was played that could be analysed.
    #[error(
        "Battle {battle} has no turn that could be looked at: play one first, with every ship in her place."
    )]
    NothingPlayed {
        /// The battle's number.
        battle: i64,
    },
    /// An event could not be serialised.
    #[error("This step can't be written down ({detail}), so it was not done: please report it.")]
    Unwritable {
        /// The serde error.
        detail: String,
    },
    /// A battle by lot can't be played to its end.
    #[error("The battle by lot of seed {seed} stopped: {detail} Please report it.")]
    PlayOut {
        /// Its seed.
        seed: u64,
        /// Where and why, as sentences.
        detail: String,
    },
    /// No rule book of that name.
    #[error("There is no rule book \"{book}\": name one of {known}.")]
    NoSuchBook {
        /// The name given.
        book: String,
        /// Those that this program has.
        known: String,
    },
    /// No scenario of that name.
    #[error("The book has no scenario \"{scenario}\": name one of {known}.")]
    NoSuchScenario {
        /// The name given.
        scenario: String,
        /// Those there are.
        known: String,
    },
    /// A ship that stands where it should.
    #[error("{ship} stands where she should, or is not seen: nothing is to be accepted for her.")]
    NotShifted {
        /// The ship's name.
        ship: String,
    },
    /// The battle is over, and nothing can be moved.
    #[error("The battle is over: take its end back to go on.")]
    Over,
    /// A ship that the book has placed elsewhere.
    #[error("{ship} can't be let stand there: the rules say where she is set out; set her on her ghost.")]
    NotSetOut {
        /// The ship's name.
        ship: String,
    },
    /// Coordinates that are not a place on the table.
    #[error("That is no place for {ship}: give inches east and north and a heading in degrees.")]
    NoPlace {
        /// The ship's name.
        ship: String,
    },
    /// No such moment in this battle.
    #[error("Battle {battle} has no event {seq}: choose one that its log shows.")]
    NoSuchMoment {
        /// The battle's number.
        battle: i64,
        /// The sequence number asked for.
        seq: i64,
    },
    /// No such ship in this battle.
    #[error("No ship \"{ship}\" is in this battle: choose one of its ships.")]
    NoSuchShip {
        /// The ship asked for.
        ship: String,
    },
    /// The book has no previews of salvos.
    #[error("By {book} fire is not declared like that: answer what is asked now.")]
    NoSalvos {
        /// The book's name.
        book: String,
    },
    /// The rule tables the battle was begun with can't be used.
    #[error("The rule tables of battle {battle} can't be used: {detail}")]
    RuleData {
        /// The battle's number.
        battle: i64,
        /// What is wrong with them, one sentence.
        detail: String,
    },
}
