// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A ship that can be mustered.
 */
export type KnownShipView = { 
/**
 * The ship's id.
 */
id: string, 
/**
 * Its name as printed.
 */
name: string, 
/**
 * Its side's key.
 */
side: string, 
/**
 * The kind of model.
 */
kind: string, 
/**
 * Usual hull length of its model, inches.
 */
length_in: number, 
/**
 * Usual beam, inches.
 */
beam_in: number, 
/**
 * Usual stack height, inches.
 */
stack_height_in: number, 
/**
 * Usual place of the stack ahead of the middle, inches.
 */
stack_ahead_in: number, };
