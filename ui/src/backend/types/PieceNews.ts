// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What a check found about a piece.
 */
export type PieceNews = { 
/**
 * One sentence.
 */
sentence: string, 
/**
 * The new outline, pixels; absent if there is none.
 */
outline_px: Array<[number, number]> | null, };
