// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SeatRole } from "./SeatRole";

/**
 * A seat of the battle in play.
 */
export type SeatOffer = { 
/**
 * The seat's key in `battle`: "everyone" for onlookers, "umpire", a side's key, or a player's seat ("player:Ann").
 */
key: string, 
/**
 * Its title ("Union", "Ann (Union)", "Umpire", "Onlooker").
 */
title: string, 
/**
 * What it may do.
 */
role: SeatRole, 
/**
 * Identifies the battle it belongs to, in any campaign (it is not the battle's number); absent for onlookers, who
 * need none. A seat ends with its battle.
 */
battle: number | null, };
