// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What an event looks like on the table for a moment, so that a screen can show it without reading sentences. Ships,
 * batteries and guns ashore are named by their ids.
 */
export type Moment = { "moment": "salvo", 
/**
 * Who fires.
 */
from: string, 
/**
 * The target; absent for a shot at a point of the table.
 */
to: string | null, 
/**
 * The number of guns.
 */
guns: number, } | { "moment": "fall_of_shot", 
/**
 * Who fired, if it is known.
 */
from: string | null, 
/**
 * The target.
 */
to: string, 
/**
 * The hits; 0 for a miss.
 */
hits: number, } | { "moment": "ram", 
/**
 * The ship whose bow it is.
 */
from: string, 
/**
 * The ship whose hull it is.
 */
to: string, } | { "moment": "explosion", 
/**
 * The ship.
 */
ship: string, } | { "moment": "sinking", 
/**
 * The ship.
 */
ship: string, } | { "moment": "struck", 
/**
 * The ship.
 */
ship: string, };
