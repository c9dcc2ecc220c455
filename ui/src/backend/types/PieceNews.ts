// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What became of a piece.
 */
export type PieceNews = { 
/**
 * One sentence.
 */
sentence: string, 
/**
 * The outline to take over, pixels; none where there is nothing to take.
 */
outline_px: Array<[number, number]> | null, };
