//! Classes of ships, by what they look like from above. No rule depends on them.

use crate::core::fleet::ship_facts::ShipFacts;
use crate::core::fleet::words::Propulsion;
use crate::core::worded;

worded! {
    /// A class of ships.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum ShipClass: key {
        /// Sloping armour over the guns, screws.
        CasemateIronclad = "casemate_ironclad",
        /// Sloping armour over the guns and a paddle wheel amidships: Pook's "turtles".
        RiverIronclad = "river_ironclad",
        /// Guns along the sides of an armoured ship with masts.
        BroadsideIronclad = "broadside_ironclad",
        /// One turret on a raft.
        Monitor = "monitor",
        /// Two turrets on a raft.
        DoubleTurretMonitor = "double_turret_monitor",
        /// Two turrets on a shallow hull for rivers.
        RiverMonitor = "river_monitor",
        /// Guns in two fixed towers.
        TowerIronclad = "tower_ironclad",
        /// A low armoured hull with a ram and a single gun.
        IroncladRam = "ironclad_ram",
        /// Paddle wheels at the sides.
        SideWheeler = "side_wheeler",
        /// Paddle wheels at the sides, and timber bulwarks over the guns.
        Timberclad = "timberclad",
        /// A paddle wheel at the stern.
        SternWheeler = "stern_wheeler",
        /// A paddle wheel at the stern, and thin plates over the guns.
        Tinclad = "tinclad",
        /// A screw, masts, and guns on one deck.
        ScrewSloop = "screw_sloop",
        /// A screw, masts, and guns on two decks.
        ScrewFrigate = "screw_frigate",
        /// A smaller ship with a screw.
        ScrewGunboat = "screw_gunboat",
        /// An armed tug.
        Tug = "tug",
        /// A steam launch.
        Launch = "launch",
        /// A river steamer with a reinforced bow.
        Ram = "ram",
        /// An unarmed steamer.
        Transport = "transport",
        /// Sails, and guns on two decks.
        SailingFrigate = "sailing_frigate",
        /// Sails, and guns on one deck.
        SailingSloop = "sailing_sloop",
        /// A schooner with a mortar.
        MortarSchooner = "mortar_schooner",
        /// A towed boat with a mortar.
        MortarBoat = "mortar_boat",
        /// An unarmed ship with sails.
        SailingShip = "sailing_ship",
        /// Anything else.
        Hull = "hull",
    }
}

/// The length up to which a screw steamer counts as a tug, and those from which as a sloop and as a frigate, feet (house).
const TUG_TO_FT: f64 = 110.0;
const SLOOP_FROM_FT: f64 = 185.0;
const FRIGATE_FROM_FT: f64 = 250.0;

impl ShipFacts {
    /// The ship's class: as its data give it, otherwise by its guns, armour and propulsion.
    pub fn class(&self) -> ShipClass {
        if let Some(class) = self.class {
            return class;
        }
        let mounted = |what: &str| self.gun.iter().any(|gun| gun.mount == what);
        // Each turret has guns of its own.
        let turrets = self.gun.iter().filter(|gun| gun.mount == "turret").filter_map(|gun| gun.ahead_in);
        let apart = turrets.clone().fold(f64::INFINITY, f64::min) < turrets.fold(f64::NEG_INFINITY, f64::max);
        match self.propulsion {
            _ if self.launch => ShipClass::Launch,
            Propulsion::Towed if mounted("mortar") => ShipClass::MortarBoat,
            _ if mounted("mortar") => ShipClass::MortarSchooner,
            _ if mounted("turret") && apart => ShipClass::DoubleTurretMonitor,
            _ if mounted("turret") => ShipClass::Monitor,
            Propulsion::CentreWheel | Propulsion::Sternwheel if self.ironclad => ShipClass::RiverIronclad,
            _ if self.ironclad => ShipClass::CasemateIronclad,
            Propulsion::Sail if self.gun.is_empty() => ShipClass::SailingShip,
            Propulsion::Sail => ShipClass::SailingSloop,
            Propulsion::Towed => ShipClass::Hull,
            Propulsion::Sternwheel | Propulsion::CentreWheel => ShipClass::SternWheeler,
            Propulsion::Sidewheel if self.ram => ShipClass::Ram,
            Propulsion::Sidewheel if !self.gun.is_empty() => ShipClass::SideWheeler,
            Propulsion::Screw if !self.gun.is_empty() => match self.length_ft {
                Some(length_ft) if length_ft <= TUG_TO_FT => ShipClass::Tug,
                Some(length_ft) if length_ft >= FRIGATE_FROM_FT => ShipClass::ScrewFrigate,
                Some(length_ft) if length_ft >= SLOOP_FROM_FT => ShipClass::ScrewSloop,
                _ => ShipClass::ScrewGunboat,
            },
            Propulsion::Sidewheel | Propulsion::Screw => ShipClass::Transport,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::fleet::Fleet;

    #[test]
    fn ships_have_the_class_that_history_gives_them() {
        let fleet = Fleet::embedded().unwrap();
        let class = |id: &str| fleet.ship(id).unwrap().class();
        let cases = [
            ("virginia", ShipClass::CasemateIronclad),
            ("cairo", ShipClass::RiverIronclad),
            ("monitor", ShipClass::Monitor),
            ("winnebago", ShipClass::RiverMonitor),
            ("onondaga", ShipClass::DoubleTurretMonitor),
            ("new-ironsides", ShipClass::BroadsideIronclad),
            ("galena-1864", ShipClass::ScrewSloop),
            ("tyler", ShipClass::Timberclad),
            ("rattler", ShipClass::Tinclad),
            ("general-bragg", ShipClass::Ram),
            ("patrick-henry", ShipClass::SideWheeler),
            ("teaser", ShipClass::Tug),
            ("minnesota", ShipClass::ScrewFrigate),
            ("hartford", ShipClass::ScrewSloop),
            ("cayuga", ShipClass::ScrewGunboat),
            ("congress", ShipClass::SailingFrigate),
            ("cumberland", ShipClass::SailingSloop),
            ("mortar-boat", ShipClass::MortarBoat),
            ("mortar-schooner", ShipClass::MortarSchooner),
            ("steam-launch", ShipClass::Launch),
        ];
        for (id, expected) in cases {
            assert_eq!(class(id), expected, "{id}");
        }
        assert!(fleet.ships.iter().all(|ship| ship.class() != ShipClass::Hull));
    }
}
