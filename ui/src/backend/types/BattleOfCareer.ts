// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A battle in a ship's career.
 */
export type BattleOfCareer = { 
/**
 * Which.
 */
battle: number, 
/**
 * Who commanded her, where players were named.
 */
player: string | null, 
/**
 * Hits she scored.
 */
hits_scored: number, 
/**
 * Hits she suffered.
 */
hits_suffered: number, 
/**
 * Boxes, points and guns left when it began.
 */
left_before: number, 
/**
 * The same when it ended.
 */
left_after: number, 
/**
 * What became of her.
 */
fate: string | null, 
/**
 * That was a loss, as the book reads it.
 */
lost: boolean, };
