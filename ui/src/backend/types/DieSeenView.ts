// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A die in the tray.
 */
export type DieSeenView = { 
/**
 * "d6", "d8", "d10", "tens" or "d20".
 */
kind: string, 
/**
 * Its name, if it was given one.
 */
name: string | null, 
/**
 * The face that it shows; a D10's zero is ten.
 */
value: number, 
/**
 * The middle of its upper face in the picture, pixels.
 */
x: number, 
/**
 * The middle of its upper face in the picture, pixels.
 */
y: number, 
/**
 * The side of its upper face, pixels.
 */
side_px: number, 
/**
 * Whether the value is beyond doubt.
 */
sure: boolean, 
/**
 * How likely the value is right, 0 to 1.
 */
p: number, 
/**
 * Whether it was thrown for what is asked for; a die that lay there before was not.
 */
counts: boolean, };
