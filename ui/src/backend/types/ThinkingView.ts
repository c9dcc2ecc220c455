// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A commander of the app who thinks, or advice that is thought out.
 */
export type ThinkingView = { 
/**
 * "The Confederate commander thinks …"
 */
sentence: string, 
/**
 * The side for which plans are made, by its key; absent for advice.
 */
side: string | null, };
