//! Examples of Mahan, each by the rule's own function and the tables.

use crate::core::Die;
use crate::examples::{Example, Given, Played};
use crate::mahan::{
    Bearings, Calling, Chit, Cup, Gun, MahanOrder, RamRun, Tables, Target, TurnCapacity, TurnWhen,
    about_turns, assign, behind_each_other, load, mode, player_reference, player_turn, ram_allowed,
    ram_choice, ram_run, sixty_turns, spar_run,
};
use serde_json::{Map, Value, json};

/// Plays one example.
pub(crate) fn play(tables: &Tables, example: &Example) -> Played {
    let dice = example.dice()?;
    if dice.iter().any(|die| die.die != Some(Die::D10)) {
        return Err("Mahan throws ten-sided dice only".to_owned());
    }
    let mut faces =
        dice.iter().filter_map(|die| die.value.as_u64()).filter_map(|face| u8::try_from(face).ok());
    let given = &example.given;
    let found = match example.action() {
        "move_schedule" => json!({ "hexes": tables.schedule(small(given, "speed")?) }),
        "chart_invariant" => invariant(tables, given)?,
        "assign" => assigned(tables, given)?,
        "order_60" => sixty(tables, given, &mut faces)?,
        "order_about" => about(tables, given)?,
        "behind_sterns" => {
            let astern = Bearings { distance: 3, bearing_deg: 180.0 };
            let face = faces.next().ok_or("it has no die")?;
            let order = if !behind_each_other(astern, astern, true) {
                MahanOrder::Ahead
            } else if face <= tables.about_port_at() {
                MahanOrder::AboutPort
            } else {
                MahanOrder::AboutStarboard
            };
            json!({ "order": order })
        }
        "chits" => chits(tables, given)?,
        "gate" => {
            let hexes = given.count("nearest_visible_player_hexes");
            json!({ "mode": mode(tables, hexes.map(|hexes| hexes as u32), false) })
        }
        "reference" => {
            let target = |ship: &Given| Target {
                ship: ship.text("id").map(str::to_owned),
                distance: ship.number("distance").unwrap_or(f64::INFINITY),
                value: ship.count("value").unwrap_or(0) as u32,
            };
            let ships: Vec<Target<Option<String>>> = given.must_list("players")?.iter().map(target).collect();
            json!({ "player_reference": player_reference(&ships) })
        }
        "mahan_load" => {
            let gun = |case: &Given| Gun {
                every_turn: case.text("rof") == Some("1/1"),
                shell_pf: case.count("shell_pf").unwrap_or(0) as u32,
                wooden: case.text("target") == Some("WV"),
                armor: case.count("max_hull_armor_side").unwrap_or(0) as u32,
                bare_sections: case.count("zero_sections").unwrap_or(0) as u32,
            };
            json!({ "load": each(given, |case| load(tables, gun(case)))? })
        }
        "ram_allowed" => {
            let may = |case: &Given| {
                let nothing = Given::default();
                let target = case.get("target").unwrap_or(&nothing);
                let lies = ["anchored", "fouled", "drifting"].map(|how| target.flag(how).unwrap_or(false));
                let calling = Calling {
                    powered_speed: target.count("powered_speed").unwrap_or(0) as u8,
                    helpless: lies.contains(&true),
                };
                ram_allowed(tables, case.flag("attacker_ram_bow").unwrap_or(false), calling)
            };
            json!({ "allowed": each(given, may)? })
        }
        "ram_run" => {
            let run = |case: &Given| {
                let powered_speed = case.count("target_speed").unwrap_or(0) as u8;
                let may = ram_allowed(tables, true, Calling { powered_speed, helpless: false });
                ram_run(tables, may, case.count("distance").unwrap_or(0) as u32)
            };
            let choices: Vec<RamRun> = given.whole("choices_within_4")?;
            json!({ "mode": each(given, run)?, "chosen": ram_choice(&choices) })
        }
        "spar" => {
            let (distance, needed) = (small(given, "distance")?, small(given, "turns_60_needed")?);
            let another = given.flag("other_target_hit_possible").unwrap_or(false);
            let result = spar_run(tables, u32::from(distance), needed, another);
            let lowered = result != crate::mahan::SparEnd::Approach;
            let turns = (0..=6).filter(|turns| {
                spar_run(tables, u32::from(distance), *turns, false) == crate::mahan::SparEnd::Hit
            });
            // A target's speed is no argument of the run (MAH-34): whatever it is, it is no reason against it.
            given.names("target_speed");
            json!({ "allowed_by_speed": true, "lowered": lowered, "result": result, "max_turns_within_4": turns.max() })
        }
        "player_order" => player_order(given)?,
        "player_turn_timing" => {
            let speed = small(given, "speed")?;
            let may = |case: &Given| {
                let flag = |key: &str| case.flag(key).unwrap_or(false);
                let when =
                    if case.text("when") == Some("before") { TurnWhen::Before } else { TurnWhen::After };
                let round = case.count("round").unwrap_or(0) as usize;
                let here = flag("turned_after_move_in_previous_round_8");
                player_turn(tables, (speed, round), when, flag("turned_before_in_this_round"), here)
            };
            json!({ "allowed": each(given, may)? })
        }
        other => return Err(format!("not played yet (MAH {other})")),
    };
    match (found, faces.next()) {
        (_, Some(face)) => Err(format!("the book did not ask for the die that shows {face}")),
        (Value::Object(found), None) => Ok(found),
        (other, None) => Err(format!("{other} is no finding")),
    }
}

fn small(given: &Given, key: &str) -> Result<u8, String> {
    given.whole(key)
}

fn each<T>(given: &Given, of: impl Fn(&Given) -> T) -> Result<Vec<T>, String> {
    Ok(given.must_list("cases")?.iter().map(of).collect())
}

fn invariant(tables: &Tables, given: &Given) -> Result<Value, String> {
    let speeds: Vec<u8> = given.whole("speeds")?;
    let sum = |hexes: &[u8]| hexes.iter().sum::<u8>();
    let sums = speeds.iter().all(|speed| sum(&tables.schedule(*speed)) == *speed);
    let halves = speeds.iter().map(|speed| {
        let first: u8 = tables.schedule(*speed).iter().take(4).sum();
        (speed.to_string(), json!(first))
    });
    Ok(json!({ "row_sum_equals_speed": sums, "first_half_sums": Map::from_iter(halves) }))
}

fn assigned(tables: &Tables, given: &Given) -> Result<Value, String> {
    let heading = |given: &Given| (given.count("heading").unwrap_or(0) / 60 % 6) as u8;
    let readings = match given.items("bmd_sequence") {
        Some(sequence) => sequence,
        None => std::slice::from_ref(given.get("bmd").ok_or("it has no reading of the display")?),
    };
    let mut results = Vec::new();
    for reading in readings {
        let order: MahanOrder = reading.whole("order")?;
        results.push((heading(reading), order));
    }
    let heading = heading(given);
    let to = assign(tables, (small(given, "max_speed")?, heading), results, |_, _, _| true);
    let schedule = tables.schedule(to.speed);
    Ok(json!({
        "speed": to.speed,
        "heading": u32::from(to.heading) * 60,
        "order": to.order,
        "turn_deg": u32::from(to.turn) * 60,
        "rerolls": to.rerolls,
        "hexes_rounds_1_4": schedule.get(..4),
    }))
}

fn sixty(tables: &Tables, given: &Given, faces: &mut impl Iterator<Item = u8>) -> Result<Value, String> {
    let from = small(given, "rounds_from")?;
    let schedule = tables.schedule(given.get("speed").map_or(Ok(8), |_| small(given, "speed"))?);
    let mut used = 0;
    for rounds in 1..=8 {
        let turns = match sixty_turns(tables, rounds, None) {
            Some(turns) => turns,
            None => {
                used += 1;
                let face = faces.next().ok_or("it has too few dice")?;
                sixty_turns(tables, rounds, Some(face)).unwrap_or(false)
            }
        };
        if turns {
            let round = from + rounds - 1;
            return Ok(json!({
                "turned_at_end_of_round": round, "dice_used": used, "hexes_moved_round_2": schedule.get(1)
            }));
        }
    }
    Err("the order never turned her".to_owned())
}

fn about(tables: &Tables, given: &Given) -> Result<Value, String> {
    let from = usize::from(small(given, "rounds_from")?);
    let schedule = tables.schedule(small(given, "speed")?);
    let hexes = schedule.get(from - 1..from + 3).unwrap_or_default();
    let turns = about_turns(hexes);
    let done = turns.len();
    let after_three = if turns.iter().filter(|at| **at < 3).count() == 3 { "ahead" } else { "about" };
    let rounds: Vec<usize> = turns.into_iter().map(|at| at + from).collect();
    Ok(json!({
        "turn_after_round": rounds, "hexes": hexes, "turns_done": done,
        "order_after_round_3": after_three, "superseded_by_second_orders": done < 3,
    }))
}

fn chits(tables: &Tables, given: &Given) -> Result<Value, String> {
    let draws: Vec<Vec<Chit>> = given.whole("draws")?;
    let mut cup = Cup::full(tables);
    let (mut player, mut mahan) = (Vec::new(), Vec::new());
    for (round, drawn) in draws.iter().enumerate() {
        if drawn.len() != usize::from(Cup::draws(tables)) || !drawn.iter().all(|chit| cup.take(*chit)) {
            return Err(format!("round {} draws what is not in the cup", round + 1));
        }
        if drawn.contains(&Chit::Player) {
            player.push(round + 1);
        }
        if drawn.contains(&Chit::Mahan) {
            mahan.push(round + 1);
        }
    }
    let both = player.iter().any(|round| mahan.contains(round));
    Ok(json!({
        "player_fires_rounds": player, "mahan_fires_rounds": mahan, "chits_left": cup.left(), "simultaneous": both
    }))
}

fn player_order(given: &Given) -> Result<Value, String> {
    use crate::mahan::PlayerOrder;
    use geometry::Flank::Port;
    let tc: String = given.whole("tc")?;
    let (per_hex, per_turn) = tc.split_once('/').ok_or("its capacity is not written a/b")?;
    let number = |text: &str| text.parse::<u8>().map_err(|error| error.to_string());
    let tc = TurnCapacity { per_hex: number(per_hex)?, per_turn: number(per_turn)? };
    let order: String = given.whole("order")?;
    match order.as_str() {
        "120" => Ok(json!({ "allowed": tc.allows(PlayerOrder::Turn120(Port)), "as": tc.ways_120() })),
        "about" => Ok(json!({ "allowed": tc.allows(PlayerOrder::About(Port)) })),
        other => Err(format!("“{other}” is no order of an example")),
    }
}
