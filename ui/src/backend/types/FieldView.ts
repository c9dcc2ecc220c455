// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionView } from "./OptionView";

/**
 * A field of a form.
 */
export type FieldView = { 
/**
 * Identifies the field within its form.
 */
key: string, 
/**
 * Its label.
 */
label: string, } & ({ "field": "choice", 
/**
 * The options.
 */
options: Array<OptionView>, 
/**
 * The key of the default.
 */
value: string, } | { "field": "several", 
/**
 * The options.
 */
options: Array<OptionView>, 
/**
 * The keys of the defaults.
 */
value: Array<string>, } | { "field": "number", 
/**
 * The smallest value.
 */
min: number, 
/**
 * The largest value.
 */
max: number, 
/**
 * The step between values, counted from `min`; 0 for any value.
 */
step: number, 
/**
 * Its unit, written after it ("kn", "in", "°"); empty for a count.
 */
unit: string, 
/**
 * The default.
 */
value: number, } | { "field": "text", 
/**
 * The default.
 */
value: string, } | { "field": "yes_no", 
/**
 * The default.
 */
value: boolean, });
