// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The kinds of lens board.
 */
export type BoardChoice = { "board": "charuco", 
/**
 * Squares across.
 */
columns: number, 
/**
 * Squares down.
 */
rows: number, 
/**
 * Side of a square, inches.
 */
square_in: number, 
/**
 * Side of a marker, inches.
 */
marker_in: number, 
/**
 * Its dictionary ("5X5_100").
 */
dictionary: string, } | { "board": "chessboard", 
/**
 * Inner corners across.
 */
columns: number, 
/**
 * Inner corners down.
 */
rows: number, 
/**
 * Side of a square, inches.
 */
square_in: number, };
