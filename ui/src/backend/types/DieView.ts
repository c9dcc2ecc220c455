// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A die that was thrown.
 */
export type DieView = { 
/**
 * Number of faces.
 */
faces: number, 
/**
 * The face thrown, 1 to the number of faces.
 */
face: number, 
/**
 * What it was for ("Chart A: Virginia at Congress").
 */
purpose: string, 
/**
 * Whether the app threw it; otherwise it was a real die.
 */
by_app: boolean, };
