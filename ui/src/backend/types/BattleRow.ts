// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A battle in the campaign file.
 */
export type BattleRow = { 
/**
 * Its number.
 */
battle: number, 
/**
 * Its name.
 */
name: string, 
/**
 * The rule book's id.
 */
book: string, 
/**
 * When it began, ISO 8601.
 */
began_at: string, 
/**
 * Events in its log.
 */
events: number, };
