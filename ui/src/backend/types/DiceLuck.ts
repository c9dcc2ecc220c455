// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The dice of one side, of one kind, with one number of faces; or one named die.
 */
export type DiceLuck = { 
/**
 * The name of a named die ("the green die"); absent for all dice of a side.
 */
name?: string, 
/**
 * The side's key; none for dice that belong to no side.
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
 * The frequency of each face, from the lowest.
 */
faces: Array<number>, 
/**
 * Dice that count.
 */
thrown: number, 
/**
 * Dice that were taken back and don't count.
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
 * The expected mean.
 */
expected_mean: number, 
/**
 * The deviation of the sum from the expected one, in standard deviations of the sum.
 */
deviations: number, 
/**
 * The probability that fair dice deviate at least as much, on either side (exact).
 */
chance: number, };
