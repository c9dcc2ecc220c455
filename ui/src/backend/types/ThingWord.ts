// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What players say of a thing that lies on the table. It holds until the thing has gone.
 */
export type ThingWord = { "is": "nothing" } | { "is": "marker", 
/**
 * The name.
 */
name: string, };
