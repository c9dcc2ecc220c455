// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LegDrawn } from "./LegDrawn";

/**
 * What an order means on the table: leg by leg, from where she stands.
 */
export type OrderDrawn = { 
/**
 * Whose.
 */
ship: string, 
/**
 * Her side's key.
 */
side: string, 
/**
 * The form in which it is written; none of an order that stands.
 */
form: string | null, 
/**
 * Her legs, in their order.
 */
legs: Array<LegDrawn>, };
