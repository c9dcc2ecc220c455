// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A side that was typed one way and measures another: which is right?
 */
export type SideDoubt = { 
/**
 * "east-west" or "north-south".
 */
side: string, 
/**
 * As typed, inches.
 */
typed_in: number, 
/**
 * As the cards measure it, inches.
 */
measured_in: number, 
/**
 * Half the width of its 95 % interval, inches.
 */
plus_minus_in: number, 
/**
 * The typed one counts now.
 */
typed_counts: boolean, 
/**
 * The question, one sentence.
 */
sentence: string, };
