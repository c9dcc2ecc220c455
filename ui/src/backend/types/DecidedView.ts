// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The result of a battle.
 */
export type DecidedView = { 
/**
 * The key of the side that won; absent in a draw.
 */
winner: string | null, 
/**
 * The result in one sentence.
 */
sentence: string, };
