// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.

/**
 * How a battle stands decided.
 */
export type DecidedView = { 
/**
 * The key of the side that won; none in a draw.
 */
winner: string | null, 
/**
 * The same in one sentence.
 */
sentence: string, };
