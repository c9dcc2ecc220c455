// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A side whose typed and measured lengths differ: the player decides.
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
 * As measured with the cards, inches.
 */
measured_in: number, 
/**
 * Half the width of its 95 % interval, inches.
 */
plus_minus_in: number, 
/**
 * Whether the typed length is used now.
 */
typed_counts: boolean, 
/**
 * The question, one sentence.
 */
sentence: string, };
