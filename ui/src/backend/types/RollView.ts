// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * One die to be thrown, named before it is thrown.
 */
export type RollView = { 
/**
 * Number of faces.
 */
faces: number, 
/**
 * The name by which the rule tells this die from the others ("white", "coloured"); absent for most dice.
 */
die_name?: string, 
/**
 * What it is for ("Chart A, column 3-4").
 */
purpose: string, 
/**
 * The rule that asks for it.
 */
rule: string, };
