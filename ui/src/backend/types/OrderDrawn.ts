// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LegDrawn } from "./LegDrawn";

/**
 * An order drawn on the table, leg by leg from the ship's place.
 */
export type OrderDrawn = { 
/**
 * The ship's id.
 */
ship: string, 
/**
 * Its side's key.
 */
side: string, 
/**
 * The form in which it is being written; absent for a standing order.
 */
form: string | null, 
/**
 * Its legs, in order.
 */
legs: Array<LegDrawn>, };
