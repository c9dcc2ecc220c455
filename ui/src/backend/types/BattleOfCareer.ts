// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A battle in a ship's career.
 */
export type BattleOfCareer = { 
/**
 * The battle's number.
 */
battle: number, 
/**
 * The player who commanded the ship, where players were named.
 */
player: string | null, 
/**
 * Hits scored by the ship.
 */
hits_scored: number, 
/**
 * Hits suffered by the ship.
 */
hits_suffered: number, 
/**
 * Boxes, points and guns left at the start.
 */
left_before: number, 
/**
 * Boxes, points and guns left at the end.
 */
left_after: number, 
/**
 * The ship's fate.
 */
fate: string | null, 
/**
 * That fate was a loss by the book.
 */
lost: boolean, };
