// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A line of an itemised sum.
 */
export type TermView = { 
/**
 * What it counts ("2 x 11-in smoothbore, close: number doubled").
 */
label: string, 
/**
 * What it contributes, as shown ("4").
 */
value: string, 
/**
 * The rule it comes from.
 */
rule: string, };
