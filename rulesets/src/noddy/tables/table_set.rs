//! The book's tables, read from its data files and checked when loaded.

use crate::core::{
    DataError, DataFile, OptionSpec, RuleId, TableSource, check_each_face, content, read, read_options,
};
use crate::noddy::state::card::{Build, GunClass, HalfKnots};
use geometry::Flank;
use serde::Deserialize;

const FILES: [(&str, &str); 3] = [
    ("gunnery.toml", include_str!("../data/gunnery.toml")),
    ("movement.toml", include_str!("../data/movement.toml")),
    ("options.toml", include_str!("../data/options.toml")),
];

/// A class of gun (NOD-13, NOD-14).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunRow {
    /// The class.
    pub class: GunClass,
    /// The fire value.
    pub value: i16,
    /// The number of moves in which it fires once.
    pub every_moves: u32,
    /// True if it may fire at long range.
    pub long_range: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct GunTable {
    name: String,
    rule: RuleId,
    cite: String,
    class: Vec<GunRow>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct Ranges {
    name: String,
    rule: RuleId,
    cite: String,
    pub(in crate::noddy) point_blank_in: f64,
    pub(in crate::noddy) effective_in: f64,
    pub(in crate::noddy) long_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct ArmourRange {
    name: String,
    rule: RuleId,
    cite: String,
    pub(in crate::noddy) lowest: u8,
    pub(in crate::noddy) highest: u8,
}

/// The condition of a modifier of fire (NOD-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::noddy) enum FireWhen {
    Rifled,
    TargetStationary,
    FirerStationary,
    PointBlank,
    FireOrSteam,
    ChangedTarget,
    EndOn,
    ShoreBattery,
    LongRange,
    StackDamaged,
}

/// The condition of a modifier of a ram (NOD-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::noddy) enum RamWhen {
    RammeeStationary,
    KnotsOver,
    SideOn,
    PlainBow,
    KnotsUnder,
}

/// A row of a list of modifiers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct Modifier<W> {
    pub(in crate::noddy) when: W,
    pub(in crate::noddy) label: String,
    pub(in crate::noddy) value: i16,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModifierTable {
    name: String,
    rule: RuleId,
    cite: String,
    row: Vec<Modifier<FireWhen>>,
}

/// The effect of a hit (NOD-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::noddy) enum EffectDoes {
    Special,
    Knots { half_knots: HalfKnots },
    Gun,
    Nothing,
}

/// The effect of a special hit (NOD-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::noddy) enum SpecialDoes {
    Magazine,
    Helmsman,
    Lists { to: Flank },
    Shutter,
    Pipes,
    Stack,
    Jam,
    Steering,
    Fire,
    Boiler,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct EffectRow {
    faces: Vec<u8>,
    pub(in crate::noddy) text: String,
    pub(in crate::noddy) does: EffectDoes,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct EffectTable {
    name: String,
    rule: RuleId,
    cite: String,
    row: Vec<EffectRow>,
}

impl EffectTable {
    pub(in crate::noddy) fn row(&self, face: u8) -> Option<&EffectRow> {
        self.row.iter().find(|row| row.faces.contains(&face))
    }

    fn check(&self) -> Result<(), DataError> {
        let faces: Vec<&[u8]> = self.row.iter().map(|row| row.faces.as_slice()).collect();
        check_each_face("gunnery.toml", &self.name, 6, &faces)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct SpecialRow {
    total: u8,
    pub(in crate::noddy) text: String,
    pub(in crate::noddy) does: SpecialDoes,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct SpecialTable {
    name: String,
    rule: RuleId,
    cite: String,
    row: Vec<SpecialRow>,
    pub(in crate::noddy) list_half_knots: HalfKnots,
    pub(in crate::noddy) stack_half_knots: HalfKnots,
}

impl SpecialTable {
    pub(in crate::noddy) fn row(&self, total: u8) -> Option<&SpecialRow> {
        self.row.iter().find(|row| row.total == total)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct Durations {
    name: String,
    rule: RuleId,
    cite: String,
    pub(in crate::noddy) fire_out_on: u8,
    pub(in crate::noddy) fire_attempts: u8,
    pub(in crate::noddy) boiler_abandons_on: Vec<u8>,
    rule_sinking: RuleId,
    pub(in crate::noddy) sinks_after_plus: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct Musketry {
    name: String,
    rule: RuleId,
    cite: String,
    pub(in crate::noddy) needs: u8,
    pub(in crate::noddy) only_total: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct GunneryFile {
    guns: GunTable,
    ranges: Ranges,
    armour: ArmourRange,
    modifiers: ModifierTable,
    effects: EffectTable,
    shore: EffectTable,
    special: SpecialTable,
    durations: Durations,
    musketry: Musketry,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct Speeds {
    name: String,
    rule: RuleId,
    cite: String,
    /// A fraction of top speed: numerator and denominator.
    pub(in crate::noddy) against_current: (i32, i32),
    pub(in crate::noddy) astern: (i32, i32),
    pub(in crate::noddy) change_half_knots: HalfKnots,
    pub(in crate::noddy) change_half_knots_pipes: HalfKnots,
    pub(in crate::noddy) current_in: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turns {
    name: String,
    rule: RuleId,
    cite: String,
    riverboat_deg: f64,
    ocean_going_deg: f64,
    monitor_deg: f64,
    ironclad_ram_deg: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct Aground {
    name: String,
    rule: RuleId,
    cite: String,
    pub(in crate::noddy) free_on: u8,
    pub(in crate::noddy) attempts: u8,
}

/// The effect of a ram on the rammee (NOD-24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::noddy) enum RamDoes {
    Crippled,
    DieOfKnots,
    Nothing,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct RamResult {
    from: i16,
    to: i16,
    pub(in crate::noddy) text: String,
    pub(in crate::noddy) rammee: RamDoes,
    #[serde(default)]
    pub(in crate::noddy) rammer_half_knots: HalfKnots,
    #[serde(default)]
    pub(in crate::noddy) rammer_die_of_knots: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::noddy) struct RamTable {
    name: String,
    rule: RuleId,
    cite: String,
    pub(in crate::noddy) fast_knots: i16,
    pub(in crate::noddy) slow_knots: i16,
    row: Vec<Modifier<RamWhen>>,
    result: Vec<RamResult>,
}

impl RamTable {
    pub(in crate::noddy) fn modifier(&self, when: RamWhen) -> Option<&Modifier<RamWhen>> {
        self.row.iter().find(|row| row.when == when)
    }

    pub(in crate::noddy) fn result(&self, total: i16) -> Option<&RamResult> {
        self.result.iter().find(|row| (row.from..=row.to).contains(&total))
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct MovementFile {
    speed: Speeds,
    turns: Turns,
    aground: Aground,
    ram: RamTable,
}

/// All tables of the book.
#[derive(Debug, Clone)]
pub struct Tables {
    files: Vec<DataFile>,
    gunnery: GunneryFile,
    movement: MovementFile,
    options: Vec<OptionSpec>,
}

impl Tables {
    /// The compiled-in tables.
    ///
    /// # Errors If a data file contradicts itself (a test ensures that the compiled-in ones don't).
    pub fn embedded() -> Result<Self, DataError> {
        let own =
            |(name, text): &(&str, &str)| DataFile { name: (*name).to_owned(), text: (*text).to_owned() };
        Self::load(FILES.iter().map(own).collect())
    }

    /// The tables of a battle, from the data files that it stored.
    ///
    /// # Errors Names the file, the place and the fault.
    pub fn load(files: Vec<DataFile>) -> Result<Self, DataError> {
        let gunnery: GunneryFile = read(&files, "gunnery.toml")?;
        let movement: MovementFile = read(&files, "movement.toml")?;
        let options = read_options(&files)?;
        gunnery.effects.check()?;
        gunnery.shore.check()?;
        let Ranges { point_blank_in, effective_in, long_in, .. } = gunnery.ranges;
        if !(0.0 < point_blank_in && point_blank_in < effective_in && effective_in < long_in) {
            return Err(content("gunnery.toml", "The ranges must rise from point blank to long.".to_owned()));
        }
        for class in [GunClass::Baby, GunClass::Mummy, GunClass::Daddy] {
            if gunnery.guns.class.iter().filter(|row| row.class == class).count() != 1 {
                let what = format!("{} guns need one row.", class.word());
                return Err(content("gunnery.toml", what));
            }
        }
        if (2..=12).any(|total| gunnery.special.row.iter().filter(|row| row.total == total).count() != 1) {
            let what = "NOD-SPECIAL must name each total from 2 to 12 exactly once.".to_owned();
            return Err(content("gunnery.toml", what));
        }
        if (-20..=40).any(|total| movement.ram.result(total).is_none()) {
            return Err(content("movement.toml", "NOD-RAM must have a result for every total.".to_owned()));
        }
        let Speeds { against_current, astern, .. } = movement.speed;
        if against_current.1 < 1 || astern.1 < 1 {
            return Err(content("movement.toml", "A fraction needs a denominator above 0.".to_owned()));
        }
        Ok(Self { files, gunnery, movement, options })
    }

    /// The data files.
    pub fn files(&self) -> &[DataFile] {
        &self.files
    }

    /// Every option with its default.
    pub fn option_specs(&self) -> &[OptionSpec] {
        &self.options
    }

    /// The sources of the tables.
    pub fn sources(&self) -> Vec<TableSource> {
        let (guns, moves) = (&self.gunnery, &self.movement);
        let rows = [
            (&guns.guns.name, &guns.guns.rule, &guns.guns.cite),
            (&guns.ranges.name, &guns.ranges.rule, &guns.ranges.cite),
            (&guns.armour.name, &guns.armour.rule, &guns.armour.cite),
            (&guns.modifiers.name, &guns.modifiers.rule, &guns.modifiers.cite),
            (&guns.effects.name, &guns.effects.rule, &guns.effects.cite),
            (&guns.shore.name, &guns.shore.rule, &guns.shore.cite),
            (&guns.special.name, &guns.special.rule, &guns.special.cite),
            (&guns.durations.name, &guns.durations.rule, &guns.durations.cite),
            (&guns.durations.name, &guns.durations.rule_sinking, &guns.durations.cite),
            (&guns.musketry.name, &guns.musketry.rule, &guns.musketry.cite),
            (&moves.speed.name, &moves.speed.rule, &moves.speed.cite),
            (&moves.turns.name, &moves.turns.rule, &moves.turns.cite),
            (&moves.aground.name, &moves.aground.rule, &moves.aground.cite),
            (&moves.ram.name, &moves.ram.rule, &moves.ram.cite),
        ];
        rows.into_iter().map(|(name, rule, cite)| TableSource::of(name, rule, cite, None)).collect()
    }

    /// The row of a class of gun.
    pub fn gun(&self, class: GunClass) -> Option<&GunRow> {
        self.gunnery.guns.class.iter().find(|row| row.class == class)
    }

    pub(in crate::noddy) fn ranges(&self) -> &Ranges {
        &self.gunnery.ranges
    }

    pub(in crate::noddy) fn armour(&self) -> &ArmourRange {
        &self.gunnery.armour
    }

    pub(in crate::noddy) fn fire_modifier(&self, when: FireWhen) -> Option<&Modifier<FireWhen>> {
        self.gunnery.modifiers.row.iter().find(|row| row.when == when)
    }

    pub(in crate::noddy) fn effects(&self) -> &EffectTable {
        &self.gunnery.effects
    }

    pub(in crate::noddy) fn shore(&self) -> &EffectTable {
        &self.gunnery.shore
    }

    pub(in crate::noddy) fn special(&self) -> &SpecialTable {
        &self.gunnery.special
    }

    pub(in crate::noddy) fn durations(&self) -> &Durations {
        &self.gunnery.durations
    }

    pub(in crate::noddy) fn musketry(&self) -> &Musketry {
        &self.gunnery.musketry
    }

    pub(in crate::noddy) fn speeds(&self) -> &Speeds {
        &self.movement.speed
    }

    /// The greatest turn of a ship in a move, degrees (NOD-6).
    pub fn turn_deg(&self, build: Build) -> f64 {
        let turns = &self.movement.turns;
        match build {
            Build::Riverboat => turns.riverboat_deg,
            Build::OceanGoing => turns.ocean_going_deg,
            Build::Monitor => turns.monitor_deg,
            Build::IroncladRam => turns.ironclad_ram_deg,
        }
    }

    pub(in crate::noddy) fn aground(&self) -> &Aground {
        &self.movement.aground
    }

    pub(in crate::noddy) fn ram(&self) -> &RamTable {
        &self.movement.ram
    }
}
