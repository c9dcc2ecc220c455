// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The dice of one side, of one kind, with one number of faces.
 */
export type DiceLuck = { 
/**
 * The side's key; none for dice that are nobody's.
 */
side: string | null, 
/**
 * "app", "typed" or "camera".
 */
kind: string, 
/**
 * The die ("D6").
 */
die: string, 
/**
 * How often each face fell, from the lowest.
 */
faces: Array<number>, 
/**
 * Dice that count.
 */
thrown: number, 
/**
 * Dice that were taken back and don't.
 */
taken_back: number, 
/**
 * The sum of the faces.
 */
sum: number, 
/**
 * The mean of the faces.
 */
mean: number, 
/**
 * The mean that was to be expected.
 */
expected_mean: number, 
/**
 * How far the sum lies from the expected one, in standard deviations of the sum.
 */
deviations: number, 
/**
 * The chance that fair dice fall at least as far from it, on either side (exact).
 */
chance: number, };
