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
 * The hole it fills.
 */
rule: string, 
/**
 * One or two sentences.
 */
text: string, 
/**
 * What is read when nobody chooses.
 */
default: boolean | number | string, 
/**
 * What may be chosen; empty for a number within `between`.
 */
choices: (boolean | number | string)[], 
/**
 * The smallest and the largest number that may be chosen.
 */
between: [number, number] | null, 
/**
 * The reading is ours: the book gives none.
 */
house: boolean, };
