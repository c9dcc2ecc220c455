// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * An option of a book.
 */
export type OptionSpecView = { 
/**
 * Its name ("gun.fire_simultaneous").
 */
name: string, 
/**
 * The gap that it fills.
 */
rule: string, 
/**
 * Its explanation, one or two sentences.
 */
text: string, 
/**
 * The default value.
 */
default: boolean | number | string, 
/**
 * The possible values; empty for a number within `between`.
 */
choices: (boolean | number | string)[], 
/**
 * The smallest and the largest possible number.
 */
between: [number, number] | null, 
/**
 * Whether the interpretation is ours, because the book gives none.
 */
house: boolean, };
