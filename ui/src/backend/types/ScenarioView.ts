// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A battle that can be played.
 */
export type ScenarioView = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Three sentences.
 */
briefing: Array<string>, 
/**
 * Its own rules, those of ours marked.
 */
rules: Array<string>, 
/**
 * The ids of its ships.
 */
ships: Array<string>, };
