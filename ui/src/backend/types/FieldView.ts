// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionView } from "./OptionView";

/**
 * A field of a form.
 */
export type FieldView = { 
/**
 * Names it within its form.
 */
key: string, 
/**
 * What stands beside it.
 */
label: string, } & ({ "field": "choice", 
/**
 * These.
 */
options: Array<OptionView>, 
/**
 * Chosen at first.
 */
value: string, } | { "field": "several", 
/**
 * These.
 */
options: Array<OptionView>, 
/**
 * Chosen at first.
 */
value: Array<string>, } | { "field": "number", 
/**
 * Not less.
 */
min: number, 
/**
 * Not more.
 */
max: number, 
/**
 * In such steps from the least on; 0 for any.
 */
step: number, 
/**
 * Its unit, as it is written behind it ("kn", "in", "°"); empty for a mere count.
 */
unit: string, 
/**
 * At first.
 */
value: number, } | { "field": "text", 
/**
 * At first.
 */
value: string, } | { "field": "yes_no", 
/**
 * At first.
 */
value: boolean, });
