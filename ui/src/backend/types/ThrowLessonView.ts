// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A die that is taught by throws.
 */
export type ThrowLessonView = { 
/**
 * The die's name.
 */
name: string, 
/**
 * How many throws taught something.
 */
throws: number, 
/**
 * Why the last one taught nothing.
 */
sentence: string | null, };
