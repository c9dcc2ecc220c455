// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A side.
 */
export type SideView = { 
/**
 * Its key ("union").
 */
key: string, 
/**
 * Its ships.
 */
ships: Array<string>, };
