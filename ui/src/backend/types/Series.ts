// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SeriesPoint } from "./SeriesPoint";

/**
 * The boxes left after each turn.
 */
export type Series = { 
/**
 * The ship's or the side's key.
 */
of: string, 
/**
 * The side's key.
 */
side: string, 
/**
 * By turn, in order.
 */
points: Array<SeriesPoint>, };
