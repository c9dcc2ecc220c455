//! The book's tables, read from its data files and checked when loaded.

use crate::core::{
    BookTables, DataError, DataFile, RuleData, RuleId, TableSource, check_each_face, content, read, sources,
    tables,
};
use crate::noddy::state::card::{Build, GunClass, HalfKnots};
use geometry::Flank;
use serde::Deserialize;

tables! {
    /// A class of gun (NOD-13, NOD-14).
    pub part GunRow {
        /// The class.
        class: GunClass,
        /// The fire value.
        value: i16,
        /// The number of moves in which it fires once.
        every_moves: u32,
        /// True if it may fire at long range.
        long_range: bool,
    }

    struct GunTable {
        class: Vec<GunRow>,
    }

    pub(in crate::noddy) struct Ranges {
        point_blank_in: f64,
        effective_in: f64,
        long_in: f64,
    }

    pub(in crate::noddy) struct ArmourRange {
        lowest: u8,
        highest: u8,
    }
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

tables! {
    struct ModifierTable {
        row: Vec<Modifier<FireWhen>>,
    }
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

tables! {
    pub(in crate::noddy) part EffectRow {
        faces: Vec<u8>,
        text: String,
        does: EffectDoes,
    }

    pub(in crate::noddy) struct EffectTable {
        row: Vec<EffectRow>,
    }
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

tables! {
    pub(in crate::noddy) part SpecialRow {
        total: u8,
        text: String,
        does: SpecialDoes,
    }

    pub(in crate::noddy) struct SpecialTable {
        row: Vec<SpecialRow>,
        list_half_knots: HalfKnots,
        stack_half_knots: HalfKnots,
    }
}

impl SpecialTable {
    pub(in crate::noddy) fn row(&self, total: u8) -> Option<&SpecialRow> {
        self.row.iter().find(|row| row.total == total)
    }
}

tables! {
    pub(in crate::noddy) struct Durations {
        fire_out_on: u8,
        fire_attempts: u8,
        boiler_abandons_on: Vec<u8>,
        rule_sinking: RuleId,
        sinks_after_plus: u32,
    }

    pub(in crate::noddy) struct Musketry {
        needs: u8,
        only_total: u8,
    }

    part GunneryFile {
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

    pub(in crate::noddy) struct Speeds {
        /// A fraction of top speed: numerator and denominator.
        against_current: (i32, i32),
        astern: (i32, i32),
        change_half_knots: HalfKnots,
        change_half_knots_pipes: HalfKnots,
        current_in: f64,
    }

    struct Turns {
        riverboat_deg: f64,
        ocean_going_deg: f64,
        monitor_deg: f64,
        ironclad_ram_deg: f64,
    }

    pub(in crate::noddy) struct Aground {
        free_on: u8,
        attempts: u8,
    }
}

/// The effect of a ram on the rammee (NOD-24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::noddy) enum RamDoes {
    Crippled,
    DieOfKnots,
    Nothing,
}

tables! {
    pub(in crate::noddy) part RamResult {
        from: i16,
        to: i16,
        text: String,
        rammee: RamDoes,
        #[serde(default)]
        rammer_half_knots: HalfKnots,
        #[serde(default)]
        rammer_die_of_knots: bool,
    }

    pub(in crate::noddy) struct RamTable {
        fast_knots: i16,
        slow_knots: i16,
        row: Vec<Modifier<RamWhen>>,
        result: Vec<RamResult>,
    }
}

impl RamTable {
    pub(in crate::noddy) fn modifier(&self, when: RamWhen) -> Option<&Modifier<RamWhen>> {
        self.row.iter().find(|row| row.when == when)
    }

    pub(in crate::noddy) fn result(&self, total: i16) -> Option<&RamResult> {
        self.result.iter().find(|row| (row.from..=row.to).contains(&total))
    }
}

tables! {
    part MovementFile {
        speed: Speeds,
        turns: Turns,
        aground: Aground,
        ram: RamTable,
    }
}

/// All tables of the book.
#[derive(Debug, Clone)]
pub struct Tables {
    data: RuleData,
    gunnery: GunneryFile,
    movement: MovementFile,
}

impl BookTables for Tables {
    const FILES: &'static [(&'static str, &'static str)] = &[
        ("gunnery.toml", include_str!("../data/gunnery.toml")),
        ("movement.toml", include_str!("../data/movement.toml")),
        ("options.toml", include_str!("../data/options.toml")),
    ];

    fn load(files: Vec<DataFile>) -> Result<Self, DataError> {
        let gunnery: GunneryFile = read(&files, "gunnery.toml")?;
        let movement: MovementFile = read(&files, "movement.toml")?;
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
        let GunneryFile { guns, ranges, armour, modifiers, effects, shore, special, durations, musketry } =
            &gunnery;
        let MovementFile { speed, turns, aground, ram } = &movement;
        let mut all = sources(&[guns, ranges, armour, modifiers, effects, shore, special, durations]);
        let Durations { name, rule_sinking, cite, .. } = durations;
        all.push(TableSource::of(name, rule_sinking, cite, None));
        all.extend(sources(&[musketry, speed, turns, aground, ram]));
        Ok(Self { data: RuleData::of(files, all)?, gunnery, movement })
    }

    fn rule_data(&self) -> &RuleData {
        &self.data
    }
}

impl Tables {
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
