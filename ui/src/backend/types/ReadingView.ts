// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * One reading of a question that is too close to call.
 */
export type ReadingView = { 
/**
 * The reading's key.
 */
key: string, 
/**
 * The reading in words ("close: up to 6 in").
 */
label: string, };
